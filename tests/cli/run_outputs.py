"""What a run left in its folder, as plain values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def report_of(directory: Path) -> dict[str, Any]:
    """report.json of a run."""
    report: dict[str, Any] = json.loads((directory / "report.json").read_text())
    return report


def letters_of(directory: Path) -> list[dict[str, Any]]:
    """The dead letters of a run, in order."""
    return [
        json.loads(line)
        for file in sorted((directory / "dead_letters").glob("*.jsonl"))
        for line in file.read_text().splitlines()
    ]


def tree_of(directory: Path, *, but: tuple[str, ...] = ()) -> dict[str, bytes]:
    """Every file below a folder by its relative name."""
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file() and path.name not in but
    }
