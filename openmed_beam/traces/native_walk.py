"""The native walk over records as JSON text: the walk of `leaves`, many times as fast.

It takes the records that are plain JSON and declines whatever is unusual, which `leaves` then walks; so errors and odd
cases stand in one place. What it knows of names, shapes and paths it is told here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from openmed_beam.traces.content_path import PathPlan
from openmed_beam.traces.fields import (
    ITEM_KEYS,
    OPAQUE_STARTS,
    PAYLOAD_KEYS,
    is_item,
    is_opaque_name,
    is_opaque_value,
    may_be_opaque_name,
    protected_kind,
)
from openmed_beam.traces.json_text import is_lexable
from openmed_beam.traces.native import core, is_on

if TYPE_CHECKING:
    from openmed_beam._native import Memory as NativeMemory
    from openmed_beam._native import Trace as NativeTrace
    from openmed_beam._native import Walker as NativeWalker
    from openmed_beam.traces.leaves import RedactionOptions
elif core is not None:
    NativeMemory, NativeTrace, NativeWalker = core.Memory, core.Trace, core.Walker
else:

    class NativeTrace:
        """Stands where there is no native core: nothing is one."""

    NativeMemory = NativeWalker = NativeTrace

__all__ = ["Judge", "NativeMemory", "NativeTrace", "NativeWalker", "native_walker"]

# Facts of a name, as the native walk reads them.
_PROTECTED, _PAYLOAD, _OPAQUE, _SPELLED, _ITEM = 1, 2, 4, 8, 16


class Judge:
    """What the native walk asks about names and texts; the answers for names it remembers."""

    #: For each set of `ITEM_KEYS`, as bits, whether an object with these is an item.
    items = tuple(
        is_item({key for bit, key in enumerate(ITEM_KEYS) if number >> bit & 1})
        for number in range(2 ** len(ITEM_KEYS))
    )
    opaque_starts = OPAQUE_STARTS
    is_opaque_name = staticmethod(is_opaque_name)
    is_opaque_value = staticmethod(is_opaque_value)
    is_lexable = staticmethod(is_lexable)

    def __init__(
        self, spelled: frozenset[str], payload_defaults: bool, holds_secret: Callable[[str], bool] | None
    ) -> None:
        self._spelled, self._holds_secret = spelled, holds_secret
        self._payload_keys = PAYLOAD_KEYS if payload_defaults else frozenset()

    def facts(self, name: str) -> int:
        """What a name means, as bits."""
        facts = _PROTECTED if protected_kind(name) is not None else 0
        if name in self._payload_keys:
            facts |= _PAYLOAD
        if may_be_opaque_name(name):
            facts |= _OPAQUE
        if name in self._spelled:
            facts |= _SPELLED
        if name in ITEM_KEYS:
            facts |= _ITEM << ITEM_KEYS.index(name)
        return facts

    def spares(self, text: str) -> bool:
        """True where no rule for secrets hits an opaque text."""
        return self._holds_secret is None or not self._holds_secret(text)


def native_walker(
    plan: PathPlan,
    payload_plan: PathPlan | None,
    options: RedactionOptions,
    holds_secret: Callable[[str], bool] | None,
) -> NativeWalker | None:
    """A walker for records as JSON text, or None where there is no native core."""
    if not is_on():
        return None
    spelled = plan.spelled | (payload_plan.spelled if payload_plan is not None else frozenset())
    return NativeWalker(
        plan.root,
        len(plan),
        payload_plan.root if payload_plan is not None else None,
        len(payload_plan) if payload_plan is not None else 0,
        options,
        Judge(spelled, options.payload_defaults, holds_secret),
    )
