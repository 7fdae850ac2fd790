"""Random traces, path specifications and redactors for the tests of the core.

The seeded generators stay inside the domain where openmed and openmed_beam promise the same (64-bit integers, ordinary
floats, no duplicate keys, no aliases). The hypothesis strategies go beyond it where a test says so.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

SLOW = os.environ.get("OPENMED_BEAM_SLOW") == "1"

#: Short names, so that random paths meet random traces; `!` and `$x` sort before `*`, which a path set shows.
KEYS = (
    "a", "b", "c", "id", "role", "label", "name", "content", "arguments", "result", "function", "messages",
    "tool_calls", "0", "1", "10", "*", "!", "$x", "a.b", "a/b", "m~n", "é", "user_id", "text", "patient_id",
)  # fmt: skip
WORDS = (
    "", " ", "x", "Ada", "ada@example.test", "call 555-0100", "é", "\u00e9\U0001f600", "line\nbreak",
    'quote " here', "back\\slash", "\u2028", "\x00", "5550100", "true", "null", "NaN", "{", "[", '"', "{bad",
    "[1,", '{"a":"x"', '"open', "{'a': 'x'}", "}", "-", "1e5", "// x", "Zürich [1]", "\ufeff{}", "[NaN]",
    '{"a":Infinity}', '["x"] tail', '\u00a0["x"]', '["x"]\u2028', '["\t"]',
)  # fmt: skip
NUMBERS = (0, 1, -1, 7, 2**31, 2**63 - 1, -(2**63), 0.5, 1.0, -2.25, 1e16, 1e-7, -0.0, True, False, None)


def random_leaf(rng: random.Random) -> Any:
    """A string (two of three times) or another scalar."""
    if rng.random() < 0.66:
        return rng.choice(WORDS)
    return rng.choice(NUMBERS)


def random_value(rng: random.Random, depth: int, encoded: int = 2) -> Any:
    """A JSON value at most `depth` containers deep, with strings that hold JSON up to `encoded` levels."""
    draw = rng.random()
    if encoded and draw < 0.18:
        return random_payload(rng, max(depth - 1, 0), encoded - 1)
    if depth == 0 or draw < 0.40:
        return random_leaf(rng)
    if draw < 0.72:
        keys = rng.sample(KEYS, rng.randint(0, 4))
        return {key: random_value(rng, depth - 1, encoded) for key in keys}
    items = [random_value(rng, depth - 1, encoded) for _ in range(rng.choice((0, 1, 2, 3, 12 if depth == 1 else 4)))]
    return tuple(items) if draw > 0.98 else items


def random_payload(rng: random.Random, depth: int, encoded: int) -> str:
    """JSON text in one of the spellings that tools write, now and then cut or followed by something."""
    value = random_value(rng, depth, encoded)
    if not isinstance(value, (dict, list)) and rng.random() < 0.8:
        value = {rng.choice(KEYS): value}
    separators = rng.choice(((",", ":"), (", ", ": "), (" ,", " :")))
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5, separators=separators)
    draw = rng.random()
    if draw < 0.06:
        return text[: rng.randrange(len(text) + 1)]
    if draw < 0.12:
        return rng.choice((" ", "\n", "\t ", "\u00a0", "\x1c")) + text
    if draw < 0.16:
        return text + rng.choice((" ", "\n", "x", "\u2028", text))
    if draw < 0.20:
        return json.dumps(value, indent=2)
    return text


def random_trace(rng: random.Random) -> Any:
    """An envelope of messages with tool calls, a bare tool call, or any JSON value."""
    draw = rng.random()
    if draw < 0.35:
        messages = []
        for number in range(rng.randint(1, 4)):
            message: dict[str, Any] = {
                "role": rng.choice(("user", "assistant", "tool")),
                "content": random_value(rng, 1),
            }
            if rng.random() < 0.5:
                message["tool_calls"] = [
                    {
                        "id": f"call_{number}",
                        "type": "function",
                        "function": {
                            "name": "lookup",
                            "arguments": random_value(rng, 2) if rng.random() < 0.3 else random_payload(rng, 3, 1),
                        },
                    }
                    for _ in range(rng.randint(1, 3))
                ]
            messages.append(message)
        return {"id": "t1", "messages": messages, "label": random_leaf(rng)}
    if draw < 0.55:
        return {
            "id": "call_1",
            "arguments": random_value(rng, 2),
            "function": {"name": "f", "arguments": random_payload(rng, 2, 1)},
            "result": random_value(rng, 3),
        }
    return random_value(rng, 4)


def concrete_paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every node's path, the root first."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from concrete_paths(item, (*path, key))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from concrete_paths(item, (*path, index))


def random_segments(rng: random.Random, nodes: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """A path of an existing node with some segments widened to `*`, or one that may match nothing."""
    if rng.random() < 0.12:
        return tuple(rng.choice((*KEYS, 0, 1, "*")) for _ in range(rng.randint(1, 3)))
    path = rng.choice(nodes)
    widen = rng.choice((0.0, 0.2, 0.6))
    return tuple("*" if rng.random() < widen else segment for segment in path)


def spell(rng: random.Random, segments: tuple[Any, ...]) -> Any:
    """One spelling of a path: dotted, JSON Pointer, or a sequence of segments."""
    texts = [str(segment) for segment in segments]
    draw = rng.random()
    if draw < 0.6 and texts and not any("." in text or text.startswith("/") for text in texts):
        return ".".join(texts)
    if draw < 0.8 and texts:
        return "".join("/" + text.replace("~", "~0").replace("/", "~1") for text in texts)
    if not segments:
        return rng.choice(("", "$", ()))
    return rng.choice((tuple, list))(texts if rng.random() < 0.3 else segments)


def random_paths(rng: random.Random, trace: Any) -> Any:
    """A `content_paths` argument in any form that openmed reads."""
    draw = rng.random()
    if draw < 0.08:
        return None
    nodes = list(concrete_paths(trace))
    if draw < 0.30:
        spelled = spell(rng, random_segments(rng, nodes))
        return spelled if isinstance(spelled, str) else [spelled]
    if draw < 0.36:
        return random_segments(rng, nodes)
    if draw < 0.40:
        return tuple(rng.choice(KEYS) for _ in range(rng.randint(0, 3)))
    return [spell(rng, random_segments(rng, nodes)) for _ in range(rng.randint(1, 4))]


class _Answer:
    def __init__(self, text: str) -> None:
        self.deidentified_text = text


#: Deterministic redactors; each looks at the text alone.
REDACTORS: dict[str, Callable[[str], Any]] = {
    "upper": lambda text: text.upper() + "!",
    "digits": lambda text: "".join("#" if char.isdigit() else char for char in text),
    "identity": lambda text: text,
    "constant": lambda _text: "[REDACTED]",
    "empty": lambda _text: "",
    "object": lambda text: _Answer(text.replace("a", "[A]")),
    "mapping": lambda text: {"redacted_text": text + "+", "text": "wrong"},
    "unicode": lambda text: text + '\u2028é"\\\x01',
}


class Case(NamedTuple):
    """One random call of the redactor."""

    trace: Any
    paths: Any
    redactor: str


def random_case(seed: int) -> Case:
    """The call that belongs to `seed`, always the same."""
    rng = random.Random(seed)
    trace = random_trace(rng)
    return Case(trace, random_paths(rng, trace), rng.choice(tuple(REDACTORS)))


# hypothesis ---------------------------------------------------------------------------------------------------------

#: Text of any code point, lone surrogates included.
any_text = st.text(st.characters(codec=None), max_size=20)
#: Text that UTF-8 can hold.
clean_text = st.text(max_size=20)
json_keys = st.one_of(st.sampled_from(KEYS), clean_text)
finite_numbers = st.one_of(st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False))


def json_values(texts: st.SearchStrategy[str] = clean_text, max_leaves: int = 15) -> st.SearchStrategy[Any]:
    """JSON values with strings drawn from `texts`."""
    scalars = st.one_of(texts, finite_numbers, st.booleans(), st.none())
    return st.recursive(
        scalars,
        lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(json_keys, inner, max_size=5)),
        max_leaves=max_leaves,
    )


def json_containers(texts: st.SearchStrategy[str] = clean_text) -> st.SearchStrategy[Any]:
    """JSON objects and arrays."""
    inner = json_values(texts, max_leaves=8)
    return st.one_of(st.lists(inner, max_size=5), st.dictionaries(json_keys, inner, max_size=5))


def encoded_payloads(texts: st.SearchStrategy[str] = clean_text) -> st.SearchStrategy[str]:
    """JSON text of objects and arrays."""
    return st.builds(
        lambda value, ascii_only, spaced: json.dumps(
            value, ensure_ascii=ascii_only, separators=(", ", ": ") if spaced else (",", ":")
        ),
        json_containers(texts),
        st.booleans(),
        st.booleans(),
    )


#: Number literals that no float or 64-bit integer can hold, beside ordinary ones.
number_literals = st.one_of(
    st.sampled_from(
        ["1.10", "1e5", "1E5", "-0", "-0.0", "1e400", "0.10000000000000000555", "1.0", "1", "18446744073709551616"]
    ),
    st.integers(-(10**40), 10**40).map(str),
    st.from_regex(r"\A-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,4})?\Z"),
)
_string_tokens = st.one_of(
    clean_text.map(lambda text: json.dumps(text, ensure_ascii=False)),
    any_text.map(json.dumps),
    st.sampled_from(['"\\/"', '"\\u0041"', '"\\ud800"', '"\\ud83c\\udf78"', '"\\u0000"', '""', '"\\u003c"']),
)
_gaps = st.sampled_from(["", "", "", " ", "\n", "\t", "\r\n  "])


@st.composite
def _object_text(draw: Any, inner: st.SearchStrategy[str]) -> str:
    keys = draw(st.lists(_string_tokens, max_size=4, unique_by=json.loads))
    parts = [f"{draw(_gaps)}{key}{draw(_gaps)}:{draw(_gaps)}{draw(inner)}{draw(_gaps)}" for key in keys]
    return "{" + (",".join(parts) if parts else draw(_gaps)) + "}"


@st.composite
def _array_text(draw: Any, inner: st.SearchStrategy[str]) -> str:
    items = draw(st.lists(inner, max_size=4))
    return "[" + (",".join(f"{draw(_gaps)}{item}{draw(_gaps)}" for item in items) if items else draw(_gaps)) + "]"


def _containers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(_object_text(inner), _array_text(inner))


_scalars_text = st.one_of(_string_tokens, number_literals, st.sampled_from(["true", "false", "null"]))
#: The text of any JSON value in any spelling: white space, escapes, exact numbers, JSON inside strings.
json_texts = st.recursive(
    _scalars_text,
    lambda inner: st.one_of(_containers(inner), inner.map(json.dumps)),
    max_leaves=12,
)
#: The text of a record: an object or an array.
record_texts = _containers(json_texts)
