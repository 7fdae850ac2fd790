"""A run that is killed at any moment and resumed ends in the same bytes as one that was not."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from run_outputs import report_of, tree_of

HOME = Path(__file__).parents[2]
FILES = 700
KILLS = 10 if os.environ.get("OPENMED_BEAM_SLOW") else 3
#: What differs between two runs of one corpus.
BUT = ("manifest.json", "report.json")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    for number in range(FILES):
        lines = [f'{{"id":"{number}-{line}","messages":[{{"content":"Hi Ada {number}-{line}"}}]}}' for line in range(3)]
        if number % 7 == 0:
            lines.insert(1, '{"cut":')
        (folder / f"{number:04}.jsonl").write_text("\n".join([*lines, ""]))
    return folder


def words(corpus: Path, out: Path, *more: str) -> list[str]:
    return [
        "redact", str(corpus), "--output", str(out), "--content-path", "messages.*.content",
        "--redactor", "odd_redactors:sleepy", "--max-dead-letter-rate", "1", "--workers", "1", *more,
    ]  # fmt: skip


def test_killed_and_resumed(command, corpus: Path, tmp_path: Path) -> None:
    whole = command(*words(corpus, tmp_path / "whole"))
    assert whole.status == 0, whole.err
    expected = tree_of(tmp_path / "whole", but=BUT)
    totals = report_of(tmp_path / "whole")["totals"]
    chance = random.Random(7)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), str(HOME)])}
    shared_work = 0
    for kill in range(KILLS):
        out = tmp_path / f"killed-{kill}"
        process = subprocess.Popen(
            [sys.executable, "-m", "openmed_beam", *words(corpus, out)],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while process.poll() is None and not (out / ".openmed-beam/parts").exists():
            time.sleep(0.01)
        time.sleep(chance.uniform(0.0, 3.0))
        process.send_signal(signal.SIGKILL)
        process.wait()

        resumed = command(*words(corpus, out, "--resume"))

        assert resumed.status == 0, resumed.err
        assert tree_of(out, but=BUT) == expected
        report = report_of(out)
        assert report["totals"] == totals
        assert report["this_run"]["records_read"] <= totals["records_read"]
        shared_work += report["this_run"]["records_read"] < totals["records_read"]
    assert shared_work  # at least one kill fell where something was done already


def test_a_changed_input_is_refused(command, tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.jsonl").write_text('{"messages":[{"content":"Ada"}]}\n')
    first = command(*words(source, tmp_path / "out"))
    (source / "b.jsonl").write_text('{"messages":[{"content":"Ada"}]}\n')

    run = command(*words(source, tmp_path / "out", "--resume"))

    assert (first.status, run.status) == (0, 1)
    assert "b.jsonl" in run.err


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_workers_end_with_the_process_that_started_them(corpus: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), str(HOME)])}
    run = subprocess.Popen(
        [sys.executable, "-m", "openmed_beam",
         *words(corpus, tmp_path / "out", "--workers", "2", "--redactor", "odd_redactors:stuck")],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    until = time.monotonic() + 60
    while not any((tmp_path / "out/.openmed-beam").glob("parts/*/*")) and time.monotonic() < until:
        time.sleep(0.05)
    parents = processes()
    (nursery,) = (process for process, parent in parents.items() if parent == run.pid)
    workers = [nursery, *(process for process, parent in parents.items() if parent == nursery)]

    run.kill()
    run.wait()

    until = time.monotonic() + 20
    while not processes().keys().isdisjoint(workers) and time.monotonic() < until:
        time.sleep(0.1)
    assert len(workers) == 3
    assert processes().keys().isdisjoint(workers)


def processes() -> dict[int, int]:
    """The parent of each process that has not ended."""
    found = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = place.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            found[int(place.parent.name)] = int(parent)
    return found
