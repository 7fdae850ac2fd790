"""What the redacting and the verifying stage share: counting by part, dead letters, frames that are no record.

A stage works on one record after another. Frames of the layout (blank lines, brackets, the end of a part) pass it
unchanged, but for the end of a part: the report of the part travels in its payload and each stage adds its own
counts, so that the writer can lay text, dead letters and counts of a part down together.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import apache_beam as beam
from apache_beam.pvalue import PCollection, TaggedOutput
from apache_beam.transforms.window import GlobalWindow, GlobalWindows
from apache_beam.utils.windowed_value import WindowedValue

from openmed_beam.report.tally import DEAD_LETTER, Report, Tally
from openmed_beam.traces.record import DeadLetter, Frame, TraceRecord
from openmed_beam.transforms.dead_letter import DeadLetterMaker, DeadLetterPayload, dead_letter_line
from openmed_beam.transforms.metrics import publish

#: Tags of the outputs beside the main one.
DEAD_LETTERS, REPORTS, PAIRS = "dead_letters", "reports", "pairs"

#: Key of the counts in the summary that an end frame carries.
SUMMARY_TALLY = "tally"

#: Kind of a frame that carries a dead letter's line to the writer of its part.
DEAD_FRAME = "dead"


class DeadLetterSettings(NamedTuple):
    """How dead letters are made; see `DeadLetterMaker`."""

    payload: DeadLetterPayload = "none"
    key_env: str | None = None
    key_file: str | None = None


class Stop(NamedTuple):
    """Why a stage stops a record."""

    stage: str
    reason: str
    report: dict[str, Any] | None = None
    exception_type: str | None = None


def internal_error(stage: str, error: BaseException) -> Stop:
    """A stop for an exception that nobody expected; it keeps the exception's class name alone."""
    return Stop(stage, "internal_error", None, type(error).__name__)


def in_layout(frame: Frame | None) -> bool:
    """Whether a frame belongs to a part that a writer lays out as it was."""
    return frame is not None and frame.part != ""


def dead_frame(letter: DeadLetter, frame: Frame) -> TraceRecord:
    """A dead letter as an element of its part's stream."""
    kind: Any = DEAD_FRAME
    return TraceRecord(letter.source, letter.offset, dead_letter_line(letter), Frame(frame.part, 0, kind=kind))


def with_tally(payload: bytes, tally: Tally) -> bytes:
    """The payload of an end frame (the summary of its range) with a stage's counts added under `SUMMARY_TALLY`."""
    summary = json.loads(payload) if payload else {}
    total = Tally.from_dict(summary.get(SUMMARY_TALLY, {}))
    total.merge(tally)
    summary[SUMMARY_TALLY] = total.to_dict()
    return json.dumps(summary).encode("ascii")


#: The window of everything in a pipeline that names none.
GLOBAL = GlobalWindow()


def in_global_window(collection: PCollection) -> bool:
    """Whether a collection has no windows of its own."""
    return isinstance(collection.windowing.windowfn, GlobalWindows)


class Stage(beam.DoFn):  # type: ignore[misc]
    """Base of a stage's DoFn: tallies by window, source and part; dead letters; one report a bundle and window."""

    def __init__(self, dead_letters: DeadLetterSettings) -> None:
        self._dead_letter_settings = dead_letters

    def setup(self) -> None:
        self._maker = DeadLetterMaker(*self._dead_letter_settings)
        self._forget()

    def start_bundle(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._open: dict[tuple[Any, str | None, str], Tally] = {}
        self._done: dict[Any, Report] = {}
        self._at: tuple[Any, str | None, str] | None = None
        self._tally = Tally()

    def _settle(self) -> None:
        """Bring the tally at hand up to date; for stages that count apart from it."""

    def _count_for(self, source: str | None, part: str, window: Any = GLOBAL) -> Tally:
        """The tally of what is at hand; the one used last is remembered."""
        at = (window, source, part)
        if at != self._at:
            self._settle()
            self._at = at
            tally = self._open.get(at)
            if tally is None:
                tally = self._open[at] = Tally()
            self._tally = tally
        return self._tally

    def _close_part(self, record: TraceRecord, frame: Frame, window: Any = GLOBAL) -> bytes:
        """Count a part as done; gives the end frame's payload with the part's report."""
        self._settle()
        tally = self._open.pop((window, record.source, frame.part), None)
        self._at = None
        if tally is None:
            return record.payload
        self._done.setdefault(window, Report()).of(record.source).merge(tally)
        return with_tally(record.payload, tally)

    def stopped(
        self,
        stop: Stop,
        record: bytes | None,
        source: str | None,
        offset: int | None,
        frame: Frame | None,
    ) -> DeadLetter:
        """The dead letter of a record of what is at hand; it is counted."""
        tally = self._tally
        tally.add("records_dead_lettered")
        tally.add(DEAD_LETTER + stop.reason)
        return self._maker.make(
            record,
            stage=stop.stage,
            reason=stop.reason,
            source=source,
            offset=offset,
            frame=frame,
            report=stop.report,
            exception_type=stop.exception_type,
        )

    def _bundle_reports(self) -> list[TaggedOutput]:
        """The bundle's reports, one a window, and the metrics brought up to date."""
        self._settle()
        for (window, source, _), tally in self._open.items():
            self._done.setdefault(window, Report()).of(source).merge(tally)
        outputs = []
        for window, report in self._done.items():
            publish(report.total())
            value = WindowedValue(report, window.max_timestamp(), (window,))
            outputs.append(TaggedOutput(REPORTS, value))
        self._forget()
        return outputs
