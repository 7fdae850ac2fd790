"""Where JSON values end: a scanner over bytes that balances brackets and steps over strings, and builds nothing.

It holds no more than the block it is given, so a value of any size can be measured and skipped. What stands between
brackets is not checked: a value that is balanced and yet no JSON is framed, and fails where it is decoded.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

from openmed_beam.corpus.digests import Hash
from openmed_beam.corpus.framing import Hasher, plain_hasher

# A raw line end never stands inside a JSON string, so a string that is not closed ends there at the latest.
_STRING = rb'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"'
_FLAT = rb'[^"{}\[\]]++|' + _STRING


def _nested(depth: int) -> bytes:
    inner = _FLAT
    for _ in range(depth):
        inner = _FLAT + rb"|[{\[](?:" + inner + rb")*+[}\]]"
    return rb"[{\[](?:" + inner + rb")*+[}\]]"


def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    if sys.version_info < (3, 11, 5):  # possessive groups lose their place there (python/cpython#106052)
        pattern = pattern.replace(b"*+", b"*").replace(b"++", b"+")
    return re.compile(pattern, re.DOTALL)


#: A whole object or array of up to eight levels, in one match.
_WHOLE = _compiled(_nested(7))
_TO_BRACKET = _compiled(rb'[^"{}\[\]]*+(?:' + _STRING + rb'[^"{}\[\]]*+)*+')
_IN_STRING = _compiled(rb'[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+')
_SCALAR = _compiled(rb'[^\s{}\[\]",:]++')
SCALAR_VALUE = re.compile(rb"-?(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|Infinity)|NaN|true|false|null")
BLANKS = re.compile(rb"[ \t\r\n]*")


class Malformed(Exception):
    """The bytes are no sequence of JSON values. Holds nothing of them."""


class ValueScanner:
    """Finds the end of one object, array, string or other scalar, block by block."""

    def __init__(self) -> None:
        self._depth = 0
        self._kind = b""
        self._in_string = False

    @property
    def kind(self) -> bytes:
        """First byte of the value."""
        return self._kind

    def scan(self, data: bytes, at: int, final: bool) -> tuple[int, bool]:
        """Goes on with the value.

        Args:
            data: bytes of the stream.
            at: where the value begins, or goes on after an earlier call.
            final: nothing comes after `data`.

        Returns:
            Where the scan stands, and whether the value ends there. If not, everything before that place is done
            with, and the next call begins with the byte that stands there.

        Raises:
            Malformed: no value begins here, or a string is not closed before its line ends.
        """
        if not self._kind:
            if at >= len(data):
                return at, False
            self._kind = data[at : at + 1]
            if self._kind in b"{[":
                whole = _WHOLE.match(data, at)
                if whole is not None:
                    return whole.end(), True
                self._depth = 1
                at += 1
            elif self._kind == b'"':
                self._in_string = True
                at += 1
            elif _SCALAR.match(data, at) is None:
                raise Malformed
        if self._kind in b'{["':
            return self._scan_nested(data, at)
        match = _SCALAR.match(data, at)
        end = match.end() if match is not None else at
        return end, end < len(data) or final

    def _scan_nested(self, data: bytes, at: int) -> tuple[int, bool]:
        size = len(data)
        depth = self._depth
        while True:
            if self._in_string:
                match = _IN_STRING.match(data, at)
                assert match is not None
                at = match.end()
                if at >= size or (data[at] == 0x5C and at + 1 >= size):
                    self._depth = depth
                    return at, False
                if data[at] != 0x22:
                    raise Malformed
                self._in_string = False
                at += 1
                if not depth:
                    return at, True
            match = _TO_BRACKET.match(data, at)
            assert match is not None
            at = match.end()
            if at >= size:
                self._depth = depth
                return at, False
            mark = data[at]
            at += 1
            if mark == 0x22:
                self._in_string = True
            elif mark == 0x7B or mark == 0x5B:
                depth += 1
            else:
                depth -= 1
                if not depth:
                    return at, True


class Value(NamedTuple):
    """One value of a stream. `text` is None where it was longer than the limit; `digest` is given then."""

    text: bytes | None
    offset: int
    length: int
    kind: bytes
    digest: str | None = None


class ValueStream:
    """Values and what stands between them, taken from blocks one after another.

    Args:
        blocks: the bytes.
        offset: place of the first of them.
    """

    def __init__(self, blocks: Iterator[bytes], offset: int = 0) -> None:
        self._blocks = blocks
        self._data = b""
        self._at = 0
        self._base = offset
        self._final = False
        #: Line ends that were taken.
        self.lines = 0

    @property
    def offset(self) -> int:
        """Place of the next byte."""
        return self._base + self._at

    def _more(self) -> bool:
        block = b"" if self._final else next(self._blocks, b"")
        self._base += self._at
        self._data = self._data[self._at :] + block
        self._at = 0
        self._final = not block
        return bool(block)

    def peek(self) -> bytes:
        """The next byte, or nothing at the end."""
        while self._at >= len(self._data):
            if not self._more():
                return b""
        return self._data[self._at : self._at + 1]

    def take(self) -> bytes:
        """Takes the next byte."""
        byte = self.peek()
        self._at += 1
        return byte

    def blanks(self) -> bytes:
        """Takes the white space that comes next."""
        taken: list[bytes] = []
        while self.peek():
            match = BLANKS.match(self._data, self._at)
            assert match is not None
            taken.append(match.group())
            self.lines += taken[-1].count(b"\n")
            self._at = match.end()
            if self._at < len(self._data):
                break
        return b"".join(taken)

    def value(self, limit: int, hasher: Hasher = plain_hasher) -> Value:
        """Takes the value that comes next.

        Args:
            limit: longest value that is held, in bytes.
            hasher: makes the digest of a longer one.

        Raises:
            Malformed: no value comes next, or it does not end.
            InputFault: the stream broke off inside it; `offset` is then where it began.
        """
        self.peek()
        offset = self.offset
        scanner = ValueScanner()
        held: list[bytes] = []
        length = 0
        digest: Hash | None = None
        start = self._at
        while True:
            stand, ended = scanner.scan(self._data, self._at, self._final)
            piece = self._data[start:stand]
            self._at = start = stand
            length += len(piece)
            self.lines += piece.count(b"\n")
            held.append(piece)
            if length > limit:
                digest = digest or hasher()
                for part in held:
                    digest.update(part)
                held = []
            if ended:
                break
            try:
                grew = self._more()
            except BaseException:
                self._data, self._base, self._at = b"", offset, 0
                raise
            start = self._at
            if not grew and scanner.kind in (b"", b"{", b"[", b'"'):
                raise Malformed
        if digest is not None:
            return Value(None, offset, length, scanner.kind, digest.hexdigest())
        text = held[0] if len(held) == 1 else b"".join(held)
        if scanner.kind not in (b"{", b"[", b'"') and SCALAR_VALUE.fullmatch(text) is None:
            raise Malformed
        return Value(text, offset, length, scanner.kind)
