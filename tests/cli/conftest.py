"""Run the command in process and look at everything it wrote and printed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from openmed_beam.cli.main import main


class Run(NamedTuple):
    """What a command gave."""

    status: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _importable_in_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes find the redactors of the tests."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture
def command(capfd: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """A function that runs `openmed-beam` with words and gives status and output, of worker processes too."""

    def run(*words: str | Path) -> Run:
        capfd.readouterr()
        status = main([str(word) for word in words])
        out, err = capfd.readouterr()
        return Run(status, out, err)

    return run
