"""Engines for the tests: fetched and started once, or the test is skipped with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_artifacts import NotToBeHad
from engine_corpus import poisoned
from flink_cluster import PROJECT, FlinkCluster


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlinkCluster]:
    """A session cluster of two TaskManagers with one slot each."""
    witness = tmp_path_factory.mktemp("witness")
    gate = tmp_path_factory.mktemp("gate") / "closed"
    started = FlinkCluster(
        tmp_path_factory.mktemp("flink"),
        environment={
            "OPENMED_BEAM_WITNESS": str(witness),
            "OPENMED_BEAM_GATE": str(gate),
            "OPENMED_BEAM_TEST_KEY": "a key of the tests, 32 bytes long",
        },
    )
    started.witness, started.gate = witness, gate
    try:
        try:
            started.start()
        except NotToBeHad as error:
            pytest.skip(f"no session cluster: {error}")
        yield started
    finally:
        started.stop()


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample corpus and, where the shared traces are, real ones; poison in both."""
    shared = PROJECT.parent / "shared"
    return poisoned(tmp_path_factory.mktemp("corpus"), shared if shared.exists() else None)
