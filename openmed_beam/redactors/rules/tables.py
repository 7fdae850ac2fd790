"""Tables inside a text: what a header row names stands in the rows below it.

CSV with commas, semicolons or tabs, Markdown and psql with bars, columns set apart by two spaces as pandas prints them
or by one where every row is as wide as the titles, and the rows of an SQL INSERT. A header counts if a column other
than a bare `name` is a whole key of `keys`; a cell must have the shape that its key asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from openmed_beam.redactors.rules import shapes
from openmed_beam.redactors.rules.fields import trigger_ends
from openmed_beam.redactors.rules.keys import KeyRule, key_rule, normal_key

#: What follows a key that is a column's title, from its last character on.
_TITLE_END = re.compile(r".{0,2}?[\"'`]?(?:[ ]{0,40}(?:[,\t|;)\r\n]|$)|[ ]{2})", re.DOTALL)
#: Before a place where such a title may end, or one or two characters behind it.
_CLOSED = re.compile(r"(?=[\"'`]?(?:[ ]{0,40}(?:[,\t|;)\r\n]|$)|[ ]{2}))")


def has_rows(text: str) -> bool:
    """Whether a text may hold a table at all."""
    return "\n" in text or "VALUES" in text or "values" in text


def is_title(text: str, end: int) -> bool:
    """Whether a key that ends at a place, or one character before it, may be the title of a column."""
    return _TITLE_END.match(text, end - 1) is not None


def _title_ends(text: str) -> list[int]:
    """The last places of all keys that may be titles: what an engine without triggers looks for."""
    closings = {match.start() for match in _CLOSED.finditer(text)}
    near = sorted({end for closing in closings for end in range(max(1, closing - 2), closing + 1)})
    return [end - 1 for place in near for end in trigger_ends(text, place) if is_title(text, end)]


class Cell(NamedTuple):
    """A value that its place names: text[start:end] and what the key says of it."""

    start: int
    end: int
    rule: KeyRule


_TITLE = r"[^\n\r,\t|;]{0,80}+"
_HEADER = re.compile(rf"(?m)^(?:{_TITLE}[,\t|;]){{1,80}}+{_TITLE}\r?$")
_ALIGNED = re.compile(
    r"(?m)^[ ]*+[^\W\d]\w{0,40}+(?:[ ]\w{1,40}+){0,3}(?:[ ]{2,}+\w{1,40}+(?:[ ]\w{1,40}+){0,3}){1,60}+[ ]*+\r?$"
)
_SPACED = re.compile(r"(?m)^\w{2,40}+(?: \w{2,40}+){2,30}+\r?$")
_WORDS = re.compile(r"[^\s]+")
_GAPPED = re.compile(r"[^\s]+(?:[ ][^\s]+)*")
_RULED = re.compile(r"[\s|:+=-]+\Z")
_CSV_CELL = {mark: re.compile(rf'[ ]*"(?:[^"\n]|"")*"[ ]*(?={mark}|$)|[^{mark}]*') for mark in ",;"}
_INSERT = re.compile(
    r"(?ai:insert\s{1,4}into\s{1,4}[^\s(]{1,100}\s{0,4})\((?P<names>[^()]{1,4000})\)\s{0,4}(?:VALUES|values)\s{0,4}"
)
#: The columns that a query asks for, if they are named one by one, and its end; its rows are set apart by bars or tabs.
_SELECT = re.compile(
    r"(?ai:(?<![A-Za-z_])select\s{1,4}(?:distinct\s)?)"
    r"(?P<names>[A-Za-z_][\w.\"` ]{0,60}(?:,\s{0,8}[A-Za-z_][\w.\"` ]{0,60}){1,40})\s{1,8}(?ai:from)\s[^\n]{1,600}"
)
_MOST_ROWS = 400
_BETWEEN = re.compile(r"\s{0,4},\s{0,8}")
_SQL_VALUE = re.compile(r"\s*+(?:[NnEe]?'(?P<text>(?:[^'\n]|'')*+)'\s*+|(?P<bare>[^,()'\n]*+)\s*+)(?P<end>[,)])")


def cells(text: str, titles: Sequence[int] | None = None) -> Iterator[Cell]:
    """The cells of every table of a text that stand under a key, in order; the work is linear.

    Args:
        text: the text.
        titles: ends of all that may be a title, in order: only their lines are headers; None where they are not known.
    """
    if not has_rows(text):
        return
    titles = _title_ends(text) if titles is None else titles
    if not titles:
        return
    lines = _opened(text, titles)
    until = 0
    for header in _headers(_HEADER, text, lines):
        if header.start() >= until:
            line = header.group()
            mark = max("\t|;,", key=line.count)
            titles_at = _split(text, header.start(), header.end(), mark)
            keyed = keyed_titles([text[start:end] for start, end in titles_at])
            if keyed:
                rows = [_split(text, start, end, mark) for start, end in _lines(text, header.end())]
                until = rows[-1][-1][1] if rows else header.end()
                yield from _table(text, titles_at, rows, keyed)
    until = 0
    for header in _headers(_ALIGNED, text, lines):
        if header.start() >= until:
            titles_at = [match.span() for match in _GAPPED.finditer(text, header.start(), header.end())]
            keyed = keyed_titles([text[start:end] for start, end in titles_at])
            if keyed:
                rows = []
                for start, end in _lines(text, header.end()):
                    until = end
                    row = [match.span() for match in _GAPPED.finditer(text, start, end)]
                    rows.append(row[1:] if len(row) == keyed.width + 1 else row)  # row numbers have no title
                yield from _table(text, titles_at, rows, keyed)
    until = 0
    for header in _headers(_SPACED, text, lines):
        if header.start() >= until:
            titles_at = [match.span() for match in _WORDS.finditer(text, header.start(), header.end())]
            keyed = keyed_titles([text[start:end] for start, end in titles_at])
            if keyed and len(keyed.rules) > 1:
                rows = [[match.span() for match in _WORDS.finditer(text, *line)] for line in _lines(text, header.end())]
                until = rows[-1][-1][1] if rows else header.end()
                if all(_fits(text, row, keyed) for row in rows):
                    yield from _table(text, titles_at, rows, keyed)
    for header in _INSERT.finditer(text) if "VALUES" in text or "values" in text else ():
        keyed = keyed_titles(header.group("names").split(","))
        if keyed:
            yield from _tuples(text, header.end(), keyed)
    if "|" in text or "\t" in text:
        for query in _SELECT.finditer(text) if "SELECT" in text or "select" in text else ():
            yield from _answer(text, query)


def _answer(text: str, query: re.Match[str]) -> Iterator[Cell]:
    """The rows that a query was answered with, without a line of titles: they follow within a few lines."""
    titles = [re.split(r"\s(?ai:as)\s|[.\s]", name.strip(' "`'))[-1] for name in query.group("names").split(",")]
    keyed = keyed_titles(titles)
    if keyed is None:
        return
    started = False
    for number, (start, end) in enumerate(_text_lines(text, query.end())):
        mark = "|" if "|" in text[start:end] else "\t"
        row = _split(text, start, end, mark)
        if len(row) == keyed.width:
            started = True
            yield from row_cells(text, row, keyed)
        elif number > _MOST_ROWS or (not started and number > 8) or (started and not _RULED.match(text[start:end])):
            return


def _text_lines(text: str, at: int) -> Iterator[tuple[int, int]]:
    """All lines from a place on."""
    while (at := text.find("\n", at)) >= 0:
        at += 1
        end = text.find("\n", at)
        yield at, len(text) if end < 0 else end


def _opened(text: str, places: Sequence[int]) -> list[int]:
    """Where the lines begin that hold some of the places, which are in order."""
    starts, last = [], -1
    for place in places:
        if place > last:
            low = max(last, 0)
            starts.append(text.rfind("\n", low, place) + 1 or low)
            last = text.find("\n", place)
            if last < 0:
                break
    return starts


def _headers(pattern: re.Pattern[str], text: str, lines: Sequence[int]) -> Iterator[re.Match[str]]:
    """The lines that are headers by a pattern, among those that begin at places."""
    return filter(None, map(pattern.match, repeat(text), lines))


_Row = list[tuple[int, int]]


def _table(text: str, titles: _Row, rows: list[_Row], keyed: Keyed) -> Iterator[Cell]:
    """The cells below titles; of two columns whose first holds keys line by line, the cells beside those keys."""
    if keyed.width == 2 and len(keyed.rules) == 1 and keyed.rules[0][0] == 0 and _stands(text, titles, rows, keyed):
        for row in (titles, *rows):
            rule = key_rule(_bare(text, row[0])) if len(row) == 2 else None
            found = cell_value(text, *row[1], rule) if rule is not None else None
            if found is not None:
                yield found
        return
    for row in rows:
        yield from row_cells(text, row, keyed)


def _stands(text: str, titles: _Row, rows: list[_Row], keyed: Keyed) -> bool:
    """Whether the keys stand below each other, as a printed pandas Series or psql's expanded rows have them."""
    if any(row and key_rule(_bare(text, row[0])) is not None for row in rows):
        return True
    beside = cell_value(text, *titles[1], keyed.rules[0][1]) if rows else None
    return beside is not None and not text[beside.start : beside.end].islower()


def _bare(text: str, cell: tuple[int, int]) -> str:
    """A cell without blanks and quotes around it."""
    return text[cell[0] : cell[1]].strip(" \t\"'`")


class Keyed(NamedTuple):
    """The columns of a table that a key names, and how many columns it has."""

    width: int
    rules: tuple[tuple[int, KeyRule], ...]


#: Titles that name a person only beside another column of one.
_WEAK = frozenset(
    ("name", "last", "first", "family", "given", "forename", "nom", "pt", "resident", "patient_last", "patient_first")
)


def keyed_titles(titles: list[str]) -> Keyed | None:
    """The columns that a key names, if they make a table of persons or secrets."""
    rules: dict[int, KeyRule] = {}
    weak = 0
    for column, title in enumerate(titles):
        key = title.strip(" \t\r\n\"'`")
        if not key or '"' in key:  # a member of JSON
            continue
        rule = key_rule(key)
        if normal_key(key) in _WEAK:
            rule = KeyRule("NAME", "given_name")
            weak += 1
        if rule is not None:
            rules[column] = rule
    return Keyed(len(titles), tuple(rules.items())) if len(rules) > weak else None


def _lines(text: str, at: int) -> Iterator[tuple[int, int]]:
    """The lines below a header, to the next empty one."""
    while text.startswith(("\r", "\n"), at):
        at += 1 + text.startswith("\r\n", at)
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        stop = end - 1 if end > at and text[end - 1] == "\r" else end
        if not text[at:stop].strip():
            return
        if not _RULED.match(text[at:stop]):
            yield at, stop
        at = end


def _split(text: str, start: int, end: int, mark: str) -> list[tuple[int, int]]:
    """Where the cells of a line stand."""
    out: list[tuple[int, int]] = []
    if mark in _CSV_CELL and '"' in text[start:end]:
        cell, at = _CSV_CELL[mark].match, start
        while True:
            found = cell(text, at, end)
            assert found is not None
            out.append(found.span())
            at = found.end()
            if at >= end:
                return out
            at += 1
    if mark == "|":
        start += text[start:end].startswith("|")
        end -= text[start:end].endswith("|")
    at = start
    while True:
        stop = text.find(mark, at, end)
        if stop < 0:
            out.append((at, end))
            return out
        out.append((at, stop))
        at = stop + 1


def row_cells(text: str, row: list[tuple[int, int]], keyed: Keyed) -> Iterator[Cell]:
    """The cells of a row that stand under a key, if the row is as wide as the titles."""
    if len(row) == keyed.width:
        for column, rule in keyed.rules:
            found = cell_value(text, *row[column], rule)
            if found is not None:
                yield found


def _fits(text: str, row: _Row, keyed: Keyed) -> bool:
    """Whether a row is as wide as its titles and most of what stands under keys has their shape."""
    found = len(list(row_cells(text, row, keyed)))
    return len(row) == keyed.width and found * 2 > len(keyed.rules)


def cell_value(text: str, start: int, end: int, rule: KeyRule) -> Cell | None:
    """A cell's value without what surrounds it, if it has its key's shape and nothing else."""
    value = text[start:end]
    start += len(value) - len(value.lstrip(" \t\"'`"))
    value = value.strip(" \t\"'`")
    if value and shapes.SHAPES[rule.shape](value, 0) == len(value):
        return Cell(start, start + len(value), rule)
    return None


def _tuples(text: str, at: int, keyed: Keyed) -> Iterator[Cell]:
    """The rows behind VALUES."""
    while text.startswith("(", at):
        row: list[tuple[int, int]] = []
        at += 1
        while True:
            found = _SQL_VALUE.match(text, at)
            if found is None:
                return
            row.append(found.span("text") if found.start("text") >= 0 else found.span("bare"))
            at = found.end()
            if found.group("end") == ")":
                break
        yield from row_cells(text, row, keyed)
        between = _BETWEEN.match(text, at)
        if between is None:
            return
        at = between.end()
