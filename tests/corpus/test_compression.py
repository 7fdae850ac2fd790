"""Compression: several members, every cut and every flipped byte noticed, what was read kept."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import random
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from whole_run import items, letters, records, run, summary

from openmed_beam.corpus import compression, plan
from openmed_beam.corpus.compression import InputFault, by_signature, compressor, decompress

PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "zstd": zstandard.ZstdCompressor(write_checksum=True).compress,
    "bzip2": lambda data: bz2.compress(data, 1),
    "xz": lzma.compress,
}
UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "zstd": lambda data: zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read(),
    "bzip2": bz2.decompress,
    "xz": lzma.decompress,
}
SUFFIX = {"gzip": ".gz", "zstd": ".zst", "bzip2": ".bz2", "xz": ".xz"}
KINDS = list(PACK)


def corpus(count: int, seed: int = 1) -> list[bytes]:
    random_ = random.Random(seed)
    return [json.dumps({"n": n, "text": random_.randbytes(random_.randrange(40)).hex()}).encode() for n in range(count)]


def unpacked(data: bytes, kind: str, step: int = 1 << 20) -> tuple[bytes, str | None]:
    at = 0

    def read(size: int) -> bytes:
        nonlocal at
        block = data[at : at + min(size, step)]
        at += len(block)
        return block

    got = []
    try:
        for block in decompress(read, kind):  # type: ignore[arg-type]
            got.append(block)
    except InputFault as fault:
        return b"".join(got), fault.reason
    return b"".join(got), None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", [1, 7, 1 << 20])
def test_members_one_after_another_are_one_stream(kind: str, step: int) -> None:
    pack = PACK[kind]
    assert by_signature(pack(b"abc")) == kind
    data = pack(b"abc") + pack(b"") + pack(b"def" * 1000)
    assert unpacked(data, kind, step) == (b"abc" + b"def" * 1000, None)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_can_be_read_and_is_the_same_each_time(kind: str) -> None:
    def pack() -> bytes:
        made = compressor(kind)  # type: ignore[arg-type]
        return made.compress(b"abc" * 5000) + made.flush()

    assert UNPACK[kind](pack()) == b"abc" * 5000
    assert pack() == pack()
    assert UNPACK[kind](compressor(kind).flush()) == b""  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
def test_every_cut_is_noticed_and_gives_a_beginning(kind: str) -> None:
    content = b"\n".join(corpus(60))
    data = PACK[kind](content)
    for cut in range(len(data)):
        got, fault = unpacked(data[:cut], kind)
        assert content.startswith(got)
        assert fault == ("truncated_input" if cut or kind == "gzip" or kind != "zstd" else None)


@pytest.mark.parametrize("kind", KINDS)
def test_every_flipped_byte_is_noticed_unless_it_changes_nothing(kind: str) -> None:
    content = b"\n".join(corpus(60))
    data = PACK[kind](content)
    for at in range(len(data)):
        broken = bytearray(data)
        broken[at] ^= 1 << (at % 8)
        got, fault = unpacked(bytes(broken), kind)
        assert fault == "truncated_input" or got == content, at


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("garbage", [b"x", b"garbage after a member", b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh9"])
def test_garbage_after_a_member_is_noticed_and_the_member_kept(kind: str, garbage: bytes) -> None:
    assert unpacked(PACK[kind](b"abc") + garbage, kind) == (b"abc", "truncated_input")


def test_padding_after_a_member_is_allowed_where_the_format_has_it() -> None:
    assert unpacked(gzip.compress(b"abc") + bytes(700), "gzip") == (b"abc", None)
    assert unpacked(lzma.compress(b"abc") + bytes(8) + lzma.compress(b"d"), "xz") == (b"abcd", None)
    assert unpacked(lzma.compress(b"abc") + bytes(7), "xz") == (b"abc", "truncated_input")


def test_zstd_skippable_frames_and_long_windows() -> None:
    frame = PACK["zstd"](b"abc")
    skippable = b"\x50\x2a\x4d\x18" + (20_000).to_bytes(4, "little") + bytes(20_000)
    assert by_signature(skippable) == "zstd"
    for step in (1, 5, 1 << 20):
        assert unpacked(skippable + frame + skippable + frame, "zstd", step) == (b"abcabc", None)
    assert unpacked(frame + skippable[:-1], "zstd") == (b"abc", "truncated_input")
    long = zstandard.ZstdCompressionParameters.from_level(3, window_log=28, enable_ldm=True)
    packed = zstandard.ZstdCompressor(compression_params=long).compressobj()
    assert unpacked(packed.compress(b"abc" * 9) + packed.flush(), "zstd") == (b"abc" * 9, None)


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_file_that_expands_to_a_huge_one_comes_in_blocks(kind: str) -> None:
    made = compressor(kind)  # type: ignore[arg-type]
    data = b"".join(made.compress(bytes(1 << 20)) for _ in range(100)) + made.flush()
    at = 0

    def read(size: int) -> bytes:
        nonlocal at
        at += size
        return data[at - size : at]

    sizes = [len(block) for block in decompress(read, kind)]  # type: ignore[arg-type]
    assert sum(sizes) == 100 << 20
    assert max(sizes) <= 1 << 20


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["x.jsonl", "x.json"])
def test_a_cut_file_keeps_its_whole_records_and_is_reported(tmp_path: Path, kind: str, name: str) -> None:
    lines = corpus(6000)
    content = b"\n".join(lines) + b"\n" if name == "x.jsonl" else b"[" + b",\n".join(lines) + b"]\n"
    data = PACK[kind](content)
    path = tmp_path / (name + SUFFIX[kind])
    path.write_bytes(data[: len(data) // 2])
    found = plan([str(path)])
    assert found.files[0].container == ("jsonl" if name == "x.jsonl" else "json_array")
    got = items(found.ranges[0])
    kept = [record.payload for record in records(got)]
    assert kept == lines[: len(kept)]
    assert len(kept) > 200 or kind == "xz"
    (letter,) = letters(got)
    assert (letter.stage, letter.reason, letter.length, letter.record_sha256) == ("read", "truncated_input", 0, None)
    assert content[: letter.offset].count(b"{") == len(kept)
    assert summary(found.ranges[0])["fault"] == "truncated_input"
    ran = run([path], tmp_path / "out")
    outcome = ran.outcomes[path.name]
    assert (outcome.fault, outcome.records) == ("truncated_input", len(kept))
    left = UNPACK[kind]((tmp_path / "out/traces" / path.name).read_bytes())
    if name == "x.json":
        assert json.loads(left) == [json.loads(line) for line in kept]
    else:
        assert [line for line in left.split(b"\n") if line] == kept


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_left_gives_an_empty_member(tmp_path: Path, kind: str) -> None:
    path = tmp_path / ("x.jsonl" + SUFFIX[kind])
    path.write_bytes(PACK[kind](b"{}\n{}\n"))
    run([path], tmp_path / "out", drop=lambda _: True)
    left = (tmp_path / "out/traces" / path.name).read_bytes()
    assert left
    assert UNPACK[kind](left) == b""


def test_a_bad_checksum_costs_no_record(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(b'{"a":1}\n{"b":2}\n'))
    data[-5] ^= 1
    (tmp_path / "x.jsonl.gz").write_bytes(bytes(data))
    got = items(plan([str(tmp_path)]).ranges[0])
    assert [record.payload for record in records(got)] == [b'{"a":1}', b'{"b":2}']
    assert [letter.reason for letter in letters(got)] == ["truncated_input"]


def test_a_missing_zstandard_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    with pytest.raises(compression.CorpusError, match="pip install zstandard"):
        list(decompress(lambda _: b"", "zstd"))
