"""Redactors that misbehave: whatever they raise or return stops its own trace alone, and takes no text with it."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Sequence
from typing import Any

import pytest
from redacting import outcomes

from openmed_beam.errors import PolicyError
from openmed_beam.traces.leaf import Leaf, Redaction
from openmed_beam.traces.tool_calls import (
    RedactedTrace,
    ToolCallRedactionError,
    ToolCallRedactor,
    TraceFault,
    redact_tool_call,
)

LEAVING = [SystemExit, GeneratorExit, StopIteration, asyncio.CancelledError, MemoryError, BaseException]


def raising(kind: type[BaseException]) -> Any:
    def redact(text: str) -> str:
        if "CANARY" in text:
            raise kind(text)
        return text.upper()

    return redact


@pytest.mark.parametrize("kind", LEAVING)
def test_what_a_redactor_raises_stops_its_trace_alone(kind: type[BaseException]) -> None:
    stopped, passed = outcomes([{"a": ["fine", "CANARY", "more"]}, {"a": "fine"}], raising(kind))

    assert stopped == TraceFault("redact", "redactor_failed", None, kind.__name__)
    assert isinstance(passed, RedactedTrace)
    assert passed.payload == b'{"a":"FINE"}'


@pytest.mark.parametrize("kind", LEAVING)
def test_the_core_function_fails_with_a_place_and_no_cause(kind: type[BaseException]) -> None:
    with pytest.raises(ToolCallRedactionError) as caught:
        redact_tool_call({"a": ["fine", "CANARY"]}, content_paths=["a.*"], text_redactor=raising(kind))

    assert "CANARY" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def test_an_interrupt_of_the_user_passes() -> None:
    with pytest.raises(KeyboardInterrupt):
        outcomes([{"a": "CANARY"}], raising(KeyboardInterrupt))


class Labelling:
    """Answers every leaf with the same labels."""

    def __init__(self, *labels: Any) -> None:
        self.labels = labels

    def redact_batch(self, leaves: Sequence[Leaf]) -> list[str]:
        return [leaf.text for leaf in leaves]

    def redact_batch_labelled(self, leaves: Sequence[Leaf]) -> list[Redaction]:
        return [Redaction("x", self.labels) for _ in leaves]


@pytest.mark.parametrize("label", [5, None, ["NAME"], b"NAME"])
def test_a_label_that_is_no_text(label: Any) -> None:
    assert outcomes([{"a": "b"}], Labelling(label)) == [TraceFault("redact", "redactor_bad_return")]


def test_a_label_made_of_data_is_not_named() -> None:
    (outcome,) = outcomes([{"a": "b"}], Labelling("NAME", "Synthia Testperson", "OTHER"))

    assert isinstance(outcome, RedactedTrace)
    assert outcome.report.to_dict()["entities"] == {"NAME": 1, "OTHER": 2}


class Guarding(Labelling):
    def holds_secret(self, text: str) -> bool:
        raise ValueError(text)


def test_a_check_for_secrets_that_fails_stops_the_trace() -> None:
    picture = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode()

    stopped, passed = outcomes([{"a": picture}, {"a": "b"}], Guarding())

    assert stopped == TraceFault("redact", "redactor_failed", None, "ValueError")
    assert isinstance(passed, RedactedTrace)


@pytest.mark.parametrize(
    ("name", "value"), [("looks_at", 7), ("looks_at", "text"), ("looks_at", ("value",)), ("batch_traces", "many")]
)
def test_attributes_that_make_no_sense_are_told_at_once(name: str, value: Any) -> None:
    redactor = Labelling()
    setattr(redactor, name, value)

    with pytest.raises(PolicyError, match=name):
        ToolCallRedactor(redactor, content_paths=["a"])
