"""JSONL: any bytes come back as they were, any split gives the same records, long lines cost no memory."""

from __future__ import annotations

import hashlib
import tracemalloc
import zlib
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from whole_run import items, letters, records, run, summary

from openmed_beam.corpus import compression, plan, read_range
from openmed_beam.corpus.lines import BOM
from openmed_beam.traces.record import TraceRecord

LINES = st.lists(
    st.sampled_from([b"{}", b'{"a":1}', b"", b" ", b"\t", b"[1]", b"x" * 50, b'"\r"', "\u2028\u0085".encode(), b"\0"]),
    max_size=12,
)
CORPUS = st.builds(
    lambda lines, ends, bom, last: (
        (BOM if bom else b"") + b"".join(line + end for line, end in zip(lines, ends)) + last
    ),
    LINES,
    st.lists(st.sampled_from([b"\n", b"\r\n", b"\r\r\n"]), min_size=12, max_size=12),
    st.booleans(),
    st.sampled_from([b"", b"{}", b" ", b"\r", b"{}\r"]),
)
MANY = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def pieces(path: Path, content: bytes, range_bytes: int | None = None) -> list[list[object]]:
    path.write_bytes(content)
    return [items(piece) for piece in plan([str(path)], range_bytes=range_bytes).ranges]


def written(found: list[object]) -> bytes:
    return b"".join(item.payload + item.frame.ending for item in found if isinstance(item, TraceRecord))


@given(content=CORPUS, size=st.integers(1, 40), block=st.integers(1, 40))
@MANY
def test_any_split_gives_the_same_records_and_every_byte_once(
    tmp_path: Path, content: bytes, size: int, block: int
) -> None:
    path = tmp_path / "x.jsonl"
    (whole,) = pieces(path, content)
    with mock.patch.object(compression, "_STEP", block):
        split = pieces(path, content, size)

    def stripped(found: list[object]) -> list[object]:
        return [item._replace(frame=item.frame._replace(part="")) for item in found]  # type: ignore[attr-defined]

    assert [item for part in split for item in stripped(part)] == stripped(whole)
    assert written(whole) == content
    for record in records(whole):
        assert record.offset is not None
        assert content[record.offset : record.offset + record.frame.length] == record.payload
    ranges = plan([str(path)], range_bytes=size).ranges
    digests = [summary(piece)["input_digest"] for piece in ranges]
    if len(ranges) == 1:
        assert digests == [hashlib.sha256(content).hexdigest()]
    else:
        assert digests == [f"crc32:{zlib.crc32(content[piece.start : piece.end]):08x}" for piece in ranges]


@given(content=CORPUS, size=st.integers(1, 40), limit=st.integers(0, 10), block=st.integers(1, 40))
@MANY
def test_records_above_the_limit_are_dead_lettered_whatever_the_split(
    tmp_path: Path, content: bytes, size: int, limit: int, block: int
) -> None:
    path = tmp_path / "x.jsonl"
    (whole,) = pieces(path, content)
    ranges = plan([str(path)], range_bytes=size).ranges
    with mock.patch.object(compression, "_STEP", block):
        found = [item for piece in ranges for item in items(piece, max_record_bytes=limit)]
    assert [r.offset for r in records(found)] == [r.offset for r in records(whole) if r.frame.length <= limit]
    assert [(d.offset, d.length, d.record_sha256) for d in letters(found)] == [
        (line.offset, line.frame.length, hashlib.sha256(line.payload).hexdigest())  # type: ignore[attr-defined]
        for line in whole
        if line.frame.kind != "text" and line.frame.length > limit  # type: ignore[attr-defined]
    ]


def test_frames_say_how_a_record_stood(tmp_path: Path) -> None:
    (found,) = pieces(tmp_path / "x.jsonl", BOM + b'{"a":1}\r\n\n {} \n[]')
    assert [(i.frame.kind, i.offset, i.payload, i.frame.ending) for i in found] == [  # type: ignore[attr-defined]
        ("text", 0, BOM, b""),
        ("record", 3, b'{"a":1}', b"\r\n"),
        ("blank", 12, b"", b"\n"),
        ("record", 13, b" {} ", b"\n"),
        ("record", 18, b"[]", b""),
    ]
    (piece,) = plan([str(tmp_path / "x.jsonl")]).ranges
    said = summary(piece)
    assert (said["records"], said["blank_lines"], said["fault"]) == (3, 1, None)


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b""])
def test_a_record_of_exactly_the_limit_passes(tmp_path: Path, ending: bytes) -> None:
    (tmp_path / "x.jsonl").write_bytes(b"x" * 3_000_000 + ending)
    (piece,) = plan([str(tmp_path / "x.jsonl")]).ranges
    assert not letters(items(piece, max_record_bytes=3_000_000))
    (letter,) = letters(items(piece, max_record_bytes=2_999_999))
    assert (letter.reason, letter.offset, letter.length) == ("record_too_large", 0, 3_000_000)
    assert letter.record_sha256 == hashlib.sha256(b"x" * 3_000_000).hexdigest()


def test_a_huge_line_is_skipped_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with path.open("wb") as out:
        out.write(b'{"a":1}\n')
        for _ in range(64):
            out.write(b"x" * 1_000_000)
        out.write(b'\n{"b":2}\n')
    (piece,) = plan([str(path)]).ranges
    tracemalloc.start()
    try:
        found = list(read_range(piece, max_record_bytes=1_000_000))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [record.payload for record in records(found)] == [b'{"a":1}', b'{"b":2}']
    (letter,) = letters(found)
    assert (letter.offset, letter.length) == (8, 64_000_000)
    assert peak < 8_000_000


def test_a_stopped_record_takes_its_line_ending_with_it(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(b'{"a":1}\n\n{"b":2}\r\n{"c":3}')
    ran = run([tmp_path / "x.jsonl"], tmp_path / "out", drop=lambda record: b"b" in record.payload)
    assert (tmp_path / "out/traces/x.jsonl").read_bytes() == b'{"a":1}\n\n{"c":3}'
    assert [(letter.offset, letter.length) for letter in ran.dead_letters] == [(9, 7)]


def test_a_huge_file_is_cut_for_the_workers_and_comes_out_in_order(tmp_path: Path) -> None:
    content = b"".join(b'{"n":%d}\n' % n for n in range(5000))
    (tmp_path / "x.jsonl").write_bytes(content)
    found = plan([str(tmp_path / "x.jsonl")], range_bytes=1000)
    assert len(found.ranges) == len(found.files[0].cuts) > 50
    ran = run([tmp_path / "x.jsonl"], tmp_path / "out", range_bytes=1000)
    assert (tmp_path / "out/traces/x.jsonl").read_bytes() == content
    outcome = ran.outcomes["x.jsonl"]
    assert outcome.sha256 == outcome.output_sha256 == hashlib.sha256(content).hexdigest()
    assert outcome.records == 5000


def test_many_small_files_are_grouped(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number}.jsonl").write_bytes(b"{}\n" * 10)
    found = plan([str(tmp_path)])
    batches = found.batches(2)
    assert 2 <= len(batches) <= 40
    assert [piece for batch in batches for piece in batch] == list(found.ranges)
    assert found.batches(2, without={piece.name for piece in found.ranges}) == []
