"""What the verifier says: issues, the report, the error. Owns how a place in a trace is written without any value.

Common structural keys stay readable, every other key becomes `key_sha256_<12 hex>`; an issue built by hand is cleaned
the same way, so that no report can carry what a record holds.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

FIDELITY_SCHEMA_VERSION = 1

#: Every code an issue can have; anything else becomes `structure`.
ISSUE_CODES = frozenset(
    "call_linkage container_type identifier message_order scalar_type scalar_value sequence_length structure timestamp "
    "training_label".split()
)
_TYPE_NAMES = frozenset("array boolean integer list missing null number object other string tuple".split())

#: Keys that a rendered path shows as they are.
READABLE_KEYS = frozenset(
    "arguments assistant call_id call_ids calls completed_at content created_at ended_at event_time example_id "
    "function function_call function_call_id function_call_ids function_calls id ids input items label labels message "
    "message_id messages name observed_at output parent_id parts payload preference prompt record_id request_id "
    "response reward role run_id score scores source_id span_id started_at system target_label text time timestamp "
    "timestamp_ms timestamp_ns timestamps tool tool_call tool_call_id tool_call_ids tool_calls tool_use_id "
    "tool_use_ids trace_id training_label training_labels ts turns type uid updated_at user uuid uuids value weight "
    "weights".split()
)
_DIGEST = re.compile(r"key_sha256_[0-9a-f]{12}")
_SHOWN_ISSUES = 8


def key_digest(key: Any) -> str:
    """What stands for a key that is not shown."""
    return _digest(repr(key))


@lru_cache(maxsize=65536)
def _digest(text: str) -> str:
    return "key_sha256_" + hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def safe_segment(key: Any) -> str:
    """One key of a path, readable where it is structural, else its digest. Wildcards stay as they are."""
    if type(key) is str and (key in READABLE_KEYS or key in ("*", "**") or _DIGEST.fullmatch(key)):
        return key
    return key_digest(key)


class Index(int):
    """An array index in a path, told from an integer that is an object's key."""


def render(parts: Iterable[Any]) -> str:
    """A path as `$.messages[0].key_sha256_...`."""
    out = ["$"]
    for part in parts:
        out.append(f"[{int(part)}]" if type(part) is Index else f".{safe_segment(part)}")
    return "".join(out)


_BRACKET = re.compile(r"\[(\d*|\*)\]")


def dotted_parts(text: str) -> tuple[Any, ...]:
    """The segments of openmed's notation: `a.b`, `a[0]`, `a[*]`, `a[]`, `/a/b`, with or without a leading `$`.

    Raises:
        ValueError: an empty segment.
    """
    text = text.removeprefix("$")
    if text.startswith("/"):
        names = [part.replace("~1", "/").replace("~0", "~") for part in text[1:].split("/")]
    else:
        names = _BRACKET.sub(lambda found: "." + (found[1] or "*"), text).lstrip(".").split(".")
    if not all(names):
        raise ValueError("content path is invalid")
    return tuple(Index(int(name)) if name.isdecimal() else name for name in names)


def safe_path(path: Any) -> str:
    """Any path, cleaned; what cannot be read as one is the root."""
    if not isinstance(path, str):
        return "$"
    try:
        return render(dotted_parts(path))
    except ValueError:
        return "$"


def _safe_type(name: Any) -> str | None:
    if name is None:
        return None
    return name if isinstance(name, str) and name in _TYPE_NAMES else "other"


@dataclass(frozen=True, order=True, slots=True)
class TraceFidelityIssue:
    """One place where the output is not the original.

    Attributes:
        path: rendered path, cleaned on the way in.
        code: one of `ISSUE_CODES`.
        expected_type, actual_type: coarse types of the two sides (`missing` for an absent key), or None.
    """

    path: str
    code: str
    expected_type: str | None = None
    actual_type: str | None = None

    def __post_init__(self) -> None:
        code = self.code.lower() if isinstance(self.code, str) else "structure"
        object.__setattr__(self, "path", safe_path(self.path))
        object.__setattr__(self, "code", code if code in ISSUE_CODES else "structure")
        object.__setattr__(self, "expected_type", _safe_type(self.expected_type))
        object.__setattr__(self, "actual_type", _safe_type(self.actual_type))

    @property
    def kind(self) -> str:
        """The code."""
        return self.code

    def to_dict(self) -> dict[str, str | None]:
        """The issue as a JSON object."""
        return {
            "path": self.path,
            "code": self.code,
            "expected_type": self.expected_type,
            "actual_type": self.actual_type,
        }


@dataclass(frozen=True, slots=True)
class TraceFidelityReport:
    """What a comparison found; holds paths, codes, types and counts, never a value.

    Attributes:
        passed: True where there is no issue (whatever was given).
        issues: sorted by path and code.
        allowed_content_paths: the configured paths, rendered.
        checked_scalar_count: scalars that were there on both sides with one type.
        content_field_count: places of the original at which a configured path ends.
        schema_version: of `to_dict`.

    Raises:
        ValueError: a count is negative or no integer, or an issue is none.
    """

    passed: bool
    issues: tuple[TraceFidelityIssue, ...] = ()
    allowed_content_paths: tuple[str, ...] = ()
    checked_scalar_count: int = 0
    content_field_count: int = 0
    schema_version: int = FIDELITY_SCHEMA_VERSION

    def __post_init__(self) -> None:
        try:
            issues = tuple(self.issues)
            paths = tuple(safe_path(path) for path in self.allowed_content_paths)
        except TypeError:
            raise ValueError("trace fidelity report is invalid") from None
        counts = (self.checked_scalar_count, self.content_field_count, self.schema_version)
        if (
            not all(isinstance(issue, TraceFidelityIssue) for issue in issues)
            or not all(isinstance(count, int) and not isinstance(count, bool) for count in counts)
            or min(counts) < 0
            or self.schema_version < 1
        ):
            raise ValueError("trace fidelity report is invalid")
        object.__setattr__(self, "passed", not issues)
        object.__setattr__(self, "issues", issues)
        object.__setattr__(self, "allowed_content_paths", paths)

    def __bool__(self) -> bool:
        return self.passed

    @property
    def valid(self) -> bool:
        """`passed`."""
        return self.passed

    @property
    def ok(self) -> bool:
        """`passed`."""
        return self.passed

    @property
    def failures(self) -> tuple[TraceFidelityIssue, ...]:
        """`issues`."""
        return self.issues

    @property
    def errors(self) -> tuple[TraceFidelityIssue, ...]:
        """`issues`."""
        return self.issues

    @property
    def failure_count(self) -> int:
        """How many issues there are."""
        return len(self.issues)

    @property
    def failing_paths(self) -> tuple[str, ...]:
        """Paths of the issues, each once, in order."""
        return tuple(dict.fromkeys(issue.path for issue in self.issues))

    def has_code(self, code: str) -> bool:
        """True where an issue has this code."""
        return any(issue.code == code for issue in self.issues)

    @property
    def message_order_valid(self) -> bool:
        """No list of messages came out reordered."""
        return not self.has_code("message_order")

    @property
    def call_linkage_valid(self) -> bool:
        """No tool call's identifier or reference changed."""
        return not self.has_code("call_linkage")

    @property
    def identifiers_valid(self) -> bool:
        """No other identifier changed."""
        return not self.has_code("identifier")

    @property
    def timestamps_valid(self) -> bool:
        """No timestamp changed."""
        return not self.has_code("timestamp")

    @property
    def training_labels_valid(self) -> bool:
        """No label, score or weight changed."""
        return not self.has_code("training_label")

    @property
    def scalar_types_valid(self) -> bool:
        """No scalar changed its type."""
        return not self.has_code("scalar_type")

    @property
    def structure_valid(self) -> bool:
        """No key, role, container or length changed."""
        return not any(issue.code in ("structure", "container_type", "sequence_length") for issue in self.issues)

    def to_dict(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return {
            "schema_version": self.schema_version,
            "passed": self.passed,
            "failure_count": self.failure_count,
            "checked_scalar_count": self.checked_scalar_count,
            "content_field_count": self.content_field_count,
            "allowed_content_paths": list(self.allowed_content_paths),
            "checks": {
                "message_order": self.message_order_valid,
                "call_linkage": self.call_linkage_valid,
                "identifiers": self.identifiers_valid,
                "timestamps": self.timestamps_valid,
                "training_labels": self.training_labels_valid,
                "scalar_types": self.scalar_types_valid,
                "structure": self.structure_valid,
            },
            "issues": [issue.to_dict() for issue in self.issues],
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as JSON text with sorted keys; compact where `indent` is None."""
        separators = (",", ":") if indent is None else None
        return json.dumps(self.to_dict(), indent=indent, sort_keys=True, separators=separators)

    def summary(self) -> str:
        """One line for a log."""
        if self.passed:
            return "Trace fidelity passed."
        shown = ", ".join(f"{issue.path} ({issue.code})" for issue in self.issues[:_SHOWN_ISSUES])
        more = ", ..." if len(self.issues) > _SHOWN_ISSUES else ""
        return f"Trace fidelity failed at {len(self.issues)} path(s): {shown}{more}."


class TraceFidelityError(ValueError):
    """The output is not the original; `report` says where. The message is the report's summary."""

    def __init__(self, report: TraceFidelityReport) -> None:
        super().__init__(report.summary())
        self.report = report

    def __reduce__(self) -> tuple[Any, ...]:
        return TraceFidelityError, (self.report,)


def report_without_checks(
    issues: tuple[TraceFidelityIssue, ...], paths: tuple[str, ...], scalars: int, fields: int
) -> TraceFidelityReport:
    """A report from parts that the verifier itself made: nothing in them needs cleaning."""
    report = object.__new__(TraceFidelityReport)
    put = object.__setattr__
    put(report, "passed", not issues)
    put(report, "issues", issues)
    put(report, "allowed_content_paths", paths)
    put(report, "checked_scalar_count", scalars)
    put(report, "content_field_count", fields)
    put(report, "schema_version", FIDELITY_SCHEMA_VERSION)
    return report
