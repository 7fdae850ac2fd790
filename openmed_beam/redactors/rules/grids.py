"""Tables whose titles and cells stand in markup: JSON of split orientation and tables of HTML.

`{"columns": [...], "data": [[...]]}` as pandas writes it, a matrix whose first row holds the titles, `<th>` over
`<td>`, a label in an element with its value in the next one (`<dt>`, `<td>`, `<b>`, `<label>`), and an element whose
attribute names its value. A title is a key like any other.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from openmed_beam.redactors.rules.keys import key_rule
from openmed_beam.redactors.rules.tables import Cell, Keyed, cell_value, keyed_titles, row_cells

_TITLES = ("columns", "column_names", "headers", "header", "fields", "cols")
_ROWS = ("data", "rows", "values", "records")
#: How a string is quoted -> the pattern of its text.
_QUOTES = {'"': r'"([^"\\\n]{0,300}+)"', "'": r"'([^'\\\n]{0,300}+)'", '\\"': r'\\"([^"\\\n]{0,300}+)\\"'}

#: What closes an element that may hold a title: markup without one of these is not looked at.
_CLOSINGS = tuple(f"</{tag}>" for tag in ("th", "td", "dt", "b", "strong", "label", "span", "key"))
#: What closes an element whose attribute names its value: `<property name="password">...</property>`.
_HOLDERS = (
    "property", "entry", "prop", "setting", "string", "param", "parameter", "field", "attribute", "Data", "data", "env",
    "item", "value", "add",
)  # fmt: skip
_HELD = tuple(f"</{tag}>" for tag in _HOLDERS)
#: What the multi-pattern scanner looks for.
TRIGGERS = (
    *(re.escape(f"{name}{quote}:{gap}[") for name in (*_TITLES, *_ROWS) for quote in _QUOTES for gap in ("", " ")),
    *(re.escape(f"[[{quote}") for quote in _QUOTES),
    *_CLOSINGS,
    *_HELD,
)


class _Quoting(NamedTuple):
    """The patterns of a text that quotes in one way."""

    titles: re.Pattern[str]
    rows: re.Pattern[str]
    named: re.Pattern[str]
    cell: re.Pattern[str]


def _quoting(quote: str, string: str) -> _Quoting:
    mark = re.escape(quote)
    member = rf"{mark}(?:%s){mark}: ?\["
    return _Quoting(
        titles=re.compile(member % "|".join(_TITLES)),
        rows=re.compile(member % "|".join(_ROWS) + rf"\s{{0,16}}\[|\[\[(?={mark})"),
        named=re.compile(
            rf"\s{{0,16}}\{{[^{{}}\[\]]{{0,200}}?{mark}name{mark}\s{{0,4}}:\s{{0,4}}{string}"
            r"[^{}]{0,400}\}\s{0,16}([,\]])"
        ),
        cell=re.compile(rf"\s{{0,16}}(?:{string}|[^\s,\[\]{{}}\"'\\]{{1,60}})\s{{0,16}}([,\]])"),
    )


_SPELLED = {quote: _quoting(quote, string) for quote, string in _QUOTES.items()}
_NESTED = re.compile(r"\[\s{1,16}\[")
_NEXT_ROW = re.compile(r"\s{0,16},\s{0,16}\[")

_Row = list[tuple[int, int]]


def values(text: str) -> Iterator[Cell]:
    """The cells of the text's grids that stand under a key, each in the shape that its key asks for."""
    if "[[" in text or _NESTED.search(text):
        for quote, quoting in _SPELLED.items():
            if quote in text:
                yield from _split_oriented(text, quoting)
    if "</" not in text:
        return
    if any(closing in text for closing in _CLOSINGS):
        yield from _labelled(text)
        yield from _html_tables(text)
    if any(closing in text for closing in _HELD):
        yield from _attributed(text)


def _split_oriented(text: str, quoting: _Quoting) -> Iterator[Cell]:
    """Each array of arrays under the titles beside it, or under its own first row."""
    free = [found.end() for found in quoting.rows.finditer(text)]
    at = 0
    while free and (titles := quoting.titles.search(text, at)):
        row, at = _strings(text, titles.end(), quoting)
        keyed = keyed_titles([text[start:end] for start, end in row])
        if keyed is not None:
            place = bisect_left(free, at)
            yield from _matrix(text, free.pop(place if place < len(free) else -1), keyed, quoting)
    for start in free:
        row, at = _strings(text, start, quoting)
        keyed = keyed_titles([text[first:last] for first, last in row])
        following = _NEXT_ROW.match(text, at) if keyed is not None else None
        if keyed is not None and following is not None:
            yield from _matrix(text, following.end(), keyed, quoting)


def _strings(text: str, at: int, quoting: _Quoting) -> tuple[_Row, int]:
    """The cells of an array from a place on, and the place behind them; an object counts by its `name`."""
    row: _Row = []
    while found := quoting.cell.match(text, at) or quoting.named.match(text, at):
        row.append(found.span(1) if found.start(1) >= 0 else (at, found.start(2)))
        at = found.end()
        if found.group(2) == "]":
            break
    return row, at


def _matrix(text: str, at: int, keyed: Keyed, quoting: _Quoting) -> Iterator[Cell]:
    """The rows of an array of arrays; `at` is behind the bracket that opens the first."""
    while True:
        row, at = _strings(text, at, quoting)
        yield from row_cells(text, row, keyed)
        following = _NEXT_ROW.match(text, at)
        if following is None or not row:
            return
        at = following.end()


_INLINE = r"(?:<(?!t[hdr][\s>])[A-Za-z][^<>]{0,120}>\s{0,8}){0,3}"
_LABELLED = re.compile(
    r"(?ai:>\s{0,8}(?P<key>[A-Za-z][\w .'/#-]{1,48}?)\s?:?\s{0,8}"
    r"</(?:b|strong|label|dt|th|td|span|key|em|i|p|div|h[1-6])>)"
    rf"(?:\s{{0,8}}</[A-Za-z]{{1,8}}>){{0,2}}\s{{0,8}}:?\s{{0,40}}(?!<th)(?:<t?d[^<>]{{0,120}}>\s{{0,8}})?"
    rf"{_INLINE}(?P<value>[^<>\n]{{1,200}})"
)
_HTML = re.compile(
    rf"(?ai:<(?P<tag>tr|th|td)(?:\s[^<>]{{0,300}})?>)(?:(?<![rR]>)\s{{0,40}}{_INLINE}(?P<text>[^<>]{{0,200}}))?"
)


def _labelled(text: str) -> Iterator[Cell]:
    """The values of elements beside the element that names them."""
    at = 0
    while found := _LABELLED.search(text, at):
        at = found.start("value")
        rule = key_rule(found.group("key").rstrip("# ."))
        if rule is not None and key_rule(found.group("value").strip()) is None:
            cell = cell_value(text, *found.span("value"), rule)
            if cell is not None:
                yield cell


_ATTRIBUTED = re.compile(
    rf"<(?P<tag>{'|'.join(_HOLDERS)})\s(?:[^<>]{{0,120}}?\s)?"
    r"(?ai:name|key|id)=[\"'](?P<key>[A-Za-z][\w .:-]{1,59})[\"'][^<>]{0,120}>"
    r"\s{0,8}(?P<value>[^<>\n]{1,400})</(?P=tag)>"
)


def _attributed(text: str) -> Iterator[Cell]:
    """The values of elements that an attribute names."""
    for found in _ATTRIBUTED.finditer(text):
        rule = key_rule(found.group("key").rpartition(":")[2].rpartition(".")[2])
        cell = cell_value(text, *found.span("value"), rule) if rule is not None else None
        if cell is not None:
            yield cell


def _html_tables(text: str) -> Iterator[Cell]:
    """The cells below a row of titles: one of `<th>`, or one without digits that holds two keys."""
    keyed: Keyed | None = None
    for row, heads in _html_rows(text):
        headed = heads == len(row)
        if keyed is not None and not headed:
            yield from row_cells(text, row, keyed)
            continue
        found = keyed_titles([text[start:end] for start, end in row])
        figures = any(char.isdigit() for start, end in row for char in text[start:end])
        keyed = found if found is not None and not figures and (headed or len(found.rules) > 1) else None


def _html_rows(text: str) -> Iterator[tuple[_Row, int]]:
    """The rows of all tables, each with the number of its `<th>`."""
    row: _Row = []
    heads = 0
    for found in _HTML.finditer(text):
        tag = found.group("tag").lower()
        if tag == "tr":
            if row:
                yield row, heads
            row, heads = [], 0
        else:
            row.append(found.span("text") if found.start("text") >= 0 else (found.end(), found.end()))
            heads += tag == "th"
    if row:
        yield row, heads
