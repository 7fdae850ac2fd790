"""What one walk over a trace gathers: leaves with their places, and the documents that hold them.

Shapes only: `leaves` fills them, `asking` reads the texts, `rewrite` puts answers in the places.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from openmed_beam.traces.json_text import Pairs

#: A place: the link of the container above (None at the root) and the key or index in it.
Link = tuple[Any, str | int] | None

#: Where a leaf stands: its container, the key or index in it, and the link of the container.
Place = tuple[Any, Any, Link]


class Lexed:
    """A text that is a row of JSON tokens but no value; its leaves are known by the ordinal of their token."""

    __slots__ = ()


class Whole(int):
    """The slot of a text that is one JSON string, in the list made to hold it: an index that is no step of a path."""


WHOLE = Whole(0)


class Document:
    """One JSON text within a trace: the trace itself, or a payload decoded from a string.

    Attributes:
        tree: a list that holds what the text decodes to, or a `Lexed`.
        text: its own text (None for the trace itself).
        parent: number of the document whose string it is; -1 for the trace.
        container, slot, link: where in the parent's tree that string stands; `link` is the container's.
        well_formed: False for a payload that keeps its own text whatever the mode.
        crossed: True for a string that is no content, but inside which a path goes on: unchanged, it keeps its text.
    """

    __slots__ = ("container", "crossed", "link", "parent", "slot", "text", "tree", "well_formed")

    def __init__(
        self, tree: Any, text: str | None, parent: int, container: Any, slot: Any, link: Link, well_formed: bool = True
    ) -> None:
        self.tree = tree
        self.text = text
        self.parent = parent
        self.container = container
        self.slot = slot
        self.link = link
        self.well_formed = well_formed
        self.crossed = False


#: A leaf's fields, as far as the redactor looks at them: text, key, path, number of the trace.
LeafFields = tuple[str, str | None, tuple[str | int, ...], int]


class Leaves(Protocol):
    """Leaves with their places: what is asked about."""

    @property
    def texts(self) -> list[str]:
        """The leaves."""
        ...

    def questions(self, key: bool, path: bool, trace: int) -> list[LeafFields]:
        """The leaves with key and path where they are wanted, and this number of the trace."""
        ...


class LeafRows(NamedTuple):
    """Some leaves of a trace, with their places."""

    texts: list[str]
    places: list[Place]

    def questions(self, key: bool, path: bool, trace: int) -> list[LeafFields]:
        """See `Leaves`."""
        return [
            (text, key_of(place) if key else None, path_of(place) if path else (), trace)
            for text, place in zip(self.texts, self.places)
        ]


class Gathered:
    """The leaves of one trace and all that the walk saw.

    Attributes:
        documents: the trace and its payloads, each after the one that holds it.
        texts: the leaves; `texts[i]` stands at `places[i] = (container, slot, link of the container)`.
        numbers, keys: what a string rule cannot reach, to be shown to the redactor but never replaced: literals of
            numbers with their links, and the links of each object key that the redactor was not shown before.
        structured: payloads decoded; `malformed`: links of those that are not JSON.
        matches, payload_matches: nodes matched, by number of the content or payload path.
        opaque: leaves left alone as opaque; `protected`: links of those left alone for their name.
        rebuilt: containers of foreign types and what takes their place: (container, slot, copy, make a tuple).
    """

    __slots__ = (
        "documents",
        "keys",
        "malformed",
        "matches",
        "numbers",
        "opaque",
        "owners",
        "payload_matches",
        "places",
        "protected",
        "rebuilt",
        "structured",
        "texts",
        "turns",
    )

    def __init__(self, root: Document, paths: int, payload_paths: int) -> None:
        self.documents = [root]
        self.texts: list[str] = []
        self.places: list[Place] = []
        self.numbers: list[tuple[str, Link]] = []
        self.keys: dict[str, list[Link]] = {}
        self.structured = 0
        self.malformed: list[Link] = []
        self.matches = [0] * paths
        self.payload_matches = [0] * payload_paths
        self.opaque = 0
        self.protected: list[Link] = []
        self.rebuilt: list[tuple[Any, Any, Any, bool]] = []
        self.turns = [0]
        self.owners = [0]

    def counts(self) -> tuple[int, int, int, int, int, tuple[int, ...], tuple[int, ...]]:
        """Leaves, payloads decoded, payloads that are not JSON, opaque leaves, leaves protected by their name, and
        the nodes matched by each content and each payload path."""
        sizes = len(self.texts), self.structured, len(self.malformed), self.opaque, len(self.protected)
        return *sizes, tuple(self.matches), tuple(self.payload_matches)

    @property
    def has_payloads(self) -> bool:
        """True where a string was decoded."""
        return len(self.documents) > 1

    @property
    def new_keys(self) -> list[str]:
        """The object keys that the redactor was not shown before."""
        return list(self.keys)

    def questions(self, key: bool, path: bool, trace: int) -> list[LeafFields]:
        """See `Leaves`."""
        return LeafRows(self.texts, self.places).questions(key, path, trace)

    def number_questions(self, key: bool, path: bool) -> list[LeafFields]:
        """The numbers, as `questions` gives leaves."""
        return [
            (literal, key_of((None, 0, link)) if key else None, link_path(link) if path else (), 0)
            for literal, link in self.numbers
        ]

    def leaf_chars(self) -> tuple[int, int, int, int]:
        """Characters of the leaves: how many leaves, sum, least and most."""
        sizes = list(map(len, self.texts))
        return (len(sizes), sum(sizes), min(sizes), max(sizes)) if sizes else (0, 0, 0, 0)

    def leaf_paths(self, leaves: Iterable[int]) -> list[tuple[str | int, ...]]:
        """Keys and indexes from the root to leaves, by their numbers."""
        return [path_of(self.places[leaf]) for leaf in leaves]

    def paths(self, links: Iterable[Any]) -> list[tuple[str | int, ...]]:
        """Keys and indexes from the root to links."""
        return [link_path(link) for link in links]

    def owner(self, leaf: int) -> int:
        """Number of the document that a leaf stands in."""
        return self.owners[bisect_right(self.turns, leaf) - 1]


def path_of(place: Place) -> tuple[str | int, ...]:
    """Keys and indexes from the root of the trace to a place."""
    container, slot, link = place
    kind = type(container)
    return link_path(link) if kind is Pairs or kind is Lexed or slot is WHOLE else (*link_path(link), slot)


def link_path(link: Link) -> tuple[str | int, ...]:
    """A link as keys and indexes from the root."""
    parts: list[str | int] = []
    while link is not None:
        link, part = link
        parts.append(part)
    parts.reverse()
    return tuple(parts)


def key_of(place: Place) -> str | None:
    """The key a leaf stands under: its own, or for an item that of the nearest object above."""
    _, slot, link = place
    if type(slot) is str:
        return slot
    while link is not None:
        link, part = link
        if type(part) is str:
            return part
    return None
