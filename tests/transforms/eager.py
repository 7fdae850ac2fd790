"""Run a transform on a list and get plain lists back, so that a test reads as input -> output."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

import apache_beam as beam
from apache_beam.runners.portability.fn_api_runner import FnApiRunner

_kept: dict[int, dict[str, list[Any]]] = {}
_lock = threading.Lock()


class _Keep(beam.DoFn):
    def __init__(self, run: int, name: str) -> None:
        self._run, self._name = run, name

    def process(self, element: Any) -> None:
        with _lock:
            _kept[self._run].setdefault(self._name, []).append(element)


def collect(build: Callable[[Any], Any], *, across_a_break: bool = True) -> tuple[dict[str, list[Any]], Any]:
    """Build a pipeline, run it in process; gives the elements of every output by name, and the runner's result.

    `build` is given the pipeline and gives a PCollection or a NamedTuple of them. With `across_a_break` every element
    passes through its coder.
    """
    run = len(_kept)
    _kept[run] = {}
    pipeline = beam.Pipeline(runner=FnApiRunner())
    outputs = build(pipeline)
    named = outputs._asdict() if hasattr(outputs, "_asdict") else {"output": outputs}
    for name, collection in named.items():
        if across_a_break:
            collection = collection | f"Break {name}" >> beam.Reshuffle()
        collection | f"Keep {name}" >> beam.ParDo(_Keep(run, name))
    result = pipeline.run()
    result.wait_until_finish()
    return {name: _kept[run].get(name, []) for name in named}, result


def given(items: Iterable[Any], element_type: Any = None) -> beam.PTransform:
    """Elements in the order given, in one bundle; they meet no coder that is not declared."""
    fixed = list(items)
    made = beam.FlatMap(lambda _: fixed)
    if element_type is not None:
        made = made.with_output_types(element_type)
    return _Given(made)


class _Given(beam.PTransform):
    def __init__(self, made: Any) -> None:
        super().__init__()
        self._made = made

    def expand(self, pipeline: Any) -> Any:
        return pipeline | "One" >> beam.Create([None]) | "Items" >> self._made
