"""The line that shows how far a run is, and what a resumed run says of the one before it."""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path

import pytest
from run_outputs import report_of

from openmed_beam.cli import progress as module
from openmed_beam.report.terminal import render_report

PATHS = ("--content-path", "messages.*.content", "--redactor", "odd_redactors:mask")


class Terminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_parts_and_bytes_are_shown_and_the_line_is_gone_at_the_end(tmp_path: Path, monkeypatch) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(module, "_SECONDS", 0.01)
    parts = tmp_path / ".openmed-beam/parts/traces"
    parts.mkdir(parents=True)
    (parts / "one.part").write_bytes(bytes(2_000_000))
    (parts / "two.part.0a.tmp").write_bytes(bytes(1_000_000))

    with module.progress(str(tmp_path), 2, wanted=True):
        time.sleep(0.2)

    assert "1 of 2 parts, 3 MB written" in shown.getvalue()
    assert shown.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("wanted", [True, False])
def test_nothing_is_shown_elsewhere(tmp_path: Path, monkeypatch, wanted: bool) -> None:
    shown = io.StringIO() if wanted else Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(module, "_SECONDS", 0.01)

    with module.progress(str(tmp_path), 2, wanted=wanted):
        time.sleep(0.1)

    assert shown.getvalue() == ""


def test_a_resumed_run_says_what_was_done_before(command, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"messages":[{"content":"Hi Ada"}]}\n' * 3)
    words = ("redact", tmp_path / "a.jsonl", "--output", tmp_path / "out", *PATHS)
    first = command(*words)
    again = command(*words, "--resume")
    report = report_of(tmp_path / "out")
    report["this_run"]["records_read"] = 1

    assert "done before" not in first.out
    assert again.out.startswith("this run was done before: nothing is left to do\n")
    assert "\n2 of these records were done before the last run\n" in render_report(report, "out")


def test_tables_say_what_can_be_done(command, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"arguments":{"card":4111111111111111,"jo@example.com":"x"},"messages":[{"content":{"id":"7","text":"x"}}]}\n'
    )
    run = command("redact", tmp_path / "a.jsonl", "--output", tmp_path / "out", "--content-path", "arguments",
                  "--content-path", "messages.*.content")  # fmt: skip

    assert "findings in numbers (--strict stops such records)" in run.out
    assert "findings in keys (--strict stops such records)" in run.out
    assert "protected leaves (docs/paths.md)" in run.out
