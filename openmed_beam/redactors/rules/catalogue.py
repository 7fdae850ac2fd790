"""The catalogue of identifiers: contact, money, health, state, network, dates and addresses. One row a rule.

National numbers stand in `national_rules`, secrets in `secrets`, persons in `persons`, keys with their values in `keys`; `detector.RULES` is all of them.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules import shapes, validators
from openmed_beam.redactors.rules.addresses import ADDRESS_RULES
from openmed_beam.redactors.rules.around import AROUND_RULES
from openmed_beam.redactors.rules.checks import (
    card_groups,
    compacted,
    email_address,
    extended,
    iban_span,
    intl_phone,
    ipv4_span,
    ipv6_span,
    mac_address,
    nanp,
    not_another,
    not_carried,
    said_to_ring,
    spanish,
    street_abroad,
    street_span,
    vin_span,
    zero_zero,
)
from openmed_beam.redactors.rules.clauses import CLAUSE_RULES
from openmed_beam.redactors.rules.cues import ANSWER, GAP, HYPHEN, LOWER, SPACE, START, UPPER, WORDS, cue_rule
from openmed_beam.redactors.rules.persons_around import PERSON_AROUND_RULES
from openmed_beam.redactors.rules.rule import Rule

_SUFFIX = (
    r"Street|St|Avenue|Ave|Av|Boulevard|Blvd|Road|Rd|Drive|Dr|Lane|Ln|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Terr|Way|Parkway|Pkwy|"
    r"Highway|Hwy|Circle|Cir|Close|Crescent|Cres|Trail|Trl|Loop|Row|Mews|Gardens|Gdns|Grove|Alley|Aly|Plaza|Plz|Path|Pike|Turnpike|"
    r"Walk|Wharf|Quay|Esplanade|Parade|Pde|Expressway|Freeway|Route|Broadway|Hill|Rise|Green|View|Run|Ridge|Cove|Point|Pass|Landing|"
    r"Crossing|Xing|Commons|Heights|Hollow|Bend|Glen|Park|Vale|Vista|Yard|Causeway"
)
_SUFFIX_ANY = f"{_SUFFIX}|{_SUFFIX.upper()}"
_STREET_US = (
    r"(?<![\w.$€£/-])(?P<v>[0-9]{1,6}(?:[A-Za-z](?![A-Za-z])|-[0-9]{1,5}|½| 1/2|/[0-9]{1,5})?,?[ ]"
    r"(?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|No|Old|New)\.?[ ])?"
    rf"(?:(?:[A-Z][A-Za-z'’.-]{{0,24}}|[0-9]{{1,3}}(?:st|nd|rd|th|ST|ND|RD|TH)|of|the|de|la|del|y)[ ]){{1,5}}(?:{_SUFFIX_ANY})(?![A-Za-z])\.?"
    r"(?:[ ](?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)(?![A-Za-z]))?)"
)
_DWELL = (
    "live|lives|living|reside|resides|residing|located|address|moved|staying|ship|shipped|deliver|delivered|send|mail"
)
_DWELL_JOINT = "[ ](?:it|is|at|to|from|in|on|me|my|new|the|:)"
_CUED_LOWER = (
    rf"(?ai:(?:{_DWELL})(?:{_DWELL_JOINT}){{1,3}}[: ]{{1,3}})"
    r"(?P<v>[0-9]{1,6}[a-z]?,? (?:(?ai:[a-z0-9'.]{1,20}) ){1,4}(?ai:street|st|avenue|ave|boulevard|blvd|road|rd|drive|dr|lane|ln|court|ct|place|pl|square|terrace|way|parkway|circle|close|crescent|trail)(?![A-Za-z]))"
)
_NAMEPART = rf"[{UPPER}][{LOWER}{UPPER}'’.-]{{1,24}}"
_NUMBER = r"[0-9]{1,4}(?:[ ]?[a-zA-Z](?![A-Za-z]))?(?:[-/][0-9]{1,4}[a-z]?|-(?:[IVX]{1,4}|hs|huis)(?![A-Za-z])| (?:bis|ter|hs|huis|rood|zwart)(?![A-Za-z]))?(?![0-9A-Za-z.,]?[0-9])"

_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
#: A bare run of digits behind one of these words is no card, whatever its check digit says.
_COUNTED = re.compile(
    r"(?ai:(?<![a-z])(?:offset|bytes?|size|seq|sequence|rows?|lines?|ts|time|timestamp|nanos?|micros|count|total|hash|seed|pid|order|"
    r"order_id|trace|span|block|nonce|id|index|tick|epoch|version|build|revision|commit|tracking|invoice|sku|isbn|ean|upc|gtin)s?"
    r"(?:_?(?:ns|us|ms|id|no|number))?[\"'\\]{0,2}[ ]?[:=#]{0,2}[ ]?[\"'\\#]{0,2})$"
)


#: Days in figures that letters follow at once, as literals.
_ORDINALS = tuple(
    spelled
    for day in ("1st", "2nd", "3rd", "1er", *(f"{digit}th" for digit in range(10)))
    for spelled in (day, day.upper())
)

_ROWS: tuple[Rule, ...] = (
    # Contact.
    Rule("email", "EMAIL", (r"[A-Za-z0-9_+%\x80-\xff-]@[A-Za-z0-9\[\x80-\xff][A-Za-z0-9.:\x80-\xff-]",),
         r"(?<![\w.+%$-])(?P<v>\w(?:[\w.+%-]|['&](?=\w)){0,63}(?<!\.)@(?:(?:[^\W_](?:[^\W_]|-(?=[\w-])){0,62}\.){1,8}[^\W\d_](?:[^\W_]|-(?=[^\W_])){1,23}|\[(?:IPv6:)?[0-9a-fA-F:.]{3,45}\]))(?![\w@])",
         check=email_address, rank=75, spread=True, back=72, least=3, width=360, behind=r"[^@]{0,3}@[\w.+%'&-]{0,64}", head=r"(?<![\w.+%$-])\w(?:[\w.+%-]|['&](?=\w)){0,63}@", source="RFC 5321"),
    Rule("email, quoted local part", "EMAIL", (r"\"@[A-Za-z0-9\x80-\xff]",),
         r"(?P<v>\"[^\"\n@]{1,64}\"@(?:[^\W_](?:[^\W_]|-){0,62}\.){1,8}[^\W\d_]{2,24})(?![\w@])",
         rank=76, spread=True, back=72, width=360, head="\"[^\"\n@]{1,64}\"@", source="RFC 5321"),
    Rule("email, percent-encoded", "EMAIL", (r"%40[A-Za-z0-9]",),
         r"(?<![A-Za-z0-9_.+-])(?P<v>[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}%40(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9])",
         check=email_address, rank=75, spread=True, back=80, width=360, head=r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}%40", source="RFC 3986"),
    Rule("email, spelled out", "EMAIL", (r"[\[({]at[\])}]\s?[A-Za-z0-9-]", r"\sat\s[A-Za-z0-9-]{1,40}\s(?:dot\s|[\[({]dot)"),
         r"(?ai:(?<![A-Za-z0-9_.+-])(?P<v>[a-z0-9][a-z0-9_.+-]{0,63}(?:\s?[\[({]dot[\])}]\s?[a-z0-9_+-]{1,30}){0,3}(?:\s?[\[({]at[\])}]\s?[a-z0-9-]{1,40}(?:\s?[\[({]dot[\])}]\s?|\sdot\s|\.)|\sat\s[a-z0-9-]{1,40}(?:\s[\[({]dot[\])}]\s?|\sdot\s))(?:[a-z0-9-]{1,40}(?:\s?[\[({]dot[\])}]\s?|\sdot\s|\.)){0,3}[a-z]{2,12}))(?![A-Za-z0-9])",
         rank=74, spread=True, back=232, width=400, caseless=True, source="common obfuscation"),
    Rule("phone, international", "PHONE", (r"\+\(?[1-9][0-9 .()/\x80-\xff-]{4}",),
         r"(?:(?<![\w+/=.])|(?<=[A-Za-z_]=))(?P<v>\+\(?[1-9])(?=[0-9 .()/\u0080-\uffff-]{4})", check=intl_phone, rank=66, spread=True, back=10, width=8, source="ITU-T E.164"),
    Rule("phone, international with 00", "PHONE", (r"[^0-9A-Za-z_+/=.,-]00[1-9][0-9 .()/\x80-\xff-]{7}", r"[^0-9A-Za-z_+/=.,-]0011[ -][1-9]", r"[^0-9A-Za-z_+/=.,-]011[ -][1-9]"),
         r"(?<![\w+/=.,-])(?:00(?=[1-9][0-9 .()/\u0080-\uffff-]{7})|0011[ -]|011[ -])(?P<v>[1-9][0-9]{0,2}[ .()/-]{1,2}[0-9])",
         check=lambda t, s, _e: zero_zero(t, s), rank=64, spread=True, back=12, width=16, source="ITU-T E.123"),
    Rule("phone, percent-encoded", "PHONE", (r"%2B[1-9][0-9]{7}",), r"(?P<v>%2[Bb][1-9][0-9]{7,14})(?![0-9A-Za-z])",
         check=lambda t, s, e: (s, e) if shapes.international("+" + t[s + 3 : e], 0) == e - s - 2 else None, rank=66, spread=True, back=12, width=20, caseless=True, source="RFC 3986"),
    Rule("phone, north american", "PHONE", (r"[2-9][0-9]{2}[-. /)\x80-\xff]{1,4}[2-9][0-9]{2}[-. \x80-\xff]{1,4}[0-9]{4}", r"\([2-9][0-9]{2}\)[- ]?[2-9][0-9]{6}"),
         rf"(?<![\w.+$€£#-])(?:(?<!/)|(?<=[0-9]{{4}}/))(?P<v>(?:1[-. ]{{1,2}})?(?:\([2-9][0-9]{{2}}\)(?:[-. ]?[2-9][0-9]{{2}}[. \u2010-\u2013-]|[- ]?[2-9][0-9]{{2}})[0-9]{{4}}|[2-9][0-9]{{2}}(?P<s>[-.·\u2011\u2013]|[ ]?{HYPHEN}[ ]?)[2-9][0-9]{{2}}(?P=s)[0-9]{{4}}|[2-9][0-9]{{2}}[/-][2-9][0-9]{{2}}-[0-9]{{4}}))(?![\w]|[.-][0-9])",
         check=nanp, rank=62, spread=True, back=24, width=28, run=True, source="NANPA"),
    Rule("phone, north american, near a word", "PHONE", (r"[2-9][0-9]{2} [2-9][0-9]{2} [0-9]{4}",), r"(?<![\w.+$€£#/-])(?P<v>(?:1 )?[2-9][0-9]{2} [2-9][0-9]{2} [0-9]{4})(?![\w]|[.-][0-9]| [0-9])",
         check=lambda t, s, e: nanp(t, s, e) if said_to_ring(t, s, e) else None, rank=57, spread=True, back=18, width=18, run=True, source="NANPA"),
    Rule("phone, fictional exchange", "PHONE", (r"555-01[0-9]{2}",), r"(?<![\w.+$-])(?P<v>555-01[0-9]{2})(?![\w-])",
         check=extended, rank=60, spread=True, back=10, width=10, source="NANPA 555-01XX"),
    Rule("phone, british", "PHONE", (r"[^0-9A-Za-z_.+$/-]\(?0[12378][0-9]{1,3}\)?[ \x80-\xff-][0-9]{3}",),
         rf"(?<![\w.+$/-])(?P<v>\(?0(?:7[0-9]{{3}}{SPACE}[0-9]{{6}}|7[0-9]{{3}}{SPACE}[0-9]{{3}}{SPACE}[0-9]{{3}}|7[0-9]{{2}}{SPACE}[0-9]{{4}}{SPACE}[0-9]{{4}}|2[0-9]\)?[ -][0-9]{{4}}[ -][0-9]{{4}}|1(?:[0-9]1|1[0-9])\)?[ -][0-9]{{3}}[ -][0-9]{{4}}|8[35679][ -][0-9]{{3}}[ -][0-9]{{4}}|1[0-9]{{3}}\)?[ -][0-9]{{5,6}}|1[0-9]{{3}}\)?[ -][0-9]{{3}}[ -][0-9]{{3}}|[38]0[0-9][ -][0-9]{{3}}[ -][0-9]{{4}}|800[ -][0-9]{{3}}[ -]?[0-9]{{3,4}}))(?![\w]|[.-][0-9])",
         check=lambda t, s, e: (s + (t[s] == "(" and ")" not in t[s:e]), e), rank=60, spread=True, back=20, width=24, run=True, source="Ofcom"),
    Rule("phone, french", "PHONE", (r"0[1-9][ .-][0-9]{2}[ .-][0-9]{2}[ .-][0-9]{2}[ .-][0-9]{2}",),
         r"(?<![\w.+$/-])(?P<v>0[1-9](?P<s>[ .-])[0-9]{2}(?P=s)[0-9]{2}(?P=s)[0-9]{2}(?P=s)[0-9]{2})(?![\w]|[ .-][0-9])",
         rank=60, spread=True, back=16, width=18, run=True, source="ARCEP"),
    Rule("phone, german", "PHONE", (r"\(?0[1-9][0-9]{1,4}\)?[ /-]{1,3}[0-9]{4}",),
         r"(?<![\w.+$/-])(?P<v>\(?0(?:1[5-7][0-9][ /-]{1,3}[0-9]{7,8}|[2-9][0-9]{1,4}\)?[ ]?/[ ]?[1-9][0-9]{3,8}(?:-[0-9]{1,5})?|[1-9][0-9]{1,4}\)[ ][1-9][0-9]{3,8}|[1-9][0-9]{2} [0-9]{4} [0-9]{4}))(?![\w]|[./-][0-9]| [0-9])",
         rank=58, spread=True, back=16, width=30, run=True, source="DIN 5008"),
    Rule("phone, asian and pacific", "PHONE", (r"0[0-9]{1,3}[)-]?[ -][0-9]{3,4}[ -][0-9]{4}", r"0[45][0-9]{2}[ -][0-9]{3}[ -][0-9]{3}", r"[6-9][0-9]{4} [0-9]{5}", r"1[3-9][0-9][ -][0-9]{4}[ -][0-9]{4}", r"1[38]00 [0-9]{3} [0-9]{3}"),
         r"(?<![A-Za-z0-9_.+$/-])(?P<v>0[789]0-[0-9]{4}-[0-9]{4}|01[016-9][ -][0-9]{3,4}[ -][0-9]{4}|0[1-9]{1,2}[0-9]?-[0-9]{3,4}-[0-9]{4}|\(?0[2378]\)?[ ][0-9]{4}[ -][0-9]{4}|04[0-9]{2}[ -][0-9]{3}[ -][0-9]{3}|1[3-9][0-9][ -][0-9]{4}[ -][0-9]{4}|1[38]00 [0-9]{3} [0-9]{3}|[6-9][0-9]{4} [0-9]{5})(?![A-Za-z0-9_]|[ .-][0-9])",
         rank=58, spread=True, back=18, width=20, run=True, source="national numbering plans"),
    Rule("phone, brazilian", "PHONE", (r"\([1-9][0-9]\) ?9?[ ]?[2-9][0-9]{3}-[0-9]{4}",), r"(?P<v>\([1-9][0-9]\) ?9?[ ]?[2-9][0-9]{3}-[0-9]{4})(?![\w-])",
         rank=60, spread=True, back=20, width=20, run=True, source="Anatel"),
    Rule("phone, dutch and nordic", "PHONE", (r"[^0-9A-Za-z_.+$/-]0[67][0-9]?[- ]{1,3}[0-9]",),
         r"(?<![\w.+$/-])(?P<v>06[- ]{1,3}[0-9]{8}|06[- ]{1,3}[0-9]{2}(?: [0-9]{2}){3}|07[0-9]-[0-9]{3} ?[0-9]{2} ?[0-9]{2})(?![\w]|[.-][0-9])",
         rank=58, spread=True, back=8, width=18, source="national numbering plans"),
    cue_rule("phone after its name", "PHONE",
         r"phones?|telephones?|tel|telefon|telefono|teléfono|téléphone|telefoon|telefone|mobile|mobiles|mobil|móvil|movil|cell|cells|cellphone|celular|cellulare|handy|portable|gsm|fax|landline|hotline|helpline|pager|whatsapp|sms|ph|phone number|contact number|callback|call back|msisdn|numéro de téléphone|rufnummer|电话|手机|电话号码|手机号|手机号码|联系电话|電話|電話番号|携帯|携帯電話|携帯番号|전화|전화번호|휴대폰|телефон|номер телефона|тел|هاتف|फोन|tlf|tfn|puh|puhelin|puhelinnumero|telefonnummer|mobiltelefon|mobilnummer|telefonszám|telefonní číslo|telefón|numer telefonu|komórka|numer komórkowy|tel\. kom\.?|mobilja|telefonja|telefonszáma|τηλέφωνο|κινητό|טלפון|โทร|sđt|số điện thoại|nomor telepon|no hp|hp no|cep telefonu|número de teléfono|numero di telefono|recapito|contacto|rufnr|whats ?app|viber|signal|toll[- ]free|extension number|my num|phone num|cell num|mob|mobs|mobilnr|mobilnr\.|mobielnr|mobielnummer|mobiltlf|mobilnum|tfno|telno|tel\.? ?no|telnr|tel\.-?nr|telef|teléf|teléfonos|tél|rufn|fono|cel|handynr|handynummer|handy-nr|telefonnr|telefoonnr|telefoonnummer|numéro de portable|numéro mobile|matkapuhelin|gsm-nummer|kontakttelefon|tel/fax|phone/fax",
         "phone", first=r"[+(]{0,2}[0-9]", source="cue"),
    cue_rule("phone after a verb", "PHONE", r"call|calling|called|text me|text us|text him|text her|text them|text (?=[+\(0-9])|texted|dial|ring|reach|reached|reachable|contact|contacted|number is|number's|number|numbers|num is|rang|phoned|ringing|bel|bellen|rufen|anrufen|appelez|appeler|rappeler|joindre|llame|llamar|llámame|ligue|ligar|ligue para|chiama|chiamare|chiamami|zadzwoń|ringa|ring til|soita|звоните|позвоните|tap|txt|voicemail from|call from|text from|sms from|dialed|dialled|txt me|txting|text back|richiamare|richiami|richiamarmi|chiami|telefonare|ruf|rückruf|zurückrufen|teléfono de contacto|telefono de contacto|llámeme|marcar|whatsapp me|ping me|got a call from|missed call",
         "grouped_phone", first=r"[+(]{0,2}[0-9]", rank=56, source="cue",
         gap=r"(?:[\s:=#\"'“(\[*.,?!~-]|(?:is|was|back|instead|now|asap|this|new|again|today|tomorrow|please|pls|me|him|her|them|us|on|at|my|our|your|his|their|the|to|number|via|by|directly|anytime|cell|mobile|naar|unter|au|al|para|o|auf|na|numer|numeru|por|til|på|numero|número|numéro|please)(?![A-Za-z0-9_])){0,12}")._replace(check=not_another),
    Rule("phone after at or an initial", "PHONE", ("[^A-Za-z]op 06", r"[^A-Za-z]at[ :]{1,3}[+(]{0,2}[0-9][0-9 ().+/\x80-\xff-]{5}", r"[^A-Za-z][mtpcwf][:.][ ][+(]{0,2}[0-9][0-9 ().+/\x80-\xff-]{5}"),
         r"(?ai:(?<![A-Za-z])(?:at[ :]{1,3}|op (?=06)|[mtpcwf][:.][ ]))(?=[+(]{0,2}[0-9]{2}[0-9 ().+/\u0080-\uffff-]{4})", shape="grouped_phone", rank=56, spread=True, back=16, width=18, caseless=True, source="cue"),
    Rule("phone before its name", "PHONE", tuple(rf"[ (\[-]{word}[^A-Za-z]" for word in ("mobile", "cell", "phone", "tel", "home", "work", "office", "fax", "whatsapp", "landline")),
         r"(?<![\w.+$/-])(?=[+(]{0,2}[0-9])(?P<v>\+?\(?[0-9](?:[ .()/-]{0,2}[0-9]){6,14})[\s,]{0,2}(?:\s?[(\[-][ ]?|\s(?:is|was) (?:my|his|her|their|our|the) )(?:(?:new|best|personal|direct|uk|us|main|private) )?(?!PHONE[\]_])(?ai:mobile|cell|phone|tel|home|work|office|fax|whatsapp|landline)(?![A-Za-z])",
         check=lambda t, s, e: (s, e) if not re.fullmatch(r"[0-9]{13,}", t[s:e]) else None, near="behind", rank=55, spread=True, back=80, width=90, caseless=True, source="cue"),
    # Money.
    Rule("card, grouped", "CREDIT_CARD", (r"[2-6][0-9]{3}[ .\x80-\xff-]{1,3}[0-9]{4}[ .\x80-\xff-]{1,3}[0-9]", r"3[0-9]{3}[ .\x80-\xff-]{1,3}[0-9]{6}[ .\x80-\xff-]"),
         rf"(?<![\w.$€£])(?<!\w-)(?P<v>[2-6][0-9]{{3}}(?P<s>{SPACE}|[.-]|  | ?- ?)[0-9]{{4}}(?P=s)[0-9]{{4}}(?P=s)[0-9]{{1,4}}(?:(?P=s)[0-9]{{1,3}})?|3[0-9]{{3}}(?P<u>{SPACE}|[.-])[0-9]{{6}}(?P=u)[0-9]{{4,5}})(?![\w]|-\w|\.[0-9])",
         check=lambda t, s, e: card_groups(t, s, e), rank=72, spread=True, back=30, width=40, run=True, source="ISO/IEC 7812"),
    Rule("card", "CREDIT_CARD", (r"[^0-9A-Za-z_.][2-6][0-9]{13}",), r"(?<![\w.])(?<!\w-)(?P<v>[2-6][0-9]{13,18})(?![\w]|-\w|\.[0-9])",
         check=lambda t, s, e: (s, e) if e - s in (14, 15, 16, 19) and validators.card(t[s:e]) and not _COUNTED.search(t, max(0, s - 28), s) else None,
         rank=72, spread=True, back=20, width=24, exact=True, source="ISO/IEC 7812"),
    cue_rule("card after its name", "CREDIT_CARD", r"card number|card no|card num|card #|cc number|cc no|cc#|cc num|credit card|debit card|pan|visa|mastercard|amex|discover|diners|jcb|maestro|full card|kartennummer|carte bancaire|tarjeta",
         "checked_card", source="cue", rank=71),
    Rule("last four digits of a card", "CREDIT_CARD", ("ending", "ends ", "finishing", *(rf"{mark}[ -]?[0-9]{{4}}" for mark in (r"\*\*", "xx", r"\.\.", "##", r"\xe2\x80\xa2"))),
         r"(?ai:(?<![A-Za-z])(?:card|visa|mastercard|amex|discover|maestro)s?(?:[^\n.;:0-9]{0,24}?[ (])(?:(?:ending|ends|finishing)(?:[ ](?:in|with|on))?[ ]{1,2}(?:[*x.•#]{0,4})|(?:[*x.•#]{2,4}[ -]?){0,2}(?:\*{2,4}|x{2,4}|\.{2,4}|#{2,4}|•{2,4})[ -]?))(?P<v>[0-9]{4})(?![0-9A-Za-z]|[.,][0-9])",
         near="", rank=52, back=60, width=100, caseless=True, head="(?ai:card|visa|mastercard|amex|discover|maestro)", source="cue"),
    Rule("last four digits by name", "CREDIT_CARD", ("last 4", "last four", "last-4", "last-four"),
         r"(?ai:(?<![A-Za-z])last[ -](?:4|four)(?:[ ](?:digits|numbers|of|on|for|my|the|his|her|their|your|card|credit|debit|visa|amex|mastercard|account|it|acct|ending|are|is|in|was|a)){0,8}[ ]?[:=#-]?[ ]{0,2}[\"'*]{0,2})(?P<v>[0-9]{4})(?![0-9A-Za-z]|[.,/-][0-9])",
         rank=53, back=12, width=120, caseless=True, head="(?ai:last[ -](?:4|four))", source="cue"),
    Rule("last four digits of a social security number", "SSN", ("last 4", "last four", "last-4", "last-four", "last4", "lastfour"),
         r"(?ai:(?<![A-Za-z])last[ -]?(?:4|four)(?:[ ](?:digits|numbers|of|on|for|my|the|his|her|their|your|ssn|ss|social|security|number|are|is|was)){0,10}\)?[ ]?[:=#-]?[ ]{0,2}[\"'*]{0,2})(?P<v>[0-9]{4})(?![0-9A-Za-z]|[.,/-][0-9])",
         check=lambda t, s, e: (s, e) if re.search(r"(?ai:ssn|social)", t[max(0, s - 90) : s]) else None, rank=54, back=12, width=140, caseless=True, head="(?ai:last[ -]?(?:4|four))", source="cue"),
    Rule("iban", "IBAN", (r"[^0-9A-Za-z][A-Z]{2}[0-9]{2}[A-Z0-9 -]{5}",), r"(?<![A-Za-z0-9])(?P<v>[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]){11,30}(?:(?<=[ -])|(?![a-z])))",
         check=iban_span, rank=73, spread=True, back=20, width=70, head=r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}", source="ISO 13616"),
    cue_rule("iban in lower case", "IBAN", r"iban|konto|account|bank|bic|transfer|compte|cuenta|conto", "lower_iban", first="[a-z]{2}[0-9]{2}", rank=73, source="ISO 13616"),
    cue_rule("bank account after its name", "BANK_ACCOUNT", r"account number|account numbers|account no|account num|account #|acct|acct no|acct #|acct number|a/c|a/c no|bank account|checking account|savings account|checking|kontonummer|konto-nr|numéro de compte|número de cuenta|cuenta bancaria|conto corrente|rekeningnummer|numer konta|numero de conta|número de conta|conta corrente|numero di conto|bankkonto|iban no|bank acct|account nr|acc no|acc number|acc #",
         "account", first=r"[A-Za-z]{0,4}-?[0-9]", source="cue"),
    cue_rule("account beside a bank's number", "BANK_ACCOUNT", r"account|acc|acct|conta|compte|cuenta|konto|rekening|agência|agencia|branch", "banked_account", first=r"[0-9]", source="cue"),
    cue_rule("routing number after its name", "BANK_ACCOUNT", r"routing number|routing no|routing #|routing|aba|aba number|rtn|transit number|aba routing", "aba", gap=WORDS, source="ABA"),
    cue_rule("sort code after its name", "BANK_ACCOUNT", r"sort code|sortcode|sort-code|bsb|bankleitzahl|blz|bank code|branch code|transit no|institution number", "sort_code", source="cue"),
    cue_rule("clabe after its name", "BANK_ACCOUNT", r"clabe", "clabe", source="Banxico"),
    cue_rule("ifsc after its name", "BANK_ACCOUNT", r"ifsc|ifsc code", "ifsc", first="[A-Za-z]{4}0", source="RBI"),
    # Health.
    cue_rule("nhs number after its name", "NHS_NUMBER", r"nhs", "nhs", gap=rf"(?:{WORDS}(?:\(10[ -]digits?\)\s{{0,2}})?)", rank=68, source="NHS Data Dictionary"),
    cue_rule("medical record number after its name", "MRN",
         r"mrns?|m\.r\.n\.?|mr(?= [0-9]{6})|mr ?#|mr (?:no|number)|medical record(?: (?:number|no|num|id|#))?|med(?:ical)? rec(?:ord)?(?: no)?|group (?:number|no|id|#)|patient[ _](?:id|number|no|identifier|#)|pt (?:id|mrn|#)|hosp(?:ital)?\.? (?:number|num|no|id|#)|chart (?:number|no|id|#)|chart|member(?:ship)? (?:id|number|no|#)|subscriber (?:id|number|no|#)|insurance (?:id|number|no|policy|#)|policy (?:number|no|id|#)|health ?plan (?:id|number|beneficiary number)|beneficiary (?:id|number|no|#)|medicare (?:id|number|no|#|beneficiary identifier)|medicare|medicaid (?:id|number|no|#)|medicaid|mbi|hicn|health (?:card|insurance|record)(?: (?:number|no|id|#))?|ohip|hcn|uhid|crn|nhi|ihi|hospital no\.|folder (?:number|no)|dossier (?:number|no)|patient file|inpatient (?:number|no)|medical (?:id|number|no|file)|patient record|record locator number|encounter (?:id|number|no|#)|visit (?:number|no|#)|case ?file (?:number|no)|accession (?:number|no|#)|emr (?:id|number|#)|ehr (?:id|number|#)|unit record number|ur number|patienten-?(?:id|nr|nummer)|patientnummer|patiëntnummer|patiëntnr|opnamenummer|numer pacjenta|numéro patient|fall-?(?:nr|nummer)|versichertennummer|numéro de dossier|n° de dossier|dossier (?:du |de )?patient|dossier m[eé]dical|número de historia clínica|historia clínica|nhc|cartella clinica|ipp|phn|personal health number|prontuário|prontuario|nº de historia|n° historia|nº historia|urn(?=:? )|hospital num|hosp num|hrn(?= [0-9])|policy holder id|policyholder id|insured(?:'s)? (?:i\.?d\.?|number|no|#)(?: (?:number|no|#))?|mem(?:ber)?\.? ?id|memb id|subscr(?:iber)?\.? ?(?:id|no)|sub id|policy #|policy#|claim number|claim no|claim id|claim #|claim#|id ?card no|patient #|patient#|patient acct(?: (?:no|#))?|acct (?:no|#)(?=[: ]{1,3}[A-Z][0-9])|chi(?: (?:number|no)|(?=:? ?[0-9]{10}))|h&c(?: (?:number|no))?|health number|versicherungsnummer|versicherten-?nr|krankenversicherten-?(?:nr|nummer)|kvnr|vers\.-?nr|versicherungs-?nr|cip(?= [A-Z]{4})|ins(?:urance)? ?#|plan id|enrollee id|dependent id|cert(?:ificate)? ?#|claimant id|aufnahmenummer|patienten-nr|polisnummer|polisnr|polis-nr|número de póliza|nº de póliza|no\.? de póliza|póliza|poliza|tarjeta sanitaria|numéro de police|n° de police|numéro d'adhérent|n° adhérent|n° ipp|tessera sanitaria|numero tessera|polizza|apólice|carteirinha|cartão sus|cartão nacional de saúde|potilasnumero|journalnummer|journalnr|pasientnummer|patientnr|numer kartoteki|numer polisy|nr polisy|csn|umrn|ipd no|opd no|uh ?id|cr no|abha(?: (?:number|no|id))?|ramq|ahcip",
         "record", first=r"#?[A-Za-z0-9]",
         rank=64, source="cue"),
    cue_rule("npi after its name", "NPI", r"npi", "npi", gap=WORDS, rank=67, source="CMS"),
    cue_rule("dea after its name", "DEA", r"dea|dea reg\.|dea reg|dea registration", "dea", first="[A-Za-z]{2}|[A-Za-z]9", rank=67, source="21 CFR 1301"),
    Rule("medicare beneficiary identifier", "MRN", (r"[0-9]-[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9]-[AC-HJKMNP-RT-Y]{2}[0-9]{2}",),
         rf"{START}(?<![-/+.=])(?P<v>[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9]-[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9]-[AC-HJKMNP-RT-Y]{{2}}[0-9]{{2}})(?![\w-])",
         rank=65, spread=True, back=16, width=16, source="CMS MBI format"),
    # State.
    Rule("social security number", "SSN", (r"[0-9]{3}(?:-|\xe2\x80\x91|\xe2\x80\x93|\xe2\x80\x90)[0-9]{2}(?:-|\xe2\x80\x91|\xe2\x80\x93|\xe2\x80\x90)[0-9]{4}",),
         rf"(?<![\w.+$/-])(?P<v>[0-9]{{3}}{HYPHEN}[0-9]{{2}}{HYPHEN}[0-9]{{4}})(?![\w]|[-.][\w])",
         check=compacted(lambda d: validators.ssn(d) or validators.itin(d)), rank=70, spread=True, back=12, width=14, run=True, source="SSA"),
    cue_rule("social security number after its name", "SSN", r"ssn|ssns|ss#|ss #|ss no|ss number|social security(?: number| no| num| #)?|social(?: is| number)?|soc sec|tax(?:payer)? (?:id|identification number|number)|tin|itin",
         "ssn", rank=69, source="SSA", gap=f"(?:{WORDS}|{GAP})"),
    Rule("social security number, last four", "SSN", (r"[Xx*]{3}-[Xx*]{2}-[0-9]{4}", *(f"{word} {end}" for word in ("ssn", "ss#", *(f"social{security}{number}" for security in ("", " sec", " security") for number in ("", " no", " number"))) for end in ("end", "last", r"\(last", "fini", r"\*", "x"))),
         r"(?:(?<![\w-])[Xx*]{3}-[Xx*]{2}-|(?ai:(?<![a-z])(?:ssn|ss#|social(?: sec(?:urity)?)?(?: (?:number|no))?)[ ](?:(?:ends?|ending|finish(?:es|ing)?)(?:[ ](?:in|with|on))?|(?=[x*])|\(?last[ ](?:4|four)(?:[ ]digits)?\)?(?:[ ](?:is|are))?)[ :=#]{0,3}(?:is )?[x*]{0,4}))(?P<v>[0-9]{4})(?![\w-])",
         caseless=True, rank=69, back=30, width=30, source="cue"),
    Rule("social security number before its name", "SSN", (r"[0-9] \((?:SSN|SS#|Social Security)",), r"(?<![\w.-])(?P<v>[0-9]{3}-?[0-9]{2}-?[0-9]{4}) \((?:SSN|SS#|Social Security)",
         check=compacted(lambda d: validators.ssn(d) or validators.itin(d)), rank=69, spread=True, back=30, width=30, source="cue"),
    # Devices and vehicles.
    Rule("vehicle identification number", "VEHICLE_ID", (r"[^0-9A-Za-z_/+.=-][0-9][A-HJ-NPR-Z][A-HJ-NPR-Z0-9]{12}", r"[^0-9A-Za-z_/+.=-][A-HJ-NPR-Z]{1,13}[0-9][A-HJ-NPR-Z0-9]{3}"), rf"{START}(?<![-/+.=])(?=[0-9][A-HJ-NPR-Z]|[A-HJ-NPR-Z]{{1,13}}[0-9][A-HJ-NPR-Z0-9]{{3}})(?P<v>[A-HJ-NPR-Z0-9]{{17}})(?![\w/+=-])", check=vin_span, rank=58, spread=True, back=20, width=20, source="ISO 3779"),
    cue_rule("vin after its name", "VEHICLE_ID", r"vin", "vin", first="[A-Za-z0-9]{17}", source="cue"),
    cue_rule("plate after its name", "VEHICLE_ID", r"license plate|licence plate|number plate|plate number|plate no|plate|registration plate|reg plate|vehicle reg(?:istration)?(?: (?:number|no))?|car reg(?:istration)?|reg (?:number|no)|numberplate|kfz-kennzeichen|kentekens?|nr rejestracyjny|numer rejestracyjny|plaque|placa|rekisterinumero|registreringsnummer|regnr|kennzeichen|matrícula|immatriculation|targa",
         "plate", first="[A-Za-z0-9]{1,4}[ ·-]?[A-Za-z0-9]", source="cue"),
    cue_rule("imei after its name", "DEVICE_ID", r"imei|imei ?[12]|imei number|imei no|imeisv", "imei", gap=f"(?:{WORDS}|{GAP})", source="3GPP TS 23.003"),
    cue_rule("serial number after its name", "DEVICE_ID", r"serial number|serial no|serial #|s/n|device serial|device id|device identifier|udi", "any_id", first="[A-Za-z0-9]", source="cue"),
    cue_rule("passport after its name", "PASSPORT", r"passport(?: (?:number|no|num|#|id))?|passeport|pasaporte|reisepass|passaporto|paspoort", "passport", first="[A-Za-z0-9]", source="cue"),
    cue_rule("licence after its name", "DRIVER_LICENSE", r"oln|driver number|driver no|state id|driver'?s? lic\.?|dl ?#|lic(?:ense)? ?#|permis n°|permiso de conducir|führerscheinnr|rijbewijs(?:nummer)?|prawo jazdy|carta de condução|cnh|driver'?s?'? licen[cs]e(?: (?:number|no|num|#|id))?|driving licen[cs]e(?: (?:number|no|#))?|dl(?: (?:number|no|#)|(?=[:#]))|dln|medical license(?: (?:number|no|#))?|license (?:number|no|#)|licence (?:number|no|#)|certificate (?:number|no|#)|führerschein(?:nummer)?|permis de conduire|licencia de conducir|patente",
         "licence", first="[A-Za-z0-9]", rank=57, source="cue"),
    # Network.
    Rule("ipv4", "IP", (r"[^0-9A-Za-z_.][0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]",),
         rf"(?<![\w.])(?P<v>(?:{_OCTET}\.){{3}}{_OCTET})(?![\w]|\.[\w]|-[A-Za-z])",
         check=ipv4_span, rank=64, spread=True, back=13, least=7, width=18, source="RFC 791"),
    Rule("ipv6", "IP", (r"[0-9A-Fa-f]::", *(rf"[0-9A-Fa-f]:[0-9A-Fa-f]{{{size}}}:[0-9A-Fa-f]{{1,4}}:[0-9A-Fa-f]" for size in (1, 2, 3, 4)), r"::ffff:[0-9A-Fa-f]"),
         r"(?<![\w:.])(?=::ffff:|[0-9A-Fa-f:]{0,35}[0-9A-Fa-f]::|(?:[0-9A-Fa-f]{1,4}:){3}[0-9A-Fa-f])(?P<v>(?:[0-9A-Fa-f]{1,4}|::ffff)(?::{1,2}[0-9A-Fa-f]{1,4}){1,7}(?:(?<=[0-9]):?(?:\.[0-9]{1,3}){3}|::)?)(?:(?![\w:]|\.[0-9])|(?=\.[0-9]{2,5}(?![\w.])))",
         check=ipv6_span, rank=65, spread=True, back=44, width=64, source="RFC 4291"),
    Rule("mac", "MAC", (r"[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}:", r"[0-9A-Fa-f]{2}-[0-9A-Fa-f]{2}-[0-9A-Fa-f]{2}-[0-9A-Fa-f]{2}-", r"[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}"),
         r"(?<![\w:.-])(?P<v>[0-9A-Fa-f]{2}(?P<s>[:-])(?:[0-9A-Fa-f]{2}(?P=s)){4}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4})(?![\w]|[:.-][0-9A-Fa-f])",
         check=mac_address, rank=66, spread=True, back=20, width=20, source="IEEE 802"),
    cue_rule("mac after its name", "MAC", r"mac|mac address|hwaddr|bssid", "mac", first="[0-9A-Fa-f]{2}", source="cue"),
    # Dates.
    cue_rule("date of birth after its name", "DOB",
         r"dob|dob ?/ ?age|d\.o\.b\.?|b\.(?= [0-9A-Z])|né\(e\)|naci(?:do|da)?|naissance|nacimiento|nascita|date of birth|birth ?date|birthday|birth|b-day|bday|born|née|né|nacid[oa]|nat[oa]|f\. ?nac|fec\. ?nac|fecha nac|fecha de nac|f\. de nacimiento|fdn|ddn|d\.d\.n|geb\.?-?(?:datum|dat)|geb\.? am|geburtstag|data nasc|data de nasc|nasc\.?|d\.nasc|geb\.dat\.?|d\.? ?nasc|data ur|data di nasc|d\. ?nascita|fødd|födelsedag|født den|birth dt|birth year|year of birth|date birth|birthdt|b/d|date o birth|date of brith|ur\.|születési (?:idő|dátum)|született|geb(?:\.|oren|urtsdatum)?|fecha de nacimiento|data de nascimento|nascid[oa]|data di nascita|date de naissance|geboortedatum|geboren|födelsedatum|född|født|fødselsdato|syntymäaika|data urodzenia|urodzon[ya]|narozen[aá]?|datum narození|doğum tarihi|дата рождения|出生日期|出生|生年月日|생년월일|जन्म तिथि|تاريخ الميلاد",
         "birth", first=r"[0-9]|[A-Za-zéûçä]{3,10}\.?,?[ -]{1,2}[0-9]", rank=67, source="cue",
         gap=rf"(?:{ANSWER}|" r"[\s:=#\"'“”(\[*<>\\–—.,;：?|-]|\((?:[MDYmdy/. -]{6,14})\)|(?<=[?\s])(?i:customer|caller|user|patient|client|member|guest|human|cust|pt|me|them|him|her|a|ans|answer|reply|c|u):|(?<=\s)(?:a|à|in|en|w|em|te)[ ][^\W\d_a-z][^\W\d_]{1,20}(?:[ -][^\W\d_a-z][^\W\d_]{1,20}){0,2}(?:[ ]\([A-Z]{2}\))?,?|['’]s(?= )|it's|its|(?:is|was|on|the|of|in|as|my|your|his|her|recorded|listed|le|el|il|am|em|den|del|dnia|dne|reads|date|and|are|from|per|as|shown|stated|given|card|chart|id|form|licence|license|passport|record|file|system|account|label|we|you|i|have|had|says|shows)(?![A-Za-z0-9_])){0,8}"),
    Rule("date of birth before its name", "DOB", (r"[0-9] ?\(?(?:DOB|dob)[^A-Za-z]",), r"(?<![\w./-])(?P<v>[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{2,4})(?= ?\(?(?:DOB|dob)(?![A-Za-z]))",
         check=lambda t, s, e: (s, e) if shapes.date(t, s) == e else None, rank=67, spread=True, back=20, width=20, source="cue"),
    Rule("date", "DATE", (r"[0-9][-/. \x80-\xff]", r"[A-Za-z\x80-\xff]{2}[^0-9A-Za-z]{0,4}[0-9]", r"[0-9]{8}", *_ORDINALS), r"(?<![\w./-])(?=[0-9]{1,4}[-/. \u0080-\uffff]|[0-9]{8}|[0-9]?(?:1st|2nd|3rd|1er|[0-9]th|1ST|2ND|3RD|1ER|[0-9]TH)|(?:[A-Z]|[0-9]{1,2}[^\W\d_])[^\W\d_]{2,9}[., '-]{0,4}(?:(?:de|of) )?[0-9])", shape="date", rank=20, back=20, width=24, source="ISO 8601 and others"),
    Rule("age over 89", "AGE", (r"(?:9[0-9]|1[01][0-9])[ -]?(?:years?|yrs?|yo|y/o)", r"aged?[ :]{1,2}(?:9[0-9]|1[01][0-9])"),
         r"(?ai:(?<![\w.$])(?P<v>(?:9[0-9]|1[01][0-9]))(?=[ -]?(?:years?|yrs?)[ -]old|[ -]?y/?o(?![a-z]))|(?<![\w])aged?[ :]{1,2}(?P<w>9[0-9]|1[01][0-9])(?![0-9.]))",
         rank=40, back=14, width=24, caseless=True, source="45 CFR 164.514(b)(2)(i)(C)"),
    # Addresses.
    Rule("street address, english", "STREET_ADDRESS", tuple(rf"[ ]{suffix}[^A-Za-z]" for suffix in _SUFFIX_ANY.split("|")),
         _STREET_US + "(?![A-Za-z])", check=street_span, rank=46, spread=True, back=120, width=170,
         head=r"(?<![\w.$€£/-])[0-9]{1,6}(?:[A-Za-z](?![A-Za-z])|-[0-9]{1,5}|½| 1/2|/[0-9]{1,5})?,?[ ]", near="behind", source="USPS Publication 28"),
    Rule("street address, lower case behind a cue", "STREET_ADDRESS", tuple(f"{word}{_DWELL_JOINT}[: ]" for word in _DWELL.split("|")),
         _CUED_LOWER, check=street_span, near="close", rank=45, spread=True, back=16, width=170, caseless=True, head="(?ai:live|reside|residing|living|located|address|moved|stay|ship|deliver|send|mail)", source="cue"),
    Rule("rural route", "STREET_ADDRESS", (r"(?:RR|HC|Rural Route|Star Route)\.? ?#?[0-9]{1,3},? Box",), r"(?<![A-Za-z])(?P<v>(?:RR|HC|Rural Route|Star Route)\.? ?#?[0-9]{1,3},? Box [0-9]{1,5})(?![0-9])",
         check=street_span, rank=46, spread=True, back=30, width=40, source="USPS Publication 28"),
    Rule("flat in a house", "STREET_ADDRESS", (r"(?:Flat|Apartment|Apt|Unit)\.? [0-9]{1,4}[A-Z]?,? [A-Z]",),
         r"(?<![A-Za-z])(?P<v>(?:Flat|Apartment|Apt|Unit)\.? [0-9]{1,4}[A-Z]?,? (?:[A-Z][A-Za-z'’-]{1,20} ){1,2}(?:House|Court|Mansions|Lodge|Towers?|Building|Heights|Villas?|Apartments|Residency|Enclave|Complex|Society|Plaza)(?:,? (?:[A-Z][A-Za-z'’-]{0,20} ){1,3}(?:Road|Rd|Street|St|Marg|Nagar|Lane|Avenue|Colony|Layout|Cross|Sector [0-9]{1,3}))?)(?![A-Za-z])",
         rank=44, spread=True, back=24, width=160, source="Royal Mail PAF"),
    Rule("numbered house", "STREET_ADDRESS", (*(f"{word}{no}" for word in ("House", "Plot", "Door", "Flat", "Villa", "Shop") for no in (" No[. 0-9]", " Number[ 0-9]", " #[ 0-9]")), r"[HD]\. ?No"),
         r"(?<![A-Za-z])(?P<v>(?:(?:House|Plot|Door|Flat|Villa|Shop) (?:No\.?|Number|#)|[HD]\. ?No\.?) ?[0-9]{1,4}(?:[/-]?[0-9A-Z]{1,5}){0,3}(?:, ?(?:[A-Z][\w'’.-]{0,20}|[0-9]{1,3}(?:st|nd|rd|th)?)(?: [A-Z0-9][\w'’.-]{0,20}){0,3}){1,4})(?![A-Za-z0-9])",
         rank=44, spread=True, back=24, width=400, source="India Post"),
    Rule("street address, german, before its town", "STREET_ADDRESS", (r"(?:Am|Im|An der|An den|Auf dem|Auf der|Zum|Zur|In der|In den|Unter den|Hinter dem|Vor dem) [A-Z\xc3-\xc9][a-z\x80-\xff-]",),
         rf"(?<![\w-])(?P<v>(?:Am|Im|An der|An den|Auf dem|Auf der|Zum|Zur|In der|In den|Unter den|Hinter dem|Vor dem) [{UPPER}][{LOWER}-]{{1,24}}(?: [{UPPER}][{LOWER}-]{{1,24}})? [0-9]{{1,4}} ?[a-z]?)(?=,? ?(?:A-|D-|CH-)?[0-9]{{4,5}} [{UPPER}])",
         rank=45, spread=True, back=24, width=100, source="DIN 5008"),
    Rule("street address, hungarian, romanian, turkish", "STREET_ADDRESS", (r" (?:utca|u\.|\xc3\xbat|t\xc3\xa9r|k\xc3\xb6r\xc3\xbat) [0-9]", r"(?:Strada|Str\.|Bulevardul|Bd\.) [A-Z\xc3-\xc9]", r" (?:Cad\.|Caddesi|Sok\.|Sokak|Sokağı|Mah\.) (?:No ?[:.]? ?)?[0-9]"),
         rf"(?<![\w-])(?P<v>[{UPPER}][{LOWER}-]{{1,24}}(?: [{UPPER}][{LOWER}-]{{1,24}}){{0,2}} (?:utca|u\.|út|tér|körút) [0-9]{{1,4}}(?:/?[A-Za-z](?![A-Za-z]))?|(?:Strada|Str\.|Bulevardul|Bd\.) [{UPPER}][{LOWER}-]{{1,24}}(?: (?:(?:cel|al|lui|din|de|la) )?[{UPPER}][{LOWER}.-]{{1,24}}){{0,3}},? (?:nr\.? ?)?[0-9]{{1,4}}"
         rf"|[{UPPER}][{LOWER}-]{{1,24}}(?: [{UPPER}][{LOWER}-]{{1,24}}){{0,2}} (?:Cad\.|Caddesi|Sok\.|Sokak|Sokağı) (?:No ?[:.]? ?)?[0-9]{{1,4}}(?:/[0-9]{{1,3}})?)(?![0-9])",
         check=lambda t, s, e: street_abroad(t, s, e), rank=45, spread=True, back=110, width=150, source="UPU S42"),
    Rule("post box", "STREET_ADDRESS", (r"(?:p\.?[ ]?o\.?[ ]?box|postfach|apartado|apartado de correos|casella postale|bo(?:i|î)te postale|postbus)[ :#.]{1,3}[0-9]",),
         r"(?ai:(?<![A-Za-z])(?P<v>(?:g?p\.?[ ]?o\.?[ ]?box|postfach|apartado(?: de correos)?|casella postale|bo[iî]te postale|postbus)[ :#.]{1,3}[0-9][0-9 ]{0,8}[0-9]?))(?![0-9A-Za-z])",
         check=lambda t, s, e: street_span(t, s, len(t[s:e].rstrip()) + s), rank=47, spread=True, back=40, width=60, caseless=True, source="USPS Publication 28"),
    Rule("street address, german, dutch, nordic", "STREET_ADDRESS", tuple(f"{word} [0-9]" for word in ("straße", "strasse", r"str\.", "weg", "platz", "allee", "gasse", "ring", "damm", "ufer", "chaussee", "straat", "laan", "plein", "gracht", "kade", "singel", "dijk", "Straat", "Laan", "Plein", "Gracht", "Kade", "Singel", "Dijk", "gatan", "vägen", "gata", "veien", "gade", "vej", "vei", "katu", "Straße", "Strasse", r"Str\.", "Weg", "Platz", "Allee", "Gasse", "Ring", "Damm", "Ufer", "Chaussee")),
         rf"(?<![\w-])(?P<v>(?:[{UPPER}][{LOWER}{UPPER}.-]{{0,24}}[ -]){{0,3}}[{UPPER}]?[{LOWER}{UPPER}-]{{0,24}}(?:[Ss]tra(?:ß|ss)e|[Ss]tr\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|[Rr]ing|[Dd]amm|[Uu]fer|[Cc]haussee|[Ss]traat|[Ll]aan|[Pp]lein|[Gg]racht|[Kk]ade|[Ss]ingel|[Dd]ijk|gatan|vägen|gata|veien|gade|vej|vei|katu) {_NUMBER})",
         check=lambda t, s, e: street_abroad(t, s, e) if t[s].isupper() and len(t[s:e].split()[0]) > 2 and not re.match(r"(?:(?:Ring|Damm|Gata|Platz|Weg|Laan|Plein|Kade|Dijk)|(?:Sitz|Steh|Stell|Liege|Arbeits|Fenster|Gang|Park|Speicher|Lager)(?:platz|plätze)) ", t[s:e]) else None,
         rank=45, spread=True, back=100, width=150, source="DIN 5008"),
    Rule("street address, french", "STREET_ADDRESS", (r"[0-9](?: ?(?:bis|ter|quater|[A-D]))?,? (?:rue|avenue|av\.|boulevard|bd|place|chemin|impasse|all(?:e|\xc3\xa9)e|quai|cours|route|square|faubourg|passage|villa|via|rua|calle)\s",),
         rf"(?<![\w.])(?P<v>[0-9]{{1,4}}(?: ?(?:bis|ter|quater|[A-D]))?,? (?ai:rue|avenue|av\.|boulevard|bd|place|chemin|impasse|all[eé]e|quai|cours|route|square|faubourg|passage|villa|via|rua|calle) (?:(?:de|du|des|la|le|les|aux?|et|d'|l'|d’|l’|saint|sainte)[ -]?){{0,3}}[{UPPER}][\w'’.-]{{1,24}}(?:[ -](?:de |du |des |la |le )?[{UPPER}][\w'’.-]{{1,24}}){{0,3}})",
         check=lambda t, s, e: street_abroad(t, s, e), rank=46, spread=True, back=40, width=170, caseless=True, source="AFNOR NF Z10-011"),
    Rule("street address, spanish, portuguese, italian, polish", "STREET_ADDRESS", tuple(rf"[^0-9A-Za-z_/](?i:{word})(?:[A-Z\x80-\xff]|[ ][A-Za-z\x80-\xff])" for word in (r"calle|c/|avenida|avda\.?|av\.|plaza|paseo|carrera|camino|rua|travessa|praça|rodovia|estrada|alameda|via|viale|corso|piazza|vicolo|largo|ul\.|al\.|os\.|pl\.|ulica|rambla|ronda|carrer|avinguda|passeig|plaça|travessera|travessia|camí|rúa|avinida|carretera|carreró|beco|praceta|viela|calçada|quinta|lungomare|lungotevere|borgo|strada|salita|contrada|piazzale|piazzetta|plac|aleja|aleje|osiedle").split("|")),
         rf"(?<![\w/+])(?P<v>(?ai:calle|c/|avenida|avda\.?|av\.|plaza|paseo|carrera|camino|rua|travessa|praça|rodovia|estrada|alameda|via|viale|corso|piazza|vicolo|largo|ul\.|al\.|os\.|pl\.|ulica|rambla|ronda|carrer|avinguda|passeig|plaça|travessera|travessia|camí|rúa|avinida|carretera|carreró|beco|praceta|viela|calçada|quinta|lungomare|lungotevere|borgo|strada|salita|contrada|piazzale|piazzetta|plac|aleja|aleje|osiedle)(?: (?:(?:de|del|da|do|dos|das|della|dei|di|la|las|los|el|e|y|San|Santa|São) ){{0,3}})?[{UPPER}][\w'’.-]{{1,24}}(?: (?:de |del |da |do |dos |di |la |las |los |e |y )?(?:{_NAMEPART}|[IVX]{{1,5}}(?![A-Za-z]))){{0,4}},? ?(?:(?ai:n[ºo°.]{{0,2}}|num\.?|#|núm\.?) ?)?{_NUMBER})",
         check=lambda t, s, e: spanish(t, s, e), rank=46, spread=True, back=24, width=180, source="UPU S42"),
)  # fmt: skip


#: All of them; a number in groups is no telephone's where it is a parcel's.
IDENTIFIERS: tuple[Rule, ...] = tuple(
    rule._replace(check=not_carried(rule.check)) if rule.label == "PHONE" and rule.run else rule
    for rule in (*_ROWS, *AROUND_RULES, *CLAUSE_RULES, *PERSON_AROUND_RULES, *ADDRESS_RULES)
)
