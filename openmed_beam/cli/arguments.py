"""Command-line arguments shared by the commands: the policy's settings as flags, and errors of one line.

A flag that is not given has no value (`argparse.SUPPRESS`), so that a policy file's setting stands unless the command
line says otherwise.
"""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from openmed_beam.errors import PolicyError
from openmed_beam.policy import CHOICES, SETTINGS, Policy, make_policy, read_policy


class UsageError(PolicyError):
    """The command line cannot be understood."""


#: A value as argparse quotes it in its messages.
_QUOTED = re.compile(
    r"(ignored explicit argument|invalid choice:|invalid \w+ value:) (?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
)

#: Words in an unknown option that say that a key was meant.
_KEY_WORDS = ("key", "secret", "password", "token")


def without_values(message: str) -> str:
    """A message of argparse without the value it complains about, which may be a key or come from a record."""
    return _QUOTED.sub(lambda found: found[1].rstrip(":"), message)


class OneLineParser(argparse.ArgumentParser):
    """A parser that takes no abbreviations, and raises, without a value given, where others print and leave.

    Attributes:
        others: flags that it does not know but that are known elsewhere, for "is ... meant?".
    """

    others: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("allow_abbrev", False)
        super().__init__(*args, **kwargs)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{without_values(message)} (see {self.prog} --help)")

    def parse_known_intermixed_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As in the standard library, but what is not known is an error here, where it can be named safely.

        A value of an unknown option would else become an INPUT, or stand in the message.
        """
        given = list(args or ())
        for flag in (word.partition("=")[0] for word in given if word.startswith("--")):
            if flag not in self._option_string_actions:
                self.error(self._about_unknown(flag))
        known, rest = super().parse_known_intermixed_args(given, namespace)
        if rest:
            self.error("an argument is not understood")
        return known, []

    def _about_unknown(self, flag: str) -> str:
        near = difflib.get_close_matches(flag, [*self._option_string_actions, *self.others], n=1)
        if any(word in flag for word in _KEY_WORDS):
            return f"unknown option {flag}: a key comes from --key-env NAME or --key-file FILE"
        return f"unknown option {flag}" + (f"; is {near[0]} meant?" if near else "")


def add_policy_arguments(parser: argparse.ArgumentParser, names: Sequence[str] | None = None) -> None:
    """Add the flags of the policy settings named (all that have one), and `--policy`."""
    parser.add_argument("--policy", metavar="FILE.yaml", help="settings from a file; flags come on top")
    for name in _FLAGS if names is None else names:
        flag, options = _FLAGS[name]
        if name in CHOICES:
            options = {**options, "choices": CHOICES[name]}
        parser.add_argument(flag, dest=name, default=argparse.SUPPRESS, **options)


def policy_of(arguments: argparse.Namespace) -> Policy:
    """The policy that file and flags make together.

    Raises:
        PolicyError: a setting cannot be used.
    """
    given = {name: value for name, value in vars(arguments).items() if name in SETTINGS}
    if arguments.policy is not None:
        return read_policy(arguments.policy, given)
    return make_policy({}, given)


def require_content_path(policy: Policy, command: str) -> None:
    """Stop a command that would look at nothing.

    Raises:
        PolicyError: no content path is configured.
    """
    if not policy.content_paths:
        raise PolicyError(
            f"{command} needs at least one content path: give --content-path PATH, or content_paths in a policy file "
            "(openmed-beam scan INPUT proposes some)"
        )


def at_least_one(text: str) -> int:
    """A flag's whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 on is needed")
    return int(text)


def _share(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError("a share between 0 and 1 is needed") from None


def _words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def _bytes(text: str) -> int:
    units = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
    number, unit = (text[:-1], units[text[-1].lower()]) if text[-1:].lower() in units else (text, 1)
    try:
        return int(number) * unit
    except ValueError:
        raise argparse.ArgumentTypeError("a number of bytes is needed, as 1000000 or 64M") from None


_FLAGS: dict[str, tuple[str, dict[str, Any]]] = {
    "content_paths": (
        "--content-path",
        {"action": "append", "metavar": "PATH", "help": "where redactable text stands; may be repeated"},
    ),
    "payload_paths": (
        "--payload-path",
        {"action": "append", "metavar": "PATH", "help": "a further tool payload, below which names are data"},
    ),
    "payload_defaults": (
        "--no-payload-defaults",
        {"action": "store_false", "help": "take no key for a payload by itself"},
    ),
    "redactor": (
        "--redactor",
        {"metavar": "NAME", "help": "rules, openmed, presidio, spacy, MODULE:ATTR; chain with +"},
    ),
    "replacement": (
        "--replacement",
        {"metavar": "KIND", "help": "mask, pseudonym, surrogate; by label as mask,EMAIL=pseudonym"},
    ),
    "labels": (
        "--labels",
        {"action": "extend", "type": _words, "metavar": "LABEL,...", "help": "what to find; +LABEL adds one"},
    ),
    "without_labels": (
        "--without-labels",
        {"action": "extend", "type": _words, "metavar": "LABEL,...", "help": "what not to look for"},
    ),
    "key_env": ("--key-env", {"metavar": "NAME", "help": "environment variable that holds the key"}),
    "key_file": ("--key-file", {"metavar": "FILE", "help": "file that holds the key"}),
    "payload_json": ("--payload-json", {"help": "text of payloads: as it was where nothing changed, or canonical"}),
    "decode_depth": ("--decode-depth", {"type": int, "metavar": "N", "help": "levels of JSON inside strings (4)"}),
    "max_depth": ("--max-depth", {"type": int, "metavar": "N", "help": "nested containers of a record (200)"}),
    "max_record_bytes": ("--max-record-bytes", {"type": _bytes, "metavar": "N", "help": "longest record (64M)"}),
    "max_leaf_chars": ("--max-leaf-chars", {"type": int, "metavar": "N", "help": "longest string leaf (no limit)"}),
    "nonfinite": ("--nonfinite", {"help": "NaN and Infinity stop a record (dead) or pass (keep)"}),
    "strict": ("--strict", {"action": "store_true", "help": "findings in numbers or keys stop a record"}),
    "dead_letter_payload": ("--dead-letter-payload", {"help": "whether dead letters hold the record's text"}),
    "max_dead_letter_rate": (
        "--max-dead-letter-rate",
        {"type": _share, "metavar": "F", "help": "share of dead letters up to which the status is 0 (0)"},
    ),
    "exclude": ("--exclude", {"action": "append", "metavar": "GLOB", "help": "leave these input files out"}),
}
