"""Running a pipeline from the command line: its failures turned into one line without a value."""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
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


def run_pipeline(
    build: Callable[[Any], Any], options: BeamOptions, workers: int, again: str = "--resume continues the run"
) -> Any:
    """Build and run a pipeline; gives the runner's result.

    Args:
        build: lays the pipeline on its root.
        options: runner and options of Beam.
        workers: how many.
        again: how a run that stopped is continued, in words.

    Raises:
        CorpusError: the pipeline stopped; the message says why without any text of a record.
    """
    failure: CorpusError
    name, is_under_way = options.given.get("runner"), options.is_local
    # Threads of Beam and gRPC print a traceback when an engine or a worker hangs up; on an interrupt all of them do.
    threading.excepthook = lambda _: None
    try:
        if options.is_engine:
            _prepare_for_engine()
        pipeline = beam.Pipeline(runner=options.runner(workers), options=options.pipeline_options(workers))
        is_under_way = not options.is_engine
        build(pipeline)
        result = pipeline.run()
        is_under_way = True
        result.wait_until_finish()
        return result
    except OpenMedBeamError:
        raise
    except Exception as error:
        if _is_interrupt(error):
            raise KeyboardInterrupt from None
        reason = reason_of(error) if is_under_way else f"--runner {name} could not be started: {_in_one_line(error)}"
        failure = CorpusError(f"{reason}; {again}")
    finally:
        sys.stdout.flush()
    raise failure


def _prepare_for_engine() -> None:
    """Make Beam's way of starting workers fit, and its end as quiet as everything else here.

    A worker process that Beam starts beside us is plain `python`: the one that runs this must come first. When the
    interpreter ends Beam warns that it stops the engine.
    """
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    logging.getLogger("apache_beam.utils.subprocess_server").setLevel(logging.CRITICAL)


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether Beam made an error of its own out of the user's interrupt."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _in_one_line(error: Exception) -> str:
    """What Beam says about an engine before it has seen a record."""
    text = " ".join(str(error).split()) or f"{type(error).__name__}, nothing answers there"
    return text if len(text) <= 400 else f"{text[:400]}..."


def reason_of(error: BaseException) -> str:
    """Why a pipeline stopped, in words that hold nothing of a record."""
    text = _STEP.sub("", f"{type(error).__name__}: {error}")
    if ours := _OURS.findall(text):
        return str(ours[-1]).strip()
    if system := _SYSTEM.findall(text):
        return f"the pipeline stopped: {system[-1][1].strip().lower()}"
    names = [name.rpartition(".")[2] for name in _EXCEPTION.findall(text)]
    return f"the pipeline stopped ({names[-1] if names else type(error).__name__})"
