"""Which container a file is, by content: see docs/containers.md for the rule as a table.

Reads as much as it must: a few lines of JSONL, all of an array or a document (in blocks, nothing held but a document's
own text). Compression comes first, by its signature.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from openmed_beam.corpus import storage
from openmed_beam.corpus.columns import arrow
from openmed_beam.corpus.compression import SUFFIXES, InputFault, by_signature, decompress
from openmed_beam.corpus.lines import BOM, is_value
from openmed_beam.corpus.model import Compression, Container
from openmed_beam.corpus.structure import Malformed, ValueStream

#: A text up to this long is parsed to tell JSON from other text in brackets; of a longer one the structure decides.
_PARSE_LIMIT = 16 * 1024 * 1024
#: Elements of an array or values of a sequence that are parsed until one is found to be JSON.
_TRIES = 64
_LINE_LIMIT = 64 * 1024 * 1024
_HEAD = 64 * 1024
_LINE_NAMES = (".jsonl", ".ndjson")


class Detected(NamedTuple):
    """What a file is; `container` None: no known container."""

    container: Container | None
    compression: Compression = ""
    skipped_entries: tuple[str, ...] = ()


class _Shape(NamedTuple):
    """What a stream of values looks like."""

    values: int
    first: bytes
    nested_only: bool
    whole: bool
    is_json: bool


def detect(path: str, name: str) -> Detected:
    """The container and compression of a file.

    Args:
        path: where it stands.
        name: its name in the corpus; endings decide between JSONL and the rest.

    Raises:
        OSError: it cannot be read.
    """
    with storage.open_for_reading(path) as handle:
        head = handle.read(_HEAD)
    if head[:4] == b"PAR1":
        arrow()
        return Detected("parquet")
    if head[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        from openmed_beam.corpus.archive import other_entries

        entries = other_entries(path)
        return Detected("zip", "", entries) if entries is not None else Detected(None)
    lowered = name.lower()
    stem, suffix = os.path.splitext(lowered)
    promised = SUFFIXES.get(suffix, "")
    compression = by_signature(head)
    if not compression and promised and not _is_text(head):
        compression = promised
    if (stem if promised else lowered).endswith(_LINE_NAMES):
        return Detected("jsonl", compression)
    try:
        return Detected(_of_text(path, compression), compression)
    except InputFault as fault:
        if fault.reason == "unreadable_input":
            raise OSError(fault.exception_type or "") from None
        return Detected(_of_cut_text(path, compression), compression)


def _is_text(head: bytes) -> bool:
    return not head.translate(None, bytes(set(range(256)) - {*range(9), *range(14, 32)})) and _decodes(head)


def _decodes(head: bytes) -> bool:
    try:
        head[:-4].decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 8
    return True


def _stream(path: str, compression: Compression) -> Iterator[bytes]:
    with storage.open_for_reading(path) as handle:

        def read(size: int) -> bytes:
            try:
                return handle.read(size)
            except Exception as error:
                raise InputFault("unreadable_input", type(error).__name__) from None

        blocks = decompress(read, compression)
        first = b""
        while len(first) < 3 and (block := next(blocks, b"")):
            first += block
        yield first.removeprefix(BOM)
        yield from blocks


def _of_text(path: str, compression: Compression) -> Container | None:
    try:
        shape = _shape(_stream(path, compression), stop_after=1)
    except Malformed:
        shape = None
    if shape is not None:
        if shape.values == 0:
            return "jsonl"  # nothing but blanks
        if shape.values == 1 and shape.whole and shape.is_json:
            if shape.first == b"[" and shape.nested_only:
                return "json_array"
            return "json_document"
    if _has_two_values_on_lines(_stream(path, compression)):
        return "jsonl"
    if shape is None:
        return None
    try:
        shape = _shape(_stream(path, compression), stop_after=None)
    except Malformed:
        return None
    return "json_concatenated" if shape.whole and shape.is_json and shape.values > 1 else None


def _of_cut_text(path: str, compression: Compression) -> Container:
    """Of a compressed stream that breaks off: what its beginning looks like."""
    try:
        if _has_two_values_on_lines(_until_the_fault(path, compression)):
            return "jsonl"
        shape = _shape(_until_the_fault(path, compression), stop_after=None)
    except Malformed:
        return "jsonl"
    if shape.values > 1:
        return "json_concatenated"
    if shape.first == b"[" and shape.nested_only:
        return "json_array"
    return "json_document" if shape.first else "jsonl"


def _until_the_fault(path: str, compression: Compression) -> Iterator[bytes]:
    try:
        yield from _stream(path, compression)
    except InputFault:
        return


def _has_two_values_on_lines(blocks: Iterator[bytes]) -> bool:
    found = 0
    rest: list[bytes] = []
    held = 0
    for block in blocks:
        lines = block.split(b"\n")
        if len(lines) == 1:
            held += len(block)
            if held <= _LINE_LIMIT:
                rest.append(block)
            continue
        rest.append(lines[0])
        first = b"".join(rest) if held <= _LINE_LIMIT else b""
        rest, held = [lines[-1]], len(lines[-1])
        for line in (first, *lines[1:-1]):
            found += is_value(line)
            if found == 2:
                return True
    return held <= _LINE_LIMIT and found + is_value(b"".join(rest)) >= 2


def _shape(blocks: Iterator[bytes], *, stop_after: int | None) -> _Shape:
    """What the values of a stream are.

    Args:
        blocks: the bytes.
        stop_after: look at no more values than this, only at whether more follows; None: look at all, parse all.

    Raises:
        Malformed: they are no values.
    """
    stream = ValueStream(blocks)
    first = b""
    values = nested = 0
    valid = True
    nested_only = True
    try:
        stream.blanks()
        first = stream.peek()
        while stream.peek() and (stop_after is None or values < stop_after):
            if first == b"[" and stop_after is not None:
                nested_only, valid = _array_shape(stream)
            else:
                value = stream.value(_PARSE_LIMIT)
                nested += value.kind in (b"{", b"[")
                valid = valid and (value.text is None or value.kind not in (b"{", b"[") or is_value(value.text))
            values += 1
            stream.blanks()
        return _Shape(values, first, nested_only, not stream.peek(), valid and (nested > 0 or values == 1))
    except InputFault:
        if stop_after is not None:
            raise
        return _Shape(values, first, nested_only, False, valid)


def _array_shape(stream: ValueStream) -> tuple[bool, bool]:
    """Of a top-level array: whether all elements are objects or arrays, and whether one of the first ones is JSON."""
    stream.take()
    stream.blanks()
    if stream.peek() == b"]":
        stream.take()
        return True, True
    nested_only = True
    valid, tries = False, 0
    while True:
        value = stream.value(_PARSE_LIMIT)
        nested = value.kind in (b"{", b"[")
        nested_only = nested_only and nested
        if not valid and tries < _TRIES:
            valid = value.text is None or not nested or is_value(value.text)
            tries += 1
        stream.blanks()
        mark = stream.take()
        if mark == b"]":
            return nested_only, valid
        if mark != b",":
            raise Malformed
        stream.blanks()
