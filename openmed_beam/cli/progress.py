"""A line on the terminal while the local runner works: parts and bytes that have been written, nothing of a record."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from openmed_beam.corpus import storage
from openmed_beam.corpus.run_directory import PARTS

_CLEAR = "\r\x1b[K"
_SECONDS = 1.0


@contextmanager
def progress(directory: str, parts: int, *, wanted: bool) -> Iterator[None]:
    """Show how far a run is, until the block ends; nothing where standard error is no terminal.

    Args:
        directory: the output directory; a remote one is not looked at.
        parts: how many parts the run writes, earlier ones of a resumed run included.
        wanted: whether to show anything.
    """
    if not wanted or storage.is_remote(directory) or not sys.stderr.isatty():
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_show, args=(storage.join(directory, *PARTS, "traces"), parts, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        print(_CLEAR, end="", file=sys.stderr, flush=True)


def _show(folder: str, parts: int, ended: threading.Event) -> None:
    most, pause = 0, _SECONDS
    while not ended.wait(pause):
        began = time.monotonic()
        done, size = written(folder)
        most = max(most, done)
        says = f"{most} of {parts} parts, {size / 1e6:.0f} MB written" if done == most else "putting files together"
        print(f"{_CLEAR}{says}", end="", file=sys.stderr, flush=True)
        pause = max(_SECONDS, 20 * (time.monotonic() - began))


def written(folder: str) -> tuple[int, int]:
    """Parts that are done, and bytes of these and of those under way."""
    done = size = 0
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            done += entry.name.endswith(".part")
            with suppress(OSError):
                size += entry.stat().st_size
    return done, size
