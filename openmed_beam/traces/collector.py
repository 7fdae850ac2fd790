"""Resting Python's cyclic collector while one record is in hand.

A record's tree holds no cycle, and passes over a tree that is still growing cost more than building it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collector() -> Iterator[None]:
    """Keep the collector from running; where it was off already it stays off."""
    resting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if resting:
            gc.enable()
