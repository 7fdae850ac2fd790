"""The native core (the crate in `native/`), where it was built and is not switched off.

It is an accelerator: the Python beside it gives the same bytes and reports. `OPENMED_BEAM_NATIVE=0` in the environment
switches it off for the process.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType


def _load() -> ModuleType | None:
    if os.environ.get("OPENMED_BEAM_NATIVE") == "0":
        return None
    try:
        return import_module("openmed_beam._native")
    except ImportError:
        return None


#: The extension module, None where Python does the work.
NATIVE = _load()
