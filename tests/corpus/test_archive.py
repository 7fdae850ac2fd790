"""Zip archives: entries are records under their names; what is no JSON is named and left out."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from whole_run import items, letters, records, run, summary

from openmed_beam.corpus import plan
from openmed_beam.corpus.detection import detect


def archive(entries: list[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as out:
        out.comment = b"a comment"
        for name, content in entries:
            info = zipfile.ZipInfo(name, (2024, 5, 6, 7, 8, 10))
            info.compress_type = method
            info.external_attr = 0o644 << 16
            info.comment = b"c"
            out.writestr(info, content)
    return buffer.getvalue()


def told(data: bytes) -> list[tuple[object, ...]]:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return [
            (info.filename, info.date_time, info.compress_type, info.external_attr, info.comment, opened.read(info))
            for info in opened.infolist()
        ]


ENTRIES = [
    ("header.json", b'\xef\xbb\xbf{"a": 1}\n'),
    ("samples/", b""),
    ("samples/2.json", b"[1, 2]"),
    ("samples/1.json", b' {"b": {}} '),
    ("notes", b'{"c": 3}'),
    ("dir/bad.json", b"{bad"),
]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_entries_keep_their_order_names_and_attributes(tmp_path: Path, method: int) -> None:
    data = archive(ENTRIES, method)
    (tmp_path / "x.eval").write_bytes(data)
    (piece,) = plan([str(tmp_path / "x.eval")]).ranges
    found = records(items(piece))
    assert [(record.offset, record.frame.index, record.payload) for record in found] == [
        (None, 0, b'{"a": 1}'),
        (None, 2, b"[1, 2]"),
        (None, 3, b'{"b": {}}'),
        (None, 4, b'{"c": 3}'),
        (None, 5, b"{bad"),
    ]
    run([tmp_path / "x.eval"], tmp_path / "out")
    written = (tmp_path / "out/traces/x.eval").read_bytes()
    assert told(written) == told(data)
    with zipfile.ZipFile(io.BytesIO(written)) as opened:
        assert opened.comment == b"a comment"


def test_entries_that_are_no_json_are_named_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "x.eval").write_bytes(archive([("a.json", b"{}"), ("media/cat.png", b"\x89PNG"), ("b.txt", b"{bad}")]))
    found = plan([str(tmp_path / "x.eval")])
    assert found.files[0].skipped_entries == ("media/cat.png", "b.txt")
    assert summary(found.ranges[0])["skipped_entries"] == ["media/cat.png", "b.txt"]
    ran = run([tmp_path / "x.eval"], tmp_path / "out")
    assert ran.outcomes["x.eval"].skipped_entries == ("media/cat.png", "b.txt")
    assert [entry[0] for entry in told((tmp_path / "out/traces/x.eval").read_bytes())] == ["a.json"]


def test_an_archive_without_json_is_no_container(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(archive([("word/document.xml", b"<x/>")]))
    assert detect(str(tmp_path / "x.zip"), "x.zip").container is None


def test_stopped_entries_are_missing_and_none_left_is_an_empty_archive(tmp_path: Path) -> None:
    (tmp_path / "x.eval").write_bytes(archive([("a.json", b'{"a":1}'), ("b.json", b'{"b":2}'), ("c.json", b"[]")]))
    run([tmp_path / "x.eval"], tmp_path / "out", drop=lambda record: b"b" in record.payload)
    assert [entry[0] for entry in told((tmp_path / "out/traces/x.eval").read_bytes())] == ["a.json", "c.json"]
    run([tmp_path / "x.eval"], tmp_path / "none", drop=lambda _: True)
    assert told((tmp_path / "none/traces/x.eval").read_bytes()) == []


def test_a_huge_entry_is_dead_lettered(tmp_path: Path) -> None:
    big = b'{"a":"' + b"x" * 5_000_000 + b'"}'
    (tmp_path / "x.eval").write_bytes(archive([("a.json", b"{}"), ("b.json", big), ("c.json", b"[]")]))
    (piece,) = plan([str(tmp_path / "x.eval")]).ranges
    found = items(piece, max_record_bytes=1_000_000)
    assert [record.payload for record in records(found)] == [b"{}", b"[]"]
    assert [(letter.reason, letter.index, letter.length) for letter in letters(found)] == [
        ("record_too_large", 1, len(big))
    ]


def test_broken_archives_are_reported_and_whole_entries_kept(tmp_path: Path) -> None:
    data = archive([("a.json", b'{"a":1}'), ("b.json", b'{"b":2}')], zipfile.ZIP_STORED)
    (tmp_path / "cut.eval").write_bytes(data[: len(data) // 2])
    (tmp_path / "bad.eval").write_bytes(data.replace(b'{"a":1}', b'{"a":7}', 1))
    ran = run([tmp_path / "cut.eval", tmp_path / "bad.eval"], tmp_path / "out")
    assert {name: row.fault for name, row in ran.outcomes.items()} == dict.fromkeys(ran.outcomes, "truncated_input")
    assert ran.outcomes["cut.eval"].output is None
    assert [entry[0] for entry in told((tmp_path / "out/traces/bad.eval").read_bytes())] == ["b.json"]
    assert [letter.reason for letter in ran.dead_letters] == ["truncated_input"] * 2


def test_a_real_log(shared: Callable[..., Path], tmp_path: Path) -> None:
    path = shared("traces", "inspect_ai", "UKGovernmentBEIS_inspect_ai__log_message_deduplication.eval")
    ran = run([path], tmp_path / "out")
    assert ran.outcomes[path.name].records == 6
    assert told((tmp_path / "out/traces" / path.name).read_bytes()) == told(path.read_bytes())
