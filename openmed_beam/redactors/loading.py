"""From the word on the command line to a redactor: `rules`, `rules+names`, `openmed`, `presidio`, `MODULE:ATTR`."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from typing import Any

from openmed_beam.errors import PolicyError

#: name -> module and class; imported on use.
BUILT_IN = {
    "rules": ("openmed_beam.redactors.rule_redactor", "RuleRedactor"),
    "names": ("openmed_beam.redactors.names", "NamesRedactor"),
    "openmed": ("openmed_beam.redactors.openmed", "OpenMedRedactor"),
    "presidio": ("openmed_beam.redactors.presidio", "PresidioRedactor"),
    "spacy": ("openmed_beam.redactors.spacy", "SpacyRedactor"),
}


def load(spec: str = "rules", **settings: Any) -> Any:
    """A redactor from its specification.

    Args:
        spec: `rules`, `names`, `openmed`, `presidio`, `spacy`, `MODULE:ATTR`, or several joined by `+`.
        settings: arguments of the redactors (`replacement`, `key_env`, `key_file`, `labels`, ...); in a chain each
            part is given those that it takes.

    Raises:
        PolicyError: an unknown word, a module or attribute that is not there, an extra that is not installed, or a
            setting that no part takes.
    """
    words = [word.strip() for word in spec.split("+")]
    taken: set[str] = set()
    parts = [_one(word, settings, taken) for word in words]
    idle = sorted(
        name for name, value in settings.items() if name not in taken and name not in _KEYS and value not in _UNSET
    )
    if idle:
        raise PolicyError(f"redactor {spec!r} knows nothing of {', '.join(idle)}")
    if len(parts) == 1:
        return parts[0]
    from openmed_beam.redactors.chain import ChainRedactor

    return ChainRedactor(parts, spec=spec)


#: Keys serve dead letters too, so a redactor need not take them.
_KEYS = ("key_env", "key_file")

#: Values of a setting that ask for nothing.
_UNSET: tuple[Any, ...] = (None, "mask", (), [])


def _one(word: str, settings: Mapping[str, Any], taken: set[str]) -> Any:
    if word in BUILT_IN:
        module, attribute = BUILT_IN[word]
        kind = getattr(importlib.import_module(module), attribute)
        return kind(**_accepted(kind, settings, taken))
    module, colon, attribute = word.partition(":")
    if not colon or not module or not attribute:
        raise PolicyError(f"redactor {word!r} is none of {', '.join(BUILT_IN)} and no MODULE:ATTR")
    try:
        found = importlib.import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except (Exception, SystemExit) as error:
        hint = "; is its folder on PYTHONPATH?" if isinstance(error, ImportError) else ""
        raise PolicyError(f"redactor {word!r} cannot be loaded: {type(error).__name__}{hint}") from None
    loaded: Any = found
    if not inspect.isclass(loaded):
        return loaded
    try:
        return loaded(**_accepted(loaded, settings, taken))
    except PolicyError:
        raise
    except (Exception, SystemExit) as error:
        raise PolicyError(f"redactor {word!r} cannot be made: {type(error).__name__}") from None


def _accepted(kind: Any, settings: Mapping[str, Any], taken: set[str]) -> dict[str, Any]:
    """Those settings that a redactor's class takes; noted in `taken`."""
    try:
        known = inspect.signature(kind).parameters
    except (TypeError, ValueError):
        return {}
    any_name = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in known.values())
    declined = getattr(kind, "declines", ())
    accepted = {name: value for name, value in settings.items() if name in known or (any_name and name not in declined)}
    taken.update(accepted)
    return accepted
