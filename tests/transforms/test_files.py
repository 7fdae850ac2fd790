"""ReadTraces, WriteTraces, WriteDeadLetters, SummarizeReports and the whole road, on files."""

from __future__ import annotations

import gzip
import json
import stat
from pathlib import Path

import apache_beam as beam
import pytest
from apache_beam.runners.portability.fn_api_runner import FnApiRunner
from apache_beam.transforms import window
from eager import collect, given

from openmed_beam import (
    DeadLetter,
    Policy,
    ReadTraces,
    RedactCorpus,
    RedactToolCalls,
    RunSettings,
    SummarizeReports,
    TraceRecord,
    VerifyFidelity,
    WriteDeadLetters,
    WriteTraces,
    counters_of,
)
from openmed_beam.corpus import RunDirectory, plan
from openmed_beam.errors import CorpusError
from openmed_beam.transforms.metrics import distributions_of
from openmed_beam.transforms.road import files_of_a_run

RECORD = b'{"id":%d,"messages":[{"role":"user","content":"write to ada@example.com"}]}'
PATHS = ["messages.*.content"]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.jsonl").write_bytes(RECORD % 1 + b"\r\n\n" + RECORD % 2)
    (folder / "sub/b.jsonl.gz").write_bytes(gzip.compress(RECORD % 3 + b"\n{cut\n" + RECORD % 4 + b"\n"))
    return folder


class TestRead:
    def test_records_and_nothing_else(self, corpus: Path) -> None:
        out, result = collect(lambda p: p | ReadTraces(str(corpus)))

        records = sorted(out["records"])
        assert [(record.source, record.offset) for record in records] == [
            ("a.jsonl", 0),
            ("a.jsonl", len(RECORD % 1) + 3),
            ("sub/b.jsonl.gz", 0),
            ("sub/b.jsonl.gz", len(RECORD % 3) + 1),
            ("sub/b.jsonl.gz", len(RECORD % 3) + 6),
        ]
        assert all(json.loads(record.payload) for record in records if not record.payload.startswith(b"{cut"))
        counters = counters_of(result.metrics())
        assert (counters["records_read"], counters["blank_lines"]) == (5, 1)
        assert distributions_of(result.metrics())["record_bytes"]["count"] == 5

    def test_several_patterns_and_exclusions(self, corpus: Path) -> None:
        read = ReadTraces([f"{corpus}/*.jsonl", str(corpus / "sub")], exclude=["*.gz"])
        out, _ = collect(lambda p: p | read)
        assert {record.source for record in out["records"]} == {"a.jsonl"}

    def test_a_missing_input_stops_at_construction(self, tmp_path: Path) -> None:
        with pytest.raises(CorpusError):
            ReadTraces(str(tmp_path / "nowhere"))

    def test_a_file_that_goes_after_planning_costs_itself(self, corpus: Path) -> None:
        read = ReadTraces(str(corpus))
        (corpus / "a.jsonl").unlink()
        out, _ = collect(lambda p: p | read)
        assert [letter.reason for letter in out["dead_letters"]] == ["unreadable_input"]
        assert {record.source for record in out["records"]} == {"sub/b.jsonl.gz"}


class TestWrite:
    def test_files_come_out_as_they_were(self, corpus: Path, tmp_path: Path) -> None:
        def build(pipeline: beam.Pipeline) -> beam.PCollection:
            read = ReadTraces(str(corpus), layout=True)
            redacted = (pipeline | read).records | RedactToolCalls(content_paths=PATHS)
            verified = redacted.pairs | VerifyFidelity(content_paths=PATHS)
            redacted.dead_letters | WriteDeadLetters(str(tmp_path / "out"))
            return verified.passed | WriteTraces(str(tmp_path / "out"), plan=read.plan)

        out, _ = collect(build)

        masked = RECORD.replace(b"ada@example.com", b"[EMAIL]")
        traces = tmp_path / "out/traces"
        assert (traces / "a.jsonl").read_bytes() == masked % 1 + b"\r\n\n" + masked % 2
        assert gzip.decompress((traces / "sub/b.jsonl.gz").read_bytes()) == masked % 3 + b"\n" + masked % 4 + b"\n"
        assert sorted((row.path, row.records) for row in out["output"]) == [
            ("traces/a.jsonl", 2),
            ("traces/sub/b.jsonl.gz", 2),
        ]
        (letters,) = (tmp_path / "out/dead_letters").iterdir()
        assert json.loads(letters.read_text())["reason"] == "invalid_json"
        assert stat.S_IMODE(letters.stat().st_mode) == 0o600
        assert not [path for path in (tmp_path / "out").rglob("*") if path.suffix == ".tmp"]

    def test_records_without_layout_become_jsonl(self, tmp_path: Path) -> None:
        items = [
            TraceRecord("x/one", 0, b'{"a":\n1}'),
            TraceRecord(None, None, b"[2]"),
            TraceRecord("x/one", 9, b'{"a":2}'),
            TraceRecord("../evil.jsonl", 0, b"{}"),
        ]
        out, _ = collect(lambda p: p | given(items, TraceRecord) | WriteTraces(str(tmp_path / "out")))

        traces = tmp_path / "out/traces"
        assert (traces / "x/one.jsonl").read_bytes() == b'{"a": 1}\n{"a":2}\n'
        assert (traces / "traces.jsonl").read_bytes() == b"[2]\n"
        assert (traces / "..%2Fevil.jsonl.jsonl").read_bytes() == b"{}\n"
        assert not (tmp_path / "evil.jsonl").exists()
        assert sorted(row.records for row in out["output"]) == [1, 1, 2]
        assert not (tmp_path / "out/.openmed-beam").exists()

    def test_nothing_to_write_writes_nothing(self, tmp_path: Path) -> None:
        out, _ = collect(lambda p: p | given([], DeadLetter) | WriteDeadLetters(str(tmp_path / "out")))
        assert out["output"] == []
        assert not list(tmp_path.rglob("*.jsonl"))


class TestSummarize:
    def test_all_stages_in_one_summary(self, corpus: Path) -> None:
        def build(pipeline: beam.Pipeline) -> beam.PCollection:
            read = pipeline | ReadTraces(str(corpus))
            redacted = read.records | RedactToolCalls(content_paths=PATHS)
            verified = redacted.pairs | VerifyFidelity(content_paths=PATHS)
            return (read.reports, redacted.reports, verified.reports) | beam.Flatten() | SummarizeReports()

        out, result = collect(build)

        (summary,) = out["output"]
        totals = summary["totals"]
        assert totals["records_read"] == totals["records_passed"] + totals["records_dead_lettered"] == 5
        assert {name: count for name, count in totals.items() if count} == counters_of(result.metrics())
        assert totals["entities.EMAIL"] == 4
        assert summary["distributions"] == distributions_of(result.metrics())
        assert [row["source"] for row in summary["inputs"]] == ["a.jsonl", "sub/b.jsonl.gz"]

    def test_one_summary_a_window(self) -> None:
        def build(pipeline: beam.Pipeline) -> beam.PCollection:
            timed = pipeline | given([1, 2, 11], int) | beam.Map(lambda at: window.TimestampedValue(RECORD % at, at))
            redacted = timed | beam.WindowInto(window.FixedWindows(10)) | RedactToolCalls(content_paths=PATHS)
            return redacted.reports | SummarizeReports() | beam.Map(lambda summary: summary["totals"]["leaves_seen"])

        out, _ = collect(build)
        assert sorted(out["output"]) == [1, 2]


class TestRoad:
    def run(self, corpus: Path, directory: Path, policy: Policy) -> tuple[dict, beam.runners.runner.PipelineResult]:
        planned = plan([str(corpus)])
        start = RunDirectory(str(directory)).begin(planned, policy.digest(), others=files_of_a_run(planned))
        pipeline = beam.Pipeline(runner=FnApiRunner())
        pipeline | RedactCorpus(start, RunSettings(str(directory), policy))
        result = pipeline.run()
        result.wait_until_finish()
        return json.loads((directory / "report.json").read_text()), result

    def test_metrics_equal_the_report(self, corpus: Path, tmp_path: Path) -> None:
        report, result = self.run(corpus, tmp_path / "out", Policy(content_paths=tuple(PATHS)))

        assert report["this_run"] == report["totals"]
        assert {name: count for name, count in report["totals"].items() if count} == counters_of(result.metrics())
        assert report["distributions"] == distributions_of(result.metrics())

    def test_a_redactor_that_wants_batches_ends_in_the_same_bytes(self, corpus: Path, tmp_path: Path) -> None:
        single = Policy(content_paths=tuple(PATHS), redactor="batching:Single")
        batched = Policy(content_paths=tuple(PATHS), redactor="batching:Batching")

        one, _ = self.run(corpus, tmp_path / "one", single)
        two, _ = self.run(corpus, tmp_path / "two", batched)

        assert one["totals"] == two["totals"]
        for name in ("traces/a.jsonl", "traces/sub/b.jsonl.gz"):
            assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
