"""Names and values that stand apart, in text and as members of one object."""

from __future__ import annotations

import json
from typing import Any

import pytest

from openmed_beam.redactors import RuleRedactor, find
from openmed_beam.traces.tool_calls import RedactedTrace, ToolCallRedactor


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [
        ("see {'name': 'DB_PASSWORD', 'value': 'hunter2x!'}", "SECRET", "hunter2x!"),
        ('<input type="text" name="last_name" id="x" value="Quigley">', "NAME", "Quigley"),
        ("env:\n  - name: API_KEY\n    value: kd82Lsqp9911xx\n", "SECRET", "kd82Lsqp9911xx"),
        ('{"key":"ssn","value":"219099999"', "SSN", "219099999"),
        ('{\\"name\\": \\"phone\\", \\"value\\": \\"2175550123\\"}', "PHONE", "2175550123"),
        ('{"name":"phone","type":"string","value":"2175550123"', "PHONE", "2175550123"),
        ('{"mrn":{"value":"LPCH-475508","assigner":"LPCH"', "MRN", "LPCH-475508"),
    ],
)
def test_pairs_in_text(text: str, label: str, value: str) -> None:
    assert [(hit.label, text[hit.start : hit.end]) for hit in find(text)] == [(label, value)]


@pytest.mark.parametrize(
    "text", ["name: LOG_LEVEL\nvalue: info", "<meta name='author' content='x'>", "name: password value: ", "value: 12"]
)
def test_pairs_that_say_nothing(text: str) -> None:
    assert find(text) == []


def redacted(content: Any, redactor: RuleRedactor) -> Any:
    worker = ToolCallRedactor(redactor, content_paths=["content"])
    (outcome,) = worker.redact_json([json.dumps({"content": content}).encode()])
    assert isinstance(outcome, RedactedTrace)
    return json.loads(outcome.payload)["content"]


def test_the_member_beside_a_value_is_its_name() -> None:
    content = {
        "env": [{"name": "DB_PASSWORD", "value": "hunter2x!"}, {"value": "info", "name": "LOG_LEVEL"}],
        "fields": [{"value": "2175550123", "key": "phone"}, {"key": "order", "value": "2175550123"}],
        "phoneNumbers": [{"value": "4155550123", "type": "work"}],
        "total": {"value": "4155550124"},
    }
    assert redacted(content, RuleRedactor(propagate=False))["env"][0]["value"] == "hunter2x!"  # looks at no other leaf
    assert redacted(content, RuleRedactor()) == {
        "env": [{"name": "DB_PASSWORD", "value": "[SECRET]"}, {"value": "info", "name": "LOG_LEVEL"}],
        # the same number in another place of the trace is the same person's
        "fields": [{"value": "[PHONE]", "key": "phone"}, {"key": "order", "value": "[PHONE]"}],
        "phoneNumbers": [{"value": "[PHONE]", "type": "work"}],
        "total": {"value": "4155550124"},
    }
