"""Standard input as INPUT: a look at its first bytes, since it is read once and as one record a line."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, BinaryIO

import orjson

from openmed_beam.cli.arguments import UsageError
from openmed_beam.corpus.compression import by_signature
from openmed_beam.corpus.lines import BOM, is_value
from openmed_beam.corpus.model import DEFAULT_MAX_RECORD_BYTES
from openmed_beam.policy import PathSpec
from openmed_beam.traces.content_path import compile_paths

#: Bytes that are looked at.
HEAD_BYTES = 1 << 20

#: Kinds of first segments that match elements of an array.
_INTO_ARRAYS = ("index", "child", "item", "deep")

_PACKED = (b"PAR1", b"PK\x03\x04", b"PK\x05\x06")


def looked_at(handle: BinaryIO, content_paths: Sequence[PathSpec]) -> io.TextIOWrapper:
    """The stream from its beginning, to be put in the place of `sys.stdin`.

    Args:
        handle: the stream.
        content_paths: of the policy; they say whether an array may be one record.

    Raises:
        UsageError: it is no stream of one record a line; says what to do.
    """
    head, is_whole = _head(handle)
    if shape := other_shape(head, content_paths, is_whole=is_whole):
        raise UsageError(f"the INPUT - is {shape}")
    return io.TextIOWrapper(io.BufferedReader(_Again(head, handle)))


def _head(handle: BinaryIO) -> tuple[bytes, bool]:
    """The first bytes, with all of a first line that is an array, and whether nothing comes behind them."""
    blocks = [handle.read(HEAD_BYTES)]
    text = blocks[0].removeprefix(BOM).lstrip()
    if text[:1] == b"[" and b"\n" not in text:
        while len(blocks[-1]) == HEAD_BYTES and len(blocks) * HEAD_BYTES < DEFAULT_MAX_RECORD_BYTES:
            blocks.append(handle.read(HEAD_BYTES))
            if b"\n" in blocks[-1]:
                blocks.append(handle.read(HEAD_BYTES))
                break
    return b"".join(blocks), len(blocks[-1]) < HEAD_BYTES


def other_shape(head: bytes, content_paths: Sequence[PathSpec], *, is_whole: bool) -> str | None:
    """What a stream seems to be, and what to do, where it is not one record a line; None where it may be.

    A lone line that is an array of objects is one record where a content path leads into an array. Else none could
    match in it, and it is taken for a file of records.

    Args:
        head: its first bytes.
        content_paths: of the policy.
        is_whole: whether nothing comes behind them.
    """
    if by_signature(head) or head.startswith(_PACKED):
        return "compressed or packed: unpack it before (gzip -dc FILE | openmed-beam ...), or give the file as INPUT"
    first, newline, rest = head.removeprefix(BOM).lstrip().partition(b"\n")
    rest = rest.lstrip()
    if first[:1] == b"[":
        lone = is_whole and not rest and _is_list_of_objects(first) and not _lead_into_arrays(content_paths)
        if lone or (newline and not is_value(first)):
            return (
                "one JSON array: write its elements as lines (jq -c '.[]' FILE | ...), give the file as INPUT, or, if "
                "all of it is one trace, give paths that begin in the array (*.content)"
            )
    elif first[:1] == b"{" and rest[:1] in (b'"', b"}") and not is_value(first):
        return "a document over several lines: write it on one (jq -c . FILE | ...), or give the file as INPUT"
    return None


def _lead_into_arrays(content_paths: Sequence[PathSpec]) -> bool:
    """Whether a path can match in a record that is an array."""
    paths = compile_paths(content_paths).paths
    return any(not path or path[0].kind in _INTO_ARRAYS or path[0].name.isdigit() for path in paths)


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
