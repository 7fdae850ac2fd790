"""The default redactor: rules, key context, propagation over a trace, replacement. Owns engine and cache."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.redactors import propagation
from openmed_beam.redactors.digests import short_digest
from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.replacement import Replacement
from openmed_beam.redactors.rules.detector import Detector
from openmed_beam.redactors.rules.keys import KEYS_WITH_PARENT, KeyRule, key_rule, normal_key
from openmed_beam.redactors.rules.labels import LABELS, PLACEHOLDER, chosen_labels
from openmed_beam.redactors.rules.pairs import HOLDING
from openmed_beam.redactors.siblings import names_beside
from openmed_beam.traces.leaf import Leaf, Redaction

CATALOGUE_VERSION = 1
_CACHE_ENTRIES = 4_000
_CACHE_CHARS = 4_000_000
_CACHED_FROM = 64

#: A text alone, or with the key that it stands under, which says something of it, and the key above.
_Question = str | tuple[str, str, str | None]

_DETECTORS: dict[Any, Detector] = {}
#: Makes a named tuple without its constructor, which costs as much as all else for a leaf without findings.
_unchanged = tuple.__new__


def detector(labels: frozenset[str], engine: str, keys: tuple[tuple[str, KeyRule | None], ...] = ()) -> Detector:
    """The detector of these settings; built once a process."""
    settings = (labels, engine, keys)
    found = _DETECTORS.get(settings)
    if found is None:
        found = _DETECTORS[settings] = Detector(labels, engine=engine, keys=dict(keys))
    return found


class RuleRedactor:
    """Redacts leaves by rules alone; no model, no network, no file but a key file that is named and the kept scanner.

    Args:
        labels: labels to find; None for the default ones; a name with `+` before it adds to the default.
        without: labels to leave out.
        replacement: `mask`, `pseudonym`, `surrogate`, `mask,EMAIL=pseudonym`, a mapping or a `Replacement`.
        key_env, key_file: where the key for pseudonyms and surrogates is.
        propagate: whether names and ids that one leaf of a trace establishes are found in its other leaves.
        keys: key rules of the user's own: key -> label, or None to take a rule out. Whole keys.
        allow: values that stay, compared without case.
        engine: what says where rules are tried: `native`, `hyperscan`, `re`, or `auto` for the first that is here.

    Raises:
        PolicyError: an unknown label or replacement, or a key that is needed and missing.
    """

    batch_traces = 1
    keeps_traces_apart = True

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
        self._cache: dict[_Question, Sequence[Finding]] = {}
        self._cached_chars = 0

    # Finding.

    def _rules(self) -> Detector:
        found = self._detector
        if found is None:
            found = self._detector = detector(self.labels, self.engine, self.keys)
        return found

    def _found(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """What the rules find in each leaf by itself; equal long ones are looked at once."""
        rules = self._rules()
        key_rules, cache = rules.key_rules, self._cache
        out: list[Sequence[Finding]] = [()] * len(leaves)
        texts: list[str] = []
        places: list[int] = []
        keys: dict[int, tuple[str, str | None]] = {}
        asked: dict[_Question, int] = {}  # the number in `texts`
        equal: list[tuple[int, int]] = []  # the place of a leaf, and the number of the one that is asked for it
        beside = names_beside(leaves) if self.propagate else {}
        for place, (text, key, path, _) in enumerate(leaves):
            rule = key_rules[key]
            if rule is None and key in KEYS_WITH_PARENT:
                key = next(
                    (name for name in _fuller(key, path, beside.get(place)) if key_rules[name] is not None), None
                )
                rule = key_rules[key]
            if rule is not None or len(text) >= _CACHED_FROM:
                question: _Question = text
                if rule is not None and key is not None:
                    parent = _parent(path) if rule.shape == "person" else None
                    question = (text, key, parent)
                known = cache.get(question)
                if known is not None:
                    out[place] = known
                    continue
                number = asked.setdefault(question, len(texts))
                if number != len(texts):
                    equal.append((place, number))
                    continue
                if rule is not None and key is not None:
                    keys[number] = (key, parent)
            texts.append(text)
            places.append(place)
        found = rules.find_all(texts, keys)
        for number, items in found.items():
            out[places[number]] = items
        for place, number in equal:
            out[place] = out[places[number]]
        latest = islice(reversed(asked.items()), _CACHE_ENTRIES)  # no more would be kept
        self._remember((question, texts[number], found.get(number, ())) for question, number in latest)
        return out

    def _remember(self, answers: Iterable[tuple[_Question, str, Sequence[Finding]]]) -> None:
        """Keeps the answers for long texts: (question, its text, findings)."""
        cache, chars = self._cache, self._cached_chars
        for question, text, found in answers:
            size = len(text)
            if size >= _CACHED_FROM:
                chars += size
                if len(cache) >= _CACHE_ENTRIES or chars > _CACHE_CHARS:
                    cache.clear()
                    chars = size
                cache[question] = found
        self._cached_chars = chars

    def find_batch(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """The findings of leaves, one sequence a leaf; leaves of one trace stand together."""
        out = self._found(leaves)
        if self.propagate:
            last = 0
            for place, items in enumerate(out):
                if items and place >= last and any(item[4] for item in items):
                    first, last = _trace_around(leaves, place)
                    self._propagate(leaves, out, first, last)
        if self.allow:
            return [self._allowed(leaf.text, found) for leaf, found in zip(leaves, out)]
        return out

    def _propagate(self, leaves: Sequence[Leaf], found: list[Sequence[Finding]], first: int, last: int) -> None:
        """Finds in the leaves [first, last) of one trace what any of them establishes."""
        terms: propagation.Terms = {}
        siblings: list[tuple[str, str, str]] = []
        seen: set[propagation.Told] = set()
        for place in range(first, last):
            items = found[place]
            if items:
                leaf = leaves[place]
                propagation.collect(leaf.text, items, terms, seen)
                part = _name_part(leaf.key) if leaf.key is not None else None
                if part is not None and len(items) == 1 and items[0].label == "NAME":
                    siblings.append((repr(leaf.path[:-1]), part, leaf.text.strip()))
        if siblings:
            propagation.join_names(siblings, terms)
        if terms:
            found[first:last] = propagation.spread([leaf[0] for leaf in leaves[first:last]], found[first:last], terms)

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
            else _unchanged(Redaction, (leaf[0], ()))
            for leaf, found in zip(leaves, self.find_batch(leaves))
        ]

    def __call__(self, text: str) -> str:
        """One text on its own."""
        found = self._find(text)
        if not found:
            return text
        if self.allow:
            found = self._allowed(text, found)
        if self.propagate and any(item[4] for item in found):
            terms: propagation.Terms = {}
            propagation.collect(text, found, terms, set())
            if terms:
                (found,) = propagation.spread([text], [found], terms)
        return self._replaced(text, found)

    def _find(self, text: str) -> Sequence[Finding]:
        if len(text) < _CACHED_FROM:
            return self._rules().find(text)
        known = self._cache.get(text)
        if known is None:
            known = self._rules().find(text)
            self._remember([(text, text, known)])
        return known

    def _replaced(self, text: str, found: Sequence[Finding]) -> str:
        replace, masks = self.replacement.replace, self.replacement.masks
        pieces, at = [], 0
        for start, end, label, _rule, _spread in found:
            if label == PLACEHOLDER:
                continue
            pieces.append(text[at:start])
            pieces.append(masks.get(label) or replace(label, text[start:end]))
            at = end
        pieces.append(text[at:])
        return "".join(pieces)

    def holds_secret(self, text: str) -> bool:
        """Whether a rule for secrets hits: such a leaf is never left alone as opaque."""
        return any(item.label == "SECRET" for item in self._find(text))

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
            "allow": short_digest("\0".join(sorted(self.allow))) if self.allow else None,
        }

    def digest(self) -> str:
        """Sixteen hexadecimal digits of `config`; equal settings give equal digests, whatever the engine."""
        return short_digest(json.dumps(self.config(), sort_keys=True))

    def __getstate__(self) -> dict[str, Any]:
        hidden = ("_detector", "_cache", "_cached_chars")
        return {name: value for name, value in self.__dict__.items() if name not in hidden}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._start()


def _trace_around(leaves: Sequence[Leaf], place: int) -> tuple[int, int]:
    """From the first to behind the last of the leaves that stand together with one and are of its trace."""
    trace, first, last = leaves[place][3], place, place + 1
    while first > 0 and leaves[first - 1][3] == trace:
        first -= 1
    while last < len(leaves) and leaves[last][3] == trace:
        last += 1
    return first, last


def _parent(path: Sequence[str | int]) -> str | None:
    """The object key above a leaf's own."""
    seen = False
    for step in reversed(path):
        if isinstance(step, str):
            if seen:
                return step
            seen = True
    return None


def _fuller(key: str, path: Sequence[str | int], beside: str | None) -> Iterator[str]:
    """What a key that says nothing alone may be called: the name beside it, with the key above, or that key itself."""
    if beside is not None:
        yield beside
    parent = _parent(path)
    if parent is not None:
        yield f"{parent}_{key}"
        if key in HOLDING:
            yield from (parent, parent.removesuffix("s"))


@lru_cache(maxsize=8192)
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
