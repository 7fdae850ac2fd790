"""`openmed-beam redact` as contract and README promise it."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from run_outputs import letters_of, report_of, tree_of

from openmed_beam.cli.arguments import UsageError
from openmed_beam.cli.stream import looked_at, other_shape
from openmed_beam.sample import FAULTY, RECORDS, sample_path

PATHS = ("--content-path", "messages.*.content", "--redactor", "odd_redactors:mask")
RECORD = '{"id":"%s","messages":[{"role":"user","content":"Hi Ada"}]}'


def write(path: Path, *names: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(RECORD % name + "\n" for name in names))
    return path


class TestOutput:
    def test_layout_names_order_and_totals(self, command, tmp_path: Path) -> None:
        write(tmp_path / "in/b/two.jsonl", *map(str, range(50)))
        write(tmp_path / "in/a.txt", "x", "y")
        (tmp_path / "in/z.jsonl.gz").write_bytes(gzip.compress((RECORD % "g").encode() + b"\n"))

        run = command("redact", tmp_path / "in", "--output", tmp_path / "out", *PATHS)

        assert run.status == 0, run.err
        out = tree_of(tmp_path / "out/traces")
        assert sorted(out) == ["a.txt", "b/two.jsonl", "z.jsonl.gz"]
        for name, content in tree_of(tmp_path / "in").items():
            if name.endswith(".gz"):
                content, out[name] = gzip.decompress(content), gzip.decompress(out[name])
            assert out[name] == content.replace(b"Ada", b"[NAME]")
        report = report_of(tmp_path / "out")
        assert report["totals"]["records_read"] == report["totals"]["records_passed"] == 53
        assert [row["source"] for row in report["inputs"]] == ["a.txt", "b/two.jsonl", "z.jsonl.gz"]
        assert report["this_run"] == report["totals"]
        assert report["path_matches"] == [{"path": "messages.*.content", "matches": 53}]
        assert not list((tmp_path / "out").rglob("*.tmp"))

    def test_the_manifest_says_what_came_from_where(self, command, tmp_path: Path) -> None:
        source = write(tmp_path / "a.jsonl", "1")

        command("redact", source, "--output", tmp_path / "out", *PATHS)

        manifest = json.loads((tmp_path / "out/manifest.json").read_text())
        (row,) = manifest["files"]
        assert (row["path"], row["output"], row["size"]) == (str(source), "traces/a.jsonl", source.stat().st_size)
        assert manifest["policy_sha256"] == report_of(tmp_path / "out")["policy"]["sha256"]

    def test_a_second_run_over_the_output_changes_nothing(self, command, tmp_path: Path) -> None:
        write(tmp_path / "in/a.jsonl", "1", "2")

        command("redact", tmp_path / "in", "--output", tmp_path / "one", *PATHS)
        run = command("redact", tmp_path / "one/traces", "--output", tmp_path / "two", *PATHS)

        assert run.status == 0
        assert tree_of(tmp_path / "one/traces") == tree_of(tmp_path / "two/traces")
        assert report_of(tmp_path / "two")["totals"]["leaves_redacted"] == 0

    def test_inputs_without_records(self, command, tmp_path: Path) -> None:
        (tmp_path / "in").mkdir()
        (tmp_path / "in/empty.jsonl").write_bytes(b"")
        (tmp_path / "in/empty.jsonl.gz").write_bytes(gzip.compress(b""))
        (tmp_path / "in/dead.jsonl").write_bytes(b"{\n")
        write(tmp_path / "in/fine.jsonl", "1")

        run = command("redact", tmp_path / "in", "--output", tmp_path / "out", *PATHS, "--max-dead-letter-rate", "0.5")

        assert run.status == 0, run.out
        out = tree_of(tmp_path / "out/traces")
        assert out["empty.jsonl"] == out["dead.jsonl"] == b""
        assert gzip.decompress(out["empty.jsonl.gz"]) == b""

    def test_workers_share_the_work_and_write_the_same(self, command, tmp_path: Path) -> None:
        for number in range(40):
            write(tmp_path / f"in/{number:02}.jsonl", *("n" * 400 for _ in range(30)))

        one = command("redact", tmp_path / "in", "--output", tmp_path / "one", *PATHS, "--workers", "1")
        two = command("redact", tmp_path / "in", "--output", tmp_path / "two", *PATHS, "--workers", "2")
        told = command(
            "redact", tmp_path / "in", "--output", tmp_path / "told", *PATHS[:2], "--redactor", "odd_redactors:slow",
            "--workers", "2",
        )  # fmt: skip

        assert (one.status, two.status, told.status) == (0, 0, 0), (two.err, told.err)
        assert tree_of(tmp_path / "one", but=("manifest.json",)) == tree_of(tmp_path / "two", but=("manifest.json",))
        text = b"".join(tree_of(tmp_path / "told/traces").values()).decode()
        processes = {line.partition("@")[2].partition('"')[0] for line in text.splitlines()}
        assert len(processes) == 2
        assert str(os.getpid()) not in processes
        assert two.err == ""


class TestStream:
    def test_stdin_to_stdout(self, tmp_path: Path) -> None:
        given = (RECORD % "1" + "\r\n\n{cut\n" + RECORD % "2").encode()
        words = ["redact", "-", "--output", tmp_path / "out", *PATHS, "--max-dead-letter-rate", "1"]
        home = Path(__file__).parents[2]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), str(home)])}

        done = subprocess.run(
            [sys.executable, "-m", "openmed_beam", *map(str, words)], input=given, capture_output=True, env=environment,
            check=False,
        )  # fmt: skip

        assert done.returncode == 0, done.stderr
        assert done.stdout == given.replace(b"Ada", b"[NAME]").replace(b"{cut\n", b"")
        assert b"3 records read, 2 passed, 1 dead-lettered" in done.stderr
        assert [letter["source"] for letter in letters_of(tmp_path / "out")] == ["stdin"]
        assert not (tmp_path / "out/traces").exists()

    @pytest.mark.parametrize(
        ("given", "says"),
        [
            (gzip.compress((RECORD % "1").encode()), "gzip -dc"),
            (b"PAR1....", "packed"),
            (("[" + RECORD % "1" + ",\n" + RECORD % "2" + "]\n").encode(), "jq -c '.[]'"),
            (("[" + RECORD % "1" + "," + RECORD % "2" + "]").encode(), "jq -c '.[]'"),
            (json.dumps([json.loads(RECORD % "1")], indent=1).encode(), "jq -c '.[]'"),
            (b"\xef\xbb\xbf" + json.dumps(json.loads(RECORD % "1"), indent=1).encode(), "jq -c . FILE"),
        ],
        ids=["gzip", "parquet", "array", "array on one line", "array over lines", "document"],
    )
    def test_another_shape_is_refused_with_what_to_do(self, tmp_path: Path, given: bytes, says: str) -> None:
        words = ["-m", "openmed_beam", "redact", "-", "--output", str(tmp_path / "out"), *PATHS]

        run = subprocess.run([sys.executable, *words], input=given, capture_output=True, check=False)

        assert (run.returncode, run.stdout) == (1, b"")
        assert says in run.stderr.decode()
        assert len(run.stderr.splitlines()) == 1
        assert not (tmp_path / "out").exists()

    @pytest.mark.parametrize(
        "given",
        [
            b"",
            b"\n\n",
            b"{cut\n{}\n",
            b'[{"a":1}]\n[{"a":2}]\n',
            b"[1,2]\n",
            b'{"a":1}',
            b"\xff\n",
            b'{"a":\n{"a":1}\n',
        ],
        ids=repr,
    )
    def test_one_record_a_line_is_read(self, given: bytes) -> None:
        assert other_shape(given, ["messages.*.content"], is_whole=True) is None
        assert looked_at(io.BytesIO(given), ["messages.*.content"]).buffer.read() == given

    def test_nothing_of_a_long_stream_is_lost(self) -> None:
        given = b'{"a":1}\n' * 400_000
        assert looked_at(io.BytesIO(given), ["messages.*.content"]).buffer.read() == given

    @pytest.mark.parametrize("ending", [b"", b"\n"])
    def test_an_array_is_one_trace_where_a_path_begins_in_it(self, ending: bytes) -> None:
        given = b'[{"content":"%s"},{"content":"b"}]' % (b"a" * (3 << 20)) + ending
        for paths in (["*.content"], ["[1].content"], ["**"], ["/1/content"], ["$"]):
            assert looked_at(io.BytesIO(given), paths).buffer.read() == given
        with pytest.raises(UsageError, match="one JSON array"):
            looked_at(io.BytesIO(given), ["messages.*.content"])
        more = given + b"\n[]\n"
        assert looked_at(io.BytesIO(more), ["messages.*.content"]).buffer.read() == more

    @pytest.mark.parametrize(
        ("ending", "says"), [(">&-", "closed"), (">/dev/full", "--overwrite runs it again"), ("| true", "--overwrite")]
    )
    def test_an_output_that_takes_nothing(self, tmp_path: Path, ending: str, says: str) -> None:
        source = write(tmp_path / "a.jsonl", *map(str, range(5000)))
        words = ["-m", "openmed_beam", "redact", "-", "--output", str(tmp_path / "out"), *PATHS, "--quiet"]

        line = f'"$0" "$@" <{source} {ending}'
        run = subprocess.run(["sh", "-c", line, sys.executable, *words], capture_output=True, check=False)

        assert says in run.stderr.decode()
        assert len(run.stderr.splitlines()) == 1
        assert run.returncode == (0 if "|" in ending else 1)

    def test_it_is_read_by_this_process_alone(self, command, tmp_path: Path) -> None:
        for words in (("--workers", "2"), ("--resume",), ("--runner", "FlinkRunner")):
            run = command("redact", "-", "--output", tmp_path / "out", *PATHS, *words)
            assert (run.status, len(run.err.splitlines())) == (1, 1)


class TestNothingPassesByNotMatching:
    def test_no_content_path(self, command, tmp_path: Path) -> None:
        run = command("redact", write(tmp_path / "a.jsonl", "1"), "--output", tmp_path / "out")

        assert run.status == 1
        assert "--content-path" in run.err
        assert len(run.err.splitlines()) == 1
        assert not (tmp_path / "out").exists()

    def test_a_path_that_matches_nothing_is_named(self, command, tmp_path: Path) -> None:
        words = ("redact", write(tmp_path / "a.jsonl", "1"), *PATHS, "--content-path", "nowhere.*.text")

        run = command(*words, "--output", tmp_path / "one")
        allowed = command(*words, "--output", tmp_path / "two", "--allow-unmatched")

        assert run.status == 3
        assert run.out.startswith("WARNING: 1 of the configured paths matched nothing\n")
        assert "path matched nothing: nowhere.*.text" in run.out
        assert report_of(tmp_path / "one")["unmatched_paths"] == ["nowhere.*.text"]
        assert allowed.status == 0

    @pytest.mark.parametrize("words", [(), ("--allow-unmatched",)], ids=str)
    def test_a_run_that_redacted_nothing_says_so_first(self, command, tmp_path: Path, words: tuple[str, ...]) -> None:
        source = write(tmp_path / "a.jsonl", "1")
        given = ("--content-path", "nowhere.*.text", *words)

        run = command("redact", source, "--output", tmp_path / "out", *given)
        quiet = command("redact", source, "--output", tmp_path / "quiet", *given, "--quiet")

        assert run.out.startswith("WARNING: nothing was redacted: no content path matched\n")
        assert run.status == quiet.status == (0 if words else 3)
        assert ("WARNING: nothing was redacted" in quiet.err) is not bool(words)

    def test_paths_are_not_blamed_where_no_record_came_to_them(self, command, tmp_path: Path) -> None:
        (tmp_path / "a.jsonl").write_text("{cut\n[\n")

        run = command("redact", tmp_path / "a.jsonl", "--output", tmp_path / "out", *PATHS)
        allowed = command(
            "redact", tmp_path / "a.jsonl", "--output", tmp_path / "two", *PATHS, "--max-dead-letter-rate", "1"
        )

        assert run.out.startswith("WARNING: nothing was redacted: every record is in the dead letters\n")
        assert "matched nothing" not in run.out
        assert (run.status, allowed.status) == (3, 3)

    def test_an_input_without_any_match_is_named(self, command, tmp_path: Path) -> None:
        write(tmp_path / "in/a.jsonl", "1")
        (tmp_path / "in/other.jsonl").write_text('{"steps":[]}\n{"steps":[]}\n')

        run = command("redact", tmp_path / "in", "--output", tmp_path / "out", *PATHS)

        assert run.status == 3
        assert run.out.startswith("WARNING: in 1 of 2 inputs no path matched\n")
        report = report_of(tmp_path / "out")
        assert report["unmatched_inputs"] == ["other.jsonl"]
        assert [row["records_unmatched"] for row in report["inputs"]] == [0, 2]
        assert report["totals"]["records_unmatched"] == 2

    def test_a_picture_in_the_folder(self, command, tmp_path: Path) -> None:
        write(tmp_path / "in/a.jsonl", "1")
        (tmp_path / "in/p.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
        (tmp_path / "in/.hidden.jsonl").write_text("{}\n")

        run = command("redact", tmp_path / "in", "--output", tmp_path / "one", *PATHS)
        covered = command("redact", tmp_path / "in", "--output", tmp_path / "two", *PATHS, "--exclude", "*.png")

        assert (run.status, covered.status) == (3, 0)
        report = report_of(tmp_path / "one")
        assert report["skipped"] == [{"source": "p.png", "reason": "not_a_container"}]
        assert report["hidden"] == 1
        assert "p.png" in run.out
        assert not (tmp_path / "one/traces/p.png").exists()

    def test_broken_json_is_to_be_mended(self, command, tmp_path: Path) -> None:
        write(tmp_path / "in/a.jsonl", "1")
        (tmp_path / "in/cut.json").write_text('{"messages": [{"content": "secret')

        run = command("redact", tmp_path / "in", "--output", tmp_path / "out", *PATHS)

        assert run.status == 3
        assert report_of(tmp_path / "out")["skipped"] == [{"source": "cut.json", "reason": "broken_json", "offset": 26}]
        assert "cut.json: skipped (broken_json at byte 26); it begins as JSON and is none: mend it" in run.out
        assert "secret" not in run.out

    def test_a_link_in_the_folder_is_not_followed(self, command, tmp_path: Path) -> None:
        write(tmp_path / "in/a.jsonl", "1")
        (tmp_path / "in/l.jsonl").symlink_to(write(tmp_path / "else.jsonl", "2"))

        run = command("redact", tmp_path / "in", "--output", tmp_path / "out", *PATHS)

        assert run.status == 3
        assert report_of(tmp_path / "out")["skipped"] == [{"source": "l.jsonl", "reason": "link"}]


class TestStops:
    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (("--content-paht", "x"), "--content-paht"),
            (("--runer", "FlinkRunner"), "--runer"),
            (("--content-pat", "x"), "--content-pat"),
            (("--direct_num_workers", "many"), "direct_num_workers"),
            (("--workers", "0"), "workers"),
            (("--workers", "-1"), "workers"),
            (("--redactor", "nonsense"), "nonsense"),
            (("--policy", "missing.yaml"), "missing.yaml"),
            (("--nonfinite", "maybe"), "nonfinite"),
            (("--max-dead-letter-rate", "2"), "max_dead_letter_rate"),
            (("--replacement", "pseudonym"), "key"),
            (("--content-path", "a["), "a["),
        ],
        ids=lambda value: value if isinstance(value, str) else " ".join(value),
    )
    def test_one_line_and_status_1(self, command, tmp_path: Path, words: tuple[str, ...], says: str) -> None:
        source = write(tmp_path / "a.jsonl", "1")

        run = command("redact", source, "--output", tmp_path / "out", "--content-path", "messages.*.content", *words)

        assert run.status == 1
        assert says in run.err
        assert len(run.err.splitlines()) == 1
        assert not (tmp_path / "out").exists()

    @pytest.mark.parametrize("words", ["presidio", "spacy", "rules+presidio", "odd_redactors:NotReady"])
    def test_a_redactor_that_lacks_something(self, command, tmp_path: Path, monkeypatch, words: str) -> None:
        for module in ("presidio_analyzer", "spacy"):
            monkeypatch.setitem(sys.modules, module, None)
        given = ("--content-path", "messages.*.content", "--redactor", words)

        run = command("redact", write(tmp_path / "a.jsonl", "CANARY"), "--output", tmp_path / "out", *given)

        assert run.status == 1
        assert "pip install" in run.err or "NotReady cannot be set up: RuntimeError" in run.err
        assert "CANARY" not in run.err
        assert len(run.err.splitlines()) == 1
        assert not (tmp_path / "out").exists()

    def test_what_a_set_up_loads_need_not_pickle(self, command, tmp_path: Path) -> None:
        source = write(tmp_path / "a.jsonl", "1")
        given = ("--content-path", "messages.*.content", "--redactor", "odd_redactors:LOADING")

        run = command("redact", source, "--output", tmp_path / "out", *given)

        assert run.status == 0, run.err
        assert "loaded" in (tmp_path / "out/traces/a.jsonl").read_text()

    def test_two_inputs_of_one_name(self, command, tmp_path: Path) -> None:
        one, two = write(tmp_path / "a/x.jsonl", "1"), write(tmp_path / "b/x.jsonl", "2")

        run = command("redact", one, two, "--output", tmp_path / "out", *PATHS)

        assert run.status == 1
        assert "x.jsonl" in run.err
        assert not (tmp_path / "out").exists()

    def test_missing_input_and_output_inside_input(self, command, tmp_path: Path) -> None:
        write(tmp_path / "in/a.jsonl", "1")

        missing = command("redact", tmp_path / "none", "--output", tmp_path / "out", *PATHS)
        inside = command("redact", tmp_path / "in", "--output", tmp_path / "in/out", *PATHS)

        assert (missing.status, inside.status) == (1, 1)
        assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.jsonl", "in"]

    def test_a_folder_that_is_in_use(self, command, tmp_path: Path) -> None:
        source = write(tmp_path / "a.jsonl", "1")
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine/file").write_text("mine")

        foreign = command("redact", source, "--output", tmp_path / "mine", *PATHS, "--overwrite")
        first = command("redact", source, "--output", tmp_path / "out", *PATHS)
        again = command("redact", source, "--output", tmp_path / "out", *PATHS)
        resumed = command("redact", source, "--output", tmp_path / "out", *PATHS, "--resume")
        other = command("redact", source, "--output", tmp_path / "out", *PATHS, "--resume", "--decode-depth", "2")
        over = command("redact", source, "--output", tmp_path / "out", *PATHS, "--overwrite", "--decode-depth", "2")

        statuses = [run.status for run in (foreign, first, again, resumed, other, over)]
        assert statuses == [1, 0, 1, 0, 1, 0]
        assert "--resume" in again.err

    def test_a_place_that_cannot_be_written_is_named(self, command, tmp_path: Path) -> None:
        source = write(tmp_path / "a.jsonl", "1")
        (tmp_path / "file").write_text("mine")

        run = command("redact", source, "--output", tmp_path / "file/out", *PATHS)

        assert run.status == 1
        assert run.err == f"openmed-beam: {tmp_path}/file/out: not a directory\n"

    def test_a_cut_gzip_is_not_a_success(self, command, tmp_path: Path) -> None:
        whole = gzip.compress("".join(RECORD % number + "\n" for number in range(2000)).encode())
        (tmp_path / "a.jsonl.gz").write_bytes(whole[: len(whole) // 2])

        run = command(
            "redact", tmp_path / "a.jsonl.gz", "--output", tmp_path / "out", *PATHS, "--max-dead-letter-rate", "1"
        )

        assert run.status == 3
        report = report_of(tmp_path / "out")
        assert report["inputs"][0]["faults"] == ["truncated_input"]
        totals = report["totals"]
        assert 0 < totals["records_passed"] < 2000
        assert totals["records_dead_lettered"] == 0
        assert [letter["reason"] for letter in letters_of(tmp_path / "out")] == ["truncated_input"]

    def test_help_and_version(self, command) -> None:
        assert command("--version").out.startswith("openmed-beam ")
        assert command("nonsense").status == 1
        assert command().status == 1


class TestRunner:
    @pytest.mark.parametrize("words", [(), ("--runner", "DirectRunner"), ("--runner=directrunner",)], ids=str)
    def test_nothing_is_looked_up(self, command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words) -> None:
        asked: list[object] = []

        def refuse(*arguments: object, **_: object) -> None:
            asked.append(arguments)
            raise OSError("no network in this test")

        for name in ("getaddrinfo", "gethostbyname", "create_connection"):
            monkeypatch.setattr(socket, name, refuse)
        monkeypatch.setattr(socket.socket, "connect", refuse)

        run = command("redact", write(tmp_path / "a.jsonl", "1"), "--output", tmp_path / "out", *PATHS, *words)

        assert (run.status, asked) == (0, [])


class TestPolicy:
    def test_file_and_flags_together(self, command, tmp_path: Path) -> None:
        policy = tmp_path / "p.yaml"
        policy.write_text(
            "content_paths: [messages.*.content]\nredactor: odd_redactors:raises\nmax_dead_letter_rate: 1\n"
        )
        (tmp_path / "a.jsonl").write_text(RECORD % "1" + "\n" + '{"messages":[{"content":"CANARY"}],"note":"Ada"}\n')

        run = command(
            "redact", tmp_path / "a.jsonl", "--output", tmp_path / "out", "--policy", policy,
            "--content-path", "note", "--redactor", "odd_redactors:mask",
        )  # fmt: skip

        assert run.status == 0, run.err + run.out
        assert "[NAME]" in (tmp_path / "out/traces/a.jsonl").read_text()
        assert [row["path"] for row in report_of(tmp_path / "out")["path_matches"]] == ["messages.*.content", "note"]


class TestSample:
    def test_the_sample_corpus(self, command, tmp_path: Path) -> None:
        words = ("redact", sample_path(), "--policy", Path(__file__).parents[2] / "configs/sample.yaml")

        run = command(*words, "--output", tmp_path / "one", "--max-dead-letter-rate", "0.3")
        strict = command(*words, "--output", tmp_path / "two")

        assert (run.status, strict.status) == (0, 3), run.err
        totals = report_of(tmp_path / "one")["totals"]
        assert (totals["records_read"], totals["records_dead_lettered"]) == (RECORDS, FAULTY)
        assert len({letter["reason"] for letter in letters_of(tmp_path / "one")}) == FAULTY
        text = b"".join(
            gzip.decompress(content) if name.endswith(".gz") else content
            for name, content in tree_of(tmp_path / "one/traces").items()
        )
        for secret in (b"example.com", b"example.org", b"555-01", b"4111", b"123-45-6789", b"sk-proj"):
            assert secret not in text, secret
        assert b"123456789012345678901234567890" in text

    def test_verify_of_the_run(self, command, tmp_path: Path) -> None:
        config = Path(__file__).parents[2] / "configs/sample.yaml"
        copy = shutil.copytree(sample_path(), tmp_path / "in")
        command("redact", copy, "--policy", config, "--output", tmp_path / "out")

        run = command("verify", copy, tmp_path / "out", "--policy", config)

        assert run.status == 0, run.out
        assert f"{RECORDS - FAULTY} records compared" in run.out
        assert f"{FAULTY} left out" in run.out
