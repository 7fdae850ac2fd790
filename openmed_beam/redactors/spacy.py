"""Persons by an installed spaCy model. Needs the extra `spacy`; nothing is downloaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.replacement import Replacement
from openmed_beam.redactors.span_redactor import SpanRedactor
from openmed_beam.traces.leaf import Leaf

_PERSON = frozenset({"PERSON", "PER"})
_MODELS: dict[str, Any] = {}


class SpacySource:
    """Runs `nlp.pipe` over the texts of a batch; one model a process."""

    looks_at: tuple[str, ...] = ("text",)
    batch_traces = 16

    def __init__(self, model: str) -> None:
        self.model = model

    def setup(self) -> None:
        """Loads the model.

        Raises:
            PolicyError: spaCy or the model is not installed.
        """
        if self.model in _MODELS:
            return
        try:
            import spacy
        except ImportError:
            raise PolicyError("the redactor 'spacy' needs the extra: pip install 'openmed-beam[spacy]'") from None
        try:
            _MODELS[self.model] = spacy.load(self.model)
        except OSError:
            raise PolicyError(f"the spaCy model {self.model!r} is not installed; nothing is downloaded") from None

    def find_batch(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """The persons of each leaf; equal texts are asked about once."""
        self.setup()
        pipeline = _MODELS[self.model]
        texts = list(dict.fromkeys(leaf.text for leaf in leaves if leaf.text and len(leaf.text) < pipeline.max_length))
        known = {
            text: [
                Finding(e.start_char, e.end_char, "NAME", "spacy", " " in e.text)
                for e in doc.ents
                if e.label_ in _PERSON
            ]
            for text, doc in zip(texts, pipeline.pipe(texts))
        }
        return [known.get(leaf.text, []) for leaf in leaves]

    def config(self) -> Mapping[str, Any]:
        """What the answers depend on."""
        return {"model": self.model}


class SpacyRedactor(SpanRedactor):
    """`--redactor spacy`: names of persons by a spaCy model.

    Args:
        model: an installed model, by default `en_core_web_sm`.
        replacement, key_env, key_file: as everywhere.
    """

    def __init__(self, *, model: str = "en_core_web_sm", replacement: Any = "mask", key_env: str | None = None,
                 key_file: str | None = None) -> None:  # fmt: skip
        super().__init__(SpacySource(model), Replacement.of(replacement, key_env=key_env, key_file=key_file), "spacy")

    def setup(self) -> None:
        """Loads the model, so that what is missing is one error at the start."""
        self.source.setup()  # type: ignore[attr-defined]
