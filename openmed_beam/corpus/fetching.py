"""Records by their place: what a dead letter says of a record suffices to find its text again.

Reads the input as it is now; whoever asks first compares its digest with the manifest's. Owns no policy on who may see
a record.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from openmed_beam.corpus import storage
from openmed_beam.corpus.compression import InputFault, decompress
from openmed_beam.corpus.lines import BOM
from openmed_beam.corpus.model import Compression, Container
from openmed_beam.errors import CorpusError


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands: `offset` and `length` in the decompressed file, or the `index` of a row or entry."""

    offset: int | None
    length: int
    index: int | None = None


def fetch_records(
    path: str, container: Container, compression: Compression, places: Iterable[Place]
) -> Iterator[tuple[Place, bytes]]:
    """The texts of records, in the order in which they stand in the file; the file is read once at most.

    Args:
        path, container, compression: of the input, as its row in the manifest says.
        places: of its records.

    Raises:
        CorpusError: the file cannot be read, or does not reach so far.
    """
    wanted = sorted(set(places), key=lambda place: (place.offset or 0, place.index or 0, place.length))
    try:
        if container == "zip":
            yield from _entries(path, wanted)
        elif container == "parquet":
            yield from _rows(path, wanted)
        elif compression:
            yield from _passages(path, compression, wanted)
        else:
            with storage.open_for_reading(path) as handle:
                for place in wanted:
                    handle.seek(place.offset or 0)
                    yield place, _exactly(handle.read, place.length, path)
    except (OSError, InputFault, zipfile.BadZipFile) as error:
        raise CorpusError(f"{path} cannot be read ({type(error).__name__})") from None


def _exactly(read: Callable[[int], bytes], length: int, path: str) -> bytes:
    chunks: list[bytes] = []
    left = length
    while left and (chunk := read(left)):
        chunks.append(chunk)
        left -= len(chunk)
    if left:
        raise CorpusError(f"{path} does not reach as far as the record: it has changed")
    return b"".join(chunks)


def _passages(path: str, compression: Compression, wanted: list[Place]) -> Iterator[tuple[Place, bytes]]:
    with storage.open_for_reading(path) as handle:
        blocks = decompress(handle.read, compression)
        held, start = b"", 0
        for place in wanted:
            offset = place.offset or 0
            chunks: list[bytes] = [held]
            have = len(held)
            while start + have < offset + place.length:
                block = next(blocks, b"")
                if not block:
                    raise CorpusError(f"{path} does not reach as far as the record: it has changed")
                if start + have <= offset:
                    start, chunks, have = start + have, [], 0
                chunks.append(block)
                have += len(block)
            held = b"".join(chunks)
            held, start = held[max(0, offset - start) :], max(start, offset)
            yield place, held[: place.length]


def _entries(path: str, wanted: list[Place]) -> Iterator[tuple[Place, bytes]]:
    with storage.open_for_reading(path) as handle, zipfile.ZipFile(handle) as archive:
        entries = archive.infolist()
        for place in wanted:
            if place.index is None or place.index >= len(entries):
                raise CorpusError(f"{path} has no such entry: it has changed")
            yield place, archive.read(entries[place.index]).removeprefix(BOM).strip(b" \t\r\n")


def _rows(path: str, wanted: list[Place]) -> Iterator[tuple[Place, bytes]]:
    from openmed_beam.corpus.parquet import rows_of

    found = {place.index: place for place in wanted}
    seen = 0
    for index, payload in rows_of(path, {index for index in found if index is not None}):
        seen += 1
        yield found[index], payload
    if seen < len(found):
        raise CorpusError(f"{path} has no such row: it has changed")
