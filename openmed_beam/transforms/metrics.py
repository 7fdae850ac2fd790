"""Beam metrics from tallies: counters are made once and updated once a bundle, so that an element costs nothing.

Names are those of `report.tally`, in namespace `openmed_beam`; no name comes from data.
"""

from __future__ import annotations

from functools import cache

from apache_beam.metrics import Metrics
from apache_beam.metrics.cells import DistributionCell
from apache_beam.metrics.execution import MetricsEnvironment, _TypedMetricName
from apache_beam.metrics.metric import MetricResults
from apache_beam.metrics.metricbase import MetricName

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
    """Add a bundle's counts to counters and distributions."""
    for name, count in tally.counters.items():
        counter(name).inc(count)
    for name, four in tally.distributions.items():
        _publish_distribution(name, *four)


def _publish_distribution(name: str, count: int, total: int, least: int, most: int) -> None:
    """Add many values to a distribution knowing only their count, sum, least and most.

    Beam takes one value at a time and keeps the same four numbers, so any values with these four do: the least, the
    most, and for the rest their mean, rounded down or up. Beam's cells double by combining with themselves, which
    makes a million values twenty steps.
    """
    update = distribution(name).update
    update(least)
    if count == 1:
        return
    update(most)
    rest = count - 2
    if not rest:
        return
    mean, larger = divmod(total - least - most, rest)
    known_as = _TypedMetricName(DistributionCell, MetricName(NAMESPACE, name))
    for value, times in ((mean, rest - larger), (mean + 1, larger)):
        if times:
            container = MetricsEnvironment.current_container()
            container.metrics[known_as] = container.get_metric_cell(known_as).combine(_cell_of(value, times))


def _cell_of(value: int, times: int) -> DistributionCell:
    """A cell that has seen one value so many times."""
    power, whole = DistributionCell(), DistributionCell()
    power.update(value)
    while times:
        if times & 1:
            whole = whole.combine(power)
        power = power.combine(power)
        times >>= 1
    return whole


def distributions_of(result: MetricResults) -> dict[str, dict[str, int]]:
    """The package's distributions of a finished pipeline by name: count, sum, min and max over all steps."""
    totals: dict[str, dict[str, int]] = {}
    for metric in result.query()["distributions"]:
        if metric.key.metric.namespace != NAMESPACE:
            continue
        value = metric.committed if metric.committed is not None else metric.attempted
        if value is None or not value.count:
            continue
        four = totals.setdefault(
            metric.key.metric.name, {"count": 0, "sum": 0, "min": int(value.min), "max": int(value.max)}
        )
        four["count"] += int(value.count)
        four["sum"] += int(value.sum)
        four["min"] = min(four["min"], int(value.min))
        four["max"] = max(four["max"], int(value.max))
    return totals


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
