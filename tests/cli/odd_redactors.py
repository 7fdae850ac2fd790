"""Redactors for the tests, by `MODULE:ATTR`; functions of a module, so that worker processes find them."""

from __future__ import annotations

import os
import re
import threading
import time

_NAME = re.compile(r"\b(?:Ada|Grace)\b")


def identity(text: str) -> str:
    """Changes nothing."""
    return text


def mask(text: str) -> str:
    """Masks two names."""
    return _NAME.sub("[NAME]", text)


def slow(text: str) -> str:
    """Masks, and tells which process did."""
    return f"{mask(text)} @{os.getpid()}"


def raises(text: str) -> str:
    """Fails on a canary and tells the text in its exception."""
    if "CANARY" in text:
        raise ValueError(f"cannot redact {text!r}")
    return text


def leaves(text: str) -> str:
    """Leaves the program over a canary, with a message that would be printed."""
    if "CANARY" in text:
        raise SystemExit(text)
    return text


def gives_none(text: str) -> str | None:
    """Gives nothing for a canary."""
    return None if "CANARY" in text else text


def gives_a_number(text: str) -> object:
    """Gives a number for a canary."""
    return 17 if "CANARY" in text else text


def drops_json(text: str) -> str:
    """A redactor that breaks nothing itself, but turns every text into another JSON shape."""
    return "{}" if text.startswith("CANARY") else text


def sleepy(text: str) -> str:
    """Takes a millisecond."""
    time.sleep(0.001)
    return mask(text)


def stuck(text: str) -> str:
    """Never answers."""
    threading.Event().wait()
    return text


def bracket(text: str) -> str:
    """Changes every text."""
    return f"[{text}]"


class NotReady:
    """Cannot be set up, and tells why."""

    def setup(self) -> None:
        """Fails with a text."""
        raise RuntimeError("CANARY")

    def __call__(self, text: str) -> str:
        return text


class Loading:
    """Loads what does not pickle."""

    def setup(self) -> None:
        """Loads."""
        self.lock = threading.Lock()

    def __call__(self, text: str) -> str:
        with self.lock:
            return f"loaded {text}"


LOADING = Loading()
