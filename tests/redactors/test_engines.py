"""Three engines, one answer: the native one, Hyperscan and the plain one give the same spans over a made corpus."""

from __future__ import annotations

import os
import random
import re
import sys
from pathlib import Path

import pytest

from openmed_beam.redactors.rules.detector import RULES, Detector
from openmed_beam.redactors.rules.labels import LABELS
from openmed_beam.traces import native

sys.path.insert(0, str(Path(__file__).parent))
import fifth_set
import fourth_set
import second_set

hyperscan = pytest.importorskip("hyperscan", reason="the platform has no Hyperscan; the plain engine is the only one")

ODD = [
    "",
    " ",
    "\n",
    "é",
    "\u00a0",
    "-",
    "0",
    "7",
    "A",
    "@",
    ":",
    "=",
    '"',
    "\u3000",
    "手",
    ".",
    "/",
    "\\",
    "😀",
    "\ud800",
    "ſ",
    "K",
]


FAST = ["hyperscan"] if native.core is None else ["hyperscan", "native"]


@pytest.fixture(scope="module", params=FAST)
def engines(request):
    return Detector(LABELS, engine=request.param), Detector(LABELS, engine="re")


def texts(seed: int, count: int):
    rnd = random.Random(seed)
    rows = [row.text for row in second_set.rows()]
    words = [word for row in rows for word in row.split(" ")]
    for _ in range(count):
        roll = rnd.random()
        if roll < 0.45:
            chars = list(rnd.choice(rows))
            for _ in range(rnd.randint(0, 4)):
                at = rnd.randrange(len(chars) + 1)
                chars[at : at + rnd.randint(0, 1)] = [rnd.choice(ODD)]
            yield "".join(chars)
        elif roll < 0.85:
            yield rnd.choice([" ", " ", "\n", ", ", "", "; "]).join(
                rnd.choice(words) for _ in range(rnd.randint(1, 16))
            )
        else:
            yield "".join(rnd.choice('0123456789 -.()+aAbBeE@:=_/"\n') for _ in range(rnd.randint(5, 90)))


def compare(engines, seed: int, count: int) -> None:
    fast, plain = engines
    for text in texts(seed, count):
        assert list(fast.find(text)) == list(plain.find(text)), repr(text)


def test_engines_agree_on_labelled_rows(engines):
    fast, plain = engines
    for row in (*second_set.rows(), *fourth_set.rows(), *fifth_set.rows()):
        assert list(fast.find(row.text)) == list(plain.find(row.text)), row.text


def test_engines_agree_on_a_made_corpus(engines):
    compare(engines, 7, 4_000)


@pytest.mark.slow
def test_engines_agree_on_a_large_corpus(engines):
    compare(engines, 11, 40_000 * (10 if os.environ.get("OPENMED_BEAM_SLOW") else 1))


def test_engines_agree_on_the_dev_set(engines, shared):
    import json

    fast, plain = engines
    for line in shared("redactor_eval", "dev.jsonl").read_text("utf-8").splitlines():
        text = json.loads(line)["text"]
        assert list(fast.find(text)) == list(plain.find(text))


@pytest.mark.parametrize("key", ["CONTRASEÑA", "Contraseña", "HASŁO", "hasło", "LÖSENORD"])
def test_keys_in_capitals_beyond_ascii(engines, key):
    for engine in engines:
        (found,) = engine.find(f"{key}: Kestrel77Z!")
        assert (found.start, found.label) == (len(key) + 2, "SECRET")


def test_no_pattern_repeats_without_bound():
    """Every repeat in the catalogue has an upper bound, so that no text makes a rule run away."""
    unbounded = re.compile(r"(?<!\\)(?:[*+]|\{[0-9]*,\})")
    for rule in RULES:
        for pattern in (rule.pattern, *rule.triggers, rule.head):
            outside = re.sub(r"\[(?:\\.|[^\]\\])*\]|\\.", "x", pattern)
            outside = re.sub(r"\{[0-9]+(?:,[0-9]+)?\}[+?]?", "", outside)
            assert not unbounded.search(outside), rule.name


def test_rule_names_are_unique():
    names = [rule.name for rule in RULES]
    assert len(names) == len(set(names))


def test_a_scratch_belongs_to_a_thread(engines):
    from concurrent.futures import ThreadPoolExecutor

    fast, _ = engines
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda i: len(fast.find(f"mail a{i}@x.org and call 415-555-0101 " * 20)), range(400)))
    assert set(found) == {40}
