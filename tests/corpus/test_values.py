"""Arrays, documents and concatenated values: bytes come back, what is left after a stop is well formed."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from whole_run import items, letters, records, run

from openmed_beam.corpus import compression, plan, read_range

MANY = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
BLANKS = st.sampled_from([b"", b" ", b"\n", b"\r\n\t "])
TEXT = st.text(st.sampled_from('a"\\{}[],: \u2028é\n'), max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=12,
).filter(lambda value: isinstance(value, (dict, list)))
ENCODED = st.builds(
    lambda value, indent: json.dumps(value, indent=indent).encode(), VALUES, st.sampled_from([None, None, 2])
)
ARRAYS = st.builds(
    lambda elements, blanks: (elements, blanks),
    st.lists(ENCODED, min_size=1, max_size=6),
    st.lists(BLANKS, min_size=20, max_size=20),
)


def array_text(elements: list[bytes], blanks: list[bytes]) -> bytes:
    spaced = [blanks[2 * at] + element + blanks[2 * at + 1] for at, element in enumerate(elements)]
    return blanks[-1] + b"[" + b",".join(spaced) + b"]" + blanks[-2]


@given(array=ARRAYS, dropped=st.sets(st.integers(0, 6)), block=st.integers(1, 40), limit=st.integers(0, 200))
@MANY
def test_arrays(
    tmp_path_factory: pytest.TempPathFactory,
    array: tuple[list[bytes], list[bytes]],
    dropped: set[int],
    block: int,
    limit: int,
) -> None:
    elements, blanks = array
    content = array_text(elements, blanks)
    folder = tmp_path_factory.mktemp("array")
    path = folder / "x.json"
    path.write_bytes(content)
    found = plan([str(path)])
    assert found.files[0].container == "json_array"
    with mock.patch.object(compression, "_STEP", block):
        seen = records(items(found.ranges[0]))
        assert [record.payload for record in seen] == elements
        assert [record.frame.index for record in seen] == list(range(len(elements)))
        for record in seen:
            assert content[record.offset : record.offset + record.frame.length] == record.payload  # type: ignore[operator]
        for letter, long in zip(
            letters(items(found.ranges[0], max_record_bytes=limit)),
            [element for element in elements if len(element) > limit],
            strict=True,
        ):
            assert (letter.length, letter.record_sha256) == (len(long), hashlib.sha256(long).hexdigest())
        run([path], folder / "same")
        run([path], folder / "less", drop=lambda record: record.frame.index in dropped)  # type: ignore[union-attr]
    assert (folder / "same/traces/x.json").read_bytes() == content
    left = [element for at, element in enumerate(elements) if at not in dropped]
    less = (folder / "less/traces/x.json").read_bytes()
    assert json.loads(less) == [json.loads(element) for element in left]
    if not left:
        assert less.strip() == b"[]"


@given(values=st.lists(ENCODED, min_size=2, max_size=6), gaps=st.lists(BLANKS, min_size=7, max_size=7))
@MANY
def test_concatenated_values(tmp_path_factory: pytest.TempPathFactory, values: list[bytes], gaps: list[bytes]) -> None:
    content = gaps[-1] + b"".join(value + gap for value, gap in zip(values, gaps))
    folder = tmp_path_factory.mktemp("values")
    (folder / "x.json").write_bytes(content)
    found = plan([str(folder / "x.json")])
    if found.files[0].container == "jsonl":  # two of them stand alone on their lines
        return
    with mock.patch.object(compression, "_STEP", 5):
        assert [record.payload for record in records(items(found.ranges[0]))] == values
        run([folder / "x.json"], folder / "same")
    assert (folder / "same/traces/x.json").read_bytes() == content


def test_an_array_without_its_first_and_last_elements(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b"[\n  {},\n  [1],\n  {}\n]\n")
    run([tmp_path / "x.json"], tmp_path / "out", drop=lambda record: record.payload == b"{}")
    assert (tmp_path / "out/traces/x.json").read_bytes() == b"[\n  [1]\n]\n"


@pytest.mark.parametrize(
    ("name", "content", "left"),
    [
        ("x.json", b"[\n  {},\n  {}\n]\n", b"[]\n"),
        ("x.jsonl", b"\xef\xbb\xbf{}\n\n{}\n", b"\xef\xbb\xbf\n"),
        ("y.json", b"{\n}\n{\n}\n", b""),
    ],
)
def test_nothing_left_gives_an_empty_container(tmp_path: Path, name: str, content: bytes, left: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    ran = run([tmp_path / name], tmp_path / "out", drop=lambda _: True)
    assert (tmp_path / "out/traces" / name).read_bytes() == left
    assert ran.outcomes[name].records == 0


def test_a_lone_document_that_was_stopped_gives_no_file_and_is_listed(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b'\n{"a": 1}\n')
    ran = run([tmp_path / "x.json"], tmp_path / "out", drop=lambda _: True)
    assert not (tmp_path / "out/traces").exists()
    assert (ran.outcomes["x.json"].output, ran.outcomes["x.json"].records) == (None, 0)
    assert ran.manifest["files"][0]["output"] is None


def test_a_document_keeps_what_stands_around_it(tmp_path: Path) -> None:
    content = b'\xef\xbb\xbf\r\n {"a":\n 1} \n\n'
    (tmp_path / "x.json").write_bytes(content)
    (piece,) = plan([str(tmp_path / "x.json")]).ranges
    (record,) = records(items(piece))
    assert (record.offset, record.payload) == (6, b'{"a":\n 1}')
    run([tmp_path / "x.json"], tmp_path / "out")
    assert (tmp_path / "out/traces/x.json").read_bytes() == content


def test_a_huge_element_is_skipped_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    with path.open("wb") as out:
        out.write(b'[{"a":1},{"x":"')
        for _ in range(64):
            out.write(b'x\\"{' * 250_000)
        out.write(b'"},{"b":2}]')
    (piece,) = plan([str(path)]).ranges
    tracemalloc.start()
    try:
        found = list(read_range(piece, max_record_bytes=1_000_000))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [record.payload for record in records(found)] == [b'{"a":1}', b'{"b":2}']
    assert [letter.length for letter in letters(found)] == [64_000_000 + 8]
    assert peak < 10_000_000


@pytest.mark.parametrize("text", [b"[" * 3000 + b"]" * 3000, b'[{"a":' * 500 + b"1" + b"}]" * 500])
def test_depth_is_no_concern_of_framing(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "x.json").write_bytes(b"[" + text + b"," + text + b"]")
    (piece,) = plan([str(tmp_path / "x.json")]).ranges
    assert [record.payload for record in records(items(piece))] == [text, text]


def test_a_file_that_changed_after_planning_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"[{},{},{}]")
    (piece,) = plan([str(path)]).ranges
    path.write_bytes(b"[{},{},")
    (letter,) = letters(items(piece))
    assert letter.reason in ("truncated_input", "unreadable_input")
    path.unlink()
    (letter,) = letters(items(piece))
    assert letter.reason == "unreadable_input"
