"""Compressed streams in and out, with every fault noticed: a cut stream, a flipped byte, a bad checksum, garbage after
a member.

What could be decompressed is given first; then `InputFault` says what went wrong. Output is bounded a step, so a small
file that expands to a huge one costs no memory. Owns no file.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from openmed_beam.corpus.model import Compression
from openmed_beam.errors import CorpusError

_STEP = 1 << 18  # larger blocks are given back to the system each time, and its pages cost a fifth of the reading
_RAW_STEP = 1 << 18
#: Compressed bytes given to zstd at once: a block of 4 bytes can expand to 128 KiB, and its output has no bound.
_ZSTD_STEP = 1 << 13
#: Largest window a zstd frame may ask for (`zstd --long=31`).
_ZSTD_WINDOW = 1 << 31

#: First bytes of a compressed file.
MAGIC: tuple[tuple[bytes, Compression], ...] = (
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
)
#: Endings of names that promise compression; believed where the first bytes are neither a signature nor text.
SUFFIXES: dict[str, Compression] = {
    ".gz": "gzip",
    ".gzip": "gzip",
    ".zst": "zstd",
    ".zstd": "zstd",
    ".bz2": "bzip2",
    ".xz": "xz",
}


class InputFault(Exception):
    """An input stopped giving bytes. `reason` is `truncated_input` or `unreadable_input`; it holds no text of it."""

    def __init__(self, reason: str, exception_type: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.exception_type = exception_type


def by_signature(head: bytes) -> Compression:
    """The compression that the first bytes show, or `""`. A skippable zstd frame counts as zstd."""
    for magic, name in MAGIC:
        if head.startswith(magic) and (name != "bzip2" or (head[3:4].isdigit() and head[4:10] in _BZIP2_NEXT)):
            return name
    if len(head) >= 4 and 0x50 <= head[0] <= 0x5F and head[1:4] == b"\x2a\x4d\x18":
        return "zstd"
    return ""


_BZIP2_NEXT = (b"1AY&SY", b"\x17rE8P\x90")


def decompress(read: Callable[[int], bytes], compression: Compression) -> Iterator[bytes]:
    """The decompressed stream as blocks of about 256 kB or less.

    Args:
        read: gives up to n raw bytes, nothing at the end.
        compression: how the raw bytes are compressed.

    Raises:
        InputFault: `truncated_input`, after everything that could be decompressed was given.
    """
    if compression == "":
        while block := read(_STEP):
            yield block
    elif compression == "gzip":
        yield from _gzip(read)
    elif compression == "zstd":
        yield from _zstd(read)
    elif compression == "bzip2":
        yield from _stepwise(read, bz2.BZ2Decompressor, OSError, padding=0)
    else:
        yield from _stepwise(read, lambda: lzma.LZMADecompressor(format=lzma.FORMAT_XZ), lzma.LZMAError, padding=4)


def _gzip(read: Callable[[int], bytes]) -> Iterator[bytes]:
    data = read(_RAW_STEP)
    first = True
    while True:
        if not first:
            data = data.lstrip(b"\0")
            while not data and (data := read(_RAW_STEP)):
                data = data.lstrip(b"\0")
            if not data:
                return
        first = False
        member = zlib.decompressobj(wbits=31)
        while not member.eof:
            if not data and not (data := read(_RAW_STEP)):
                if rest := member.flush():
                    yield rest
                raise InputFault("truncated_input")
            before = member.copy()
            try:
                while data:
                    block = member.decompress(data, _STEP)
                    data = member.unconsumed_tail
                    if data:
                        before = member.copy()
                    if block:
                        yield block
                    if member.eof:
                        break
            except zlib.error as error:
                fault = InputFault("truncated_input", type(error).__name__)
                yield from _up_to_the_fault(before, data)
                raise fault from None
        data = member.unused_data


def _up_to_the_fault(member: Any, data: bytes) -> Iterator[bytes]:
    """What a gzip member gives before the byte at which it breaks."""
    got: list[bytes] = []
    try:
        for at in range(len(data)):
            got.append(member.decompress(data[at : at + 1]))
    except zlib.error:
        pass
    if block := b"".join(got):
        yield block


def _stepwise(
    read: Callable[[int], bytes], make: Callable[[], Any], error: type[Exception], padding: int
) -> Iterator[bytes]:
    """bzip2 and xz: streams one after another; `padding` zero bytes a unit may stand between xz streams."""
    data = read(_RAW_STEP)
    while True:
        stream = make()
        while not stream.eof:
            if stream.needs_input and not data and not (data := read(_RAW_STEP)):
                raise InputFault("truncated_input")
            try:
                block = stream.decompress(data, 1 << 16)
            except (error, EOFError, ValueError) as fault:
                raise InputFault("truncated_input", type(fault).__name__) from None
            data = b""
            if block:
                yield block
        data = stream.unused_data
        zeros = 0
        while True:
            if not data and not (data := read(_RAW_STEP)):
                if padding and zeros % padding:
                    raise InputFault("truncated_input")
                return
            if not padding:
                break
            rest = data.lstrip(b"\0")
            zeros += len(data) - len(rest)
            data = rest
            if data:
                break


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise CorpusError("a zstd file needs the package zstandard: pip install zstandard") from None
    return zstandard


def _zstd(read: Callable[[int], bytes]) -> Iterator[bytes]:
    zstandard = _zstandard()
    data = read(_ZSTD_STEP)
    while data:
        while len(data) < 8 and (more := read(_ZSTD_STEP)):
            data += more
        if 0x50 <= data[0] <= 0x5F and data[1:4] == b"\x2a\x4d\x18":
            left = 8 + int.from_bytes(data[4:8], "little")
            while left > len(data):
                left -= len(data)
                if not (data := read(_ZSTD_STEP)):
                    raise InputFault("truncated_input")
            data = data[left:] or read(_ZSTD_STEP)
            continue
        frame = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()
        while not frame.eof:
            if not data and not (data := read(_ZSTD_STEP)):
                raise InputFault("truncated_input")
            try:
                block = frame.decompress(data[:_ZSTD_STEP])
            except zstandard.ZstdError as error:
                raise InputFault("truncated_input", type(error).__name__) from None
            data = data[_ZSTD_STEP:]
            for at in range(0, len(block), _STEP):
                yield block[at : at + _STEP]
        data = (frame.unused_data + data) or read(_ZSTD_STEP)


class Compressor(Protocol):
    """Bytes in, bytes out, the rest at the end."""

    def compress(self, data: bytes, /) -> bytes:
        """Compressed bytes that are ready."""
        ...

    def flush(self) -> bytes:
        """The rest; nothing may be compressed after it."""
        ...


class _Plain:
    def compress(self, data: bytes, /) -> bytes:
        return data

    def flush(self) -> bytes:
        return b""


def compressor(compression: Compression) -> Compressor:
    """One member, frame or stream; the same bytes in give the same bytes out (no time, no name)."""
    if compression == "gzip":
        return zlib.compressobj(6, zlib.DEFLATED, 31)
    if compression == "zstd":
        made: Compressor = _zstandard().ZstdCompressor(level=3, write_checksum=True).compressobj()
        return made
    if compression == "bzip2":
        return bz2.BZ2Compressor(9)
    if compression == "xz":
        return lzma.LZMACompressor(lzma.FORMAT_XZ, preset=6)
    return _Plain()
