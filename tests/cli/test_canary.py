"""Nothing of a record is told: canaries in values and keys are searched in everything that a run wrote and printed."""

from __future__ import annotations

import gzip
import json
import logging
from pathlib import Path

import pytest
from run_outputs import letters_of, tree_of

#: Wherever a value or a key can stand; every one of them is redacted away or dead-lettered by the test's redactors.
LINES = [
    json.dumps({"CANARY-key": "CANARY-outside", "messages": [{"content": "CANARY-content"}]}),
    json.dumps({"messages": [{"content": json.dumps({"CANARY-inner": "CANARY-encoded"})}]}),
    '{"messages":[{"content":"CANARY-cut',
    '{"CANARY-twice":1,"CANARY-twice":2,"messages":[{"content":"x"}]}',
    '{"CANARY-nan":NaN,"messages":[{"content":"x"}]}',
    '"CANARY-bare"',
    '{"messages":[{"content":"CANARY \\ud800"}],"n":123456789012345678901234567890123}',
]
FINE = json.dumps({"messages": [{"content": "nothing here"}]})


@pytest.mark.parametrize("redactor", ["raises", "leaves", "gives_none", "gives_a_number"])
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_no_canary_leaves(command, tmp_path: Path, redactor: str, workers: str, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes("\n".join([*LINES, FINE, ""]).encode())
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(b'{"messages":[{"content":"CANARY \xff"}]}\n')[:-12])

    run = command(
        "redact", folder, "--output", tmp_path / "out", "--content-path", "messages.*.content",
        "--redactor", f"odd_redactors:{redactor}", "--workers", workers,
    )  # fmt: skip

    assert run.status == 3
    letters = letters_of(tmp_path / "out")
    assert len([letter for letter in letters if letter["length"]]) >= len(LINES)
    assert (tmp_path / "out/traces/a.jsonl").read_text() == FINE + "\n"
    everything = {**tree_of(tmp_path / "out"), "stdout": run.out.encode(), "stderr": run.err.encode()}
    everything["logs"] = "\n".join(record.getMessage() + str(record.exc_text) for record in caplog.records).encode()
    assert [name for name, content in everything.items() if b"CANARY" in content] == []


def test_the_original_is_written_only_by_name_and_for_the_owner_alone(command, tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text('{"CANARY":\n' + FINE + "\n")

    run = command(
        "redact", source, "--output", tmp_path / "out", "--content-path", "messages.*.content",
        "--redactor", "odd_redactors:identity", "--dead-letter-payload", "original",
    )  # fmt: skip

    assert run.status == 3
    (file,) = (tmp_path / "out/dead_letters").iterdir()
    assert json.loads(file.read_text())["payload"] == '{"CANARY":'
    assert file.stat().st_mode & 0o077 == 0
    assert "CANARY" not in run.out + run.err


def test_what_verify_says_holds_no_value(command, tmp_path: Path) -> None:
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    before.write_text('{"CANARY-key":"CANARY-1","messages":[{"content":"x"}]}\n')
    after.write_text('{"CANARY-key":"CANARY-2","messages":[{"content":"x"}]}\n')

    run = command("verify", before, after, "--content-path", "messages.*.content")

    assert run.status == 3
    assert "CANARY" not in run.out + run.err
    assert "key_sha256_" in run.out


def test_what_scan_says_holds_no_value(command, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"CANARY-key":"CANARY and more","messages":[{"content":"CANARY ada@example.com"}]}\n')

    run = command("scan", source)

    assert run.status == 0
    assert "CANARY" not in run.out + run.err
    assert "messages.*.content" in run.out
