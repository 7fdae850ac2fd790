"""What dies on a session cluster of Flink costs time, and nothing else: no record is lost, doubled or counted twice."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from engine_corpus import POISON, records
from engine_marks import slow
from flink_cluster import FlinkCluster
from runner_cases import DIRECT, Ran, run_command, start_command, tree_of

pytestmark = pytest.mark.runners

FILES, LONGEST = 16, 240


@pytest.fixture(scope="module")
def input_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that make a batch each, with a record for the dead letters in every one."""
    folder = tmp_path_factory.mktemp("slow")
    for index in range(FILES):
        lines = list(records(index * 1000, 40_000, 2000))
        lines.insert(3, POISON[index % len(POISON)] + b"\n")
        (folder / f"{index:02d}.jsonl").write_bytes(b"".join(lines))
    return folder


@pytest.fixture(scope="module")
def expected(input_files: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, dict[str, bytes]]:
    """What one worker in process gives."""
    work = tmp_path_factory.mktemp("expected")
    ran = run_command([*words_for(input_files, work / "out"), *DIRECT.options()], work / "metrics.json")
    assert ran.status == 3, ran.text
    return ran, tree_of(work / "out")


def words_for(input_files: Path, output: Path) -> list[str]:
    paths = ("--content-path", "messages.*.content")
    redactor = ("--redactor", "witness_redactors:at_the_gate")
    return ["redact", str(input_files), "--output", str(output), *paths, *redactor, "--quiet"]


@pytest.fixture
def running(cluster: FlinkCluster, input_files: Path, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The command on the cluster, some of its parts written, a worker held in the middle of another by the gate."""
    assert cluster.gate is not None
    cluster.gate.write_text(str(tmp_path / "out"))
    process = start_command([*words_for(input_files, tmp_path / "out"), *cluster.options()], tmp_path / "metrics.json")
    try:
        wait_for(
            lambda: parts_of(tmp_path / "out") and busy(cluster),
            process,
            tmp_path,
            "a part written and another begun",
        )
        yield process
    finally:
        cluster.gate.unlink(missing_ok=True)
        if process.poll() is None:
            process.kill()
            process.wait()
        cluster.cancel_jobs()


def parts_of(output: Path) -> list[str]:
    return [path.name for path in output.rglob("*.part")]


def open_the_gate(cluster: FlinkCluster) -> None:
    assert cluster.gate is not None
    cluster.gate.unlink()


def busy(cluster: FlinkCluster) -> list[int]:
    """Python workers that have a part open."""
    return [pid for pid in cluster.workers() if any(place.endswith(".tmp") for place in open_files(pid))]


def open_files(pid: int) -> list[str]:
    try:
        return [os.readlink(entry) for entry in Path(f"/proc/{pid}/fd").iterdir()]
    except OSError:
        return []


def wait_for(
    is_so: Callable[[], Any], process: subprocess.Popen[bytes] | None, work: Path, what: str, longest: float = LONGEST
) -> None:
    until = time.monotonic() + longest
    while not is_so():
        if process is not None and process.poll() is not None:
            pytest.fail(f"the command ended before: {what}\n{(work / 'metrics.txt').read_text()}")
        if time.monotonic() > until:
            pytest.fail(f"not seen in {longest} s: {what}")
        time.sleep(0.05)


def check(work: Path, expected: tuple[Ran, dict[str, bytes]], *, metrics: bool = True) -> None:
    ran, files = expected
    found = tree_of(work / "out")
    assert sorted(found) == sorted(files)
    assert [name for name in files if found[name] != files[name]] == []
    totals = json.loads(found["report.json"])["totals"]
    assert totals["records_read"] == totals["records_passed"] + FILES
    if metrics:
        assert json.loads((work / "metrics.json").read_text())["counters"] == ran.metrics["counters"]


def newest_job(cluster: FlinkCluster) -> str:
    jobs = cluster.rest("/jobs/overview")["jobs"]
    return str(max(jobs, key=lambda job: job["start-time"])["jid"])


def test_a_worker_killed_in_the_middle_of_a_part(
    cluster: FlinkCluster, running: subprocess.Popen[bytes], expected: tuple[Ran, dict[str, bytes]], tmp_path: Path
) -> None:
    cluster.kill_worker(busy(cluster)[0])
    open_the_gate(cluster)

    assert running.wait(LONGEST) == 3
    assert cluster.failures(newest_job(cluster)) >= 1
    check(tmp_path, expected)


@slow("a lost TaskManager")
def test_a_task_manager_killed_and_replaced(
    cluster: FlinkCluster, running: subprocess.Popen[bytes], expected: tuple[Ran, dict[str, bytes]], tmp_path: Path
) -> None:
    cluster.kill_task_manager()
    open_the_gate(cluster)
    wait_for(lambda: cluster.rest("/overview")["taskmanagers"] == 1, running, tmp_path, "the cluster misses it")
    assert running.poll() is None
    cluster.add_task_manager()

    assert running.wait(LONGEST) == 3
    assert cluster.failures(newest_job(cluster)) >= 1
    check(tmp_path, expected)


@slow("a client that dies")
def test_a_client_that_dies_leaves_a_job_that_ends(
    cluster: FlinkCluster,
    running: subprocess.Popen[bytes],
    expected: tuple[Ran, dict[str, bytes]],
    input_files: Path,
    tmp_path: Path,
) -> None:
    running.kill()
    running.wait()
    open_the_gate(cluster)

    wait_for(lambda: cluster.jobs()[newest_job(cluster)] == "FINISHED", None, tmp_path, "the job's end")
    check(tmp_path, expected, metrics=False)
    again = run_command(
        [*words_for(input_files, tmp_path / "out"), "--resume", *cluster.options()], tmp_path / "m.json"
    )
    assert (again.status, again.metrics) == (3, {})
    check(tmp_path, expected, metrics=False)
