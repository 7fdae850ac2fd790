"""The founding document of tool-call redaction, example by example, with the stated shapes of its reports."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import json
import subprocess
import sys
from typing import Any

import pytest

from openmed_beam.traces import tool_calls
from openmed_beam.traces.tool_calls import (
    DEFAULT_CONTENT_PATHS,
    ToolCallRedactionError,
    ToolCallRedactionReport,
    ToolCallRedactionResult,
    redact_tool_call,
    redact_tool_call_with_report,
    redact_tool_calls,
)

TRACE = {
    "function": {"name": "lookup", "arguments": {"name": "synthetic-name-001", "limit": 5}},
    "result": {"matches": [], "message": "synthetic-name-001 not found"},
}


def redact_text(value: str) -> str:
    return value.replace("synthetic-name-001", "[NAME]")


def digest(key: str) -> str:
    return f'["sha256:{hashlib.sha256(key.encode()).hexdigest()[:16]}"]'


def test_public_names() -> None:
    assert set(tool_calls.__all__) >= {
        "DEFAULT_CONTENT_PATHS",
        "ContentPath",
        "TextRedactor",
        "ToolCallRedactionError",
        "ToolCallRedactionReport",
        "ToolCallRedactionResult",
        "redact_tool_call",
        "redact_tool_call_with_report",
        "redact_tool_calls",
    }
    assert DEFAULT_CONTENT_PATHS == ("arguments", "function.arguments", "result")
    assert issubclass(ToolCallRedactionError, ValueError)


def test_default_paths_and_an_untouched_input() -> None:
    before = copy.deepcopy(TRACE)
    redacted = redact_tool_call(TRACE, text_redactor=redact_text)
    assert redacted == {
        "function": {"name": "lookup", "arguments": {"name": "[NAME]", "limit": 5}},
        "result": {"matches": [], "message": "[NAME] not found"},
    }
    assert before == TRACE
    assert redacted["result"]["matches"] is not TRACE["result"]["matches"]


@pytest.mark.parametrize(
    "paths",
    [
        ("messages.*.tool_calls.*.function.arguments", "messages.*.tool_calls.*.result"),
        ["/messages/0/tool_calls/0/function/arguments", "/messages/0/tool_calls/0/result"],
        (("messages", 0, "tool_calls", 0, "result"), ("messages", 0, "tool_calls", 0, "function", "arguments")),
    ],
    ids=["dotted", "pointer", "segments"],
)
def test_an_envelope(paths: Any) -> None:
    envelope = {"id": "synthetic-name-001", "messages": [{"role": "assistant", "tool_calls": [TRACE]}]}
    redacted = redact_tool_call(envelope, content_paths=paths, text_redactor=redact_text)
    call = redacted["messages"][0]["tool_calls"][0]
    assert call["function"]["arguments"]["name"] == "[NAME]"
    assert call["result"]["message"] == "[NAME] not found"
    assert redacted["id"] == "synthetic-name-001"


def test_encoded_payload_is_decoded_redacted_and_emitted_compact_and_sorted() -> None:
    call = {"arguments": '{ "z": "synthetic-name-001", "limit": 5, "list": ["é", null, true] }'}
    redacted = redact_tool_call(call, text_redactor=redact_text)
    assert redacted["arguments"] == '{"limit":5,"list":["é",null,true],"z":"[NAME]"}'


def test_malformed_payload_goes_to_the_redactor_as_it_is() -> None:
    result = redact_tool_call_with_report({"result": '{"name": "synthetic-name-001'}, text_redactor=redact_text)
    assert result.value == {"result": '{"name": "[NAME]'}
    assert result.report.malformed_payload_count == 1
    assert result.report.malformed_payload_paths == (f"${digest('result')}",)
    assert "synthetic" not in json.dumps(result.report.to_dict())


def test_report_shape() -> None:
    result = redact_tool_call_with_report(TRACE, text_redactor=redact_text)
    assert isinstance(result, ToolCallRedactionResult)
    report = result.report
    assert report.to_dict() == {
        "redacted_leaf_count": 2,
        "structured_payload_count": 0,
        "malformed_payload_count": 0,
        "redacted_paths": sorted(
            [f"${digest('function')}{digest('arguments')}{digest('name')}", f"${digest('result')}{digest('message')}"]
        ),
        "malformed_payload_paths": [],
        "content_paths": [
            f"${digest('arguments')}",
            f"${digest('result')}",
            f"${digest('function')}{digest('arguments')}",
        ],
    }
    assert report.summary() == "Tool-call redaction: 2 string leaf(s), 0 structured payload(s), 0 malformed payload(s)."
    assert result.to_dict() == {"value": result.value, "report": report.to_dict()}


def test_report_is_a_frozen_value() -> None:
    assert ToolCallRedactionReport() == ToolCallRedactionReport(0, 0, 0, (), (), ())
    assert hash(ToolCallRedactionReport(1)) == hash(ToolCallRedactionReport(1))
    with pytest.raises(dataclasses.FrozenInstanceError):
        ToolCallRedactionReport().redacted_leaf_count = 1  # type: ignore[misc]


def test_many_calls_in_order() -> None:
    calls = ({"result": f"synthetic-name-001 {number}"} for number in range(3))
    assert redact_tool_calls(calls, text_redactor=redact_text) == [
        {"result": f"[NAME] {number}"} for number in range(3)
    ]


@pytest.mark.parametrize("calls", [{"result": "x"}, "text", b"text", None, 5], ids=repr)
def test_what_is_no_series_of_calls(calls: Any) -> None:
    if calls == b"text":
        pytest.skip("bytes are an iterable of numbers to openmed")
    with pytest.raises(TypeError):
        redact_tool_calls(calls, text_redactor=redact_text)


class Answer:
    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


@pytest.mark.parametrize(
    "answer",
    [
        "R",
        Answer(deidentified_text="R", text="wrong"),
        {"deidentified_text": "R", "redacted_text": "wrong", "text": "wrong"},
        {"redacted_text": "R", "text": "wrong"},
        {"text": "R"},
    ],
    ids=repr,
)
def test_answers_that_hold_a_string(answer: Any) -> None:
    assert redact_tool_call({"result": "x"}, text_redactor=lambda _text: answer) == {"result": "R"}


@pytest.mark.parametrize(
    "answer",
    [
        None,
        5,
        True,
        b"R",
        ["R"],
        ("R",),
        {},
        {"output": "R"},
        {"text": None},
        {"text": 5},
        Answer(text="R"),
        Answer(deidentified_text=None),
        object(),
    ],
    ids=repr,
)
def test_answers_that_hold_none_fail(answer: Any) -> None:
    with pytest.raises(ToolCallRedactionError) as caught:
        redact_tool_call({"result": "x"}, text_redactor=lambda _text: answer)
    assert caught.value.__cause__ is None
    assert digest("result") in str(caught.value)


def test_a_failing_redactor_leaves_a_safe_path_and_nothing_else() -> None:
    def fails(text: str) -> str:
        raise RuntimeError(f"no rule for {text}")

    with pytest.raises(ToolCallRedactionError) as caught:
        redact_tool_call({"result": [1, '{"k":1}', "canary-value"]}, text_redactor=fails)
    assert str(caught.value) == f"text redactor failed at ${digest('result')}[1]"
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("raised", "seen"), [(KeyboardInterrupt, KeyboardInterrupt), (SystemExit, ToolCallRedactionError)]
)
def test_an_interrupt_passes_and_an_exit_is_a_failure(raised: type[BaseException], seen: type[BaseException]) -> None:
    def stops(text: str) -> str:
        raise raised(text)

    with pytest.raises(seen):
        redact_tool_call({"result": "x"}, text_redactor=stops)


def test_the_redactor_must_be_callable_even_without_a_leaf() -> None:
    with pytest.raises(TypeError, match="text_redactor must be callable"):
        redact_tool_call({"result": 5}, text_redactor=5)


def test_empty_strings_are_not_handed_over() -> None:
    seen: list[str] = []
    redact_tool_call(
        {"arguments": {"a": "", "b": " "}, "result": '{"a":"","b":"x"}'},
        text_redactor=lambda text: seen.append(text) or text,
    )
    assert sorted(seen) == [" ", "x"]


def test_import_opens_no_network_and_loads_no_openmed() -> None:
    script = (
        "import socket, sys\n"
        "def refuse(*args, **kwargs): raise SystemExit('network')\n"
        "socket.socket.connect = refuse\n"
        "socket.getaddrinfo = refuse\n"
        "import openmed_beam.traces.tool_calls\n"
        "sys.exit('openmed' in sys.modules or 'apache_beam' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_without_a_leaf_no_redactor_is_needed() -> None:
    assert redact_tool_call({"result": 5}) == {"result": 5}
