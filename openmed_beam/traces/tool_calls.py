"""Redaction of traces: the strings under configured content paths change, everything else stays.

The seeds' API (`redact_tool_call` and its kin, drop-in for openmed.traces.tool_calls 3.1.0) and `ToolCallRedactor`,
which takes records as JSON text and gives them back with every other byte in place. Reports and errors hold counts,
digests of keys and indexes, never a value.
"""

from __future__ import annotations

import copy
import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openmed_beam.errors import OpenMedBeamError
from openmed_beam.traces.asking import Asker, Failure, plain_function, text_of
from openmed_beam.traces.content_path import Path, PathPlan, PathSpec, compile_paths
from openmed_beam.traces.core_paths import ContentPath, ContentPathSpec, core_paths, may_meet
from openmed_beam.traces.gathered import Gathered, LeafRows, link_path, path_of
from openmed_beam.traces.leaf import TextRedactor as AnyRedactor
from openmed_beam.traces.leaves import LeafTooLarge, RedactionOptions, Walker
from openmed_beam.traces.native_walk import NativeWalker, native_walker
from openmed_beam.traces.record_redaction import (
    RedactedTrace,
    ToolCallRedactor,
    TraceFault,
    changed_leaves,
    rendered_parts,
)
from openmed_beam.traces.redaction_details import RedactionDetails, safe_paths
from openmed_beam.traces.rewrite import rewrite_object
from openmed_beam.traces.safe_path import hashed_path, hashed_step

DEFAULT_CONTENT_PATHS: tuple[str, ...] = ("arguments", "function.arguments", "result")
TextRedactor = Callable[[str], Any]

__all__ = [
    "DEFAULT_CONTENT_PATHS",
    "ContentPath",
    "RedactedTrace",
    "RedactionDetails",
    "RedactionOptions",
    "TextRedactor",
    "ToolCallRedactionError",
    "ToolCallRedactionReport",
    "ToolCallRedactionResult",
    "ToolCallRedactor",
    "TraceFault",
    "redact_tool_call",
    "redact_tool_call_with_report",
    "redact_tool_calls",
]


class ToolCallRedactionError(OpenMedBeamError, ValueError):
    """A trace could not be redacted. The message holds a safe path at most; nothing is chained to it."""


@dataclass(frozen=True)
class ToolCallRedactionReport:
    """What was redacted in one trace, as counts and safe paths.

    Attributes:
        redacted_leaf_count: leaves whose text changed.
        structured_payload_count: JSON-encoded payloads that were decoded.
        malformed_payload_count: strings that look like JSON but are not.
        redacted_paths, malformed_payload_paths: where, sorted, keys as digests.
        content_paths: the configured paths, keys as digests.
    """

    redacted_leaf_count: int = 0
    structured_payload_count: int = 0
    malformed_payload_count: int = 0
    redacted_paths: tuple[str, ...] = ()
    malformed_payload_paths: tuple[str, ...] = ()
    content_paths: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The six fields as JSON-ready values."""
        return {
            "redacted_leaf_count": self.redacted_leaf_count,
            "structured_payload_count": self.structured_payload_count,
            "malformed_payload_count": self.malformed_payload_count,
            "redacted_paths": list(self.redacted_paths),
            "malformed_payload_paths": list(self.malformed_payload_paths),
            "content_paths": list(self.content_paths),
        }

    def summary(self) -> str:
        """One line of counts."""
        return (
            f"Tool-call redaction: {self.redacted_leaf_count} string leaf(s), "
            f"{self.structured_payload_count} structured payload(s), "
            f"{self.malformed_payload_count} malformed payload(s)."
        )


@dataclass(frozen=True)
class ToolCallRedactionResult:
    """A redacted trace (`value`) and its report."""

    value: Any
    report: ToolCallRedactionReport

    def to_dict(self) -> dict[str, Any]:
        """Value and report; the value is the redacted trace, so this is as private as its content."""
        return {"value": self.value, "report": self.report.to_dict()}


# --- the seeds' functions ---------------------------------------------------------------------------------------


def redact_tool_call_with_report(
    tool_call: Any,
    *,
    content_paths: ContentPathSpec = None,
    text_redactor: TextRedactor | None = None,
    models: Any | None = None,
    policy: Any | None = None,
    lang: str = "en",
    payload_paths: Iterable[PathSpec] = (),
    **options: Any,
) -> ToolCallRedactionResult:
    """Redact the string leaves under content paths in a deep copy of a trace.

    Args:
        tool_call: a trace of dicts, lists, strings, numbers, booleans and nulls; not changed.
        content_paths: one path or several (default `DEFAULT_CONTENT_PATHS`); a list of strings is several paths.
        text_redactor: a callable `str -> str`; None takes openmed's own redactor, which needs the extra `openmed`
            and a local model.
        models, policy, lang: handed to openmed's own redactor.
        payload_paths: where names are the caller's data (with `protect=True`).
        **options: fields of `RedactionOptions`; the defaults are openmed's behaviour.

    Raises:
        ToolCallRedactionError: the redactor failed at a (safe) path, or the trace cannot be copied.
        ValueError, TypeError: content_paths or an option cannot be used.
    """
    core = _ready(content_paths, text_redactor, payload_paths, options)
    return core.redact(tool_call, text_redactor, {"models": models, "policy": policy, "lang": lang})


def redact_tool_call(
    tool_call: Any,
    *,
    content_paths: ContentPathSpec = None,
    text_redactor: TextRedactor | None = None,
    models: Any | None = None,
    policy: Any | None = None,
    lang: str = "en",
    **options: Any,
) -> Any:
    """The redacted copy alone; see `redact_tool_call_with_report`."""
    return redact_tool_call_with_report(
        tool_call,
        content_paths=content_paths,
        text_redactor=text_redactor,
        models=models,
        policy=policy,
        lang=lang,
        **options,
    ).value


def redact_tool_calls(
    tool_calls: Iterable[Any],
    *,
    content_paths: ContentPathSpec = None,
    text_redactor: TextRedactor | None = None,
    models: Any | None = None,
    policy: Any | None = None,
    lang: str = "en",
    **options: Any,
) -> list[Any]:
    """Redacted copies of several traces, in order; see `redact_tool_call_with_report`."""
    core = _ready(content_paths, text_redactor, options.pop("payload_paths", ()), options)
    if isinstance(tool_calls, Mapping | str | bytes):
        raise TypeError("tool_calls must be an iterable of payloads")
    settings = {"models": models, "policy": policy, "lang": lang}
    return [core.redact(tool_call, text_redactor, settings).value for tool_call in tool_calls]


def _ready(
    content_paths: ContentPathSpec,
    text_redactor: TextRedactor | None,
    payload_paths: Iterable[PathSpec],
    options: dict[str, Any],
) -> _Core:
    """Read the arguments once, before any trace is looked at."""
    paths = core_paths(DEFAULT_CONTENT_PATHS if content_paths is None else content_paths)
    if text_redactor is not None and not callable(text_redactor):
        raise TypeError("text_redactor must be callable")
    return _core(paths, tuple(payload_paths) if not isinstance(payload_paths, str) else (payload_paths,), **options)


class _Means:
    """What the native core asks of Python to redact an object."""

    __slots__ = ("function",)

    text_of = staticmethod(text_of)
    root = hashed_path(())
    hashed_step = staticmethod(hashed_step)

    def __init__(self, function: TextRedactor) -> None:
        self.function = function


class _Core:
    """Compiled settings of the seeds' functions; kept for the next call with the same.

    Where two paths can reach one leaf each path has a walker of its own: openmed takes paths one after the other, and
    a later one decodes what an earlier one wrote.
    """

    def __init__(
        self, rendered: tuple[str, ...], walkers: tuple[Walker, ...], native: NativeWalker | None = None
    ) -> None:
        self.rendered, self.walkers, self.native = rendered, walkers, native

    def redact(
        self, trace: Any, text_redactor: AnyRedactor | None, settings: dict[str, Any]
    ) -> ToolCallRedactionResult:
        if self.native is not None and (function := plain_function(text_redactor)) is not None:
            canonical = self.walkers[0].options.payload_json == "canonical"
            redacted = self.native.redact_object(trace, _Means(function), canonical)
            if redacted is not None:
                value, count, structured, malformed, changed_paths, malformed_paths = redacted
                report = ToolCallRedactionReport(
                    count, structured, malformed, changed_paths, malformed_paths, self.rendered
                )
                return ToolCallRedactionResult(value, report)
        tree = _copy(trace)
        if len(self.walkers) != 1:
            return self._one_by_one(tree, text_redactor, settings)
        gathered = _gathered(self.walkers[0], tree)
        answers = _answers(text_redactor, settings, gathered)
        report = _report(gathered, answers, self.rendered)
        rewrite_object(gathered, answers, self.walkers[0].options.payload_json, changed_leaves(gathered, answers))
        return ToolCallRedactionResult(gathered.documents[0].tree[0], report)

    def _one_by_one(
        self, tree: Any, text_redactor: AnyRedactor | None, settings: dict[str, Any]
    ) -> ToolCallRedactionResult:
        asked: set[tuple[str | int, ...]] = set()
        changed: list[str] = []
        malformed: dict[tuple[str | int, ...], str] = {}
        structured = 0
        for walker in self.walkers:
            gathered = _gathered(walker, tree)
            paths = [path_of(place) for place in gathered.places]
            fresh = [number for number, path in enumerate(paths) if path not in asked]
            asked.update(paths)
            answers = list(gathered.texts)
            for number, answer in zip(fresh, _answers(text_redactor, settings, gathered, fresh)):
                if answer != answers[number]:
                    changed.append(hashed_path(paths[number]))
                    answers[number] = answer
            structured += gathered.structured
            malformed.update((path, hashed_path(path)) for path in map(link_path, gathered.malformed))
            rewrite_object(gathered, answers, walker.options.payload_json, changed_leaves(gathered, answers))
            tree = gathered.documents[0].tree[0]
        report = ToolCallRedactionReport(
            redacted_leaf_count=len(changed),
            structured_payload_count=structured,
            malformed_payload_count=len(malformed),
            redacted_paths=tuple(sorted(set(changed))),
            malformed_payload_paths=tuple(sorted(set(malformed.values()))),
            content_paths=self.rendered,
        )
        return ToolCallRedactionResult(tree, report)


def _gathered(walker: Walker, tree: Any) -> Gathered:
    try:
        return walker.gather(tree)
    except RecursionError:
        problem = "tool-call payload could not be copied safely"
    except LeafTooLarge:
        problem = "a leaf is longer than max_leaf_chars"
    # Raised out here, so that nothing is left hanging on it as its context.
    raise ToolCallRedactionError(problem)


_CORES: dict[Any, _Core] = {}


def _core(paths: tuple[Path, ...], payload_paths: tuple[PathSpec, ...], **options: Any) -> _Core:
    try:
        key = (paths, payload_paths, tuple(sorted(options.items())))
        found = _CORES.get(key)
    except TypeError:
        key, found = None, None
    if found is None:
        try:
            settings = RedactionOptions(**options)
        except TypeError:
            raise TypeError("an unknown option; known: " + ", ".join(RedactionOptions.__dataclass_fields__)) from None
        payload_plan = compile_paths(payload_paths) if payload_paths else None
        rendered = tuple(hashed_path(rendered_parts(path)) for path in paths)
        apart = settings.decode_depth == 1 and may_meet(paths)
        plans = [PathPlan((path,)) for path in paths] if apart else [PathPlan(paths)]
        walkers = tuple(Walker(plan, payload_plan, settings) for plan in plans)
        one = len(plans) == 1 and not settings.probe
        native = native_walker(plans[0], payload_plan, settings, None) if one else None
        found = _Core(rendered, walkers, native)
        if key is not None:
            if len(_CORES) > 256:
                _CORES.clear()
            _CORES[key] = found
    return found


#: What a copy may share with its original.
_ATOMS = frozenset((str, int, float, bool, type(None)))


class _NotPlain(Exception):
    """A value that is not plain JSON."""


def _plain(node: Any) -> Any:
    """A copy of dicts, lists and tuples of atoms: faster than any library's, and exact about types."""
    kind = type(node)
    if kind is dict:
        return {key: value if type(value) in _ATOMS else _plain(value) for key, value in node.items()}
    if kind is list:
        return [value if type(value) in _ATOMS else _plain(value) for value in node]
    if kind is tuple:
        return tuple([value if type(value) in _ATOMS else _plain(value) for value in node])
    if kind in _ATOMS:
        return node
    raise _NotPlain


def _copy(trace: Any) -> Any:
    """A deep copy of a trace.

    Raises:
        ToolCallRedactionError: it is too deep, holds itself, or cannot be copied.
    """
    try:
        return _plain(trace)
    except _NotPlain:
        pass
    except RecursionError:
        trace = _UNCOPIED
    try:
        copied = copy.deepcopy(trace) if trace is not _UNCOPIED else _UNCOPIED
    except Exception:
        copied = _UNCOPIED
    if copied is _UNCOPIED:
        raise ToolCallRedactionError("tool-call payload could not be copied safely")
    return copied


_UNCOPIED = object()


def _default_redactor(settings: dict[str, Any]) -> Any:
    return importlib.import_module("openmed_beam.redactors").load("openmed", **settings)


def _answers(
    text_redactor: AnyRedactor | None, settings: dict[str, Any], gathered: Gathered, fresh: list[int] | None = None
) -> list[str]:
    """One call a leaf (of `fresh` alone, where given) in walk order; the first that fails ends it, with its place."""
    if fresh is not None:
        leaves = LeafRows([gathered.texts[number] for number in fresh], [gathered.places[number] for number in fresh])
    else:
        leaves = LeafRows(gathered.texts, gathered.places)
    if not leaves.texts:
        return []
    redactor: Any = _default_redactor(settings) if text_redactor is None else text_redactor
    asker = Asker(redactor, remember=False)
    (answers,) = asker.ask([leaves])
    if not isinstance(answers, Failure):
        return [answer if type(answer) is str else answer[0] for answer in answers]
    failed, _ = asker.first_failure(leaves)
    raise ToolCallRedactionError(f"text redactor failed at {hashed_path(path_of(leaves.places[failed]))}")


def _report(gathered: Gathered, answers: Sequence[str], rendered: tuple[str, ...]) -> ToolCallRedactionReport:
    changed = changed_leaves(gathered, answers)
    return ToolCallRedactionReport(
        redacted_leaf_count=len(changed),
        structured_payload_count=gathered.structured,
        malformed_payload_count=len(gathered.malformed),
        redacted_paths=safe_paths(gathered.leaf_paths(changed)),
        malformed_payload_paths=safe_paths(gathered.paths(gathered.malformed)),
        content_paths=rendered,
    )
