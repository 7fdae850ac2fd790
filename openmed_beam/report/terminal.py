"""The report on a terminal: a short table of counts, no value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from openmed_beam.report.run_report import skipped_because
from openmed_beam.report.tally import DEAD_LETTER, ENTITIES, FIDELITY

#: Rows shown of a long list.
MOST_ROWS = 20


def render_report(report: Mapping[str, Any], place: str) -> str:
    """The lines that `redact` prints at its end, without a final line ending.

    Args:
        report: what `build_report` gives.
        place: the output folder as the user named it.
    """
    totals = report["totals"]
    warning = warning_of(report)
    lines = [warning, ""] if warning else []
    lines += [
        f"{totals['records_read']} records read, {totals['records_passed']} passed, "
        f"{totals['records_dead_lettered']} dead-lettered; {totals['leaves_redacted']} of {totals['leaves_seen']} "
        "leaves redacted",
    ]
    if earlier := totals["records_read"] - report["this_run"]["records_read"]:
        lines.append(f"{earlier} of these records were done before the last run")
    lines += [
        "",
        *table(
            ("input", "read", "passed", "dead", "unmatched", "redacted"),
            [
                (
                    row["source"],
                    row["records_read"],
                    row["records_passed"],
                    row["records_dead_lettered"],
                    row["records_unmatched"],
                    row["leaves_redacted"],
                )
                for row in report["inputs"]
            ],
        ),
        "",
        *table(
            ("content path", "matches"),
            [(row["path"], row["matches"]) for row in report["path_matches"]],
        ),
    ]
    for title, prefix in (("found", ENTITIES), ("dead letters", DEAD_LETTER), ("fidelity", FIDELITY)):
        words = [f"{name.removeprefix(prefix)} {count}" for name, count in totals.items() if name.startswith(prefix)]
        if words:
            lines += ["", f"{title}: {', '.join(words)}"]
    for title, name in (
        ("protected leaves (docs/paths.md)", "protected_leaves"),
        ("findings in numbers (--strict stops such records)", "numeric_findings"),
        ("findings in keys (--strict stops such records)", "key_findings"),
    ):
        if report.get(name):
            lines += ["", *table((title, "leaves"), sorted(report[name].items(), key=lambda row: (-row[1], row[0])))]
    asides = [
        f"{totals[name]} {word}"
        for name, word in (("opaque_leaves", "opaque leaves (docs/paths.md)"), ("blank_lines", "blank lines"))
        if totals[name]
    ]
    if report["hidden"]:
        asides.append(f"{report['hidden']} hidden files left alone")
    if report["excluded"]:
        asides.append(f"{report['excluded']} files excluded")
    if asides:
        lines += ["", "; ".join(asides)]
    if report["skipped"]:
        rows = [(row["source"], skipped_because(row)) for row in report["skipped"]]
        lines += ["", *table(("skipped", "because"), rows)]
    lines += ["", f"report: {place}/report.json"]
    if report["why"]:
        lines += ["", f"status {report['status']}:", *(f"  {reason}" for reason in _some(report["why"]))]
    return "\n".join(lines)


def warning_of(report: Mapping[str, Any]) -> str | None:
    """The first line of a report whose numbers might be taken for success where paths did not match."""
    totals = report["totals"]
    if not any(row["matches"] for row in report["path_matches"]):
        stopped = 0 < totals["records_read"] == totals["records_dead_lettered"]
        reason = "every record is in the dead letters" if stopped else "no content path matched"
        return f"WARNING: nothing was redacted: {reason}"
    paths, inputs = report["unmatched_paths"], report["unmatched_inputs"]
    if not report["status"] or not (paths or inputs):
        return None
    counts = [f"{len(paths)} of the configured paths matched nothing"] if paths else []
    counts += [f"in {len(inputs)} of {len(report['inputs'])} inputs no path matched"] if inputs else []
    return f"WARNING: {'; '.join(counts)}"


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], *, most: int | None = MOST_ROWS) -> list[str]:
    """A table as lines: text to the left, numbers to the right; after `most` rows it is cut with a note."""
    cells = [[_cell(value) for value in row] for row in rows]
    shown = cells[:most]
    widths = [max(len(row[column]) for row in [list(head), *shown]) for column in range(len(head))]

    def line(row: Sequence[str]) -> str:
        first, *others = (
            text.ljust(width) if column == 0 or (not _is_number(text) and row is not head) else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths))
        )
        return "  ".join((first, *others)).rstrip()

    lines = [line(head), *(line(row) for row in shown)]
    if len(cells) > len(shown):
        lines.append(f"... and {len(cells) - len(shown)} more in report.json")
    return lines


def _cell(value: Any) -> str:
    """Text safe for a terminal: a file name may hold control characters."""
    text = str(value)
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _some(lines: Sequence[str]) -> list[str]:
    if len(lines) <= MOST_ROWS:
        return [_cell(line) for line in lines]
    return [*(_cell(line) for line in lines[:MOST_ROWS]), f"... and {len(lines) - MOST_ROWS} more in report.json"]
