"""Parquet: rows as records; schema, types and untouched columns come out equal."""

from __future__ import annotations

import datetime
import decimal
import json
import math
from pathlib import Path
from typing import Any

import pytest
from whole_run import items, letters, records, run

from openmed_beam.corpus import PartWriter, plan, read_range
from openmed_beam.corpus.parquet import UnfitRecord, row_check
from openmed_beam.errors import CorpusError

pa = pytest.importorskip("pyarrow", reason="needs the extra parquet")
pq = pytest.importorskip("pyarrow.parquet")

UTC = datetime.UTC
DAY = datetime.datetime(2024, 2, 29, 12, 30, 15, 123456)
#: Type of a column and values that are awkward in it.
COLUMNS: dict[str, tuple[Any, list[Any]]] = {
    "text": (pa.string(), ["a", None, "", 'é"\\\u2028']),
    "large_text": (pa.large_string(), ["a", None, "", "b"]),
    "json_text": (pa.string(), ['{"a": [1, 2]}', None, "[]", "{bad"]),
    "flag": (pa.bool_(), [True, None, False, True]),
    "int8": (pa.int8(), [-128, None, 127, 0]),
    "int64": (pa.int64(), [-(2**63), None, 2**63 - 1, 0]),
    "uint64": (pa.uint64(), [2**64 - 1, None, 0, 1]),
    "float32": (pa.float32(), [0.1, None, math.inf, -0.0]),
    "float64": (pa.float64(), [0.1, None, math.nan, 1e308]),
    "decimal": (pa.decimal128(20, 4), [decimal.Decimal("1.1000"), None, decimal.Decimal("-12345678.0001"), 0]),
    "huge": (pa.decimal256(60, 0), [10**59, None, -1, 0]),
    "date": (pa.date32(), [datetime.date(1, 1, 1), None, datetime.date(9999, 12, 31), datetime.date(1970, 1, 1)]),
    "stamp_s": (pa.timestamp("ms"), [DAY.replace(microsecond=123000), None, datetime.datetime(1, 1, 1), DAY.min]),
    "stamp_us": (pa.timestamp("us", "Europe/Berlin"), [DAY.replace(tzinfo=UTC), None, DAY.replace(tzinfo=UTC), None]),
    "stamp_ns": (pa.timestamp("ns"), [1, None, -1, 1_700_000_000_123_456_789]),
    "time": (pa.time64("us"), [datetime.time(23, 59, 59, 999999), None, datetime.time(0), datetime.time(1)]),
    "time_ms": (pa.time32("ms"), [datetime.time(23, 59, 59, 999000), None, datetime.time(0), datetime.time(1)]),
    "duration": (pa.duration("us"), [1, None, -5, 0]),
    "binary": (pa.binary(), [b"\x00\xff", None, b"", b"abc"]),
    "fixed": (pa.binary(4), [b"abcd", None, b"\0\0\0\0", b"1234"]),
    "nothing": (pa.null(), [None] * 4),
    "words": (pa.dictionary(pa.int32(), pa.string()), ["a", None, "b", "a"]),
    "list": (pa.list_(pa.string()), [["a", None], None, [], ["b"]]),
    "fixed_list": (pa.list_(pa.float64(), 2), [[1.5, math.nan], [3.0, 4.0], [0.0, -0.0], [1.0, 2.0]]),
    "struct": (
        pa.struct([("role", pa.string()), ("at", pa.timestamp("us")), ("empty", pa.struct([("x", pa.int8())]))]),
        [{"role": "user", "at": DAY, "empty": {"x": 1}}, None, {"role": None, "at": None, "empty": None}, {"role": ""}],
    ),
    "messages": (
        pa.list_(pa.struct([("role", pa.string()), ("content", pa.list_(pa.struct([("text", pa.string())])))])),
        [[{"role": "user", "content": [{"text": "hi"}, None]}], None, [], [None, {"role": None, "content": []}]],
    ),
    "map": (pa.map_(pa.string(), pa.list_(pa.int64())), [[("k", [1, None]), ("l", None)], None, [], [("", [])]]),
}


def table(rows: int = 4) -> Any:
    arrays = [pa.array((values * rows)[:rows], type=kind) for kind, values in COLUMNS.values()]
    metadata = {b"huggingface": b'{"info": {}}', b"pandas": b"{}"}
    return pa.Table.from_arrays(
        arrays, schema=pa.schema([pa.field(name, kind) for name, (kind, _) in COLUMNS.items()], metadata=metadata)
    )


def shown(array: Any) -> str:
    return repr((array.cast(pa.int64()) if array.type == pa.timestamp("ns") else array).to_pylist())


def same(before: Path, after: Path) -> None:
    old, new = pq.ParquetFile(before), pq.ParquetFile(after)
    assert new.schema_arrow.equals(old.schema_arrow, check_metadata=True)
    assert new.schema.equals(old.schema)
    assert new.metadata.num_row_groups == old.metadata.num_row_groups
    for group in range(old.num_row_groups):
        ours, theirs = new.read_row_group(group), old.read_row_group(group)
        assert ours.num_rows == theirs.num_rows
        for name in theirs.column_names:
            left, right = ours[name].combine_chunks(), theirs[name].combine_chunks()
            assert shown(left) == shown(right), name
            assert left.equals(right) or name == "words" or "nan" in shown(right)
        if old.metadata.row_group(group).num_rows:
            assert [new.metadata.row_group(group).column(at).compression for at in range(new.metadata.num_columns)] == [
                old.metadata.row_group(group).column(at).compression for at in range(old.metadata.num_columns)
            ]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"row_group_size": 3},
        {"compression": "zstd"},
        {"compression": "none", "version": "1.0"},
        {"compression": {"text": "gzip", "flag": "snappy"}},
        {"use_compliant_nested_type": False},
        {"store_schema": False},
        {"use_deprecated_int96_timestamps": True},
    ],
    ids=str,
)
def test_untouched_files_come_out_equal(tmp_path: Path, options: dict[str, Any]) -> None:
    whole = table(10)
    if options.get("version") == "1.0":
        whole = whole.drop_columns(["uint64", "stamp_ns"])
    if "use_deprecated_int96_timestamps" in options:
        whole = whole.select(["text", "stamp_ns"])
    pq.write_table(whole, tmp_path / "x.parquet", **options)
    ran = run([tmp_path / "x.parquet"], tmp_path / "out")
    assert not ran.dead_letters
    assert ran.outcomes["x.parquet"].records == 10
    same(tmp_path / "x.parquet", tmp_path / "out/traces/x.parquet")


def test_a_row_is_an_object_of_its_columns(tmp_path: Path) -> None:
    pq.write_table(table(), tmp_path / "x.parquet")
    (piece,) = plan([str(tmp_path / "x.parquet")]).ranges
    found = records(items(piece))
    assert [(record.offset, record.frame.index) for record in found] == [(None, n) for n in range(4)]
    row = json.loads(found[0].payload, parse_float=str)
    assert list(row) == list(COLUMNS)
    assert row["json_text"] == '{"a": [1, 2]}'
    assert row["decimal"] == "1.1000"
    assert row["uint64"] == 2**64 - 1
    assert (row["date"], row["stamp_s"], row["stamp_us"]) == (
        "0001-01-01",
        "2024-02-29T12:30:15.123",
        "2024-02-29T12:30:15.123456Z",
    )
    assert row["binary"] == "AP8="
    assert row["map"] == [{"key": "k", "value": [1, None]}, {"key": "l", "value": None}]
    assert json.loads(found[2].payload)["float64"] == "NaN"
    assert json.loads(found[1].payload) == {**dict.fromkeys(COLUMNS), "fixed_list": [3.0, 4.0]}


def test_only_what_changed_changes(tmp_path: Path) -> None:
    pq.write_table(table(10), tmp_path / "x.parquet", row_group_size=4)
    whole = pq.read_table(tmp_path / "x.parquet")
    run(
        [tmp_path / "x.parquet"],
        tmp_path / "out",
        change=lambda payload: payload.replace(b'"hi"', b'"[X]"'),
        drop=lambda record: record.frame.index in (0, 5),  # type: ignore[union-attr]
    )
    left = pq.read_table(tmp_path / "out/traces/x.parquet")
    assert left.schema.equals(whole.schema, check_metadata=True)
    expected = whole.take([1, 2, 3, 4, 6, 7, 8, 9])
    for name in expected.column_names:
        if name != "messages":
            assert shown(left[name].combine_chunks()) == shown(expected[name].combine_chunks())
    assert left["messages"][3].as_py() == [{"role": "user", "content": [{"text": "[X]"}, None]}]
    assert pq.ParquetFile(tmp_path / "out/traces/x.parquet").metadata.num_row_groups == 3


def test_nothing_left_gives_schema_and_no_rows(tmp_path: Path) -> None:
    pq.write_table(table(), tmp_path / "x.parquet")
    run([tmp_path / "x.parquet"], tmp_path / "out", drop=lambda _: True)
    left = pq.read_table(tmp_path / "out/traces/x.parquet")
    assert left.num_rows == 0
    assert left.schema.equals(pq.read_schema(tmp_path / "x.parquet"), check_metadata=True)


@pytest.mark.parametrize(
    ("column", "value"), [("date", "[DOB]"), ("binary", "[X]"), ("stamp_s", "2024"), ("text", 77), ("struct", [])]
)
def test_what_a_column_cannot_hold_is_refused_and_the_part_goes_on(tmp_path: Path, column: str, value: Any) -> None:
    pq.write_table(table(), tmp_path / "x.parquet")
    (piece,) = plan([str(tmp_path / "x.parquet")]).ranges
    writer = PartWriter(str(tmp_path / "out"))
    fits = row_check(next(read_range(piece)).payload)  # type: ignore[arg-type]
    assert fits is not None
    for item in read_range(piece):
        if item.frame.kind == "record" and item.frame.index == 1:
            item = item._replace(payload=json.dumps({**json.loads(item.payload), column: value}).encode())
            assert fits(json.dumps(json.loads(item.payload)).encode()) == column
            with pytest.raises(UnfitRecord) as refusal:
                writer.write(item)
            assert str(value) not in str(refusal.value)
        else:
            assert item.frame.kind != "record" or fits(item.payload) is None
            described = writer.write(item)
    assert described.records == 3


def test_nested_text_of_many_rows(tmp_path: Path) -> None:
    rows = [{"messages": [{"role": "user", "content": "x" * (n % 50)}] * (n % 4), "n": n} for n in range(20_000)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "x.parquet", row_group_size=7000)
    run([tmp_path / "x.parquet"], tmp_path / "out")
    same(tmp_path / "x.parquet", tmp_path / "out/traces/x.parquet")


def test_a_cut_or_broken_file_is_reported(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [str(n) * 20 for n in range(5000)]}), tmp_path / "x.parquet", row_group_size=500)
    data = (tmp_path / "x.parquet").read_bytes()
    (tmp_path / "cut.parquet").write_bytes(data[: len(data) // 2])
    middle = bytearray(data)
    middle[len(data) // 2 : len(data) // 2 + 2000] = bytes(2000)
    (tmp_path / "bad.parquet").write_bytes(bytes(middle))
    ran = run([tmp_path / "cut.parquet", tmp_path / "bad.parquet"], tmp_path / "out")
    assert [row.fault for row in ran.outcomes.values()] == ["truncated_input"] * 2
    assert ran.outcomes["cut.parquet"].output is None
    kept = pq.read_table(tmp_path / "out/traces/bad.parquet")
    assert 0 < kept.num_rows == ran.outcomes["bad.parquet"].records < 5000


def test_text_that_is_no_utf8_costs_its_row(tmp_path: Path) -> None:
    bad = pa.Array.from_buffers(
        pa.string(), 3, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0"), pa.py_buffer(b"a\xffc")]
    )
    pq.write_table(pa.table({"a": bad}), tmp_path / "x.parquet")
    (piece,) = plan([str(tmp_path / "x.parquet")]).ranges
    found = items(piece)
    assert [record.payload for record in records(found)] == [b'{"a":"a"}', b'{"a":"c"}']
    assert [(letter.reason, letter.index) for letter in letters(found)] == [("invalid_utf8", 1)]


def test_a_long_row_is_dead_lettered(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": ["x", "y" * 1000, "z"]}), tmp_path / "x.parquet")
    (piece,) = plan([str(tmp_path / "x.parquet")]).ranges
    assert [letter.index for letter in letters(items(piece, max_record_bytes=100))] == [1]


def test_without_pyarrow_one_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pq.write_table(pa.table({"a": ["x"]}), tmp_path / "x.parquet")
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(CorpusError, match=r"openmed-beam\[parquet\]"):
        plan([str(tmp_path / "x.parquet")])
