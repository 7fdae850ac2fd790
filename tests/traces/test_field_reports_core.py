"""Faults that users of other tools reported, as far as the core can repeat them: none of them here.

Each class stands on its own example; where the shared reports lie beside the checkout their inputs are run too.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from redacting import Recording, as_bytes, fault_of, identity, mask, outcomes, redacted, text_of, value_of

from openmed_beam.traces.tool_calls import RedactedTrace

#: Paths that cover every report's content.
PATHS = ["**.content", "**.arguments", "error", "inputs_preview", "inputs", "outputs", "**.result"]


def call(arguments: Any) -> dict[str, Any]:
    return {
        "id": "t1",
        "messages": [
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "f", "arguments": arguments}}],
            }
        ],
    }


def arguments_of(record: Any) -> Any:
    return record["messages"][0]["tool_calls"][0]["function"]["arguments"]


def tool(content: Any) -> dict[str, Any]:
    return {"id": "t1", "messages": [{"role": "tool", "tool_call_id": "c1", "content": content}]}


def content_of(record: Any) -> Any:
    return record["messages"][0]["content"]


def test_c01_arguments_of_past_calls() -> None:
    record = call('{"email":"synthia@example.test"}')
    out = value_of(record, paths=PATHS)
    assert arguments_of(out) == '{"email":"[X]"}'
    assert out == call('{"email":"[X]"}')


def test_c02_results_as_lists_of_blocks() -> None:
    blocks = [
        {
            "type": "tool_result",
            "tool_use_id": "toolu_1",
            "content": [{"type": "text", "text": "Synthia Testperson, +1-555-0100"}],
        },
        {"type": "tool_result", "tool_use_id": "toolu_2", "content": "synthia@example.test"},
    ]
    out = value_of({"messages": [{"role": "user", "content": blocks}]}, paths=PATHS)
    first, second = content_of(out)
    assert first == {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "[X], [X]"}]}
    assert second == {"type": "tool_result", "tool_use_id": "toolu_2", "content": "[X]"}


def test_c04_second_homes_are_ordinary_paths() -> None:
    record = {"id": "r1", "error": "no row for synthia@example.test", "inputs_preview": "I am Synthia Test"}
    assert value_of(record, paths=PATHS) == {"id": "r1", "error": "no row for [X]", "inputs_preview": "I am [X]"}


def test_c06_a_detector_is_given_text_alone() -> None:
    recording = Recording()
    value_of(
        {"messages": [{"content": {"args": [], "kwargs": {"to": "Synthia"}, "n": 1}}, {"content": None}]}, recording
    )
    assert recording.leaves
    assert all(type(leaf.text) is str for leaf in recording.leaves)
    for answer in (None, 5, {"a": 1}):
        assert fault_of(tool("x"), lambda _text, answer=answer: answer).reason == "redactor_bad_return"


def test_c08_both_levels_still_parse() -> None:
    inner = {"command": 'echo "=== contact Synthia Testperson ==="'}
    out = content_of(value_of(tool(json.dumps(inner)), paths=PATHS))
    assert json.loads(out) == {"command": 'echo "=== contact [X] ==="'}


def test_c10_no_pattern_crosses_a_leaf() -> None:
    import re

    out = value_of(
        tool('{"home":"https://people.example.test/synthia","next":"keep me"}'),
        lambda text: re.sub(r"https?://.+", "[URL]", text, flags=re.DOTALL),
    )
    assert json.loads(content_of(out)) == {"home": "[URL]", "next": "keep me"}


@pytest.mark.parametrize("line", [b"{", b'  "id": "msg_1",', b'{"content":"Synthia', b'{"a":1}{"b":2}'])
def test_c11_c12_a_line_that_does_not_parse_is_stopped(line: bytes) -> None:
    fault = fault_of(line)
    assert (fault.stage, fault.reason) == ("decode", "invalid_json")
    assert "Synthia" not in repr(fault)


def test_c13_cut_arguments_are_redacted_as_text() -> None:
    found = redacted(call('{"to":"synthia@example.test","body":"Dear Syn'), paths=PATHS)
    assert arguments_of(json.loads(found.payload)) == '{"to":"[X]","body":"[X]'
    assert found.report.to_dict()["malformed_payload_count"] == 1


def test_c14_a_payload_without_a_hit_keeps_its_text() -> None:
    payload = '{"z":1,"account":123456789012345678901234567890,"a":2}'
    assert content_of(value_of(tool(payload), paths=PATHS)) == payload
    changed = content_of(value_of(tool(payload[:-1] + ',"m":"Synthia"}'), paths=PATHS))
    assert changed == payload[:-1] + ',"m":"[X]"}'


def test_c15_integers_beyond_64_bits() -> None:
    record = '{"id":18446744073709551615,"messages":[{"content":"Synthia"}],"meta":{"acct":9223372036854775808}}'
    assert text_of(record, paths=PATHS) == record.replace("Synthia", "[X]")


def test_c17_nonfinite_numbers_are_stopped_or_passed_as_they_are() -> None:
    record = '{"id":"t1","reward":NaN,"messages":[{"content":"Synthia"}]}'
    assert fault_of(record).reason == "non_finite_number"
    assert text_of(record, nonfinite="keep", paths=PATHS) == record.replace("Synthia", "[X]")


def test_c18_numbers_that_a_rule_would_hit_are_counted() -> None:
    record = call('{"phone":15550100,"limit":3}')
    found = redacted(record, paths=PATHS)
    assert found.payload == as_bytes(record)
    assert sum(found.report.to_dict()["numeric_findings"].values()) == 1
    assert fault_of(record, paths=PATHS, strict=True).reason == "residual_finding"


def test_c19_types_stay() -> None:
    record = '{"label":1,"order_status":1,"ok":true,"f":1.0,"messages":[{"content":"5550100"}]}'
    assert text_of(record, lambda _text: "9") == record.replace("5550100", "9")


def test_c21_lone_surrogates_come_out_as_they_went_in() -> None:
    record = '{"messages":[{"content":"caf\\udce9 of Synthia Testperson \\ud83d"}]}'
    assert text_of(record) == record.replace("Synthia Testperson", "[X]")


def test_c22_escaped_and_raw_spellings_are_one_text() -> None:
    seen = Recording()
    record = '{"content":["\\ud83c\\udf78 from \\u0053ynthia \\u0040 home","\\u003cSynthia\\u003e \\/"]}'
    out = value_of(record, seen, probe=False)
    assert out == {"content": ["\U0001f378 from [X] @ home", "<[X]> /"]}
    assert [leaf.text for leaf in seen.leaves] == ["\U0001f378 from Synthia @ home", "<Synthia> /"]


def test_c24_bad_bytes_cost_their_record_alone() -> None:
    first, second = outcomes([b'{"id":"t1","messages":[]}', b'{"content":"caf\xe9 Synthia"}'])
    assert isinstance(first, RedactedTrace)
    assert second.reason == "invalid_utf8"  # type: ignore[union-attr]
    assert text_of('{"a":"\\u0000 Synthia"}') == '{"a":"\\u0000 [X]"}'


def test_c25_signed_reasoning_stays() -> None:
    part = {
        "type": "thinking",
        "thinking": "User is Synthia Testperson",
        "signature": "Eq20260102T1555010000AbC-4111111111111111-zz==",
    }
    found = redacted({"messages": [{"role": "assistant", "content": [part]}]}, paths=PATHS)
    (out,) = content_of(json.loads(found.payload))
    assert out == {**part, "thinking": "User is [X]"}
    assert found.report.to_dict()["opaque_leaves"]


def test_c26_media_stay_and_are_counted() -> None:
    parts = [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo4111111111111111AAAA="}},
        {"type": "input_image", "image_url": "data:image/png;base64,AAAA4111111111111111AAAA"},
    ]
    found = redacted({"messages": [{"role": "user", "content": parts}]}, paths=PATHS)
    assert content_of(json.loads(found.payload)) == parts
    opaque = found.report.to_dict()["opaque_leaves"]
    assert (sum(opaque.values()) if isinstance(opaque, dict) else opaque) == 2


def test_c28_ids_that_look_like_numbers_stay() -> None:
    record = {
        "session": {"id": "41111111-1111-4111-8111-111111111111"},
        "messages": [{"role": "tool", "tool_call_id": "call_4111111111111111", "content": "card 4111111111111111"}],
    }
    out = value_of(record, paths=["**"])
    assert out["session"] == record["session"]
    assert out["messages"] == [{"role": "tool", "tool_call_id": "call_4111111111111111", "content": "card [X]"}]


def test_c34_absent_null_and_empty_stay_apart() -> None:
    record = {
        "messages": [
            {"content": None, "name": "", "refusal": None},
            {"content": ""},
            {"role": "user"},
            {"content": [{}, []]},
        ]
    }
    recording = Recording(lambda _text: "")
    assert redacted(record, recording, paths=["**"], probe=False).payload == as_bytes(record)
    assert not recording.leaves


# --- the shared reports -----------------------------------------------------------------------------------------------

STOPPED = {"C11": "invalid_json", "C12": "invalid_json", "C17": "non_finite_number"}


@pytest.fixture(scope="module")
def reports() -> dict[str, dict[str, Any]]:
    from shared_material import shared_path

    lines = shared_path("field_reports.jsonl").read_text("utf-8").splitlines()
    return {report["id"]: report for report in map(json.loads, lines)}


def blank(value: Any) -> Any:
    """A record with the strings that may change blanked, encoded levels and all."""
    if isinstance(value, dict):
        return {key: blank(item) for key, item in value.items()}
    if isinstance(value, list):
        return [blank(item) for item in value]
    if isinstance(value, str):
        if value[:1] in {"{", "["}:
            try:
                return ("encoded", blank(json.loads(value)))
            except ValueError:
                pass
        return ""
    return value


@pytest.mark.parametrize("name", [f"C{number:02}" for number in [*range(1, 27), 28, 30, 32, 34]])
def test_shared_reports(reports: dict[str, dict[str, Any]], name: str) -> None:
    if name not in reports:
        pytest.skip(f"{name} is not among the shared reports")
    text = reports[name]["input"]
    if text is None:
        pytest.skip(f"{name} is about a file, which the reader's tests run")
    if name == "C11":
        faults = outcomes(text.encode().split(b"\n"), mask, PATHS)
        assert {fault.reason for fault in faults} <= {"invalid_json", "not_a_trace"}  # type: ignore[union-attr]
        return
    if name in STOPPED:
        fault = fault_of(text, paths=PATHS)
        assert fault.reason == STOPPED[name]
        assert "ynthia" not in repr(fault)
        return
    assert text_of(text, identity, paths=["**"]) == text
    found = redacted(text, paths=PATHS)
    assert "ynthia" not in found.payload.decode().replace("synthia-", "")
    assert "ynthia" not in json.dumps(found.report.to_dict())
    assert blank(json.loads(found.payload)) == blank(json.loads(text))
    (again,) = outcomes([found.payload], mask, PATHS)
    assert isinstance(again, RedactedTrace)
    assert again.payload == found.payload
