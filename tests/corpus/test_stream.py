"""`-`: one JSONL stream from standard input to standard output."""

from __future__ import annotations

import io

from whole_run import records

from openmed_beam.corpus import StreamWriter, plan, read_range
from openmed_beam.traces.record import DeadLetter


def test_a_stream_goes_through_as_it_is() -> None:
    content = b'\xef\xbb\xbf{"a":1}\r\n\n{"b":2}'
    (piece,) = plan(["-"]).ranges
    out = io.BytesIO()
    writer = StreamWriter(out)
    described = None
    for item in read_range(piece, stdin=io.BytesIO(content)):
        assert not isinstance(item, DeadLetter)
        described = writer.write(item) or described
    assert out.getvalue() == content
    assert described is not None
    assert (described.records, described.size, described.source) == (2, len(content), "stdin")
    assert described.summary["records"] == 2


def test_provenance_of_a_stream() -> None:
    (piece,) = plan(["-"]).ranges
    found = records(read_range(piece, stdin=io.BytesIO(b"{}\n[]\n")))
    assert [(record.source, record.offset) for record in found] == [("stdin", 0), ("stdin", 3)]
