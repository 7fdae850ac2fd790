"""Names and values that stand apart: `{"name": "DB_PASSWORD", "value": "..."}`, `<input name="ssn" value="...">`,
`- name: API_KEY` with `value: ...` below it. The name is a key like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from openmed_beam.redactors.rules import shapes, tables
from openmed_beam.redactors.rules.keys import KeyRule, key_rule
from openmed_beam.redactors.rules.tables import Cell

#: Members that name what another member holds, and members that hold it.
NAMING = frozenset(("name", "key", "field", "header", "label", "system", "type", "id"))
HOLDING = frozenset(("value", "val"))

_QUOTE = r"(?:\\?[\"'])?"
_PAIR = re.compile(
    rf"(?ai:(?<![\w-])(?:{'|'.join(sorted(NAMING))}){_QUOTE}\s{{0,2}}[:=]\s{{0,2}}{_QUOTE})"
    rf"(?P<key>[A-Za-z][\w .-]{{1,59}}?){_QUOTE}"
    rf"(?:\s{{0,2}}[,;])?(?:\s?{_QUOTE}type{_QUOTE}\s?[:=]\s?{_QUOTE}[A-Za-z]{{1,12}}{_QUOTE},)?(?:\s{{1,16}}[a-z-]{{2,12}}=\"[^\"<>]{{0,40}}\"){{0,4}}\s{{0,16}}"
    rf"(?ai:{_QUOTE}(?:{'|'.join(sorted(HOLDING))}){_QUOTE}\s{{0,2}}[:=][ ]{{0,2}})(?P<quote>\\?[\"'])?"
)
_VALUE = {
    "": re.compile(r"[^\s,;<>\"'{}]{1,500}"),
    '"': re.compile(r'[^"\\<>\n]{1,500}'),
    "'": re.compile(r"[^'\\<>\n]{1,500}"),
}

#: A person's name in two members beside each other: `"first": "Aoife", "last": "Byrne"`.
_PARTS = re.compile(
    r"(?P<q>\\?\")first(?P=q): ?(?P=q)(?P<first>[^\W\d_][^\"\\\n\d_]{1,40})(?P=q),\s{0,16}"
    r"(?:(?P=q)middle(?P=q): ?(?P=q)[^\"\\\n\d_]{0,40}(?P=q),\s{0,16})?"
    r"(?P=q)last(?P=q): ?(?P=q)(?P<last>[^\W\d_][^\"\\\n\d_]{1,40})(?P=q)"
)
#: The same the other way round: `"last": "Byrne", "first": "Aoife"`, `"surname": "BYRNE", "given": "AOIFE"`.
_PARTS_TURNED = re.compile(
    r"(?P<q>\\?\")(?:last|surname|family)(?P=q): ?(?P=q)(?P<last>[^\W\d_][^\"\\\n\d_]{1,40})(?P=q),\s{0,16}"
    r"(?P=q)(?:first|given)(?P=q): ?(?P=q)(?P<first>[^\W\d_][^\"\\\n\d_]{1,40})(?P=q)"
)
_PART = KeyRule("NAME", "given_name")

#: No pair, up to its value, is longer.
_LONGEST = 480
#: What the multi-pattern scanner looks for.
TRIGGERS = (r"(?i:(?:value|val)\\?[\"']?\s{0,2}[:=])", '"first":', r'"first\\":', '"given": ?"', r'"given\\": ?\\"')


def values(text: str, first: int = 0, last: int | None = None) -> Iterator[Cell]:
    """The values whose names are keys, each in the shape that its key asks for.

    Args:
        text: the text.
        first, last: where the first and the last end of a trigger are, if that is known.
    """
    named_apart = [_PARTS, _PARTS_TURNED] if '"first' in text else [_PARTS_TURNED] if '"given' in text else []
    for parts in (found for pattern in named_apart for found in pattern.finditer(text)):
        named = [tables.cell_value(text, *parts.span(part), _PART) for part in ("first", "last")]
        if None not in named:
            yield from (cell for cell in named if cell is not None)
    at, end = max(0, first - _LONGEST), len(text) if last is None else last + 8
    while pair := _PAIR.search(text, at, end):
        rule = key_rule(pair.group("key"))
        if rule is None:
            at = pair.start("key")  # an attribute in between may be the name
            continue
        at = pair.end()
        start = pair.end()
        found = _VALUE[(pair.group("quote") or "")[-1:]].match(text, start)
        if found is not None:
            value = found.group().rstrip()
            if shapes.SHAPES[rule.shape](value, 0) == len(value):
                yield Cell(start, start + len(value), rule)
