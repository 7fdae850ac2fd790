"""Deciding most pairs without the whole comparison: two objects walked together, or two JSON texts of which only the
differing string tokens are looked at.

A shortcut answers "passed, with these counts", or `None` for any doubt; then `fidelity_compare` decides and reports.
"""

from __future__ import annotations

from typing import Any

import orjson

from openmed_beam.traces.fidelity_compare import CompareOptions, Comparison
from openmed_beam.traces.fidelity_standing import Rules, Standing
from openmed_beam.traces.fields import OUTSIDE, is_item
from openmed_beam.traces.json_text import JsonFault, LosslessFloat, decode_exact

_PLAIN = frozenset((str, type(None)))
_SCALARS = frozenset((str, int, float, bool, type(None)))


class _Doubt(Exception):
    """This pair needs the whole comparison."""


def _same(before: Any, after: Any, room: int) -> int:
    """How many scalars two containers of one type have that must be equal throughout."""
    scalars = len(before)
    if scalars != len(after) or not room:
        raise _Doubt
    if type(before) is dict:
        if _PLAIN.issuperset(map(type, before.values())):
            if before != after:
                raise _Doubt
            return scalars
        pairs: Any = ((value, after[key]) for key, value in before.items())
    else:
        pairs = zip(before, after)
    for value, other in pairs:
        kind = type(value)
        if kind is not type(other):
            raise _Doubt
        if kind is dict or kind is list:
            scalars += _same(value, other, room - 1) - 1
        elif value != other or kind not in _SCALARS:
            raise _Doubt
    return scalars


class ObjectShortcut:
    """Two decoded traces under openmed's rules.

    Args:
        root: the standing of the trace.
        max_depth: deepest nesting.
    """

    __slots__ = ("_after", "_before", "_fields", "_max_depth", "_root")

    def __init__(self, root: Standing, max_depth: int) -> None:
        self._root, self._max_depth = root, max_depth

    def check(self, before: Any, after: Any) -> tuple[int, int] | None:
        """Counts of scalars and content fields where the pair passes, else None."""
        kind = type(before)
        if kind is not type(after) or (kind is not dict and kind is not list):
            return None
        self._fields, self._before, self._after = self._root.accepts, [], []
        try:
            walk = self._members if kind is dict else self._items
            scalars = walk(before, after, self._root, self._max_depth)
        except (_Doubt, KeyError, RecursionError):
            return None
        # Where a list came out permuted, each changed leaf came from another one: no such leaf, no such list.
        if not set(self._before).isdisjoint(self._after):
            return None
        return scalars, self._fields

    def _members(self, before: dict[Any, Any], after: dict[Any, Any], at: Standing, room: int) -> int:
        if at.state is None and not at.content:
            return _same(before, after, room)
        scalars = len(before)
        if scalars != len(after) or not room:
            raise _Doubt
        ends = at.ends
        if ends is None:
            for key in before:
                self._fields += at[key].accepts
        else:
            for key in ends:
                if key in before:
                    self._fields += 1
        for key, value in before.items():
            other = after[key]
            kind = type(value)
            if kind is str:
                if value != other:
                    if at[key].held or type(other) is not str:
                        raise _Doubt
                    self._before.append(value)
                    self._after.append(other)
            elif kind is not type(other):
                raise _Doubt
            elif kind is dict:
                scalars += self._members(value, other, at[key], room - 1) - 1
            elif kind is list:
                scalars += self._items(value, other, at[key], room - 1) - 1
            elif value is not None:
                self._number(value, other, kind, at[key])
        return scalars

    def _items(self, before: list[Any], after: list[Any], at: Standing, room: int) -> int:
        if at.state is None and not at.content:
            return _same(before, after, room)
        scalars = len(before)
        if scalars != len(after) or not room:
            raise _Doubt
        child = at.all_items
        if child is None:
            return self._items_apart(before, after, at, room)
        self._fields += child.accepts * scalars
        for value, other in zip(before, after):
            kind = type(value)
            if kind is str:
                if value != other:
                    if child.held or type(other) is not str:
                        raise _Doubt
                    self._before.append(value)
                    self._after.append(other)
            elif kind is not type(other):
                raise _Doubt
            elif kind is dict:
                scalars += self._members(value, other, child, room - 1) - 1
            elif kind is list:
                scalars += self._items(value, other, child, room - 1) - 1
            elif value is not None:
                self._number(value, other, kind, child)
        return scalars

    def _items_apart(self, before: list[Any], after: list[Any], at: Standing, room: int) -> int:
        """A list of which some path spells an index: every item on its own."""
        scalars = 0
        for index, (value, other) in enumerate(zip(before, after)):
            child = at.item(index, value)
            self._fields += child.accepts
            kind = type(value)
            if kind is not type(other):
                raise _Doubt
            if kind is dict:
                scalars += self._members(value, other, child, room - 1)
            elif kind is list:
                scalars += self._items(value, other, child, room - 1)
            else:
                scalars += 1
                if value is not None:
                    self._number(value, other, kind, child)
        return scalars

    def _number(self, value: Any, other: Any, kind: type, at: Standing) -> None:
        if kind not in _SCALARS:
            raise _Doubt
        if value != other:
            if at.held:
                raise _Doubt
            self._before.append(value)
            self._after.append(other)


# A differing string token is replaced by an integer that does not occur in the text. Parsing what remains checks all
# of it, shows at which place each token stands, and costs less the more tokens differ.
_MARK = b"7316405982"
_WIDTH = 7
_FIRST = int(_MARK) * 10**_WIDTH
_MOST_TOKENS = 10**_WIDTH
_QUOTE, _BACKSLASH = b'"', 0x5C
_OPENERS = frozenset('{[" \t\r\n')
_BEFORE_STRINGS = (b':"', b' "', b',"', b'["', b'{"', b'\n"', b'\t"', b'\r"')
_CHUNK, _LONGEST_CHUNK, _NARROW, _WINDOW, _FEW_QUOTES, _CONTEXT = 64, 8192, 128, 1024, 16, 24


def _end_of_string(text: bytes, start: int) -> int:
    """One past the closing quote of the string whose first character stands at `start`."""
    for _ in range(_FEW_QUOTES):
        end = text.find(_QUOTE, start)
        if end < 0:
            raise _Doubt
        if end == start or text[end - 1] != _BACKSLASH:
            return end + 1
        escapes = end - 1
        while escapes > start and text[escapes - 1] == _BACKSLASH:
            escapes -= 1
        if (end - escapes) % 2 == 0:
            return end + 1
        start = end + 1
    while start < len(text):
        # Many escaped quotes (JSON inside the string) are taken out of sight together.
        stop = start + _WINDOW
        while text[stop - 1 : stop] == b"\\":
            stop += 1
        window = text[start:stop]
        if b"\\\\" in window:
            window = window.replace(b"\\\\", b"__")
        end = window.replace(b'\\"', b"__").find(_QUOTE)
        if end >= 0:
            return start + end + 1
        start = stop
    raise _Doubt


def _opening(text: bytes, start: int, end: int) -> int:
    """Where the last real quote before `end` stands: before one that opens a string stands no backslash."""
    quote = text.rfind(_QUOTE, start, end)
    if quote > start and text[quote - 1] == _BACKSLASH:
        quote = start - 1
        for before in _BEFORE_STRINGS:
            quote = max(quote, text.rfind(before, max(quote, start), end) + 1)
    if quote < start:
        raise _Doubt
    return quote


def _split(before: bytes, after: bytes) -> tuple[bytes, list[bytes], list[bytes]]:
    """The text that both share with marks for the string tokens that differ, and those tokens on both sides.

    Whether a stretch was rightly taken for a string token shows when the shared text is parsed.
    """
    if _MARK in before:
        raise _Doubt
    pieces: list[bytes] = []
    olds: list[bytes] = []
    news: list[bytes] = []
    here, there, written, size = 0, 0, 0, _CHUNK
    length = len(before)
    while True:
        chunk, other = before[here : here + size], after[there : there + size]
        if chunk == other:
            here += size
            there += size
            if here >= length:
                if len(after) - there != length - here:
                    raise _Doubt
                break
            if size < _LONGEST_CHUNK:
                size *= 2
            continue
        at = here
        while size > _NARROW:
            size //= 2
            if chunk[:size] == other[:size]:
                chunk, other = chunk[size:], other[size:]
                at += size
            else:
                chunk, other = chunk[:size], other[:size]
        shared = min(len(chunk), len(other))
        differ = int.from_bytes(chunk[:shared], "big") ^ int.from_bytes(other[:shared], "big")
        at += shared - (differ.bit_length() + 7) // 8 if differ else shared
        # The token around the first difference: from the last real quote before it to the next real quote after.
        quote = _opening(before, written, at)
        start = there + quote - here
        end = _end_of_string(before, quote + 1)
        # On the other side the string ends where the same text follows; a wrong guess is no string and does not parse.
        stop = after.find(before[end - 1 : end + _CONTEXT], start + 1) + 1
        if not stop or after[stop - 2] == _BACKSLASH:
            stop = _end_of_string(after, start + 1)
        pieces.append(before[written:quote])
        pieces.append(b"%b%07d" % (_MARK, len(olds)))
        olds.append(before[quote:end])
        news.append(after[start:stop])
        if len(olds) > _MOST_TOKENS:
            raise _Doubt
        here, there, written, size = end, stop, end, _CHUNK
    pieces.append(before[written:])
    return b"".join(pieces), olds, news


def _alike(old: str, new: str, room: int) -> bool:
    """True where two payloads hold the same but for strings, none of them JSON again, and no message is in them."""
    try:
        return _shaped(decode_exact(old, max_depth=room), decode_exact(new, max_depth=room))
    except JsonFault:
        return False


def _shaped(old: Any, new: Any) -> bool:
    kind = type(old)
    if kind is not type(new):
        return False
    if kind is str:
        return old == new or old[:1] not in _OPENERS
    if kind is dict:
        return (
            len(old) == len(new) and not is_item(old) and all(key in new and _shaped(old[key], new[key]) for key in old)
        )
    if kind is list:
        return len(old) == len(new) and all(map(_shaped, old, new))
    if kind is LosslessFloat:
        return bytes(old) == bytes(new)
    return kind is not float and old == new  # type: ignore[no-any-return]


class TextShortcut:
    """Two JSON texts that are alike but for some string tokens; made for one check.

    Args:
        rules: what may happen where.
        options: what is asked.
    """

    __slots__ = ("_end", "_fields", "_left", "_news", "_olds", "_options", "_rules")

    def __init__(self, rules: Rules, options: CompareOptions) -> None:
        self._rules, self._options = rules, options

    def check(self, before: bytes, after: bytes) -> tuple[int, int] | None:
        """Counts of scalars and content fields where the pair passes, else None."""
        return self._check(before, after, self._rules.root, self._options.max_depth)

    def _check(self, before: bytes, after: bytes, root: Standing, room: int) -> tuple[int, int] | None:
        try:
            if before == after:
                skeleton, self._olds, self._news = before, [], []
            else:
                skeleton, olds, news = _split(before, after)
                self._olds = orjson.loads(b"[%b]" % b",".join(olds))
                self._news = orjson.loads(b"[%b]" % b",".join(news))
                if len(self._olds) != len(olds) or len(self._news) != len(olds):
                    return None
            self._left = len(self._olds)
            self._end, self._fields = _FIRST + self._left, root.accepts
            tree = orjson.loads(skeleton)
            kind = type(tree)
            if kind is not dict and kind is not list:
                return None
            scalars = (self._members if kind is dict else self._items)(tree, root, room)
        except (_Doubt, ValueError, RecursionError):
            return None
        # A mark not met stood inside a string or under a repeated key; a permuted list has leaves of other items.
        if self._left or not set(self._olds).isdisjoint(self._news):
            return None
        return scalars, self._fields

    def _members(self, node: dict[str, Any], at: Standing, room: int) -> int:
        if at.state is None and not at.content:
            return self._count(node, room)
        if not room:
            raise _Doubt
        if at.region:
            at = at.inside(node)
        scalars = len(node)
        ends = at.ends
        if ends is None:
            for key in node:
                self._fields += at[key].accepts
        else:
            for key in ends:
                if key in node:
                    self._fields += 1
        if _PLAIN.issuperset(map(type, node.values())):
            return scalars
        for key, value in node.items():
            kind = type(value)
            if kind is dict:
                scalars += self._members(value, at[key], room - 1) - 1
            elif kind is list:
                scalars += self._items(value, at[key], room - 1) - 1
            elif kind is int and _FIRST <= value < self._end:
                self._change(value - _FIRST, at[key], room)
        return scalars

    def _items(self, node: list[Any], at: Standing, room: int) -> int:
        if at.state is None and not at.content:
            return self._count(node, room)
        if not room:
            raise _Doubt
        scalars = len(node)
        alike = at.all_items
        if alike is not None:
            self._fields += alike.accepts * scalars
            if _PLAIN.issuperset(map(type, node)):
                return scalars
        for index, value in enumerate(node):
            if alike is not None:
                child = alike
            else:
                child = at.item(index, value)
                self._fields += child.accepts
            kind = type(value)
            if kind is dict:
                scalars += self._members(value, child, room - 1) - 1
            elif kind is list:
                scalars += self._items(value, child, room - 1) - 1
            elif kind is int and _FIRST <= value < self._end:
                self._change(value - _FIRST, child, room)
        return scalars

    def _count(self, node: Any, room: int) -> int:
        """Scalars of a container that no path reaches; nothing in it may differ."""
        if not room:
            raise _Doubt
        values = node.values() if type(node) is dict else node
        scalars = len(values)
        if _PLAIN.issuperset(map(type, values)):
            return scalars
        for value in values:
            kind = type(value)
            if kind is dict or kind is list:
                scalars += self._count(value, room - 1) - 1
            elif kind is int and _FIRST <= value < self._end:
                raise _Doubt
        return scalars

    def _change(self, number: int, at: Standing, room: int) -> None:
        """A string that differs: allowed under free content, if what it encodes stays in shape."""
        self._left -= 1
        options = self._options
        checked = options.check_encoded_json
        if at.held and not (checked and at.state is not None and at.state.leads_on):
            raise _Doubt
        if not checked:
            return
        old, new = self._olds[number], self._news[number]
        if not at.held:
            opener = old[:1]
            if opener.isalnum() or at.level >= options.decode_depth or not (at.accepts or options.decode_depth > 1):
                return
            if opener in ("{", "["):
                below = self._rules.decoded(at, "content")
                if (
                    below.state is None
                    and below.declared is None
                    and below.region != OUTSIDE
                    and _alike(old, new, room)
                ):
                    return
        comparison = Comparison(self._rules, options)
        comparison.scalar(old, new, "string", at, None, options.max_depth - room + 2)
        if comparison.found:
            raise _Doubt
