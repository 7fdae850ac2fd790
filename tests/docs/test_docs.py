"""Every page of docs/ runs, from top to bottom.

`sh` blocks run in a temporary folder laid out like the checkout, `python` blocks in one namespace. Blocks that are only
shown are fenced as `text`, `console` or `json`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
PAGES = sorted((HOME / "docs").rglob("*.md"))
_BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def blocks_of(page: Path) -> list[tuple[str, int, str]]:
    """Language, line and text of the blocks that run."""
    text = page.read_text(encoding="utf-8")
    return [(match[1], text.count("\n", 0, match.start()) + 2, match[2]) for match in _BLOCK.finditer(text)]


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


@pytest.mark.parametrize("page", [page for page in PAGES if blocks_of(page)], ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(page: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {
        **os.environ,
        "PATH": f"{checkout / '.bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{HOME}{os.pathsep}{checkout}",
    }
    monkeypatch.chdir(checkout)
    monkeypatch.syspath_prepend(str(checkout))
    namespace: dict[str, object] = {"__name__": "docs"}
    for language, line, text in blocks_of(page):
        if language == "sh":
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", text],
                cwd=checkout,
                env=environment,
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
            )
            assert done.returncode == 0, f"{page.name}:{line}\n{done.stdout}\n{done.stderr}"
        else:
            exec(compile("\n" * (line - 1) + text, str(page), "exec"), namespace)


@pytest.mark.parametrize("page", [*PAGES, *HOME.glob("*.md")], ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    missing = [link for link in _LINK.findall(page.read_text(encoding="utf-8")) if not (page.parent / link).exists()]
    assert missing == []
