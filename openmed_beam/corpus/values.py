"""Arrays, documents and concatenated values: elements in, frames out, streamed.

An element's offset is its place in the decompressed file, and `index` its number. What stands between elements travels
as `lead` or `ending`, so that the rest is well formed when an element was stopped. An array that breaks off with its
compression is closed behind its last whole element.
"""

from __future__ import annotations

from collections.abc import Iterator

from openmed_beam.corpus.compression import InputFault
from openmed_beam.corpus.framing import Hasher, Item, RangeCounts, file_letter, text_frame
from openmed_beam.corpus.lines import BOM
from openmed_beam.corpus.model import RangeDescriptor
from openmed_beam.corpus.structure import Malformed, Value, ValueStream
from openmed_beam.traces.record import DeadLetter, Frame, TraceRecord


def read_values(
    blocks: Iterator[bytes], piece: RangeDescriptor, counts: RangeCounts, *, max_record_bytes: int, hasher: Hasher
) -> Iterator[Item]:
    """The values of a stream as frames; arguments as of `lines.read_lines`."""
    try:
        head = b""
        while len(head) < 3 and (block := next(blocks, b"")):
            head += block
    except InputFault as fault:
        counts.fault = fault.reason
        yield file_letter(piece, fault.reason, 0, fault.exception_type)
        return
    begin = 0
    if head.startswith(BOM):
        yield text_frame(piece, 0, BOM)
        head, begin = head[3:], 3
    stream = ValueStream(_from(head, blocks), begin)
    read = _read_array if piece.container == "json_array" else _read_sequence
    try:
        yield from read(stream, piece, counts, max_record_bytes, hasher)
    except InputFault as fault:
        counts.fault = fault.reason
        yield file_letter(piece, fault.reason, stream.offset, fault.exception_type)
    except Malformed:  # the file is no longer what it was when the run was planned
        counts.fault = "unreadable_input"
        yield file_letter(piece, "unreadable_input", stream.offset, None)


def _from(head: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    if head:
        yield head
    yield from blocks


def _read_array(
    stream: ValueStream, piece: RangeDescriptor, counts: RangeCounts, limit: int, hasher: Hasher
) -> Iterator[Item]:
    at = stream.offset
    opening = stream.blanks()
    if stream.take() != b"[":
        raise Malformed
    blanks = stream.blanks()
    if stream.peek() == b"]":
        stream.take()
        yield text_frame(piece, at, opening + b"[" + blanks + b"]" + stream.blanks())
        return
    yield text_frame(piece, at, opening + b"[")
    lead = blanks
    index = 0
    try:
        while True:
            value = stream.value(limit, hasher)
            yield _element(piece, counts, value, lead, b"", index)
            index += 1
            between = stream.blanks()
            at = stream.offset
            mark = stream.take()
            if mark == b"]":
                break
            if mark != b",":
                raise Malformed
            lead = between + b"," + stream.blanks()
    except (InputFault, Malformed):
        if index:
            yield text_frame(piece, stream.offset, b"]", b"\n" if b"\n" in lead else b"")
        else:
            yield text_frame(piece, stream.offset, b"]")
        raise
    yield text_frame(piece, at, b"]" + stream.blanks(), between)
    if stream.peek():
        raise Malformed


def _read_sequence(
    stream: ValueStream, piece: RangeDescriptor, counts: RangeCounts, limit: int, hasher: Hasher
) -> Iterator[Item]:
    at = stream.offset
    if opening := stream.blanks():
        yield text_frame(piece, at, opening)
    index = 0
    while stream.peek():
        value = stream.value(limit, hasher)
        fault: InputFault | None = None
        try:
            ending = stream.blanks()
        except InputFault as stopped:
            ending, fault = b"\n", stopped
        yield _element(piece, counts, value, b"", ending, index)
        index += 1
        if fault is not None:
            raise fault


def _element(piece: RangeDescriptor, counts: RangeCounts, value: Value, lead: bytes, ending: bytes, index: int) -> Item:
    counts.records += 1
    if value.text is None:
        return DeadLetter(
            "read", "record_too_large", piece.source, value.offset, value.length, value.digest, index=index
        )
    frame = Frame(piece.name, value.length, lead, ending, "record", index)
    return TraceRecord(piece.source, value.offset, value.text, frame)
