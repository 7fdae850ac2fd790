"""The verifier: the seed document, what it asks beyond openmed, and that it agrees with the redactor."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openmed_beam.errors import PolicyError
from openmed_beam.traces.content_path import compile_paths
from openmed_beam.traces.fidelity import (
    TraceFidelityError,
    TraceFidelityIssue,
    TraceFidelityReport,
    TraceFidelityVerifier,
    assert_trace_fidelity,
    verify_trace_fidelity,
)
from openmed_beam.traces.record_redaction import RedactedTrace, ToolCallRedactor

BEFORE = {
    "trace_id": "trace-synthetic-1",
    "messages": [
        {"role": "user", "content": "SYNTHETIC_INPUT"},
        {"role": "assistant", "content": "SYNTHETIC_OUTPUT"},
    ],
    "label": "accepted",
}
AFTER = {
    "trace_id": "trace-synthetic-1",
    "messages": [
        {"role": "user", "content": "SYNTHETIC_REDACTED_INPUT"},
        {"role": "assistant", "content": "SYNTHETIC_REDACTED_OUTPUT"},
    ],
    "label": "accepted",
}


def wide(*paths: str, **options: Any) -> TraceFidelityVerifier:
    """A verifier as pipelines use it."""
    defaults: dict[str, Any] = {"strings_only": True, "check_encoded_json": True, "decode_depth": 4}
    return TraceFidelityVerifier(compile_paths(paths), **{**defaults, **options})


# --- the seed document ------------------------------------------------------------------------------------------------


def test_the_seed_document_example_by_example() -> None:
    report = verify_trace_fidelity(BEFORE, AFTER)
    assert report.passed
    assert (report.checked_scalar_count, report.content_field_count) == (6, 2)
    prompts = [{"messages": [{"role": "user", "prompt": text}]} for text in ("a", "b")]
    assert verify_trace_fidelity(*prompts, content_paths=["messages.*.prompt"]).passed
    assert verify_trace_fidelity(*prompts, content_paths=("messages", "*", "prompt")).passed
    assert not verify_trace_fidelity(*prompts, content_paths=[]).passed
    assert verify_trace_fidelity(*prompts, content_fields="**.prompt").passed
    for name in ("message_order", "call_linkage", "identifiers", "timestamps", "training_labels", "scalar_types"):
        assert getattr(report, f"{name}_valid") is True


def test_a_report_holds_no_value_and_no_key() -> None:
    before = {"Jane Canary": {"content": "canary-1", "diagnosis": "canary-2"}}
    after = {"Jane Canary": {"content": 5, "diagnosis": "canary-3"}}
    with pytest.raises(TraceFidelityError) as caught:
        assert_trace_fidelity(before, after, content_paths=["Jane Canary.content"])
    said = [str(caught.value), repr(caught.value.report), caught.value.report.to_json(), caught.value.report.summary()]
    assert not any("canary" in text.lower() or "diagnosis" in text for text in said)
    assert caught.value.report.has_code("scalar_type")
    assert pickle.loads(pickle.dumps(caught.value)).report == caught.value.report


def test_a_verifier_pickles_and_compares_and_never_changes() -> None:
    verifier = TraceFidelityVerifier(["a.b"], strings_only=True)
    copy = pickle.loads(pickle.dumps(verifier))
    assert copy == verifier
    assert hash(copy) == hash(verifier)
    assert copy.content_paths == (("a", "b"),)
    assert copy.verify({"a": {"b": "x"}}, {"a": {"b": "y"}}).passed
    with pytest.raises(AttributeError):
        verifier.content_paths = ()


@pytest.mark.parametrize("options", [{"max_depth": 0}, {"max_depth": 201}, {"decode_depth": -1}])
def test_options_out_of_range_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(PolicyError):
        TraceFidelityVerifier(**options)


def test_house_grammar_is_read_where_openmed_has_none() -> None:
    before = {"attributes": [{"key": "gen.ai", "value": "a"}, {"key": "other", "value": "b"}], "x.y": "c"}
    after = {"attributes": [{"key": "gen.ai", "value": "A"}, {"key": "other", "value": "b"}], "x.y": "C"}
    paths = ["attributes[key=gen.ai].value", "['x.y']"]
    assert verify_trace_fidelity(before, after, content_paths=paths).passed
    after["attributes"][1]["value"] = "B"
    assert not verify_trace_fidelity(before, after, content_paths=paths).passed


# --- beyond openmed ---------------------------------------------------------------------------------------------------

FREE, HELD = True, False


@pytest.mark.parametrize(
    ("paths", "before", "after", "passes"),
    [
        (["**"], '{"content":"a"}', '{"content":"b"}', FREE),
        (["**"], '{"content":5550100}', '{"content":5550101}', HELD),
        (["**"], '{"content":"5550100"}', '{"content":"[PHONE]"}', FREE),
        (["**"], '{"content":{"user_id":"a"}}', '{"content":{"user_id":"b"}}', HELD),
        (["**"], '{"content":{"toolCallId":"a"}}', '{"content":{"toolCallId":"b"}}', HELD),
        (["**"], '{"content":{"start-time":"a"}}', '{"content":{"start-time":"b"}}', HELD),
        (["**"], '{"content":{"ids":["a",["b"]]}}', '{"content":{"ids":["a",["c"]]}}', HELD),
        (["**"], '{"content":{"ids":[{"x":"b"}]}}', '{"content":{"ids":[{"x":"c"}]}}', FREE),
        (["info.user_id"], '{"info":{"user_id":"a"}}', '{"info":{"user_id":"b"}}', FREE),
        (["info.*"], '{"info":{"user_id":"a"}}', '{"info":{"user_id":"b"}}', HELD),
        (["**"], '{"arguments":{"patient_id":"a"}}', '{"arguments":{"patient_id":"b"}}', FREE),
        (["**"], '{"input":[{"role":"user","id":"a"}]}', '{"input":[{"role":"user","id":"b"}]}', HELD),
        (["**"], '{"input":[{"type":"x","call_id":"a"}]}', '{"input":[{"type":"x","call_id":"b"}]}', HELD),
        (
            ["**"],
            '{"input":[{"role":"u","arguments":{"id":"a"}}]}',
            '{"input":[{"role":"u","arguments":{"id":"b"}}]}',
            FREE,
        ),
        (["**"], '{"x":"{\\"id\\":\\"a\\"}"}', '{"x":"{\\"id\\":\\"b\\"}"}', FREE),
        (
            ["**"],
            '{"x":"{\\"role\\":\\"u\\",\\"id\\":\\"a\\"}"}',
            '{"x":"{\\"role\\":\\"u\\",\\"id\\":\\"b\\"}"}',
            HELD,
        ),
        (["x"], '{"x":"{\\"a\\":1,\\"b\\":\\"c\\"}"}', '{"x":"{\\"b\\":\\"d\\",\\"a\\":1}"}', FREE),
        (["x"], '{"x":"{\\"a\\":1}"}', '{"x":"{\\"a\\": 1 }"}', FREE),
        (["x"], '{"x":"{\\"a\\":1}"}', '{"x":"{\\"a\\":1.0}"}', HELD),
        (["x"], '{"x":"{\\"a\\":1}"}', '{"x":"[REDACTED]"}', HELD),
        (["x"], '{"x":"not {json"}', '{"x":"[REDACTED]"}', FREE),
        (["x"], '{"x":"{\\"a\\":1"}', '{"x":"anything"}', FREE),
        (["x"], '{"x":"\\"{\\\\\\"a\\\\\\":1}\\""}', '{"x":"\\"{\\\\\\"a\\\\\\":2}\\""}', HELD),
        (["x.a"], '{"x":"{\\"a\\":\\"b\\",\\"c\\":\\"d\\"}"}', '{"x":"{\\"a\\":\\"B\\",\\"c\\":\\"d\\"}"}', FREE),
        (["x.a"], '{"x":"{\\"a\\":\\"b\\",\\"c\\":\\"d\\"}"}', '{"x":"{\\"a\\":\\"b\\",\\"c\\":\\"D\\"}"}', HELD),
        (["x.a"], '{"x":"{\\"a\\":\\"b\\"}"}', '{"x":"{\\"a\\": \\"b\\"}"}', HELD),
        (["x"], '{"x":"a","n":1}', '{ "n": 1, "x": "b" }', FREE),
        (["x"], '{"x":"caf\\u00e9","y":"\\u00e9"}', '{"x":"b","y":"é"}', FREE),
        (["x"], '{"x":"a","y":"\\ud800"}', '{"x":"\\udfff","y":"\\ud800"}', FREE),
        (["x"], '{"x":"a","y":"\\ud800"}', '{"x":"a","y":"\\ud801"}', HELD),
        (["x"], '{"x":"a","n":7316405982000000}', '{"x":"b","n":7316405982000000}', FREE),
        (["x"], '{"x":"a","x":"b"}', '{"x":"c","x":"b"}', HELD),
        (["x"], '["x","y"]', '["x" , "y"]', FREE),
        (["*"], '{"a":"x\\\\","b":"y"}', '{"a":"z\\\\","b":"w"}', FREE),
        (["*"], '{"a":"","b":"y"}', '{"a":"z","b":""}', FREE),
        (["*"], '{"a":"say \\"x\\", then","b":"y"}', '{"a":"say \\"z\\", then","b":"y"}', FREE),
    ],
)
def test_what_may_change(paths: list[str], before: str, after: str, passes: bool) -> None:
    verifier = wide(*paths)
    report = verifier.verify_json(before.encode(), after.encode())
    assert report.passed is passes, report.summary()
    assert verifier.verify_json(before.encode(), after.encode(), counts=True).passed is passes


def test_two_broken_strings_do_not_make_up_for_each_other() -> None:
    slash, payload = chr(92), '["%s","b"]'
    before = json.dumps({"x": payload % "one", "y": payload % "two"})
    pairs = [(slash * 2, f",{slash}u0022z"), (slash, ',"z'), (slash * 2, f",{slash}{slash}{slash}'"), (slash * 4, '"')]
    for one, two in [*pairs, (f"{slash}u005c", f",{slash}u0022z"), (slash * 3, f"{slash}"), ("x", f",{slash}u0022z")]:
        after = before.replace("one", one).replace("two", two)
        assert not wide("**").verify_json(before.encode(), after.encode()).passed, (one, two)


def test_payload_paths_and_their_defaults() -> None:
    before, after = b'{"x":{"user_id":"a"},"arguments":{"id":"a"}}', b'{"x":{"user_id":"b"},"arguments":{"id":"b"}}'
    assert [issue.path for issue in wide("**").verify_json(before, after).issues] == [
        TraceFidelityIssue("x.user_id", "identifier").path
    ]
    assert wide("**", payload_paths=["x"]).verify_json(before, after).passed
    strict = wide("**", payload_paths=["x"], payload_defaults=False)
    assert [issue.path for issue in strict.verify_json(before, after).issues] == ["$.arguments.id"]


def test_depth_and_numbers_that_are_none() -> None:
    def nested(depth: int) -> bytes:
        return b"[" * depth + b"1" + b"]" * depth

    verifier = wide("x")
    assert verifier.verify_json(nested(200), nested(200)).passed
    assert not verifier.verify_json(nested(201), nested(201)).passed
    assert not wide("x", max_depth=3).verify_json(nested(4), nested(4)).passed
    assert not wide("x", max_depth=3).verify([[[[1]]]], [[[[1]]]]).passed
    assert not verifier.verify_json(b'{"x":NaN}', b'{"x":NaN}').passed
    assert wide("x", nonfinite="keep").verify_json(b'{"x":NaN}', b'{"x":NaN}').passed
    assert not wide("x", nonfinite="keep").verify_json(b'{"x":NaN}', b'{"x":Infinity}').passed
    assert not verifier.verify_json(b'{"x":"a"}', b"5").passed


# --- properties -------------------------------------------------------------------------------------------------------

KEYS = st.sampled_from(["content", "role", "id", "arguments", "x", "messages", "ts", "score"])
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**25), 10**25), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=6), st.sampled_from(['{"a":"b","n":1}', '["x"]', '"q"', "\\", '\\"', "[", "}"]),
)  # fmt: skip
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(KEYS, inner, max_size=4),
        st.dictionaries(KEYS, inner, max_size=3).map(json.dumps),
    ),
    max_leaves=20,
)
TRACES = st.one_of(st.dictionaries(KEYS, TREES, max_size=5), st.lists(TREES, max_size=5))


@settings(max_examples=150, deadline=None)
@given(TRACES, st.sampled_from([["**"], ["**.content"], ["**.arguments", "messages.*.x"], ["*.content.**"], ["x"]]))
def test_what_the_redactor_did_passes(trace: Any, paths: list[str]) -> None:
    text = json.dumps(trace).encode()
    verifier = wide(*paths)
    for redact in (str.upper, lambda value: "[" + value[::-1], lambda _: "", lambda value: value + '"\\ é'):
        (outcome,) = ToolCallRedactor(redact, content_paths=paths).redact_json([text])
        if isinstance(outcome, RedactedTrace):
            report = verifier.verify_json(text, outcome.payload)
            assert report.passed, report.summary()
            assert verifier.verify_json(outcome.payload, outcome.payload).passed
            assert verifier.verify(json.loads(text), json.loads(outcome.payload)).passed


@settings(max_examples=150, deadline=None)
@given(TRACES, TRACES, st.booleans())
def test_texts_and_objects_are_judged_alike(before: Any, after: Any, openmed: bool) -> None:
    verifier = TraceFidelityVerifier() if openmed else wide("**.content")
    texts = [json.dumps(side).encode() for side in (before, after)]
    assert verifier.verify_json(*texts, counts=True) == verifier.verify(*(json.loads(text) for text in texts))
    assert verifier.verify_json(*texts).passed == verifier.verify_json(*texts, counts=True).passed


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.binary(max_size=60))
def test_no_bytes_raise(before: bytes, after: bytes) -> None:
    for pair in ((before, after), (b'{"x":"' + before + b'"}', b'{"x":"' + after + b'"}')):
        report = wide("**").verify_json(*pair)
        assert isinstance(report, TraceFidelityReport)


def test_the_redactor_and_the_verifier_agree_on_real_traces(shared: Any) -> None:
    rng = random.Random(3)
    paths = ["**.content", "**.arguments", "**.text", "**.output", "**.id"]
    redactors = [lambda _: "[R]", lambda text: text.replace("e", '"E\\'), lambda text: "{" + text]
    checked = 0
    for path in sorted(shared("traces").glob("*/*.jsonl")):
        lines = [line for line in path.read_bytes().split(b"\n") if line.strip()]
        for redact in redactors:
            chosen = rng.sample(lines, min(4, len(lines)))
            for line, outcome in zip(chosen, ToolCallRedactor(redact, content_paths=paths).redact_json(chosen)):
                if isinstance(outcome, RedactedTrace):
                    report = wide(*paths).verify_json(line, outcome.payload)
                    assert report.passed, (path.name, report.summary())
                    checked += 1
    assert checked > 40
