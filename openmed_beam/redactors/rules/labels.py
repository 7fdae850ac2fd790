"""The labels of the rule detector, and which of them are on."""

from __future__ import annotations

from collections.abc import Iterable

from openmed_beam.errors import PolicyError

#: label -> what it covers.
LABELS = {
    "EMAIL": "e-mail addresses, also percent-encoded and spelled out with (at)",
    "PHONE": "telephone and fax numbers",
    "SSN": "US social security and taxpayer numbers",
    "CREDIT_CARD": "payment cards, and the last four digits where a key or the words say so",
    "IBAN": "international bank account numbers",
    "BANK_ACCOUNT": "account, routing, sort code, CLABE and IFSC numbers behind their name",
    "NHS_NUMBER": "NHS numbers",
    "MRN": "medical record, patient, member, policy and other health plan numbers",
    "NPI": "US national provider identifiers",
    "DEA": "US DEA registrations",
    "NATIONAL_ID": "national identity and tax numbers, by checksum",
    "PASSPORT": "passport numbers behind their name",
    "DRIVER_LICENSE": "driving licence and other licence or certificate numbers behind their name",
    "VEHICLE_ID": "vehicle identification numbers and licence plates",
    "DEVICE_ID": "IMEI, and serial numbers behind their name",
    "BIOMETRIC_ID": "fingerprint, voice print and other biometric identifiers behind their name",
    "DOB": "dates of birth",
    "DATE": "any other date (off unless asked for)",
    "AGE": "ages over 89 (off unless asked for)",
    "IP": "IPv4 and IPv6 addresses",
    "MAC": "hardware addresses",
    "SECRET": "keys, tokens, passwords, private keys, credentials in URLs and headers",
    "STREET_ADDRESS": "street addresses and post boxes",
    "NAME": "names of persons",
    "USERNAME": "account names of persons behind a key (off unless asked for)",
}

#: Found only where the labels are given by name.
OPT_IN = frozenset({"DATE", "AGE", "USERNAME"})

DEFAULT_LABELS = frozenset(LABELS) - OPT_IN

#: Counted instead of an entity where the text already holds what a redactor writes.
PLACEHOLDER = "PLACEHOLDER"


def chosen_labels(labels: Iterable[str] | None, without: Iterable[str]) -> frozenset[str]:
    """The labels of a choice: those given, or the default ones; `+DATE` adds one to the default."""
    given = list(labels) if labels is not None else []
    plus = {label[1:] for label in given if label.startswith("+")}
    named = {label for label in given if not label.startswith("+")}
    chosen = (named or set(DEFAULT_LABELS)) | plus
    for label in (*chosen, *without):
        if label not in LABELS:
            raise PolicyError(f"no such label: {label!r}; known are {', '.join(LABELS)}")
    return frozenset(chosen - set(without))
