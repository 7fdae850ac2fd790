"""What stands in the place of a finding: a mask, a keyed pseudonym or a keyed surrogate.

The key comes from an environment variable or a file that is named; it is read where the work is done, is never
pickled with the object and never printed. Without a key only masks can be made.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.redactors.digests import keyed_digest
from openmed_beam.redactors.rules.labels import LABELS

KINDS = ("mask", "pseudonym", "surrogate")
MIN_KEY_BYTES = 16
#: Hexadecimal digits of a pseudonym: 80 bits.
PSEUDONYM_DIGITS = 20

_SPACES = re.compile(r"\s+")


def read_key(env: str | None, file: str | None) -> bytes | None:
    """The key behind the settings, or None where none is set.

    Raises:
        PolicyError: both are given, the variable is unset, the file cannot be read, or the key is under 16 bytes.
    """
    if env and file:
        raise PolicyError("give --key-env or --key-file, not both")
    if env:
        value = os.environ.get(env)
        if value is None:
            # Whoever gives the key itself for its name must not see it again.
            name = f" {env}" if re.fullmatch(r"[A-Z][A-Z0-9_]{0,40}", env) else ""
            raise PolicyError(f"the environment variable{name} named for the key is not set")
        key, place = value.encode("utf-8", "surrogateescape"), "the environment variable"
    elif file:
        try:
            with open(file, "rb") as stream:
                key, place = stream.read().rstrip(b"\r\n"), "the key file"
        except OSError as error:
            raise PolicyError(f"the key file cannot be read: {error.strerror}") from None
    else:
        return None
    if len(key) < MIN_KEY_BYTES:
        raise PolicyError(f"the key in {place} has fewer than {MIN_KEY_BYTES} bytes")
    return key


def normalised(label: str, text: str) -> str:
    """The form under which two spellings of one value are one: case, spaces and separators dropped by label."""
    text = text.strip()
    if label == "EMAIL":
        return text.replace("%40", "@").casefold()
    if label == "PHONE":
        body = re.split(r"(?ai:[ ,]*(?:x|ext))", text, maxsplit=1)[0].replace("(0)", "")
        digits = re.sub(r"[^0-9]", "", body)
        return digits[1:] if len(digits) == 11 and digits[0] == "1" else digits.removeprefix("00")
    if label == "NAME":
        last, comma, first = text.partition(",")
        whole = f"{first} {last}" if comma else text
        return _SPACES.sub(" ", whole.replace("’", "'").strip(" .")).casefold()
    if label == "IP":
        try:
            return str(ipaddress.ip_address(text))
        except ValueError:
            return text.casefold()
    if label == "SECRET":
        return text
    if label in ("STREET_ADDRESS", "DOB", "DATE", "USERNAME", "AGE"):
        return _SPACES.sub(" ", re.sub(r"[,.]", " ", text) if label == "STREET_ADDRESS" else text).strip().casefold()
    return re.sub(r"[\W_]", "", text).upper()


@dataclass(frozen=True)
class Replacement:
    """How findings are replaced.

    Args:
        kind: `mask`, `pseudonym` or `surrogate`.
        labels: label -> kind, where one label is treated otherwise.
        key_env: name of the environment variable that holds the key.
        key_file: path of the file that holds the key.

    Raises:
        PolicyError: an unknown kind or label; a kind that needs a key, and none is set or it cannot be read.
    """

    kind: str = "mask"
    labels: Mapping[str, str] = field(default_factory=dict)
    key_env: str | None = None
    key_file: str | None = None
    #: label -> what always stands in its place, where that is a mask.
    masks: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for label, kind in [("", self.kind), *self.labels.items()]:
            if kind not in KINDS:
                raise PolicyError(f"replacement {kind!r} is none of {', '.join(KINDS)}")
            if label and label not in LABELS:
                raise PolicyError(f"replacement for {label!r}: no such label; see docs/redactors.md")
        if self.needs_key() and self.key_env is None and self.key_file is None:
            raise PolicyError("pseudonym and surrogate need a key: name it with --key-env or --key-file")
        object.__setattr__(self, "labels", dict(self.labels))
        object.__setattr__(self, "masks", {name: f"[{name}]" for name in LABELS if self.of_label(name) == "mask"})
        self.key()

    @classmethod
    def of(cls, spec: str | Replacement | Mapping[str, str] | None, *, key_env: str | None = None,
           key_file: str | None = None) -> Replacement:  # fmt: skip
        """From an option: `pseudonym`, or `mask,EMAIL=pseudonym,DOB=surrogate`; a mapping has `default` and labels."""
        if isinstance(spec, Replacement):
            return spec
        kind, labels = "mask", {}
        if isinstance(spec, Mapping):
            labels = {str(label): str(value) for label, value in spec.items()}
            kind = labels.pop("default", "mask")
        else:
            for part in (spec or "mask").split(","):
                label, equals, value = part.strip().partition("=")
                if equals:
                    labels[label.strip().upper()] = value.strip()
                else:
                    kind = label
        return cls(kind, labels, key_env, key_file)

    def needs_key(self) -> bool:
        """Whether any label is replaced by something that is made with the key."""
        return any(kind != "mask" for kind in (self.kind, *self.labels.values()))

    def key(self) -> bytes | None:
        """The key itself, for keyed digests of records; None where none is configured. Read once a process."""
        found = self.__dict__.get("_key")
        if found is None:
            found = read_key(self.key_env, self.key_file)
            object.__setattr__(self, "_key", found)
        return found

    def fingerprint(self) -> str | None:
        """Eight hexadecimal digits that tell two keys apart and tell nothing of either."""
        key = self.key()
        return None if key is None else keyed_digest(key, b"openmed-beam key fingerprint")[:8]

    def config(self) -> dict[str, Any]:
        """A value-free description for a policy digest: kinds and the key's fingerprint, not where the key lies."""
        return {"kind": self.kind, "labels": dict(sorted(self.labels.items())), "key": self.fingerprint()}

    def of_label(self, label: str) -> str:
        """The kind for a label."""
        return self.labels.get(label, self.kind) if self.labels else self.kind

    def replace(self, label: str, text: str) -> str:
        """What stands in the place of a found text."""
        kind = self.of_label(label)
        if kind == "mask":
            return f"[{label}]"
        key = self.key()
        assert key is not None
        if kind == "pseudonym":
            message = f"pseudonym\0{label}\0{normalised(label, text)}".encode("utf-8", "surrogatepass")
            return f"[{label}_{keyed_digest(key, message)[:PSEUDONYM_DIGITS]}]"
        from openmed_beam.redactors.surrogate import surrogate  # it loads what nothing else here needs

        return surrogate(key, label, text, normalised(label, text))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_key"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __hash__(self) -> int:
        return hash((self.kind, tuple(sorted(self.labels.items())), self.key_env, self.key_file))
