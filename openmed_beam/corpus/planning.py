"""The plan of a run: what there is, what each file is, and how it is cut into ranges.

Small values only, made by the process that starts the run; the workers read.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from openmed_beam.corpus.detection import Detected, detect
from openmed_beam.corpus.inputs import Found, find_inputs, refuse_overlap
from openmed_beam.corpus.model import STDIN, CorpusPlan, InputFile, RangeDescriptor, Skipped, ranges_of
from openmed_beam.errors import CorpusError

#: Ranges are not made smaller than this, whatever the number of workers.
LEAST_RANGE_BYTES = 8 * 1024 * 1024
#: Nor larger, so that a resume does not begin a huge file anew.
MOST_RANGE_BYTES = 1024 * 1024 * 1024


def plan(
    inputs: Sequence[str],
    *,
    exclude: Sequence[str] = (),
    workers: int = 1,
    range_bytes: int | None = None,
    output: str | None = None,
) -> CorpusPlan:
    """What is to be read. Nothing is written.

    Args:
        inputs: files, folders, globs, `scheme://` patterns; or `-` alone.
        exclude: globs of places to leave out.
        workers: how many share the work; a huge uncompressed JSONL file is cut so that each has several ranges.
        range_bytes: size of a range, instead of one derived from `workers`.
        output: the output directory; given, an input at, above or below it is refused.

    Raises:
        CorpusError: an input is missing, two have one place in the output, or one overlaps the output.
    """
    if list(inputs) == [STDIN]:
        file = InputFile(0, "stdin", STDIN, "jsonl")
        return CorpusPlan((file,), (_whole(file),))
    listing = find_inputs(inputs, exclude)
    if output is not None:
        refuse_overlap(inputs, listing.files, output)
    files: list[InputFile] = []
    skipped = list(listing.skipped)
    for found in listing.files:
        detected = _detected(found)
        if detected.container is None:
            reason = "broken_json" if detected.is_broken_json else "not_a_container"
            skipped.append(Skipped(found.source, reason, found.path, detected.broken_at))
            continue
        cuts = _cuts(found, detected, workers, range_bytes)
        files.append(
            InputFile(
                len(files),
                found.source,
                found.path,
                detected.container,
                detected.compression,
                found.size,
                found.mtime_ns,
                cuts,
                detected.skipped_entries,
            )
        )
    skipped.sort(key=lambda item: os.fsencode(item.source))
    ranges = tuple(piece for file in files for piece in ranges_of(file))
    return CorpusPlan(tuple(files), ranges, tuple(skipped), listing.hidden, listing.excluded)


def _whole(file: InputFile) -> RangeDescriptor:
    return ranges_of(file)[0]


def _detected(found: Found) -> Detected:
    try:
        return detect(found.path, found.source)
    except CorpusError:
        raise
    except Exception:
        return Detected("unreadable")


def _cuts(found: Found, detected: Detected, workers: int, range_bytes: int | None) -> tuple[int, ...]:
    if detected.container != "jsonl" or detected.compression:
        return (0,)
    if range_bytes is None:
        share = found.size // (workers * 8) if workers > 1 else MOST_RANGE_BYTES
        range_bytes = max(LEAST_RANGE_BYTES, min(MOST_RANGE_BYTES, share))
    if range_bytes < 1:
        raise CorpusError("range_bytes must be at least 1")
    return tuple(range(0, max(1, found.size), range_bytes))
