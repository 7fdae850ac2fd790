"""Where the rules may match: one pass of a multi-pattern scanner over texts, or every place where there is none.

`NativeScanner` and `HyperscanScanner` report ends of triggers; `EverywhereScanner` reports nothing and so makes the
detector try each rule at every place. Spans are the same, since only patterns decide; a differential test holds that.
"""

from __future__ import annotations

import importlib
import threading
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple, Protocol

from openmed_beam.traces import native


@cache
def _hyperscan() -> Any:
    """The library, imported when it is needed; None on a platform without wheels: the plain engine takes its place."""
    try:
        return importlib.import_module("hyperscan")
    except ImportError:
        return None


#: What must stand near the end of a trigger: of each test one pattern, so many characters back from it.
Near = tuple[tuple[tuple[int, str], ...], ...]


class Trigger(NamedTuple):
    """A pattern over UTF-8 bytes that rules can be tried behind.

    Attributes:
        pattern: in the part of their syntax that `re`, Hyperscan and the native core share.
        caseless: whether letters of ASCII match in either case.
    """

    pattern: str
    caseless: bool


#: What to do behind each trigger: numbers of steps, and what must stand near for each. A scanner may leave out hits
#: where that is missing.
Plan = Mapping[Trigger, Sequence[tuple[int, Near]]]

#: For each step that may find something: its number, and where to try: numbers of texts, and the ends of triggers
#: there, those in one text together and in their order. None where every place of every text must be tried.
Hits = Sequence[tuple[int, Sequence[int], Sequence[int]]] | None


class Scanner(Protocol):
    """Tells what to try around which places."""

    def hits(self, texts: Sequence[str]) -> Hits:
        """The hits in texts, ends in code points."""
        ...


class EverywhereScanner:
    """The scanner for platforms with neither the native core nor Hyperscan."""

    def hits(self, texts: Sequence[str]) -> Hits:  # noqa: ARG002
        """Nothing is known of the texts."""
        return None


#: Characters of texts that are scanned in one call.
_MOST_JOINED = 100_000
#: Words times characters of a text from which on one pass for all is less work than a search for each.
_SEARCHED = 20_000_000
#: Characters of a text up to which the search of Python itself is as fast as the native one.
_SHORT = 500
_CONTINUATION = bytes(range(0x80, 0xC0))


def _collect(number: int, _start: int, end: int, _flags: int, context: Any) -> None:
    context.append((number, end - 1))


def unanchored(pattern: str) -> str:
    """The scanner is given the text between two line feeds, so that no pattern needs an anchor."""
    return pattern.replace("(?:^|", "(?:").replace("(?:$|", "(?:")


def _give_memory_back() -> None:
    """Building takes more memory than what is built, and glibc keeps what was freed unless asked."""
    try:
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)
    except (ImportError, OSError, AttributeError, TypeError):  # another platform, another allocator
        return


def _database(patterns: Sequence[str], flags: Sequence[int]) -> Any:
    """The compiled patterns: those that another process kept, or built here and kept."""
    from openmed_beam.redactors.rules import database_store  # it loads what nothing else here needs

    rows = (f"{flag} {pattern}" for flag, pattern in zip(flags, patterns))
    name = database_store.name_of((getattr(_hyperscan(), "__version__", ""), *rows))
    kept = database_store.load(name)
    if kept is not None:
        # Another version of the library, another processor, anything that it does not take: build.
        with suppress(Exception):
            return _hyperscan().loadb(kept, _hyperscan().HS_MODE_BLOCK)
    database = _hyperscan().Database()
    numbers = list(range(len(patterns)))  # one each: many patterns of one number are slow to build
    database.compile(
        expressions=[pattern.encode() for pattern in patterns], ids=numbers, elements=len(numbers), flags=flags
    )
    database_store.keep(name, _hyperscan().dumpb(database))
    _give_memory_back()
    return database


class NativeScanner:
    """The native core's scanner, which looks at what must stand near as well."""

    def __init__(self, plan: Plan) -> None:
        nears = list(dict.fromkeys(near for steps in plan.values() for _, near in steps))
        numbers = {near: number for number, near in enumerate(nears)}
        triggers = (
            (unanchored(pattern), caseless, [(step, numbers[near]) for step, near in steps])
            for (pattern, caseless), steps in plan.items()
        )
        #: See `Scanner`.
        self.hits: Callable[[Sequence[str]], Hits] = native.core.Scanner(triggers, nears).hits
        _give_memory_back()


#: Number of a step -> numbers of texts, and ends there.
_Found = dict[int, tuple[list[int], list[int]]]


class HyperscanScanner:
    """All triggers in one database; one scratch space a thread, since two scans may not share one."""

    def __init__(self, plan: Plan) -> None:
        self._steps = [[step for step, _ in steps] for steps in plan.values()]
        patterns = [unanchored(trigger.pattern) for trigger in plan]
        flags = [_hyperscan().HS_FLAG_CASELESS if trigger.caseless else 0 for trigger in plan]
        database = _database(patterns, flags)
        self._scan: Any = database.scan
        self._database = database
        self._local = threading.local()

    def hits(self, texts: Sequence[str]) -> Hits:
        """Many texts in one pass, a line feed between them.

        A trigger has no anchor and looks at nothing but what it matches, so whatever it finds in a text alone it finds
        there too; what it finds across two texts is tried in the later one, where a pattern sees that text alone.
        """
        found: _Found = {}
        if len(texts) == 1:
            for trigger, end in self._ends(texts[0]):
                self._add(trigger, 0, end, found)
            return [(step, *places) for step, places in found.items()]
        sizes = list(accumulate(map(len, texts)))
        first, scanned = 0, 0
        while first < len(texts):
            last = max(first + 1, bisect_right(sizes, scanned + _MOST_JOINED))
            numbers: Sequence[int] = range(first, last)
            if "\n".join(texts[first:last]).isascii():
                self._pass(texts, numbers, found)
            else:  # the few that are not for themselves: the others need no mapping of their places
                for ascii_only in (True, False):
                    self._pass(texts, [number for number in numbers if texts[number].isascii() is ascii_only], found)
            first, scanned = last, sizes[last - 1]
        return [(step, *places) for step, places in found.items()]

    def _add(self, trigger: int, number: int, end: int, found: _Found) -> None:
        for step in self._steps[trigger]:
            places = found.get(step)
            if places is None:
                places = found[step] = ([], [])
            places[0].append(number)
            places[1].append(end)

    def _pass(self, texts: Sequence[str], numbers: Sequence[int], found: _Found) -> None:
        part = [texts[number] for number in numbers]
        lasts = list(accumulate([len(text) + 1 for text in part]))  # of a text: the end of the line feed behind it
        for trigger, end in self._ends("\n".join(part)):
            place = bisect_left(lasts, end)
            self._add(trigger, numbers[place], end - lasts[place] + len(part[place]) + 1, found)

    def _ends(self, text: str) -> list[tuple[int, int]]:
        """One pass over the UTF-8 bytes; byte offsets become code points only where something hit."""
        try:
            scratch = self._local.scratch
        except AttributeError:
            scratch = self._local.scratch = _hyperscan().Scratch(self._database)
        found: list[tuple[int, int]] = []
        if text.isascii():
            self._scan(f"\n{text}\n".encode(), _collect, 0, found, scratch)
            return found
        data = f"\n{text}\n".encode("utf-8", "surrogatepass")
        self._scan(data, _collect, 0, found, scratch)
        return _points(data, found) if found else found


def _points(data: bytes, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Byte offsets as code points."""
    mapped, at, points = [], 0, -1
    for number, end in found:
        points += len(data[at : end + 1].translate(None, _CONTINUATION))
        at = end + 1
        mapped.append((number, points))
    return mapped


def held(words: Sequence[str], text: str) -> set[str]:
    """Those words that a text holds anywhere: one search each, or one pass for all where that is less work."""
    asked = [word for word in words if word]
    if len(words) * len(text) < _SEARCHED or _hyperscan() is None or not asked or "\0" in "".join(words):
        if native.is_on() and len(text) > _SHORT:
            with suppress(UnicodeEncodeError):  # a lone surrogate
                return {word for word, is_held in zip(words, native.core.held(words, text)) if is_held}
        return {word for word in words if word in text}
    database = _hyperscan().Database()
    database.compile(
        expressions=[word.encode("utf-8", "surrogatepass") for word in asked],
        ids=list(range(len(asked))),
        elements=len(asked),
        flags=_hyperscan().HS_FLAG_SINGLEMATCH,
        literal=True,
    )
    found: list[tuple[int, int]] = []
    database.scan(text.encode("utf-8", "surrogatepass"), _collect, 0, found, _hyperscan().Scratch(database))
    return {asked[number] for number, _ in found} | {word for word in words if not word}


def scanner(plan: Plan, engine: str = "auto") -> Scanner:
    """The scanner of this platform.

    Args:
        plan: what to look for.
        engine: `native`, `hyperscan`, `re`, or `auto` for the first of them that is here.

    Raises:
        ImportError: one was asked for by name and is not installed.
    """
    if engine == "native" and native.core is None:
        raise ImportError("engine 'native' needs the native core, which is built where cargo is at hand")
    if engine == "native" or (engine == "auto" and native.is_on()):
        return NativeScanner(plan)
    if engine == "re" or (engine == "auto" and _hyperscan() is None):
        return EverywhereScanner()
    if _hyperscan() is None:
        raise ImportError("engine 'hyperscan' needs the package hyperscan")
    return HyperscanScanner(plan)
