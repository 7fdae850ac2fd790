"""Zip archives of JSON entries (Inspect `.eval` logs): an entry is a record, in order, under its own name.

A record's `lead` is an ASCII JSON object with what the archive says of the entry (name, time, method, attributes) and
the bytes before its text; `ending` holds the white space after it. A frame of kind `text` is a folder entry. Entries
that are no JSON are left out and named in the summary.
"""

from __future__ import annotations

import base64
import io
import json
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Any, Protocol, cast

from openmed_beam.corpus import storage
from openmed_beam.corpus.framing import Hasher, Item, RangeCounts, begin_frame, file_letter
from openmed_beam.corpus.lines import BOM, is_value
from openmed_beam.corpus.model import RangeDescriptor
from openmed_beam.traces.record import DeadLetter, Frame, TraceRecord

_STEP = 1 << 20
#: An entry whose name does not end in `.json` is read up to this size to see whether it is JSON.
_SNIFF_LIMIT = 16 * 1024 * 1024
_BLANKS = b" \t\r\n"
_ZIP64 = 1
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, ValueError)


def other_entries(path: str) -> tuple[str, ...] | None:
    """Entries of an archive that are no JSON; None where there is no JSON entry at all.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        with storage.open_for_reading(path) as handle, zipfile.ZipFile(handle) as archive:
            files = [info for info in archive.infolist() if not info.is_dir()]
            others = tuple(info.filename for info in files if not _is_json(archive, info))
            return others if len(others) < len(files) else None
    except _BROKEN:
        return ()  # the reader says what is wrong


def _is_json(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bool:
    if info.filename.lower().endswith(".json"):
        return True
    if info.file_size > _SNIFF_LIMIT:
        return False
    try:
        with archive.open(info) as entry:
            head = entry.read(1024)
            if head.removeprefix(BOM).lstrip(_BLANKS)[:1] not in (b"{", b"["):
                return False
            return is_value((head + entry.read(_SNIFF_LIMIT)).removeprefix(BOM))
    except (*_BROKEN, RuntimeError, NotImplementedError, OSError):
        return False


def read_archive(
    piece: RangeDescriptor, counts: RangeCounts, *, max_record_bytes: int, hasher: Hasher
) -> Iterator[Item]:
    """The entries of an archive as frames; arguments as of `reading.read_range`."""
    try:
        handle = storage.open_for_reading(piece.path)
    except Exception as error:
        yield begin_frame(piece)
        yield _letter(piece, counts, "unreadable_input", error)
        return
    with handle:
        try:
            archive = zipfile.ZipFile(handle)
        except Exception as error:
            yield begin_frame(piece)
            reason = "truncated_input" if isinstance(error, _BROKEN) else "unreadable_input"
            yield _letter(piece, counts, reason, error)
            return
        with archive:
            yield begin_frame(piece, archive=True, comment=_text(archive.comment))
            for index, info in enumerate(archive.infolist()):
                item = _read_entry(archive, info, index, piece, counts, max_record_bytes, hasher)
                if item is not None:
                    yield item


def _letter(
    piece: RangeDescriptor, counts: RangeCounts, reason: str, error: Exception, index: int | None = None
) -> DeadLetter:
    counts.fault = counts.fault or reason
    return file_letter(piece, reason, None, type(error).__name__)._replace(index=index)


def _read_entry(
    archive: zipfile.ZipFile,
    info: zipfile.ZipInfo,
    index: int,
    piece: RangeDescriptor,
    counts: RangeCounts,
    limit: int,
    hasher: Hasher,
) -> Item | None:
    if info.is_dir():
        return TraceRecord(piece.source, None, b"", Frame(piece.name, 0, _about(info, b""), kind="text", index=index))
    if not _is_json(archive, info):
        counts.skipped_entries.append(info.filename)
        return None
    try:
        with archive.open(info) as entry:
            text = _up_to(entry, limit + 4096)
            if len(text) > limit + 4096:
                counts.records += 1
                return _too_large(entry, text, index, piece, hasher)
    except Exception as error:
        if counts.fault is not None:
            return None  # one dead letter a file
        return _letter(
            piece, counts, "truncated_input" if isinstance(error, _BROKEN) else "unreadable_input", error, index
        )
    counts.records += 1
    body = text.removeprefix(BOM).lstrip(_BLANKS)
    head = text[: len(text) - len(body)]
    payload = body.rstrip(_BLANKS)
    if len(payload) > limit:
        digest = hasher()
        digest.update(payload)
        return DeadLetter("read", "record_too_large", piece.source, None, len(payload), digest.hexdigest(), index=index)
    frame = Frame(piece.name, len(payload), _about(info, head), body[len(payload) :], "record", index)
    return TraceRecord(piece.source, None, payload, frame)


def _up_to(entry: IO[bytes], size: int) -> bytes:
    chunks: list[bytes] = []
    held = 0
    while held <= size and (chunk := entry.read(_STEP)):
        chunks.append(chunk)
        held += len(chunk)
    return b"".join(chunks)


def _too_large(entry: IO[bytes], text: bytes, index: int, piece: RangeDescriptor, hasher: Hasher) -> DeadLetter:
    digest = hasher()
    length = 0
    while text:
        digest.update(text)
        length += len(text)
        text = entry.read(_STEP)
    return DeadLetter("read", "record_too_large", piece.source, None, length, digest.hexdigest(), index=index)


def _about(info: zipfile.ZipInfo, head: bytes) -> bytes:
    shape = {
        "name": info.filename,
        "time": list(info.date_time),
        "method": info.compress_type,
        "external": info.external_attr,
        "internal": info.internal_attr,
        "system": info.create_system,
        "extra": _text(_without_zip64(info.extra)),
        "comment": _text(info.comment),
        "head": _text(head),
    }
    return json.dumps(shape).encode("ascii")


def _without_zip64(extra: bytes) -> bytes:
    kept = b""
    while len(extra) >= 4:
        size = 4 + int.from_bytes(extra[2:4], "little")
        if int.from_bytes(extra[:2], "little") != _ZIP64:
            kept += extra[:size]
        extra = extra[size:]
    return kept


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


class Output(Protocol):
    """Where bytes go; see `writing.Output`."""

    def write(self, data: bytes) -> None:
        """Adds bytes."""
        ...


class ArchiveLayout:
    """Writes entries back under their names, in the order they come, each with the method it had."""

    def __init__(self, out: Output, begin: dict[str, Any]) -> None:
        self.records = 0
        self._passing = _Passing(out)
        self._archive: zipfile.ZipFile | None = None
        if begin.get("archive"):
            self._archive = zipfile.ZipFile(cast(IO[bytes], self._passing), "w")
            self._archive.comment = base64.b64decode(begin["comment"])

    def take(self, record: TraceRecord) -> None:
        """An entry or a folder."""
        frame = record.frame
        if frame is None or self._archive is None:
            return
        about = json.loads(frame.lead)
        info = zipfile.ZipInfo(about["name"], tuple(about["time"]))
        info.compress_type = about["method"]
        info.external_attr = about["external"]
        info.internal_attr = about["internal"]
        info.create_system = about["system"]
        info.extra = base64.b64decode(about["extra"])
        info.comment = base64.b64decode(about["comment"])
        content = base64.b64decode(about["head"]) + record.payload + frame.ending
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a name that comes twice came twice
            self._archive.writestr(info, content)
        self.records += frame.kind == "record"
        self._passing.release()

    def finish(self) -> None:
        """Writes the directory of the archive."""
        if self._archive is not None:
            self._archive.close()
            self._passing.release()

    def abandon(self) -> None:
        """Nothing was promised: the archive is not ended."""


class _Passing(io.RawIOBase):
    """A seekable window on an output that only takes bytes: a header is written again once its size is known."""

    def __init__(self, out: Output) -> None:
        super().__init__()
        self._out = out
        self._window = io.BytesIO()
        self._base = 0

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        return self._window.write(data)

    def tell(self) -> int:
        return self._base + self._window.tell()

    def seek(self, offset: int, whence: int = 0, /) -> int:
        if whence == 0:
            offset -= self._base
        return self._base + self._window.seek(offset, whence)

    def release(self) -> None:
        """Hands on what the window holds."""
        data = self._window.getvalue()
        self._out.write(data)
        self._base += len(data)
        self._window = io.BytesIO()
