"""`ReadTraces`: files in, records out, in the order in which they stand in their file.

What exists is planned where the pipeline is built; only small descriptors of ranges travel to the workers, which read.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import apache_beam as beam
from apache_beam import coders as beam_coders
from apache_beam.pvalue import PBegin, PCollection, TaggedOutput

from openmed_beam.corpus import RecordBatch, plan, read_batches
from openmed_beam.corpus.model import DEFAULT_MAX_RECORD_BYTES, Batch, CorpusPlan, RangeDescriptor
from openmed_beam.redactors.replacement import read_key
from openmed_beam.report.tally import DEAD_LETTER, Report
from openmed_beam.traces.record import DeadLetter, Frame, TraceRecord
from openmed_beam.transforms import coders  # noqa: F401  (registers the coders)
from openmed_beam.transforms.composite import Composite
from openmed_beam.transforms.dead_letter import is_about_a_file
from openmed_beam.transforms.stage import DEAD_LETTERS, REPORTS, DeadLetterSettings, Stage, dead_frame


class ReadTracesResult(NamedTuple):
    """Outputs of `ReadTraces`.

    Attributes:
        records: `TraceRecord`s.
        reports: a `Report` a bundle.
        dead_letters: `DeadLetter`s of records that are too large and of files that are cut or cannot be read.
    """

    records: PCollection
    reports: PCollection
    dead_letters: PCollection


class ReadTraces(Composite):
    """Read the traces of files, globs and folders.

    Args:
        patterns: inputs, one or several; or a plan that was made before.
        exclude: globs of files that are left out.
        max_record_bytes: longest record that is read; a longer one is dead-lettered without being held in memory.
        layout: also give the frames that are no record (blank lines, brackets, begin and end of each part), which
            `WriteTraces` needs to lay a file out as it was; the other transforms let them pass.
        workers: how many workers share the reading.
        key_env, key_file: see `DeadLetterMaker`.

    Raises:
        CorpusError: an input does not exist or cannot be told apart from another.
    """

    def __init__(
        self,
        patterns: str | Sequence[str] | CorpusPlan,
        *,
        exclude: Sequence[str] = (),
        max_record_bytes: int = DEFAULT_MAX_RECORD_BYTES,
        layout: bool = False,
        workers: int = 1,
        key_env: str | None = None,
        key_file: str | None = None,
        label: str | None = None,
    ) -> None:
        super().__init__(label)
        if not isinstance(patterns, CorpusPlan):
            inputs = [patterns] if isinstance(patterns, str) else list(patterns)
            patterns = plan(inputs, exclude=tuple(exclude), workers=workers)
        self.plan: CorpusPlan = patterns
        self._batches = self.plan.batches(workers)
        self._max_record_bytes = max_record_bytes
        self._layout = layout
        self._dead_letters = DeadLetterSettings("none", key_env, key_file)

    def expand(self, pbegin: PBegin) -> ReadTracesResult:
        work = (
            beam.ParDo(ReadStage(self._max_record_bytes, self._dead_letters, layout=self._layout))
            .with_output_types(TraceRecord, **{DEAD_LETTERS: DeadLetter, REPORTS: Report})
            .with_outputs(DEAD_LETTERS, REPORTS, main="records")
        )
        outputs = pbegin | SpreadRanges(self._batches) | "Read" >> work
        self._hand_over(outputs[DEAD_LETTERS])
        return ReadTracesResult(outputs.records, outputs[REPORTS], outputs[DEAD_LETTERS])


class SpreadRanges(beam.PTransform):  # type: ignore[misc]
    """Descriptors of ranges, in groups, spread over the workers: `Create` reshuffles what is more than one."""

    def __init__(self, batches: Sequence[Batch]) -> None:
        super().__init__()
        self._batches = batches

    def expand(self, pbegin: PBegin) -> PCollection:
        return pbegin | "Ranges" >> beam.Create([_Ranges(batch) for batch in self._batches]).with_output_types(_Ranges)


class _Ranges(NamedTuple):
    """A batch of ranges as one element."""

    batch: Batch


class _RangesCoder(beam_coders.Coder):  # type: ignore[misc]
    def encode(self, value: _Ranges) -> bytes:
        return json.dumps([list(piece) for piece in value.batch]).encode("ascii")

    def decode(self, encoded: bytes) -> _Ranges:
        return _Ranges(tuple(RangeDescriptor(*piece) for piece in json.loads(encoded)))

    def is_deterministic(self) -> bool:
        return True

    def to_type_hint(self) -> Any:
        return _Ranges


beam_coders.registry.register_coder(_Ranges, _RangesCoder)


class ReadStage(Stage):
    """Ranges in, their records out.

    Args:
        max_record_bytes, layout: as of `ReadTraces`.
        dead_letters: where the key of digests is.
        batches: give `RecordBatch`es, and dead letters as frames alone; with `layout`.
    """

    def __init__(
        self, max_record_bytes: int, dead_letters: DeadLetterSettings, *, layout: bool, batches: bool = False
    ) -> None:
        super().__init__(dead_letters)
        self._max_record_bytes = max_record_bytes
        self._layout = layout
        self._batches = batches

    def setup(self) -> None:
        super().setup()
        self._hasher = hasher_of(read_key(self._dead_letter_settings.key_env, self._dead_letter_settings.key_file))

    def process(self, element: _Ranges) -> Iterator[Any]:
        for piece in element.batch:
            yield from self._read(piece)

    def _read(self, piece: RangeDescriptor) -> Iterator[Any]:
        tally = self._count_for(piece.source, piece.name)
        layout = self._layout
        for item in read_batches(piece, max_record_bytes=self._max_record_bytes, hasher=self._hasher):
            if isinstance(item, RecordBatch):
                tally.add("records_read", len(item.before))
                tally.observe_all("record_bytes", list(map(len, item.before)))
                if self._batches:
                    yield item
                elif layout:
                    yield from item.records()
                else:
                    yield from map(_without_part, item.records())
                continue
            if isinstance(item, DeadLetter):
                if not is_about_a_file(item):
                    tally.add("records_read")
                    tally.add("records_dead_lettered")
                tally.add(DEAD_LETTER + item.reason)
                if not self._batches:
                    yield TaggedOutput(DEAD_LETTERS, item)
                if layout:
                    yield dead_frame(item, Frame(piece.name, 0))
                continue
            frame = item.frame
            assert frame is not None
            if frame.kind == "blank":
                tally.add("blank_lines")
            elif frame.kind == "end":
                item = item._replace(payload=self._close_part(item, frame))
            if layout:
                yield item

    def finish_bundle(self) -> list[TaggedOutput]:
        reports = self._bundle_reports()
        return [] if self._batches else reports


def _without_part(record: TraceRecord) -> TraceRecord:
    assert record.frame is not None
    return record._replace(frame=record.frame._replace(part=""))


def hasher_of(key: bytes | None) -> Callable[[], Any]:
    """What makes digests of records: keyed where there is a key."""
    return hashlib.sha256 if key is None else lambda: hmac.new(key, digestmod="sha256")
