"""Which worker process took which ranges, told from the notes of `witness_redactors:note`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

_NUMBER = re.compile(rb"#(\d{9}) ")


def notes_of(folder: Path) -> dict[int, list[int]]:
    """Numbers of the records by the process that worked on them."""
    return {int(path.stem): [int(line) for line in path.read_text().split()] for path in sorted(folder.glob("*.txt"))}


def shares_of_ranges(notes: dict[int, list[int]], file: Path, cuts: Sequence[int]) -> dict[int, list[int]]:
    """Ranges of one file by process: those in which no record starts are left out."""
    firsts = [number for cut in cuts if (number := _first_number(file, cut)) is not None]
    return {pid: sorted({bisect_right(firsts, number) - 1 for number in numbers}) for pid, numbers in notes.items()}


def shares_of_files(notes: dict[int, list[int]]) -> dict[int, list[int]]:
    """Small files (`engine_corpus.small_files`) by process."""
    return {pid: sorted({number // 100_000 for number in numbers}) for pid, numbers in notes.items()}


def _first_number(file: Path, cut: int) -> int | None:
    """Number of the first record that starts at or after a byte of the file."""
    with open(file, "rb") as handle:
        if cut:
            handle.seek(cut - 1)
            handle.readline()
        found = _NUMBER.search(handle.readline())
    return int(found[1]) if found else None


def shown(shares: dict[int, list[int]], what: str) -> str:
    """Lines for people: a worker and its ranges."""
    return "\n".join(f"worker {pid}: {len(some)} {what}: {_short(some)}" for pid, some in sorted(shares.items()))


def _short(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] + 1 == number:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    texts = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    return " ".join(texts if len(texts) <= 24 else [*texts[:24], f"... ({len(texts) - 24} more runs)"])
