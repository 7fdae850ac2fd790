"""Neighbouring records of one range as one value: what travels the road in place of single records.

A batch holds its records as columns, so that a stage costs a few loops a batch and not a call a record. Its order is
the file's, a record that was stopped leaves a gap, and its dead letter travels beside the gap. Batches never reach over
the end of a range, nor over framing that stands between records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from openmed_beam.traces.record import DeadLetter, Frame, TraceRecord

#: A batch is closed when it holds so many bytes of text, or so many records.
BATCH_BYTES, BATCH_RECORDS = 256 * 1024, 1024

_NO_LETTERS: Mapping[int, bytes] = {}

#: Offset and frame of a record.
Place = tuple[int | None, Frame]


class RecordBatch(NamedTuple):
    """Neighbouring records of one range.

    Attributes:
        source, part: of all of them, see `TraceRecord` and `Frame`.
        before: their text as it was read.
        after: their text as it stands now, None where a record was stopped.
        offset: of the first record, where `places` does not say it.
        places: offset and frame of each; None for lines that follow one another and all end in `\\n`.
        letters: number of a stopped record -> line of its dead letter.
    """

    source: str
    part: str
    before: list[bytes]
    after: Sequence[bytes | None]
    offset: int = 0
    places: list[Place] | None = None
    letters: Mapping[int, bytes] = _NO_LETTERS

    def place(self, number: int) -> Place:
        """Offset and frame of one record."""
        if self.places is not None:
            return self.places[number]
        earlier = self.before[:number]
        return self.offset + sum(map(len, earlier)) + number, Frame(self.part, len(self.before[number]), b"", b"\n")

    def records(self) -> Iterator[TraceRecord]:
        """The records that were not stopped, one by one, with their text as it stands now."""
        source = self.source
        if self.places is not None:
            for text, (offset, frame) in zip(self.after, self.places):
                if text is not None:
                    yield _new(TraceRecord, (source, offset, text, frame))
            return
        offset, part = self.offset, self.part
        for before, text in zip(self.before, self.after):
            size = len(before)
            if text is not None:
                frame = _new(Frame, (part, size, b"", b"\n", "record", None))
                yield _new(TraceRecord, (source, offset, text, frame))
            offset += size + 1


_new = tuple.__new__


def line_batches(source: str, part: str, offset: int, lines: list[bytes], size: int) -> Iterator[RecordBatch]:
    """Lines that follow one another, all ended by `\\n`, as batches.

    Args:
        source, part: of the range.
        offset: of the first line.
        lines: their text without the ending, at least one.
        size: bytes of all of them.
    """
    step = max(1, min(BATCH_RECORDS, len(lines) * BATCH_BYTES // (size or 1)))
    for begin in range(0, len(lines), step):
        some = lines[begin : begin + step] if step < len(lines) else lines
        yield RecordBatch(source, part, some, some, offset)
        offset += sum(map(len, some)) + len(some)


#: What a reader gives: records in batches or one by one, the framing around them, dead letters.
Piece = TraceRecord | DeadLetter | RecordBatch


def batched(items: Iterable[Piece]) -> Iterator[Piece]:
    """Single records of one range brought together into batches; everything else as it is, all in order."""
    texts: list[bytes] = []
    places: list[Place] = []
    source, size = "", 0

    def taken() -> Iterator[RecordBatch]:
        nonlocal texts, places, size
        if texts:
            yield RecordBatch(source, places[0][1].part, texts, texts, places=places)
            texts, places, size = [], [], 0

    for item in items:
        if type(item) is not TraceRecord or (frame := item.frame) is None or frame.kind != "record":
            yield from taken()
            yield item
            continue
        source = item.source or ""
        texts.append(item.payload)
        places.append((item.offset, frame))
        size += len(item.payload)
        if size >= BATCH_BYTES or len(texts) >= BATCH_RECORDS:
            yield from taken()
    yield from taken()
