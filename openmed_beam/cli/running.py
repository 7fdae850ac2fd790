"""Running a pipeline from the command line: its failures turned into one line without a value."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import apache_beam as beam

from openmed_beam.cli.beam_options import BeamOptions
from openmed_beam.errors import CorpusError, OpenMedBeamError

#: Our own errors as they stand in the text of the exception that a runner raises.
_OURS = re.compile(r"openmed_beam\.errors\.(?:CorpusError|PolicyError|OpenMedBeamError): ([^\n]*)")
_SYSTEM = re.compile(
    r"\b(OSError|PermissionError|FileNotFoundError|NotADirectoryError|IsADirectoryError): \[Errno \d+\] ([A-Za-z ]+)"
)
_STEP = re.compile(r" \[while running '[^']*'\]")
_EXCEPTION = re.compile(r"^([A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit))\b", re.MULTILINE)


def run_pipeline(build: Callable[[Any], Any], options: BeamOptions, workers: int) -> Any:
    """Build and run a pipeline; gives the runner's result.

    Raises:
        CorpusError: the pipeline stopped; the message says why without any text of a record.
    """
    failure: CorpusError
    try:
        pipeline = beam.Pipeline(runner=options.runner(workers), options=options.pipeline_options(workers))
        build(pipeline)
        result = pipeline.run()
        result.wait_until_finish()
        return result
    except OpenMedBeamError:
        raise
    except Exception as error:
        failure = CorpusError(f"{reason_of(error)}; --resume continues the run")
    finally:
        sys.stdout.flush()
    raise failure


def reason_of(error: BaseException) -> str:
    """Why a pipeline stopped, in words that hold nothing of a record."""
    text = _STEP.sub("", f"{type(error).__name__}: {error}")
    if ours := _OURS.findall(text):
        return str(ours[-1]).strip()
    if system := _SYSTEM.findall(text):
        return f"the pipeline stopped: {system[-1][1].strip().lower()}"
    names = [name.rpartition(".")[2] for name in _EXCEPTION.findall(text)]
    return f"the pipeline stopped ({names[-1] if names else type(error).__name__})"
