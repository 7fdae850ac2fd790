"""Runs of digits: one trigger for all rules whose match is mostly digits, and which of them a run can be for.

A scanner pays for each pattern that begins with any digit, so it only reports digits in groups. The run around them
is reduced to its outline (`(999) 999-9999`), and an outline is compared with the rules' triggers once a process; what
rules then find is decided by their patterns as anywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from openmed_beam.redactors.rules.rule import Rule

_GAP = r"[ .()/+\x80-\xff-]"
#: The first group of digits of a match, or one behind it: never the end of a word, and behind a slash, as in paths
#: (`/v1/items/8123456 200 533ms`), only one of a year or of a card.
_GROUP = "[^0-9A-Za-z_][0-9]"
_FIRST = "(?:[^0-9A-Za-z_/][0-9]{1,19}|/[0-9]{4})"
#: Three groups of digits, the middle one of three to eight; pairs of digits in a row; two groups of some length.
RUN_TRIGGERS = (
    rf"{_FIRST}{_GAP}{{1,5}}[0-9]{{3,8}}{_GAP}{{1,5}}[0-9]",
    rf"{_GROUP}{{1,19}}{_GAP}{{1,3}}[0-9]{{2}}{_GAP}{{1,3}}[0-9]{{2}}(?:{_GAP}{{1,3}}[0-9]|[0-9]{{2}})",
    rf"{_GROUP}{{3,19}}[ )/+\x80-\xff-]{{1,4}}[0-9]{{4}}",
)

_INSIDE = "0123456789 .()/+-\u00b7\u00a0\u2009\u202f\u2010\u2011\u2012\u2013"
#: No rule that is tried at a run matches more characters than this.
_LONGEST = 46
_MOST_OUTLINES = 20_000

_OUTLINE = {
    **dict.fromkeys(map(ord, "0123456789"), "9"),
    **dict.fromkeys(map(ord, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "A"),
    **dict.fromkeys(map(ord, "abcdefghijklmnopqrstuvwxyz"), "a"),
}
_ZERO_LED = re.compile(r"(?<![0-9])0")
_NEEDS_ZERO = re.compile(r"(?:\[\^[^\]]*\])?(?:\\\(\?)?0")
_TOKEN = re.compile(r"(?:\\x[0-9a-f]{2}){1,3}|\[(?:\\.|[^\]\\])*\]|\{[0-9,]+\}|\\.|\(\?:|.", re.DOTALL)
_SPAN = re.compile(r"(\\x[0-9a-f]{2}|\\.|[^\\])(?:-(\\x[0-9a-f]{2}|\\.|[^\\]))?", re.DOTALL)


def outline_pattern(trigger: str) -> str:
    """A trigger as a pattern over outlines: each class and character stands for the kinds that it takes in."""
    out = []
    for match in _TOKEN.finditer(trigger):
        token = match.group()
        if token.startswith("[^"):
            out.append(token)
        elif token.startswith("["):
            out.append(_kinds(token[1:-1]))
        elif len(token) == 1 and token.isalnum():
            out.append(token.translate(_OUTLINE))
        elif token.startswith("\\x"):
            out.append("[^\\x00-\\x7f]")
        else:
            out.append(token)
    return "".join(out)


def _kinds(inside: str) -> str:
    kinds = set()
    for match in _SPAN.finditer(inside):
        first, last = match.groups()
        if first.startswith("\\x"):
            kinds.add("\\u0080-\\uffff")
        elif last is not None or first.isalnum():
            kinds.add(first.translate(_OUTLINE))
        else:
            kinds.add(first if first.startswith("\\") else re.escape(first))
    return "[" + "".join(sorted(kinds)) + "]"


class Runs:
    """Which rules can match in a run that ends at a place.

    Args:
        rules: (number, rule) of those that are tried at runs.
    """

    def __init__(self, rules: Sequence[tuple[int, Rule]]) -> None:
        self._rules = rules
        self._patterns: list[tuple[int, re.Pattern[str], bool]] = []
        self._known: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    def at(self, text: str, end: int) -> tuple[int, int, tuple[int, ...]]:
        """The run around the end of a trigger: where a match can begin first and last, and the numbers of the rules.

        Where the run is longer than any match can be, its end is given as the place asked for.
        """
        low = end - _LONGEST if end > _LONGEST else 0
        low += len(text[low:end].rstrip(_INSIDE)) - 1
        ahead = text[end : end + _LONGEST]
        high = end + len(ahead) - len(ahead.lstrip(_INSIDE))
        around = text[low if low > 0 else 0 : high + 2].translate(_OUTLINE)
        if low < 0:
            low = 0
            around = "\n" + around
        known = self._known.get(around)
        if known is None:
            known = self._look_up(around)
        plain, zero = known
        if zero and "0" in text[low:high] and _ZERO_LED.search(text, low, high) is not None:
            plain = tuple(dict.fromkeys(plain + zero))
        return low, high if high < end + _LONGEST else end, plain

    def _look_up(self, around: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if not self._patterns:
            for number, rule in self._rules:
                for zero in (False, True):
                    triggers = [one for one in rule.triggers if (_NEEDS_ZERO.match(one) is not None) == zero]
                    if triggers:
                        pattern = re.compile("|".join(map(outline_pattern, triggers)))
                        self._patterns.append((number, pattern, zero))
        if len(self._known) >= _MOST_OUTLINES:
            self._known = {}
        padded = around + "\n"
        found = [(number, zero) for number, pattern, zero in self._patterns if pattern.search(padded)]
        self._known[around] = made = (
            tuple([n for n, zero in found if not zero]),
            tuple([n for n, zero in found if zero]),
        )
        return made
