"""Content paths as the verifier reads them: openmed's spellings for the drop-in, compiled into the house's plans.

A list of strings is several paths unless one of them is a wildcard, a tuple is one path unless one of them looks like a
path; observed on openmed 3.1.0. Text that openmed cannot read (quoted keys, selectors, globs) is read by the house
grammar. A `PathPlan` is taken as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.traces.content_path import Path, PathPlan, Segment, parse_path
from openmed_beam.traces.fidelity_report import Index, dotted_parts, key_digest, safe_segment

TracePathPart = str | int
TracePath = tuple[TracePathPart, ...]
ContentPath = str | Sequence[str | int]
ContentPathSpec = ContentPath | Iterable[str | Sequence[str | int]] | None

DEFAULT_CONTENT_FIELDS = ("**.content",)

_WILD = ("*", "**")
_HOUSE_GRAMMAR = re.compile(r"""\[~?['"]|\[[^\]'"]+=""")


class OpenMedPlan(PathPlan):
    """A plan with openmed's notion of a step: an index means an array item only, a name an object's key only."""

    def __reduce__(self) -> tuple[Any, ...]:
        return OpenMedPlan, (self.paths,)

    def _steps(self, segment: Segment, key: str | None, index: int | None, item: Any) -> bool:
        if segment.kind == "index":
            return index is not None and segment.value == index
        if segment.kind == "key":
            return index is None and key is not None and segment.name == key
        return super()._steps(segment, key, index, item)


def read_paths(spec: Any) -> tuple[TracePath, ...]:
    """The paths of a `content_paths` argument, each once, in openmed's order.

    Raises:
        PolicyError (a ValueError): an empty segment, a negative index, or something else in a segment's place.
        TypeError: neither text nor anything that holds paths.
    """
    if isinstance(spec, str):
        items: list[Any] = [spec]
    elif isinstance(spec, bytes | bytearray) or not isinstance(spec, Iterable):
        raise TypeError("content paths must be strings or path sequences")
    else:
        items = list(spec)
        if isinstance(spec, Sequence) and not isinstance(spec, AbstractSet | Mapping) and _is_one_path(spec, items):
            items = [tuple(items)]
    return tuple(sorted({_one(item) for item in items}, key=_rank))


def _is_one_path(spec: Any, items: list[Any]) -> bool:
    if not items or not all(isinstance(item, str | int) for item in items):
        return False
    marked = any(not isinstance(item, str) or item in _WILD for item in items)
    if not isinstance(spec, tuple):
        return marked and len(items) > 1
    return marked or not any("." in item or "[" in item or item.startswith(("/", "$")) for item in items)


def _one(item: Any) -> TracePath:
    if isinstance(item, str):
        if _HOUSE_GRAMMAR.search(item):
            return tuple(_Kept(part) for part in parse_path(item))
        try:
            return dotted_parts(item)
        except ValueError:
            raise PolicyError("content path is invalid") from None
    if not isinstance(item, Sequence) or isinstance(item, bytes | bytearray | memoryview) or not item:
        raise PolicyError("content path is invalid")
    parts: list[Any] = []
    for part in item:
        if isinstance(part, bool) or not isinstance(part, str | int) or part == "":
            raise PolicyError("content path is invalid")
        if isinstance(part, int) and part < 0:
            raise PolicyError("content path is invalid")
        parts.append(Index(part) if isinstance(part, int) else part)
    return tuple(parts)


class _Kept(str):
    """A segment of the house grammar, carried through a path of strings; its text is its place in the order."""

    segment: Segment

    def __new__(cls, segment: Segment) -> _Kept:
        self = super().__new__(cls, f"{segment.kind}:{segment.name}:{segment.value}")
        self.segment = segment
        return self


def _rank(path: TracePath) -> list[tuple[int, str]]:
    return [
        (0, str(int(part))) if isinstance(part, int) else (1, key_digest(part) if part in _WILD else safe_segment(part))
        for part in path
    ]


def plan_of(paths: Iterable[TracePath]) -> OpenMedPlan:
    """The paths compiled with openmed's notion of a step."""
    return OpenMedPlan([tuple(_segment(part) for part in path) for path in paths])


def _segment(part: Any) -> Segment:
    if isinstance(part, _Kept):
        return part.segment
    if isinstance(part, int):
        return Segment("index", value=int(part))
    return Segment("child") if part == "*" else Segment("deep") if part == "**" else Segment("key", part)


def plain(path: TracePath) -> TracePath:
    """A path as plain strings and integers."""
    return tuple(int(part) if isinstance(part, int) else str(part) for part in path)


def render_segments(path: Path) -> str:
    """A compiled path as reports show it."""
    out = "$"
    for part in path:
        if part.kind == "index":
            out += f"[{part.value}]"
        elif part.kind == "key":
            out += f".{safe_segment(part.name)}"
        elif part.kind in ("child", "item"):
            out += ".*"
        elif part.kind == "deep":
            out += ".**"
        elif part.kind == "glob":
            out += f"[~{safe_segment(part.name + '~')}]"
        else:
            out += f"[{safe_segment(part.name)}={safe_segment(str(part.value) + '=')}]"
    return out
