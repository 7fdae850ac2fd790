"""The DIR of a run as the input of another command: its traces, its dead letters, what was changed in it since."""

from __future__ import annotations

import json
import os
from typing import Any

from openmed_beam.corpus import RunDirectory
from openmed_beam.corpus.digests import digest_of
from openmed_beam.corpus.model import DEAD_LETTERS, TRACES
from openmed_beam.errors import CorpusError

#: Places of a run's dead letters: source -> (offset, index).
DeadPlaces = dict[str, set[tuple[int | None, int | None]]]


class RunFolder:
    """A finished run.

    Attributes:
        traces: the folder of its traces, which is missing where it wrote none.
        exclude: globs of the inputs that it left out on purpose.
    """

    def __init__(self, directory: RunDirectory, manifest: dict[str, Any]) -> None:
        self._directory = directory
        self._files = manifest["files"]
        self.traces = directory.place(TRACES)
        self.exclude: tuple[str, ...] = tuple(manifest["settings"].get("exclude", ()))

    def dead_places(self) -> DeadPlaces:
        """Where the records stand that the run dead-lettered."""
        dead: DeadPlaces = {}
        folder = self._directory.place(DEAD_LETTERS)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            with open(os.path.join(folder, name), encoding="ascii") as lines:
                for line in lines:
                    letter = json.loads(line)
                    if letter["length"]:
                        dead.setdefault(letter["source"], set()).add((letter["offset"], letter.get("index")))
        return dead

    def changes(self) -> list[str]:
        """Files of the run that are not as it wrote them, each with what happened to it."""
        found: list[str] = []
        for row in self._files:
            if row["output"] is None:
                continue
            path = self._directory.place(*row["output"].split("/"))
            if not os.path.exists(path):
                found.append(f"{row['source']}: removed after the run")
            elif row["output_sha256"] is not None and digest_of(path) != row["output_sha256"]:
                found.append(f"{row['source']}: changed after the run")
        return found


def run_folder(place: str, what: str) -> RunFolder | None:
    """The run in a folder, or None where the place is no folder of a run.

    Args:
        place: as the user named it.
        what: what the command calls it, for the error.

    Raises:
        CorpusError: the run is not finished.
    """
    if not os.path.isdir(place):
        return None
    directory = RunDirectory(place)
    condition = directory.condition()
    if condition not in ("marked", "running", "finished"):
        return None
    manifest = directory.manifest()
    if condition != "finished" or manifest is None:
        raise CorpusError(f"{what} {place} holds a run that is not finished: continue it with redact --resume")
    return RunFolder(directory, manifest)
