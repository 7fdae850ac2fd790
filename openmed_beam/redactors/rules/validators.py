"""Checks that decide whether a string of digits is what its shape says: checksums and ranges, each from its standard.

Every function takes the characters alone (no separators, upper case) and answers True or False; none raises.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28,
    "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
    "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22,
    "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
    "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18,
    "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SC": 31, "SD": 18,
    "SE": 24, "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22,
    "VG": 24, "XK": 20,
}  # fmt: skip


_DOUBLED = bytes.maketrans(b"0123456789", b"0246813579")


def luhn(digits: str) -> bool:
    """ISO/IEC 7812-1 check digit over a string of ASCII digits."""
    data = digits.encode()
    return (sum(data[::-2]) + sum(data[-2::-2].translate(_DOUBLED)) - 48 * len(data)) % 10 == 0


def weighted(digits: str, weights: Sequence[int]) -> int:
    """Sum of digit times weight, pairwise from the left."""
    return sum((ord(char) - 48) * weight for char, weight in zip(digits, weights))


def card(digits: str) -> bool:
    """A payment card: length and prefix of an issuer that exists, and Luhn."""
    size = len(digits)
    if not luhn(digits) or (len(set(digits)) < 3 and digits[:1] not in {"4", "5"}):
        return False
    one, two, three, four = digits[0], digits[:2], digits[:3], digits[:4]
    return (
        (size in (13, 16, 19) and one == "4")
        or (size == 16 and "51" <= two <= "55")
        or (size == 16 and "2221" <= four <= "2720")
        or (size == 15 and two in ("34", "37"))
        or (14 <= size <= 19 and (two in ("36", "38", "39") or "300" <= three <= "305"))
        or (16 <= size <= 19 and (four == "6011" or two == "65" or "644" <= three <= "649"))
        or (16 <= size <= 19 and "3528" <= four <= "3589")
        or (16 <= size <= 19 and two == "62")
        or (size in (16, 18, 19) and four in ("5018", "5020", "5038", "5893", "6304", "6759", "6761", "6762", "6763"))
        or (size == 16 and ("2200" <= four <= "2204" or two in ("60", "81", "82")))
    )


def iban(text: str) -> bool:
    """ISO 13616: country, its length, mod 97."""
    if IBAN_LENGTHS.get(text[:2]) != len(text) or not text.isalnum():
        return False
    return int("".join(str(int(char, 36)) for char in text[4:] + text[:4])) % 97 == 1


def nhs(digits: str) -> bool:
    """NHS number (England, Wales, Isle of Man): modulus 11 over ten digits."""
    check = 11 - weighted(digits[:9], range(10, 1, -1)) % 11
    return len(digits) == 10 and check != 10 and check % 11 == int(digits[9])


def ssn(digits: str) -> bool:
    """A number that the Social Security Administration can have given."""
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    return area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"


def itin(digits: str) -> bool:
    """An IRS individual taxpayer number: 9xx and a group in the ranges in use."""
    group = int(digits[3:5])
    return digits[0] == "9" and (50 <= group <= 65 or 70 <= group <= 88 or 90 <= group <= 92 or 94 <= group <= 99)


def npi(digits: str) -> bool:
    """US national provider identifier: Luhn with the prefix 80840."""
    return len(digits) == 10 and digits[0] in "12" and luhn("80840" + digits)


def dea(text: str) -> bool:
    """US DEA registration: registrant letter, letter or 9, seven digits with a check digit."""
    if len(text) != 9 or text[0] not in "ABCDEFGHJKLMPRSTUX" or not text[2:].isdigit():
        return False
    figures = [int(char) for char in text[2:]]
    return (figures[0] + figures[2] + figures[4] + 2 * (figures[1] + figures[3] + figures[5])) % 10 == figures[6]


def aba(digits: str) -> bool:
    """US bank routing number."""
    return len(digits) == 9 and digits != "000000000" and weighted(digits, (3, 7, 1) * 3) % 10 == 0


def vin(text: str) -> bool:
    """Vehicle identification number (ISO 3779) with the North American check digit."""
    table = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9)))
    if len(text) != 17 or any(char not in table and not char.isdigit() for char in text):
        return False
    if text.isdigit() or sum(char.isdigit() for char in text) < 4:
        return False
    weights = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
    total = sum((table[char] if char in table else int(char)) * weight for char, weight in zip(text, weights))
    return text[8] == ("X" if total % 11 == 10 else str(total % 11))


def imei(digits: str) -> bool:
    """Mobile equipment identity: fifteen digits, Luhn, not one digit repeated."""
    return len(digits) == 15 and len(set(digits)) > 2 and luhn(digits)


def clabe(digits: str) -> bool:
    """Mexico, CLABE bank account."""
    total = sum((int(char) * weight) % 10 for char, weight in zip(digits[:17], (3, 7, 1) * 6))
    return len(digits) == 18 and -total % 10 == int(digits[17])


# Secrets.

_PLACEHOLDER = re.compile(
    r"(?ai:(?:<|\$|%|\{|\?|![a-z]+$|\[[A-Z]|x{4,}|\*{2,}|\.{3}|-{3,}|_{3,}|…|•)|"
    r"(?:your|my|the|insert|enter|put|replace|add|paste|change|some|example|sample|dummy|fake|placeholder|todo|redacted|"
    r"masked|hidden|removed|omitted|null|none|nil|undefined|true|false|string|str|int|text|optional|required|empty|"
    r"process\.env|os\.environ|os\.getenv|getenv|env\.|env\[|config\.|settings\.|self\.|this\.|args\.|options\.|opts\.|"
    r"secrets\.|vault|import|require|function|lambda|await|new|return|field|bytes|bool|any|unknown|default|test|n/a)"
    r"(?:[^a-zA-Z0-9]|$))"
)
#: A key whose body is not there: `sk_live_xxxxxxxx`, `AKIA****************`.
_FILLED = re.compile(r"(?:x{8,}|X{8,}|\*{4,}|0{12,}|\.{3,}|…|_{6,})$")
_CODE = re.compile(r"[(\[]|\.\w+\.|^[A-Za-z_][A-Za-z_]*\.[A-Za-z_]+$|^[A-Z][A-Z_]{2,}$|^--?[a-z]|^https?:")
#: Words and numbers between dots: no attribute begins with a digit (`owl.Static.7719`).
_NUMBERED_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[.][A-Za-z][A-Za-z0-9]*)*[.][0-9]{2,}[A-Za-z0-9!@#$%^&*]*")
_FAKES = frozenset(
    "password passwd pass pwd secret token changeme change_me username user admin postgres root xxx key value"
    " credentials apikey api_key passphrase private public hidden prompt stdin plaintext bearer basic oauth jwt"
    " disabled enabled expired invalid missing incorrect wrong valid protected".split()
)


def placeholder(value: str) -> bool:
    """Text that stands where a secret would be: a template, a variable, a word that says so."""
    return bool(_PLACEHOLDER.match(value) or _FILLED.search(value)) or value.lower() in _FAKES or len(set(value)) < 3


def entropy(value: str) -> float:
    """Shannon bits a character."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values())


def keyish(value: str) -> bool:
    """Made by a generator, not by a writer: digits among letters, no plain words, enough different characters."""
    digits = sum(char.isdigit() for char in value)
    if digits == 0:
        return len(value) >= 20 and entropy(value) > 3.5 and _mixed(value)
    if digits == len(value):
        return False
    return entropy(value) >= (2.5 if len(value) < 20 else 3.0) and (digits >= 3 or _mixed(value))


def _mixed(value: str) -> bool:
    """Upper and lower case alternate more than they do in words and camel case."""
    turns = sum(1 for a, b in pairwise(value) if a.isupper() != b.isupper() and a.isalpha() and b.isalpha())
    return turns >= 5 or turns * 4 >= len(value)


def token_value(value: str) -> bool:
    """A value behind a name such as `api_key` that is a secret and not a variable, a count or a word."""
    if len(value) < 8 or placeholder(value) or value.isdigit():
        return False
    if _CODE.search(value) and not keyish(value.split(".")[-1]):
        return False
    return keyish(value) or (len(value) >= 12 and any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
                             and not re.fullmatch(r"[a-z]+(?:[-_.][a-z]+)*[-_.]?v?[0-9]{0,4}", value))  # fmt: skip


def password_value(value: str, quoted: bool) -> bool:
    """A value behind a name such as `password`: people choose words, so less is asked of it."""
    code = _CODE.search(value) and not _NUMBERED_WORDS.fullmatch(value)
    if len(value) < 4 or placeholder(value) or (code and not (quoted and "(" not in value)):
        return False
    if not quoted and value.isdigit() and len(value) < 6:
        return False
    if quoted:
        return " " not in value or any(c.isdigit() for c in value)
    odd = any(not c.isalpha() and c not in "_.-" for c in value)
    return odd or (any(c.isupper() for c in value[1:]) and any(c.islower() for c in value))
