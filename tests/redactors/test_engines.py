"""Three engines, one answer: the native one, Hyperscan and the plain one give the same spans over a made corpus."""

from __future__ import annotations

import os
import random
import re
import sys
from pathlib import Path

import pytest

from openmed_beam.redactors.rules.detector import RULES, Detector
from openmed_beam.redactors.rules.keys import KEY_RULES
from openmed_beam.redactors.rules.labels import LABELS
from openmed_beam.traces import native

sys.path.insert(0, str(Path(__file__).parent))
import fifth_set
import fourth_set
import second_set
import seventh_set
import sixth_set

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
    for row in (*second_set.rows(), *fourth_set.rows(), *fifth_set.rows(), *sixth_set.rows(), *seventh_set.rows()):
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


_WORDS = "cabin tower river apple stone brave cloud grape house ocean tiger piano"
#: Where only the plain engine found something once -> what is right: the value and its label.
FOUND = (
    ("a Visa **5590", "5590", "CREDIT_CARD"),
    ("D. No 3-5, Gandhi Nagar", "D. No 3-5, Gandhi Nagar", "STREET_ADDRESS"),
    ("Door No05, Nehru Street", "Door No05, Nehru Street", "STREET_ADDRESS"),
    ("Bd. Ğül 9", "Bd. Ğül 9", "STREET_ADDRESS"),
    ("Strada Çelik nr. 404", "Strada Çelik nr. 404", "STREET_ADDRESS"),
    ("9 allee Ýves Montand", "9 allee Ýves Montand", "STREET_ADDRESS"),
    ("apartado de correos.53", "apartado de correos.53", "STREET_ADDRESS"),
    ("(206)-9650622", "(206)-9650622", "PHONE"),
    ("0173/-7930480", "0173/-7930480", "PHONE"),
    ("0049 151\u00a023456789", "0049 151\u00a023456789", "PHONE"),
    ("bel mij 😀op 06 12345678", "06 12345678", "PHONE"),
    (f"recovery words: {_WORDS}", _WORDS, "SECRET"),
    ("(wi-fi,key=Kestrel!Zebra", "Kestrel!Zebra", "SECRET"),
    ("otp we've used 482913", "482913", "SECRET"),
    ("pw?\n\tKestrel77Z!", "Kestrel77Z!", "SECRET"),
    ("sig=/~0zZ04BL~%9P%-Adz_60~5.g%j/~zz.F.", "/~0zZ04BL~%9P%-Adz_60~5.g%j/~zz.F.", "SECRET"),
    ("AHV 7569217076985", "7569217076985", "NATIONAL_ID"),
    ("12345678z", "12345678z", "NATIONAL_ID"),
    ("x1234567l", "x1234567l", "NATIONAL_ID"),
    ("11010519491231002x", "11010519491231002x", "NATIONAL_ID"),
    ("lastfour of my SSN are 0931", "0931", "SSN"),
    ("social sec number ending in 1452", "1452", "SSN"),
    ("::ffff:a9c1:12", "::ffff:a9c1:12", "IP"),
    ("root%@[192.168.7.9]", "root%@[192.168.7.9]", "EMAIL"),
    ("환자: 김철수", "김철수", "NAME"),
    ("Attending: Karel Brzezinski, MD", "Karel Brzezinski", "NAME"),
    ("Hope Sinclair said (today)", "Hope Sinclair", "NAME"),
    ("Kieran told\tme", "Kieran", "NAME"),
    ("mr éaton", "éaton", "NAME"),
    ("KMrn=MR0012398", "MR0012398", "MRN"),
    ("GreMRN: 902281", "902281", "MRN"),
    ("visit,userDob\n77,1988-07-02", "1988-07-02", "DOB"),
    ("CONTRASEñA: Kestrel77Z!", "Kestrel77Z!", "SECRET"),
    ("12th of September 1990", "12th of September 1990", "DATE"),
)
#: Where only the plain engine found something once, and nothing is right.
NOTHING = (
    "0)17) 7902123", "(206).9650622", "acct (*x4512)", "756.92170769.85", "n 175027568961461", "mr 手手手",
    "Sigéra Rva", "Anne-op DelaCix", "to\u212aen: Kestrel77Z!", "mrn😀,visit\n4072743,2995", "2Pw\nqvYOnJf1IWb0x4rj",
)  # fmt: skip


@pytest.mark.parametrize(("text", "value", "label"), FOUND)
def test_all_engines_find(engines, text, value, label):
    for engine in engines:
        assert [(text[found.start : found.end], found.label) for found in engine.find(text)] == [(value, label)]


@pytest.mark.parametrize("text", NOTHING)
def test_no_engine_finds(engines, text):
    for engine in engines:
        assert not engine.find(text)


def test_engines_agree_on_made_keys(engines):
    """Keys in all styles with their separators and values, and as titles of columns."""
    fast, plain = engines
    rnd = random.Random(19)
    keys = sorted(KEY_RULES)
    for _ in range(4_000):
        text = made_field(rnd, keys) if rnd.random() < 0.6 else made_table(rnd, keys)
        assert list(fast.find(text)) == list(plain.find(text)), repr(text)


VALUES = ("4155550101", "Mary", "Mary Smith", "1988-07-02", "448120", "Kestrel77Z!", "12 Elm Street", "219-09-9999",
          "a@b.org", "4111 1111 1111 1111", "1234", "aB3dE5gH7jK9mN1pQ3rS")  # fmt: skip


def made_key(rnd: random.Random, keys: list[str]) -> str:
    parts = rnd.choice(keys).split("_")
    style = rnd.randrange(4)
    if style == 0:
        key = rnd.choice("_- .").join(parts).upper()
    elif style == 1:
        key = parts[0] + "".join(part.capitalize() for part in parts[1:])
    elif style == 2:
        key = "".join(part.upper() if rnd.random() < 0.5 else part.capitalize() for part in parts)
    else:
        key = "".join(rnd.choice(("-", " ", ".", "", "_", "/")) + part for part in parts)[1:]
    before = rnd.choice(("", "", "my", "K", "Gre", "é", "the ", "--", "X", "user.")) + rnd.choice(("", "_", " ", "-"))
    return (before if rnd.random() < 0.4 else "") + key + (rnd.choice("s#*:-é😀. 1") if rnd.random() < 0.1 else "")


def made_field(rnd: random.Random, keys: list[str]) -> str:
    quote = rnd.choice(("", "", '"', "'", '\\"', "**", "]"))
    separator = rnd.choice((":", "=", ": ", " = ", ">", "=>", ":\n", "\t:", ":=", "=="))
    opening = "<" if separator == ">" else quote
    return opening + made_key(rnd, keys) + quote + separator + rnd.choice(("", '"')) + rnd.choice(VALUES)


def made_table(rnd: random.Random, keys: list[str]) -> str:
    width = rnd.randint(2, 4)
    mark = rnd.choice((",", "\t", ";", "|", "  ", " "))
    titles = [made_key(rnd, keys) if rnd.random() < 0.5 else rnd.choice(("id", "last", "first")) for _ in range(width)]
    rows = [[rnd.choice(VALUES) for _ in range(width)] for _ in range(2)]
    return rnd.choice(("\n", "\r\n")).join(map(mark.join, [titles, *rows]))


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


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"name": "Anna Berg"', "Anna Berg"),
        ("patient: (Séan O’Brien)", "Séan O’Brien"),
        ("<name>Anna Berg</name>", "Anna Berg"),
        ('"patient": {"value": "Anna Berg"}', "Anna Berg"),
        ("customer=>  **Łukasz J. Żuk**", "Łukasz J. Żuk"),
        ('\\"full_name\\": \\"Ø-yvind Berg\\"', "Ø-yvind Berg"),
        ('"name": "get_weather"', None),
        ('"name": "gpt4 turbo"', None),
    ],
)
def test_names_behind_their_keys(engines, text, value):
    """The native engine looks at what may begin a name before a key is looked up."""
    for engine in engines:
        assert [text[found.start : found.end] for found in engine.find(text)] == ([value] if value else [])
