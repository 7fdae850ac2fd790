"""The verifier's native lane against the Python beside it: what the lane passes, Python passes with the same report."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redacting import identity
from strategies import SLOW, WORDS, random_case, random_trace, record_texts
from test_fidelity_mutations import FRAGMENTS, LITERALS, MARK, OPERATORS, PATHS, encode, places, records
from test_fidelity_mutations import redacted as redacted_tree

from openmed_beam.traces.content_path import compile_paths
from openmed_beam.traces.fidelity import TraceFidelityVerifier
from openmed_beam.traces.native import is_on
from openmed_beam.traces.record_redaction import RedactedTrace, ToolCallRedactor

pytestmark = pytest.mark.skipif(
    not is_on(), reason="the native core was not built, or OPENMED_BEAM_NATIVE=0 turned it off"
)


def without_lane(verifier: TraceFidelityVerifier) -> TraceFidelityVerifier:
    """The same verifier, in Python alone."""
    made = pickle.loads(pickle.dumps(verifier))
    object.__setattr__(made, "_lane", None)
    return made


def make(paths: list[str], **options: Any) -> tuple[TraceFidelityVerifier, TraceFidelityVerifier]:
    defaults = {"strings_only": True, "check_encoded_json": True, "decode_depth": 4}
    verifier = TraceFidelityVerifier(compile_paths(paths), **{**defaults, **options})
    return verifier, without_lane(verifier)


CHAT = ["messages.*.content", "messages.*.tool_calls.*.function.arguments"]
PAIRS = [
    make(PATHS),
    make(["**"]),
    make(CHAT),
    make(["$"]),
    make([]),
    make(["*", "**.id"]),
    make(["messages[1].content", "messages[0]", "a[1].b", "1"]),
    make(["messages[role=user].content", "**[id=call_0].function.arguments"]),
    make(["**.arguments.a", "a.b.c", "result.*", "content.a"]),
    make(["**[~'*c*']"], decode_depth=2),
    make(["**"], decode_depth=1),
    make(["**"], decode_depth=0),
    make(["**"], check_encoded_json=False),
    make(["**"], max_depth=4),
    make(["**"], payload_defaults=False),
    make(["**"], payload_paths=["a", "**.function", "messages"], payload_defaults=False),
    make(["**.content"], payload_paths=["messages[0].content"], decode_depth=3),
]


def taken(pair: tuple[TraceFidelityVerifier, TraceFidelityVerifier], before: bytes, after: bytes) -> bool:
    """Whether the lane passes the texts; where it does Python must pass them with the same report."""
    verifier, python = pair
    found = [verifier._lane.texts(before, after, counts) for counts in (False, True)]
    assert (found[0] is None) is (found[1] is None)
    for counts in (False, True):
        if found[counts] is not None:
            report = python.verify_json(before, after, counts=counts)
            assert report.passed, report.summary()
            assert (report.checked_scalar_count, report.content_field_count) == found[counts]
            assert verifier.verify_json(before, after, counts=counts) == report
    return found[0] is not None


def test_texts_that_differ_in_strings_and_damage() -> None:
    string, passed = re.compile(r'"(?:[^"\\]|\\.)*"'), [0]
    tokens = st.sampled_from([*map(json.dumps, WORDS), '"\\u007b\\u007d"', '"\\ud800"', '"a\\/b"', "null", "1", "[]"])

    @settings(max_examples=20_000 if SLOW else 800, deadline=None)
    @given(record_texts, st.data())
    def check(text: str, data: st.DataObject) -> None:
        found = list(string.finditer(text))
        pieces, written = [], 0
        chosen = data.draw(st.sets(st.sampled_from(range(len(found))), max_size=4)) if found else ()
        for number in sorted(chosen):
            old = found[number][0]
            new = data.draw(st.one_of(tokens, st.just(old), st.sampled_from(found).map(lambda match: match[0])))
            pieces += [text[written : found[number].start()], new]
            written = found[number].end()
        after = "".join([*pieces, text[written:]]).encode()
        if data.draw(st.integers(0, 4)) == 0:
            at = data.draw(st.integers(0, len(after)))
            after = after[:at] + data.draw(st.sampled_from(FRAGMENTS)) + after[at + data.draw(st.integers(0, 2)) :]
        passed[0] += taken(data.draw(st.sampled_from(PAIRS)), text.encode(), after)

    check()
    assert passed[0] > 50


Change = Callable[[str], str]


def changed(rng: random.Random, value: Any, share: float, into: float) -> Any:
    """A tree with some of its strings changed, JSON in them on the inside or as a whole."""
    if isinstance(value, dict):
        members = [(key, changed(rng, item, share, into)) for key, item in value.items()]
        if rng.random() < 0.1:
            rng.shuffle(members)
        return dict(members)
    if isinstance(value, list | tuple):
        return [changed(rng, item, share, into) for item in value]
    if not isinstance(value, str) or rng.random() > share:
        return value
    if value[:1] in ("{", "[", '"') and rng.random() < into:
        try:
            inner = json.loads(value)
        except ValueError:
            return "[X]"
        return json.dumps(changed(rng, inner, share, into), ensure_ascii=rng.random() < 0.5)
    return rng.choice(("[X]", "", value + "!", value[::-1], "x" * len(value), *WORDS[:12]))


def mutate(rng: random.Random, tree: Any) -> None:
    """One of the mutations, where the tree holds an object to work on."""
    spots = list(places(tree))
    if any(isinstance(container, dict) for container, _key, _path in spots):
        rng.choice(list(OPERATORS.values()))(rng, tree, spots)


def test_random_traces_with_changed_strings_and_one_mutation() -> None:
    passed = 0
    for seed in range(60_000 if SLOW else 2_500):
        rng = random.Random(seed)
        trace = random_trace(rng)
        if not isinstance(trace, dict | list):
            trace = {"content": trace, "messages": [{"role": "user", "content": trace}] * 2}
        before = json.loads(json.dumps(trace))
        after = changed(rng, copy.deepcopy(before), rng.choice((0.0, 0.1, 0.5, 1.0)), rng.choice((0.9, 1.0)))
        draw = rng.random()
        if draw < 0.2:
            mutate(rng, after)
        elif draw < 0.3:
            for container, key, _path in places(after):
                if isinstance(container[key], list):
                    rng.shuffle(container[key])
        texts = [json.dumps(tree, ensure_ascii=rng.random() < 0.5).encode() for tree in (before, after)]
        for pair in rng.sample(PAIRS, 4):
            passed += taken(pair, *texts)
    assert passed > 1_000


@pytest.mark.parametrize("operator", OPERATORS)
def test_mutated_records(shared: Any, operator: str) -> None:
    rng = random.Random(operator)
    for _name, record in records(shared("traces")):
        output = redacted_tree(record)
        spots = list(places(output))
        if spots and OPERATORS[operator](rng, output, spots):
            taken(rng.choice(PAIRS), encode(record), encode(output))


@pytest.mark.parametrize(("before", "after"), LITERALS)
def test_literals(before: str, after: str) -> None:
    for tree in ({"content": MARK}, {"arguments": {"id": [MARK]}}, [{"role": "user", "content": [MARK, MARK]}], [MARK]):
        for pair in PAIRS:
            assert taken(pair, encode(tree, before), encode(tree, before))
            taken(pair, encode(tree, before), encode(tree, after))


def few(text: str) -> str:
    return f"{text} [X]" if len(text) % 17 == 0 else text


def everything(text: str) -> str:
    return f"[X{len(text)}]" if text else text


@pytest.mark.parametrize("paths", [PATHS, ["**"]], ids=["content", "all"])
@pytest.mark.parametrize("redactor", [identity, few, everything])
def test_what_a_redactor_made_of_real_records_takes_the_lane(shared: Any, redactor: Change, paths: list[str]) -> None:
    pair, worker, tried = make(paths), ToolCallRedactor(redactor, content_paths=paths), 0
    for name, record in records(shared("traces")):
        before = encode(record)
        (outcome,) = worker.redact_json([before])
        assert isinstance(outcome, RedactedTrace), name
        assert taken(pair, before, outcome.payload), name
        tried += 1
    assert tried > 50


def test_paths_with_selectors_take_the_lane() -> None:
    spans = "resourceSpans.*.scopeSpans.*.spans.*"
    pair = make([f"{spans}.attributes[key=gen_ai.{side}.messages].value.stringValue" for side in ("input", "output")])
    messages = json.dumps([{"role": "user", "parts": [{"type": "text", "content": "Synthia"}]}])

    def record(texts: str, kind: str = "chat") -> bytes:
        values = {"gen_ai.operation.name": kind, "gen_ai.input.messages": texts, "gen_ai.output.messages": texts}
        attributes = [{"key": key, "value": {"stringValue": value}} for key, value in values.items()]
        span = {"spanId": "s1", "attributes": attributes}
        return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span, span]}]}]}).encode()

    assert taken(pair, record(messages), record(messages.replace("Synthia", "[NAME]")))
    assert not taken(pair, record(messages), record(messages.replace("user", "tool")))
    assert not taken(pair, record(messages), record(messages, "talk"))


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("[key=x]", [True, False, False, False]),
        ("[key=y]", [False, True, False, True]),
        ("[role=user]", [True, True, True, True]),
        ("[value=x]", [False, True, False, True]),
    ],
)
def test_a_change_to_what_a_selector_looks_at_is_a_doubt(selector: str, expected: list[bool]) -> None:
    pair = make([f"{selector}.value", "*.key"])
    item = '{"key":"%s","value":"a","role":"user"}'
    before = "[" + ",".join(item % name for name in ("x", "x", "y")) + "]"
    changes = (('"a"', '"b"', 1), ('"x"', '"z"', 1), ('"x","value":"a"', '"z","value":"b"', 1), ('"x"', '"w"'))

    assert [taken(pair, before.encode(), before.replace(*change).encode()) for change in changes] == expected


def test_decoded_traces_by_the_rules_of_openmed() -> None:
    passed = 0
    for seed in range(40_000 if SLOW else 2_500):
        rng = random.Random(seed)
        case = random_case(seed)
        try:
            verifier = TraceFidelityVerifier(content_paths=case.paths)
        except (TypeError, ValueError):
            continue
        python = without_lane(verifier)
        after = changed(rng, copy.deepcopy(case.trace), rng.choice((0.0, 0.3, 1.0)), 0.5)
        if rng.random() < 0.3:
            mutate(rng, after)
        report = python.verify(case.trace, after)
        found = verifier._lane.objects(case.trace, after)
        if found is not None:
            passed += 1
            assert report.passed, report.summary()
            assert (report.checked_scalar_count, report.content_field_count) == found
        assert verifier.verify(case.trace, after) == report
    assert passed > 300


NAN = float("nan")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (1, 1.0), (1, True), (0, False), (0.0, -0.0), (NAN, NAN), ([1], (1,)), ({1: 2}, {True: 2}), (b"x", b"x"),
        ({"a": NAN}, {"a": NAN}), ("\ud800", "\ud800"), ("\ud800", "x"), ({"a": 1}, {"b": 1}), (2**70, 2**70 + 1),
    ],
)  # fmt: skip
def test_decoded_values_that_look_alike(before: Any, after: Any) -> None:
    for paths in ("**", "**.content", "x"):
        verifier = TraceFidelityVerifier([paths])
        python = without_lane(verifier)
        for one, other in (({"content": [before]}, {"content": [after]}), ({"\ud800": before}, {"\ud800": after})):
            assert verifier.verify(one, other) == python.verify(one, other)


def test_a_doubt_is_no_verdict() -> None:
    verifier, _python = make(["**"])
    lane = verifier._lane
    deep = b"[" * 201 + b"]" * 201
    odd = [b"", b'"x"', b"[1] 2", b'{"a":1,"a":1}', b"[NaN]", b'["\\ud800"]', b'["\xff"]', b"\xef\xbb\xbf[]", deep]
    for text in odd:
        assert lane.texts(text, text, False) is None
        assert lane.texts(b"[]", text, False) is None
        assert lane.texts(text, b"[]", True) is None
    assert lane.texts(deep[1:-1], deep[1:-1], True) == (0, 200)
    loop: list[Any] = []
    loop.append(loop)
    openmed = TraceFidelityVerifier(["**"])
    assert openmed._lane.objects(loop, loop) is None
    assert openmed._lane.objects({"a": object()}, {"a": object()}) is None
    assert not openmed.verify(loop, loop).passed


def test_many_keys_and_standings_are_not_kept() -> None:
    pair = make(["**.content"])
    for number in range(2):
        record = {f"{number}-{key}": {"content": "a", "arguments": {f"k{key}": key}} for key in range(9_000)}
        after = {key: {**value, "content": "b"} for key, value in record.items()}
        assert taken(pair, json.dumps(record).encode(), json.dumps(after).encode())
