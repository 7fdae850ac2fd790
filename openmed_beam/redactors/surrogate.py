"""Realistic stand-ins that keep a value's format, drawn by the key from ranges that are reserved for fiction.

The same key and value give the same surrogate in every leaf, worker and run; another key gives another. They are
not idempotent: a surrogate that looks like the real thing is found and replaced again by a second run.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
from collections.abc import Callable

from openmed_beam.redactors.rules.validators import IBAN_LENGTHS, luhn

_FIRST = (
    "Ada Alma Amir Anna Arlo Aya Bela Bruno Carla Chidi Clara Dario Dina Elena Elif Emil Farah Finn Greta Hana Hugo Ines Ivo"
    " Jana Jonas Kofi Lara Leon Lina Luca Maja Malik Mara Milo Mina Nadia Nils Nora Omar Otto Paula Petra Rania Rosa Samir"
    " Sara Selma Simon Sofia Tariq Tessa Theo Uma Vera Viktor Yara Yusuf Zoe"
).split()
_LAST = (
    "Abara Adler Almeida Arden Bakker Bauer Becker Bianchi Brandt Castro Conti Costa Dahl Danso Diaz Eriksen Ferrer Fontana"
    " Garcia Haas Halvorsen Haddad Ibarra Iversen Jansen Kessler Kimura Kovac Larsen Lindgren Lopes Marino Mensah Mori"
    " Nakata Navarro Nilsson Novak Okoye Ortega Petrov Quist Ramos Reyes Rossi Sato Schulz Silva Sorel Tanaka Torres"
    " Ueda Vargas Vogel Weber Yilmaz Zanetti"
).split()
_STREETS = "Acorn Birchwood Cedarbrook Dovecote Elmhurst Fernhill Hawthorn Juniper Larkspur Meadowbank Orchard Willowmere".split()
_TYPES = "Street Avenue Road Lane Drive Court".split()
_TEST_CARDS = {
    16: ("4111111111111111", "4242424242424242", "5555555555554444", "5105105105105100", "6011111111111117"),
    15: ("378282246310005", "371449635398431"),
    14: ("30569309025904", "38520000023237"),
}
_DIGIT = re.compile("[0-9]")


class _Stream:
    """Numbers drawn from the key, the label and the value, always the same for the same three."""

    def __init__(self, key: bytes, label: str, value: str) -> None:
        self._key = hmac.new(
            key, f"surrogate\0{label}\0{value}".encode("utf-8", "surrogatepass"), hashlib.sha256
        ).digest()
        self._count = 0

    def below(self, limit: int) -> int:
        """A number in [0, limit)."""
        self._count += 1
        return int.from_bytes(hmac.digest(self._key, self._count.to_bytes(4, "big"), "sha256")[:8], "big") % limit

    def pick(self, items: list[str] | tuple[str, ...]) -> str:
        """One of the items."""
        return items[self.below(len(items))]


def surrogate(key: bytes, label: str, text: str, value: str) -> str:
    """The stand-in of a found text.

    Args:
        key: the secret key.
        label: what was found.
        text: as it stands in the leaf; its format is kept.
        value: its normalised form; equal forms give surrogates drawn alike.
    """
    return _MAKERS.get(label, _same_shape)(_Stream(key, label, value), text)


def _refilled(text: str, digits: str) -> str:
    """The text with its digits replaced in order; the rest stays."""
    rest = iter(digits)
    return _DIGIT.sub(lambda match: next(rest, match.group()), text)


def _same_shape(stream: _Stream, text: str) -> str:
    out = []
    for char in text:
        if "0" <= char <= "9":
            out.append(str(stream.below(10)))
        elif char.isalpha():
            out.append(chr((65 if char.isupper() else 97) + stream.below(26)))
        else:
            out.append(char)
    return "".join(out)


def _email(stream: _Stream, _text: str) -> str:
    return f"{stream.pick(_FIRST).lower()}.{stream.pick(_LAST).lower()}{stream.below(10_000):04d}@example.com"


def _name(stream: _Stream, text: str) -> str:
    inverted = "," in text
    words = [word for word in re.split(r"[ ,]+", text) if word]
    first, last = stream.pick(_FIRST), stream.pick(_LAST)
    made = first if len(words) < 2 else f"{last}, {first}" if inverted else f"{first} {last}"
    return made.upper() if text.isupper() else made.lower() if text.islower() else made


def _phone(stream: _Stream, text: str) -> str:
    digits = re.sub("[^0-9]", "", text)
    line = f"{stream.below(100):02d}"
    if text.strip().startswith("+44") and len(digits) >= 12:
        return (
            _refilled(text, "447700900" + f"{stream.below(1000):03d}")
            if "(0)" not in text
            else _refilled(text, digits[:-3] + f"{stream.below(1000):03d}")
        )
    if text.strip().startswith("+") and digits[0] != "1":
        kept = digits[:2] if len(digits) < 11 else digits[:3]
        return _refilled(text, kept + "".join(str(stream.below(10)) for _ in digits[len(kept) :]))
    if len(digits) >= 10:
        lead = digits[: len(digits) - 10] if len(digits) <= 11 else digits[:1]
        return _refilled(text, f"{lead}{2 + stream.below(8)}{stream.below(9)}{stream.below(10)}55501{line}")
    if len(digits) == 7:
        return _refilled(text, f"55501{line}")
    return _same_shape(stream, text)


def _card(stream: _Stream, text: str) -> str:
    size = len(_DIGIT.findall(text))
    if size in _TEST_CARDS:
        return _refilled(text, stream.pick(_TEST_CARDS[size]))
    if size < 12:
        return _same_shape(stream, text)
    body = "4" + "".join(str(stream.below(10)) for _ in range(size - 2))
    return _refilled(text, next(body + str(last) for last in range(10) if luhn(body + str(last))))


def _ssn(stream: _Stream, text: str) -> str:
    return _refilled(text, f"98765432{stream.below(10)}")


def _ip(stream: _Stream, text: str) -> str:
    if ":" in text:
        return str(ipaddress.IPv6Address((0x20010DB8 << 96) + stream.below(1 << 60)))
    return f"{stream.pick(('192.0.2', '198.51.100', '203.0.113'))}.{1 + stream.below(254)}"


def _mac(stream: _Stream, text: str) -> str:
    digits = f"00005e0053{stream.below(256):02x}"
    rest = iter(digits.upper() if text.upper() == text else digits)
    return re.sub("[0-9A-Fa-f]", lambda match: next(rest, match.group()), text)


def _iban(stream: _Stream, text: str) -> str:
    bare = re.sub("[^A-Za-z0-9]", "", text).upper()
    country = bare[:2] if IBAN_LENGTHS.get(bare[:2]) == len(bare) else "DE"
    account = "".join(str(stream.below(10)) if char.isdigit() else char for char in bare[4:])
    check = 98 - int("".join(str(int(char, 36)) for char in f"{account}{country}00")) % 97
    rest = iter(f"{country}{check:02d}{account}")
    made = re.sub("[A-Za-z0-9]", lambda match: next(rest, match.group()), text)
    return made.lower() if text.islower() else made


def _date(stream: _Stream, text: str) -> str:
    """Another day and month of the same year; digits are exchanged where the form is numeric."""
    day, month = 1 + stream.below(28), 1 + stream.below(12)
    iso = re.match(r"([0-9]{4})([-/. ]?)[0-9]{1,2}\2[0-9]{1,2}", text)
    if iso:
        return f"{iso[1]}{iso[2]}{month:02d}{iso[2]}{day:02d}{text[iso.end() :]}"
    numeric = re.match(r"[0-9]{1,2}([-/. ])[0-9]{1,2}\1([0-9]{2,4})", text)
    if numeric:
        first, second = (1 + stream.below(12), 1 + stream.below(12))
        return f"{first:02d}{numeric[1]}{second:02d}{numeric[1]}{numeric[2]}{text[numeric.end() :]}"
    return re.sub(r"(?<![0-9])[0-9]{1,2}(?![0-9])", str(day), text, count=1)


def _street(stream: _Stream, text: str) -> str:
    if not re.search(r"[^\W\d_]{4,}", text):  # a postal code, a flat
        return _DIGIT.sub(lambda _: str(stream.below(10)), text)
    number = re.match(r"[0-9]{1,6}", text)
    count = 1 + stream.below(10 ** len(number.group()) if number else 99)
    return f"{count} {stream.pick(_STREETS)} {stream.pick(_TYPES)}"


def _secret(stream: _Stream, text: str) -> str:
    lead = re.match(r"(?:[A-Za-z]{2,10}[-_.]){1,2}|[A-Z]{4}", text)
    at = lead.end() if lead and lead.end() * 3 < len(text) else 0
    return text[:at] + _same_shape(stream, text[at:])


def _age(stream: _Stream, _text: str) -> str:
    return str(90 + stream.below(9))


_MAKERS: dict[str, Callable[[_Stream, str], str]] = {
    "EMAIL": _email, "NAME": _name, "PHONE": _phone, "CREDIT_CARD": _card, "SSN": _ssn, "IP": _ip, "MAC": _mac,
    "IBAN": _iban, "DOB": _date, "DATE": _date, "STREET_ADDRESS": _street, "SECRET": _secret, "AGE": _age,
}  # fmt: skip
