"""From a range descriptor to its records: opens the file, takes off the compression, hands on to the container.

Owns what all containers share: the digest of the bytes on disk, the `begin` and `end` frames, and what happens when
an input cannot be opened or stops giving bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

from openmed_beam.corpus import storage
from openmed_beam.corpus.batches import Piece, RecordBatch, batched
from openmed_beam.corpus.beside import Beside
from openmed_beam.corpus.compression import InputFault, decompress
from openmed_beam.corpus.digests import digest_of, hash_of_range
from openmed_beam.corpus.framing import Hasher, Item, RangeCounts, begin_frame, end_frame, file_letter, plain_hasher
from openmed_beam.corpus.lines import first_line_start, read_lines
from openmed_beam.corpus.model import DEFAULT_MAX_RECORD_BYTES, STDIN, RangeDescriptor

_STEP = 1 << 18


def read_range(
    piece: RangeDescriptor,
    *,
    max_record_bytes: int = DEFAULT_MAX_RECORD_BYTES,
    hasher: Hasher = plain_hasher,
    stdin: BinaryIO | None = None,
) -> Iterator[Item]:
    """The records of a range in file order, with the framing around them.

    The first element is the `begin` frame and the last the `end` frame, whatever happens in between. Dead letters
    (`record_too_large`, `truncated_input`, `unreadable_input`, and records that cannot be framed) come where they
    stand. Memory: the longest record, at most `max_record_bytes`, and a few blocks of 256 kB.

    Args:
        piece: what to read.
        max_record_bytes: longest record that is held.
        hasher: makes the digest of a dead-lettered record; keyed where a key is configured.
        stdin: read instead of the process's own for the path `-`.
    """
    for item in _pieces(piece, max_record_bytes, hasher, stdin):
        if type(item) is RecordBatch:
            yield from item.records()
        else:
            yield item  # type: ignore[misc]


def read_batches(
    piece: RangeDescriptor, *, max_record_bytes: int = DEFAULT_MAX_RECORD_BYTES, hasher: Hasher = plain_hasher
) -> Iterator[Piece]:
    """The same in the same order, with neighbouring records in batches; arguments as of `read_range`."""
    return batched(_pieces(piece, max_record_bytes, hasher, None))


def _pieces(piece: RangeDescriptor, max_record_bytes: int, hasher: Hasher, stdin: BinaryIO | None) -> Iterator[Piece]:
    counts = RangeCounts()
    if piece.container in ("parquet", "zip"):
        yield from _read_packed(piece, counts, max_record_bytes, hasher)
    else:
        yield begin_frame(piece)
        yield from _read_text(piece, counts, max_record_bytes, hasher, stdin)
    yield end_frame(piece, counts.to_dict())


def _read_text(
    piece: RangeDescriptor, counts: RangeCounts, max_record_bytes: int, hasher: Hasher, stdin: BinaryIO | None
) -> Iterator[Piece]:
    try:
        if piece.path == STDIN:
            handle = RangeHandle(stdin or sys.stdin.buffer, 0, -1, 1)
        else:
            start = max(0, piece.start - 1) if piece.container == "jsonl" else piece.start
            opened = storage.open_for_reading(piece.path)
            if start:
                opened.seek(start)
            handle = RangeHandle(opened, start, piece.size, piece.cuts)
    except Exception as error:
        counts.fault = "unreadable_input"
        yield file_letter(piece, "unreadable_input", 0, type(error).__name__)
        return
    handle.digest_from(piece.start, piece.end)
    try:
        if piece.container == "unreadable":
            counts.fault = "unreadable_input"
            yield file_letter(piece, "unreadable_input", 0, None)
            return
        blocks = decompress(handle.read, piece.compression)
        if piece.container != "jsonl":
            from openmed_beam.corpus.values import read_values

            yield from read_values(blocks, piece, counts, max_record_bytes=max_record_bytes, hasher=hasher)
        else:
            yield from _read_jsonl(blocks, piece, counts, max_record_bytes, hasher)
        if counts.fault != "unreadable_input":
            counts.input_digest = handle.finish()
            if handle.cut and counts.fault is None:
                counts.fault = "truncated_input"
                yield file_letter(piece, "truncated_input", handle.position, None)
    except InputFault as fault:  # bytes that are read for the digest alone
        counts.fault = fault.reason
        yield file_letter(piece, fault.reason, None, fault.exception_type)
    finally:
        if piece.path != STDIN:
            handle.close()


def _read_jsonl(
    blocks: Iterator[bytes], piece: RangeDescriptor, counts: RangeCounts, max_record_bytes: int, hasher: Hasher
) -> Iterator[Piece]:
    offset, stop = 0, None
    if piece.cuts > 1:
        stop = piece.end if piece.cut + 1 < piece.cuts else None
        if piece.start:
            try:
                found = first_line_start(blocks, piece.start, piece.end)
            except InputFault as fault:
                counts.fault = fault.reason
                yield file_letter(piece, fault.reason, piece.start, fault.exception_type)
                return
            if found is None:
                return
            offset, first = found
            blocks = _again(first, blocks)
    yield from read_lines(
        blocks, piece, counts, offset=offset, stop=stop, max_record_bytes=max_record_bytes, hasher=hasher
    )


def _again(first: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from blocks


def _read_packed(piece: RangeDescriptor, counts: RangeCounts, max_record_bytes: int, hasher: Hasher) -> Iterator[Item]:
    if piece.container == "zip":
        from openmed_beam.corpus.archive import read_archive as read
    else:
        from openmed_beam.corpus.parquet import read_parquet as read
    yield from read(piece, counts, max_record_bytes=max_record_bytes, hasher=hasher)
    if counts.fault is None:
        try:
            counts.input_digest = digest_of(piece.path)
        except OSError:
            counts.input_digest = None


def digest_of_range(piece: RangeDescriptor) -> str | None:
    """Digest of a range's bytes on disk as they are now; None where they cannot be read."""
    try:
        with storage.open_for_reading(piece.path) as opened:
            opened.seek(piece.start)
            handle = RangeHandle(opened, piece.start, -1, piece.cuts)
            handle.digest_from(piece.start, piece.end)
            try:
                return handle.finish()
            finally:
                handle.close()
    except (OSError, InputFault):
        return None


class RangeHandle:
    """Raw bytes of a file from a place on, with a running digest of one stretch of them.

    A file that is read as it is, is read to the size it had when it was planned: what was added since is not read,
    and `cut` says that bytes are missing.
    """

    def __init__(self, handle: BinaryIO, position: int, size: int, cuts: int) -> None:
        self._handle = handle
        self._size = size
        self._digest = hash_of_range(cuts)
        self._beside = Beside(self._digest.update, at_once=cuts > 1)
        self._from, self._to = 0, -1
        self.position = position
        self.cut = False

    def digest_from(self, start: int, end: int) -> None:
        """Digest what lies in [start, end); end -1: all from start."""
        self._from, self._to = start, end

    def read(self, size: int) -> bytes:
        """Up to `size` bytes; InputFault `unreadable_input` where the file system fails."""
        if self._size >= 0:
            size = min(size, self._size - self.position)
            if size <= 0:
                return b""
        try:
            block = self._handle.read(size)
        except Exception as error:
            raise InputFault("unreadable_input", type(error).__name__) from None
        if not block:
            if self._size >= 0:
                self.cut = True
            return b""
        begin, end = self.position, self.position + len(block)
        self.position = end
        if begin >= self._from and (self._to < 0 or end <= self._to):
            self._beside.put(block)
        elif self._to < 0 or begin < self._to:
            stop = len(block) if self._to < 0 else min(len(block), self._to - begin)
            self._beside.put(block[max(0, self._from - begin) : max(0, stop)])
        return block

    def finish(self) -> str:
        """Reads the rest of the stretch and gives its digest."""
        while self._to < 0 or self.position < self._to:
            if not self.read(_STEP):
                break
        self._beside.finish()
        return self._digest.hexdigest()

    def close(self) -> None:
        """Closes the file."""
        self._beside.stop()
        self._handle.close()
