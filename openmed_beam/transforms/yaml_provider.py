"""The transforms for Beam YAML: schema'd rows in, schema'd rows out, dead letters by `error_handling: {output: NAME}`.

A pipeline file names them with a provider of type `python`, see pipelines/redact.yaml. A row's trace is JSON text in
one of its fields, bytes or string; the other fields of the row stay as they are.

As everywhere in Beam YAML, without `error_handling` the first record that cannot be processed stops the pipeline.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Optional, get_args

import apache_beam as beam
from apache_beam import coders
from apache_beam.pvalue import PBegin, PCollection
from apache_beam.typehints.row_type import RowTypeConstraint
from apache_beam.typehints.schemas import named_fields_from_element_type

from openmed_beam.corpus.model import DEFAULT_MAX_RECORD_BYTES
from openmed_beam.errors import CorpusError, PolicyError
from openmed_beam.policy import Policy, make_policy, read_policy
from openmed_beam.traces.record import DeadLetter, Frame, TracePair, TraceRecord
from openmed_beam.transforms import read, redact, verify, write

#: What Beam YAML calls the main output of a transform that has one for errors.
GOOD = "good"


# Written as calls, and with Optional: Beam reads the fields of rows at run time, and neither text nor `X | None`.
_TEXT = Optional[str]  # noqa: UP045
_NUMBER = Optional[int]  # noqa: UP045

#: A record of a file; fields as in `TraceRecord`.
TraceRow = NamedTuple("TraceRow", [("source", _TEXT), ("offset", _NUMBER), ("payload", bytes)])  # noqa: UP014

#: A dead letter; fields as in `DeadLetter`, the report as JSON text.
DeadLetterRow = NamedTuple(  # noqa: UP014
    "DeadLetterRow",
    [
        ("stage", str),
        ("reason", str),
        ("source", _TEXT),
        ("offset", _NUMBER),
        ("length", _NUMBER),
        ("record_sha256", _TEXT),
        ("report", _TEXT),
        ("exception_type", _TEXT),
        ("payload", _TEXT),
        ("payload_encoding", _TEXT),
    ],
)

#: A file that was written; see `write.Written`.
WrittenRow = NamedTuple(  # noqa: UP014
    "WrittenRow", [("path", _TEXT), ("source", _TEXT), ("records", int), ("bytes", _NUMBER), ("sha256", _TEXT)]
)


for _type in (TraceRow, DeadLetterRow, WrittenRow):
    coders.registry.register_coder(_type, coders.RowCoder)


class ReadTraces(beam.PTransform):  # type: ignore[misc]
    """Read trace files; gives rows of `source`, `offset` and `payload`.

    Args:
        path: a file, glob or folder, or several.
        exclude: globs of files that are left out.
        max_record_bytes: longest record that is read.
        error_handling: where records and files that cannot be read go.
    """

    _yaml_requires_inputs = False

    def __init__(
        self,
        path: str | Sequence[str],
        exclude: Sequence[str] = (),
        max_record_bytes: int = DEFAULT_MAX_RECORD_BYTES,
        error_handling: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        paths = [path] if isinstance(path, str) else list(path)
        self._read = read.ReadTraces(paths, exclude=tuple(exclude), max_record_bytes=max_record_bytes)
        self._errors = _output_name(error_handling)

    def expand(self, begin: PBegin) -> Any:
        found = begin | "Files" >> self._read
        rows = found.records | "Rows" >> beam.Map(_trace_row).with_output_types(TraceRow)
        return _outputs(rows, [found.dead_letters], self._errors)


class RedactToolCalls(beam.PTransform):  # type: ignore[misc]
    """Redact the trace in a field of each row, and check that nothing but content changed.

    Args:
        content_paths: where redactable strings stand.
        policy: a policy file; the settings given here come on top.
        field: the field with the JSON text (bytes or string).
        error_handling: where rows that cannot be redacted go, as dead letters.
        settings: any other setting of a policy (`redactor`, `replacement`, `key_env`, ...).

    Raises:
        PolicyError: a setting is unknown or wrong, no content path is given, or the rows have no such field.
    """

    def __init__(
        self,
        content_paths: Sequence[str] = (),
        policy: str | None = None,
        field: str = "payload",
        error_handling: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        given = {**settings, **({"content_paths": tuple(content_paths)} if content_paths else {})}
        self._policy = _policy_of(policy, given)
        self._field = field
        self._errors = _output_name(error_handling)

    def expand(self, rows: PCollection) -> Any:
        fields = dict(named_fields_from_element_type(rows.element_type))
        kind = _text_kind(fields, self._field)
        if kind is None:
            raise PolicyError(f"RedactToolCalls: rows have no field {self._field!r} of bytes or string: set `field`")
        shape = _RowShape(tuple(fields), self._field, kind is str, _coder_of(rows.element_type))
        traces = rows | "Trace" >> beam.Map(shape.trace).with_output_types(TraceRecord)
        redacted = traces | "Redact" >> redact.RedactToolCalls.from_policy(self._policy)
        verified = redacted.pairs | "Verify" >> verify.VerifyFidelity.from_policy(self._policy)
        out = verified.passed | "Row" >> beam.Map(shape.row).with_output_types(rows.element_type)
        return _outputs(out, [redacted.dead_letters, verified.dead_letters], self._errors)


class VerifyFidelity(beam.PTransform):  # type: ignore[misc]
    """Pass rows in which the trace of one field is that of another but for strings at content paths.

    Args:
        content_paths: where strings may differ; none: nothing may.
        before, after: the two fields (bytes or string).
        policy, settings: as in `RedactToolCalls`.
        error_handling: where rows that do not pass go, as dead letters of the trace before.
    """

    def __init__(
        self,
        content_paths: Sequence[str] = (),
        before: str = "before",
        after: str = "after",
        policy: str | None = None,
        error_handling: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        given = {**settings, **({"content_paths": tuple(content_paths)} if content_paths else {})}
        self._verify = verify.VerifyFidelity.from_policy(_policy_of(policy, given, paths_needed=False))
        self._before, self._after = before, after
        self._errors = _output_name(error_handling)

    def expand(self, rows: PCollection) -> Any:
        fields = dict(named_fields_from_element_type(rows.element_type))
        for name in (self._before, self._after):
            if _text_kind(fields, name) is None:
                raise PolicyError(f"VerifyFidelity: rows have no field {name!r} of bytes or string: set before, after")
        coder = _coder_of(rows.element_type)
        before = _RowShape(tuple(fields), self._before, False, coder)
        pair = _Pair(before, self._after)
        verified = rows | "Pair" >> beam.Map(pair.pair).with_output_types(TracePair) | "Verify" >> self._verify
        out = verified.passed | "Row" >> beam.Map(pair.row).with_output_types(rows.element_type)
        return _outputs(out, [verified.dead_letters], self._errors)


class WriteTraces(beam.PTransform):  # type: ignore[misc]
    """Write rows of `source`, `offset` and `payload` as JSONL below `directory/traces`, a file a source.

    Args:
        directory: local folder or a place that Beam's file systems know.
    """

    def __init__(self, directory: str) -> None:
        super().__init__()
        self._write = write.WriteTraces(directory)

    def expand(self, rows: PCollection) -> PCollection:
        records = rows | "Records" >> beam.Map(_trace_record).with_output_types(TraceRecord)
        return records | "Write" >> self._write | "Rows" >> beam.Map(_written_row).with_output_types(WrittenRow)


class WriteDeadLetters(beam.PTransform):  # type: ignore[misc]
    """Write dead letters as JSONL below `directory/dead_letters`, a file a source, for the owner's eyes alone.

    Args:
        directory: local folder or a place that Beam's file systems know.
    """

    def __init__(self, directory: str) -> None:
        super().__init__()
        self._write = write.WriteDeadLetters(directory)

    def expand(self, rows: PCollection) -> PCollection:
        letters = rows | "Letters" >> beam.Map(_dead_letter).with_output_types(DeadLetter)
        return letters | "Write" >> self._write | "Rows" >> beam.Map(_written_row).with_output_types(WrittenRow)


def _text_kind(fields: Mapping[str, Any], name: str) -> type | None:
    """Whether a field is bytes or string (either may be absent in a row); None where it is neither."""
    hint = fields.get(name)
    kinds = set(getattr(hint, "union_types", None) or get_args(hint) or (hint,)) - {type(None)}
    return next((kind for kind in (bytes, str) if kinds == {kind}), None)


class _RowShape(NamedTuple):
    """How a row becomes a trace and a row again: what is not the trace travels, encoded, in the frame."""

    fields: tuple[str, ...]
    field: str
    is_text: bool
    coder: Any

    def trace(self, row: Any) -> TraceRecord:
        """The trace of a row; its place where the row has one."""
        values = {name: getattr(row, name) for name in self.fields}
        payload = _bytes_of(values[self.field])
        values[self.field] = "" if self.is_text else b""
        frame = Frame("", len(payload), lead=self.coder.encode(beam.Row(**values)))
        source, offset = values.get("source"), values.get("offset")
        is_placed = isinstance(source, str) and isinstance(offset, int)
        return TraceRecord(source if is_placed else None, offset if is_placed else None, payload, frame)

    def row(self, record: TraceRecord) -> Any:
        """The row with the record's text as its trace."""
        assert record.frame is not None
        rest = self.coder.decode(record.frame.lead)
        values = {name: getattr(rest, name) for name in self.fields}
        values[self.field] = record.payload.decode("utf-8") if self.is_text else record.payload
        return beam.Row(**values)


class _Pair(NamedTuple):
    """The same for two traces of a row; the row travels whole."""

    shape: _RowShape
    after: str

    def pair(self, row: Any) -> TracePair:
        """Both traces of a row."""
        before, after = _bytes_of(getattr(row, self.shape.field)), _bytes_of(getattr(row, self.after))
        whole = self.shape.coder.encode(beam.Row(**{name: getattr(row, name) for name in self.shape.fields}))
        return TracePair(None, None, before, after, Frame("", len(before), lead=whole))

    def row(self, record: TraceRecord) -> Any:
        """The row of a pair that passed."""
        assert record.frame is not None
        rest = self.shape.coder.decode(record.frame.lead)
        return beam.Row(**{name: getattr(rest, name) for name in self.shape.fields})


def _bytes_of(text: Any) -> bytes:
    """JSON text as bytes; a missing one is no trace, which the redactor says."""
    if text is None:
        return b"null"
    return text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogatepass")


def _coder_of(element_type: Any) -> Any:
    return coders.RowCoder.from_type_hint(
        RowTypeConstraint.from_fields(named_fields_from_element_type(element_type)), None
    )


def _policy_of(file: str | None, settings: dict[str, Any], *, paths_needed: bool = True) -> Policy:
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}
    unknown = sorted(set(plain) - set(Policy.__dataclass_fields__))
    if unknown:
        raise PolicyError(f"unknown setting {unknown[0]!r}: known are {', '.join(Policy.__dataclass_fields__)}")
    policy = make_policy({}, plain) if file is None else read_policy(file, plain)
    if paths_needed and not policy.content_paths:
        raise PolicyError("RedactToolCalls needs content_paths, or a policy that has them")
    return policy


def _output_name(error_handling: Mapping[str, str] | None) -> str | None:
    if error_handling is None:
        return None
    if set(error_handling) != {"output"} or error_handling["output"] == GOOD:
        raise PolicyError(f"error_handling takes `output: NAME` and nothing else; NAME is not {GOOD!r}")
    return error_handling["output"]


def _outputs(rows: PCollection, dead_letters: list[PCollection], errors: str | None) -> Any:
    letters = dead_letters | "DeadLetters" >> beam.Flatten()
    if errors is None:
        _ = letters | "Stop" >> beam.Map(_stop).with_output_types(DeadLetterRow)
        return rows
    return {GOOD: rows, errors: letters | "ErrorRows" >> beam.Map(_dead_letter_row).with_output_types(DeadLetterRow)}


def _stop(letter: DeadLetter) -> DeadLetterRow:
    where = "" if letter.source is None else f"{letter.source}, byte {letter.offset}: "
    raise CorpusError(f"{where}{letter.reason}; set error_handling to go on without such records")


def _trace_row(record: TraceRecord) -> TraceRow:
    return TraceRow(record.source, record.offset, record.payload)


def _trace_record(row: Any) -> TraceRecord:
    return TraceRecord(getattr(row, "source", None), getattr(row, "offset", None), _bytes_of(row.payload))


def _written_row(written: write.Written) -> WrittenRow:
    return WrittenRow(*written)


def _dead_letter_row(letter: DeadLetter) -> DeadLetterRow:
    report = None if letter.report is None else json.dumps(letter.report)
    return DeadLetterRow(*letter[:6], report, *letter[7:10])


def _dead_letter(row: Any) -> DeadLetter:
    values = {name: getattr(row, name) for name in DeadLetterRow._fields}
    return DeadLetter(**{**values, "report": None if row.report is None else json.loads(row.report)})
