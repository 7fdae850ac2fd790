"""`SummarizeReports`: the reports of all bundles as one value-free summary."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import apache_beam as beam
from apache_beam import typehints
from apache_beam.pvalue import PCollection

from openmed_beam.report.run_report import summary_of
from openmed_beam.report.tally import Report
from openmed_beam.transforms.coders import JSON_OBJECT
from openmed_beam.transforms.composite import Composite
from openmed_beam.transforms.stage import in_global_window


@typehints.with_input_types(Report)
@typehints.with_output_types(JSON_OBJECT)
class SummarizeReports(Composite):
    """Add up `Report`s; gives one dict (one a window) with `totals`, `path_matches`, `inputs` and tables by safe path.

    Collections of several transforms are flattened first: `(a.reports, b.reports) | beam.Flatten()`.
    """

    def expand(self, reports: PCollection) -> PCollection:
        combine = beam.CombineGlobally(MergeReports())
        if not in_global_window(reports):
            combine = combine.without_defaults()
        return reports | "Merge" >> combine | "Summary" >> beam.Map(summary_of).with_output_types(JSON_OBJECT)


class MergeReports(beam.CombineFn):  # type: ignore[misc]
    """Adds reports up in any order."""

    def create_accumulator(self) -> Report:
        return Report()

    def add_input(self, accumulator: Report, report: Report) -> Report:
        return accumulator.merge(report)

    def merge_accumulators(self, accumulators: Iterable[Report]) -> Report:
        merged = Report()
        for accumulator in accumulators:
            merged.merge(accumulator)
        return merged

    def extract_output(self, accumulator: Report) -> Report:
        return accumulator

    def default_label(self) -> str:
        return "MergeReports"

    def get_accumulator_coder(self) -> Any:
        from openmed_beam.transforms.coders import ReportCoder

        return ReportCoder()
