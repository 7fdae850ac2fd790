"""Runs of the command over containers that cannot hold every text."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from pathlib import Path

import pytest
from run_outputs import letters_of, report_of

pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
pq = pytest.importorskip("pyarrow.parquet")

DAY = datetime.date(2024, 2, 29)


@pytest.mark.parametrize("column", ["seen", "at", "blob"])
def test_a_value_that_no_longer_fits_its_column_costs_its_record(command, tmp_path: Path, column: str) -> None:
    schema = pa.schema(
        [("text", pa.string()), ("seen", pa.date32()), ("at", pa.timestamp("us")), ("blob", pa.binary())]
    )
    rows = [{"text": "hi Ada", "seen": None, "at": None, "blob": None} for _ in range(3)]
    rows[1][column] = {"seen": DAY, "at": datetime.datetime(2024, 2, 29), "blob": b"hello"}[column]
    pq.write_table(pa.Table.from_pylist(rows, schema), tmp_path / "a.parquet")

    run = command(
        "redact", tmp_path / "a.parquet", "--output", tmp_path / "out", "--content-path", "text",
        "--content-path", column, "--redactor", "odd_redactors:bracket",
    )  # fmt: skip

    assert (run.status, run.err) == (3, "")
    (letter,) = letters_of(tmp_path / "out")
    assert (letter["stage"], letter["reason"], letter["index"]) == ("verify", "fidelity_failed", 1)
    assert [issue["code"] for issue in letter["report"]["issues"]] == ["scalar_type"]
    assert "2024" not in json.dumps(letter)
    totals = report_of(tmp_path / "out")["totals"]
    assert (totals["records_passed"], totals["fidelity.scalar_type"]) == (2, 1)
    written = pq.read_table(tmp_path / "out/traces/a.parquet")
    assert written.schema.equals(schema)
    assert written.column("text").to_pylist() == ["[hi Ada]"] * 2


def test_a_run_that_stops_leaves_no_noise_behind(tmp_path: Path) -> None:
    code = """if True:
        import sys
        from openmed_beam.corpus import PartWriter, plan, read_range
        (piece,) = plan([sys.argv[1]]).ranges
        writer = PartWriter(sys.argv[2])
        for item in read_range(piece):
            if item.frame.kind in ("begin", "record"):
                writer.write(item)
        writer.abort()
    """
    pq.write_table(pa.table({"text": ["a"] * 10}), tmp_path / "a.parquet")

    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "a.parquet"), str(tmp_path / "out")],
        capture_output=True, check=True,
    )  # fmt: skip

    assert done.stderr == b""
