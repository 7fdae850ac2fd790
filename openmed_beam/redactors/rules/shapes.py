"""What a value looks like behind a cue or under a key: one bounded reader a kind, text and place in, end out.

A reader is given the place where the value begins and answers the place after it, or -1. None looks at more than
a few hundred characters, and none decides by what stands before the value: that is the cue's part.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re
from collections.abc import Callable

from openmed_beam.redactors.rules import validators
from openmed_beam.redactors.rules.words import ALSO_SURNAMES, COMMON_PARTS, GIVEN_NAMES, NOT_NAMES, PARTICLES

Shape = Callable[[str, int], int]

SPACE = "[ \u00a0\u2009\u202f]"
HYPHENS = "\u2010\u2011\u2012\u2013\u2212"
#: Country calling code -> least and most digits of the national number.
CALLING_CODES = {
    "1": (10, 10), "7": (10, 10), "20": (8, 10), "27": (9, 9), "30": (10, 10), "31": (8, 9), "32": (8, 9), "33": (9, 9),
    "34": (9, 9), "36": (8, 9), "39": (6, 11), "40": (9, 9), "41": (9, 9), "43": (6, 13), "44": (9, 10), "45": (8, 8),
    "46": (7, 9), "47": (8, 8), "48": (9, 9), "49": (6, 12), "51": (8, 9), "52": (10, 11), "53": (6, 8), "54": (10, 11),
    "55": (10, 11), "56": (8, 9), "57": (8, 10), "58": (10, 10), "60": (8, 10), "61": (9, 9), "62": (8, 12), "63": (8, 10),
    "64": (8, 10), "65": (8, 8), "66": (8, 9), "81": (9, 10), "82": (8, 10), "84": (8, 10), "86": (10, 11), "90": (10, 10),
    "91": (10, 10), "92": (9, 10), "93": (9, 9), "94": (9, 9), "95": (7, 10), "98": (10, 10),
    **dict.fromkeys("211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242" " 243 244 245 246 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269 290 291 297" " 298 299 350 351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378 380 381 382 383 385 386 387" " 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596 597 598 599 670 672 673 674" " 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 800 808 850 852 853 855 856 870 880 886 960" " 961 962 963 964 965 966 967 968 970 971 972 973 974 975 976 977 979 992 993 994 995 996 998".split(), (6, 10)),
}  # fmt: skip

_PHONE_RUN = re.compile(rf"(?:\+|00)?[ ]?\(?\+?[0-9](?:[ \u00a0\u2009\u202f().\-/·{HYPHENS}]{{0,3}}[0-9]){{4,18}}")
_EXTENSION = re.compile(r"(?ai:,?[ ]?(?:x|ext\.?|extension|#|durchwahl|poste)[ .:]{0,2}[0-9]{1,6}\b)")
_SEPARATORS = r"[ \u00a0\u2009\u202f.\-/·" + HYPHENS + "]"
_NANP = re.compile(
    rf"(?:\+?1{_SEPARATORS}?{SPACE}?)?\(?[2-9][0-8][0-9]\)?{_SEPARATORS}{{0,2}}[2-9][0-9]{{2}}{_SEPARATORS}{{0,2}}[0-9]{{4}}(?![0-9])"
)
_ISO_DATE = re.compile(r"(?:19|20)[0-9]{2}(?:([-/.])(?:0[1-9]|1[0-2])\1[0-3][0-9]|[0-1][0-9][0-3][0-9](?![0-9]))")
_DMY_DATE = re.compile(r"[0-3]?[0-9]([-/.])[0-3]?[0-9]\1(?:19|20)?[0-9]{2}(?![0-9])")
_QUADS = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}(?![0-9])")


_ALNUM = re.compile(r"[A-Za-z0-9]")
_DECIMAL = re.compile(r"\.?[0-9]")


def digits_of(text: str) -> str:
    """The ASCII digits of a text, in order."""
    return "".join(char for char in text if "0" <= char <= "9")


def with_extension(text: str, end: int) -> int:
    """The end of a phone number, moved over an extension that follows it."""
    match = _EXTENSION.match(text, end, end + 24)
    return match.end() if match else end


def international(text: str, start: int) -> int:
    """A number that begins with + and a calling code that exists; as many groups as its country can have."""
    run = _PHONE_RUN.match(text, start, start + 48)
    if not run:
        return -1
    end = run.end()
    while end > start:
        piece = text[start:end]
        digits = digits_of(piece)
        code = next((digits[:size] for size in (1, 2, 3) if digits[:size] in CALLING_CODES), None)
        if code is None or len(digits) < 8:
            return -1
        least, most = CALLING_CODES[code]
        national = digits[len(code) :]
        if "(0)" in piece:
            national = national[1:]
        if code == "1" and len(national) == 7 and re.search(r"[ .-][0-9]{3}[ .-][0-9]{4}$", piece):
            return end
        if least <= len(national) <= most + (national.startswith("0")) and not _DECIMAL.match(text, end):
            return with_extension(text, end)
        if len(national) < least:
            return -1
        cut = re.search(r"[^0-9]{1,4}[0-9]{1,15}$", piece)
        if not cut:
            return -1
        end = start + cut.start()
    return -1


def phone(text: str, start: int) -> int:
    """A telephone number behind a cue: national or international, 7 to 15 digits."""
    if text.startswith(("+", "(+"), start):
        at = start if text[start] == "+" else start + 1
        end = international(text, at)
        if end > 0:
            return end
    match = _NANP.match(text, start, start + 32)
    if match:
        return with_extension(text, match.end())
    run = _PHONE_RUN.match(text, start, start + 40)
    if not run or _ISO_DATE.match(text, start) or _DMY_DATE.match(text, start) or _QUADS.match(text, start):
        return -1
    end = run.end()
    while end > start:
        piece = text[start:end]
        digits = digits_of(piece)
        if len(digits) < 7:
            return -1
        most = 12 if len(digits) == len(piece) and not digits.startswith("00") else 15
        if most == 12 and len(digits) == 13 and international("+" + piece, 0) == 14:
            most = 13
        if len(digits) <= most and not _ALNUM.match(text, end):
            if len(set(digits)) == 1 or re.fullmatch(r"[0-9]{1,6}\.[0-9]+", piece):
                return -1
            return with_extension(text, end)
        cut = re.search(r"[^0-9]{1,4}[0-9]{1,15}$", piece)
        if not cut:
            return -1
        end = start + cut.start()
    return -1


def grouped_phone(text: str, start: int) -> int:
    """A telephone number behind a weak cue ("call", "text"): its grouping or a North American shape must show it."""
    end = phone(text, start)
    if end < 0:
        return -1
    piece = text[start:end]
    if piece[0] in "+(" or _NANP.match(text, start, end) or re.fullmatch(r"0[0-9]{9,10}", piece):
        return end
    groups = re.findall(r"[0-9]+", piece)
    return end if len(groups) >= 2 and len(digits_of(piece)) >= 7 and max(map(len, groups)) <= 8 else -1


_PLAIN_PHONE = re.compile(r"[6-9][0-9]{9}(?![\w.,-]?[0-9A-Za-z])|0[0-9]{9,10}(?![\w.,-]?[0-9A-Za-z])")


def grouped_or_plain(text: str, start: int) -> int:
    """A telephone number behind an abbreviation: grouped, or ten digits and more that begin like one."""
    end = grouped_phone(text, start)
    plain = _PLAIN_PHONE.match(text, start)
    return end if end > 0 or plain is None else plain.end()


def _digit_shape(pattern: str, check: Callable[[str], bool]) -> Shape:
    compiled = re.compile(pattern)

    def read(text: str, start: int) -> int:
        match = compiled.match(text, start, start + 80)
        if match and check(re.sub(r"[^0-9A-Za-z]", "", match.group()).upper()):
            return match.end()
        return -1

    return read


_S = rf"(?:{_SEPARATORS}{{0,2}})"
_END = r"(?![0-9A-Za-z])"
ssn = _digit_shape(rf"[0-9]{{3}}{_S}[0-9]{{2}}{_S}[0-9]{{4}}{_END}", lambda d: validators.ssn(d) or validators.itin(d))
ein = _digit_shape(rf"[0-9]{{2}}-?[0-9]{{7}}{_END}", lambda _: True)
nhs = _digit_shape(rf"[0-9]{{3}}{_S}[0-9]{{3}}{_S}[0-9]{{4}}{_END}", validators.nhs)
npi = _digit_shape(rf"[12][0-9]{{9}}{_END}", validators.npi)
dea = _digit_shape(rf"[A-Za-z][A-Za-z9][0-9]{{7}}{_END}", validators.dea)
card = _digit_shape(rf"[0-9](?:{_S}[0-9]){{11,18}}{_END}", lambda d: 12 <= len(d) <= 19)
last_four = _digit_shape(rf"[0-9]{{4}}{_END}", lambda _: True)
postcode = _digit_shape(r"[0-9]{5}(?:-[0-9]{4})?" + _END, lambda _: True)
imei = _digit_shape(rf"[0-9]{{2}}{_S}[0-9]{{6}}{_S}[0-9]{{6}}{_S}[0-9]{_END}", validators.imei)
vin = _digit_shape(rf"(?ai:[A-HJ-NPR-Z0-9]{{17}}){_END}", lambda t: any(c.isdigit() for c in t))
aba = _digit_shape(rf"[0-9]{{9}}{_END}", validators.aba)
sort_code = _digit_shape(
    rf"[0-9]{{3}}[- ][0-9]{{3}}{_END}|[0-9]{{2}}[- ]?[0-9]{{2}}[- ]?[0-9]{{2}}{_END}", lambda _: True
)
checked_account = _digit_shape(rf"[0-9.]{{3,12}}-[0-9xX]{_END}", lambda t: len(t) >= 4)
paired_code = _digit_shape(rf"[0-9]{{2}}([- ])[0-9]{{2}}\1[0-9]{{2}}{_END}", lambda _: True)
clabe = _digit_shape(rf"[0-9]{{18}}{_END}", validators.clabe)
ifsc = _digit_shape(rf"[A-Za-z]{{4}}0[0-9A-Za-z]{{6}}{_END}", lambda _: True)
mac = _digit_shape(
    rf"(?ai:[0-9A-F]{{2}}(?:[:-]?[0-9A-F]{{2}}){{5}}|[0-9A-F]{{4}}\.[0-9A-F]{{4}}\.[0-9A-F]{{4}}){_END}", lambda _: True
)
account = _digit_shape(
    rf"(?:[A-Za-z]{{1,4}}-?)?[0-9](?:[ -]?[0-9]){{4,19}}{_END}", lambda t: sum(c.isdigit() for c in t) >= 5
)
iban = _digit_shape(r"[A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11,30}(?![A-Za-z0-9])", validators.iban)
passport = _digit_shape(
    rf"(?:[A-Za-z]{{1,3}}[ -]?)?[0-9]{{5,9}}[A-Za-z]?{_END}|[A-Za-z0-9]{{6,10}}{_END}", lambda t: _passport(t)
)


def _passport(value: str) -> bool:
    """Four digits, or two among letters that make no word, as Germany gives them out."""
    figures = sum(char.isdigit() for char in value)
    return figures >= 4 or (figures >= 2 and len(value) in (9, 10) and not set(value) & set("AEIOU"))


licence = _digit_shape(rf"[A-Za-z0-9](?:[ -]?[A-Za-z0-9]){{4,19}}{_END}", lambda t: sum(c.isdigit() for c in t) >= 4)
_PLATES = (
    re.compile(rf"[A-Z0-9]{{1,4}}(?:[ ·-]?[A-Z0-9]{{1,4}}){{1,2}}{_END}"),
    re.compile(rf"[A-Za-z0-9]{{1,4}}(?:[ ·-]?[A-Za-z0-9]{{1,4}}){{1,2}}{_END}"),
    re.compile(rf"[A-Za-z0-9]{{1,4}}[ ·-]?[A-Za-z0-9]{{1,4}}{_END}"),
)


def plate(text: str, start: int) -> int:
    """Letters and digits of a licence plate, four to eight in up to three groups: capitals before small letters."""
    for pattern in _PLATES:
        match = pattern.match(text, start, start + 40)
        value = re.sub("[^0-9A-Za-z]", "", match.group()) if match else ""
        if match and 4 <= len(value) <= 8 and not value.isdigit() and not value.isalpha():
            return match.end()
    return -1


_STRICT_PLATE = re.compile(
    rf"(?:[A-Z]{{1,3}}[0-9]{{1,4}}[ -]?[A-Z]{{0,3}}|[A-Z]{{1,3}}[ -][0-9]{{2,4}}(?:[ -]?[A-Z]{{1,3}})?|[A-Z]{{1,3}}[ -][A-Z]{{1,2}}[ -][0-9]{{1,4}}|[0-9]{{1,4}}[ -]?[A-Z]{{1,3}}(?:[ -]?[0-9]{{1,4}})?){_END}"
)


def strict_plate(text: str, start: int) -> int:
    """A plate behind a word that means other things too: capitals, five to eight of them and digits."""
    match = _STRICT_PLATE.match(text, start, start + 20)
    return match.end() if match and 5 <= sum(map(str.isalnum, match.group())) <= 8 else -1


any_id = _digit_shape(
    rf"(?:[A-Z]{{2}}[ ])?[0-9]{{1,4}}(?:[ ][0-9]{{2,5}}){{1,6}}(?:[ ]?[A-Z])?{_END}|[A-Za-z0-9](?:[-./]?[A-Za-z0-9]){{3,39}}{_END}",
    lambda t: sum(c.isdigit() for c in t) >= 3,
)

_RECORD = re.compile(r"#?(?:[A-Za-z]{1,6}[-/_. ]?)?[0-9][0-9A-Za-z]*(?:[-/._][0-9A-Za-z]{1,12}){0,4}(?![0-9A-Za-z])")
_RECORD_GROUPED = re.compile(
    r"[0-9]{2} [0-9]{2} [0-9]{2}(?![ -]?[0-9A-Za-z])|[0-9]{3,4}[ -][0-9]{3}[ -][0-9]{3,4}(?:[ -]?[A-Z]{2})?(?![0-9A-Za-z])|[0-9]{3} [0-9]{3,4}(?![ -]?[0-9A-Za-z])|[A-Z]{1,3}[0-9]{3,5}(?: [0-9]{3,6}){1,2}(?![ -]?[0-9A-Za-z])"
)
_WORD_AND_DATE = re.compile(r"[A-Za-z]{1,6} [0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{2,4}")
_RECORD_LETTERED = re.compile(r"#?[A-Za-z][A-Za-z0-9]{3,19}(?:-[A-Za-z0-9]{1,12}){0,4}(?![0-9A-Za-z])")


def record_number(text: str, start: int) -> int:
    """A medical record number: letters and digits, at least four characters and three digits."""
    if _ISO_DATE.match(text, start):
        return -1
    for pattern in (_RECORD_GROUPED, _RECORD, _RECORD_LETTERED):
        match = pattern.match(text, start, start + 48)
        if match:
            value = match.group().lstrip("#")
            if _WORD_AND_DATE.fullmatch(value):
                return -1
            figures = sum(char.isdigit() for char in value)
            if figures >= 3 and 4 <= len(value) <= 40 and not re.match(r"[0-9]{1,3}\.[0-9]", value):
                return match.end()
    return -1


_MONTH = (
    r"(?:jan(?:uary|uar|vier|eiro)?|feb(?:ruary|ruar|braio)?|f[ée]v(?:rier|ereiro)?|febrero|mar(?:ch|s|zo|ço)?|märz|maart"
    r"|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|may|mai|mei|mag(?:gio)?|mayo|jun[ei]?|juin|juni|junio|giu(?:gno)?|junho"
    r"|jul[yi]?|juil(?:let)?|julio|lug(?:lio)?|julho|aug(?:ust|ustus)?|ao[uû]t|ago(?:sto)?|sep(?:t(?:ember|embre)?|tiembre)?"
    r"|set(?:tembre|embro)?|o[ck]t(?:ober|obre|ubre|tobre|obro)?|ott(?:obre)?|out(?:ubro)?|nov(?:ember|embre|iembre|embro)?"
    r"|de[cz](?:ember|embre|embro)?|déc(?:embre)?|dic(?:iembre|embre)?|ene(?:ro)?|januari|gen(?:naio)?|styczeń|stycznia|lutego|marca|kwietnia|maja?|czerwca|lipca|sierpnia|wrze[sś]nia|pa[zź]dziernika|listopada|grudnia|februari|augusti|desember)"
)
_DATE = re.compile(
    r"(?i:"
    r"(?:19|20)[0-9]{2}[-/. ](?:0?[1-9]|1[0-2])[-/. ](?:[0-2]?[0-9]|3[01])(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?"
    r"(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?(?![0-9])"
    r"|[0-3]?[0-9][ ]?[-/.\u2011\u2013·][ ]?[0-3]?[0-9][ ]?[-/.\u2011\u2013·][ ]?(?:[12][0-9]{3}|'?[0-9]{2})(?![0-9])"
    rf"|[0-3]?[0-9](?:st|nd|rd|th|er|º|ª|\.)?[ -]{{0,2}}(?:of |de |di )?{_MONTH}\.?,?[ -]{{0,2}}(?:de |of )?(?:[12][0-9]{{3}}|'[0-9]{{2}}|[0-9]{{2}}(?![0-9:]))"
    rf"|{_MONTH}\.?[ -]{{0,2}}[0-3]?[0-9](?:st|nd|rd|th)?,?[ -]{{0,2}}(?:[12][0-9]{{3}}|'[0-9]{{2}})(?![0-9])"
    rf"|(?:[12][0-9]{{3}})[ -]{_MONTH}[ -][0-3]?[0-9](?![0-9])"
    r"|[12][0-9]{3} ?年 ?[0-9]{1,2} ?月 ?[0-9]{1,2} ?日|[12][0-9]{3}년 ?[0-9]{1,2}월 ?[0-9]{1,2}일"
    r"|(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?![0-9])"
    r"|(?:0[1-9]|[12][0-9]|3[01])(?:0[1-9]|[12][0-9]|3[01])(?:19|20)[0-9]{2}(?![0-9])"
    r"|[0-3]?[0-9] [01]?[0-9] (?:19|20)[0-9]{2}(?![0-9])"
    rf"|{_MONTH}\.?,? (?:19|20)[0-9]{{2}}(?![0-9])"
    r"|(?:0?[1-9]|1[0-2])[-/](?:19|20)[0-9]{2}(?![0-9])"
    r")"
)


def date(text: str, start: int) -> int:
    """A calendar date in any of the common written forms, with a time of day where it is ISO 8601."""
    match = _DATE.match(text, start, start + 48)
    return match.end() if match else -1


_SIX = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{2})(?![0-9A-Za-z]|[.,/-][0-9])")


def birth(text: str, start: int) -> int:
    """A date of birth behind its name: also six digits, in any order of day, month and year."""
    end = date(text, start)
    match = _SIX.match(text, start) if end < 0 else None
    if match is None:
        return end
    first, second, third = map(int, match.groups())
    day_first, month_first = 1 <= first <= 31 and 1 <= second <= 12, 1 <= first <= 12 and 1 <= second <= 31
    return match.end() if day_first or month_first or (1 <= second <= 12 and 1 <= third <= 31) else -1


# Names.

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’‘`´\-](?=[^\W\d_])){0,39}\.?")


_CONTRACTED = frozenset("m ll ve re t d s".split())


def _is_name_word(word: str) -> bool:
    bare = word.rstrip(".")
    head, apostrophe, tail = bare.replace("’", "'").partition("'")
    if apostrophe and tail in _CONTRACTED and (head == "I" or head.lower() in NOT_NAMES):
        return False
    if len(bare) == 1:
        return bare.isupper() and word.endswith(".")
    return bare[0].isupper() and bare.lower() not in NOT_NAMES


def _drop_possessive(text: str, start: int, end: int) -> int:
    return end - 2 if text[start:end].endswith(("'s", "’s")) else end


def name(text: str, start: int, *, most: int = 4, least: int = 1) -> int:
    """Capitalised words that may be a person's name, particles and initials included."""
    at, end, words = start, -1, 0
    while words < most:
        match = _WORD.match(text, at, at + 48)
        if not match or (match.end() < len(text) and (text[match.end()].isdigit() or text[match.end()] in "_@")):
            break
        word = match.group()
        stop = match.end()
        if _is_name_word(word):
            if word.endswith(".") and len(word) > 3:
                stop -= 1
            words += 1
            at = end = stop
            if text[stop - 1] == "." and len(word) > 3:
                break
            if text.startswith(("'s", "’s"), stop - 2) and stop - start > 3:
                break
        elif word.lower() in PARTICLES and words and not word[0].isupper():
            at = match.end()
        elif words and word.lower() in ALSO_SURNAMES and word[0].isupper():
            at = end = stop
            break
        elif len(word) == 1 and word.isupper() and words:
            words += 1
            at = end = stop
        else:
            break
        if not text.startswith((" ", "\u00a0"), at):
            break
        at += 1
    if end < 0 or words < least:
        return -1
    return _drop_possessive(text, start, end)


def full_name(text: str, start: int) -> int:
    """A name of two words or more."""
    return name(text, start, least=2)


_CREDENTIAL = re.compile(
    r",[ ]?(?:M\.?D|R\.?N|D\.?O|Ph\.?D|N\.?P|P\.?A|J\.?D|M\.?B|B\.?S|M\.?S|D\.?D\.?S|Pharm\.?D|Esq|Jr|Sr|II|III)(?![A-Za-z])"
)


def inverted_name(text: str, start: int) -> int:
    """`SMITH, ROBERT J` or a name in the usual order."""
    end = name(text, start)
    if end > 0 and text.startswith(",", end) and end - start < 40 and not _CREDENTIAL.match(text, end):
        at = end + 1 + text.startswith(", ", end)
        rest = name(text, at, most=3)
        if rest > 0:
            return rest
        # Behind a surname, what is also a month or a word is a given name: `Kowalski, Jan`, `HILL,GRACE`.
        word = _WORD.match(text, at, at + 48)
        if word and word.group().title() in GIVEN_NAMES:
            return word.end()
    return end


def spoken_name(text: str, start: int) -> int:
    """A name behind "my name is": lower case is allowed, since people type so."""
    end = name(text, start)
    if end > 0:
        return end
    at, words, stop = start, 0, -1
    while words < 3:
        match = _WORD.match(text, at, at + 32)
        if not match or not match.group().islower():
            break
        word = match.group().rstrip(".")
        if word in NOT_NAMES or len(word) < 2 or word in _SPOKEN_STOPS:
            break
        words += 1
        stop = match.start() + len(word)
        if not text.startswith(" ", stop):
            break
        at = stop + 1
    return stop if words >= 1 and stop - start >= 3 else -1


_SPOKEN_STOPS = frozenset(
    "back later tomorrow asap anytime when if please before after between around tonight today calling speaking writing trying looking having getting going using working asking going already available based"
    " called defined empty given missing required spelled unique wrong correct john_doe different incorrect misspelled"
    " listed taken changed stored shown too long short pretty really something someone anyone nothing nobody everyone"
    " one two three much many often usually probably actually simply always never the".split()
)


def person(text: str, start: int) -> int:
    """The value of a bare `name` key: two to four name words, or a known given name, in a person's capitals."""
    end = inverted_name(text, start)
    if end < 0:
        return _lower_person(text, start)
    piece = text[start:end]
    words = piece.replace(",", " ").split()
    if len(words) < 2:
        return end if piece in GIVEN_NAMES else -1
    return end


_LOWER_NAME = re.compile(r"([^\W\d_]{2,20}) [^\W\d_'’-]{2,24}(?: [^\W\d_'’-]{2,24})?(?=[ ]*(?:$|[\r\n,;|\"'\\]))")


def _lower_person(text: str, start: int) -> int:
    """A full name in small letters that opens with a known given name and is all of its line."""
    match = _LOWER_NAME.match(text, start, start + 80)
    if match is None or not match.group().islower() or match.group(1).title() not in GIVEN_NAMES:
        return -1
    return -1 if any(word in NOT_NAMES or word in _SPOKEN_STOPS for word in match.group().split()) else match.end()


_NAME_LEAF = re.compile(r"[^\W\d_][^\d_<>{}\[\]()=:;/\\|@#$%^*+~\"\n]{0,79}")
#: A name as airlines write it.
_PASSENGER = re.compile(r"[A-Z]{2,25}/[A-Z]{2,25}(?: ?(?:MRS?|MS|MISS|MSTR|DR))?(?![A-Za-z/])")
_NO_NAME = frozenset(
    "string null none unknown n/a na nil true false required optional anonymous test user admin name first last full"
    " nan tbd none given withheld undefined empty null, guest default system root object integer varchar text".split()
)


def given_name(text: str, start: int) -> int:
    """The value of a key that only holds names (`first_name`): any letters that are no keyword or sentence."""
    match = _PASSENGER.match(text, start)
    if match:
        return match.end()
    match = _NAME_LEAF.match(text, start, start + 80)
    if not match:
        return -1
    piece = match.group().split(",")[0] if match.group().count(",") > 1 else match.group()
    piece = piece.rstrip(" ,.'")
    words = piece.split()
    if not words or len(words) > 6 or piece.lower() in _NO_NAME:
        return -1
    if not any(word[0].isupper() or not word[0].isascii() for word in words):
        if len(words) > 3 or any(w in NOT_NAMES or w in _SPOKEN_STOPS for w in words if w not in PARTICLES):
            return -1
    elif (
        sum(1 for word in words if word.lower() in NOT_NAMES) * 2 > len(words)
        and piece.title() not in GIVEN_NAMES
        and not all(word.lower() in COMMON_PARTS or word.lower() in ALSO_SURNAMES for word in words)
    ):
        return -1
    return start + len(piece)


# Addresses, mail, secrets.

_ADDRESS_LEAF = re.compile(r"[^\W_][^\n\"<>{}|]{4,160}")


def address(text: str, start: int) -> int:
    """The value of an address key: it holds a number or names a street."""
    match = _ADDRESS_LEAF.match(text, start, start + 160)
    if not match:
        return -1
    piece = match.group().rstrip(" ,;.")
    letters = sum(char.isalpha() for char in piece)
    if letters < 2 or not any(char.isdigit() for char in piece) or re.match(r"(?:https?:|0x|[0-9.]+$|/)", piece):
        return -1
    if "@" in piece or "://" in piece or not re.search(r"[ ,]", piece) or re.fullmatch(r"[0-9a-fA-F:.\[\] ]+", piece):
        return -1
    return start + len(piece)


_MAIL = re.compile(r"[^\s@<>\"',;:()\[\]]{1,64}@[^\s@<>\"',;:()\[\]/]{1,190}\.[^\W\d_]{2,24}")


def email(text: str, start: int) -> int:
    """An e-mail address at a place."""
    match = _MAIL.match(text, start, start + 260)
    return match.end() if match else -1


_BARE = re.compile(r"[^\s\"'`,;<>(){}|\\]{1,512}")
_PARAMETER = re.compile(r"[&?][A-Za-z_][A-Za-z0-9_.-]{0,30}=")
_QUOTED = {quote: re.compile(rf"[^{quote}\n\\]{{1,1024}}") for quote in ("'", '"', "`")}


def secret_extent(text: str, start: int) -> tuple[int, bool]:
    """Where a secret that begins here ends, and whether it stands in quotes."""
    before = text[start - 1 : start]
    quote = before if before in _QUOTED and before else ""
    match = (_QUOTED[quote] if quote else _BARE).match(text, start, start + 1024)
    if not match:
        return -1, False
    end = match.end()
    if quote and end < len(text) and text[end] not in (quote, "\\"):
        return -1, True
    if not quote:
        if text.find("&", start, end) >= 0 or text.find("?", start, end) >= 0:
            cut = _PARAMETER.search(text, start, end)
            end = cut.start() if cut else end
        while end > start and text[end - 1] in ".:)]*":
            end -= 1
    return end, bool(quote)


def token(text: str, start: int) -> int:
    """A generated secret; an equals sign in it ends it unless it is padding."""
    end, quoted = secret_extent(text, start)
    if end > start and not quoted:
        at = text.find("=", start, end - 2)
        end = at if at > start else end
    return end if end > start and validators.token_value(text[start : min(end, start + 160)]) else -1


def password(text: str, start: int) -> int:
    """A password that a person may have chosen."""
    end, quoted = secret_extent(text, start)
    if end > start + 200:
        return token(text, start)
    return end if end > start and validators.password_value(text[start:end], quoted) else -1


def mixed(text: str, start: int) -> int:
    """A password behind a word that means other things too (`pass`): capitals, small letters and digits in it."""
    end = password(text, start)
    value = text[start:end] if end > 0 else ""
    kinds = (any(map(str.isupper, value)), any(map(str.islower, value)), any(map(str.isdigit, value)))
    return end if all(kinds) and len(value) >= 7 else -1


def pin(text: str, start: int) -> int:
    """A numeric code of four to eight digits."""
    match = re.compile(r"[0-9]{4,8}(?![0-9A-Za-z.])").match(text, start, start + 12)
    return match.end() if match else -1


def username(text: str, start: int) -> int:
    """An account name."""
    match = re.compile(r"[^\s\"',;<>(){}|\\]{2,64}").match(text, start, start + 64)
    return match.end() if match else -1


SHAPES: dict[str, Shape] = {
    "phone": phone, "grouped_phone": grouped_phone, "ssn": ssn, "ein": ein, "nhs": nhs, "npi": npi, "dea": dea,
    "card": card, "last_four": last_four, "postcode": postcode, "imei": imei, "vin": vin, "aba": aba,
    "sort_code": sort_code, "clabe": clabe, "ifsc": ifsc, "mac": mac, "account": account, "iban": iban,
    "passport": passport, "licence": licence, "plate": plate, "strict_plate": strict_plate, "grouped_or_plain": grouped_or_plain, "paired_code": paired_code, "checked_account": checked_account, "any_id": any_id, "record": record_number, "date": date, "birth": birth,
    "name": name, "full_name": full_name, "inverted_name": inverted_name, "spoken_name": spoken_name, "person": person,
    "given_name": given_name, "address": address, "email": email, "token": token, "password": password, "mixed": mixed, "pin": pin,
    "username": username,
}  # fmt: skip
