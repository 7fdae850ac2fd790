"""Parts joined into the file they came from: its own name, its container, its place below `traces/`.

One part is renamed, several are copied in range order and removed once the whole file stands; every step can be
repeated after a crash. A lone document without record gives no file.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from openmed_beam.corpus import storage
from openmed_beam.corpus.beside import Beside
from openmed_beam.corpus.digests import digest_of, hash_like
from openmed_beam.corpus.model import TRACES, FileOutcome, InputFile, PartDescription
from openmed_beam.errors import CorpusError

_STEP = 1 << 20


def finalise_file(directory: str, file: InputFile, parts: Sequence[PartDescription]) -> FileOutcome:
    """Puts a file in its place.

    Args:
        directory: the output directory.
        file: the input as planned.
        parts: all its parts, in any order; a part given twice counts once.

    Raises:
        CorpusError: a part is missing; nothing was changed.
    """
    ordered = sorted({part.cut: part for part in parts}.values(), key=lambda part: part.cut)
    if [part.cut for part in ordered] != list(range(len(file.cuts))):
        raise CorpusError(f"{file.source}: {len(ordered)} of {len(file.cuts)} parts are there: run again with --resume")
    records = sum(part.records for part in ordered)
    faults = [part.summary.get("fault") for part in ordered]
    fault = next((reason for reason in faults if reason), None)
    size, digest, output = None, None, None
    with _input_digest(file, ordered) as input_digest:
        if _gives_a_file(file, ordered, records, fault):
            output = "/".join((TRACES, file.source))
            target = storage.join(directory, TRACES, *file.source.split("/"))
            size, digest = _put(directory, target, ordered)
    return FileOutcome(
        source=file.source,
        path=file.path,
        container=file.container,
        compression=file.compression,
        size=file.size,
        mtime_ns=file.mtime_ns,
        sha256=input_digest(),
        output=output,
        records=records,
        output_bytes=size,
        output_sha256=digest,
        fault=fault,
        skipped_entries=file.skipped_entries,
    )


@contextmanager
def _input_digest(file: InputFile, parts: list[PartDescription]) -> Iterator[Callable[[], str | None]]:
    """What gives the digest of the input; that of a cut file is taken beside what the block does."""
    if len(parts) == 1:
        yield lambda: parts[0].summary.get("input_digest")
        return
    with ThreadPoolExecutor(1) as beside:
        yield beside.submit(_digest_of_cut_input, file, parts).result


def _gives_a_file(file: InputFile, parts: list[PartDescription], records: int, fault: str | None) -> bool:
    if file.container == "unreadable" or (fault == "unreadable_input" and not records):
        return False
    if file.container == "json_document":
        return records > 0
    return not (file.container in ("parquet", "zip") and parts[0].size == 0)


def _put(directory: str, target: str, parts: list[PartDescription]) -> tuple[int, str]:
    places = [storage.join(directory, *(part.path or "").split("/")) for part in parts]
    if any(_size(place) != part.size for place, part in zip(places, parts)):
        return _already_there(target, parts)
    if len(parts) == 1:
        storage.rename(places[0], target)
        return parts[0].size, parts[0].digest
    size, digest = _join(places, target)
    for place in places:
        storage.remove(place)
    return size, digest


def _join(places: list[str], target: str, *, private: bool = False) -> tuple[int, str]:
    """Copies files one after another into one that appears whole and is durable; gives its size and digest."""
    passing = target if storage.is_remote(target) else f"{places[0]}.{secrets.token_hex(6)}.tmp"
    digest = hashlib.sha256()
    beside = Beside(digest.update)
    size = 0
    try:
        with storage.open_for_writing(passing, private=private) as out:
            for place in places:
                with storage.open_for_reading(place) as handle:
                    while block := handle.read(_STEP):
                        beside.put(block)
                        size += len(block)
                        view = memoryview(block)
                        while view:
                            view = view[out.write(view) or len(view) :]
            if passing != target:
                os.fsync(out.fileno())
        beside.finish()
    except Exception:
        storage.remove(passing)  # an object store shows what was written when it is closed
        raise
    finally:
        beside.stop()
    if passing != target:
        storage.rename(passing, target)
        storage.sync_folders([os.path.dirname(target)])
    return size, digest.hexdigest()


def _size(place: str) -> int | None:
    found = storage.stat(place)
    return None if found is None else found.size


def _already_there(target: str, parts: list[PartDescription]) -> tuple[int, str]:
    """A crash fell between putting the file in its place and noting it: the file is what the parts were."""
    whole = hashlib.sha256()
    if _size(target) == sum(part.size for part in parts):
        with storage.open_for_reading(target) as handle:
            for part in parts:
                piece = hash_like(part.digest)
                left = part.size
                while left and (block := handle.read(min(left, _STEP))):
                    whole.update(block)
                    piece.update(block)
                    left -= len(block)
                if piece.hexdigest() != part.digest:
                    break
            else:
                return sum(part.size for part in parts), whole.hexdigest()
    raise CorpusError(f"{target}: a part of it is lost: run again with --overwrite")


def _digest_of_cut_input(file: InputFile, parts: list[PartDescription]) -> str | None:
    """SHA-256 of the whole; None where it was not read to its end, or is no longer what was read."""
    if storage.is_remote(file.path) or any(part.summary.get("input_digest") is None for part in parts):
        return None
    now = storage.stat(file.path)
    if now is None or (now.size, now.mtime_ns) != (file.size, file.mtime_ns):
        return None
    return digest_of(file.path)


def join_lines(directory: str, parts: Sequence[PartDescription], target: str, *, private: bool = False) -> int:
    """Joins the parts of a `LinePartWriter`, in file and range order, into one file.

    Args:
        directory: the output directory.
        parts: their descriptions, in any order; a part given twice counts once.
        target: place below the directory.
        private: only the owner may read the file.

    Returns:
        Lines in the file; with none there is no file.
    """
    ordered = sorted({part.part: part for part in parts}.values(), key=lambda part: (part.file, part.cut))
    written = [part for part in ordered if part.path is not None]
    if not written:
        return 0
    places = [storage.join(directory, *(part.path or "").split("/")) for part in written]
    _join(places, storage.join(directory, *target.split("/")), private=private)
    return sum(part.records for part in written)
