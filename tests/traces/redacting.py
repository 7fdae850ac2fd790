"""Records through `ToolCallRedactor.redact_json`, as tests write them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from openmed_beam.traces.leaf import Leaf
from openmed_beam.traces.tool_calls import RedactedTrace, ToolCallRedactor, TraceFault

#: Stands in for what a detector would find: names and addresses of people who do not exist, and digit runs.
SYNTHETIC = re.compile(
    r"[\w.]+@[\w.]+\.test|Synthia(?: Test(?:person)?)?|synthia(?=/|$)|\+?\d[\d-]{6,}\d|Dear Syn", re.IGNORECASE
)


def mask(text: str) -> str:
    """Replace what `SYNTHETIC` finds."""
    return SYNTHETIC.sub("[X]", text)


def identity(text: str) -> str:
    return text


def mark(text: str) -> str:
    """Change every leaf that is not empty, once and for all."""
    return text if text.endswith("\u2603") else text + "\u2603"


class Recording:
    """A batch redactor that keeps what it was given and replaces with a plain function."""

    def __init__(self, replace: Callable[[str], str] = mask) -> None:
        self.leaves: list[Leaf] = []
        self.calls = 0
        self.replace = replace

    def redact_batch(self, leaves: Sequence[Leaf]) -> list[str]:
        self.calls += 1
        self.leaves.extend(leaves)
        return [self.replace(leaf.text) for leaf in leaves]


def outcomes(
    records: Sequence[Any], redactor: Any = mask, paths: Sequence[Any] = ("**",), **options: Any
) -> list[RedactedTrace | TraceFault]:
    """Redact records given as JSON text (bytes, str) or as Python values."""
    raw = [record if isinstance(record, bytes) else as_bytes(record) for record in records]
    return ToolCallRedactor(redactor, content_paths=list(paths), **options).redact_json(raw)


def as_bytes(record: Any) -> bytes:
    if isinstance(record, str):
        return record.encode()
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def redacted(record: Any, redactor: Any = mask, paths: Sequence[Any] = ("**",), **options: Any) -> RedactedTrace:
    """Redact one record that must come through."""
    (found,) = outcomes([record], redactor, paths, **options)
    assert isinstance(found, RedactedTrace), found
    return found


def text_of(record: Any, redactor: Any = mask, paths: Sequence[Any] = ("**",), **options: Any) -> str:
    """The redacted record's JSON text."""
    return redacted(record, redactor, paths, **options).payload.decode()


def value_of(record: Any, redactor: Any = mask, paths: Sequence[Any] = ("**",), **options: Any) -> Any:
    """The redacted record, decoded."""
    return json.loads(redacted(record, redactor, paths, **options).payload)


def fault_of(record: Any, redactor: Any = mask, paths: Sequence[Any] = ("**",), **options: Any) -> TraceFault:
    """Redact one record that must be stopped."""
    (found,) = outcomes([record], redactor, paths, **options)
    assert isinstance(found, TraceFault), found
    return found
