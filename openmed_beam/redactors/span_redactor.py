"""The ground of redactors that find spans: replacement, placeholders and labels; an adapter only has to find."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.replacement import Replacement
from openmed_beam.redactors.rules.detector import PLACEHOLDER_PATTERN
from openmed_beam.redactors.rules.labels import LABELS, PLACEHOLDER, chosen_labels
from openmed_beam.traces.leaf import Leaf, Redaction


class SpanSource(Protocol):
    """What finds spans in leaves."""

    looks_at: tuple[str, ...]

    def find_batch(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """The findings of leaves, without overlaps, one sequence a leaf."""
        ...


def replaced(text: str, findings: Sequence[Finding], replacement: Replacement) -> str:
    """The text with its findings replaced; what it already holds of placeholders stays."""
    pieces, at = [], 0
    for start, end, label, _rule, _spread in findings:
        if label != PLACEHOLDER:
            pieces.append(text[at:start])
            pieces.append(replacement.replace(label, text[start:end]))
            at = end
    pieces.append(text[at:])
    return "".join(pieces)


def settled(text: str, findings: Sequence[Finding]) -> list[Finding]:
    """Findings in order without overlaps, the earlier source first; what touches a placeholder goes."""
    holders = (
        [Finding(m.start(), m.end(), PLACEHOLDER, "placeholder") for m in PLACEHOLDER_PATTERN.finditer(text)]
        if "[" in text
        else []
    )
    kept: list[Finding] = []
    for item in [*holders, *findings]:
        if item.end > item.start and all(item.end <= other.start or item.start >= other.end for other in kept):
            kept.append(item)
    return sorted(kept)


class SpanRedactor:
    """Redacts by the findings of `find_batch`; an adapter inherits nothing else.

    Args:
        source: what finds.
        replacement: how findings are replaced.
        name: the word of the command line, for the policy digest.
        labels: labels to keep of what the source finds; None for all; a name with `+` before it takes none away.
        without: labels to leave out.

    Raises:
        PolicyError: an unknown label.
    """

    batch_traces = 1

    def __init__(self, source: SpanSource, replacement: Replacement, name: str,
                 labels: Iterable[str] | None = None, without: Iterable[str] = ()) -> None:  # fmt: skip
        self.source, self.replacement, self.name = source, replacement, name
        self.looks_at = source.looks_at
        self.batch_traces = getattr(source, "batch_traces", 1)
        named, without = [*(labels or ())], frozenset(without)
        chosen = chosen_labels(named, without)
        only = any(not label.startswith("+") for label in named)
        self.left_out = frozenset(LABELS) - chosen if only else without

    def find_batch(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """The findings of leaves, placeholders among them."""
        return [
            settled(leaf.text, [item for item in found if item.label not in self.left_out])
            for leaf, found in zip(leaves, self.source.find_batch(leaves))
        ]

    def find(self, text: str, key: str | None = None) -> list[Finding]:
        """The findings of one text, placeholders left out."""
        leaf = Leaf(text, key, (key,) if key is not None else (), 0)
        return [item for item in self.find_batch([leaf])[0] if item.label != PLACEHOLDER]

    def redact_batch(self, leaves: Sequence[Leaf]) -> list[str]:
        """One redacted text a leaf."""
        return [redaction.text for redaction in self.redact_batch_labelled(leaves)]

    def redact_batch_labelled(self, leaves: Sequence[Leaf]) -> list[Redaction]:
        """One redaction a leaf."""
        return [
            Redaction(replaced(leaf.text, found, self.replacement), tuple(item.label for item in found))
            if found
            else Redaction(leaf.text)
            for leaf, found in zip(leaves, self.find_batch(leaves))
        ]

    def __call__(self, text: str) -> str:
        """One text on its own."""
        return self.redact_batch([Leaf(text, None, (), 0)])[0]

    def holds_secret(self, text: str) -> bool:
        """Whether the source takes a text for one that holds a secret."""
        holds = getattr(self.source, "holds_secret", None)
        return bool(holds(text)) if holds is not None else False

    def config(self) -> Mapping[str, Any]:
        """A value-free description for a policy digest."""
        described = getattr(self.source, "config", None)
        return {
            "redactor": self.name,
            "replacement": self.replacement.config(),
            "left_out": sorted(self.left_out),
            "source": described() if described else None,
        }

    def digest(self) -> str:
        """Sixteen hexadecimal digits of `config`."""
        return hashlib.sha256(json.dumps(self.config(), sort_keys=True, default=str).encode()).hexdigest()[:16]
