"""The native walk against the Python one that it stands in for: the same bytes, reports, questions and dead letters."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redacting import SYNTHETIC, identity, mark, mask
from strategies import KEYS, SLOW, WORDS, record_texts
from test_tool_calls_lossless import traces_of

from openmed_beam.traces.json_text import JsonFault, decode
from openmed_beam.traces.leaf import LEAF_FIELDS, Leaf, Redaction
from openmed_beam.traces.native import is_on
from openmed_beam.traces.native_walk import NativeTrace
from openmed_beam.traces.record_redaction import RedactedTrace, ToolCallRedactor, TraceFault

pytestmark = pytest.mark.skipif(
    not is_on(), reason="the native core was not built, or OPENMED_BEAM_NATIVE=0 turned it off"
)

MINUTES = float(os.environ.get("OPENMED_BEAM_FUZZ_MINUTES", "0"))

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
SECRET = "data:image/png;base64,sk0secret0sk0secret0sk0secret0"


class Batch:
    """A batch redactor that keeps what it was asked, in order."""

    def __init__(self, looks_at: Sequence[str], replace: Callable[[str], str]) -> None:
        self.looks_at, self.replace = tuple(looks_at), replace
        self.asked: list[Leaf] = []

    def redact_batch(self, leaves: Sequence[Leaf]) -> list[str]:
        self.asked += leaves
        return [self.replace(leaf.text) for leaf in leaves]

    def holds_secret(self, text: str) -> bool:
        return "sk0secret" in text


class Labelled(Batch):
    """The same, with labels."""

    def redact_batch_labelled(self, leaves: Sequence[Leaf]) -> list[Redaction]:
        texts = self.redact_batch(leaves)
        return [
            Redaction(text, ("NAME",) if text != leaf.text else ()) for text, leaf in zip(texts, leaves, strict=True)
        ]


class Plain:
    """A plain function that keeps what it was asked, in order."""

    def __init__(self, replace: Callable[[str], Any]) -> None:
        self.replace = replace
        self.asked: list[str] = []

    def __call__(self, text: str) -> Any:
        self.asked.append(text)
        return self.replace(text)


def every(text: str) -> str:
    return f'<{len(text)} "\\é\x7f\n>'


def some(text: str) -> str:
    return "[X]" if len(text) % 3 == 0 or text.isdecimal() else text


def shrink(text: str) -> str:
    return text[:2]


REPLACE = (identity, mark, mask, every, some, shrink)
MAKE: dict[str, Callable[[Callable[[str], str]], Any]] = {
    "plain": Plain,
    "text": lambda replace: Batch(("text",), replace),
    "key": lambda replace: Batch(("text", "key"), replace),
    "path": lambda replace: Labelled(("text", "path"), replace),
    "trace": lambda replace: Batch(LEAF_FIELDS, replace),
    "labelled": lambda replace: Labelled(("text",), replace),
}


def roads(make: Callable[[], Any], paths: Sequence[Any], **options: Any) -> list[tuple[ToolCallRedactor, Any]]:
    """One redactor that may go the native way and one that may not, each with a text redactor of its own."""
    made = []
    for native in ("1", "0"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("OPENMED_BEAM_NATIVE", native)
            text_redactor = make()
            made.append((ToolCallRedactor(text_redactor, content_paths=paths, **options), text_redactor))
    return made


def seen(outcome: RedactedTrace | TraceFault) -> Any:
    if isinstance(outcome, TraceFault):
        return outcome
    return outcome.payload, outcome.report.to_dict(), outcome.report.leaf_chars, outcome.report.protected_leaf_count


def same(records: Sequence[bytes], make: Callable[[], Any], paths: Sequence[Any], **options: Any) -> list[bool]:
    """Redact records both ways, one after the other and all at once; for each that passed, whether it went natively."""
    (native, asked), (python, asked_too) = roads(make, paths, **options)
    alone = [(native.redact_json([record])[0], python.redact_json([record])[0]) for record in records]
    for one, other in alone:
        assert seen(one) == seen(other)
    if options.get("probe", True):
        # A key that both walks met is shown twice.
        assert set(asked.asked) == set(asked_too.asked)
    else:
        assert list(dict.fromkeys(asked.asked)) == list(dict.fromkeys(asked_too.asked))
    for one, other in zip(native.redact_json(records), python.redact_json(records), strict=True):
        assert seen(one) == seen(other)
    return [isinstance(one.report._trace, NativeTrace) for one, _ in alone if isinstance(one, RedactedTrace)]


# --- records of every shape ---------------------------------------------------------------------------------------

NAMES = (
    *KEYS, "type", "role", "call_id", "tool_call_ids", "toolCallId", "createdAt", "score", "labels", "input", "output",
    "kwargs", "toolUseResult", "data", "signature", "thinking", "mime_type", "encrypted_content", "key", "value",
    "attributes", "source", 'q"k', "b\\k", "l\nk", "\u00e9\U0001f600", "\x7f", "",
)  # fmt: skip
TEXTS = (
    *WORDS, PNG, f"data:image/png;base64,{PNG}", SECRET, "data:text/plain;base64,QUFB", "/9j/" + "A" * 40, "thinking",
    "image", "base64", "text", "x" * 40, "  padded", "\t{}", ' ["a"]', "[a] prose", "[1] see, [2]", "{x}", '["a"',
    '{"a":"h", "b": NaN}', '{"a":1,"a":"x"}', '[{"id":"a"} {"b":"c"}]', '"\\ud800"', "\u2003{}", "£5", "“q”", "\x0b{}",
)  # fmt: skip
NUMBERS = (
    "0",
    "-0",
    "1",
    "-12345",
    "123456",
    "-123456.5",
    "1e400",
    "1234567E+2",
    "0.1234567",
    "12345678901234567890" * 3,
)
PATHS = (
    "**", "$", "*", "*.*", "**.content", "messages.*.content", "messages.*.tool_calls.*.function.arguments", "a", "a.b",
    "*.id", "user_id", "**.id", "[0]", "[*].a", "a[1]", "0", "01", "attributes[key=a].value", "**[role=tool].content",
    "*[type='text']", "[~'*a*']", "**[~'*.b']", "['a.b']", "input.*", "result", "a.*.c", "content.*.text", "**.labels",
    "label", "messages.0.content", "source.data",
)  # fmt: skip


def json_text(value: Any, rng: random.Random) -> str:
    """The text of a value in some spelling; `bytes` stand for literals."""
    gap = rng.choice(("", "", " ", "\n "))
    if isinstance(value, dict):
        parts = [f"{gap}{json_text(key, rng)}{gap}:{gap}{json_text(item, rng)}" for key, item in value.items()]
        return "{" + ",".join(parts) + gap + "}"
    if isinstance(value, list):
        return "[" + ",".join(gap + json_text(item, rng) for item in value) + gap + "]"
    if isinstance(value, bytes):
        return value.decode()
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    return text.replace("/", "\\/") if rng.random() < 0.1 else text


def value_of(rng: random.Random, depth: int) -> Any:
    """A value with strings that hold JSON in turn."""
    draw = rng.random()
    if depth and draw < 0.3:
        return {rng.choice(NAMES): value_of(rng, depth - 1) for _ in range(rng.choice((0, 1, 2, 3, 5, 9)))}
    if depth and draw < 0.5:
        return [value_of(rng, depth - 1) for _ in range(rng.choice((0, 1, 2, 3, 12 if depth == 1 else 4)))]
    if depth and draw < 0.65:
        return json_text(value_of(rng, depth - 1), rng)
    if draw < 0.9:
        return rng.choice(TEXTS)
    return rng.choice((None, True, False, *(number.encode() for number in NUMBERS)))


def record_of(rng: random.Random) -> bytes:
    """A record: a chat, or an object or a list of anything; now and then broken."""
    draw = rng.random()
    value: Any
    if draw < 0.3:
        value = {
            "id": "t1",
            "messages": [
                {
                    "role": rng.choice(("user", "tool")),
                    "content": value_of(rng, 3),
                    "tool_calls": [{"id": "c1", "type": "function", "function": {"arguments": value_of(rng, 3)}}],
                    rng.choice(NAMES): value_of(rng, 2),
                }
                for _ in range(rng.randint(1, 3))
            ],
        }
    elif draw < 0.45:
        value = {
            rng.choice(("a", "content", "messages")): [
                {"type": rng.choice(("thinking", "image", "text", "reasoning")), rng.choice(NAMES): rng.choice(TEXTS)}
                | {rng.choice(("data", "signature", "encrypted_content", "id")): rng.choice(TEXTS)},
                *(value_of(rng, 2) for _ in range(2)),
            ]
        }
    elif draw < 0.8:
        value = {rng.choice(NAMES): value_of(rng, rng.randint(1, 5)) for _ in range(rng.randint(0, 5))}
    else:
        value = [value_of(rng, rng.randint(1, 4)) for _ in range(rng.randint(0, 4))]
    text = json_text(value, rng)
    if rng.random() < 0.05:
        at = rng.randrange(len(text) + 1)
        text = (
            text[:at] + rng.choice(("", ",", '"', "\\", "NaN", "}", "\ud7ff", "\x01")) + text[at + rng.randint(0, 2) :]
        )
    return text.encode()


def options_of(rng: random.Random) -> dict[str, Any]:
    """Settings of a redactor, mostly the defaults."""
    options: dict[str, Any] = {}
    for name, values in {
        "payload_json": ("canonical",),
        "decode_depth": (1, 3),
        "max_depth": (4, 9),
        "max_leaf_chars": (20,),
        "nonfinite": ("keep",),
        "strict": (True,),
        "probe": (False, False),
        "payload_defaults": (False,),
        "payload_paths": (["**.content", "result.*"], ["messages.*.content.a", "a", "**[type=text]"]),
    }.items():
        if rng.random() < 0.2 * len(values):
            options[name] = rng.choice(values)
    return options


@settings(max_examples=20_000 if SLOW else 500, deadline=None)
@given(st.integers(0, 2**62))
def test_records_of_every_shape(seed: int) -> None:
    rng = random.Random(seed)
    paths = rng.sample(PATHS, rng.choice((1, 1, 2, 3)))
    make, replace = MAKE[rng.choice(list(MAKE))], rng.choice(REPLACE)
    same([record_of(rng) for _ in range(4)], lambda: make(replace), paths, **options_of(rng))


@settings(max_examples=5_000 if SLOW else 300, deadline=None)
@given(st.lists(record_texts.map(lambda text: text.encode("utf-8", "replace")), max_size=3), st.randoms())
def test_texts_of_every_spelling(records: list[bytes], rng: random.Random) -> None:
    make, replace = MAKE[rng.choice(list(MAKE))], rng.choice(REPLACE)
    same(records, lambda: make(replace), rng.sample(PATHS, 2), **options_of(rng))


def test_generated_records_take_both_roads() -> None:
    rng = random.Random(11)
    taken = same([record_of(rng) for _ in range(400)], lambda: Plain(mask), ["**"])
    assert len(taken) / 4 < sum(taken) < len(taken)


# --- real traces --------------------------------------------------------------------------------------------------

REAL_PATHS = (
    ["**"],
    ["messages.*.content", "messages.*.tool_calls.*.function.arguments", "traj.*.content", "*.content", "result"],
    ["**.content", "**.text", "**.arguments", "**.input", "**.output", "**.value"],
    ["resourceSpans.*.scopeSpans.*.spans.*.attributes[key=input.value].value.stringValue", "**[~'*message*']"],
)


@pytest.mark.parametrize("paths", REAL_PATHS, ids=["all", "chat", "names", "selected"])
@pytest.mark.parametrize("kind", list(MAKE))
def test_real_traces(shared: Any, paths: list[str], kind: str) -> None:
    counted = taken = 0
    for path in sorted(shared("traces").rglob("*")):
        records = traces_of(path)[:150] if path.is_file() else []
        if records:
            ways = same(records, lambda: MAKE[kind](some), paths, payload_paths=["**.params"])
            taken, counted = taken + sum(ways), counted + len(ways)
    # What is declined has NaN, repeated keys, lone surrogates or payloads that are not quite JSON.
    assert taken > 0.9 * counted > 0


@pytest.mark.parametrize("payload_json", ["preserve", "canonical"])
def test_real_traces_whose_every_leaf_changes(shared: Any, payload_json: str) -> None:
    for path in sorted(shared("traces").rglob("*")):
        records = traces_of(path)[:80] if path.is_file() else []
        if records:
            same(records, lambda: Plain(every), ["**"], payload_json=payload_json)


# --- damaged traces -----------------------------------------------------------------------------------------------

JUNK = (
    b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\\u", b"\\ud83d", b"\\ude00", b"\\u00e9", b"NaN", b"-Infinity",
    b"-", b"0", b"1e", b"e5", b".", b"01", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\x00", b"\x1f",
    b"\x7f", b" ", b"\n", b"\t", b"\xc2\xa0", b'\\"', b'\\\\\\"', b'"a":', b"true", b"nul", "\u00e9".encode(),
    "\U0001f600".encode(), b"[" * 120, b"]",
)  # fmt: skip


def damaged(record: bytes, rng: random.Random) -> bytes:
    """A record with a few bytes put in, taken out, doubled or moved."""
    data = bytearray(record)
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        at, size = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 6, 30))
        draw = rng.random()
        if draw < 0.5:
            data[at : at + rng.choice((0, 0, 1))] = rng.choice(JUNK)
        elif draw < 0.7:
            del data[at : at + size]
        elif draw < 0.9:
            data[at:at] = data[at : at + size]
        else:
            data[at : at + 1] = bytes([rng.randrange(256)])
    return bytes(data)


def reads_as_python_does(record: bytes) -> None:
    """The native scanner reads what `decode` reads, but for lone surrogates, and nothing else."""
    scanned = ToolCallRedactor(identity, content_paths=["no such key"])._native.walk(record)  # type: ignore[union-attr]
    try:
        tree = decode(record)
    except JsonFault:
        assert scanned is None
        return
    assert (scanned is not None) is isinstance(tree, dict | list) or b"\\u" in record


def damage(records: Sequence[bytes], rng: random.Random) -> None:
    record = damaged(rng.choice(records), rng)
    reads_as_python_does(record)
    replace = rng.choice((some, every))
    same([record], lambda: Plain(replace), rng.choice(REAL_PATHS), **options_of(rng))


def test_damaged_real_traces(shared: Any) -> None:
    paths = [path for path in sorted(shared("traces").rglob("*")) if path.is_file()]
    records = [record for path in paths for record in traces_of(path)[:20] if 0 < len(record) < 8_000]
    seed, ends = 0, time.monotonic() + 60 * MINUTES
    while seed < 1_000 or time.monotonic() < ends:
        damage(records, random.Random(seed))
        seed += 1


# --- what must not differ -----------------------------------------------------------------------------------------


def test_a_redactor_that_fails_is_isolated_as_in_python() -> None:
    def fails(text: str) -> str:
        if text == "bad":
            raise LookupError("bad")
        return mask(text)

    records = [b'{"a":"Synthia","b":"x"}', b'{"a":"bad"}', b'{"a":"[\\"Synthia\\",1234567]"}']
    same(records, lambda: Plain(fails), ["**"])
    (outcome,) = ToolCallRedactor(fails, content_paths=["**"]).redact_json([records[1]])
    assert outcome == TraceFault("redact", "redactor_failed", None, "LookupError")


@pytest.mark.parametrize("answer", [None, 7, "\ud800", {"text": "x"}, b"x", [], type("S", (str,), {})("sub")])
def test_odd_answers(answer: Any) -> None:
    same([b'{"a":"x","b":["[\\"y\\"]"]}'], lambda: Plain(lambda _: answer), ["**"])


def test_a_secret_check_that_fails_stops_the_record() -> None:
    class Broken(Batch):
        def holds_secret(self, text: str) -> bool:
            raise LookupError(text)

    record = json.dumps({"a": f"data:image/png;base64,{PNG}"}).encode()
    same([record], lambda: Broken(("text",), identity), ["**"])


def test_an_interrupt_passes() -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ToolCallRedactor(interrupted, content_paths=["**"]).redact_json([b'{"a":"x"}'])


def test_a_redactor_may_use_the_redactor_that_asks_it() -> None:
    def nested(text: str) -> str:
        if text == "outer":
            (inner,) = worker.redact_json([b'{"a":["inner","outer2"]}'])
            assert isinstance(inner, RedactedTrace)
            return inner.payload.decode()
        return text.upper()

    worker = ToolCallRedactor(nested, content_paths=["a"])
    (outcome,) = worker.redact_json([b'{"a":["x","outer","x"]}'])
    assert isinstance(outcome, RedactedTrace)
    assert json.loads(outcome.payload) == {"a": ["X", '{"a":["INNER","OUTER2"]}', "X"]}


def test_each_distinct_leaf_is_asked_for_once_while_the_memory_holds() -> None:
    asked = Plain(mask)
    worker = ToolCallRedactor(asked, content_paths=["**"])
    records = [json.dumps({"a": [f"text {n % 7}", "Synthia", 1234567]}).encode() for n in range(50)]
    for record in records:
        worker.redact_json([record])
    assert len(asked.asked) == len(set(asked.asked)) == 7 + 1 + 1 + 1  # leaves, the number, the key


def test_a_memory_that_overflows_only_asks_again() -> None:
    (native, asked), (python, _) = roads(lambda: Plain(some), ["**"])
    rng = random.Random(3)
    words = [str(rng.randrange(10**9)) * rng.randint(1, 900) for _ in range(3_000)]
    for _ in range(4):
        for at in range(0, len(words), 300):
            record = json.dumps({"a": rng.sample(words, 300) + words[at : at + 300]}).encode()
            (one,), (other,) = native.redact_json([record]), python.redact_json([record])
            assert seen(one) == seen(other)
    assert len(asked.asked) > len(set(asked.asked))


def test_keys_beyond_what_is_remembered() -> None:
    (native, _), (python, _) = roads(lambda: Plain(some), ["**.k5", "a"])
    for start in range(0, 240_000, 60_000):
        keys = {f"k{n}": f"v{n % 10}" for n in range(start, start + 60_000)}
        record = json.dumps({"a": keys, "k5": "x", "b": {"k5": "123"}}).encode()
        (one,), (other,) = native.redact_json([record]), python.redact_json([record])
        assert seen(one) == seen(other)


def test_reports_outlive_later_records() -> None:
    (native, _), (python, _) = roads(lambda: Plain(every), ["**"])
    record = b'{"k\\u00e9y\\"s": {"a b": ["x", "{\\"in\\\\\\"ner\\": [0, \\"y\\"]}"]}, "id": "n", "n": 1234567}'
    early = [redactor.redact_json([record])[0] for redactor in (native, python)]
    for number in range(300):
        native.redact_json([json.dumps({f"k{number}": ["z"] * 9}).encode()])
    assert seen(early[0]) == seen(early[1])


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda report: pickle.loads(pickle.dumps(report))])
def test_reports_can_be_copied_and_pickled(copied: Callable[[Any], Any]) -> None:
    record = b'{"a": {"id": "n", "k5": ["x", "{\\"in\\": [1234567, \\"y\\"]}", "[1"]}}'
    for redactor, _ in roads(lambda: Plain(every), ["**"]):
        (outcome,) = redactor.redact_json([record])
        assert isinstance(outcome, RedactedTrace)
        report = copied(copied(outcome.report))
        assert report.to_dict() == outcome.report.to_dict()
        assert report.leaf_chars == outcome.report.leaf_chars
        assert report.redacted_leaf_count == 3


def test_off_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENMED_BEAM_NATIVE", "0")
    (outcome,) = ToolCallRedactor(mask, content_paths=["**"]).redact_json([b'{"a":"Synthia"}'])
    assert isinstance(outcome, RedactedTrace)
    assert not isinstance(outcome.report._trace, NativeTrace)
    assert SYNTHETIC.search(outcome.payload.decode()) is None
