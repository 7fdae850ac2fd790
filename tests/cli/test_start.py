"""What a run imports of Beam."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from openmed_beam.cli.main import BEAM_EXTRAS, as_if_missing

#: Runs the command line given, and prints which of the extras were imported.
_RUN = """
import sys
from openmed_beam.cli.main import BEAM_EXTRAS, main
status = main(sys.argv[1:])
print(status, *(name for name in BEAM_EXTRAS if name in sys.modules))
"""


def imported(*words: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", _RUN, *words], capture_output=True, text=True, check=True)
    status, *names = done.stdout.splitlines()[-1].split()
    assert status == "0", done.stderr
    return names


def test_a_local_run_does_without_what_beam_offers_besides(tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text('{"messages": [{"content": "a"}]}\n', encoding="utf-8")
    words = ["redact", str(source), "--content-path", "messages.*.content", "--workers", "1", "--quiet"]
    assert imported(*words, "--output", str(tmp_path / "one")) == []
    whole = imported(*words, "--output", str(tmp_path / "two"), "--runner", "DirectRunner")
    assert "pymongo" in whole  # which Beam requires
    files = ("traces/a.jsonl", "report.json")
    assert [(tmp_path / "one" / name).read_bytes() for name in files] == [
        (tmp_path / "two" / name).read_bytes() for name in files
    ]


def test_packages_are_missing_in_the_block_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "wave"]:
        monkeypatch.delitem(sys.modules, name)
    with as_if_missing(("wave", "json")):
        with pytest.raises(ImportError):
            importlib.import_module("wave")
        assert importlib.import_module("json") is sys.modules["json"]  # was there before
    assert importlib.import_module("wave").__name__ == "wave"


def test_extras_are_beams_own_affair() -> None:
    """None of them is imported by a module of ours when it is loaded."""
    code = "import sys, openmed_beam.corpus, openmed_beam.redactors, openmed_beam.policy; print([*sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not [name for name in BEAM_EXTRAS if repr(name) in done.stdout]
