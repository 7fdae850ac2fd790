"""Damaged files of every container: a run over them ends, and what it says of them holds."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from whole_run import run

from openmed_beam.traces.record import FILE_REASONS

LINES = [b'{"n":%d,"t":"%s"}' % (n, b"xyz" * (n % 30)) for n in range(300)]
JSONL = b"\n".join(LINES) + b"\n"
ARRAY = b"[\n" + b",\n".join(LINES) + b"\n]"
ROUNDS = 40 * (10 if os.environ.get("OPENMED_BEAM_SLOW") else 1)


def archive() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as out:
        for number, line in enumerate(LINES[:30]):
            out.writestr(f"samples/{number}.json", line)
    return buffer.getvalue()


def parquet() -> bytes:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    buffer = io.BytesIO()
    pq.write_table(pa.table({"a": [line.decode() for line in LINES]}), buffer, row_group_size=70)
    return buffer.getvalue()


FILES: dict[str, Callable[[], bytes]] = {
    "x.jsonl": lambda: JSONL,
    "x.json": lambda: ARRAY,
    "y.json": lambda: b"{\n}\n" + JSONL,
    "x.jsonl.gz": lambda: gzip.compress(JSONL),
    "x.json.zst": lambda: zstandard.ZstdCompressor(write_checksum=True).compress(ARRAY),
    "x.jsonl.bz2": lambda: bz2.compress(JSONL),
    "x.json.xz": lambda: lzma.compress(ARRAY),
    "x.eval": archive,
    "x.parquet": parquet,
}


def damaged(data: bytes, random_: random.Random) -> bytes:
    kind = random_.randrange(4)
    at = random_.randrange(len(data))
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data + random_.randbytes(random_.randrange(1, 50))
    if kind == 2:
        return data[:at] + random_.randbytes(random_.randrange(1, 20)) + data[at:]
    broken = bytearray(data)
    for _ in range(random_.randrange(1, 4)):
        broken[random_.randrange(len(data))] ^= 1 << random_.randrange(8)
    return bytes(broken)


@pytest.mark.parametrize("name", list(FILES))
def test_damaged_files(tmp_path: Path, name: str) -> None:
    data = FILES[name]()
    for seed in range(ROUNDS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        (folder / name).write_bytes(damaged(data, random.Random(f"{name} {seed}")))
        (folder / "neighbour.jsonl").write_bytes(b"{}\n")
        ran = run([folder / name, folder / "neighbour.jsonl"], folder / "out")
        assert (folder / "out/traces/neighbour.jsonl").read_bytes() == b"{}\n"
        listed = {item["source"] for item in ran.manifest["skipped"]} | set(ran.outcomes)
        assert name in listed
        about_files = [letter for letter in ran.dead_letters if letter.reason in FILE_REASONS]
        assert len(about_files) <= 1
        outcome = ran.outcomes.get(name)
        if outcome is not None:
            assert outcome.fault == (about_files[0].reason if about_files else None)
            assert (outcome.output is None) == (not (folder / "out/traces" / name).exists())
            if outcome.fault is None and outcome.compression:
                assert outcome.records == len(LINES)
