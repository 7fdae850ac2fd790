"""Counting: what one source, one bundle, one run has seen. Names, numbers and safe paths only, never a value.

A `Tally` counts for one source; a `Report` holds the tallies of many and is what travels through a pipeline. Both
merge in any order to the same totals, so it does not matter how a runner cuts its bundles.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

#: Counters that every report names, in the order in which it names them; metrics have the same names.
COUNTERS = (
    "records_read",
    "records_redacted",
    "records_passed",
    "records_dead_lettered",
    "records_unmatched",
    "leaves_seen",
    "leaves_redacted",
    "payloads_structured",
    "payloads_malformed",
    "opaque_leaves",
    "protected_leaves",
    "blank_lines",
)

#: Families of counters: prefix and a word of a fixed vocabulary.
DEAD_LETTER, FIDELITY, ENTITIES = "dead_letter.", "fidelity.", "entities."

DISTRIBUTIONS = ("record_bytes", "leaf_chars")

#: Tables of safe path -> count that a report carries.
PATH_TABLES = ("protected_leaves", "numeric_findings", "key_findings")

#: Distinct safe paths a table keeps; what comes later is counted under `OTHER_PATHS`.
MOST_PATHS = 1000
OTHER_PATHS = "(other paths)"

_INDEX = re.compile(r"\[\d+\]")


class Tally:
    """Counts for one source.

    Attributes:
        counters: name -> count; zero counts are absent.
        path_matches, payload_path_matches: one count a configured content or payload path, in the order configured.
        tables: name of `PATH_TABLES` -> safe path -> count; array indexes are folded into `.*`.
        distributions: name of `DISTRIBUTIONS` -> [count, sum, least, most].
    """

    __slots__ = ("counters", "distributions", "path_matches", "payload_path_matches", "tables")

    def __init__(self) -> None:
        self.counters: dict[str, int] = {}
        self.path_matches: list[int] = []
        self.payload_path_matches: list[int] = []
        self.tables: dict[str, dict[str, int]] = {}
        self.distributions: dict[str, list[int]] = {}

    def add(self, name: str, count: int = 1) -> None:
        """Count `count` more of `name`."""
        if count:
            self.counters[name] = self.counters.get(name, 0) + count

    def add_matches(self, matches: Iterable[int], payload_matches: Iterable[int] = ()) -> None:
        """Add matches per configured content and payload path."""
        for mine, more in ((self.path_matches, matches), (self.payload_path_matches, payload_matches)):
            for number, count in enumerate(more):
                if number == len(mine):
                    mine.append(0)
                if count:
                    mine[number] += count

    def add_paths(self, table: str, paths: Mapping[str, int]) -> None:
        """Add counts by safe path to a table, folding array indexes into `.*`."""
        if not paths:
            return
        mine = self.tables.setdefault(table, {})
        for path, count in paths.items():
            folded = _INDEX.sub(".*", path) if "[" in path else path
            if folded not in mine and len(mine) >= MOST_PATHS:
                folded = OTHER_PATHS
            mine[folded] = mine.get(folded, 0) + count

    def observe(self, name: str, value: int) -> None:
        """Add one value to a distribution."""
        known = self.distributions.get(name)
        if known is None:
            self.distributions[name] = [1, value, value, value]
            return
        known[0] += 1
        known[1] += value
        if value < known[2]:
            known[2] = value
        if value > known[3]:
            known[3] = value

    def observe_all(self, name: str, values: Sequence[int]) -> None:
        """Add several values (at least one) to a distribution."""
        self.observe_totals(name, len(values), sum(values), min(values), max(values))

    def observe_totals(self, name: str, count: int, total: int, least: int, most: int) -> None:
        """Add so many values (at least one) of that sum, the least and the most of them known."""
        known = self.distributions.setdefault(name, [0, 0, least, most])
        known[0] += count
        known[1] += total
        known[2] = min(known[2], least)
        known[3] = max(known[3], most)

    def merge(self, other: Tally) -> None:
        """Add all counts of `other`."""
        for name, count in other.counters.items():
            self.add(name, count)
        self.add_matches(other.path_matches, other.payload_path_matches)
        for table, paths in other.tables.items():
            self.add_paths(table, paths)
        for name, (count, total, least, most) in other.distributions.items():
            self.observe_totals(name, count, total, least, most)

    def __bool__(self) -> bool:
        return bool(self.counters or self.path_matches or self.tables or self.distributions)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON shape; empty parts are left out."""
        parts = {name: getattr(self, name) for name in self.__slots__}
        return {name: part for name, part in parts.items() if part}

    @classmethod
    def from_dict(cls, shape: Mapping[str, Any]) -> Tally:
        """The tally of `to_dict`."""
        tally = cls()
        tally.counters = dict(shape.get("counters", {}))
        tally.path_matches = list(shape.get("path_matches", ()))
        tally.payload_path_matches = list(shape.get("payload_path_matches", ()))
        tally.tables = {name: dict(paths) for name, paths in shape.get("tables", {}).items()}
        tally.distributions = {name: list(four) for name, four in shape.get("distributions", {}).items()}
        return tally


class Report:
    """Tallies by source (None: elements without provenance)."""

    __slots__ = ("sources",)

    def __init__(self) -> None:
        self.sources: dict[str | None, Tally] = {}

    def of(self, source: str | None) -> Tally:
        """The tally of one source, made on first use."""
        tally = self.sources.get(source)
        if tally is None:
            tally = self.sources[source] = Tally()
        return tally

    def merge(self, other: Report) -> Report:
        """Add all tallies of `other`; gives itself."""
        for source, tally in other.sources.items():
            self.of(source).merge(tally)
        return self

    def total(self) -> Tally:
        """All sources added up."""
        total = Tally()
        for tally in self.sources.values():
            total.merge(tally)
        return total

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Report) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Counts alone: how many sources, and the counters of all of them."""
        counts = ", ".join(f"{name}={count}" for name, count in flat_totals(self.total()).items() if count)
        return f"<Report of {len(self.sources)} sources: {counts or 'nothing counted'}>"

    def to_json(self) -> bytes:
        """ASCII JSON text, the same for equal reports."""
        rows = [[source, tally.to_dict()] for source, tally in self.sources.items() if tally]
        rows.sort(key=lambda row: (row[0] is not None, row[0]))
        return json.dumps(rows, sort_keys=True, separators=(",", ":")).encode("ascii")

    @classmethod
    def from_json(cls, text: bytes | str) -> Report:
        """The report of `to_json`."""
        report = cls()
        for source, shape in json.loads(text):
            report.sources[source] = Tally.from_dict(shape)
        return report


def flat_totals(tally: Tally) -> dict[str, int]:
    """The counters of a tally under their metric names: all of `COUNTERS`, then the families' that were counted."""
    totals = {name: tally.counters.get(name, 0) for name in COUNTERS}
    totals.update((name, tally.counters[name]) for name in sorted(tally.counters) if name not in totals)
    return totals
