"""The quick road through `verify_json` and the whole comparison give one answer, counts included."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from strategies import SLOW, WORDS, random_trace

from openmed_beam.traces.content_path import compile_paths
from openmed_beam.traces.fidelity import TraceFidelityVerifier


def in_python(paths: list[str], **options: Any) -> TraceFidelityVerifier:
    """A verifier without the native lane."""
    made = TraceFidelityVerifier(compile_paths(paths), strings_only=True, check_encoded_json=True, **options)
    object.__setattr__(made, "_lane", None)
    return made


def replaced(rng: random.Random, value: Any, share: float) -> tuple[Any, int]:
    """A tree with some of its strings replaced, JSON in strings on the inside, and how many of its own differ."""
    if isinstance(value, dict | list | tuple):
        pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
        parts = [(key, *replaced(rng, item, share)) for key, item in pairs]
        count = sum(found for _key, _item, found in parts)
        if isinstance(value, dict):
            return {key: item for key, item, _found in parts}, count
        return [item for _key, item, _found in parts], count
    if not isinstance(value, str) or rng.random() > share:
        return value, 0
    new = rng.choice(("[X]", value + "!", WORDS[rng.randrange(12)]))
    try:
        inner = json.loads(value)
    except ValueError:
        inner = None
    if isinstance(inner, dict | list):
        made, _ = replaced(rng, inner, share)
        new = json.dumps(made)
    return new, int(new != value)


def test_a_pass_without_counts_says_how_many_strings_of_the_record_differ() -> None:
    verifiers = [in_python(["**"], decode_depth=4), in_python(["**"], decode_depth=1, max_depth=12)]
    passed = 0
    for seed in range(20_000 if SLOW else 1_500):
        rng = random.Random(seed)
        trace = json.loads(json.dumps([random_trace(rng)]))
        after, differing = replaced(rng, trace, rng.choice((0.1, 0.6, 1.0)))
        separators = rng.choice(((",", ":"), (", ", ": ")))
        texts = [json.dumps(tree, separators=separators).encode() for tree in (trace, after)]
        for verifier in verifiers:
            report = verifier.verify_json(*texts)
            whole = verifier.verify_json(*texts, counts=True)
            assert report.passed is whole.passed
            if report.passed:
                passed += 1
                assert report.checked_scalar_count == report.content_field_count == differing
            else:
                assert report == whole
    assert passed > 1_000


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("encoded", ["[]", "[[]]", '["[]"]'])
def test_encoded_json_below_the_deepest_level_is_too_deep_on_every_road(encoded: str, native: bool) -> None:
    verifier = in_python(["**"], decode_depth=4, max_depth=2)
    if native:
        verifier = TraceFidelityVerifier(
            compile_paths(["**"]), strings_only=True, check_encoded_json=True, decode_depth=4, max_depth=2
        )
    text = json.dumps([[encoded]]).encode()
    changed = json.dumps([[encoded.replace("[]", "[ ]")]]).encode()

    assert verifier.verify_json(text, text).passed
    reports = [verifier.verify_json(text, changed, counts=counts) for counts in (False, True)]

    assert reports[0].passed is reports[1].passed is (encoded == "[[]]")
    assert reports[0].failing_paths == reports[1].failing_paths == (() if encoded == "[[]]" else ("$",))
