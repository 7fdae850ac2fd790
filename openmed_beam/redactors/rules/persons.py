"""Names of persons by what stands around them: titles, introductions, greetings, signatures, roles, mail headers.

A name alone in prose is found only where it opens with a known given name; the rest is a model's task.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules import shapes
from openmed_beam.redactors.rules.rule import Rule
from openmed_beam.redactors.rules.words import COMMON_PARTS, GIVEN_NAMES, NOT_NAMES

_TITLES = (
    "Dr|Drs|Mr|Mrs|Ms|Mx|Prof|Sr|Sra|Srta|Dra|Hr|Fr|Rev|Mme|Mlle|Dott|Dott\\.ssa|Ing|Lic|Miss|Professor|Doctor|Madame|Monsieur|Herr|"
    "Frau|Panie|Pani|Pana|Panem|Panią|pani|panie|pana|panem|heer|mevrouw|meneer|mevr|dhr|Dhr|Mevr|Mevrouw|Sig|Sig\\.ra|Avv|Mtra|Fru|Hra|Rva|Señor|Señora|Signor|Signora|Nurse|Pan|Pani|Shri|Smt|Sheikh|Don|Doña|DR|MR|MRS|MS|PROF"
)


#: What makes a place or a prize of the person's name before it.
_PLACE_NOUNS = frozenset(
    "Airport Bay Falls Beach Bridge University College School Hospital Clinic Institute Foundation Museum Stadium Arena Park"
    " Street Avenue Road Square Library Station Terminal Tower Prize Award Medal Memorial Cathedral Theatre Theater Building"
    " Hall Center Centre Island Islands Mountain Mountains Lake River National International Marathon Cup Syndrome Disease".split()
)
_PLACE_NOUN = re.compile(rf"[ ](?:{'|'.join(sorted(_PLACE_NOUNS))})(?![A-Za-z])")
#: Companies, brands and places that are called like a person.
_PLACES = frozenset(
    (
        "Charles de Gaulle", "Morgan Stanley", "Ralph Lauren", "Calvin Klein", "Tommy Hilfiger", "Charles Schwab", "Hugo Boss",
        "Louis Vuitton", "Christian Dior", "Elizabeth Arden", "Michael Kors", "Kate Spade", "Oscar Mayer", "Ernst Young",
        "John Deere", "Dale Carnegie", "Thomas Cook", "Philip Morris", "Eli Lilly", "Johns Hopkins", "Mary Kay", "Papa John",
        "Jimmy Choo", "Ted Baker", "Jack Daniels", "Johnny Walker", "Harry Winston", "Laura Ashley", "Marc Jacobs", "Mercedes Benz",
        "Max Planck", "John Lewis", "Max Mara", "Victoria Secret", "Virginia Mason", "Cedars Sinai", "Roger Williams", "Ben Jerry",
    )
)  # fmt: skip


def _known(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """A known given name and at least one more name word."""
    stop = shapes.full_name(text, start)
    if stop < 0:
        return None
    words = text[start:stop].split()
    following = _PLACE_NOUN.match(text, stop)
    if following is not None or words[-1] in _PLACE_NOUNS or " ".join(words) in _PLACES:
        return None
    if (
        (words[0] not in GIVEN_NAMES and not _DOUBLED.match(words[0]))
        or words[-1].lower() in NOT_NAMES
        or (len(words[1]) < 2 and len(words) < 3)
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
    if text.startswith(("AM ", "PM "), start):
        start += 3
    stop = shapes.inverted_name(text, start)
    return (start, end) if stop == end else None


def _spoken(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.inverted_name(text, start) if ":" in text[max(0, start - 3) : start] else -1
    stop = stop if stop > 0 else shapes.spoken_name(text, start)
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
    return _in_small_letters(text, start)


_SMALL_NAME = re.compile(
    r"(?P<given>[^\W\d_]{3,14}) (?P<last>[^\W\d_]{3,20})(?=[,.;!?\n]|$| (?:in|at|on|with|and|again|trying)(?![a-z]))"
)


def _in_small_letters(text: str, start: int) -> tuple[int, int] | None:
    """Two words, the first a known given name, before a pause or where the caller is."""
    found = _SMALL_NAME.match(text, start, start + 48)
    if found is None or not found.group().islower() or found["given"].title() not in GIVEN_NAMES:
        return None
    return None if found["last"] in NOT_NAMES else found.span()


def _self(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.name(text, start)
    if stop < 0:
        return None
    words = text[start:stop].split()
    return (start, stop) if len(words) >= 2 or words[0] in GIVEN_NAMES else None


_LOWER_LINE = re.compile(
    r"(?:[^\W\d_]\.[ ]?)?[^\W\d_][^\W\d_'’-]{0,20}(?:['’-][^\W\d_]{2,20})?(?:[ ][^\W\d_]{2,20})?(?=[ ]*(?:[\r\n]|$))"
)


#: Who signs for many: `Ihr Kundenservice-Team`, `Your Billing Desk`.
_DEPARTMENT = re.compile(
    r"(?ai:^(?:ihr|ihre|euer|dein|your|votre|su|tu|vuestro|il|het|uw|je|jouw|din|ert|twój)[ ]|(?:team|service|services|support|desk|office|department|abteilung|redaktion"
    r"|verwaltung|équipe|equipo|equipe|kundendienst|klantenservice|crew|staff|committee|board)$)"
)


def _signature(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.name(text, start)
    if stop < 0:
        line = _LOWER_LINE.match(text, start, start + 60)
        words = re.findall(r"[^\W\d_]{2,}", line.group()) if line and line.group().islower() else []
        return (start, line.end()) if line and words and not any(word in NOT_NAMES for word in words) else None
    if _DEPARTMENT.search(text[start:stop]):
        return None
    return (start, stop) if stop == len(text) or text[stop] in "\n,|(\r" or text.startswith(" (", stop) else None


#: Brands and works that open like a person with a title.
_TITLED_BRANDS = {
    "Dr": "pepper martens scholl scholls seuss oetker bronner bronners dre who strange evil", "DR": "pepper martens",
    "Doctor": "who strange", "Mr": "clean coffee robot muscle kipling pibb whippy potato monopoly men beast right bubble peanut",
    "Mrs": "doubtfire dalloway maisel", "Ms": "pac-man pacman marvel", "Miss": "universe america world saigon piggy",
    "Don": "quixote giovanni",
}  # fmt: skip


def _titled(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """The name behind a title; together they may be a brand."""
    stop = shapes.name(text, start)
    if stop < 0:
        return None
    first = text[start:stop].split()[0].lower().replace("'", "").replace("’", "")
    title = text[max(0, start - 10) : start].rstrip(" .").rpartition(" ")[2]
    return None if first in _TITLED_BRANDS.get(title, "").split() else (start, stop)


_PARTICLE = re.compile(r"[a-z]{1,4} ")


def _particled(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """Behind a title, a surname that opens with particles: `Ms de la Cruz`."""
    at = start
    while word := _PARTICLE.match(text, at):
        at = word.end()
    stop = shapes.name(text, at, most=2)
    return (start, stop) if stop > 0 else None


def _plain_word(text: str, start: int, end: int) -> tuple[int, int] | None:
    return None if any(word in NOT_NAMES for word in re.findall(r"[^\W\d_]+", text[start:end])) else (start, end)


def _given_alone(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """A known given name, with what follows it of a name."""
    stop = shapes.name(text, start, most=3)
    return (start, stop) if stop > 0 and text[start:stop].split()[0].title() in GIVEN_NAMES else None


def _two_words(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.full_name(text, start)
    return (start, stop) if stop > 0 else None


def _household(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """Behind c/o, a surname alone as well, but no company."""
    stop = shapes.name(text, start, most=3)
    return (start, stop) if stop > 0 and (stop == len(text) or text[stop] in ",\n\r") else None


#: What persons do: before one of these stands who did it.
_DEEDS = ("says", "said", "told", "asked", "wrote", "replied", "called me", "called us", "called back", "called in", "left", "wants", "needs", "never",
          "signed", "emailed", "texted", "complained", "confirmed", "requested", "refused", "booked", "fixed", "ordered", "paid", "arrived", "approved", "reported", "cancelled", "canceled",
          "joined", "moved", "visited", "from", "here", "will call", "will phone")  # fmt: skip


def _doer(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A known given name before a deed, alone or with a surname; one that is also a word needs the surname."""
    words = text[start:end].split()
    if shapes.name(text, start) not in (end, -1) or " ".join(words) in _PLACES or words[-1] in _PLACE_NOUNS:
        return None
    if words[0] in GIVEN_NAMES:
        return start, end
    known = words[0].lower() in COMMON_PARTS and len(words) == 2 and words[1].lower() not in NOT_NAMES
    return (start, end) if known else None


def _titled_behind(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A name before its holder's credentials or numbers; where both are also a place (`Chevy Chase, MD`), it needs more."""
    if shapes.name(text, start) != end:
        return None
    first = text[start:end].split()[0]
    if first.title() in GIVEN_NAMES or re.fullmatch(r"[A-Z]\.", first):
        return start, end
    return None if re.match(r",? (?:MD|DO|PA|NP)(?![A-Za-z-])", text[end : end + 6]) else (start, end)


#: The subject of a mail is seldom a person.
_SUBJECT = re.compile(r"(?ai:subject:[ ]{1,3})$")


def _acronym(words: list[str]) -> bool:
    """Whether an abbreviation opens a name in ordinary writing (`SSID Alder-Guest`)."""
    return (
        3 <= len(words[0]) <= 5
        and words[0].isupper()
        and not any(map(str.isupper, words[1:]))
        and words[1].title() not in GIVEN_NAMES
    )


#: What makes a firm, a place or a ledger of capitalised words.
FIRM = re.compile(
    r"(?ai:(?<![a-z])(?:llc|llp|ltd|inc|corp|plc|gmbh|ag|sa|sarl|sas|bv|nv|ab|oy|as|srl|spa|limited|bank|trust|fund|company|group|services?|university|hospital|clinic|council|church|school"
    r"|institute|foundation|partners|holdings|account|savings|checking|payroll|deposit|payment|transfer|store|shop|market|online|international|the|and|of|for|rent|card)(?![a-z]))"
)


def _role(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.inverted_name(text, start)
    if stop < 0:
        return None
    words = re.findall(r"[^\W\d_]+", text[start:stop])
    if words[0].title() not in GIVEN_NAMES and (
        len(words) < 2
        or _SUBJECT.search(text, max(0, start - 12), start)
        or FIRM.search(text, start, stop)
        or _acronym(words)
    ):
        return None
    return start, stop


def _row(name: str, trigger: str | tuple[str, ...], pattern: str, check: object, *, rank: int = 36, spread: bool = True, back: int = 60,
         caseless: bool = False, near: str = "capital", exact: bool = False, behind: str = "") -> Rule:  # fmt: skip
    return Rule(name, "NAME", (trigger,) if isinstance(trigger, str) else trigger, pattern, check=check, rank=rank, spread=spread, back=back, width=140,  # type: ignore[arg-type]
                caseless=caseless, near=near, exact=exact, behind=behind, source="words around a name")  # fmt: skip


#: Given names that open a double one (`Jean-Luc`).
_DOUBLING = (
    "Jean Marie Anne Anna Ana Hans Karl Mary Eva Jan Pierre Paul Ann Lou Sarah Klaus Heinz Ernst Eun Ji Min".split()
)
_DOUBLED = re.compile(rf"(?:{'|'.join(_DOUBLING)})-[A-ZÀ-ÖØ-Þ]")
_GIVEN_TRIGGERS = (*(f"{name} " for name in sorted(GIVEN_NAMES)), *(rf"{name}-[A-Z\xc3]" for name in _DOUBLING))
_WHOSE = (
    "my|his|her|their|your|patient's|insured's|subscriber's|guarantor's|policyholder's|member's|customer's|client's|caller's|husband's|wife's|son's|daughter's|m"
    "other's|father's|full|first|last|legal|maiden|real|middle|preferred"
)
_ROLES = (
    "patient|provider|physician|clinician|client|customer|employee|contact|attending|nurse|therapist|surgeon|doctor|subject|member|"
    "guest|tenant|applicant|claimant|plaintiff|defendant|beneficiary|passenger|cardholder|spouse|guardian|supervisor|attn|attention|"
    "cc|bcc|from|to|author|committer|reviewer|assignee|reporter|caregiver|resident|student|teacher|colleague|owner|signed|"
    "recipient|sender|driver|courier|operator|technician|instructor|crew|pilot|captain|kundin|kunde|patientin|versicherte|mitarbeiter"
    "|pt|emergency|paciente|cliente|paziente|paciënt|insured|guarantor|next of kin|emergency contact|poa|mother|father|child|ordering md|other party|witness|policyholder|pat\\.|klant|gast|pacjent|pacjentka|klient|beteg|beteg neve"
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
            "driver",
            "kundin",
            "kunde",
            "patientin",
            "paciente",
            "cliente",
            "paziente",
            "titular",
            "titulaire",
            "intestatario",
            "kontoinhaber",
            "potilas",
            "asiakas",
            "patiënt",
            "pacjent",
            "pacjentka",
            "klient",
            "beneficiario",
            "asegurado",
            "assuré",
            "claimant",
            "guest",
            "tenant",
            "insured",
            "beneficiary",
        )
    ),
)
# Words that open a rule or follow its name, each for trigger and pattern alike.
_TOLD = "have|let|partner|meet|tell|ask|asked|told|remind|notify|inform|email|emailed|ping|thank|niece|nephew|husband|wife|mum|mom|mother|father|dad|son|daughter|brother|sister|carer"
_RANKS = "CPT|Capt|Lt|Sgt|Cpl|Maj|Det|Insp|FO|Supt|Cllr|Judge|Pastor|Rabbi|Imam|Officer|Sir|Dame|Lady"
_KIN = "[Hh]usband|[Ww]ife|son|[Dd]aughter|brother|sister|mother|father|[Mm]om|[Mm]um|[Dd]ad|[Nn]iece|[Nn]ephew|uncle|aunt|cousin|fiancée?"
_PARTY = "driver|patient|nurse|doctor|customer|client|caller|passenger|tenant|claimant|witness|applicant|manager|owner|victim|plaintiff|defendant"
_BRACKETED = "agent|rep|operator|advisor|nurse|doctor|caller|customer|patient|user|speaker|host|guest|client"
_PARTICLED = "de|van|von|der|den|al|el|bin|da|di|du|la|le|ter|zu"
_DIALLED = "call|phone|ring|text|dial"
_BEFORE = r"RN|MD|NP|DO|PA-C|PharmD|RPh|LPN|PhD|DDS|MBBS|FRCP|DNP|CRNA|LCSW|MRN|DOB|D\.O\.B|d\.o\.b|NHS|SSN|dob|ssn|mrn|born|geb\.|née|né|nee|nato|nata|nacid[oa]|ur\.|BSN|PESEL|hetu"
_NUMBERED = ("DOB", "MRN", "SSN")
_NEXT = r"(?P<v>(?=[^\W\d_a-z]))"
_NEXT_OF_ANY_CASE = r"(?P<v>(?=[^\W\d_]))"

#: What a text opens with that is read backwards from the end of a trigger whose last is no letter; nothing at its end.
_BACK = "[^A-Za-z]?"

PERSON_RULES: tuple[Rule, ...] = (
    _row("name after a title", tuple(f"{title}{dot}[ ]" for title in _TITLES.split("|") for dot in ("", r"\.")), rf"(?<![\w])(?:{_TITLES})\.?[ ](?:(?:{_TITLES})\.? )?{_NEXT}",
         _titled, rank=38, exact=True),
    _row("name given by its bearer", (
            *(f"{whose} name" for whose in _WHOSE.split("|")), "i'm called", "im called", "call me", "m'appelle", "ich heiße", "ich heisse",
            "me llamo", "mi nombre es", "meu nome é", "meu nome e", "mi chiamo", "ik heet", "jag heter", "nazywam się", "nazywam sie", "jeg heter", "jeg hedder"),
         rf"(?ai:(?<![A-Za-z])(?:(?:{_WHOSE}) name(?:(?:'s|’s)|(?: on file)?(?: is|:| was))|i'm called|im called|call me|m'appelle|ich heiße|ich heisse|me llamo|mi nombre es|meu nome é|meu nome e|mi chiamo|ik heet|jag heter|nazywam się|nazywam sie|jeg heter|jeg hedder))[ ]{{1,2}}[\"“*]{{0,2}}{_NEXT_OF_ANY_CASE}",
         _spoken, rank=37, caseless=True, exact=True, near=""),
    _row("name on the telephone", r"(?:this is|it's|it’s)[ ]", rf"(?ai:(?<![A-Za-z])(?:this is|it's|it’s))[ ]{_NEXT_OF_ANY_CASE}", _introduced, caseless=True, exact=True, near=""),
    _row("name of the speaker", r"(?:i'm|i am|i’m)[ ]", rf"(?ai:(?<![A-Za-z])(?:i'm|i’m|i am))[ ]{_NEXT}", _self, caseless=True, exact=True),
    _row("name after dear", r"(?:dear|estimad[oa]|querid[oa]|liebe|lieber|cher|chère|caro|cara|beste|prezad[oa]|geachte|szanown[ya]|drog[ia]|kj?ære|gentile|egregi[oa]|bästa|hyvä)[ ]",
         rf"(?ai:(?<![A-Za-z])(?:dear|estimad[oa]|querid[oa]|liebe|lieber|cher|chère|caro|cara|beste|prezad[oa]|geachte|szanown[ya]|drog[ia]|kj?ære|gentile|egregi[oa]|bästa|hyvä))[ ]{_NEXT}", _dear, caseless=True, exact=True),
    _row("name after a greeting", r"(?:hi|hello|hey|thanks|thank you|welcome|welcome back|sorry|bye|goodbye|ok|okay|great|perfect|sure|good morning|good afternoon|good evening|hola|bonjour|hallo|ciao|hej|hei|cześć|ahoj|moin|servus|salut|oi|olá|buongiorno|buenos días|goedemorgen|guten tag|guten morgen)(?: again| there| so much| very much)?,?[ ]",
         rf"(?ai:(?<![A-Za-z])(?:hi|hello|hey|thanks|thank you|welcome|welcome back|sorry|bye|goodbye|ok|okay|great|perfect|sure|good morning|good afternoon|good evening|hola|bonjour|hallo|ciao|hej|hei|cześć|ahoj|moin|servus|salut|oi|olá|buongiorno|buenos días|goedemorgen|guten tag|guten morgen)(?: again| there| so much| very much)?),?[ ]{_NEXT}",
         _greeted, caseless=True, exact=True),
    _row("name below a closing", r"(?:sincerely|regards|wishes|cheers|respectfully|thanks|thank you|truly|best|warmly|faithfully|love|saludos|atentamente|saludo|atenciosamente|hälsning|poważaniem|terveisin|salutations|rgds|hochachtungsvoll|mfg|merci|gracias|grazie|cordialement|groet|groeten|mvg|pozdrawiam|abraços?|hilsen|hälsningar|gr(?:ü|u)(?:ß|ss)en?|saluti|obrigad[oa]|yours)[,.!]?[ ]?\r?\n",
         rf"(?ai:(?<![A-Za-z])(?:sincerely|regards|wishes|cheers|respectfully|thanks|thank you|truly|best|warmly|faithfully|love|saludos|atentamente|saludo|atenciosamente|hälsning|poważaniem|terveisin|salutations|rgds|hochachtungsvoll|mfg|merci|gracias|grazie|cordialement|groet|groeten|mvg|pozdrawiam|abraços?|hilsen|hälsningar|gr(?:ü|u)(?:ß|ss)en?|saluti|obrigad[oa]|yours))[,.!]?[ ]?\r?\n\s{{0,3}}[-–—]?[ ]?{_NEXT_OF_ANY_CASE}",
         _signature, caseless=True, back=40, near=""),
    _row("name after a role", _ROLE_TRIGGERS,
         rf"(?ai:(?<![A-Za-z])(?:(?:patient|provider|physician|clinician|client|customer|employee|contact|attending|nurse|therapist|surgeon|doctor|subject|member|guest|tenant|applicant|claimant|plaintiff|defendant|beneficiary|passenger|cardholder|spouse|guardian|supervisor|attn|attention|cc|bcc|from|to|author|committer|reviewer|assignee|reporter|caregiver|resident|student|teacher|owner|signed|recipient|sender|driver|courier|operator|technician|instructor|crew|pilot|captain|kundin|kunde|patientin|versicherte|mitarbeiter|pt|emergency|paciente|cliente|paziente|paciënt|insured|guarantor|next of kin|emergency contact|poa|mother|father|child|ordering md|other party|witness|policyholder|pat\.|klant|gast|pacjent|pacjentka|klient|beteg|beteg neve)s?[:*]{{1,3}}|patient|client|customer|employee|passenger|colleague|nurse|surgeon|therapist|driver|kundin|kunde|patientin|paciente|cliente|paziente|titular|titulaire|intestatario|kontoinhaber|potilas|asiakas|patiënt|pacjent|pacjentka|klient|beneficiario|asegurado|assuré|claimant|guest|tenant|insured|beneficiary))[ ]{{1,3}}[*\"']{{0,3}}{_NEXT}",
         _role, caseless=True, exact=True),
    _row("name after a deed", tuple(f"{deed} " for deed in (
             *(f"{verb} by{colon}" for colon in ("", ":") for verb in ("signed off", "signed", "reviewed", "approved", "prepared", "requested", "reported", "opened", "seen", "referred", "performed", "examined", "treated", "dictated", "witnessed", "notarized", "submitted", "authored", "authorized", "assessed")),
             *(f"{verb} to" for verb in ("assigned", "reports", "speak", "spoke", "spoken", "talk", "talked", "married", "belongs", "addressed", "escalated")),
             *(f"{verb} with" for verb in ("spoke", "met", "talked", "meeting", "appointment", "call", "session", "interview")),
             "spoke w/", "met w/", "talked w/", "appt w/", "call w/",
             *(f"{word} to" for word in ("letter", "email", "message", "note", "reply", "wire", "invoice", "payment", "refund")),
             "signed for by:", "signed for by", "statement of", "anfrage von", "nachricht von", "anruf von", "op naam van", "intestato a", "a nombre de", "au nom de", "auf den namen", "em nome de", "a nome di", "in the name of",
             "contact person", "on behalf of", "c/o", "according to", "accompanied by", "a (?:man|woman|person|patient|user|customer) (?:named|called)", "please (?:contact|ask|email|call)")),
         rf"(?ai:(?<![A-Za-z])(?:(?:signed off|signed|reviewed|approved|prepared|requested|reported|opened|seen|referred|performed|examined|treated|dictated|witnessed|notarized|submitted|authored|authorized|assessed) by:?|(?:assigned|reports|speak|spoke|spoken|talk|talked|married|belongs|addressed|escalated) to|(?:spoke|met|talked|meeting|appointment|call|session|interview) with|(?:spoke|met|talked|appt|call) w/|(?:letter|email|message|note|reply|wire|invoice|payment|refund) to|signed for by:?|statement of|(?:anfrage|nachricht|anruf) von|op naam van|intestato a|a nombre de|au nom de|auf den namen|em nome de|a nome di|in the name of|contact person|on behalf of|c/o|according to|accompanied by|a (?:man|woman|person|patient|user|customer) (?:named|called)|please (?:contact|ask|email|call)))[ ]{_NEXT}",
         _role, rank=34, caseless=True, exact=True),
    _row("name after a title, with particles", rf"(?:Dr|Mr|Mrs|Ms|Prof|Herr|Frau|Mme|Sra|Dra|[Mm]evrouw|[Mm]eneer|[Dd]hr|[Mm]w)\.? (?:{_PARTICLED}) ",
         rf"(?<![\w])(?:Dr|Mr|Mrs|Ms|Prof|Herr|Frau|Mme|Sra|Dra|[Mm]evrouw|[Mm]eneer|[Dd]hr|[Mm]w)\.?[ ](?P<v>(?:{_PARTICLED}) )", _particled, rank=38, back=16, near=""),
    _row("name after a title, in lower case", r"[^A-Za-z]mrs?\.? [a-z\x80-\xff]{3}",
         r"(?<![\w])mrs?\.?[ ](?P<v>[a-zà-öø-ÿąćęłńóśźżčšřžěůğıőű]{3,20})(?![\w])", _plain_word, rank=38, back=12, near=""),
    _row("name after a verb", rf"(?:{_TOLD})[ ]",
         rf"(?ai:(?<![A-Za-z])(?:{_TOLD}))[ ]{_NEXT}",
         _given_alone, rank=33, caseless=True, exact=True),
    _row("name of a caller", r"(?:(?:voicemail|letter|referral|call|message|note) from|(?:mum|mom|mother|father|dad|wife|husband|daughter|son|carer|guardian|patient|pt|caller|customer) is|pt|(?:approved|created|signed|reviewed)_by)[ ]",
         rf"(?ai:(?<![A-Za-z])(?:(?:voicemail|letter|referral|call|message|note) from|(?:mum|mom|mother|father|dad|wife|husband|daughter|son|carer|guardian|patient|pt|caller|customer) is|pt|(?:approved|created|signed|reviewed)_by))[ ]{_NEXT}",
         _two_words, rank=34, caseless=True, exact=True, near=""),
    _row("name that is called", rf"(?:{_DIALLED})[ ]", rf"(?ai:(?<![A-Za-z])(?:{_DIALLED}))[ ]{_NEXT}(?=[^\d\n]{{3,50}} (?:on|at) [+(]{{0,2}}[0-9])",
         _two_words, rank=34, caseless=True, exact=True),
    _row("name of an officer", rf"[^A-Za-z](?:{_RANKS})\.? [A-Z\x80-\xff]",
         rf"(?<![A-Za-z])(?:{_RANKS})\.?[ ]{_NEXT}", lambda t, s, _e: (s, end) if (end := shapes.name(t, s)) > 0 else None, rank=34, back=14, near=""),
    _row("name of who speaks or does", tuple(f"[A-Z\\x80-\\xff][a-z'-]{{0,50}} {verb}[^A-Za-z]" for verb in _DEEDS),
         rf"(?<![\w'’.-])(?P<v>[^\W\d_a-z][^\W\d_]{{1,20}}(?: [^\W\d_a-z](?:['’]?[^\W\d_]){{1,24}}(?:-[^\W\d_]{{2,20}})?)?)(?= (?:{'|'.join(_DEEDS)})(?![A-Za-z]))", _doer, rank=31, back=110, near="",
         behind=rf"{_BACK}(?:{'|'.join(deed[::-1] for deed in _DEEDS)}) [\w'’-]{{0,72}}[^\W\d_a-z](?: [^\W\d_]{{1,21}})?"),
    _row("name beside its address", r"['\"], ?['\"][^\s\"'@]{1,256}@", r"(?<=['\"])(?P<v>[^\W\d_a-z][^\"'\n<>=:;(){}\[\]@/\\|_\d]{2,60})(?=['\"], ?['\"][^\s\"'@]{1,64}@)", _display, rank=37, back=132, near=""),
    _row("name of a household", "c/o ", rf"(?ai:(?<![A-Za-z])c/o)[ ]{_NEXT}", _household, rank=35, caseless=True, exact=True),
    _row("name of a subject line", r"re: ", rf"(?ai:(?<![A-Za-z])re:)[ ]{{1,2}}{_NEXT}", _given_alone, rank=34, caseless=True, exact=True),
    _row("name in brackets behind a role", rf"(?:{_BRACKETED}) ?\([A-Z\x80-\xff]",
         rf"(?ai:(?<![A-Za-z])(?:{_BRACKETED})) ?\({_NEXT}(?=[^()\n]{{2,40}}\) ?:)",
         lambda t, s, _e: (s, end) if (end := shapes.name(t, s)) > 0 and t[end : end + 1] == ")" else None, rank=36, caseless=True, exact=True, near=""),
    _row("name before credentials or numbers", (rf"(?:,|,? [(/]) ?(?:{_BEFORE})[^A-Za-z]", *(f" {word}[^A-Za-z]" for word in _NUMBERED)),
         rf"(?<![\w.’'-])(?P<v>(?:[^\W\d_a-z](?:\.|[^\W\d_]{{1,20}}(?:['’-][^\W\d_]{{2,20}})?)[ ]){{1,3}}[^\W\d_a-z](?:['’]?[^\W\d_]){{1,24}}(?:-[^\W\d_]{{2,20}})?)(?:(?:,|,? [(/]) ?(?:{_BEFORE})| (?:{'|'.join(_NUMBERED)}))(?![A-Za-z])",
         _titled_behind, rank=35, back=216, near="", behind=rf"{_BACK}[\w.-]{{1,6}} ?(?:,|[(/] ,?)?[\w'’.-]{{1,71}}(?: [\w'’.-]{{1,44}}){{1,3}}"),
    _row("name of a calendar", ";CN=", rf"(?<=;CN=)\"?{_NEXT}",
         lambda t, s, _e: (s, end) if (end := shapes.inverted_name(t, s)) > s and t[end : end + 1] in ('"', ":", ";") else None, rank=37, back=8, near=""),
    _row("parts of a name on a card file", r"[\n:]N[:;]", r"(?<=\n)N(?:;[^:\n]{0,40})?:(?P<v>[^\W\d_][^\n\r\\:;<>@\d]{0,40};[^\W\d_][^\n\r\\:;<>@\d]{0,40})(?=[;\r\n]|$)",
         lambda t, s, e: (s, e) if "VCARD" in t[max(0, s - 400) : s] else None, rank=38, back=6, near=""),
    _row("name on a form", "'S NAME ", rf"(?<='S NAME )\(?(?:Last Name[^)\n]{{0,40}}\) ?)?{_NEXT}",
         lambda t, s, _e: (s, end) if (end := shapes.inverted_name(t, s)) > s and t[s:end].isupper() else None, rank=36, back=10, near=""),
    _row("name below its use", tuple(f"{word}{colon}\\n" for word in ("ship to", "bill to", "sold to", "deliver to", "remit to", "mail to", "send to", "attn") for colon in ("", ":")),
         rf"(?ai:(?<![A-Za-z])(?:ship|bill|sold|deliver|remit|mail|send) to:?|attn:?)\n{_NEXT}", _given_alone, rank=34, caseless=True, back=16),
    _row("name of a passenger", r"[A-Z]/[A-Z]{2,25} ?(?:MRS?|MS|MISS|MSTR|DR)[^A-Z]", r"(?<![A-Za-z/])(?P<v>[A-Z]{2,25}/[A-Z]{2,25}?)(?= ?(?:MRS?|MS|MISS|MSTR|DR)(?![A-Za-z]))",
         None, rank=40, back=60, near=""),
    _row("name on a card file", r"FN[:;]", r"(?<![A-Za-z])FN(?:;[^:\n]{0,40})?:[ ]?(?P<v>[^\W\d_][^\n\r\\;:<>@\d]{1,60})", lambda t, s, e: (s, s + len(t[s:e].rstrip())), rank=38, back=6, near=""),
    _row("name in another script", ("姓名", "患者", "氏名", "名前", "이름", "성명", "환자", "ФИО", "Пациент", "Имя"),
         r"(?:姓名|患者名?|氏名|お?名前|이름|성명|환자명?|ФИО|Пациент|Имя)[ ]?[:：][ ]?(?P<v>[\u4e00-\u9fff]{1,4}[ \u3000][\u4e00-\u9fff]{1,4}|[\u4e00-\u9fff]{2,4}(?![\u4e00-\u9fff])|[\uac00-\ud7a3]{2,4}(?![\uac00-\ud7a3])|[\u30a0-\u30ff]{2,12}[ \u3000][\u30a0-\u30ff]{2,12}|[А-ЯЁ][а-яё]{1,24}(?:[ ][А-ЯЁ](?:[а-яё]{1,24}|\.)){1,2})",
         None, rank=38, back=12, near=""),
    _row("name of kin", rf"[^A-Za-z](?:{_KIN})(?:-in-law)?,? [A-Z\x80-\xff]",
         rf"(?<![A-Za-z])(?:{_KIN})(?:-in-law)?,?[ ]{_NEXT}",
         lambda t, s, _e: (s, end) if (end := shapes.name(t, s, most=3)) > 0 else None, rank=33, back=26, near=""),
    _row("name in apposition to a role", rf"the (?:{_PARTY}), ",
         rf"(?ai:(?<![A-Za-z])the (?:{_PARTY})),[ ]{_NEXT}", _two_words, rank=34, caseless=True, back=20),
    _row("name of a relative", r"(?:husband|wife|son|daughter|brother|sister|mother|father|mom|mum|dad|partner|fianc(?:\xc3\xa9|e)e?|boss|friend|neighbou?r|uncle|aunt|grandmother|grandfather|nephew|niece|cousin|roommate|coworker|co-worker|girlfriend|boyfriend),?[ ]",
         rf"(?ai:(?<![A-Za-z])(?:my|his|her|their|your|our) (?:late |older |younger |ex-|best |new |old )?(?:husband|wife|son|daughter|brother|sister|mother|father|mom|mum|dad|partner|fianc(?:é|e)e?|boss|friend|neighbou?r|uncle|aunt|grandmother|grandfather|nephew|niece|cousin|roommate|coworker|co-worker|girlfriend|boyfriend)),?[ ]{_NEXT}",
         _role, caseless=True, back=30),
    _row("name before its address", r"<[^\s@<>]{1,256}@",
         r"(?<![\w’.&-])(?P<v>[^\W\d_][^<>\n\"=:;(){}\[\]@/\\|_]{1,60}?)(?=\"? ?<[^\s@<>]{1,64}@[^\s@<>]{1,120}>)", _display, rank=39, back=132, near=""),
    _row("name that opens with a given name", _GIVEN_TRIGGERS, r"(?<![\w'’.-])(?P<v>[^\W\d_](?:[^\W\d_]|['’-]){1,20}) (?=[^\W\d_])", _known, rank=30, back=26, near="", exact=True),
)  # fmt: skip

_LOCAL = re.compile(r"[._+\-\d]*([a-zà-öø-ÿ]{2,20})[._+\-\d]+([a-zà-öø-ÿ]{2,20})[._+\-\d]*")


def names_of_address(local: str) -> tuple[str, str] | None:
    """The two name parts that an e-mail address spells (`rafael.ortiz`, `ortiz_rafael`), or None."""
    parts = _LOCAL.fullmatch(local.lower())
    if parts is None:
        return None
    first, last = parts.groups()
    return None if first in NOT_NAMES or last in NOT_NAMES else (first, last)
