"""Presidio's analyzer as a finder, with its look-ups on the network turned off. Needs the extra `presidio`."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.replacement import Replacement
from openmed_beam.redactors.span_redactor import SpanRedactor
from openmed_beam.traces.leaf import Leaf

#: Presidio's entity -> label; what has no row is left alone.
LABELS = {
    "EMAIL_ADDRESS": "EMAIL", "PHONE_NUMBER": "PHONE", "US_SSN": "SSN", "US_ITIN": "SSN", "CREDIT_CARD": "CREDIT_CARD",
    "IBAN_CODE": "IBAN", "US_BANK_NUMBER": "BANK_ACCOUNT", "UK_NHS": "NHS_NUMBER", "IP_ADDRESS": "IP", "MAC_ADDRESS": "MAC",
    "PERSON": "NAME", "US_PASSPORT": "PASSPORT", "US_DRIVER_LICENSE": "DRIVER_LICENSE", "MEDICAL_LICENSE": "DEA",
    "UK_NINO": "NATIONAL_ID", "ES_NIF": "NATIONAL_ID", "ES_NIE": "NATIONAL_ID", "IT_FISCAL_CODE": "NATIONAL_ID",
    "PL_PESEL": "NATIONAL_ID", "SG_NRIC_FIN": "NATIONAL_ID", "AU_TFN": "NATIONAL_ID", "AU_MEDICARE": "NATIONAL_ID",
    "IN_AADHAAR": "NATIONAL_ID", "IN_PAN": "NATIONAL_ID", "FI_PERSONAL_IDENTITY_CODE": "NATIONAL_ID", "CRYPTO": "BANK_ACCOUNT",
}  # fmt: skip


class PresidioSource:
    """Runs an `AnalyzerEngine`, built once a process at first use."""

    looks_at: tuple[str, ...] = ("text",)

    def __init__(self, threshold: float, language: str, model: str | None, entities: Iterable[str] | None) -> None:
        self.threshold, self.language, self.model = threshold, language, model
        self.entities = list(entities) if entities is not None else sorted(LABELS)
        self._engine: Any = None

    def setup(self) -> None:
        """Builds the analyzer.

        Raises:
            PolicyError: presidio or the spaCy model is not installed.
        """
        if self._engine is not None:
            return
        try:
            import tldextract  # type: ignore[import-not-found]
            from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
        except ImportError:
            raise PolicyError("the redactor 'presidio' needs the extra: pip install 'openmed-beam[presidio]'") from None
        # The e-mail recogniser asks for the list of public suffixes on the network; the list in the package serves.
        tldextract.extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
        for module in ("email_recognizer", "url_recognizer"):
            try:
                importlib.import_module(f"presidio_analyzer.predefined_recognizers.{module}").tldextract = tldextract  # type: ignore[attr-defined]
            except ImportError:
                continue
        registry = RecognizerRegistry(supported_languages=[self.language])
        registry.load_predefined_recognizers(languages=[self.language])
        if self.model is None:
            registry.remove_recognizer("SpacyRecognizer")
        self._engine = AnalyzerEngine(
            registry=registry, nlp_engine=_nlp(self.model, self.language), supported_languages=[self.language]
        )

    def find_batch(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """One analysis a leaf."""
        self.setup()
        supported = set(self._engine.get_supported_entities(self.language))
        wanted = [entity for entity in self.entities if entity in supported]
        out: list[Sequence[Finding]] = []
        for leaf in leaves:
            results = (
                self._engine.analyze(leaf.text, language=self.language, entities=wanted, score_threshold=self.threshold)
                if leaf.text
                else []
            )
            results.sort(key=lambda item: (-item.score, item.start - item.end))
            out.append(
                [Finding(r.start, r.end, LABELS[r.entity_type], "presidio") for r in results if r.entity_type in LABELS]
            )
        return out

    def config(self) -> Mapping[str, Any]:
        """What the answers depend on."""
        return {"threshold": self.threshold, "language": self.language, "model": self.model, "entities": self.entities}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_engine": None}


def _nlp(model: str | None, language: str) -> Any:
    """A spaCy model that is installed, or a blank pipeline: patterns and context need only words."""
    import spacy
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    class _Loaded(SpacyNlpEngine):  # type: ignore[misc]
        """An engine whose pipeline is given, so that nothing is downloaded."""

        def __init__(self, pipeline: Any) -> None:
            super().__init__(models=[{"lang_code": language, "model_name": model or "blank"}])
            self.nlp = {language: pipeline}

        def load(self) -> None:
            """Nothing to load."""

    try:
        return _Loaded(spacy.load(model) if model else spacy.blank(language))
    except OSError:
        raise PolicyError(f"the spaCy model {model!r} is not installed; nothing is downloaded") from None


class PresidioRedactor(SpanRedactor):
    """`--redactor presidio`.

    Args:
        replacement, key_env, key_file: as everywhere.
        threshold: least score that counts.
        language: language code of the recognisers.
        model: an installed spaCy model for PERSON; None for patterns alone.
        entities: Presidio's names of what to find.
    """

    def __init__(self, *, replacement: Any = "mask", key_env: str | None = None, key_file: str | None = None, threshold: float = 0.4,
                 language: str = "en", model: str | None = None, entities: Iterable[str] | None = None,
                 labels: Iterable[str] | None = None, without: Iterable[str] = ()) -> None:  # fmt: skip
        super().__init__(
            PresidioSource(threshold, language, model, entities),
            Replacement.of(replacement, key_env=key_env, key_file=key_file),
            "presidio",
            labels,
            without,
        )

    def setup(self) -> None:
        """Builds the analyzer, so that what is missing is one error at the start."""
        self.source.setup()  # type: ignore[attr-defined]
