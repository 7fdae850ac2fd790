"""The examples of the page run, and its table of labels is complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openmed_beam.redactors.rules.labels import LABELS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "redactors.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("code", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_run(code):
    exec(compile(code, "docs/redactors.md", "exec"), {})


def test_every_label_is_on_the_page():
    assert [label for label in LABELS if label not in PAGE] == []


def test_all_eighteen_identifiers_are_on_the_page():
    assert re.findall(r"^\| ([A-R]) \|", PAGE, re.MULTILINE) == list("ABCDEFGHIJKLMNOPQR")
