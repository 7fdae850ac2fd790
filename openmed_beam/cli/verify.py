"""`openmed-beam verify BEFORE AFTER`: whether two corpora, made by any tool, differ in content alone."""

from __future__ import annotations

import os
from collections.abc import Sequence

from openmed_beam.cli.arguments import OneLineParser, add_policy_arguments, policy_of, require_content_path
from openmed_beam.cli.comparing import Comparison
from openmed_beam.cli.printed import listed, printable, skipped_reasons
from openmed_beam.cli.run_folder import run_folder
from openmed_beam.corpus import CorpusPlan, plan
from openmed_beam.policy import Policy
from openmed_beam.report.run_report import path_text
from openmed_beam.report.terminal import MOST_ROWS, table

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
    run_of_after = run_folder(arguments.after, "AFTER")
    exclude = policy.exclude if run_of_after is None else (*policy.exclude, *run_of_after.exclude)
    before = plan([arguments.before], exclude=exclude)
    if run_of_after is None:
        after, dead = plan([arguments.after], exclude=exclude), {}
    else:
        comparison.faults += [f"after {change}" for change in run_of_after.changes()]
        has_traces = os.path.isdir(run_of_after.traces)
        after = plan([run_of_after.traces], exclude=exclude) if has_traces else CorpusPlan((), ())
        dead = run_of_after.dead_places()
    if arguments.key is None:
        comparison.by_line(before, after, dead)
    else:
        comparison.by_key(before, after, dead, arguments.key)
    why = _why(comparison, policy, before, after, arguments.allow_unmatched)
    if not arguments.quiet:
        print("\n".join(_lines(comparison, why)))
    return 3 if why else 0


def _why(
    comparison: Comparison, policy: Policy, before: CorpusPlan, after: CorpusPlan, allow_unmatched: bool
) -> list[str]:
    counts = (
        (comparison.failed, "records failed"),
        (comparison.alone, "records without a partner"),
        (comparison.unread, "records cannot be read"),
    )
    why = [f"{count} {what}" for count, what in counts if count]
    why += comparison.faults
    for side, corpus in (("before", before), ("after", after)):
        why += skipped_reasons(corpus.skipped, f"{side} ")
    if not allow_unmatched:
        matched = zip(policy.content_paths, comparison.matches)
        why += [f"path matched nothing: {path_text(path)}" for path, count in matched if not count]
        why += [f"no configured path matched in any record of {source}" for source in comparison.unmatched]
    return why


def _lines(comparison: Comparison, why: list[str]) -> list[str]:
    lines = [f"{comparison.compared} records compared, {comparison.passed} passed, {comparison.failed} failed"]
    for count, what in (
        (comparison.alone, "without a partner"),
        (comparison.unread, "cannot be read"),
        (comparison.left_out, "left out, which the run dead-lettered"),
    ):
        if count:
            lines[0] += f"; {count} {what}"
    contents = comparison.contents.values()
    differing, strings = sum(one.differing for one in contents), sum(one.strings for one in contents)
    lines.append(f"{differing} of {strings} content strings differ")
    unchanged = comparison.unchanged
    if unchanged:
        lines += ["", "no content string differs in:", *listed(unchanged, "files")]
    if comparison.failures:
        lines += ["", *_failures(comparison)]
    if why:
        lines += ["", "status 3:", *(f"  {printable(reason)}" for reason in why)]
    return lines


def _failures(comparison: Comparison) -> list[str]:
    rows = [
        (failure.place, path, code + (f" ({failure.note})" if failure.note else ""))
        for failure in comparison.failures
        for path, code in failure.issues
    ]
    lines = table(("record", "path", "code"), rows[:MOST_ROWS])
    total = comparison.failed + comparison.alone + comparison.unread
    shown = len({place for place, _, _ in rows[:MOST_ROWS]})
    if total > shown or len(rows) > MOST_ROWS:
        lines.append(f"... of {total} records in all; by path and code:")
        groups = sorted(comparison.groups.items(), key=lambda group: (-group[1], group[0]))
        lines += ["", *table(("path", "code", "records"), [(*group, count) for group, count in groups[:MOST_ROWS]])]
        if len(groups) > MOST_ROWS:
            lines.append(f"... and {len(groups) - MOST_ROWS} more paths")
    lines += ["", "codes: " + ", ".join(f"{code} {count}" for code, count in sorted(comparison.codes.items()))]
    return lines
