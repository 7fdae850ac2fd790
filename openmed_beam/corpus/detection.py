"""Which container a file is, by content: see docs/containers.md for the rule as a table.

Reads as much as it must: a few lines of JSONL, all of an array or a document (in blocks, nothing held but a document's
own text). Compression comes first, by its signature.
"""

from __future__ import annotations

import contextlib
import json
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
    """What a file is.

    Attributes:
        container: None: no known container.
        compression: by its signature.
        skipped_entries: entries of a zip that are no JSON.
        is_broken_json: no container, but text that begins as JSON does or whose name promises JSON.
        broken_at: the byte of the decompressed file where that goes wrong, where it is known.
    """

    container: Container | None
    compression: Compression = ""
    skipped_entries: tuple[str, ...] = ()
    is_broken_json: bool = False
    broken_at: int | None = None


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
    name = stem if promised else lowered
    if name.endswith(_LINE_NAMES):
        return Detected("jsonl", compression)
    try:
        container = _of_text(path, compression)
        if container is None:
            return _of_no_container(path, compression, name.endswith(".json"))
        return Detected(container, compression)
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


def _stream(path: str, compression: Compression, *, with_mark: bool = False) -> Iterator[bytes]:
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
        yield first if with_mark else first.removeprefix(BOM)
        yield from blocks


def _of_text(path: str, compression: Compression) -> Container | None:
    shape = _Shape()
    try:
        shape.look(ValueStream(_stream(path, compression)))
    except Malformed:
        shape.valid = False
    if shape.on_lines:
        return "jsonl"
    if shape.whole and shape.valid:
        if shape.values == 0:
            return "jsonl"  # nothing but blanks
        if shape.values > 1:
            return "json_concatenated" if shape.nested else None
        if shape.first == b"[" and shape.nested_only:
            return "json_array"
        if _parses(_stream(path, compression)):
            return "json_document"
    return "jsonl" if _has_two_values_on_lines(_stream(path, compression)) else None


def _of_no_container(path: str, compression: Compression, is_named_json: bool) -> Detected:
    held: list[bytes] = []
    size = 0
    for block in _stream(path, compression, with_mark=True):
        held.append(block)
        size += len(block)
        if size > _PARSE_LIMIT:
            break
    whole = b"".join(held)
    text = whole.removeprefix(BOM)
    if not is_named_json and not (text.lstrip()[:1] in (b"{", b"[") and _is_text(text[:_HEAD])):
        return Detected(None, compression)
    at = None if size > _PARSE_LIMIT else _broken_at(text)
    return Detected(None, compression, (), True, None if at is None else at + len(whole) - len(text))


def _broken_at(text: bytes) -> int | None:
    """The byte at which a text stops being JSON, as Python's parser sees it."""
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    try:
        json.loads(decoded)
    except json.JSONDecodeError as error:
        return len(decoded[: error.pos].encode())
    except (RecursionError, ValueError):
        pass
    return None


def _of_cut_text(path: str, compression: Compression) -> Container:
    """Of a compressed stream that breaks off: what its beginning looks like."""
    shape = _Shape()
    with contextlib.suppress(Malformed):
        shape.look(ValueStream(_until_the_fault(path, compression)))
    if shape.on_lines or _has_two_values_on_lines(_until_the_fault(path, compression)) or not shape.first:
        return "jsonl"
    if shape.values:
        return "json_concatenated" if shape.first != b"[" or not shape.whole else "json_array"
    return "json_array" if shape.first == b"[" and shape.nested_only else "json_document"


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


def _parses(blocks: Iterator[bytes]) -> bool:
    """Whether a text is one JSON value; a very long one is taken to be."""
    held: list[bytes] = []
    size = 0
    for block in blocks:
        held.append(block)
        size += len(block)
        if size > _PARSE_LIMIT:
            return True
    text = b"".join(held).strip()
    return text[:1] not in (b"{", b"[") or is_value(text)


class _Shape:
    """What the values of a stream are, as far as it was looked at.

    Attributes:
        values: how many were seen whole; `nested`: how many of them are objects or arrays.
        first: first byte of the first one.
        nested_only: the first one is an array and so far of nothing but objects and arrays.
        valid: all of them were JSON (of a top-level array: one of its first elements was).
        on_lines: two of them stand alone on their lines, and none before them goes over several.
        whole: the stream was seen to its end.
    """

    def __init__(self) -> None:
        self.values = self.nested = 0
        self.first = b""
        self.nested_only = self.valid = True
        self.on_lines = self.whole = False

    def look(self, stream: ValueStream) -> None:
        """Looks until it is clear what the stream is not.

        Raises:
            Malformed: what comes next is no value.
        """
        alone = 0
        over_lines = False
        stream.blanks()
        self.first = stream.peek()
        fresh = True
        while stream.peek():
            lines = stream.lines
            if self.values == 0 and self.first == b"[":
                self._look_at_array(stream)
                self.nested += 1
                good = self.valid
            else:
                value = stream.value(_PARSE_LIMIT)
                nested = value.kind in (b"{", b"[")
                self.nested += nested
                good = nested and (value.text is None or is_value(value.text))
                self.valid = self.valid and (good or not nested)
            self.values += 1
            one_line = stream.lines == lines
            over_lines = over_lines or not one_line
            lines = stream.lines
            stream.blanks()
            ends_line = stream.lines > lines or not stream.peek()
            alone += good and fresh and one_line and ends_line
            fresh = stream.lines > lines
            if self.values > 1 and not over_lines and alone >= 2:
                self.on_lines = True
                return
            if not self.valid:
                return
        self.whole = True

    def _look_at_array(self, stream: ValueStream) -> None:
        stream.take()
        stream.blanks()
        if stream.peek() == b"]":
            stream.take()
            return
        valid, tries = False, 0
        while True:
            value = stream.value(_PARSE_LIMIT)
            nested = value.kind in (b"{", b"[")
            self.nested_only = self.nested_only and nested
            if not valid and tries < _TRIES:
                valid = value.text is None or not nested or is_value(value.text)
                tries += 1
            stream.blanks()
            mark = stream.take()
            if mark == b"]":
                self.valid = valid
                return
            if mark != b",":
                raise Malformed
            stream.blanks()
