"""Two corpora side by side: which records belong together, and what the verifier says of each pair.

Owns the pairing (line by line, or by a key) and the counts. Holds one file's records at most, and only for pairing by
key; a failing record is remembered as its place, safe paths and codes.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from openmed_beam.corpus import CorpusPlan, InputFile, read_range
from openmed_beam.corpus.model import ranges_of
from openmed_beam.policy import Policy
from openmed_beam.traces.content_path import PathState, compile_paths
from openmed_beam.traces.json_text import JsonFault, decode
from openmed_beam.traces.record import DeadLetter, TraceRecord
from openmed_beam.traces.tool_calls import RedactedTrace, ToolCallRedactor
from openmed_beam.transforms.verify import VerifySettings

#: Failing records that are kept for printing.
MOST_FAILURES = 1000

#: Places of a run's dead letters: source -> (offset, index).
DeadPlaces = dict[str, set[tuple[int | None, int | None]]]


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


class Comparison:
    """Compares records and counts.

    Attributes:
        compared, passed: pairs of records that were compared, and those of them that passed.
        failed: records that failed, those without a partner included.
        left_out: records that the run had dead-lettered.
        matches: a count a content path, as far as it was needed to say whether the path ever matches.
        unmatched: names of inputs in none of whose records any path matched.
        faults: files that are cut or cannot be read.
        failures: the first of the failing records.
        codes: records by issue code.
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
        self._matcher = ToolCallRedactor(
            str,
            content_paths=list(policy.content_paths),
            payload_paths=policy.payload_paths,
            payload_defaults=policy.payload_defaults,
            decode_depth=policy.decode_depth,
            max_depth=policy.max_depth,
            nonfinite=policy.nonfinite,
            probe=False,
        )
        self.compared = self.passed = self.failed = self.left_out = 0
        self.matches = [0] * len(policy.content_paths)
        self.unmatched: list[str] = []
        self.faults: list[str] = []
        self.failures: list[Failure] = []
        self.codes: Counter[str] = Counter()

    def by_line(self, before: CorpusPlan, after: CorpusPlan, dead: DeadPlaces) -> None:
        """Compare files of one name, record by record in order; two lone files may have different names."""
        others = {file.source: file for file in after.files}
        if len(before.files) == len(after.files) == 1 and not dead:
            others = {before.files[0].source: after.files[0]}
        for file in before.files:
            self._file(file, others.pop(file.source, None), dead.get(file.source, set()))
        for other in others.values():
            for record in self._records(other, "after"):
                self._fail(Failure(_place(record), (("$", "sequence_length"),), "no record before"))

    def _file(self, before: InputFile, after: InputFile | None, dead: set[tuple[int | None, int | None]]) -> None:
        matching = _Matching(self, before.source)
        left = self._kept(before, dead)
        right = iter(()) if after is None else self._records(after, "after")
        for one, other in itertools.zip_longest(left, right):
            if one is None:
                self._fail(Failure(_place(other), (("$", "sequence_length"),), "no record before"))
            elif other is None:
                self._fail(Failure(_place(one), (("$", "sequence_length"),), "no record after"))
            else:
                matching.look(one.payload)
                self._pair(one, other.payload)
        matching.end()

    def by_key(self, before: CorpusPlan, after: CorpusPlan, dead: DeadPlaces, key: str) -> None:
        """Compare records with the same scalar at a path, whatever files they stand in.

        Both corpora are read in step, so that only records whose partner has not come yet are held.
        """
        find = key_finder(key, self._policy)
        waiting: tuple[dict[str, deque[TraceRecord]], dict[str, deque[TraceRecord]]] = ({}, {})
        left = itertools.chain.from_iterable(self._kept(file, dead.get(file.source, set())) for file in before.files)
        right = itertools.chain.from_iterable(self._records(file, "after") for file in after.files)
        matching = _Matching(self, "BEFORE")
        for pair in itertools.zip_longest(left, right):
            for side, record in enumerate(pair):
                if record is None:
                    continue
                if side == 0:
                    matching.look(record.payload)
                value = find(record.payload)
                if value is None:
                    self._fail(Failure(_place(record), (("$", "identifier"),), f"no key {('before', 'after')[side]}"))
                    continue
                partners = waiting[1 - side].get(value)
                if not partners:
                    waiting[side].setdefault(value, deque()).append(record)
                    continue
                partner = partners.popleft()
                if not partners:
                    del waiting[1 - side][value]
                one, other = (record, partner) if side == 0 else (partner, record)
                self._pair(one, other.payload)
        for side, word in enumerate(("after", "before")):
            for records in waiting[side].values():
                for record in records:
                    self._fail(Failure(_place(record), (("$", "sequence_length"),), f"no record {word}"))
        matching.end()

    def _kept(self, file: InputFile, dead: set[tuple[int | None, int | None]]) -> Iterator[TraceRecord]:
        """Records of the before side that the run did not dead-letter."""
        for record in self._records(file, "before", dead):
            index = None if record.frame is None else record.frame.index
            if dead and (record.offset, index) in dead:
                self.left_out += 1
                continue
            yield record

    def _records(
        self, file: InputFile, side: str, dead: AbstractSet[tuple[int | None, int | None]] = frozenset()
    ) -> Iterator[TraceRecord]:
        for piece in ranges_of(file):
            for item in read_range(piece, max_record_bytes=self._policy.max_record_bytes):
                if isinstance(item, TraceRecord):
                    if item.frame is not None and item.frame.kind == "record":
                        yield item
                elif not item.length:
                    self.faults.append(f"{side} {file.source}: {item.reason.replace('_', ' ')}")
                elif (item.offset, item.index) in dead:
                    self.left_out += 1
                else:
                    self._fail(Failure(_place(item), (("$", item.reason),), side))

    def _pair(self, before: TraceRecord, after: bytes) -> None:
        self.compared += 1
        try:
            report = self._verifier.verify_json(before.payload, after)
        except JsonFault as fault:
            self._fail(Failure(_place(before), (("$", fault.reason),)))
            return
        if report.passed:
            self.passed += 1
            return
        self._fail(Failure(_place(before), tuple(dict.fromkeys((issue.path, issue.code) for issue in report.issues))))

    def _fail(self, failure: Failure) -> None:
        self.failed += 1
        self.codes.update({code for _, code in failure.issues})
        if len(self.failures) < MOST_FAILURES:
            self.failures.append(failure)

    def count_matches(self, payload: bytes) -> bool:
        """Count the paths that match in a record; whether any does."""
        (outcome,) = self._matcher.redact_json([payload])
        if not isinstance(outcome, RedactedTrace):
            return False
        for number, count in enumerate(outcome.report.path_matches):
            self.matches[number] += count
        return any(outcome.report.path_matches)


class _Matching:
    """Whether paths match in the records of one input; looks no further once everything has matched."""

    def __init__(self, comparison: Comparison, name: str) -> None:
        self._comparison = comparison
        self._name = name
        self._seen = self._matched = False

    def look(self, payload: bytes) -> None:
        if not self._matched or not all(self._comparison.matches):
            self._seen = True
            self._matched |= self._comparison.count_matches(payload)

    def end(self) -> None:
        if self._seen and not self._matched:
            self._comparison.unmatched.append(self._name)


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


def _place(record: TraceRecord | DeadLetter | None) -> str:
    if record is None:
        return "?"
    index = record.index if isinstance(record, DeadLetter) else record.frame.index if record.frame else None
    return f"{record.source}:{record.offset}" if index is None else f"{record.source}[{index}]"
