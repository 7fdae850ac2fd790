"""Redactors that say who worked on what, take their time or wait; for tests that look at an engine's workers."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

_NUMBER = re.compile(r"#(\d{9}) ")


def note(text: str) -> str:
    """Changes nothing; notes the number that a record begins with in a file named by this process.

    Raises:
        KeyError: OPENMED_BEAM_WITNESS, the folder of the notes, is not set.
    """
    found = _NUMBER.match(text)
    if found:
        place = Path(os.environ["OPENMED_BEAM_WITNESS"]) / f"{os.getpid()}.txt"
        with open(place, "ab", buffering=0) as notes:
            notes.write(found[1].encode("ascii") + b"\n")
    return text


def slowly(text: str) -> str:
    """Masks the number that a record begins with, and takes OPENMED_BEAM_DELAY seconds a leaf (default 0)."""
    time.sleep(float(os.environ.get("OPENMED_BEAM_DELAY", "0")))
    return _NUMBER.sub("#[NUMBER] ", text)


def at_the_gate(text: str) -> str:
    """Masks the number that a record begins with, and waits while the gate is closed.

    The gate is the file that OPENMED_BEAM_GATE names; while it is there, it is closed, and it holds the folder of the
    run's output. Until a part of the output is whole, the first record of a thousand takes half a second, so that a
    runner ends a bundle, which makes its parts whole, before all is done; from then on every record waits. Without the
    variable nothing waits.
    """
    found = _NUMBER.match(text)
    gate = os.environ.get("OPENMED_BEAM_GATE")
    if found and gate:
        if found[1].endswith("000") and Path(gate).exists():
            time.sleep(0.5)
        while (output := _held_back(Path(gate))) and any(output.rglob("*.part")):
            time.sleep(0.02)
    return _NUMBER.sub("#[NUMBER] ", text)


def _held_back(gate: Path) -> Path | None:
    try:
        return Path(gate.read_text())
    except FileNotFoundError:
        return None
