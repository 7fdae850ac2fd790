"""What the INPUT arguments name: files, globs and folders, in the order given, then in byte order of paths.

Owns the rules of contract section 4 on inputs: hidden files are left alone and counted, links are followed only when
named, one place in the output for one input, no INPUT at, above or below the output directory. Nothing is opened.
"""

from __future__ import annotations

import glob
import os
import re
import stat
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from openmed_beam.corpus import storage
from openmed_beam.corpus.model import STDIN, Skipped
from openmed_beam.errors import CorpusError

_MAGIC = re.compile(r"[*?\[]")


class Found(NamedTuple):
    """A regular file: its place in the output, where it stands, size and time as in `storage.Stat`."""

    source: str
    path: str
    size: int
    mtime_ns: int | None


class Listing(NamedTuple):
    """What the inputs hold. `hidden` and `excluded` count entries; a folder counts once."""

    files: tuple[Found, ...]
    skipped: tuple[Skipped, ...]
    hidden: int
    excluded: int


class _Lister:
    def __init__(self, exclude: Sequence[str]) -> None:
        self._exclude = [exclusion(pattern) for pattern in exclude]
        self.files: list[Found] = []
        self.skipped: list[Skipped] = []
        self.hidden = 0
        self.excluded = 0

    def excludes(self, source: str) -> bool:
        return any(pattern.match(source) for pattern in self._exclude)

    def add_file(self, source: str, path: str, status: os.stat_result) -> None:
        if self.excludes(source):
            self.excluded += 1
        elif not stat.S_ISREG(status.st_mode):
            self.skipped.append(Skipped(source, "special_file", path))
        else:
            self.files.append(Found(source, path, status.st_size, status.st_mtime_ns))

    def add_folder(self, folder: str, prefix: str) -> None:
        """All regular files below, in byte order of their paths."""
        for path, source, entry in _walk(folder, prefix, self):
            if entry.is_symlink():
                self.skipped.append(Skipped(source, "link", path))
            else:
                self.add_file(source, path, entry.stat(follow_symlinks=False))


def _walk(folder: str, prefix: str, lister: _Lister) -> Iterator[tuple[str, str, os.DirEntry[str]]]:
    stack = [_entries(folder)]
    prefixes = [prefix]
    while stack:
        entry = next(stack[-1], None)
        if entry is None:
            stack.pop()
            prefixes.pop()
            continue
        source = prefixes[-1] + entry.name
        if entry.name.startswith("."):
            lister.hidden += 1
        elif lister.excludes(source):
            lister.excluded += 1
        elif entry.is_dir(follow_symlinks=False):
            stack.append(_entries(entry.path))
            prefixes.append(source + "/")
        else:
            yield entry.path, source, entry


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            found = list(entries)
    except OSError as error:
        raise CorpusError(
            f"{folder} cannot be listed ({type(error).__name__}): exclude it or mend its rights"
        ) from None
    # A folder sorts as its name with the slash that its files' paths have.
    return iter(sorted(found, key=lambda entry: os.fsencode(entry.name) + b"/" * entry.is_dir(follow_symlinks=False)))


def find_inputs(inputs: Sequence[str], exclude: Sequence[str] = ()) -> Listing:
    """What the inputs hold, in order.

    Args:
        inputs: files, folders, globs (`*`, `?`, `[...]`, `**`), or `scheme://` patterns.
        exclude: globs of places to leave out, see `exclusion`.

    Raises:
        CorpusError: an input that is not there, a glob that matches nothing, two files with one place in the output.
    """
    if not inputs:
        raise CorpusError("no INPUT: name a file, a folder or a glob")
    lister = _Lister(exclude)
    for name in inputs:
        if name == STDIN:
            raise CorpusError("the INPUT - stands alone: it reads one JSONL stream")
        if storage.is_remote(name):
            _add_remote(name, lister)
        elif os.path.exists(name):
            _add_named(name, lister)
        elif os.path.lexists(name):
            raise CorpusError(f"INPUT {name} is a link to nothing")
        elif _MAGIC.search(name):
            _add_glob(name, lister)
        else:
            raise CorpusError(f"INPUT {name} does not exist")
    _refuse_clashes(lister.files)
    return Listing(tuple(lister.files), tuple(lister.skipped), lister.hidden, lister.excluded)


def _add_named(name: str, lister: _Lister) -> None:
    path = os.path.abspath(name)
    status = os.stat(path)
    if stat.S_ISDIR(status.st_mode):
        lister.add_folder(path, "")
    elif stat.S_ISREG(status.st_mode):
        lister.add_file(os.path.basename(path), path, status)
    else:
        raise CorpusError(f"INPUT {name} is neither a file nor a folder: use - and pipe into it")


def _add_glob(name: str, lister: _Lister) -> None:
    fixed = _fixed_prefix(name)
    base = os.path.abspath(fixed or ".")
    hits = sorted({os.path.abspath(hit) for hit in glob.iglob(name, recursive=True)}, key=os.fsencode)
    if not hits:
        raise CorpusError(f"INPUT {name} matches nothing")
    taken: set[str] = set()
    begin = len(lister.files)
    for path in hits:
        if any(path[:cut] in taken for cut in range(len(path)) if path[cut] == os.sep):
            continue  # below a folder that matched: each file once
        source = os.path.relpath(path, base).replace(os.sep, "/")
        if source == ".":
            lister.add_folder(path, "")
            taken.add(path)
        elif os.path.islink(path):
            if lister.excludes(source):
                lister.excluded += 1
            else:
                lister.skipped.append(Skipped(source, "link", path))
        elif os.path.isdir(path):
            if lister.excludes(source):
                lister.excluded += 1
            else:
                lister.add_folder(path, source + "/")
            taken.add(path)
        else:
            lister.add_file(source, path, os.stat(path))
    lister.files[begin:] = sorted(lister.files[begin:], key=lambda file: os.fsencode(file.source))


def _fixed_prefix(pattern: str) -> str:
    """The folders of a glob before its first part with a wildcard."""
    fixed: list[str] = []
    for part in pattern.split("/")[:-1]:
        if _MAGIC.search(part):
            break
        fixed.append(part)
    return "/".join(fixed) + ("/" if fixed else "")


def _add_remote(name: str, lister: _Lister) -> None:
    try:
        found = {item.path: item for item in storage.match(name)}
        base = _fixed_prefix(name) if _MAGIC.search(name) else name.rpartition("/")[0] + "/"
        if not _MAGIC.search(name):
            below = storage.match(name.rstrip("/") + "/**")
            if name not in found and below:
                base = name.rstrip("/") + "/"
            found.update({item.path: item for item in below})
    except Exception as error:
        raise CorpusError(f"INPUT {name} cannot be listed ({type(error).__name__})") from None
    if not found:
        raise CorpusError(f"INPUT {name} does not exist or matches nothing")
    for path in sorted(found, key=os.fsencode):
        source = path.removeprefix(base).lstrip("/")
        if any(part.startswith(".") for part in source.split("/")):
            lister.hidden += 1
        elif lister.excludes(source):
            lister.excluded += 1
        elif not path.endswith("/"):
            seconds = found[path].last_updated_in_seconds
            lister.files.append(Found(source, path, found[path].size_in_bytes, int(seconds * 1e9) if seconds else None))


def _refuse_clashes(files: Sequence[Found]) -> None:
    places: dict[str, str] = {}
    for file in files:
        if file.source in places:
            raise CorpusError(
                f"{places[file.source]} and {file.path} have the same place in the output ({file.source}): "
                "redact them in two runs or name their common folder"
            )
        places[file.source] = file.path
    for source, path in places.items():
        parts = source.split("/")
        for depth in range(1, len(parts)):
            above = "/".join(parts[:depth])
            if above in places:
                raise CorpusError(
                    f"{places[above]} and {path} clash in the output ({above} would be a file and a folder): "
                    "redact them in two runs"
                )


def refuse_overlap(inputs: Sequence[str], files: Sequence[Found], directory: str) -> None:
    """Stops where an INPUT lies at, above or below the output directory, by real paths.

    Raises:
        CorpusError: it does; the message names both.
    """
    if storage.is_remote(directory):
        target = directory.rstrip("/")
        named = [(name, name.rstrip("/")) for name in inputs if storage.is_remote(name) and not _MAGIC.search(name)]
        named += [(file.path, file.path) for file in files if storage.is_remote(file.path)]
        separator = "/"
    else:
        target = os.path.realpath(directory)
        named = [
            (name, os.path.realpath(name))
            for name in inputs
            if name != STDIN and not storage.is_remote(name) and os.path.exists(name)
        ]
        named += [(file.path, os.path.realpath(file.path)) for file in files if not storage.is_remote(file.path)]
        separator = os.sep
    for name, path in named:
        inside = path == target or path.startswith(target.rstrip(separator) + separator)
        if inside or target.startswith(path.rstrip(separator) + separator):
            raise CorpusError(f"INPUT {name} lies at, above or below the output {directory}: name another --output")


def exclusion(pattern: str) -> re.Pattern[str]:
    """The meaning of an `--exclude` glob.

    Without `/` it is held against each name on the way (`*.png`, `raw`), with one against the place relative to the
    input, from its start (`raw/*.json`). `*` and `?` stop at `/`, `**` does not. What matches a folder covers all
    below it.
    """
    pattern = pattern.removeprefix("./").rstrip("/")
    out = []
    at = 0
    while at < len(pattern):
        char = pattern[at]
        if pattern.startswith("**/", at):
            out.append("(?:.*/)?")
            at += 3
            continue
        if pattern.startswith("**", at):
            out.append(".*")
            at += 2
            continue
        close = pattern.find("]", at + 2) if char == "[" else -1
        if char == "*":
            out.append("[^/]*")
        elif char == "?":
            out.append("[^/]")
        elif close > 0:
            inner = pattern[at + 1 : close].replace("\\", "\\\\")
            inner = "^" + inner[1:] if inner[0] == "!" else inner.replace("^", "\\^", 1) if inner[0] == "^" else inner
            out.append(f"[{inner}]")
            at = close
        else:
            out.append(re.escape(char))
        at += 1
    anchor = "" if "/" in pattern else "(?:.*/)?"
    try:
        return re.compile(anchor + "".join(out) + "(?:/.*)?\\Z", re.DOTALL)
    except re.error:
        raise CorpusError(f"--exclude {pattern} is not a glob that can be read") from None
