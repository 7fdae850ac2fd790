"""`RedactCorpus`: the main job as one transform, from planned files to redacted files, dead letters and report.

    ranges | spread | read | redact | verify | write parts     one fused stage; records stay in it, in batches
    parts | by file | finalise                                    descriptions of parts, small
    files | finish                                                manifest.json, report.json

Dead letters and counts of a part travel through the fused stage behind its records and are laid down with it, so that
a part is there whole or not at all, and a resumed run ends in the same bytes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import apache_beam as beam
from apache_beam.pvalue import PBegin, PCollection

from openmed_beam.corpus import (
    STDIN,
    CorpusPlan,
    FileOutcome,
    InputFile,
    LinePartWriter,
    PartDescription,
    PartWriter,
    RecordBatch,
    RunDirectory,
    RunStart,
    StreamWriter,
    finalise_file,
    join_lines,
    storage,
)
from openmed_beam.corpus.model import DEAD_LETTERS
from openmed_beam.errors import CorpusError
from openmed_beam.policy import Policy
from openmed_beam.report.run_report import InputRow, Outcome, add_up, build_report
from openmed_beam.report.tally import Report, Tally
from openmed_beam.traces.record import TraceRecord
from openmed_beam.transforms.batches import RedactBatches, VerifyBatches
from openmed_beam.transforms.coders import ANY_TRACE
from openmed_beam.transforms.composite import Composite
from openmed_beam.transforms.read import ReadStage, SpreadRanges
from openmed_beam.transforms.redact import RedactToolCalls
from openmed_beam.transforms.stage import DEAD_FRAME, SUMMARY_TALLY, DeadLetterSettings
from openmed_beam.transforms.verify import VerifyFidelity
from openmed_beam.transforms.write import Gathered, line_file_name

REPORT = "report.json"


class RunSettings(NamedTuple):
    """What the end of a run needs to know.

    Attributes:
        directory: the output directory.
        policy: the policy.
        allow_unmatched: whether paths and inputs without a match are accepted.
    """

    directory: str
    policy: Policy
    allow_unmatched: bool = False


def files_of_a_run(plan: CorpusPlan) -> list[str]:
    """Places below the output directory that a run may write besides the traces."""
    return [REPORT, *(dead_letter_place(file.source) for file in plan.files)]


def dead_letter_place(source: str) -> str:
    """Where the dead letters of an input stand, below the output directory."""
    return f"{DEAD_LETTERS}/{line_file_name(source)}"


class RedactCorpus(Composite):
    """Redact, verify and write a planned corpus; gives the run's report as JSON text (bytes), one element.

    Args:
        start: how the run begins, see `RunDirectory.begin`.
        settings: directory and policy.
        workers: how many workers share the work.
    """

    def __init__(self, start: RunStart, settings: RunSettings, *, workers: int = 1, label: str | None = None) -> None:
        super().__init__(label)
        self._start = start
        self._settings = settings
        self._workers = workers

    def expand(self, pbegin: PBegin) -> PCollection:
        policy, directory = self._settings.policy, self._settings.directory
        done = self._start.done_names()
        letters = DeadLetterSettings("none", policy.key_env, policy.key_file)
        streams = any(file.path == STDIN for file in self._start.plan.files)
        read = ReadStage(policy.max_record_bytes, letters, layout=True, batches=True)
        redact, verify = RedactToolCalls.from_policy(policy), VerifyFidelity.from_policy(policy)
        write = _WriteRange(directory, policy.dead_letter_payload == "original", streams)
        written = (
            pbegin
            | SpreadRanges(self._start.plan.batches(self._workers, without=frozenset(done)))
            | "Read" >> beam.ParDo(read).with_output_types(ANY_TRACE)
            | "Redact" >> beam.ParDo(RedactBatches(redact.settings, redact.dead_letters)).with_output_types(ANY_TRACE)
            | "Verify" >> beam.ParDo(VerifyBatches(verify.settings, verify.dead_letters)).with_output_types(ANY_TRACE)
            | "WriteParts" >> beam.ParDo(write).with_output_types(tuple[int, bytes])
        )
        earlier = [
            _part_line(self._start.done["traces"][name], self._start.done["dead_letters"][name], now=False)
            for name in sorted(done)
        ]
        if earlier:
            known = pbegin | "EarlierParts" >> beam.Create(earlier).with_output_types(tuple[int, bytes])
            written = (written, known) | "Parts" >> beam.Flatten()
        return (
            written
            | "ByFile" >> beam.GroupByKey()
            | "Finalise" >> beam.ParDo(_Finalise(self._settings, self._start.plan.files)).with_output_types(bytes)
            | "Gather" >> Gathered()
            | "Finish" >> beam.ParDo(_Finish(self._settings)).with_output_types(bytes)
        )


def _part_line(traces: PartDescription, dead_letters: PartDescription, *, now: bool) -> tuple[int, bytes]:
    shape = {"traces": traces._asdict(), "dead_letters": dead_letters._asdict(), "now": now}
    return traces.file, json.dumps(shape).encode("ascii")


class _WriteRange(beam.DoFn):  # type: ignore[misc]
    """One part of traces and one of dead letters for each range; traces of standard input go to standard output."""

    def __init__(self, directory: str, private: bool, streams: bool) -> None:
        self._directory = directory
        self._private = private
        self._streams = streams

    def start_bundle(self) -> None:
        self._traces = StreamWriter(sys.stdout.buffer) if self._streams else PartWriter(self._directory)
        self._letters = LinePartWriter(self._directory, private=self._private)
        self._places: dict[str, tuple[int, int]] = {}

    def process(self, item: RecordBatch | TraceRecord) -> Iterable[tuple[int, bytes]]:
        if isinstance(item, RecordBatch):
            for number in sorted(item.letters):
                self._letters.write(item.part, item.letters[number])
            self._traces.write_batch(item)
            return ()
        frame = item.frame
        assert frame is not None
        if frame.kind == DEAD_FRAME:
            self._letters.write(frame.part, item.payload)
            return ()
        if frame.kind == "begin":
            begin = json.loads(item.payload)
            self._places[frame.part] = (begin["file"], begin["cut"])
        if frame.kind != "end":
            self._traces.write(item)
            return ()
        file, cut = self._places.pop(frame.part)
        letters = self._letters.end(frame.part, item.source or "", file, cut, {})
        traces = self._traces.write(item)
        assert traces is not None
        return (_part_line(traces, letters, now=True),)

    def finish_bundle(self) -> None:
        self._letters.commit()
        self._traces.commit()
        self._leave()

    def teardown(self) -> None:
        self._leave()

    def _leave(self) -> None:
        for name in ("_letters", "_traces"):
            writer = getattr(self, name, None)
            if writer is not None:
                writer.abort()


class _Finalise(beam.DoFn):  # type: ignore[misc]
    """The parts of one file into the file, its dead letters into theirs."""

    def __init__(self, settings: RunSettings, files: tuple[InputFile, ...]) -> None:
        self._settings = settings
        self._files = {file.number: file for file in files}

    def process(self, group: tuple[int, Iterable[bytes]]) -> Iterator[bytes]:
        number, lines = group
        file = self._files[number]
        shapes = [json.loads(line) for line in lines]
        traces = [PartDescription(**shape["traces"]) for shape in shapes]
        letters = [PartDescription(**shape["dead_letters"]) for shape in shapes]
        whole, now = Tally(), Tally()
        for part, shape in {part.part: (part, shape) for part, shape in zip(traces, shapes)}.values():
            tally = Tally.from_dict(part.summary.get(SUMMARY_TALLY, {}))
            whole.merge(tally)
            if shape["now"]:
                now.merge(tally)
        directory = self._settings.directory
        private = self._settings.policy.dead_letter_payload == "original"
        place = dead_letter_place(file.source)
        dead = join_lines(directory, letters, place, private=private)
        outcome = streamed(file, traces) if file.path == STDIN else finalise_file(directory, file, traces)
        done = {
            "outcome": outcome._asdict(),
            "dead_letters": place if dead else None,
            "whole": whole.to_dict(),
            "now": now.to_dict(),
        }
        yield json.dumps(done).encode("ascii")


def streamed(file: InputFile, parts: Sequence[PartDescription]) -> FileOutcome:
    """What became of standard input: nothing of it stands in the output directory but dead letters and report."""
    (part,) = parts
    return FileOutcome(
        source=file.source,
        path=file.path,
        container=file.container,
        compression=file.compression,
        size=file.size,
        mtime_ns=file.mtime_ns,
        sha256=part.summary.get("input_digest"),
        output=None,
        records=part.records,
        output_bytes=part.size,
        output_sha256=part.digest,
        fault=part.summary.get("fault"),
    )


class _Finish(beam.DoFn):  # type: ignore[misc]
    """report.json, then the manifest of a finished run."""

    def __init__(self, settings: RunSettings) -> None:
        self._settings = settings

    def process(self, lines: list[bytes]) -> Iterator[bytes]:
        run = RunDirectory(self._settings.directory)
        manifest = run.manifest()
        if manifest is None:
            raise CorpusError(f"{run.directory}: manifest.json is gone: run again with --overwrite")
        outcomes, others = [], [REPORT]
        whole, now = Report(), Report()
        for line in lines:
            shape = json.loads(line)
            outcome = FileOutcome(**{**shape["outcome"], "skipped_entries": tuple(shape["outcome"]["skipped_entries"])})
            outcomes.append(outcome)
            whole.of(outcome.source).merge(Tally.from_dict(shape["whole"]))
            now.of(outcome.source).merge(Tally.from_dict(shape["now"]))
            if shape["dead_letters"]:
                others.append(shape["dead_letters"])
        report = self._report(manifest, outcomes, whole, now)
        text = json.dumps(report, indent=2).encode("ascii") + b"\n"
        storage.write_whole(run.place(REPORT), text)
        run.complete(manifest, outcomes, report["status"], others=sorted(others))
        yield text

    def _report(
        self, manifest: Mapping[str, Any], outcomes: list[FileOutcome], whole: Report, now: Report
    ) -> dict[str, Any]:
        policy = self._settings.policy
        by_source = {outcome.source: outcome for outcome in outcomes}
        rows = [_row(by_source[shape["source"]]) for shape in manifest["inputs"]]
        skipped = [
            {key: shape[key] for key in ("source", "reason", "offset") if shape.get(key) is not None}
            for shape in manifest["skipped"]
        ]
        for outcome in outcomes:
            skipped += [
                {"source": f"{outcome.source}!{entry}", "reason": "not_json"} for entry in outcome.skipped_entries
            ]
        found = Outcome(
            inputs=rows,
            whole=whole,
            this_run=now,
            content_paths=policy.content_paths,
            payload_paths=policy.payload_paths,
            skipped=skipped,
            hidden=manifest["hidden"],
            excluded=manifest["excluded"],
            max_dead_letter_rate=policy.max_dead_letter_rate,
            allow_unmatched=self._settings.allow_unmatched,
        )
        report = build_report(found, {"sha256": manifest["policy_sha256"], **policy.describe()})
        if not add_up(report):
            raise AssertionError("records_read is not records_passed + records_dead_lettered: a fault of openmed-beam")
        return report


def _row(outcome: FileOutcome) -> InputRow:
    return InputRow(
        source=outcome.source,
        container=outcome.container,
        compression=outcome.compression or None,
        size=outcome.size,
        faults=(outcome.fault,) if outcome.fault else (),
        output=outcome.output is not None,
    )
