"""What a detector says of a text. Owns the shapes only; a finding holds places and labels, never the text itself."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """A sensitive span.

    Attributes:
        start: first code point.
        end: code point after the last.
        label: what it is, a name of `rules.labels.LABELS`.
        rule: the name of the rule that found it.
        spread: True where the rule is sure enough for the same text to be found in other leaves of the trace.
    """

    start: int
    end: int
    label: str
    rule: str = ""
    spread: bool = False
