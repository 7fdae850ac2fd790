"""Places with a scheme, against an S3 server on this machine: the same rules, through Beam's file systems."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest
from whole_run import DEAD_LETTERS, run

from openmed_beam.corpus import RunDirectory, plan, storage
from openmed_beam.errors import CorpusError

boto3 = pytest.importorskip("boto3", reason="needs boto3 and moto[server]")
moto = pytest.importorskip("moto.server", reason="needs boto3 and moto[server]")

from apache_beam.io.aws import s3io  # noqa: E402
from apache_beam.io.aws.clients.s3 import boto3_client  # noqa: E402
from apache_beam.options.pipeline_options import PipelineOptions  # noqa: E402

BUCKET = "corpus"


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    client = boto3.client("s3")
    make = boto3_client.Client
    one_client = functools.cache(lambda: make(PipelineOptions([])))
    monkeypatch.setattr(s3io.boto3_client, "Client", lambda **_: one_client())  # Beam makes one a call, 0.2 s each
    client.create_bucket(Bucket=BUCKET)
    yield client
    for key in below(client, ""):
        client.delete_object(Bucket=BUCKET, Key=key)
    server.stop()


def below(client: Any, prefix: str) -> dict[str, bytes]:
    listed = client.list_objects_v2(Bucket=BUCKET, Prefix=prefix).get("Contents", [])
    return {
        item["Key"].removeprefix(prefix): client.get_object(Bucket=BUCKET, Key=item["Key"])["Body"].read()
        for item in listed
    }


LINES = b"".join(b'{"n":%d}\n' % n for n in range(200))


def test_the_same_rules_hold_on_an_object_store(bucket: Any) -> None:
    files = {
        "in/a.jsonl": LINES,
        "in/sub/b.jsonl.gz": gzip.compress(LINES, mtime=0),
        "in/c.json": b'[{"n":1}, {"n":3}]',
        "in/.hidden": b"{}",
        "in/x.png": b"\x89PNG",
    }
    for name, content in files.items():
        bucket.put_object(Bucket=BUCKET, Key=name, Body=content)
    inputs, output = ["s3://corpus/in"], "s3://corpus/out"
    found = plan(inputs, range_bytes=1000)
    assert [file.source for file in found.files] == ["a.jsonl", "c.json", "sub/b.jsonl.gz"]
    assert ([item.source for item in found.skipped], found.hidden) == (["x.png"], 1)
    assert len(found.ranges) == 4
    ran = run(inputs, output, range_bytes=1000, drop=lambda record: record.payload == b'{"n":3}')
    written = below(bucket, "out/")
    left = LINES.replace(b'{"n":3}\n', b"")
    assert written["traces/a.jsonl"] == left
    assert gzip.decompress(written["traces/sub/b.jsonl.gz"]) == left
    assert written["traces/c.json"] == b'[{"n":1}]'
    assert len(written[DEAD_LETTERS].splitlines()) == 3 == len(ran.dead_letters)
    assert json.loads(written["manifest.json"])["state"] == "finished"
    assert sorted(written) == [
        ".openmed-beam/marker.json",
        DEAD_LETTERS,
        "manifest.json",
        "traces/a.jsonl",
        "traces/c.json",
        "traces/sub/b.jsonl.gz",
    ]
    with pytest.raises(CorpusError, match="--resume or replace it with --overwrite"):
        run(inputs, output)
    assert run(inputs, output, resume=True, range_bytes=1000).status == 0
    run(inputs, output, overwrite=True)
    RunDirectory(output).clear()
    assert list(below(bucket, "out/")) == [".openmed-beam/marker.json"]


@pytest.mark.parametrize(
    ("name", "sources"),
    [
        ("s3://corpus/in/*.jsonl", ["a.jsonl"]),
        ("s3://corpus/in/**", ["a.jsonl", "sub/b.jsonl"]),
        ("s3://corpus/in/sub/b.jsonl", ["b.jsonl"]),
        ("s3://corpus/in/", ["a.jsonl", "sub/b.jsonl"]),
    ],
)
def test_inputs(bucket: Any, name: str, sources: list[str]) -> None:
    for key in ("in/a.jsonl", "in/sub/b.jsonl", "in2/c.jsonl"):
        bucket.put_object(Bucket=BUCKET, Key=key, Body=LINES)
    assert [file.source for file in plan([name]).files] == sources


def test_what_is_refused(bucket: Any) -> None:
    for key in ("in/a.jsonl", "used/by/another"):
        bucket.put_object(Bucket=BUCKET, Key=key, Body=LINES)
    with pytest.raises(CorpusError, match="does not exist"):
        plan(["s3://corpus/absent"])
    with pytest.raises(CorpusError, match="at, above or below"):
        plan(["s3://corpus/in"], output="s3://corpus/in/out")
    with pytest.raises(CorpusError, match="not made by openmed-beam"):
        run(["s3://corpus/in/a.jsonl"], "s3://corpus/used")


def test_stat_of_a_name_with_glob_signs(bucket: Any) -> None:
    bucket.put_object(Bucket=BUCKET, Key="in/a[1]*.jsonl", Body=LINES)
    found = storage.stat("s3://corpus/in/a[1]*.jsonl")
    assert found is not None
    assert found.size == len(LINES)
    assert storage.stat("s3://corpus/in/absent") is None
