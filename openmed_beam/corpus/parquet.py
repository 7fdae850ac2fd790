"""Parquet: a row is a record with its columns as keys, and goes back under the schema it came with.

The `begin` frame carries the Arrow schema and how the columns were compressed; a frame of kind `text` ends a row group.
How values become JSON and back is in `columns`. Memory: one batch of rows to read, one row group of at most 64 MB of
record text to write.
"""

from __future__ import annotations

import base64
import decimal
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import orjson

from openmed_beam.corpus import storage
from openmed_beam.corpus.archive import Output
from openmed_beam.corpus.columns import Unfit, arrow, from_json, holds_decimals, to_json_values
from openmed_beam.corpus.framing import Hasher, Item, RangeCounts, begin_frame, file_letter
from openmed_beam.corpus.model import RangeDescriptor
from openmed_beam.errors import CorpusError
from openmed_beam.traces.record import DeadLetter, Frame, TraceRecord

_BATCH_BYTES = 2 << 20
_MOST_ROWS = 1024
_GROUP_BYTES = 64 << 20
_FLUSH_BYTES = 4 << 20


class UnfitRecord(CorpusError):
    """A record that its container cannot hold any more, such as a redacted date in a date column; it was not written.

    A stage that asks `row_check` first makes a dead letter of it; here it stops the run rather than pass.
    """


def _parquet() -> Any:
    arrow()
    import pyarrow.parquet

    return pyarrow.parquet


def read_parquet(
    piece: RangeDescriptor, counts: RangeCounts, *, max_record_bytes: int, hasher: Hasher
) -> Iterator[Item]:
    """The rows of a Parquet file as frames; arguments as of `reading.read_range`."""
    invalid = arrow().ArrowInvalid
    try:
        handle = storage.open_for_reading(piece.path)
    except Exception as error:
        yield begin_frame(piece)
        yield _letter(piece, counts, "unreadable_input", error)
        return
    with handle:
        try:
            file = _parquet().ParquetFile(handle)
            layout = _layout(file)
        except Exception as error:
            yield begin_frame(piece)
            reason = "truncated_input" if isinstance(error, invalid) else "unreadable_input"
            yield _letter(piece, counts, reason, error)
            return
        yield begin_frame(piece, **layout)
        row = 0
        try:
            for group in range(file.num_row_groups):
                about = file.metadata.row_group(group)
                size = max(1, about.total_byte_size // max(1, about.num_rows))
                rows = max(1, min(_MOST_ROWS, _BATCH_BYTES // size))
                for batch in file.iter_batches(batch_size=rows, row_groups=[group], use_threads=False):
                    yield from _rows(batch, row, piece, counts, max_record_bytes, hasher)
                    row += batch.num_rows
                yield TraceRecord(piece.source, None, b"", Frame(piece.name, 0, kind="text", index=row))
        except (OSError, arrow().ArrowException, CorpusError) as error:
            reason = "unreadable_input" if isinstance(error, CorpusError) else "truncated_input"
            yield _letter(piece, counts, reason, error)._replace(index=row)


def _letter(piece: RangeDescriptor, counts: RangeCounts, reason: str, error: Exception) -> DeadLetter:
    counts.fault = reason
    return file_letter(piece, reason, None, type(error).__name__)


def _layout(file: Any) -> dict[str, Any]:
    """What the writer must know to write such a file."""
    metadata, schema = file.metadata, file.schema_arrow
    codecs: dict[str, str] = {}
    if metadata.num_row_groups:
        group = metadata.row_group(0)
        for at in range(group.num_columns):
            column = group.column(at)
            codecs[column.path_in_schema] = column.compression
    physical = {file.schema.column(at).physical_type for at in range(len(file.schema))}
    return {
        "schema": base64.b64encode(schema.serialize().to_pybytes()).decode("ascii"),
        "codecs": codecs,
        "version": metadata.format_version,
        "int96": "INT96" in physical,
        "compliant": not _holds_other_list_names(schema),
        "store_schema": b"ARROW:schema" in (metadata.metadata or {}),
    }


def _holds_other_list_names(schema: Any) -> bool:
    types = arrow().types

    def other(kind: Any) -> bool:
        if (types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)) and (
            kind.value_field.name != "element"
        ):
            return True
        return types.is_nested(kind) and any(other(kind.field(at).type) for at in range(kind.num_fields))

    return any(other(field.type) for field in schema)


def _rows(
    batch: Any, first: int, piece: RangeDescriptor, counts: RangeCounts, limit: int, hasher: Hasher
) -> Iterator[Item]:
    payloads: list[bytes | None]
    try:
        payloads = list(_payloads(batch))
    except UnicodeDecodeError:
        payloads = []
        for at in range(batch.num_rows):
            try:
                payloads += _payloads(batch.slice(at, 1))
            except UnicodeDecodeError:
                payloads.append(None)
    for index, payload in enumerate(payloads, first):
        counts.records += 1
        if payload is None:
            yield DeadLetter("read", "invalid_utf8", piece.source, index=index)
        elif len(payload) > limit:
            digest = hasher()
            digest.update(payload)
            yield DeadLetter(
                "read", "record_too_large", piece.source, None, len(payload), digest.hexdigest(), index=index
            )
        else:
            yield TraceRecord(piece.source, None, payload, Frame(piece.name, len(payload), index=index))


def _payloads(batch: Any) -> Iterator[bytes]:
    names = batch.schema.names
    columns = [to_json_values(column) for column in batch.columns]
    if len(set(names)) == len(names):
        for row in zip(*columns):
            yield orjson.dumps(dict(zip(names, row)))
        if not columns:
            yield from [b"{}"] * batch.num_rows
        return
    keys = [orjson.dumps(name) for name in names]  # a name that comes twice fails where the record is decoded
    for row in zip(*columns):
        yield b"{" + b",".join(key + b":" + orjson.dumps(value) for key, value in zip(keys, row)) + b"}"


def rows_of(path: str, indexes: set[int]) -> Iterator[tuple[int, bytes]]:
    """The text of some rows of a file, in order; only their row groups are read.

    Raises:
        CorpusError: the file cannot be read.
    """
    with storage.open_for_reading(path) as handle:
        try:
            file = _parquet().ParquetFile(handle)
            first = 0
            for group in range(file.num_row_groups):
                count = file.metadata.row_group(group).num_rows
                if any(first <= index < first + count for index in indexes):
                    row = first
                    for batch in file.iter_batches(batch_size=_MOST_ROWS, row_groups=[group], use_threads=False):
                        for at in sorted(index - row for index in indexes if row <= index < row + batch.num_rows):
                            yield row + at, next(_payloads(batch.slice(at, 1)))
                        row += batch.num_rows
                first += count
        except (arrow().ArrowException, UnicodeDecodeError) as error:
            raise CorpusError(f"{path} cannot be read ({type(error).__name__})") from None


def row_check(begin: bytes) -> Callable[[bytes], str | None] | None:
    """For the `begin` frame of a range: which column cannot hold a record's payload any more.

    The check gives the column's name, `""` where no single column is at fault, and None for a record that fits. There
    is no check where every JSON text fits (all containers but Parquet). A stage that may dead-letter asks it of each
    changed record, so that the writer never meets one that does not fit.

    Args:
        begin: payload of the frame.
    """
    layout = json.loads(begin)
    if layout.get("container") != "parquet" or "schema" not in layout:
        return None
    return _RowReader(_schema(layout)).unfit_column


def _schema(layout: dict[str, Any]) -> Any:
    pyarrow = arrow()
    return pyarrow.ipc.read_schema(pyarrow.py_buffer(base64.b64decode(layout["schema"])))


class _RowReader:
    """Record text as values of a schema's columns."""

    def __init__(self, schema: Any) -> None:
        self._fields = [(field.name, from_json(field.type)) for field in schema]
        self._exact = any(holds_decimals(field.type) for field in schema)

    def values(self, payload: bytes) -> list[Any]:
        """One value a column; raises Unfit or ValueError."""
        row = self._row(payload)
        return [read(row[name]) for name, read in self._fields]

    def _row(self, payload: bytes) -> dict[str, Any]:
        row: Any = json.loads(payload, parse_float=decimal.Decimal) if self._exact else orjson.loads(payload)
        if not isinstance(row, dict) or row.keys() != {name for name, _ in self._fields}:
            raise Unfit
        return row

    def unfit_column(self, payload: bytes) -> str | None:
        """The first column that cannot hold its value, None where all can."""
        name = ""
        try:
            row = self._row(payload)
            for name, read in self._fields:
                read(row[name])
        except (Unfit, ValueError):
            return name
        return None


class _Sink:
    """What pyarrow writes to."""

    def __init__(self, out: Output) -> None:
        self._out: Output | None = out
        self._size = 0
        self.closed = False

    def write(self, data: Any) -> int:
        block = bytes(data)
        if self._out is not None:
            self._out.write(block)
        self._size += len(block)
        return len(block)

    def tell(self) -> int:
        return self._size

    def flush(self) -> None:
        pass

    def leave(self) -> None:
        """What still comes goes nowhere."""
        self._out = None

    def close(self) -> None:
        self.closed = True

    def readable(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False


class ParquetLayout:
    """Writes rows back; row groups end where they ended, and at 64 MB of record text."""

    def __init__(self, out: Output, begin: dict[str, Any]) -> None:
        self.records = 0
        self._writer: Any = None
        if "schema" not in begin:
            return  # the input could not be read
        pyarrow = arrow()
        self._schema = _schema(begin)
        self._reader = _RowReader(self._schema)
        self._columns: list[list[Any]] = [[] for _ in self._schema]
        self._batches: list[Any] = []
        self._held = self._rows = self._grouped = 0
        self._sink = _Sink(out)
        self._writer = _parquet().ParquetWriter(
            pyarrow.PythonFile(self._sink, mode="w"),
            self._schema,
            version=begin["version"] if begin["version"] in ("1.0", "2.4", "2.6") else "2.6",
            compression=_codecs(begin["codecs"]),
            use_deprecated_int96_timestamps=begin["int96"],
            use_compliant_nested_type=begin["compliant"],
            store_schema=begin["store_schema"],
        )

    def take(self, record: TraceRecord) -> None:
        """A row, or the end of a row group.

        Raises:
            UnfitRecord: a column cannot hold what stands in the record.
        """
        frame = record.frame
        if frame is None or self._writer is None:
            return
        if frame.kind != "record":
            self._end_group()
            return
        try:
            values = self._reader.values(record.payload)
        except (Unfit, ValueError):
            raise UnfitRecord(f"{record.source}: row {frame.index} no longer fits its columns") from None
        for column, value in zip(self._columns, values):
            column.append(value)
        self.records += 1
        self._rows += 1
        self._held += len(record.payload)
        if self._held >= _FLUSH_BYTES:
            self._to_batch()
            if self._grouped >= _GROUP_BYTES:
                self._end_group()

    def _to_batch(self) -> None:
        if self._rows:
            arrays = [_array(column, field.type) for column, field in zip(self._columns, self._schema)]
            self._batches.append(arrow().RecordBatch.from_arrays(arrays, schema=self._schema))
        self._columns = [[] for _ in self._schema]
        self._grouped += self._held
        self._held = self._rows = 0

    def _end_group(self) -> None:
        self._to_batch()
        if self._batches:
            table = arrow().Table.from_batches(self._batches, schema=self._schema)
            self._writer.write_table(table, row_group_size=max(1, table.num_rows))
        self._batches = []
        self._grouped = 0

    def finish(self) -> None:
        """Writes what is left and the footer."""
        if self._writer is not None:
            self._end_group()
            self._writer.close()

    def abandon(self) -> None:
        """Ends a file that is thrown away: left to itself, pyarrow writes its footer to a closed file and complains."""
        if self._writer is not None:
            self._sink.leave()
            with suppress(Exception):
                self._writer.close()


def _array(values: list[Any], kind: Any) -> Any:
    pyarrow = arrow()
    storage_type = getattr(kind, "storage_type", None)
    if storage_type is not None:
        return pyarrow.ExtensionArray.from_storage(kind, pyarrow.array(values, type=storage_type))
    if pyarrow.types.is_dictionary(kind):
        return pyarrow.array(values, type=kind.value_type).dictionary_encode().cast(kind)
    return pyarrow.array(values, type=kind)


def _codecs(codecs: dict[str, str]) -> Any:
    known = {"UNCOMPRESSED": "NONE", "LZ4": "LZ4", "LZ4_RAW": "LZ4"}
    named = {path: known.get(codec, codec) for path, codec in codecs.items()}
    if len(set(named.values())) == 1:
        return next(iter(named.values()))
    return named or "SNAPPY"
