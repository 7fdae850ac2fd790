"""Redactors: text in, text out. The rule detector, names with a model, adapters, chains, replacement."""

from __future__ import annotations

from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.loading import load
from openmed_beam.redactors.replacement import Replacement
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
        _DEFAULT.append(RuleRedactor())
    return _DEFAULT[0].find(text, key)


__all__ = ["Finding", "Replacement", "RuleRedactor", "find", "load"]
