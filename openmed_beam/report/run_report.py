"""report.json: what a run did, in counts. Built from tallies; holds file names, paths of the policy and numbers only.

Also decides the exit status: 0, or 3 with the reasons in words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from openmed_beam.policy import PathSpec
from openmed_beam.report.tally import DEAD_LETTER, PATH_TABLES, Report, Tally, flat_totals

REPORT_SCHEMA_VERSION = 1

DONE, STOPPED, WITH_FAULTS = 0, 1, 3

#: Reasons that are about a file; the run's status is 3 whatever the dead-letter rate.
FILE_FAULTS = ("truncated_input", "unreadable_input")


class InputRow(NamedTuple):
    """One input file as the report lists it.

    Attributes:
        source: its name in output and report.
        container, compression: as they were found.
        size: bytes of the file as it is stored.
        faults: reasons of `FILE_FAULTS` that it gave.
        output: whether an output file was written for it.
    """

    source: str
    container: str
    compression: str | None
    size: int
    faults: tuple[str, ...] = ()
    output: bool = True


class Outcome(NamedTuple):
    """What a run found; the input of `build_report`."""

    inputs: Sequence[InputRow]
    whole: Report
    this_run: Report
    content_paths: Sequence[PathSpec]
    payload_paths: Sequence[PathSpec] = ()
    skipped: Sequence[Mapping[str, Any]] = ()
    hidden: int = 0
    excluded: int = 0
    max_dead_letter_rate: float = 0.0
    allow_unmatched: bool = False


def path_text(path: PathSpec) -> str:
    """A configured path as a report shows it."""
    return path if isinstance(path, str) else json.dumps(list(path))


def skipped_because(entry: Mapping[str, Any]) -> str:
    """Why a file was skipped, and at which byte where that is known."""
    offset = entry.get("offset")
    return f"{entry['reason']} at byte {offset}" if offset is not None else str(entry["reason"])


def hint(reason: str) -> str:
    """What to do about a file that was skipped."""
    if reason == "broken_json":
        return "it begins as JSON and is none: mend it, or --exclude it on purpose"
    return "--exclude leaves it out on purpose"


def build_report(outcome: Outcome, policy: Mapping[str, Any]) -> dict[str, Any]:
    """The report of a run as a JSON object; `policy` is shown as it is given.

    Raises:
        AssertionError: totals do not add up, which is a fault of this program.
    """
    total = outcome.whole.total()
    totals = flat_totals(total)
    matches = _match_rows(outcome.content_paths, total.path_matches)
    payload_matches = _match_rows(outcome.payload_paths, total.payload_path_matches)
    unmatched_inputs = [row.source for row in outcome.inputs if _is_unmatched(outcome.whole.sources.get(row.source))]
    report: dict[str, Any] = {
        "schema_version": REPORT_SCHEMA_VERSION,
        "status": DONE,
        "why": [],
        "policy": dict(policy),
        "totals": totals,
        "this_run": flat_totals(outcome.this_run.total()),
        "dead_letter_rate": _rate(totals),
        "path_matches": matches,
        "payload_path_matches": payload_matches,
        "unmatched_paths": [row["path"] for row in (*matches, *payload_matches) if not row["matches"]],
        "unmatched_inputs": unmatched_inputs,
        "skipped": [dict(entry) for entry in outcome.skipped],
        "hidden": outcome.hidden,
        "excluded": outcome.excluded,
        "distributions": _distributions(total),
        **_tables(total),
        "inputs": [_input_row(row, outcome.whole.sources.get(row.source)) for row in outcome.inputs],
    }
    report["why"] = _why(outcome, report)
    report["status"] = WITH_FAULTS if report["why"] else DONE
    return report


def _match_rows(paths: Sequence[PathSpec], counts: Sequence[int]) -> list[dict[str, Any]]:
    return [
        {"path": path_text(path), "matches": counts[number] if number < len(counts) else 0}
        for number, path in enumerate(paths)
    ]


def summary_of(report: Report) -> dict[str, Any]:
    """A report as a plain dict: `totals`, `path_matches` (a count a configured path), `distributions`, tables by safe
    path, and `inputs` with a row a source.
    """
    total = report.total()
    rows = sorted(report.sources.items(), key=lambda row: (row[0] is not None, row[0]))
    return {
        "totals": flat_totals(total),
        "path_matches": list(total.path_matches),
        "distributions": _distributions(total),
        **_tables(total),
        "inputs": [
            {"source": source, **flat_totals(tally), "path_matches": list(tally.path_matches)} for source, tally in rows
        ],
    }


def _distributions(tally: Tally) -> dict[str, dict[str, int]]:
    return {name: dict(zip(("count", "sum", "min", "max"), four)) for name, four in sorted(tally.distributions.items())}


def _tables(tally: Tally) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(tally.tables.get(name, {}).items())) for name in PATH_TABLES}


def add_up(report: Mapping[str, Any]) -> bool:
    """Whether every record read is in the output or in the dead letters, and in one of them alone."""
    totals = report["totals"]
    return bool(totals["records_read"] == totals["records_passed"] + totals["records_dead_lettered"])


def _rate(totals: Mapping[str, int]) -> float:
    return totals["records_dead_lettered"] / totals["records_read"] if totals["records_read"] else 0.0


def _is_unmatched(tally: Tally | None) -> bool:
    """Whether an input had records that were looked at, and no configured path matched in any of them."""
    return tally is not None and bool(tally.counters.get("records_unmatched")) and not any(tally.path_matches)


def _input_row(row: InputRow, tally: Tally | None) -> dict[str, Any]:
    counters = {} if tally is None else tally.counters
    return {
        "source": row.source,
        "container": row.container,
        "compression": row.compression,
        "bytes": row.size,
        "output": row.output,
        "faults": list(row.faults),
        "records_read": counters.get("records_read", 0),
        "records_passed": counters.get("records_passed", 0),
        "records_dead_lettered": counters.get("records_dead_lettered", 0),
        "records_unmatched": counters.get("records_unmatched", 0),
        "leaves_redacted": counters.get("leaves_redacted", 0),
        "blank_lines": counters.get("blank_lines", 0),
        "path_matches": [] if tally is None else list(tally.path_matches),
        "dead_letters": {
            name.removeprefix(DEAD_LETTER): count
            for name, count in sorted(counters.items())
            if name.startswith(DEAD_LETTER)
        },
    }


def _why(outcome: Outcome, report: Mapping[str, Any]) -> list[str]:
    """The reasons of status 3, each a sentence that says what to do."""
    why: list[str] = []
    totals = report["totals"]
    dead = totals["records_dead_lettered"]
    if report["dead_letter_rate"] > outcome.max_dead_letter_rate:
        why.append(
            f"{dead} of {totals['records_read']} records are in the dead letters "
            f"({report['dead_letter_rate']:.4g} > --max-dead-letter-rate {outcome.max_dead_letter_rate:g})"
        )
    for row in outcome.inputs:
        why += [f"{row.source}: {fault.replace('_', ' ')}" for fault in row.faults]
    for entry in outcome.skipped:
        why.append(f"{entry['source']}: skipped ({skipped_because(entry)}); {hint(entry['reason'])}")
    none_got_through = bool(dead) and not any(tally.path_matches for tally in outcome.whole.sources.values())
    if not outcome.allow_unmatched and not (why and none_got_through):
        why += [f"path matched nothing: {path}" for path in report["unmatched_paths"]]
        why += [f"no configured path matched in any record of {source}" for source in report["unmatched_inputs"]]
        if (report["unmatched_paths"] or report["unmatched_inputs"]) and why:
            why[-1] += " (--allow-unmatched accepts this)"
    return why
