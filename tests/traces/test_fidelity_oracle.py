"""The verifier against openmed as a black box: random traces, path specifications and mutations, equal reports."""

from __future__ import annotations

import copy
import os
import random
from typing import Any

import pytest

from openmed_beam.traces import fidelity

oracle = pytest.importorskip("openmed.traces.fidelity", reason="openmed is a development extra")

CASES = 12_000 if os.environ.get("OPENMED_BEAM_SLOW") == "1" else 2_500

KEYS = (
    "content role id ids label tool_calls tool_call_id call_id ts created_at timestamp_ns x y text messages turns "
    "calls function arguments name patient uuid uid score weight x_id X_ID Role timestamp_x a.b 0 * prompt".split()
)
SEGMENTS: tuple[Any, ...] = (*KEYS, "*", "*", "**", "**", 0, 1, "0", "$", "", "a[0]", "[*]", "/x", "-1")
SCALARS: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 1.0, 0.0, -0.0, 2.5, 10**20, "", "a", "b", "user", "assistant", "1", '{"a":1}', "é",
)  # fmt: skip


def make_value(rng: random.Random, depth: int) -> Any:
    draw = rng.random()
    if depth == 0 or draw < 0.35:
        return rng.choice(SCALARS)
    if draw < 0.65:
        return {key: make_value(rng, depth - 1) for key in rng.sample(KEYS, rng.randint(0, 4))}
    if draw < 0.85:
        return make_messages(rng, depth)
    items = [make_value(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return tuple(items) if rng.random() < 0.1 else items


def make_messages(rng: random.Random, depth: int) -> list[Any]:
    return [
        {
            "role": rng.choice(("user", "assistant")),
            "content": make_value(rng, depth - 1) if rng.random() < 0.3 else rng.choice("abcd"),
            **({rng.choice(KEYS): make_value(rng, depth - 1)} if rng.random() < 0.4 else {}),
        }
        for _ in range(rng.randint(1, 5))
    ]


def make_trace(rng: random.Random) -> Any:
    draw = rng.random()
    if draw < 0.1:
        return make_messages(rng, 2)
    trace = {key: make_value(rng, 3) for key in rng.sample(KEYS, rng.randint(0, 5))}
    if draw < 0.7:
        trace[rng.choice(("messages", "turns", "x"))] = make_messages(rng, 3)
    return trace


def places(node: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every place that can be written to: container and key or index."""
    if isinstance(node, dict | list):
        members = node.items() if isinstance(node, dict) else enumerate(node)
        for key, value in members:
            found.append((node, key))
            places(value, found)
    return found


def mutate(rng: random.Random, trace: Any) -> Any:
    holder = [copy.deepcopy(trace)]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        spots = places(holder, [])
        container, key = rng.choice(spots)
        value = container[key]
        draw = rng.random()
        if draw < 0.3 and isinstance(value, str):
            container[key] = value + "!"
        elif draw < 0.45:
            container[key] = rng.choice(SCALARS)
        elif draw < 0.55:
            container[key] = make_value(rng, 1)
        elif draw < 0.65 and container is not holder:
            del container[key]
        elif draw < 0.72 and isinstance(container, dict):
            container[rng.choice(KEYS)] = make_value(rng, 1)
        elif draw < 0.77 and isinstance(container, list) and container is not holder:
            container.insert(key, make_value(rng, 1))
        else:
            lists = [c[k] for c, k in spots if isinstance(c[k], list) and len(c[k]) > 1] if draw < 0.98 else []
            if lists:
                rng.shuffle(rng.choice(lists))
            elif isinstance(value, list):
                container[key] = tuple(value)
    return holder[0]


def make_spec(rng: random.Random) -> Any:
    def text() -> str:
        parts = [str(part) for part in rng.choices(SEGMENTS, k=rng.randint(1, 4))]
        return rng.choice(("", "", "$.", "$")) + ".".join(parts) if rng.random() < 0.8 else "/" + "/".join(parts)

    draw = rng.random()
    if draw < 0.25:
        return None
    if draw < 0.4:
        return rng.choice(([], "**", ["messages.*.content"], ["**.content", "x"], ["**.id", "**.text"], ["*.*.*"]))
    if draw < 0.55:
        return text()
    if draw < 0.75:
        return [text() for _ in range(rng.randint(1, 3))]
    flat = rng.choices(SEGMENTS, k=rng.randint(0, 4))
    if draw < 0.9:
        return rng.choice((tuple, list))(flat)
    return [tuple(rng.choices(SEGMENTS, k=rng.randint(0, 3))) for _ in range(rng.randint(1, 2))]


def verifier_or_error(module: Any, spec: Any) -> Any:
    try:
        return module.TraceFidelityVerifier(spec)
    except (ValueError, TypeError) as error:
        return (ValueError if isinstance(error, ValueError) else type(error)), str(error)


def test_reports_are_equal_on_random_traces_paths_and_mutations() -> None:
    rng = random.Random(20_240_611)
    failed = passed = refused = 0
    for number in range(CASES):
        spec, trace = make_spec(rng), make_trace(rng)
        output = mutate(rng, trace)
        theirs, ours = verifier_or_error(oracle, spec), verifier_or_error(fidelity, spec)
        if isinstance(theirs, tuple):
            assert ours == theirs, (number, spec)
            refused += 1
            continue
        assert not isinstance(ours, tuple), (number, spec)
        assert ours.content_paths == theirs.content_paths, (number, spec)
        assert ours.allowed_content_fields == theirs.allowed_content_fields, (number, spec)
        expected, report = theirs.verify(trace, output), ours.verify(trace, output)
        where = (number, spec, trace, output)
        assert report.to_dict() == expected.to_dict(), where
        assert list(report.to_dict()) == list(expected.to_dict())
        assert report.to_json() == expected.to_json()
        assert report.summary() == expected.summary()
        assert report.failing_paths == expected.failing_paths
        passed += report.passed
        failed += not report.passed
    assert min(passed, failed, refused) > CASES // 50


def test_recorded_traces_give_equal_reports(shared) -> None:
    import json

    traces = json.loads(shared("traces", "openai_chat", "sierra-research_tau-bench__gpt-4o-airline.json").read_text())
    paths = ["traj.*.content", "traj.*.tool_calls.*.function.arguments"]
    theirs, ours = oracle.TraceFidelityVerifier(paths), fidelity.TraceFidelityVerifier(paths)
    rng = random.Random(7)
    for trace in traces[:40]:
        output = mutate(rng, trace)
        for message in output.get("traj", ()) if isinstance(output, dict) else ():
            if isinstance(message, dict) and isinstance(message.get("content"), str):
                message["content"] = message["content"].upper()
        assert ours.verify(trace, output).to_dict() == theirs.verify(trace, output).to_dict()


@pytest.mark.parametrize(
    "spec",
    [
        None, "", "$", "$.", "$.a", "a..b", ".a", "..a", "a.", "/", "/a~1b/~0x", "a.0.b", "a[0][1]", "a[].b", "a[*].b",
        "[0]", "$[*].a", "$/a", "a[x]", "a[-1]", "a.[0]", "a[00]", "a.²", " a . b ", "***", [], (), [0], (0,), [0, 1],
        ["**", "label"], ("**", "label"), ["a", "0"], ("a", "0"), ["a.b", "*"], ("a", "b.c"), ("a", "[x"), ("a", "b]"),
        ("a", "/b"), ("a", "b/c"), ["$"], ("$", "a"), ["a", "$.a", ("a",)], [()], [[]], ["a", ["b", 0]], ["a", True],
        ("a", 1.5), [None], 5, b"a", [b"a"], {"a": 1, "*": 2}, {"a"}, range(2), ["a", -1], [("a", "b.c")], ["b", "B"],
        [("x", 10), ("x", 2), ("x", "10"), ("x", "1"), ("x", "*")],
    ],
    ids=repr,
)  # fmt: skip
def test_path_specifications_are_read_alike(spec: Any) -> None:
    theirs, ours = verifier_or_error(oracle, spec), verifier_or_error(fidelity, spec)
    if isinstance(theirs, tuple):
        assert ours == theirs
    else:
        assert ours.content_paths == theirs.content_paths
        assert ours.allowed_content_fields == theirs.allowed_content_fields


@pytest.mark.parametrize(
    "path",
    ["$", "", "a", "$.messages[0].patient", "$.key_sha256_abcdef012345", "$.key_sha256_ABCDEF012345", "$.**.content",
     "$.messages[x]", "$.messages[-1]", "$.messages[01]", "John Smith", None, 5, "$.messages.", "$..a", "$/messages/0",
     "$.messages[]", ("messages", 0), "$.messages\n"],
)  # fmt: skip
def test_issues_made_by_hand_are_cleaned_alike(path: Any) -> None:
    for code in ("structure", "STRUCTURE", "John", None, "message_order", 5):
        for kind in (None, "string", "str", "John", "list", 5, "missing"):
            theirs = oracle.TraceFidelityIssue(path, code, kind, kind)
            ours = fidelity.TraceFidelityIssue(path, code, kind, kind)
            assert (ours.to_dict(), repr(ours), ours.kind) == (theirs.to_dict(), repr(theirs), theirs.kind)


@pytest.mark.parametrize(
    "arguments",
    [
        {}, {"passed": False}, {"issues": "abc"}, {"issues": None}, {"checked_scalar_count": -1},
        {"content_field_count": True}, {"schema_version": 0}, {"schema_version": 7}, {"schema_version": "1"},
        {"allowed_content_paths": "abc"}, {"allowed_content_paths": None}, {"allowed_content_paths": [5, "", "a", "a"]},
    ],
    ids=repr,
)  # fmt: skip
def test_reports_made_by_hand_are_checked_alike(arguments: dict[str, Any]) -> None:
    made = []
    for module in (oracle, fidelity):
        issue = module.TraceFidelityIssue("$.messages", "message_order", "array", "array")
        for issues in ((), (issue, issue)):
            try:
                report = module.TraceFidelityReport(**{"passed": True, "issues": issues, **arguments})
                made.append((repr(report), report.to_dict(), report.summary(), report.failing_paths))
            except ValueError as error:
                made.append(str(error))
    assert made[:2] == made[2:]


def test_names_and_defaults_are_those_of_openmed() -> None:
    assert sorted(fidelity.__all__) == sorted(oracle.__all__)
    assert fidelity.DEFAULT_CONTENT_FIELDS == oracle.DEFAULT_CONTENT_FIELDS
    assert fidelity.FIDELITY_SCHEMA_VERSION == oracle.FIDELITY_SCHEMA_VERSION
    for keywords in ({"content_fields": ["b"], "allowed_paths": ["c"]}, {"content_paths": "a", "allowed_paths": []}):
        for module in (oracle, fidelity):
            with pytest.raises(TypeError, match="pass only one content path configuration"):
                module.verify_trace_fidelity({}, {}, **keywords)
    for module in (oracle, fidelity):
        with pytest.raises(module.TraceFidelityError) as caught:
            module.assert_trace_fidelity({"id": 1}, {"id": 2})
        assert str(caught.value) == "Trace fidelity failed at 1 path(s): $.id (identifier)."
        assert caught.value.report.identifiers_valid is False
        assert module.assert_trace_fidelity({"id": 1}, {"id": 1}).passed


def test_odd_values_and_cycles() -> None:
    ring: dict[str, Any] = {"x": 1}
    ring["x"] = [ring]
    other: dict[str, Any] = {"x": 1}
    other["x"] = [other]
    nan = float("nan")
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    for before, after in [
        (ring, other), (ring, ring), (deep, deep), ({"a": nan}, {"a": nan}), ({"content": nan}, {"content": 1.0}),
        ({1: "a"}, {"1": "a"}), ({None: 1}, {None: 2}), ({"a": b"x"}, {"a": {1}}), ({"a": b"x"}, {"a": b"y"}),
        ((1, 2), [1, 2]), (range(2), (0, 1)), ({"messages": [nan, 1.0]}, {"messages": [1.0, nan]}),
        ({"messages": [{1}, {2}]}, {"messages": [{2}, {1}]}), (1, "1"), ([], {}), (None, None), ({"*": 1}, {"*": 2}),
    ]:  # fmt: skip
        theirs = oracle.verify_trace_fidelity(before, after)
        assert fidelity.verify_trace_fidelity(before, after).to_dict() == theirs.to_dict()
