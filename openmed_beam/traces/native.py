"""The native core (the crate in `native/`), where it was built and is not switched off.

It is an accelerator: the Python beside it gives the same bytes and reports. `OPENMED_BEAM_NATIVE=0` in the environment
switches it off for the process.
"""

from __future__ import annotations

import os
from typing import Any

try:
    from openmed_beam import _native
except ImportError:
    _native = None  # type: ignore[assignment]

#: The interface that this package calls; a build of another one, left from before a change, is not used.
INTERFACE = 3

#: The extension module, None where it was not built.
core: Any = _native if getattr(_native, "INTERFACE", None) == INTERFACE else None


def is_on() -> bool:
    """True where there is a native core, to be used."""
    return core is not None and os.environ.get("OPENMED_BEAM_NATIVE", "1") != "0"
