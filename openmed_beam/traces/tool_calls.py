"""Redaction of traces: the strings under configured content paths change, everything else stays.

The seeds' API (`redact_tool_call` and its kin, drop-in for openmed.traces.tool_calls 3.1.0) and `ToolCallRedactor`,
which takes records as JSON text and gives them back with every other byte in place. Reports and errors hold counts,
digests of keys and indexes, never a value.
"""

from __future__ import annotations

import copy
import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from openmed_beam.errors import OpenMedBeamError, PolicyError
from openmed_beam.traces.asking import Answer, Asker, Failure
from openmed_beam.traces.content_path import Path, PathPlan, PathSpec, compile_paths, render_path
from openmed_beam.traces.core_paths import ContentPath, ContentPathSpec, core_paths, may_meet
from openmed_beam.traces.json_text import JsonFault, decode, is_object_or_array
from openmed_beam.traces.leaf import TextRedactor as AnyRedactor
from openmed_beam.traces.leaves import Gathered, LeafTooLarge, Link, RedactionOptions, Walker, link_path, path_of
from openmed_beam.traces.rewrite import rewrite
from openmed_beam.traces.safe_path import hashed_path

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


@dataclass(frozen=True)
class RedactionDetails:
    """What `ToolCallRedactor` saw in one trace: counts and safe paths.

    Attributes:
        leaves_seen: leaves that were shown to the redactor.
        leaf_chars: their lengths in characters (for a distribution; not in `to_dict`).
        redacted_leaf_count, structured_payload_count, malformed_payload_count, redacted_paths,
        malformed_payload_paths, content_paths: as in `ToolCallRedactionReport`.
        opaque_leaves: signed, encrypted or binary leaves left alone.
        protected_leaves: leaves left alone for their name, counted by safe path.
        numeric_findings, key_findings: numbers and object keys that the redactor would have changed, by safe path.
        path_matches: nodes matched by each configured content path, in the order given.
        entities: replaced spans by label, where the redactor tells.
    """

    leaves_seen: int = 0
    leaf_chars: tuple[int, ...] = ()
    redacted_leaf_count: int = 0
    structured_payload_count: int = 0
    malformed_payload_count: int = 0
    redacted_paths: tuple[str, ...] = ()
    malformed_payload_paths: tuple[str, ...] = ()
    content_paths: tuple[str, ...] = ()
    opaque_leaves: int = 0
    protected_leaves: Mapping[str, int] = field(default_factory=dict)
    numeric_findings: Mapping[str, int] = field(default_factory=dict)
    key_findings: Mapping[str, int] = field(default_factory=dict)
    path_matches: tuple[int, ...] = ()
    entities: Mapping[str, int] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """All of it but `leaf_chars` as JSON-ready values."""
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


class _Core:
    """Compiled settings of the seeds' functions; kept for the next call with the same.

    Where two paths can reach one leaf each path has a walker of its own: openmed takes paths one after the other, and
    a later one decodes what an earlier one wrote.
    """

    def __init__(self, rendered: tuple[str, ...], walkers: tuple[Walker, ...]) -> None:
        self.rendered, self.walkers = rendered, walkers

    def redact(
        self, trace: Any, text_redactor: AnyRedactor | None, settings: dict[str, Any]
    ) -> ToolCallRedactionResult:
        tree = _copy(trace)
        if len(self.walkers) != 1:
            return self._one_by_one(tree, text_redactor, settings)
        gathered = _gathered(self.walkers[0], tree)
        answers = _answers(text_redactor, settings, gathered)
        report = _report(gathered, answers, self.rendered)
        rewrite(gathered, answers, self.walkers[0].options.payload_json)
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
            rewrite(gathered, answers, walker.options.payload_json)
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
        rendered = tuple(hashed_path(_parts(path)) for path in paths)
        apart = settings.decode_depth == 1 and may_meet(paths)
        plans = [PathPlan((path,)) for path in paths] if apart else [PathPlan(paths)]
        found = _Core(rendered, tuple(Walker(plan, payload_plan, settings) for plan in plans))
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
        gathered = Gathered(
            gathered.documents,
            [gathered.texts[number] for number in fresh],
            [gathered.places[number] for number in fresh],
        )
    if not gathered.texts:
        return []
    redactor: Any = _default_redactor(settings) if text_redactor is None else text_redactor
    asker = Asker(redactor, remember=False)
    (answers,) = asker.ask([gathered])
    if not isinstance(answers, Failure):
        return [answer if type(answer) is str else answer[0] for answer in answers]
    failed, _ = asker.first_failure(gathered)
    raise ToolCallRedactionError(f"text redactor failed at {hashed_path(path_of(gathered.places[failed]))}")


# --- reports ----------------------------------------------------------------------------------------------------


def _changed_paths(gathered: Gathered, answers: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """How many leaves changed, and their safe paths, sorted, each once."""
    if answers == gathered.texts:
        return 0, ()
    places = gathered.places
    changed = [i for i, (old, new) in enumerate(zip(gathered.texts, answers)) if old is not new and old != new]
    prefixes: dict[int, str] = {}
    return len(changed), tuple(sorted({_rendered(places[i], prefixes) for i in changed}))


def _rendered(place: tuple[Any, Any, Link], prefixes: dict[int, str]) -> str:
    container, slot, link = place
    prefix = prefixes.get(id(link))
    if prefix is None:
        prefix = prefixes[id(link)] = hashed_path(link_path(link))
    tail = path_of((container, slot, None))
    return prefix + hashed_path(tail)[1:] if tail else prefix


def _report(gathered: Gathered, answers: Sequence[str], rendered: tuple[str, ...]) -> ToolCallRedactionReport:
    count, paths = _changed_paths(gathered, answers)
    malformed = gathered.malformed
    return ToolCallRedactionReport(
        redacted_leaf_count=count,
        structured_payload_count=gathered.structured,
        malformed_payload_count=len(malformed),
        redacted_paths=paths,
        malformed_payload_paths=tuple(sorted({hashed_path(link_path(link)) for link in malformed}))
        if malformed
        else (),
        content_paths=rendered,
    )


def _parts(path: Path) -> list[str | int]:
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


# --- records as JSON text ---------------------------------------------------------------------------------------


class ToolCallRedactor:
    """Redacts records given as JSON text; everything but changed leaves stays byte for byte.

    Belongs to one worker; settings are compiled once. All that the core can beyond openmed is on.

    Args:
        text_redactor: a callable on text, or an object with `redact_batch` (see `openmed_beam.traces.leaf`).
        content_paths: paths in the grammar of docs/paths.md; every string is a path of its own.
        payload_paths: further places below which names are the caller's data.
        payload_defaults: the default payload keys count as well.
        payload_json: `preserve` or `canonical`.
        decode_depth: levels of JSON inside strings.
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
        text_redactor: AnyRedactor,
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
        if not 1 <= decode_depth <= 16 or not 1 <= max_depth <= 200:
            raise PolicyError("decode_depth is 1 to 16 and max_depth 1 to 200")
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
        self._rendered = tuple(hashed_path(_parts(path)) for path in plan.paths)

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
        traces = [self._gather(record) for record in records]
        answers = self._asker.ask([trace if isinstance(trace, Gathered) else None for trace in traces])
        return [
            trace if isinstance(trace, TraceFault) else self._finish(record, trace, answer)
            for record, trace, answer in zip(records, traces, answers)
        ]

    def _gather(self, record: bytes) -> Gathered | TraceFault:
        try:
            tree = decode(record, max_depth=self.options.max_depth, nonfinite=self.options.nonfinite)
            if not is_object_or_array(tree):
                return TraceFault("decode", "not_a_trace")
            return self._walker.gather(tree, "")
        except JsonFault as fault:
            return TraceFault("decode", fault.reason)
        except LeafTooLarge:
            return TraceFault("redact", "leaf_too_large")
        except RecursionError:
            return TraceFault("redact", "too_deep")

    def _finish(self, record: bytes, trace: Gathered, answers: list[Answer] | Failure) -> RedactedTrace | TraceFault:
        if isinstance(answers, Failure):
            return TraceFault("redact", answers.reason, None, answers.exception_type)
        entities: Mapping[str, int] = {}
        texts: list[str]
        if answers and type(answers[0]) is not str:
            texts = [answer[0] for answer in answers]
            labels = [label for answer in answers if answer[1] for label in answer[1]]
            entities = Counter(labels) if labels else entities
        else:
            texts = answers  # type: ignore[assignment]
        numeric: Mapping[str, int] = {}
        keys: Mapping[str, int] = {}
        if trace.probes:
            found = self._probe(trace)
            if isinstance(found, Failure):
                return TraceFault("redact", found.reason, None, found.exception_type)
            numeric, keys = found
        count, paths = _changed_paths(trace, texts)
        details = RedactionDetails(
            leaves_seen=len(texts),
            leaf_chars=tuple(map(len, trace.texts)),
            redacted_leaf_count=count,
            structured_payload_count=trace.structured,
            malformed_payload_count=len(trace.malformed),
            redacted_paths=paths,
            malformed_payload_paths=_paths_of(trace.malformed),
            content_paths=self._rendered,
            opaque_leaves=trace.opaque,
            protected_leaves=_counted(trace.protected) if trace.protected else {},
            numeric_findings=numeric,
            key_findings=keys,
            path_matches=tuple(trace.matches),
            entities=entities,
        )
        if self.options.strict and (numeric or keys):
            return TraceFault("residual", "residual_finding", details.to_dict())
        if count or (self.options.payload_json == "canonical" and len(trace.documents) > 1):
            trace.documents[0].text = record.decode()
            text = rewrite(trace, texts, self.options.payload_json)
            if text is not None:
                return RedactedTrace(text.encode(), details)
        return RedactedTrace(record, details)

    def _probe(self, trace: Gathered) -> tuple[Mapping[str, int], Mapping[str, int]] | Failure:
        probes = trace.probes
        answers = self._asker.ask_probes(probes)
        if isinstance(answers, Failure):
            return answers
        found: list[list[Link]] = [[], []]
        known = self._walker.known_keys
        for probe, answer in zip(probes, answers):
            if (answer if type(answer) is str else answer[0]) != probe.text:
                found[probe.numeric].append(probe.link)
            elif not probe.numeric and len(known) < 100_000 and len(probe.text) < 200:
                known.add(probe.text)
        return _counted(found[1]), _counted(found[0])


def _counted(links: Sequence[Link]) -> dict[str, int]:
    """How often each safe path occurs; array indexes become `.*`, so that paths stay few."""
    if not links:
        return {}
    counts = Counter(hashed_path("*" if isinstance(part, int) else part for part in link_path(link)) for link in links)
    return dict(sorted(counts.items()))


def _paths_of(links: Sequence[Link]) -> tuple[str, ...]:
    return tuple(sorted({hashed_path(link_path(link)) for link in links})) if links else ()
