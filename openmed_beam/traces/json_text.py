"""JSON text in and out without loss: strict decoding with one set of limits, exact numbers, tokens in place.

Every path that reads a record or a payload comes through here, so that the UTF-8 check, the duplicate-key check, the
depth limit and the treatment of NaN never depend on which parser served a text. Errors carry a reason, never text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

import jiter
import orjson

from openmed_beam.errors import OpenMedBeamError

#: Deepest nesting of arrays and objects that is read, and the most that can be asked for (the fast parser's own).
DEFAULT_MAX_DEPTH = 200
_PARSER_DEPTH = 201

NonFinite = Literal["dead", "keep"]


class JsonFault(OpenMedBeamError):
    """Text that is not the JSON asked for. `reason` is the whole message."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Number:
    """A number kept as its literal, where Python's own types would lose it (`-0`, `NaN`, 5,000 digits)."""

    __slots__ = ("literal",)

    def __init__(self, literal: str) -> None:
        self.literal = literal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and other.literal == self.literal

    def __hash__(self) -> int:
        return hash(self.literal)

    def __deepcopy__(self, memo: dict[int, Any]) -> Number:
        return self

    def __repr__(self) -> str:
        return "Number(...)"


class Pairs:
    """An object whose keys repeat, as its pairs in order. Only `decode_lenient` makes it."""

    __slots__ = ("pairs",)

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        self.pairs = pairs

    def items(self) -> list[tuple[str, Any]]:
        """The pairs, repeated keys and all, in text order."""
        return self.pairs

    def __contains__(self, key: object) -> bool:
        return any(name == key for name, _ in self.pairs)


_parse = partial(jiter.from_json, float_mode="lossless-float", catch_duplicate_keys=True, allow_inf_nan=False)

#: What the fast parser gives for a number with a fraction or an exponent; `bytes(x)` is its literal.
LosslessFloat = jiter.LosslessFloat


def literal_of(value: Any) -> str:
    """The JSON literal of a scalar that is no string: number, boolean or null."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, LosslessFloat):
        return bytes(value).decode()
    if isinstance(value, Number):
        return value.literal
    if isinstance(value, float):
        return json.dumps(value)
    return str(value)


def decode(raw: bytes | str, *, max_depth: int = DEFAULT_MAX_DEPTH, nonfinite: NonFinite = "dead") -> Any:
    """Decode one JSON text.

    Args:
        raw: UTF-8 bytes or a str (which may hold lone surrogates inside strings only as escapes).
        max_depth: deepest nesting allowed, 1 to 200.
        nonfinite: `keep` accepts the tokens NaN, Infinity and -Infinity as `Number`.

    Returns:
        dict, list, str, bool, None, int; a number with fraction or exponent is a `LosslessFloat`, one that Python
        cannot hold exactly a `Number` (but `-0` is 0 here: see `decode_exact`).

    Raises:
        JsonFault: reason `invalid_utf8`, `invalid_json`, `duplicate_key`, `non_finite_number` or `too_deep`.
    """
    try:
        data = raw.encode() if type(raw) is str else raw
        # The brackets around use up the difference between the parser's depth limit and ours.
        spare = _PARSER_DEPTH - max_depth
        (tree,) = _parse(b"[" * spare + data + b"]" * spare)  # type: ignore[operator]
        for _ in range(spare - 1):
            (tree,) = tree
        return tree
    except ValueError:
        pass
    return _decode_slowly(raw, max_depth, nonfinite == "keep", False)


_ZERO_GOES_ON = frozenset(bytes([byte]) for byte in b".0123456789eE")


def _has_negative_zero(data: bytes) -> bool:
    """True where `-0` may stand as a number (inside a string it may be text; that only costs the slower parser)."""
    at = data.find(b"-0") if b"-" in data else -1
    while at >= 0:
        if (at == 0 or data[at - 1] in b":,[ \t\r\n") and data[at + 2 : at + 3] not in _ZERO_GOES_ON:
            return True
        at = data.find(b"-0", at + 2)
    return False


def decode_exact(raw: bytes | str, *, max_depth: int = DEFAULT_MAX_DEPTH, nonfinite: NonFinite = "dead") -> Any:
    """`decode`, with `-0` as a `Number` too: `literal_of` then gives every number's own text."""
    data = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw
    if _has_negative_zero(data):
        return _decode_slowly(raw, max_depth, nonfinite == "keep", False)
    return decode(raw, max_depth=max_depth, nonfinite=nonfinite)


def decode_lenient(text: str, *, max_depth: int = DEFAULT_MAX_DEPTH) -> Any:
    """Decode text that is JSON but for NaN, Infinity or repeated keys (an object with those becomes `Pairs`).

    Raises:
        JsonFault: as `decode`, for everything else.
    """
    return _decode_slowly(text, max_depth, True, True)


def _decode_slowly(raw: bytes | str, max_depth: int, nonfinite: bool, duplicates: bool) -> Any:
    """The standard library's parser, held to the same rules; it sees literals, surrogates and repeated keys."""
    text = raw if isinstance(raw, str) else _text_of(raw)
    if text is None:
        raise JsonFault("invalid_utf8")
    faults: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> Any:
        found = dict(items)
        if len(found) != len(items):
            if not duplicates:
                faults.append("duplicate_key")
            return Pairs(items)
        return found

    def constant(token: str) -> Number:
        if not nonfinite:
            faults.append("non_finite_number")
        return Number(token)

    if depth_of(text) > max_depth:
        # Deeper text may be broken as well; what is said is that nobody looked further.
        raise JsonFault("too_deep")
    try:
        tree = json.loads(
            text, object_pairs_hook=pairs, parse_constant=constant, parse_int=_exact_int, parse_float=_exact_float
        )
    except (ValueError, RecursionError):
        faults = ["invalid_json"]
    # Raised out here: the parser's error holds the whole text, and would hang on to ours as its context.
    if faults:
        raise JsonFault(faults[0])
    return tree


def _text_of(raw: bytes) -> str | None:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _exact_int(literal: str) -> int | Number:
    if literal == "-0" or len(literal) > 4000:
        return Number(literal)
    return int(literal)


def _exact_float(literal: str) -> Any:
    return jiter.from_json(literal.encode(), float_mode="lossless-float")


_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[{]|[\]}]', re.DOTALL)


def depth_of(text: str) -> int:
    """Deepest nesting of brackets outside strings."""
    depth = deepest = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        first = text[match.start()]
        if first == '"':
            continue
        if first in "[{":
            depth += 1
            if depth > deepest:
                deepest = depth
        else:
            depth -= 1
    return deepest


# --- text in place ----------------------------------------------------------------------------------------------

_ESCAPED_BACKSLASH, _ESCAPED_QUOTE = "\x00", "\x01"


class StringTokens:
    """The string tokens of a JSON text, in order, each replaceable in place; everything else stays as it is.

    Raw control characters cannot stand in JSON text, so two of them hide escaped backslashes and quotes while the text
    is cut at its real quotes: no loop over characters, no parser that could disagree about a boundary.
    """

    __slots__ = ("_hidden", "_parts")

    def __init__(self, text: str) -> None:
        self._hidden = "\\" in text
        if self._hidden:
            if "\\\\" in text:
                text = text.replace("\\\\", _ESCAPED_BACKSLASH)
            text = text.replace('\\"', _ESCAPED_QUOTE)
        self._parts = text.split('"')

    def __len__(self) -> int:
        return len(self._parts) // 2

    @property
    def balanced(self) -> bool:
        """True where every string is closed."""
        return len(self._parts) % 2 == 1

    def is_key(self, ordinal: int) -> bool:
        """True where the token is followed by a colon."""
        return self._parts[2 * ordinal + 2].lstrip().startswith(":")

    def gaps(self) -> str:
        """What stands between the tokens, each token an empty one."""
        return '""'.join(self._parts[::2])

    def body(self, ordinal: int) -> str:
        """The text between the quotes of a token, escapes and all."""
        part = self._parts[2 * ordinal + 1]
        if self._hidden:
            part = part.replace(_ESCAPED_QUOTE, '\\"').replace(_ESCAPED_BACKSLASH, "\\\\")
        return part

    def replace(self, ordinal: int, token: str) -> None:
        """Put a token (with its quotes) in the place of another."""
        self._parts[2 * ordinal + 1] = token[1:-1]

    def text(self) -> str:
        """The whole text with what was replaced."""
        joined = '"'.join(self._parts)
        if self._hidden:
            joined = joined.replace(_ESCAPED_QUOTE, '\\"').replace(_ESCAPED_BACKSLASH, "\\\\")
        return joined


# A byte order mark is let pass: a file that a tool has read may begin with one.
# A scalar ends at punctuation: `[555-123-4567]` is prose in brackets, not a row of numbers.
_LEXABLE = re.compile(
    r'(?:[\s{}\[\],:\ufeff]++|"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
    r"|(?:-?+[0-9]++(?:\.[0-9]++)?+(?:[eE][+-]?+[0-9]++)?+|true|false|null|NaN|-?Infinity)(?=\s*+(?:[,:\]}]|\Z)))*+"
)


def is_lexable(text: str) -> bool:
    """True where text is a row of whole JSON tokens with a string that is no key, whether or not they make a value."""
    return _LEXABLE.fullmatch(text) is not None and next(lexable_values(text), None) is not None


def lexable_values(text: str) -> Iterator[tuple[int, str]]:
    """Ordinal and decoded text of every string token of a lexable text that is not an object key."""
    tokens = StringTokens(text)
    for ordinal in range(len(tokens)):
        if not tokens.is_key(ordinal):
            yield ordinal, decode_token(tokens.body(ordinal))


def lexable_keys(text: str) -> Iterator[str]:
    """The decoded text of every object key of a lexable text."""
    tokens = StringTokens(text)
    for ordinal in range(len(tokens)):
        if tokens.is_key(ordinal):
            yield decode_token(tokens.body(ordinal))


def lexable_numbers(text: str) -> Iterator[str]:
    """The literals of a lexable text's numbers with six digits or more before the point."""
    return (match[0] for match in _LONG_NUMBER.finditer(StringTokens(text).gaps()))


_LONG_NUMBER = re.compile(r"-?[0-9]{6,}(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def decode_token(body: str) -> str:
    """The text that a string token's body stands for."""
    return body if "\\" not in body else str(json.loads(f'"{body}"'))


def encode_string(text: str, *, ascii_only: bool = False) -> str:
    """A string token for `text`; lone surrogates come out as escapes."""
    if ascii_only and not text.isascii():
        return json.dumps(text)
    try:
        return orjson.dumps(text).decode()
    except TypeError:
        return _SURROGATES.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


_SURROGATES = re.compile(r"[\ud800-\udfff]")
