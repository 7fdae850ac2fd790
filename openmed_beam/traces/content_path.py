"""The path language: which places of a trace a configured path means. One grammar for redactor, verifier and policy.

A path is a row of segments, written `messages.*.content`, as a JSON Pointer (`/messages/0/content`) or as a sequence
of keys and indexes. Several paths are compiled once into a `PathPlan`, whose states are walked key by key together
with the trace. A path crosses a JSON-encoded string without a sign. Nothing here reads a value but for selectors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from typing import Any, Literal

from openmed_beam.errors import PolicyError

SegmentKind = Literal["key", "index", "child", "item", "deep", "glob", "select"]

#: One configured path: its text, or its keys and indexes in order.
PathSpec = str | Sequence[str | int]


@dataclass(frozen=True)
class Segment:
    """One step of a path.

    Attributes:
        kind: `key` (also the array index of that number, where the name is one), `index`, `child` (`*`: any key or
            item), `item` (`[*]`, `[]`: any array item), `deep` (`**`: any number of levels), `glob` (`[~'a.*.b']`: a
            key by pattern), `select` (`[key=value]`: items that are objects with that member).
        name: the key, the glob, or the selector's key.
        value: the index, or the selector's value.
    """

    kind: SegmentKind
    name: str = ""
    value: str | int = ""


Path = tuple[Segment, ...]

_CHILD, _ITEM, _DEEP = Segment("child"), Segment("item"), Segment("deep")
_NAME_END = re.compile(r"[.\[]")
_QUOTED = re.compile(r"""(~?)(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]""")
_SELECT = re.compile(r"""([^\]='"\[]+)=(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\]]*))\]""")
_ESCAPE = re.compile(r"\\(.)")


def parse_path(spec: PathSpec) -> Path:
    """Read one path.

    Args:
        spec: text in the grammar of docs/paths.md, or a sequence of keys, indexes, `*` and `**`.

    Raises:
        PolicyError: it is no path; the message shows the position with a caret.
    """
    if isinstance(spec, str):
        return _parse_pointer(spec) if spec.startswith("/") else _Reader(spec).path()
    if not isinstance(spec, Sequence) or isinstance(spec, bytes):
        raise PolicyError(f"a content path is text or a sequence of keys and indexes, not {type(spec).__name__}")
    return tuple(_segment_of(part) for part in spec)


def _segment_of(part: object) -> Segment:
    if isinstance(part, bool) or not isinstance(part, str | int):
        raise PolicyError(f"a path segment is a key or an index, not {type(part).__name__}")
    if isinstance(part, int):
        if part < 0:
            raise PolicyError("an index in a content path is 0 or more")
        return Segment("index", value=part)
    return _DEEP if part == "**" else _CHILD if part == "*" else Segment("key", part)


def _parse_pointer(text: str) -> Path:
    for match in re.finditer(r"~(?![01])", text):
        raise _fault(text, match.start(), "in a JSON Pointer `~` is written `~0` and `/` inside a key `~1`")
    return tuple(_segment_of(part.replace("~1", "/").replace("~0", "~")) for part in text[1:].split("/"))


def _fault(text: str, position: int, problem: str) -> PolicyError:
    return PolicyError(f"content path: {problem}, at position {position + 1}:\n  {text}\n  {' ' * position}^")


class _Reader:
    """Reads the dotted grammar from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def path(self) -> Path:
        text = self.text
        if not text:
            raise _fault(text, 0, "a path is empty; the root is `$`")
        segments: list[Segment] = []
        if text == "$" or text.startswith(("$.", "$[")):
            self.at = 1
            if text == "$":
                return ()
        elif text[0] != "[":
            segments.append(self.name())
        while self.at < len(text):
            if text[self.at] == ".":
                self.at += 1
                if text[self.at : self.at + 1] == "[":
                    continue
                segments.append(self.name())
            elif text[self.at] == "[":
                self.at += 1
                segments.append(self.bracket())
            else:
                raise _fault(text, self.at, "after `]` comes `.` or `[`")
        return tuple(segments)

    def name(self) -> Segment:
        start, end = self.at, _NAME_END.search(self.text, self.at)
        self.at = end.start() if end else len(self.text)
        name = self.text[start : self.at]
        if not name:
            raise _fault(self.text, start, "a name is missing; a key with odd characters is quoted: ['...']")
        if "]" in name:
            raise _fault(self.text, start + name.index("]"), "`]` without `[`")
        return _segment_of(name)

    def bracket(self) -> Segment:
        text, start = self.text, self.at
        for literal, segment in (("]", _ITEM), ("*]", _ITEM)):
            if text.startswith(literal, start):
                self.at += len(literal)
                return segment
        if match := re.compile(r"(\d+)\]").match(text, start):
            self.at = match.end()
            return Segment("index", value=int(match[1]))
        if match := _QUOTED.match(text, start):
            self.at = match.end()
            name = _ESCAPE.sub(r"\1", match[2] if match[2] is not None else match[3])
            return Segment("glob" if match[1] else "key", name)
        if match := _SELECT.match(text, start):
            self.at = match.end()
            quoted = match[2] if match[2] is not None else match[3]
            return Segment("select", match[1], _ESCAPE.sub(r"\1", quoted) if quoted is not None else match[4])
        raise _fault(text, start, "expected an index, `*`, a quoted key, [~'glob'] or [key=value], closed by `]`")


def render_path(path: Path) -> str:
    """A path as text that `parse_path` reads as the same segments (an index in brackets)."""
    out = ""
    for part in path:
        if part.kind == "key" and not re.search(r"[.\[\]'\"$/*~\s]", part.name) and part.name:
            out += f".{part.name}" if out else part.name
        elif part.kind in ("child", "deep"):
            mark = "*" if part.kind == "child" else "**"
            out += f".{mark}" if out else mark
        elif part.kind == "index":
            out += f"[{part.value}]"
        elif part.kind == "item":
            out += "[*]"
        elif part.kind == "select":
            out += f"[{part.name}={_quote(str(part.value))}]"
        else:
            out += f"[{'~' if part.kind == 'glob' else ''}{_quote(part.name)}]"
    return out or "$"


def _quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


# --- compiled plans ---------------------------------------------------------------------------------------------

_Position = tuple[int, int]
_GLOB_MEMORY = 4096


@dataclass(eq=False)
class PathState:
    """Where all paths of a plan stand after some steps; states are made on demand and shared.

    Attributes:
        accepts: numbers of the paths that end here.
        named: those of them whose last segment spells the key (an exception from protected names).
        keys: next state by key, for the keys that paths spell.
        other: next state for every other key, or None.
        selective: True where the next step by index looks at the item.
        leads_on: True where some path goes on from here.
        few: the steps by key, where only spelled keys lead on (once `prepare` ran); else None.
        every_item: the step by index, where it is the same for all items (once `prepare` ran); else None.
    """

    plan: PathPlan
    positions: frozenset[_Position]
    accepts: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    keys: dict[str, PathState | None] = field(default_factory=dict)
    other: PathState | None = None
    globs: bool = False
    selective: bool = False
    leads_on: bool = False
    few: dict[str, PathState] | None = None
    every_item: PathState | None = None
    _item: PathState | None = None
    _indexes: dict[int, PathState | None] = field(default_factory=dict)
    ready: bool = False

    def prepare(self) -> PathState:
        """Fill in the transitions; called once, when a walk first stands here."""
        self.ready = True
        plan = self.plan
        spelled = {s.name for p, at in self.positions for s in plan.paths[p][at : at + 1] if s.kind == "key"}
        numbers = {
            int(s.value) for p, at in self.positions for s in plan.paths[p][at : at + 1] if s.kind == "index"
        } | {int(name) for name in spelled if _is_number(name)}
        self.other = plan.advance(self.positions, key=None)
        self.keys = {name: plan.advance(self.positions, key=name) for name in spelled}
        for number in numbers:
            self.keys.setdefault(str(number), plan.advance(self.positions, key=str(number)))
        if self.other is None and not self.globs:
            self.few = {name: state for name, state in self.keys.items() if state is not None}
        every_item = plan.advance(self.positions, index=-1)
        self._indexes = {number: plan.advance(self.positions, index=number) for number in numbers}
        self._item = every_item
        self.every_item = None if self.selective or self._indexes else every_item
        return self

    def transitions(
        self,
    ) -> tuple[bool, PathState | None, PathState | None, dict[int, PathState | None], tuple[str, ...]]:
        """What the native walk asks of a state once: whether keys go by pattern, the steps by a key and by an index
        that no path spells, the steps by spelled indexes, and the names that selectors look at."""
        if not self.ready:
            self.prepare()
        steps = (segment for p, at in self.positions for segment in self.plan.paths[p][at : at + 1])
        selectors = {segment.name for segment in steps if segment.kind == "select"}
        return self.globs, self.other, self._item, self._indexes, tuple(sorted(selectors))

    def key(self, name: str) -> PathState | None:
        """The state below an object's key, or None where no path goes on."""
        if not self.ready:
            self.prepare()
        if name in self.keys:
            return self.keys[name]
        if not self.globs:
            return self.other
        found = self.plan.advance(self.positions, key=name)
        if len(self.keys) < _GLOB_MEMORY:
            self.keys[name] = found
        return found

    def index(self, number: int, item: Any = None) -> PathState | None:
        """The state below an array's item; `item` is looked at by selectors only."""
        if not self.ready:
            self.prepare()
        if self.selective:
            return self.plan.advance(self.positions, index=number, item=item)
        return self._indexes.get(number, self._item) if self._indexes else self._item


class PathPlan:
    """Several paths compiled together; walking it costs the same for one path and for a thousand."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.paths = tuple(paths)
        self._globs = {s.name: re.compile(translate(s.name)) for path in self.paths for s in path if s.kind == "glob"}
        self._states: dict[frozenset[_Position], PathState] = {}
        root = self._state(self._closure({(number, 0) for number in range(len(self.paths))}))
        #: The state at the root of a trace (None where there is no path at all).
        self.root: PathState | None = root

    def __len__(self) -> int:
        return len(self.paths)

    @property
    def spelled(self) -> frozenset[str]:
        """Every key that a path spells, an index as its text."""
        segments = [segment for path in self.paths for segment in path]
        return frozenset(segment.name for segment in segments if segment.kind == "key") | frozenset(
            str(segment.value) for segment in segments if segment.kind == "index"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return PathPlan, (self.paths,)

    def _closure(self, positions: set[_Position]) -> frozenset[_Position]:
        waiting = list(positions)
        while waiting:
            path, at = waiting.pop()
            if at < len(self.paths[path]) and self.paths[path][at].kind == "deep" and (path, at + 1) not in positions:
                positions.add((path, at + 1))
                waiting.append((path, at + 1))
        return frozenset(positions)

    def _state(self, positions: frozenset[_Position]) -> PathState | None:
        if not positions:
            return None
        state = self._states.get(positions)
        if state is None:
            ends = sorted(p for p, at in positions if at == len(self.paths[p]))
            following = [self.paths[p][at] for p, at in positions if at < len(self.paths[p])]
            state = self._states[positions] = PathState(
                self,
                positions,
                accepts=tuple(ends),
                named=tuple(p for p in ends if self.paths[p] and self.paths[p][-1].kind == "key"),
                globs=any(segment.kind == "glob" for segment in following),
                selective=any(segment.kind == "select" for segment in following),
                leads_on=bool(following),
            )
        return state

    def advance(
        self, positions: frozenset[_Position], *, key: str | None = None, index: int | None = None, item: Any = None
    ) -> PathState | None:
        """One step: by `key` (None: a key that no path spells) or by `index` (-1: one that no path spells)."""
        reached: set[_Position] = set()
        for path, at in positions:
            if at == len(self.paths[path]):
                continue
            segment = self.paths[path][at]
            if segment.kind == "deep":
                reached.add((path, at))
            elif self._steps(segment, key, index, item):
                reached.add((path, at + 1))
        return self._state(self._closure(reached))

    def _steps(self, segment: Segment, key: str | None, index: int | None, item: Any) -> bool:
        kind = segment.kind
        if kind == "child":
            return True
        if index is not None:
            if kind == "select":
                return isinstance(item, dict) and item.get(segment.name) == segment.value
            return (
                kind == "item"
                or (kind == "index" and segment.value == index)
                or (kind == "key" and _is_number(segment.name) and int(segment.name) == index)
            )
        if key is None:
            return False
        if kind == "glob":
            return self._globs[segment.name].match(key) is not None
        return (kind == "key" and segment.name == key) or (kind == "index" and str(segment.value) == key)


def _is_number(name: str) -> bool:
    """True for a name that is an index as well (`1`, `01`)."""
    return name.isdecimal() and len(name) < 19


def compile_paths(specs: Iterable[PathSpec]) -> PathPlan:
    """Parse and compile several paths.

    Raises:
        PolicyError: see `parse_path`.
    """
    return PathPlan([parse_path(spec) for spec in specs])
