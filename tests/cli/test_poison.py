"""A bad line in the middle of a file costs itself, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from run_outputs import letters_of, report_of

GOOD = b'{"id":"g%d","messages":[{"role":"user","content":"Hi Ada"}]}'
MASKED = GOOD.replace(b"Ada", b"[NAME]")

#: What must go: a line and its reason.
BAD = {
    "invalid UTF-8": (b'{"messages":[{"content":"caf\xe9"}]}', "invalid_utf8"),
    "no JSON": (b'{"messages":[{"content":"Hi', "invalid_json"),
    "two objects": (b'{"messages":[]} {"messages":[]}', "invalid_json"),
    "2000 arrays": (b'{"messages":' + b"[" * 2000 + b"]" * 2000 + b"}", "too_deep"),
    "duplicate key": (b'{"id":1,"messages":[{"content":"x"}],"id":2}', "duplicate_key"),
    "NaN": (b'{"score":NaN,"messages":[{"content":"x"}]}', "non_finite_number"),
    "number": (b"7", "not_a_trace"),
    "string": (b'"messages"', "not_a_trace"),
    "null": (b"null", "not_a_trace"),
}

#: What must come through as it is, but for the name.
HARMLESS = {
    "lone surrogate": rb'{"messages":[{"content":"Ada \ud83d and \udc00"}],"s":"\ud800"}',
    "30 digits": b'{"n":123456789012345678901234567890,"messages":[{"content":"Ada"}]}',
    "1e400": b'{"n":1e400,"m":-1E+400,"messages":[{"content":"Ada"}]}',
    "-0": b'{"n":-0,"m":-0.0,"messages":[{"content":"Ada"}]}',
    "escaped NUL": rb'{"n":"\u0000","messages":[{"content":"a\u0000b Ada"}]}',
    "number text": b'{"n":[1.10,1e5,0.1000000000000000055511151231257827],"messages":[{"content":"Ada"}]}',
    "spaces": b'{ "messages" : [ { "content" : "Ada" } ] , "x" : [ ] }',
    "escapes": rb'{"messages":[{"content":"\u0041da \/ \u00e9"}]}',
}

PATH = ("--content-path", "messages.*.content", "--redactor", "odd_redactors:mask")


@pytest.mark.parametrize(("line", "reason"), BAD.values(), ids=BAD)
def test_a_bad_line_costs_itself(command, tmp_path: Path, line: bytes, reason: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(GOOD % 1 + b"\n" + line + b"\n" + GOOD % 2 + b"\n")

    run = command("redact", source, "--output", tmp_path / "out", *PATH)

    assert run.status == 3
    assert (tmp_path / "out/traces/in.jsonl").read_bytes() == MASKED % 1 + b"\n" + MASKED % 2 + b"\n"
    (letter,) = letters_of(tmp_path / "out")
    assert (letter["reason"], letter["stage"], letter["source"]) == (reason, "decode", "in.jsonl")
    assert source.read_bytes()[letter["offset"] :][: letter["length"]] == line
    totals = report_of(tmp_path / "out")["totals"]
    assert (totals["records_read"], totals["records_passed"], totals["records_dead_lettered"]) == (3, 2, 1)
    assert totals[f"dead_letter.{reason}"] == 1


@pytest.mark.parametrize("line", HARMLESS.values(), ids=HARMLESS)
def test_an_odd_line_passes_unharmed(command, tmp_path: Path, line: bytes) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(GOOD % 1 + b"\n" + line + b"\n")

    run = command("redact", source, "--output", tmp_path / "out", *PATH)

    assert run.status == 0, run.err
    expected = line.replace(rb"\u0041da", b"Ada").replace(b"Ada", b"[NAME]")
    second = (tmp_path / "out/traces/in.jsonl").read_bytes().split(b"\n")[1]
    assert second == expected or json.loads(second) == json.loads(expected)
    if b"\\u0041" not in line:
        assert second == expected


def test_infinity_passes_where_it_is_kept(command, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(b'{"s":[NaN,-Infinity,Infinity],"messages":[{"content":"Ada"}]}\n')

    run = command("redact", source, "--output", tmp_path / "out", *PATH, "--nonfinite", "keep")

    assert run.status == 0, run.err
    written = (tmp_path / "out/traces/in.jsonl").read_bytes()
    assert written == b'{"s":[NaN,-Infinity,Infinity],"messages":[{"content":"[NAME]"}]}\n'


def test_layout_is_kept(command, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(b"\xef\xbb\xbf" + GOOD % 1 + b"\r\n\r\n" + GOOD % 2 + b"\n  \n" + GOOD % 3)

    run = command("redact", source, "--output", tmp_path / "out", *PATH)

    assert run.status == 0, run.err
    assert (tmp_path / "out/traces/in.jsonl").read_bytes() == source.read_bytes().replace(b"Ada", b"[NAME]")
    assert report_of(tmp_path / "out")["totals"]["blank_lines"] == 2


def test_a_record_that_is_too_long_is_not_held(command, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    long = GOOD % 2 + b" " * 2000
    source.write_bytes(GOOD % 1 + b"\n" + long + b"\n" + GOOD % 3 + b"\n")

    run = command("redact", source, "--output", tmp_path / "out", *PATH, "--max-record-bytes", "1k")

    assert run.status == 3
    (letter,) = letters_of(tmp_path / "out")
    assert (letter["stage"], letter["reason"], letter["length"]) == ("read", "record_too_large", len(long))
    totals = report_of(tmp_path / "out")["totals"]
    assert (totals["records_read"], totals["records_passed"]) == (3, 2)


def test_a_leaf_that_is_too_long(command, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(GOOD % 1 + b"\n" + GOOD.replace(b"Hi", b"Hi " * 50) % 2 + b"\n")

    run = command("redact", source, "--output", tmp_path / "out", *PATH, "--max-leaf-chars", "20")

    assert run.status == 3
    assert [letter["reason"] for letter in letters_of(tmp_path / "out")] == ["leaf_too_large"]
