"""Fixtures of all tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from shared_material import shared_path


@pytest.fixture
def shared() -> Callable[..., Path]:
    """A function from parts of a name to a path in the shared folder."""
    return shared_path
