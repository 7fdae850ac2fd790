"""Standard input as INPUT: a look at its first bytes, since it is read once and as one record a line."""

from __future__ import annotations

import io
from typing import Any, BinaryIO

import orjson

from openmed_beam.cli.arguments import UsageError
from openmed_beam.corpus.compression import by_signature
from openmed_beam.corpus.lines import BOM, is_value

#: Bytes that are looked at.
HEAD_BYTES = 1 << 20

_PACKED = (b"PAR1", b"PK\x03\x04", b"PK\x05\x06")


def looked_at(handle: BinaryIO) -> io.TextIOWrapper:
    """The stream from its beginning, to be put in the place of `sys.stdin`.

    Raises:
        UsageError: it is no stream of one record a line; says what to do.
    """
    head = handle.read(HEAD_BYTES)
    if shape := other_shape(head, is_whole=len(head) < HEAD_BYTES):
        raise UsageError(f"the INPUT - is {shape}")
    return io.TextIOWrapper(io.BufferedReader(_Again(head, handle)))


def other_shape(head: bytes, *, is_whole: bool) -> str | None:
    """What a stream seems to be, and what to do, where it is not one record a line; None where it may be.

    Args:
        head: its first bytes.
        is_whole: whether nothing comes behind them.
    """
    if by_signature(head) or head.startswith(_PACKED):
        return "compressed or packed: unpack it before (gzip -dc FILE | openmed-beam ...), or give the file as INPUT"
    first, newline, rest = head.removeprefix(BOM).lstrip().partition(b"\n")
    rest = rest.lstrip()
    if first[:1] == b"[":
        if (newline and not is_value(first)) or (is_whole and not rest and _is_list_of_objects(first)):
            return "one JSON array: write its elements as lines (jq -c '.[]' FILE | ...), or give the file as INPUT"
    elif first[:1] == b"{" and rest[:1] in (b'"', b"}") and not is_value(first):
        return "a document over several lines: write it on one (jq -c . FILE | ...), or give the file as INPUT"
    return None


def _is_list_of_objects(line: bytes) -> bool:
    try:
        items = orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return bool(items) and all(isinstance(item, dict) for item in items)


class _Again(io.RawIOBase):
    """Bytes that were read already, then the rest of their stream."""

    def __init__(self, head: bytes, handle: BinaryIO) -> None:
        self._head = memoryview(head)
        self._handle = handle

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._head[: len(buffer)]
        self._head = self._head[len(block) :]
        data = block if block else self._handle.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)
