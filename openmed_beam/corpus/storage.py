"""Files by place: plain local paths with the standard library, `scheme://` through Beam's FileSystems.

Owns opening, renaming, removing, listing and syncing. Beam is imported only when a place has a scheme. Errors of the
operating system come out as they are; callers decide whether a file is skipped, dead-lettered or stops the run.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO, NamedTuple, cast

#: Up to this many files are synced one by one; more of them by one call for the whole file system.
_SYNC_ONE_BY_ONE = 4


class Stat(NamedTuple):
    """Size in bytes and time of the last change in ns (None where unknown)."""

    size: int
    mtime_ns: int | None


def is_remote(path: str) -> bool:
    """Whether the place has a scheme (`gs://`, `s3://`, `hdfs://`)."""
    scheme, mark, _ = path.partition("://")
    return bool(mark) and scheme.isalnum()


def _beam() -> Any:
    from apache_beam.io.filesystems import FileSystems
    from apache_beam.options.pipeline_options import PipelineOptions
    from apache_beam.options.value_provider import RuntimeValueProvider

    # S3 asks for options even where there are none to give.
    if FileSystems._pipeline_options is None and RuntimeValueProvider.runtime_options is None:
        FileSystems.set_options(PipelineOptions([]))
    return FileSystems


def _plain() -> Any:
    from apache_beam.io.filesystem import CompressionTypes

    return CompressionTypes.UNCOMPRESSED


def match(pattern: str, limit: int | None = None) -> list[Any]:
    """Metadata (path, size_in_bytes, last_updated_in_seconds) of the remote files that a pattern matches."""
    found: list[Any] = _beam().match([pattern], limits=None if limit is None else [limit])[0].metadata_list
    return found


def absolute(path: str) -> str:
    """The place, independent of the working directory."""
    return path if is_remote(path) else os.path.abspath(path)


def join(folder: str, *names: str) -> str:
    """A place below a folder; names use `/`."""
    if is_remote(folder):
        return "/".join((folder.rstrip("/"), *names))
    return os.path.join(folder, *names)


def open_for_reading(path: str) -> BinaryIO:
    """An unbuffered, seekable handle on the bytes as they are."""
    if is_remote(path):
        return cast(BinaryIO, _beam().open(path, "application/octet-stream", _plain()))
    return open(path, "rb", buffering=0)


def open_for_writing(path: str, *, private: bool = False) -> BinaryIO:
    """A handle on a new file; its folder is made where needed. `private`: only the owner may read it."""
    if is_remote(path):
        return cast(BinaryIO, _beam().create(path, "application/octet-stream", _plain()))
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    mode = 0o600 if private else 0o666
    try:
        descriptor = os.open(path, flags, mode)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        descriptor = os.open(path, flags, mode)
    return os.fdopen(descriptor, "wb", buffering=0)


def stat(path: str) -> Stat | None:
    """Size and time of a file, or None where there is none."""
    if is_remote(path):
        system = _beam().get_filesystem(path)
        if not system.exists(path):
            return None
        metadata = system.metadata(path)
        seconds = metadata.last_updated_in_seconds
        return Stat(metadata.size_in_bytes, int(seconds * 1e9) if seconds else None)
    try:
        status = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return Stat(status.st_size, status.st_mtime_ns)


def make_folder(path: str) -> None:
    """Makes the folder and those above it; object stores have none to make."""
    if not is_remote(path):
        os.makedirs(path, exist_ok=True)


def rename(origin: str, target: str) -> None:
    """Puts a file in its place, whole and over whatever stands there; on object stores a copy on the server."""
    if is_remote(target):
        _beam().rename([origin], [target])
        return
    try:
        os.replace(origin, target)
    except FileNotFoundError:
        if not os.path.exists(origin):
            raise
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.replace(origin, target)


def remove(path: str) -> None:
    """Removes a file; one that is not there is no error."""
    if is_remote(path):
        with contextlib.suppress(Exception):
            _beam().delete([path])
        return
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)


def remove_folder_if_empty(path: str) -> None:
    """Removes a local folder that holds nothing."""
    if not is_remote(path):
        with contextlib.suppress(OSError):
            os.rmdir(path)


def names_in(folder: str) -> list[str]:
    """Names of the files directly in a folder, sorted; none where there is no folder."""
    if is_remote(folder):
        prefix = folder.rstrip("/") + "/"
        found = match(prefix + "*")
        return sorted(item.path[len(prefix) :] for item in found if "/" not in item.path[len(prefix) :])
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if not entry.is_dir(follow_symlinks=False))
    except FileNotFoundError:
        return []


def read_whole(path: str) -> bytes:
    """The bytes of a small file."""
    with open_for_reading(path) as handle:
        chunks = []
        while chunk := handle.read(1 << 20):
            chunks.append(chunk)
    return b"".join(chunks)


def write_whole(path: str, content: bytes, *, private: bool = False, passing_folder: str | None = None) -> None:
    """Writes a small file so that it appears whole, durable when this returns.

    Args:
        path: its place.
        content: its bytes.
        private: only the owner may read it.
        passing_folder: where it stands until it is whole, on the same file system; default beside its place.
    """
    if is_remote(path):
        with open_for_writing(path) as handle:
            handle.write(content)
        return
    name = f"{os.path.basename(path)}.{secrets.token_hex(6)}.tmp"
    passing = os.path.join(passing_folder or os.path.dirname(path), name)
    with open_for_writing(passing, private=private) as handle:
        handle.write(content)
        os.fsync(handle.fileno())
    rename(passing, path)
    sync_folders([os.path.dirname(path)])


def sync_folders(folders: Iterable[str]) -> None:
    """Makes the names in local folders durable."""
    for folder in sorted(set(folders)):
        if is_remote(folder):
            continue
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def sync_files(paths: list[str]) -> None:
    """Makes files and their names durable: one call for the file system where they are many."""
    local = [path for path in paths if not is_remote(path)]
    if not local:
        return
    if len(local) > _SYNC_ONE_BY_ONE and _sync_file_system(os.path.dirname(local[0])):
        return
    for path in local:
        with contextlib.suppress(FileNotFoundError), open(path, "rb") as handle:
            os.fsync(handle.fileno())
    sync_folders(os.path.dirname(path) for path in local)


def _sync_file_system(folder: str) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    try:
        syncfs = ctypes.CDLL(None, use_errno=True).syncfs
        descriptor = os.open(folder, os.O_RDONLY)
    except (AttributeError, OSError):
        return False
    try:
        return bool(syncfs(descriptor) == 0)
    finally:
        os.close(descriptor)
