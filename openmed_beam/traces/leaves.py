"""The first of redaction's two steps: one walk over a trace that collects the leaves under its content paths.

Every leaf is remembered with the place that holds it, so that the second step (`rewrite`) can put an answer back; JSON
inside strings becomes a document of its own, inside the one that holds it. Nothing is changed here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

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
    lexable_values,
    literal_of,
)

PayloadJson = Literal["canonical", "preserve"]

#: A place: the link of the container above (None at the root) and the key or index in it.
Link = tuple[Any, str | int] | None

#: First characters of text that may be JSON worth decoding (white space may stand before it).
_OPENERS = frozenset('{["') | frozenset(map(chr, (*range(9, 14), 28, 29, 30, 31, 32, 133, 160, 8232, 8233)))
_PROBE_FROM = 100_000


@dataclass(frozen=True)
class RedactionOptions:
    """What the walk does beyond openmed; the defaults are openmed's behaviour (docs/redact.md has the table).

    Attributes:
        payload_json: `canonical` (compact, sorted, always re-encoded) or `preserve` (own text where nothing changed).
        decode_depth: levels of JSON inside strings that are decoded; from 2 on also below container targets.
        max_depth: deepest nesting of one trace, encoded levels counted on.
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


class Lexed:
    """A text that is a row of JSON tokens but no value; its leaves are known by the ordinal of their token."""

    __slots__ = ()


class Document:
    """One JSON text within a trace: the trace itself, or a payload decoded from a string.

    Attributes:
        tree: what it decodes to (a text that is one JSON string stands in a list of its own).
        text: its own text (None for a trace given as an object).
        parent: number of the document whose string it is; -1 for the trace.
        container, slot: where in the parent's tree that string stands.
        well_formed: False for a payload that is not quite JSON: it keeps its own text whatever the mode.
    """

    __slots__ = ("container", "parent", "slot", "text", "tree", "well_formed")

    def __init__(
        self, tree: Any, text: str | None, parent: int, container: Any, slot: str | int, well_formed: bool = True
    ) -> None:
        self.tree, self.text, self.parent = tree, text, parent
        self.container, self.slot, self.well_formed = container, slot, well_formed


class Probe(NamedTuple):
    """A number literal or an object key under content, to be shown to the redactor but never replaced."""

    text: str
    link: Link
    numeric: bool


@dataclass
class Gathered:
    """The leaves of one trace and all that the walk saw.

    `texts[i]` stands at `places[i] = (container, slot, link of the container)`.
    """

    documents: list[Document]
    texts: list[str] = field(default_factory=list)
    places: list[tuple[Any, Any, Link]] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)
    structured: int = 0
    malformed: list[Link] = field(default_factory=list)
    matches: list[int] = field(default_factory=list)
    opaque: int = 0
    protected: list[Link] = field(default_factory=list)
    rebuilt: list[tuple[Any, Any, Any, bool]] = field(default_factory=list)
    _turns: list[int] = field(default_factory=lambda: [0])
    _owners: list[int] = field(default_factory=lambda: [0])

    def owner(self, leaf: int) -> int:
        """Number of the document that a leaf stands in."""
        return self._owners[bisect_right(self._turns, leaf) - 1]

    def turn(self, document: int) -> None:
        """From here on leaves stand in this document."""
        here = len(self.texts)
        if self._turns[-1] == here:
            self._owners[-1] = document
        else:
            self._turns.append(here)
            self._owners.append(document)


def path_of(place: tuple[Any, Any, Link]) -> tuple[str | int, ...]:
    """Keys and indexes from the root of the trace to a place."""
    container, slot, link = place
    inner: tuple[str | int, ...] = () if isinstance(container, Pairs | Lexed) or slot is _WHOLE else (slot,)
    return link_path(link) + inner


def link_path(link: Link) -> tuple[str | int, ...]:
    """A link as keys and indexes from the root."""
    parts: list[str | int] = []
    while link is not None:
        link, part = link
        parts.append(part)
    return tuple(reversed(parts))


def key_of(place: tuple[Any, Any, Link]) -> str | None:
    """The key a leaf stands under: its own, or for an item that of the nearest object above."""
    container, slot, link = place
    if type(slot) is str and slot is not _WHOLE:
        return slot
    while link is not None:
        link, part = link
        if type(part) is str:
            return part
    return None


#: The slot of a text that is one JSON string, inside the list made for it. Its path is the payload's own.
_WHOLE: Any = type("Whole", (int,), {})(0)


class Walker:
    """Walks traces along compiled content paths. Holds no trace; one serves any number of them.

    Args:
        plan: the content paths.
        payload_plan: declared payload paths, or None.
        options: see `RedactionOptions`.
        holds_secret: tells whether a rule for secrets hits a text; such a leaf is never left alone as opaque.
    """

    def __init__(
        self, plan: PathPlan, payload_plan: PathPlan | None, options: RedactionOptions, holds_secret: Any = None
    ) -> None:
        self.plan, self.payload_plan, self.options = plan, payload_plan, options
        self._holds_secret = holds_secret
        self._decode = decode if options.payload_json == "preserve" else decode_exact
        #: Object keys that the redactor was shown and left as they are.
        self.known_keys: set[str] = set()

    def gather(self, tree: Any, text: str | None = None) -> Gathered:
        """Collect the leaves of one trace.

        Args:
            tree: the decoded trace, or a private copy of a trace given as an object.
            text: its JSON text, None for an object.

        Raises:
            LeafTooLarge: a leaf is longer than the limit.
            RecursionError: the object is deeper than the interpreter follows, or holds itself.
        """
        holder = [tree]
        out = Gathered([Document(holder, text, -1, None, 0)], matches=[0] * len(self.plan))
        state = self.plan.root
        declared = self.payload_plan.root if self.payload_plan is not None else None
        if state is not None:
            walk = _Walk(self, out)
            if state.accepts:
                walk.member(holder, _WHOLE, tree, state, declared, OUTSIDE, None, 0, None)
            else:
                walk.search(tree, state, declared, OUTSIDE, None, 0, holder, _WHOLE)
        return out


class _Walk:
    """One walk over one trace."""

    __slots__ = (
        "decode",
        "depth",
        "holds_secret",
        "keep_items",
        "known",
        "lenient",
        "limit",
        "max_depth",
        "options",
        "out",
        "probe",
        "protect",
    )

    def __init__(self, walker: Walker, out: Gathered) -> None:
        options = walker.options
        self.options, self.out = options, out
        self.depth, self.max_depth, self.limit = options.decode_depth, options.max_depth, options.max_leaf_chars
        self.protect, self.probe, self.lenient = options.protect, options.probe, options.lenient
        self.decode, self.holds_secret, self.known = walker._decode, walker._holds_secret, walker.known_keys

    # Outside content: only where a path goes on.

    def search(
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
            if not state._ready:
                state.prepare()
            if state.other is None and not state.globs and len(state.keys) == 1:
                (key,) = state.keys
                if key in node:
                    following = state.keys[key]
                    if following is not None:
                        self.step(node, key, node[key], following, declared, region, link, level)
                return
            keys, other, globs = state.keys, state.other, state.globs
            for key, value in node.items():
                following = state.key(key) if globs else keys.get(key, other)
                if following is not None:
                    self.step(node, key, value, following, declared, region, link, level)
        elif kind is list:
            for index, value in enumerate(node):
                following = state.index(index, value)
                if following is not None:
                    self.step(node, index, value, following, declared, region, link, level)
        elif kind is str:
            if level + 1 < self.depth and state.leads_on and node[:1] in _OPENERS:
                self.cross(holder, slot, node, state, declared, link, level)
        elif isinstance(node, Mapping | tuple | list | Pairs):
            self.foreign(node, state, declared, region, link, level, holder, slot, False, None)

    def step(
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
            if declared is not None and declared.accepts:
                region = DECLARED
        if region == OUTSIDE and self.options.payload_defaults and slot in PAYLOAD_KEYS:
            region = PAYLOAD
        if state.accepts:
            self.member(node, slot, value, state, declared, region, link, level, slot if type(slot) is str else None)
        else:
            self.search(value, state, declared, region, (link, slot), level, node, slot)

    # Content: everything below.

    def member(
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
        if state is not None:
            matches = self.out.matches
            for path in state.accepts:
                matches[path] += 1
        kind = type(value)
        if kind is str:
            if value:
                if (
                    self.protect
                    and region == OUTSIDE
                    and name is not None
                    and protected_kind(name) is not None
                    and not (state is not None and state.named)
                ):
                    self.out.protected.append((link, slot))
                else:
                    # In openmed's way (depth 1) only the target itself is decoded, once for each path that ends there.
                    times = len(state.accepts) if state is not None else 0
                    self.leaf(container, slot, value, link, level, times, region, state, declared)
        elif kind is dict or kind is list:
            below = link if slot is _WHOLE else (link, slot)
            self.content(value, state if state is not None and state.leads_on else None, declared, region, below, level)
        elif value is None or kind is bool:
            return
        elif kind is int or kind is float or kind is LosslessFloat or kind is Number:
            if self.probe and not (
                self.protect and region == OUTSIDE and name is not None and protected_kind(name) is not None
            ):
                self.number(value, (link, slot))
        elif isinstance(value, Mapping | tuple | list | Pairs):
            below = link if slot is _WHOLE else (link, slot)
            self.foreign(value, state, declared, region, below, level, container, slot, True, name)
        elif isinstance(value, str):
            self.member(container, slot, str(value), None, declared, region, link, level, name)

    def content(
        self, node: Any, state: PathState | None, declared: PathState | None, region: int, link: Link, level: int
    ) -> None:
        """Everything in a container under content."""
        if state is not None or declared is not None or self.limit is not None:
            self.content_watched(node, state, declared, region, link, level)
            return
        out = self.out
        texts, places = out.texts, out.places
        depth, protect = self.depth, self.protect
        if type(node) is dict:
            if protect:
                if region == PAYLOAD and is_item(node):
                    region = OUTSIDE
                guarded = region == OUTSIDE
                if self.probe and not self.known.issuperset(node):
                    self.keys(node, link)
            else:
                guarded = False
            for key, value in node.items():
                kind = type(value)
                if kind is str:
                    if not value:
                        continue
                    if guarded:
                        if protected_kind(key) is not None:
                            out.protected.append((link, key))
                            continue
                        if is_opaque_name(key, node) and self.spared(value):
                            continue
                    if (level < depth and depth > 1 and value[0] in _OPENERS) or (protect and len(value) > 31):
                        inner = PAYLOAD if guarded and self.options.payload_defaults and key in PAYLOAD_KEYS else region
                        self.leaf(node, key, value, link, level, 0, inner, None, None)
                    else:
                        texts.append(value)
                        places.append((node, key, link))
                elif kind is dict or kind is list:
                    inner = region
                    if guarded and key in PAYLOAD_KEYS and self.options.payload_defaults:
                        inner = PAYLOAD
                    elif guarded and kind is list and protected_kind(key) is not None:
                        self.protected_items(value, (link, key), level)
                        continue
                    self.content(value, None, None, inner, (link, key), level)
                elif value is None or kind is bool:
                    continue
                elif kind is int:
                    if (
                        self.probe
                        and (value >= _PROBE_FROM or value <= -_PROBE_FROM)
                        and not (guarded and protected_kind(key) is not None)
                    ):
                        out.probes.append(Probe(str(value), (link, key), True))
                else:
                    self.member(node, key, value, None, None, region, link, level, key)
        else:
            for index, value in enumerate(node):
                kind = type(value)
                if kind is str:
                    if not value:
                        continue
                    if (level < depth and depth > 1 and value[0] in _OPENERS) or (protect and len(value) > 31):
                        self.leaf(node, index, value, link, level, 0, region, None, None)
                    else:
                        texts.append(value)
                        places.append((node, index, link))
                elif kind is dict or kind is list:
                    self.content(value, None, None, region, (link, index), level)
                elif value is not None and kind is not bool:
                    self.member(node, index, value, None, None, region, link, level, None)

    def content_watched(
        self, node: Any, state: PathState | None, declared: PathState | None, region: int, link: Link, level: int
    ) -> None:
        """`content` where further paths are counted on the way, payload paths lead in, or leaves have a limit."""
        if type(node) is dict:
            if region == PAYLOAD and is_item(node):
                region = OUTSIDE
            guarded = self.protect and region == OUTSIDE
            if self.probe and not self.known.issuperset(node):
                self.keys(node, link)
            for key, value in node.items():
                following = state.key(key) if state is not None else None
                below = declared.key(key) if declared is not None else None
                inner = region
                if below is not None and below.accepts:
                    inner = DECLARED
                elif region == OUTSIDE and self.options.payload_defaults and key in PAYLOAD_KEYS:
                    inner = PAYLOAD
                named = following is not None and bool(following.named)
                if guarded and not named and inner != DECLARED:
                    if type(value) is list and protected_kind(key) is not None:
                        if following is not None:
                            self.count(following)
                        self.protected_items(value, (link, key), level)
                        continue
                    if type(value) is str and value and is_opaque_name(key, node) and self.spared(value):
                        if following is not None:
                            self.count(following)
                        continue
                self.member(node, key, value, following, below, inner, link, level, key)
        else:
            for index, value in enumerate(node):
                following = state.index(index, value) if state is not None else None
                below = declared.index(index, value) if declared is not None else None
                inner = DECLARED if below is not None and below.accepts else region
                self.member(node, index, value, following, below, inner, link, level, None)

    def count(self, state: PathState) -> None:
        for path in state.accepts:
            self.out.matches[path] += 1

    def protected_items(self, items: list[Any], link: Link, level: int) -> None:
        """A list under a protected name (`tool_call_ids`): its strings are protected, objects in it are content."""
        for index, value in enumerate(items):
            if type(value) is str:
                if value:
                    self.out.protected.append((link, index))
            elif type(value) is list:
                self.protected_items(value, (link, index), level)
            elif type(value) is dict:
                self.content(value, None, None, OUTSIDE, (link, index), level)

    # Leaves.

    def spared(self, text: str) -> bool:
        """Count an opaque value, unless it holds a secret."""
        if self.holds_secret is not None and self.holds_secret(text):
            return False
        self.out.opaque += 1
        return True

    def leaf(
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
        if self.limit is not None and len(text) > self.limit:
            raise LeafTooLarge
        if self.protect and is_opaque_value(text) and self.spared(text):
            return
        if level < self.depth and text[0] in _OPENERS and (times or self.depth > 1):
            stripped = text.lstrip()
            opener = stripped[:1]
            if (
                opener
                and opener in '{["'
                and self.payload(
                    container,
                    slot,
                    stripped.rstrip() if self.options.payload_json == "canonical" else text,
                    link,
                    level,
                    max(times, 1),
                    region,
                    state,
                    declared,
                    opener,
                )
            ):
                return
        self.out.texts.append(text)
        self.out.places.append((container, slot, link))

    def payload(
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
        out = self.out
        below = link if slot is _WHOLE else (link, slot)
        well_formed = True
        try:
            tree = self.parse(text, below)
        except JsonFault:
            if opener == '"':
                return False
            out.malformed.extend([below] * times)
            if not self.lenient:
                return False
            well_formed = False
            try:
                tree = decode_lenient(text, max_depth=self.room(below))
            except JsonFault:
                if not is_lexable(text):
                    return False
                self.lexed(container, slot, text, below)
                return True
        else:
            out.structured += times
        outer = out._owners[-1]
        number = len(out.documents)
        holder = [tree]
        out.documents.append(Document(holder, text, outer, container, slot, well_formed))
        out.turn(number)
        inner = DECLARED if region == DECLARED else PAYLOAD if self.options.payload_defaults else region
        if type(tree) is str:
            if tree:
                self.leaf(holder, _WHOLE, tree, below, level + 1, 0, inner, state, declared)
        elif type(tree) is dict or type(tree) is list:
            onward = state if state is not None and state.leads_on else None
            self.content(tree, onward, declared, inner, below, level + 1)
        else:
            self.foreign(tree, state, declared, inner, below, level + 1, holder, 0, True, None)
        out.turn(outer)
        return True

    def cross(
        self, container: Any, slot: Any, text: str, state: PathState, declared: PathState | None, link: Link, level: int
    ) -> None:
        """A path goes on inside an encoded string that is not content itself."""
        out = self.out
        well_formed = True
        try:
            tree = self.parse(text, link)
        except JsonFault:
            if not self.lenient:
                return
            try:
                tree = decode_lenient(text, max_depth=self.room(link))
            except JsonFault:
                return
            well_formed = False
        if type(tree) is str or not isinstance(tree, dict | list | Pairs):
            return
        outer, number = out._owners[-1], len(out.documents)
        holder = [tree]
        out.documents.append(Document(holder, text, outer, container, slot, well_formed))
        out.turn(number)
        region = PAYLOAD if self.options.payload_defaults else OUTSIDE
        before = len(out.texts), len(out.documents)
        self.search(tree, state, declared, region, link, level + 1, holder, 0)
        if before == (len(out.texts), len(out.documents)):
            out.documents[number].well_formed = False  # nothing in it is content: its text is left as it is
        else:
            out.structured += well_formed
            if not well_formed:
                out.malformed.append(link)
        out.turn(outer)

    def parse(self, text: str, link: Link) -> Any:
        tree = self.decode(text, max_depth=self.max_depth if self.depth == 1 else self.room(link))
        if not isinstance(tree, dict | list | str):
            raise JsonFault("invalid_json")
        return tree

    def room(self, link: Link) -> int:
        """How deep a payload at this place may nest: encoded levels count on."""
        used = 0
        while link is not None:
            link = link[0]
            used += 1
        return max(1, self.max_depth - used)

    def lexed(self, container: Any, slot: Any, text: str, link: Link) -> None:
        out = self.out
        outer, number = out._owners[-1], len(out.documents)
        holder = Lexed()
        out.documents.append(Document(holder, text, outer, container, slot, False))
        out.turn(number)
        for ordinal, value in lexable_values(text):
            if value:
                out.texts.append(value)
                out.places.append((holder, ordinal, link))
        out.turn(outer)

    def foreign(
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
        name: str | None,
    ) -> None:
        """Containers that JSON text does not give: other mappings, tuples, subclasses, objects with repeated keys."""
        if isinstance(node, Pairs):
            if region == PAYLOAD and is_item(node):
                region = OUTSIDE
            for position, (key, value) in enumerate(node.pairs):
                inner = (
                    PAYLOAD if region == OUTSIDE and self.options.payload_defaults and key in PAYLOAD_KEYS else region
                )
                following = state.key(key) if state is not None else None
                if content or (following is not None and following.accepts):
                    self.member(node, position, value, following, None, inner, (link, key), level, key)
                elif following is not None:
                    self.search(value, following, None, inner, (link, key), level, node, position)
            return
        if isinstance(node, Mapping):
            copy: Any = node if isinstance(node, dict) else dict(node)
            members: Any = copy.items()
        else:
            copy = list(node)
            members = enumerate(copy)
        if copy is not node:
            self.out.rebuilt.append((container, slot, copy, isinstance(node, tuple)))
        for key, value in list(members):
            following = None
            if state is not None:
                if isinstance(node, Mapping):
                    following = state.key(key) if isinstance(key, str) else None
                    if following is None and type(key) is int:
                        following = state.index(key)
                else:
                    following = state.index(key, value)
            if content or (following is not None and following.accepts):
                below = key if isinstance(key, str) else None
                self.member(copy, key, value, following, None, region, link, level, below)
            elif following is not None:
                self.search(value, following, None, region, (link, key), level, copy, key)

    # What a string rule cannot reach.

    def number(self, value: Any, link: Link) -> None:
        literal = literal_of(value)
        if len(literal.partition(".")[0].lstrip("-")) > 5:
            self.out.probes.append(Probe(literal, link, True))

    def keys(self, node: dict[str, Any], link: Link) -> None:
        for key in node:
            if key not in self.known:
                self.out.probes.append(Probe(key, (link, key), False))
