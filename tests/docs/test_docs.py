"""Every page of docs/ runs, from top to bottom.

`sh` blocks run in a temporary folder laid out like the checkout, `python` blocks in one namespace. A block fenced as
`output` right below one of them is what it must print. Blocks that are only shown are fenced as `text` or `json`.
README's two `sh` blocks below "Quick start" and "Tests" install things: `.ci/run` runs them.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

HOME = Path(__file__).parents[2]
PAGES = sorted((HOME / "docs").rglob("*.md"))
README = HOME / "README.md"
_BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$(?:\n+^```output\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


class Block(NamedTuple):
    """A block that runs: its language, line, text, and what it must print (None: anything)."""

    language: str
    line: int
    text: str
    prints: str | None


def blocks_of(page: Path) -> list[Block]:
    """The blocks of a page that run."""
    text = page.read_text(encoding="utf-8")
    found = [
        Block(match[1], text.count("\n", 0, match.start()) + 2, match[2], match[3]) for match in _BLOCK.finditer(text)
    ]
    return [block for block in found if not (page == README and ".venv" in block.text)]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that looks like the checkout, with `openmed-beam` of this checkout on its PATH."""
    for name in ("configs", "pipelines", "openmed_beam", "benchmarks"):
        if (HOME / name).exists():
            (tmp_path / name).symlink_to(HOME / name)
    command = tmp_path / ".bin" / "openmed-beam"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m openmed_beam "$@"\n')
    command.chmod(0o755)
    (command.parent / "python").symlink_to(sys.executable)
    return tmp_path


@pytest.fixture
def shell(checkout: Path) -> Callable[[str], str]:
    """Run a block of shell in the checkout; gives what it printed."""
    environment = {
        **os.environ,
        "PATH": f"{checkout / '.bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{HOME}{os.pathsep}{checkout}",
    }

    def run(text: str) -> str:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text],
            cwd=checkout,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    return run


@pytest.mark.parametrize("page", [p for p in (README, *PAGES) if blocks_of(p)], ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(
    page: Path, checkout: Path, shell: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout)
    monkeypatch.syspath_prepend(str(checkout))
    namespace: dict[str, object] = {"__name__": "docs"}
    for block in blocks_of(page):
        if block.language == "sh":
            printed = shell(block.text)
        else:
            caught = io.StringIO()
            with contextlib.redirect_stdout(caught):
                exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), namespace)
            printed = caught.getvalue()
        if block.prints is not None:
            assert printed == block.prints, f"{page.name}:{block.line}"


def test_readme_shows_what_its_first_command_prints(shell: Callable[[str], str]) -> None:
    text = README.read_text(encoding="utf-8")
    match = re.search(r"^## Quick start$.*?^```sh\n(.*?)^```\n+^```output\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert match
    command = match[1].strip().split(" && ")[-1].removeprefix(".venv/bin/")
    assert shell(command) == match[2]


@pytest.mark.parametrize("page", [*PAGES, *HOME.glob("*.md")], ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    missing = [link for link in _LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()]
    assert missing == []
