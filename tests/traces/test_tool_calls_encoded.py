"""JSON inside JSON: every level decoded, redacted and still parsing; payloads that are not quite JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from redacting import Recording, fault_of, identity, mark, redacted, text_of, value_of
from strategies import SLOW, encoded_payloads

from openmed_beam.traces.tool_calls import redact_tool_call


def wrapped(value: Any, levels: int) -> Any:
    """A value as JSON in JSON in JSON."""
    for level in range(levels):
        value = json.dumps({f"l{level}": value})
    return value


def unwrapped(value: Any, levels: int) -> Any:
    for level in reversed(range(levels)):
        value = json.loads(value)[f"l{level}"]
    return value


@pytest.mark.parametrize("levels", [1, 2, 3, 4])
def test_every_level_down_to_the_decode_depth(levels: int) -> None:
    recording = Recording()
    out = value_of({"content": wrapped("hello Synthia", levels)}, recording)
    assert unwrapped(out["content"], levels) == "hello [X]"
    assert [leaf.text for leaf in recording.leaves if "Synthia" in leaf.text] == ["hello Synthia"]


def test_what_lies_deeper_is_text_and_still_redacted() -> None:
    out = value_of({"content": wrapped("hello Synthia", 6)})
    assert unwrapped(out["content"], 6) == "hello [X]"
    out = value_of({"content": wrapped("Synthia", 2)}, decode_depth=1)
    assert unwrapped(out["content"], 2) == "[X]"


def test_a_quote_in_a_replacement_is_escaped_once_a_level() -> None:
    out = value_of({"content": wrapped("Synthia", 3)}, lambda text: text.replace("Synthia", 'a "b" \\ é\n'))
    assert unwrapped(out["content"], 3) == 'a "b" \\ é\n'


def test_a_path_goes_on_inside_an_encoded_string() -> None:
    record = {"m": [{"v": '{"to":"Synthia","keep":"Synthia","deep":"{\\"to\\":\\"Synthia\\"}"}'}], "to": "Synthia"}
    out = value_of(record, paths=["m.*.v.to", "m.*.v.deep.to"])
    inner = json.loads(out["m"][0]["v"])
    assert inner == {"to": "[X]", "keep": "Synthia", "deep": '{"to":"[X]"}'}
    assert out["to"] == "Synthia"


def test_lists_of_json_strings_and_json_strings_inside_objects() -> None:
    record = {"result": [[['[{"f": "{\\"name\\": \\"Synthia\\"}"}]', "plain Synthia"]]], "o": {"x": '["Synthia"]'}}
    out = value_of(record, paths=["result", "o"])
    assert json.loads(json.loads(out["result"][0][0][0])[0]["f"]) == {"name": "[X]"}
    assert out["result"][0][0][1] == "plain [X]"
    assert json.loads(out["o"]["x"]) == ["[X]"]


def test_content_that_is_text_in_one_record_and_parts_in_the_next() -> None:
    paths = ["messages.*.content"]
    assert value_of({"messages": [{"content": "Synthia"}]}, paths=paths) == {"messages": [{"content": "[X]"}]}
    parts = [
        {"type": "text", "text": "Synthia"},
        {"type": "tool_result", "content": [{"type": "text", "text": "Synthia"}]},
    ]
    out = value_of({"messages": [{"content": parts}, {"content": None}]}, paths=paths)
    assert out["messages"][0]["content"][0]["text"] == "[X]"
    assert out["messages"][0]["content"][1]["content"][0] == {"type": "text", "text": "[X]"}
    assert out["messages"][1] == {"content": None}


@pytest.mark.parametrize("text", ["5550100", "true", "null", "1e5", '"'])
def test_text_that_parses_to_a_scalar_is_text(text: str) -> None:
    recording = Recording()
    assert value_of({"content": text}, recording, probe=False) == {"content": text.replace("Synthia", "[X]")}
    assert [leaf.text for leaf in recording.leaves] == [text]


NOT_QUITE = [
    ('{"n": NaN, "to": "Jos\\u00e9"}', '{"n": NaN, "to": "[N]"}'),
    ('[Infinity, -Infinity,"Jos\\u00e9"]', '[Infinity, -Infinity,"[N]"]'),
    ('{"to":"Jos\\u00e9","to":"Jos\\u00e9 2"}', '{"to":"[N]","to":"[N] 2"}'),
    ('{"a":{"x":1,"x":"{\\"to\\":\\"Jos\\u00e9\\"}"}}', None),
]


@pytest.mark.parametrize(("payload", "expected"), NOT_QUITE, ids=lambda text: ascii(text)[:30])
def test_not_quite_json_is_redacted_in_its_own_text(payload: str, expected: str | None) -> None:
    found = redacted({"arguments": payload}, lambda text: text.replace("José", "[N]"))
    out = json.loads(found.payload)["arguments"]
    assert "Jos" not in out
    if expected is not None:
        assert out == expected
    report = found.report.to_dict()
    assert report["malformed_payload_count"] == 1
    assert len(report["malformed_payload_paths"]) == 1


@pytest.mark.parametrize(
    "payload", ['{"to":"Synthia","body":"Dear Syn', "{'to': 'Synthia'}", '{"a":"Synthia" // x\n}', "[Synthia"]
)
def test_text_that_does_not_tokenise_goes_to_the_redactor_whole(payload: str) -> None:
    found = redacted({"arguments": payload})
    out = json.loads(found.payload)["arguments"]
    assert out == payload.replace("Dear Syn", "[X]").replace("Synthia", "[X]")
    assert found.report.to_dict()["malformed_payload_count"] == 1


def test_the_core_hands_what_is_not_quite_json_over_whole_as_openmed_does() -> None:
    seen: list[str] = []
    redact_tool_call({"result": '{"a":NaN,"b":"x"}'}, text_redactor=lambda text: seen.append(text) or text)
    assert seen == ['{"a":NaN,"b":"x"}']


def test_preserve_keeps_the_payload_text_where_no_leaf_changed() -> None:
    payload = '{ "z": 1, "account": 123456789012345678901234567890,\n "a": 1.10, "s": "\\u0041\\/" }'
    assert json.loads(text_of(json.dumps({"content": payload})))["content"] == payload
    changed = json.loads(text_of(json.dumps({"content": payload[:-1] + ', "m": "Synthia"}'})))["content"]
    assert changed == payload[:-1] + ', "m": "[X]"}'


def test_canonical_is_compact_sorted_and_exact() -> None:
    payload = '{ "z": "Synthia", "account": 123456789012345678901234567890, "a": 1.10, "é": "\\u00e9" }'
    out = json.loads(text_of(json.dumps({"content": payload}), payload_json="canonical"))["content"]
    assert out == '{"a":1.10,"account":123456789012345678901234567890,"z":"[X]","é":"é"}'


def test_a_greedy_pattern_cannot_cross_a_leaf() -> None:
    import re

    record = {"content": '{"home":"https://people.example.test/synthia","next":"keep me"}'}
    out = value_of(record, lambda text: re.sub(r"https?://.+", "[URL]", text, flags=re.DOTALL))
    assert json.loads(out["content"]) == {"home": "[URL]", "next": "keep me"}


@settings(max_examples=1000 if SLOW else 100, deadline=None)
@example(payloads=['["\\"\\""]'], levels=0)  # a leaf that is the JSON text of an empty string holds nothing
@given(payloads=st.lists(encoded_payloads(), min_size=1, max_size=30), levels=st.integers(0, 2))
def test_no_leaf_of_many_payloads_is_skipped(payloads: list[str], levels: int) -> None:
    record = {"messages": [{"content": wrapped(payload, levels)} for payload in payloads]}
    recording = Recording(mark)
    out = value_of(record, recording, decode_depth=16, payload_paths=["messages"])
    unseen = [leaf for leaf in strings(out) if leaf and not leaf.endswith("\u2603")]
    assert not unseen
    assert value_of(record, identity, decode_depth=16) == record


def strings(value: Any) -> list[str]:
    """String leaves, through encoded objects, arrays and strings."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in strings(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in strings(item)]
    if isinstance(value, str):
        if value.lstrip()[:1] in {"{", "[", '"'}:
            try:
                return strings(json.loads(value))
            except ValueError:
                pass
        return [value]
    return []


@pytest.mark.parametrize(
    "payload", ['{"synthia@example.test":15550100,"a":"x",}', '{"a":1,"a":2,"synthia@example.test":15550100}']
)
def test_findings_in_what_is_not_quite_json_are_counted(payload: str) -> None:
    report = redacted({"arguments": payload}).report.to_dict()
    assert sum(report["key_findings"].values()) == 1
    assert sum(report["numeric_findings"].values()) == 1


def test_the_limit_is_about_leaves_not_about_payloads() -> None:
    record = {"arguments": json.dumps({"to": "Synthia", "rest": ["x"] * 100})}
    assert "[X]" in redacted(record, max_leaf_chars=20).payload.decode()
    assert fault_of({"arguments": json.dumps({"to": "x" * 21})}, max_leaf_chars=20).reason == "leaf_too_large"
    assert fault_of({"arguments": '{"to": "%s",}' % ("x" * 21)}, max_leaf_chars=20).reason == "leaf_too_large"
