"""What is handed to an engine: settings, and never the key behind them."""

from __future__ import annotations

import base64
import binascii
import bz2
import zlib
from pathlib import Path

import apache_beam as beam
import pytest
from apache_beam.portability.api import beam_runner_api_pb2

from openmed_beam import Policy
from openmed_beam.corpus import RunDirectory, plan
from openmed_beam.sample import sample_path
from openmed_beam.transforms.redact import RedactToolCalls
from openmed_beam.transforms.road import RedactCorpus, RunSettings

KEY = "correct horse battery staple 42"


def functions_of(pipeline: beam.Pipeline) -> list[bytes]:
    """The pickled functions of a pipeline as an engine gets them, decompressed."""
    found = []
    for transform in pipeline.to_runner_api().components.transforms.values():
        if transform.spec.urn == "beam:transform:pardo:v1":
            payload = beam_runner_api_pb2.ParDoPayload.FromString(transform.spec.payload).do_fn.payload
            for decompress in (zlib.decompress, bz2.decompress, bytes):
                try:
                    found.append(decompress(base64.b64decode(payload)))
                    break
                except (zlib.error, OSError, binascii.Error):
                    continue
    return found


@pytest.mark.parametrize("place", ["environment", "file"])
def test_the_key_stays_where_it_is(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENMED_BEAM_TEST_KEY", KEY)
    (tmp_path / "key").write_text(KEY)
    named = {"key_env": "OPENMED_BEAM_TEST_KEY"} if place == "environment" else {"key_file": str(tmp_path / "key")}
    policy = Policy(content_paths=("messages.*.content",), replacement="pseudonym", **named)
    RedactToolCalls.from_policy(policy)
    corpus = plan([str(sample_path())])
    start = RunDirectory(str(tmp_path / "out")).begin(corpus, policy.digest(), settings=policy.describe())
    pipeline = beam.Pipeline()
    _ = pipeline | RedactCorpus(start, RunSettings(str(tmp_path / "out"), policy))

    functions = functions_of(pipeline)

    assert len(functions) > 5
    assert any(b"messages.*.content" in function for function in functions)
    assert any(next(iter(named.values())).encode() in function for function in functions)
    assert not [function for function in functions if KEY.encode() in function]
    assert KEY not in str(pipeline.to_runner_api())
    assert not [path for path in (tmp_path / "out").rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
