"""`openmed-beam scan`: what is still open, which paths are proposed, which keys are shown, what was not looked at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

MAIL = "write to ada@example.com"


def write(place: Path, *traces: Any) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("".join(json.dumps(trace) + "\n" for trace in traces))
    return place


def proposals(command, *words: str | Path) -> list[str]:
    shape = json.loads(command("scan", *words, "--json").out)
    return shape["proposed_content_paths"]


def message(**members: Any) -> dict[str, Any]:
    return {"role": "user", **members}


class TestWhatIsOpen:
    def test_findings_are_told_from_long_text(self, command, tmp_path: Path) -> None:
        trace = {"messages": [message(content=MAIL)], "summary": "nothing to be seen in this line of text"}

        run = command("scan", write(tmp_path / "a.jsonl", trace))

        assert run.status == 0
        before, after = run.out.split("long or encoded text without findings")
        assert "findings that no content path covers: EMAIL 1" in before
        assert "--content-path 'messages.*.content'  EMAIL 1" in before
        assert "--content-path summary" in after
        assert "--content-path summary" not in before

    def test_with_a_content_path_only_the_rest_is_listed(self, command, tmp_path: Path) -> None:
        trace = {"messages": [message(content=MAIL)], "note": MAIL}

        some = command("scan", write(tmp_path / "a.jsonl", trace), "--content-path", "messages.*.content")
        all_of_it = command(
            "scan", tmp_path / "a.jsonl", "--content-path", "messages.*.content", "--content-path", "note"
        )

        assert "findings that no content path covers: EMAIL 1\n  --content-path note  EMAIL 1\n" in some.out
        assert "findings that no content path covers: none" in all_of_it.out
        assert "--content-path" not in all_of_it.out

    def test_findings_under_protected_names_are_open_until_a_path_ends_in_the_name(
        self, command, tmp_path: Path
    ) -> None:
        file = write(tmp_path / "a.jsonl", {"user": {"user_id": "ada@example.com", "text": "x"}})

        above = command("scan", file, "--content-path", "user", "--show-keys")
        named = command("scan", file, "--content-path", "user.user_id")

        assert "of these, at protected names" in above.out
        assert "  user.user_id  EMAIL 1" in above.out
        assert "findings that no content path covers: none" in named.out

    def test_encoded_json_is_covered_when_its_text_is(self, command, tmp_path: Path) -> None:
        file = write(tmp_path / "a.jsonl", {"arguments": json.dumps({"query": MAIL, "id": 7})})

        assert proposals(command, file) == ["arguments"]
        assert proposals(command, file, "--content-path", "arguments.query") == []
        shape = json.loads(command("scan", file, "--content-path", "arguments.query", "--json").out)
        assert [(row["path"], row["covered"]) for row in shape["paths"]] == [("arguments", 1), ("arguments.query", 1)]


class TestProposals:
    def test_encoded_messages_are_proposed_by_their_content(self, command, tmp_path: Path) -> None:
        file = write(tmp_path / "a.jsonl", {"messages": json.dumps([message(content=MAIL)])})

        assert proposals(command, file) == ["messages.*.content"]

    def test_no_path_for_all_messages_where_narrower_ones_are_there(self, command, tmp_path: Path) -> None:
        file = write(tmp_path / "a.jsonl", {"messages": [message(content=MAIL)]}, {"messages": MAIL}, {"own": MAIL})

        run = command("scan", file)

        assert proposals(command, file) == ["messages.*.content"]
        assert "findings that no content path covers: EMAIL 3" in run.out
        wide = run.out.split("not proposed")[1]
        assert "  *  EMAIL 1" in wide
        assert "  messages  EMAIL 1" in wide
        assert "--show-keys" in wide

    def test_parts_are_covered_by_their_content(self, command, tmp_path: Path) -> None:
        parts = [{"type": "text", "text": MAIL}]
        file = write(tmp_path / "a.jsonl", {"messages": [message(content=MAIL), message(content=parts)]})

        assert proposals(command, file) == ["messages.*.content"]

    def test_records_that_are_arrays_do_not_cover_others(self, command, tmp_path: Path) -> None:
        file = write(tmp_path / "a.jsonl", [MAIL], {"messages": [message(content=MAIL)]}, {"text": MAIL})

        paths = proposals(command, file)
        left = command("scan", file, *[word for path in paths for word in ("--content-path", path)])

        assert paths == ["[*]", "messages.*.content", "text"]
        assert "findings that no content path covers: none" in left.out

    def test_own_keys_are_shown_when_asked_for(self, command, tmp_path: Path) -> None:
        file = write(tmp_path / "a.jsonl", {"ada's key": {'quo"ted': MAIL}, "messages": [message(content=MAIL)]})

        hidden, shown = command("scan", file), command("scan", file, "--show-keys")

        assert "ada's" not in hidden.out
        assert "ada's" in shown.out
        assert "example.com" not in shown.out
        (path, _) = proposals(command, file, "--show-keys")
        assert proposals(command, file, "--content-path", path) == ["messages.*.content"]

    def test_the_policy_file_is_ready(self, command, tmp_path: Path) -> None:
        trace = {"messages": [message(content=MAIL)], "an own: key": MAIL, "text": "a longer line of text"}
        file = write(tmp_path / "a.jsonl", trace)

        run = command("scan", file, "--show-keys", "--content-path", "messages.*.content")
        policy = tmp_path / "policy.yaml"
        policy.write_text("content_paths:" + run.out.split("content_paths:")[1])

        assert yaml.safe_load(policy.read_text())["content_paths"] == [
            "messages.*.content",
            '["an own: key"]',
            "text",
        ]
        assert "findings that no content path covers: none" in command("scan", file, "--policy", policy).out


class TestWhatIsNotLookedAt:
    @pytest.mark.parametrize(
        ("name", "content", "said"),
        [
            ("shot.png", b"\x89PNG", "shot.png: not looked at (not_a_container); --exclude"),
            ("cut.json", b'{"a": [1', "cut.json: not looked at (broken_json at byte 8); it begins as JSON"),
            ("empty.jsonl", b"", "no record was found"),
        ],
    )
    def test_a_file_alone(self, command, tmp_path: Path, name: str, content: bytes, said: str) -> None:
        (tmp_path / name).write_bytes(content)

        run = command("scan", tmp_path / name)

        assert run.status == 3
        assert said in run.out

    def test_an_empty_folder(self, command, tmp_path: Path) -> None:
        run = command("scan", tmp_path)

        assert (run.status, run.err) == (3, "")
        assert "no record was found" in run.out

    def test_a_skipped_file_among_others(self, command, tmp_path: Path) -> None:
        write(tmp_path / "in/a.jsonl", {"text": MAIL})
        (tmp_path / "in/shot.png").write_bytes(b"\x89PNG")

        run, excluded = command("scan", tmp_path / "in"), command("scan", tmp_path / "in", "--exclude", "*.png")

        assert (run.status, excluded.status) == (3, 0)
        assert "shot.png: not looked at" in run.out

    def test_a_file_that_is_cut(self, command, tmp_path: Path) -> None:
        import gzip

        (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b'{"text": "one"}\n' * 9)[:-9])

        run = command("scan", tmp_path / "a.jsonl.gz")

        assert run.status == 3
        assert "a.jsonl.gz: truncated input" in run.out


def test_the_folder_of_a_run_stands_for_its_traces(command, tmp_path: Path) -> None:
    write(tmp_path / "in/a.jsonl", {"text": MAIL, "note": MAIL})
    command("redact", tmp_path / "in", "--output", tmp_path / "out", "--content-path", "text")

    run = command("scan", tmp_path / "out")

    assert run.status == 0
    assert "1 records, 0 not readable" in run.out
    assert "findings that no content path covers: EMAIL 1\n  --content-path note  EMAIL 1\n" in run.out
