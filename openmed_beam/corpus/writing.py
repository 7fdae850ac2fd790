"""Frames in, part files out: each part is written under a passing name, renamed when its range has ended, and made
durable with its neighbours by one sync, after which the journal names them.

A part's name comes from its range, so whatever a runner repeats writes the same name again. The journal is what
`--resume` believes; a part that no journal names is written again.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from typing import Any, BinaryIO, Protocol

from openmed_beam.corpus import storage
from openmed_beam.corpus.batches import RecordBatch
from openmed_beam.corpus.beside import Beside
from openmed_beam.corpus.compression import compressor
from openmed_beam.corpus.digests import Hash, hash_of_range
from openmed_beam.corpus.model import Compression, PartDescription
from openmed_beam.corpus.run_directory import JOURNAL, PARTS
from openmed_beam.errors import CorpusError
from openmed_beam.traces.record import TraceRecord

_FLUSH = 1 << 18
#: A commit is due when so many parts wait, or so many seconds have passed since the last one.
_COMMIT_PARTS, _COMMIT_SECONDS = 256, 5.0


class Output(Protocol):
    """Where the bytes of a part go."""

    def write(self, data: bytes) -> None:
        """Adds bytes."""
        ...


class Layout(Protocol):
    """How a container is written."""

    records: int

    def take(self, record: TraceRecord) -> None:
        """A frame of kind `record`, `blank` or `text`."""
        ...

    def finish(self) -> None:
        """Nothing more comes."""
        ...

    def abandon(self) -> None:
        """What was written is thrown away."""
        ...


class TextLayout:
    """JSONL, arrays, documents, concatenated values: payloads and framing as they came, compressed again."""

    def __init__(self, out: Output, compression: Compression, *, separated: bool) -> None:
        self._out = out
        self._compressor = compressor(compression)
        self._plain = compression == ""
        self._separated = separated
        self._chunks: list[bytes] = []
        self._size = 0
        self.records = 0

    def take(self, record: TraceRecord) -> None:
        frame = record.frame
        assert frame is not None
        chunks = self._chunks
        if frame.lead:
            if self.records:
                chunks.append(frame.lead)
                self._size += len(frame.lead)
            elif self._separated and frame.kind == "record":
                chunks.append(frame.lead.partition(b",")[2] if b"," in frame.lead else frame.lead)
        chunks.append(record.payload)
        if frame.ending:
            chunks.append(frame.ending)
        if frame.kind == "record":
            self.records += 1
        self._size += len(record.payload) + 2
        if self._size >= _FLUSH:
            self._flush()

    def take_lines(self, texts: list[bytes]) -> None:
        """Records that each end in `\\n`, at least one."""
        self.records += len(texts)
        data = b"\n".join([*texts, b""])
        self._chunks.append(data)
        self._size += len(data)
        if self._size >= _FLUSH:
            self._flush()

    def _flush(self) -> None:
        data = b"".join(self._chunks)
        self._chunks.clear()
        self._size = 0
        if data:
            self._out.write(data if self._plain else self._compressor.compress(data))

    def finish(self) -> None:
        self._flush()
        self._out.write(self._compressor.flush())

    def abandon(self) -> None:
        """Nothing was promised."""


def take_batch(layout: Layout, batch: RecordBatch) -> None:
    """The records of a batch that were not stopped."""
    if batch.places is None and isinstance(layout, TextLayout):
        if texts := [text for text in batch.after if text is not None]:
            layout.take_lines(texts)
        return
    for record in batch.records():
        layout.take(record)


def layout_for(begin: dict[str, Any], out: Output) -> Layout:
    """The layout that a `begin` frame asks for."""
    container = begin["container"]
    if container == "parquet":
        from openmed_beam.corpus.parquet import ParquetLayout

        return ParquetLayout(out, begin)
    if container == "zip":
        from openmed_beam.corpus.archive import ArchiveLayout

        return ArchiveLayout(out, begin)
    return TextLayout(out, begin["compression"], separated=container == "json_array")


class _PartFile:
    """One part under its passing name."""

    def __init__(self, folder: str, name: str, *, private: bool = False, cuts: int = 1) -> None:
        self.final = storage.join(folder, name)
        self.passing = self.final if storage.is_remote(folder) else f"{self.final}.{secrets.token_hex(6)}.tmp"
        self._handle: BinaryIO = storage.open_for_writing(self.passing, private=private)
        self._digest = hash_of_range(cuts)
        self._beside = Beside(_into(self._handle, self._digest), at_once=cuts > 1)
        self.size = 0

    def write(self, data: bytes) -> None:
        if data:
            self._beside.put(data)
            self.size += len(data)

    def publish(self) -> str:
        """Closes and renames; gives the digest."""
        self._beside.finish()
        self._beside.stop()
        self._handle.close()
        if self.passing != self.final:
            storage.rename(self.passing, self.final)
        return self._digest.hexdigest()

    def discard(self) -> None:
        """Closes and removes what was written."""
        self._beside.stop()
        self._handle.close()
        storage.remove(self.passing)


def _into(handle: BinaryIO, digest: Hash) -> Callable[[bytes], None]:
    """What writes bytes and adds them to a digest; it holds these two alone: a part left open is closed at once."""

    def take(data: bytes) -> None:
        view = memoryview(data)
        while view:
            done = handle.write(view)
            if done is None or done >= len(view):
                break
            view = view[done:]
        digest.update(data)

    return take


class Journal:
    """Parts that wait for their sync, and the files that name those which had it.

    Attributes:
        directory: the output directory.
        kind: `traces` or `dead_letters`; each has parts and a journal of its own.
    """

    def __init__(self, directory: str, kind: str) -> None:
        self.directory = directory
        self.folder = storage.join(directory, *PARTS, kind)
        self._journal = storage.join(directory, *JOURNAL, kind)
        self._waiting: list[PartDescription] = []
        self._last = time.monotonic()
        storage.make_folder(self.folder)
        storage.make_folder(self._journal)

    def add(self, part: PartDescription) -> None:
        """A part that was published; it counts after the next commit."""
        self._waiting.append(part)
        if len(self._waiting) >= _COMMIT_PARTS or time.monotonic() - self._last >= _COMMIT_SECONDS:
            self.commit()

    def commit(self) -> None:
        """One sync for all parts that wait, then one journal file that names them."""
        if self._waiting:
            storage.sync_files([storage.join(self.directory, part.path) for part in self._waiting if part.path])
            rows = b"".join(part.to_json() + b"\n" for part in self._waiting)
            name = hashlib.sha256(rows).hexdigest()[:24] + ".jsonl"
            storage.write_whole(storage.join(self._journal, name), rows)
            self._waiting.clear()
        self._last = time.monotonic()


class PartWriter:
    """Writes the traces of ranges as parts below the output directory; one for each worker (or bundle).

    Give it every frame in the order in which `read_range` gave it; records that were stopped are left out. Frames of
    several ranges may be mixed. Call `commit` when a bundle ends and `abort` when it fails; between the two it commits
    by itself every 256 parts or 5 seconds, so that a crash costs little.
    """

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._journal = Journal(directory, "traces")
        self._open: dict[str, tuple[_PartFile, Layout, dict[str, Any]]] = {}
        self._part: str | None = None

    def write(self, record: TraceRecord) -> PartDescription | None:
        """Takes a frame; gives the description of the part when the frame ends it.

        Raises:
            CorpusError: a record without frame, or before its range's `begin` frame.
            OSError: the part cannot be written; the part is discarded by `abort`.
        """
        frame = record.frame
        if frame is None:
            raise CorpusError("a record without frame has no place in a file: give it one, or use your own sink")
        kind = frame.kind
        if kind not in ("begin", "end"):
            if frame.part != self._part:
                self._turn_to(frame.part)
            self._layout.take(record)
            return None
        if kind == "begin":
            self._begin(frame.part, json.loads(record.payload))
            return None
        return self._end(frame.part, record)

    def write_batch(self, batch: RecordBatch) -> None:
        """Takes records of a range in batches; raises as `write`."""
        if batch.part != self._part:
            self._turn_to(batch.part)
        take_batch(self._layout, batch)

    def _turn_to(self, part: str) -> None:
        if part not in self._open:
            raise CorpusError(f"part {part}: a record came before the begin frame of its range")
        self._part = part
        self._layout = self._open[part][1]

    def _begin(self, part: str, begin: dict[str, Any]) -> None:
        if part in self._open:
            _discard(*self._open.pop(part)[:2])
        file = _PartFile(self._journal.folder, part + ".part", cuts=begin["cuts"])
        self._open[part] = (file, layout_for(begin, file), begin)
        self._part = None

    def _end(self, part: str, record: TraceRecord) -> PartDescription:
        if part not in self._open:
            raise CorpusError(f"part {part}: its end frame came before its begin frame")
        file, layout, begin = self._open.pop(part)
        self._part = None
        try:
            layout.finish()
            digest = file.publish()
        except BaseException:
            _discard(file, layout)
            raise
        described = PartDescription(
            part=part,
            source=record.source or "",
            file=begin["file"],
            cut=begin["cut"],
            records=layout.records,
            size=file.size,
            digest=digest,
            path="/".join((*PARTS, "traces", part + ".part")),
            summary=json.loads(record.payload),
        )
        self._journal.add(described)
        return described

    def commit(self) -> None:
        """Makes durable what has ended; call it when the bundle ends."""
        self._journal.commit()

    def abort(self) -> None:
        """Removes what has not ended; call it when the bundle fails or the writer is no longer used."""
        for file, layout, _ in self._open.values():
            _discard(file, layout)
        self._open.clear()
        self._part = None


def _discard(file: _PartFile, layout: Layout) -> None:
    layout.abandon()
    file.discard()


class LinePartWriter:
    """Writes lines (dead letters) of ranges as parts of their own; no file where a range has none.

    Args:
        directory: the output directory.
        kind: the folder of the parts.
        private: only the owner may read them.
    """

    def __init__(self, directory: str, kind: str = "dead_letters", *, private: bool = False) -> None:
        self._journal = Journal(directory, kind)
        self._kind = kind
        self._private = private
        self._open: dict[str, tuple[_PartFile, list[int]]] = {}

    def write(self, part: str, line: bytes) -> None:
        """Adds a line (without line ending) to the part of a range."""
        if part not in self._open:
            file = _PartFile(self._journal.folder, part + ".part", private=self._private)
            self._open[part] = (file, [0])
        file, count = self._open[part]
        file.write(line + b"\n")
        count[0] += 1

    def end(self, part: str, source: str, file: int, cut: int, summary: dict[str, Any]) -> PartDescription:
        """The range has ended; describes its lines, also where there are none."""
        written, path, digest, size, records = self._open.pop(part, None), None, "", 0, 0
        if written is not None:
            digest, size, records = written[0].publish(), written[0].size, written[1][0]
            path = "/".join((*PARTS, self._kind, part + ".part"))
        described = PartDescription(part, source, file, cut, records, size, digest, path, summary)
        self._journal.add(described)
        return described

    def commit(self) -> None:
        """As `PartWriter.commit`."""
        self._journal.commit()

    def abort(self) -> None:
        """As `PartWriter.abort`."""
        for file, _ in self._open.values():
            file.discard()
        self._open.clear()


class StreamWriter:
    """Frames of one JSONL stream to an open handle (standard output); the same calls as `PartWriter`."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = _HandleOutput(out)
        self._layout: TextLayout | None = None

    def write(self, record: TraceRecord) -> PartDescription | None:
        """As `PartWriter.write`; what was written is flushed when the range ends."""
        frame = record.frame
        if frame is None:
            raise CorpusError("a record without frame has no place in a stream: give it one")
        if frame.kind == "begin":
            self._layout = TextLayout(self._out, "", separated=False)
            return None
        if self._layout is None:
            raise CorpusError("a record came before the begin frame of its stream")
        if frame.kind != "end":
            self._layout.take(record)
            return None
        self._layout.finish()
        self._out.flush()
        return PartDescription(
            frame.part,
            record.source or "",
            0,
            0,
            self._layout.records,
            self._out.size,
            self._out.digest.hexdigest(),
            None,
            json.loads(record.payload),
        )

    def write_batch(self, batch: RecordBatch) -> None:
        """As `PartWriter.write_batch`."""
        if self._layout is None:
            raise CorpusError("a record came before the begin frame of its stream")
        take_batch(self._layout, batch)

    def commit(self) -> None:
        """Nothing to make durable."""

    def abort(self) -> None:
        """Forgets what was not flushed."""
        self._layout = None


class _HandleOutput:
    def __init__(self, handle: BinaryIO) -> None:
        self._handle = handle
        self.digest = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes) -> None:
        self._handle.write(data)
        self.digest.update(data)
        self.size += len(data)

    def flush(self) -> None:
        self._handle.flush()
