"""Beam metrics from tallies: counters are made once and updated once a bundle, so that an element costs nothing.

Names are those of `report.tally`, in namespace `openmed_beam`; no name comes from data.
"""

from __future__ import annotations

from functools import cache

from apache_beam.metrics import Metrics
from apache_beam.metrics.metric import MetricResults

from openmed_beam.report.tally import Tally

NAMESPACE = "openmed_beam"


@cache
def counter(name: str) -> Metrics.DelegatingCounter:
    """The counter of that name."""
    return Metrics.counter(NAMESPACE, name)


@cache
def distribution(name: str) -> Metrics.DelegatingDistribution:
    """The distribution of that name."""
    return Metrics.distribution(NAMESPACE, name)


def publish(tally: Tally) -> None:
    """Add a bundle's counts to the counters."""
    for name, count in tally.counters.items():
        counter(name).inc(count)


def counters_of(result: MetricResults) -> dict[str, int]:
    """The package's counters of a finished pipeline by name, added up over steps.

    A runner may report a value as committed, as attempted, or as both: committed counts, else attempted, never both.
    """
    totals: dict[str, int] = {}
    for metric in result.query()["counters"]:
        if metric.key.metric.namespace != NAMESPACE:
            continue
        value = metric.committed if metric.committed is not None else metric.attempted
        name = metric.key.metric.name
        totals[name] = totals.get(name, 0) + int(value or 0)
    return totals
