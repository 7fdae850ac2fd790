"""`openmed-beam scan INPUT...`: what stands at which path, in counts, and which content paths that suggests.

Keys outside the table of known keys are shown as `*` unless `--show-keys` asks for them, values never.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Sequence

from openmed_beam.cli.arguments import OneLineParser, add_policy_arguments, policy_of
from openmed_beam.cli.places import Place, Places, Proposals, ShownPath, spell, yaml_item
from openmed_beam.cli.printed import listed, printable, skipped_reasons
from openmed_beam.cli.run_folder import run_folder
from openmed_beam.corpus import CorpusPlan, plan, read_range
from openmed_beam.policy import Policy
from openmed_beam.report.terminal import table
from openmed_beam.traces.record import TraceRecord

SETTINGS = (
    "content_paths",
    "payload_paths",
    "payload_defaults",
    "redactor",
    "decode_depth",
    "max_depth",
    "max_record_bytes",
    "nonfinite",
    "exclude",
)


def parser() -> OneLineParser:
    """The options of the command."""
    made = OneLineParser(
        prog="openmed-beam scan", description="Count what stands at which path; propose content paths."
    )
    made.add_argument("inputs", nargs="+", metavar="INPUT", help="files, globs, folders; or the DIR of a run")
    add_policy_arguments(made, SETTINGS)
    made.add_argument("--show-keys", action="store_true", help="print keys of the corpus, which may be data, not *")
    made.add_argument("--json", action="store_true", help="print the counts as JSON")
    return made


def run(words: Sequence[str]) -> int:
    """Run the command; gives the exit status."""
    arguments = parser().parse_intermixed_args(list(words))
    policy = policy_of(arguments)
    counts = Places(policy, show_keys=arguments.show_keys)
    runs = [run_folder(name, "INPUT") for name in arguments.inputs]
    inputs = [name if of_run is None else of_run.traces for name, of_run in zip(arguments.inputs, runs)]
    corpus = plan(inputs, exclude=policy.exclude)
    why = _count(counts, corpus, policy)
    print(_json(counts, corpus, why) if arguments.json else "\n".join(_lines(counts, policy, why)))
    return 3 if why else 0


def _count(counts: Places, corpus: CorpusPlan, policy: Policy) -> list[str]:
    """Count a corpus; gives what of it was not looked at."""
    why: list[str] = []
    for piece in corpus.ranges:
        for item in read_range(piece, max_record_bytes=policy.max_record_bytes):
            if isinstance(item, TraceRecord):
                if item.frame is not None and item.frame.kind == "record":
                    counts.record(item.payload)
            elif item.length:
                counts.records += 1
                counts.unreadable += 1
            else:
                why.append(f"{piece.source}: {item.reason.replace('_', ' ')}")
    why += skipped_reasons(corpus.skipped)
    return why if counts.records or why else ["no record was found"]


def _rows(counts: Places) -> list[tuple[str, Place]]:
    return [(spell(path), place) for path, place in sorted(counts.places.items())]


def _json(counts: Places, corpus: CorpusPlan, why: list[str]) -> str:
    proposals = counts.proposals()
    shape = {
        "records": counts.records,
        "unreadable": counts.unreadable,
        "paths": [
            {
                "path": path,
                "leaves": place.leaves,
                "chars": place.chars,
                "covered": place.covered,
                "protected": place.protected,
                "encoded_json": place.encoded,
                "labels": dict(sorted(place.labels.items())),
                "uncovered_labels": dict(sorted((place.open_labels + place.protected_labels).items())),
            }
            for path, place in _rows(counts)
        ],
        "proposed_content_paths": proposals.paths,
        "proposed_with_findings": [spell(path) for path in proposals.found],
        "skipped": [{"source": item.source, "reason": item.reason, "offset": item.offset} for item in corpus.skipped],
        "why": why,
    }
    return json.dumps(shape, indent=2)


def _lines(counts: Places, policy: Policy, why: list[str]) -> list[str]:
    lines = [f"{counts.records} records, {counts.unreadable} not readable as traces"]
    rows = [
        (path, place.leaves, place.covered, place.protected, place.encoded, _labels(place.labels))
        for path, place in _rows(counts)
    ]
    if rows:
        lines += ["", *table(("path", "strings", "covered", "protected", "JSON", "found"), rows, most=None), ""]
        lines += _proposal_lines(counts.proposals(), policy)
    if why:
        lines += ["", "status 3:", *listed(why, "files")]
    return lines


def _proposal_lines(proposals: Proposals, policy: Policy) -> list[str]:
    uncovered: Counter[str] = Counter()
    for group in (proposals.found, proposals.wide, proposals.protected):
        for labels in group.values():
            uncovered.update(labels)
    lines = [f"findings that no content path covers: {_labels(uncovered) or 'none'}"]
    lines += _flags(proposals.found)
    if proposals.protected:
        lines += ["", "of these, at protected names (ids, times, ...), which only a path that ends in the name covers:"]
        lines += _shown(proposals.protected)
    if proposals.text:
        lines += ["", "long or encoded text without findings that no content path covers:", *_flags(proposals.text)]
    if proposals.wide:
        lines += ["", "not proposed, since a path for this text covers other paths as well:", *_shown(proposals.wide)]
    if proposals.hides_keys:
        lines += ["", "* also stands for keys that no published format uses: --show-keys prints them"]
    if proposals.paths:
        lines += ["", "as a policy file:", "content_paths:", *map(yaml_item, policy.content_paths)]
        lines += [printable(yaml_item(spell(path))) for path in proposals.found]
        if proposals.text:
            lines += ["  # without findings so far", *(printable(yaml_item(spell(path))) for path in proposals.text)]
    return lines


def _labels(labels: Counter[str]) -> str:
    return ", ".join(f"{label} {count}" for label, count in sorted(labels.items()))


def _flags(paths: dict[ShownPath, Counter[str]]) -> list[str]:
    return [
        printable(f"  --content-path {shlex.quote(spell(path))}  {_labels(paths[path])}".rstrip()) for path in paths
    ]


def _shown(paths: dict[ShownPath, Counter[str]]) -> list[str]:
    return listed([f"{spell(path)}  {_labels(labels)}".rstrip() for path, labels in paths.items()], "paths")
