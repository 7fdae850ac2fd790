"""The default redactor: rules, key context, propagation over a trace, replacement. Owns engine and cache."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.redactors import propagation
from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.replacement import Replacement
from openmed_beam.redactors.rules.detector import Detector
from openmed_beam.redactors.rules.keys import KeyRule, key_rule, normal_key
from openmed_beam.redactors.rules.labels import LABELS, PLACEHOLDER, chosen_labels
from openmed_beam.traces.leaf import Leaf, Redaction

CATALOGUE_VERSION = 1
_CACHE_ENTRIES = 4_000
_CACHE_CHARS = 4_000_000
_CACHED_FROM = 64

_DETECTORS: dict[Any, Detector] = {}


def detector(labels: frozenset[str], engine: str, keys: tuple[tuple[str, KeyRule | None], ...] = ()) -> Detector:
    """The detector of these settings; built once a process."""
    settings = (labels, engine, keys)
    found = _DETECTORS.get(settings)
    if found is None:
        found = _DETECTORS[settings] = Detector(labels, engine=engine, keys=dict(keys))
    return found


class RuleRedactor:
    """Redacts leaves by rules alone; no model, no network, no file but a key file that is named.

    Args:
        labels: labels to find; None for the default ones; a name with `+` before it adds to the default.
        without: labels to leave out.
        replacement: `mask`, `pseudonym`, `surrogate`, `mask,EMAIL=pseudonym`, a mapping or a `Replacement`.
        key_env, key_file: where the key for pseudonyms and surrogates is.
        propagate: whether names and ids that one leaf of a trace establishes are found in its other leaves.
        keys: key rules of the user's own: key -> label, or None to take a rule out. Whole keys.
        allow: values that stay, compared without case.
        engine: `auto` (Hyperscan where it is installed), `hyperscan` or `re`.

    Raises:
        PolicyError: an unknown label or replacement, or a key that is needed and missing.
    """

    batch_traces = 1

    def __init__(self, *, labels: Iterable[str] | None = None, without: Iterable[str] = (),
                 replacement: str | Mapping[str, str] | Replacement = "mask", key_env: str | None = None,
                 key_file: str | None = None, propagate: bool = True, keys: Mapping[str, str | None] | None = None,
                 allow: Iterable[str] = (), engine: str = "auto") -> None:  # fmt: skip
        self.labels = chosen_labels(labels, without)
        self.replacement = Replacement.of(replacement, key_env=key_env, key_file=key_file)
        self.propagate = propagate
        self.engine = engine
        self.allow = frozenset(value.casefold() for value in allow)
        self.keys = tuple(sorted((normal_key(key), _own_rule(key, label)) for key, label in (keys or {}).items()))
        self.looks_at: tuple[str, ...] = ("text", "key", "path", "trace") if propagate else ("text", "key", "path")
        self._start()

    def _start(self) -> None:
        self._detector: Detector | None = None
        self._cache: dict[tuple[str, str | None, str | None], Sequence[Finding]] = {}
        self._cached_chars = 0

    # Finding.

    def _find(self, text: str, key: str | None, parent: str | None) -> Sequence[Finding]:
        found = self._detector
        if found is None:
            found = self._detector = detector(self.labels, self.engine, self.keys)
        if len(text) < _CACHED_FROM:
            return found.find(text, key, parent)
        place = (text, key, parent)
        known = self._cache.get(place)
        if known is None:
            known = found.find(text, key, parent)
            self._cached_chars += len(text)
            if len(self._cache) >= _CACHE_ENTRIES or self._cached_chars > _CACHE_CHARS:
                self._cache = {}
                self._cached_chars = len(text)
            self._cache[place] = known
        return known

    def find_batch(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """The findings of leaves, one sequence a leaf; leaves of one trace stand together."""
        find = self._find
        out: list[Sequence[Finding]] = []
        first, trace, established = 0, leaves[0][3] if leaves else 0, False
        for place, (text, key, path, number) in enumerate(leaves):
            if number != trace:
                if established:
                    self._propagate(leaves, out, first, place)
                first, trace, established = place, number, False
            items = find(text, key, _parent(path) if key is not None and wants_parent(key) else None)
            out.append(items)
            if items and not established:
                established = self.propagate and any(item[4] for item in items)
        if established:
            self._propagate(leaves, out, first, len(leaves))
        if self.allow:
            return [self._allowed(leaf.text, found) for leaf, found in zip(leaves, out)]
        return out

    def _propagate(self, leaves: Sequence[Leaf], found: list[Sequence[Finding]], first: int, last: int) -> None:
        """Finds in the leaves [first, last) of one trace what any of them establishes."""
        terms: propagation.Terms = {}
        siblings: list[tuple[str, str, str]] = []
        for place in range(first, last):
            items, leaf = found[place], leaves[place]
            if items:
                propagation.collect(leaf.text, items, terms)
                part = _name_part(leaf.key) if leaf.key is not None else None
                if part is not None and len(items) == 1 and items[0].label == "NAME":
                    siblings.append((repr(leaf.path[:-1]), part, leaf.text.strip()))
        propagation.join_names(siblings, terms)
        if terms:
            terms = propagation.elsewhere([leaf[0] for leaf in leaves[first:last]], found[first:last], terms)
        if terms:
            for place in range(first, last):
                found[place] = self._spread(leaves[place].text, found[place], terms)

    def _spread(self, text: str, items: Sequence[Finding], terms: propagation.Terms) -> Sequence[Finding]:
        if len(items) == 1 and items[0].start == 0 and items[0].end == len(text):
            return items
        more = propagation.occurrences(text, terms)
        return propagation.merged(items, more) if more else items

    def _allowed(self, text: str, found: Sequence[Finding]) -> Sequence[Finding]:
        return [item for item in found if text[item.start : item.end].casefold() not in self.allow] if found else found

    def find(self, text: str, key: str | None = None) -> list[Finding]:
        """The findings of one text, placeholders left out."""
        leaf = Leaf(text, key, (key,) if key is not None else (), 0)
        return [item for item in self.find_batch([leaf])[0] if item.label != PLACEHOLDER]

    # Replacing.

    def redact_batch(self, leaves: Sequence[Leaf]) -> list[str]:
        """One redacted text a leaf."""
        return [
            self._replaced(leaf[0], found) if found else leaf[0] for leaf, found in zip(leaves, self.find_batch(leaves))
        ]

    def redact_batch_labelled(self, leaves: Sequence[Leaf]) -> list[Redaction]:
        """One redaction a leaf; a placeholder that the text already holds is left and counted as PLACEHOLDER."""
        return [
            Redaction(self._replaced(leaf[0], found), tuple([item.label for item in found]))
            if found
            else Redaction(leaf[0])
            for leaf, found in zip(leaves, self.find_batch(leaves))
        ]

    def __call__(self, text: str) -> str:
        """One text on its own."""
        found = self._find(text, None, None)
        if not found:
            return text
        if self.allow:
            found = self._allowed(text, found)
        if self.propagate and any(item[4] for item in found):
            terms: propagation.Terms = {}
            propagation.collect(text, found, terms)
            terms = propagation.elsewhere([text], [found], terms)
            found = self._spread(text, found, terms) if terms else found
        return self._replaced(text, found)

    def _replaced(self, text: str, found: Sequence[Finding]) -> str:
        replace = self.replacement.replace
        pieces, at = [], 0
        for start, end, label, _rule, _spread in found:
            if label == PLACEHOLDER:
                continue
            pieces.append(text[at:start])
            pieces.append(replace(label, text[start:end]))
            at = end
        pieces.append(text[at:])
        return "".join(pieces)

    def holds_secret(self, text: str) -> bool:
        """Whether a rule for secrets hits: such a leaf is never left alone as opaque."""
        return any(item.label == "SECRET" for item in self._find(text, None, None))

    # Describing and moving.

    def config(self) -> dict[str, Any]:
        """A value-free description of everything that an answer depends on."""
        return {
            "redactor": "rules",
            "catalogue": CATALOGUE_VERSION,
            "labels": sorted(self.labels),
            "replacement": self.replacement.config(),
            "propagate": self.propagate,
            "keys": [[key, rule.label if rule else None] for key, rule in self.keys],
            "allow": hashlib.sha256("\0".join(sorted(self.allow)).encode()).hexdigest()[:16] if self.allow else None,
        }

    def digest(self) -> str:
        """Sixteen hexadecimal digits of `config`; equal settings give equal digests, whatever the engine."""
        return hashlib.sha256(json.dumps(self.config(), sort_keys=True).encode()).hexdigest()[:16]

    def __getstate__(self) -> dict[str, Any]:
        hidden = ("_detector", "_cache", "_cached_chars")
        return {name: value for name, value in self.__dict__.items() if name not in hidden}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._start()


def _parent(path: Sequence[str | int]) -> str | None:
    """The object key above a leaf's own."""
    seen = False
    for step in reversed(path):
        if isinstance(step, str):
            if seen:
                return step
            seen = True
    return None


@lru_cache(maxsize=8192)
def wants_parent(key: str) -> bool:
    """Whether a key's meaning depends on the key above it: `name` of a patient, or of a tool."""
    rule = key_rule(key)
    return rule is not None and rule.shape == "person"


def _name_part(key: str) -> str | None:
    normal = normal_key(key)
    if normal.endswith(("first_name", "given_name", "firstname", "fname")):
        return "first"
    return "last" if normal.endswith(("last_name", "surname", "family_name", "lastname", "lname")) else None


def _own_rule(key: str, label: str | None) -> KeyRule | None:
    if label is None:
        return None
    if label not in LABELS:
        raise PolicyError(f"key {key!r}: no such label: {label!r}")
    known = key_rule(key)
    if known is not None and known.label == label:
        return known
    shapes = {"NAME": "given_name", "EMAIL": "email", "PHONE": "phone", "DOB": "date", "DATE": "date",
              "SECRET": "password",
              "STREET_ADDRESS": "address", "MRN": "record", "USERNAME": "username"}  # fmt: skip
    return KeyRule(label, shapes.get(label, "any_id"))
