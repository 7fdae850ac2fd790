"""Deciding most pairs of JSON texts by their differing string tokens alone: what both sides share is never compared.

Equal stretches are skipped at the speed of memory; each string token that differs is replaced by a mark, and the text
that remains is parsed once, which checks all of it and shows at which place each mark stands. The answer is "passed"
or a doubt; then `fidelity_compare` decides and reports.
"""

from __future__ import annotations

from operator import eq, ne
from typing import Any

import jiter
import orjson

from openmed_beam.traces.fidelity_compare import CompareOptions, Comparison, TooDeep
from openmed_beam.traces.fidelity_shortcut import apart
from openmed_beam.traces.fidelity_standing import Rules, Standing
from openmed_beam.traces.fields import DECLARED, OUTSIDE, is_item
from openmed_beam.traces.json_text import JsonFault, LosslessFloat, decode_exact

#: Marks are integers that do not occur in the text.
_MARK = b"7316405982"
_WIDTH = 7
_MARK_TEXT = _MARK.decode()
_FIRST = int(_MARK) * 10**_WIDTH
_MOST_TOKENS = 10**_WIDTH
#: Where more strings of one payload differ, parsing both sides is cheaper.
_MOST_INSIDE = 6

_QUOTE, _BACKSLASH = b'"', 0x5C
_BEFORE_STRINGS = (b' "', b',"', b'["', b'\n"')
_MAYBE_JSON = frozenset(b'{["\\ \t\r\n')
_OPENERS = frozenset('{[" \t\r\n')
_CHUNK, _LONGEST_CHUNK, _NARROW, _WINDOW, _FEW_QUOTES, _CONTEXT = 256, 8192, 256, 1024, 3, 24
#: How far the end of a string is looked for by what follows it, beyond four times its length.
_REACH = 4096
_PARSER_DEPTH = 201


#: Start and end before, start and end after, and whether it stands in JSON inside a string.
Stretch = tuple[int, int, int, int, bool]


class _Doubt(Exception):
    """This pair needs the whole comparison."""


# --- tokens that differ -----------------------------------------------------------------------------------------


def _end_of_string(text: bytes, start: int) -> int:
    """One past the closing quote of the string whose first character stands at `start`."""
    for _ in range(_FEW_QUOTES):
        end = text.find(_QUOTE, start)
        if end < 0:
            raise _Doubt
        if end == start or text[end - 1] != _BACKSLASH:
            return end + 1
        escapes = end - 1
        while escapes > start and text[escapes - 1] == _BACKSLASH:
            escapes -= 1
        if (end - escapes) % 2 == 0:
            return end + 1
        start = end + 1
    while start < len(text):
        # Many escaped quotes (JSON inside the string) are taken out of sight together.
        stop = start + _WINDOW
        while text[stop - 1 : stop] == b"\\":
            stop += 1
        end = _unescaped(text[start:stop]).find(_QUOTE)
        if end >= 0:
            return start + end + 1
        start = stop
    raise _Doubt


def _unescaped(text: bytes) -> bytes:
    """A text of the same length in which every quote is a real one."""
    if b"\\\\" in text:
        text = text.replace(b"\\\\", b"__")
    return text.replace(b'\\"', b"__")


def _opening(text: bytes, start: int, end: int) -> int:
    """Where the last real quote before `end` stands: before one that opens a string stands no backslash."""
    quote = text.rfind(_QUOTE, start, end)
    if quote > start and text[quote - 1] == _BACKSLASH:
        quote = text.rfind(b':"', start, end) + 1 or start
        for before in _BEFORE_STRINGS:
            found = text.rfind(before, quote, end)
            if found >= 0:
                quote = found + 1
    if quote < start:
        raise _Doubt
    return quote


def _first_difference(chunk: bytes, other: bytes) -> int:
    """Index of the first byte in which two unequal stretches differ."""
    at, size = 0, len(chunk)
    while size > _NARROW:
        size //= 2
        if chunk[:size] == other[:size]:
            chunk, other = chunk[size:], other[size:]
            at += size
            size = len(chunk)
        else:
            chunk, other = chunk[:size], other[:size]
    shared = len(chunk)
    if shared != len(other):
        shared = min(shared, len(other))
        chunk, other = chunk[:shared], other[:shared]
    differ = int.from_bytes(chunk, "big") ^ int.from_bytes(other, "big")
    return at + shared - (differ.bit_length() + 7) // 8


def _differing(before: bytes, after: bytes, most: int = _MOST_TOKENS, inside: bool = False) -> list[Stretch]:
    """Where string tokens differ, `most` at most: start and end before, start and end after, and whether it is inside.

    With `inside` a string in JSON that is itself in a string is found where it stands, without its quotes (True).
    Whether a stretch was rightly taken for a string is for the caller to find out.
    """
    found: list[Stretch] = []
    here, there, synchronous, size = 0, 0, 0, _CHUNK
    length = len(before)
    while True:
        chunk, other = before[here : here + size], after[there : there + size]
        if chunk == other:
            here += size
            there += size
            if here >= length:
                if len(after) - there != length - here:
                    raise _Doubt
                return found
            if size < _LONGEST_CHUNK:
                size *= 2
            continue
        at = here + _first_difference(chunk, other)
        size = _CHUNK
        quote = before.rfind(_QUOTE, synchronous, at)
        if inside and quote > 1 and before[quote - 1] == _BACKSLASH and before[quote - 2] != _BACKSLASH:
            end = before.find(b'\\"', at)
            start = there + quote + 1 - here
            # The next string may differ as well, so what follows is taken up to its quote.
            known = before.find(_QUOTE, end + 2, end + _CONTEXT) + 1 or end + _CONTEXT
            stop = after.find(before[end:known], start, start + 4 * (end - quote) + _REACH)
            if end < 0 or stop < 0 or before.find(_QUOTE, at, end) >= 0:
                raise _Doubt
            found.append((quote + 1, end, start, stop, True))
            here, there, synchronous = end, stop, end
        else:
            # The token around the first difference: from the last real quote before it to the next real quote after.
            quote = _opening(before, synchronous, at)
            start = there + quote - here
            end = _end_of_string(before, quote + 1)
            # On the other side it ends where the same text follows; a wrong guess is no string and does not parse.
            known = before.find(_QUOTE, end, end + _CONTEXT) + 1 or end + _CONTEXT
            stop = after.find(before[end - 1 : known], start + 1, start + 4 * (end - quote) + _REACH) + 1
            if not stop or after[stop - 2] == _BACKSLASH:
                stop = _end_of_string(after, start + 1)
            found.append((quote, end, start, stop, False))
            here, there, synchronous = end, stop, end
        if len(found) > most:
            raise _Doubt


def _strings(tokens: list[bytes]) -> list[str]:
    """What string tokens stand for.

    Raises:
        ValueError: one of them is no JSON string.
    """
    strings = orjson.loads(b"[%b]" % b",".join(tokens))
    if len(strings) != len(tokens):
        raise _Doubt
    return strings  # type: ignore[no-any-return]


def _strings_inside(pieces: list[bytes]) -> list[str]:
    """What pieces between quotes stand for that are escaped twice: strings of JSON inside a string.

    Raises:
        ValueError: one of them is none.
    """
    if not pieces:
        return []
    # Quotes are counted so that a piece that breaks out of its string cannot make up for another that does.
    quotes = 2 * len(pieces)
    first = b'["%b"]' % b'","'.join(pieces)
    if first.count(_QUOTE) != quotes:
        raise _Doubt
    second = '["' + '","'.join(orjson.loads(first)) + '"]'
    if second.count('"') != quotes:
        raise _Doubt
    strings = orjson.loads(second)
    if len(strings) != len(pieces):
        raise _Doubt
    return strings  # type: ignore[no-any-return]


# --- JSON inside strings ----------------------------------------------------------------------------------------


def _alike_text(before: bytes, after: bytes) -> bool:
    """True where two texts share everything but string values: if one is JSON so is the other, of the same shape.

    A token's place in the shared text tells whether it is a string (an even number of quotes stands before it) and
    whether it is a key; nothing need be parsed but the tokens themselves.
    """
    found = _differing(before, after, _MOST_INSIDE)
    written = 0
    news = []
    for quote, end, start, stop, _ in found:
        shared = before[written:quote]
        quotes = shared.count(_QUOTE)
        if b"\\" in shared:
            quotes = _unescaped(shared).count(_QUOTE)
        if quotes % 2 or before[end : end + 16].lstrip()[:1] in (b":", b""):
            return False
        if before[quote + 1] in _MAYBE_JSON:
            return False
        news.append(after[start:stop])
        written = end
    try:
        _strings(news)
    except ValueError:
        return False
    return True


def _alike_parsed(before: str, after: str, room: int) -> bool:
    """True where two payloads hold the same but for strings, none of them JSON again, and no message is in them."""
    try:
        return _same_shape(decode_exact(before, max_depth=room), decode_exact(after, max_depth=room))
    except JsonFault:
        return False


def _same_shape(old: Any, new: Any) -> bool:
    kind = type(old)
    if kind is not type(new):
        return False
    if kind is str:
        return old == new or old[:1] not in _OPENERS
    if kind is dict:
        if len(old) != len(new) or is_item(old):
            return False
        return all(key in new and _same_shape(value, new[key]) for key, value in old.items())
    if kind is list:
        return len(old) == len(new) and all(map(_same_shape, old, new))
    if kind is LosslessFloat:
        return bytes(old) == bytes(new)
    return bool(kind is not float and old == new)


# --- the record -------------------------------------------------------------------------------------------------


class TextShortcut:
    """Two JSON texts that are alike but for some string tokens; made for one check.

    Args:
        rules: what may happen where.
        options: what is asked.
    """

    __slots__ = ("_differing", "_end", "_inside", "_left", "_news", "_olds", "_options", "_rules")

    def __init__(self, rules: Rules, options: CompareOptions) -> None:
        self._rules, self._options = rules, options

    def check(self, before: bytes, after: bytes) -> int | None:
        """How many of the record's own strings differ where the pair passes, else None."""
        try:
            if before == after:
                self._read(before)
                return 0
            if _MARK in before:
                return None
            if self._options.check_encoded_json:
                try:
                    return self._compare(before, after, _differing(before, after, inside=True))
                except (_Doubt, ValueError):
                    pass
            return self._compare(before, after, _differing(before, after))
        except (_Doubt, ValueError, RecursionError, JsonFault, TooDeep):
            return None

    def _compare(self, before: bytes, after: bytes, found: list[Stretch]) -> int:
        """Replace what differs by marks, parse the rest, and see where the marks stand.

        Raises:
            _Doubt, ValueError: this does not tell.
        """
        pieces: list[bytes] = []
        written = 0
        tokens: list[bytes] = []
        others: list[bytes] = []
        inner: list[bytes] = []
        inner_others: list[bytes] = []
        for quote, end, start, stop, inside in found:
            pieces.append(before[written:quote])
            if inside:
                pieces.append(b"%b%07d" % (_MARK, len(inner)))
                inner.append(before[quote:end])
                inner_others.append(after[start:stop])
            else:
                pieces.append(b"%b%07d" % (_MARK, len(tokens)))
                tokens.append(before[quote:end])
                others.append(after[start:stop])
            written = end
        pieces.append(before[written:])
        self._olds, self._news = _strings(tokens), _strings(others)
        olds, news = _strings_inside(inner), _strings_inside(inner_others)
        if inner and not _OPENERS.isdisjoint([text[:1] for text in (*self._olds, *olds)]):
            # JSON further inside; or a payload of which more than strings in it may have changed.
            raise _Doubt
        if any(map(eq, olds, news)):
            # Spelled another way, perhaps in such a way that the string around it is the same.
            raise _Doubt
        if not apart(self._olds, self._news) or not apart(olds, news):
            # A list may have come out permuted, with leaves of other items.
            raise _Doubt
        tree = self._read(b"".join(pieces))
        self._left, self._end, self._inside = len(found), _FIRST + len(tokens), bool(inner)
        self._differing: int = sum(map(ne, self._olds, self._news))
        self._seek(tree, self._rules.root, self._options.max_depth)
        if self._left:
            # A mark stood where nothing may differ, inside a string that is none, or under a repeated key.
            raise _Doubt
        return self._differing

    def _read(self, text: bytes) -> Any:
        """Parse the text under the limits that every path shares."""
        spare = _PARSER_DEPTH - self._options.max_depth
        tree = jiter.from_json(
            b"[" * spare + text + b"]" * spare, allow_inf_nan=False, catch_duplicate_keys=True, cache_mode="keys"
        )
        for _ in range(spare):
            (tree,) = tree
        if type(tree) is not dict and type(tree) is not list:
            raise _Doubt
        return tree

    def _seek(self, node: Any, at: Standing, room: int) -> None:
        """Look for marks wherever something may differ."""
        if type(node) is dict:
            if at.region:
                at = at.inside(node)
            onward = at.onward
            if onward is None:
                for key, value in node.items():
                    if value is not None:
                        self._meet(value, at[key], room)
                return
            for key in onward:
                value = node.get(key)
                if value is not None:
                    self._meet(value, at[key], room)
            return
        if at.dead:
            return
        alike = at.all_items
        for index, value in enumerate(node):
            if value is not None:
                self._meet(value, alike or at.item(index, value), room)
                if not self._left:
                    return

    def _meet(self, value: Any, at: Standing, room: int) -> None:
        kind = type(value)
        if kind is str:
            if self._inside and _MARK_TEXT in value:
                self._change_inside(value, at)
        elif kind is dict or kind is list:
            self._seek(value, at, room - 1)
        elif kind is int and _FIRST <= value < self._end:
            self._change(value - _FIRST, at, room)

    def _change_inside(self, text: str, at: Standing) -> None:
        """A string with marks in it: text, or JSON in which each mark must be a string of its own and no key."""
        options = self._options
        if at.held:
            raise _Doubt
        self._left -= text.count(_MARK_TEXT)
        self._differing += 1
        if at.level >= options.decode_depth or not (at.accepts or options.decode_depth > 1):
            return
        opener = text[:1]
        if opener not in _OPENERS:
            return
        below = at.decoded.region
        named = '"role"' in text or '"type"' in text or "\\u" in text
        if opener not in ("{", "[") or below == OUTSIDE or (below != DECLARED and named):
            raise _Doubt
        start = text.find(_MARK_TEXT)
        written = 0
        while start >= 0:
            end = start + len(_MARK_TEXT) + _WIDTH
            shared = text[written:start]
            if "\\" in shared:
                shared = shared.replace("\\\\", "__").replace('\\"', "__")
            following = text[end + 1 : end + 17].lstrip()[:1]
            if shared.count('"') % 2 == 0 or text[start - 1] != '"' or text[end] != '"' or following in (":", ""):
                raise _Doubt
            written = end + 1
            start = text.find(_MARK_TEXT, written)

    def _change(self, number: int, at: Standing, room: int) -> None:
        """A string that differs: allowed under free content, if what it encodes stays in shape."""
        self._left -= 1
        options = self._options
        checked = options.check_encoded_json
        if at.held and not (checked and at.state is not None and at.state.leads_on):
            raise _Doubt
        if not checked:
            return
        old, new = self._olds[number], self._news[number]
        if not at.held:
            opener = old[:1]
            if opener.isalnum() or at.level >= options.decode_depth or not (at.accepts or options.decode_depth > 1):
                return
            if opener in ("{", "[") and self._alike(old, new, at, room):
                return
        comparison = Comparison(self._rules, options)
        comparison.scalar(old, new, "string", at, None, options.max_depth - room + 2)
        if comparison.found:
            raise _Doubt

    def _alike(self, old: str, new: str, at: Standing, room: int) -> bool:
        """True where a payload is certainly the same but for free strings."""
        below = at.decoded
        if below.region == OUTSIDE:
            return False
        before, after = old.encode(), new.encode()
        try:
            if (
                below.region == DECLARED or not (b'"role"' in before or b'"type"' in before or b"\\u" in before)
            ) and _alike_text(before, after):
                return True
        except _Doubt:
            pass
        return below.state is None and below.declared is None and _alike_parsed(old, new, room)
