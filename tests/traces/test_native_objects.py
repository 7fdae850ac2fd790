"""Objects redacted natively against Python's walk: the same values, reports, calls and errors, nothing shared."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import REDACTORS, SLOW, any_text, json_values, random_case
from test_native_walk import PATHS, record_of
from test_tool_calls_lossless import traces_of

from openmed_beam.traces import tool_calls
from openmed_beam.traces.native import is_on
from openmed_beam.traces.tool_calls import ToolCallRedactionError, redact_tool_call_with_report

pytestmark = pytest.mark.skipif(
    not is_on(), reason="the native core was not built, or OPENMED_BEAM_NATIVE=0 turned it off"
)


def outcome(native: bool, trace: Any, redact: Callable[[str], Any], **options: Any) -> Any:
    """What comes of a call on one road: value, report and the texts that the redactor was asked for, or the error."""
    asked: list[str] = []

    def asking(text: str) -> Any:
        asked.append(text)
        return redact(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENMED_BEAM_NATIVE", "1" if native else "0")
        patch.setattr(tool_calls, "_CORES", {})
        try:
            result = redact_tool_call_with_report(trace, text_redactor=asking, **options)
        except (ToolCallRedactionError, ValueError, TypeError) as error:
            return type(error), str(error)
    return result.value, result.report, asked


def typed(value: Any) -> Any:
    """A value with the types and the order of everything in it."""
    if isinstance(value, dict):
        return type(value), [(typed(key), typed(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return type(value), [typed(item) for item in value]
    return type(value), repr(value)


def same(trace: Any, redact: Callable[[str], Any], **options: Any) -> Any:
    before = copy.deepcopy(trace)
    native, python = (outcome(road, trace, redact, **options) for road in (True, False))
    assert typed(native[0]) == typed(python[0])
    assert native[1:] == python[1:]
    assert typed(trace) == typed(before)
    return native


def options_of(rng: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, values in {
        "payload_json": ("preserve",),
        "decode_depth": (2, 4),
        "max_depth": (5,),
        "max_leaf_chars": (9,),
        "lenient": (True,),
        "protect": (True,),
        "probe": (True,),
        "payload_defaults": (False,),
        "payload_paths": (["**.content"],),
    }.items():
        if rng.random() < 0.15:
            options[name] = rng.choice(values)
    return options


@settings(max_examples=20_000 if SLOW else 1_500, deadline=None)
@given(st.integers(0, 2**62))
def test_random_calls(seed: int) -> None:
    case, rng = random_case(seed), random.Random(seed)
    options = options_of(rng) if rng.random() < 0.5 else {}
    same(case.trace, REDACTORS[case.redactor], content_paths=case.paths, **options)


@settings(max_examples=10_000 if SLOW else 500, deadline=None)
@given(st.integers(0, 2**62))
def test_random_records_and_paths(seed: int) -> None:
    rng = random.Random(seed)
    try:
        trace = json.loads(record_of(rng))
    except ValueError:
        return
    paths = rng.sample(PATHS, rng.choice((1, 1, 2)))
    same(trace, rng.choice(list(REDACTORS.values())), content_paths=paths, **options_of(rng))


@settings(max_examples=2_000 if SLOW else 200, deadline=None)
@given(json_values(any_text))
def test_any_text(trace: Any) -> None:
    same(trace, REDACTORS["unicode"], content_paths="**")
    same(trace, REDACTORS["unicode"], content_paths=["*", "a.*"])


def test_real_traces(shared: Any) -> None:
    calls = 0
    for path in sorted(shared("traces").rglob("*.json*")):
        for record in traces_of(path)[:40]:
            try:
                trace = json.loads(record)
            except ValueError:
                continue
            same(
                trace,
                REDACTORS["digits"],
                content_paths=["messages.*.content", "arguments", "traj.*.content", "**.text"],
            )
            calls += len(same(trace, REDACTORS["constant"], content_paths=["**"])[-1])
    assert calls > 10_000


def test_the_native_road_is_taken() -> None:
    def unwalkable(*_: Any) -> Any:
        raise AssertionError

    trace = {"function": {"arguments": '{"b": ["x", 1.0], "a": "y"}'}, "result": ["z", None, True, 2.5, 10**30]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tool_calls, "_copy", unwalkable)
        result = redact_tool_call_with_report(trace, text_redactor=str.upper)
    assert result.value["function"]["arguments"] == '{"a":"Y","b":["X",1.0]}'
    assert result.value["result"] == ["Z", None, True, 2.5, 10**30]
    assert result.report.redacted_leaf_count == 3


class _Key(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "trace",
    [
        ("x", ["y"]),
        {"result": ("x", {"a": "y"})},
        {1: "x", "result": {2: "y"}},
        {_Key("result"): "x"},
        {"result": _Key("x")},
        {"result": {"x"}},
        {"result": b"x"},
        {"result": "\ud800"},
        {"\ud800": "x", "result": "y"},
        "x",
        None,
        {"result": float("nan"), "arguments": '[NaN, "x"]'},
        {"result": '{"a":1,"a":"x"}'},
        {"result": "\ufeff{}"},
    ],
)
def test_what_is_unusual(trace: Any) -> None:
    same(trace, REDACTORS["upper"])
    same(trace, REDACTORS["upper"], content_paths="$")
    same(trace, REDACTORS["upper"], content_paths="**")


def test_deep_and_endless_objects() -> None:
    deep: Any = "x"
    for depth in range(300):
        deep = {"result": deep} if depth % 2 else [deep]
    same(deep, REDACTORS["upper"], content_paths="**")
    endless: list[Any] = ["x"]
    endless.append(endless)
    for road in (True, False):
        assert outcome(road, endless, str.upper, content_paths="**")[0] is ToolCallRedactionError


def test_containers_are_copies_and_shared_ones_come_apart() -> None:
    inner = {"text": "x"}
    trace = {"result": [inner, inner], "other": inner}
    value = same(trace, REDACTORS["upper"])[0]
    assert value["result"][0] is not value["result"][1]
    assert value["other"] is not inner
    assert value["other"] == inner


def test_a_failing_redactor_is_named_by_its_place() -> None:
    def fails(text: str) -> str:
        if text == "y":
            raise LookupError(text)
        return text

    trace = {"result": {"a": "x", "b": ["y"]}}
    found = [outcome(road, trace, fails) for road in (True, False)]
    assert found[0] == found[1]
    assert found[0][0] is ToolCallRedactionError
    with pytest.raises(KeyboardInterrupt):
        outcome(True, trace, lambda _: (_ for _ in ()).throw(KeyboardInterrupt()))


def test_a_redactor_that_redacts() -> None:
    def nested(text: str) -> str:
        return (
            text + str(redact_tool_call_with_report({"result": text[1:]}, text_redactor=nested).value) if text else ""
        )

    same({"result": ["abc", '["de"]']}, nested)
