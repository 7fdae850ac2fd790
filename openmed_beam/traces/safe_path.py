"""Places in a trace, rendered without any key or value of it. Keys can hold patient data; digests cannot be read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=65536)
def key_digest(key: str, length: int) -> str:
    """The first `length` hex digits of a key's SHA-256 (a lone surrogate is digested as it is)."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:length]


@lru_cache(maxsize=65536)
def _key_step(key: str) -> str:
    return f".{key}" if key in ("*", "**") else f'["sha256:{key_digest(key, 16)}"]'


def hashed_step(part: object) -> str:
    """One step of `hashed_path`; a key of a foreign mapping that is no text is digested by its text."""
    if isinstance(part, int):
        return f"[{part}]"
    return _key_step(part if isinstance(part, str) else str(part))


def hashed_path(parts: Iterable[object]) -> str:
    """A path in the style of tool-call reports: `$["sha256:<16 hex>"][0]`; wildcards read `.*` and `.**`."""
    return "$" + "".join(map(hashed_step, parts))
