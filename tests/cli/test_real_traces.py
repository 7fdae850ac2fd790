"""The main job over real traces: what benchmarks/real_traces.py prints holds, file by file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

HOME = Path(__file__).parents[2]


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("real_traces", HOME / "benchmarks/real_traces.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["real_traces"] = module
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()


@pytest.mark.parametrize("case", SCRIPT.CASES, ids=lambda case: Path(case.file).name)
def test_a_real_file(case, shared, tmp_path: Path) -> None:
    shared("traces", *case.file.split("/"))

    row = SCRIPT.run_case(case, shared("traces"), tmp_path)

    assert row.problems == ()
    assert row.read == row.passed + row.dead
    assert (row.verify, row.again) == (0, 0)
