"""What travels: a trace record with its provenance, the pair that the verifier checks, and a dead letter.

Owns the shapes only. Payloads are JSON text as bytes, so that no coder of a runner ever sees a number or a string
of a record.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

DEAD_LETTER_SCHEMA_VERSION = 1

#: Where in the road a record was stopped.
STAGES = ("read", "decode", "redact", "verify", "residual")

#: Why. A fixed vocabulary: metric names and reports are built from it.
REASONS = (
    "invalid_utf8",
    "invalid_json",
    "duplicate_key",
    "non_finite_number",
    "not_a_trace",
    "too_deep",
    "record_too_large",
    "leaf_too_large",
    "redactor_failed",
    "redactor_bad_return",
    "fidelity_failed",
    "residual_finding",
    "truncated_input",
    "unreadable_input",
    "internal_error",
)

#: Reasons that are about a file, not about a record: length 0, counted by no record counter.
FILE_REASONS = ("truncated_input", "unreadable_input")

FrameKind = Literal["begin", "record", "blank", "text", "end"]


class Frame(NamedTuple):
    """How a record stood in its file, carried along so that the writer can lay it out as it was.

    Attributes:
        part: name of the file range the record came from (`RangeDescriptor.name`).
        length: bytes of the record's text in the decompressed file, without line ending.
        lead: bytes to write before the payload when an earlier record was written (`,\n  ` in an array); for the
            first record that is written, a record's lead without its comma and what stands before that.
        ending: bytes to write after the payload (`\n`, `\r\n`, nothing for an unterminated last line).
        kind: `begin` (first of its range; payload is a JSON object that tells the writer how the part is laid out);
            `record`; `blank` (a blank line, payload is its white space); `text` (framing written as it is, e.g. a
            byte order mark or the brackets of an array); `end` (nothing more comes from this range; payload is a JSON
            object of counts that stages may add value-free keys to).
        index: number of the array element, row or entry where byte offsets mean nothing, else None.
    """

    part: str
    length: int
    lead: bytes = b""
    ending: bytes = b""
    kind: FrameKind = "record"
    index: int | None = None  # type: ignore[assignment]  # hides the method of tuple


class TraceRecord(NamedTuple):
    """One trace as JSON text with the place it came from.

    Attributes:
        source: path relative to the input it came from, or None without provenance.
        offset: first byte of the record's text in the decompressed file (after a byte order mark), or None.
        payload: the record's JSON text, UTF-8, without line ending.
        frame: how it stood in its file, or None without provenance.
    """

    source: str | None
    offset: int | None
    payload: bytes
    frame: Frame | None = None


class TracePair(NamedTuple):
    """The two sides of one trace that the verifier compares; fields as in `TraceRecord`."""

    source: str | None
    offset: int | None
    before: bytes
    after: bytes
    frame: Frame | None = None


class DeadLetter(NamedTuple):
    """A record that was stopped, and why; value-free unless `payload` was asked for by name.

    Attributes:
        stage: one of `STAGES`.
        reason: one of `REASONS`.
        source, offset, length: the place of the record (see `TraceRecord`, `Frame`); None without provenance.
        record_sha256: hex digest of the record's bytes, keyed (HMAC) where a key is configured; None for a file.
        report: a value-free report of the stage, or None.
        exception_type: class name of what was raised, or None.
        payload: the original text, only when configured.
        payload_encoding: `utf-8` or `base64` when `payload` is there.
        index: see `Frame.index`.
    """

    stage: str
    reason: str
    source: str | None = None
    offset: int | None = None
    length: int | None = None
    record_sha256: str | None = None
    report: dict[str, Any] | None = None
    exception_type: str | None = None
    payload: str | None = None
    payload_encoding: str | None = None
    index: int | None = None  # type: ignore[assignment]  # hides the method of tuple

    def to_dict(self) -> dict[str, Any]:
        """The dead letter as the JSON object that is written, one a line."""
        shape: dict[str, Any] = {
            "schema_version": DEAD_LETTER_SCHEMA_VERSION,
            "stage": self.stage,
            "reason": self.reason,
            "source": self.source,
            "offset": self.offset,
            "length": self.length,
            "record_sha256": self.record_sha256,
            "report": self.report,
            "exception_type": self.exception_type,
            "payload": self.payload,
        }
        if self.index is not None:
            shape["index"] = self.index
        if self.payload is not None:
            shape["payload_encoding"] = self.payload_encoding
        return shape
