"""Identifiers by what else stands around them: behind whom they belong to, before their own name, behind a name.

Rules for a number behind its name stand in `catalogue`; these are for what people write where there is none.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules import shapes, validators
from openmed_beam.redactors.rules.checks import compacted
from openmed_beam.redactors.rules.cues import cue_rule
from openmed_beam.redactors.rules.rule import Check, Rule
from openmed_beam.redactors.rules.words import GIVEN_NAMES

_UPPER_ID = r"[A-Z]{1,5}-?[0-9]{4,10}(?:-[0-9A-Z]{1,6})?|[A-Z]{1,4}-[0-9]{2,6}(?:-[0-9A-Z]{1,6}){0,2}|[A-Z]{1,3}[0-9]{3,5}(?: [0-9]{3,6}){1,2}"

#: Things that carry a serial number of a person's own.
_DEVICE = re.compile(
    r"(?ai:(?<![a-z])(?:pacemakers?|implant(?:ed|able)?|icd|crt-?d|pump|device|devices|defibrillator|stimulator|prosthes[ie]s|hearing aids?|glucometer|cgm|ventilator|cpap|bipap"
    r"|oximeter|infusion|insulin|dialysis|catheter|lens|valve|laptop|thinkpad|latitude|surface|lenovo|macbook|imac|airpods?|earbuds?|charging case|headset|headphones|camera|drone|console|playstation|xbox|nintendo|router|modem|printer|scanner|kindle|e-?reader|fitbit|garmin|tv|television|e-?bike|bicycle|bike|scooter|nebuli[sz]er|concentrator|holter|spirometer|notebook|chromebook|(?:i|smart|tele)?phone|ipad|tablet|handset|watch|mdm|imei|model|modell|modèle"
    r"|wheelchair|monitor)(?![a-z]))"
)


def _of_a_device(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A serial number near the word for a device."""
    figures = sum(map(str.isdigit, text[start:end]))
    if figures < 3:
        return None
    near = _DEVICE.search(text, max(0, start - 140), start) or _DEVICE.search(text, end, end + 50)
    return (start, end) if near else None


_PER = re.compile(r"(?ai:(?<![a-z])(?:per|each|every|of|and|or|by)[ ](?:patient|pt)[ ]{1,2})$")


def _of_a_patient(text: str, start: int, end: int) -> tuple[int, int] | None:
    """No amount for each patient and no date."""
    stop = shapes.record_number(text, start)
    if (
        stop < 0
        or _PER.search(text, max(0, start - 24), start)
        or re.match(r"[ ]?(?:%|mg|kg|ml|usd|eur|gbp|days?)\b", text[end : end + 6])
    ):
        return None
    return start, end


_INSURED = re.compile(
    r"(?ai:(?<![a-z])(?:insurance|insurer|insured|aetna|cigna|bcbs|blue cross|blue shield|humana|kaiser|anthem|united ?healthcare|uhc|medicaid|medicare|payer|payor|plan|pcn"
    r"|rx ?bin|pharmacy|policy|coverage|subscriber|member|hmo|ppo|mutuelle|krankenkasse|versicherung|aseguradora)(?![a-z]))"
)


def _insured(text: str, start: int, end: int) -> tuple[int, int] | None:
    return (start, end) if _INSURED.search(text, max(0, start - 90), start) else None


#: What may join a number to its name behind it, and what says that the name belongs to the number after it.
_JOINT = r"[ ](?:[(\[-][ ]?)?(?:(?:is|was|as)[ ])?(?:(?:my|his|her|their|the|your|our|patient's|full)[ ])?"
_NOT_NEXT = (
    r"(?![A-Za-z0-9_]|[ ]?[:=#][ ]?[A-Z0-9]|[ ](?:no|nr|number|num|is|was|of)?\.?[ ]?[:#]?[ ]?[A-Z]{0,4}-?[0-9])"
)

#: name, label, words of the name, the number, check.
_NAMED_BEHIND: tuple[tuple[str, str, tuple[str, ...], str, Check | None], ...] = (
    ("nhs number", "NHS_NUMBER", ("nhs", "nhs number", "nhs no"), r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}", compacted(validators.nhs)),
    ("social security number", "SSN", ("ssn", "social", "social security", "social security number", "soc sec", "ss#"),
     r"[0-9]{3}[ .-]?[0-9]{2}[ .-]?[0-9]{4}", compacted(lambda d: validators.ssn(d) or validators.itin(d))),
    ("medical record number", "MRN", ("mrn", "medical record", "medical record number", "chart number", "hospital number", "patient id", "member id", "policy number"),
     r"(?:[A-Z]{1,5}-?)?[0-9]{5,10}", None),
    ("npi", "NPI", ("npi",), r"[12][0-9]{9}", compacted(validators.npi)),
    ("dea", "DEA", ("dea",), r"[A-Z][A-Z9][0-9]{7}", compacted(validators.dea)),
    ("passport", "PASSPORT", ("passport", "passport number", "passport no"), r"[A-Z]{1,2}[0-9]{6,8}|[0-9]{9}", None),
    ("plate", "VEHICLE_ID", ("plate", "license plate", "licence plate", "number plate", "reg", "registration"),
     r"[A-Z]{1,3}[0-9]{1,4}[ -]?[A-Z]{0,3}|[A-Z]{2,3}[ -][0-9]{3,4}|[0-9]{1,4}[ -]?[A-Z]{1,3}[ -]?[0-9]{0,4}", lambda t, s, e: (s, e) if 5 <= sum(map(str.isalnum, t[s:e])) <= 8 else None),
    ("account number", "BANK_ACCOUNT", ("account number", "acct number", "account no"), r"[0-9]{7,14}", None),
    ("date of birth", "DOB", ("date of birth", "birthday", "birth date", "birthdate", "d.o.b"),
     r"[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{2,4}|[0-9]{1,2} [A-Z][a-z]{2,8} [0-9]{4}", lambda t, s, e: (s, e) if shapes.date(t, s) == e else None),
)  # fmt: skip


def _before(name: str, label: str, words: tuple[str, ...], number: str, check: Check | None) -> Rule:
    """A number before its name: `404 872 9632 NHS`, `390257914 social`, `AB123456 (passport)`."""
    longest = sorted(words, key=len, reverse=True)
    bare = label in ("NHS_NUMBER", "SSN", "MRN", "NPI", "DEA")
    return Rule(
        f"{name} before its name, in words", label,
        tuple(rf"[ (\[-]{re.escape(word)}[^A-Za-z0-9_]" for word in words),
        rf"(?<![\w.+$€£/-])(?P<v>{number}){_JOINT if bare else _JOINT_SAID}(?ai:{'|'.join(map(re.escape, longest))}){_NOT_NEXT}",
        check=check, near="behind", rank=66, spread=True, back=70, width=90, caseless=True,
        head=rf"(?<![\w.+$€£/-])(?:{number})[ ]", source="prose",
    )  # fmt: skip


#: The same for names that mean other things too: brackets or a verb must join them.
_JOINT_SAID = r"[ ](?:[(\[][ ]?|(?:is|was|as)[ ](?:(?:my|his|her|their|the|your|our)[ ])?)"


_CALENDAR_DATE = r"(?:[0-9]{1,2}[-/. ](?:[0-9]{1,2}|[A-Za-z]{3})[-/. ](?:19[0-9]|20[01])[0-9]|(?:19[0-9]|20[01])[0-9]-[0-9]{2}-[0-9]{2})"
_WRITTEN_DATE = r"(?:[0-9]{1,4}[-/. ]|[0-9]{1,2}(?:st|nd|rd|th)?[ .]|[A-Za-z]{3,9}\.? [0-9]{1,2})"
_PERSON_WORDS = r"[^\W\d_a-z][\w'’.-]{0,24}(?:,? [^\W\d_a-z][\w'’.-]{0,24}){1,3}"
_CAPITALS = re.compile(
    r"(?<![A-Za-z])[A-Z][A-Z'’-]{1,24}, ?[A-Z][A-Z'’-]{1,24}(?: [A-Z]\.?| [A-Z]{2,20})?[,;]? ?[|(]? ?$"
)
_CUED_PERSON = re.compile(
    rf"(?:(?ai:(?<![a-z])(?:patient|patiente|patientin|pt|pat\.?|member|resident|specimen label|insured|subscriber|newborn|mother|paciente|paziente|patiënt|pacjent|client|cliente"
    rf"|name|re|regarding|betreff|betr\.?|objet|asunto|oggetto))[:]?[ ]{{1,2}}|\b(?:rx|script|prescription|label|results|report|referral|appointment|claim) for )(?:(?:Mrs?|Ms|Miss|Dr)\.? )?{_PERSON_WORDS}[,;]? ?[|(]? ?$"
)
_KNOWN_PERSON = re.compile(
    r"(?<![\w.])(?P<given>[^\W\d_a-z][^\W\d_]{1,20}) (?:[^\W\d_a-z]\.? )?[^\W\d_a-z][\w'’-]{1,24} \($"
)


_OF_KIN = re.compile(
    r"(?ai:(?<![a-z])(?:son|daughter|wife|husband|spouse|partner|mother|father|mum|mom|dad|brother|sister|twins?|baby|child|children|kids?|newborn|infant|grandson|granddaughter|niece|nephew|hijo|hija|fils|fille|sohn|tochter|zoon|dochter|figlio|figlia|filho|filha|syn|córka)"
    r"(?: is| are)?),? [^\W\d_a-z][\w'’-]{1,24}(?: [^\W\d_a-z][\w'’-]{1,24}){0,2},? \($"
)


def _born(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A date right behind a name: in capitals as on labels, behind the word for a patient, or in brackets behind a known name."""
    if shapes.date(text, start) != end:
        return None
    low = max(0, start - 100)
    known = _KNOWN_PERSON.search(text, low, start)
    named = _CAPITALS.search(text, low, start) or _CUED_PERSON.search(text, low, start)
    kin = text.startswith((")", ","), end) and _OF_KIN.search(text, low, start)
    if named or kin or (known and known["given"] in GIVEN_NAMES and text.startswith(")", end)):
        return start, end
    return None


def _short_mac(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Six groups, a letter among them, one of them short: with two digits in each `mac` finds it."""
    groups = text[start:end].split(":")
    return (start, end) if any(map(str.isalpha, text[start:end])) and any(len(group) == 1 for group in groups) else None


AROUND_RULES: tuple[Rule, ...] = (
    *(_before(*row) for row in _NAMED_BEHIND),
    Rule(
        "serial number of a device", "DEVICE_ID", tuple(f"[^A-Za-z]serial{end}" for end in ("[ :=#\"'.\\\\]", "no", "nr", "num")),
        r"(?ai:(?<![A-Za-z])serial(?:[ ]?(?:no|nr|num|number))?\.?)[ :=#\"'\\]{1,5}(?=[A-Z/-]{0,24}[0-9])(?P<v>[A-Z0-9](?:[-/]?[A-Z0-9]){4,24})(?![A-Za-z0-9_])",
        check=_of_a_device, near="close", rank=59, spread=True, back=12, width=60, caseless=True, head="(?ai:(?<![A-Za-z])serial)", source="cue",
    ),
    Rule(
        "number of a patient", "MRN",
        tuple(f"{who} {opening}" for who in ("patient", "patiënt", "paciente", "paziente", "pacjent", "pt", "member", "subscriber", "insured", "enrollee", "beneficiary") for opening in ("[A-Z]{1,5}-?[0-9]", "[0-9]{3}", "#")),
        rf"(?<![A-Za-z])(?:(?ai:patient|patiënt|paciente|paziente|pacjent|pt)[ ]#?(?P<v>{_UPPER_ID}|[0-9]{{6,12}}|[0-9]{{3,4}}[ -][0-9]{{3}}[ -][0-9]{{3,4}})"
        rf"|(?ai:member|subscriber|insured|enrollee|beneficiary)[ ]#?(?P<w>[A-Z]{{2,5}}-?[0-9]{{5,10}}|[A-Z][0-9]{{3,5}} [0-9]{{3,6}}))(?![A-Za-z0-9_]|[-/.][0-9A-Za-z])",
        check=_of_a_patient, rank=55, spread=True, back=24, width=60, caseless=True, head="(?ai:(?<![A-Za-z])(?:pat|pac|paz|pt|mem|sub|ins|enr|ben))", source="cue",
    ),
    Rule(
        "number of an insured", "MRN", (r"[^A-Za-z](?:ID|Id|id)[ :#]{1,2}(?:is )?[A-Z]{1,4}[0-9]{4}", r"[^A-Za-z](?:ID|Id|id)[ :#]{1,2}(?:is )?[0-9]{8}"),
        r"(?<![A-Za-z])(?:ID|Id|id)[ :#]{1,2}(?:is )?(?P<v>[A-Z]{1,4}[0-9]{4,12}(?:[ -][0-9]{2,6}){0,2}|[0-9]{8,12})(?![A-Za-z0-9_]|[-.][0-9A-Za-z])",
        check=_insured, rank=56, spread=True, back=20, width=50, source="cue",
    ),
    cue_rule("number on an insurance card", "MRN", r"insurance card|insurance id|insurance info|member card|health card|benefits card|medicaid card|medicare card|versichertenkarte|carte vitale|tarjeta sanitaria|tessera sanitaria", "record", first=r"[A-Za-z]{0,4}[0-9]{5}", rank=58, source="cue"),
    cue_rule("medical record number, abbreviated", "MRN", r"med\. record(?: (?:number|no|num|nr|#))?|med record(?: (?:number|no|num|nr|#))?|med\. rec\.?(?: (?:number|no|num|nr|#))?|med rec(?: (?:number|no|num|nr|#))?|medical rec\.?(?: (?:number|no|num|nr|#))?|hosp\. ?(?:no|num|nr)|hosp (?:no|num|nr)|pat\. ?(?:no|id|nr)|pt\. ?(?:no|id|nr)|patient file(?: (?:number|no))?|patient chart(?: (?:number|no))?|patient ref(?:erence)?|patient code|akte(?:nzeichen|nnummer) patient|dossier patient|dossier médical|dossiernummer|cartella clinica|expediente clínico|historia clínica",
             "record", first=r"#?[A-Za-z0-9]", rank=63, source="cue"),
    cue_rule("plate after its name, abbreviated", "VEHICLE_ID", r"reg|rego|reg\.|registration|vehicle registration|licence plates|license plates|plates|number plates|tag number|tag no|amtl\. kennzeichen|kennz\.|matricule",
             "strict_plate", first=r"[A-Z0-9]", rank=56, source="cue", gap=r"[ ]?[:.#=(\"']{0,2}[ ]?(?:(?:is|was|are|no|number|mark|plate)[.:]?[ ]){0,2}"),
    Rule(
        "mac with short groups", "MAC", tuple(rf"{word}[ :=\"']{{1,3}}[0-9a-fA-F]{{1,2}}:[0-9a-fA-F]{{1,2}}:[0-9a-fA-F]" for word in ("[^A-Za-z]at", "ether", "addr", "mac", "address")),
        r"(?ai:(?<![A-Za-z])(?:at|ether|lladdr|hwaddr|addr|mac|address))[ :=\"']{1,3}(?P<v>[0-9a-fA-F]{1,2}(?::[0-9a-fA-F]{1,2}){5})(?![\w:.])",
        check=_short_mac, rank=65, spread=True, back=18, width=32, caseless=True, head="(?ai:(?<![A-Za-z])(?:at|ether|lladdr|hwaddr|addr|mac))", source="arp(8)",
    ),
    Rule(
        "date of birth behind a name", "DOB", (r"[,;|(] ?[0-9]{1,2}[-/. ](?:[0-9]{1,2}|[A-Za-z]{3})[-/. ](?:19[0-9]|20[01])[0-9]", r"[,;|(] ?(?:19[0-9]|20[01])[0-9]-[0-9]{2}-[0-9]{2}"),
        rf"[,;|(] ?(?P<v>{_CALENDAR_DATE})(?![\w/-])", check=_born, rank=57, spread=True, back=16, width=20, source="labels and lists",
    ),
    Rule(
        "machine-readable line of a passport or card", "PASSPORT", (r"[0-9][MFX<][0-9]{7}[A-Z0-9<]", "<<<<<<"),
        r"(?<![A-Za-z0-9<+/=])(?P<v>[A-Z0-9]{6,9}<{0,3}[0-9][A-Z]{1,3}<{0,2}[0-9]{7}[MFX<][0-9]{7}[A-Z0-9<]{2,16}|[0-9]{7}[MFX<][0-9]{7}[A-Z]{1,3}<{1,13}[A-Z0-9<]{0,11}[0-9]?|[IAC]<[A-Z]{3}[A-Z0-9]{6,9}<{0,3}[0-9<]<{6,15})(?![A-Za-z0-9<+/=])",
        rank=68, spread=True, back=36, width=48, source="ICAO 9303",
    ),
    Rule(
        "social security number behind its name and a form", "SSN", tuple(f"[^A-Za-z]{word}[^A-Za-z0-9]" for word in ("ssn", "social", "social security", "social security no", "social security number", "social no", "social number", "tin", "itin", "ss#")),
        r"(?ai:(?<![A-Za-z])(?:ssn|social(?: security)?(?: number| no)?|tin|itin|ss#)[^A-Za-z0-9])[^0-9\n]{0,24}?(?:(?:I-|W-?|T|SS-?)[0-9]{1,2}|10[49][09][A-Z-]{0,5})[^0-9\n]{1,24}?(?P<v>[0-9]{3}[ .-]?[0-9]{2}[ .-]?[0-9]{4})(?![\w-])",
        check=compacted(lambda d: validators.ssn(d) or validators.itin(d)), near="ahead", rank=69, spread=True, back=48, width=110, caseless=True, head="(?ai:(?<![A-Za-z])(?:ssn|social|tin|itin|ss#))", source="tax forms",
    ),
    Rule(
        "date of birth told", "DOB", tuple(f"{word} " for word in ("date of birth", "birth date", "birthdate", "birthday", "dob", "geburtsdatum", "geboortedatum", "fecha de nacimiento", "data di nascita", "date de naissance", "data de nascimento")),
        rf"(?ai:(?<![A-Za-z])(?:date of birth|birth ?date|birthday|dob|geburtsdatum|geboortedatum|fecha de nacimiento|data di nascita|date de naissance|data de nascimento)) [^0-9\n.;]{{0,44}}?(?ai:(?<![a-z])(?:is|was|as|says|reads|shows|ist|lautet|es|è|est|é)(?: (?:the|on|el|il|le|der))?|[:=])[ ](?P<v>(?=[0-9A-Za-z]){_WRITTEN_DATE})",
        check=lambda t, s, _e: (s, end) if (end := shapes.date(t, s)) > 0 else None, near="ahead", rank=66, spread=True, back=30, width=120, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:date|birth|dob|geb|geo|fecha|data))", source="prose",
    ),
    cue_rule("date of birth, other languages", "DOB", r"geboren op|geboren te|födda? den|född den|født den|født|urodzon[aey] dnia|urodzony w|narozena? dne|née? le|né\(e\) le|nacid[oa] el|nascid[oa] em|nascid[oa] a|nat[oa] il|syntynyt|doğum|gebdat|geb-dat|geboortedag|fødselsdag|fecha nto|f\. nto|fnac",
             "birth", first=r"[0-9]", rank=66, source="cue", gap=r"[\s:=.]{0,3}(?:(?:te|i|a|in|w|en|à) [^\W\d_a-z][^\W\d_]{1,20} (?:op|den|il|le|el|dnia|em)? ?)?"),
    cue_rule("passport, other languages", "PASSPORT", r"passnummer|passnr|pass-nr|pass-nummer|reisepassnummer|reisepass-nr|reisepassnr|pasaporte|passeport|passaporte|paszport|paszportu|passi|passin numero|passnumret|pasportnummer|travel document|travel doc", "passport", first="[A-Za-z]{0,3}[0-9]", rank=59, source="cue"),
    cue_rule("phone, abbreviated", "PHONE", r"contact no|contact nr|contact num|home:|work:|office:|cell:|wk:|hm:|day:|daytime|evening:|evenings|alt phone|alternate phone|alt number|direct line|main line|desk line|switchboard|extension line|pvt:|res:", "grouped_or_plain", first=r"[+(]{0,2}[0-9]", rank=56, source="cue",
             gap=r"[\s:.=#(-]{0,4}(?:(?:is|no|number|nr|phone)[.:]?[ ]){0,2}"),
    cue_rule("sort code, abbreviated", "BANK_ACCOUNT", r"sort:|sort #|sort-cd|sort cd|s/code", "paired_code", first="[0-9]{2}[- ]", rank=59, source="cue", gap=r"[ ]?[:=#-]{0,2}[ ]?(?:(?:is|no|code|number)[.:]?[ ]){0,2}"),
    Rule(
        "account before its sort code", "BANK_ACCOUNT", (r"acc(?:oun)?t?[ :=#.]{1,3}[0-9]{8}[^0-9]", r"a/c[ :=#.]{1,3}[0-9]{8}[^0-9]"),
        r"(?ai:(?<![A-Za-z])(?:account|acct|acc|a/c))[ :=#.]{1,3}(?P<v>[0-9]{8})(?=[ ,;/|]{1,3}(?ai:sort|s/?c|bsb|sc)(?![A-Za-z]))", rank=60, spread=True, back=24, width=40, caseless=True, head="(?ai:(?<![A-Za-z])(?:acc|a/c))", source="cue",
    ),
    Rule(
        "mexican taxpayer", "NATIONAL_ID", ("[^A-Za-z]rfc[ :=#.]",), r"(?ai:(?<![A-Za-z])rfc)[ :=#.]{1,3}(?P<v>(?ai:[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}))(?![A-Za-z0-9])",
        near="close", rank=65, spread=True, back=20, width=24, caseless=True, source="SAT",
    ),
    Rule(
        "french social security number in groups", "NATIONAL_ID", tuple(rf"{word}[ :=.]{{1,3}}[12] [0-9]{{2}} [0-9]" for word in ("nir", "nss", "secu", "insee", r"s\xc3\xa9cu", "sociale")),
        r"(?ai:nir|nss|secu|insee|sécu|sociale)[ :=.]{1,3}(?P<v>[12] [0-9]{2} [0-9]{2} [0-9][0-9AB] [0-9]{3} [0-9]{3}(?: [0-9]{2})?)(?![\w-])", rank=64, spread=True, back=16, width=40, caseless=True, source="INSEE",
    ),
    Rule(
        "record number that says what it is", "MRN", (r"[^A-Za-z0-9_]MRN[-_]?[0-9]{4}",), r"(?<![A-Za-z0-9_-])(?P<v>MRN[-_]?[0-9]{4,12})(?![A-Za-z0-9_-])",
        rank=66, spread=True, back=12, width=20, source="hospital systems",
    ),
    cue_rule("account in brazil", "BANK_ACCOUNT", r"conta|conta corrente|conta poupança|c/c|cc:", "checked_account", first=r"[0-9]", rank=58, source="cue", gap=r"[ ]?[:.=#-]{0,2}[ ]?(?:(?:é|nº|n°|n\.º|número|no)[.:]?[ ]){0,2}"),
    cue_rule("phone that changed", "PHONE", r"number's changed|number’s changed|number has changed|number changed|changed my number|changed number|new number|number now|phone changed|phone has changed|other number|best number|backup number|alternative number|emergency number",
             "grouped_phone", first=r"[+(]{0,2}[0-9]", rank=56, source="cue"),
)  # fmt: skip
