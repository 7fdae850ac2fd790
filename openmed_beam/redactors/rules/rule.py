"""The shape of a rule, and what every engine may rely on.

A rule finds, at every place where `pattern` matches, the span of its group `v` (or what `shape` reads at the end of
the match), if `check` agrees. `triggers` are a cheaper over-approximation for the multi-pattern scanner: wherever the
pattern matches, some trigger ends inside the match or at most one character after it, no further than `back` behind
its start. Both engines then ask the same pattern at the same places, and so give the same spans.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

Check = Callable[[str, int, int], "tuple[int, int] | None"]


class Rule(NamedTuple):
    """One row of the catalogue.

    Attributes:
        name: unique, shown in reports.
        label: what its findings are.
        triggers: Hyperscan patterns over UTF-8 bytes, case-insensitive where `caseless`.
        pattern: Python pattern over text; a look-behind at its start keeps the places few.
        shape: name of a reader of `shapes.SHAPES` applied at the end of the match, or "".
        check: (text, start, end) -> the final span, or None.
        rank: which of two overlapping findings stays: the higher, then the longer, then the earlier.
        spread: whether its text is looked for in the other leaves of the trace.
        back: most characters between the start of a match and the end of its trigger.
        least: fewest characters between the start of a match and the end of its trigger.
        width: most characters of a match of `pattern`.
        head: a short pattern that every match of a wide `pattern` begins with.
        source: where the format is described.
        near: what must stand near the end of a trigger for the pattern to be tried: a digit `ahead` or `behind` within
            100 characters, or `close`, within 44, an `at` sign ahead within 220, or a `capital` letter next.
        exact: whether a match begins where its trigger begins (after a leading class for what is before it); the
             place is then known and only that one is tried. Its triggers hold no repeats of several lengths.
        run: whether a match holds seven digits with little between them: it is tried at runs (see `runs`), and its
            triggers are compared with their outlines.
        behind: what must stand before the end of a trigger, read backwards; no match begins before it.
    """

    name: str
    label: str
    triggers: tuple[str, ...]
    pattern: str
    shape: str = ""
    check: Check | None = None
    rank: int = 50
    spread: bool = False
    back: int = 64
    width: int = 200
    head: str = ""
    caseless: bool = False
    source: str = ""
    near: str = ""
    exact: bool = False
    run: bool = False
    behind: str = ""
    least: int = 0

    def compiled(self) -> re.Pattern[str]:
        """The pattern with ASCII white space, as the scanner sees it."""
        return re.compile(ascii_space(self.pattern))


_WIDTH_TOKEN = re.compile(r"\[(?:\\.|[^\]\\])*\]|\\.|.", re.DOTALL)
_PLAIN = re.compile(r"[^\\\[\](){}|?*+.]*")
_REPEAT = re.compile(r"\{([0-9]+)\}")


def reach(trigger: str) -> int | None:
    """Characters from the start of an exact rule's match to the end of its trigger; None where it is no single number.

    A leading negated class stands for the character before the match and is not counted.
    """
    if _PLAIN.fullmatch(trigger):
        return len(trigger)
    at, size = 0, 0
    if trigger.startswith("[^"):
        at = trigger.index("]") + 1
    while at < len(trigger):
        token = _WIDTH_TOKEN.match(trigger, at)
        if token is None or token.group() in ("(", ")", "|", "?", "*", "+", "{"):
            return None
        at = token.end()
        repeat = _REPEAT.match(trigger, at)
        if repeat:
            at = repeat.end()
        size += int(repeat.group(1)) if repeat else 1
    return size


def spellings(trigger: str) -> tuple[str, ...]:
    """A trigger without choices: one for each branch of its groups, and with and without what is optional."""
    return tuple(dict.fromkeys(_spelled(trigger, 0)[0])) if "|" in trigger or "?" in trigger else (trigger,)


def _spelled(trigger: str, at: int) -> tuple[list[str], int]:
    """The spellings from a place to the end of its group, and the place after it."""
    branches: list[str] = []
    rows = [""]
    while at < len(trigger) and trigger[at] != ")":
        if trigger[at] == "|":
            branches += rows
            rows, at = [""], at + 1
            continue
        if trigger.startswith("(?:", at):
            choices, at = _spelled(trigger, at + 3)
        else:
            token = _WIDTH_TOKEN.match(trigger, at)
            assert token is not None
            choices, at = [token.group()], token.end()
        if trigger.startswith("?", at):
            choices, at = ["", *choices], at + 1
        rows = [row + choice for row in rows for choice in choices]
    return [*branches, *rows], at + 1


def ascii_space(pattern: str) -> str:
    r"""Writes `\s` out as the six ASCII characters: `re` takes it for any Unicode space, a byte scanner does not."""
    out, inside, at = [], False, 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            pair = pattern[at : at + 2]
            out.append((r" \t\n\r\f\v" if inside else r"[ \t\n\r\f\v]") if pair == r"\s" else pair)
            at += 2
            continue
        if char == "[" and not inside:
            inside = True
            if pattern[at + 1 : at + 2] == "]" or pattern[at + 1 : at + 3] == "^]":
                raise ValueError("a class may not begin with a bracket")
        elif char == "]":
            inside = False
        out.append(char)
        at += 1
    return "".join(out)
