"""Street addresses that no common word for a street shows: by the town and postcode behind them, and by rarer words."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules.checks import street_abroad, street_span
from openmed_beam.redactors.rules.cues import UPPER
from openmed_beam.redactors.rules.rule import Rule
from openmed_beam.redactors.rules.words import COMMON_PARTS, NOT_NAMES

_WORD = rf"[{UPPER}][\w'’.-]{{1,24}}"
_WORDS = rf"{_WORD}(?: (?:of|the|de|du|des|la|le|les|del|do|da|dos|van|von|der|den|am|im|an|zu|y|e)){{0,2}}"
_HOUSE = r"[0-9]{1,5}(?:[A-Za-z](?![A-Za-z])|-[0-9]{1,4})?"

_UNIT = r"(?:,? (?:[Ss]uite|[Ss]te|[Aa]pt|[Uu]nit|[Ff]lat|[Aa]pp|[Bb]ureau|[Ll]ocal|#)\.? ?[0-9]{1,5}[A-Za-z]?)?"
#: Words for streets in Scotland, Wales and the rest of the islands, which stand last.
_ISLES = "Wynd|Brae|Vennel|Pend|Croft|Meadow|Meadows|Dene|Garth|Fold|Rigg|Chase|Drove|Strand|Embankment|Approach|Arcade|Maltings|Bank|Gate|Mead|Mews|Mount|Orchard|Paddock|Spinney|Copse|Leas|Lea|Fields|Field|Wood|Woods|Cottages|Villas|Buildings|Wharf|Quayside|Hythe|Ride|Twitten|Ginnel|Snicket|Loan|Neuk|Haugh|Heol|Ffordd|Stryd|Boreen|Tce|Cct|Circuit|Dell|Knoll|Overlook|Bluff|Crest|Trace|Spur|Hollow|Ferry|Springs|Oaks|Pines"
#: Streets of the Romance languages behind a number, as America writes them.
_ROMANCE = "Avenida|Calle|Via|Camino|Paseo|Plaza|Rue|Rua|Corte|Vista|Circulo|Placita|Callejon|boul\\.|boulevard|Boul\\.|ch\\.|chemin|Chemin|rang|Rang|montée|Montée|côte|Côte|promenade|Promenade|terrasse|sentier|ruelle|venelle|allées|cité|résidence|hameau|lieu-dit|rond-point|mail|clos|square"


_MONTH = re.compile(r"(?ai:(?<![a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]{0,6}(?![a-z]))")
_BEHIND = re.compile(r",? ?\n?(?:[A-Z]{1,2}-)?(?P<code>[0-9]{4,5}) ?(?:(?P<dutch>[A-Z]{2}) )?(?P<town>[^\W\d_]{2,24})")
_COUNTED = frozenset(
    "units items users rows people seats questions steps rules orders copies shares points pieces boxes cases feet miles dollars".split()
)


def _street(text: str, start: int, end: int) -> tuple[int, int] | None:
    """No count of things and no day of a month."""
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", text[start:end])]
    if not words or words[0] in NOT_NAMES or words[-1] in _COUNTED or (len(words) == 1 and words[0] in COMMON_PARTS):
        return None
    return start, end


def _before_town(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A street and its number, and behind it a postcode that is no year and a town that is no common word."""
    behind = _BEHIND.match(text, end, end + 50)
    if behind is None or behind["town"].lower() in NOT_NAMES or _MONTH.search(text, start, end):
        return None
    if behind["dutch"] is None and re.fullmatch("(?:19|20)[0-9]{2}", behind["code"]):
        return None
    return _street(text, start, end)


_FURTHER_UNIT = re.compile(
    r",? (?ai:suite|ste|apt|unit|flat|app|appt|bureau|local|no)\.?[ ]?#?[0-9]{1,5}[A-Za-z]?(?![A-Za-z0-9])"
)


def _with_unit(text: str, start: int, end: int) -> tuple[int, int]:
    """Moves the end over a flat or an office."""
    unit = _FURTHER_UNIT.match(text, end, end + 24)
    return (start, unit.end()) if unit else street_abroad(text, start, end)


ADDRESS_RULES: tuple[Rule, ...] = (
    Rule(
        "street before a british town", "STREET_ADDRESS", (r"[A-Z][0-9][0-9A-Z]? [0-9][A-Z]{2}[^A-Za-z0-9]", r"[A-Z][0-9]{2}[A-Z]? [0-9][A-Z]{2}[^A-Za-z0-9]"),
        rf"(?<![\w.$€£/-])(?P<v>{_HOUSE},? (?:{_WORDS} ?){{1,4}})(?:,|\n) ?(?:{_WORD}[ ,]{{1,2}}){{1,4}}[A-Z]{{1,2}}[0-9][0-9A-Z]? [0-9][A-Z]{{2}}(?![A-Za-z0-9])",
        check=lambda t, s, e: _street(t, s, s + len(t[s:e].rstrip())), rank=45, spread=True, back=190, width=190, head=rf"(?<![\w.$€£/-]){_HOUSE},? [{UPPER}]", source="Royal Mail PAF",
    ),
    Rule(
        "street before an american town", "STREET_ADDRESS", (r"[ ,][A-Z]{2},? [0-9]{5}[^0-9A-Za-z]",),
        rf"(?<![\w.$€£/-])(?P<v>{_HOUSE} (?:[NSEW]{{1,2}}\.? )?(?:{_WORDS} ?){{1,5}}{_UNIT})(?:,|\n) ?(?:{_WORD}[ ]?){{1,3}},? [A-Z]{{2}},? [0-9]{{5}}(?:-[0-9]{{4}})?(?![\w-])",
        check=lambda t, s, e: _street(t, s, s + len(t[s:e].rstrip())), rank=45, spread=True, back=150, width=200, head=rf"(?<![\w.$€£/-]){_HOUSE} [{UPPER}]", source="USPS Publication 28",
    ),
    Rule(
        "street before a european town", "STREET_ADDRESS", (r"[,\n] ?[0-9]{4,5} [A-Z\x80-\xff][A-Za-z\x80-\xff]", r"[,\n] ?[A-Z]{1,2}-[0-9]{4,5} [A-Z\x80-\xff]", r"[,\n] ?[0-9]{4} ?[A-Z]{2} [A-Z\x80-\xff]"),
        rf"(?<![\w-])(?P<v>(?:(?:[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Rr]ua|[Cc]alle|[Rr]ue|[Uu]l\.|[Aa]m|[Ii]m|[Aa]n der|[Aa]uf der|[Zz]um|[Zz]ur) )?{_WORDS}(?: {_WORDS}){{0,3}},? [0-9]{{1,4}}(?: ?[a-zA-Z](?![A-Za-z])|[-/][0-9A-Za-z]{{1,4}})?)(?:, ?|,? ?\n)(?:[0-9]{{4}} ?[A-Z]{{2}} |(?:[A-Z]{{1,2}}-)?[0-9]{{4,5}} )[{UPPER}][^\W\d_]{{2,20}}",
        check=_before_town, rank=44, spread=True, back=110, width=150, head=rf"(?<![\w-])(?:(?:via|viale|piazza|corso|rua|calle|rue|ul\.|am|im|an der|auf der|zum|zur) [{UPPER}]|[{UPPER}])", source="UPU S42",
    ),
    Rule(
        "street of the isles", "STREET_ADDRESS", tuple(rf" {word}[,\n\"|;]" for word in _ISLES.split("|")),
        rf"(?<![\w.$€£/-])(?P<v>{_HOUSE},? (?:(?:{_WORD}|the|of) ){{1,3}}(?:{_ISLES}))(?=[,\n\"|;])",
        check=street_span, rank=43, spread=True, back=110, width=150, head=rf"(?<![\w.$€£/-]){_HOUSE},? (?:[{UPPER}]|the )", source="Royal Mail PAF",
    ),
    Rule(
        "street of a romance word behind its number", "STREET_ADDRESS", tuple(rf"[0-9][A-Za-z]?,? {word} [A-Za-z\x80-\xff]" for word in _ROMANCE.split("|")),
        rf"(?<![\w.$€£/-])(?P<v>{_HOUSE},? (?:{_ROMANCE}) (?:(?:de|del|du|des|la|le|les|los|las|el|da|do|dos|l'|d'|l’|d’|St\.?|San|Santa)[ ]?){{0,3}}{_WORD}(?:[ -](?:de |del |du |la |le )?{_WORD}){{0,3}}(?: (?:[EONS]|Est|Ouest|Nord|Sud)\.?(?![A-Za-z]))?)",
        check=_with_unit, rank=45, spread=True, back=30, width=180, head=rf"(?<![\w.$€£/-]){_HOUSE},? (?:{_ROMANCE})", source="UPU S42",
    ),
    Rule(
        "street in capitals", "STREET_ADDRESS", tuple(f"{word} [0-9]" for word in ("STRASSE", "STR", r"STR\.", "STRAAT", "GRACHT", "LAAN", "PLEIN", "KADE", "SINGEL", "WEG", "PLATZ", "ALLEE", "GASSE", "RING", "DAMM", "UFER", "ANLAGE", "GATAN", "VEIEN", "GADE", "KATU", "TIE")),
        rf"(?<![\w-])(?P<v>(?:[{UPPER}][{UPPER}.'-]{{1,24}} ){{0,2}}[{UPPER}][{UPPER}-]{{0,24}}(?:STRASSE|STR\.?|STRAAT|GRACHT|LAAN|PLEIN|KADE|SINGEL|WEG|PLATZ|ALLEE|GASSE|RING|DAMM|UFER|ANLAGE|GATAN|VEIEN|GADE|KATU|TIE) [0-9]{{1,4}}[A-Z]?)(?![\w.-])",
        check=lambda t, s, e: (s, e) if len(re.findall("[A-Z]{5}", t[s:e])) else None, rank=44, spread=True, back=90, width=120, source="SWIFT, DIN 5008",
    ),
    Rule(
        "street in a payment order", "STREET_ADDRESS", (r":5(?:0[AFK]|9[AF]?|9):",), r"(?<![A-Za-z0-9]):5(?:0[AFK]|9[AF]?|9):(?:/[^\n]{4,40}\n)?(?:1/)?[^\n]{3,35}\n(?:2/)?(?P<v>[^\n:/]{3,30}[0-9][^\n:/]{0,8}|[0-9][^\n:/]{4,34})(?=\n|$)",
        rank=44, spread=True, back=8, width=130, head=":5", source="SWIFT MT103",
    ),
)  # fmt: skip
