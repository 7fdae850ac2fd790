"""Asking a redactor: many leaves at once, each distinct question once, and what goes wrong kept to its own trace.

Owns the bounded memory of answers. An answer is remembered by what the redactor says it looks at (`looks_at`), so that
it never depends on which batch, bundle or worker a leaf met. Nothing that a redactor raises leaves this module but its
type's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from openmed_beam.errors import PolicyError
from openmed_beam.traces.gathered import Gathered, LeafFields, Leaves
from openmed_beam.traces.leaf import LEAF_FIELDS, Leaf, Redaction, TextRedactor
from openmed_beam.traces.native import is_on
from openmed_beam.traces.native_walk import NativeMemory, NativeTrace, NativeWalker

_RESULT_FIELDS = ("deidentified_text", "redacted_text", "text")

#: Characters of leaves and answers that one memory holds before the older half is dropped.
MEMORY_CHARS = 16_000_000
_ENTRY_CHARS = 100

#: What a redactor that gives labels answers, or the text alone.
Answer = str | Redaction

#: What is asked: the text where the redactor looks at nothing else, or the fields of a `Leaf`.
Question = str | LeafFields


class Failure(NamedTuple):
    """Why a redactor gave no answer: `redactor_failed` or `redactor_bad_return`, and the type's name if it raised."""

    reason: str
    exception_type: str | None


class BadReturn(Exception):
    """A redactor gave something without a str inside."""


class SecretCheckFailed(Exception):
    """A redactor's `holds_secret` raised; the argument is the name of what it raised."""


def text_of(answer: Any) -> str:
    """The str in what a redactor returned: itself, `.deidentified_text`, or that key of a mapping.

    Raises:
        BadReturn: there is none.
    """
    if type(answer) is str:
        return answer
    found = getattr(answer, "deidentified_text", None)
    if found is None and isinstance(answer, Redaction):
        found = answer.text
    elif found is None and isinstance(answer, Mapping):
        found = next((answer[name] for name in _RESULT_FIELDS if name in answer), None)
    elif found is None and isinstance(answer, str):
        found = answer
    if not isinstance(found, str):
        raise BadReturn
    return str(found)


def plain_function(redactor: Any) -> Callable[[str], Any] | None:
    """The redactor where it is asked by a call for each text, None where it takes batches (or is none)."""
    if callable(getattr(redactor, "redact_batch_labelled", None)) or callable(getattr(redactor, "redact_batch", None)):
        return None
    return redactor if callable(redactor) else None


class Memory:
    """Answers by question, bounded by characters: when the young half is full the old half goes."""

    def __init__(self, limit: int = MEMORY_CHARS) -> None:
        self.young: dict[Question, Answer] = {}
        self._old: dict[Question, Answer] = {}
        self._size, self._limit = 0, limit // 2

    def recall(self, questions: Iterable[Question]) -> dict[Question, Answer]:
        """What the old half knows of these; it is young again from now on."""
        old = self._old
        found = {question: old[question] for question in questions if question in old} if old else {}
        if found:
            self.learn(found)
        return found

    def learn(self, answers: dict[Question, Answer]) -> None:
        """Remember answers."""
        size = _ENTRY_CHARS * len(answers)
        size += sum([len(question if type(question) is str else question[0]) for question in answers])
        size += sum([len(answer if type(answer) is str else answer[0]) for answer in answers.values()])
        if size > self._limit:
            return
        self._size += size
        if self._size > self._limit:
            self._old, self.young, self._size = self.young, {}, size
        self.young.update(answers)


class Asker:
    """One redactor with the memory of its answers; belongs to one worker and is not pickled.

    Args:
        redactor: a callable on text, or an object with `redact_batch`.
        remember: keep answers between calls (only where the redactor does not look at the trace).

    Raises:
        PolicyError: it is neither, or its `looks_at` names something that a leaf has not.
    """

    def __init__(self, redactor: TextRedactor, *, remember: bool = True) -> None:
        labelled = getattr(redactor, "redact_batch_labelled", None)
        self._labelled = callable(labelled)
        self._batch: Callable[[Sequence[Leaf]], Sequence[Any]] | None = None
        self._plain = plain_function(redactor)
        if self._plain is None:
            self._batch = labelled if self._labelled else getattr(redactor, "redact_batch", None)
            if not callable(self._batch):
                raise PolicyError("a text redactor is a callable on str or an object with redact_batch(leaves)")
        given = ("text",) if self._plain else getattr(redactor, "looks_at", LEAF_FIELDS)
        looks_at = tuple(given) if isinstance(given, Iterable) else (given,)
        if any(field not in LEAF_FIELDS for field in looks_at):
            raise PolicyError(f"looks_at of a redactor is a tuple of fields; known: {', '.join(LEAF_FIELDS)}")
        batch_traces = getattr(redactor, "batch_traces", 1)
        if not isinstance(batch_traces, int):
            raise PolicyError("batch_traces of a redactor is a whole number")
        self._key, self._path, self._trace = "key" in looks_at, "path" in looks_at, "trace" in looks_at
        self._text_only = not (self._key or self._path or self._trace)
        self._memory = Memory() if remember and not self._trace else None
        self._native_memory: NativeMemory | None = None
        if self._plain is not None and self._memory is not None and is_on():
            # Most records go the native way; both memories together are no larger than one.
            self._native_memory = NativeMemory(MEMORY_CHARS // 4 * 3)
            self._memory = Memory(MEMORY_CHARS // 4)
        self.batch_traces = max(1, batch_traces)
        holds_secret = getattr(redactor, "holds_secret", None)
        self.holds_secret: Callable[[str], bool] | None = None if holds_secret is None else _guarded(holds_secret)

    def ask_natively(self, trace: NativeTrace, walker: NativeWalker) -> bool:
        """Have a native trace ask a plain function for its leaves, numbers and keys; False where that is for `ask`."""
        if self._native_memory is None or self._plain is None:
            return False
        return trace.ask(self._native_memory, walker, self._plain, text_of)

    def ask(self, traces: Sequence[Leaves | None]) -> list[list[Answer] | Failure]:
        """Answers for the leaves of each trace, in order (none for None); a failing leaf fails its own trace alone."""
        return self._answer([self._questions(number, trace) for number, trace in enumerate(traces)])

    def ask_unreachable(self, trace: Gathered | NativeTrace) -> list[Answer] | Failure:
        """Answers for the numbers of a trace and then for its keys, which are only compared."""
        rows: list[Question] = list(trace.number_questions(self._key, self._path))
        rows.extend((key, None, (), 0) for key in trace.new_keys)
        return self._answer([[row[0] for row in rows] if self._text_only else rows])[0]

    def first_failure(self, trace: Leaves) -> tuple[int, Failure]:
        """Number of the first leaf that fails by itself (0 where none does alone), and how."""
        for number, answer in enumerate(self._isolate(self._questions(0, trace))):
            if isinstance(answer, Failure):
                return number, answer
        return 0, Failure("redactor_failed", None)

    def _questions(self, number: int, trace: Leaves | None) -> Sequence[Question]:
        if trace is None:
            return ()
        if self._text_only:
            return trace.texts
        return trace.questions(self._key, self._path, number if self._trace else 0)

    def _answer(self, rows: Sequence[Sequence[Question]]) -> list[list[Answer] | Failure]:
        """Look up what is known, ask once for each distinct rest, and give each trace its row."""
        memory = self._memory
        if memory is None:
            return self._fresh(rows)
        answered: list[Any] = [list(map(memory.young.get, row)) for row in rows]
        missing = {
            question: None
            for row, answers in zip(rows, answered)
            if None in answers
            for question, answer in zip(row, answers)
            if answer is None
        }
        if not missing:
            return answered
        found: dict[Question, Any] = dict(memory.recall(missing))
        rest = [question for question in missing if question not in found] if found else list(missing)
        answers = self._call(rest)
        if isinstance(answers, Failure):
            each = dict(zip(rest, self._isolate(rest)))
            memory.learn({q: answer for q, answer in each.items() if not isinstance(answer, Failure)})
            found.update(each)
        else:
            new = dict(zip(rest, answers))
            memory.learn(new)
            found = new if not found else found | new
        return [
            _row([found[q] if answer is None else answer for q, answer in zip(row, answers)])
            if None in answers
            else answers
            for row, answers in zip(rows, answered)
        ]

    def _fresh(self, rows: Sequence[Sequence[Question]]) -> list[list[Answer] | Failure]:
        """Ask for everything in one call; where that fails, trace by trace."""
        answers = self._call([question for row in rows for question in row])
        if isinstance(answers, Failure):
            return [_row(self._isolate(row)) for row in rows]
        if len(rows) == 1:
            return [answers]
        out: list[list[Answer] | Failure] = []
        at = 0
        for row in rows:
            out.append(answers[at : at + len(row)])
            at += len(row)
        return out

    def _isolate(self, questions: Sequence[Question]) -> list[Answer | Failure]:
        """After a failed call: what each question gives alone (a whole trace where the redactor looks at traces)."""
        if self._trace:
            answers = self._call(questions)
            return [answers] * len(questions) if isinstance(answers, Failure) else list(answers)
        singles = (self._call([question]) for question in questions)
        return [answer if isinstance(answer, Failure) else answer[0] for answer in singles]

    def _call(self, questions: Sequence[Question]) -> list[Answer] | Failure:
        if not questions:
            return []
        try:
            if self._plain is not None:
                # No map(): a StopIteration of the redactor would end it early.
                plain = self._plain
                given: Sequence[Any] = [plain(question) for question in questions]  # type: ignore[arg-type]
            else:
                leaves = [Leaf(q, None, (), 0) if type(q) is str else Leaf._make(q) for q in questions]
                given = self._batch(leaves)  # type: ignore[misc]
                if not isinstance(given, list | tuple) or len(given) != len(questions):
                    return Failure("redactor_bad_return", None)
            if self._labelled:
                if all(type(answer) is Redaction and type(answer[0]) is str for answer in given):
                    if not all(type(label) is str for answer in given for label in answer[1]):
                        return Failure("redactor_bad_return", None)
                    return list(given)
                return Failure("redactor_bad_return", None)
            if set(map(type, given)) == {str}:
                return list(given)
            return [text_of(answer) for answer in given]
        except BadReturn:
            return Failure("redactor_bad_return", None)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # SystemExit as well: the text of a record must not leave with it.
            return Failure("redactor_failed", type(error).__name__)


def _guarded(holds_secret: Callable[[str], bool]) -> Callable[[str], bool]:
    """A redactor's check for secrets, whose failure is a failure of the redactor."""

    def check(text: str) -> bool:
        try:
            return bool(holds_secret(text))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            name = type(error).__name__
        # Raised out here, so that what was raised does not hang on it as its context.
        raise SecretCheckFailed(name)

    return check


def _row(answers: list[Any]) -> list[Answer] | Failure:
    return next((answer for answer in answers if type(answer) is Failure), answers)
