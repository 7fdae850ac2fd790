"""What one leaf of a trace establishes is found in the others, and nothing more."""

from __future__ import annotations

import pytest

from openmed_beam.redactors import RuleRedactor
from openmed_beam.redactors.rules.persons import names_of_address
from openmed_beam.traces.leaf import Leaf


def redacted(*leaves: tuple[str, str | None], trace: int = 0, **settings):
    given = [Leaf(text, key, ("u", key or "content"), trace) for text, key in leaves]
    return RuleRedactor(**settings).redact_batch(given)


def test_names_spread_whole_and_in_parts():
    out = redacted(
        ("Quillon", "first_name"),
        ("Vashti", "last_name"),
        ("Thank you, Quillon. QUILLON VASHTI or Mx Vashti; user quillon_vashti_3668", None),
    )
    assert out[2] == "Thank you, [NAME]. [NAME] or Mx [NAME]; user quillon_vashti_3668"


def test_a_name_said_later_is_found_earlier():
    out = redacted(("I think Tavith did it", None), ("my name is Tavith Orlagh", None))
    assert out[0] == "I think [NAME] did it"


def test_common_words_are_not_eaten():
    out = redacted(("my name is Grace Hill", None), ("A Grace period on the Hill. But GRACE HILL knows.", None))
    assert out[1] == "A Grace period on the Hill. But [NAME] knows."


def test_airport_codes_are_no_names():
    assert redacted(("Mia", "first_name"), ("MIA", "origin"))[1] == "MIA"


def test_ids_that_a_key_establishes_spread_as_whole_words():
    out = redacted(("HX4488120", "member_id"), ("about HX4488120, not HX44881201 or xHX4488120", None))
    assert out[1] == "about [MRN], not HX44881201 or xHX4488120"


def test_nothing_crosses_from_one_trace_to_another():
    leaves = [
        Leaf("Quillon", "first_name", ("first_name",), 0),
        Leaf("ask Quillon", None, ("content",), 1),
        Leaf("ask Quillon", None, ("content",), 0),
    ]
    assert RuleRedactor().redact_batch(leaves)[1] == "ask Quillon"


def test_it_can_be_turned_off():
    assert redacted(("Quillon", "first_name"), ("ask Quillon", None), propagate=False)[1] == "ask Quillon"
    assert "trace" not in RuleRedactor(propagate=False).looks_at
    assert "trace" in RuleRedactor().looks_at


def test_a_warm_cache_gives_the_same_answers():
    redactor = RuleRedactor()
    leaves = [
        Leaf("my name is Tavith Orlagh and " + "x " * 80, None, ("a",), 0),
        Leaf("so Tavith " + "y " * 80, None, ("b",), 0),
    ]
    assert redactor.redact_batch(leaves) == redactor.redact_batch(leaves)
    alone = [leaves[1]._replace(trace=1)]
    assert redactor.redact_batch(alone) == [leaves[1].text]


def test_traces_of_one_call_are_answered_as_if_each_came_alone():
    redactor = RuleRedactor()
    assert redactor.keeps_traces_apart
    traces = [
        [Leaf("my name is Orla Quigley", None, ("c", 0), 0), Leaf("Quigley paid", None, ("c", 1), 0)],
        [Leaf("Quigley paid", None, ("c", 0), 1), Leaf("a@b.co", None, ("c", 1), 1)],
        [Leaf("password: kestrel77Z", None, ("c", 0), 2), Leaf("x kestrel77Z y", None, ("c", 1), 2)],
        [Leaf("x kestrel77Z y", None, ("c", 0), 3)],
    ]
    alone = [text for trace in traces for text in RuleRedactor().redact_batch(trace)]
    assert redactor.redact_batch([leaf for trace in traces for leaf in trace]) == alone
    assert alone[2] == "Quigley paid"
    assert alone[-1] == "x kestrel77Z y"


@pytest.mark.parametrize(
    ("local", "names"),
    [
        ("Rafael.Ortiz", ("rafael", "ortiz")),
        ("ortiz_rafael", ("ortiz", "rafael")),
        ("1rafael-2-ortiz99", ("rafael", "ortiz")),
        ("rafael.o.ortiz", None),  # three parts
        ("rafael", None),
        ("rafael.o", None),  # an initial is no name
        ("rafael.ortiz%40x", None),
        ("", None),
    ],
)
def test_the_names_that_an_address_spells(local: str, names: tuple[str, str] | None) -> None:
    assert names_of_address(local) == names


def test_equal_leaves_of_one_call_have_equal_findings() -> None:
    long = "Please write to rafael@example.com about the order, and to nobody else at all."
    leaves = [
        Leaf(text, key, ("a", key), n)
        for n, (text, key) in enumerate([(long, "content"), ("Ada Lovelace", "customer_name")] * 3)
    ]
    found = RuleRedactor().find_batch(leaves)
    assert found[0]
    assert found[1]
    assert found[2:] == found[:2] * 2
