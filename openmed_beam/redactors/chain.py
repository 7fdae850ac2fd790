"""Several redactors as one: `rules+names`. Finders share one replacement; a user's own function runs after them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from openmed_beam.redactors import propagation
from openmed_beam.redactors.digests import short_digest
from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.replacement import Replacement
from openmed_beam.redactors.rules.labels import PLACEHOLDER
from openmed_beam.redactors.span_redactor import replaced, settled
from openmed_beam.traces.leaf import LEAF_FIELDS, Leaf, Redaction


class ChainRedactor:
    """Finders first, their findings united (the earlier wins) and replaced once; then plain redactors in order.

    Args:
        parts: redactors; one with `find_batch` and `replacement` is a finder.
        spec: the words they were loaded from.
    """

    def __init__(self, parts: Sequence[Any], spec: str = "") -> None:
        self.finders = [part for part in parts if hasattr(part, "find_batch") and hasattr(part, "replacement")]
        self.others = [part for part in parts if part not in self.finders]
        self.spec = spec
        self.replacement: Replacement = self.finders[0].replacement if self.finders else Replacement()
        wanted = {
            field
            for part in parts
            for field in getattr(part, "looks_at", LEAF_FIELDS if hasattr(part, "redact_batch") else ("text",))
        }
        self.propagate = any(getattr(part, "propagate", False) for part in self.finders)
        self.looks_at = tuple(field for field in LEAF_FIELDS if field in wanted)
        self.batch_traces = max((getattr(part, "batch_traces", 1) for part in parts), default=1)

    def find_batch(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """The united findings of the finders; names that a model found are propagated over their trace too."""
        united: list[Sequence[Finding]] = [()] * len(leaves)
        for place, part in enumerate(self.finders):
            found = part.find_batch(leaves)
            united = found if place == 0 else [
                settled(leaf.text, [*before, *items]) if items else before
                for leaf, before, items in zip(leaves, united, found)
            ]  # fmt: skip
        return self._spread(leaves, united) if self.propagate and len(self.finders) > 1 else united

    def _spread(self, leaves: Sequence[Leaf], united: list[Sequence[Finding]]) -> list[Sequence[Finding]]:
        start = 0
        out: list[Sequence[Finding]] = []
        while start < len(leaves):
            stop = start
            while stop < len(leaves) and leaves[stop].trace == leaves[start].trace:
                stop += 1
            terms: propagation.Terms = {}
            seen: set[propagation.Told] = set()
            for leaf, items in zip(leaves[start:stop], united[start:stop]):
                propagation.collect(leaf.text, items, terms, seen)
            for leaf, items in zip(leaves[start:stop], united[start:stop]):
                more = propagation.occurrences(leaf.text, terms) if terms else []
                out.append(propagation.merged(items, more) if more else items)
            start = stop
        return out

    def find(self, text: str, key: str | None = None) -> list[Finding]:
        """The findings of one text, placeholders left out."""
        leaf = Leaf(text, key, (key,) if key is not None else (), 0)
        return [item for item in self.find_batch([leaf])[0] if item.label != PLACEHOLDER]

    def redact_batch_labelled(self, leaves: Sequence[Leaf]) -> list[Redaction]:
        """One redaction a leaf."""
        done = [
            Redaction(replaced(leaf.text, found, self.replacement), tuple(item.label for item in found))
            if found
            else Redaction(leaf.text)
            for leaf, found in zip(leaves, self.find_batch(leaves))
        ]
        for part in self.others:
            done = self._after(part, leaves, done)
        return done

    def _after(self, part: Any, leaves: Sequence[Leaf], done: list[Redaction]) -> list[Redaction]:
        moved = [leaf._replace(text=redaction.text) for leaf, redaction in zip(leaves, done)]
        if hasattr(part, "redact_batch_labelled"):
            results = part.redact_batch_labelled(moved)
            return [
                Redaction(result.text, before.labels + tuple(result.labels)) for before, result in zip(done, results)
            ]
        texts = part.redact_batch(moved) if hasattr(part, "redact_batch") else [part(leaf.text) for leaf in moved]
        if len(texts) != len(moved):
            raise ValueError("a redactor gave back another number of texts than it was given")
        return [before._replace(text=text) for before, text in zip(done, texts)]

    def redact_batch(self, leaves: Sequence[Leaf]) -> list[str]:
        """One redacted text a leaf."""
        return [redaction.text for redaction in self.redact_batch_labelled(leaves)]

    def __call__(self, text: str) -> str:
        """One text on its own."""
        return self.redact_batch([Leaf(text, None, (), 0)])[0]

    def holds_secret(self, text: str) -> bool:
        """Whether any part that knows of secrets finds one."""
        return any(part.holds_secret(text) for part in (*self.finders, *self.others) if hasattr(part, "holds_secret"))

    def config(self) -> dict[str, Any]:
        """A value-free description for a policy digest."""
        return {
            "redactor": self.spec,
            "parts": [part.config() if hasattr(part, "config") else None for part in (*self.finders, *self.others)],
        }

    def digest(self) -> str:
        """Sixteen hexadecimal digits of `config`."""
        return short_digest(json.dumps(self.config(), sort_keys=True, default=str))
