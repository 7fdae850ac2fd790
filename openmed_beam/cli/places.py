"""What stands at which path of a corpus, in counts: the walk behind `scan`, and the content paths it proposes.

Holds no value. Keys outside the table of known keys are held as `HIDDEN`, unless they were asked for.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from openmed_beam.cli.known_keys import KNOWN_KEYS
from openmed_beam.policy import Policy
from openmed_beam.redactors import load
from openmed_beam.redactors.rules.labels import PLACEHOLDER
from openmed_beam.traces.content_path import PathState, compile_paths
from openmed_beam.traces.fields import OUTSIDE, PAYLOAD, protected_kind, region_below, region_of_object
from openmed_beam.traces.json_text import JsonFault, decode, decode_lenient
from openmed_beam.traces.leaf import Leaf

#: Mean length from which text at a path is taken for prose.
PROSE_CHARS = 24

#: Steps of a shown path that are no key: an array item, and a key that is not shown. Both are spelled `*`, but for the
#: item of an array that is a record, `[*]`: a `*` there would cover every key of other records.
ITEM, HIDDEN = "\0item", "\0key"

ShownPath = tuple[str, ...]

_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


class Seen(NamedTuple):
    """A string leaf.

    Attributes:
        shown: its path as it is shown.
        leaf: as a redactor is given it.
        covered: the redactor would be given it; of encoded JSON, all that is text inside.
        protected: its name keeps it from the redactor.
        encoded: it is JSON itself.
        proposal: the path that would cover it: of tool payloads the outermost encoded string, else `shown`.
    """

    shown: ShownPath
    leaf: Leaf
    covered: bool
    protected: bool
    encoded: bool
    proposal: ShownPath


class Place:
    """Counts of one path: strings, how many are covered, protected, encoded JSON; the rest is open.

    Attributes:
        labels, open_labels, protected_labels: findings in all strings, in open ones, in protected ones.
        proposal: see `Seen`.
    """

    __slots__ = (
        "chars",
        "covered",
        "encoded",
        "labels",
        "leaves",
        "open",
        "open_chars",
        "open_labels",
        "open_spaced",
        "proposal",
        "protected",
        "protected_labels",
    )

    def __init__(self, proposal: ShownPath) -> None:
        self.leaves = self.chars = self.covered = self.protected = self.encoded = 0
        self.open = self.open_chars = self.open_spaced = 0
        self.labels: Counter[str] = Counter()
        self.open_labels: Counter[str] = Counter()
        self.protected_labels: Counter[str] = Counter()
        self.proposal = proposal

    def add(self, seen: Seen) -> None:
        """Count one string."""
        text = seen.leaf.text
        self.leaves += 1
        self.chars += len(text)
        self.covered += seen.covered
        self.protected += seen.protected
        self.encoded += seen.encoded
        if not (seen.covered or seen.protected or seen.encoded):
            self.open += 1
            self.open_chars += len(text)
            self.open_spaced += " " in text.strip()

    def add_labels(self, seen: Seen, labels: Sequence[str]) -> None:
        """Count what was found in one string; what an earlier redaction left there is nothing to be covered."""
        self.labels.update(labels)
        labels = [label for label in labels if label != PLACEHOLDER]
        if seen.protected:
            self.protected_labels.update(labels)
        elif not seen.covered:
            self.open_labels.update(labels)

    @property
    def is_free_text(self) -> bool:
        """Whether this looks like a place that needs a content path."""
        return self.open > 0 and bool(
            self.open_labels or self.open_spaced * 2 > self.open or self.open_chars > PROSE_CHARS * self.open
        )


class Proposals(NamedTuple):
    """Content paths for text that no configured path covers, each with what was found there.

    Attributes:
        found, text: paths with findings, and paths with nothing but long text or encoded payloads.
        wide: paths with text that would cover others of these as well; not proposed.
        protected: paths with findings under protected names.
    """

    found: dict[ShownPath, Counter[str]]
    text: dict[ShownPath, Counter[str]]
    wide: dict[ShownPath, Counter[str]]
    protected: dict[ShownPath, Counter[str]]

    @property
    def paths(self) -> list[str]:
        """The paths that are proposed, those with findings first."""
        return [spell(path) for path in (*self.found, *self.text)]

    @property
    def hides_keys(self) -> bool:
        """Whether a path has a key that is not shown."""
        return any(HIDDEN in path for group in self for path in group)


class Places:
    """Walks records and counts.

    Attributes:
        places: path as shown -> counts.
        records, unreadable: records seen, and those of them that are no JSON trace.
    """

    def __init__(self, policy: Policy, *, show_keys: bool = False) -> None:
        self._policy = policy
        self._show_keys = show_keys
        self._root = compile_paths(policy.content_paths).root if policy.content_paths else None
        self._redactor: Any = load(policy.redactor)
        self.places: dict[ShownPath, Place] = {}
        self.records = self.unreadable = 0

    def record(self, payload: bytes) -> None:
        """Count one record."""
        self.records += 1
        try:
            tree = decode(payload, max_depth=self._policy.max_depth, nonfinite=self._policy.nonfinite)
        except JsonFault:
            self.unreadable += 1
            return
        if not isinstance(tree, dict | list):
            self.unreadable += 1
            return
        found: list[tuple[Place, Seen]] = []
        for seen in self._walk(tree, (), (), self._root, False, OUTSIDE, None, 1, None):
            place = self.places.get(seen.shown)
            if place is None:
                place = self.places[seen.shown] = Place(seen.proposal)
            place.add(seen)
            if not seen.encoded:
                found.append((place, seen))
        if found:
            self._label(found)

    def _label(self, found: list[tuple[Place, Seen]]) -> None:
        labelled = getattr(self._redactor, "redact_batch_labelled", None)
        if labelled is None:
            return
        for (place, seen), answer in zip(found, labelled([seen.leaf for _, seen in found])):
            place.add_labels(seen, answer[1])

    def _walk(
        self,
        node: Any,
        shown: ShownPath,
        path: tuple[str | int, ...],
        state: PathState | None,
        accepted: bool,
        region: int,
        key: str | None,
        level: int,
        payload: ShownPath | None,
    ) -> Iterator[Seen]:
        accepted = accepted or (state is not None and bool(state.accepts))
        if isinstance(node, dict):
            inner = region_of_object(region, node)
            for name, value in node.items():
                yield from self._walk(
                    value,
                    (*shown, name if self._show_keys or name in KNOWN_KEYS else HIDDEN),
                    (*path, name),
                    None if state is None else state.key(name),
                    accepted,
                    region_below(inner, name, self._policy.payload_defaults),
                    name,
                    level,
                    None if inner == OUTSIDE else payload,
                )
        elif isinstance(node, list):
            for index, value in enumerate(node):
                following = None if state is None else state.index(index, value)
                yield from self._walk(
                    value, (*shown, ITEM), (*path, index), following, accepted, region, key, level, payload
                )
        elif isinstance(node, str) and node:
            inside = self._encoded(node) if level <= self._policy.decode_depth else None
            named = state is not None and bool(state.named)
            protected = region == OUTSIDE and not named and key is not None and protected_kind(key) is not None
            below: list[Seen] = []
            if inside is not None:
                below_region = PAYLOAD if region == OUTSIDE and self._policy.payload_defaults else region
                below_payload = shown if payload is None else payload
                below = list(
                    self._walk(inside, shown, path, state, accepted, below_region, key, level + 1, below_payload)
                )
            covered = (accepted and not protected) or (bool(below) and all(s.covered or s.protected for s in below))
            yield Seen(shown, Leaf(node, key, path, 0), covered, protected, inside is not None, payload or shown)
            yield from below

    def _encoded(self, text: str) -> Any:
        if text.lstrip()[:1] not in ("{", "["):
            return None
        try:
            return decode_lenient(text, max_depth=self._policy.max_depth)
        except JsonFault:
            return None

    def proposals(self) -> Proposals:
        """What to cover; see `Proposals`."""
        wanted: dict[ShownPath, Counter[str]] = {}
        for path, place in sorted(self.places.items()):
            if place.is_free_text or (place.open and place.proposal != path):
                wanted.setdefault(place.proposal, Counter()).update(place.open_labels)
        wide = {path for path in wanted if self._is_wide(path, wanted)}
        chosen: dict[ShownPath, Counter[str]] = {}
        left: dict[ShownPath, Counter[str]] = {}
        for path, labels in sorted(wanted.items(), key=lambda item: (item[0] in wide, item[0])):
            above = next((other for other in chosen if _covers(other, path)), None)
            if above is not None:
                chosen[above].update(labels)
            else:
                (left if path in wide else chosen)[path] = labels
        return Proposals(
            {path: labels for path, labels in chosen.items() if labels},
            {path: labels for path, labels in chosen.items() if not labels},
            left,
            {path: place.protected_labels for path, place in sorted(self.places.items()) if place.protected_labels},
        )

    def _is_wide(self, path: ShownPath, wanted: dict[ShownPath, Counter[str]]) -> bool:
        """Whether a path covers others that are wanted, and is a place of messages or ends in no key that is known."""
        if not any(other != path and _covers(path, other) for other in wanted):
            return False
        return HIDDEN in path or any(
            len(other) > len(path) and other[-1] == "role" and _covers(path, other) for other in self.places
        )


def _covers(path: ShownPath, other: ShownPath) -> bool:
    """Whether a content path covers what stands at another."""
    return len(path) <= len(other) and all(step in (theirs, HIDDEN) for step, theirs in zip(path, other))


def spell(path: Sequence[str]) -> str:
    """A path in the grammar of content paths."""
    if not path:
        return "$"
    text = ""
    for step in path:
        if step in (ITEM, HIDDEN) or _PLAIN_NAME.match(step):
            name = "*" if step in (ITEM, HIDDEN) else step
            text += f".{name}" if text else "[*]" if step == ITEM else name
        else:
            quoted = step.replace("\\", "\\\\").replace('"', '\\"')
            text += f'["{quoted}"]'
    return text


def yaml_item(path: str | Sequence[str | int]) -> str:
    """A content path as an item of a policy file."""
    if isinstance(path, str) and re.fullmatch(r"[A-Za-z_][\w.*]*", path, re.ASCII):
        return f"  - {path}"
    return f"  - {json.dumps(path if isinstance(path, str) else list(path))}"
