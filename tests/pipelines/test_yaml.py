"""Beam YAML: rows in, rows out, dead letters by Beam's own `error_handling`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import apache_beam as beam
import pytest
from apache_beam.runners.portability.fn_api_runner import FnApiRunner
from apache_beam.testing.util import assert_that, equal_to

from openmed_beam.errors import CorpusError, PolicyError
from openmed_beam.sample import FAULTY, RECORDS
from openmed_beam.transforms import yaml_provider

HOME = Path(__file__).parents[2]
RUNNER = "apache_beam.runners.portability.fn_api_runner.FnApiRunner"

CHAT = '{"messages":[{"role":"user","content":"Write to ada@example.test"}]}'
MASKED = CHAT.replace("ada@example.test", "[EMAIL]")


def run_yaml(file: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("docstring_parser", reason="needs apache-beam[yaml]")
    words = ["--yaml_pipeline_file", str(file), "--jinja_variables", json.dumps(variables), f"--runner={RUNNER}"]
    return subprocess.run(
        [sys.executable, "-m", "apache_beam.yaml.main", *words],
        env={**os.environ, "PYTHONPATH": str(HOME)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_pipeline_file_redacts_the_sample(tmp_path: Path) -> None:
    done = run_yaml(
        HOME / "pipelines" / "redact.yaml", input=str(HOME / "openmed_beam/sample/traces"), output=str(tmp_path / "out")
    )

    assert done.returncode == 0, done.stderr[-2000:]
    traces = [line for path in (tmp_path / "out/traces").rglob("*.jsonl") for line in path.read_text().splitlines()]
    letters = [line for path in (tmp_path / "out/dead_letters").glob("*") for line in path.read_text().splitlines()]
    assert (len(traces), len(letters)) == (RECORDS - FAULTY, FAULTY)
    assert "[EMAIL]" in "".join(traces)
    assert {json.loads(line)["reason"] for line in letters} >= {"invalid_json", "invalid_utf8", "duplicate_key"}


def test_the_pipeline_file_on_rows_of_ones_own(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(f"{CHAT}\nno JSON\n{CHAT}\n")

    done = run_yaml(HOME / "pipelines" / "redact_lines.yaml", input=str(source), output=str(tmp_path / "out"))

    assert done.returncode == 0, done.stderr[-2000:]
    lines = [line for path in tmp_path.glob("out/redacted*") for line in path.read_text().splitlines()]
    assert [json.loads(line) for line in lines] == [{"line": MASKED}] * 2
    (letter,) = [json.loads(line) for path in tmp_path.glob("out/dead*") for line in path.read_text().splitlines()]
    assert (letter["stage"], letter["reason"], letter["payload"]) == ("decode", "invalid_json", None)


def test_the_other_fields_of_a_row_stay() -> None:
    with beam.Pipeline(runner=FnApiRunner()) as pipeline:
        rows = pipeline | beam.Create([beam.Row(id=7, trace=CHAT, tags=["a"]), beam.Row(id=8, trace="cut", tags=["b"])])
        out = rows | yaml_provider.RedactToolCalls(
            content_paths=["messages.*.content"], field="trace", error_handling={"output": "errors"}
        )
        assert_that(
            out["good"] | "Plain" >> beam.Map(lambda row: (row.id, row.trace, list(row.tags))),
            equal_to([(7, MASKED, ["a"])]),
        )
        reasons = out["errors"] | beam.Map(lambda row: row.reason)
        assert_that(reasons, equal_to(["invalid_json"]), label="Errors")


def test_rows_that_changed_more_than_content_do_not_pass() -> None:
    with beam.Pipeline(runner=FnApiRunner()) as pipeline:
        rows = pipeline | beam.Create(
            [
                beam.Row(id=1, before=CHAT, after=MASKED),
                beam.Row(id=2, before=CHAT, after=MASKED.replace("user", "tool")),
            ]
        )
        out = rows | yaml_provider.VerifyFidelity(
            content_paths=["messages.*.content"], error_handling={"output": "errors"}
        )
        assert_that(out["good"] | "Id" >> beam.Map(lambda row: row.id), equal_to([1]))
        assert_that(out["errors"] | beam.Map(lambda row: row.reason), equal_to(["fidelity_failed"]), label="Errors")


def test_without_error_handling_a_dead_letter_stops_the_pipeline() -> None:
    pipeline = beam.Pipeline(runner=FnApiRunner())
    rows = pipeline | beam.Create([beam.Row(payload="secret words")])
    _ = rows | yaml_provider.RedactToolCalls(content_paths=["a"])

    with pytest.raises(CorpusError, match="invalid_json; set error_handling") as raised:
        pipeline.run()

    assert "secret words" not in str(raised.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "needs content_paths"),
        ({"content_paths": ["a"], "redactr": "rules"}, "unknown setting 'redactr'"),
        ({"content_paths": ["a"], "error_handling": {"output": "good"}}, "error_handling takes"),
    ],
)
def test_what_cannot_be_used_is_said(settings: dict[str, object], message: str) -> None:
    with pytest.raises(PolicyError, match=message):
        yaml_provider.RedactToolCalls(**settings)
