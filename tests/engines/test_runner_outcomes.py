"""Every runner gives the same files, dead letters, report and metrics as one worker in process."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from engine_corpus import CONTENT_PATHS, POISON
from engine_marks import options_of
from flink_cluster import FlinkCluster
from runner_cases import DIRECT, ENGINES, PLAIN, Ran, RunnerCase, run_command, session_cluster, tree_of

from openmed_beam.transforms.metrics import counters_of

WORDS = [word for path in CONTENT_PATHS for word in ("--content-path", path)]


class Outcome:
    """A run and where it wrote."""

    def __init__(self, ran: Ran, directory: Path) -> None:
        self.ran = ran
        self.tree = tree_of(directory)
        assert "report.json" in self.tree, ran.text
        self.report: dict[str, Any] = json.loads(self.tree["report.json"])


def run_on(case: RunnerCase, corpus: Path, work: Path) -> Outcome:
    options = options_of(case)
    output = work / "out"
    words = ["redact", str(corpus), "--output", str(output), *WORDS, "--allow-unmatched", "--quiet"]
    return Outcome(run_command([*words, *options], work / "metrics.json", timeout=300), output)


@pytest.fixture(scope="session")
def direct(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return run_on(DIRECT, corpus, tmp_path_factory.mktemp("direct"))


def check_same(outcome: Outcome, direct: Outcome) -> None:
    assert outcome.ran.status == direct.ran.status == 3
    assert "Traceback" not in outcome.ran.text
    assert sorted(outcome.tree) == sorted(direct.tree)
    assert [name for name in direct.tree if outcome.tree[name] != direct.tree[name]] == []
    counted = {name: count for name, count in outcome.report["totals"].items() if count}
    assert outcome.ran.metrics["counters"] == counted
    assert outcome.ran.metrics["distributions"] == outcome.report["distributions"]


def test_in_process_every_record_is_in_one_place(direct: Outcome) -> None:
    assert direct.ran.status == 3
    totals = direct.report["totals"]
    assert totals["records_read"] == totals["records_passed"] + totals["records_dead_lettered"]
    lines = [
        json.loads(line)
        for name, text in direct.tree.items()
        if "dead_letters" in name
        for line in text.split(b"\n")
        if line
    ]
    assert len({(line["source"], line["offset"]) for line in lines}) == len(lines)
    assert sum(line["reason"] != "truncated_input" for line in lines) == totals["records_dead_lettered"]
    assert totals["records_dead_lettered"] >= len(POISON)
    assert not [name for name in direct.tree if ".tmp" in name or ".part" in name]


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.name)
def test_a_runner_of_beam_itself_gives_the_same(
    case: RunnerCase, corpus: Path, direct: Outcome, tmp_path: Path
) -> None:
    check_same(run_on(case, corpus, tmp_path), direct)


@pytest.mark.runners
@pytest.mark.parametrize("case", ENGINES, ids=lambda case: case.name)
def test_an_engine_gives_the_same(case: RunnerCase, corpus: Path, direct: Outcome, tmp_path: Path) -> None:
    check_same(run_on(case, corpus, tmp_path), direct)


@pytest.mark.runners
def test_a_session_cluster_gives_the_same(cluster: FlinkCluster, corpus: Path, direct: Outcome, tmp_path: Path) -> None:
    check_same(run_on(session_cluster(cluster), corpus, tmp_path), direct)


@pytest.mark.parametrize(
    ("committed", "attempted", "read"),
    [(5, 5, 5), (5, 7, 5), (5, None, 5), (None, 5, 5), (0, 7, 0), (None, None, 0)],
    ids=["both", "retried", "no attempted", "no committed", "nothing committed", "neither"],
)
def test_a_metric_is_what_was_committed_else_attempted(committed: int | None, attempted: int | None, read: int) -> None:
    key = SimpleNamespace(metric=SimpleNamespace(namespace="openmed_beam", name="records_read"))
    one = SimpleNamespace(key=key, committed=committed, attempted=attempted)
    results = SimpleNamespace(query=lambda: {"counters": [one]})

    assert counters_of(results) == {"records_read": read}
