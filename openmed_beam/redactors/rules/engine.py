"""Where the rules may match: one pass of a multi-pattern scanner over a text, or every place where there is none.

`HyperscanScanner` reports ends of triggers; `EverywhereScanner` reports nothing and so makes the detector try each
rule at every place. Spans are the same either way, since only patterns decide; a differential test holds that.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

try:
    import hyperscan as _hyperscan
except ImportError:  # a platform without wheels: the plain engine takes its place
    _hyperscan = None  # type: ignore[assignment]


class Trigger(NamedTuple):
    """A pattern over UTF-8 bytes, its rule's number, and how far behind its end a match begins (-1: unknown)."""

    pattern: str
    rule: int
    caseless: bool
    reach: int = -1


class Scanner(Protocol):
    """Tells which rules to try around which places."""

    def hits(self, text: str) -> list[tuple[int, int, int]] | None:
        """(rule, end in code points, reach) in order of the ends; None where every place must be tried."""
        ...


class EverywhereScanner:
    """The scanner for platforms without Hyperscan."""

    def hits(self, text: str) -> list[tuple[int, int, int]] | None:  # noqa: ARG002
        """Nothing is known of the text."""
        return None


_CONTINUATION = bytes(range(0x80, 0xC0))


def _collect(number: int, _start: int, end: int, _flags: int, context: Any) -> None:
    context.append((number, end))


def unanchored(pattern: str) -> str:
    """The scanner is given the text between two line feeds, so that no pattern needs an anchor."""
    return pattern.replace("(?:^|", "(?:").replace("(?:$|", "(?:")


def _give_memory_back() -> None:
    """Building takes twenty times the memory of what is built, and glibc keeps what was freed unless asked."""
    try:
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)
    except (ImportError, OSError, AttributeError, TypeError):  # another platform, another allocator
        return


class HyperscanScanner:
    """All triggers in one database; one scratch space a thread, since two scans may not share one."""

    def __init__(self, triggers: Sequence[Trigger]) -> None:
        database = _hyperscan.Database()
        caseless = _hyperscan.HS_FLAG_CASELESS
        database.compile(
            expressions=[unanchored(trigger.pattern).encode() for trigger in triggers],
            ids=list(range(len(triggers))),  # one each: many patterns of one number are slow to build
            elements=len(triggers),
            flags=[caseless if trigger.caseless else 0 for trigger in triggers],
        )
        _give_memory_back()
        self._scan: Any = database.scan
        self._rule_of = [(trigger.rule, trigger.reach) for trigger in triggers]
        self._database = database
        self._local = threading.local()

    def _scratch(self) -> Any:
        scratch = self._local.scratch = _hyperscan.Scratch(self._database)
        return scratch

    def hits(self, text: str) -> list[tuple[int, int, int]] | None:
        """One pass over the UTF-8 bytes; byte offsets become code points only where something hit."""
        try:
            scratch = self._local.scratch
        except AttributeError:
            scratch = self._scratch()
        found: list[tuple[int, int]] = []
        if text.isascii():
            self._scan(f"\n{text}\n".encode(), _collect, 0, found, scratch)
            if not found:
                return []
            rule_of = self._rule_of
            return [((pair := rule_of[number])[0], end - 1, pair[1]) for number, end in found]
        data = f"\n{text}\n".encode("utf-8", "surrogatepass")
        self._scan(data, _collect, 0, found, scratch)
        if not found:
            return []
        mapped: list[tuple[int, int, int]]
        mapped, at, points = [], 0, -1
        for number, end in found:
            points += len(data[at:end].translate(None, _CONTINUATION))
            at = end
            rule, back = self._rule_of[number]
            mapped.append((rule, points, back))
        return mapped


def scanner(triggers: Sequence[Trigger], engine: str = "auto") -> Scanner:
    """The scanner of this platform.

    Args:
        triggers: what to look for.
        engine: `auto`, `hyperscan` or `re`.

    Raises:
        ImportError: `hyperscan` was asked for by name and is not installed.
    """
    if engine == "re" or (engine == "auto" and _hyperscan is None):
        return EverywhereScanner()
    if _hyperscan is None:
        raise ImportError("engine 'hyperscan' needs the package hyperscan")
    return HyperscanScanner(triggers)
