"""When tests of engines are skipped, and why."""

from __future__ import annotations

import os

import pytest
from engine_artifacts import NotToBeHad
from runner_cases import RunnerCase


def slow(kind: str) -> pytest.MarkDecorator:
    """Skips unless OPENMED_BEAM_SLOW=1."""
    return pytest.mark.skipif(os.environ.get("OPENMED_BEAM_SLOW") != "1", reason=f"{kind}: with OPENMED_BEAM_SLOW=1")


def options_of(case: RunnerCase) -> list[str]:
    """The options of a runner; skips the test where it cannot be had."""
    try:
        return case.options()
    except NotToBeHad as error:
        pytest.skip(f"{case.name} cannot be had: {error}")
