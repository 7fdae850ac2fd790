"""Places in a trace, rendered without any key or value of it. Keys can hold patient data; digests cannot be read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=65536)
def key_digest(key: str, length: int) -> str:
    """The first `length` hex digits of a key's SHA-256 (a lone surrogate is digested as it is)."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def hashed_path(parts: Iterable[str | int]) -> str:
    """A path in the style of tool-call reports: `$["sha256:<16 hex>"][0]`; wildcards read `.*`."""
    out = ["$"]
    for part in parts:
        if isinstance(part, int):
            out.append(f"[{part}]")
        elif part in ("*", "**"):
            out.append(f".{part}")
        else:
            out.append(f'["sha256:{key_digest(part if isinstance(part, str) else str(part), 16)}"]')
    return "".join(out)
