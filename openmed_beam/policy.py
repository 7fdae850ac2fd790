"""The policy: every setting that decides what a run writes, as one frozen value with a digest.

Owns the settings' names, defaults and limits, and the reading of a policy file (YAML). It opens no trace and holds
no key: a key stays in its environment variable or file, and only a fingerprint of it enters the digest.
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
import hmac
import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import yaml

from openmed_beam.errors import PolicyError
from openmed_beam.redactors.replacement import Replacement, read_key

#: Spelling of a content or payload path: text in the path grammar, or a sequence of keys and indexes.
PathSpec = str | tuple[str | int, ...]

MEBIBYTE = 1024 * 1024


@dataclasses.dataclass(frozen=True)
class Policy:
    """What to redact, how, and what to refuse.

    Attributes:
        content_paths: where redactable text stands.
        payload_paths: further places below which names are the caller's data, on top of the default ones.
        payload_defaults: whether the default payload keys (`arguments`, `result`, ...) count.
        redactor: name of the redactor (`rules`, `openmed`, `presidio`, `spacy`, `MODULE:ATTR`, a chain with `+`).
        replacement: what stands in place of a finding: `mask`, `pseudonym` or `surrogate`, or one by label as in
            `mask,EMAIL=pseudonym` (in a policy file also a mapping with `default` and labels).
        labels: labels to find instead of the default ones; `+LABEL` adds one to the default.
        without_labels: labels to leave out.
        key_env, key_file: where the key of pseudonyms, surrogates and dead-letter digests is read from; at most one.
        payload_json: `preserve` keeps a payload's own text wherever no leaf in it changed; `canonical` is compact and
            sorted.
        decode_depth: levels of JSON inside strings that are decoded.
        max_depth: nested containers a record may have.
        max_record_bytes: longest record that is read.
        max_leaf_chars: longest string leaf that is redacted, or None for no limit.
        nonfinite: `dead` stops a record with NaN or Infinity, `keep` passes the token through.
        strict: whether findings in numbers or keys, which no string rule can replace, stop the record.
        dead_letter_payload: `original` writes the record into its dead letter; `none` does not.
        max_dead_letter_rate: share of dead-lettered records up to which a run counts as done.
        exclude: globs of input files that are left out on purpose.
    """

    content_paths: tuple[PathSpec, ...] = ()
    payload_paths: tuple[PathSpec, ...] = ()
    payload_defaults: bool = True
    redactor: str = "rules"
    replacement: str = "mask"
    labels: tuple[str, ...] = ()
    without_labels: tuple[str, ...] = ()
    key_env: str | None = None
    key_file: str | None = None
    payload_json: Literal["preserve", "canonical"] = "preserve"
    decode_depth: int = 4
    max_depth: int = 200
    max_record_bytes: int = 64 * MEBIBYTE
    max_leaf_chars: int | None = None
    nonfinite: Literal["dead", "keep"] = "dead"
    strict: bool = False
    dead_letter_payload: Literal["none", "original"] = "none"
    max_dead_letter_rate: float = 0.0
    exclude: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise PolicyError(f"{name} is {' or '.join(allowed)}")
        for name, least in LEAST.items():
            value = getattr(self, name)
            if value is not None and value < least:
                raise PolicyError(f"{name} is at least {least}")
        for name, most in MOST.items():
            if getattr(self, name) > most:
                raise PolicyError(f"{name} is at most {most}")
        if not 0 <= self.max_dead_letter_rate <= 1:
            raise PolicyError("max_dead_letter_rate is a share between 0 and 1")
        Replacement.of(self.replacement, key_env=self.key_env, key_file=self.key_file)

    def digest(self) -> str:
        """Hex SHA-256 of every setting that changes what is written, of this package's version and of a fingerprint
        of the key.

        Two runs with equal digests write equal bytes for equal input. The place of the key, the dead-letter rate and
        the exclusions do not enter.

        Raises:
            PolicyError: the key cannot be read.
        """
        settings = dataclasses.asdict(self)
        for name in ("key_env", "key_file", "max_dead_letter_rate", "exclude"):
            del settings[name]
        key = read_key(self.key_env, self.key_file)
        settings["key"] = None if key is None else hmac.new(key, b"openmed-beam policy", hashlib.sha256).hexdigest()[:8]
        settings["version"] = program_version()
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()

    def describe(self) -> dict[str, Any]:
        """The settings as a report shows them; the place of the key, never the key."""
        return dataclasses.asdict(self)


def program_version() -> str:
    """Version of the installed package."""
    try:
        return version("openmed-beam")
    except PackageNotFoundError:
        return "(not installed)"


CHOICES: dict[str, tuple[str, ...]] = {
    "payload_json": ("preserve", "canonical"),
    "nonfinite": ("dead", "keep"),
    "dead_letter_payload": ("none", "original"),
}

LEAST = {"decode_depth": 1, "max_depth": 1, "max_record_bytes": 1, "max_leaf_chars": 1}

MOST = {"decode_depth": 16, "max_depth": 200}

LISTS = ("content_paths", "payload_paths", "labels", "without_labels", "exclude")
SETTINGS = tuple(field.name for field in dataclasses.fields(Policy))


def read_policy(path: str | Path, overrides: Mapping[str, Any] | None = None) -> Policy:
    """The policy of a YAML file, with settings of the command line on top.

    Lists (paths, exclusions) of both are joined; any other setting in `overrides` replaces the file's.

    Raises:
        PolicyError: the file cannot be read or a setting in it is unknown or wrong; names file and line.
    """
    place = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"{place}: cannot be read ({type(error).__name__})") from None
    return make_policy({**_settings_of(text, place)}, overrides or {}, place)


def make_policy(settings: Mapping[str, Any], overrides: Mapping[str, Any], place: str = "policy") -> Policy:
    """A policy of plain settings; see `read_policy` for how the two are joined."""
    joined = dict(settings)
    for name, value in overrides.items():
        joined[name] = tuple(joined.get(name, ())) + tuple(value) if name in LISTS else value
    try:
        return Policy(**joined)
    except PolicyError as error:
        raise PolicyError(f"{place}: {error}" if settings and not _is_valid(settings) else str(error)) from None


def _is_valid(settings: Mapping[str, Any]) -> bool:
    """Whether a file's settings are right by themselves, so that what is wrong is the command line's."""
    try:
        Policy(**settings)
    except PolicyError:
        return False
    return True


def _settings_of(text: str, place: str) -> dict[str, Any]:
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        loader = yaml.SafeLoader(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        raise PolicyError(f"{place}{line}: not YAML") from None
    if root is None:
        return {}
    if not isinstance(root, yaml.MappingNode):
        raise PolicyError(f"{place}: a policy is a mapping of settings")
    settings: dict[str, Any] = {}
    for key_node, value_node in root.value:
        line = f"{place}:{key_node.start_mark.line + 1}"
        name = key_node.value
        if name not in SETTINGS:
            near = difflib.get_close_matches(str(name), SETTINGS, n=1)
            hint = f"; is {near[0]} meant?" if near else f"; known are {', '.join(SETTINGS)}"
            raise PolicyError(f"{line}: unknown setting {name!r}{hint}")
        if name in settings:
            raise PolicyError(f"{line}: {name} is set twice")
        try:
            value = loader.construct_object(value_node, deep=True)
        except yaml.YAMLError:
            raise PolicyError(f"{line}: {name} cannot be read") from None
        settings[name] = _typed(name, value, line)
    return settings


def _typed(name: str, value: Any, line: str) -> Any:
    if name in LISTS:
        if not isinstance(value, list):
            raise PolicyError(f"{line}: {name} is a list")
        return tuple(_path_spec(name, item, line) for item in value)
    if name == "replacement" and isinstance(value, dict):
        kinds = [(label, kind) for label, kind in value.items() if label != "default"]
        return ",".join([str(value.get("default", "mask")), *(f"{label}={kind}" for label, kind in kinds)])
    wanted = _TYPES[name]
    is_flag = isinstance(value, bool)
    if not isinstance(value, wanted) or (is_flag and bool not in wanted):
        names = " or ".join("nothing" if kind is type(None) else _WORDS[kind] for kind in wanted)
        raise PolicyError(f"{line}: {name} is {names}")
    return value


def _path_spec(name: str, item: Any, line: str) -> PathSpec:
    if isinstance(item, str):
        return item
    segments = isinstance(item, list) and all(
        isinstance(part, str | int) and not isinstance(part, bool) for part in item
    )
    if name == "exclude" or not segments:
        raise PolicyError(
            f"{line}: an item of {name} is text" + ("" if name == "exclude" else " or a list of segments")
        )
    return tuple(item)


_WORDS: dict[type, str] = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
_TYPES: dict[str, tuple[type, ...]] = {
    "payload_defaults": (bool,),
    "redactor": (str,),
    "replacement": (str,),
    "key_env": (str, type(None)),
    "key_file": (str, type(None)),
    "payload_json": (str,),
    "decode_depth": (int,),
    "max_depth": (int,),
    "max_record_bytes": (int,),
    "max_leaf_chars": (int, type(None)),
    "nonfinite": (str,),
    "strict": (bool,),
    "dead_letter_payload": (str,),
    "max_dead_letter_rate": (int, float),
}
