"""Every script of pipelines/ runs as its docstring says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from openmed_beam.sample import FAULTY, RECORDS, sample_path

HOME = Path(__file__).parents[2]


def script(name: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, HOME / "pipelines" / name, *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(HOME)},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )


def test_every_script_has_a_test() -> None:
    tested = {"redact_files.py", "redact_own_records.py"}
    assert {path.name for path in (HOME / "pipelines").glob("*.py")} == tested


def test_redact_files(tmp_path: Path) -> None:
    done = script(
        "redact_files.py", sample_path(), "--output", tmp_path / "out", "--policy", HOME / "configs/sample.yaml"
    )

    totals = json.loads(done.stdout)
    assert (totals["records_read"], totals["records_dead_lettered"]) == (RECORDS, FAULTY)
    written = sorted(str(path.relative_to(tmp_path / "out/traces")) for path in (tmp_path / "out/traces").rglob("*.*"))
    assert written == sorted(str(path.relative_to(sample_path())) for path in sample_path().rglob("*.*"))
    letters = [line for path in (tmp_path / "out/dead_letters").iterdir() for line in path.read_text().splitlines()]
    assert len(letters) == FAULTY


def test_redact_own_records(tmp_path: Path) -> None:
    source = sample_path() / "batch/export_with_faults.jsonl"

    script("redact_own_records.py", source, tmp_path / "out", "--content-path", "messages.*.content")

    written = b"".join(path.read_bytes() for path in tmp_path.glob("out-0*.jsonl"))
    letters = b"".join(path.read_bytes() for path in tmp_path.glob("out-dead-letters-0*.jsonl"))
    assert len(written.splitlines()) == 2
    assert b"[EMAIL]" in written
    # Beam's text source hands a blank line over as a record, which is no JSON.
    assert len(letters.splitlines()) == FAULTY + 1
