"""Hostile bytes and paths: nothing but the package's own errors comes out, and none of them holds a value.

By default a few hundred examples; OPENMED_BEAM_SLOW=1 more; OPENMED_BEAM_FUZZ_MINUTES=30 fuzzes for that long.
"""

from __future__ import annotations

import json
import os
import time
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from redacting import identity, mark
from strategies import SLOW, any_text, json_texts, json_values, record_texts

from openmed_beam.errors import OpenMedBeamError
from openmed_beam.traces import content_path, json_text
from openmed_beam.traces.tool_calls import (
    RedactedTrace,
    ToolCallRedactor,
    redact_tool_call_with_report,
)

CANARY = "canary7f3a"
MINUTES = float(os.environ.get("OPENMED_BEAM_FUZZ_MINUTES", "0"))
EXAMPLES = 3000 if SLOW else 200


JUNK = ("\\", '"', "{", "}", "[", "]", ",", ":", "\x00", "\ud800", "NaN", "-", "\ufeff", " ")


def said(error: BaseException) -> str:
    """Everything an error could print: itself, its causes and contexts, whatever is attached."""
    out, waiting, seen = [], [error], set()
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        out += [repr(each), str(each), repr(each.args), repr(vars(each)), "".join(getattr(each, "__notes__", []))]
        out.append("".join(traceback.format_exception_only(each)))
        waiting += [other for other in (each.__cause__, each.__context__) if other is not None]
    return "\n".join(out)


def quiet(call: Callable[[], Any], *also: type[BaseException]) -> Any:
    """The call's result; its own kind of error is no crash but must not hold the canary."""
    raised: BaseException
    try:
        return call()
    except (OpenMedBeamError, *also) as error:
        raised = error
    assert CANARY not in said(raised)
    return None


@st.composite
def broken_texts(draw: Any) -> str:
    """JSON text with a canary in it, cut, doubled or with a few characters put in."""
    text = draw(st.one_of(record_texts, json_texts))
    text = text.replace('"', f'"{CANARY}', 1)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        junk = draw(st.sampled_from(JUNK))
        text = draw(
            st.sampled_from(
                [
                    text[:at],
                    text[:at] + junk + text[at:],
                    text[:at] + text[at + 1 :],
                    text[at:] + text[:at],
                    json.dumps(text),
                ]
            )
        )
    return text


hostile_bytes = st.one_of(
    st.binary(max_size=60),
    broken_texts().map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.builds(
        lambda text, at, junk: text.encode("utf-8", "surrogatepass")[:at] + junk + CANARY.encode(),
        broken_texts(),
        st.integers(0, 80),
        st.binary(min_size=1, max_size=3),
    ),
    st.builds(lambda depth, leaf: b"[" * depth + leaf + b"]" * depth, st.integers(0, 2500), st.just(b'"x"')),
)
path_texts = st.one_of(
    any_text,
    st.text(st.sampled_from("ab.*[]$'\"~/=\\0139- "), max_size=24),
    st.lists(st.one_of(any_text, st.integers(-2, 5), st.booleans(), st.none()), max_size=4),
)


def decoder(data: bytes) -> None:
    for nonfinite in ("dead", "keep"):
        for read in (json_text.decode, json_text.decode_exact):
            tree = quiet(lambda read=read, nonfinite=nonfinite: read(data, nonfinite=nonfinite))
            if tree is not None and nonfinite == "dead":
                assert data.decode("utf-8") is not None
    text = data.decode("utf-8", "surrogateescape")
    quiet(lambda: json_text.decode(text))
    quiet(lambda: json_text.decode_lenient(text))
    assert json_text.depth_of(text) >= 0
    if json_text.is_lexable(text):
        tokens = json_text.StringTokens(text)
        assert tokens.balanced
        assert tokens.text() == text
        for ordinal, value in json_text.lexable_values(text):
            assert json.loads(json_text.encode_string(value)) == json.loads(json.dumps(value))
            assert json_text.decode_token(tokens.body(ordinal)) == value


def decoder_agrees(data: bytes) -> None:
    """What is accepted is what the standard library accepts, and the two depths of checking agree."""
    kinds = []
    for max_depth in (200, 199, 120):
        try:
            kinds.append(json_text.decode(data, max_depth=max_depth) is not None or True)
        except json_text.JsonFault as fault:
            kinds.append(fault.reason)
    if "too_deep" not in kinds:
        assert len(set(map(str, kinds))) == 1
    try:
        json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        assert kinds[0] is not True or len(data) > 4000


def redactor_of_records(data: bytes) -> None:
    for options in ({}, {"payload_json": "canonical"}, {"nonfinite": "keep", "strict": True, "decode_depth": 1}):
        (found,) = ToolCallRedactor(mark, content_paths=["**"], **options).redact_json([data])
        if isinstance(found, RedactedTrace):
            json.loads(found.payload.decode("utf-8"))
            assert CANARY not in json.dumps(found.report.to_dict())
        else:
            assert CANARY not in repr(found)
    (same,) = ToolCallRedactor(identity, content_paths=["**"]).redact_json([data])
    if isinstance(same, RedactedTrace):
        assert same.payload == data


def failing_redactor(data: bytes) -> None:
    def fails(text: str) -> str:
        raise KeyError(CANARY + text)

    (found,) = ToolCallRedactor(fails, content_paths=["**"]).redact_json([data])
    assert CANARY not in repr(found)


def path_parser(spec: Any) -> None:
    path = quiet(lambda: content_path.parse_path(spec))
    if path is None:
        return
    assert content_path.parse_path(content_path.render_path(path)) == path
    plan = content_path.compile_paths([spec])
    state = plan.root
    for step in ("a", 0, "b", 1):
        if state is not None:
            state = state.key(step) if isinstance(step, str) else state.index(step)


def core_function(trace: Any) -> None:
    for paths in ("$", "*", ["a", "*.*"]):
        quiet(lambda paths=paths: redact_tool_call_with_report(trace, content_paths=paths, text_redactor=mark))


FUZZED: list[tuple[Callable[[Any], None], st.SearchStrategy[Any]]] = [
    (decoder, hostile_bytes),
    (decoder_agrees, hostile_bytes),
    (redactor_of_records, hostile_bytes),
    (failing_redactor, hostile_bytes),
    (path_parser, path_texts),
    (core_function, json_values(st.one_of(any_text, broken_texts()))),
]


def fuzz(body: Callable[[Any], None], inputs: st.SearchStrategy[Any], examples: int, start: int | None) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None if start is not None else settings.default.database,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate, Phase.shrink],
    )
    @given(inputs)
    def run(value: Any) -> None:
        body(value)

    (run if start is None else seed(start)(run))()


@pytest.mark.parametrize(("body", "inputs"), FUZZED, ids=[body.__name__ for body, _ in FUZZED])
def test_no_crash_and_no_value_in_an_error(body: Callable[[Any], None], inputs: st.SearchStrategy[Any]) -> None:
    fuzz(body, inputs, EXAMPLES, None)


@pytest.mark.slow
@pytest.mark.skipif(not MINUTES, reason="set OPENMED_BEAM_FUZZ_MINUTES to fuzz for that long")
def test_fuzz_for_a_while() -> None:
    ends, start = time.monotonic() + 60 * MINUTES, 0
    while time.monotonic() < ends:
        for body, inputs in FUZZED:
            fuzz(body, inputs, 500, start)
        start += 1


@pytest.mark.parametrize(
    "spec", ["a..b", "a[", "a[x", "['a", "a]b", "[~'x'", "/a~2b", "", "a[k=v", "$a[", "a.[", "a['b'c"], ids=repr
)
def test_a_path_error_shows_the_position(spec: str) -> None:
    with pytest.raises(OpenMedBeamError) as caught:
        content_path.parse_path(spec)
    assert "^" in str(caught.value)
    assert spec in str(caught.value)
