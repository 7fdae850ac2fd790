"""Faults that users reported of other tools, as far as a redactor decides them."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import json

import pytest

from openmed_beam.redactors import RuleRedactor, find
from openmed_beam.traces.leaf import Leaf


@pytest.fixture
def report(shared):
    rows = {row["id"]: row for row in map(json.loads, shared("field_reports.jsonl").read_text("utf-8").splitlines())}
    return lambda name: rows[name]["input"]


def leaves_of(value, key=None, path=()):
    if isinstance(value, str):
        yield Leaf(value, key, path, 0)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from leaves_of(item, name, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves_of(item, key, (*path, index))


def test_c28_uuids_and_call_ids_are_no_cards(report):
    leaves = list(leaves_of(json.loads(report("C28"))))
    assert RuleRedactor().redact_batch(leaves) == [leaf.text for leaf in leaves]


def test_c28_random_uuids_and_hex_stay():
    import random
    import uuid

    rnd = random.Random(28)
    for _ in range(3000):
        text = f"session {uuid.UUID(int=rnd.getrandbits(128), version=4)} sha {rnd.getrandbits(160):040x} id={rnd.getrandbits(63)}"
        assert find(text) == [], text


def test_c30_only_the_two_phones_change(report):
    text = json.loads(report("C30"))["messages"][0]["content"]
    assert RuleRedactor()(text) == "tab 1234567890, tweet 2095111234567890123, call [PHONE] or [PHONE]"


def test_c32_keys_are_whole(report):
    arguments = json.loads(json.loads(report("C32"))["messages"][0]["tool_calls"][0]["function"]["arguments"])
    out = {leaf.key: RuleRedactor().redact_batch([leaf])[0] for leaf in leaves_of(arguments)}
    assert out == {"signature_algorithm": "HMAC-SHA256", "name_of_tool": "grep", "name": "[NAME]"}


def test_c34_empty_strings_are_no_finding(report):
    leaves = list(leaves_of(json.loads(report("C34"))))
    assert [text for text in RuleRedactor().redact_batch(leaves) if text == ""] == ["", ""]


def test_c36_one_person_one_pseudonym(report, monkeypatch):
    monkeypatch.setenv("C36_KEY", "thirty-two bytes of a test's key")
    redactor = RuleRedactor(replacement="pseudonym", key_env="C36_KEY")
    messages = json.loads(report("C36"))["messages"]
    texts = [
        messages[0]["content"],
        json.loads(messages[1]["tool_calls"][0]["function"]["arguments"])["to"],
        messages[2]["content"],
    ]
    tokens = {redactor(text).split("[EMAIL_")[1].split("]")[0] for text in texts}
    assert len(tokens) == 1
    assert len(tokens.pop()) * 4 >= 64


def test_c38_an_open_private_key_ends(report):
    assert "<200000 x 'A'>" in report("C38")
    text = "A" * 200_000 + " -----BEGIN RSA PRIVATE KEY----- " + "MIIEow" * 400
    [item] = find(text)
    assert (item.label, text[item.start : item.start + 10]) == ("SECRET", "-----BEGIN")
    assert item.end == len(text)


def test_c26_placeholders_are_ascii():
    assert RuleRedactor()("mail josé@ejemplo.es").isascii()
