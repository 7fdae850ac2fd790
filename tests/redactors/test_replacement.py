"""Masks, pseudonyms and surrogates: the key, idempotence, and what two runs share."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import pickle
import re
import subprocess
import sys

import pytest

from openmed_beam.errors import PolicyError
from openmed_beam.redactors import Replacement, RuleRedactor, find, load
from openmed_beam.redactors.rules.validators import iban, luhn
from openmed_beam.traces.leaf import Leaf

KEY = "a key of more than sixteen bytes"
TEXT = (
    "My name is Ngozi Adeleke, mail ngozi.adeleke@mail.example.org or call +44 20 7946 0958. Card 4000 0566 5566 5556, SSN 219-45-6781, "
    "IBAN GB82 WEST 1234 5698 7654 32, born 4 July 1976, at 88 Birch Hollow Road, from 45.33.32.156, key AKIA3X7KP2QW9ZR4TN8V."
)


@pytest.fixture
def key(monkeypatch):
    monkeypatch.setenv("BEAM_TEST_KEY", KEY)
    return "BEAM_TEST_KEY"


def test_a_mask_names_the_label():
    assert RuleRedactor()("mail jane@x.org") == "mail [EMAIL]"


@pytest.mark.parametrize("kind", ["mask", "pseudonym"])
def test_a_second_run_changes_nothing_and_redacts_nothing(kind, key):
    redactor = RuleRedactor(replacement=kind, key_env=key)
    leaves = [Leaf(TEXT, None, ("content",), 0), Leaf("Ngozi", "first_name", ("u", "first_name"), 0), Leaf("5035550133", "phone", ("u", "phone"), 0),
              Leaf("hunter2-Prod#7", "password", ("u", "password"), 0), Leaf("Thanks, Ngozi. password=hunter2-Prod#7", None, ("content",), 0)]  # fmt: skip
    once = redactor.redact_batch_labelled(leaves)
    again = redactor.redact_batch_labelled([leaf._replace(text=item.text) for leaf, item in zip(leaves, once)])
    assert [item.text for item in again] == [item.text for item in once]
    assert {label for item in again for label in item.labels} <= {"PLACEHOLDER"}
    assert all(item.text != leaf.text for leaf, item in zip(leaves, once))


def test_a_second_run_changes_nothing_over_the_dev_set(shared):
    import json

    redactor = RuleRedactor()
    for line in shared("redactor_eval", "dev.jsonl").read_text("utf-8").splitlines():
        once = redactor(json.loads(line)["text"])
        assert redactor(once) == once


def test_placeholders_in_the_input_stay_and_are_counted():
    [item] = RuleRedactor().redact_batch_labelled(
        [Leaf("[EMAIL] and [NAME_0123456789abcdef0123] and a@b.co", None, (), 0)]
    )
    assert item.text == "[EMAIL] and [NAME_0123456789abcdef0123] and [EMAIL]"
    assert item.labels == ("PLACEHOLDER", "PLACEHOLDER", "EMAIL")


def test_brackets_around_a_secret_are_no_placeholder():
    assert "AKIA" not in RuleRedactor()("[AKIA3X7KP2QW9ZR4TN8V]")


def test_a_pseudonym_is_one_for_all_spellings_of_a_value(key):
    redactor = RuleRedactor(replacement="pseudonym", key_env=key)
    token = re.compile(r"\[EMAIL_([0-9a-f]{16,})\]")
    found = {
        token.search(redactor(text)).group(1)
        for text in ("mail Synthia@Example.test", "sent to <synthia@example.test>", "u=synthia%40example.test")
    }
    assert len(found) == 1
    phones = {redactor(text).split()[-1] for text in ("tel +1 415-555-2671", "tel (415) 555-2671", "phone: 4155552671")}
    assert len(phones) == 1


def test_another_key_gives_other_pseudonyms_and_none_is_an_error(key, monkeypatch):
    first = RuleRedactor(replacement="pseudonym", key_env=key)("a@b.co")
    monkeypatch.setenv("BEAM_TEST_KEY", KEY + "!")
    assert RuleRedactor(replacement="pseudonym", key_env=key)("a@b.co") != first
    with pytest.raises(PolicyError, match="key"):
        RuleRedactor(replacement="pseudonym")
    with pytest.raises(PolicyError, match="NOT_SET_ANYWHERE"):
        RuleRedactor(replacement="pseudonym", key_env="NOT_SET_ANYWHERE")


def test_two_processes_with_one_key_agree(key, tmp_path):
    file = tmp_path / "key"
    file.write_bytes(KEY.encode() + b"\n")
    code = (
        "import sys; from openmed_beam.redactors import RuleRedactor;"
        f"print(RuleRedactor(replacement='pseudonym', key_file={str(file)!r})(sys.argv[1]))"
    )
    runs = {
        subprocess.run([sys.executable, "-c", code, TEXT], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert runs == {RuleRedactor(replacement="pseudonym", key_env=key)(TEXT) + "\n"}


def test_the_key_is_in_no_pickle_config_or_message(key):
    redactor = RuleRedactor(replacement="pseudonym", key_env=key)
    redactor(TEXT)
    stored = pickle.dumps(redactor)
    assert KEY.encode() not in stored
    assert KEY not in repr(redactor.config())
    assert KEY not in repr(redactor.replacement)
    assert pickle.loads(stored)(TEXT) == redactor(TEXT)


def test_short_keys_and_two_keys_are_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("SHORT", "short")
    with pytest.raises(PolicyError, match="16"):
        Replacement("pseudonym", key_env="SHORT")
    with pytest.raises(PolicyError, match="not both"):
        Replacement("pseudonym", key_env="SHORT", key_file=str(tmp_path / "k"))
    with pytest.raises(PolicyError, match="cannot be read"):
        Replacement("mask", key_file=str(tmp_path / "absent"))


def test_kinds_go_by_label(key):
    text = RuleRedactor(replacement="mask,EMAIL=pseudonym", key_env=key)("a@b.co 415-555-0101")
    assert re.fullmatch(r"\[EMAIL_[0-9a-f]{20}\] \[PHONE\]", text)
    with pytest.raises(PolicyError, match="NOPE"):
        Replacement.of("mask,NOPE=mask")
    with pytest.raises(PolicyError, match="hash"):
        Replacement.of("hash")


def surrogates(text, key):
    redactor = RuleRedactor(replacement="surrogate", key_env=key)
    return redactor(text), redactor


def test_surrogates_keep_the_format_and_come_from_fiction(key):
    out, redactor = surrogates(TEXT, key)
    assert out == redactor(TEXT)
    assert not any(
        value in out
        for value in ("Ngozi", "ngozi", "0958", "5566 5556", "219-45", "87654", "Birch Hollow", "45.33", "AKIA3X7KP2")
    )
    assert re.search(
        r"@example\.com or call \+44 7\d \d{4} \d{4}\. Card \d{4} \d{4} \d{4} \d{4}, SSN 987-65-432\d", out
    )
    assert luhn(re.sub(" ", "", re.search(r"Card ([\d ]+),", out).group(1)))
    assert iban(re.sub(" ", "", re.search(r"IBAN ([A-Z0-9 ]+),", out).group(1)))
    assert re.search(r"from (?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+,", out)


def test_surrogate_phones_of_north_america_are_555_01xx(key):
    out, _ = surrogates("call (212) 664-7665", key)
    assert re.fullmatch(r"call \(\d{3}\) 555-01\d\d", out)


def test_the_digest_knows_settings_but_not_the_engine(key):
    assert RuleRedactor(engine="re").digest() == RuleRedactor().digest()
    assert RuleRedactor(without=["IP"]).digest() != RuleRedactor().digest()
    assert RuleRedactor(replacement="pseudonym", key_env=key).digest() != RuleRedactor().digest()
    assert load("rules", labels=["EMAIL"])("a@b.co 10.1.2.3") == "[EMAIL] 10.1.2.3"
    assert find("10.1.2.3")


def test_a_postal_code_and_a_flat_stay_what_they_are(monkeypatch):
    monkeypatch.setenv("K", "k" * 32)
    redactor = load("rules", replacement="surrogate", key_env="K")
    leaves = [Leaf("02446-1234", "zip", ("zip",), 0), Leaf("12 Mill Road, Apt 3B", "address", ("address",), 0)]
    code, street = redactor.redact_batch(leaves)
    assert re.fullmatch("[0-9]{5}-[0-9]{4}", code)
    assert code != "02446-1234"
    assert re.fullmatch("[0-9]{1,2} [A-Z][a-z]+ [A-Z][a-z]+", street)
