"""JSONL: lines in, frames out, for whole streams and for byte ranges of a file.

Only `\\n` ends a line (`\\r\\n` keeps its `\\r` in the ending); U+2028 and a lone CR are text. Lines are sliced out of
blocks and go on in batches where no blank line, no CR and no limit is among them; a long line is
collected block by block, and one beyond the limit is hashed and dropped as it passes. What a line holds is not looked
at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from operator import itemgetter

import orjson

from openmed_beam.corpus.batches import Piece, line_batches
from openmed_beam.corpus.compression import InputFault
from openmed_beam.corpus.framing import Hasher, RangeCounts, file_letter, text_frame
from openmed_beam.corpus.model import RangeDescriptor
from openmed_beam.traces.record import DeadLetter, Frame, TraceRecord

BOM = b"\xef\xbb\xbf"
_BLANKS = b" \t\r\n"
_CR, _LAST = ord("\r"), itemgetter(-1)
_new = tuple.__new__


def read_lines(
    blocks: Iterator[bytes],
    piece: RangeDescriptor,
    counts: RangeCounts,
    *,
    offset: int,
    stop: int | None,
    max_record_bytes: int,
    hasher: Hasher,
) -> Iterator[Piece]:
    """The lines of a stream as frames and batches of frames.

    Args:
        blocks: the decompressed bytes, beginning at the start of a line.
        piece: the range, for names.
        counts: where records, blank lines and faults are counted.
        offset: place of the first byte in the decompressed file.
        stop: lines that start here or later belong to the next range; None reads to the end.
        max_record_bytes: longest line that is held; a longer one counts as a record, also where it is blank.
        hasher: makes the digest of a line that is too long.
    """
    part, source = piece.name, piece.source
    rest = b""
    pieces: list[bytes] = []
    held = 0
    long_line: _LongLine | None = None
    fault: InputFault | None = None
    records = blanks = 0
    try:
        if offset == 0:
            rest = _head(blocks)
            if rest.startswith(BOM):
                yield text_frame(piece, 0, BOM)
                rest, offset = rest[3:], 3
                stop = None if stop is None else max(stop, 4)  # the first line starts where the mark does
        while True:
            if rest:
                block, rest = rest, b""
            else:
                block = next(blocks, b"")
                if not block:
                    break
            if pieces or long_line is not None:
                cut = block.find(b"\n")
                if cut < 0:
                    pieces.append(block)
                    held += len(block)
                    if held > max_record_bytes + 1:
                        long_line = long_line or _LongLine(hasher)
                        long_line.take(pieces)
                        pieces, held = [], 0
                    continue
                if long_line is not None:
                    long_line.take([*pieces, block[: cut + 1]])
                    pieces, held = [], 0
                    yield long_line.letter(source, offset)
                    records += 1
                    offset += long_line.size
                    long_line = None
                    rest = block[cut + 1 :]
                    if stop is not None and offset >= stop:
                        return
                    continue
            lines, last = _split(block)
            size = held + len(block) - len(last)
            if pieces:
                lines[0] = b"".join([*pieces, lines[0]])
                pieces, held = [], 0
            if lines and (stop is None or offset + size <= stop) and _are_plain(lines, size, max_record_bytes):
                records += len(lines)
                yield from line_batches(source, part, offset, lines, size)
                offset += size
                lines = []
            for line in lines:
                if stop is not None and offset >= stop:
                    return
                size = len(line)
                step = size + 1
                ending = b"\n"
                if line[-1:] == b"\r":
                    line, size, ending = line[:-1], size - 1, b"\r\n"
                if size > max_record_bytes:
                    records += 1
                    yield _too_long(line, source, offset, hasher)
                elif not line or (line.isspace() and not line.strip(_BLANKS)):
                    blanks += 1
                    yield TraceRecord(source, offset, line, Frame(part, size, b"", ending, "blank"))
                else:
                    records += 1
                    frame = _new(Frame, (part, size, b"", ending, "record", None))
                    yield _new(TraceRecord, (source, offset, line, frame))
                offset += step
            if stop is not None and offset >= stop:
                return
            if last:
                pieces, held = [last], len(last)
    except InputFault as stopped:
        fault = stopped
    finally:
        counts.records += records
        counts.blank_lines += blanks
    if fault is not None:
        counts.fault = fault.reason
    line = b"".join(pieces)
    if (stop is not None and offset >= stop) or (not line and long_line is None):
        pass
    elif fault is not None and (long_line is not None or not is_value(line)):
        pass  # the line that was cut is what the dead letter of the file is about
    elif long_line is not None:
        long_line.take(pieces)
        counts.records += 1
        yield long_line.letter(source, offset)
    elif len(line) <= max_record_bytes and not line.strip(_BLANKS):
        counts.blank_lines += 1
        yield TraceRecord(source, offset, line, Frame(part, len(line), b"", b"", "blank"))
    else:
        counts.records += 1
        if len(line) > max_record_bytes:
            yield _too_long(line, source, offset, hasher)
        else:
            yield TraceRecord(source, offset, line, Frame(part, len(line)))
            offset += len(line)
    if fault is not None:
        yield file_letter(piece, fault.reason, offset, fault.exception_type)


def _split(block: bytes) -> tuple[list[bytes], bytes]:
    """The lines of a block that end in it, without their `\n`, and what begins in it; `split` looks at each byte."""
    lines = BytesIO(block).readlines()
    last = b"" if block.endswith(b"\n") else lines.pop()
    return [line[:-1] for line in lines], last


def _are_plain(lines: list[bytes], size: int, max_record_bytes: int) -> bool:
    """Whether all lines, of so many bytes together, are records that are held and end in `\\n` alone."""
    if size > max_record_bytes and max(map(len, lines)) > max_record_bytes:
        return False
    return all(lines) and not any(map(bytes.isspace, lines)) and _CR not in map(_LAST, lines)


def _head(blocks: Iterator[bytes]) -> bytes:
    """The first bytes of a stream: at least three where there are so many."""
    head = b""
    while len(head) < 3 and (block := next(blocks, b"")):
        head += block
    return head


def is_value(line: bytes) -> bool:
    """Whether a text is one whole JSON object or array; numbers of any length and NaN are let pass."""
    text = line.strip(_BLANKS)
    if text[:1] not in (b"{", b"[") or text[-1:] not in (b"}", b"]"):
        return False
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError:
        return _is_lenient_value(text)
    return True


def _is_lenient_value(text: bytes) -> bool:
    try:
        _LENIENT.decode(text.decode("utf-8", "replace"))
    except RecursionError:
        return True
    except ValueError:
        return False
    return True


_LENIENT = json.JSONDecoder(parse_int=len, parse_float=len)


def _too_long(line: bytes, source: str, offset: int, hasher: Hasher) -> DeadLetter:
    digest = hasher()
    digest.update(line)
    return DeadLetter("read", "record_too_large", source, offset, len(line), digest.hexdigest())


class _LongLine:
    """A line that is dropped as it passes: its size and digest, without the line ending."""

    def __init__(self, hasher: Hasher) -> None:
        self._digest = hasher()
        self._held = b""
        self.size = 0

    def take(self, blocks: list[bytes]) -> None:
        """Adds bytes; the last two are held back, since they may be the ending."""
        for block in blocks:
            self.size += len(block)
            block = self._held + block
            self._digest.update(block[:-2])
            self._held = block[-2:]

    def letter(self, source: str, offset: int) -> DeadLetter:
        """The dead letter, once the ending has passed."""
        text = self._held
        if text.endswith(b"\n"):
            text = text[:-2] if text.endswith(b"\r\n") else text[:-1]
        self._digest.update(text)
        length = self.size - len(self._held) + len(text)
        return DeadLetter("read", "record_too_large", source, offset, length, self._digest.hexdigest())


def first_line_start(blocks: Iterator[bytes], start: int, end: int) -> tuple[int, bytes] | None:
    """Where the first line of a range begins, given the bytes from `start - 1` on, and the bytes that follow there.

    None where no line starts before `end`.
    """
    at = start - 1
    for block in blocks:
        cut = block.find(b"\n")
        if cut >= 0:
            begin = at + cut + 1
            return (begin, block[cut + 1 :]) if begin < end else None
        at += len(block)
        if at + 1 >= end:
            return None
    return None
