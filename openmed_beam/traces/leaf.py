"""What a redactor is given and what it may give back. Owns the shapes only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

#: Everything a redactor's answer may depend on.
LEAF_FIELDS = ("text", "key", "path", "trace")


class Leaf(NamedTuple):
    """One string leaf under a content path.

    Attributes:
        text: the decoded text.
        key: the object key it stands under (for an array item the key of the nearest object above), or None.
        path: keys and indexes from the root of the trace; goes on inside encoded JSON.
        trace: ordinal of the trace within the call; leaves of one trace are handed over together, in document order.
    """

    text: str
    key: str | None
    path: tuple[str | int, ...]
    trace: int


class Redaction(NamedTuple):
    """A redacted text with what was found in it: one label a replaced span, in text order."""

    text: str
    labels: tuple[str, ...] = ()


@runtime_checkable
class BatchRedactor(Protocol):
    """An object that redacts many leaves in one call.

    Optional attributes, read with `getattr`:
        looks_at: the fields of `Leaf` that the answer depends on (default: all four). Answers are remembered by these
            fields alone; a redactor that looks at `trace` is given whole traces and is never remembered.
        batch_traces: how many traces to collect before a call (default 1).
        keeps_traces_apart: True where several traces in one call are answered as if each came alone, so that a caller
            may hand over as many as are at hand.
        redact_batch_labelled(leaves) -> list[Redaction]: preferred over `redact_batch` where it exists.
        holds_secret(text) -> bool: True where a rule for secrets hits; such a leaf is never left alone as opaque.
    """

    def redact_batch(self, leaves: Sequence[Leaf]) -> list[str]:
        """One redacted text a leaf, in the order given."""
        ...


#: A plain function on text, or an object with `redact_batch`.
TextRedactor = Callable[[str], Any] | BatchRedactor
