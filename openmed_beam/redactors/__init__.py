"""Redactors: text in, text out. The rule detector, names with a model, adapters, chains, replacement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.loading import load
from openmed_beam.redactors.replacement import Replacement

if TYPE_CHECKING:
    from openmed_beam.redactors.rule_redactor import RuleRedactor

_DEFAULT: list[RuleRedactor] = []


def find(text: str, key: str | None = None) -> list[Finding]:
    """The findings of one text by the default rules.

    Args:
        text: any text.
        key: the object key that it stands under, where there is one.

    Returns:
        Findings in text order without overlaps, in code points.
    """
    if not _DEFAULT:
        _DEFAULT.append(load("rules"))
    return _DEFAULT[0].find(text, key)


def __getattr__(name: str) -> Any:
    """The rules are imported on first use: other redactors can do without, and they take a while."""
    if name != "RuleRedactor":
        raise AttributeError(f"module 'openmed_beam.redactors' has no attribute {name!r}")
    from openmed_beam.redactors.rule_redactor import RuleRedactor

    globals()[name] = RuleRedactor
    return RuleRedactor


__all__ = ["Finding", "Replacement", "RuleRedactor", "find", "load"]
