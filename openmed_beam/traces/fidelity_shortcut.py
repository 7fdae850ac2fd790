"""Deciding most pairs of objects without the whole comparison: both are walked together, tightly.

A shortcut answers "passed, with these counts", or `None` for any doubt; then `fidelity_compare` decides and reports.
"""

from __future__ import annotations

from typing import Any

from openmed_beam.traces.fidelity_standing import Standing

_PLAIN = frozenset((str, type(None)))
_SCALARS = frozenset((str, int, float, bool, type(None)))


#: Scalars and content fields are counted in one number: this many scalars make a field.
_FIELD = 1 << 48


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
        for key, value in before.items():
            kind = type(value)
            if kind is str:
                if value != after[key]:
                    raise _Doubt
            elif kind is dict or kind is list:
                other = after[key]
                if kind is not type(other):
                    raise _Doubt
                scalars += _same(value, other, room - 1) - 1
            else:
                other = after[key]
                if value != other or kind is not type(other) or kind not in _SCALARS:
                    raise _Doubt
        return scalars
    for value, other in zip(before, after):
        kind = type(value)
        if kind is str:
            if value != other:
                raise _Doubt
        elif kind is not type(other):
            raise _Doubt
        elif kind is dict or kind is list:
            scalars += _same(value, other, room - 1) - 1
        elif value != other or kind not in _SCALARS:
            raise _Doubt
    return scalars


def apart(before: list[str], after: list[str]) -> bool:
    """True where none of the changed strings before is one after.

    Where a list of messages came out permuted, each changed leaf came from another one: no such leaf, no such list.
    Lengths tell most strings apart, so that long texts need not be hashed.
    """
    lengths = set(map(len, before))
    if lengths.isdisjoint(map(len, after)):
        return True
    return {text for text in after if len(text) in lengths}.isdisjoint(before)


class ObjectShortcut:
    """Two decoded traces under openmed's rules.

    Args:
        root: the standing of the trace.
        max_depth: deepest nesting.
    """

    __slots__ = ("_after", "_before", "_max_depth", "_numbers", "_others", "_root")

    def __init__(self, root: Standing, max_depth: int) -> None:
        self._root, self._max_depth = root, max_depth

    def check(self, before: Any, after: Any) -> tuple[int, int] | None:
        """Counts of scalars and content fields where the pair passes, else None."""
        kind = type(before)
        if kind is not type(after) or (kind is not dict and kind is not list):
            return None
        self._before: list[Any] = []
        self._after: list[Any] = []
        self._numbers: list[Any] = []
        self._others: list[Any] = []
        try:
            walk = self._members if kind is dict else self._items
            counts = walk(before, after, self._root, self._max_depth) + _FIELD * self._root.accepts
        except (_Doubt, KeyError, RecursionError):
            return None
        if not apart(self._before, self._after) or not set(self._numbers).isdisjoint(self._others):
            return None
        return counts % _FIELD, counts // _FIELD

    def _members(self, before: dict[Any, Any], after: dict[Any, Any], at: Standing, room: int) -> int:
        if at.dead:
            return _same(before, after, room)
        scalars = len(before)
        if scalars != len(after) or not room:
            raise _Doubt
        ends = at._ends
        if ends is False:
            ends = at.ends
        if ends is None:
            scalars += _FIELD * sum([at[key].accepts for key in before])
        else:
            for key in ends:
                if key in before:
                    scalars += _FIELD
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
        if at.dead:
            return _same(before, after, room)
        scalars = len(before)
        if scalars != len(after) or not room:
            raise _Doubt
        child = at._items or at.all_items
        if child is None:
            return self._items_apart(before, after, at, room)
        if child.accepts:
            scalars += _FIELD * scalars
        members = self._members
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
                scalars += members(value, other, child, room - 1) - 1
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
            scalars += _FIELD * child.accepts
            kind = type(value)
            if kind is not type(other):
                raise _Doubt
            if kind is dict:
                scalars += self._members(value, other, child, room - 1)
            elif kind is list:
                scalars += self._items(value, other, child, room - 1)
            else:
                scalars += 1
                if kind is str and value != other and not child.held:
                    self._before.append(value)
                    self._after.append(other)
                elif value is not None:
                    self._number(value, other, kind, child)
        return scalars

    def _number(self, value: Any, other: Any, kind: type, at: Standing) -> None:
        if kind not in _SCALARS:
            raise _Doubt
        if value != other:
            if at.held:
                raise _Doubt
            self._numbers.append(value)
            self._others.append(other)
