"""National identity and tax numbers: the published check digit of each, by country.

Every function takes the characters alone (no separators, upper case) and answers True or False.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from openmed_beam.redactors.rules.validators import luhn, weighted


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
