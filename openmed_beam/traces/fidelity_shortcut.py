"""Deciding most pairs without the whole comparison: two objects walked together, or two JSON texts of which only the
differing string tokens are looked at.

A shortcut answers "passed, with these counts", or `None` for any doubt; then `fidelity_compare` decides and reports.
"""

from __future__ import annotations

import re
from typing import Any

import orjson

from openmed_beam.traces.fidelity_compare import CompareOptions, Comparison
from openmed_beam.traces.fidelity_standing import Rules, Standing

_PLAIN = frozenset((str, type(None)))


class _Doubt(Exception):
    """This pair needs the whole comparison."""


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
        scalars = len(before)
        if scalars != len(after) or not room:
            raise _Doubt
        alive = at.state is not None
        for key, value in before.items():
            other = after[key]
            kind = type(value)
            if alive:
                child = at[key]
                self._fields += child.accepts
            if kind is str:
                if value != other:
                    if not alive:
                        child = at[key]
                    if child.held or type(other) is not str:
                        raise _Doubt
                    self._before.append(value)
                    self._after.append(other)
            elif kind is dict:
                if type(other) is not dict:
                    raise _Doubt
                scalars += self._members(value, other, child if alive else at[key], room - 1) - 1
            elif kind is list:
                if type(other) is not list:
                    raise _Doubt
                scalars += self._items(value, other, child if alive else at[key], room - 1) - 1
            elif type(other) is not kind:
                raise _Doubt
            elif value is not None:
                self._number(value, other, kind, child if alive else at[key])
        return scalars

    def _items(self, before: list[Any], after: list[Any], at: Standing, room: int) -> int:
        scalars = len(before)
        if scalars != len(after) or not room:
            raise _Doubt
        child = at.all_items
        if child is None:
            return self._items_apart(before, after, at, room)
        self._fields += child.accepts * scalars
        for value, other in zip(before, after):
            kind = type(value)
            if kind is dict:
                if type(other) is not dict:
                    raise _Doubt
                scalars += self._members(value, other, child, room - 1) - 1
            elif kind is str:
                if value != other:
                    if child.held or type(other) is not str:
                        raise _Doubt
                    self._before.append(value)
                    self._after.append(other)
            elif kind is list:
                if type(other) is not list:
                    raise _Doubt
                scalars += self._items(value, other, child, room - 1) - 1
            elif type(other) is not kind:
                raise _Doubt
            elif value is not None:
                self._number(value, other, kind, child)
        return scalars

    def _items_apart(self, before: list[Any], after: list[Any], at: Standing, room: int) -> int:
        """A list of which some path spells an index: every item on its own."""
        scalars = 0
        for index, (value, other) in enumerate(zip(before, after)):
            child = at.item(index, value)
            # As a member of an object of one, whose standing is that of the item.
            holder = Standing.__new__(Standing)
            dict.__init__(holder, {0: child})
            holder.state = child.state
            scalars += self._members({0: value}, {0: other}, holder, room)
        return scalars

    def _number(self, value: Any, other: Any, kind: type, at: Standing) -> None:
        if kind is not int and kind is not float and kind is not bool:
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
_STRING_REST = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_CHUNK, _LONGEST_CHUNK, _NARROW = 64, 8192, 128


def _end_of_string(text: bytes, start: int) -> int:
    """One past the closing quote of the string whose first character stands at `start`."""
    end = text.find(_QUOTE, start)
    if end < 0:
        raise _Doubt
    if text[end - 1] == _BACKSLASH and end > start:
        found = _STRING_REST.match(text, start)
        if found is None:
            raise _Doubt
        return found.end()
    return end + 1


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
        quote = before.rfind(_QUOTE, written, at)
        if quote > 0 and before[quote - 1] == _BACKSLASH:
            hidden = before[written:at].replace(b"\\\\", b"__").replace(b'\\"', b"__")
            quote = hidden.rfind(_QUOTE) + written
        if quote < written:
            raise _Doubt
        start = there + quote - here
        end, stop = _end_of_string(before, quote + 1), _end_of_string(after, start + 1)
        pieces.append(before[written:quote])
        pieces.append(b"%b%07d" % (_MARK, len(olds)))
        olds.append(before[quote:end])
        news.append(after[start:stop])
        if len(olds) > _MOST_TOKENS:
            raise _Doubt
        here, there, written, size = end, stop, end, _CHUNK
    pieces.append(before[written:])
    return b"".join(pieces), olds, news


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
        if not room:
            raise _Doubt
        if at.region:
            at = at.inside(node)
        scalars = len(node)
        if at.state is not None:
            for key in node:
                self._fields += at[key].accepts
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
            if old[:1].isalnum() or at.level >= options.decode_depth or not (at.accepts or options.decode_depth > 1):
                return
            if old[:1] in "{[" and old:
                inner = TextShortcut(self._rules, options)
                below = self._rules.decoded(at, "content")
                if inner._check(old.encode(), new.encode(), below, room - 1) is not None:
                    return
        comparison = Comparison(self._rules, options)
        comparison.scalar(old, new, "string", at, None, options.max_depth - room + 2)
        if comparison.found:
            raise _Doubt
