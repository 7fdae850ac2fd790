"""The second of redaction's two steps: answers go back to their places, and texts are written again.

In `preserve` mode a document's text is cut at its string tokens and only the tokens of changed leaves are replaced, so
that every other byte stays; in `canonical` mode a payload is encoded compact and sorted, numbers by their literals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from openmed_beam.traces.json_text import (
    LosslessFloat,
    Number,
    Pairs,
    StringTokens,
    encode_string,
    literal_of,
)
from openmed_beam.traces.leaves import Document, Gathered, Lexed, PayloadJson

_Changes = dict[int, dict[Any, str]]


def rewrite(
    gathered: Gathered, answers: Sequence[str], payload_json: PayloadJson, changed: Sequence[int]
) -> str | None:
    """Put answers in the places of their leaves.

    Args:
        gathered: the leaves of one trace.
        answers: one text a leaf, in the same order.
        payload_json: how changed payloads are encoded.
        changed: numbers of the leaves whose answer differs.

    Returns:
        The new text of the trace; None where it was given as an object (which then holds the answers) or nothing
        changed.
    """
    documents = gathered.documents
    changes: list[_Changes] = [{} for _ in documents]
    holders: dict[int, Any] = {}
    canonical = payload_json == "canonical"
    places = gathered.places
    for leaf in changed:
        container, slot, _ = places[leaf]
        holders[id(container)] = container
        changes[gathered.owner(leaf)].setdefault(id(container), {})[slot] = answers[leaf]
    for number in range(len(documents) - 1, 0, -1):
        document, mine = documents[number], changes[number]
        if canonical and document.well_formed:
            _assign(mine, holders)
            text = encode_canonical(document.tree[0])
        elif mine:
            text = splice(document, mine)
        else:
            continue
        container, slot = document.container, document.slot
        if text != (container.pairs[slot][1] if type(container) is Pairs else container[slot]):
            holders[id(container)] = container
            changes[document.parent].setdefault(id(container), {})[slot] = text
    root = documents[0]
    if root.text is None:
        _assign(changes[0], holders)
        for container, slot, copy, as_tuple in reversed(gathered.rebuilt):
            container[slot] = tuple(copy) if as_tuple else copy
        return None
    return splice(root, changes[0]) if changes[0] else None


def _assign(changes: _Changes, holders: dict[int, Any]) -> None:
    """Write changed strings into their containers."""
    for identity, members in changes.items():
        container = holders[identity]
        for slot, text in members.items():
            container[slot] = text


def splice(document: Document, changes: _Changes) -> str:
    """A document's own text with the tokens of changed strings replaced."""
    assert document.text is not None
    tokens = StringTokens(document.text)
    found: list[tuple[int, str]] = []
    if isinstance(document.tree, Lexed):
        found.extend(changes[id(document.tree)].items())
    else:
        _ordinals(document.tree, 0, changes, found)
    for ordinal, text in found:
        tokens.replace(ordinal, encode_string(text, ascii_only=tokens.body(ordinal).isascii()))
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
