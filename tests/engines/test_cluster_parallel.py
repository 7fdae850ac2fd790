"""Both slots of a session cluster take part, in one large file and in many small ones, and no process holds the corpus.

Small sizes by default; with OPENMED_BEAM_SLOW=1 one file of 1 GB and 1,000 small ones.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import engine_corpus
import pytest
import worker_shares
from flink_cluster import FlinkCluster
from process_memory import PeakWatch
from runner_cases import run_command

pytestmark = pytest.mark.runners

LARGE = os.environ.get("OPENMED_BEAM_SLOW") == "1"
ONE_FILE = 1_000_000_000 if LARGE else 40_000_000
SMALL_FILES, SMALL_BYTES = (1000, 100_000_000) if LARGE else (200, 8_000_000)


@pytest.fixture
def witness(cluster: FlinkCluster) -> Path:
    """The folder in which the workers note what they worked on, emptied."""
    assert cluster.witness is not None
    for path in cluster.witness.glob("*.txt"):
        path.unlink()
    return cluster.witness


def redact(cluster: FlinkCluster, source: Path, work: Path) -> dict[str, object]:
    """Run the command on the cluster; gives the manifest; prints peaks."""
    words = ["redact", str(source), "--output", str(work / "out"), "--content-path", "messages.*.content", "--quiet"]
    chain = ["--redactor", "witness_redactors:note+rules"]
    with PeakWatch(cluster.processes) as watch:
        ran = run_command([*words, *chain, *cluster.options()], work / "metrics.json", timeout=1500)
    assert ran.status == 0, ran.text
    print(f"{ran.seconds:.0f} s")
    for peak in [*watch.peaks(), *ran.peaks]:
        if peak.megabytes > 20:
            print(f"  {peak.name:<24}{peak.megabytes:>6} MB peak{peak.seconds:>8.1f} s processor")
            assert peak.megabytes < 1000
    manifest: dict[str, object] = json.loads((work / "out" / "manifest.json").read_text())
    return manifest


def test_one_large_file(
    cluster: FlinkCluster, witness: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = engine_corpus.one_file(tmp_path / "in", ONE_FILE)

    with capsys.disabled():
        print(f"\none file of {ONE_FILE // 1_000_000} MB")
        manifest = redact(cluster, source, tmp_path)
        notes = worker_shares.notes_of(witness)
        shares = worker_shares.shares_of_ranges(notes, source / "large.jsonl", manifest["inputs"][0]["cuts"])
        print(worker_shares.shown(shares, "ranges"))

    assert len(shares) == 2
    first, second = (set(some) for some in shares.values())
    assert not first & second
    assert len(first | second) >= len(manifest["inputs"][0]["cuts"]) - 1  # in the last one no record may start
    assert sum(map(len, notes.values())) == len(set().union(*notes.values())) == manifest["files"][0]["records"]


def test_many_small_files(
    cluster: FlinkCluster, witness: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = engine_corpus.small_files(tmp_path / "in", SMALL_FILES, SMALL_BYTES)

    with capsys.disabled():
        print(f"\n{SMALL_FILES} files of {SMALL_BYTES // SMALL_FILES // 1000} kB")
        manifest = redact(cluster, source, tmp_path)
        notes = worker_shares.notes_of(witness)
        shares = worker_shares.shares_of_files(notes)
        print(worker_shares.shown(shares, "files"))

    assert len(shares) == 2
    first, second = (set(some) for some in shares.values())
    assert not first & second
    assert len(first | second) == SMALL_FILES == len(manifest["files"])
