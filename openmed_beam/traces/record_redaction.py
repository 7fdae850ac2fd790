"""Redaction of records given as JSON text: everything but changed leaves stays byte for byte.

`ToolCallRedactor` gathers the leaves of many records, asks for each distinct one once, and puts the answers back.
What it reports holds counts, digests of keys and indexes, never a value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from openmed_beam.errors import PolicyError
from openmed_beam.traces.asking import Answer, Asker, Failure, SecretCheckFailed
from openmed_beam.traces.collector import no_collector
from openmed_beam.traces.content_path import Path, PathSpec, compile_paths, render_path
from openmed_beam.traces.gathered import Gathered
from openmed_beam.traces.json_text import JsonFault, decode
from openmed_beam.traces.leaf import TextRedactor
from openmed_beam.traces.leaves import LeafTooLarge, RedactionOptions, Walker
from openmed_beam.traces.native_walk import NativeTrace, native_walker
from openmed_beam.traces.redaction_details import RedactionDetails
from openmed_beam.traces.rewrite import rewrite_record
from openmed_beam.traces.safe_path import hashed_path

_KNOWN_KEYS = 100_000
_KNOWN_KEY_CHARS = 200
_NONE: Mapping[str, int] = {}

#: A walked record: by Python, or by the native core.
_Trace = Gathered | NativeTrace
_LABEL = re.compile(r"[A-Z][A-Z0-9_]{0,39}\Z")


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
