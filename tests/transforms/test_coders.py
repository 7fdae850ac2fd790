"""What crosses a fusion break comes back as it was."""

from __future__ import annotations

import pickle

import apache_beam as beam
import pytest
from apache_beam.typehints import typehints
from hypothesis import given
from hypothesis import strategies as st

from openmed_beam import DeadLetter, Frame, Report, TraceDict, TracePair, TraceRecord
from openmed_beam.transforms.coders import ANY_TRACE

text = st.text(st.characters(), max_size=20)
wild_text = st.text(st.characters(exclude_categories=()), max_size=20)
numbers = st.integers(-(2**200), 2**200)
sources = st.none() | wild_text
offsets = st.none() | st.integers(0, 2**62)
frames = st.none() | st.builds(
    Frame,
    part=text,
    length=st.integers(0, 2**40),
    lead=st.binary(max_size=8),
    ending=st.binary(max_size=2),
    kind=st.sampled_from(["record", "blank", "text", "end", "begin"]),
    index=offsets,
)
values = st.recursive(
    st.none() | st.booleans() | numbers | wild_text | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(wild_text, inner, max_size=3),
    max_leaves=10,
)


def coder_of(hint: object) -> beam.coders.Coder:
    return beam.coders.registry.get_coder(hint)


def there_and_back(hint: object, value: object) -> object:
    coder = pickle.loads(pickle.dumps(coder_of(hint)))
    assert not isinstance(coder, beam.coders.FastPrimitivesCoder)
    return coder.decode(coder.encode(value))


@given(st.builds(TraceRecord, sources, offsets, st.binary(), frames))
def test_records(record: TraceRecord) -> None:
    assert there_and_back(TraceRecord, record) == record


@given(st.builds(TracePair, sources, offsets, st.binary(), st.binary(), frames))
def test_pairs(pair: TracePair) -> None:
    assert there_and_back(TracePair, pair) == pair


@given(st.builds(DeadLetter, text, text, sources, offsets, offsets, st.none() | text, st.none() | st.just({"a": [1]})))
def test_dead_letters(letter: DeadLetter) -> None:
    assert there_and_back(DeadLetter, letter) == letter


@given(st.dictionaries(wild_text, values, max_size=4))
def test_dicts(trace: dict[str, object]) -> None:
    assert there_and_back(TraceDict, trace) == trace


records = st.builds(TraceRecord, sources, offsets, st.binary())


@given(st.one_of(st.binary(), wild_text, st.dictionaries(wild_text, values, max_size=3), records))
def test_any_kind(element: object) -> None:
    back = there_and_back(ANY_TRACE, element)
    assert back == element
    assert type(back) is type(element)


def test_reports() -> None:
    report = Report()
    report.of("a").add("records_read", 3)
    report.of(None).observe("record_bytes", 12)
    assert there_and_back(Report, report) == report


@pytest.mark.parametrize("base", [dict, typehints.Dict[str, typehints.Any], typehints.Any, object], ids=str)
def test_the_hint_of_dicts_suits_typed_consumers(base: object) -> None:
    assert typehints.is_consistent_with(TraceDict, base)
    assert typehints.is_consistent_with(ANY_TRACE, base)
