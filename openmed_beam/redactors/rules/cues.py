"""Rules of the form cue, gap, value: words that say what the number behind them is."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re
import unicodedata

from openmed_beam.redactors.rules.rule import Rule


def _ranges(kind: str) -> str:
    """The letters of Latin scripts of a kind (`Lu`, `Ll`) up to U+024F, as the inside of a class."""
    found = [char for char in map(chr, range(0x41, 0x250)) if unicodedata.category(char) == kind]
    out, first = "", found[0]
    for char, following in zip(found, [*found[1:], ""]):
        if not following or ord(following) != ord(char) + 1:
            out += char if first == char else f"{first}-{char}"
            first = following
    return out


#: Capital and small letters of the languages that are written in Latin letters, for classes.
UPPER, LOWER = _ranges("Lu"), _ranges("Ll")
START = r"(?<![A-Za-z0-9_])"
SPACE = r"[ \u00a0\u2009\u202f]"
HYPHEN = r"[-\u2010\u2011\u2012\u2013]"
#: The same before a value with a check digit: any words.
WORDS = r"[^0-9\n]{0,28}?"
#: Who answers on the next line, with the time of day where a log has it.
ANSWER = r"(?<=[?:])[ ]?\r?\n[ ]?(?:\[?(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?(?:[0-9]{1,2}:)?[0-9]{2}:[0-9]{2}Z?\]?[ -]{0,3})?[A-Za-z]{1,12}(?: [0-9]{1,2})?:"
#: What may stand between a cue and its value.
GAP = (
    rf"(?:{ANSWER}|"
    r"[\s:=#\"'“”„(\[<*>\\–—.,;?|~：はがは는은이가-]|\((?:[^()0-9\n]|[0-9](?![0-9]{2})){2,24}\)|(?<=[?\s])(?i:customer|caller|user|patient|client|member|guest|human|cust|pt|me|them|him|her|a|ans|answer|reply|c|u):|"
    r"(?i:is|was|are|number|numbers|num|no|nr|nbr|id|of|on|at|it|it's|its|this|['’]s|to|my|me|us|new|the|a(?= )|or|and|cell|mobile|home|work|"
    r"office|direct|line|uk|us|full|below|follows|as|listed|recorded|ist|lautet|numero|número|numéro|n°|nº|est|es|é|è|el|le|il|"
    r"am|em|den|номер|ending|back|naar|på|nummer|номера|n(?=\.)|nro|núm|№|numer)(?![A-Za-z0-9_])){0,12}"
)


def cue_rule(name: str, label: str, cue: str, shape: str, *, first: str = r"[0-9]", rank: int = 60,
         spread: bool = True, source: str = "", gap: str = GAP) -> Rule:  # fmt: skip
    """A rule of the form cue, gap, value, where a digit follows within forty characters of the cue."""
    cue = "|".join(alternatives(cue) + _capitalised(cue))
    return Rule(
        name, label, cue_triggers(cue), rf"(?ai:(?<![A-Za-z+])(?:{cue}))(?:(?![A-Za-z_0-9])|(?=[0-9]{{5,12}}(?![A-Za-z0-9])))(?=[^0-9]{{0,40}}[0-9]){gap}(?={first})",
        shape=shape, rank=rank, spread=spread, back=120, width=640, head=rf"(?ai:(?<![A-Za-z+])(?:{cue}))(?![A-Za-z_])",
        caseless=True, source=source, near="ahead", exact=True,
    )  # fmt: skip


def _capitalised(cue: str) -> list[str]:
    """The branches of a cue that open with a small letter beyond ASCII, with a capital: patterns fold ASCII alone."""
    return [
        branch[0].upper() + branch[1:] for branch in alternatives(cue) if branch[0] > "\x7f" and branch[0].islower()
    ]


def alternatives(pattern: str) -> list[str]:
    """The branches of an alternation: the scanner is built faster from many short patterns than from one long one."""
    branches, depth, last = [], 0, 0
    for at, char in enumerate(pattern):
        if char in "([" and pattern[at - 1 : at] != "\\":
            depth += 1
        elif char in ")]" and pattern[at - 1 : at] != "\\":
            depth -= 1
        elif char == "|" and depth == 0:
            branches.append(pattern[last:at])
            last = at + 1
    return [*branches, pattern[last:]]


_PLAIN = re.compile(r"(?:[^\\.^$*+?{}\[\]|()]|\\[.#/-])*(?![?*{])")


def cue_triggers(cue: str) -> tuple[str, ...]:
    """Literals that open the branches of a cue; a short branch is kept whole, between characters that are no letters."""
    found = set()
    for branch in alternatives(cue):
        opening = _PLAIN.match(branch)
        literal = opening.group() if opening else ""
        plain = re.sub(r"\(\?=[^()]*\)", "", branch)
        found.add(literal if len(literal) >= 5 else f"[^A-Za-z]{plain}[^A-Za-z_]")
    return tuple(sorted(word for word in found if not any(word != other and word.startswith(other) for other in found)))
