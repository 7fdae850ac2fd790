"""Which container a file is: the rule of docs/containers.md, case by case, and every real file."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from openmed_beam.corpus import plan
from openmed_beam.corpus.detection import detect

OBJECT = b'{"a": {"b": [1, "x\\"}{"]}}'
PRETTY = b'{\n  "a": [\n    {},\n    {"b": 1}\n  ]\n}\n'

CASES = [
    ("named .jsonl, one object", "x.jsonl", OBJECT, "jsonl"),
    ("named .jsonl, an array over lines", "x.jsonl", b"[\n{}\n]\n", "jsonl"),
    ("named .JSONL, no JSON", "X.JSONL", b"hello\n", "jsonl"),
    ("named .ndjson", "x.ndjson", PRETTY, "jsonl"),
    ("two objects on lines", "x.json", OBJECT + b"\n" + OBJECT + b"\n", "jsonl"),
    ("two arrays on lines", "x.txt", b"[1]\n[2]", "jsonl"),
    ("two objects with blanks around", "x", b"  {}  \r\n\r\n\t{} \r\n", "jsonl"),
    ("two good lines among bad ones", "x.txt", b"hello\n{}\n{bad\n5\n{}\n", "jsonl"),
    ("two good lines far down", "x.log", b"text\n" * 200_000 + b"{}\n{}\n", "jsonl"),
    ("BOM", "x.json", b"\xef\xbb\xbf{}\n{}\n", "jsonl"),
    ("empty", "x.json", b"", "jsonl"),
    ("blanks", "x.json", b" \n\n", "jsonl"),
    ("array of objects on one line", "x.json", b"[{},{}]", "json_array"),
    ("array, an element a line", "x.json", b"[\n{},\n{},\n{}\n]\n", "json_array"),
    ("array of arrays", "x.json", b"[[1],[2]]", "json_array"),
    ("empty array", "x.json", b" [ ]\n", "json_array"),
    ("array with NaN inside", "x.json", b'[{"a":NaN}]', "json_array"),
    ("array with one element that is no JSON", "x.json", b'[{"a":1},{bad},{"c":3}]', "json_array"),
    ("array with a scalar", "x.json", b"[{},1]", "json_document"),
    ("array of scalars", "x.json", b'["a","b"]', "json_document"),
    ("one object", "x.json", OBJECT, "json_document"),
    ("one pretty object", "x.txt", PRETTY, "json_document"),
    ("one object whose lines hold whole arrays", "x.json", b'{"a":\n[1]\n,"b":\n[2]\n}', "json_document"),
    ("one object of 2,000 levels", "x.json", b'{"a":' * 2000 + b"1" + b"}" * 2000, "json_document"),
    ("5,000 digits", "x.json", b'{"a":' + b"9" * 5000 + b"}", "json_document"),
    ("pretty objects one after another", "x.json", PRETTY + PRETTY, "json_concatenated"),
    ("objects on one line", "x.json", b"{} {}{}", "json_concatenated"),
    ("array and object", "x.json", b"[1,\n2]\n{}", "json_concatenated"),
    ("numbers one after another", "x.txt", b"1\n2\n3\n", None),
    ("one good line among bad ones", "x.txt", b"hello\n{}\nbye\n", None),
    ("array cut short", "x.json", b"[{},{},{", None),
    ("array with a trailing comma", "x.json", b"[{},]", None),
    ("two arrays, cut short", "x.json", b"[{},\n{}]\n[{}", None),
    ("object in brackets that is no JSON", "x.js", b"{a: 1}", None),
    ("string with a raw line end", "x.json", b'{"a":"b\nc"}', None),
    ("text", "README.md", b"# Hello\n\n- [x] done {y}\n", None),
    ("picture", "x.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), None),
    ("picture named .json", "x.json", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), None),
]


@pytest.mark.parametrize(("name", "content", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_rule(tmp_path: Path, name: str, content: bytes, expected: str | None) -> None:
    (tmp_path / name).write_bytes(content)
    assert detect(str(tmp_path / name), name)[:3] == (expected, "", ())


@pytest.mark.parametrize(("name", "content", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_rule_behind_compression(tmp_path: Path, name: str, content: bytes, expected: str | None) -> None:
    (tmp_path / name).write_bytes(gzip.compress(content))
    assert detect(str(tmp_path / name), name + ".gz")[:3] == (expected, "gzip", ())
    assert detect(str(tmp_path / name), name)[:3] == (expected, "gzip", ())


@pytest.mark.parametrize(
    ("content", "expected"),
    [(b"{}\n{}\n", ("jsonl", "")), (b"\0\0" + gzip.compress(b"{}\n{}\n")[2:], ("jsonl", "gzip"))],
    ids=["plain text named .gz", "a signature that was overwritten"],
)
def test_compression_goes_by_content(tmp_path: Path, content: bytes, expected: tuple[str, str]) -> None:
    (tmp_path / "x.jsonl.gz").write_bytes(content)
    assert detect(str(tmp_path / "x.jsonl.gz"), "x.jsonl.gz")[:2] == expected


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("cut.json", b'{"a": [1, 2', (True, 11)),
        ("cut", b'\xef\xbb\xbf\n {"a": [1, 2', (True, 16)),
        ("python.txt", b'{"\xc3\xa9": None}', (True, 7)),
        ("commas.json", b'[{"a": 1},,]', (True, 10)),
        ("latin.json", b'{"a": "\xe9"', (True, 7)),
        ("words.json", b"no JSON", (True, 0)),
        ("words.txt", b"no JSON", (False, None)),
        ("picture.png", b"[\x89PNG\0\0", (False, None)),
    ],
)
@pytest.mark.parametrize("compress", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_broken_json_is_told_from_other_files(
    tmp_path: Path, name: str, content: bytes, expected: tuple[bool, int | None], compress: Callable[[bytes], bytes]
) -> None:
    (tmp_path / name).write_bytes(compress(content))
    found = detect(str(tmp_path / name), name)
    assert (found.container, found.is_broken_json, found.broken_at) == (None, *expected)


def test_real_files_are_what_their_list_says(shared: Callable[..., Path]) -> None:
    kinds = {"jsonl": "jsonl", "json-array": "json_array", "json": "json_document", "zip": "zip", "text": None}
    traces = shared("traces")
    expected = {}
    for line in (traces / "SOURCES.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 5 and "/" in cells[1] and (traces / cells[1]).exists():
            expected[cells[1]] = kinds[cells[3].split()[0]]
    assert len(expected) > 45
    found = plan([str(traces)], exclude=["SOURCES.md"])
    detected = {file.source: file.container for file in found.files}
    detected.update({item.source: None for item in found.skipped})
    assert detected == expected
