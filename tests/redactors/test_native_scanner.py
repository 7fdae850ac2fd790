"""The native scanner reports every end of a trigger where something can follow, and where each of them stands."""

from __future__ import annotations

import random
import re

import pytest

from openmed_beam.redactors.rules.detector import Detector
from openmed_beam.redactors.rules.engine import NativeScanner, Near, Trigger
from openmed_beam.redactors.rules.labels import LABELS
from openmed_beam.traces import native

pytestmark = pytest.mark.skipif(native.core is None, reason="the native core was not built")

#: Triggers of every shape, none of which can end in several lengths.
SHAPES = [
    ("hello", False),
    ("Hello there", True),
    ("[^A-Za-z]mrn[^A-Za-z_]", True),
    ("[^0-9A-Za-z_.][2-6][0-9]{13}", False),
    ("[0-9]{6}[-+A-F][0-9]{3}[0-9A-Z]", False),
    ("(?:ring|call)(?:s|ed)? [+(]{0,2}[0-9]", True),
    ("[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}:", False),
    ("[a-z]@[a-z]", False),
    ("(?:Dr|Prof)[.]? (?:van|de) ", False),
    ("caf\\xc3\\xa9[ ]", False),
    ("[ ]St[^A-Za-z]", False),
    ("\\s-p[ =]", False),
    ("[Xx]{3}-[0-9]{4}", False),
]
WORDS = [
    "hello", "HELLO there", "mrn", "MRN", " ", "\n", "4111111111111111", "211101-123A", "ring", "called", "(+4",
    "00:1b:44", "ada@x", "Dr. van ", "Prof de ", "café ", "Straße", " St.", "\t-p=", "xXx-1234", "é", "12", "-",
    "手", "\ud800",
]  # fmt: skip


def scanner(*triggers: tuple[str, bool], near: Near = ()) -> NativeScanner:
    return NativeScanner({Trigger(*trigger): [(number, near)] for number, trigger in enumerate(triggers)})


def hits_of(scanner: NativeScanner, text: str) -> list[tuple[int, int]]:
    """(number, end) in one text, in the order of the ends."""
    return sorted(((step, end) for step, _, ends in scanner.hits([text]) or [] for end in ends), key=lambda row: row[1])


def ends(pattern: str, caseless: bool, text: str) -> list[int]:
    """Where the pattern ends over the bytes of a text, in characters."""
    data = f"\n{text}\n".encode("utf-8", "surrogatepass")
    compiled = re.compile(pattern.encode(), re.IGNORECASE if caseless else 0)
    found = {match.end() for at in range(len(data)) if (match := compiled.match(data, at))}
    return sorted({len(data[:end].translate(None, bytes(range(0x80, 0xC0)))) - 1 for end in found})


@pytest.mark.parametrize(("pattern", "caseless"), SHAPES)
def test_ends_are_those_of_the_pattern(pattern: str, caseless: bool) -> None:
    look_for = scanner((pattern, caseless))
    rnd = random.Random(pattern)
    for _ in range(400):
        text = "".join(rnd.choice(WORDS) for _ in range(rnd.randint(1, 12)))
        found = [end for _, end in hits_of(look_for, text)]
        if "{0,2}" in pattern:  # an end before a run of several lengths stands for the one behind it
            assert len(found) >= len(ends(pattern, caseless, text)), repr(text)
        else:
            assert found == ends(pattern, caseless, text), repr(text)


def test_a_literal_may_stand_anywhere_in_long_data() -> None:
    look_for = scanner(("hello there", True), ("[^0-9][0-9]{3}[^0-9]", False))
    for before in (4085, 4090, 4095, 4096, 4097, 8190):
        assert hits_of(look_for, "x" * before + "Hello There 123 ") == [(0, before + 11), (1, before + 16)]


def test_texts_are_told_apart() -> None:
    look_for = scanner(("[^a-z]café[^a-z]", True), ("[0-9]{3}[-]", False))
    texts = ["café", "", "é café 123-", "x", "a" * 120_000 + " Café", "99-", "9-999-"]
    assert look_for.hits(texts) == [
        (0, [0, 2, 4], [5, 7, 120_006]),
        (1, [2, 6], [11, 6]),
    ]
    assert look_for.hits([]) == []


def test_a_group_of_any_length_is_one_group() -> None:
    look_for = scanner(("[0-9]{4}[-]", False))
    assert hits_of(look_for, "7" * 70_000 + "-") == [(0, 70_001)]
    assert hits_of(look_for, "777-") == []


def test_hits_are_left_out_where_something_is_missing_near() -> None:
    near: Near = (((1, "[^0-9]{0,5}[0-9]"),),)
    look_for = scanner(("phone", True), near=near)
    assert hits_of(look_for, "Phone: 12") == [(0, 5)]
    assert hits_of(look_for, "phone éé 1") == [(0, 5)]
    assert hits_of(look_for, "phone of us 1") == []


def test_each_of_what_a_trigger_stands_for_has_its_own_condition() -> None:
    look_for = NativeScanner({Trigger("token", True): [(0, ()), (1, (((0, "[:=]"),),)), (2, (((0, "[,]"),),))]})
    assert hits_of(look_for, "token") == [(0, 5)]
    assert hits_of(look_for, "TOKEN=") == [(0, 5), (1, 5)]


@pytest.mark.parametrize("pattern", ["a*", "[a-z]", "(x)", "^abc", "[a-z]{2,9}[a-z]", "abc", "a{"])
def test_what_it_cannot_look_for_is_an_error(pattern: str) -> None:
    if pattern == "abc":
        scanner((pattern, False))
        return
    with pytest.raises(ValueError, match="not to be looked for"):
        scanner((pattern, False))


def test_it_looks_for_every_trigger_of_the_catalogue() -> None:
    Detector(LABELS, engine="native")
