"""The second of redaction's two steps: answers go back to their places, and texts are written again.

In `preserve` mode only the tokens of changed strings are replaced in a text, so that every other byte stays; in
`canonical` mode a payload is encoded compact and sorted, numbers by their literals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
import orjson

from openmed_beam.traces.gathered import Gathered, Lexed, Link, link_path
from openmed_beam.traces.json_text import (
    LosslessFloat,
    Number,
    Pairs,
    StringTokens,
    encode_string,
    literal_of,
)
from openmed_beam.traces.leaves import PayloadJson

_Changes = dict[int, dict[Any, str]]

#: Strings of the trace itself that change: link of the container, slot, new text.
_Rows = list[tuple[Link, Any, str]]


def rewrite_object(
    gathered: Gathered, answers: Sequence[str], payload_json: PayloadJson, changed: Sequence[int]
) -> None:
    """Put answers in their places in a trace given as an object.

    Args:
        gathered: the leaves of the trace.
        answers: one text a leaf, in the same order.
        payload_json: how changed payloads are encoded.
        changed: numbers of the leaves whose answer differs.
    """
    changes, _, holders = _collect(gathered, answers, payload_json, changed)
    _assign(changes, holders)
    for container, slot, copy, as_tuple in reversed(gathered.rebuilt):
        container[slot] = tuple(copy) if as_tuple else copy


def rewrite_record(
    record: bytes, gathered: Gathered, answers: Sequence[str], payload_json: PayloadJson, changed: Sequence[int]
) -> bytes:
    """The JSON text of a record with answers in their places; the arguments are those of `rewrite_object`."""
    changes, rows, _ = _collect(gathered, answers, payload_json, changed)
    if not rows:
        return record
    try:
        found = locate(record, rows)
    except ValueError:
        # NaN, a lone surrogate: what the fast parser does not read, tokens find.
        return splice(gathered.documents[0].tree, record.decode(), changes).encode()
    out: list[bytes] = []
    at = 0
    for start, end, text in sorted(found):
        ascii_only = record[start:end].isascii()
        out += record[at:start], encode_string(text, ascii_only=ascii_only).encode()
        at = end
    out.append(record[at:])
    return b"".join(out)


def _collect(
    gathered: Gathered, answers: Sequence[str], payload_json: PayloadJson, changed: Sequence[int]
) -> tuple[_Changes, _Rows, dict[int, Any]]:
    """What changes in the trace itself, once its payloads are written again, innermost first."""
    documents = gathered.documents
    changes: list[_Changes] = [{} for _ in documents]
    holders: dict[int, Any] = {}
    rows: _Rows = []
    canonical = payload_json == "canonical"
    places, owner = gathered.places, gathered.owner
    for leaf in changed:
        container, slot, link = places[leaf]
        number = owner(leaf)
        holders[id(container)] = container
        changes[number].setdefault(id(container), {})[slot] = answers[leaf]
        if not number:
            rows.append((link, slot, answers[leaf]))
    for number in range(len(documents) - 1, 0, -1):
        document, mine = documents[number], changes[number]
        if document.crossed and not mine:
            continue
        if canonical and document.well_formed:
            _assign(mine, holders)
            text = encode_canonical(document.tree[0])
        elif mine:
            assert document.text is not None
            text = splice(document.tree, document.text, mine)
        else:
            continue
        container, slot = document.container, document.slot
        if text != (container.pairs[slot][1] if type(container) is Pairs else container[slot]):
            holders[id(container)] = container
            changes[document.parent].setdefault(id(container), {})[slot] = text
            if not document.parent:
                rows.append((document.link, slot, text))
    return changes[0], rows, holders


def _assign(changes: _Changes, holders: dict[int, Any]) -> None:
    """Write changed strings into their containers."""
    for identity, members in changes.items():
        container = holders[identity]
        for slot, text in members.items():
            container[slot] = text


# --- places in a text -------------------------------------------------------------------------------------------

_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_items = msgspec.json.Decoder(list[msgspec.Raw]).decode
_BEFORE_VALUE = re.compile(rb'[\s,{]*"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*:\s*', re.DOTALL)


def locate(record: bytes, rows: _Rows) -> list[tuple[int, int, str]]:
    """Where in a record's text strings stand: (start, end, new text), in no order.

    Only the containers on the way are looked into, a level at a time and by their raw values.

    Raises:
        ValueError: the text has what the parser of raw values does not read.
    """
    wanted: dict[Any, Any] = {}
    for link, slot, text in rows:
        node = wanted
        for part in link_path(link):
            node = node.setdefault(part, {})
        node[slot] = text
    found: list[tuple[int, int, str]] = []
    _locate(record, memoryview(record), 0, wanted, found)
    return found


def _locate(record: bytes, raw: Any, start: int, wanted: dict[Any, Any], found: list[tuple[int, int, str]]) -> None:
    left = len(wanted)
    at = record.find(b"{" if record[start : start + 1] == b"{" else b"[", start)
    keyed = record[at] == 0x7B
    rows: Any = _members(raw).items() if keyed else enumerate(_items(raw))
    at += 1
    for part, value in rows:
        if keyed:
            head = _BEFORE_VALUE.match(record, at)
            if head is None:
                raise ValueError
            at = head.end()
        else:
            # Between items stands nothing but white space and a comma, so the first hit is the item.
            at = record.find(value, at)
        end = at + memoryview(value).nbytes
        target = wanted.get(part)
        if target is not None:
            if type(target) is str:
                found.append((at, end, target))
            else:
                _locate(record, value, at, target, found)
            left -= 1
            if not left:
                return
        at = end


def splice(tree: Any, text: str, changes: _Changes) -> str:
    """A text with the tokens of changed strings replaced; `tree` is what it decodes to, as in `Document`."""
    tokens = StringTokens(text)
    found: list[tuple[int, str]] = []
    if isinstance(tree, Lexed):
        found.extend(changes[id(tree)].items())
    else:
        _ordinals(tree, 0, changes, found)
    for ordinal, new in found:
        tokens.replace(ordinal, encode_string(new, ascii_only=tokens.body(ordinal).isascii()))
    return tokens.text()


def _ordinals(node: Any, ordinal: int, changes: _Changes, found: list[tuple[int, str]]) -> int:
    """Number the string tokens of a tree in text order; note those that change. Returns the next number."""
    mine = changes.get(id(node))
    if type(node) is dict:
        for key, value in node.items():
            kind = type(value)
            if kind is str:
                if mine is not None and key in mine:
                    found.append((ordinal + 1, mine[key]))
                ordinal += 2
            elif kind is dict or kind is list or kind is Pairs:
                ordinal = _ordinals(value, ordinal + 1, changes, found)
            else:
                ordinal += 1
        return ordinal
    keyed = type(node) is Pairs
    for position, value in enumerate([value for _, value in node.pairs] if keyed else node):
        ordinal += keyed
        kind = type(value)
        if kind is str:
            if mine is not None and position in mine:
                found.append((ordinal, mine[position]))
            ordinal += 1
        elif kind is dict or kind is list or kind is Pairs:
            ordinal = _ordinals(value, ordinal, changes, found)
    return ordinal


def encode_canonical(tree: Any) -> str:
    """Compact JSON with sorted keys and non-ASCII text as it is; numbers by their literals."""
    try:
        return orjson.dumps(tree, default=_fragment, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:
        return _encode_slowly(tree)


def _fragment(value: Any) -> orjson.Fragment:
    if isinstance(value, LosslessFloat | Number):
        return orjson.Fragment(literal_of(value))
    raise TypeError


def _encode_slowly(node: Any) -> str:
    """`encode_canonical` for what the fast encoder refuses: integers beyond 64 bits, lone surrogates."""
    if isinstance(node, str):
        return encode_string(node)
    if isinstance(node, dict):
        members = (f"{encode_string(key)}:{_encode_slowly(node[key])}" for key in sorted(node))
        return "{" + ",".join(members) + "}"
    if isinstance(node, list):
        return "[" + ",".join(map(_encode_slowly, node)) + "]"
    return literal_of(node)
