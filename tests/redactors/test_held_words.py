"""Which words a text holds: one pass for all gives what a search for each gives."""

from __future__ import annotations

import random

import pytest

from openmed_beam.redactors.rules import engine

pytest.importorskip("hyperscan", reason="without it there is only a search for each")


def test_one_pass_gives_what_searches_give(monkeypatch: pytest.MonkeyPatch) -> None:
    rnd = random.Random(5)
    for _ in range(120):
        text = "".join(rnd.choice("abcé手\0 @.(*xß\ud800") for _ in range(rnd.randint(0, 300)))
        words = list({"".join(rnd.choice("abcé手 @.(*xß\ud800") for _ in range(rnd.randint(0, 4))) for _ in range(30)})
        monkeypatch.setattr(engine, "_SEARCHED", 0)
        one_pass = engine.held(words, text)
        monkeypatch.setattr(engine, "_SEARCHED", 10**18)
        assert one_pass == engine.held(words, text) == {word for word in words if word in text}


@pytest.mark.parametrize("words", [[], [""], ["a\0b", "c"]])
def test_no_words_empty_words_and_null_characters(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setattr(engine, "_SEARCHED", 0)
    assert engine.held(words, "xa\0by") == set(words) - {"c"}
