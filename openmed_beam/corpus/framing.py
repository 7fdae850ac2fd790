"""Frames of a range and the counts that its end frame carries.

Every range gives, in file order: one frame of kind `begin`, then records and framing, then one frame of kind `end`,
always last, also when the input broke off. The payload of `begin` is a JSON object that tells the writer how to lay
the part out (`container`, `compression`, and what a container needs besides: see `parquet` and `archive`). The payload
of `end` is the range's summary, a JSON object that stages on the road may add value-free keys to; the writer keeps it
in `PartDescription.summary`, so that counts survive a resume.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from openmed_beam.corpus.digests import Hash
from openmed_beam.corpus.model import RangeDescriptor
from openmed_beam.traces.record import DeadLetter, Frame, TraceRecord

#: Makes the digest of a dead-lettered record; give `lambda: hmac.new(key, digestmod="sha256")` where a key is set.
Hasher = Callable[[], Hash]

Item = TraceRecord | DeadLetter


class RangeCounts:
    """What the reader counts in one range; the payload of its end frame.

    Attributes:
        records: records seen, those that the reader dead-lettered included.
        blank_lines: blank lines (they keep their place and are no records).
        fault: `truncated_input`, `unreadable_input` or None.
        input_digest: of the range's bytes on disk, see `digests`; None where they were not read to the end.
        skipped_entries: entries of a zip that are no JSON.
    """

    def __init__(self) -> None:
        self.records = 0
        self.blank_lines = 0
        self.fault: str | None = None
        self.input_digest: str | None = None
        self.skipped_entries: list[str] = []

    def to_dict(self) -> dict[str, Any]:
        """The counts as the JSON object of the end frame."""
        return dict(vars(self))


def begin_frame(piece: RangeDescriptor, **layout: Any) -> TraceRecord:
    """The first frame of a range: tells the writer container, compression, place and what else the layout needs."""
    shape = {
        "container": piece.container,
        "compression": piece.compression,
        "file": piece.file,
        "cut": piece.cut,
        "cuts": piece.cuts,
        **layout,
    }
    payload = json.dumps(shape).encode("ascii")
    return TraceRecord(piece.source, 0, payload, Frame(piece.name, 0, kind="begin"))


def end_frame(piece: RangeDescriptor, summary: dict[str, Any]) -> TraceRecord:
    """The last frame of a range, with its summary."""
    payload = json.dumps(summary).encode("ascii")
    return TraceRecord(piece.source, 0, payload, Frame(piece.name, 0, kind="end"))


def with_summary(end: TraceRecord, **added: Any) -> TraceRecord:
    """The end frame with keys added to its summary; what is added is value-free and JSON."""
    shape = json.loads(end.payload)
    shape.update(added)
    return end._replace(payload=json.dumps(shape).encode("ascii"))


def text_frame(piece: RangeDescriptor, offset: int, text: bytes, lead: bytes = b"") -> TraceRecord:
    """Framing that is written as it is; `lead` goes before it only where an earlier record was written."""
    return TraceRecord(piece.source, offset, text, Frame(piece.name, len(text), lead, b"", "text"))


def file_letter(piece: RangeDescriptor, reason: str, offset: int | None, exception_type: str | None) -> DeadLetter:
    """The dead letter of a file that stopped giving bytes; `offset` is the first decompressed byte that was lost."""
    return DeadLetter("read", reason, piece.source, offset, 0, exception_type=exception_type)


def plain_hasher() -> Hash:
    """SHA-256 without a key."""
    return hashlib.sha256()
