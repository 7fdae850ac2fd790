"""Coders of what travels between transforms: bytes in a declared layout, never Beam's generic coder.

Beam's generic coder fails on a lone surrogate or an integer beyond 64 bits outside every DoFn, where no dead letter
can catch it, and its message prints the value. Here a payload is opaque bytes, and JSON objects cross as ASCII JSON
text. Importing this module registers the coders.
"""

from __future__ import annotations

import json
import struct
from typing import Any

from apache_beam import coders
from apache_beam.typehints import typehints

from openmed_beam.corpus.batches import RecordBatch
from openmed_beam.report.tally import Report
from openmed_beam.traces.record import DeadLetter, Frame, TracePair, TraceRecord

_NONE = 0xFFFFFFFF
_LENGTH = struct.Struct("<I")
_NUMBER = struct.Struct("<q")

#: Kinds of element, one byte each where the kind is known only at run time.
_RECORD, _BYTES, _TEXT, _JSON, _BATCH = b"r", b"b", b"t", b"j", b"s"


def _pack(*parts: bytes | None) -> bytes:
    chunks: list[bytes] = []
    for part in parts:
        if part is None:
            chunks.append(_LENGTH.pack(_NONE))
        else:
            chunks.append(_LENGTH.pack(len(part)))
            chunks.append(part)
    return b"".join(chunks)


def _unpack(encoded: bytes) -> list[bytes | None]:
    parts: list[bytes | None] = []
    at, size = 0, len(encoded)
    while at < size:
        (length,) = _LENGTH.unpack_from(encoded, at)
        at += 4
        if length == _NONE:
            parts.append(None)
        else:
            parts.append(encoded[at : at + length])
            at += length
    return parts


def _packed_frame(frame: Frame) -> list[Any]:
    return [
        frame.part,
        frame.length,
        frame.lead.decode("latin-1"),
        frame.ending.decode("latin-1"),
        frame.kind,
        frame.index,
    ]


def _unpacked_frame(row: list[Any]) -> Frame:
    part, length, lead, ending, kind, index = row
    return Frame(part, length, lead.encode("latin-1"), ending.encode("latin-1"), kind, index)


def _place(source: str | None, offset: int | None, frame: Frame | None) -> bytes:
    where: list[Any] = [source, offset]
    if frame is not None:
        where += _packed_frame(frame)
    return json.dumps(where).encode("ascii")


def _placed(encoded: bytes) -> tuple[str | None, int | None, Frame | None]:
    source, offset, *rest = json.loads(encoded)
    return source, offset, _unpacked_frame(rest) if rest else None


class _BytesLayout(coders.Coder):  # type: ignore[misc]
    """A deterministic coder without state."""

    def is_deterministic(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


class TraceRecordCoder(_BytesLayout):
    """`TraceRecord` as place and payload."""

    def encode(self, value: TraceRecord) -> bytes:
        return _pack(_place(value.source, value.offset, value.frame), value.payload)

    def decode(self, encoded: bytes) -> TraceRecord:
        place, payload = _unpack(encoded)
        source, offset, frame = _placed(place or b"[null,null]")
        return TraceRecord(source, offset, payload or b"", frame)

    def to_type_hint(self) -> Any:
        return TraceRecord


class TracePairCoder(_BytesLayout):
    """`TracePair` as place and both payloads; equal sides are stored once."""

    def encode(self, value: TracePair) -> bytes:
        after = None if value.after == value.before else value.after
        return _pack(_place(value.source, value.offset, value.frame), value.before, after)

    def decode(self, encoded: bytes) -> TracePair:
        place, before, after = _unpack(encoded)
        source, offset, frame = _placed(place or b"[null,null]")
        before = before or b""
        return TracePair(source, offset, before, before if after is None else after, frame)

    def to_type_hint(self) -> Any:
        return TracePair


class RecordBatchCoder(_BytesLayout):
    """`RecordBatch` as places, lines of dead letters, and both sides of its texts; equal sides are stored once."""

    def encode(self, value: RecordBatch) -> bytes:
        places = None
        if value.places is not None:
            places = [[offset, *_packed_frame(frame)] for offset, frame in value.places]
        after = [] if value.after == value.before else value.after
        head = [value.source, value.part, value.offset, places, list(value.letters), len(value.before)]
        return _pack(json.dumps(head).encode("ascii"), *value.letters.values(), *value.before, *after)

    def decode(self, encoded: bytes) -> RecordBatch:
        head, *parts = _unpack(encoded)
        source, part, offset, rows, stopped, count = json.loads(head or b"")
        places = None if rows is None else [(row[0], _unpacked_frame(row[1:])) for row in rows]
        letters = {number: line or b"" for number, line in zip(stopped, parts)}
        before = [text or b"" for text in parts[len(letters) : len(letters) + count]]
        after = parts[len(letters) + count :] or before
        return RecordBatch(source, part, before, after, offset, places, letters)

    def to_type_hint(self) -> Any:
        return RecordBatch


class DeadLetterCoder(_BytesLayout):
    """`DeadLetter` as an ASCII JSON array of its fields."""

    def encode(self, value: DeadLetter) -> bytes:
        return json.dumps(list(value)).encode("ascii")

    def decode(self, encoded: bytes) -> DeadLetter:
        return DeadLetter(*json.loads(encoded))

    def to_type_hint(self) -> Any:
        return DeadLetter


class ReportCoder(_BytesLayout):
    """`Report` as ASCII JSON text."""

    def encode(self, value: Report) -> bytes:
        return value.to_json()

    def decode(self, encoded: bytes) -> Report:
        return Report.from_json(encoded)

    def to_type_hint(self) -> Any:
        return Report


class JsonObjectCoder(_BytesLayout):
    """A JSON object or array as ASCII JSON text: integers of any size and lone surrogates pass."""

    def encode(self, value: Any) -> bytes:
        return json.dumps(value).encode("ascii")

    def decode(self, encoded: bytes) -> Any:
        return json.loads(encoded)

    @classmethod
    def from_type_hint(cls, _typehint: Any, _registry: Any) -> JsonObjectCoder:
        return cls()

    def to_type_hint(self) -> Any:
        return JSON_OBJECT


class TraceElementCoder(_BytesLayout):
    """Any element that `RedactToolCalls` takes, and batches of records, with its kind in the first byte."""

    _record = TraceRecordCoder()
    _batch = RecordBatchCoder()
    _object = JsonObjectCoder()

    def encode(self, value: Any) -> bytes:
        if isinstance(value, TraceRecord):
            return _RECORD + self._record.encode(value)
        if isinstance(value, RecordBatch):
            return _BATCH + self._batch.encode(value)
        if isinstance(value, bytes):
            return _BYTES + value
        if isinstance(value, str):
            return _TEXT + value.encode("utf-8", "surrogatepass")
        return _JSON + self._object.encode(value)

    def decode(self, encoded: bytes) -> Any:
        kind, rest = encoded[:1], encoded[1:]
        if kind == _RECORD:
            return self._record.decode(rest)
        if kind == _BATCH:
            return self._batch.decode(rest)
        if kind == _BYTES:
            return rest
        if kind == _TEXT:
            return rest.decode("utf-8", "surrogatepass")
        return self._object.decode(rest)

    @classmethod
    def from_type_hint(cls, _typehint: Any, _registry: Any) -> TraceElementCoder:
        return cls()

    def to_type_hint(self) -> Any:
        return ANY_TRACE


class JsonObjectConstraint(typehints.DictConstraint):  # type: ignore[misc]
    """Type hint of a trace as a dict: consistent with `dict` everywhere, and coded by `JsonObjectCoder`."""

    def bind_type_variables(self, bindings: Any) -> JsonObjectConstraint:  # noqa: ARG002  (Beam's would make a Dict)
        return self


class AnyTraceConstraint(typehints.AnyTypeConstraint):  # type: ignore[misc]
    """Type hint of a trace whose kind the pipeline does not declare: consistent with `Any`, but safely coded."""

    def __hash__(self) -> int:
        return hash(type(self))


JSON_OBJECT = JsonObjectConstraint(str, typehints.Any)
ANY_TRACE = AnyTraceConstraint()

#: What `RedactToolCalls` takes.
TRACE = typehints.Union[
    TraceRecord, bytes, str, typehints.Dict[typehints.Any, typehints.Any], typehints.List[typehints.Any]
]

#: What `VerifyFidelity` takes.
PAIR = typehints.Union[TracePair, typehints.Tuple[typehints.Union[bytes, str], typehints.Union[bytes, str]]]

for _type, _coder in (
    (TraceRecord, TraceRecordCoder),
    (TracePair, TracePairCoder),
    (RecordBatch, RecordBatchCoder),
    (DeadLetter, DeadLetterCoder),
    (Report, ReportCoder),
    (JsonObjectConstraint, JsonObjectCoder),
    (AnyTraceConstraint, TraceElementCoder),
):
    coders.registry.register_coder(_type, _coder)
