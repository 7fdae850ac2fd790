"""Trace files: what there is, what it is, its records with their places, and files written back whole.

The file side of the road, without Beam: `plan` makes descriptors, `read_range` turns one into frames, `PartWriter`
turns frames into a part, `finalise_file` parts into the file, `RunDirectory` keeps the rules of the output directory.
"""

from __future__ import annotations

from openmed_beam.corpus.batches import RecordBatch
from openmed_beam.corpus.fetching import Place, fetch_records
from openmed_beam.corpus.finalising import finalise_file, join_lines
from openmed_beam.corpus.framing import begin_frame, end_frame, with_summary
from openmed_beam.corpus.model import (
    DEFAULT_MAX_RECORD_BYTES,
    STDIN,
    CorpusPlan,
    FileOutcome,
    InputFile,
    PartDescription,
    RangeDescriptor,
    Skipped,
)
from openmed_beam.corpus.planning import plan
from openmed_beam.corpus.reading import read_batches, read_range
from openmed_beam.corpus.run_directory import RunDirectory, RunStart
from openmed_beam.corpus.writing import LinePartWriter, PartWriter, StreamWriter

__all__ = [
    "DEFAULT_MAX_RECORD_BYTES",
    "STDIN",
    "CorpusPlan",
    "FileOutcome",
    "InputFile",
    "LinePartWriter",
    "PartDescription",
    "PartWriter",
    "Place",
    "RangeDescriptor",
    "RecordBatch",
    "RunDirectory",
    "RunStart",
    "Skipped",
    "StreamWriter",
    "begin_frame",
    "end_frame",
    "fetch_records",
    "finalise_file",
    "join_lines",
    "plan",
    "read_batches",
    "read_range",
    "with_summary",
]
