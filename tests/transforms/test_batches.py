"""Batches of records: the same records as one by one, whatever stands between them, and the same outcome."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openmed_beam import RedactToolCalls, TraceRecord, VerifyFidelity
from openmed_beam.corpus import RecordBatch, batches, plan, read_batches, read_range
from openmed_beam.traces.record import Frame
from openmed_beam.transforms.batches import RedactBatches, VerifyBatches
from openmed_beam.transforms.coders import RecordBatchCoder, TraceElementCoder

PATHS = ["messages.*.content"]
RECORD = b'{"id":%d,"messages":[{"content":"Hi Ada"}]}'


def mask(text: str) -> str:
    return text.replace("Ada", "[NAME]")


def frames(items: list[object]) -> list[object]:
    """Batches taken apart."""
    return [item for whole in items for item in (whole.records() if isinstance(whole, RecordBatch) else (whole,))]


LINES = st.lists(
    st.tuples(
        st.sampled_from([b"{}", b'{"a":1}', b"", b" ", b"[1]", b"x" * 50, b"\r"]), st.sampled_from([b"\n", b"\r\n"])
    ),
    max_size=20,
)


@given(lines=LINES, last=st.sampled_from([b"", b"{}"]), limit=st.integers(1, 60), most=st.integers(1, 5))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_batches_hold_the_records_that_come_one_by_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lines: list[tuple[bytes, bytes]],
    last: bytes,
    limit: int,
    most: int,
) -> None:
    path = tmp_path / "x.jsonl"
    content = b"".join(line + ending for line, ending in lines) + last
    path.write_bytes(content)
    (piece,) = plan([str(path)]).ranges
    monkeypatch.setattr(batches, "BATCH_RECORDS", most)

    found = list(read_batches(piece, max_record_bytes=limit))

    assert frames(found) == list(read_range(piece, max_record_bytes=limit))
    for batch in found:
        if isinstance(batch, RecordBatch):
            assert 0 < len(batch.before) <= most
            places = [batch.place(number) for number in range(len(batch.before))]
            assert places == [(record.offset, record.frame) for record in batch.records()]
            assert [content[offset : offset + frame.length] for offset, frame in places] == batch.before


def test_elements_of_an_array_come_in_batches(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"[" + b",\n ".join(RECORD % number for number in range(5)) + b"]\n")
    (piece,) = plan([str(path)]).ranges

    found = list(read_batches(piece))

    (batch,) = (item for item in found if isinstance(item, RecordBatch))
    assert [frame.index for _, frame in batch.places or ()] == [0, 1, 2, 3, 4]
    assert frames(found) == list(read_range(piece))


LINE_BATCH = RecordBatch("a.jsonl", "000000-00000", [b"{}", b"[1]", b'{"a":"\xc3\xa9"}'], [b"{}", None, b"{}"], 7)
PLACED = [(None, Frame("p", 2, b",", b"", "record", 0)), (9, Frame("p", 2, b"", b"\r\n"))]


@pytest.mark.parametrize(
    "batch",
    [
        LINE_BATCH._replace(letters={1: b'{"reason":"x"}'}),
        LINE_BATCH._replace(after=LINE_BATCH.before),
        RecordBatch("a", "p", [b"", b"{}"], [None, b""], 0, PLACED, {0: b"x"}),
        RecordBatch("\udcff", "p", [], []),
    ],
    ids=["a gap", "nothing changed", "places", "no record"],
)
def test_a_batch_passes_its_coder(batch: RecordBatch) -> None:
    for coder in (RecordBatchCoder(), TraceElementCoder()):
        assert coder.decode(coder.encode(batch)) == batch


class Several:
    """Asks for three traces at once."""

    batch_traces = 3
    looks_at = ("text", "trace")

    def redact_batch(self, leaves):
        several = len({leaf.trace for leaf in leaves})
        return [f"{leaf.text}/{several}" for leaf in leaves]


def frame(kind: str) -> TraceRecord:
    return TraceRecord("a", 0, b"{}", Frame("p", 0, kind=kind))  # type: ignore[arg-type]


def lines(*numbers: int) -> RecordBatch:
    texts = [RECORD % number for number in numbers]
    return RecordBatch("a", "p", texts, texts)


def redacting(redactor: object) -> RedactBatches:
    transform = RedactToolCalls(redactor, content_paths=PATHS)
    stage = RedactBatches(transform.settings, transform.dead_letters)
    stage.setup()
    stage.start_bundle()
    return stage


def test_batches_wait_for_as_many_traces_as_the_redactor_asks_for() -> None:
    stage = redacting(Several())

    given = [frame("begin"), lines(0), frame("blank"), lines(1, 2, 3), lines(4), frame("end")]
    out = [list(stage.process(item)) for item in given]

    assert [len(row) for row in out] == [1, 0, 0, 3, 0, 2]
    contents = [
        json.loads(text)["messages"][0]["content"]
        for row in out
        for item in row
        if isinstance(item, RecordBatch)
        for text in item.after
    ]
    assert contents == ["Hi Ada/3", "Hi Ada/3", "Hi Ada/3", "Hi Ada/1", "Hi Ada/1"]


def test_what_is_stopped_leaves_a_gap_and_its_letter() -> None:
    def fail(text: str) -> str:
        if "7" in text:
            raise ValueError(text)
        return mask(text)

    texts = [RECORD % 1, b"{cut", b'{"messages":[{"content":"7"}]}', RECORD % 4, b'{"messages":[{"content":"Ada"}]}']
    batch = RecordBatch("a", "p", texts, texts, 100)
    (redacted,) = redacting(fail).process(batch)
    transform = VerifyFidelity(content_paths=PATHS)
    verify = VerifyBatches(transform.settings, transform.dead_letters)
    verify.setup()
    verify.start_bundle()

    tampered = redacted._replace(after=[*redacted.after[:3], RECORD % 5, redacted.after[4]])
    (verified,) = verify.process(tampered)

    assert [text is None for text in verified.after] == [False, True, True, True, False]
    letters = [json.loads(verified.letters[number]) for number in sorted(verified.letters)]
    offsets = [100 + sum(len(text) + 1 for text in texts[:number]) for number in (1, 2, 3)]
    assert [(letter["reason"], letter["offset"]) for letter in letters] == [
        ("invalid_json", offsets[0]),
        ("redactor_failed", offsets[1]),
        ("fidelity_failed", offsets[2]),
    ]
    assert [record.payload for record in verified.records()] == [mask(texts[0].decode()).encode(), verified.after[4]]
    assert verify._tally.counters == {
        "records_dead_lettered": 1,
        "dead_letter.fidelity_failed": 1,
        "fidelity.identifier": 1,
    }
