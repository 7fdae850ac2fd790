"""The output directory: whose it is, what a run may do with it, and what a crash at any step costs."""

from __future__ import annotations

import gzip
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from whole_run import DEAD_LETTERS, run, tree

from openmed_beam.corpus import LinePartWriter, PartWriter, RunDirectory, join_lines, plan, read_range, storage
from openmed_beam.corpus import run_directory as rules
from openmed_beam.errors import CorpusError


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    root = tmp_path / "in"
    (root / "sub").mkdir(parents=True)
    (root / "a.jsonl").write_bytes(b"".join(b'{"n":%d}\n' % n for n in range(40)))
    (root / "sub/b.jsonl.gz").write_bytes(gzip.compress(b'{"n":1}\n{"n":3}\n\n', mtime=0))
    (root / "c.json").write_bytes(b'[{"n": 1},\n {"n": 3}]')
    (root / "d.json").write_bytes(b'{"n":3}')
    (root / "e.json").write_bytes(b'{"n": 1}\n')
    return root


def threes(record: Any) -> bool:
    return b"3" in record.payload


OPTIONS: dict[str, Any] = {"drop": threes, "range_bytes": 50}


class Crash(BaseException):
    """The process is gone: nothing catches this and nothing is cleaned up."""


class CrashingStorage:
    """Counts what reaches the disk; dies before one of these steps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.left: int | None = None
        self.steps = 0
        for name in ("rename", "remove", "open_for_writing", "write_whole", "sync_files", "remove_folder_if_empty"):
            self._patch.setattr(storage, name, self._wrapped(getattr(storage, name)))

    def _wrapped(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*args: Any, **options: Any) -> Any:
            self.tick()
            return call(*args, **options)

        return wrapper

    def tick(self) -> None:
        self.steps += 1
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Crash


def test_a_crash_at_any_step_costs_nothing(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run([corpus], tmp_path / "whole", **OPTIONS)
    expected = tree(tmp_path / "whole", state=False)
    expected_manifest = json.loads(expected.pop("manifest.json"))
    disk = CrashingStorage(monkeypatch)
    step = crashes = 0
    while True:
        output = tmp_path / f"out{step}"
        disk.left = step
        try:
            run([corpus], output, **OPTIONS)
        except Crash:
            crashes += 1
        else:
            break
        disk.left = None
        run([corpus], output, resume=True, **OPTIONS)
        found = tree(output, state=False)
        manifest = json.loads(found.pop("manifest.json"))
        assert found == expected, step
        assert manifest["files"] == expected_manifest["files"], step
        assert list(tree(output / ".openmed-beam")) == ["marker.json"], step
        step += 1
    assert crashes > 80


def test_a_crash_while_resuming_costs_nothing_either(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run([corpus], tmp_path / "whole", **OPTIONS)
    expected = tree(tmp_path / "whole", state=False)
    disk = CrashingStorage(monkeypatch)
    for step in (7, 23, 60):
        output = tmp_path / f"out{step}"
        for attempt in range(1000):
            disk.left = step + attempt
            try:
                run([corpus], output, resume=attempt > 0, **OPTIONS)
            except Crash:
                continue
            break
        disk.left = None
        assert {**tree(output, state=False), "manifest.json": b""} == {**expected, "manifest.json": b""}


def begun(corpus: Path, output: Path, ranges: int) -> list[str]:
    """A run that ended after it had committed so many ranges; gives their names."""
    found = plan([str(corpus)], range_bytes=50)
    RunDirectory(str(output)).begin(found, "policy")
    traces, lines = PartWriter(str(output)), LinePartWriter(str(output))
    for piece in found.ranges[:ranges]:
        for frame in read_range(piece):
            traces.write(frame)  # type: ignore[arg-type]
        lines.end(piece.name, piece.source, piece.file, piece.cut, {})
    traces.commit()
    lines.commit()
    return [piece.name for piece in found.ranges[:ranges]]


def test_only_what_is_missing_is_done_again(corpus: Path, tmp_path: Path) -> None:
    names = begun(corpus, tmp_path / "out", 3)
    start = RunDirectory(str(tmp_path / "out")).begin(plan([str(corpus)]), "policy", resume=True)
    assert start.resumed
    assert start.done_names() == set(names)
    assert len(start.plan.ranges) > len(plan([str(corpus)]).ranges)  # cut as in the first run
    assert {piece.name for batch in start.plan.batches(without=set(names)) for piece in batch}.isdisjoint(names)


def test_nothing_is_written_before_the_directory_is_marked(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    original = storage.open_for_writing

    def noting(path: str, **options: Any) -> Any:
        written.append(os.path.relpath(path, tmp_path / "out"))
        return original(path, **options)

    monkeypatch.setattr(storage, "open_for_writing", noting)
    run([corpus], tmp_path / "out")
    assert written[0].startswith(rules.MARKER)
    assert os.path.basename(written[1]).startswith(rules.MANIFEST)


def test_the_rules_for_a_directory_in_use(corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    output.mkdir()
    run([corpus], output)  # empty
    with pytest.raises(CorpusError, match="--resume or replace it with --overwrite"):
        run([corpus], output)
    assert run([corpus], output, resume=True).status == 0  # finished: nothing to do
    run([corpus], output, overwrite=True)
    run([corpus], tmp_path / "missing", resume=True)  # starts anew
    with pytest.raises(CorpusError, match="exclude each other"):
        run([corpus], output, resume=True, overwrite=True)


@pytest.mark.parametrize("options", [{}, {"resume": True}, {"overwrite": True}], ids=str)
def test_a_directory_that_is_not_ours_is_refused_and_left_alone(
    corpus: Path, tmp_path: Path, options: dict[str, bool]
) -> None:
    output = tmp_path / "out"
    (output / "traces").mkdir(parents=True)
    (output / "traces/mine.txt").write_bytes(b"mine")
    before = tree(output)
    with pytest.raises(CorpusError, match="not made by openmed-beam"):
        run([corpus], output, **options)
    assert tree(output) == before
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CorpusError, match="not a folder"):
        run([corpus], tmp_path / "file", **options)


def test_a_directory_that_is_ours_without_a_manifest_starts_anew(corpus: Path, tmp_path: Path) -> None:
    run([corpus], tmp_path / "out")
    expected = tree(tmp_path / "out/traces")
    (tmp_path / "out/manifest.json").unlink()
    for name in expected:
        (tmp_path / "out/traces" / name).unlink()
    with pytest.raises(CorpusError, match="--resume"):
        run([corpus], tmp_path / "out")
    run([corpus], tmp_path / "out", resume=True)
    assert tree(tmp_path / "out/traces") == expected


def test_overwrite_removes_what_the_manifest_lists_and_nothing_else(corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    run([corpus], output, drop=threes)
    assert (output / DEAD_LETTERS).exists()
    (output / "traces/sub/mine.txt").write_bytes(b"mine")
    (output / "notes.txt").write_bytes(b"mine")
    (corpus / "a.jsonl").unlink()
    (corpus / "c.json").unlink()
    run([corpus], output, overwrite=True, policy="another")
    assert sorted(tree(output, state=False)) == [
        "manifest.json",
        "notes.txt",
        "traces/d.json",
        "traces/e.json",
        "traces/sub/b.jsonl.gz",
        "traces/sub/mine.txt",
    ]


def test_overwrite_does_not_follow_links_out_of_the_directory(corpus: Path, tmp_path: Path) -> None:
    output, outside = tmp_path / "out", tmp_path / "outside"
    run([corpus], output)
    (output / "traces").rename(outside)
    (output / "traces").symlink_to(outside)
    RunDirectory(str(output)).clear()
    assert (outside / "a.jsonl").exists()


def test_a_changed_policy_is_refused(corpus: Path, tmp_path: Path) -> None:
    run([corpus], tmp_path / "out")
    with pytest.raises(CorpusError, match="another policy"):
        run([corpus], tmp_path / "out", resume=True, policy="another")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda root: (root / "a.jsonl").write_bytes(b"{}\n"), "a.jsonl has changed"),
        (lambda root: os.utime(root / "a.jsonl", (1, 1)), "a.jsonl has changed"),
        (lambda root: (root / "f.jsonl").write_bytes(b"{}\n"), "f.jsonl is new"),
        (lambda root: (root / "c.json").unlink(), "c.json is gone"),
    ],
    ids=["size", "time", "new", "gone"],
)
def test_changed_inputs_are_refused(corpus: Path, tmp_path: Path, change: Callable[[Path], Any], message: str) -> None:
    run([corpus], tmp_path / "out")
    change(corpus)
    before = tree(tmp_path / "out")
    with pytest.raises(CorpusError, match=message):
        run([corpus], tmp_path / "out", resume=True)
    assert tree(tmp_path / "out") == before


def test_other_bytes_under_the_same_size_and_time_are_refused(corpus: Path, tmp_path: Path) -> None:
    begun(corpus, tmp_path / "out", 3)
    path = corpus / "a.jsonl"
    times = path.stat()
    path.write_bytes(path.read_bytes().replace(b"1", b"2", 1))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(CorpusError, match=r"a\.jsonl has changed"):
        run([corpus], tmp_path / "out", resume=True, **OPTIONS)


def test_the_manifest_says_what_came_from_where(corpus: Path, tmp_path: Path) -> None:
    ran = run([corpus], tmp_path / "out", drop=threes)
    rows = {row["source"]: row for row in ran.manifest["files"]}
    row = rows["sub/b.jsonl.gz"]
    path = corpus / "sub/b.jsonl.gz"
    from openmed_beam.corpus.digests import digest_of

    assert row["path"] == str(path)
    assert (row["size"], row["mtime_ns"], row["sha256"]) == (
        path.stat().st_size,
        path.stat().st_mtime_ns,
        digest_of(str(path)),
    )
    assert row["output"] == "traces/sub/b.jsonl.gz"
    assert row["output_sha256"] == digest_of(str(tmp_path / "out/traces/sub/b.jsonl.gz"))
    assert (row["container"], row["compression"], row["records"]) == ("jsonl", "gzip", 1)
    assert ran.manifest["policy_sha256"] == "policy"
    assert rows["d.json"]["output"] is None


def test_a_single_part_is_renamed_and_not_copied(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, int] = {}
    original = storage.rename

    def noting(origin: str, target: str) -> None:
        seen[target] = os.stat(origin).st_ino
        original(origin, target)

    monkeypatch.setattr(storage, "rename", noting)
    run([corpus / "a.jsonl"], tmp_path / "out")
    final = tmp_path / "out/traces/a.jsonl"
    part = next(inode for name, inode in seen.items() if name.endswith(".part"))
    assert final.stat().st_ino == part


def test_a_part_written_twice_counts_once(corpus: Path, tmp_path: Path) -> None:
    (piece,) = plan([str(corpus / "a.jsonl")]).ranges
    output = str(tmp_path / "out")
    first, second = PartWriter(output), PartWriter(output)
    frames = list(read_range(piece))
    for frame in frames[:10]:
        first.write(frame)
    described = [part for frame in frames if (part := second.write(frame))]
    for frame in frames[10:]:
        described += [part for part in [first.write(frame)] if part]
    first.commit()
    second.commit()
    assert described[0] == described[1]
    assert os.listdir(tmp_path / "out/.openmed-beam/parts/traces") == [f"{piece.name}.part"]


def test_an_aborted_writer_leaves_nothing_behind(corpus: Path, tmp_path: Path) -> None:
    (piece,) = plan([str(corpus / "a.jsonl")]).ranges
    writer, lines = PartWriter(str(tmp_path / "out")), LinePartWriter(str(tmp_path / "out"))
    for frame in list(read_range(piece))[:-1]:
        writer.write(frame)
    lines.write(piece.name, b"{}")
    writer.abort()
    lines.abort()
    assert tree(tmp_path / "out") == {}


def test_frames_of_several_ranges_may_be_mixed(corpus: Path, tmp_path: Path) -> None:
    found = plan([str(corpus / "a.jsonl")], range_bytes=100)
    writer = PartWriter(str(tmp_path / "out"))
    streams = [list(read_range(piece)) for piece in found.ranges]
    for at in range(max(map(len, streams))):
        for stream in streams:
            if at < len(stream):
                writer.write(stream[at])
    parts = sorted(tree(tmp_path / "out/.openmed-beam/parts/traces").items())
    assert b"".join(text for _, text in parts) == (corpus / "a.jsonl").read_bytes()


def test_a_record_out_of_place_is_refused(corpus: Path, tmp_path: Path) -> None:
    (piece,) = plan([str(corpus / "a.jsonl")]).ranges
    frames = list(read_range(piece))
    writer = PartWriter(str(tmp_path / "out"))
    for frame in (frames[1], frames[-1], frames[1]._replace(frame=None)):  # type: ignore[union-attr,call-arg]
        with pytest.raises(CorpusError, match="frame"):
            writer.write(frame)  # type: ignore[arg-type]


def test_private_lines_can_only_be_read_by_their_owner(tmp_path: Path) -> None:
    writer = LinePartWriter(str(tmp_path), private=True)
    writer.write("000000-00000", b'{"payload":"..."}')
    part = writer.end("000000-00000", "x", 0, 0, {})
    writer.commit()
    assert join_lines(str(tmp_path), [part, part], DEAD_LETTERS, private=True) == 1
    for path in (tmp_path / DEAD_LETTERS, tmp_path / str(part.path)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_many_parts_are_made_durable_by_one_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "in"
    root.mkdir()
    for number in range(100):
        (root / f"{number}.jsonl").write_bytes(b"{}\n")
    syncs: list[int] = []
    original = storage.sync_files

    def noting(paths: list[str]) -> None:
        syncs.append(len(paths))
        original(paths)

    monkeypatch.setattr(storage, "sync_files", noting)
    writer = PartWriter(str(tmp_path / "out"))
    for piece in plan([str(root)]).ranges:
        for frame in read_range(piece):
            writer.write(frame)  # type: ignore[arg-type]
    assert syncs == []
    writer.commit()
    assert syncs == [100]


def test_an_unreadable_file_in_the_middle_does_not_stop_the_others(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = storage.open_for_reading

    def refusing(path: str) -> Any:
        if path.endswith("c.json"):
            raise PermissionError(13, "Permission denied")
        return original(path)

    monkeypatch.setattr(storage, "open_for_reading", refusing)
    ran = run([corpus], tmp_path / "out")
    assert {name: row.fault for name, row in ran.outcomes.items() if row.fault} == {"c.json": "unreadable_input"}
    assert [(letter.reason, letter.source) for letter in ran.dead_letters] == [("unreadable_input", "c.json")]
    assert sorted(tree(tmp_path / "out/traces")) == ["a.jsonl", "d.json", "e.json", "sub/b.jsonl.gz"]


def test_one_run_at_a_time(corpus: Path, tmp_path: Path) -> None:
    place = tmp_path / "out"
    with RunDirectory(str(place)).alone():  # nothing there yet: nothing to hold
        assert not place.exists()
    RunDirectory(str(place)).begin(plan([str(corpus)]), "digest")

    held, refused = RunDirectory(str(place)).alone(), pytest.raises(CorpusError, match="in use by another run")
    with held, refused, RunDirectory(str(place)).alone():
        pass
    with RunDirectory(str(place)).alone():
        pass
