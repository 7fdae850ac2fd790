"""What was seen and done in one record, for reports: counts, and safe paths rendered when they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from openmed_beam.traces.fidelity_report import render
from openmed_beam.traces.gathered import Gathered
from openmed_beam.traces.native_walk import NativeTrace
from openmed_beam.traces.safe_path import hashed_path, hashed_step

_NONE: Mapping[str, int] = {}

_Counts = tuple[int, int, int, int, int, tuple[int, ...], tuple[int, ...]]
_Paths = list[tuple[str | int, ...]]
#: Of characters: how many leaves, sum, least and most; all 0 where there are no leaves.
LeafChars = tuple[int, int, int, int]


class _Kept:
    """What is left of a walked trace in a pickle: its places as paths."""

    def __init__(self, counts: _Counts, chars: LeafChars, malformed: _Paths, protected: _Paths) -> None:
        self._counts, self._chars, self.malformed, self.protected = counts, chars, malformed, protected

    def counts(self) -> _Counts:
        """As of the trace itself."""
        return self._counts

    def leaf_chars(self) -> LeafChars:
        """As of the trace itself."""
        return self._chars

    def leaf_paths(self, leaves: Sequence[Any]) -> _Paths:
        """Leaves are known by their paths."""
        return list(leaves)

    paths = leaf_paths


class RedactionDetails:
    """What `ToolCallRedactor` saw in one record: counts, and safe paths rendered only when they are asked for.

    Attributes:
        leaves_seen: leaves that were shown to the redactor.
        redacted_leaf_count, structured_payload_count, malformed_payload_count: as in `ToolCallRedactionReport`.
        content_paths: the configured paths, keys as digests.
        opaque_leaves: signed, encrypted or binary leaves left alone.
        protected_leaf_count: leaves left alone for their name.
        numeric_finding_count, key_finding_count: numbers and object keys that the redactor would have changed.
        path_matches, payload_path_matches: nodes matched by each configured content or payload path, in the order
            given (a payload path is seen where content paths lead).
        entities: replaced spans by label, where the redactor tells.
    """

    __slots__ = (
        "_changed",
        "_keys",
        "_numeric",
        "_trace",
        "content_paths",
        "entities",
        "key_finding_count",
        "leaves_seen",
        "malformed_payload_count",
        "numeric_finding_count",
        "opaque_leaves",
        "path_matches",
        "payload_path_matches",
        "protected_leaf_count",
        "redacted_leaf_count",
        "structured_payload_count",
    )

    def __init__(
        self,
        trace: Gathered | NativeTrace | _Kept,
        changed: Sequence[int],
        content_paths: tuple[str, ...],
        numeric: Sequence[Any],
        keys: Sequence[Any],
        entities: Mapping[str, int],
    ) -> None:
        self._trace, self._changed, self._numeric, self._keys = trace, changed, numeric, keys
        (
            self.leaves_seen,
            self.structured_payload_count,
            self.malformed_payload_count,
            self.opaque_leaves,
            self.protected_leaf_count,
            self.path_matches,
            self.payload_path_matches,
        ) = trace.counts()
        self.redacted_leaf_count = len(changed)
        self.content_paths = content_paths
        self.numeric_finding_count, self.key_finding_count = len(numeric), len(keys)
        self.entities = entities

    @property
    def leaf_chars(self) -> LeafChars:
        """Characters of the leaves seen: how many leaves, sum, least and most."""
        return self._trace.leaf_chars()

    @property
    def redacted_paths(self) -> tuple[str, ...]:
        """Where leaves changed: sorted, each path once."""
        return safe_paths(self._trace.leaf_paths(self._changed))

    @property
    def malformed_payload_paths(self) -> tuple[str, ...]:
        """Where payloads are not JSON: sorted, each path once."""
        return safe_paths(self._trace.paths(self._trace.malformed))

    @property
    def protected_leaves(self) -> Mapping[str, int]:
        """Leaves left alone for their name, by safe path (indexes as `.*`)."""
        return self._counted(self._trace.protected)

    @property
    def numeric_findings(self) -> Mapping[str, int]:
        """Numbers that the redactor would have changed, by safe path (indexes as `.*`)."""
        return self._counted(self._numeric)

    @property
    def key_findings(self) -> Mapping[str, int]:
        """Object keys that the redactor would have changed, by safe path (indexes as `.*`)."""
        return self._counted(self._keys)

    def __reduce__(self) -> tuple[Any, ...]:
        trace = self._trace
        kept = _Kept(trace.counts(), trace.leaf_chars(), trace.paths(trace.malformed), trace.paths(trace.protected))
        changed, numeric, keys = trace.leaf_paths(self._changed), trace.paths(self._numeric), trace.paths(self._keys)
        return RedactionDetails, (kept, changed, self.content_paths, numeric, keys, self.entities)

    def _counted(self, places: Sequence[Any]) -> Mapping[str, int]:
        """How often each safe path occurs, in the verifier's rendering; indexes are `*`, so that paths stay few."""
        if not places:
            return _NONE
        steps = (tuple("*" if type(part) is int else part for part in path) for path in self._trace.paths(places))
        return {render(path): count for path, count in sorted(Counter(steps).items())}

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON-ready values."""
        return {
            "leaves_seen": self.leaves_seen,
            "redacted_leaf_count": self.redacted_leaf_count,
            "structured_payload_count": self.structured_payload_count,
            "malformed_payload_count": self.malformed_payload_count,
            "redacted_paths": list(self.redacted_paths),
            "malformed_payload_paths": list(self.malformed_payload_paths),
            "content_paths": list(self.content_paths),
            "opaque_leaves": self.opaque_leaves,
            "protected_leaves": dict(self.protected_leaves),
            "numeric_findings": dict(self.numeric_findings),
            "key_findings": dict(self.key_findings),
            "path_matches": list(self.path_matches),
            "payload_path_matches": list(self.payload_path_matches),
            "entities": dict(self.entities),
        }


def safe_paths(paths: Iterable[tuple[str | int, ...]]) -> tuple[str, ...]:
    """Safe paths: sorted, each once."""
    above: dict[tuple[str | int, ...], str] = {}
    found: set[str] = set()
    for path in paths:
        head = path[:-1]
        prefix = above.get(head)
        if prefix is None:
            prefix = above[head] = hashed_path(head)
        found.add(prefix + hashed_step(path[-1]) if path else prefix)
    return tuple(sorted(found))
