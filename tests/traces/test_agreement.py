"""What the redactor changes the verifier allows, where a path meets protected names and encoded strings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from redacting import mark, mask, outcomes

from openmed_beam.traces.content_path import compile_paths
from openmed_beam.traces.fidelity import TraceFidelityVerifier
from openmed_beam.traces.tool_calls import RedactedTrace


def both(record: Any, paths: list[str], redactor: Any = mask, depth: int = 4, **options: Any) -> tuple[Any, Any]:
    """The redacted record and its report; the verifier must let it pass."""
    (outcome,) = outcomes([record], redactor, paths, decode_depth=depth, **options)
    assert isinstance(outcome, RedactedTrace)
    verifier = TraceFidelityVerifier(
        compile_paths(paths), strings_only=True, check_encoded_json=True, decode_depth=depth
    )
    for counts in (False, True):
        report = verifier.verify_json(json.dumps(record).encode(), outcome.payload, counts=counts)
        assert report.passed, report.summary()
    return json.loads(outcome.payload), outcome.report


@pytest.mark.parametrize("path", ["*", "**", "$", "role", "*.*"])
@pytest.mark.parametrize("limit", [None, 1000])
def test_a_list_under_a_protected_name_is_protected_however_a_path_reaches_it(path: str, limit: int | None) -> None:
    record = {"role": ["a", ["b", {"x": "c", "id": "d"}], {"x": "e"}]}

    value, report = both(record, [path], mark, max_leaf_chars=limit)

    if path in ("role", "*.*"):  # the one spells the name, the other ends at the items
        assert value["role"][0] == "a\u2603"
    else:
        assert value == {"role": ["a", ["b", {"x": "c\u2603", "id": "d"}], {"x": "e\u2603"}]}
        assert report.protected_leaf_count == 3


def test_a_payload_in_a_list_under_a_protected_name_is_decoded() -> None:
    record = {"ids": [{"text": '{"a":"b"}'}]}

    value, _ = both(record, ["**"], mark, depth=1)

    assert json.loads(value["ids"][0]["text"]) == {"a": "b\u2603"}


@pytest.mark.parametrize("path", ["**", "content.*", "content.*.*"])
def test_a_signature_is_opaque_however_a_path_reaches_it(path: str) -> None:
    part = {"type": "thinking", "thinking": "Synthia", "signature": "Eq20260102T155"}

    value, report = both({"content": [part]}, [path], mark)

    assert value["content"][0]["signature"] == part["signature"]
    assert value["content"][0]["thinking"] == "Synthia\u2603"
    assert report.opaque_leaves == 1


def test_a_path_that_spells_the_signature_makes_it_content() -> None:
    value, _ = both({"type": "thinking", "signature": "Eq2026"}, ["signature"], mark)

    assert value["signature"] == "Eq2026\u2603"


def encoded(value: Any, levels: int) -> Any:
    for _ in range(levels):
        value = {"k": json.dumps(value)}
    return value


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_a_path_goes_on_through_as_many_levels_as_are_decoded(depth: int) -> None:
    for levels in range(depth + 2):
        record = encoded({"input": "Synthia"}, levels)

        value, _ = both(record, ["**.input"], depth=depth)

        assert (value == encoded({"input": "[X]"}, levels)) == (levels <= depth)


@pytest.mark.parametrize(
    "text",
    ['{ "input": "nothing here" }', '{ "a": "{ \\"b\\": \\"x\\" }" }', '{ "input": "\\u0061" }', '{ "input": 5 }'],
)
def test_a_string_that_a_path_only_crosses_keeps_its_text_unless_something_in_it_changed(text: str) -> None:
    value, _ = both({"k": text, "m": '{ "input": "Synthia" }'}, ["**.input"], payload_json="canonical")

    assert value == {"k": text, "m": '{"input":"[X]"}'}


@pytest.mark.parametrize("path", ["a", "**"])
@pytest.mark.parametrize("before", ["\ufeff", "\ufeff \n", " \ufeff"])
def test_a_byte_order_mark_hides_no_payload(path: str, before: str) -> None:
    value, report = both({"a": before + '{"k":"S\\u0079nthia","n":1.10}'}, [path])

    assert value == {"a": before + '{"k":"[X]","n":1.10}'}
    assert report.malformed_payload_count == 1
