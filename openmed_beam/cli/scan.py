"""`openmed-beam scan INPUT...`: what stands at which path, in counts, and which content paths that suggests.

Keys outside the table of known keys are shown as `*`, values never.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from openmed_beam.cli.arguments import OneLineParser, add_policy_arguments, policy_of
from openmed_beam.cli.known_keys import KNOWN_KEYS
from openmed_beam.corpus import plan, read_range
from openmed_beam.policy import Policy
from openmed_beam.redactors import load
from openmed_beam.report.terminal import table
from openmed_beam.traces.content_path import PathState, compile_paths
from openmed_beam.traces.fields import OUTSIDE, protected_kind, region_below, region_of_object
from openmed_beam.traces.json_text import JsonFault, decode, decode_lenient
from openmed_beam.traces.leaf import Leaf
from openmed_beam.traces.record import TraceRecord

SETTINGS = (
    "content_paths",
    "payload_paths",
    "payload_defaults",
    "redactor",
    "decode_depth",
    "max_depth",
    "max_record_bytes",
    "nonfinite",
    "exclude",
)

#: Mean length from which text at a path is taken for prose.
PROSE_CHARS = 24
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def parser() -> OneLineParser:
    """The options of the command."""
    made = OneLineParser(
        prog="openmed-beam scan", description="Count what stands at which path; propose content paths."
    )
    made.add_argument("inputs", nargs="+", metavar="INPUT", help="files, globs, folders")
    add_policy_arguments(made, SETTINGS)
    made.add_argument("--json", action="store_true", help="print the counts as JSON")
    return made


class Place:
    """Counts of one path: leaves, characters, how many are covered, protected, or hold JSON, and labels found."""

    __slots__ = ("chars", "covered", "encoded", "labels", "leaves", "protected", "spaced")

    def __init__(self) -> None:
        self.leaves = self.chars = self.covered = self.protected = self.encoded = self.spaced = 0
        self.labels: Counter[str] = Counter()

    @property
    def is_free_text(self) -> bool:
        """Whether this looks like a place that needs a content path."""
        open_leaves = self.leaves - self.covered - self.protected
        return open_leaves > 0 and bool(
            self.labels or self.encoded or self.spaced * 2 > self.leaves or self.chars > PROSE_CHARS * self.leaves
        )


class Scan:
    """Walks records and counts.

    Attributes:
        places: path as shown -> counts.
        records, unreadable: records seen, and those of them that are no JSON trace.
    """

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._plan = compile_paths(policy.content_paths) if policy.content_paths else None
        self._redactor: Any = load(policy.redactor)
        self.places: dict[tuple[str, ...], Place] = {}
        self.records = self.unreadable = 0

    def record(self, payload: bytes) -> None:
        """Count one record."""
        self.records += 1
        try:
            tree = decode(payload, max_depth=self._policy.max_depth, nonfinite=self._policy.nonfinite)
        except JsonFault:
            self.unreadable += 1
            return
        if not isinstance(tree, dict | list):
            self.unreadable += 1
            return
        found: list[tuple[Place, Leaf]] = []
        root = None if self._plan is None else self._plan.root
        for path, leaf, covered, protected, encoded in self._walk(tree, (), (), root, False, OUTSIDE, None, 1):
            place = self.places.get(path)
            if place is None:
                place = self.places[path] = Place()
            place.leaves += 1
            place.chars += len(leaf.text)
            place.covered += covered
            place.protected += protected
            place.encoded += encoded
            place.spaced += " " in leaf.text.strip()
            if not encoded:
                found.append((place, leaf))
        if found:
            self._label(found)

    def _label(self, found: list[tuple[Place, Leaf]]) -> None:
        labelled = getattr(self._redactor, "redact_batch_labelled", None)
        if labelled is None:
            return
        for (place, _), answer in zip(found, labelled([leaf for _, leaf in found])):
            place.labels.update(answer[1])

    def _walk(
        self,
        node: Any,
        shown: tuple[str, ...],
        path: tuple[str | int, ...],
        state: PathState | None,
        covered: bool,
        region: int,
        key: str | None,
        level: int,
    ) -> Iterator[tuple[tuple[str, ...], Leaf, bool, bool, bool]]:
        covered = covered or (state is not None and bool(state.accepts))
        if isinstance(node, dict):
            inner = region_of_object(region, node)
            for name, value in node.items():
                yield from self._walk(
                    value,
                    (*shown, name if name in KNOWN_KEYS else "*"),
                    (*path, name),
                    None if state is None else state.key(name),
                    covered,
                    region_below(inner, name, self._policy.payload_defaults),
                    name,
                    level,
                )
        elif isinstance(node, list):
            for index, value in enumerate(node):
                yield from self._walk(
                    value,
                    (*shown, "*"),
                    (*path, index),
                    None if state is None else state.index(index, value),
                    covered,
                    region,
                    key,
                    level,
                )
        elif isinstance(node, str) and node:
            inside = self._encoded(node) if level <= self._policy.decode_depth else None
            protected = region == OUTSIDE and key is not None and protected_kind(key) is not None
            yield shown, Leaf(node, key, path, 0), covered, protected, inside is not None
            if inside is not None:
                yield from self._walk(inside, shown, path, state, covered, region, key, level + 1)

    def _encoded(self, text: str) -> Any:
        if text.lstrip()[:1] not in ("{", "["):
            return None
        try:
            return decode_lenient(text, max_depth=self._policy.max_depth)
        except JsonFault:
            return None

    def proposals(self) -> list[str]:
        """Content paths for free text that no configured path covers; the outermost string of encoded JSON."""
        chosen: list[tuple[str, ...]] = []
        for path, place in sorted(self.places.items()):
            if place.is_free_text and not any(path[: len(other)] == other for other in chosen):
                chosen.append(path)
        return [spell(path) for path in chosen]


def spell(path: Sequence[str]) -> str:
    """A path in the grammar of content paths."""
    if not path:
        return "$"
    text = ""
    for step in path:
        if step == "*" or _PLAIN_NAME.match(step):
            text += f".{step}" if text else step
        else:
            text += f"[{json.dumps(step)}]"
    return text


def run(words: Sequence[str]) -> int:
    """Run the command; gives the exit status."""
    arguments = parser().parse_intermixed_args(list(words))
    policy = policy_of(arguments)
    scan = Scan(policy)
    corpus = plan(arguments.inputs, exclude=policy.exclude)
    for piece in corpus.ranges:
        for item in read_range(piece, max_record_bytes=policy.max_record_bytes):
            if not isinstance(item, TraceRecord):
                scan.records += bool(item.length)
                scan.unreadable += 1
            elif item.frame is not None and item.frame.kind == "record":
                scan.record(item.payload)
    print(_json(scan) if arguments.json else "\n".join(_lines(scan)))
    return 0


def _rows(scan: Scan) -> list[tuple[str, Place]]:
    return [(spell(path), place) for path, place in sorted(scan.places.items(), key=lambda row: row[0])]


def _json(scan: Scan) -> str:
    shape = {
        "records": scan.records,
        "unreadable": scan.unreadable,
        "paths": [
            {
                "path": path,
                "leaves": place.leaves,
                "chars": place.chars,
                "covered": place.covered,
                "protected": place.protected,
                "encoded_json": place.encoded,
                "labels": dict(sorted(place.labels.items())),
            }
            for path, place in _rows(scan)
        ],
        "proposed_content_paths": scan.proposals(),
    }
    return json.dumps(shape, indent=2)


def _lines(scan: Scan) -> list[str]:
    lines = [f"{scan.records} records, {scan.unreadable} not readable as traces", ""]
    rows = [
        (
            path,
            place.leaves,
            place.covered,
            place.protected,
            place.encoded,
            ", ".join(f"{label} {count}" for label, count in sorted(place.labels.items())),
        )
        for path, place in _rows(scan)
    ]
    lines += table(("path", "strings", "covered", "protected", "JSON", "found"), rows, most=None)
    proposals = scan.proposals()
    if proposals:
        lines += ["", "not covered, and looks like text; to cover it:"]
        lines += [f"  --content-path '{path}'" for path in proposals]
    return lines
