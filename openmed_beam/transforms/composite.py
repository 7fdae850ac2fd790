"""What the package's composite transforms share: labels that do not collide, and Beam's spelling for dead letters."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from typing import Protocol, Self

import apache_beam as beam
from apache_beam.pvalue import PCollection

_instances: defaultdict[str, Iterator[int]] = defaultdict(lambda: itertools.count(1))


class ErrorHandler(Protocol):
    """What is used of `apache_beam.transforms.error_handling.ErrorHandler`."""

    def add_error_pcollection(self, pcoll: PCollection) -> None:
        """Take one collection of dead letters."""
        ...


class Composite(beam.PTransform):  # type: ignore[misc]
    """Base of the composites.

    Two of one kind stand in one pipeline without hand-made labels: the second made in a process is called `Name_2`,
    and so on. Give a label (`"Redact" >> RedactToolCalls(...)`) where a name must be the same in every process, as for
    updating a streaming job.
    """

    def __init__(self, label: str | None = None) -> None:
        name = type(self).__name__
        number = next(_instances[name])
        super().__init__(label or (name if number == 1 else f"{name}_{number}"))
        self._error_handler: ErrorHandler | None = None

    def with_error_handler(self, handler: ErrorHandler | None) -> Self:
        """Hand the dead letters to a Beam error handler as well; None hands them to nobody. Gives the transform."""
        self._error_handler = handler
        return self

    def _hand_over(self, dead_letters: PCollection) -> None:
        if self._error_handler is not None:
            self._error_handler.add_error_pcollection(dead_letters)
