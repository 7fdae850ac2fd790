"""The one exception family of the package. Messages name places and remedies, never a value of a record."""

from __future__ import annotations


class OpenMedBeamError(Exception):
    """Base of every error that openmed_beam raises on purpose; its message is safe to print."""


class PolicyError(OpenMedBeamError, ValueError):
    """A setting (path, option, policy file) cannot be used; the message says which, where and how to mend it."""


class CorpusError(OpenMedBeamError):
    """An input or output place cannot be used; the message names the place, never what a record holds."""
