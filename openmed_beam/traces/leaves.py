"""The first of redaction's two steps: one walk over a trace that collects the leaves under its content paths.

Every leaf is remembered with the place that holds it, so that the second step (`rewrite`) can put an answer back; JSON
inside strings becomes a document of its own, inside the one that holds it. Nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from openmed_beam.traces.content_path import PathPlan, PathState
from openmed_beam.traces.fields import (
    DECLARED,
    OUTSIDE,
    PAYLOAD,
    PAYLOAD_KEYS,
    is_item,
    is_opaque_name,
    is_opaque_value,
    protected_kind,
)
from openmed_beam.traces.gathered import WHOLE, Document, Gathered, Lexed, Link
from openmed_beam.traces.json_text import (
    DEFAULT_MAX_DEPTH,
    JsonFault,
    LosslessFloat,
    Number,
    Pairs,
    decode,
    decode_exact,
    decode_lenient,
    is_lexable,
    lexable_keys,
    lexable_numbers,
    lexable_values,
    literal_of,
)

PayloadJson = Literal["canonical", "preserve"]

_BOM = "\ufeff"

#: First characters of text that may be JSON worth decoding (white space may stand before it).
_OPENERS = frozenset('{["' + _BOM) | frozenset(map(chr, (*range(9, 14), 28, 29, 30, 31, 32, 133, 160, 8232, 8233)))

_JSON_OPENERS = frozenset('{["')

#: Shortest number, in digits before the point, that is shown to the redactor.
PROBE_DIGITS = 6
_PROBE_FROM = 10 ** (PROBE_DIGITS - 1)

#: Shorter text is never opaque: no media signature fits.
_OPAQUE_CHARS = 32


@dataclass(frozen=True)
class RedactionOptions:
    """What the walk does beyond openmed; the defaults are openmed's behaviour (docs/redact.md has the table).

    Attributes:
        payload_json: `canonical` (compact, sorted, always re-encoded) or `preserve` (own text where nothing changed).
        decode_depth: levels of JSON inside strings that are decoded; from 2 on also below container targets, and
            paths go on inside encoded strings.
        max_depth: deepest nesting of a record or payload, 1 to 200; below the first payload encoded levels count on.
        max_leaf_chars: longest leaf that is redacted; a longer one fails its trace. None: no limit.
        lenient: payloads that are not quite JSON have their strings redacted in place.
        protect: protected names below content and opaque values are left alone.
        probe: numbers and object keys under content are shown to the redactor and counted.
        payload_defaults: the default payload keys open a payload region.
        nonfinite: `keep` lets NaN and Infinity pass in records.
        strict: a numeric or key finding fails the trace.
    """

    payload_json: PayloadJson = "canonical"
    decode_depth: int = 1
    max_depth: int = DEFAULT_MAX_DEPTH
    max_leaf_chars: int | None = None
    lenient: bool = False
    protect: bool = False
    probe: bool = False
    payload_defaults: bool = True
    nonfinite: Literal["dead", "keep"] = "dead"
    strict: bool = False


class LeafTooLarge(Exception):
    """A leaf is longer than `max_leaf_chars`."""


class Walker:
    """Walks traces along compiled content paths, one after another; belongs to one thread.

    Args:
        plan: the content paths.
        payload_plan: declared payload paths, or None.
        options: see `RedactionOptions`.
        holds_secret: tells whether a rule for secrets hits a text; such a leaf is never left alone as opaque.
    """

    def __init__(
        self,
        plan: PathPlan,
        payload_plan: PathPlan | None,
        options: RedactionOptions,
        holds_secret: Callable[[str], bool] | None = None,
    ) -> None:
        self.options = options
        self.plan = plan
        self._declared = payload_plan.root if payload_plan is not None else None
        self._payload_paths = len(payload_plan) if payload_plan is not None else 0
        self._holds_secret = holds_secret
        self._decode = decode if options.payload_json == "preserve" else decode_exact
        self._protect, self._probe, self._limit = options.protect, options.probe, options.max_leaf_chars
        self._depth, self._deep = options.decode_depth, options.decode_depth > 1
        self._payload_keys: frozenset[Any] = PAYLOAD_KEYS if options.payload_defaults else frozenset()
        self._inside = PAYLOAD if options.payload_defaults else OUTSIDE
        #: Object keys that the redactor was shown and left as they are.
        self.known_keys: set[str] = set()
        self._out = Gathered(Document([None], None, -1, None, 0, None), 0, 0)

    def gather(self, tree: Any) -> Gathered:
        """Collect the leaves of one trace.

        Args:
            tree: the decoded trace, or a private copy of a trace given as an object.

        Raises:
            LeafTooLarge: a leaf is longer than the limit.
            RecursionError: the object is deeper than the interpreter follows, or holds itself.
        """
        holder = [tree]
        out = self._out = Gathered(Document(holder, None, -1, None, 0, None), len(self.plan), self._payload_paths)
        state = self.plan.root
        if state is not None:
            if state.accepts:
                self._member(holder, WHOLE, tree, state, self._declared, OUTSIDE, None, 0, None)
            else:
                self._search(tree, state, self._declared, OUTSIDE, None, 0, holder, WHOLE)
        return out

    # Outside content: only where a path goes on. `link` is the node's own.

    def _search(
        self,
        node: Any,
        state: PathState,
        declared: PathState | None,
        region: int,
        link: Link,
        level: int,
        holder: Any,
        slot: Any,
    ) -> None:
        """Follow the paths through a node that is not content."""
        kind = type(node)
        if kind is dict:
            if region == PAYLOAD and is_item(node):
                region = OUTSIDE
            if not state.ready:
                state.prepare()
            if state.few is not None and declared is None:
                few = state.few
                for key, value in node.items():
                    following = few.get(key)
                    if following is None:
                        continue
                    if value is not None:
                        below = PAYLOAD if region == OUTSIDE and key in self._payload_keys else region
                        if type(value) is str and following.accepts:
                            # The path spells the key, so the name protects nothing here.
                            self._count(following)
                            if value:
                                times = len(following.accepts)
                                self._leaf(node, key, value, link, level, times, below, following, None)
                        elif following.accepts:
                            self._member(node, key, value, following, None, below, link, level, key)
                        else:
                            self._search(value, following, None, below, (link, key), level, node, key)
                    elif following.accepts:
                        self._count(following)
                return
            for key, value in node.items():
                onward = state.key(key)
                if onward is not None:
                    self._step(node, key, value, onward, declared, region, link, level)
        elif kind is list:
            if not state.ready:
                state.prepare()
            onward = state.every_item
            if onward is not None and declared is None and not onward.accepts:
                for index, value in enumerate(node):
                    if value is not None:
                        self._search(value, onward, None, region, (link, index), level, node, index)
                return
            for index, value in enumerate(node):
                onward = state.index(index, value)
                if onward is not None:
                    self._step(node, index, value, onward, declared, region, link, level)
        elif kind is str:
            if self._deep and level < self._depth and state.leads_on and node[:1] in _OPENERS:
                self._cross(holder, slot, node, state, declared, link, level)
        elif node is not None and isinstance(node, Mapping | tuple | list | Pairs):
            self._foreign(node, state, declared, region, link, level, holder, slot, False)

    def _step(
        self,
        node: Any,
        slot: Any,
        value: Any,
        state: PathState,
        declared: PathState | None,
        region: int,
        link: Link,
        level: int,
    ) -> None:
        """Go on to a member or item that some path reaches."""
        if declared is not None:
            declared = declared.key(slot) if type(slot) is str else declared.index(slot, value)
            if self._declares(declared):
                region = DECLARED
        if region == OUTSIDE and slot in self._payload_keys:
            region = PAYLOAD
        if state.accepts:
            name = slot if type(slot) is str else None
            self._member(node, slot, value, state, declared, region, link, level, name)
        else:
            self._search(value, state, declared, region, (link, slot), level, node, slot)

    def _declares(self, declared: PathState | None) -> bool:
        """Whether a payload path ends here; counted."""
        if declared is None or not declared.accepts:
            return False
        for path in declared.accepts:
            self._out.payload_matches[path] += 1
        return True

    # Content: everything below. `link` is the container's.

    def _count(self, state: PathState) -> None:
        matches = self._out.matches
        for path in state.accepts:
            matches[path] += 1

    def _member(
        self,
        container: Any,
        slot: Any,
        value: Any,
        state: PathState | None,
        declared: PathState | None,
        region: int,
        link: Link,
        level: int,
        name: str | None,
    ) -> None:
        """A value under content; `state` tells of paths that end here or go on, `region` is the value's own."""
        times = 0
        if state is not None and state.accepts:
            times = len(state.accepts)
            self._count(state)
        kind = type(value)
        # The name that may protect the value: a path that spells it makes it content.
        is_named = region != OUTSIDE or not self._protect or (state is not None and state.named)
        guard = None if is_named else name
        if kind is str:
            if not value:
                return
            if guard is not None and protected_kind(guard) is not None:
                self._out.protected.append((link, slot))
            elif guard is None or not (is_opaque_name(guard, container) and self._spared(value)):
                self._leaf(container, slot, value, link, level, times, region, state, declared)
        elif kind is dict or kind is list:
            below = link if slot is WHOLE else (link, slot)
            onward = state if state is not None and state.leads_on else None
            if kind is list and guard is not None and protected_kind(guard) is not None:
                self._protected_items(value, onward, declared, below, level)
                return
            if onward is None and declared is None and self._limit is None:
                self._content(value, region, below, level)
            else:
                self._watched(value, onward, declared, region, below, level)
        elif value is None or kind is bool:
            return
        elif kind is int or kind is LosslessFloat or kind is float or kind is Number:
            if self._probe:
                self._number(value, region, link, slot, name)
        elif isinstance(value, str):
            self._member(container, slot, str(value), None, declared, region, link, level, name)
        elif isinstance(value, Mapping | tuple | list | Pairs):
            below = link if slot is WHOLE else (link, slot)
            self._foreign(value, state, declared, region, below, level, container, slot, True)

    def _number(self, value: Any, region: int, link: Link, slot: Any, name: str | None) -> None:
        if type(value) is int and -_PROBE_FROM < value < _PROBE_FROM:
            return
        literal = literal_of(value)
        if len(literal) < PROBE_DIGITS or not literal.lstrip("-")[:PROBE_DIGITS].isdecimal():
            return
        if not (self._protect and region == OUTSIDE and name is not None and protected_kind(name) is not None):
            self._out.numbers.append((literal, (link, slot)))

    def _content(self, node: Any, region: int, link: Link, level: int) -> None:
        """Everything in a container under content, where no further path, payload path or limit is to be watched."""
        out = self._out
        texts, places = out.texts, out.places
        deep, protect, probe = self._deep, self._protect, self._probe
        if type(node) is list:
            for index, value in enumerate(node):
                kind = type(value)
                if kind is str:
                    if value:
                        if (deep and value[0] in _OPENERS) or (protect and len(value) >= _OPAQUE_CHARS):
                            self._leaf(node, index, value, link, level, 0, region, None, None)
                        else:
                            texts.append(value)
                            places.append((node, index, link))
                elif kind is dict or kind is list:
                    self._content(value, region, (link, index), level)
                elif kind is int or kind is LosslessFloat:
                    if probe:
                        self._number(value, region, link, index, None)
                elif value is not None and kind is not bool:
                    self._member(node, index, value, None, None, region, link, level, None)
            return
        if protect and region == PAYLOAD and ("role" in node or ("type" in node and is_item(node))):
            region = OUTSIDE
        if probe and not self.known_keys.issuperset(node):
            self._keys(node, link)
        guarded = protect and region == OUTSIDE
        if not guarded:
            for key, value in node.items():
                kind = type(value)
                if kind is str:
                    if len(value) < _OPAQUE_CHARS:
                        if not value:
                            continue
                        if not deep or value[0] not in _OPENERS:
                            texts.append(value)
                            places.append((node, key, link))
                            continue
                    self._leaf(node, key, value, link, level, 0, region, None, None)
                elif kind is dict or kind is list:
                    self._content(value, region, (link, key), level)
                elif kind is int or kind is LosslessFloat:
                    if probe:
                        self._number(value, region, link, key, key)
                elif value is not None and kind is not bool:
                    self._member(node, key, value, None, None, region, link, level, key)
            return
        for key, value in node.items():
            kind = type(value)
            if kind is str:
                if not value:
                    continue
                if protected_kind(key) is not None:
                    out.protected.append((link, key))
                elif not (is_opaque_name(key, node) and self._spared(value)):
                    inner = PAYLOAD if key in self._payload_keys else region
                    self._leaf(node, key, value, link, level, 0, inner, None, None)
            elif kind is dict or kind is list:
                if key in self._payload_keys:
                    self._content(value, PAYLOAD, (link, key), level)
                elif kind is list and protected_kind(key) is not None:
                    self._protected_items(value, None, None, (link, key), level)
                else:
                    self._content(value, region, (link, key), level)
            elif kind is int or kind is LosslessFloat:
                if probe:
                    self._number(value, region, link, key, key)
            elif value is not None and kind is not bool:
                self._member(node, key, value, None, None, region, link, level, key)

    def _watched(
        self, node: Any, state: PathState | None, declared: PathState | None, region: int, link: Link, level: int
    ) -> None:
        """`_content` where further paths are counted on the way, payload paths lead in, or leaves have a limit."""
        if type(node) is list:
            for index, value in enumerate(node):
                following = state.index(index, value) if state is not None else None
                below = declared.index(index, value) if declared is not None else None
                inner = DECLARED if self._declares(below) else region
                self._member(node, index, value, following, below, inner, link, level, None)
            return
        if region == PAYLOAD and is_item(node):
            region = OUTSIDE
        if self._probe and not self.known_keys.issuperset(node):
            self._keys(node, link)
        for key, value in node.items():
            following = state.key(key) if state is not None else None
            below = declared.key(key) if declared is not None else None
            inner = region
            if self._declares(below):
                inner = DECLARED
            elif region == OUTSIDE and key in self._payload_keys:
                inner = PAYLOAD
            self._member(node, key, value, following, below, inner, link, level, key)

    def _protected_items(
        self, items: list[Any], state: PathState | None, declared: PathState | None, link: Link, level: int
    ) -> None:
        """A list under a protected name (`tool_call_ids`): its strings are protected, objects in it are content."""
        for index, value in enumerate(items):
            following = state.index(index, value) if state is not None else None
            below = declared.index(index, value) if declared is not None else None
            if type(value) is dict:
                inner = DECLARED if below is not None and below.accepts else OUTSIDE
                self._member(items, index, value, following, below, inner, link, level, None)
                continue
            if following is not None:
                self._count(following)
            if type(value) is list:
                self._protected_items(value, following, below, (link, index), level)
            elif type(value) is str and value:
                self._out.protected.append((link, index))

    # Leaves.

    def _spared(self, text: str) -> bool:
        """Count an opaque value, unless it holds a secret."""
        if self._holds_secret is not None and self._holds_secret(text):
            return False
        self._out.opaque += 1
        return True

    def _leaf(
        self,
        container: Any,
        slot: Any,
        text: str,
        link: Link,
        level: int,
        times: int,
        region: int,
        state: PathState | None,
        declared: PathState | None,
    ) -> None:
        """One string under content: decoded where it is JSON and the depth allows, else taken whole."""
        if text[0] in _OPENERS:
            # In openmed's way (depth 1) only the target itself is decoded, once for each path that ends there.
            if level < self._depth and (times or self._deep):
                opener = text.lstrip()[:1]
                if opener == _BOM and self.options.lenient:
                    opener = text.lstrip(_BOM + " \t\r\n")[:1]
                if opener in _JSON_OPENERS and self._payload(
                    container, slot, text, link, level, times or 1, region, state, declared, opener
                ):
                    return
        elif self._protect and len(text) >= _OPAQUE_CHARS and is_opaque_value(text) and self._spared(text):
            return
        # What is decoded has no length of its own: the limit is about what the redactor is given.
        if self._limit is not None and len(text) > self._limit:
            raise LeafTooLarge
        out = self._out
        out.texts.append(text)
        out.places.append((container, slot, link))

    def _payload(
        self,
        container: Any,
        slot: Any,
        text: str,
        link: Link,
        level: int,
        times: int,
        region: int,
        state: PathState | None,
        declared: PathState | None,
        opener: str,
    ) -> bool:
        """Decode a string under content and collect the leaves in it; False where it is to be taken whole."""
        out = self._out
        below = link if slot is WHOLE else (link, slot)
        well_formed = True
        try:
            if level:
                tree = self._decode(text, max_depth=self._room(below))
            else:
                tree = self._decode(text if self._deep else text.lstrip(), max_depth=self.options.max_depth)
        except JsonFault:
            if opener == '"':
                return False
            out.malformed.extend([below] * times)
            if not self.options.lenient:
                return False
            well_formed = False
            try:
                tree = decode_lenient(text, max_depth=self._room(below))
            except JsonFault:
                if not is_lexable(text):
                    return False
                self._lexed(container, slot, text, link, below)
                return True
        else:
            out.structured += times
        outer = out.owners[-1]
        holder = [tree]
        turns, owners = out.turns, out.owners
        turns.append(len(out.texts))
        owners.append(len(out.documents))
        out.documents.append(Document(holder, text, outer, container, slot, link, well_formed))
        inner = self._inside if region != DECLARED else region
        kind = type(tree)
        if kind is dict or kind is list:
            onward = state if state is not None and state.leads_on else None
            if onward is None and declared is None and self._limit is None:
                self._content(tree, inner, below, level + 1)
            else:
                self._watched(tree, onward, declared, inner, below, level + 1)
        elif kind is str:
            if tree:
                self._leaf(holder, WHOLE, tree, below, level + 1, 0, inner, state, declared)
        else:
            self._foreign(tree, state, declared, inner, below, level + 1, holder, WHOLE, True)
        turns.append(len(out.texts))
        owners.append(outer)
        return True

    def _cross(
        self, container: Any, slot: Any, text: str, state: PathState, declared: PathState | None, link: Link, level: int
    ) -> None:
        """A path goes on inside an encoded string that is not content itself."""
        out = self._out
        well_formed = True
        try:
            tree = self._decode(text, max_depth=self._room(link))
        except JsonFault:
            if not self.options.lenient:
                return
            try:
                tree = decode_lenient(text, max_depth=self._room(link))
            except JsonFault:
                return
            well_formed = False
        if not isinstance(tree, dict | list | Pairs | str):
            return
        outer, number = out.owners[-1], len(out.documents)
        holder = [tree]
        out.turns.append(len(out.texts))
        out.owners.append(number)
        document = Document(holder, text, outer, container, slot, link if link is None else link[0], well_formed)
        document.crossed = True
        out.documents.append(document)
        before = len(out.texts)
        self._search(tree, state, declared, self._inside, link, level + 1, holder, WHOLE)
        if before == len(out.texts) and not any(inner.well_formed for inner in out.documents[number + 1 :]):
            document.well_formed = False  # nothing in it is content: its text stays as it is
        elif well_formed:
            out.structured += 1
        else:
            out.malformed.append(link)
        out.turns.append(len(out.texts))
        out.owners.append(outer)

    def _room(self, link: Link) -> int:
        """How deep a payload at this place may nest, the levels around it counted."""
        room = self.options.max_depth
        while link is not None and room > 1:
            link = link[0]
            room -= 1
        return room

    def _lexed(self, container: Any, slot: Any, text: str, link: Link, below: Link) -> None:
        out = self._out
        outer, holder = out.owners[-1], Lexed()
        out.turns.append(len(out.texts))
        out.owners.append(len(out.documents))
        out.documents.append(Document(holder, text, outer, container, slot, link, False))
        for ordinal, value in lexable_values(text):
            if value:
                if self._limit is not None and len(value) > self._limit:
                    raise LeafTooLarge
                out.texts.append(value)
                out.places.append((holder, ordinal, below))
        if self._probe:
            self._keys(lexable_keys(text), link)
            out.numbers.extend((literal, link) for literal in lexable_numbers(text))
        out.turns.append(len(out.texts))
        out.owners.append(outer)

    def _foreign(
        self,
        node: Any,
        state: PathState | None,
        declared: PathState | None,
        region: int,
        link: Link,
        level: int,
        container: Any,
        slot: Any,
        content: bool,
    ) -> None:
        """Containers that strict JSON text does not give: other mappings, tuples, subclasses, repeated keys."""
        rows: list[tuple[Any, Any, Any, Link]]
        if isinstance(node, Pairs):
            if region == PAYLOAD and is_item(node):
                region = OUTSIDE
            copy: Any = node
            if self._probe and content:
                self._keys([key for key, _ in node.pairs], link)
            rows = [(at, key, value, (link, key)) for at, (key, value) in enumerate(node.pairs)]
        elif isinstance(node, Mapping):
            copy = node if isinstance(node, dict) else dict(node)
            rows = [(key, key, value, link) for key, value in copy.items()]
        else:
            copy = list(node)
            rows = [(index, index, value, link) for index, value in enumerate(copy)]
        if copy is not node:
            self._out.rebuilt.append((container, slot, copy, isinstance(node, tuple)))
        for place, part, value, above in rows:
            following = _foreign_step(node, part, value, state)
            below = _foreign_step(node, part, value, declared)
            name = part if type(part) is str else None
            inner = region
            if self._declares(below):
                inner = DECLARED
            elif region == OUTSIDE and name is not None and name in self._payload_keys:
                inner = PAYLOAD
            if content or (following is not None and following.accepts):
                self._member(copy, place, value, following, below, inner, above, level, name)
            elif following is not None:
                onward = above if isinstance(node, Pairs) else (above, part)
                self._search(value, following, below, inner, onward, level, copy, place)

    # What a string rule cannot reach.

    def _keys(self, node: Iterable[Any], link: Link) -> None:
        known, keys = self.known_keys, self._out.keys
        for key in node:
            if key not in known and isinstance(key, str):
                keys.setdefault(key, []).append((link, key))


def _foreign_step(node: Any, part: Any, value: Any, state: PathState | None) -> PathState | None:
    """One step from a container of any kind: by key, by index, or by an integer key of a mapping."""
    if state is None:
        return None
    if isinstance(part, str):
        return state.key(part)
    if not isinstance(node, Mapping):
        return state.index(part, value)
    return state.index(part) if type(part) is int and part >= 0 else state.key("")
