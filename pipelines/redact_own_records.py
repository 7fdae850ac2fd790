"""Redact traces between a source and a sink of your own; dead letters go to a Beam error handler.

    python pipelines/redact_own_records.py INPUT.jsonl OUTPUT_PREFIX --content-path messages.*.content [Beam's options]

Beam's text source and sink stand for yours here (a queue, a table); with trace files, ReadTraces and WriteTraces are
several times as fast and keep order and names.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import apache_beam as beam
from apache_beam.coders import BytesCoder
from apache_beam.options.pipeline_options import PipelineOptions
from apache_beam.runners.portability.fn_api_runner import FnApiRunner
from apache_beam.transforms.error_handling import ErrorHandler

from openmed_beam import DeadLetter, RedactToolCalls, VerifyFidelity
from openmed_beam.transforms.dead_letter import dead_letter_line


class WriteLetters(beam.PTransform):  # type: ignore[misc]
    """The consumer of the error handler: one line of JSON a dead letter."""

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def expand(self, letters: beam.PCollection) -> beam.PCollection:
        return (
            letters
            | beam.Map(_line).with_output_types(bytes)
            | beam.io.WriteToText(self._prefix, file_name_suffix=".jsonl", coder=BytesCoder())
        )


def _line(letter: DeadLetter) -> bytes:
    return dead_letter_line(letter)


def run(arguments: Sequence[str] | None = None) -> None:
    """Build and run the pipeline."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--content-path", action="append", required=True)
    known, beam_arguments = parser.parse_known_args(arguments)
    runner = FnApiRunner() if not any(word.startswith("--runner") for word in beam_arguments) else None
    settings = {"content_paths": known.content_path}

    with (
        beam.Pipeline(runner=runner, options=PipelineOptions(beam_arguments)) as pipeline,
        ErrorHandler(WriteLetters(f"{known.output}-dead-letters")) as handler,
    ):
        lines = pipeline | beam.io.ReadFromText(known.input, coder=BytesCoder())
        redacted = lines | RedactToolCalls(**settings).with_error_handler(handler)
        verified = redacted.pairs | VerifyFidelity(**settings).with_error_handler(handler)
        (
            verified.passed
            | "Payload" >> beam.Map(lambda record: record.payload).with_output_types(bytes)
            | beam.io.WriteToText(known.output, file_name_suffix=".jsonl", coder=BytesCoder())
        )


if __name__ == "__main__":
    run(sys.argv[1:])
