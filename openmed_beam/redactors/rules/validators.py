"""Checks that decide whether a string of digits is what its shape says: checksums and ranges, each from its standard.

Every function takes the characters alone (no separators, upper case) and answers True or False; none raises.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
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


_DOUBLED = str.maketrans("0123456789", "0246813579")


def luhn(digits: str) -> bool:
    """ISO/IEC 7812-1 check digit over a string of ASCII digits."""
    return (sum(map(int, digits[::-2])) + sum(map(int, digits[-2::-2].translate(_DOUBLED)))) % 10 == 0


def weighted(digits: str, weights: Sequence[int]) -> int:
    """Sum of digit times weight, pairwise from the left."""
    return sum((ord(char) - 48) * weight for char, weight in zip(digits, weights))


def card(digits: str) -> bool:
    """A payment card: length and prefix of an issuer that exists, and Luhn."""
    size = len(digits)
    if len(set(digits)) < 3 and digits[:1] not in {"4", "5"}:
        return False
    one, two, three, four = digits[0], digits[:2], digits[:3], digits[:4]
    known = (
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
    return known and luhn(digits)


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


# National numbers: (country, name), by the published check digit of each.


def br_cpf(digits: str) -> bool:
    """Brazil, CPF."""
    if len(digits) != 11 or len(set(digits)) == 1:
        return False
    first = weighted(digits, range(10, 1, -1)) * 10 % 11 % 10
    second = weighted(digits[:10], range(11, 1, -1)) * 10 % 11 % 10
    return digits[9:] == f"{first}{second}"


def br_cnpj(digits: str) -> bool:
    """Brazil, CNPJ."""
    if len(digits) != 14 or len(set(digits)) == 1:
        return False
    weights = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    first = 11 - weighted(digits[:12], weights[1:]) % 11
    second = 11 - weighted(digits[:13], weights) % 11
    return digits[12:] == f"{0 if first > 9 else first}{0 if second > 9 else second}"


def es_dni(text: str) -> bool:
    """Spain, DNI and NIE."""
    body = text[:8].replace("X", "0").replace("Y", "1").replace("Z", "2")
    return len(text) == 9 and body.isdigit() and "TRWAGMYFPDXBNJZSQVHLCKE"[int(body) % 23] == text[8]


def it_fiscal(text: str) -> bool:
    """Italy, codice fiscale."""
    odd = dict(zip("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                   (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8,
                    12, 14, 16, 10, 22, 25, 24, 23)))  # fmt: skip
    if len(text) != 16 or not text.isalnum():
        return False
    total = sum(odd[c] if i % 2 == 0 else (int(c) if c.isdigit() else ord(c) - 65) for i, c in enumerate(text[:15]))
    return chr(65 + total % 26) == text[15]


def fr_nir(text: str) -> bool:
    """France, numéro de sécurité sociale with its key."""
    body = text[:13].replace("2A", "19").replace("2B", "18")
    if len(text) != 15 or not body.isdigit() or not text[13:].isdigit() or text[0] not in "12":
        return False
    return 97 - int(body) % 97 == int(text[13:])


def de_tax(digits: str) -> bool:
    """Germany, steuerliche Identifikationsnummer (ISO 7064 mod 11,10; one digit doubled or tripled)."""
    counts = Counter(digits[:10])
    if len(digits) != 11 or digits[0] == "0" or max(counts.values()) not in (2, 3):
        return False
    product = 10
    for char in digits[:10]:
        product = (product + int(char)) % 10 or 10
        product = product * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def nl_bsn(digits: str) -> bool:
    """Netherlands, burgerservicenummer: the eleven test."""
    return len(digits) == 9 and digits != "0" * 9 and weighted(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


def be_nn(digits: str) -> bool:
    """Belgium, rijksregisternummer."""
    body, check = int(digits[:9]), int(digits[9:])
    return len(digits) == 11 and check in (97 - body % 97, 97 - (2_000_000_000 + body) % 97)


def pl_pesel(digits: str) -> bool:
    """Poland, PESEL."""
    month = int(digits[2:4]) % 20
    check = -weighted(digits[:10], (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10
    return len(digits) == 11 and 1 <= month <= 12 and check == int(digits[10])


def se_pnr(digits: str) -> bool:
    """Sweden, personnummer: its last ten digits."""
    short = digits[-10:]
    return len(digits) in (10, 12) and 1 <= int(short[2:4]) <= 12 and 1 <= int(short[4:6]) % 60 <= 31 and luhn(short)


def no_fnr(digits: str) -> bool:
    """Norway, fødselsnummer."""
    if len(digits) != 11 or not 1 <= int(digits[:2]) % 40 <= 31:
        return False
    first = -weighted(digits, (3, 7, 6, 1, 8, 9, 4, 5, 2)) % 11
    second = -weighted(digits[:10], (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return digits[9:] == f"{first}{second}"


def fi_hetu(text: str) -> bool:
    """Finland, henkilötunnus, with its sign for the century."""
    if len(text) == 10:  # the sign of the twentieth century is a hyphen, which is no letter or digit
        text = text[:6] + "-" + text[6:]
    body = text[:6] + text[7:10]
    return len(text) == 11 and body.isdigit() and "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(body) % 31] == text[10]


def dk_cpr(digits: str) -> bool:
    """Denmark, CPR: a date and four digits (the checksum is no longer given out)."""
    return len(digits) == 10 and 1 <= int(digits[:2]) <= 31 and 1 <= int(digits[2:4]) <= 12


def in_aadhaar(digits: str) -> bool:
    """India, Aadhaar: Verhoeff check digit."""
    if len(digits) != 12 or digits[0] in "01":
        return False
    check = 0
    for place, char in enumerate(reversed(digits)):
        check = _VERHOEFF_D[check][_VERHOEFF_P[place % 8][int(char)]]
    return check == 0


def in_pan(text: str) -> bool:
    """India, permanent account number: holder kind in the fourth letter."""
    return len(text) == 10 and text[3] in "ABCFGHLJPT"


def cn_id(text: str) -> bool:
    """China, resident identity number (ISO 7064 mod 11,2) with a date inside."""
    if len(text) != 18 or not text[:17].isdigit() or not 1 <= int(text[10:12]) <= 12 or text[6:8] not in ("19", "20"):
        return False
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return "10X98765432"[weighted(text[:17], weights) % 11] == text[17]


def ca_sin(digits: str) -> bool:
    """Canada, social insurance number."""
    return len(digits) == 9 and digits[0] not in "08" and luhn(digits)


def au_tfn(digits: str) -> bool:
    """Australia, tax file number."""
    return len(digits) == 9 and weighted(digits, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0


def au_medicare(digits: str) -> bool:
    """Australia, Medicare card."""
    check = weighted(digits[:8], (1, 3, 7, 9, 1, 3, 7, 9)) % 10
    return len(digits) in (10, 11) and digits[0] in "23456" and check == int(digits[8])


def uk_nino(text: str) -> bool:
    """United Kingdom, national insurance number: prefixes that are given out."""
    return len(text) in (8, 9) and text[:2] not in ("BG", "GB", "KN", "NK", "NT", "TN", "ZZ")


def sg_nric(text: str) -> bool:
    """Singapore, NRIC and FIN."""
    if len(text) != 9 or text[0] not in "STFG":
        return False
    total = weighted(text[1:8], (2, 7, 6, 5, 4, 3, 2)) + (4 if text[0] in "TG" else 0)
    return ("JZIHGFEDCBA" if text[0] in "ST" else "XWUTRQPNMLK")[total % 11] == text[8]


def kr_rrn(digits: str) -> bool:
    """South Korea, resident registration number: a date and a century digit (checksum dropped in 2020)."""
    return len(digits) == 13 and 1 <= int(digits[2:4]) <= 12 and 1 <= int(digits[4:6]) <= 31 and digits[6] in "12345678"


def jp_mynumber(digits: str) -> bool:
    """Japan, My Number."""
    rest = weighted(digits[:11], (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return len(digits) == 12 and int(digits[11]) == (0 if rest <= 1 else 11 - rest)


def za_id(digits: str) -> bool:
    """South Africa, identity number: a date, then Luhn."""
    return len(digits) == 13 and 1 <= int(digits[2:4]) <= 12 and 1 <= int(digits[4:6]) <= 31 and luhn(digits)


def mx_curp(text: str) -> bool:
    """Mexico, CURP."""
    alphabet = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
    if len(text) != 18 or not text[17].isdigit():
        return False
    total = sum(alphabet.index(char) * (18 - place) for place, char in enumerate(text[:17]) if char in alphabet)
    return (10 - total % 10) % 10 == int(text[17])


def pt_nif(digits: str) -> bool:
    """Portugal, NIF."""
    rest = weighted(digits[:8], range(9, 1, -1)) % 11
    return len(digits) == 9 and int(digits[8]) == (0 if rest < 2 else 11 - rest)


def ie_pps(text: str) -> bool:
    """Ireland, PPS number."""
    total = weighted(text[:7], range(8, 1, -1)) + (9 * (ord(text[8]) - 64) if len(text) > 8 and text[8] != "W" else 0)
    return len(text) in (8, 9) and "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] == text[7]


def tr_tckn(digits: str) -> bool:
    """Türkiye, T.C. kimlik numarası."""
    if len(digits) != 11 or digits[0] == "0":
        return False
    figures = [int(char) for char in digits]
    tenth = (sum(figures[0:9:2]) * 7 - sum(figures[1:8:2])) % 10
    return figures[9] == tenth and figures[10] == sum(figures[:10]) % 10


def ch_ahv(digits: str) -> bool:
    """Switzerland, AHV number: EAN-13 with the prefix 756."""
    total = weighted(digits[:12], (1, 3) * 6)
    return len(digits) == 13 and digits.startswith("756") and -total % 10 == int(digits[12])


def cl_rut(text: str) -> bool:
    """Chile, RUT: modulus 11."""
    body = text[:-1]
    if not body.isdigit() or not 7 <= len(body) <= 8:
        return False
    total = sum(int(char) * (2 + place % 6) for place, char in enumerate(reversed(body)))
    return "0123456789K0"[11 - total % 11] == text[-1]


def ro_cnp(digits: str) -> bool:
    """Romania, CNP."""
    rest = weighted(digits[:12], (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)) % 11
    return len(digits) == 13 and 1 <= int(digits[3:5]) <= 12 and int(digits[12]) == (1 if rest == 10 else rest)


def cz_rc(digits: str) -> bool:
    """Czechia and Slovakia, rodné číslo of ten digits."""
    rest = int(digits[:9]) % 11 % 10
    return len(digits) == 10 and 1 <= int(digits[2:4]) % 50 % 20 <= 12 and rest == int(digits[9])


def iso_7064_11_10(digits: str) -> bool:
    """ISO 7064 mod 11,10."""
    product = 10
    for char in digits[:-1]:
        product = (product + int(char)) % 10 or 10
        product = product * 2 % 11
    return (11 - product) % 10 == int(digits[-1])


def hr_oib(digits: str) -> bool:
    """Croatia, OIB."""
    return len(digits) == 11 and iso_7064_11_10(digits)


def ar_cuit(digits: str) -> bool:
    """Argentina, CUIT and CUIL."""
    check = 11 - weighted(digits[:10], (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return len(digits) == 11 and int(digits[10]) == {11: 0, 10: 9}.get(check, check)


def il_id(digits: str) -> bool:
    """Israel, identity number."""
    return len(digits) in (8, 9) and luhn(digits)


def bg_egn(digits: str) -> bool:
    """Bulgaria, EGN."""
    check = weighted(digits[:9], (2, 4, 8, 5, 10, 9, 7, 3, 6)) % 11 % 10
    return len(digits) == 10 and 1 <= int(digits[2:4]) % 20 <= 12 and check == int(digits[9])


def th_pin(digits: str) -> bool:
    """Thailand, identity number."""
    check = (11 - weighted(digits[:12], range(13, 1, -1)) % 11) % 10
    return len(digits) == 13 and check == int(digits[12])


def gr_amka(digits: str) -> bool:
    """Greece, AMKA: a date, then Luhn."""
    return len(digits) == 11 and 1 <= int(digits[:2]) <= 31 and 1 <= int(digits[2:4]) <= 12 and luhn(digits)


def ee_ik(digits: str) -> bool:
    """Estonia and Lithuania, personal code."""
    check = weighted(digits[:10], (1, 2, 3, 4, 5, 6, 7, 8, 9, 1)) % 11
    if check == 10:
        check = weighted(digits[:10], (3, 4, 5, 6, 7, 8, 9, 1, 2, 3)) % 11 % 10
    return len(digits) == 11 and 1 <= int(digits[3:5]) <= 12 and check == int(digits[10])


def yu_jmbg(digits: str) -> bool:
    """JMBG and EMŠO of the former Yugoslav states."""
    check = 11 - weighted(digits[:12], (7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return len(digits) == 13 and 1 <= int(digits[2:4]) <= 12 and int(digits[12]) == (0 if check > 9 else check)


def is_kt(digits: str) -> bool:
    """Iceland, kennitala."""
    check = -weighted(digits[:8], (3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return len(digits) == 10 and 1 <= int(digits[2:4]) <= 12 and check == int(digits[8])


def my_nric(digits: str) -> bool:
    """Malaysia, MyKad: a date and a place of birth in use (no check digit)."""
    return (len(digits) == 12 and 1 <= int(digits[2:4]) <= 12 and 1 <= int(digits[4:6]) <= 31
            and (1 <= int(digits[6:8]) <= 16 or 21 <= int(digits[6:8]) <= 93))  # fmt: skip


def tw_id(text: str) -> bool:
    """Taiwan, national identification card."""
    if len(text) != 10 or not text[1:].isdigit():
        return False
    head = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(text[0]) + 10
    return (head // 10 + head % 10 * 9 + weighted(text[1:9], range(8, 0, -1)) + int(text[9])) % 10 == 0


def hk_id(text: str) -> bool:
    """Hong Kong, identity card."""
    padded = text.rjust(9)
    values = [36 if char == " " else int(char, 36) for char in padded]
    return sum(value * (9 - place) for place, value in enumerate(values)) % 11 == 0


def ec_ci(digits: str) -> bool:
    """Ecuador, cédula: Luhn over ten digits, province first."""
    return len(digits) == 10 and (1 <= int(digits[:2]) <= 24 or digits[:2] == "30") and luhn(digits)


def any_long(text: str) -> bool:
    """A number behind words that say that it is one: at least six digits."""
    return sum(char.isdigit() for char in text) >= 6 and len(text) <= 20


def clabe(digits: str) -> bool:
    """Mexico, CLABE bank account."""
    total = sum((int(char) * weight) % 10 for char, weight in zip(digits[:17], (3, 7, 1) * 6))
    return len(digits) == 18 and -total % 10 == int(digits[17])


_VERHOEFF_D = [[(a + b) % 5 if a < 5 and b < 5 else 0 for b in range(10)] for a in range(10)]
for _a in range(10):
    for _b in range(10):
        if _a < 5:
            _VERHOEFF_D[_a][_b] = (_a + _b) % 5 if _b < 5 else 5 + (_a + _b) % 5
        else:
            _VERHOEFF_D[_a][_b] = 5 + (_a - _b) % 5 if _b < 5 else (_a - _b) % 5
_VERHOEFF_P = [list(range(10))]
for _ in range(7):
    _VERHOEFF_P.append([_VERHOEFF_P[-1][place] for place in (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)])

NATIONAL: dict[str, Callable[[str], bool]] = {
    function.__name__: function
    for function in (
        br_cpf, br_cnpj, es_dni, it_fiscal, fr_nir, de_tax, nl_bsn, be_nn, pl_pesel, se_pnr, no_fnr, fi_hetu, dk_cpr,
        in_aadhaar, in_pan, cn_id, ca_sin, au_tfn, au_medicare, uk_nino, sg_nric, kr_rrn, jp_mynumber, za_id, mx_curp,
        pt_nif, ie_pps, tr_tckn, ch_ahv, cl_rut, ro_cnp, cz_rc, hr_oib, ar_cuit, il_id, bg_egn, th_pin, gr_amka, ee_ik,
        yu_jmbg, is_kt, my_nric, tw_id, hk_id, ec_ci, any_long,
    )
}  # fmt: skip


# Secrets.

_PLACEHOLDER = re.compile(
    r"(?ai:(?:<|\$|%|\{|\[[A-Z]|x{4,}|\*{2,}|\.{3}|-{3,}|_{3,}|…|•)|"
    r"(?:your|my|the|insert|enter|put|replace|add|paste|change|some|example|sample|dummy|fake|placeholder|todo|redacted|"
    r"masked|hidden|removed|omitted|null|none|nil|undefined|true|false|string|str|int|text|optional|required|empty|"
    r"process\.env|os\.environ|os\.getenv|getenv|env\.|env\[|config\.|settings\.|self\.|this\.|args\.|options\.|opts\.|"
    r"secrets\.|vault|import|require|function|lambda|await|new|return|field|bytes|bool|any|unknown|default|test|n/a)"
    r"(?:[^a-zA-Z0-9]|$))"
)
_CODE = re.compile(r"[(\[]|\.\w+\.|^[A-Za-z_][A-Za-z_]*\.[A-Za-z_]+$|^[A-Z][A-Z_]{2,}$|^--?[a-z]|^https?:")
_FAKES = frozenset(
    "password passwd pass pwd secret token changeme change_me username user admin postgres root xxx key value"
    " credentials apikey api_key passphrase private public hidden prompt stdin plaintext bearer basic oauth jwt"
    " disabled enabled expired invalid missing incorrect wrong valid protected".split()
)


def placeholder(value: str) -> bool:
    """Text that stands where a secret would be: a template, a variable, a word that says so."""
    return bool(_PLACEHOLDER.match(value)) or value.lower() in _FAKES or len(set(value)) < 3


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
    if len(value) < 4 or placeholder(value) or (_CODE.search(value) and not (quoted and "(" not in value)):
        return False
    if not quoted and value.isdigit() and len(value) < 6:
        return False
    if quoted:
        return " " not in value or any(c.isdigit() for c in value)
    odd = any(not c.isalpha() and c not in "_.-" for c in value)
    return odd or (any(c.isupper() for c in value[1:]) and any(c.islower() for c in value))
