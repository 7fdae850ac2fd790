"""The output directory: marked as ours, what its manifest says, what a new run may do with it.

Owns the marker, the manifest, and the rules of `--resume` and `--overwrite`. State of a run that is under way stands
below `.openmed-beam/`: `marker.json`, `parts/` and `journal/`; the last two go when the run is complete.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal, NamedTuple

from openmed_beam.corpus import storage
from openmed_beam.corpus.digests import digest_of
from openmed_beam.corpus.model import TRACES, CorpusPlan, FileOutcome, InputFile, PartDescription, ranges_of
from openmed_beam.errors import CorpusError

STATE = ".openmed-beam"
PARTS = (STATE, "parts")
JOURNAL = (STATE, "journal")
MARKER = f"{STATE}/marker.json"
MANIFEST = "manifest.json"
KINDS = ("traces", "dead_letters")
_SCHEMA_VERSION = 1
_TOOL = "openmed-beam"

#: What a directory is to us. `marked`: ours, but no manifest was written yet.
Condition = Literal["missing", "empty", "foreign", "marked", "running", "finished"]


class RunStart(NamedTuple):
    """How a run begins.

    Attributes:
        plan: what to run; on resume the plan of the first run.
        done: for each kind (`traces`, `dead_letters`) the parts that need not be written again, by name.
        resumed: whether an earlier run is continued.
        status: exit status of a finished run, in which case nothing is to be done; else None.
        manifest: the manifest as it stands.
    """

    plan: CorpusPlan
    done: dict[str, dict[str, PartDescription]]
    resumed: bool
    status: int | None
    manifest: dict[str, Any]

    def done_names(self, kinds: Iterable[str] = KINDS) -> set[str]:
        """Ranges of which every kind of part is there: what `CorpusPlan.batches(without=...)` takes."""
        return set.intersection(*(set(self.done[kind]) for kind in kinds))


class RunDirectory:
    """One output directory and its rules.

    Args:
        directory: local path or `scheme://` place; made when the run begins.
    """

    def __init__(self, directory: str) -> None:
        self.directory = storage.absolute(directory)

    def place(self, *names: str) -> str:
        """A place below the directory."""
        return storage.join(self.directory, *names)

    def condition(self) -> Condition:
        """What the directory is to us now."""
        if storage.stat(self.place(MARKER)) is not None:
            manifest = self.manifest()
            if manifest is None:
                return "marked"
            return "finished" if manifest.get("state") == "finished" else "running"
        if storage.is_remote(self.directory):
            return "foreign" if _anything_below(self.directory) else "missing"
        if not os.path.lexists(self.directory):
            return "missing"
        if not os.path.isdir(self.directory):
            raise CorpusError(f"--output {self.directory} is not a folder: name another")
        with os.scandir(self.directory) as entries:
            names = [entry.name for entry in entries]
        if names == [STATE] and self._holds_only_a_passing_marker():
            return "empty"  # a run that ended before its marker was whole
        return "foreign" if names else "empty"

    def _holds_only_a_passing_marker(self) -> bool:
        found = [name for _, folders, files in os.walk(self.place(STATE)) for name in (*folders, *files)]
        return all(name.startswith(os.path.basename(MARKER) + ".") and name.endswith(".tmp") for name in found)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While it lasts no other run of this machine is let into the directory, if it is marked as ours already.

        Raises:
            CorpusError: another run is under way in it.
        """
        if storage.is_remote(self.directory) or not os.path.exists(self.place(MARKER)):
            yield
            return
        with open(self.place(MARKER), "rb") as marker:
            if not _locked(marker.fileno()):
                raise CorpusError(f"--output {self.directory} is in use by another run: wait for its end")
            yield

    def write_whole(self, name: str, content: bytes, *, private: bool = False) -> None:
        """Writes a small file (a report) below the directory so that it appears whole, whatever happens."""
        place = self.place(*name.split("/"))
        storage.write_whole(place, content, private=private, passing_folder=self.place(STATE))

    def manifest(self) -> dict[str, Any] | None:
        """The manifest, or None where there is none."""
        if storage.stat(self.place(MANIFEST)) is None:
            return None
        try:
            manifest = json.loads(storage.read_whole(self.place(MANIFEST)))
            if not isinstance(manifest, dict) or manifest.get("tool") != _TOOL:
                raise ValueError
        except ValueError:
            raise CorpusError(f"{self.place(MANIFEST)} is not a manifest of {_TOOL}: name another --output") from None
        return manifest

    def begin(
        self,
        plan: CorpusPlan,
        policy_sha256: str,
        *,
        resume: bool = False,
        overwrite: bool = False,
        settings: dict[str, Any] | None = None,
        others: Sequence[str] = ("report.json",),
    ) -> RunStart:
        """Checks the rules, marks the directory as ours and writes the manifest of a run under way.

        Args:
            plan: what there is to run.
            policy_sha256: digest of everything that the output depends on besides the inputs.
            resume, overwrite: as on the command line.
            settings: value-free settings to note in the manifest.
            others: places below the directory, besides the traces, that the run may write.

        Raises:
            CorpusError: the directory is in use or not ours, or what it holds does not fit; nothing was changed.
        """
        if resume and overwrite:
            raise CorpusError("--resume and --overwrite exclude each other: give one of them")
        condition = self.condition()
        where = f"--output {self.directory}"
        if condition == "foreign":
            if resume or overwrite:
                raise CorpusError(f"{where} was not made by {_TOOL}: name another folder")
            raise CorpusError(f"{where} is not empty and was not made by {_TOOL}: name another folder")
        if condition in ("marked", "running", "finished") and not (resume or overwrite):
            raise CorpusError(f"{where} holds a run: continue it with --resume or replace it with --overwrite")
        if overwrite:
            self.clear()
        elif condition in ("running", "finished"):
            return self._resume(plan, policy_sha256)
        if condition == "marked" and not overwrite:
            self._clear_state()
        storage.make_folder(self.directory)
        marker = json.dumps({"tool": _TOOL, "schema_version": _SCHEMA_VERSION}).encode("ascii") + b"\n"
        self.write_whole(MARKER, marker)
        manifest: dict[str, Any] = {
            "tool": _TOOL,
            "schema_version": _SCHEMA_VERSION,
            "state": "running",
            "status": None,
            "policy_sha256": policy_sha256,
            "settings": settings or {},
            "others": list(others),
            "inputs": [file._asdict() for file in plan.files],
            "skipped": [item._asdict() for item in plan.skipped],
            "hidden": plan.hidden,
            "excluded": plan.excluded,
            "files": [],
        }
        self._clear_passing()
        self._write_manifest(manifest)
        return RunStart(plan, {kind: {} for kind in KINDS}, False, None, manifest)

    def _resume(self, plan: CorpusPlan, policy_sha256: str) -> RunStart:
        manifest = self.manifest() or {}
        where = f"--resume: {self.directory}"
        if manifest.get("policy_sha256") != policy_sha256:
            raise CorpusError(f"{where} was begun under another policy: use that one, or --overwrite")
        files = tuple(_input_file(row) for row in manifest["inputs"])
        before = {file.source: _identity(file) for file in files}
        now = {file.source: _identity(file) for file in plan.files}
        for source in sorted({*before, *now}, key=os.fsencode):
            if before.get(source) != now.get(source):
                what = "is new" if source not in before else "is gone" if source not in now else "has changed"
                raise CorpusError(f"{where}: the input {source} {what} since the run began: use --overwrite")
        stored = plan._replace(files=files, ranges=tuple(piece for file in files for piece in ranges_of(file)))
        if manifest["state"] == "finished":
            self._clear_state()  # where the run was stopped just before it could
            return RunStart(stored, {kind: {} for kind in KINDS}, True, manifest["status"], manifest)
        done = {kind: self._done(kind, stored) for kind in KINDS}
        self._check_inputs(stored, done["traces"])
        return RunStart(stored, done, True, None, manifest)

    def _done(self, kind: str, plan: CorpusPlan) -> dict[str, PartDescription]:
        """Parts that a journal names and that are still there, or whose file is already in its place."""
        known = {piece.name for piece in plan.ranges}
        rows: dict[str, list[PartDescription]] = {}
        journal = self.place(*JOURNAL, kind)
        for name in storage.names_in(journal):
            if name.endswith(".jsonl"):
                for line in storage.read_whole(storage.join(journal, name)).splitlines():
                    part = PartDescription.from_json(line)
                    if part.part in known:
                        rows.setdefault(part.part, []).append(part)
            else:
                storage.remove(storage.join(journal, name))
        done: dict[str, PartDescription] = {}
        for name, candidates in rows.items():
            standing = self._standing(candidates)
            if standing is not None:
                done[name] = standing
            elif kind == "traces" and storage.stat(self.place(TRACES, *candidates[-1].source.split("/"))) is not None:
                done[name] = candidates[-1]
        folder = self.place(*PARTS, kind)
        for name in storage.names_in(folder):
            if name.removesuffix(".part") not in done:
                storage.remove(storage.join(folder, name))
        return done

    def _standing(self, candidates: list[PartDescription]) -> PartDescription | None:
        distinct = {part.digest for part in candidates}
        part: PartDescription
        for part in candidates[::-1]:
            if part.path is None:
                return part
            path = self.place(*part.path.split("/"))
            found = storage.stat(path)
            if found is None or found.size != part.size:
                continue
            if len(distinct) == 1 or digest_of(path, part.digest) == part.digest:
                return part
        return None

    def _check_inputs(self, plan: CorpusPlan, done: dict[str, PartDescription]) -> None:
        from openmed_beam.corpus.reading import digest_of_range

        for piece in plan.ranges:
            part = done.get(piece.name)
            expected = part.summary.get("input_digest") if part is not None else None
            if expected is not None and not storage.is_remote(piece.path) and digest_of_range(piece) != expected:
                raise CorpusError(
                    f"--resume: {self.directory}: the input {piece.source} has changed since the run began: "
                    "use --overwrite"
                )

    def complete(
        self,
        manifest: dict[str, Any],
        outcomes: Sequence[FileOutcome],
        status: int,
        *,
        others: Sequence[str] | None = None,
        more: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Makes the output durable, writes the manifest of a finished run, removes the state of the run.

        Args:
            manifest: `RunStart.manifest`.
            outcomes: one a file of the plan, in any order.
            status: exit status of the run.
            others: places below the directory, besides the traces, that were written.
            more: value-free keys to add to the manifest.
        """
        rows = sorted(outcomes, key=lambda row: os.fsencode(row.source))
        written = [row.output for row in rows if row.output] + list(manifest["others"] if others is None else others)
        storage.sync_files([self.place(*name.split("/")) for name in written])
        finished = {
            **manifest,
            **(more or {}),
            "state": "finished",
            "status": status,
            "files": [row._asdict() for row in rows],
            "others": list(manifest["others"] if others is None else others),
        }
        self._write_manifest(finished)
        self._clear_state()
        return finished

    def _write_manifest(self, manifest: dict[str, Any]) -> None:
        self.write_whole(MANIFEST, _manifest_text(manifest).encode("ascii"))

    def clear(self) -> None:
        """Removes what our manifest lists and the state of a run; everything else is left where it is.

        Raises:
            CorpusError: the directory is not ours.
        """
        if self.condition() == "foreign":
            raise CorpusError(f"--output {self.directory} was not made by {_TOOL}: name another folder")
        manifest = self.manifest() or {}
        names = ["/".join((TRACES, row["source"])) for row in manifest.get("inputs", [])]
        names += [row["output"] for row in manifest.get("files", []) if row["output"]]
        names += list(manifest.get("others", []))
        folders: set[str] = set()
        root = self.directory if storage.is_remote(self.directory) else os.path.realpath(self.directory)
        for name in dict.fromkeys(names):
            path = self.place(*name.split("/"))
            if storage.is_remote(path) or _lies_below(path, root):
                storage.remove(path)
                parents = name.split("/")[:-1]
                folders.update("/".join(parents[: depth + 1]) for depth in range(len(parents)))
        self._clear_state()
        for folder in sorted(folders, key=lambda name: -name.count("/")):
            storage.remove_folder_if_empty(self.place(*folder.split("/")))
        storage.remove(self.place(MANIFEST))

    def _clear_state(self) -> None:
        for kind in KINDS:
            for area in (PARTS, JOURNAL):
                folder = self.place(*area, kind)
                for name in storage.names_in(folder):
                    storage.remove(storage.join(folder, name))
                storage.remove_folder_if_empty(folder)
        for area in (PARTS, JOURNAL):
            storage.remove_folder_if_empty(self.place(*area))
        self._clear_passing()

    def _clear_passing(self) -> None:
        for name in storage.names_in(self.place(STATE)):
            if name.endswith(".tmp"):
                storage.remove(self.place(STATE, name))


def _manifest_text(manifest: dict[str, Any]) -> str:
    """JSON, a row a line: quick for many files, and readable."""
    members = []
    for key, value in manifest.items():
        text = json.dumps(value)
        if isinstance(value, list) and value:
            text = "[\n  " + ",\n  ".join(json.dumps(row) for row in value) + "\n ]"
        members.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(members) + "\n}\n"


def _locked(descriptor: int) -> bool:
    """Lock an open file until it is closed; False where somebody else has it. Not every file system has locks."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            pass
    return True


def _lies_below(path: str, root: str) -> bool:
    parent = os.path.realpath(os.path.dirname(path))
    return parent == root or parent.startswith(root.rstrip(os.sep) + os.sep)


def _anything_below(folder: str) -> bool:
    return bool(storage.match(folder.rstrip("/") + "/**", limit=1))


def _input_file(row: dict[str, Any]) -> InputFile:
    return InputFile(**{**row, "cuts": tuple(row["cuts"]), "skipped_entries": tuple(row["skipped_entries"])})


def _identity(file: InputFile) -> tuple[Any, ...]:
    return (file.path, file.container, file.compression, file.size, file.mtime_ns)
