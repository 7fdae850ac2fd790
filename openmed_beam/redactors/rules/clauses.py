"""Identifiers that a clause, a record or a layout names: the second one of a sentence, an answer, a member of an object.

What stands right behind its name is found by `catalogue` and `around`.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re
from collections.abc import Callable

from openmed_beam.redactors.rules import shapes, validators
from openmed_beam.redactors.rules.cues import cue_rule
from openmed_beam.redactors.rules.rule import Check, Rule

_KIN = "wife|husband|son|daughter|partner|mother|father|mum|mom|dad|sister|brother|spouse|child"
#: What a second number is said to be: another one of the kind that the sentence named before.
_OTHERS = (
    *(f"[^A-Za-z]{whose}{verb}" for whose in ("mine", "his", "hers", "theirs", "ours") for verb in (" is ", ": ", "'s ", " was ", " = ")),
    *(f"my {kin}'s{verb}" for kin in _KIN.split("|") for verb in (" is ", ": ", " ")),
    *(f"{words} " for words in ("el mío es", "la mía es", "el suyo es", "le mien est", "la mienne est", "le sien est", "meiner ist", "meine ist", "meins ist", "seiner ist", "ihrer ist", "il mio è", "la mia è", "o meu é", "a minha é", "de mijne is", "die van mij is", "mój to", "min är")),
)  # fmt: skip
_OTHERS_PATTERN = (
    rf"(?ai:(?<![A-Za-z])(?:(?:mine|his|hers|theirs|ours)(?: is | was | = |: |'s )|my (?:{_KIN})'s (?:one |number )?(?:is )?|my (?:{_KIN})'s: "
    r"|(?:el mío es|la mía es|el suyo es|le mien est|la mienne est|le sien est|meiner ist|meine ist|meins ist|seiner ist|ihrer ist|il mio è|la mia è|o meu é|a minha é|de mijne is|die van mij is|mój to|min är) ))(?=[+(#]?[A-Za-z]{0,5}[-]?[0-9])"
)  # fmt: skip


def _behind(words: str, shape: Callable[[str, int], int], most: int) -> Check:
    """A value of a shape, where one of the words stands no more than `most` characters before it."""
    named = re.compile(rf"(?ai:(?<![a-z])(?:{words})(?![a-z]))")

    def check(text: str, start: int, _end: int) -> tuple[int, int] | None:
        end = shape(text, start)
        return (start, end) if end > start and named.search(text, max(0, start - most), start) else None

    return check


def _other_rule(name: str, label: str, words: str, shape: Callable[[str, int], int]) -> Rule:
    return Rule(
        f"another {name}", label, _OTHERS, rf"{_OTHERS_PATTERN}(?P<v>[^\s])",
        check=_behind(words, shape, 160), near="close", rank=58, spread=True, back=32, width=60, caseless=True, source="prose",
    )  # fmt: skip


#: Objects that hold the number of a document, by what the object says of itself.
_DOCUMENTS: tuple[tuple[str, str, str, Callable[[str, int], int]], ...] = (
    ("passport", "PASSPORT", "passport|passeport|pasaporte|reisepass|paspoort", shapes.passport),
    ("licence", "DRIVER_LICENSE", r"driv(?:er'?s?|ing)[ _-]?licen[sc]e|driverslicense|drivinglicence|driverlicense|licencia[ _]de[ _]conducir|permis[ _]de[ _]conduire|f(?:ü|ue)hrerschein", shapes.licence),
    ("card", "NATIONAL_ID", r"national[ _-]?id(?:entity)?(?:[ _-]?card)?|identity[ _-]?card|id[ _-]card|residence[ _-]?permit|personalausweis|carte[ _]d'identit(?:é|e)|documento[ _]de[ _]identidad", shapes.any_id),
)  # fmt: skip
_QUOTE = r"\\?[\"']"


def _document_rule(name: str, label: str, kinds: str, shape: Callable[[str, int], int]) -> Rule:
    """`{"type": "passport", "country": "FRA", "number": "21DA44817"}`."""
    said = re.compile(
        rf"(?ai:[\"'\s:_](?:{kinds})[\"'\\\s,:])[^{{}}\n]{{0,200}}$|(?ai:(?:{kinds}){_QUOTE}\s?:\s?\{{)[^{{}}]{{0,160}}$"
    )

    def check(text: str, start: int, _end: int) -> tuple[int, int] | None:
        end = shape(text, start)
        if end <= start or text[end : end + 1] not in "\"'\\" or sum(map(str.isdigit, text[start:end])) < 3:
            return None
        return (start, end) if said.search(text, max(0, start - 260), start) else None

    return Rule(
        f"number of a {name} in an object", label, (r"number\\?[\"']:",),
        rf"(?ai:(?<![A-Za-z])(?:(?:document|doc|id)_?)?number){_QUOTE}: ?{_QUOTE}(?=[A-Za-z]{{0,3}}[0-9])(?P<v>[A-Za-z0-9])",
        check=check, near="close", rank=61, spread=True, back=32, width=40, caseless=True, source="JSON of documents",
    )  # fmt: skip


_REGISTRY = re.compile(r"(?ai:npi|enumeration|taxonom|nppes|provider|practice|medicare)")


def _registered(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A provider's number in a record of their registry."""
    near = _REGISTRY.search(text, max(0, start - 160), start) or _REGISTRY.search(text, end, end + 200)
    return (start, end) if near and validators.npi(text[start:end]) else None


_BORN = r"d\.?o\.?b\.?|birth(?:day|date)?|date of birth|b-?day|born|geburtsdatum|geboortedatum|nacimiento|naissance|nascita|nascimento"
_CORRECTED = (
    "says", "shows", "should be", "should read", "reads", "is actually", "it's actually", "instead of", "listed as", "entered as", "recorded as", "typed as", "changed to", "change to",
    "correct it to", "corrected to", "correct one is", "real one is", "supposed to be", "it's", "it is", "have it as", "has it as",
)  # fmt: skip
_LICENCE_NUMBER = (
    r"[A-Z][0-9]{3}(?:[- ]?[0-9]{2,4}){2,4}|[A-Z]{1,3}[- ]?[0-9]{5,14}|[A-Z]{2}[0-9]{2}[A-Z][0-9]{6,8}|[0-9]{2,3}[- ][0-9]{3}[- ][0-9]{3,4}|[A-Z9]{5}[0-9]{6}[A-Z9]{2}[0-9][A-Z]{2}|[0-9]{7,9}(?= ?\([A-Z]{2}\))"
)  # fmt: skip


def _names_before(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A date of a life behind a name: no visit of this decade."""
    return (start, end) if shapes.date(text, start) == end else None


_PATIENT = "patient|patient name|pt|pt name|member|member name|insured|subscriber|resident|enrollee|beneficiary|dependent|dependant|newborn|paciente|paziente|patiënt|pacjent|assistito|patientin|versicherter|versicherte"  # fmt: skip
_PERSON_WORDS = r"[^\W\d_a-z][\w'’.-]{0,24}(?:,? [^\W\d_a-z][\w'’.-]{0,24}){1,3}"
_LIFE = r"(?:[0-9]{1,2}[-/. ](?:[0-9]{1,2}|[A-Za-z]{3})[-/. ](?:19[0-9]|20[01])[0-9]|(?:19[0-9]|20[01])[0-9]-[0-9]{2}-[0-9]{2})"

#: Numbers of accounts as central Europe writes them: grouped as an IBAN without its country, and with the bank behind a dash or slash.
_ACCOUNT = re.compile(
    r"(?:[0-9]{2} ?(?:[0-9]{4} ?){5}[0-9]{4}|[0-9]{8}-[0-9]{8}(?:-[0-9]{8})?|(?:[0-9]{2,6}-)?[0-9]{6,10}/[0-9]{4})(?![0-9A-Za-z])"
)


def _central_account(text: str, start: int) -> int:
    found = _ACCOUNT.match(text, start)
    return found.end() if found else -1


_PRIME = 97


def _polish_account(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Twenty-six digits whose check digits agree, or behind a word for accounts."""
    digits = shapes.digits_of(text[start:end])
    valid = int(f"{digits[2:]}2521{digits[:2]}") % _PRIME == 1
    return (start, end) if valid or _POLISH_CUE.search(text, max(0, start - 60), start) else None


_POLISH_CUE = re.compile(
    r"(?ai:(?<![a-z])(?:konto|konta|koncie|kontem|rachun(?:ek|ku|kiem)|przelew|wp[łl]at[aęy]|nrb|account|iban|bank)(?![a-z]))"
)
shapes.SHAPES["central_account"] = _central_account

CLAUSE_RULES: tuple[Rule, ...] = (
    _other_rule("passport", "PASSPORT", "passports?|passeport|pasaporte|reisepass|passaporto|paspoort|passaporte|paszport|pass", shapes.passport),
    _other_rule("licence", "DRIVER_LICENSE", r"driv(?:er'?s?|ing) licen[cs]es?|dl|licen[cs]es?|führerschein|permis|rijbewijs|carnet", shapes.licence),
    _other_rule("record number", "MRN", r"mrns?|medical record|member(?:ship)? (?:id|number)s?|patient (?:id|number)s?|policy (?:number|no)|chart (?:number|no)|insurance (?:id|number)", shapes.record_number),
    _other_rule("social security number", "SSN", "ssns?|social(?: security)?", shapes.ssn),
    _other_rule("date of birth", "DOB", _BORN, shapes.birth),
    _other_rule("phone", "PHONE", "phone|cell|mobile|numbers?|call|ring|text|handy|móvil|portable|telefon", shapes.grouped_phone),
    _other_rule("plate", "VEHICLE_ID", "plates?|reg|registration|kennzeichen|matr[ií]cula|immatriculation|targa|kenteken", shapes.strict_plate),
    *(_document_rule(*row) for row in _DOCUMENTS),
    Rule(
        "npi in a registry", "NPI", (r"number\\?[\"']:",),
        rf"(?<![A-Za-z])number{_QUOTE}: ?(?:{_QUOTE})?(?P<v>[12][0-9]{{9}})(?![0-9])", check=_registered, near="close", rank=67, spread=True, back=30, width=40, source="NPPES",
    ),
    Rule(
        "npi in a box of a claim", "NPI", tuple(f"{box} ?#?{number}" for box in ("box", "item", "field", "locator") for number in ("24 ?[jJ]", "32 ?[aA]", "33 ?[aA]", "17 ?[bB]", "5[16]", "7[6-9]")),
        r"(?ai:(?<![A-Za-z])(?:box|item|field|locator) ?#?(?:24 ?j|32 ?a|33 ?a|17 ?b|5[16]|7[6-9]))(?![0-9])[^0-9\n]{1,24}?(?P<v>[12][0-9]{9})(?![0-9])",
        check=lambda t, s, e: (s, e) if validators.npi(t[s:e]) else None, near="close", rank=67, spread=True, back=18, width=60, caseless=True, source="CMS-1500",
    ),
    Rule(
        "licence behind a bare word", "DRIVER_LICENSE", tuple(f"{word}{end}[A-Z0-9]" for word in ("[Ll]icen[sc]e", "LICEN[SC]E", "[^A-Za-z][Ll]ic", "[^A-Za-z]LIC") for end in (": ", " ", ":", " # ?", " [Nn][Oo][.:]? ", "[.] ", " is ", "#[: ]?")),
        rf"(?<![A-Za-z])(?:[Ll]icen[sc]e|LICEN[SC]E|[Ll]ic|LIC)(?::? |:|[.] | # ?| [Nn][Oo][.:]? | is |#[: ]?)(?P<v>{_LICENCE_NUMBER})(?![A-Za-z0-9_]|[-.][0-9A-Za-z])",
        check=lambda t, s, e: (s, e) if sum(map(str.isdigit, t[s:e])) >= 5 else None, near="close", rank=56, spread=True, back=24, width=60, source="cue",
    ),
    cue_rule("plate after its name, other languages", "VEHICLE_ID", r"immatriculée?s?|immatriculation no|plaque no|matriculado|matriculada|matrículas|con placa|chapa|immatricolat[ao]|targat[ao]|targhe|kentekenplaat|kentekennummer|amtliches kennzeichen|kennzeichens|tablica rejestracyjna|nr rej\.?|rejestracja|rej\.|registreringsskylt|nummerplade|skiltnummer|regskylt|reg\.nr|reg\.nummer|rendszám|forgalmi rendszám|spz|număr de înmatriculare|nr\. înmatriculare|číslo vozu|plakası?|номер машины|госномер",
             "strict_plate", first=r"[A-Z0-9]", rank=56, source="cue", gap=r"[ ]?[:.#=(\"'-]{0,2}[ ]?(?:(?:sous le numéro|numéro|n°|con el número|número|nr|is|es|è|lautet|to|with|est|no|number)[.:]?[ ]){0,2}"),
    cue_rule("identifier of a device", "DEVICE_ID", r"android[_ -]id|advertising[_ -]id(?:entifier)?|google ad id|mobile ad id|idfa|idfv|gaid|aaid|oaid|udid|imsi|iccid|meid|esn|hardware[_ -]id|installation[_ -]id|device[_ -]uuid|device[_ -]fingerprint|vendor[_ -]id|service tag|svc tag|service-tag|seriennummer|serienummer|numéro de série|n° de série|número de serie|nº de serie|numero di serie|número de série|numer seryjny|nr seryjny|sarjanumero|serial num|ser\. ?no\.?|ser no|s/no",
             "device_id", first=r"[A-Za-z0-9]", rank=59, source="cue", gap=r"(?:[\s:=#\"'“(\[*]|(?:is|was|are|no|nr|number|of|the|for|my|this|device|phone|laptop|ist|lautet|es|est|è|é)(?![A-Za-z0-9_])[.:]?){0,8}"),
    Rule(
        "telephone that a link shows", "PHONE", (r"href=\\?[\"']tel:",), r"(?ai:href=\\?[\"']tel:)[+0-9(). -]{3,24}\\?[\"'][^<>\n]{0,120}>\s{0,4}(?:<[A-Za-z]{1,8}>\s{0,4}){0,2}(?P<v>[+(]?[0-9](?:[ .()/-]{0,2}[0-9]){5,14})(?=\s{0,4}<)",
        rank=66, spread=True, back=14, width=220, caseless=True, source="RFC 3966",
    ),
    Rule(
        "account of central europe", "BANK_ACCOUNT", (r"[0-9]{2} [0-9]{4} [0-9]{4} [0-9]{4} [0-9]{4}",), r"(?<![\w.+$/-])(?P<v>[0-9]{2}(?: [0-9]{4}){6})(?![\w]| ?[0-9])",
        check=_polish_account, rank=73, spread=True, back=24, width=34, run=True, source="NRB",
    ),
    cue_rule("account of central europe after its name", "BANK_ACCOUNT", r"konto|nr konta|numer konta|konto bankowe|kontem|rachunek|rachunku|nr rachunku|numer rachunku|rachunek bankowy|nrb|számlaszám|számlaszáma|bankszámlaszám|számlája|bankszámla|číslo účtu|účet|účtu|č\. ?ú\.|č\.ú\.",
             "central_account", first=r"[0-9]", rank=71, source="cue"),
    Rule(
        "date of birth that is put right", "DOB", tuple(f"[^A-Za-z]{words}[: ]" for words in _CORRECTED),
        rf"(?ai:(?<![A-Za-z])(?:{'|'.join(sorted(_CORRECTED, key=len, reverse=True))})):? (?P<v>(?=[0-9]{{1,2}}[-/.]|[0-9]{{4}}-)[0-9])",
        check=_behind(_BORN, shapes.date, 140), near="close", rank=65, spread=True, back=30, width=40, caseless=True, source="prose",
    ),
    Rule(
        "date of birth behind a patient", "DOB", (*tuple(f"{word}: [A-Z\\x80-\\xff]" for word in _PATIENT.split("|") if " " not in word and len(word) > 2), r"[^A-Za-z]pt: [A-Z\x80-\xff]", r"(?:patient|pt|member) name: [A-Z\x80-\xff]"),
        rf"(?ai:(?<![A-Za-z])(?:{_PATIENT})): (?:(?:Mrs?|Ms|Miss|Dr)\.? )?{_PERSON_WORDS},?[ ]{{1,3}}\(?(?P<v>{_LIFE})(?![\w/-])",
        check=_names_before, near="close", rank=57, spread=True, back=24, width=140, caseless=True, head=rf"(?ai:(?<![A-Za-z])(?:{_PATIENT})): ", source="labels and lists",
    ),
    Rule(
        "date of birth before its word", "DOB", tuple(f" {word}" for word in ("geboren", "született", "syntyn", "narozen", "doğdu")),
        r"(?<![\w./-])(?P<v>[0-9]{1,2}[-/. ]{1,2}(?:[0-9]{1,2}|[^\W\d_]{3,10})[-/. ]{1,2}[0-9]{2,4}) (?:in [^\W\d_][^\W\d_]{1,20} )?(?ai:geboren|született|syntyn|narozen|doğdu)",
        check=lambda t, s, e: (s, e) if shapes.date(t, s) == e else None, near="behind", rank=66, spread=True, back=64, width=80, caseless=True, source="prose",
    ),
    cue_rule("date of birth, told of somebody", "DOB", r"föddes|föddes den|nacque(?: il)?|nata? il|naquit(?: le)?|est née? le|nació(?: el)?|nasceu(?: em| a)?|urodził się|urodziła się|urodzon[ay]|syntyi|narodil se|narodila se|născut(?:ă)?(?: pe| la)?|geboren am|wurde geboren am|blev født|ble født|is geboren op|γεννήθηκε|родился|родилась|fecha nacimiento|dt\. ?nasc\.?|dt\. ?nac\.?",
             "birth", first=r"[0-9]", rank=66, source="cue", gap=r"[\s:=.,]{0,3}(?:(?:el|il|le|em|a|den|dnia|am|op|w dniu|día|dia|giorno|roku)[ ]){0,2}(?:[^\W\d_a-z][^\W\d_]{1,20} (?:el|il|le|em|den|dnia|am|op)[ ])?"),
)  # fmt: skip

shapes.SHAPES["device_id"] = lambda text, start: _device_id(text, start)


def _device_id(text: str, start: int) -> int:
    """An identifier of a device: five characters and three digits at least, or a UUID."""
    end = shapes.any_id(text, start)
    return end if end - start >= 5 else -1
