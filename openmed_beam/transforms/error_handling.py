"""Beam's own spelling for dead letters: `transform.with_error_handler(handler)`."""

from __future__ import annotations

from typing import Protocol, Self

from apache_beam.pvalue import PCollection


class ErrorHandler(Protocol):
    """What is used of `apache_beam.transforms.error_handling.ErrorHandler`."""

    def add_error_pcollection(self, pcoll: PCollection) -> None:
        """Take one collection of dead letters."""


class WithErrorHandler:
    """Mixin of transforms with dead letters."""

    _error_handler: ErrorHandler | None = None

    def with_error_handler(self, handler: ErrorHandler | None) -> Self:
        """Hand the dead letters to a Beam error handler as well; None hands them to nobody. Gives the transform."""
        self._error_handler = handler
        return self

    def _hand_over(self, dead_letters: PCollection) -> None:
        if self._error_handler is not None:
            self._error_handler.add_error_pcollection(dead_letters)
