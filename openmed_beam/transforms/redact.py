"""`RedactToolCalls`: strings at content paths go through a redactor, everything else stays as it was.

Wires `traces.tool_calls.ToolCallRedactor` into a pipeline: accepts records, JSON text or dicts, collects traces where
the redactor asks for batches, and sends what it cannot redact to the dead letters.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import apache_beam as beam
from apache_beam import typehints
from apache_beam.pvalue import PCollection, TaggedOutput
from apache_beam.typehints import typehints as hints
from apache_beam.utils.windowed_value import WindowedValue

from openmed_beam.errors import PolicyError
from openmed_beam.policy import PathSpec, Policy
from openmed_beam.redactors import load
from openmed_beam.report.tally import Report
from openmed_beam.traces.leaf import TextRedactor
from openmed_beam.traces.record import DeadLetter, Frame, TracePair, TraceRecord
from openmed_beam.traces.tool_calls import RedactedTrace, ToolCallRedactor, TraceFault
from openmed_beam.transforms.coders import ANY_TRACE, JSON_OBJECT, TRACE
from openmed_beam.transforms.composite import Composite
from openmed_beam.transforms.dead_letter import DeadLetterPayload, checked_payload
from openmed_beam.transforms.redaction_counts import RedactionCounts
from openmed_beam.transforms.stage import (
    DEAD_LETTERS,
    GLOBAL,
    PAIRS,
    REPORTS,
    DeadLetterSettings,
    Stage,
    Stop,
    dead_frame,
    in_global_window,
    in_layout,
    internal_error,
)
from openmed_beam.transforms.verify import as_paths


class RedactToolCallsResult(NamedTuple):
    """Outputs of `RedactToolCalls`.

    Attributes:
        redacted: elements of the kind that came in, redacted; they hold nothing of the original.
        pairs: `TracePair` of both sides for `VerifyFidelity`.
        reports: a `Report` a bundle.
        dead_letters: `DeadLetter` of each record that could not be redacted.
    """

    redacted: PCollection
    pairs: PCollection
    reports: PCollection
    dead_letters: PCollection


class RedactSettings(NamedTuple):
    """What the redactor is built from on a worker; see `ToolCallRedactor`."""

    text_redactor: TextRedactor
    content_paths: tuple[PathSpec, ...]
    payload_paths: tuple[PathSpec, ...] = ()
    payload_defaults: bool = True
    payload_json: str = "preserve"
    decode_depth: int = 4
    max_depth: int = 200
    max_leaf_chars: int | None = None
    nonfinite: str = "dead"
    strict: bool = False

    def build(self) -> ToolCallRedactor:
        """The redactor of these settings."""
        return ToolCallRedactor(
            self.text_redactor,
            content_paths=list(self.content_paths),
            payload_paths=self.payload_paths,
            payload_defaults=self.payload_defaults,
            payload_json=self.payload_json,
            decode_depth=self.decode_depth,
            max_depth=self.max_depth,
            max_leaf_chars=self.max_leaf_chars,
            nonfinite=self.nonfinite,
            strict=self.strict,
        )


@typehints.with_input_types(TRACE)
class RedactToolCalls(Composite):
    """Redact the strings at the content paths of each trace.

    Takes `TraceRecord`s, JSON text (bytes or str), or traces as dicts; gives the same kind back.

    Args:
        text_redactor: a callable `str -> str`, an object with `redact_batch`, or the name of a redactor; None is the
            rule redactor.
        content_paths: where redactable strings stand; several paths, or one as text.
        payload_paths, payload_defaults: below which keys names are the caller's data.
        payload_json: `preserve` or `canonical`.
        decode_depth: levels of JSON inside strings that are decoded.
        max_depth: nested containers a record may have.
        max_leaf_chars: longest string leaf that is redacted, or None.
        nonfinite: `dead` or `keep`.
        strict: whether findings in numbers or keys stop a record.
        dead_letter_payload, key_env, key_file: see `DeadLetterMaker`.

    Raises:
        PolicyError: a path or a setting cannot be used, or the redactor cannot be had.
    """

    def __init__(
        self,
        text_redactor: TextRedactor | str | None = None,
        *,
        content_paths: str | Sequence[PathSpec],
        payload_paths: str | Sequence[PathSpec] = (),
        payload_defaults: bool = True,
        payload_json: str = "preserve",
        decode_depth: int = 4,
        max_depth: int = 200,
        max_leaf_chars: int | None = None,
        nonfinite: str = "dead",
        strict: bool = False,
        dead_letter_payload: DeadLetterPayload = "none",
        key_env: str | None = None,
        key_file: str | None = None,
        label: str | None = None,
    ) -> None:
        super().__init__(label)
        redactor: Any = "rules" if text_redactor is None else text_redactor
        if isinstance(redactor, str):
            redactor = load(redactor)
        self.settings = RedactSettings(
            redactor,
            as_paths(content_paths),
            as_paths(payload_paths),
            payload_defaults,
            payload_json,
            decode_depth,
            max_depth,
            max_leaf_chars,
            nonfinite,
            strict,
        )
        self.settings.build()
        self.dead_letters = DeadLetterSettings(checked_payload(dead_letter_payload), key_env, key_file)

    @classmethod
    def from_policy(cls, policy: Policy, label: str | None = None) -> RedactToolCalls:
        """The transform that a policy describes, its redactor and replacement included."""
        return cls(
            redactor_of(policy),
            content_paths=policy.content_paths,
            payload_paths=policy.payload_paths,
            payload_defaults=policy.payload_defaults,
            payload_json=policy.payload_json,
            decode_depth=policy.decode_depth,
            max_depth=policy.max_depth,
            max_leaf_chars=policy.max_leaf_chars,
            nonfinite=policy.nonfinite,
            strict=policy.strict,
            dead_letter_payload=policy.dead_letter_payload,
            key_env=policy.key_env,
            key_file=policy.key_file,
            label=label,
        )

    def expand(self, traces: PCollection) -> RedactToolCallsResult:
        if getattr(self.settings.text_redactor, "batch_traces", 1) > 1:
            kind: type[RedactStage] = _RedactInBatches
        else:
            kind = RedactStage if in_global_window(traces) else _RedactInWindows
        work = (
            beam.ParDo(kind(self.settings, self.dead_letters))
            .with_output_types(
                output_type(traces.element_type),
                **{DEAD_LETTERS: DeadLetter, REPORTS: Report, PAIRS: TracePair},
            )
            .with_outputs(DEAD_LETTERS, REPORTS, PAIRS, main="redacted")
        )
        outputs = traces | "Redact" >> work
        self._hand_over(outputs[DEAD_LETTERS])
        return RedactToolCallsResult(outputs.redacted, outputs[PAIRS], outputs[REPORTS], outputs[DEAD_LETTERS])


def redactor_of(policy: Policy) -> TextRedactor:
    """The redactor that a policy names, with its replacement and the place of its key."""
    settings: dict[str, Any] = {
        "replacement": policy.replacement,
        "key_env": policy.key_env,
        "key_file": policy.key_file,
    }
    if policy.labels:
        settings["labels"] = policy.labels
    if policy.without_labels:
        settings["without"] = policy.without_labels
    redactor: TextRedactor = load(policy.redactor, **settings)
    return redactor


def set_up(redactor: Any, *, keep: bool = True) -> None:
    """Let a redactor load what it needs, so that what is missing is one error at the start and not one a record.

    Args:
        redactor: a redactor; the parts of a chain are set up one by one.
        keep: whether what was loaded stays; else copies are set up, since what is loaded may not pickle.

    Raises:
        PolicyError: an extra or a model is missing, or a `setup` of the user's own fails.
    """
    for part in [*getattr(redactor, "finders", ()), *getattr(redactor, "others", ())] or [redactor]:
        if not callable(getattr(part, "setup", None)):
            continue
        failed = ""
        try:
            (part if keep else copy.copy(part)).setup()
        except PolicyError:
            raise
        except (Exception, SystemExit) as error:
            failed = type(error).__name__
        if failed:
            raise PolicyError(f"the redactor {type(part).__name__} cannot be set up: {failed}")


def output_type(element_type: Any) -> Any:
    """Type hint of the redacted elements for that of the elements that come in; always one with a safe coder."""
    hint = hints.normalize(element_type)
    if hint in (TraceRecord, bytes, str):
        return hint
    if isinstance(hint, hints.DictConstraint):
        return JSON_OBJECT
    return ANY_TRACE


class RedactStage(Stage):
    """One trace after another in the global window; outputs keep their element's timestamp by themselves."""

    def __init__(self, settings: RedactSettings, dead_letters: DeadLetterSettings) -> None:
        super().__init__(dead_letters)
        self._settings = settings

    def setup(self) -> None:
        super().setup()
        set_up(self._settings.text_redactor)
        self._redactor = self._settings.build()

    def process(self, element: Any) -> Iterable[Any]:
        return self._one(element, GLOBAL)

    def _one(self, element: Any, window: Any) -> Iterable[Any]:
        if type(element) is TraceRecord:
            source, offset, payload, frame = element
            if frame is None:
                part = ""
            elif frame.kind == "record":
                part = frame.part
            else:
                return self._frame_outputs(element, window)
            try:
                (outcome,) = self._redactor.redact_json((payload,))
            except Exception as error:
                return self._outputs(element, payload, internal_error("redact", error), window)
            if type(outcome) is RedactedTrace:
                if (window, source, part) != self._at:
                    self._count_for(source, part, window)
                self._counts.add(outcome.report)
                pair = TaggedOutput(PAIRS, _new(TracePair, (source, offset, payload, outcome.payload, frame)))
                return (_new(TraceRecord, (source, offset, outcome.payload, frame)), pair)
            return self._outputs(element, payload, outcome, window)
        text = _json_text(element)
        if isinstance(text, Stop):
            return self._outputs(element, None, text, window)
        (outcome,) = self._redact([text])
        return self._outputs(element, text, outcome, window)

    def _settle(self) -> None:
        self._counts.settle(self._tally)

    def _forget(self) -> None:
        super()._forget()
        self._counts = RedactionCounts()

    def finish_bundle(self) -> Iterable[TaggedOutput]:
        return self._bundle_reports()

    def _redact(self, payloads: Sequence[bytes]) -> list[Any]:
        """One `RedactedTrace`, `TraceFault` or `Stop` a payload; no exception leaves it."""
        try:
            outcomes: list[Any] = list(self._redactor.redact_json(payloads))
            if len(outcomes) == len(payloads):
                return outcomes
            error: Exception = IndexError()
        except Exception as raised:
            error = raised
        if len(payloads) == 1:
            return [internal_error("redact", error)]
        return [outcome for payload in payloads for outcome in self._redact([payload])]

    def _frame_outputs(self, record: TraceRecord, window: Any) -> Sequence[Any]:
        record = self._frame(record, window)
        source, offset, payload, frame = record
        return (record, TaggedOutput(PAIRS, TracePair(source, offset, payload, payload, frame)))

    def _frame(self, record: TraceRecord, window: Any = GLOBAL) -> TraceRecord:
        """A frame of the layout, which passes."""
        frame = record.frame
        if frame is not None and frame.kind == "end":
            return record._replace(payload=self._close_part(record, frame, window))
        return record

    def _outputs(self, element: Any, payload: bytes | None, outcome: Any, window: Any) -> Sequence[Any]:
        if isinstance(element, TraceRecord):
            source, offset, frame = element.source, element.offset, element.frame
        else:
            source = offset = frame = None
        self._count_for(source, "" if frame is None else frame.part, window)
        if not isinstance(outcome, _STOPS):
            try:
                redacted = _same_kind(element, outcome.payload, source, offset, frame)
            except Exception as error:
                outcome = internal_error("redact", error)
            else:
                self._counts.add(outcome.report)
                assert payload is not None
                pair = TaggedOutput(PAIRS, TracePair(source, offset, payload, outcome.payload, frame))
                return (redacted, pair)
        letter = self.stopped(Stop(*outcome), payload, source, offset, frame)
        if in_layout(frame):
            assert frame is not None
            carried = dead_frame(letter, frame)
            pair = TaggedOutput(PAIRS, TracePair(source, offset, carried.payload, carried.payload, carried.frame))
            dead = TaggedOutput(DEAD_LETTERS, letter)
            return (carried, pair, dead)
        return (TaggedOutput(DEAD_LETTERS, letter),)


class _RedactInWindows(RedactStage):
    """The same in any window; asking for the window costs 2 µs an element."""

    def process(self, element: Any, window: Any = beam.DoFn.WindowParam) -> Iterable[Any]:
        return self._one(element, window)


class _Waiting(NamedTuple):
    element: Any
    payload: bytes | Stop | None
    window: Any
    timestamp: Any


class _RedactInBatches(RedactStage):
    """Collects traces as the redactor asks; order, window and timestamp of every element are kept."""

    def start_bundle(self) -> None:
        super().start_bundle()
        self._waiting: list[_Waiting] = []
        self._most = max(1, int(getattr(self._settings.text_redactor, "batch_traces", 1)))

    def process(
        self, element: Any, window: Any = beam.DoFn.WindowParam, timestamp: Any = beam.DoFn.TimestampParam
    ) -> Iterable[Any]:
        frame = _is_frame(element)
        self._waiting.append(_Waiting(element, None if frame else _json_text(element), window, timestamp))
        ended = frame and element.frame.kind == "end"
        if ended or len(self._waiting) >= self._most:
            return self._flush()
        return ()

    def finish_bundle(self) -> Iterable[Any]:
        yield from self._flush()
        yield from self._bundle_reports()

    def _flush(self) -> Iterator[Any]:
        waiting, self._waiting = self._waiting, []
        payloads = [item.payload for item in waiting if isinstance(item.payload, bytes)]
        outcomes = iter(self._redact(payloads) if payloads else ())
        for item in waiting:
            if item.payload is None:
                outputs = self._frame_outputs(item.element, item.window)
            elif isinstance(item.payload, Stop):
                outputs = self._outputs(item.element, None, item.payload, item.window)
            else:
                outputs = self._outputs(item.element, item.payload, next(outcomes), item.window)
            for output in outputs:
                if isinstance(output, TaggedOutput):
                    value = WindowedValue(output.value, item.timestamp, (item.window,))
                    yield TaggedOutput(output.tag, value)
                else:
                    yield WindowedValue(output, item.timestamp, (item.window,))


_STOPS = (Stop, TraceFault)
_new: Any = tuple.__new__


def _is_frame(element: Any) -> bool:
    return isinstance(element, TraceRecord) and element.frame is not None and element.frame.kind != "record"


def _json_text(element: Any) -> bytes | Stop:
    """The JSON text of an element, or why there is none."""
    if isinstance(element, TraceRecord):
        return element.payload
    if isinstance(element, bytes):
        return element
    if isinstance(element, str):
        try:
            return element.encode("utf-8")
        except UnicodeEncodeError:
            return Stop("decode", "invalid_utf8")
    if not isinstance(element, dict | list):
        return Stop("decode", "not_a_trace")
    try:
        text = json.dumps(element, separators=(",", ":")).encode("ascii")
    except RecursionError:
        return Stop("decode", "too_deep")
    except ValueError as error:
        # A cycle, or an integer of more digits than Python writes.
        return Stop("decode", "too_deep" if "Circular" in str(error) else "not_a_trace")
    except TypeError:
        return Stop("decode", "not_a_trace")
    return text if _has_text_keys(element) else Stop("decode", "not_a_trace")


def _has_text_keys(trace: Any) -> bool:
    """Whether every key is text; JSON text would turn other keys into it."""
    waiting = [trace]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if not all(isinstance(key, str) for key in node):
                return False
            waiting.extend(node.values())
        elif isinstance(node, list | tuple):
            waiting.extend(node)
    return True


def _same_kind(element: Any, payload: bytes, source: str | None, offset: int | None, frame: Frame | None) -> Any:
    if isinstance(element, TraceRecord):
        return TraceRecord(source, offset, payload, frame)
    if isinstance(element, bytes):
        return payload
    if isinstance(element, str):
        return payload.decode("utf-8")
    return json.loads(payload)
