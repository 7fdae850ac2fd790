"""Leaves whose name stands beside them: in `{"name": "DB_PASSWORD", "value": "..."}` the key of the value says nothing.

Looks at the leaves of one trace by their paths; the answer depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openmed_beam.redactors.rules.pairs import HOLDING, NAMING
from openmed_beam.traces.leaf import Leaf

_LONGEST = 60


def names_beside(leaves: Sequence[Leaf]) -> Mapping[int, str]:
    """Number of a leaf -> the text beside it that names it, for members called `value` in an object with a `name`."""
    holding = [number for number, leaf in enumerate(leaves) if leaf.key in HOLDING and leaf.path[-1:] == (leaf.key,)]
    if not holding:
        return {}
    named = {
        (leaf.trace, leaf.path[:-1]): leaf.text
        for leaf in leaves
        if leaf.key in NAMING and len(leaf.text) <= _LONGEST and leaf.path[-1:] == (leaf.key,)
    }
    found = ((number, named.get((leaves[number].trace, leaves[number].path[:-1]))) for number in holding)
    return {number: name for number, name in found if name is not None}
