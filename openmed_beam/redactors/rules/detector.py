"""Finds sensitive spans in one text, with the key that it stands under: rules, keys, overlaps, placeholders.

Owns no replacement and no state of a trace. The work is linear: a rule looks at each place of a text at most once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple

from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.rules import clinical, fields, grids, pairs, shapes, tables
from openmed_beam.redactors.rules.catalogue import IDENTIFIERS
from openmed_beam.redactors.rules.engine import EverywhereScanner, Near, Trigger, scanner
from openmed_beam.redactors.rules.fields import AFTER_KEY, SILENT_KEYS, field_at, separator_after
from openmed_beam.redactors.rules.keys import PERSON_PARENTS, KeyRule, key_rule, normal_key
from openmed_beam.redactors.rules.labels import DEFAULT_LABELS, LABELS, PLACEHOLDER
from openmed_beam.redactors.rules.national_rules import NATIONAL_RULES
from openmed_beam.redactors.rules.persons import PERSON_RULES, names_of_address
from openmed_beam.redactors.rules.rule import Rule, ascii_space, reach, spellings
from openmed_beam.redactors.rules.runs import RUN_TRIGGERS, Runs
from openmed_beam.redactors.rules.secrets import SECRET_RULES

RULES: tuple[Rule, ...] = IDENTIFIERS + NATIONAL_RULES + PERSON_RULES + SECRET_RULES

_FIELD_RANK, _KEY_RANK, _PEM_RANK = 80, 95, 96
_LABEL_WORDS = "|".join([*LABELS, "REDACTED"])
PLACEHOLDER_PATTERN = _PLACEHOLDER = re.compile(rf"\[(?:{_LABEL_WORDS})(?:_[0-9a-f]{{16,64}})?\]")
_PLACEHOLDER_TRIGGER = rf"\[(?:{_LABEL_WORDS})[_\]]"
_PEM = re.compile(r"-----BEGIN (?:[A-Z0-9 ]{1,40} )?PRIVATE KEY(?: BLOCK)?-----")
_PEM_TRIGGER = r"PRIVATE KEY(?: BLOCK)?-----"
_PEM_BODY = re.compile(r"(?:[A-Za-z0-9+/=\s]|\\[nrt]|\\\\n){0,20000}")
_PEM_LIMIT = 20_000
_MOST_KEYS, _LONG_KEY = 8_000, 80
#: near -> what must match, and from where to where around the end of a trigger.
_NEAR: dict[str, tuple[Any, int, int]] = {
    "ahead": (re.compile("[0-9]").search, -1, 100),
    "close": (re.compile("[0-9]").search, -1, 44),
    "behind": (re.compile("[^0-9]{0,100}[0-9]").match, -100, 230),
    "at": (re.compile("[^@]{0,220}@").match, -1, 230),
    "capital": (re.compile(r"[s:*, ]{0,8}[\"'“*]{0,3}[^\W\d_a-z]").match, -1, 230),
}
#: The same for the native scanner: of each test one pattern, so many characters back from the end.
_NATIVE_NEAR: dict[str, Near] = {
    "": (),
    "ahead": (((1, "[^0-9]{0,100}[0-9]"),),),
    "close": (((1, "[^0-9]{0,44}[0-9]"),),),
    "behind": (((100, "[^0-9]{0,100}[0-9]"),),),
    "at": (((1, "[^@]{0,220}@"),),),
    "capital": (((1, r"[s:*, ]{0,8}[\"'\xe2\x80\x9c*]{0,3}[A-Z\x80-\xff]"),),),
}
#: What follows a key in text: its separator; where its value can only be a name, what may begin one as well; and what
#: follows it as the title of a column.
_SEPARATORS = tuple((back, pattern) for back in (0, 1) for pattern in (r"[\"'\\*\])]{0,4}[ \t]{0,3}[:=]", ">"))
_SEPARATOR_NEAR: Near = (_SEPARATORS,)
_NAME_BEGINS = r"[^A-Za-z\x80-\xff]{0,40}[A-Za-z\x80-\xff]{1,100}[^0-9A-Za-z_\x80-\xff]"
_NAME_NEAR: Near = (tuple((back, pattern + _NAME_BEGINS) for back, pattern in _SEPARATORS),)
_TITLE_NEAR: Near = (
    tuple(
        (1, f"{skipped}[\"'`]?{closing}")
        for skipped in ("", r"[\x00-\xff]", r"[\x00-\xff]{2}")
        for closing in (r"[ ]{0,40}[,\t|;)\r\n]", "[ ]{2}")
    ),
)
#: What a trigger's next byte is where a capital must stand near, so that the scanner itself drops the others.
_CAPITAL_NEXT = r"[A-Zs:*, \"'\x80-\xff]"


class _Ready(NamedTuple):
    """A rule as the detector runs it."""

    rule: Rule
    search: Any
    bounded: bool
    match: Any
    groups: tuple[str, ...]
    shape: Any
    near: Any
    offset: int
    ahead: int
    behind: Any


class _Candidate(NamedTuple):
    start: int
    end: int
    label: str
    rank: int
    rule: str
    spread: bool


#: (number of a text, end of a trigger in it), those of one text together and in their order.
_Places = Iterable[tuple[int, int]]


class _Candidates(dict[int, list[_Candidate]]):
    """What may be a finding, by the number of its text."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__()
        self.texts = texts

    def __missing__(self, number: int) -> list[_Candidate]:
        found = self[number] = []
        return found


#: What is done where triggers end that are no rule's.
_Finder = Callable[[_Places, _Candidates], None]


def _by_text(places: _Places) -> Iterator[tuple[int, list[int]]]:
    """The ends in each text."""
    for number, row in groupby(places, itemgetter(0)):
        yield number, [end for _, end in row]


class KeyRules(dict[str | None, KeyRule | None]):
    """What a key says of its value, with a detector's labels and own keys; None for a key that says nothing."""

    def __init__(self, labels: frozenset[str], own: Mapping[str, KeyRule | None]) -> None:
        super().__init__({None: None})
        self._labels, self._own = labels, own

    def __missing__(self, key: str | None) -> KeyRule | None:
        assert key is not None
        rule = key_rule(key)
        if self._own and normal_key(key) in self._own:
            rule = self._own[normal_key(key)]
        elif rule is not None and rule.label not in self._labels:
            rule = None
        if len(key) <= _LONG_KEY and len(self) < _MOST_KEYS:
            self[key] = rule
        return rule


class Detector:
    """The rule detector for a set of labels.

    Args:
        labels: names of `LABELS` to find; None for all that are on by default.
        engine: `auto`, `native`, `hyperscan` or `re`.
        keys: more key rules, or None for a key whose rule is not wanted: normalised key -> rule.
    """

    def __init__(self, labels: Iterable[str] | None = None, *, engine: str = "auto",
                 keys: dict[str, KeyRule | None] | None = None) -> None:  # fmt: skip
        self.labels = frozenset(DEFAULT_LABELS if labels is None else labels)
        self.keys = dict(keys or {})
        chosen = [rule for rule in RULES if rule.label in self.labels]
        self._chosen = chosen
        self._rules: list[_Ready | None] = [None] * len(chosen)
        self._runs = Runs([(i, rule) for i, rule in enumerate(chosen) if rule.run])
        special: dict[_Finder, Near] = {self._fields: _SEPARATOR_NEAR, self._tables: _TITLE_NEAR}
        of_names = frozenset[str]() if self.keys else fields.person_triggers(self.labels)
        plan: dict[Trigger, list[tuple[int, Near]]] = {}
        numbers: dict[tuple[int | _Finder, int], int] = {}
        known: dict[tuple[int, Near], tuple[int, Near]] = {}  # thousands of triggers share a few
        for trigger, what, back in self._steps():
            number = numbers.setdefault((what, back), len(numbers))
            near = _NATIVE_NEAR[chosen[what].near] if isinstance(what, int) else special.get(what, ())
            if what == self._fields and trigger.pattern in of_names:
                near = _NAME_NEAR
            plan.setdefault(trigger, []).append(known.setdefault((number, near), (number, near)))
        found = scanner(plan, engine)
        #: By the number of a step: the number of a rule and how far behind the trigger's end a match begins (-1: not
        #: known), or what else is done there.
        self._numbered = list(numbers)
        self._hits = found.hits
        self._everywhere = isinstance(found, EverywhereScanner)
        self.key_rules = KeyRules(self.labels, self.keys)

    def _steps(self) -> Iterator[tuple[Trigger, int | _Finder, int]]:
        """What to do behind which trigger: number of a rule and how far behind the trigger's end a match begins (-1:
        unknown), or what else."""
        for index, rule in enumerate(self._chosen):
            for trigger in () if rule.run else rule.triggers:
                for pattern in spellings(trigger) if rule.exact else (trigger,):
                    yield _trigger(rule, pattern), index, _reach(rule, pattern)
        others: list[tuple[Sequence[str], bool, _Finder]] = [
            ((_PLACEHOLDER_TRIGGER,), False, self._placeholders),
            (clinical.TRIGGERS, False, self._messages),
            (pairs.TRIGGERS, False, self._pairs),
            (grids.TRIGGERS, False, self._grids),
            *((fields.TRIGGERS, True, step) for step in (self._fields, self._tables)),
            *((fields.CAMEL_TRIGGERS, False, step) for step in (self._fields, self._tables)),
        ]
        if any(rule.run for rule in self._chosen):
            others.append((RUN_TRIGGERS, False, self._digits))
        if "SECRET" in self.labels:
            others.append(((_PEM_TRIGGER,), False, self._private_keys))
        for patterns, caseless, step in others:
            for pattern in patterns:
                yield Trigger(pattern, caseless), step, -1

    def _compiled(self, index: int) -> _Ready:
        """A rule's patterns are compiled when it first has something to look at."""
        ready = self._rules[index] = _ready(self._chosen[index], self._everywhere)
        return ready

    # Public.

    def find(self, text: str, key: str | None = None, parent: str | None = None) -> Sequence[Finding]:
        """The findings of a leaf in text order, without overlaps; placeholders count as findings of that label.

        Args:
            text: the leaf.
            key: the object key that it stands under.
            parent: the object key above that one, which tells a person's `name` from a tool's.
        """
        if key is None or self.key_rules[key] is None:
            found = self._found((text,))
            return self._settled(text, found[0]) if found else ()
        return self.find_all([text], {0: (key, parent)}).get(0, ())

    def find_all(
        self, texts: Sequence[str], keys: Mapping[int, tuple[str, str | None]]
    ) -> dict[int, Sequence[Finding]]:
        """The findings of many leaves, each looked at for itself: number of a leaf -> its findings, if there are any.

        Args:
            texts: the leaves.
            keys: number of a leaf -> its key, where that says something of it, and the key above.
        """
        out: dict[int, Sequence[Finding]] = {}
        partial: dict[int, _Candidate] = {}
        for number, (key, parent) in keys.items():
            value, whole = self._value(texts[number], key, parent)
            if value is not None and whole:
                out[number] = (Finding(value.start, value.end, value.label, value.rule, value.spread),)
            elif value is not None:
                partial[number] = value
        rest: Sequence[int] = range(len(texts))
        if out:
            rest = [number for number in rest if number not in out]
        for place, found in self._found([texts[number] for number in rest] if out else texts).items():
            number = rest[place]
            if number in partial:
                found.append(partial.pop(number))
            out[number] = self._settled(texts[number], found)
        for number, value in partial.items():
            out[number] = self._settled(texts[number], [value])
        return out

    # A leaf under a key that says what it is.

    def _value(self, text: str, key: str, parent: str | None) -> tuple[_Candidate | None, bool]:
        """What a key makes of its value, and whether that is the whole of it; the rest is looked at like any text."""
        rule = self.key_rules[key]
        start = len(text) - len(text.lstrip())
        if rule is None or start >= len(text) or (text[start] == "[" and _PLACEHOLDER.match(text, start)):
            return None, False
        shape = rule.shape
        if shape == "person" and parent is not None and normal_key(parent) in PERSON_PARENTS:
            shape = "given_name"
        end = shapes.SHAPES[shape](text, start)
        if end <= 0:
            return None, False
        value = _Candidate(start, end, rule.label, 60, f"key {normal_key(key)}", rule.spread)
        if not text[end:].strip(" \t\r\n.,;"):
            return value, True
        return (None if rule.label in ("SECRET", "STREET_ADDRESS", "MRN", "BANK_ACCOUNT") else value), False

    # Any text.

    def _found(self, texts: Sequence[str]) -> dict[int, list[_Candidate]]:
        """What may be a finding in texts: number of a text -> candidates, if there are any."""
        hits = self._hits(texts)
        if not hits:
            return {} if hits is not None else self._found_everywhere(texts)
        out = _Candidates(texts)
        for step, numbers, ends in hits:
            what, back = self._numbered[step]
            places = zip(numbers, ends)
            if not isinstance(what, int):
                what(places, out)
            elif back >= 0:
                self._at(self._rules[what] or self._compiled(what), back, places, out)
            else:
                self._before(self._rules[what] or self._compiled(what), places, out)
        return {number: found for number, found in out.items() if found}

    def _found_everywhere(self, texts: Sequence[str]) -> dict[int, list[_Candidate]]:
        out = _Candidates(texts)
        for number, text in enumerate(texts):
            found, size = out[number], len(text)
            for index in range(len(self._rules)):
                _run(self._rules[index] or self._compiled(index), text, 0, size, found)
            until = 0
            for end in fields.separators(text):
                until = self._field_at(text, end, found, until)
            self._placed(tables.cells(text), text, found)
            self._placed(chain(clinical.values(text), grids.values(text), pairs.values(text)), text, found)
            _placeholders(text, 0, size, found)
            if "SECRET" in self.labels:
                _private_keys(text, found)
        return {number: found for number, found in out.items() if found}

    def _at(self, ready: _Ready, back: int, places: _Places, out: _Candidates) -> None:
        """Tries a rule at the one place that each trigger leaves for it."""
        texts, match, width = out.texts, ready.match, ready.rule.width
        near, offset, ahead = ready.near, ready.offset, ready.ahead
        for number, end in places:
            text = texts[number]
            if near is not None and near(text, end + offset if end + offset > 0 else 0, end + ahead) is None:
                continue
            if end >= back:
                found = match(text, end - back, end + width)
                if found is not None:
                    _judge(ready, text, found, end - back, out[number])

    def _before(self, ready: _Ready, places: _Places, out: _Candidates) -> None:
        """Tries a rule at every place from which its trigger can be reached, each place once."""
        texts, back, least, behind = out.texts, ready.rule.back, ready.rule.least, ready.behind
        near, offset, ahead = ready.near, ready.offset, ready.ahead
        last, done = -1, 0
        for number, end in places:
            text = texts[number]
            if number != last:
                last, done = number, 0
            if near is not None and near(text, end + offset if end + offset > 0 else 0, end + ahead) is None:
                continue
            low = max(end - back, done)
            if behind is not None and low < end:
                before = text[low:end]  # shorter than asked for where the trigger took in the end of the text
                found = behind(before[::-1])
                if found is None:
                    continue
                low += len(before) - found.end()
            high = end - least
            if low <= high:
                done = high + 1
                _run(ready, text, low, high, out[number])

    def _fields(self, places: _Places, out: _Candidates) -> None:
        """Values behind keys that end at places."""
        texts, after_key, silent, colons = out.texts, AFTER_KEY, SILENT_KEYS, " \t:="
        last, last_field, until = -1, 0, 0
        for number, end in places:
            text = texts[number]
            if number != last:
                last, last_field, until = number, 0, 0
            after = text[end : end + 1]
            if after == '"':
                if text[text.rfind('"', end - 60 if end > 60 else 0, end) + 1 : end] in silent:
                    continue
            elif text[end - 1 : end] not in after_key and (
                after not in after_key or (after == " " and text[end + 1 : end + 2] not in colons)
            ):
                continue
            end_of_field = separator_after(text, end)
            if end_of_field > last_field:
                last_field = end_of_field
                until = self._field_at(text, end_of_field, out[number], until)

    def _tables(self, places: _Places, out: _Candidates) -> None:
        """Values below the titles of columns that end at places."""
        for number, ends in _by_text(places):
            text = out.texts[number]
            if tables.has_rows(text):
                titles = [end - 1 for end in ends if tables.is_title(text, end)]
                if titles:
                    self._placed(tables.cells(text, titles), text, out[number])

    def _digits(self, places: _Places, out: _Candidates) -> None:
        """Numbers in runs of digits around places."""
        texts, run_at = out.texts, self._runs.at
        last, run_end, done = -1, -1, dict[int, int]()
        for number, end in places:
            if number != last:
                last, run_end, done = number, -1, {}
            if end > run_end:
                text = texts[number]
                start, run_end, tried = run_at(text, end)
                for rule in tried:
                    low = max(done.get(rule, 0), start)
                    done[rule] = run_end + 1
                    _run(self._rules[rule] or self._compiled(rule), text, low, run_end, out[number])

    def _placeholders(self, places: _Places, out: _Candidates) -> None:
        for number, ends in _by_text(places):
            held = 0
            for end in ends:
                _placeholders(out.texts[number], max(held, end - 32), end, out[number])
                held = end

    def _messages(self, places: _Places, out: _Candidates) -> None:
        for number, _ in _by_text(places):
            self._placed(clinical.values(out.texts[number]), out.texts[number], out[number])

    def _pairs(self, places: _Places, out: _Candidates) -> None:
        for number, ends in _by_text(places):
            text = out.texts[number]
            self._placed(pairs.values(text, ends[0], ends[-1]), text, out[number])

    def _grids(self, places: _Places, out: _Candidates) -> None:
        for number, _ in _by_text(places):
            self._placed(grids.values(out.texts[number]), out.texts[number], out[number])

    def _private_keys(self, places: _Places, out: _Candidates) -> None:
        for number, _ in _by_text(places):
            _private_keys(out.texts[number], out[number])

    def _placed(self, cells: Iterable[tables.Cell], text: str, out: list[_Candidate]) -> None:
        """Values that their place in a table or a message names."""
        for start, end, rule in cells:
            if rule.label in self.labels and not _PLACEHOLDER.match(text, start):
                out.append(_Candidate(start, end, rule.label, _FIELD_RANK, "place", rule.spread))

    def _field_at(self, text: str, end: int, out: list[_Candidate], until: int) -> int:
        """Tries a field whose separator ends at `end`, unless a value found before reaches over it."""
        if end < until:
            return until
        found = field_at(text, end)
        if found is None:
            return until
        start, stop, rule = found
        if rule.label in self.labels and not _PLACEHOLDER.match(text, start - 1 if text[start - 1] == "[" else start):
            out.append(_Candidate(start, stop, rule.label, _FIELD_RANK, "field", rule.spread))
        return stop

    def _settled(self, text: str, found: list[_Candidate]) -> Sequence[Finding]:
        """The one overlap rule: higher rank, then longer, then earlier; what overlaps a winner is dropped."""
        if "NAME" in self.labels:
            for item in [item for item in found if item.label == "EMAIL"]:
                _names_of_email(text, item, found)
        if len(found) > 1:
            if _FIELD_RANK in [item.rank for item in found]:
                found = _without_parts(found)
            found.sort(key=_precedence)
            found = _without_overlaps(found)
        return [Finding(start, end, label, rule, spread) for start, end, label, _, rule, spread in found]


def _precedence(item: _Candidate) -> tuple[int, int, int, str, str]:
    start, end, label, rank, rule, _ = item
    return -rank, start - end, start, label, rule


def _without_parts(found: list[_Candidate]) -> list[_Candidate]:
    """A field's value that is the first part of what a rule found whole ("Aadhaar: 2341 2341 2346") yields to it."""
    wholes = sorted((item for item in found if 60 <= item.rank < _FIELD_RANK), key=lambda item: item.start)
    if not wholes:
        return found
    starts, reach = [], []  # of those that begin no later: the furthest end, and the first start with it
    furthest = (-1, 0)
    for whole in wholes:
        furthest = max(furthest, (whole.end, -whole.start))
        starts.append(whole.start)
        reach.append(furthest)
    kept = []
    for item in found:
        if item.rank == _FIELD_RANK:
            end, start = reach[place - 1] if (place := bisect_right(starts, item.start)) else (-1, 0)
            if end > item.end or (end == item.end and -start < item.start):
                continue
        kept.append(item)
    return kept


def _without_overlaps(found: list[_Candidate]) -> list[_Candidate]:
    """Those that overlap none before them, in text order."""
    kept: list[_Candidate] = []
    if len(found) <= 24:
        for item in found:
            start, end = item[0], item[1]
            for other in kept:
                if start < other[1] and other[0] < end:
                    break
            else:
                kept.append(item)
    else:
        taken = bytearray(max(item.end for item in found))
        for item in found:
            if not any(taken[item.start : item.end]):
                taken[item.start : item.end] = b"\x01" * (item.end - item.start)
                kept.append(item)
    kept.sort()
    return kept


def _trigger(rule: Rule, pattern: str) -> Trigger:
    """A rule's trigger as the scanner gets it: with the capital that must follow, where one must."""
    if rule.near != "capital":
        return Trigger(pattern, rule.caseless)
    return Trigger((f"(?i:{pattern})" if rule.caseless else f"(?:{pattern})") + _CAPITAL_NEXT, False)


def _reach(rule: Rule, pattern: str) -> int:
    """Characters from the start of an exact rule's match to the end of what the scanner reports; -1 where unknown."""
    known = reach(pattern) if rule.exact else None
    return known + (rule.near == "capital") if known else -1


def _ready(rule: Rule, everywhere: bool) -> _Ready:
    """A rule's patterns, compiled.

    What is searched behind a trigger begins no further than `back` from where the search begins: a lazy repeat before
    the pattern says so, since a search of `re` itself would go on through all that a match may reach over.
    """
    opening = ascii_space(rule.head or rule.pattern)
    bounded = not everywhere and not rule.run
    search = re.compile(rf"(?s:.{{0,{rule.back}}}?)({opening})").match if bounded else re.compile(opening).search
    compiled = rule.compiled()
    groups = tuple(group for group in ("v", "w") if group in compiled.groupindex)
    return _Ready(rule, search, bounded, compiled.match, groups, shapes.SHAPES.get(rule.shape),
                  *_NEAR.get(rule.near, (None, 0, 0)),
                  re.compile(rule.behind).match if rule.behind else None)  # fmt: skip


def _run(ready: _Ready, text: str, low: int, high: int, out: list[_Candidate]) -> None:
    """Tries a rule at every place of [low, high]; the pattern sees the whole text behind, and `width` ahead."""
    search, bounded, headed, width = ready.search, ready.bounded, ready.rule.head, ready.rule.width
    limit = high + (140 if headed else width)
    at = low
    while at <= high:
        found = search(text, at, limit)
        if found is None:
            return
        at = found.start(bounded)  # of a bounded rule, its first group
        if at > high:
            return
        if headed:
            found = ready.match(text, at, at + width)
        if found is not None:
            _judge(ready, text, found, at, out)
        at += 1


def _judge(ready: _Ready, text: str, found: Any, first: int, out: list[_Candidate]) -> None:
    """From a match of a rule's pattern to a candidate, if shape and check agree."""
    rule = ready.rule
    last = found.end()
    for group in ready.groups:
        start, end = found.span(group)
        if start >= 0:
            first, last = start, end
            break
    if ready.shape is not None:
        first = found.end()
        last = ready.shape(text, first)
        if last <= first:
            return
    if rule.check is not None:
        span = rule.check(text, first, last)
        if span is None:
            return
        first, last = span
    if last > first:
        out.append(_Candidate(first, last, rule.label, rule.rank, rule.name, rule.spread))


def _placeholders(text: str, low: int, high: int, out: list[_Candidate]) -> None:
    for match in _PLACEHOLDER.finditer(text, low):
        if match.start() > high:
            return
        out.append(_Candidate(match.start(), match.end(), PLACEHOLDER, 100, "placeholder", False))


def _private_keys(text: str, out: list[_Candidate]) -> None:
    """From BEGIN to END by one search each; without an END, what looks like its body. Each BEGIN is seen once."""
    at, closing = 0, -2
    while True:
        begin = _PEM.search(text, at)
        if begin is None:
            return
        if closing != -1 and closing < begin.end():
            closing = text.find("-----END", begin.end())
        if closing != -1 and closing - begin.end() <= _PEM_LIMIT:
            end = text.find("-----", closing + 8)
            stop = end + 5 if 0 <= end - closing <= 80 else closing + 8
        else:
            body = _PEM_BODY.match(text, begin.end())
            stop = body.end() if body else begin.end()
            while stop > begin.end() and text[stop - 1].isspace():
                stop -= 1
        if stop - begin.end() >= 16:
            out.append(_Candidate(begin.start(), stop, "SECRET", _PEM_RANK, "private key", False))
        at = max(stop, begin.end())


def _names_of_email(text: str, item: _Candidate, found: list[_Candidate]) -> None:
    """A name beside an address that spells it: `Rafael Ortiz,rafael.ortiz@...`."""
    address = text[item.start : item.end]
    parts = names_of_address(address.partition("@")[0])
    if parts is None:
        return
    low = max(0, item.start - 200)
    near = text[low : item.end + 200]
    folded = near.lower()
    for first, last in (parts, parts[::-1]):
        for joint in (" ", ", "):
            whole = f"{first}{joint}{last}"
            at = folded.find(whole)
            if at >= 0 and len(folded) == len(near):
                start, end = low + at, low + at + len(whole)
                if (
                    text[start].isupper()
                    and not text[start - 1 : start].isalnum()
                    and not text[end : end + 1].isalnum()
                ):
                    found.append(_Candidate(start, end, "NAME", 31, "name in its address", True))
