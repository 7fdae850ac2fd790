"""Lines that commands print: file names made safe for a terminal, long lists cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from openmed_beam.corpus import Skipped
from openmed_beam.report.run_report import hint, skipped_because
from openmed_beam.report.terminal import MOST_ROWS


def listed(lines: Sequence[str], what: str) -> list[str]:
    """Lines, indented; after `MOST_ROWS` the list is cut with a note of how many more `what` there are."""
    shown = [f"  {printable(line)}" for line in lines[:MOST_ROWS]]
    return shown + ([f"  ... and {len(lines) - MOST_ROWS} more {what}"] if len(lines) > MOST_ROWS else [])


def skipped_reasons(skipped: Iterable[Skipped], before: str = "") -> list[str]:
    """What is said of files that were not looked at; `before` stands in front of each name."""
    return [
        f"{before}{item.source}: not looked at ({skipped_because(item._asdict())}); {hint(item.reason)}"
        for item in skipped
    ]


def printable(text: str) -> str:
    """Text safe for a terminal: a file name may hold control characters."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
