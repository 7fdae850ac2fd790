"""Scanners that these tests build are kept below a directory of the run, not in the user's cache."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="session")
def scanner_cache(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENMED_BEAM_CACHE", str(tmp_path_factory.mktemp("scanners")))
        yield
