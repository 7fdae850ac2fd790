"""Names of persons by further cues: before a role in brackets, behind roles of law, money and care, below a form's dots.

The commoner cues stand in `persons`.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules import shapes
from openmed_beam.redactors.rules.cues import alternatives
from openmed_beam.redactors.rules.persons import _DEPARTMENT, FIRM, _row
from openmed_beam.redactors.rules.rule import Rule
from openmed_beam.redactors.rules.words import ALSO_SURNAMES, COMMON_PARTS, GIVEN_NAMES, NOT_NAMES

_NEXT = r"(?P<v>(?=[^\W\d_a-z]))"
#: Kin and callings of care: a name before one of them in brackets is a person's.
_CARE = (
    "midwife|nurse|staff nurse|doctor|gp|rn|consultant|registrar|surgeon|carer|caregiver|daughter|son|wife|husband|mother|father|mum|mom|dad|sister|brother|partner|spouse|guardian|fiancé|fiancée"
    "|grandmother|grandfather|grandson|granddaughter|niece|nephew|aunt|uncle|cousin|mother-in-law|son-in-law|daughter-in-law|neighbour|neighbor|friend|next of kin|nok|emergency contact|patient|physio"
    "|physiotherapist|dietitian|pharmacist|paramedic|social worker|case manager|therapist|psychologist|interpreter|hebamme|tochter|sohn|ehefrau|ehemann|mutter|vater|hija|hijo|esposa|esposo|madre|padre"
    "|figlia|figlio|moglie|marito|fille|fils|épouse|époux|mère|père|dochter|zoon|echtgenote|echtgenoot|moeder|vader|filha|filho|mãe|pai"
)
#: Callings that firms have too: there the name must open with a known given name.
_WORK = (
    "owner|manager|director|ceo|cto|cfo|coo|hr|people ops|legal|sales|support|finance|ops|engineering|marketing|procurement|customer|client|caller|driver|plaintiff|defendant|witness|teacher|tutor"
    "|translator|receptionist|assistant|colleague|buyer|seller|agent|broker|attorney|solicitor|lawyer|accountant|executor|trustee|tenant|landlord|she/her|he/him|they/them|team lead|lead|intern|contractor|author|editor"
)
_BRACKETED_CARE = frozenset(_CARE.split("|"))
_KIN = "wife|husband|son|daughter|mother|father|mum|mom|dad|sister|brother|partner|spouse|guardian|carer|caregiver|next of kin|nok|fiancée?|girlfriend|boyfriend|grandson|granddaughter|niece|nephew|neighbou?r|friend|ehefrau|ehemann|tochter|sohn|esposa|esposo|hija|hijo|fille|fils|moglie|marito|figlia|figlio|dochter|zoon"


def _bracketed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A name right before its role in brackets."""
    words = text[start:end].split()
    role = re.match(r" \(([^)\n]{2,24}?)[),]", text[end : end + 30])
    if (
        role is None
        or shapes.name(text, start) != end
        or any(word.lower() in NOT_NAMES for word in (words[0], words[-1]))
    ):
        return None
    known = words[0] in GIVEN_NAMES
    care = role.group(1).lower() in _BRACKETED_CARE and (len(words) > 1 or known)
    return (start, end) if care or known else None


def _alone(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """Any name that a bracket, a comma or a semicolon closes."""
    stop = shapes.name(text, start, most=3)
    return (start, stop) if stop > 0 and text[stop : stop + 1] in (",", ")", ";") else None


def _person(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """Two words or a known given name, which no firm's word belongs to."""
    stop = shapes.name(text, start)
    if stop > 0 and " " not in text[start:stop]:
        stop = shapes.inverted_name(text, start)
    if (
        stop < 0
        or FIRM.search(text, start, stop)
        or re.match(r"[ ,]{1,2}(?:LLC|Ltd|Inc|GmbH|Bank|Group|& )", text[stop : stop + 8])
    ):
        return None
    words = re.findall(r"[^\W\d_]+", text[start:stop])
    return (start, stop) if words[0].title() in GIVEN_NAMES or len(words) >= 2 else None


def _closed(text: str, start: int, _end: int) -> tuple[int, int] | None:
    """Behind a closing in the same line: up to three words that end the sentence or the line."""
    stop = shapes.name(text, start, most=3)
    if stop < 0 or _DEPARTMENT.search(text[start:stop]) or FIRM.search(text, start, stop):
        return None
    if stop < len(text) and text[stop] not in ",.\n\r(|;<" and not text.startswith((" (", " -", " –"), stop):
        return None
    words = text[start:stop].split()
    return (start, stop) if len(words) >= 2 or words[0] in GIVEN_NAMES else None


def _surname(text: str, start: int, end: int) -> tuple[int, int] | None:
    last = re.findall(r"[^\W\d_]{2,}", text[start:end])
    return None if not last or last[0].lower() in NOT_NAMES or FIRM.search(text, start, end) else (start, end)


def _capitals(text: str, start: int, end: int) -> tuple[int, int] | None:
    words = text[start:end].split()
    return None if FIRM.search(text, start, end) or any(word.lower() in NOT_NAMES for word in words) else (start, end)


def _initialled(text: str, start: int, end: int) -> tuple[int, int] | None:
    words = text[start:end].split()
    return (
        None
        if any(word.lower() in NOT_NAMES for word in (words[0], words[-1])) or FIRM.search(text, start, end)
        else (start, end)
    )


#: Roles that no name stands behind but a person's. Those of other languages name who treats, pays, rents or testifies.
_FURTHER_ROLES = (
    "prescriber|prescribing physician|prescritor|prescritora|prescriptor|prescriptora|prescripteur|verordner|conductor|conductora|conducteur|conductrice|conducente|chauffeur|huésped|viajero|viajera|voyageur|voyageuse|reisender|reisende|ospite|hóspede|gäst|cardholder|card holder|account holder|policy holder|policyholder|trustee|fbo|witness|participant|resident|testator|testatrix|executor|executrix|payee|payer|landlord|notary|donor|proband|complainant"
    "|respondent|petitioner|appellant|decedent|deceased|inmate|veteran|lessee|lessor|borrower|co-borrower|mortgagor|purchaser|grantor|grantee|signatory|translator|interpreter|midwife|caregiver|carer|bearer|pupil|student"
    "|huisarts|arts|verpleegkundige|getuige|huurder|verzekerde|médecin|infirmière|locataire|bénéficiaire|témoin|medico|infermiera|assistito|assistita|testimone|inquilino|inquilina|médico|médica|enfermera|enfermeira|testigo"
    "|hausarzt|hausärztin|ärztin|arzt|mieter|mieterin|zeuge|zeugin|versicherungsnehmer|versicherungsnehmerin|lekarz|świadek|najemca|läkare|vittne"
)
_ABOUT = (
    "berichten über|berichte über|betreffend|bezüglich|betreft|betreffende|inzake|concernant|au sujet de|en relación con|con respecto a|riguardante|in merito a|a respeito de|konto lautet auf|lautet auf|overweisung|überweisung"
    "|volante de cita|encaminhamento|ordonnance pour|prescription for|letter for|letter of support for|referral for|results for|appointment for|booking for|reservation for|ticket for|passport for|certificate for|pending for|script for"
    "|payable to|made out to|registered to|issued to|in favour of|in favor of|in care of|attention of|emergency contact for|next of kin for|voucher for|należy do|należące do|pertenece a|appartient à|appartiene a|gehört|tillhör|tilhører|toebehoort aan|w imieniu|dotyczy|gäller|angående|vedrørende"
)
_SELF = "aqui é a|aqui é o|aqui fala a|aqui fala o|sou a|sou o|soy la|sono la|hier ist die|hier ist der|hey its|hi its|hello its|hey it is|patienten heter|hon heter|han heter|se llama|s'appelle|s’appelle|si chiama|se chama|heißt|heisst|heet|nazywa się|hedder|hun heter|soy|je suis|ich bin|hier ist|hier spricht|sono|eu sou|aqui é|aqui fala|ik ben|je spreekt met|u spreekt met|spreekt met|jag är|jeg er|jestem|minä olen|yo soy|habla|le habla|al habla|parla|qui parla|ici|meet our|speaking with"
_CLOSE = (
    "groet|groeten|groetjes|hartelijke groet|vriendelijke groet|vriendelijke groeten|mvg|kind regards|best regards|warm regards|regards|best wishes|many thanks|sincerely|yours sincerely|yours faithfully|yours truly"
    "|saludos|un saludo|atentamente|cordialement|bien à vous|cordiali saluti|saluti|atenciosamente|abraços|freundlichen grüßen|freundlichen gruessen|viele grüße|liebe grüße|beste grüße|viele gruesse|hälsningar|vänliga hälsningar"
    "|mvh|vennlig hilsen|venlig hilsen|pozdrawiam|poważaniem|terveisin|ystävällisin terveisin"
)
_TITLE = r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Hr|Fr|Herr|Frau|Mme|Mlle|Sr|Sra|Sig|Sig\.ra|Dott|[Dd]hr|[Mm]w|[Mm]evr|[Mm]evrouw|[Mm]eneer|[Hh]err|[Ff]rau)\.?"
_LAST = r"[^\W\d_a-z](?:['’]?[^\W\d_]){1,24}(?:-(?:(?:de|van|von|der|den|du) ){0,2}[^\W\d_a-z][^\W\d_]{1,24})?(?: [^\W\d_a-z][^\W\d_]{1,24})?"
_LEADER = r"(?:[ ]?(?:[.]{3,60}|_{3,60}|…{1,20})[ ]?|[ ](?:[.][ ]){3,40})"
_FORM = "name|patient|resident|client|applicant|member|insured|subscriber|participant|employee|tenant|guardian|next of kin|emergency contact|physician|gp|nurse|student|contact|signed|witness|carer|spouse|parent"


def _cue(words: str) -> str:
    """Words of a cue, with a capital where the first letter is beyond ASCII."""
    known = alternatives(words)
    return "|".join([*known, *(word[0].upper() + word[1:] for word in known if word[0] > "\x7f")])


def _cue_words(words: str, after: str = " ") -> tuple[str, ...]:
    return tuple(f"{word}{after}" for word in _cue(words).split("|"))


PERSON_AROUND_RULES: tuple[Rule, ...] = (
    _row("name before its role in brackets", tuple(rf" \({role}[),]" for role in alternatives(f"{_CARE}|{_WORK}")),
         rf"(?<![\w.’'-])(?P<v>[^\W\d_a-z](?:['’-]?[^\W\d_]){{1,24}}(?: [^\W\d_a-z](?:['’-]?[^\W\d_]){{1,24}}){{0,2}}) \((?ai:{_CARE}|{_WORK})[),]", _bracketed, rank=35, back=130, caseless=True, near="",
         behind=r"[),][^()\n]{2,24}\( [\w'’. -]{1,90}"),
    _row("name of kin in brackets", tuple(rf"{kin} \(" for kin in _KIN.replace("fiancée?", "fianc\xe9|fianc\xe9e").replace("neighbou?r", "neighbour|neighbor").split("|")),
         rf"(?ai:(?<![A-Za-z])(?:{_KIN})) \({_NEXT}", _alone, rank=34, caseless=True, back=24),
    _row("name after a further role", _cue_words(_FURTHER_ROLES, ":? "), rf"(?ai:(?<![A-Za-z])(?:{_cue(_FURTHER_ROLES)})):?[ ](?:(?:Mrs?|Ms|Miss|Dr|Prof|Herr|Frau|Mme|Sra?|Dhr|Mw|Mevr)\.? )?{_NEXT}", _person, rank=33, caseless=True, back=36),
    _row("name that something is about", _cue_words(_ABOUT, "[ :]"), rf"(?ai:(?<![A-Za-z])(?:{_cue(_ABOUT)})):?[ ](?:(?:Herrn|Herr|Frau|den|die|der|la|el|il|p\.|pana|pani|{_TITLE})[ ]){{0,2}}{_NEXT}", _person, rank=33, caseless=True, back=40, near=""),
    _row("name of the speaker, other languages", _cue_words(_SELF), rf"(?ai:(?<![A-Za-z])(?:{_cue(_SELF)}))[ ]{_NEXT}", _person, rank=34, caseless=True, back=24),
    _row("name behind a closing", _cue_words(_CLOSE, ",? "), rf"(?ai:(?<![A-Za-z])(?:{_cue(_CLOSE)})),? {{1,2}}{_NEXT}", _closed, rank=33, caseless=True, back=40),
    _row("surname behind initials", rf"{_TITLE} (?:[A-Z]\.?[ ]?){{1,3}}[A-Z\x80-\xff]", rf"(?<![\w]){_TITLE} (?P<v>(?:[A-Z]\.? ?){{1,3}}{_LAST})", _surname, rank=39, back=24, near=""),
    _row("name with initials behind its title", r"[Nn]ame[: ]{1,2}[A-Z]\.? [A-Z\x80-\xff]", rf"(?<![A-Za-z])[Nn]ame[: ]{{1,2}}(?P<v>(?:[A-Z]\.? ){{1,3}}{_LAST})", _surname, rank=36, back=14, near=""),
    _row("name with a middle initial", r"[A-Za-z\x80-\xff] [A-Z]\. [A-Z\x80-\xff]", r"(?:(?<=\n)|(?<=[:,|;\"'\t(] )|(?<=[|\t\"'(]))(?P<v>[^\W\d_a-z](?:['’]?[^\W\d_]){1,20} [A-Z]\. [^\W\d_a-z](?:['’]?[^\W\d_]){1,24}(?:-[^\W\d_]{2,20})?)(?=[,|;\n\r\t\"')]|  |$)",
         _initialled, rank=33, back=54, near=""),
    _row("name behind a form's dots", tuple(f"{word}{end}" for word in _FORM.split("|") for end in (r" ?\.\.\.", " ?___", r" \. \. \.", r" ?\xe2\x80\xa6")), rf"(?ai:(?<![A-Za-z])(?:{_FORM}|(?:full|first|last|family|legal) name)){_LEADER}{_NEXT}",
         lambda t, s, _e: (s, end) if (end := shapes.inverted_name(t, s)) > 0 and not FIRM.search(t, s, end) else None, rank=35, back=28, caseless=True, near=""),
    _row("name in a ledger", tuple(f"{word} " for word in ("ZELLE", "VENMO", "CASH APP", "CASHAPP", "PAYPAL", "WIRE", "TRANSFER", "PAYMENT", "DEPOSIT", "SEPA", "FASTER PAYMENT", "BIZUM", "PIX", "INTERAC", "REMITTANCE")),
         r"(?<![A-Za-z])(?:ZELLE|VENMO|CASH ?APP|PAYPAL|WIRE|TRANSFER|PAYMENT|DEPOSIT|SEPA|BIZUM|PIX|INTERAC|REMITTANCE)(?: (?:PAYMENT|TRANSFER|CREDIT|DEBIT|INST))? (?:FROM|TO|DE|VON|AN) (?P<v>[A-Z][A-Z'’-]{1,20}(?: [A-Z][A-Z'’.-]{0,20}){1,3})(?=[,;*|\n\"]|$)",
         _capitals, rank=33, back=16, near=""),
    _row("name on a machine-readable line", r"[A-Z]<<[A-Z]{2}", r"(?<![A-Z0-9<])(?:[PIACV][A-Z<](?:[A-Z]{3}|D<<))?(?P<v>[A-Z]{2,30}(?:<[A-Z]{1,20}){0,3}<<[A-Z]{2,20}(?:<[A-Z]{1,20}){0,4})(?=<)",
         None, rank=41, back=130, near=""),
    _row("name in capitals behind its title", tuple(f"[^A-Za-z]{title}[.]? [A-Z]" for title in ("MME", "MLLE", "HERR", "FRAU", "SRA", "MRS", "MEVR", "DHR", "SIG")),
         r"(?<![A-Za-z])(?:MME|MLLE|HERR|FRAU|SRA|MRS|MEVR|DHR|SIG)\.? (?P<v>[A-Z][A-Z'’-]{1,20}(?: [A-Z][A-Z'’.-]{1,20}){1,3})(?![A-Za-z])", _capitals, rank=36, back=10, near=""),
    _row("name of a booking", (" adult", r" pax[^A-Za-z]"), r"(?<![\w'’-])(?P<v>[^\W\d_a-z][\w'’-]{1,20}(?: [^\W\d_a-z][\w'’-]{1,20}){1,2}), [0-9]{1,2} (?:adult|pax[^A-Za-z])", _initialled, rank=34, back=76, near=""),
    _row("name in a payment order", r":5(?:0[AFK]|9[AF]?|9):", r"(?<![A-Za-z0-9]):5(?:0[AFK]|9[AF]?|9):(?:/[^\n]{4,40}\n)?(?:1/)?(?P<v>[A-Z][A-Z.'’-]{1,20}(?: [A-Z.'’-]{1,20}){1,4})(?=\n|$)", _capitals, rank=37, back=8, near=""),
    _row("possessive of a full name", tuple(f" {word.title()}'s [a-z]" for word in sorted(ALSO_SURNAMES)), r"(?<![\w'’.-])(?P<v>[^\W\d_a-z][^\W\d_]{2,14} (?:" + "|".join(word.title() for word in sorted(ALSO_SURNAMES)) + r"))(?='s [a-z])",
         lambda t, s, e: (s, e) if (words := t[s:e].split())[0] in GIVEN_NAMES and words[0].lower() not in COMMON_PARTS else None, rank=30, back=40, near=""),
)  # fmt: skip
