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

from openmed_beam.corpus import plan, read_range
from openmed_beam.corpus.model import DEFAULT_MAX_RECORD_BYTES, Batch, CorpusPlan, RangeDescriptor
from openmed_beam.redactors.replacement import read_key
from openmed_beam.report.tally import DEAD_LETTER, Report, Tally
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
        without: frozenset[str] = frozenset(),
        key_env: str | None = None,
        key_file: str | None = None,
        label: str | None = None,
    ) -> None:
        super().__init__(label)
        if not isinstance(patterns, CorpusPlan):
            inputs = [patterns] if isinstance(patterns, str) else list(patterns)
            patterns = plan(inputs, exclude=tuple(exclude), workers=workers)
        self.plan: CorpusPlan = patterns
        self._batches = self.plan.batches(workers, without=without)
        self._max_record_bytes = max_record_bytes
        self._layout = layout
        self._dead_letters = DeadLetterSettings("none", key_env, key_file)

    def expand(self, pbegin: PBegin) -> ReadTracesResult:
        work = (
            beam.ParDo(_Read(self._max_record_bytes, self._layout, self._dead_letters))
            .with_output_types(TraceRecord, **{DEAD_LETTERS: DeadLetter, REPORTS: Report})
            .with_outputs(DEAD_LETTERS, REPORTS, main="records")
        )
        outputs = (
            pbegin
            | "Ranges" >> beam.Create([_Ranges(batch) for batch in self._batches]).with_output_types(_Ranges)
            | "Spread" >> beam.Reshuffle().with_output_types(_Ranges)
            | "Read" >> work
        )
        self._hand_over(outputs[DEAD_LETTERS])
        return ReadTracesResult(outputs.records, outputs[REPORTS], outputs[DEAD_LETTERS])


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


class _Read(Stage):
    def __init__(self, max_record_bytes: int, layout: bool, dead_letters: DeadLetterSettings) -> None:
        super().__init__(dead_letters)
        self._max_record_bytes = max_record_bytes
        self._layout = layout

    def setup(self) -> None:
        super().setup()
        self._hasher = hasher_of(read_key(self._dead_letter_settings.key_env, self._dead_letter_settings.key_file))

    def process(self, element: _Ranges) -> Iterator[Any]:
        for piece in element.batch:
            yield from self._read(piece)

    def _read(self, piece: RangeDescriptor) -> Iterator[Any]:
        tally = self._count_for(piece.source, piece.name)
        layout = self._layout
        sizes: list[int] = []
        for item in read_range(piece, max_record_bytes=self._max_record_bytes, hasher=self._hasher):
            if isinstance(item, DeadLetter):
                if not is_about_a_file(item):
                    tally.add("records_read")
                    tally.add("records_dead_lettered")
                tally.add(DEAD_LETTER + item.reason)
                yield TaggedOutput(DEAD_LETTERS, item)
                if layout:
                    yield dead_frame(item, Frame(piece.name, 0))
                continue
            frame = item.frame
            assert frame is not None
            if frame.kind == "record":
                sizes.append(len(item.payload))
                if len(sizes) == 10_000:
                    self._count_records(tally, sizes)
                yield item if layout else item._replace(frame=frame._replace(part=""))
                continue
            if frame.kind == "blank":
                tally.add("blank_lines")
            elif frame.kind == "end":
                self._count_records(tally, sizes)
                item = item._replace(payload=self._close_part(item, frame))
            if layout:
                yield item

    def _count_records(self, tally: Tally, sizes: list[int]) -> None:
        if sizes:
            tally.add("records_read", len(sizes))
            tally.observe_all("record_bytes", sizes)
            sizes.clear()

    def finish_bundle(self) -> list[TaggedOutput]:
        return self._bundle_reports()


def hasher_of(key: bytes | None) -> Callable[[], Any]:
    """What makes digests of records: keyed where there is a key."""
    return hashlib.sha256 if key is None else lambda: hmac.new(key, digestmod="sha256")
