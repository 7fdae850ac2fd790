"""Policies: files, flags on top, errors that say where, a digest of what matters."""

from __future__ import annotations

from pathlib import Path

import pytest

from openmed_beam.errors import PolicyError
from openmed_beam.policy import Policy, read_policy

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.yaml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.name)
def test_the_policies_to_start_from_are_policies(path: Path) -> None:
    assert read_policy(path).content_paths


def test_flags_come_on_top_and_lists_add_up(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text("content_paths: [a.b]\ndecode_depth: 2\nexclude: ['*.png']\n")

    policy = read_policy(file, {"content_paths": ["c"], "decode_depth": 3})

    assert (policy.content_paths, policy.decode_depth, policy.exclude) == (("a.b", "c"), 3, ("*.png",))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("content_path: [a]\n", "p.yaml:1: unknown setting 'content_path'; is content_paths meant?"),
        ("strict: true\nstrict: false\n", "p.yaml:2: strict is set twice"),
        ("\n\ndecode_depth: deep\n", "p.yaml:3: decode_depth is a whole number"),
        ("decode_depth: true\n", "p.yaml:1: decode_depth is a whole number"),
        ("decode_depth: 99\n", "decode_depth is at most 16"),
        ("content_paths: a\n", "p.yaml:1: content_paths is a list"),
        ("content_paths: [1.5]\n", "p.yaml:1: an item of content_paths is text or a list of segments"),
        ("nonfinite: maybe\n", "nonfinite is dead or keep"),
        ("- a\n", "a policy is a mapping of settings"),
        ("a: [\n", "not YAML"),
        ("replacement: pseudonym\n", "key"),
        ("max_dead_letter_rate: 3\n", "a share between 0 and 1"),
    ],
    ids=lambda value: value if "p.yaml" not in value else "",
)
def test_errors_say_where(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "p.yaml"
    file.write_text(text)

    with pytest.raises(PolicyError) as error:
        read_policy(file)

    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_segments_and_replacements_by_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMB_TEST_KEY", "a key of more than sixteen bytes")
    file = tmp_path / "p.yaml"
    file.write_text(
        "content_paths: [[messages, 0, content.text]]\nkey_env: OMB_TEST_KEY\n"
        "replacement: {default: mask, EMAIL: pseudonym}\n"
    )

    policy = read_policy(file)

    assert policy.content_paths == (("messages", 0, "content.text"),)
    assert policy.replacement == "mask,EMAIL=pseudonym"


def test_the_digest_follows_what_changes_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    base = Policy(content_paths=("a",))
    assert base.digest() == Policy(content_paths=("a",), max_dead_letter_rate=0.5, exclude=("x",)).digest()
    assert base.digest() != Policy(content_paths=("b",)).digest()
    monkeypatch.setenv("OMB_TEST_KEY", "one key of sixteen bytes and more")
    one = Policy(content_paths=("a",), key_env="OMB_TEST_KEY").digest()
    monkeypatch.setenv("OMB_TEST_KEY", "another key of sixteen bytes and more")
    assert one not in (base.digest(), Policy(content_paths=("a",), key_env="OMB_TEST_KEY").digest())
