"""What stands on the command line: whose an option is, and what an error may say about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from openmed_beam.cli.arguments import UsageError
from openmed_beam.cli.beam_options import split_beam_options
from openmed_beam.cli.redact import parser
from openmed_beam.policy import SETTINGS

TRACE = '{"messages":[{"role":"user","content":"seen 2024-01-02, write to jo@example.com"}]}\n'
PATH = ("--content-path", "messages.*.content")


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """A file with one trace."""
    path = tmp_path / "a.jsonl"
    path.write_text(TRACE)
    return path


@pytest.mark.parametrize("words", [("--labels", "+DATE"), ("--labels=+DATE,NAME", "--labels", "EMAIL")], ids=str)
def test_labels_are_ours(command, trace: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    run = command("redact", trace, "--output", tmp_path / "out", *PATH, *words)

    assert run.status == 0, run.err
    assert "seen [DATE], write to [EMAIL]" in (tmp_path / "out/traces/a.jsonl").read_text()


def test_labels_that_are_left_out(command, trace: Path, tmp_path: Path) -> None:
    run = command("redact", trace, "--output", tmp_path / "out", *PATH, "--without-labels", "EMAIL")

    assert run.status == 0, run.err
    assert (tmp_path / "out/traces/a.jsonl").read_text() == TRACE


def test_beam_takes_no_flag_or_setting_of_ours() -> None:
    flags = {
        *parser()._option_string_actions,
        *(f"--{name}" for name in SETTINGS),
        *(f"--{name.replace('_', '-')}" for name in SETTINGS),
    }

    for flag in sorted(flags):
        split = split_beam_options([flag, "x"], parser()._option_string_actions)
        assert (split.given, split.rest) == ({}, [flag, "x"]), flag


@pytest.mark.parametrize(
    "words",
    [
        ("--num_workers", "3"), ("--streaming",), ("--project", "p"), ("--requirements_file", "r.txt"),
        ("--environment_type", "LOOPBACK"), ("--label", "a=b"), ("--runner", "DirectRunner", "--parallelism", "2"),
    ],
    ids=lambda words: " ".join(words),
)  # fmt: skip
def test_what_the_local_runner_ignores_is_refused(command, trace: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    run = command("redact", trace, "--output", tmp_path / "out", *PATH, *words)

    assert (run.status, len(run.err.splitlines())) == (1, 1)
    assert "has no effect on the local runner" in run.err
    assert words[-2 if len(words) > 1 else 0] in run.err
    assert not (tmp_path / "out").exists()


def test_an_engine_and_the_local_runner_get_theirs() -> None:
    local = split_beam_options(["--direct_num_workers", "2", "--s3_region_name", "x", "--experiments", "e"])
    engine = split_beam_options(["--runner", "FlinkRunner", "--parallelism", "2", "--streaming"])

    assert (len(local.given), len(engine.given)) == (3, 3)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--key", "SWORDFISH"), "--key-env"),
        (("--secret=SWORDFISH",), "--key-file"),
        (("--kye-file", "SWORDFISH"), "is --key-file meant?"),
        (("--runer", "SWORDFISH"), "is --runner meant?"),
        (("--decode-depth", "SWORDFISH"), "--decode-depth"),
        (("--nonfinite", "SWORDFISH"), "'dead', 'keep'"),
        (("--strict=SWORDFISH",), "--strict"),
        (("--direct_num_workers", "SWORDFISH"), "direct_num_workers"),
        (("-k", "SWORDFISH"), "not understood"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
@pytest.mark.parametrize("name", ["redact", "scan", "verify"])
def test_an_error_names_the_option_and_no_value(command, trace: Path, tmp_path: Path, name: str, words, says) -> None:
    if (name, words[0]) == ("verify", "--key"):
        pytest.skip("a path there")
    inputs = {"redact": (trace, "--output", tmp_path / "out"), "scan": (trace,), "verify": (trace, trace)}[name]

    run = command(name, *inputs, *words)

    assert (run.status, len(run.err.splitlines())) == (1, 1)
    assert "SWORDFISH" not in run.err
    if name == "redact":
        assert says in run.err
    assert words[0].partition("=")[0] in run.err or "not understood" in run.err


def test_a_command_that_is_none(command) -> None:
    run = command("--key=SWORDFISH", "redact")

    assert run.status == 1
    assert "redact, verify" in run.err
    assert "SWORDFISH" not in run.err


def test_a_wrong_use_raises_and_does_not_leave() -> None:
    with pytest.raises(UsageError):
        parser().parse_intermixed_args(["a"])


def test_a_wrong_flag_is_not_blamed_on_the_policy_file(command, tmp_path: Path) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("content_paths: ['messages.*.content']\n")
    (tmp_path / "a.jsonl").write_text('{"messages":[{"content":"Ada"}]}\n')
    words = ["redact", str(tmp_path / "a.jsonl"), "--output", str(tmp_path / "out"), "--policy", str(policy)]
    wrong = command(*words, "--replacement", "pseudonym")
    assert wrong.status == 1
    assert "policy.yaml" not in wrong.err
    policy.write_text("content_paths: ['messages.*.content']\nreplacement: pseudonym\n")
    assert "policy.yaml: " in command(*words, "--quiet").err
