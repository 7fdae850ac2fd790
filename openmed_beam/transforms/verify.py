"""`VerifyFidelity`: pairs of before and after pass only if nothing but content changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import apache_beam as beam
from apache_beam import typehints
from apache_beam.pvalue import PCollection, TaggedOutput

from openmed_beam.corpus.parquet import row_check
from openmed_beam.errors import PolicyError
from openmed_beam.policy import PathSpec, Policy
from openmed_beam.report.tally import FIDELITY, Report
from openmed_beam.traces.content_path import compile_paths
from openmed_beam.traces.fidelity import TraceFidelityIssue, TraceFidelityReport, TraceFidelityVerifier
from openmed_beam.traces.json_text import NonFinite
from openmed_beam.traces.record import DeadLetter, Frame, TracePair, TraceRecord
from openmed_beam.transforms.coders import PAIR
from openmed_beam.transforms.composite import Composite
from openmed_beam.transforms.dead_letter import DeadLetterPayload, checked_payload
from openmed_beam.transforms.stage import (
    DEAD_LETTERS,
    GLOBAL,
    REPORTS,
    DeadLetterSettings,
    Stage,
    Stop,
    dead_frame,
    in_global_window,
    internal_error,
)


class VerifyFidelityResult(NamedTuple):
    """Outputs of `VerifyFidelity`.

    Attributes:
        passed: `TraceRecord` of the after side of each pair that passed.
        reports: a `Report` a bundle.
        dead_letters: `DeadLetter` of each pair that did not pass; digest and payload are of the before side.
    """

    passed: PCollection
    reports: PCollection
    dead_letters: PCollection


class VerifySettings(NamedTuple):
    """What the verifier is built from on a worker."""

    content_paths: tuple[PathSpec, ...]
    payload_paths: tuple[PathSpec, ...] = ()
    payload_defaults: bool = True
    decode_depth: int = 4
    max_depth: int = 200
    nonfinite: NonFinite = "dead"

    def build(self) -> TraceFidelityVerifier:
        """The verifier of these settings, with everything on that contract and docs promise for pipelines."""
        return TraceFidelityVerifier(
            compile_paths(self.content_paths),
            payload_paths=compile_paths(self.payload_paths) if self.payload_paths else (),
            payload_defaults=self.payload_defaults,
            strings_only=True,
            check_encoded_json=True,
            decode_depth=self.decode_depth,
            max_depth=self.max_depth,
            nonfinite=self.nonfinite,
        )


@typehints.with_input_types(PAIR)
class VerifyFidelity(Composite):
    """Check that a redacted trace is its original but for strings at content paths.

    Takes `TracePair`s, or tuples `(before, after)` of JSON text (bytes or str).

    Args:
        content_paths: where strings may have changed; several paths, or one as text; none: nothing may have changed.
        payload_paths, payload_defaults, decode_depth, max_depth, nonfinite: as given to `RedactToolCalls`.
        dead_letter_payload, key_env, key_file: see `DeadLetterMaker`.

    Raises:
        PolicyError: a path or a setting cannot be used.
    """

    def __init__(
        self,
        *,
        content_paths: str | Sequence[PathSpec],
        payload_paths: Sequence[PathSpec] = (),
        payload_defaults: bool = True,
        decode_depth: int = 4,
        max_depth: int = 200,
        nonfinite: NonFinite = "dead",
        dead_letter_payload: DeadLetterPayload = "none",
        key_env: str | None = None,
        key_file: str | None = None,
        label: str | None = None,
    ) -> None:
        super().__init__(label)
        if not 1 <= decode_depth <= 16:
            raise PolicyError("decode_depth is 1 to 16")
        if nonfinite not in ("dead", "keep"):
            raise PolicyError("nonfinite is dead or keep")
        self.settings = VerifySettings(
            as_paths(content_paths),
            as_paths(payload_paths),
            payload_defaults,
            decode_depth,
            max_depth,
            nonfinite,
        )
        self.settings.build()
        self.dead_letters = DeadLetterSettings(checked_payload(dead_letter_payload), key_env, key_file)

    @classmethod
    def from_policy(cls, policy: Policy, label: str | None = None) -> VerifyFidelity:
        """The transform that checks what a policy allows."""
        return cls(
            content_paths=policy.content_paths,
            payload_paths=policy.payload_paths,
            payload_defaults=policy.payload_defaults,
            decode_depth=policy.decode_depth,
            max_depth=policy.max_depth,
            nonfinite=policy.nonfinite,
            dead_letter_payload=policy.dead_letter_payload,
            key_env=policy.key_env,
            key_file=policy.key_file,
            label=label,
        )

    def expand(self, pairs: PCollection) -> VerifyFidelityResult:
        kind = VerifyStage if in_global_window(pairs) else _VerifyInWindows
        work = (
            beam.ParDo(kind(self.settings, self.dead_letters))
            .with_output_types(TraceRecord, **{DEAD_LETTERS: DeadLetter, REPORTS: Report})
            .with_outputs(DEAD_LETTERS, REPORTS, main="passed")
        )
        outputs = pairs | "Compare" >> work
        self._hand_over(outputs[DEAD_LETTERS])
        return VerifyFidelityResult(outputs.passed, outputs[REPORTS], outputs[DEAD_LETTERS])


class VerifyStage(Stage):
    """One pair after another in the global window."""

    _passed: int

    def __init__(self, settings: VerifySettings, dead_letters: DeadLetterSettings) -> None:
        super().__init__(dead_letters)
        self._settings = settings

    def setup(self) -> None:
        super().setup()
        self._verifier = self._settings.build()

    def process(self, element: Any) -> Iterable[Any]:
        return self._one(element, GLOBAL)

    def _one(self, element: Any, window: Any) -> Iterable[Any]:
        if type(element) is TracePair:
            source, offset, before, after, frame = element
        else:
            source = offset = frame = None
            before, after = (_as_bytes(side) for side in element)
        if frame is None:
            part = ""
        elif frame.kind == "record":
            part = frame.part
        else:
            return (self._frame(TraceRecord(source, offset, after, frame), window),)
        if (window, source, part) != self._at:
            self._count_for(source, part, window)
        stop = self._fault(before, after, part)
        if stop is not None:
            return self._stop(stop, source, offset, before, frame)
        self._passed += 1
        return (_new(TraceRecord, (source, offset, after, frame)),)

    def _fault(self, before: bytes, after: bytes, part: str) -> Stop | None:
        """Why a pair is stopped, None where it passes; counts the codes of what is wrong for what is at hand."""
        try:
            report = self._verifier.verify_json(before, after)
            if report.passed and self._fits.get(part) is not None and after != before:
                report = self._still_fits(report, after, part)
            if report.passed:
                return None
        except Exception as error:
            return internal_error("verify", error)
        for code in sorted({issue.code for issue in report.issues}):
            self._tally.add(FIDELITY + code)
        return Stop("verify", "fidelity_failed", report.to_dict())

    def _frame(self, record: TraceRecord, window: Any = GLOBAL) -> TraceRecord:
        """A frame of the layout, which passes."""
        frame = record.frame
        assert frame is not None
        if frame.kind == "begin":
            self._fits[frame.part] = row_check(record.payload)
        elif frame.kind == "end":
            self._fits.pop(frame.part, None)
            return record._replace(payload=self._close_part(record, frame, window))
        return record

    def _still_fits(self, report: TraceFidelityReport, after: bytes, part: str) -> TraceFidelityReport:
        """The report, with an issue where the record's container has no place for the redacted text."""
        check = self._fits.get(part)
        column = None if check is None else check(after)
        if column is None:
            return report
        return replace(report, issues=(TraceFidelityIssue(f"$.{column}", "scalar_type"),))

    def _stop(
        self, stop: Stop, source: str | None, offset: int | None, before: bytes, frame: Frame | None
    ) -> Iterable[Any]:
        letter = self.stopped(stop, before, source, offset, frame)
        if frame is not None and frame.part:
            return (dead_frame(letter, frame), TaggedOutput(DEAD_LETTERS, letter))
        return (TaggedOutput(DEAD_LETTERS, letter),)

    def _settle(self) -> None:
        self._tally.add("records_passed", self._passed)
        self._passed = 0

    def _forget(self) -> None:
        super()._forget()
        self._passed = 0
        self._fits: dict[str, Callable[[bytes], str | None] | None] = {}

    def finish_bundle(self) -> Iterable[TaggedOutput]:
        return self._bundle_reports()


class _VerifyInWindows(VerifyStage):
    def process(self, element: Any, window: Any = beam.DoFn.WindowParam) -> Iterable[Any]:
        return self._one(element, window)


_new: Any = tuple.__new__


def _as_bytes(text: bytes | str) -> bytes:
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text


def as_paths(paths: str | Sequence[PathSpec]) -> tuple[PathSpec, ...]:
    """Configured paths as a tuple: a text is one path, a list or tuple of texts always several."""
    if isinstance(paths, str):
        return (paths,)
    return tuple(path if isinstance(path, str) else tuple(path) for path in paths)
