"""Texts that a pattern matches, made from its parsed tree with what usually breaks a trigger: the ends of repeats,
other cases, characters beyond ASCII. A strategy of hypothesis makes one in the time in which this makes fifty."""

from __future__ import annotations

import random
import re
import re._constants as op
import re._parser as parser
from collections.abc import Sequence
from typing import Any

#: What a class that excludes some characters is made of.
_POOL = "aZ9_ -.:\n\té手\u00a0bkQ0\"'(/@\\=,;&%+*#<>[]{}|!?~`$^’İ한Ж\u3000"
_OF_CATEGORY = {
    op.CATEGORY_DIGIT: (r"\d", "0123456789"),
    op.CATEGORY_SPACE: (r"\s", " \t\n"),
    op.CATEGORY_WORD: (r"\w", "abZ_09é手Ж"),
    op.CATEGORY_NOT_DIGIT: (r"\D", "a -Zé"),
    op.CATEGORY_NOT_SPACE: (r"\S", "a9-Zé"),
    op.CATEGORY_NOT_WORD: (r"\W", " -.:"),
}
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_LOOKS_ON = (op.ASSERT_NOT, op.AT)
#: What stands around a match.
_BEFORE = ("", "", "", " ", " ", "x ", '"', "(", "é", "\n", "手 ", "a: ", "-", "\u00a0", "ab\n", "😀")
_BEHIND = ("", "", "", " ", ".", '"', " x", "é", ": ", "\n", ",", ")", " 4155550101", " Kestrel77Z!", "\u00a0", "手",
           " Mary Smith", "@", "\t")  # fmt: skip


class Maker:
    """Makes texts for one pattern.

    Args:
        pattern: in the syntax of `re`.
        seed: the same seed gives the same texts.
    """

    def __init__(self, pattern: str, seed: str) -> None:
        self._tree = parser.parse(pattern)
        self._rnd = random.Random(seed)

    def text(self) -> str:
        """A text that the pattern most often matches: what it must not look at is left to chance."""
        self._groups: dict[int, str] = {}
        self._most = self._rnd.choice((1, 4, 6, 6, 6, 80))
        made = self._made(self._tree, bool(self._tree.state.flags & re.IGNORECASE))
        return self._rnd.choice(_BEFORE) + made + self._rnd.choice(_BEHIND)

    def _made(self, tree: Sequence[tuple[Any, Any]], folds: bool) -> str:
        out = ""
        for place, (code, value) in enumerate(tree):
            last = all(after in _LOOKS_ON for after, _ in tree[place + 1 :])
            out += self._one(code, value, folds, first=not out, last=last)
        return out

    def _one(self, code: Any, value: Any, folds: bool, *, first: bool, last: bool) -> str:
        if code is op.LITERAL:
            return self._cased(chr(value), folds)
        if code is op.NOT_LITERAL:
            return self._rnd.choice(_POOL.replace(chr(value), ""))
        if code is op.ANY:
            return self._rnd.choice("a9 -.")
        if code is op.IN:
            return self._cased(self._of_class(value), folds)
        if code is op.BRANCH:
            return self._made(self._rnd.choice(value[1]), folds)
        if code is op.SUBPATTERN:
            group, added, removed, tree = value
            made = self._made(tree, (folds or bool(added & re.IGNORECASE)) and not removed & re.IGNORECASE)
            if group:
                self._groups[group] = made
            return made
        if code in _REPEATS:
            fewest, most, tree = value
            count = self._rnd.choice((fewest, fewest, self._rnd.randint(fewest, min(most, fewest + self._most))))
            return "".join(self._made(tree, folds) for _ in range(count))
        if code is op.GROUPREF:
            return self._groups.get(value, "")
        if code is op.ATOMIC_GROUP:
            return self._made(value, folds)
        if code is op.ASSERT and (last if value[0] > 0 else first):
            return self._made(value[1], folds)
        return ""

    def _cased(self, char: str, folds: bool) -> str:
        return char.swapcase() if folds and char.isascii() and self._rnd.random() < 0.2 else char

    def _of_class(self, items: Sequence[tuple[Any, Any]]) -> str:
        if items[0][0] is op.NEGATE:
            return self._rnd.choice([char for char in _POOL if not _holds(items[1:], char)] or ["a"])
        code, value = self._rnd.choice(items)
        if code is op.LITERAL:
            return chr(value)
        if code is op.RANGE:
            return chr(self._rnd.choice((*value, self._rnd.randint(*value))))
        return self._rnd.choice(_OF_CATEGORY[value][1])


def _holds(items: Sequence[tuple[Any, Any]], char: str) -> bool:
    for code, value in items:
        if code is op.LITERAL and ord(char) == value:
            return True
        if code is op.RANGE and value[0] <= ord(char) <= value[1]:
            return True
        if code is op.CATEGORY and re.match(_OF_CATEGORY[value][0], char):
            return True
    return False
