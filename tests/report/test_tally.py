"""Counts add up the same however they are cut."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from openmed_beam.report.tally import MOST_PATHS, OTHER_PATHS, Report, Tally, flat_totals

EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", None]),
        st.sampled_from(["records_read", "leaves_seen", "dead_letter.too_deep"]),
        st.integers(1, 5),
        st.lists(st.integers(0, 3), max_size=3),
        st.dictionaries(st.sampled_from(["$.a", "$.b[3]", "$.b[4]"]), st.integers(1, 3), max_size=2),
    ),
    max_size=20,
)


def counted(events: list[tuple[object, ...]]) -> Report:
    report = Report()
    for source, name, count, matches, paths in events:
        tally = report.of(source)
        tally.add(name, count)
        tally.add_matches(matches)
        tally.add_paths("protected_leaves", paths)
        tally.observe("record_bytes", count)
    return report


@given(EVENTS, st.randoms())
def test_any_cut_in_any_order_gives_the_same(events: list[tuple[object, ...]], chance: random.Random) -> None:
    pieces: list[list[tuple[object, ...]]] = [[] for _ in range(4)]
    for event in events:
        chance.choice(pieces).append(event)
    chance.shuffle(pieces)

    merged = Report()
    for piece in pieces:
        merged.merge(Report.from_json(counted(piece).to_json()))

    assert merged == counted(events)


def test_array_indexes_are_folded() -> None:
    tally = Tally()
    tally.add_paths("protected_leaves", {f'$["sha256:ab"][{number}]': 1 for number in range(5)})
    assert tally.tables["protected_leaves"] == {'$["sha256:ab"].*': 5}


def test_a_table_stays_small() -> None:
    tally = Tally()
    tally.add_paths("key_findings", {f"$.k{number}": 1 for number in range(MOST_PATHS + 50)})
    assert len(tally.tables["key_findings"]) == MOST_PATHS + 1
    assert tally.tables["key_findings"][OTHER_PATHS] == 50


def test_totals_name_every_counter() -> None:
    tally = Tally()
    tally.add("entities.EMAIL", 2)
    totals = flat_totals(tally)
    assert totals["records_read"] == 0
    assert totals["entities.EMAIL"] == 2


def test_a_report_shows_its_counts_and_no_path() -> None:
    report = Report()
    report.of("ada.jsonl").add("records_read", 3)
    report.of(None).add("records_read", 1)
    report.of(None).add_paths("protected_leaves", {"$.b[4]": 1})

    assert repr(report) == "<Report of 2 sources: records_read=4>"
    assert repr(Report()) == "<Report of 0 sources: nothing counted>"
