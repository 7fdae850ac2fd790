"""Redact trace files with the transforms put together by hand: what `openmed-beam redact` does, open to be changed.

    python pipelines/redact_files.py INPUT... --output DIR --policy configs/sample.yaml [Beam's options]

Writes DIR/traces, DIR/dead_letters and prints the totals.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

import apache_beam as beam
from apache_beam.options.pipeline_options import PipelineOptions
from apache_beam.runners.portability.fn_api_runner import FnApiRunner

from openmed_beam import (
    ReadTraces,
    RedactToolCalls,
    SummarizeReports,
    VerifyFidelity,
    WriteDeadLetters,
    WriteTraces,
    read_policy,
)


def run(arguments: Sequence[str] | None = None) -> None:
    """Build and run the pipeline."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--output", required=True)
    parser.add_argument("--policy", required=True)
    known, beam_arguments = parser.parse_known_args(arguments)
    policy = read_policy(known.policy)
    options = PipelineOptions(beam_arguments)
    # The in-process runner by its class: under the name DirectRunner, Beam looks for a Prism binary on the network.
    runner = FnApiRunner() if not any(word.startswith("--runner") for word in beam_arguments) else None

    with beam.Pipeline(runner=runner, options=options) as pipeline:
        read = ReadTraces(known.inputs, exclude=policy.exclude, layout=True)
        traces = pipeline | read
        redacted = traces.records | RedactToolCalls.from_policy(policy)
        verified = redacted.pairs | VerifyFidelity.from_policy(policy)
        verified.passed | WriteTraces(known.output, plan=read.plan)

        stages = {"Read": traces, "Redact": redacted, "Verify": verified}
        dead_letters = [stage.dead_letters for stage in stages.values()] | "DeadLetters" >> beam.Flatten()
        dead_letters | WriteDeadLetters(known.output)

        reports = [stage.reports for stage in stages.values()] | "Reports" >> beam.Flatten()
        reports | SummarizeReports() | "Show" >> beam.Map(_show)


def _show(summary: dict[str, object]) -> None:
    print(json.dumps(summary["totals"], indent=2))


if __name__ == "__main__":
    run(sys.argv[1:])
