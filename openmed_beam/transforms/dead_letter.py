"""How a record becomes a dead letter: digest, place and, only when asked for by name, its text."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any, Literal

from openmed_beam.errors import PolicyError
from openmed_beam.redactors.replacement import read_key
from openmed_beam.traces.record import DeadLetter, Frame

DeadLetterPayload = Literal["none", "original"]


def checked_payload(payload: DeadLetterPayload) -> DeadLetterPayload:
    """The setting as it was given.

    Raises:
        PolicyError: it is another word.
    """
    if payload not in ("none", "original"):
        raise PolicyError("dead_letter_payload is none or original")
    return payload


class DeadLetterMaker:
    """Makes the dead letters of one stage.

    Args:
        payload: `original` puts the record's text into the dead letter; `none` does not.
        key_env, key_file: where the key of the record digest is read from; without one the digest is plain SHA-256,
            which can be guessed for a small record.

    Raises:
        PolicyError: the key cannot be read.
    """

    def __init__(
        self, payload: DeadLetterPayload = "none", key_env: str | None = None, key_file: str | None = None
    ) -> None:
        self._with_payload = payload == "original"
        self._key = read_key(key_env, key_file)

    def digest(self, record: bytes) -> str:
        """Hex SHA-256 of a record, keyed where a key is configured."""
        if self._key is None:
            return hashlib.sha256(record).hexdigest()
        return hmac.new(self._key, record, hashlib.sha256).hexdigest()

    def make(
        self,
        record: bytes | None,
        *,
        stage: str,
        reason: str,
        source: str | None = None,
        offset: int | None = None,
        frame: Frame | None = None,
        report: dict[str, Any] | None = None,
        exception_type: str | None = None,
    ) -> DeadLetter:
        """The dead letter of a record that was stopped; `record` is None where there never was any text of it."""
        payload = encoding = None
        if self._with_payload and record is not None:
            payload, encoding = _text_of(record)
        return DeadLetter(
            stage=stage,
            reason=reason,
            source=source,
            offset=offset,
            length=frame.length if frame is not None else None if record is None else len(record),
            record_sha256=None if record is None else self.digest(record),
            report=report,
            exception_type=exception_type,
            payload=payload,
            payload_encoding=encoding,
            index=None if frame is None else frame.index,
        )


def dead_letter_line(letter: DeadLetter) -> bytes:
    """A dead letter as one line of ASCII JSON, without line ending."""
    return json.dumps(letter.to_dict(), separators=(",", ":")).encode("ascii")


def is_about_a_file(letter: DeadLetter) -> bool:
    """Whether a dead letter is about a file (`truncated_input`, ...) and so counts as no record."""
    return letter.reason in ("truncated_input", "unreadable_input") and not letter.length


def _text_of(record: bytes) -> tuple[str, str]:
    try:
        return record.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return base64.b64encode(record).decode("ascii"), "base64"
