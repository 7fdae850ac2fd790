"""Redaction of records given as JSON text: everything but changed leaves stays byte for byte.

`ToolCallRedactor` gathers the leaves of many records, asks for each distinct one once, and puts the answers back.
What it reports holds counts, digests of keys and indexes, never a value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from openmed_beam.errors import PolicyError
from openmed_beam.traces.asking import Answer, Asker, Failure, SecretCheckFailed
from openmed_beam.traces.collector import no_collector
from openmed_beam.traces.content_path import Path, PathSpec, compile_paths, render_path
from openmed_beam.traces.fidelity_report import render
from openmed_beam.traces.gathered import Gathered
from openmed_beam.traces.json_text import JsonFault, decode
from openmed_beam.traces.leaf import TextRedactor
from openmed_beam.traces.leaves import LeafTooLarge, RedactionOptions, Walker
from openmed_beam.traces.native_walk import NativeTrace, native_walker
from openmed_beam.traces.rewrite import rewrite_record
from openmed_beam.traces.safe_path import hashed_path, hashed_step

_KNOWN_KEYS = 100_000
_KNOWN_KEY_CHARS = 200
_NONE: Mapping[str, int] = {}

#: A walked record: by Python, or by the native core.
_Trace = Gathered | NativeTrace
_LABEL = re.compile(r"[A-Z][A-Z0-9_]{0,39}\Z")


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
        trace: _Trace,
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
    def leaf_lengths(self) -> tuple[int, ...]:
        """Characters of each leaf seen."""
        return self._trace.lengths()

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


class RedactedTrace(NamedTuple):
    """A redacted record: its JSON text as UTF-8 and what was done to it."""

    payload: bytes
    report: RedactionDetails


class TraceFault(NamedTuple):
    """Why a record was stopped: stage and reason of the dead-letter vocabulary, a value-free report if there is one."""

    stage: str
    reason: str
    report: dict[str, Any] | None = None
    exception_type: str | None = None


class ToolCallRedactor:
    """Redacts records given as JSON text; belongs to one worker, settings are compiled once.

    All that the core can beyond openmed is on.

    Args:
        text_redactor: a callable on text, or an object with `redact_batch` (see `openmed_beam.traces.leaf`).
        content_paths: paths in the grammar of docs/paths.md; every string is a path of its own.
        payload_paths: further places below which names are the caller's data.
        payload_defaults: the default payload keys count as well.
        payload_json: `preserve` or `canonical`.
        decode_depth: levels of JSON inside strings, 1 to 16.
        max_depth: deepest nesting, 1 to 200.
        max_leaf_chars: longest leaf in characters, None for no limit.
        nonfinite: `dead` or `keep` for NaN and Infinity in a record.
        strict: a numeric or key finding stops the record (`residual_finding`).
        probe: show numbers and keys under content to the redactor.

    Raises:
        PolicyError: a path or a setting cannot be used.
    """

    def __init__(
        self,
        text_redactor: TextRedactor,
        *,
        content_paths: Sequence[PathSpec],
        payload_paths: Sequence[PathSpec] = (),
        payload_defaults: bool = True,
        payload_json: str = "preserve",
        decode_depth: int = 4,
        max_depth: int = 200,
        max_leaf_chars: int | None = None,
        nonfinite: str = "dead",
        strict: bool = False,
        probe: bool = True,
    ) -> None:
        if isinstance(content_paths, str) or not content_paths:
            raise PolicyError("content_paths is a sequence of at least one path")
        if payload_json not in ("preserve", "canonical"):
            raise PolicyError("payload_json is preserve or canonical")
        if nonfinite not in ("dead", "keep"):
            raise PolicyError("nonfinite is dead or keep")
        if not 1 <= decode_depth <= 16:
            raise PolicyError("decode_depth is 1 to 16")
        if not 1 <= max_depth <= 200:
            raise PolicyError("max_depth is 1 to 200")
        self.options = RedactionOptions(
            payload_json=payload_json,  # type: ignore[arg-type]
            decode_depth=decode_depth,
            max_depth=max_depth,
            max_leaf_chars=max_leaf_chars,
            lenient=True,
            protect=True,
            probe=probe or strict,
            payload_defaults=payload_defaults,
            nonfinite=nonfinite,  # type: ignore[arg-type]
            strict=strict,
        )
        plan = compile_paths(content_paths)
        payload_plan = compile_paths(payload_paths) if payload_paths else None
        self._asker = Asker(text_redactor)
        self._walker = Walker(plan, payload_plan, self.options, self._asker.holds_secret)
        self._native = native_walker(plan, payload_plan, self.options, self._asker.holds_secret)
        self._rendered = tuple(hashed_path(rendered_parts(path)) for path in plan.paths)

    @property
    def batch_traces(self) -> int:
        """How many records the redactor would like in one call."""
        return self._asker.batch_traces

    def redact_json(self, records: Sequence[bytes]) -> list[RedactedTrace | TraceFault]:
        """Redact several records at once: their leaves are collected, each distinct one is asked for once.

        Args:
            records: JSON objects or arrays as UTF-8 text.

        Returns:
            For each record, in order, the redacted record or why it was stopped.
        """
        with no_collector():
            return self._redact(records)

    def _redact(self, records: Sequence[bytes]) -> list[RedactedTrace | TraceFault]:
        traces = [self._gather(record) for record in records]
        answers: list[list[Answer] | Failure | None]
        native = self._native
        asked = [
            native is not None and type(trace) is NativeTrace and self._asker.ask_natively(trace, native)
            for trace in traces
        ]
        if all(asked):
            answers = [None] * len(traces)
        else:
            waiting = [None if done or isinstance(trace, TraceFault) else trace for done, trace in zip(asked, traces)]
            answers = list(self._asker.ask(waiting))
        return [
            trace if isinstance(trace, TraceFault) else self._finish(record, trace, None if done else answer)
            for record, trace, done, answer in zip(records, traces, asked, answers)
        ]

    def _gather(self, record: bytes) -> _Trace | TraceFault:
        if self._native is not None and type(record) is bytes:
            trace = self._native.walk(record)
            if trace is not None:
                return trace
        return self._walk(record)

    def _walk(self, record: bytes) -> Gathered | TraceFault:
        try:
            tree = decode(record, max_depth=self.options.max_depth, nonfinite=self.options.nonfinite)
            if type(tree) is not dict and type(tree) is not list:
                return TraceFault("decode", "not_a_trace")
            return self._walker.gather(tree)
        except JsonFault as fault:
            return TraceFault("decode", fault.reason)
        except LeafTooLarge:
            return TraceFault("redact", "leaf_too_large")
        except SecretCheckFailed as failed:
            return TraceFault("redact", "redactor_failed", None, str(failed))
        except RecursionError:
            return TraceFault("redact", "too_deep")

    def _finish(
        self, record: bytes, trace: _Trace, answers: list[Answer] | Failure | None
    ) -> RedactedTrace | TraceFault:
        """Put answers (None: the trace holds its own) in their places."""
        if isinstance(answers, Failure):
            return TraceFault("redact", answers.reason, None, answers.exception_type)
        entities = _NONE
        texts: list[Any] = answers or []
        if answers and type(answers[0]) is not str:
            texts = [answer[0] for answer in answers]
            labels = [label for answer in answers if answer[1] for label in answer[1]]
            entities = _named(Counter(labels)) if labels else _NONE
        if isinstance(trace, NativeTrace) and answers is not None and not trace.answer(texts):
            return self._in_python(record)  # text that UTF-8 does not hold
        numeric: Sequence[Any] = ()
        keys: Sequence[Any] = ()
        if answers is not None:
            found = self._unreachable(trace)
            if isinstance(found, Failure):
                return TraceFault("redact", found.reason, None, found.exception_type)
            numeric, keys = found
        if isinstance(trace, NativeTrace):
            changed, numeric, keys = trace.changed, trace.numeric, trace.key_findings
        else:
            changed = changed_leaves(trace, texts)
        details = RedactionDetails(trace, changed, self._rendered, numeric, keys, entities)
        if self.options.strict and (numeric or keys):
            return TraceFault("residual", "residual_finding", details.to_dict())
        canonical = self.options.payload_json == "canonical"
        if not changed and not (canonical and trace.has_payloads):
            return RedactedTrace(record, details)
        if isinstance(trace, NativeTrace):
            payload = trace.rewrite(canonical)
            return self._in_python(record) if payload is None else RedactedTrace(payload, details)
        return RedactedTrace(rewrite_record(record, trace, texts, self.options.payload_json, changed), details)

    def _in_python(self, record: bytes) -> RedactedTrace | TraceFault:
        """A record that the native core could not finish."""
        trace = self._walk(record)
        if isinstance(trace, TraceFault):
            return trace
        (answers,) = self._asker.ask([trace])
        return self._finish(record, trace, answers)

    def _unreachable(self, trace: _Trace) -> tuple[list[Any], list[Any]] | Failure:
        """Findings in numbers and in keys; a key without one is not shown again."""
        numbers, names = [row[0] for row in trace.number_questions(False, False)], trace.new_keys
        if not numbers and not names:
            return [], []
        answers = self._asker.ask_unreachable(trace)
        if isinstance(answers, Failure):
            return answers
        texts = [answer if type(answer) is str else answer[0] for answer in answers]
        numeric = [number for number, literal in enumerate(numbers) if texts[number] != literal]
        keys = [number for number, name in enumerate(names, len(numbers)) if texts[number] != name]
        kept = [name for name, text in zip(names, texts[len(numbers) :]) if text == name]
        if isinstance(trace, NativeTrace):
            trace.find(numeric, [number - len(numbers) for number in keys])
            if self._native is not None:
                self._native.know(kept)
            return [], []
        known = self._walker.known_keys
        for name in kept:
            if len(known) < _KNOWN_KEYS and len(name) < _KNOWN_KEY_CHARS:
                known.add(name)
        return (
            [trace.numbers[number][1] for number in numeric],
            [link for number in keys for link in trace.keys[names[number - len(numbers)]]],
        )


def changed_leaves(trace: Gathered, answers: Sequence[str]) -> list[int]:
    """Numbers of the leaves whose answer differs."""
    if answers == trace.texts:
        return []
    return [leaf for leaf, (old, new) in enumerate(zip(trace.texts, answers)) if old is not new and old != new]


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


def _named(labels: Mapping[str, int]) -> Mapping[str, int]:
    """Counts by label; a redactor may make labels from data, so what does not look like one is `OTHER`."""
    if all(map(_LABEL.match, labels)):
        return labels
    named: Counter[str] = Counter()
    for label, count in labels.items():
        named[label if _LABEL.match(label) else "OTHER"] += count
    return named


def rendered_parts(path: Path) -> list[str | int]:
    """A configured path for rendering: wildcards readable, names and what selectors spell as digests."""
    parts: list[str | int] = []
    for segment in path:
        if segment.kind == "index":
            parts.append(int(segment.value))
        elif segment.kind in ("child", "item"):
            parts.append("*")
        elif segment.kind == "deep":
            parts.append("**")
        elif segment.kind == "key":
            parts.append(segment.name)
        else:
            parts.append(render_path((segment,)))
    return parts
