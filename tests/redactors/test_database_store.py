"""Compiled scanners on disk: taken where they are whole and the user's own, built again everywhere else."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from openmed_beam.redactors.rules import database_store
from openmed_beam.redactors.rules.engine import HyperscanScanner, Trigger

pytest.importorskip("hyperscan", reason="the platform has no Hyperscan; nothing is compiled")

PLAN = {Trigger("abc[0-9]", False): [(0, ())], Trigger("straße", True): [(1, ())]}
TEXT = "xabc1 STRAßE abc22 é abc3"
HITS = [(0, [0, 0, 0], [5, 17, 25]), (1, [0], [12])]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OPENMED_BEAM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the databases that were built."""
    names: list[str] = []
    keep = database_store.keep

    def counted(name: str, data: bytes) -> None:
        names.append(name)
        keep(name, data)

    monkeypatch.setattr(database_store, "keep", counted)
    return names


def test_a_second_start_loads_what_the_first_built(folder: Path, built: list[str]) -> None:
    assert HyperscanScanner(PLAN).hits([TEXT]) == HITS
    assert HyperscanScanner(PLAN).hits([TEXT]) == HITS
    assert len(built) == 1
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_other_patterns_are_another_database(folder: Path, built: list[str]) -> None:
    HyperscanScanner(PLAN)
    HyperscanScanner({Trigger("abc[0-9]", False): [(0, ())]})
    HyperscanScanner({Trigger("abc[0-9]", False): [(0, ())], Trigger("straße", False): [(1, ())]})
    assert len(set(built)) == 3 == len(list(folder.iterdir()))


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "foreign"])
def test_a_damaged_file_is_built_again(folder: Path, built: list[str], damage: str) -> None:
    HyperscanScanner(PLAN)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(
        {"cut": whole[:-9], "flip": whole[:-9] + b"#" + whole[-8:], "empty": b"", "foreign": b"MZ" * 400}[damage]
    )
    assert HyperscanScanner(PLAN).hits([TEXT]) == HITS
    assert len(built) == 2
    assert file.read_bytes() == whole


@pytest.mark.usefixtures("folder")
def test_whole_but_no_database_is_built_again(built: list[str]) -> None:
    HyperscanScanner(PLAN)
    database_store.keep(built[0], b"not a database")
    assert HyperscanScanner(PLAN).hits([TEXT]) == HITS
    assert len(built) == 3


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners of files here")
def test_a_file_that_others_may_write_is_not_taken(folder: Path, built: list[str]) -> None:
    HyperscanScanner(PLAN)
    (file,) = folder.iterdir()
    file.chmod(0o666)
    HyperscanScanner(PLAN)
    assert len(built) == 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("word", ["off", ""])
def test_it_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("OPENMED_BEAM_CACHE", word)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert HyperscanScanner(PLAN).hits([TEXT]) == HITS
    assert list(tmp_path.iterdir()) == []


def test_without_a_name_it_stands_in_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENMED_BEAM_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    HyperscanScanner(PLAN)
    assert len(list((tmp_path / "openmed-beam").iterdir())) == 1


def test_a_place_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OPENMED_BEAM_CACHE", str(tmp_path / "file" / "below"))
    assert HyperscanScanner(PLAN).hits([TEXT]) == HITS


def test_the_oldest_go_where_there_are_many(folder: Path) -> None:
    for number in range(16):
        database_store.keep(f"{number:02}", b"x")
        os.utime(folder / f"{number:02}.scanner", (number, number))
    assert sorted(path.stem for path in folder.iterdir()) == [f"{number:02}" for number in range(4, 16)]
