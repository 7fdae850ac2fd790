"""Content paths as the seeds' functions read them: openmed's spellings, and the house grammar where openmed has none.

A flat sequence of strings is several paths; one with an index in it is a single path; a nested sequence is one path of
literal segments. Paths that another covers are dropped. Observed on openmed 3.1.0 (see docs/openmed.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from openmed_beam.traces.content_path import Path, Segment, parse_path

ContentPath = str | Sequence[str | int]
ContentPathSpec = str | Sequence[str | int] | Sequence[str | Sequence[str | int]] | None


def core_paths(spec: Any) -> tuple[Path, ...]:
    """The paths that a `content_paths` argument means, covered ones dropped, shortest first.

    Raises:
        ValueError: an empty segment, a negative index, `**` alone among several strings, or a path that the grammar
            does not know.
        TypeError: something that is neither text, an index nor a sequence of them.
    """
    if isinstance(spec, str):
        return _several((spec,))
    if isinstance(spec, bool | bytes):
        raise TypeError("each content path must be a string or sequence of segments")
    if isinstance(spec, int):
        return _ordered([(_segment(spec),)])
    items: tuple[Any, ...] = tuple(spec)
    if all(isinstance(item, str) for item in items):
        if len(items) > 1 and "**" in items:
            # One path to openmed's verifier, an error to its redactor: not to be guessed.
            raise ValueError("`**` among several strings is no path of its own; write it as one path, '**.name'")
        return _several(items)
    if all(isinstance(item, str | int) for item in items):
        return _ordered([tuple(_segment(item) for item in items)])
    return _ordered([_one(item) for item in items])


@lru_cache(maxsize=1024)
def _several(texts: tuple[str, ...]) -> tuple[Path, ...]:
    return _ordered([_text(text) for text in texts])


def _one(item: Any) -> Path:
    if isinstance(item, str):
        return _text(item)
    if isinstance(item, int) and not isinstance(item, bool):
        raise TypeError("content path segments must be strings or integers")
    if isinstance(item, bytes | bytearray) or not isinstance(item, Iterable):
        raise TypeError("each content path must be a string or sequence of segments")
    return tuple(_segment(part) for part in item)


def _segment(part: Any) -> Segment:
    if isinstance(part, bool):
        raise TypeError("content path segments cannot be booleans")
    if not isinstance(part, str | int):
        raise TypeError("content path segments must be strings or integers")
    if isinstance(part, int):
        if part < 0:
            raise ValueError("content path indexes must be non-negative")
        return Segment("index", value=part)
    if not part:
        raise ValueError("content path segments must not be empty")
    return Segment("child") if part == "*" else Segment("deep") if part == "**" else Segment("key", part)


def _text(text: str) -> Path:
    if text in ("", "$"):
        return ()
    if text.startswith("/"):
        return tuple(_segment(part.replace("~1", "/").replace("~0", "~")) for part in text[1:].split("/"))
    if "[" not in text and not text.startswith("$."):
        parts = text.split(".")
        if not all(parts):
            raise ValueError("content paths must not contain empty segments")
        return tuple(_segment(part) for part in parts)
    return parse_path(text)


def _covers(wide: Path, narrow: Path) -> bool:
    return len(wide) <= len(narrow) and all(own == other or own.kind == "child" for own, other in zip(wide, narrow))


def _rank(path: Path) -> tuple[int, list[tuple[str, str]]]:
    """openmed's order: short paths first, indexes before keys, both as text (`*` is a text like any other)."""
    return len(path), [
        ("int", str(part.value)) if part.kind == "index" else ("str", "*" if part.kind == "child" else part.name)
        for part in path
    ]


def _ordered(paths: list[Path]) -> tuple[Path, ...]:
    kept: list[Path] = []
    for path in sorted(set(paths), key=_rank):
        # Only what stands before it in this order hides a path: `a[0]` and `a.!` stay beside `a.*`, as in openmed.
        if not any(_covers(other, path) and all(part.kind != "deep" for part in other) for other in kept):
            kept.append(path)
    return tuple(kept)


def may_meet(paths: tuple[Path, ...]) -> bool:
    """True where two of the paths can reach one leaf."""
    return any(all(map(_alike, one, other)) for number, one in enumerate(paths) for other in paths[:number])


def _alike(one: Segment, other: Segment) -> bool:
    """True where one key or index can be a step of both."""
    if one.kind in ("key", "index") and other.kind in ("key", "index"):
        if one.kind == other.kind:
            return one == other or (one.name.isdecimal() and other.name.isdecimal())
        return (one.name or other.name).isdecimal()
    return True
