"""The matrix of runners: what each does with the same corpus, printed as a table with versions.

    python benchmarks/runners.py [--bytes 40000000] [--only WORD ...] [--timeout 900]

Columns: `outcome` the command's files, dead letters and report on a corpus with poison, compared with one worker in
process; `tags` the same transforms with tagged outputs put together by hand (pipelines/redact_files.py); `metrics`
whether counters and distributions are those of the report, and which kind of value the runner has; `resume` the client
killed midway, then --resume: files compared, and ranges that were not done again; then one file of --bytes: seconds and
the peak memory of the largest Python and of the largest other process. Engines that cannot be had are named with the
reason. Exits 1 where something differs.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(HOME), str(HOME / "tests" / "engines")]

import engine_artifacts  # noqa: E402
import engine_corpus  # noqa: E402
import runner_cases  # noqa: E402
from flink_cluster import FlinkCluster, stop_processes  # noqa: E402
from process_memory import Peak, PeakWatch, children_of  # noqa: E402
from runner_cases import DIRECT, ENGINES, PLAIN, RunnerCase, run_command, start_command, tree_of  # noqa: E402

from openmed_beam.report.terminal import table  # noqa: E402

#: The options of pipelines/redact_files.py where they are not those of the command.
_PLAIN_RUNNER = "--runner=apache_beam.runners.portability.fn_api_runner.FnApiRunner"
BY_HAND = {
    DIRECT.name: [],
    PLAIN[0].name: [_PLAIN_RUNNER, "--direct_num_workers=2", "--direct_running_mode=multi_processing"],
}

HEADER = ("runner", "outcome", "tags", "metrics", "resume", "large file", "MB Python", "MB other")

#: Files of the run that is stopped midway, each a batch of its own.
FILES = 16


class Bench:
    """The corpora, and what one worker in process made of them."""

    def __init__(self, work: Path, large: int, timeout: float) -> None:
        self.work = work
        self.timeout = timeout
        self._runs = 0
        shared = HOME.parent / "shared"
        self.poison = engine_corpus.poisoned(self._folder("poison"), shared if shared.exists() else None)
        self.slow = self._folder("slow")
        for index in range(FILES):
            lines = engine_corpus.records(index * 1000, 60_000, 2000)
            (self.slow / f"{index:02d}.jsonl").write_bytes(b"".join(lines))
        self.large = engine_corpus.one_file(work / "large", large)
        self.expected: dict[str, Any] = {}

    def row(self, case: RunnerCase, cluster: FlinkCluster | None = None) -> tuple[str, ...]:
        """One row of the matrix."""
        try:
            options = case.options()
        except engine_artifacts.NotToBeHad as error:
            return (case.name, f"not to be had: {error}")
        cells = [case.name]
        for cell in (self._outcome, self._tags, self._resume, self._large):
            begun = time.monotonic()
            try:
                cells += cell(case, options, cluster)
            except subprocess.TimeoutExpired:
                cells += [f"> {self.timeout:.0f} s"]
            except (KeyError, ValueError, OSError) as error:
                cells += [f"failed: {type(error).__name__}"]
            print(f"{case.name}: {cell.__name__[1:]}: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
        return tuple(cells)

    def _outcome(self, case: RunnerCase, options: list[str], _: FlinkCluster | None) -> list[str]:
        paths = [word for path in engine_corpus.CONTENT_PATHS for word in ("--content-path", path)]
        output = self._folder("out")
        words = ["redact", str(self.poison), "--output", str(output), *paths, "--allow-unmatched", "--quiet", *options]
        ran = run_command(words, self.work / "metrics.json", timeout=self.timeout)
        found = tree_of(output)
        report = json.loads(found["report.json"])
        counted = {name: count for name, count in report["totals"].items() if count}
        right = ran.metrics["counters"] == counted and ran.metrics["distributions"] == report["distributions"]
        self._metrics = f"{'right' if right else 'WRONG'}, {'/'.join(ran.metrics['kinds'])}"
        return [self._compared("outcome", case, found)]

    def _tags(self, case: RunnerCase, options: list[str], _: FlinkCluster | None) -> list[str]:
        output = self._folder("tags")
        program = str(HOME / "pipelines" / "redact_files.py")
        source, policy = str(HOME / "openmed_beam" / "sample" / "traces"), str(HOME / "configs" / "sample.yaml")
        words = [program, source, "--output", str(output), "--policy", policy, *BY_HAND.get(case.name, options)]
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            [sys.executable, *words],
            env={**os.environ, "PYTHONPATH": str(HOME), "PATH": path},
            capture_output=True,
            timeout=self.timeout,
            check=False,
        )
        found = {name: sorted(text.splitlines()) for name, text in tree_of(output).items() if "manifest" not in name}
        compared = "FAILED" if done.returncode else self._compared("tags", case, found)
        return [compared, self._metrics]

    def _resume(self, case: RunnerCase, options: list[str], cluster: FlinkCluster | None) -> list[str]:
        output = self._folder("resume")
        chain = ["--redactor", "witness_redactors:slowly", "--content-path", "messages.*.content"]
        words = ["redact", str(self.slow), "--output", str(output), *chain, "--quiet", *options]
        if case is not DIRECT:
            process = start_command(words, self.work / "metrics.json", {"OPENMED_BEAM_DELAY": "0.04"})
            until = time.monotonic() + self.timeout
            while (
                process.poll() is None and time.monotonic() < until and not list(output.rglob("journal/traces/*.jsonl"))
            ):
                time.sleep(0.05)
            helpers = [pid for child in children_of(process.pid) for pid in (child, *children_of(child))]
            process.kill()
            process.wait()
            stop_processes(helpers)
            if cluster is not None:
                cluster.cancel_jobs()
                _wait(lambda: set(cluster.jobs().values()) <= {"FINISHED", "CANCELED", "FAILED"})
            words.append("--resume")
        ran = run_command(words, self.work / "metrics.json", timeout=self.timeout)
        found = tree_of(output)
        report = json.loads(found.pop("report.json"))
        found["totals"] = json.dumps(report["totals"]).encode()
        kept = 1 - report["this_run"]["records_read"] / report["totals"]["records_read"]
        compared = self._compared("resume", case, found) if ran.status == 0 else "FAILED"
        return [compared if case is DIRECT else f"{compared}, {kept:.0%} kept"]

    def _large(self, case: RunnerCase, options: list[str], cluster: FlinkCluster | None) -> list[str]:
        output = self._folder("large-out")
        words = ["redact", str(self.large), "--output", str(output), "--content-path", "messages.*.content", "--quiet"]
        with PeakWatch(cluster.processes if cluster else dict) as watch:
            ran = run_command([*words, *options], self.work / "metrics.json", timeout=self.timeout)
        compared = self._compared("large", case, json.loads((output / "manifest.json").read_text())["files"])
        shutil.rmtree(output)
        peaks = [*ran.peaks, *watch.peaks()]
        python = [peak for peak in peaks if _is_python(peak)]
        most = [str(max((peak.megabytes for peak in some), default="-")) for some in (python, [*{*peaks} - {*python}])]
        return [f"{compared}, {ran.seconds:.0f} s", *most]

    def _compared(self, what: str, case: RunnerCase, found: Any) -> str:
        if case is DIRECT:
            self.expected[what] = found
            return "(reference)"
        return "same" if found == self.expected[what] else "DIFFERENT"

    def _folder(self, name: str) -> Path:
        self._runs += 1
        folder = self.work / f"{name}-{self._runs}"
        folder.mkdir()
        return folder


def _is_python(peak: Peak) -> bool:
    return peak.program.startswith("python")


def _wait(is_so: Callable[[], bool], longest: float = 60) -> None:
    until = time.monotonic() + longest
    while time.monotonic() < until and not is_so():
        time.sleep(0.2)


@contextlib.contextmanager
def _cluster(work: Path) -> Iterator[FlinkCluster | str]:
    (work / "flink").mkdir()
    cluster = FlinkCluster(work / "flink", environment={"OPENMED_BEAM_DELAY": "0.04"})
    try:
        cluster.start()
        yield cluster
    except engine_artifacts.NotToBeHad as error:
        yield str(error)
    finally:
        cluster.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the matrix; gives 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bytes", type=int, default=40_000_000, help="size of the large file")
    parser.add_argument("--only", nargs="*", default=[], help="runners whose name holds one of these words")
    parser.add_argument("--timeout", type=float, default=900, help="seconds that one run may take")
    given = parser.parse_args(arguments)
    cases = [case for case in (*PLAIN, *ENGINES) if not given.only or any(word in case.name for word in given.only)]
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), given.bytes, given.timeout)
        rows += [bench.row(case) for case in (DIRECT, *cases)]
        if not given.only or any(word in "Flink, session cluster" for word in given.only):
            with _cluster(Path(folder)) as cluster:
                if isinstance(cluster, str):
                    rows.append(("Flink, session cluster", f"not to be had: {cluster}"))
                else:
                    rows.append(bench.row(runner_cases.session_cluster(cluster), cluster))
    print("\n".join(f"{name}: {number}" for name, number in engine_artifacts.versions().items()))
    print(f"large file: {given.bytes / 1e6:.0f} MB, {os.cpu_count()} cores\n")
    print("\n".join(table(HEADER, [(*row, *[""] * (len(HEADER) - len(row))) for row in rows])))
    return int(any(mark in cell for row in rows for cell in row for mark in ("DIFFERENT", "WRONG", "FAILED", "failed")))


if __name__ == "__main__":
    sys.exit(main())
