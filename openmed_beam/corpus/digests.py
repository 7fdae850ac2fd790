"""Digests of files and of stretches of them: SHA-256 of whole files, CRC-32 of the ranges of a file that is cut.

Of a cut file the whole is digested once at its end, for the manifest; a digest of each range only has to notice, when
a run is resumed, that bytes are no longer what they were, and SHA-256 would cost as much again as the whole.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Protocol

from openmed_beam.corpus import storage

_STEP = 1 << 18
_CRC = "crc32:"


class Hash(Protocol):
    """What `hashlib.sha256()`, `hmac.new(key, digestmod="sha256")` and `Crc32` have in common."""

    def update(self, data: bytes, /) -> None:
        """Adds bytes."""
        ...

    def hexdigest(self) -> str:
        """The digest so far."""
        ...


class Crc32:
    """CRC-32 with the calls of a hash; its digest is told from a SHA-256 by its first letters."""

    def __init__(self) -> None:
        self._value = 0

    def update(self, data: bytes, /) -> None:
        """Adds bytes."""
        self._value = zlib.crc32(data, self._value)

    def hexdigest(self) -> str:
        """`crc32:` and eight hex digits."""
        return f"{_CRC}{self._value:08x}"


def hash_of_range(cuts: int) -> Hash:
    """What digests a range of a file that is cut into so many."""
    return hashlib.sha256() if cuts == 1 else Crc32()


def hash_like(digest: str) -> Hash:
    """What digests as a known digest was made."""
    return Crc32() if digest.startswith(_CRC) else hashlib.sha256()


def digest_of(path: str, like: str = "") -> str:
    """SHA-256 of a file's bytes, hex; or the digest of the kind of a known one."""
    digest = hash_like(like)
    with storage.open_for_reading(path) as handle:
        while block := handle.read(_STEP):
            digest.update(block)
    return digest.hexdigest()
