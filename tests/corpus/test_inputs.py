"""What INPUT arguments name: order, links, hidden files, exclusions, clashes, overlap with the output."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from whole_run import run, tree

from openmed_beam.corpus import plan
from openmed_beam.corpus.inputs import exclusion, find_inputs
from openmed_beam.errors import CorpusError

LINE = b'{"a":1}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "in"
    for name in ("b.jsonl", "a/x.jsonl", "a.jsonl", "a-b.jsonl", "Z.jsonl", "é.jsonl", ".hidden.jsonl", ".git/y.jsonl"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(LINE)
    return root


def sources(*inputs: object, **options: object) -> list[str]:
    return [file.source for file in find_inputs([str(name) for name in inputs], **options).files]  # type: ignore[arg-type]


def test_a_folder_gives_its_files_in_byte_order_of_their_paths(folder: Path) -> None:
    found = sources(folder)
    assert found == sorted(found, key=os.fsencode)
    assert found == ["Z.jsonl", "a-b.jsonl", "a.jsonl", "a/x.jsonl", "b.jsonl", "é.jsonl"]


def test_hidden_entries_are_counted_and_left_alone(folder: Path) -> None:
    assert plan([str(folder)]).hidden == 2


def test_a_named_file_has_its_own_name(folder: Path) -> None:
    assert sources(folder / "a/x.jsonl", folder / "b.jsonl") == ["x.jsonl", "b.jsonl"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.jsonl", ["Z.jsonl", "a-b.jsonl", "a.jsonl", "b.jsonl", "é.jsonl"]),
        ("a*", ["a-b.jsonl", "a.jsonl", "a/x.jsonl"]),
        ("*/x.jsonl", ["a/x.jsonl"]),
        ("**/*.jsonl", ["Z.jsonl", "a-b.jsonl", "a.jsonl", "a/x.jsonl", "b.jsonl", "é.jsonl"]),
        ("**", ["Z.jsonl", "a-b.jsonl", "a.jsonl", "a/x.jsonl", "b.jsonl", "é.jsonl"]),
        ("[ab].jsonl", ["a.jsonl", "b.jsonl"]),
    ],
)
def test_a_glob_names_places_below_its_fixed_prefix(folder: Path, pattern: str, expected: list[str]) -> None:
    assert sources(folder / pattern) == expected


def test_a_name_with_brackets_that_exists_is_no_glob(tmp_path: Path) -> None:
    (tmp_path / "data[1].jsonl").write_bytes(LINE)
    assert sources(tmp_path / "data[1].jsonl") == ["data[1].jsonl"]


def test_a_link_is_followed_where_named_and_skipped_where_found(folder: Path, tmp_path: Path) -> None:
    (folder / "link.jsonl").symlink_to(folder / "a.jsonl")
    (folder / "loop").symlink_to(folder)
    found = plan([str(folder)])
    assert [(item.source, item.reason) for item in found.skipped] == [("link.jsonl", "link"), ("loop", "link")]
    assert sources(folder / "link.jsonl") == ["link.jsonl"]
    (tmp_path / "named").symlink_to(folder / "a")
    assert sources(tmp_path / "named") == ["x.jsonl"]
    assert [item.source for item in plan([str(folder / "l*.jsonl")]).skipped] == ["link.jsonl"]


def test_what_is_no_container_or_no_file_is_skipped(folder: Path) -> None:
    (folder / "cat.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    os.mkfifo(folder / "pipe")
    found = plan([str(folder)])
    assert [(item.source, item.reason) for item in found.skipped] == [
        ("cat.png", "not_a_container"),
        ("pipe", "special_file"),
    ]


@pytest.mark.parametrize(
    ("pattern", "place", "covered"),
    [
        ("*.png", "cat.png", True),
        ("*.png", "a/b/cat.png", True),
        ("*.png", "cat.png.jsonl", False),
        ("raw", "a/raw/x.jsonl", True),
        ("raw/", "raw/x.jsonl", True),
        ("raw", "rawer/x.jsonl", False),
        ("a/*.json", "a/x.json", True),
        ("a/*.json", "b/a/x.json", False),
        ("a/*.json", "a/b/x.json", False),
        ("a/**/*.json", "a/x.json", True),
        ("a/**/*.json", "a/b/c/x.json", True),
        ("**/*.png", "cat.png", True),
        ("x?.json", "x1.json", True),
        ("x[!0-9].json", "x1.json", False),
        ("x[!0-9].json", "xa.json", True),
        ("a+b.json", "a+b.json", True),
        ("[", "[", True),
    ],
)
def test_exclusions(pattern: str, place: str, covered: bool) -> None:
    assert bool(exclusion(pattern).match(place)) is covered


def test_excluded_files_are_counted_and_not_skipped(folder: Path) -> None:
    (folder / "cat.png").write_bytes(b"\x89PNG")
    (folder / "link.png").symlink_to(folder / "cat.png")
    found = plan([str(folder)], exclude=["*.png", "a"])
    assert (found.skipped, found.excluded) == ((), 3)
    assert "a/x.jsonl" not in [file.source for file in found.files]


@pytest.mark.parametrize("name", ["absent.jsonl", "absent/*.jsonl", "absent"])
def test_a_missing_input_stops_before_anything_is_written(folder: Path, tmp_path: Path, name: str) -> None:
    output = tmp_path / "out"
    with pytest.raises(CorpusError, match="absent"):
        run([folder, folder / name], output)
    assert not output.exists()


def test_a_link_to_nothing_is_missing(tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    with pytest.raises(CorpusError, match="link to nothing"):
        plan([str(tmp_path / "dangling")])


@pytest.mark.parametrize("inputs", [("a.jsonl", "a.jsonl"), ("a.jsonl", "other/a.jsonl"), ("a", "clash")])
def test_two_inputs_with_one_place_are_refused(folder: Path, tmp_path: Path, inputs: tuple[str, str]) -> None:
    (folder / "other").mkdir()
    (folder / "other/a.jsonl").write_bytes(LINE)
    (folder / "clash/x.jsonl").mkdir(parents=True)
    (folder / "clash/x.jsonl/y.jsonl").write_bytes(LINE)
    with pytest.raises(CorpusError, match="output"):
        run([folder / name for name in inputs], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "output"),
    [("in", "in"), ("in", "in/out"), ("in/a.jsonl", "in"), ("in/*.jsonl", "in"), ("in", "link/out"), ("link", "in/o")],
)
def test_an_input_at_above_or_below_the_output_is_refused(folder: Path, tmp_path: Path, name: str, output: str) -> None:
    (tmp_path / "link").symlink_to(folder)
    before = tree(tmp_path)
    with pytest.raises(CorpusError, match="at, above or below"):
        run([tmp_path / name], tmp_path / output)
    assert tree(tmp_path) == before


def test_an_output_beside_the_files_of_a_glob_is_allowed(folder: Path) -> None:
    run([folder / "a*.jsonl"], folder / "out")
    assert sorted(tree(folder / "out/traces")) == ["a-b.jsonl", "a.jsonl"]


def test_file_names_that_are_no_utf8_keep_their_bytes(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.jsonl")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_bytes(LINE)
    run([tmp_path / "in"], tmp_path / "out")
    assert os.listdir(os.fsencode(tmp_path / "out/traces")) == [b"caf\xe9.jsonl"]
    run([tmp_path / "in"], tmp_path / "out", resume=True)


def test_an_input_that_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CorpusError, match="neither a file nor a folder"):
        plan([str(tmp_path / "pipe")])
    with pytest.raises(CorpusError, match="stands alone"):
        plan(["-", str(tmp_path)])
