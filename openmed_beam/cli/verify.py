"""`openmed-beam verify BEFORE AFTER`: whether two corpora, made by any tool, differ in content alone."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence

from openmed_beam.cli.arguments import OneLineParser, add_policy_arguments, policy_of, require_content_path
from openmed_beam.cli.comparing import Comparison, DeadPlaces
from openmed_beam.corpus import CorpusPlan, RunDirectory, plan
from openmed_beam.corpus.model import DEAD_LETTERS, TRACES
from openmed_beam.errors import CorpusError
from openmed_beam.policy import Policy
from openmed_beam.report.run_report import path_text
from openmed_beam.report.terminal import table

#: Settings of a policy that mean something to `verify`.
SETTINGS = (
    "content_paths",
    "payload_paths",
    "payload_defaults",
    "decode_depth",
    "max_depth",
    "max_record_bytes",
    "nonfinite",
    "exclude",
)


def parser() -> OneLineParser:
    """The options of the command."""
    made = OneLineParser(
        prog="openmed-beam verify", description="Check that two corpora differ in strings at content paths alone."
    )
    made.add_argument("before", metavar="BEFORE", help="file, glob or folder")
    made.add_argument("after", metavar="AFTER", help="file, glob or folder; or the DIR of a run")
    made.add_argument("--key", metavar="PATH", help="pair records by the value at PATH instead of line by line")
    add_policy_arguments(made, SETTINGS)
    made.add_argument("--allow-unmatched", action="store_true", help="accept paths and inputs without any match")
    made.add_argument("--quiet", action="store_true", help="print nothing but errors")
    return made


def run(words: Sequence[str]) -> int:
    """Run the command; gives the exit status."""
    arguments = parser().parse_intermixed_args(list(words))
    policy = policy_of(arguments)
    require_content_path(policy, "verify")
    comparison = Comparison(policy)
    before = plan([arguments.before], exclude=policy.exclude)
    after, dead = _after(arguments.after, policy)
    if arguments.key is None:
        comparison.by_line(before, after, dead)
    else:
        comparison.by_key(before, after, dead, arguments.key)
    why = _why(comparison, policy, before, after, arguments.allow_unmatched)
    if not arguments.quiet:
        print("\n".join(_lines(comparison, why)))
    return 3 if why else 0


def _after(place: str, policy: Policy) -> tuple[CorpusPlan, DeadPlaces]:
    """What to compare with, and the places of the records that a run dead-lettered."""
    if not os.path.isdir(place) or RunDirectory(place).condition() not in ("marked", "running", "finished"):
        return plan([place], exclude=policy.exclude), {}
    run_directory = RunDirectory(place)
    if run_directory.condition() != "finished":
        raise CorpusError(f"AFTER {place} holds a run that is not finished: continue it with redact --resume")
    dead: DeadPlaces = {}
    folder = run_directory.place(DEAD_LETTERS)
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        with open(os.path.join(folder, name), encoding="ascii") as lines:
            for line in lines:
                letter = json.loads(line)
                if letter["length"]:
                    dead.setdefault(letter["source"], set()).add((letter["offset"], letter.get("index")))
    traces = run_directory.place(TRACES)
    if not os.path.isdir(traces):
        return CorpusPlan((), ()), dead
    return plan([traces], exclude=policy.exclude), dead


def _why(
    comparison: Comparison, policy: Policy, before: CorpusPlan, after: CorpusPlan, allow_unmatched: bool
) -> list[str]:
    why = [f"{comparison.failed} records failed"] if comparison.failed else []
    why += comparison.faults
    for side, corpus in (("before", before), ("after", after)):
        why += [f"{side} {item.source}: not looked at ({item.reason})" for item in corpus.skipped]
    if not allow_unmatched:
        matched = zip(policy.content_paths, comparison.matches)
        why += [f"path matched nothing: {path_text(path)}" for path, count in matched if not count]
        why += [f"no configured path matched in any record of {source}" for source in comparison.unmatched]
    return why


def _lines(comparison: Comparison, why: list[str]) -> list[str]:
    lines = [f"{comparison.compared} records compared, {comparison.passed} passed, {comparison.failed} failed"]
    if comparison.left_out:
        lines[0] += f"; {comparison.left_out} left out, which the run dead-lettered"
    rows = [
        (failure.place, path, code + (f" ({failure.note})" if failure.note else ""))
        for failure in comparison.failures
        for path, code in failure.issues
    ]
    if rows:
        lines += ["", *table(("record", "path", "code"), rows, most=None)]
        if comparison.failed > len(comparison.failures):
            lines.append(f"... and {comparison.failed - len(comparison.failures)} more records")
        lines += ["", "codes: " + ", ".join(f"{code} {count}" for code, count in sorted(comparison.codes.items()))]
    if why:
        lines += ["", "status 3:", *(f"  {reason}" for reason in why)]
    return lines
