"""Compiled databases of the scanner, kept on disk between processes: building one takes far longer than loading it.

A database holds the catalogue's patterns and nothing of any text. It stands in the user's cache directory, or the one
that `OPENMED_BEAM_CACHE` names, below a name made of all that it depends on. What cannot be read, is damaged or belongs
to somebody else counts as absent; nothing here raises, and `OPENMED_BEAM_CACHE=off` keeps it all off the disk.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_FORMAT = b"openmed-beam scanner 1\n"
_MOST_KEPT = 12
_SUFFIX = ".scanner"


def name_of(parts: Iterable[str]) -> str:
    """The name of a database: a digest of what it is made of, and of the processor that it is made for."""
    digest = hashlib.sha256()
    for part in (sys.platform, str(sys.maxsize), _processor(), *parts):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:40]


def _processor() -> str:
    """What the processor can do, as far as the system says it cheaply; the library checks for itself as it loads."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as stream:
        rows = stream.read(16_384).splitlines()
        return next((row for row in rows if row.startswith(("flags", "Features"))), "")
    return os.environ.get("PROCESSOR_IDENTIFIER", "") or getattr(os, "uname", lambda: ("",))()[-1]


def _folder() -> Path | None:
    named = os.environ.get("OPENMED_BEAM_CACHE")
    if named is not None:
        return None if named in ("", "off") else Path(named)
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "openmed-beam"
    except RuntimeError:  # a user without a home
        return None


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def load(name: str) -> bytes | None:
    """The database kept under a name, or None."""
    folder = _folder()
    if folder is None:
        return None
    try:
        # A pipe in its place must not be waited for.
        with open(folder / (name + _SUFFIX), "rb", opener=_without_waiting) as stream:
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                return None
            if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & 0o022):
                return None
            kept = stream.read()
    except OSError:
        return None
    head = len(_FORMAT) + hashlib.sha256().digest_size
    data = kept[head:]
    return data if kept[:head] == _FORMAT + hashlib.sha256(data).digest() else None


def keep(name: str, data: bytes) -> None:
    """Keeps a database under a name; readers see all of it or nothing. The oldest go where there are many."""
    folder = _folder()
    if folder is None:
        return
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(_FORMAT + hashlib.sha256(data).digest() + data)
            os.replace(made, folder / (name + _SUFFIX))
        except OSError:
            os.unlink(made)
            return
        kept = sorted(folder.glob("*" + _SUFFIX), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in kept[_MOST_KEPT:]:
            old.unlink(missing_ok=True)
