"""What redaction leaves alone below a content path, and what it says it could not reach."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from redacting import Recording, fault_of, mask, redacted, value_of

from openmed_beam.traces.asking import Memory
from openmed_beam.traces.fidelity_report import render


def total(counts: Any) -> int:
    """A count, or counts by safe path."""
    return sum(counts.values()) if isinstance(counts, dict) else counts


PROTECTED_NAMES = [
    "id", "uuid", "tool_call_id", "toolCallId", "tool-call-id", "ToolCallID", "call_id", "callId", "parentUuid",
    "session-id", "sessionId", "user_id", "role", "type", "timestamp", "created_at", "createdAt",
    "startTimeUnixNano", "start-time", "label", "labels", "score", "reward", "trace_id", "spanId",
    "tool_use_id", "toolUseID", "message_ids",
]  # fmt: skip
FREE_NAMES = [
    "content",
    "name",
    "text",
    "idea",
    "kid",
    "roles_played",
    "typed",
    "timely_note",
    "format",
    "labelled",
    "identity",
    "video",
]


@pytest.mark.parametrize("name", PROTECTED_NAMES)
def test_protected_names_stay_equal_and_are_counted(name: str) -> None:
    record = {"messages": [{"body": {name: "Synthia 1"}, "content": "Synthia"}]}
    found = redacted(record, paths=["messages"])
    assert json.loads(found.payload) == {"messages": [{"body": {name: "Synthia 1"}, "content": "[X]"}]}
    counts = found.report.to_dict()["protected_leaves"]
    assert total(counts) == 1
    assert set(counts) == {render(("messages", "*", "body", name))}


@pytest.mark.parametrize("name", FREE_NAMES)
def test_other_names_are_content(name: str) -> None:
    assert value_of({"messages": [{"x": {name: "Synthia"}}]}) == {"messages": [{"x": {name: "[X]"}}]}


def test_a_path_that_spells_the_name_makes_it_content() -> None:
    record = {"info": {"task": {"user_id": "Synthia", "other_id": "Synthia"}}, "user_id": "Synthia"}
    out = value_of(record, paths=["**", "info.task.user_id"])
    assert out == {"info": {"task": {"user_id": "[X]", "other_id": "Synthia"}}, "user_id": "Synthia"}
    assert value_of(record, paths=["**.user_id"])["user_id"] == "[X]"
    assert value_of(record, paths=["info.task.*"]) == record


@pytest.mark.parametrize(
    "key",
    [
        "arguments",
        "args",
        "kwargs",
        "input",
        "parameters",
        "result",
        "output",
        "response",
        "toolUseResult",
        "structuredContent",
    ],
)
def test_below_a_payload_path_names_are_data(key: str) -> None:
    data = {"patient_id": "Synthia", "deep": [{"role": "Synthia?"}], "id": "Synthia"}
    out = value_of({"call": {"id": "Synthia", key: {"patient_id": "Synthia", "deep": {"label": "Synthia"}}}})
    assert out == {"call": {"id": "Synthia", key: {"patient_id": "[X]", "deep": {"label": "[X]"}}}}
    encoded = value_of({"call": {key: json.dumps({"patient_id": "Synthia", "id": data["id"]})}})
    assert json.loads(encoded["call"][key]) == {"patient_id": "[X]", "id": "[X]"}


def test_inside_encoded_json_names_are_data_but_messages_there_are_messages() -> None:
    out = value_of(
        {"content": json.dumps({"user_id": "Synthia", "m": {"role": "user", "id": "Synthia", "content": "Synthia"}})}
    )
    assert json.loads(out["content"]) == {
        "user_id": "[X]",
        "m": {"role": "user", "id": "Synthia", "content": "[X]"},
    }


def test_items_below_a_payload_key_are_no_payload_until_the_next_such_key() -> None:
    record = {
        "input": [
            {"role": "user", "id": "Synthia", "content": "Synthia"},
            {
                "type": "function_call",
                "call_id": "Synthia",
                "name": "f",
                "arguments": {"user_id": "Synthia", "id": "Synthia"},
            },
            {"type": "function_call_output", "call_id": "Synthia", "output": '{"user_id":"Synthia"}'},
        ]
    }
    assert value_of(record) == {
        "input": [
            {"role": "user", "id": "Synthia", "content": "[X]"},
            {"type": "function_call", "call_id": "Synthia", "name": "f", "arguments": {"user_id": "[X]", "id": "[X]"}},
            {"type": "function_call_output", "call_id": "Synthia", "output": '{"user_id":"[X]"}'},
        ]
    }


def test_payload_paths_add_to_the_default_and_only_payload_defaults_drops_it() -> None:
    record = {"mine": {"user_id": "Synthia"}, "arguments": {"user_id": "Synthia"}, "other": {"user_id": "Synthia"}}
    kept = {"user_id": "Synthia"}
    changed = {"user_id": "[X]"}
    assert value_of(record, payload_paths=["mine"]) == {"mine": changed, "arguments": changed, "other": kept}
    assert value_of(record, payload_defaults=False) == {"mine": kept, "arguments": kept, "other": kept}
    assert value_of(record, payload_paths=["mine"], payload_defaults=False) == {
        "mine": changed,
        "arguments": kept,
        "other": kept,
    }


# --- opaque values ----------------------------------------------------------------------------------------------------

SIGNED = "Eq20260102T1555010000AbC-4111111111111111-zz=="
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"4111111111111111" * 8).decode()


@pytest.mark.parametrize(
    "part",
    [
        {"type": "thinking", "thinking": "t", "signature": SIGNED},
        {"type": "thinking", "thinking": "t", "thinkingSignature": SIGNED},
        {"thought": True, "text": "t", "thoughtSignature": SIGNED},
        {"text": "t", "thought_signature": SIGNED},
        {"type": "reasoning", "encrypted_content": SIGNED},
        {"type": "redacted_thinking", "data": SIGNED},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": SIGNED}},
        {"inlineData": {"mimeType": "image/png", "data": SIGNED}},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA4111111111111111AAAA"}},
        {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo4111111111111111AAAA="},
        {"type": "text", "text": PNG},
    ],
    ids=lambda part: json.dumps(part)[:40],
)
def test_opaque_values_stay_equal_and_are_counted(part: dict[str, Any]) -> None:
    record = {"messages": [{"role": "assistant", "content": [part, {"type": "text", "text": "Synthia"}]}]}
    found = redacted(record, paths=["messages.*.content"])
    assert json.loads(found.payload)["messages"][0]["content"] == [part, {"type": "text", "text": "[X]"}]
    assert total(found.report.to_dict()["opaque_leaves"]) == 1


@pytest.mark.parametrize(
    "record",
    [
        {"arguments": {"signature": SIGNED, "data": SIGNED, "encrypted_content": SIGNED}},
        {"content": {"signature": SIGNED}},
        {"content": {"data": SIGNED}},
        {"content": "data:image/png;base64,AAAA and Synthia 4111111111111111"},
        {"content": "data:text/plain;base64,AAAA4111111111111111"},
        {"content": base64.b64encode(b"plain text of a patient record, not media").decode() + " 4111111111111111"},
        {"content": "x data:image/png;base64,AAAA4111111111111111"},
        {"content": PNG + " 4111111111111111"},
    ],
    ids=lambda record: json.dumps(record)[:50],
)
def test_what_only_looks_opaque_is_redacted(record: dict[str, Any]) -> None:
    found = redacted(record)
    assert "4111111111111111" not in found.payload.decode()
    assert total(found.report.to_dict()["opaque_leaves"]) == 0


def test_a_leaf_that_a_secret_rule_hits_is_never_opaque() -> None:
    class Secrets(Recording):
        def holds_secret(self, text: str) -> bool:
            return "4111" in text

    part = {"type": "thinking", "thinking": "t", "signature": SIGNED}
    out = value_of({"content": [part]}, Secrets())
    assert out["content"][0]["signature"] != SIGNED


# --- findings that a string rule cannot reach -------------------------------------------------------------------------


def test_findings_in_numbers_and_keys_are_counted() -> None:
    record = {
        "arguments": json.dumps({"phone": 15550100, "limit": 3, "synthia@example.test": 1, "deep": [{"n": 4155501000}]})
    }
    found = redacted(record)
    report = found.report.to_dict()
    assert total(report["numeric_findings"]) == 2
    assert total(report["key_findings"]) == 1
    assert "synthia" not in json.dumps(report)
    assert found.payload == json.dumps(record, separators=(",", ":")).encode()


def test_findings_outside_content_are_not_counted() -> None:
    report = redacted({"phone": 15550100, "content": "x"}, paths=["content"]).report.to_dict()
    assert total(report["numeric_findings"]) == total(report["key_findings"]) == 0


@pytest.mark.parametrize("payload", [{"phone": 15550100}, {"synthia@example.test": 1}], ids=repr)
def test_strict_stops_the_trace(payload: dict[str, Any]) -> None:
    fault = fault_of({"arguments": payload}, strict=True)
    assert fault.reason == "residual_finding"
    assert "synthia" not in json.dumps(fault.report)
    assert redacted({"arguments": {"limit": 3, "m": "Synthia"}}, strict=True)


# --- the report -------------------------------------------------------------------------------------------------------


def test_the_report_counts_and_names_no_value() -> None:
    record = {
        "synthia@example.test": {"content": "Synthia", "id": "Synthia"},
        "arguments": '{"a":"Synthia","b":{"c":"d"}}',
        "bad": '{"x": Synthia',
    }
    report = redacted(record, paths=["**", "nowhere.at.all"]).report.to_dict()
    assert report["redacted_leaf_count"] == 3
    assert report["leaves_seen"] == 4
    assert report["structured_payload_count"] == 1
    assert report["malformed_payload_count"] == 1
    assert len(report["redacted_paths"]) == 3
    first, second = report["path_matches"]
    assert first > 0
    assert second == 0
    assert "ynthia" not in json.dumps(report)


def test_the_batch_redactor_sees_key_path_and_trace() -> None:
    recording = Recording()
    value_of({"messages": [{"content": ["Synthia"]}], "arguments": '{"a":{"b":["x"]}}'}, recording)
    seen = {(leaf.text, leaf.key, leaf.path) for leaf in recording.leaves}
    assert ("Synthia", "content", ("messages", 0, "content", 0)) in seen
    assert ("x", "b", ("arguments", "a", "b", 0)) in seen


def test_equal_leaves_are_asked_once_by_what_the_redactor_looks_at() -> None:
    class TextOnly(Recording):
        looks_at = ("text",)

    recording = TextOnly()
    value_of({"m": ["Synthia"] * 50 + ["other"] * 50}, recording, probe=False)
    assert sorted(leaf.text for leaf in recording.leaves) == ["Synthia", "other"]

    class ByKey(Recording):
        looks_at = ("text", "key")

    recording = ByKey()
    value_of({"a": "Synthia", "b": "Synthia", "c": {"a": "Synthia"}}, recording, probe=False)
    assert sorted(str(leaf.key) for leaf in recording.leaves) == ["a", "b"]


def test_mask_is_what_the_other_tests_think() -> None:
    assert mask("Synthia Testperson, +1-555-0100, synthia@example.test") == "[X], [X], [X]"


def test_the_memory_of_answers_is_bounded_by_what_it_holds() -> None:
    memory = Memory(limit=100_000)
    for number in range(200):
        memory.learn({f"question {number}": "x" * 1000})
    held = [answer for half in (memory.young, memory._old) for answer in half.values()]
    assert sum(map(len, held)) <= 100_000
    assert memory.young
    memory.learn({"huge": "x" * 200_000})
    assert "huge" not in memory.young
