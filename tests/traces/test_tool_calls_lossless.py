"""What redaction must not change: bytes, literals, shape, order, everything outside changed leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from redacting import Recording, as_bytes, fault_of, identity, mark, mask, outcomes, redacted, text_of, value_of
from strategies import SLOW, json_containers, record_texts

from openmed_beam.traces.tool_calls import RedactedTrace, redact_tool_call

EXAMPLES = 2000 if SLOW else 200

LITERALS = [
    "1.10",
    "1e5",
    "1E+5",
    "-0",
    "-0.0",
    "1e400",
    "0.1000000000000000055511",
    "18446744073709551616",
    "1" * 5000,
    "0e0",
]
ESCAPES = [
    '"\\/"',
    '"\\u0041"',
    '"\\ud800"',
    '"\\udcb2 x"',
    '"\\ud83c\\udf78"',
    '"\\u0000"',
    '"\\u003c"',
    '"é"',
    '"\\u00e9"',
    '"\\u2028"',
]


@pytest.mark.parametrize("token", [*LITERALS, *ESCAPES, "true", "null", '""', "[]", "{}"], ids=lambda token: token[:24])
@pytest.mark.parametrize(
    "shape", ['{"id":"t1","v":%s,"m":"Synthia"}', '[%s, "Synthia"]', '{ "a" : {"b":[ %s ]},\n"m":"Synthia" }'], ids=str
)
def test_literals_and_escapes_stand_beside_a_change(shape: str, token: str) -> None:
    record = shape % token
    assert text_of(record) == record.replace("Synthia", "[X]")


@pytest.mark.parametrize("token", [*LITERALS, *ESCAPES], ids=lambda token: token[:24])
@pytest.mark.parametrize("payload_json", ["preserve", "canonical"])
def test_literals_and_escapes_stand_inside_a_payload(token: str, payload_json: str) -> None:
    payload = f'{{"a":"Synthia","v":{token}}}'
    record = json.dumps({"arguments": payload})
    out = json.loads(text_of(record, payload_json=payload_json))["arguments"]
    assert out.startswith('{"a":"[X]","v":')
    written = out[len('{"a":"[X]","v":') : -1]
    if payload_json == "preserve" or not token.startswith('"'):
        assert written == token
    else:
        assert json.loads(written) == json.loads(token)


@settings(max_examples=EXAMPLES, deadline=None)
@given(text=record_texts)
@example(text='{"a":"{\\"b\\": 1.10, \\"c\\":\\"[ 1e5 ]\\"}"}')
def test_identity_gives_the_very_bytes_back(text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    (found,) = outcomes([raw], identity)
    if isinstance(found, RedactedTrace):
        assert found.payload == raw
        assert found.report.to_dict()["redacted_leaf_count"] == 0
    else:
        assert found.reason in {"duplicate_key", "too_deep", "invalid_utf8"}


@settings(max_examples=EXAMPLES, deadline=None)
@given(value=json_containers())
def test_identity_in_canonical_form_changes_payload_spelling_alone(value: Any) -> None:
    record = {"id": "t", "arguments": json.dumps(value, indent=1), "n": [1, 2.5]}
    out = value_of(record, identity, payload_json="canonical")
    assert out.pop("arguments") == json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True) or any(
        isinstance(leaf, str) and leaf.lstrip()[:1] in {"{", "["} for leaf in leaves(value)
    )
    assert out == {"id": "t", "n": [1, 2.5]}


@settings(max_examples=EXAMPLES, deadline=None)
@given(text=record_texts)
def test_redaction_is_idempotent(text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    for options in ({}, {"payload_json": "canonical"}):
        (first,) = outcomes([raw], mark, **options)
        if not isinstance(first, RedactedTrace):
            continue
        (second,) = outcomes([first.payload], mark, **options)
        assert isinstance(second, RedactedTrace)
        assert second.payload == first.payload
        assert second.report.to_dict()["redacted_leaf_count"] == 0


def skeleton(value: Any) -> Any:
    """A value with every string blanked: shape, keys, key order and the literals of everything else."""
    if isinstance(value, dict):
        return [(key, skeleton(item)) for key, item in value.items()]
    if isinstance(value, list):
        return ["list", *(skeleton(item) for item in value)]
    return "" if isinstance(value, str) else ("literal", value)


def literals(text: str | bytes) -> Any:
    """JSON with each number as its literal and each object as its pairs."""
    return json.loads(
        text, parse_int=lambda literal: ("n", literal), parse_float=lambda literal: ("n", literal), parse_constant=repr
    )


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for item in value.values():
            yield from leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield value


@settings(max_examples=EXAMPLES, deadline=None)
@given(text=record_texts, replacement=st.sampled_from(["", "x", "{", '"', "\\", "\u2028", "\x00", "[1]", "\ud800"]))
def test_shape_types_and_literals_are_equal_for_any_redactor(text: str, replacement: str) -> None:
    (found,) = outcomes([text.encode("utf-8", "surrogatepass")], lambda _text: replacement)
    if isinstance(found, RedactedTrace):
        assert skeleton(literals(found.payload)) == skeleton(literals(text))


def test_the_redactor_is_given_text_and_never_an_empty_string() -> None:
    recording = Recording()
    value_of({"a": "", "b": None, "c": [1, "", "x", {"d": ""}], "e": '{"f":"","g":"y"}'}, recording, probe=False)
    assert {leaf.text for leaf in recording.leaves} == {"x", "y"}


def test_lone_surrogates_keep_their_escapes_when_their_leaf_changes() -> None:
    out = text_of('{"c":"caf\\udce9 of Synthia \\ud83d"}')
    assert out == '{"c":"caf\\udce9 of [X] \\ud83d"}'
    inner = text_of(json.dumps({"c": '{"d":"caf\\udce9 of Synthia"}'}))
    assert json.loads(json.loads(inner)["c"]) == {"d": "caf\udce9 of [X]"}
    assert "\\udce9" in json.loads(inner)["c"]


def test_one_depth_limit_on_every_path() -> None:
    def nested(depth: int, leaf: str) -> str:
        return "[" * depth + leaf + "]" * depth

    for leaf in ('"Synthia"', "1.10", "NaN", '"\\ud800"', '{"a":1,"a":2}', "-0", "1" * 5000):
        assert fault_of(nested(201, leaf), nonfinite="keep").reason == "too_deep"
    for leaf in ('"Synthia"', "1.10", '"\\ud800"', "-0", "1" * 5000):
        assert isinstance(outcomes([nested(200, leaf)])[0], RedactedTrace)
    assert fault_of(nested(6, '"x"'), max_depth=5).reason == "too_deep"
    assert redacted(nested(5, '"Synthia"'), max_depth=5).payload == b'[[[[["[X]"]]]]]'
    for depth in (1000, 100_000):
        assert fault_of(nested(depth, '"x"')).reason == "too_deep"


@pytest.mark.parametrize("depth", [150, 201, 500, 990, 1000, 3000, 200_000])
def test_a_deep_payload_is_never_a_recursion_error(depth: int) -> None:
    payload = "[" * depth + '"Synthia"' + "]" * depth
    found = redacted({"arguments": payload})
    assert "Synthia" not in found.payload.decode()
    assert found.report.to_dict()["malformed_payload_count"] == (depth > 200)
    core = redact_tool_call({"arguments": payload}, text_redactor=mask)
    assert "Synthia" not in core["arguments"]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (b'{"a":"\xff"}', "invalid_utf8"),
        (b'{"a":"\xed\xa0\x80"}', "invalid_utf8"),
        (b'{"a":1', "invalid_json"),
        (b'{"a":1} {"b":2}', "invalid_json"),
        (b"{'a':1}", "invalid_json"),
        (b'\xef\xbb\xbf{"a":1}', "invalid_json"),
        (b'{"a":01}', "invalid_json"),
        (b'["x",]', "invalid_json"),
        (b'{"a":"x\ty"}', "invalid_json"),
        (b'{"a":1,"a":2}', "duplicate_key"),
        (b'{"b":{"a":1,"\\u0061":2}}', "duplicate_key"),
        (b'{"a":NaN}', "non_finite_number"),
        (b"[-Infinity]", "non_finite_number"),
        (b"5", "not_a_trace"),
        (b'"text"', "not_a_trace"),
        (b"null", "not_a_trace"),
        (b"1e5", "not_a_trace"),
        (b"[" * 2000 + b"]" * 2000, "too_deep"),
        (b"", "invalid_json"),
        (b"],[", "invalid_json"),
        (b"1],[2", "invalid_json"),
        (b"]", "invalid_json"),
    ],
    ids=lambda part: ascii(part)[:30],
)
def test_what_is_no_record_is_stopped_with_its_reason(record: bytes, reason: str) -> None:
    for redactor in (mask, identity):
        fault = fault_of(record, redactor)
        assert (fault.stage, fault.reason) == ("decode", reason)
    for max_depth in (199, 150):
        assert fault_of(record, max_depth=max_depth).reason == reason


def test_nonfinite_numbers_pass_as_the_same_tokens_when_asked_for() -> None:
    record = '{"reward":NaN,"v":[Infinity, -Infinity],"m":"Synthia"}'
    assert text_of(record, nonfinite="keep") == record.replace("Synthia", "[X]")


def traces_of(path: Path) -> list[bytes]:
    """The records of a file: its lines, or the whole file where it is one document."""
    raw = path.read_bytes()
    try:
        json.loads(raw)
    except ValueError:
        return [line.rstrip(b"\r") for line in raw.split(b"\n") if line.strip()]
    return [raw.strip()]


def test_identity_over_all_shared_traces(shared: Any) -> None:
    counted = whole = 0
    for path in sorted(shared("traces").rglob("*")):
        if not path.is_file() or path.suffix in {".md", ".eval", ".gz", ".zip", ".parquet"}:
            continue
        records = traces_of(path)
        for found, record in zip(outcomes(records, identity), records, strict=True):
            if isinstance(found, RedactedTrace):
                assert found.payload == record, path.name
                counted += 1
            else:
                assert found.reason in {"invalid_json", "non_finite_number", "not_a_trace", "duplicate_key"}, path.name
        whole += all(isinstance(found, RedactedTrace) for found in outcomes(records, identity))
    assert counted > 500
    assert whole > 30


def test_every_string_of_the_shared_traces_is_reached(shared: Any) -> None:
    for path in sorted(shared("traces").rglob("*.jsonl")):
        for record in traces_of(path):
            (found,) = outcomes([record], mark)
            if isinstance(found, RedactedTrace):
                assert skeleton(literals(found.payload)) == skeleton(literals(record)), path.name


def test_neighbours_survive_a_record_that_is_stopped() -> None:
    records = [{"m": "Synthia"}, b"{", {"m": "boom"}, {"m": "ok"}]

    def fails(text: str) -> str:
        if text == "boom":
            raise RuntimeError("canary " + text)
        return mask(text)

    first, bad, failed, last = outcomes(records, fails)
    assert isinstance(first, RedactedTrace)
    assert first.payload == as_bytes({"m": "[X]"})
    assert bad.reason == "invalid_json"  # type: ignore[union-attr]
    assert (failed.stage, failed.reason, failed.exception_type) == ("redact", "redactor_failed", "RuntimeError")  # type: ignore[union-attr]
    assert isinstance(last, RedactedTrace)


@pytest.mark.parametrize("answer", [None, 5, b"x", ["x"], True], ids=repr)
def test_an_answer_that_is_no_text_stops_the_record(answer: Any) -> None:
    assert fault_of({"m": "x"}, lambda _text: answer).reason == "redactor_bad_return"


def test_a_leaf_beyond_the_limit_stops_the_record() -> None:
    assert fault_of({"m": "x" * 101}, max_leaf_chars=100).reason == "leaf_too_large"
    assert redacted({"m": "x" * 100}, max_leaf_chars=100)
