"""From the word on the command line to a redactor: `rules`, `rules+names`, `openmed`, `presidio`, `MODULE:ATTR`."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.redactors.rule_redactor import RuleRedactor

#: name -> module and class; imported on use.
BUILT_IN = {
    "names": ("openmed_beam.redactors.names", "NamesRedactor"),
    "openmed": ("openmed_beam.redactors.openmed", "OpenMedRedactor"),
    "presidio": ("openmed_beam.redactors.presidio", "PresidioRedactor"),
    "spacy": ("openmed_beam.redactors.spacy", "SpacyRedactor"),
}


def load(spec: str = "rules", **settings: Any) -> Any:
    """A redactor from its specification.

    Args:
        spec: `rules`, `names`, `openmed`, `presidio`, `spacy`, `MODULE:ATTR`, or several joined by `+`.
        settings: arguments of the redactors (`replacement`, `key_env`, `key_file`, `labels`, ...).

    Raises:
        PolicyError: an unknown word, a module or attribute that is not there, an extra that is not installed.
    """
    parts = [part.strip() for part in spec.split("+")]
    if len(parts) > 1:
        from openmed_beam.redactors.chain import ChainRedactor

        own = _accepted(RuleRedactor, settings)
        return ChainRedactor([_one(part, own if part == "rules" else settings) for part in parts], spec=spec)
    return _one(parts[0], settings)


def _one(word: str, settings: Mapping[str, Any]) -> Any:
    if word == "rules":
        return RuleRedactor(**settings)
    if word in BUILT_IN:
        module, attribute = BUILT_IN[word]
        kind = getattr(importlib.import_module(module), attribute)
        return kind(**_accepted(kind, settings))
    module, colon, attribute = word.partition(":")
    if not colon or not module or not attribute:
        raise PolicyError(f"redactor {word!r} is none of rules, {', '.join(BUILT_IN)} and no MODULE:ATTR")
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
        return loaded(**_accepted(loaded, settings))
    except PolicyError:
        raise
    except (Exception, SystemExit) as error:
        raise PolicyError(f"redactor {word!r} cannot be made: {type(error).__name__}") from None


def _accepted(kind: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Those settings that a redactor's class takes."""
    try:
        known = inspect.signature(kind).parameters
    except (TypeError, ValueError):
        return {}
    if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in known.values()):
        return dict(settings)
    return {name: value for name, value in settings.items() if name in known}
