"""`WriteTraces` and `WriteDeadLetters`: files that appear whole, in the order and under the name they came from.

Records with a layout (`ReadTraces(layout=True)`) are written part by part and laid out as they were. Records without
one, from a user's own source, become one JSONL file a source. Files are the unit: nothing of a record is shuffled, only
descriptions of what was written.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import apache_beam as beam
from apache_beam import coders as beam_coders
from apache_beam import typehints
from apache_beam.pvalue import PCollection
from apache_beam.transforms.window import GlobalWindow, GlobalWindows
from apache_beam.utils.windowed_value import WindowedValue

from openmed_beam.corpus import CorpusPlan, InputFile, PartWriter, RunDirectory, finalise_file, storage
from openmed_beam.corpus.model import DEAD_LETTERS as DEAD_LETTER_FOLDER
from openmed_beam.corpus.model import TRACES, PartDescription
from openmed_beam.corpus.run_directory import STATE
from openmed_beam.traces.record import DeadLetter, TraceRecord
from openmed_beam.transforms import coders  # noqa: F401  (registers the coders)
from openmed_beam.transforms.composite import Composite
from openmed_beam.transforms.dead_letter import dead_letter_line
from openmed_beam.transforms.stage import DEAD_FRAME

#: File name for what came without a source.
NAMELESS = "traces"

#: Bytes of lines that are held before they are written.
_HELD = 16 * 1024 * 1024


class Written(NamedTuple):
    """What was written.

    Attributes:
        path: place below the directory, or None where an input gives no file.
        source: source of the records in it, None where they had none.
        records: records (or dead letters) in it.
        bytes, sha256: size and hex digest of the file; None without one.
    """

    path: str | None
    source: str | None
    records: int
    bytes: int | None
    sha256: str | None


class _WrittenCoder(beam_coders.Coder):  # type: ignore[misc]
    def encode(self, value: Written) -> bytes:
        return json.dumps(list(value)).encode("ascii")

    def decode(self, encoded: bytes) -> Written:
        return Written(*json.loads(encoded))

    def is_deterministic(self) -> bool:
        return True

    def to_type_hint(self) -> Any:
        return Written


beam_coders.registry.register_coder(Written, _WrittenCoder)


@typehints.with_input_types(TraceRecord)
@typehints.with_output_types(Written)
class WriteTraces(Composite):
    """Write traces below `directory/traces`; gives a `Written` a file.

    Args:
        directory: local folder or a place that Beam's file systems know.
        plan: the plan of the `ReadTraces` that the records came from (`read.plan`): files are laid out as they were,
            with their own name, container and compression. Without a plan, one JSONL file a source; bounded input only.
    """

    def __init__(self, directory: str, *, plan: CorpusPlan | None = None, label: str | None = None) -> None:
        super().__init__(label)
        self._directory = storage.absolute(directory)
        self._plan = plan

    def expand(self, records: PCollection) -> PCollection:
        if self._plan is None:
            return records | "Lines" >> _WriteLines(self._directory, TRACES, dead_letters=False, private=False)
        return (
            records
            | "Parts" >> beam.ParDo(_WriteParts(self._directory)).with_output_types(bytes)
            | "Gather" >> Gathered()
            | "Finalise" >> beam.ParDo(_FinaliseAll(self._directory, self._plan.files)).with_output_types(Written)
        )


@typehints.with_input_types(DeadLetter)
@typehints.with_output_types(Written)
class WriteDeadLetters(Composite):
    """Write dead letters below `directory/dead_letters`, one JSON object a line; gives a `Written` a file.

    Args:
        directory: local folder or a place that Beam's file systems know.
        private: only the owner may read the files; use it when dead letters hold the original (local folders).
    """

    def __init__(self, directory: str, *, private: bool = True, label: str | None = None) -> None:
        super().__init__(label)
        self._directory = storage.absolute(directory)
        self._private = private

    def expand(self, dead_letters: PCollection) -> PCollection:
        return dead_letters | "Lines" >> _WriteLines(
            self._directory, DEAD_LETTER_FOLDER, dead_letters=True, private=self._private
        )


class Gathered(beam.PTransform):  # type: ignore[misc]
    """All elements (bytes, small) as one list, also where there is none."""

    def expand(self, pieces: PCollection) -> PCollection:
        pipeline = pieces.pipeline
        nothing = pipeline | "Nothing" >> beam.Create([("", b"")]).with_output_types(tuple[str, bytes])
        keyed = pieces | "Key" >> beam.Map(_keyed).with_output_types(tuple[str, bytes])
        return (
            (keyed, nothing)
            | "Flatten" >> beam.Flatten()
            | "Group" >> beam.GroupByKey()
            | "List" >> beam.Map(_values).with_output_types(list[bytes])
        )


def _keyed(piece: bytes) -> tuple[str, bytes]:
    return "", piece


def _values(group: tuple[str, Iterable[bytes]]) -> list[bytes]:
    return [piece for piece in group[1] if piece]


class _WriteParts(beam.DoFn):  # type: ignore[misc]
    """Records with layout into part files; one description a part."""

    def __init__(self, directory: str) -> None:
        self._directory = directory

    def start_bundle(self) -> None:
        self._writer = PartWriter(self._directory)

    def process(self, record: TraceRecord) -> Iterable[bytes]:
        kind: str = "" if record.frame is None else record.frame.kind
        if kind == DEAD_FRAME:
            return ()
        part = self._writer.write(record)
        return () if part is None else (part.to_json(),)

    def finish_bundle(self) -> None:
        self._writer.commit()
        self._writer.abort()

    def teardown(self) -> None:
        writer = getattr(self, "_writer", None)
        if writer is not None:
            writer.abort()


class _FinaliseAll(beam.DoFn):  # type: ignore[misc]
    def __init__(self, directory: str, files: tuple[InputFile, ...]) -> None:
        self._directory = directory
        self._files = files

    def process(self, pieces: list[bytes]) -> Iterator[Written]:
        parts: dict[int, list[PartDescription]] = {}
        for piece in pieces:
            part = PartDescription.from_json(piece)
            parts.setdefault(part.file, []).append(part)
        outcomes = [finalise_file(self._directory, file, parts.get(file.number, [])) for file in self._files]
        run = RunDirectory(self._directory)
        run.complete(run.manifest() or {"tool": "openmed-beam", "others": []}, outcomes, 0, others=[])
        for outcome in outcomes:
            yield Written(outcome.output, outcome.source, outcome.records, outcome.output_bytes, outcome.output_sha256)


class _WriteLines(beam.PTransform):  # type: ignore[misc]
    """Lines by source: every bundle writes pieces of its own, the pieces of bundles that counted are joined."""

    def __init__(self, directory: str, kind: str, *, dead_letters: bool, private: bool) -> None:
        super().__init__()
        self._settings = _LineSettings(directory, kind, secrets.token_hex(8), dead_letters, private)

    def expand(self, items: PCollection) -> PCollection:
        return (
            items
            | "AllTime" >> beam.WindowInto(GlobalWindows())
            | "Pieces" >> beam.ParDo(_LinePieces(self._settings)).with_output_types(bytes)
            | "Gather" >> Gathered()
            | "Join" >> beam.ParDo(_JoinPieces(self._settings)).with_output_types(Written)
        )


class _LineSettings(NamedTuple):
    directory: str
    kind: str
    run: str
    dead_letters: bool
    private: bool

    @property
    def folder(self) -> str:
        """Where the pieces of this pipeline stand."""
        return storage.join(self.directory, STATE, "lines", self.run)


class _LinePieces(beam.DoFn):  # type: ignore[misc]
    def __init__(self, settings: _LineSettings) -> None:
        self._settings = settings

    def start_bundle(self) -> None:
        self._held: dict[str | None, list[bytes]] = {}
        self._first: dict[str | None, int] = {}
        self._size = 0

    def process(self, item: TraceRecord | DeadLetter | bytes) -> Iterable[bytes]:
        if isinstance(item, DeadLetter):
            line, source, offset = dead_letter_line(item), item.source, item.offset
        elif isinstance(item, TraceRecord):
            if item.frame is not None and item.frame.kind != "record":
                return ()
            line, source, offset = item.payload, item.source, item.offset
        else:
            line, source, offset = item, None, None
        if source not in self._held:
            self._held[source] = []
            self._first[source] = offset or 0
        self._held[source].append(_one_line(line))
        self._size += len(line)
        return self._flush() if self._size >= _HELD else ()

    def finish_bundle(self) -> Iterator[WindowedValue]:
        window = GlobalWindow()
        for piece in self._flush():
            yield WindowedValue(piece, window.max_timestamp(), (window,))

    def _flush(self) -> list[bytes]:
        pieces = []
        if self._held:
            storage.make_folder(self._settings.folder)
        for source, lines in self._held.items():
            path = storage.join(self._settings.folder, f"{secrets.token_hex(12)}.jsonl")
            storage.write_whole(path, b"\n".join([*lines, b""]), private=self._settings.private)
            pieces.append(json.dumps([source, self._first[source], path, len(lines)]).encode("ascii"))
        self.start_bundle()
        return pieces


class _JoinPieces(beam.DoFn):  # type: ignore[misc]
    def __init__(self, settings: _LineSettings) -> None:
        self._settings = settings

    def process(self, pieces: list[bytes]) -> Iterator[Written]:
        by_source: dict[str | None, list[tuple[int, str, int]]] = {}
        for piece in pieces:
            source, first, path, count = json.loads(piece)
            by_source.setdefault(source, []).append((first, path, count))
        for source in sorted(by_source, key=lambda name: (name is not None, name)):
            yield self._join(source, sorted(by_source[source]))
        folder = self._settings.folder
        for name in storage.names_in(folder):
            storage.remove(storage.join(folder, name))
        for names in ((STATE, "lines", self._settings.run), (STATE, "lines"), (STATE,)):
            storage.remove_folder_if_empty(storage.join(self._settings.directory, *names))

    def _join(self, source: str | None, pieces: list[tuple[int, str, int]]) -> Written:
        name = line_file_name(source) if self._settings.dead_letters else _trace_file_name(source)
        target = storage.join(self._settings.directory, self._settings.kind, *name.split("/"))
        digest, size = hashlib.sha256(), 0
        passing = target if storage.is_remote(target) else f"{pieces[0][1]}.whole"
        with storage.open_for_writing(passing, private=self._settings.private) as out:
            for _, path, _ in pieces:
                data = storage.read_whole(path)
                digest.update(data)
                size += len(data)
                out.write(data)
        if passing != target:
            storage.rename(passing, target)
        count = sum(count for _, _, count in pieces)
        return Written(f"{self._settings.kind}/{name}", source, count, size, digest.hexdigest())


def line_file_name(source: str | None) -> str:
    """The name of a source's file of dead letters: flat, and different for different sources."""
    if source is None:
        return f"{NAMELESS}.jsonl"
    flat = source.replace("%", "%25").replace("/", "%2F")
    if len(flat.encode("utf-8", "surrogateescape")) > 200:
        flat = f"{flat[:40]}-{hashlib.sha256(source.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}"
    return f"{flat}.jsonl"


def _trace_file_name(source: str | None) -> str:
    name = NAMELESS if source is None else source
    if not all(name.split("/")) or {".", ".."} & set(name.split("/")):
        return line_file_name(source)
    return name if name.endswith((".jsonl", ".ndjson")) else f"{name}.jsonl"


def _one_line(payload: bytes) -> bytes:
    """JSON text on one line: line breaks in it stand between tokens, where a blank does as well."""
    if b"\n" in payload or b"\r" in payload:
        return payload.replace(b"\r", b" ").replace(b"\n", b" ")
    return payload
