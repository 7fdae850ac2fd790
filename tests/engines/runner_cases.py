"""The runners, each with the options that a user would give, and a way to run the command on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import engine_artifacts
import process_memory
from flink_cluster import PROJECT, FlinkCluster

HERE = Path(__file__).resolve().parent


class RunnerCase(NamedTuple):
    """One way to run.

    Attributes:
        name: what reports call it.
        options: gives the words of the command line; fetches what they name.
    """

    name: str
    options: Callable[[], list[str]]


def _prism() -> list[str]:
    return ["--runner=PrismRunner", f"--prism_location={engine_artifacts.prism()}", "--environment_type=LOOPBACK"]


def _flink() -> list[str]:
    jar = engine_artifacts.flink_job_server()
    return ["--runner=FlinkRunner", "--flink_master=[local]", f"--flink_job_server_jar={jar}", *_LOOPBACK]


def _spark() -> list[str]:
    return ["--runner=SparkRunner", f"--spark_job_server_jar={engine_artifacts.spark_job_server()}", *_LOOPBACK]


_LOOPBACK = ["--environment_type=LOOPBACK"]
_EMBEDDED = ["--runner=PortableRunner", "--job_endpoint=embed", *_LOOPBACK]

#: What the others are compared with.
DIRECT = RunnerCase("DirectRunner, 1 worker", lambda: ["--runner=DirectRunner", "--workers=1"])

#: Runners that need nothing but Beam.
PLAIN = (
    RunnerCase("DirectRunner, 2 processes", lambda: ["--runner=DirectRunner", "--workers=2"]),
    RunnerCase("BundleBasedDirectRunner", lambda: ["--runner=BundleBasedDirectRunner"]),
    RunnerCase("PortableRunner, embedded, loopback", lambda: list(_EMBEDDED)),
    RunnerCase(
        "PortableRunner, embedded, worker process",
        lambda: [*_EMBEDDED, "--experiments=use_loopback_process_worker"],
    ),
)

#: Runners that are fetched.
ENGINES = (
    RunnerCase("PrismRunner", _prism),
    RunnerCase("FlinkRunner, [local]", _flink),
    RunnerCase("SparkRunner, local", _spark),
)


def session_cluster(cluster: FlinkCluster) -> RunnerCase:
    """The cluster as a runner."""
    return RunnerCase("Flink, session cluster", cluster.options)


class Ran(NamedTuple):
    """What a run of the command gave.

    Attributes:
        status, text: exit status, and what was printed.
        seconds: by the clock.
        metrics: counters, distributions, and which kinds of value the runner had.
        peaks: peak memory of the command's process and its children.
    """

    status: int
    text: str
    seconds: float
    metrics: dict[str, Any]
    peaks: list[process_memory.Peak]


def start_command(words: list[str], metrics: Path, environment: Mapping[str, str] | None = None) -> Any:
    """Start the command; its output goes to a file beside `metrics`."""
    places = [str(PROJECT), str(HERE), os.environ.get("PYTHONPATH", "")]
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(place for place in places if place),
        "OPENMED_BEAM_METRICS": str(metrics),
        **(environment or {}),
    }
    with open(metrics.with_suffix(".txt"), "wb") as printed:
        return subprocess.Popen(
            [sys.executable, str(HERE / "run_command.py"), *words],
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            env=variables,
        )


def run_command(
    words: list[str], metrics: Path, *, timeout: float = 600, environment: Mapping[str, str] | None = None
) -> Ran:
    """Run the command and wait for it.

    Raises:
        TimeoutExpired: it was not done in time; it was killed.
    """
    begun = time.monotonic()
    metrics.unlink(missing_ok=True)
    process = start_command(words, metrics, environment)
    with process_memory.PeakWatch(lambda: {"command": process.pid}) as watch:
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
    noted = json.loads(metrics.read_text(encoding="utf-8")) if metrics.exists() else {}
    text = metrics.with_suffix(".txt").read_text(encoding="utf-8", errors="replace")
    return Ran(status, text, time.monotonic() - begun, noted, watch.peaks())


def tree_of(directory: Path) -> dict[str, bytes]:
    """Every file below a folder by its relative name."""
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}
