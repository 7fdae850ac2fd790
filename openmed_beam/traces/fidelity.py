"""Verification: nothing but declared content of a trace changed. Drop-in for openmed's `traces.fidelity`, and beyond.

`TraceFidelityVerifier` compares two decoded traces as openmed does; its options, which pipelines and the command line
turn on, hold content to its shape as well. `verify_json` checks the bytes of an output record. Shares no code with the
redactor but the tables of names and the path language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from openmed_beam.errors import PolicyError
from openmed_beam.traces.collector import no_collector
from openmed_beam.traces.content_path import PathPlan, PathSpec, compile_paths
from openmed_beam.traces.fidelity_compare import CompareOptions, Comparison, kind_of
from openmed_beam.traces.fidelity_paths import (
    DEFAULT_CONTENT_FIELDS,
    ContentPath,
    ContentPathSpec,
    TracePath,
    TracePathPart,
    plain,
    plan_of,
    read_paths,
    render_segments,
)
from openmed_beam.traces.fidelity_report import (
    FIDELITY_SCHEMA_VERSION,
    TraceFidelityError,
    TraceFidelityIssue,
    TraceFidelityReport,
    report_without_checks,
)
from openmed_beam.traces.fidelity_shortcut import ObjectShortcut
from openmed_beam.traces.fidelity_standing import Rules
from openmed_beam.traces.fidelity_text import TextShortcut
from openmed_beam.traces.fields import ITEM_KEYS
from openmed_beam.traces.json_text import DEFAULT_MAX_DEPTH, JsonFault, NonFinite, decode_exact
from openmed_beam.traces.native import core, is_on

if TYPE_CHECKING:
    from openmed_beam._native import FidelityLane

__all__ = [
    "DEFAULT_CONTENT_FIELDS",
    "FIDELITY_SCHEMA_VERSION",
    "ContentPath",
    "ContentPathSpec",
    "TraceFidelityError",
    "TraceFidelityIssue",
    "TraceFidelityReport",
    "TraceFidelityResult",
    "TraceFidelityVerifier",
    "TracePath",
    "TracePathPart",
    "assert_trace_fidelity",
    "check_trace_fidelity",
    "compare_trace_fidelity",
    "validate_trace_fidelity",
    "verify_trace",
    "verify_trace_fidelity",
]

TraceFidelityResult = TraceFidelityReport


def _only_one(*specs: Any) -> Any:
    given = [spec for spec in specs if spec is not None]
    if len(given) > 1:
        raise TypeError("pass only one content path configuration")
    return given[0] if given else DEFAULT_CONTENT_FIELDS


class TraceFidelityVerifier:
    """A reusable verifier; immutable, picklable, and safe to call from several threads.

    Args:
        content_paths: what may change (default `**.content`; an empty list: nothing). Read as openmed reads it, or a
            `PathPlan` (`compile_paths([...])`) in the grammar of docs/paths.md.
        content_fields, allowed_content_fields, allowed_paths: other names for `content_paths`; give one.
        strings_only: under content only strings may change, numbers are compared by literal everywhere, and protected
            names are those of the redactor (payload regions excepted). False is openmed's behaviour.
        check_encoded_json: a content string that was a JSON object or array must still be one, level by level alike.
        decode_depth: levels of JSON in strings that are checked; 1 checks the string at which a path ends.
        payload_paths: further places below which names are the caller's data.
        payload_defaults: False drops the default payload keys.
        max_depth: deepest nesting, 1 to 200; deeper traces fail with one `structure` issue at `$`.
        nonfinite: `keep` accepts NaN and Infinity in `verify_json`.

    Raises:
        PolicyError (a ValueError): a path cannot be read or an option is out of range.
        TypeError: `content_paths` is nothing that holds paths, or two spellings of it were given.
    """

    __slots__ = ("_lane", "_options", "_rendered", "_rules", "_settings", "content_paths")

    content_paths: tuple[TracePath, ...]
    _settings: tuple[PathPlan, PathPlan, bool]
    _options: CompareOptions
    _rules: Rules
    _lane: FidelityLane | None
    _rendered: tuple[str, ...]

    def __init__(
        self,
        content_paths: ContentPathSpec | PathPlan = None,
        *,
        content_fields: ContentPathSpec = None,
        allowed_content_fields: ContentPathSpec = None,
        allowed_paths: ContentPathSpec = None,
        strings_only: bool = False,
        check_encoded_json: bool = False,
        decode_depth: int = 1,
        payload_paths: Sequence[PathSpec] | PathPlan = (),
        payload_defaults: bool = True,
        max_depth: int = DEFAULT_MAX_DEPTH,
        nonfinite: NonFinite = "dead",
    ) -> None:
        spec = _only_one(content_paths, content_fields, allowed_content_fields, allowed_paths)
        if isinstance(spec, PathPlan):
            plan: PathPlan = spec
            paths = _tuples(spec)
        else:
            read = read_paths(spec)
            plan, paths = plan_of(read), tuple(plain(path) for path in read)
        if not 1 <= max_depth <= DEFAULT_MAX_DEPTH:
            raise PolicyError(f"max_depth is 1 to {DEFAULT_MAX_DEPTH}, not {max_depth}")
        if decode_depth < 0:
            raise PolicyError(f"decode_depth is 0 or more, not {decode_depth}")
        payload_plan = payload_paths if isinstance(payload_paths, PathPlan) else compile_paths(payload_paths)
        options = CompareOptions(strings_only, check_encoded_json, decode_depth, max_depth, nonfinite)
        rules = Rules(plan, strings_only, payload_plan if len(payload_plan) else None, payload_defaults)
        put = object.__setattr__
        put(self, "content_paths", paths)
        put(self, "_settings", (plan, payload_plan, payload_defaults))
        put(self, "_options", options)
        put(self, "_rules", rules)
        put(self, "_lane", _native_lane(rules, options))
        put(self, "_rendered", tuple(render_segments(path) for path in plan.paths))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TraceFidelityVerifier):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        plan, payload_plan, payload_defaults = self._settings
        return type(plan), plan.paths, payload_plan.paths, payload_defaults, self._options

    def __repr__(self) -> str:
        return f"TraceFidelityVerifier(content_paths={self.content_paths!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        plan, payload_plan, payload_defaults = self._settings
        return _rebuilt, (plan, payload_plan, payload_defaults, self._options)

    @property
    def allowed_content_fields(self) -> tuple[str, ...]:
        """The content paths as reports show them."""
        return self._rendered

    def verify(self, original: Any, output: Any) -> TraceFidelityReport:
        """Compare two decoded traces.

        Returns:
            A report; a trace that is too deep or holds itself fails it.
        """
        if not self._options.strings_only and not self._options.check_encoded_json:
            counts = None if self._lane is None else self._lane.objects(original, output)
            if counts is None:
                counts = ObjectShortcut(self._rules.root, self._options.max_depth).check(original, output)
            if counts is not None:
                return report_without_checks((), self._rendered, *counts)
        comparison = Comparison(self._rules, self._options)
        comparison.run(original, output)
        return report_without_checks(comparison.issues, self._rendered, comparison.scalars, comparison.fields)

    __call__ = verify
    compare = verify

    def verify_json(self, before: bytes, after: bytes, *, counts: bool = False) -> TraceFidelityReport:
        """Compare the JSON texts of two records; the whole of both must be valid JSON.

        White space and the order of keys are no difference; two literals of one number are, with `strings_only`.

        Args:
            before, after: the two texts, UTF-8.
            counts: count scalars and content fields as `verify` does. By default equal stretches are skipped unseen,
                and both counts of a pair that passes are the number of the record's strings that differ.

        Returns:
            A report; text that is not valid JSON (or repeats a key) fails it with `structure` at `$`.
        """
        if self._lane is not None and self._options.strings_only and type(before) is bytes and type(after) is bytes:
            found = self._lane.texts(before, after, counts)
            if found is not None:
                return report_without_checks((), self._rendered, *found)
        with no_collector():
            return self._verify_json(before, after, counts)

    def _verify_json(self, before: bytes, after: bytes, counts: bool) -> TraceFidelityReport:
        if not counts:
            differing = TextShortcut(self._rules, self._options).check(before, after)
            if differing is not None:
                return report_without_checks((), self._rendered, differing, differing)
        sides = []
        for text in (before, after):
            try:
                sides.append(decode_exact(text, max_depth=self._options.max_depth, nonfinite=self._options.nonfinite))
            except JsonFault:
                sides.append(_UNREADABLE)
        if _UNREADABLE in sides:
            kinds = ["other" if side is _UNREADABLE else kind_of(side) for side in sides]
            return report_without_checks((TraceFidelityIssue("$", "structure", *kinds),), self._rendered, 0, 0)
        comparison = Comparison(self._rules, self._options)
        comparison.run(*sides)
        if not counts and not comparison.found:
            return report_without_checks((), self._rendered, comparison.differing, comparison.differing)
        return report_without_checks(comparison.issues, self._rendered, comparison.scalars, comparison.fields)


_UNREADABLE = object()
_ANY_DEPTH = 1 << 16


def _native_lane(rules: Rules, options: CompareOptions) -> FidelityLane | None:
    """The native walk, which knows a pass where it sees one; None where there is none."""
    if not is_on():
        return None
    depth = min(options.decode_depth, _ANY_DEPTH)
    lane: FidelityLane = core.FidelityLane(rules.root, ITEM_KEYS, options.check_encoded_json, depth, options.max_depth)
    return lane


def _tuples(plan: PathPlan) -> tuple[TracePath, ...]:
    """Paths of the house grammar as tuples, for display."""
    marks = {"child": "*", "item": "*", "deep": "**"}
    return tuple(
        tuple(
            marks.get(part.kind) or (int(part.value) if part.kind == "index" else f"{part.name}{part.value}")
            for part in path
        )
        for path in plan.paths
    )


def _rebuilt(
    plan: PathPlan, payload_plan: PathPlan, payload_defaults: bool, options: CompareOptions
) -> TraceFidelityVerifier:
    return TraceFidelityVerifier(
        plan,
        strings_only=options.strings_only,
        check_encoded_json=options.check_encoded_json,
        decode_depth=options.decode_depth,
        payload_paths=payload_plan,
        payload_defaults=payload_defaults,
        max_depth=options.max_depth,
        nonfinite=options.nonfinite,
    )


def verify_trace_fidelity(
    original: Any,
    output: Any,
    *,
    content_paths: ContentPathSpec = None,
    content_fields: ContentPathSpec = None,
    allowed_content_fields: ContentPathSpec = None,
    allowed_paths: ContentPathSpec = None,
) -> TraceFidelityReport:
    """Compare two decoded traces once; arguments as `TraceFidelityVerifier`."""
    return TraceFidelityVerifier(
        content_paths,
        content_fields=content_fields,
        allowed_content_fields=allowed_content_fields,
        allowed_paths=allowed_paths,
    ).verify(original, output)


def assert_trace_fidelity(original: Any, output: Any, **kwargs: Any) -> TraceFidelityReport:
    """`verify_trace_fidelity`, raising where the report does not pass.

    Raises:
        TraceFidelityError: with the report as `.report`.
    """
    report = verify_trace_fidelity(original, output, **kwargs)
    if not report.passed:
        raise TraceFidelityError(report)
    return report


verify_trace = verify_trace_fidelity
check_trace_fidelity = verify_trace_fidelity
compare_trace_fidelity = verify_trace_fidelity
validate_trace_fidelity = verify_trace_fidelity
