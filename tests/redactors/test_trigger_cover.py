"""The contract of a rule: wherever its pattern matches, one of its triggers leads there.

Texts are made of the patterns, and checks are left out, so that no text needs a check digit or a plausible name: where
a pattern matches, every engine must try it.
"""

from __future__ import annotations

import os

import pytest
from made_matches import Maker

from openmed_beam.redactors.rules import detector
from openmed_beam.redactors.rules.labels import LABELS
from openmed_beam.redactors.rules.persons import _DOUBLING
from openmed_beam.redactors.rules.rule import Rule, ascii_space
from openmed_beam.redactors.rules.words import GIVEN_NAMES
from openmed_beam.traces import native

#: Rules whose check narrows what their pattern leaves open, with a pattern of what the check can accept.
BY_CHECK = {
    # a pattern of all given names would be tried at every capital letter by the engine that has no triggers
    "name that opens with a given name": (
        rf"(?:{'|'.join(sorted(GIVEN_NAMES))}|(?:{'|'.join(_DOUBLING)})-[A-ZÉ][a-zé]{{1,9}})"
        r" (?:[A-ZÉŁ][a-zéł]{1,12}|d'[A-Z][a-z]{3,9}|van [A-Z][a-z]{3,9}|[A-Z]\. [A-Z][a-z]{3,9})"
    ),
}
RULES = {rule.name: rule for rule in detector.RULES}
_LONGEST = 1500


def _first_character(_text: str, start: int, _end: int) -> tuple[int, int]:
    return start, start + 1


def _unchecked(rule: Rule) -> Rule:
    return rule if rule.name in BY_CHECK else rule._replace(shape="", check=_first_character)


def _engines() -> list[str]:
    import importlib.util

    found = ["native"] if native.core is not None else []
    return found + (["hyperscan"] if importlib.util.find_spec("hyperscan") is not None else [])


@pytest.fixture(scope="module")
def fast():
    """Detectors whose rules find wherever their patterns match."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(detector, "RULES", tuple(map(_unchecked, detector.RULES)))
        return [detector.Detector(LABELS, engine=engine) for engine in _engines()]


def made(name: str, count: int):
    """Texts for a rule, those that are not too long."""
    maker = Maker(BY_CHECK.get(name, ascii_space(RULES[name].pattern)), name)
    return (text for text in (maker.text() for _ in range(count)) if len(text) <= _LONGEST)


def spans(found, name: str) -> set[tuple[int, int]]:
    return {(item.start, item.end) for item in found if item.rule == name}


def compare(detectors, name: str, count: int) -> None:
    ready = detector._ready(_unchecked(RULES[name]), True)
    matched = 0
    for text in made(name, count):
        everywhere: list[detector._Candidate] = []
        detector._run(ready, text, 0, len(text), everywhere)
        matched += bool(everywhere)
        for fast in detectors:
            candidates = fast._found((text,)) or {}
            assert spans(candidates.get(0, ()), name) == spans(everywhere, name), repr(text)
    assert matched, "no text that the pattern matches was made"


@pytest.mark.parametrize("name", RULES)
def test_triggers_lead_wherever_a_pattern_matches(fast, name):
    compare(fast, name, 100)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_triggers_lead_wherever_a_pattern_matches_in_many_texts(fast, name):
    compare(fast, name, 500 * (40 if os.environ.get("OPENMED_BEAM_SLOW") else 1))
