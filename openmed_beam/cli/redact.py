"""`openmed-beam redact INPUT... --output DIR`: the main job."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from openmed_beam.cli import forked_workers
from openmed_beam.cli.arguments import (
    OneLineParser,
    UsageError,
    add_policy_arguments,
    at_least_one,
    policy_of,
    require_content_path,
)
from openmed_beam.cli.beam_options import BeamOptions, split_beam_options
from openmed_beam.cli.progress import progress
from openmed_beam.cli.running import run_pipeline
from openmed_beam.cli.stream import looked_at
from openmed_beam.corpus import STDIN, CorpusPlan, RunDirectory, RunStart, plan
from openmed_beam.policy import Policy
from openmed_beam.redactors import load
from openmed_beam.report.terminal import render_report, warning_of
from openmed_beam.transforms.redact import RedactToolCalls, redactor_of, set_up
from openmed_beam.transforms.road import REPORT, RedactCorpus, RunSettings, files_of_a_run
from openmed_beam.transforms.verify import VerifyFidelity

#: Input bytes that keep a worker process busy for longer than it takes to start, forked or as a new Python.
BYTES_A_FORKED_WORKER, BYTES_A_WORKER = 16 * 1024 * 1024, 48 * 1024 * 1024


def parser() -> OneLineParser:
    """The options of the command."""
    made = OneLineParser(
        prog="openmed-beam redact",
        description="Redact traces, verify that nothing else changed, write them with a report.",
        epilog="Beam's pipeline options (--runner, --flink_master, ...) are passed through.",
    )
    made.add_argument("inputs", nargs="+", metavar="INPUT", help="files, globs, folders; or - (stdin to stdout)")
    made.add_argument("--output", metavar="DIR", required=True, help="where traces, dead letters and report go")
    add_policy_arguments(made)
    made.add_argument("--allow-unmatched", action="store_true", help="accept paths and inputs without any match")
    made.add_argument(
        "--workers", type=at_least_one, metavar="N", help="worker processes, or slots of an engine (by size)"
    )
    made.add_argument("--resume", action="store_true", help="continue a run that was stopped")
    made.add_argument("--overwrite", action="store_true", help="replace an earlier run in DIR")
    made.add_argument("--quiet", action="store_true", help="print nothing but errors")
    made.others = ("--runner",)
    return made


def run(words: Sequence[str]) -> int:
    """Run the command; gives the exit status."""
    options = parser()
    beam = split_beam_options(words, options._option_string_actions)
    arguments = options.parse_intermixed_args(beam.rest)
    policy = policy_of(arguments)
    require_content_path(policy, "redact")
    streams = arguments.inputs == [STDIN]
    if streams:
        _check_stream(beam, arguments, policy)
    several = beam.is_local and not streams and (arguments.workers or _machine()) > 1
    with forked_workers.nursery(partial(_warm_up, policy.redactor) if several else None):
        return _redact(beam, arguments, policy)


def _warm_up(redactor: str) -> None:
    """What can be had before a fork: the rules, compiled; anything else may start threads."""
    if "rules" in redactor.split("+"):
        load("rules")("")


def _redact(beam: BeamOptions, arguments: argparse.Namespace, policy: Policy) -> int:
    streams = arguments.inputs == [STDIN]
    _check_start(policy)
    corpus = plan(
        arguments.inputs,
        exclude=policy.exclude,
        workers=arguments.workers or beam.workers() or _machine(),
        output=arguments.output,
    )
    directory = RunDirectory(arguments.output)
    with directory.alone():
        start = directory.begin(
            corpus,
            policy.digest(),
            resume=arguments.resume,
            overwrite=arguments.overwrite,
            settings=policy.describe(),
            others=files_of_a_run(corpus),
        )
    if start.status is None:
        with directory.alone():
            _run(beam, arguments, policy, start, directory)
    report = json.loads(_read(directory.place(REPORT)))
    if not arguments.quiet:
        if start.status is not None:
            print("this run was done before: nothing is left to do\n", file=sys.stderr if streams else sys.stdout)
        print(render_report(report, arguments.output), file=sys.stderr if streams else sys.stdout)
    elif report["why"]:
        print(
            f"openmed-beam: {warning_of(report) or report['why'][0]}; see {arguments.output}/{REPORT}", file=sys.stderr
        )
    status: int = report["status"]
    return status


def _check_stream(beam: BeamOptions, arguments: argparse.Namespace, policy: Policy) -> None:
    """A stream is read once, by this process.

    Raises:
        UsageError: an option asks for something else.
    """
    if not beam.is_local or arguments.workers not in (None, 1):
        raise UsageError("the INPUT - is read by this process alone: no --runner and no --workers")
    if arguments.resume:
        raise UsageError("the INPUT - cannot be read again: give --overwrite instead of --resume")
    if sys.__stdout__ is None:
        raise UsageError("the traces of the INPUT - go to standard output, which is closed")
    if sys.stdin is not None:
        sys.stdin = looked_at(sys.stdin.buffer, policy.content_paths)


def _check_start(policy: Policy) -> None:
    """Build redactor and verifier once before anything is written, so that what cannot work is said at once."""
    set_up(redactor_of(policy), keep=False)
    RedactToolCalls.from_policy(policy)
    VerifyFidelity.from_policy(policy)


def _run(
    beam: BeamOptions, arguments: argparse.Namespace, policy: Policy, start: RunStart, directory: RunDirectory
) -> None:
    workers = arguments.workers or beam.workers() or workers_for(start.plan)
    settings = RunSettings(directory.directory, policy, arguments.allow_unmatched)
    again = "--overwrite runs it again" if arguments.inputs == [STDIN] else "--resume continues the run"
    corpus = RedactCorpus(start, settings, workers=workers)
    shows = beam.is_local and not arguments.quiet and arguments.inputs != [STDIN]
    with progress(directory.directory, len(start.plan.ranges), wanted=shows):
        run_pipeline(lambda root: root | "RedactCorpus" >> corpus, beam, workers, again)


def workers_for(corpus: CorpusPlan) -> int:
    """Worker processes that a corpus is worth on this machine."""
    size = sum(max(0, file.size) for file in corpus.files)
    enough = BYTES_A_FORKED_WORKER if forked_workers.is_open() else BYTES_A_WORKER
    return max(1, min(_machine(), size // enough))


def _machine() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _read(place: str) -> Any:
    from openmed_beam.corpus import storage

    return storage.read_whole(place)
