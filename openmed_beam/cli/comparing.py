"""Two corpora side by side: which records belong together, and what the verifier says of each pair.

Owns the pairing (line by line, or by a key) and the counts. Holds one file's records at most, and only for pairing by
key; a failing record is remembered as its place, safe paths and codes.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from openmed_beam.cli.content_strings import ContentStrings
from openmed_beam.cli.run_folder import DeadPlaces
from openmed_beam.corpus import CorpusPlan, InputFile, read_range
from openmed_beam.corpus.model import ranges_of
from openmed_beam.policy import Policy
from openmed_beam.report.tally import MOST_PATHS, OTHER_PATHS
from openmed_beam.traces.content_path import PathState, compile_paths
from openmed_beam.traces.json_text import JsonFault, decode
from openmed_beam.traces.record import TraceRecord
from openmed_beam.transforms.verify import VerifySettings

#: Failing records that are kept for printing.
MOST_FAILURES = 20

_INDEX = re.compile(r"\[\d+\]")


class Failure(NamedTuple):
    """A record that did not pass.

    Attributes:
        place: file and offset (or index) of the before side, or of the after side where there is no other.
        issues: safe path and code, one each.
        note: what the codes do not say.
    """

    place: str
    issues: tuple[tuple[str, str], ...]
    note: str = ""


class Placed(NamedTuple):
    """A record and its line, counted from 1, where its file is JSONL."""

    record: TraceRecord
    line: int | None


class FileContent:
    """Counts of one before file: records that were looked at, whether a path matched, strings, differing ones."""

    __slots__ = ("differing", "matched", "records", "strings")

    def __init__(self) -> None:
        self.records = self.strings = self.differing = 0
        self.matched = False


class Comparison:
    """Compares records and counts.

    Attributes:
        compared, passed, failed: pairs of records that were compared, and what became of them.
        alone: records without a partner; unread: records that cannot be read. Both are no pairs.
        left_out: records that the run had dead-lettered.
        matches: a count a content path.
        contents: before file -> what its records hold at the content paths.
        faults: files that are cut or cannot be read.
        failures: the first of the records that did not pass.
        codes: records by issue code.
        groups: records by path (indexes as `[*]`) and code.
    """

    def __init__(self, policy: Policy) -> None:
        settings = VerifySettings(
            policy.content_paths,
            policy.payload_paths,
            policy.payload_defaults,
            policy.decode_depth,
            policy.max_depth,
            policy.nonfinite,
        )
        self._verifier = settings.build()
        self._policy = policy
        self._content = ContentStrings(policy)
        self.compared = self.passed = self.failed = self.alone = self.unread = self.left_out = 0
        self.matches = [0] * len(policy.content_paths)
        self.contents: dict[str, FileContent] = {}
        self.faults: list[str] = []
        self.failures: list[Failure] = []
        self.codes: Counter[str] = Counter()
        self.groups: Counter[tuple[str, str]] = Counter()

    @property
    def unmatched(self) -> list[str]:
        """Before files in none of whose records any path matched."""
        return [source for source, content in self.contents.items() if content.records and not content.matched]

    @property
    def unchanged(self) -> list[str]:
        """Before files that have content strings, none of which differs."""
        return [source for source, content in self.contents.items() if content.strings and not content.differing]

    def by_line(self, before: CorpusPlan, after: CorpusPlan, dead: DeadPlaces) -> None:
        """Compare files of one name, record by record in order; two lone files may have different names."""
        others = {file.source: file for file in after.files}
        if len(before.files) == len(after.files) == 1 and not dead:
            others = {before.files[0].source: after.files[0]}
        for file in before.files:
            self._file(file, others.pop(file.source, None), dead.get(file.source, set()))
        for other in others.values():
            for placed in self._records(other, "after"):
                self._alone(placed, "before")

    def _file(self, before: InputFile, after: InputFile | None, dead: set[tuple[int | None, int | None]]) -> None:
        left = self._kept(before, dead)
        right = iter(()) if after is None else self._records(after, "after")
        for one, other in itertools.zip_longest(left, right):
            if one is None:
                self._alone(other, "before")
            elif other is None:
                self._alone(one, "after")
            else:
                self._pair(one, other.record.payload)

    def by_key(self, before: CorpusPlan, after: CorpusPlan, dead: DeadPlaces, key: str) -> None:
        """Compare records with the same scalar at a path, whatever files they stand in.

        Both corpora are read in step, so that only records whose partner has not come yet are held.
        """
        find = key_finder(key, self._policy)
        waiting: tuple[dict[str, deque[Placed]], dict[str, deque[Placed]]] = ({}, {})
        left = itertools.chain.from_iterable(self._kept(file, dead.get(file.source, set())) for file in before.files)
        right = itertools.chain.from_iterable(self._records(file, "after") for file in after.files)
        for pair in itertools.zip_longest(left, right):
            for side, placed in enumerate(pair):
                if placed is None:
                    continue
                value = find(placed.record.payload)
                if value is None:
                    self.alone += 1
                    self._fail(Failure(_place(placed), (("$", "identifier"),), f"no key {('before', 'after')[side]}"))
                    continue
                partners = waiting[1 - side].get(value)
                if not partners:
                    waiting[side].setdefault(value, deque()).append(placed)
                    continue
                partner = partners.popleft()
                if not partners:
                    del waiting[1 - side][value]
                one, other = (placed, partner) if side == 0 else (partner, placed)
                self._pair(one, other.record.payload)
        for side, word in enumerate(("after", "before")):
            for records in waiting[side].values():
                for placed in records:
                    self._alone(placed, word)

    def _kept(self, file: InputFile, dead: set[tuple[int | None, int | None]]) -> Iterator[Placed]:
        """Records of the before side that the run did not dead-letter."""
        for placed in self._records(file, "before", dead):
            record = placed.record
            index = None if record.frame is None else record.frame.index
            if dead and (record.offset, index) in dead:
                self.left_out += 1
                continue
            yield placed

    def _records(
        self, file: InputFile, side: str, dead: AbstractSet[tuple[int | None, int | None]] = frozenset()
    ) -> Iterator[Placed]:
        line = 0 if file.container == "jsonl" else None
        for piece in ranges_of(file):
            for item in read_range(piece, max_record_bytes=self._policy.max_record_bytes):
                if isinstance(item, TraceRecord):
                    kind = None if item.frame is None else item.frame.kind
                    if line is not None and kind in ("record", "blank"):
                        line += 1
                    if kind == "record":
                        yield Placed(item, line)
                elif not item.length:
                    self.faults.append(f"{side} {file.source}: {item.reason.replace('_', ' ')}")
                else:
                    if line is not None:
                        line += 1
                    if (item.offset, item.index) in dead:
                        self.left_out += 1
                    else:
                        self.unread += 1
                        place = spell_place(item.source, item.offset, item.index, line)
                        self._fail(Failure(place, (("$", item.reason),), side))

    def _pair(self, before: Placed, after: bytes) -> None:
        self.compared += 1
        self._count(before.record, after)
        try:
            report = self._verifier.verify_json(before.record.payload, after)
        except JsonFault as fault:
            issues: tuple[tuple[str, str], ...] = (("$", fault.reason),)
        else:
            if report.passed:
                self.passed += 1
                return
            issues = tuple(dict.fromkeys((issue.path, issue.code) for issue in report.issues))
        self.failed += 1
        self._fail(Failure(_place(before), issues))

    def _count(self, before: TraceRecord, after: bytes) -> None:
        content = self.contents.setdefault(before.source or "BEFORE", FileContent())
        content.records += 1
        counted = self._content.count(before.payload, after)
        if counted is None:
            return
        content.matched |= any(counted.matches)
        content.strings += counted.strings
        content.differing += counted.differing
        self.matches = [total + more for total, more in zip(self.matches, counted.matches)]

    def _alone(self, placed: Placed | None, missing: str) -> None:
        self.alone += 1
        self._fail(Failure(_place(placed), (("$", "sequence_length"),), f"no record {missing}"))

    def _fail(self, failure: Failure) -> None:
        self.codes.update({code for _, code in failure.issues})
        for group in {(_INDEX.sub("[*]", path), code) for path, code in failure.issues}:
            if group not in self.groups and len(self.groups) >= MOST_PATHS:
                group = (OTHER_PATHS, group[1])
            self.groups[group] += 1
        if len(self.failures) < MOST_FAILURES:
            self.failures.append(failure)


def key_finder(path: str, policy: Policy) -> Callable[[bytes], str | None]:
    """A function that gives the first scalar at a path as text, or None.

    Raises:
        PolicyError: the path cannot be read.
    """
    plan = compile_paths([path])

    def find(payload: bytes) -> str | None:
        try:
            tree = decode(payload, max_depth=policy.max_depth, nonfinite=policy.nonfinite)
        except JsonFault:
            return None
        return _first_scalar(tree, plan.root)

    return find


def _first_scalar(node: Any, state: PathState | None) -> str | None:
    if state is None:
        return None
    if not isinstance(node, dict | list):
        return json.dumps(node, default=repr) if state.accepts else None
    items: Sequence[tuple[Any, Any]] = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
    for step, value in items:
        following = state.key(step) if isinstance(step, str) else state.index(step, value)
        found = _first_scalar(value, following)
        if found is not None:
            return found
    return None


def _place(placed: Placed | None) -> str:
    if placed is None:
        return "?"
    record = placed.record
    return spell_place(record.source, record.offset, record.frame.index if record.frame else None, placed.line)


def spell_place(source: str | None, offset: int | None, index: int | None, line: int | None) -> str:
    """Where a record stands, in words."""
    if index is not None:
        return f"{source}[{index}]"
    return f"{source} offset {offset}" + ("" if line is None else f" (line {line})")
