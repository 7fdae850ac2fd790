"""The values of the file side: what was found, what is to be read, what was written.

Owns shapes only; every one of them is small, picklable and value-free (places, sizes, digests, counts). Places may hold
bytes that are no UTF-8 (as lone surrogates, the way `os.fsdecode` gives them), so JSON text of them is kept to ASCII.
"""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

Container = Literal["jsonl", "json_array", "json_document", "json_concatenated", "parquet", "zip", "unreadable"]
Compression = Literal["", "gzip", "zstd", "bzip2", "xz"]

#: Longest record that is read whole; a longer one is skipped and dead-lettered as `record_too_large`.
DEFAULT_MAX_RECORD_BYTES = 64 * 1024 * 1024

#: The INPUT and the path that stand for standard input.
STDIN = "-"

#: Where things stand below the output directory.
TRACES, DEAD_LETTERS = "traces", "dead_letters"


class InputFile(NamedTuple):
    """One file of the corpus.

    Attributes:
        number: place in the plan, from 0; files come in the order of the inputs, then in byte order of their paths.
        source: path relative to the input it came from, with `/`; also its place below `traces/`.
        path: absolute place to open.
        container, compression: by content, see docs/containers.md.
        size: bytes on disk; -1 for standard input.
        mtime_ns: time of the last change in ns, or None where the file system keeps none.
        cuts: where its ranges start, in bytes on disk; one for a file that is read in one go.
        skipped_entries: entries of a zip that are no JSON and are not copied.
    """

    number: int
    source: str
    path: str
    container: Container
    compression: Compression = ""
    size: int = -1
    mtime_ns: int | None = None
    cuts: tuple[int, ...] = (0,)
    skipped_entries: tuple[str, ...] = ()


class RangeDescriptor(NamedTuple):
    """One stretch of one file: the unit of work, of writing and of resuming.

    Attributes:
        name: unique in the plan and fixed by it; names the part that is written.
        source, path, container, compression, size: as in `InputFile`.
        start, end: bytes of the file on disk; a line belongs to the range it starts in. `end` -1: to the end.
        cut, cuts: which range of the file this is, from 0, and how many the file has.
        file: `InputFile.number`.
    """

    name: str
    source: str
    path: str
    container: Container
    compression: Compression
    start: int
    end: int
    cut: int
    cuts: int
    file: int
    size: int


def ranges_of(file: InputFile) -> list[RangeDescriptor]:
    """The ranges of a file, in order. Their names depend on the plan alone."""
    ends = (*file.cuts[1:], file.size)
    return [
        RangeDescriptor(
            f"{file.number:06d}-{index:05d}",
            file.source,
            file.path,
            file.container,
            file.compression,
            start,
            end,
            index,
            len(file.cuts),
            file.number,
            file.size,
        )
        for index, (start, end) in enumerate(zip(file.cuts, ends))
    ]


class Skipped(NamedTuple):
    """What was found in an input and is not copied.

    Attributes:
        source, path: as in `InputFile`.
        reason: `not_a_container`, `broken_json` (it begins as JSON, or its name says so), `link` or `special_file`.
        offset: where broken JSON breaks off or goes wrong, in bytes of the decompressed file, where that is known.
    """

    source: str
    reason: str
    path: str
    offset: int | None = None


class CorpusPlan(NamedTuple):
    """What exists and how it is cut up. `hidden` and `excluded` count what was left alone (a folder counts once)."""

    files: tuple[InputFile, ...]
    ranges: tuple[RangeDescriptor, ...]
    skipped: tuple[Skipped, ...] = ()
    hidden: int = 0
    excluded: int = 0

    def batches(self, workers: int = 1, *, without: frozenset[str] | set[str] = frozenset()) -> list[Batch]:
        """The ranges, neighbours grouped so that the cost of starting one is paid once for many small files.

        Args:
            workers: how many share the work; each gets several batches where there is enough.
            without: names of ranges that are done.
        """
        left = [piece for piece in self.ranges if piece.name not in without]
        total = sum(max(0, piece.end - piece.start) for piece in left)
        target = max(64 * 1024, min(4 * 1024 * 1024, total // (workers * 8 or 1)))
        batches: list[Batch] = []
        group: list[RangeDescriptor] = []
        size = 0
        for piece in left:
            weight = max(0, piece.end - piece.start) + 4096
            if group and (size + weight > target or len(group) >= 512):
                batches.append(tuple(group))
                group, size = [], 0
            group.append(piece)
            size += weight
        if group:
            batches.append(tuple(group))
        return batches


Batch = tuple[RangeDescriptor, ...]


class PartDescription(NamedTuple):
    """A part that was written whole.

    Attributes:
        part: `RangeDescriptor.name`.
        source, file, cut: of the range.
        records: records in the part.
        size, digest: bytes of the part file as written (after compression) and their digest, see `digests`.
        path: where it stands, relative to the output directory; None where nothing was written.
        summary: the JSON object of the range's end frame, with what the stages on the road added.
    """

    part: str
    source: str
    file: int
    cut: int
    records: int
    size: int
    digest: str
    path: str | None
    summary: dict[str, Any]

    def to_json(self) -> bytes:
        """One line of ASCII JSON, without line ending."""
        return json.dumps(self._asdict(), sort_keys=True).encode("ascii")

    @classmethod
    def from_json(cls, text: bytes | str) -> PartDescription:
        """The inverse of `to_json`."""
        return cls(**json.loads(text))


class FileOutcome(NamedTuple):
    """What became of one input file; a row of the manifest.

    Attributes:
        source, path, container, compression, size, mtime_ns: of the input.
        sha256: hex digest of the input's bytes as read; None where a range was not read to its end.
        output: place below the output directory, or None where nothing was written (a lone document without record).
        records: records in the output.
        output_bytes, output_sha256: of the output file; None without one.
        fault: `truncated_input`, `unreadable_input` or None.
        skipped_entries: as in `InputFile`.
    """

    source: str
    path: str
    container: str
    compression: str
    size: int
    mtime_ns: int | None
    sha256: str | None
    output: str | None
    records: int
    output_bytes: int | None
    output_sha256: str | None
    fault: str | None
    skipped_entries: tuple[str, ...] = ()

    def to_json(self) -> bytes:
        """One line of ASCII JSON, without line ending."""
        return json.dumps(self._asdict(), sort_keys=True).encode("ascii")

    @classmethod
    def from_json(cls, text: bytes | str) -> FileOutcome:
        """The inverse of `to_json`."""
        shape = json.loads(text)
        shape["skipped_entries"] = tuple(shape["skipped_entries"])
        return cls(**shape)
