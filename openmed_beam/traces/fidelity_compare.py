"""The whole comparison of two traces: everything is walked and every difference becomes an issue.

Slow and complete; `fidelity_shortcut` decides most pairs without it. Reads values, keeps none: an issue is a path, a
code and two type names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from openmed_beam.traces.fidelity_report import Index, TraceFidelityIssue, render
from openmed_beam.traces.fidelity_standing import Rules, Standing
from openmed_beam.traces.json_text import (
    JsonFault,
    LosslessFloat,
    Number,
    Pairs,
    decode_exact,
    decode_lenient,
    literal_of,
)

#: Keys and indexes from the root, the last one first: `(part, (part, None))`.
Link = tuple[Any, Any] | None


class TooDeep(Exception):
    """A trace nests deeper than the limit, or holds itself."""


@dataclass(frozen=True)
class CompareOptions:
    """What is asked beyond openmed; the defaults are openmed's behaviour.

    Attributes:
        strings_only: under content strings may change and nothing else; numbers are compared by literal.
        check_encoded_json: a string that was a JSON object or array under content is compared level by level.
        decode_depth: how many levels; 1 is the string at which a content path ends.
        max_depth: deepest nesting of a trace, encoded levels counted on.
        nonfinite: `keep` reads NaN and Infinity in records.
    """

    strings_only: bool = False
    check_encoded_json: bool = False
    decode_depth: int = 1
    max_depth: int = 200
    nonfinite: Literal["dead", "keep"] = "dead"


def kind_of(value: Any) -> str:
    """The coarse type of a value, as reports name it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float | LosslessFloat):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Number):
        return "integer" if value.literal.lstrip("-").isdigit() else "number"
    if isinstance(value, Mapping | Pairs):
        return "object"
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return "array"
    return "other"


def number_of(value: Any) -> Any:
    """A decoded number as Python compares it; anything else as it is."""
    return float(value) if isinstance(value, LosslessFloat) else value


def container_name(value: Any) -> str:
    """`list`, `tuple`, or `array` for any other sequence."""
    return "list" if isinstance(value, list) else "tuple" if isinstance(value, tuple) else "array"


def parse_container(text: str, max_depth: int) -> Any:
    """The JSON object or array that a string holds; for a JSON string of one a tuple with that string; else None."""
    stripped = text.lstrip(" \t\n\r")
    if stripped[:1] not in ("{", "[", '"'):
        return None
    try:
        tree = decode_exact(text, max_depth=max_depth)
    except JsonFault:
        try:
            tree = decode_lenient(text, max_depth=max_depth)
        except JsonFault:
            return None
    if isinstance(tree, dict | list | Pairs):
        return tree
    return (tree,) if isinstance(tree, str) and parse_container(tree, max_depth) is not None else None


class Comparison:
    """One comparison of two traces.

    Args:
        rules: what may happen where.
        options: what is asked.
    """

    def __init__(self, rules: Rules, options: CompareOptions) -> None:
        self.rules, self.options = rules, options
        self.scalars = self.fields = self.differing = 0
        self.found: set[TraceFidelityIssue] = set()
        self._above: list[tuple[int, int]] = []
        self._prints: dict[tuple[Any, ...], int] = {}
        self._known: dict[tuple[int, int], int] = {}
        self._printing: set[int] = set()
        self._counting = True
        self._freed = 0
        # Decoded trees are kept until the end: `_known` and `_above` go by id.
        self._kept: list[Any] = []

    def run(self, before: Any, after: Any) -> None:
        """Compare two traces.

        Issues are then in `issues`, counts in `scalars` and `fields`, and the trace's own strings (not those of JSON in
        them) that are not equal in `differing`.
        """
        try:
            self.node(before, after, self.rules.root, None, 1)
        except (TooDeep, RecursionError):
            self.found = {TraceFidelityIssue("$", "structure")}
            self.scalars = self.fields = 0

    @property
    def issues(self) -> tuple[TraceFidelityIssue, ...]:
        """The issues in order."""
        return tuple(sorted(self.found, key=lambda i: (i.path, i.code, i.expected_type or "", i.actual_type or "")))

    def issue(self, link: Link, code: str, expected: str | None, actual: str | None) -> None:
        """Note a difference."""
        parts: list[Any] = []
        while link is not None:
            part, link = link
            parts.append(part)
        self.found.add(TraceFidelityIssue(render(reversed(parts)), code, expected, actual))

    def node(self, before: Any, after: Any, at: Standing, link: Link, depth: int) -> None:
        """Compare two values at one place; `depth` is that of a container standing here."""
        if self._counting:
            self.fields += at.accepts
        kind, other = kind_of(before), kind_of(after)
        container = kind in ("object", "array")
        if kind != other:
            both = container and other in ("object", "array")
            self.issue(link, at.code or ("structure" if both else "scalar_type"), kind, other)
        elif container:
            if depth > self.options.max_depth:
                raise TooDeep
            pair = (id(before), id(after))
            if pair in self._above:
                self.issue(link, "structure", None, None)
                return
            self._above.append(pair)
            if kind == "array":
                self.array(before, after, at, link, depth)
            elif isinstance(before, Pairs) or isinstance(after, Pairs):
                self.pairs(before, after, at.inside(before), link, depth)
            else:
                self.members(before, after, at.inside(before), link, depth)
            self._above.pop()
        else:
            if self._counting:
                self.scalars += 1
                self.differing += kind == "string" and before != after
            self.scalar(before, after, kind, at, link, depth)

    def members(self, before: Any, after: Any, at: Standing, link: Link, depth: int) -> None:
        for key, value in before.items():
            child = at[key]
            if key in after:
                self.node(value, after[key], child, (key, link), depth + 1)
            else:
                self.issue((key, link), child.code or "structure", kind_of(value), "missing")
        for key, value in after.items():
            if key not in before:
                self.issue((key, link), at[key].code or "structure", "missing", kind_of(value))

    def pairs(self, before: Any, after: Any, at: Standing, link: Link, depth: int) -> None:
        """Objects with repeated keys (in encoded text that is not quite JSON) are compared pair by pair."""
        ours, theirs = list(before.items()), list(after.items())
        if [key for key, _ in ours] != [key for key, _ in theirs]:
            self.issue(link, "structure", "object", "object")
            return
        for (key, value), (_, other) in zip(ours, theirs):
            self.node(value, other, at[key], (key, link), depth + 1)

    def array(self, before: Any, after: Any, at: Standing, link: Link, depth: int) -> None:
        named, other = container_name(before), container_name(after)
        if named != other or (named == "array" and type(before) is not type(after)):
            self.issue(link, "container_type", named, other)
        elif len(before) != len(after):
            self.issue(link, "sequence_length", "array", "array")
        elif self.reordered(before, after, at):
            self.issue(link, "message_order", "array", "array")
        else:
            for index, (value, other) in enumerate(zip(before, after)):
                self.node(value, other, at.item(index, value), (Index(index), link), depth + 1)

    def scalar(self, before: Any, after: Any, kind: str, at: Standing, link: Link, depth: int) -> None:
        if kind == "other" and type(before) is not type(after):
            self.issue(link, "scalar_type", kind, kind)
        elif kind != "string" and self.options.strings_only:
            if kind == "other":
                same = before == after
            else:
                same = literal_of(before) == literal_of(after)
            if not same:
                self.issue(link, at.code or "scalar_value", kind, kind)
        elif at.held:
            if number_of(before) != number_of(after) and not (
                kind == "string" and self.crossed(before, after, at, link, depth)
            ):
                self.issue(link, at.code or "scalar_value", kind, kind)
        elif kind == "string" and self.options.check_encoded_json and before != after:
            self._freed += 1
            self.encoded(before, after, at, link, depth)

    # JSON inside strings.

    def encoded(self, before: str, after: str, at: Standing, link: Link, depth: int) -> None:
        """A content string: where it was an object or array it must still be one, alike but for its strings."""
        allowed = self.options.decode_depth
        if at.level >= allowed or not (at.accepts or allowed > 1):
            return
        room = max(1, self.options.max_depth - depth + 1)
        tree = parse_container(before, room)
        if tree is None:
            return
        other = parse_container(after, room)
        if type(other) is not type(tree):
            kind = "string" if isinstance(tree, tuple) else kind_of(tree)
            name = "string" if other is None or isinstance(other, tuple) else kind_of(other)
            self.issue(link, "structure", kind, name)
            return
        self.below(tree, other, self.rules.decoded(at, "content"), link, depth)

    def crossed(self, before: str, after: str, at: Standing, link: Link, depth: int) -> bool:
        """A string that is no content, but inside which a content path goes on; False where it is just different."""
        if (
            at.content
            or not self.options.check_encoded_json
            or at.state is None
            or not at.state.leads_on
            or self.options.decode_depth == 1
            or at.level >= self.options.decode_depth
        ):
            return False
        room = max(1, self.options.max_depth - depth + 1)
        tree, other = parse_container(before, room), parse_container(after, room)
        if tree is None or type(other) is not type(tree):
            return False
        freed, found = self._freed, len(self.found)
        self.below(tree, other, self.rules.decoded(at, "path"), link, depth)
        # Another text of the same values is no work of a redactor.
        return self._freed > freed or len(self.found) > found

    def below(self, tree: Any, other: Any, at: Standing, link: Link, depth: int) -> None:
        self._kept += (tree, other)
        counting, self._counting = self._counting, False
        if isinstance(tree, tuple):
            self.scalar(tree[0], other[0], "string", at, link, depth)
        else:
            self.node(tree, other, at, link, depth)
        self._counting = counting

    # Order of messages, in linear time: every value becomes a number that equal values share.

    def reordered(self, before: Any, after: Any, at: Standing) -> bool:
        """True where the items are the same messages in another order, whatever happened to their content."""
        if not at.messages and not (before and all(isinstance(item, Mapping) and "role" in item for item in before)):
            return False
        # A content path that ends at the list or above it frees nothing in its messages here: openmed's way.
        fresh = self.rules.fresh_item
        ours = [self.print(item, fresh(at, index, item)) for index, item in enumerate(before)]
        theirs = [self.print(item, fresh(at, index, item)) for index, item in enumerate(after)]
        if ours != theirs:
            return Counter(ours) == Counter(theirs)
        ours, theirs = [self.print(item, None) for item in before], [self.print(item, None) for item in after]
        return ours != theirs and Counter(ours) == Counter(theirs)

    def print(self, value: Any, at: Standing | None) -> int:
        """A number that equal values share; with `at` also values that differ in free content only."""
        known = (id(value), id(at))
        number = self._known.get(known)
        if number is None:
            number = self._prints.setdefault(self._shape(value, at), len(self._prints))
            if isinstance(value, dict | list | tuple):
                self._known[known] = number
        return number

    def _shape(self, value: Any, at: Standing | None) -> tuple[Any, ...]:
        kind = kind_of(value)
        if kind in ("object", "array"):
            if id(value) in self._printing or len(self._printing) > self.options.max_depth:
                return (kind,)
            self._printing.add(id(value))
            if kind == "array":
                items = [
                    self.print(item, None if at is None else at.item(index, item)) for index, item in enumerate(value)
                ]
                shape: tuple[Any, ...] = (kind, *items)
            elif isinstance(value, Pairs):
                shape = (
                    "pairs",
                    *((key, self.print(item, None if at is None else at[key])) for key, item in value.items()),
                )
            else:
                inside = None if at is None else at.inside(value)
                members = (
                    (key, self.print(item, None if inside is None else inside[key])) for key, item in value.items()
                )
                shape = (kind, frozenset(members))
            self._printing.discard(id(value))
            return shape
        if at is not None and not at.held and (kind == "string" or not self.options.strings_only):
            return (kind,)
        if self.options.strings_only and kind not in ("string", "other"):
            return kind, literal_of(value)
        try:
            hash(value)
        except TypeError:
            return kind, repr(value)
        return kind, number_of(value)
