"""What one leaf of a trace establishes is found in the others: names whole and in parts, and ids a key has named.

Works on the findings of one trace at a time and keeps nothing between traces.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.rules.engine import held
from openmed_beam.redactors.rules.words import COMMON_PARTS, GIVEN_NAMES, NOT_NAMES, PARTICLES

#: label -> least characters of a value that is looked for elsewhere; labels without a row are not.
_LEAST = {
    "PHONE": 7, "SSN": 9, "MRN": 6, "BANK_ACCOUNT": 7, "NHS_NUMBER": 10, "NPI": 10, "DEA": 9, "NATIONAL_ID": 8,
    "PASSPORT": 7,
    "DRIVER_LICENSE": 7, "VEHICLE_ID": 6, "DEVICE_ID": 8, "CREDIT_CARD": 12, "IBAN": 15, "SECRET": 8, "DOB": 8,
    "STREET_ADDRESS": 10, "EMAIL": 6, "MAC": 12, "BIOMETRIC_ID": 8, "USERNAME": 6,
}  # fmt: skip
_MOST_TERMS = 400
_MOST_CHARS = 200

Terms = dict[str, tuple[str, bool]]
#: What a finding tells: value, label, rule.
Told = tuple[str, str, str]


def collect(text: str, findings: Iterable[Finding], terms: Terms, seen: set[Told]) -> None:
    """Adds what the findings of a leaf establish: term -> (label, whether any case will do).

    Args:
        text: the leaf.
        findings: what was found in it.
        terms: added to.
        seen: what was told before, and so adds nothing more; added to.
    """
    for start, end, label, rule, spread in findings:
        if not spread or len(terms) >= _MOST_TERMS:
            continue
        value = text[start:end]
        told = (value, label, rule)
        if told in seen:
            continue
        seen.add(told)
        made: Terms = {}
        if label == "NAME":
            _name_terms(value, made, rule)
        elif _LEAST.get(label, 1000) <= len(value) <= _MOST_CHARS and (label != "SECRET" or not value.isalpha()):
            made[value] = (label, False)
        for term, meaning in made.items():
            terms.setdefault(term, meaning)


def elsewhere(texts: Sequence[str], found: Sequence[Sequence[Finding]], terms: Terms) -> Terms:
    """Those terms that can stand outside of what is found already, looked for in a trace as a whole.

    Args:
        texts: the leaves of a trace.
        found: their findings, in order.
        terms: what the trace establishes.
    """
    pieces = list(texts)
    for place, items in enumerate(found):
        if items:
            pieces[place] = _outside(texts[place], items)
    rest = "\0".join(pieces)
    words = {term: term.lower().split(" ") for term, meaning in terms.items() if meaning[0] == "NAME"}
    known = held(list({word for some in words.values() for word in some}), rest.lower())
    mails = "@" in rest  # one letter is looked for far faster than an address
    known_whole = held([term for term in terms if term not in words and (mails or "@" not in term)], rest)
    return {
        term: meaning
        for term, meaning in terms.items()
        if (not known.isdisjoint(words[term]) if term in words else term in known_whole)
    }


def _outside(text: str, items: Sequence[Finding]) -> str:
    """What of a text stands between its findings."""
    pieces, at = [], 0
    for item in items:
        pieces.append(text[at : item[0]])
        at = item[1]
    pieces.append(text[at:])
    return "\0".join(pieces)


#: Rules sure enough for the words of a name to be looked for one by one.
_SURE = frozenset(
    {
        "name given by its bearer",
        "name of the speaker",
        "name after a title",
        "name in its address",
        "field",
        "place",
        "model",
    }
)


def _name_terms(value: str, terms: Terms, rule: str) -> None:
    last, comma, first = value.partition(",")
    whole = " ".join((f"{first} {last}" if comma else value).split())
    parts = [part.strip(".") for part in whole.split(" ")]
    if len(parts) > 1 and len(whole) >= 5:
        terms.setdefault(whole, ("NAME", True))
        if len(parts) > 2:
            terms.setdefault(f"{parts[0]} {parts[-1]}", ("NAME", True))
    sure = rule in _SURE or rule.startswith("key ") or parts[0] in GIVEN_NAMES
    if not sure or (value.islower() and rule == "field"):
        return
    for part in parts:
        word = part.lower()
        if len(part) < 3 or word in COMMON_PARTS or word in NOT_NAMES or word in PARTICLES or not part[0].isalpha():
            continue
        titled = part if not (part.isupper() or part.islower()) else part.capitalize()
        terms.setdefault(titled, ("NAME", False))


def join_names(values: Sequence[tuple[str, str, str]], terms: Terms) -> None:
    """First and last names that stand under sibling keys make a whole name: (place, key, value) of a trace."""
    first: dict[str, str] = {}
    for place, key, value in values:
        if key == "first":
            first[place] = value
        elif place in first and len(terms) < _MOST_TERMS:
            terms.setdefault(f"{first[place]} {value}", ("NAME", True))


def spread(texts: Sequence[str], found: Sequence[Sequence[Finding]], terms: Terms) -> list[Sequence[Finding]]:
    """The findings of a trace with those that its terms add to them.

    Args:
        texts: the leaves of a trace.
        found: their findings, in order.
        terms: what the trace establishes.
    """
    out = list(found)
    terms = elsewhere(texts, found, terms)
    if terms:
        for place, more in _over_trace(texts, terms).items():
            items, text = found[place], texts[place]
            if not (len(items) == 1 and items[0][0] == 0 and items[0][1] == len(text)):
                out[place] = merged(items, more)
    return out


def _over_trace(texts: Sequence[str], terms: Terms) -> dict[int, list[Finding]]:
    """What `occurrences` gives for each leaf that holds a term, by one search a term over all of them."""
    joined = "\0".join(texts)
    lower = joined.lower()
    if len(lower) != len(joined) or any("\0" in term for term in terms):
        return {place: more for place, text in enumerate(texts) if (more := occurrences(text, terms))}
    lasts = list(accumulate([len(text) + 1 for text in texts]))
    out: dict[int, list[Finding]] = {}
    for term, (label, any_case) in terms.items():
        forms = [(term.lower(), lower)] if any_case else [(term, joined)]
        if label == "NAME" and not any_case and len(term) > 4:  # MIA is an airport
            forms.append((term.upper(), joined))
        for needle, hay in forms:
            size = len(needle)
            at = hay.find(needle)
            while at >= 0:
                if _whole(joined, at, at + size, label):
                    place = bisect_right(lasts, at)
                    end = at + size - (lasts[place] - len(texts[place]) - 1)
                    if any_case or needle == term or term not in texts[place]:
                        out.setdefault(place, []).append(Finding(end - size, end, label, "established in the trace"))
                at = hay.find(needle, at + size)
    return out


def occurrences(text: str, terms: Terms) -> list[Finding]:
    """Where the terms stand in a text as whole words."""
    out: list[Finding] = []
    lower: str | None = None
    for term, (label, any_case) in terms.items():
        if any_case:
            if lower is None:
                lower = text.lower()
            needle, hay = term.lower(), lower
            if len(lower) != len(text):
                needle, hay = term, text
        else:
            needle, hay = term, text
        at = hay.find(needle)
        if at < 0 and label == "NAME" and not any_case and len(term) > 4:  # MIA is an airport
            needle = term.upper()
            at = hay.find(needle)
        while at >= 0:
            end = at + len(needle)
            if _whole(text, at, end, label):
                out.append(Finding(at, end, label, "established in the trace"))
            at = hay.find(needle, end)
    return out


_NUMERIC_NEIGHBOUR = re.compile(r"[.,-][0-9]")


def _whole(text: str, start: int, end: int, label: str) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isalnum() or before == "_" or after.isalnum() or after == "_":
        return False
    if label == "NAME":
        return not (before in ("@", "/") or (before == "." and text[start - 2 : start - 1].isalnum()) or after == "@"
                    or (after == "." and text[end + 1 : end + 2].isalnum()))  # fmt: skip
    return not (text[end - 1].isdigit() and _NUMERIC_NEIGHBOUR.match(text, end)) or label == "SECRET"


def merged(findings: Sequence[Finding], more: Sequence[Finding]) -> list[Finding]:
    """The first list with those of the second that overlap nothing; a longer name replaces its parts."""
    kept = sorted(findings)
    starts = [item.start for item in kept]
    for item in sorted(more, key=lambda item: (item.start - item.end, item.start)):
        last = bisect_left(starts, item.end)
        first = last
        while first and kept[first - 1].end > item.start:  # none of those kept overlaps another
            first -= 1
        overlapping = kept[first:last]
        if overlapping and not (
            item.label == "NAME"
            and all(
                other.label == "NAME" and item.start <= other.start and other.end <= item.end for other in overlapping
            )
            and any(item.end - item.start > other.end - other.start for other in overlapping)
        ):
            continue
        kept[first:last] = [item]
        starts[first:last] = [item.start]
    return kept
