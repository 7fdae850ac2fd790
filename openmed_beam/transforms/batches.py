"""The stages on batches: what `RedactToolCalls` and `VerifyFidelity` do to single records, done to `RecordBatch`es.

Only the loops are here; what happens to a record, and what counts, is the stages' own. A call from transform to
transform costs more than a small record is worth, so the corpus road hands on some hundred records at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from apache_beam.pvalue import TaggedOutput

from openmed_beam.corpus import RecordBatch
from openmed_beam.traces.record import TraceRecord
from openmed_beam.traces.tool_calls import RedactedTrace
from openmed_beam.transforms.dead_letter import dead_letter_line
from openmed_beam.transforms.redact import RedactSettings, RedactStage
from openmed_beam.transforms.stage import DeadLetterSettings, Stage, Stop
from openmed_beam.transforms.verify import VerifyStage

#: A plain callable sees one text after another, and some redactors keep traces apart, however many are asked about at
#: once: so many records at most ...
_TOGETHER_RECORDS = 16
#: ... and so many bytes, since their trees are held.
_TOGETHER_BYTES = 64 * 1024


class RedactBatches(RedactStage):
    """Batches and frames in, the same redacted and in the same order.

    Batches wait for each other until the redactor has as many traces as it asks for, or their range ends.
    """

    def __init__(self, settings: RedactSettings, dead_letters: DeadLetterSettings) -> None:
        super().__init__(settings, dead_letters)
        self._waiting: list[RecordBatch | TraceRecord] = []
        self._held = 0

    def setup(self) -> None:
        super().setup()
        redactor = self._settings.text_redactor
        plain = not callable(getattr(redactor, "redact_batch", None))
        self._takes_several = plain or bool(getattr(redactor, "keeps_traces_apart", False))
        self._most = self._redactor.batch_traces

    def start_bundle(self) -> None:
        super().start_bundle()
        self._waiting, self._held = [], 0

    def process(self, element: RecordBatch | TraceRecord) -> Iterable[Any]:
        self._waiting.append(element)
        if isinstance(element, RecordBatch):
            self._held += len(element.before)
            full = self._held >= self._most
        else:
            full = not self._held or (element.frame is not None and element.frame.kind == "end")
        return self._flush() if full else ()

    def finish_bundle(self) -> Iterable[TaggedOutput]:
        self._bundle_reports()
        return ()

    def _flush(self) -> list[RecordBatch | TraceRecord]:
        waiting, self._waiting, self._held = self._waiting, [], 0
        outcomes = self._outcomes([text for item in waiting if isinstance(item, RecordBatch) for text in item.before])
        return [
            self._batch(item, islice(outcomes, len(item.before)))
            if isinstance(item, RecordBatch)
            else self._frame(item)
            for item in waiting
        ]

    def _batch(self, batch: RecordBatch, outcomes: Iterable[Any]) -> RecordBatch:
        self._count_for(batch.source, batch.part)
        count = self._counts.add
        after: list[bytes | None] = []
        letters: dict[int, bytes] = {}
        for outcome in outcomes:
            if type(outcome) is RedactedTrace:
                count(outcome.report)
                after.append(outcome.payload)
            else:
                letters[len(after)] = letter_of(self, batch, len(after), Stop(*outcome))
                after.append(None)
        return batch._replace(after=after, letters=letters)

    def _outcomes(self, texts: list[bytes]) -> Iterator[Any]:
        """What becomes of each text; asked for no earlier than it is taken, so that few trees are held."""
        if self._most > 1:
            for begin in range(0, len(texts), self._most):
                yield from self._redact(texts[begin : begin + self._most])
        elif self._takes_several:
            for together in _together(texts):
                yield from self._redact(together)
        else:
            for text in texts:
                yield from self._redact((text,))


class VerifyBatches(VerifyStage):
    """Redacted batches and frames in, the same with what does not pass taken out."""

    def process(self, element: RecordBatch | TraceRecord) -> Iterable[Any]:
        if not isinstance(element, RecordBatch):
            return (self._frame(element),)
        self._count_for(element.source, element.part)
        part = element.part
        faults: dict[int, Stop] = {}
        for number, (before, after) in enumerate(zip(element.before, element.after)):
            if after is not None and (fault := self._fault(before, after, part)) is not None:
                faults[number] = fault
        self._passed += len(element.before) - len(element.letters) - len(faults)
        if not faults:
            return (element,)
        letters = {number: letter_of(self, element, number, fault) for number, fault in faults.items()}
        kept = [None if number in faults else after for number, after in enumerate(element.after)]
        return (element._replace(after=kept, letters={**element.letters, **letters}),)

    def finish_bundle(self) -> Iterable[TaggedOutput]:
        self._bundle_reports()
        return ()


def letter_of(stage: Stage, batch: RecordBatch, number: int, stop: Stop) -> bytes:
    """The line of the dead letter of one record of a batch, which is counted."""
    offset, frame = batch.place(number)
    return dead_letter_line(stage.stopped(stop, batch.before[number], batch.source, offset, frame))


def _together(texts: Sequence[bytes]) -> Iterator[list[bytes]]:
    group: list[bytes] = []
    size = 0
    for text in texts:
        if group and (size + len(text) > _TOGETHER_BYTES or len(group) == _TOGETHER_RECORDS):
            yield group
            group, size = [], 0
        group.append(text)
        size += len(text)
    if group:
        yield group
