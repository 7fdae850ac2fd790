"""Content strings of a record and of its redacted copy: how many there are, and how many differ.

Finds them as the redactor does, so that the numbers are those of a run's report. Keeps nothing of a record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from openmed_beam.policy import Policy
from openmed_beam.traces.leaf import LEAF_FIELDS, Leaf
from openmed_beam.traces.tool_calls import RedactedTrace, ToolCallRedactor


class ContentCount(NamedTuple):
    """What a pair of records holds.

    Attributes:
        matches: one count a content path, of the before side.
        strings, differing: content strings of the before side, and those of them that the after side has not.
    """

    matches: tuple[int, ...]
    strings: int
    differing: int


class ContentStrings:
    """Counts under the content paths of a policy."""

    def __init__(self, policy: Policy) -> None:
        self._collector = _Collector()
        self._walker = ToolCallRedactor(
            self._collector,
            content_paths=list(policy.content_paths),
            payload_paths=policy.payload_paths,
            payload_defaults=policy.payload_defaults,
            decode_depth=policy.decode_depth,
            max_depth=policy.max_depth,
            nonfinite=policy.nonfinite,
            probe=False,
        )

    def count(self, before: bytes, after: bytes) -> ContentCount | None:
        """The counts of a pair, or None where the before side cannot be read."""
        sides = (Counter[_Place](), Counter[_Place]())
        self._collector.sides = sides
        outcome = self._walker.redact_json([before] if before == after else [before, after])[0]
        if not isinstance(outcome, RedactedTrace):
            return None
        strings = sides[0].total()
        differing = 0 if before == after else (sides[0] - sides[1]).total()
        return ContentCount(tuple(outcome.report.path_matches), strings, differing)


_Place = tuple[tuple[str | int, ...], str]


class _Collector:
    """A redactor that changes nothing and notes what it is given."""

    looks_at = LEAF_FIELDS

    def __init__(self) -> None:
        self.sides: tuple[Counter[_Place], Counter[_Place]] = (Counter(), Counter())

    def redact_batch(self, leaves: Sequence[Leaf]) -> list[str]:
        for leaf in leaves:
            self.sides[leaf.trace][leaf.path, leaf.text] += 1
        return [leaf.text for leaf in leaves]
