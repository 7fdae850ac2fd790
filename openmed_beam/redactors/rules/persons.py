"""Names of persons by what stands around them: titles, introductions, greetings, signatures, roles, mail headers.

A name alone in prose is found only where it opens with a known given name; the rest is a model's task.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules import shapes
from openmed_beam.redactors.rules.rule import Rule
from openmed_beam.redactors.rules.words import GIVEN_NAMES, NOT_NAMES

_TITLES = (
    "Dr|Drs|Mr|Mrs|Ms|Mx|Prof|Sr|Sra|Srta|Dra|Hr|Fr|Rev|Mme|Mlle|Dott|Dott.ssa|Ing|Lic|Miss|Professor|Doctor|Madame|Monsieur|Herr|"
    "Frau|Señor|Señora|Signor|Signora|Nurse|Pan|Pani|Shri|Smt|Sheikh|Don|Doña|DR|MR|MRS|MS|PROF"
)


def _known(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """A known given name and at least one more name word."""
    stop = shapes.full_name(text, start)
    if stop < 0:
        return None
    words = text[start:stop].split()
    if (
        words[0] not in GIVEN_NAMES
        or words[-1].lower() in NOT_NAMES
        or (len(words[1]) < 2 or words[1].rstrip(".") == "")
    ):
        return None
    return start, stop


def _greeted(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """Behind a greeting: a full name, or a known given name alone."""
    stop = shapes.name(text, start, most=3)
    if stop < 0 or not re.match(r"\s*(?:[,!.;:\n)—–-]|$|and\b)", text[stop : stop + 4]):
        return None
    words = text[start:stop].split()
    return (start, stop) if words[0] in GIVEN_NAMES or (len(words) >= 2 and text[stop : stop + 1] in ",!") else None


def _dear(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.name(text, start, most=4)
    return (start, stop) if stop > 0 and text[stop : stop + 1] in (",", ":", "\n", "!", ";", "") else None


def _display(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The display name before `<address>`: nothing but name words."""
    stop = shapes.inverted_name(text, start)
    return (start, end) if stop == end else None


def _spoken(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.spoken_name(text, start)
    return (start, stop) if stop > 0 else None


def _introduced(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """Behind "this is": capitals, or lower case where somebody calls from somewhere."""
    stop = shapes.full_name(text, start)
    if stop > 0:
        return start, stop
    stop = shapes.spoken_name(text, start)
    if stop > 0 and (
        text[start:stop] in GIVEN_NAMES or re.match(r" (?:from|calling|speaking|here)\b", text[stop : stop + 10])
    ):
        return start, stop
    return None


def _self(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.name(text, start)
    if stop < 0:
        return None
    words = text[start:stop].split()
    return (start, stop) if len(words) >= 2 or words[0] in GIVEN_NAMES else None


def _signature(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.name(text, start)
    return (start, stop) if stop > 0 and (stop == len(text) or text[stop] in "\n,|(\r") else None


def _role(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.inverted_name(text, start)
    if stop < 0:
        return None
    words = re.findall(r"[^\W\d_]+", text[start:stop])
    if len(words) >= 2 or words[0] in GIVEN_NAMES:
        return start, stop
    return None


def _row(name: str, trigger: str | tuple[str, ...], pattern: str, check: object, *, rank: int = 36, spread: bool = True, back: int = 60,
         caseless: bool = False, near: str = "capital", exact: bool = False) -> Rule:  # fmt: skip
    return Rule(name, "NAME", (trigger,) if isinstance(trigger, str) else trigger, pattern, check=check, rank=rank, spread=spread, back=back, width=140,  # type: ignore[arg-type]
                caseless=caseless, near=near, exact=exact, source="words around a name")  # fmt: skip


_GIVEN_TRIGGERS = tuple(f"{name} " for name in sorted(GIVEN_NAMES))
_WHOSE = (
    "my|his|her|their|your|patient's|customer's|client's|caller's|husband's|wife's|son's|daughter's|m"
    "other's|father's|full|first|last|legal|maiden|real|middle|preferred"
)
_ROLES = (
    "patient|provider|physician|clinician|client|customer|employee|contact|attending|nurse|therapist|surgeon|doctor|subject|member|"
    "guest|tenant|applicant|claimant|plaintiff|defendant|beneficiary|passenger|cardholder|spouse|guardian|supervisor|attn|attention|"
    "cc|bcc|from|to|author|committer|reviewer|assignee|reporter|caregiver|resident|student|teacher|colleague|owner|signed|"
    "recipient|sender"
)
_ROLE_TRIGGERS = (
    *(f"{role}{ending}" for role in _ROLES.split("|") for ending in ("[:*]", "s[:*]")),
    *(
        f"{role} "
        for role in (
            "patient",
            "client",
            "customer",
            "employee",
            "passenger",
            "colleague",
            "nurse",
            "surgeon",
            "therapist",
        )
    ),
)
_NEXT = r"(?P<v>(?=[^\W\d_]))"

PERSON_RULES: tuple[Rule, ...] = (
    _row("name after a title", tuple(f"{title}{dot}[ ]" for title in _TITLES.split("|") for dot in ("", r"\.")), rf"(?<![\w])(?:{_TITLES})\.?[ ](?:(?:{_TITLES})\.? )?{_NEXT}",
         lambda t, s, _e: (s, end) if (end := shapes.name(t, s)) > 0 else None, rank=38, exact=True),
    _row("name given by its bearer", (
            *(f"{whose} name" for whose in _WHOSE.split("|")), "i'm called", "im called", "call me", "m'appelle", "ich heiße", "ich heisse",
            "me llamo", "mi nombre es", "meu nome é", "meu nome e", "mi chiamo", "ik heet", "jag heter", "nazywam się", "nazywam sie", "jeg heter", "jeg hedder"),
         rf"(?ai:(?<![A-Za-z])(?:(?:{_WHOSE}) name(?:(?:'s|’s)|(?: on file)?(?: is|:| was))|i'm called|im called|call me|m'appelle|ich heiße|ich heisse|me llamo|mi nombre es|meu nome é|meu nome e|mi chiamo|ik heet|jag heter|nazywam się|nazywam sie|jeg heter|jeg hedder))[ ]{{1,2}}[\"“*]{{0,2}}{_NEXT}",
         _spoken, rank=37, caseless=True, exact=True, near=""),
    _row("name on the telephone", r"this is[ ]", rf"(?ai:(?<![A-Za-z])this is)[ ]{_NEXT}", _introduced, caseless=True, near=""),
    _row("name of the speaker", r"(?:i'm|i am|i\xe2\x80\x99m)[ ]", rf"(?ai:(?<![A-Za-z])(?:i'm|i’m|i am))[ ]{_NEXT}", _self, caseless=True),
    _row("name after dear", r"(?:dear|estimad[oa]|querid[oa]|liebe|lieber|cher|ch\xc3\xa8re|caro|cara|beste|prezad[oa]|geachte)[ ]",
         rf"(?ai:(?<![A-Za-z])(?:dear|estimad[oa]|querid[oa]|liebe|lieber|cher|chère|caro|cara|beste|prezad[oa]|geachte))[ ]{_NEXT}", _dear, caseless=True),
    _row("name after a greeting", r"(?:hi|hello|hey|thanks|thank you|welcome|welcome back|sorry|bye|goodbye|ok|okay|great|perfect|sure|morning|afternoon|evening|hola|bonjour|hallo|ciao|again|there|much),?[ ]",
         rf"(?ai:(?<![A-Za-z])(?:hi|hello|hey|thanks|thank you|welcome|welcome back|sorry|bye|goodbye|ok|okay|great|perfect|sure|good morning|good afternoon|good evening|hola|bonjour|hallo|ciao)(?: again| there| so much| very much)?),?[ ]{_NEXT}",
         _greeted, caseless=True),
    _row("name below a closing", r"(?:sincerely|regards|wishes|cheers|respectfully|thanks|thank you|truly|best|warmly|faithfully|love|saludos|atentamente|cordialement|gr(?:\xc3\xbc|u)(?:\xc3\x9f|ss)en?|saluti|obrigad[oa]|yours)[,.!]?[ ]?\r?\n",
         rf"(?ai:(?<![A-Za-z])(?:sincerely|regards|wishes|cheers|respectfully|thanks|thank you|truly|best|warmly|faithfully|love|saludos|atentamente|cordialement|gr(?:ü|u)(?:ß|ss)en?|saluti|obrigad[oa]|yours))[,.!]?[ ]?\r?\n\s{{0,3}}[-–—]?[ ]?{_NEXT}",
         _signature, caseless=True, back=40, near=""),
    _row("name after a role", _ROLE_TRIGGERS,
         rf"(?ai:(?<![A-Za-z])(?:(?:patient|provider|physician|clinician|client|customer|employee|contact|attending|nurse|therapist|surgeon|doctor|subject|member|guest|tenant|applicant|claimant|plaintiff|defendant|beneficiary|passenger|cardholder|spouse|guardian|supervisor|attn|attention|cc|bcc|from|to|author|committer|reviewer|assignee|reporter|caregiver|resident|student|teacher|owner|signed|recipient|sender)s?[:*]{{1,3}}|patient|client|customer|employee|passenger|colleague|nurse|surgeon|therapist))[ ]{{1,3}}[*\"']{{0,3}}{_NEXT}",
         _role, caseless=True, exact=True),
    _row("name after a deed", tuple(f"{deed} " for deed in (
             *(f"{verb} by" for verb in ("signed", "reviewed", "approved", "prepared", "requested", "reported", "opened", "seen", "referred", "performed", "examined", "treated", "dictated", "witnessed", "notarized", "submitted", "authored", "authorized", "assessed")),
             *(f"{verb} to" for verb in ("assigned", "reports", "speak", "spoke", "spoken", "talk", "talked", "married", "belongs", "addressed", "escalated")),
             *(f"{verb} with" for verb in ("spoke", "met", "talked", "meeting", "appointment", "call", "session", "interview")),
             "contact person", "on behalf of", "c/o", "according to", "accompanied by", "named", "called", "please contact", "please ask", "please email", "please call")),
         rf"(?ai:(?<![A-Za-z])(?:(?:signed|reviewed|approved|prepared|requested|reported|opened|seen|referred|performed|examined|treated|dictated|witnessed|notarized|submitted|authored|authorized|assessed) by|(?:assigned|reports|speak|spoke|spoken|talk|talked|married|belongs|addressed|escalated) to|(?:spoke|met|talked|meeting|appointment|call|session|interview) with|contact person|on behalf of|c/o|according to|accompanied by|a (?:man|woman|person|patient|user|customer) (?:named|called)|please (?:contact|ask|email|call)))[ ]{_NEXT}",
         _role, rank=34, caseless=True, back=60),
    _row("name of a relative", r"(?:husband|wife|son|daughter|brother|sister|mother|father|mom|mum|dad|partner|fianc(?:\xc3\xa9|e)e?|boss|friend|neighbou?r|uncle|aunt|grandmother|grandfather|nephew|niece|cousin|roommate|coworker|co-worker|girlfriend|boyfriend),?[ ]",
         rf"(?ai:(?<![A-Za-z])(?:my|his|her|their|your|our) (?:late |older |younger |ex-|best |new |old )?(?:husband|wife|son|daughter|brother|sister|mother|father|mom|mum|dad|partner|fianc(?:é|e)e?|boss|friend|neighbou?r|uncle|aunt|grandmother|grandfather|nephew|niece|cousin|roommate|coworker|co-worker|girlfriend|boyfriend)),?[ ]{_NEXT}",
         _role, caseless=True),
    _row("name before its address", r"[ ]?<[^\s@<>]{1,190}@",
         r"(?<![\w’.&-])(?P<v>[^\W\d_][^<>\n\"=:;(){}\[\]@/\\|_]{1,60}?)(?=\"? ?<[^\s@<>]{1,64}@[^\s@<>]{1,190}>)", _display, rank=39, back=132, near=""),
    _row("name that opens with a given name", _GIVEN_TRIGGERS, r"(?<![\w'’.-])(?P<v>[^\W\d_](?:[^\W\d_]|['’-]){1,20}) (?=[^\W\d_])", _known, rank=30, back=26, near="", exact=True),
)  # fmt: skip

_LOCAL = re.compile(r"[a-zà-öø-ÿ]{2,20}")


def names_of_address(local: str) -> tuple[str, str] | None:
    """The two name parts that an e-mail address spells (`rafael.ortiz`, `ortiz_rafael`), or None."""
    parts = [part for part in re.split(r"[._+-]|\d+", local.lower()) if part]
    if len(parts) != 2 or not all(_LOCAL.fullmatch(part) for part in parts) or any(part in NOT_NAMES for part in parts):
        return None
    return parts[0], parts[1]
