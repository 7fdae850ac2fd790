"""`openmed-beam verify`: what must be caught, how it is said, which records belong together."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PATHS = ("--content-path", "messages.*.content", "--content-path", "messages.*.tool_calls.*.function.arguments")

TRACE = {
    "trace_id": "t-1",
    "created_at": "2026-03-01T09:00:00Z",
    "messages": [
        {"role": "user", "name": "a", "content": "one"},
        {"role": "user", "name": "b", "content": "one"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "c-1", "type": "function", "function": {"name": "f", "arguments": '{"q":"Ada","limit":5}'}},
                {"id": "c-2", "type": "function", "function": {"name": "g", "arguments": '{"q":"Ada","on":true}'}},
            ],
        },
        {"role": "tool", "tool_call_id": "c-1", "content": '{"rows":[{"name":"Ada","n":1.10}]}'},
    ],
    "label": "good",
    "reward": 1,
}


def lines(*traces: Any) -> bytes:
    return b"".join(json.dumps(trace).encode() + b"\n" for trace in traces)


def swap_messages(trace: dict[str, Any]) -> None:
    trace["messages"][0], trace["messages"][1] = trace["messages"][1], trace["messages"][0]


def arguments(change: Callable[[str], str]) -> Callable[[dict[str, Any]], None]:
    def apply(trace: dict[str, Any]) -> None:
        call = trace["messages"][2]["tool_calls"][0]["function"]
        call["arguments"] = change(call["arguments"])

    return apply


#: A change to a redacted trace, the code that it must give, and what its safe path holds.
CHANGES: dict[str, tuple[Callable[[dict[str, Any]], Any], str, str]] = {
    "swapped messages": (swap_messages, "message_order", "messages"),
    "id": (lambda t: t.update(trace_id="t-2"), "identifier", "trace_id"),
    "role": (lambda t: t["messages"][0].update(role="system"), "structure", "role"),
    "timestamp": (lambda t: t.update(created_at="2026-03-01T09:00:01Z"), "timestamp", "created_at"),
    "label": (lambda t: t.update(label="bad"), "training_label", "label"),
    "call link": (lambda t: t["messages"][3].update(tool_call_id="c-2"), "call_linkage", "tool_call_id"),
    "number in arguments": (arguments(lambda text: text.replace("5", "6")), "scalar_value", "arguments"),
    "cut payload": (arguments(lambda text: text[:-3]), "structure", "arguments"),
    "key in arguments": (arguments(lambda text: text.replace('"q"', '"r"')), "structure", "arguments"),
    "boolean for number": (lambda t: t.update(reward=True), "training_label", "reward"),
    "missing message": (lambda t: t["messages"].pop(), "sequence_length", "messages"),
}


@pytest.mark.parametrize(("change", "code", "where"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_caught(command, tmp_path: Path, change, code: str, where: str) -> None:
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    before.write_bytes(lines(TRACE, TRACE))
    changed = json.loads(json.dumps(TRACE))
    change(changed)
    after.write_bytes(lines(TRACE, changed))

    run = command("verify", before, after, *PATHS)

    assert run.status == 3
    offset = len(lines(TRACE))
    (line, *_) = [
        line
        for line in run.out.splitlines()
        if line.startswith(f"before.jsonl offset {offset} (line 2)") and code in line
    ]
    assert where in line
    assert "2 records compared, 1 passed, 1 failed" in run.out


def test_content_may_change(command, tmp_path: Path) -> None:
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    before.write_bytes(lines(TRACE))
    after.write_bytes(lines(TRACE).replace(b"Ada", b"[NAME]"))

    run = command("verify", before, after, *PATHS)

    assert (run.status, run.err) == (0, "")
    assert "3 of 5 content strings differ" in run.out
    assert "no content string differs" not in run.out


def test_files_that_were_not_redacted_are_named(command, tmp_path: Path) -> None:
    for side in ("before", "after"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "same.jsonl").write_bytes(lines(TRACE, TRACE))
        (tmp_path / side / "redacted.jsonl").write_bytes(
            lines(TRACE).replace(b"Ada", b"[NAME]") if side == "after" else lines(TRACE)
        )

    run = command("verify", tmp_path / "before", tmp_path / "after", *PATHS)

    assert run.status == 0
    assert "3 of 15 content strings differ" in run.out
    assert "no content string differs in:\n  same.jsonl" in run.out
    assert "  redacted.jsonl" not in run.out


def test_the_numbers_add_up(command, tmp_path: Path) -> None:
    (tmp_path / "before.jsonl").write_bytes(lines(TRACE, TRACE, TRACE))
    (tmp_path / "after.jsonl").write_bytes(lines(TRACE, {**TRACE, "label": "bad"}))

    run = command("verify", tmp_path / "before.jsonl", tmp_path / "after.jsonl", *PATHS)

    assert run.status == 3
    assert "2 records compared, 1 passed, 1 failed; 1 without a partner\n" in run.out
    assert "1 records failed" in run.out
    assert "1 records without a partner" in run.out


def test_many_failures_are_grouped(command, tmp_path: Path) -> None:
    (tmp_path / "before.jsonl").write_bytes(lines(*[TRACE] * 50))
    changed = json.loads(json.dumps(TRACE))
    changed["messages"][3]["tool_call_id"] = "c-9"
    (tmp_path / "after.jsonl").write_bytes(lines(*[changed] * 50))

    run = command("verify", tmp_path / "before.jsonl", tmp_path / "after.jsonl", *PATHS)

    assert run.status == 3
    assert len([line for line in run.out.splitlines() if line.startswith("before.jsonl offset")]) == 20
    assert "... of 50 records in all" in run.out
    assert any(line.split() == ["$.messages[*].tool_call_id", "call_linkage", "50"] for line in run.out.splitlines())


def test_lines_are_counted_with_blank_and_unreadable_ones(command, tmp_path: Path) -> None:
    start = b"\xef\xbb\xbf" + lines(TRACE) + b"\n\r\n"
    (tmp_path / "before.jsonl").write_bytes(start + lines(TRACE))
    (tmp_path / "after.jsonl").write_bytes(start + lines({**TRACE, "label": "bad"}))

    run = command("verify", tmp_path / "before.jsonl", tmp_path / "after.jsonl", *PATHS)

    assert f"before.jsonl offset {len(start)} (line 4)" in run.out


@pytest.mark.parametrize("side", ["before", "after"])
def test_a_record_too_many_fails(command, tmp_path: Path, side: str) -> None:
    for name in ("before", "after"):
        (tmp_path / f"{name}.jsonl").write_bytes(lines(*[TRACE] * (2 if name == side else 1)))

    run = command("verify", tmp_path / "before.jsonl", tmp_path / "after.jsonl", *PATHS)

    assert run.status == 3
    assert "sequence_length" in run.out


def test_by_key_the_order_of_records_does_not_matter(command, tmp_path: Path) -> None:
    traces = [{**TRACE, "trace_id": f"t-{number}"} for number in range(5)]
    (tmp_path / "before.jsonl").write_bytes(lines(*traces))
    (tmp_path / "after").mkdir()
    (tmp_path / "after/1.jsonl").write_bytes(lines(*reversed(traces[2:])))
    (tmp_path / "after/2.jsonl").write_bytes(lines(*traces[:2]))

    by_line = command("verify", tmp_path / "before.jsonl", tmp_path / "after", *PATHS)
    by_key = command("verify", tmp_path / "before.jsonl", tmp_path / "after", *PATHS, "--key", "trace_id")
    missing = command("verify", tmp_path / "before.jsonl", tmp_path / "after/1.jsonl", *PATHS, "--key", "trace_id")

    assert (by_line.status, by_key.status, missing.status) == (3, 0, 3)
    assert "5 records compared, 5 passed" in by_key.out
    assert missing.out.count("no record after") == 2


def test_a_changed_record_by_key(command, tmp_path: Path) -> None:
    traces = [{**TRACE, "trace_id": f"t-{number}"} for number in range(3)]
    (tmp_path / "before.jsonl").write_bytes(lines(*traces))
    (tmp_path / "after.jsonl").write_bytes(lines(*reversed([*traces[:2], {**traces[2], "label": "other"}])))

    run = command("verify", tmp_path / "before.jsonl", tmp_path / "after.jsonl", *PATHS, "--key", "trace_id")

    assert run.status == 3
    assert "training_label" in run.out


class TestOfARun:
    def given(self, command, tmp_path: Path) -> tuple[Path, Path]:
        (tmp_path / "in").mkdir()
        (tmp_path / "in/a.jsonl").write_bytes(lines(TRACE) + b'{"cut":\n\n' + lines(TRACE) + b"7\n")
        (tmp_path / "in/b.jsonl").write_bytes(b"{\n")
        run = command(
            "redact", tmp_path / "in", "--output", tmp_path / "out", *PATHS, "--redactor", "odd_redactors:mask"
        )
        assert run.status == 3
        return tmp_path / "in", tmp_path / "out"

    def test_dead_lettered_records_are_left_out_and_counted(self, command, tmp_path: Path) -> None:
        before, directory = self.given(command, tmp_path)

        run = command("verify", before, directory, *PATHS)

        assert run.status == 0, run.out
        assert "2 records compared, 2 passed, 0 failed; 3 left out" in run.out

    def test_a_swap_in_the_output_is_caught(self, command, tmp_path: Path) -> None:
        before, directory = self.given(command, tmp_path)
        written = directory / "traces/a.jsonl"
        first, blank, second, rest = written.read_bytes().split(b"\n")
        trace = json.loads(second)
        swap_messages(trace)
        written.write_bytes(b"\n".join([first, blank, json.dumps(trace).encode(), rest]))

        run = command("verify", before, directory, *PATHS)

        assert run.status == 3
        assert "message_order" in run.out

    def test_a_lost_record_is_caught(self, command, tmp_path: Path) -> None:
        before, directory = self.given(command, tmp_path)
        written = directory / "traces/a.jsonl"
        written.write_bytes(written.read_bytes().split(b"\n")[0] + b"\n")

        run = command("verify", before, directory, *PATHS)

        assert run.status == 3
        assert "no record after" in run.out

    def test_a_lost_file_is_caught(self, command, tmp_path: Path) -> None:
        before, directory = self.given(command, tmp_path)
        (directory / "traces/a.jsonl").unlink()

        run = command("verify", before, directory, *PATHS)

        assert run.status == 3
        assert run.out.count("no record after") == 2
        assert "after a.jsonl: removed after the run" in run.out

    def test_a_file_that_was_changed_after_the_run_is_named(self, command, tmp_path: Path) -> None:
        before, directory = self.given(command, tmp_path)
        written = directory / "traces/a.jsonl"
        written.write_bytes((before / "a.jsonl").read_bytes().replace(b'{"cut":\n', b"").replace(b"7\n", b""))

        run = command("verify", before, directory, *PATHS)

        assert run.status == 3
        assert "2 passed, 0 failed" in run.out
        assert "after a.jsonl: changed after the run" in run.out

    def test_stray_files_are_what_the_run_took_them_for(self, command, tmp_path: Path) -> None:
        before = tmp_path / "in"
        before.mkdir()
        (before / "a.jsonl").write_bytes(lines(TRACE))
        (before / "p.png").write_bytes(b"\x89PNG")
        words = ("redact", before, *PATHS, "--redactor", "odd_redactors:mask")
        command(*words, "--output", tmp_path / "one")
        command(*words, "--output", tmp_path / "two", "--exclude", "*.png")

        named, excluded = (command("verify", before, tmp_path / name, *PATHS) for name in ("one", "two"))

        assert (named.status, excluded.status) == (3, 0)
        assert "before p.png: not looked at (not_a_container); --exclude leaves it out on purpose" in named.out


class TestStops:
    def test_no_content_path(self, command, tmp_path: Path) -> None:
        (tmp_path / "a.jsonl").write_bytes(lines(TRACE))

        run = command("verify", tmp_path / "a.jsonl", tmp_path / "a.jsonl")

        assert run.status == 1
        assert "--content-path" in run.err

    def test_a_path_without_a_match(self, command, tmp_path: Path) -> None:
        (tmp_path / "a.jsonl").write_bytes(lines(TRACE))
        words = ("verify", tmp_path / "a.jsonl", tmp_path / "a.jsonl", *PATHS, "--content-path", "nowhere")

        run, allowed = command(*words), command(*words, "--allow-unmatched")

        assert (run.status, allowed.status) == (3, 0)
        assert "path matched nothing: nowhere" in run.out

    def test_options_that_mean_nothing_to_it_are_errors(self, command, tmp_path: Path) -> None:
        (tmp_path / "a.jsonl").write_bytes(lines(TRACE))

        run = command("verify", tmp_path / "a.jsonl", tmp_path / "a.jsonl", *PATHS, "--redactor", "rules")

        assert run.status == 1
