"""Provenance: what a record's frame says suffices to find its text again, in every container."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from whole_run import items, records

from openmed_beam.corpus import Place, fetch_records, plan
from openmed_beam.errors import CorpusError

LINES = [b'{"n":%d,"t":"%s"}' % (n, b"x" * (n * 37 % 900)) for n in range(3000)]
JSONL = b"\xef\xbb\xbf" + b"\r\n".join(LINES)
ARRAY = b"[\n" + b",\n ".join(LINES) + b"]"


def archive() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as out:
        out.writestr("media/x.png", b"\x89PNG")
        for number, line in enumerate(LINES[:50]):
            out.writestr(f"{number}.json", b" " + line + b"\n")
    return buffer.getvalue()


def parquet() -> bytes:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    buffer = io.BytesIO()
    pq.write_table(pa.table({"a": [line.decode() for line in LINES]}), buffer, row_group_size=700)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.jsonl", lambda: JSONL),
        ("x.json", lambda: ARRAY),
        ("y.json", lambda: b"{\n}" + b"\n".join(LINES)),
        ("x.jsonl.gz", lambda: gzip.compress(JSONL[:500_000]) + gzip.compress(JSONL[500_000:])),
        ("x.jsonl.zst", lambda: zstandard.compress(JSONL)),
        ("x.json.bz2", lambda: bz2.compress(ARRAY)),
        ("x.json.xz", lambda: lzma.compress(ARRAY, preset=0)),
        ("x.eval", archive),
        ("x.parquet", parquet),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_record_can_be_fetched_again(tmp_path: Path, name: str, content: Callable[[], bytes]) -> None:
    path = tmp_path / name
    path.write_bytes(content())
    (file,) = plan([str(path)]).files
    (piece,) = plan([str(path)]).ranges
    found = {Place(r.offset, r.frame.length, r.frame.index): r.payload for r in records(items(piece))}
    assert len(found) > 40
    some = random.Random(1).sample(sorted(found, key=str), 40)
    for places in (some, some[:1]):
        fetched = list(fetch_records(file.path, file.container, file.compression, [*places, places[0]]))
        assert sorted(fetched, key=str) == sorted(((place, found[place]) for place in places), key=str)


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
def test_a_file_that_became_shorter_is_noticed(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(JSONL) if name.endswith("gz") else JSONL)
    (file,) = plan([str(path)]).files
    with pytest.raises(CorpusError, match="changed"):
        list(fetch_records(file.path, file.container, file.compression, [Place(len(JSONL) - 5, 50)]))
    path.unlink()
    with pytest.raises(CorpusError, match="cannot be read"):
        list(fetch_records(file.path, file.container, file.compression, [Place(0, 5)]))
