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
        ValueError: an empty segment, a negative index, or a path that the grammar does not know.
        TypeError: something that is neither text, an index nor a sequence of them.
    """
    if isinstance(spec, str):
        return _several((spec,))
    if isinstance(spec, bool) or isinstance(spec, bytes):
        raise TypeError("each content path must be a string or sequence of segments")
    if isinstance(spec, int):
        return _ordered([(_segment(spec),)])
    items: tuple[Any, ...] = tuple(spec)
    if all(isinstance(item, str) for item in items):
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
    return len(wide) <= len(narrow) and all(
        own == other or (own.kind == "child" and (other.kind != "index" or len(wide) < len(narrow)))
        for own, other in zip(wide, narrow)
    )


def _ordered(paths: list[Path]) -> tuple[Path, ...]:
    distinct = sorted(set(paths), key=lambda path: (len(path), [(s.kind, s.name, str(s.value)) for s in path]))
    return tuple(
        path
        for path in distinct
        if not any(
            other is not path and _covers(other, path) and "deep" not in {s.kind for s in other} for other in distinct
        )
    )
