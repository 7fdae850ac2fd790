"""A run of the file side alone, with an identity in place of the stages on the road."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from openmed_beam.corpus import (
    DEFAULT_MAX_RECORD_BYTES,
    FileOutcome,
    LinePartWriter,
    PartDescription,
    PartWriter,
    RangeDescriptor,
    RunDirectory,
    finalise_file,
    join_lines,
    plan,
    read_range,
)
from openmed_beam.traces.record import DeadLetter, TraceRecord

DEAD_LETTERS = "dead_letters/dead_letters.jsonl"


class Ran(NamedTuple):
    """What a run gave."""

    outcomes: dict[str, FileOutcome]
    dead_letters: list[DeadLetter]
    manifest: dict[str, Any]
    status: int | None


def items(piece: RangeDescriptor, **options: Any) -> list[Any]:
    """What a range gives between its first and its last frame."""
    found = list(read_range(piece, **options))
    assert found[0].frame.kind == "begin"
    assert found[-1].frame.kind == "end"
    return found[1:-1]


def records(found: Iterable[Any]) -> list[TraceRecord]:
    """The records among them."""
    return [item for item in found if isinstance(item, TraceRecord) and item.frame.kind == "record"]


def letters(found: Iterable[Any]) -> list[DeadLetter]:
    """The dead letters among them."""
    return [item for item in found if isinstance(item, DeadLetter)]


def summary(piece: RangeDescriptor, **options: Any) -> dict[str, Any]:
    """What the end frame of a range says."""
    return json.loads(list(read_range(piece, **options))[-1].payload)


def run(
    inputs: Sequence[str | Path],
    output: str | Path,
    *,
    drop: Callable[[TraceRecord], bool] = lambda _: False,
    change: Callable[[bytes], bytes] = lambda payload: payload,
    policy: str = "policy",
    resume: bool = False,
    overwrite: bool = False,
    max_record_bytes: int = DEFAULT_MAX_RECORD_BYTES,
    **planning: Any,
) -> Ran:
    """Plans, reads, writes and finalises; records that `drop` picks become dead letters."""
    found = plan([str(name) for name in inputs], output=str(output), **planning)
    directory = RunDirectory(str(output))
    start = directory.begin(found, policy, resume=resume, overwrite=overwrite, others=(DEAD_LETTERS,))
    if start.status is not None:
        return Ran({}, [], start.manifest, start.status)
    traces, lines = PartWriter(directory.directory), LinePartWriter(directory.directory)
    parts: list[PartDescription] = list(start.done["traces"].values())
    dead: list[PartDescription] = list(start.done["dead_letters"].values())
    stopped: list[DeadLetter] = []
    for batch in start.plan.batches(2, without=start.done_names()):
        for piece in batch:
            for item in read_range(piece, max_record_bytes=max_record_bytes):
                if isinstance(item, TraceRecord) and item.frame.kind == "record" and drop(item):
                    item = DeadLetter("decode", "invalid_json", item.source, item.offset, item.frame.length)
                if isinstance(item, DeadLetter):
                    stopped.append(item)
                    lines.write(piece.name, json.dumps(item.to_dict()).encode("ascii"))
                    continue
                if item.frame.kind == "record":
                    item = item._replace(payload=change(item.payload))
                described = traces.write(item)
                if described is not None:
                    parts.append(described)
                    dead.append(lines.end(piece.name, piece.source, piece.file, piece.cut, {}))
        traces.commit()
        lines.commit()
    outcomes = {}
    for file in start.plan.files:
        outcomes[file.source] = finalise_file(
            directory.directory, file, [part for part in parts if part.file == file.number]
        )
    count = join_lines(directory.directory, dead, DEAD_LETTERS)
    manifest = directory.complete(start.manifest, list(outcomes.values()), 0, others=[DEAD_LETTERS] if count else [])
    return Ran(outcomes, stopped, manifest, None)


def tree(folder: str | Path, *, state: bool = True) -> dict[str, bytes]:
    """Every file below a folder, by its place."""
    root = Path(folder)
    found = {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
    return found if state else {name: text for name, text in found.items() if not name.startswith(".openmed-beam")}
