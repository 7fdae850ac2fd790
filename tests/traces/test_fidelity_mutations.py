"""Mutations of real records: every one outside free content is caught, in the bytes; no allowed change is flagged."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from openmed_beam.traces.content_path import compile_paths
from openmed_beam.traces.fidelity import TraceFidelityVerifier

SLOW = os.environ.get("OPENMED_BEAM_SLOW") == "1"
RECORDS_A_FILE, SPOTS = (40, 4) if SLOW else (3, 1)

PATHS = ["**.content", "**.arguments", "**.instructions"]
CONTENT_KEYS = {"content", "arguments", "instructions"}
VERIFIER = TraceFidelityVerifier(
    compile_paths(PATHS), strings_only=True, check_encoded_json=True, decode_depth=4, max_depth=200
)
MARK = "\u0001spot\u0001"

Place = tuple[Any, Any, tuple[Any, ...]]


def strict(text: bytes) -> Any:
    """Standard JSON only: what holds NaN is left to another test."""

    def refuse(token: str) -> None:
        raise ValueError(token)

    return json.loads(text, parse_constant=refuse)


def records(folder: Path) -> Iterator[tuple[str, Any]]:
    """Real records by file name: the document, the items of an array, or the lines; a few of each file."""
    for path in sorted(folder.glob("*/*")):
        text = path.read_bytes()
        try:
            whole = strict(text)
            found = whole if isinstance(whole, list) else [whole]
        except ValueError:
            found = []
            for line in text.split(b"\n"):
                try:
                    found.append(strict(line))
                except ValueError:
                    continue
        kept = [record for record in found if isinstance(record, dict | list) and record]
        step = max(1, len(kept) // RECORDS_A_FILE)
        for number, record in enumerate(kept[::step][:RECORDS_A_FILE]):
            yield f"{path.parent.name}/{path.name}:{number}", record


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[Place]:
    """Container, key and path of every value below a node."""
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in members:
        yield node, key, (*path, key)
        yield from places(value, (*path, key))


def is_content(path: tuple[Any, ...]) -> bool:
    return any(key in CONTENT_KEYS for key in path)


def encode(tree: Any, literal: str = "") -> bytes:
    text = json.dumps(tree, ensure_ascii=False)
    return text.replace(json.dumps(MARK, ensure_ascii=False), literal).encode("utf-8", "surrogatepass")


def redacted(tree: Any) -> Any:
    """What a redactor would make of it: content strings changed, JSON in them redacted inside."""

    def change(value: Any, path: tuple[Any, ...]) -> Any:
        if isinstance(value, dict):
            return {key: change(item, (*path, key)) for key, item in value.items()}
        if isinstance(value, list):
            return [change(item, (*path, number)) for number, item in enumerate(value)]
        name = next((key for key in reversed(path) if isinstance(key, str)), "")
        if not isinstance(value, str) or not is_content(path) or name in NAMES or name.endswith(("_id", "Id", "_at")):
            return value
        return redact_text(value)

    return change(tree, ())


#: Names that the test's own redactor leaves alone below content.
NAMES = {"id", "type", "role", "uuid", "date", "time", "score", "label", "created", "updated"}


def redact_text(text: str) -> str:
    if text[:1] in ("{", "[", '"'):
        try:
            inner = json.loads(text)
        except ValueError:
            return "[REDACTED]"
        if isinstance(inner, dict | list | str):
            return json.dumps(redact_all(inner))
    return f"[REDACTED {len(text) % 7}]"


def redact_all(value: Any) -> Any:
    if isinstance(value, dict):
        names = NAMES if "role" in value or "type" in value else set()
        return {key: item if key in names or key.endswith("_id") else redact_all(item) for key, item in value.items()}
    if isinstance(value, list):
        return [redact_all(item) for item in value]
    return redact_text(value) if isinstance(value, str) else value


# --- literals: a place holds one literal before and another after -----------------------------------------------------

LITERALS = [
    ("1", "1.0"), ("1.0", "1"), ("1.0", "1.00"), ("1.10", "1.1"), ("100", "1e2"), ("1e2", "1E2"), ("-0", "0"),
    ("0.0", "-0.0"), ("true", "1"), ("1", "true"), ("false", "0"), ("true", "false"), ("null", '""'), ('""', "null"),
    ("false", "null"), ("123456789012345678901234567890", "123456789012345678901234567891"), ("1e400", "1e401"),
    ('"5550100"', "5550100"), ("5550100", '"5550100"'), ("[]", "{}"), ("{}", "null"), ("[1]", "1"), ("[1]", "[1,1]"),
    ('{"a":1}', '{"b":1}'), ('{"a":1}', '{"a":1,"b":1}'), ('{"a":null}', "{}"), ("[null]", "[]"), ("0.1", "0.10"),
    ('"{\\"a\\":1}"', '"{\\"a\\":1.0}"'), ('"{\\"a\\":[1,\\"x\\"]}"', '"{\\"a\\":[1]}"'), ('"{}"', '"[]"'),
    ('"[\\"{\\\\\\"a\\\\\\":1}\\"]"', '"[\\"{\\\\\\"a\\\\\\":2}\\"]"'), ('"{\\"a\\":1}"', '"{\\"a\\":1"'),
    ('"{\\"a\\":1}"', '"[REDACTED]"'), ('"[true]"', '"[1]"'), ('"{\\"a\\":-0}"', '"{\\"a\\":0}"'),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), LITERALS)
def test_another_literal_is_caught_wherever_it_stands(shared: Any, before: str, after: str) -> None:
    rng, tried = random.Random(f"{before} {after}"), 0
    for name, record in records(shared("traces")):
        for _ in range(SPOTS):
            tree = copy.deepcopy(record)
            spots = [spot for spot in places(tree) if not isinstance(spot[0][spot[1]], dict | list)]
            if not spots:
                continue
            container, key, path = rng.choice(spots)
            if is_content(path) and any(isinstance(part, str) and part in NAMES for part in path):
                continue
            container[key] = MARK
            report = VERIFIER.verify_json(encode(tree, before), encode(tree, after))
            assert not report.passed, (name, path)
            assert VERIFIER.verify_json(encode(tree, before), encode(tree, before)).passed, (name, path)
            tried += 1
    assert tried > 20


# --- structure: the output differs from what a redactor would have made of the record ---------------------------------

Operator = Callable[[random.Random, Any, list[Place]], bool]


def outside(spots: list[Place], kind: type | tuple[type, ...] = object) -> list[Place]:
    return [spot for spot in spots if not is_content(spot[2]) and isinstance(spot[0][spot[1]], kind)]


def rename_key(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in spots if isinstance(spot[0], dict)]
    container, key, _path = rng.choice(chosen)
    members = [(f"{key}_" if name == key else name, value) for name, value in container.items()]
    container.clear()
    container.update(members)
    return True


def drop_key(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    container, key, _path = rng.choice([spot for spot in spots if isinstance(spot[0], dict)])
    del container[key]
    return True


def null_to_missing(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in spots if isinstance(spot[0], dict) and spot[0][spot[1]] is None]
    if chosen:
        container, key, _path = rng.choice(chosen)
        del container[key]
    return bool(chosen)


def add_key(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    container = rng.choice([spot for spot in spots if isinstance(spot[0], dict)])[0]
    container["an added key"] = rng.choice((None, "", 0, [], {}))
    return True


def drop_item(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in spots if isinstance(spot[0], list)]
    if chosen:
        container, key, _path = rng.choice(chosen)
        del container[key]
    return bool(chosen)


def repeat_item(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in spots if isinstance(spot[0], list)]
    if chosen:
        container, key, _path = rng.choice(chosen)
        container.insert(key, copy.deepcopy(container[key]))
    return bool(chosen)


def change_string(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = outside(spots, str)
    if chosen:
        container, key, _path = rng.choice(chosen)
        container[key] += rng.choice((" ", "x", "\u00a0", "\n"))
    return bool(chosen)


def change_case(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in outside(spots, str) if spot[0][spot[1]].swapcase() != spot[0][spot[1]]]
    if chosen:
        container, key, _path = rng.choice(chosen)
        container[key] = container[key].swapcase()
    return bool(chosen)


def named(*names: str) -> Operator:
    """Change a string or number under one of these names, outside payloads."""

    def operator(rng: random.Random, _: Any, spots: list[Place]) -> bool:
        chosen = [
            spot for spot in outside(spots, (str, int)) if spot[1] in names and spot[0][spot[1]] not in ("", True)
        ]
        if chosen:
            container, key, _path = rng.choice(chosen)
            container[key] = f"{container[key]} " if isinstance(container[key], str) else container[key] + 1
        return bool(chosen)

    return operator


def swap_identifiers(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in outside(spots, str) if str(spot[1]).endswith(("id", "Id"))]
    pairs = [(a, b) for a in chosen for b in chosen if a[0][a[1]] != b[0][b[1]]][:200]
    if pairs:
        (one, key, _p), (two, other, _q) = rng.choice(pairs)
        one[key], two[other] = two[other], one[key]
    return bool(pairs)


def skeleton(value: Any) -> Any:
    """A message without what is in its content, to tell whether two of them differ outside."""
    if isinstance(value, dict):
        return {key: None if key in CONTENT_KEYS else skeleton(item) for key, item in value.items()}
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return skeleton(json.loads(value))
        except ValueError:
            return value
    return [skeleton(item) for item in value] if isinstance(value, list) else value


def swap_messages(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    lists = [spot[0][spot[1]] for spot in outside(spots, list) if len(spot[0][spot[1]]) > 1]
    pairs = [
        (found, a, b)
        for found in lists
        for a in range(min(len(found), 12))
        for b in range(a)
        if skeleton(found[a]) != skeleton(found[b])
    ]
    if pairs:
        found, a, b = rng.choice(pairs)
        found[a], found[b] = found[b], found[a]
    return bool(pairs)


def rotate_list(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    lists = [spot[0][spot[1]] for spot in outside(spots, list)]
    lists = [found for found in lists if skeleton(found) != skeleton(found[1:] + found[:1])]
    if lists:
        found = rng.choice(lists)
        found.append(found.pop(0))
    return bool(lists)


def to_text(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in spots if not isinstance(spot[0][spot[1]], str)]
    if chosen:
        container, key, _path = rng.choice(chosen)
        container[key] = json.dumps(container[key])
    return bool(chosen)


def to_list(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    container, key, _path = rng.choice(spots)
    container[key] = [container[key]]
    return True


def to_object(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in spots if isinstance(spot[0][spot[1]], list)]
    if chosen:
        container, key, _path = rng.choice(chosen)
        container[key] = {str(number): item for number, item in enumerate(container[key])}
    return bool(chosen)


def flatten_object(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in spots if isinstance(spot[0][spot[1]], dict)]
    if chosen:
        container, key, _path = rng.choice(chosen)
        container[key] = list(container[key].values())
    return bool(chosen)


def content_to_null(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in spots if is_content(spot[2]) and isinstance(spot[0][spot[1]], str)]
    if chosen:
        container, key, _path = rng.choice(chosen)
        container[key] = rng.choice((None, 0, False, [], {}))
    return bool(chosen)


def change_number(rng: random.Random, _: Any, spots: list[Place]) -> bool:
    chosen = [spot for spot in spots if type(spot[0][spot[1]]) in (int, float)]
    if chosen:
        container, key, _path = rng.choice(chosen)
        container[key] += 1
    return bool(chosen)


def encoded(change: Callable[[random.Random, Any], Any]) -> Operator:
    """Change what a JSON string under content holds (its numbers, keys, lengths), or its text."""

    def operator(rng: random.Random, _: Any, spots: list[Place]) -> bool:
        for container, key, path in rng.sample(spots, len(spots)):
            value = container[key]
            if not is_content(path) or not isinstance(value, str) or value[:1] not in ("{", "["):
                continue
            try:
                tree = json.loads(value)
            except ValueError:
                continue
            made = change(rng, tree)
            if made is not None:
                container[key] = made if isinstance(made, str) else json.dumps(tree)
                return True
        return False

    return operator


def _encoded_number(rng: random.Random, tree: Any) -> bool | None:
    chosen = [spot for spot in places(tree) if type(spot[0][spot[1]]) in (int, float)]
    if not chosen:
        return None
    container, key, _path = rng.choice(chosen)
    container[key] += 1
    return True


def _encoded_key(rng: random.Random, tree: Any) -> bool | None:
    chosen = [spot for spot in places(tree) if isinstance(spot[0], dict)]
    if not chosen:
        return None
    container, key, _path = rng.choice(chosen)
    container[f"{key}!"] = container.pop(key)
    return True


def _encoded_dropped(rng: random.Random, tree: Any) -> bool | None:
    chosen = list(places(tree))
    if not chosen:
        return None
    container, key, _path = rng.choice(chosen)
    del container[key]
    return True


def _encoded_type(rng: random.Random, tree: Any) -> bool | None:
    chosen = [spot for spot in places(tree) if isinstance(spot[0][spot[1]], str)]
    if not chosen:
        return None
    container, key, _path = rng.choice(chosen)
    container[key] = None
    return True


OPERATORS: dict[str, Operator] = {
    "key renamed": rename_key,
    "key dropped": drop_key,
    "null to missing": null_to_missing,
    "key added": add_key,
    "item dropped": drop_item,
    "item repeated": repeat_item,
    "string outside content changed": change_string,
    "case changed": change_case,
    "white space in an id": named("id", "call_id", "tool_call_id", "trace_id", "session_id", "uuid", "span_id"),
    "role changed": named("role", "from"),
    "type changed": named("type"),
    "timestamp changed": named("timestamp", "created", "created_at", "createdAt", "startTime", "start_time", "time"),
    "label changed": named("label", "score", "reward", "status", "model"),
    "two identifiers swapped": swap_identifiers,
    "two messages swapped": swap_messages,
    "list rotated": rotate_list,
    "value turned into text": to_text,
    "value wrapped in a list": to_list,
    "list turned into an object": to_object,
    "object turned into a list": flatten_object,
    "content string to another type": content_to_null,
    "number changed": change_number,
    "number in encoded JSON changed": encoded(_encoded_number),
    "key in encoded JSON renamed": encoded(_encoded_key),
    "member of encoded JSON dropped": encoded(_encoded_dropped),
    "string in encoded JSON to null": encoded(_encoded_type),
    "encoded JSON cut": encoded(lambda _rng, tree: json.dumps(tree)[:-1]),
    "encoded JSON replaced by text": encoded(lambda _rng, _tree: "[REDACTED]"),
    "encoded object to array": encoded(lambda _rng, tree: "[]" if isinstance(tree, dict) else "{}"),
}


@pytest.mark.parametrize("operator", OPERATORS)
def test_a_change_outside_free_content_is_caught(shared: Any, operator: str) -> None:
    rng, tried = random.Random(operator), 0
    for name, record in records(shared("traces")):
        clean = redacted(record)
        before = encode(record)
        report = VERIFIER.verify_json(before, encode(clean))
        assert report.passed, (name, report.summary())
        for _ in range(SPOTS):
            output = copy.deepcopy(clean)
            spots = list(places(output))
            if spots and OPERATORS[operator](rng, output, spots) and output != clean:
                report = VERIFIER.verify_json(before, encode(output))
                assert not report.passed, name
                tried += 1
    assert tried >= 3


# --- bytes: the output is not JSON, or not the same JSON --------------------------------------------------------------

BYTES: dict[str, Callable[[bytes], bytes]] = {
    "raw quote in a string": lambda text: text.replace(b"[REDACTED", b'[RED"ACTED', 1),
    "raw newline in a string": lambda text: text.replace(b"[REDACTED", b"[RED\nACTED", 1),
    "bad escape": lambda text: text.replace(b"[REDACTED", b"[RED\\xACTED", 1),
    "bad UTF-8": lambda text: text.replace(b"[REDACTED", b"[RED\xffACTED", 1),
    "encoded surrogate": lambda text: text.replace(b"[REDACTED", b"[RED\xed\xa0\x80ACTED", 1),
    "cut": lambda text: text[:-1],
    "trailing text": lambda text: text + b" {}",
    "trailing comma": lambda text: text[:-1] + b"," + text[-1:],
    "repeated key": lambda text: text[:-1] + b',"role":1,"role":1}' if text.endswith(b"}") else text[:-1] + b",}",
    "not a number": lambda text: text[:-1] + (b',"x":NaN}' if text.endswith(b"}") else b",NaN]"),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "single quotes": lambda text: text.replace(b'"', b"'"),
}


@pytest.mark.parametrize("operator", BYTES)
def test_output_that_is_not_json_is_caught(shared: Any, operator: str) -> None:
    tried = 0
    for name, record in records(shared("traces")):
        before, clean = encode(record), encode(redacted(record))
        output = BYTES[operator](clean)
        if output != clean:
            report = VERIFIER.verify_json(before, output)
            assert not report.passed, name
            tried += 1
    assert tried > 10


ALLOWED: dict[str, Callable[[Any], bytes]] = {
    "nothing changed": lambda tree: encode(tree),
    "content redacted": lambda tree: encode(redacted(tree)),
    "compact": lambda tree: json.dumps(redacted(tree), separators=(",", ":")).encode(),
    "indented": lambda tree: json.dumps(redacted(tree), indent=2).encode(),
    "keys sorted": lambda tree: json.dumps(redacted(tree), sort_keys=True).encode(),
    "escapes written out": lambda tree: json.dumps(tree).encode(),
}


@pytest.mark.parametrize("change", ALLOWED)
def test_no_allowed_change_is_flagged(shared: Any, change: str) -> None:
    for name, record in records(shared("traces")):
        before, output = encode(record), ALLOWED[change](record)
        report = VERIFIER.verify_json(before, output)
        assert report.passed, (name, report.summary())
        as_objects = VERIFIER.verify(json.loads(before), json.loads(output))
        counted = VERIFIER.verify_json(before, output, counts=True)
        assert as_objects.to_dict() == counted.to_dict(), name


FRAGMENTS = [
    b'"', b"\\", b'\\"', b",", b":", b"}", b"{", b"]", b"[", b" ", b"\\u0022", b"\\\\", b"1", b".0", b"e", b"-",
    b"null", b'","', b'\\",\\"', b'\\\\\\"', b'":"', b"\\u005c", b"\n", b"\xff", b"7316405982000000",
]  # fmt: skip


def test_no_damage_to_bytes_passes_that_a_whole_comparison_refuses(shared: Any) -> None:
    """The quick way through `verify_json` and the whole comparison are two programs; here they check each other."""
    rng = random.Random(11)
    kept = [record for _, record in records(shared("traces")) if len(json.dumps(record)) < 30_000]
    passed = 0
    for _ in range(60_000 if SLOW else 1_500):
        record, separators = rng.choice(kept), rng.choice((None, (",", ":")))
        before, output = (
            json.dumps(tree, ensure_ascii=False, separators=separators).encode("utf-8", "surrogatepass")
            for tree in (record, redacted(record))
        )
        damaged = bytearray(output)
        for _ in range(rng.choice((1, 1, 2, 3))):
            start = rng.randrange(len(damaged))
            if rng.random() < 0.5:
                start = max(damaged.find(b"[REDACTED", start), 0) + rng.randrange(12)
            length = rng.choice((0, 0, 1, 1, 2, 5))
            damaged[start : start + length] = rng.choice(FRAGMENTS) if length < 2 else b""
        if VERIFIER.verify_json(before, bytes(damaged)).passed:
            passed += 1
            assert VERIFIER.verify_json(before, bytes(damaged), counts=True).passed
    assert passed > 20
