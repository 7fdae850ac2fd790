"""Asking a redactor: many leaves at once, each distinct question once, and what goes wrong kept to its own trace.

Owns the bounded memory of answers. An answer is remembered by what the redactor says it looks at (`looks_at`), so that
it never depends on which batch, bundle or worker a leaf met. Nothing that a redactor raises leaves this module but its
type's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from openmed_beam.errors import PolicyError
from openmed_beam.traces.leaf import LEAF_FIELDS, Leaf, Redaction, TextRedactor
from openmed_beam.traces.leaves import Gathered, Probe, key_of, link_path, path_of

_RESULT_FIELDS = ("deidentified_text", "redacted_text", "text")

#: Characters of leaves and answers that one memory holds before the older half is dropped.
MEMORY_CHARS = 16_000_000
_MEMORY_LEAF = 65_536


#: What a redactor that gives labels answers, or the text alone.
Answer = str | Redaction


class Failure(NamedTuple):
    """Why a redactor gave no answer: `redactor_failed` or `redactor_bad_return`, and the type's name if it raised."""

    reason: str
    exception_type: str | None


class BadReturn(Exception):
    """A redactor gave something without a str inside."""


def text_of(answer: Any) -> str:
    """The str in what a redactor returned: itself, `.deidentified_text`, or that key of a mapping.

    Raises:
        BadReturn: there is none.
    """
    if type(answer) is str:
        return answer
    found = getattr(answer, "deidentified_text", None)
    if found is None and isinstance(answer, Mapping):
        found = next((answer[name] for name in _RESULT_FIELDS if name in answer), None)
    elif found is None and isinstance(answer, Redaction):
        found = answer.text
    elif found is None and isinstance(answer, str):
        found = str(answer)
    if not isinstance(found, str):
        raise BadReturn
    return str(found)


class Memory:
    """Answers by question, bounded by characters: when the young half is full the old half goes."""

    def __init__(self, limit: int = MEMORY_CHARS) -> None:
        self._young: dict[Any, Answer] = {}
        self._old: dict[Any, Answer] = {}
        self._size, self._limit = 0, limit // 2

    def get(self, question: Any) -> Answer | None:
        found = self._young.get(question)
        if found is None:
            found = self._old.get(question)
            if found is not None:
                self.put(question, found)
        return found

    def put(self, question: Any, answer: Answer) -> None:
        text = question if type(question) is str else question[0]
        if len(text) > _MEMORY_LEAF:
            return
        self._size += len(text) + len(answer if type(answer) is str else answer[0]) + 64
        if self._size > self._limit:
            self._old, self._young, self._size = self._young, {}, 0
        self._young[question] = answer


class Asker:
    """One redactor with the memory of its answers; belongs to one worker and is not pickled.

    Args:
        redactor: a callable on text, or an object with `redact_batch`.
        remember: keep answers between calls (only where the redactor does not look at the trace).
    """

    def __init__(self, redactor: TextRedactor, *, remember: bool = True) -> None:
        labelled = getattr(redactor, "redact_batch_labelled", None)
        batch = getattr(redactor, "redact_batch", None)
        self._labelled: Callable[[Sequence[Leaf]], list[Redaction]] | None = None
        self._batch: Callable[[Sequence[Leaf]], Sequence[Any]] | None = None
        self._plain: Callable[[str], Any] | None = None
        if callable(labelled):
            self._labelled = labelled
        elif callable(batch):
            self._batch = batch
        elif callable(redactor):
            self._plain = redactor
        else:
            raise PolicyError("a text redactor is a callable on str or an object with redact_batch(leaves)")
        looks_at = ("text",) if self._plain else tuple(getattr(redactor, "looks_at", LEAF_FIELDS))
        if unknown := set(looks_at) - set(LEAF_FIELDS):
            raise PolicyError(f"looks_at names {len(unknown)} unknown leaf field(s); known: {', '.join(LEAF_FIELDS)}")
        self._key, self._path, self._trace = ("key" in looks_at, "path" in looks_at, "trace" in looks_at)
        self._memory = Memory() if remember and not self._trace else None
        self.batch_traces: int = max(1, int(getattr(redactor, "batch_traces", 1)))
        self.holds_secret: Callable[[str], bool] | None = getattr(redactor, "holds_secret", None)

    def ask(self, traces: Sequence[Gathered | None]) -> list[list[Answer] | Failure]:
        """Answers for the leaves of each trace, in order (none for None); a failing leaf fails its own trace alone."""
        questions: list[list[Any]] = [self._questions(number, trace) for number, trace in enumerate(traces)]
        return self._answer_all(questions, [trace.places if trace else [] for trace in traces])

    def ask_probes(self, probes: Sequence[Probe]) -> list[Answer] | Failure:
        """Answers for numbers and keys, which are only compared."""
        places: list[Any] = [(None, "", probe.link) for probe in probes]
        rows: list[Any] = []
        for probe, place in zip(probes, places):
            key = key_of((None, 0, probe.link)) if probe.numeric else None
            path = link_path(place[2]) if self._path else ()
            rows.append(probe.text if self._plain and not self._key else self._question(probe.text, key, path, 0))
        return self._answer_all([rows], [places])[0]

    def first_failure(self, trace: Gathered) -> tuple[int, Failure]:
        """Number of the first leaf that fails by itself (0 where none does alone), and how."""
        failed = Failure("redactor_failed", None)
        for number, answer in enumerate(self._isolate(self._questions(0, trace))):
            if isinstance(answer, Failure):
                return number, answer
        return 0, failed

    def _questions(self, number: int, trace: Gathered | None) -> list[Any]:
        if trace is None:
            return []
        if self._plain or not (self._key or self._path or self._trace):
            return list(trace.texts)
        return [
            self._question(text, key_of(place), path_of(place) if self._path else (), number)
            for text, place in zip(trace.texts, trace.places)
        ]

    def _question(self, text: str, key: str | None, path: tuple[str | int, ...], trace: int) -> Any:
        if not (self._key or self._path or self._trace):
            return text
        return (text, key if self._key else None, path, trace if self._trace else 0)

    def _answer_all(self, questions: list[list[Any]], places: list[Any]) -> list[list[Answer] | Failure]:
        """Look up what is known, ask once for each distinct rest, and give each trace its row."""
        memory = self._memory
        if self._trace or memory is None:
            return self._fresh(questions)
        known: dict[Any, Answer | Failure | None] = {}
        for row in questions:
            for question in row:
                if question not in known:
                    known[question] = memory.get(question)
        missing = [question for question, answer in known.items() if answer is None]
        if missing:
            for question, answer in zip(missing, self._each(missing)):
                known[question] = answer
                if not isinstance(answer, Failure):
                    memory.put(question, answer)
        return [_row([known[question] for question in row]) for row in questions]

    def _fresh(self, questions: list[list[Any]]) -> list[list[Answer] | Failure]:
        flat = [question for row in questions for question in row]
        answers = self._call(flat)
        if isinstance(answers, Failure):
            if len(questions) == 1 and not self._plain:
                return [answers]
            return [_row(self._isolate(row)) for row in questions]
        out: list[list[Answer] | Failure] = []
        at = 0
        for row in questions:
            out.append(answers[at : at + len(row)])
            at += len(row)
        return out

    def _each(self, questions: list[Any]) -> list[Answer | Failure]:
        answers = self._call(questions)
        return self._isolate(questions) if isinstance(answers, Failure) else list(answers)

    def _isolate(self, questions: list[Any]) -> list[Answer | Failure]:
        """After a call failed: what each question alone gives (a whole trace at once where the redactor looks at it)."""
        if self._trace:
            answers = self._call(questions)
            return [answers] * len(questions) if isinstance(answers, Failure) else list(answers)
        out: list[Answer | Failure] = []
        for question in questions:
            answer = self._call([question])
            out.append(answer if isinstance(answer, Failure) else answer[0])
        return out

    def _call(self, questions: list[Any]) -> list[Answer] | Failure:
        if not questions:
            return []
        try:
            if self._plain is not None:
                given: Sequence[Any] = list(map(self._plain, questions))
            else:
                leaves = [Leaf(q, None, (), 0) if type(q) is str else Leaf(*q) for q in questions]
                given = self._labelled(leaves) if self._labelled is not None else self._batch(leaves)  # type: ignore[misc]
                if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != len(questions):
                    return Failure("redactor_bad_return", None)
            if self._labelled is not None:
                if all(type(answer) is Redaction and type(answer.text) is str for answer in given):
                    return list(given)
                return Failure("redactor_bad_return", None)
            return [answer if type(answer) is str else text_of(answer) for answer in given]
        except BadReturn:
            return Failure("redactor_bad_return", None)
        except Exception as error:
            return Failure("redactor_failed", type(error).__name__)


def _row(answers: list[Any]) -> list[Answer] | Failure:
    for answer in answers:
        if type(answer) is Failure:
            return answer
    return answers
