"""The object that the core is handed: fields it looks at, batches, pickling, imports, sockets."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import pickle
import socket
import subprocess
import sys

import pytest

from openmed_beam.errors import PolicyError
from openmed_beam.redactors import RuleRedactor, find, load
from openmed_beam.traces.leaf import LEAF_FIELDS, BatchRedactor, Leaf


def test_it_is_a_batch_redactor():
    redactor = RuleRedactor()
    assert isinstance(redactor, BatchRedactor)
    assert set(redactor.looks_at) <= set(LEAF_FIELDS)
    assert redactor.redact_batch([]) == []


def test_batches_keep_order_and_length():
    leaves = [Leaf(f"mail u{i}@x.org" if i % 3 else "nothing", None, ("c", i), i // 7) for i in range(100)]
    redactor = RuleRedactor()
    labelled = redactor.redact_batch_labelled(leaves)
    assert [item.text for item in labelled] == redactor.redact_batch(leaves)
    assert [item.labels for item in labelled] == [("EMAIL",) if i % 3 else () for i in range(100)]


def test_it_pickles_before_and_after_use():
    redactor = RuleRedactor(labels=["+DATE"], keys={"handle": "USERNAME", "zip": None}, allow=["help@x.org"])
    before = pickle.loads(pickle.dumps(redactor))
    redactor("x")
    after = pickle.loads(pickle.dumps(redactor))
    text = "on 2024-01-02 mail help@x.org or me@x.org"
    assert before(text) == after(text) == redactor(text) == "on [DATE] mail help@x.org or [EMAIL]"


def test_own_keys_are_added_and_taken_out():
    redactor = RuleRedactor(keys={"codename": "NAME", "phone": None})
    leaves = [Leaf("Nightjar", "codename", ("codename",), 0), Leaf("2125551234", "phone", ("phone",), 1)]
    assert redactor.redact_batch(leaves) == ["[NAME]", "2125551234"]


def test_unknown_labels_are_refused():
    with pytest.raises(PolicyError, match="SHOE_SIZE"):
        RuleRedactor(labels=["SHOE_SIZE"])
    with pytest.raises(PolicyError, match="nonsense"):
        load("nonsense")
    with pytest.raises(PolicyError, match="cannot be loaded"):
        load("no_such_module_at_all:thing")


@pytest.mark.parametrize("text", ["def broken(:", "raise ValueError('x')", "import sys; sys.exit('x')", "class made:\n def __init__(self): raise ValueError('x')"])  # fmt: skip
def test_a_module_that_fails_is_a_wrong_setting(tmp_path, monkeypatch, text):
    (tmp_path / "failing_redactor.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("failing_redactor", None)
    with pytest.raises(PolicyError, match=r"cannot be (loaded|made): [A-Za-z]+$"):
        load("failing_redactor:made")


def test_holds_secret():
    redactor = RuleRedactor()
    assert redactor.holds_secret("AKIA3X7KP2QW9ZR4TN8V")
    assert not redactor.holds_secret("iVBORw0KGgo4111111111111111AAAA")


def test_no_socket_is_opened(monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("a socket was asked for")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    redactor = RuleRedactor()
    assert (
        redactor("mail jane@x.org at https://a.b.example/x?y=1 from 10.1.2.3")
        == "mail [EMAIL] at https://a.b.example/x?y=1 from [IP]"
    )
    assert find("a@b.co")


def test_the_rules_import_neither_beam_nor_a_network_library():
    code = (
        "import sys, openmed_beam.redactors as r; r.find('a@b.co');"
        "bad = {'apache_beam', 'requests', 'http.client', 'urllib.request', 'ssl', 'onnxruntime', 'spacy', 'openmed', 'faker'} & set(sys.modules);"
        "sys.exit(','.join(sorted(bad)) if bad else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_users_own_function_and_a_chain(tmp_path, monkeypatch):
    (tmp_path / "own_redactor.py").write_text("def shout(text):\n    return text.upper()\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert load("own_redactor:shout")("a") == "A"
    chain = load("rules+own_redactor:shout")
    assert chain("mail a@b.co") == "MAIL [EMAIL]"
    [item] = chain.redact_batch_labelled([Leaf("mail a@b.co", None, (), 0)])
    assert item.labels == ("EMAIL",)
    assert pickle.loads(pickle.dumps(chain))("mail a@b.co") == "MAIL [EMAIL]"
    assert chain.digest()


def test_a_setting_that_no_part_takes_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "own_redactor.py").write_text("def shout(text):\n    return text.upper()\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for spec in ("own_redactor:shout", "openmed"):
        with pytest.raises(PolicyError, match="knows nothing of labels"):
            load(spec, labels=["EMAIL"])
        with pytest.raises(PolicyError, match="knows nothing of replacement"):
            load(spec, replacement="surrogate")
    with pytest.raises(PolicyError, match="knows nothing of colour"):
        load("rules", colour="red")
    assert load("own_redactor:shout", replacement="mask", labels=(), key_env="K")("a") == "A"
    assert load("rules+own_redactor:shout", labels=["EMAIL"])("a@b.co at 10.1.2.3") == "[EMAIL] AT 10.1.2.3"
