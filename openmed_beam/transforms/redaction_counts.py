"""What redacting found, counted cheaply: a record costs about a microsecond, the tally is brought up to date rarely."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping

from openmed_beam.report.tally import ENTITIES, Tally
from openmed_beam.traces.tool_calls import RedactionDetails

_LABEL = re.compile(r"[A-Z][A-Z0-9_]{0,39}\Z")
_MOST_LABELS = 200
_MOST_HELD = 50_000


class RedactionCounts:
    """Counts of traces since they were last settled into a tally."""

    __slots__ = ("_chars", "_leaves", "_malformed", "_matches", "_opaque", "_records", "_structured", "_tally")

    def __init__(self) -> None:
        self._tally = Tally()
        self._chars = _no_leaves()
        self._matches: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self._records = self._leaves = self._structured = self._malformed = self._opaque = 0

    def add(self, details: RedactionDetails) -> None:
        """Count one trace."""
        count, total, least, most = details.leaf_chars
        if count:
            chars = self._chars
            chars[0] += count
            chars[1] += total
            if least < chars[2]:
                chars[2] = least
            if most > chars[3]:
                chars[3] = most
        matches = (details.path_matches, details.payload_path_matches)
        self._matches[matches] = self._matches.get(matches, 0) + 1
        if details.redacted_leaf_count:
            self._records += 1
            self._leaves += details.redacted_leaf_count
        self._structured += details.structured_payload_count
        self._malformed += details.malformed_payload_count
        self._opaque += details.opaque_leaves
        if details.protected_leaf_count:
            self._tally.add("protected_leaves", details.protected_leaf_count)
            self._tally.add_paths("protected_leaves", details.protected_leaves)
        if details.numeric_finding_count:
            self._tally.add_paths("numeric_findings", details.numeric_findings)
        if details.key_finding_count:
            self._tally.add_paths("key_findings", details.key_findings)
        if details.entities:
            _count_entities(self._tally, details.entities)
        if len(self._matches) > _MOST_HELD:
            self._fold()

    def settle(self, tally: Tally) -> None:
        """Move the counts into a tally."""
        if self._matches:
            self._fold()
            tally.merge(self._tally)
            self._tally = Tally()

    def _fold(self) -> None:
        tally = self._tally
        if self._chars[0]:
            tally.add("leaves_seen", self._chars[0])
            tally.observe_totals("leaf_chars", *self._chars)
        for (matches, payload_matches), times in self._matches.items():
            tally.add_matches(*([count * times for count in row] for row in (matches, payload_matches)))
            if not any(matches):
                tally.add("records_unmatched", times)
        tally.add("records_redacted", self._records)
        tally.add("leaves_redacted", self._leaves)
        tally.add("payloads_structured", self._structured)
        tally.add("payloads_malformed", self._malformed)
        tally.add("opaque_leaves", self._opaque)
        self._chars, self._matches = _no_leaves(), {}
        self._records = self._leaves = self._structured = self._malformed = self._opaque = 0


def _no_leaves() -> list[int]:
    """Number, sum, least and most of no lengths at all."""
    return [0, 0, sys.maxsize, 0]


def _count_entities(tally: Tally, entities: Mapping[str, int]) -> None:
    """Labels of a user's own redactor might be made from data, so only what looks like a label is named."""
    for label, count in entities.items():
        known = ENTITIES + label
        if known not in tally.counters and (not _LABEL.match(label) or len(tally.counters) > _MOST_LABELS):
            known = ENTITIES + "OTHER"
        tally.add(known, count)
