"""What may happen at a place of a trace: content or not, protected or not, and as what. Walked key by key with it.

A `Standing` says it for one place and is shared by all places like it. `Rules` make standings, in openmed's way (names
of its own table, inherited from the keys above) or in the wide way (one table with the redactor, payload regions,
encoded strings). No value is looked at but the keys and types of an object that may be a message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from openmed_beam.traces.content_path import PathPlan, PathState
from openmed_beam.traces.fields import DECLARED, OUTSIDE, PAYLOAD, PAYLOAD_KEYS, is_item, protected_kind

_CALL_LINKS = frozenset(
    "call_id call_ids function_call_id function_call_ids tool_call_id tool_call_ids tool_use_id tool_use_ids".split()
)
_CALLS = frozenset("call calls function_call function_calls tool_call tool_calls".split())
_IDENTIFIERS = frozenset("id ids uid uuid uuids".split())
_TIMESTAMPS = frozenset("event_time time timestamp timestamps ts".split())
_LABELS = frozenset(
    "label labels preference reward score scores target_label training_label training_labels weight weights".split()
)
_MESSAGE_LISTS = frozenset(("messages", "turns"))

#: Codes that keys above hand down, the strongest last.
_INHERITED = (None, "training_label", "timestamp", "identifier", "call_linkage")
_LABEL, _TIME, _IDENTIFIER, _LINK = 1, 2, 3, 4
_WIDE_CODES = {
    "identifier": "identifier",
    "call_link": "call_linkage",
    "role": "structure",
    "timestamp": "timestamp",
    "label": "training_label",
}
_CHILDREN_KEPT = 4096


def own_rank(lowered: str) -> int:
    """What a key makes of everything below it, as an index of `_INHERITED`."""
    if lowered in _CALL_LINKS:
        return _LINK
    if lowered in _IDENTIFIERS or lowered.endswith(("_id", "_ids")):
        return _IDENTIFIER
    if lowered in _TIMESTAMPS or lowered.endswith(("_at", "_timestamp")) or lowered.startswith("timestamp_"):
        return _TIME
    return _LABEL if lowered in _LABELS else 0


class Standing(dict[Any, "Standing"]):
    """One place and all like it; as a dict it holds the standings of an object's members by key.

    Attributes:
        state: where the content paths stand, None where none goes on.
        accepts: 1 where a content path ends here, else 0.
        content: a content path ends here or above.
        held: what stands here must be equal.
        code: issue code of a difference here, None for the general ones.
        messages: a list here is a list of messages whatever is in it.
        region, declared, level: payload region, payload paths, encoded levels above (wide rules only).
    """

    __slots__ = (
        "_decoded",
        "_ends",
        "_items",
        "_onward",
        "accepts",
        "below_call",
        "code",
        "content",
        "dead",
        "declared",
        "guarded",
        "held",
        "level",
        "messages",
        "own",
        "rank",
        "region",
        "rules",
        "state",
    )

    def __init__(
        self,
        rules: Rules,
        state: PathState | None,
        content: bool,
        rank: int,
        below_call: bool,
        own: str,
        messages: bool,
        guarded: bool,
        region: int,
        declared: PathState | None,
        level: int,
    ) -> None:
        super().__init__()
        self.rules, self.state, self.rank, self.below_call, self.own = rules, state, rank, below_call, own
        self.messages, self.guarded, self.region, self.declared, self.level = messages, guarded, region, declared, level
        self.accepts = 1 if state is not None and state.accepts else 0
        self.content = content or bool(self.accepts)
        if own == "id" and below_call:
            rank = _LINK
        self.code = _INHERITED[rank] or ("structure" if own == "role" else None)
        if rules.wide:
            self.code = self.code or _WIDE_CODES.get(own)
            self.held = not self.content or guarded
        else:
            self.held = not self.content or self.code is not None
        #: Nothing here or below is content.
        self.dead = state is None and not self.content
        self._items: Standing | None = None
        self._decoded: Standing | None = None
        self._ends: tuple[str, ...] | Literal[False] | None = False
        self._onward: tuple[str, ...] | Literal[False] | None = False

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __bool__(self) -> bool:
        return True

    def __missing__(self, key: Any) -> Standing:
        made = self.rules.member(self, key)
        if len(self) < _CHILDREN_KEPT:
            self[key] = made
        return made

    def item(self, index: int, value: Any) -> Standing:
        """The standing of an array's item."""
        if self._items is not None:
            return self._items
        return self.rules.item(self, index, value)

    @property
    def all_items(self) -> Standing | None:
        """The standing of every item alike, None where it depends on the index or the item."""
        if self._items is None and not _item_matters(self.state) and not _item_matters(self.declared):
            self._items = self.rules.item(self, -1, None)
        return self._items

    @property
    def ends(self) -> tuple[str, ...] | None:
        """The keys under which a content path ends, None where paths end under keys that none of them spells."""
        if self._ends is False:
            self._ends = _spelled(self.state, ends=True)
        return self._ends

    @property
    def onward(self) -> tuple[str, ...] | None:
        """The keys under which anything may differ, None where that is not only under keys that paths spell."""
        if self._onward is False:
            self._onward = None if self.content else _spelled(self.state, ends=False)
        return self._onward

    @property
    def payload(self) -> bool:
        """In a payload by default rules: an object here may be a message, whose members stand elsewhere."""
        return self.region == PAYLOAD

    @property
    def leads_on(self) -> bool:
        """Some content path goes on from here."""
        return self.state is not None and self.state.leads_on

    @property
    def selective(self) -> bool:
        """A step to an item looks at the item."""
        return any(state is not None and state.selective for state in (self.state, self.declared))

    @property
    def decoded(self) -> Standing:
        """The standing of what a content string here decodes to."""
        if self._decoded is None:
            self._decoded = self.rules.decoded(self, "content")
        return self._decoded

    def inside(self, node: Any) -> Standing:
        """The standing for the members of this object: a message inside a default payload is no payload."""
        return self.rules.outside(self) if self.region == PAYLOAD and is_item(node) else self


def _spelled(state: PathState | None, ends: bool) -> tuple[str, ...] | None:
    """The keys that paths spell and under which one ends, or goes on; None where others count as well."""
    if state is None:
        return ()
    advance = state.plan.advance
    other = advance(state.positions, key=None)
    if state.globs or (other is not None and (other.accepts or not ends)):
        return None
    spelled = {s.name or str(s.value) for path, at in state.positions for s in state.plan.paths[path][at : at + 1]}
    reached = ((name, advance(state.positions, key=name)) for name in sorted(spelled))
    return tuple(name for name, state in reached if state is not None and (state.accepts or not ends))


def _item_matters(state: PathState | None) -> bool:
    """True where the step to an item depends on its index or on the item."""
    if state is None:
        return False
    steps = [segment for path, at in state.positions for segment in state.plan.paths[path][at : at + 1]]
    return any(s.kind in ("index", "select") or (s.kind == "key" and s.name.isdecimal()) for s in steps)


@dataclass(eq=False)
class Rules:
    """Makes standings for one set of paths and options.

    Attributes:
        plan: content paths.
        wide: False for openmed's rules.
        payload_plan: payload paths, None without any.
        payload_defaults: the default payload keys open a payload region.
    """

    plan: PathPlan
    wide: bool = False
    payload_plan: PathPlan | None = None
    payload_defaults: bool = True

    def __post_init__(self) -> None:
        self._made: dict[tuple[Any, ...], Standing] = {}
        declared = self.payload_plan.root if self.payload_plan is not None else None
        self.root = self._make(self.plan.root, False, 0, False, "", False, False, OUTSIDE, declared, 0)

    def _make(
        self,
        state: PathState | None,
        content: bool,
        rank: int,
        below_call: bool,
        own: str,
        messages: bool,
        guarded: bool,
        region: int,
        declared: PathState | None,
        level: int,
    ) -> Standing:
        names = (id(state), content, rank, below_call, own, messages, guarded, region, id(declared), level)
        found = self._made.get(names)
        if found is None:
            found = self._made[names] = Standing(
                self, state, content, rank, below_call, own, messages, guarded, region, declared, level
            )
        return found

    def member(self, at: Standing, key: Any) -> Standing:
        """The standing of an object's member."""
        if type(key) is not str:
            state = None if at.state is None else at.state.plan.advance(at.state.positions, key=None)
            below_call = at.below_call or at.own == "calls"
            return self._make(state, at.content, at.rank, below_call, "", False, False, at.region, None, at.level)
        state = at.state.key(key) if at.state is not None else None
        lowered = key.lower()
        rank = max(at.rank, own_rank(lowered))
        below_call = at.below_call or at.own == "calls"
        own = "calls" if lowered in _CALLS else lowered if lowered in ("id", "role") else ""
        guarded, region, declared = False, at.region, None
        if self.wide:
            declared = at.declared.key(key) if at.declared is not None else None
            if declared is not None and declared.accepts:
                region = DECLARED
            elif region == OUTSIDE and self.payload_defaults and key in PAYLOAD_KEYS:
                region = PAYLOAD
            kind = protected_kind(key)
            if kind is not None:
                content = at.content or (state is not None and bool(state.accepts))
                named = state is not None and bool(state.named)
                guarded = content and region == OUTSIDE and not named
                own = own or kind
        return self._make(
            state,
            at.content,
            rank,
            below_call,
            own,
            key in _MESSAGE_LISTS,
            guarded,
            region,
            declared,
            at.level,
        )

    def fresh_item(self, at: Standing, index: int, value: Any) -> Standing:
        """The standing of an array's item, where only paths that end at it or below make content."""
        return self.item(at, index, value, False)

    def item(self, at: Standing, index: int, value: Any, content: bool | None = None) -> Standing:
        """The standing of an array's item (index -1: one that no path spells)."""
        content = at.content if content is None else content
        state = at.state.index(index, value) if at.state is not None else None
        declared = at.declared.index(index, value) if at.declared is not None else None
        region = DECLARED if declared is not None and declared.accepts else at.region
        return self._make(state, content, at.rank, at.below_call, at.own, False, at.guarded, region, declared, at.level)

    def outside(self, at: Standing) -> Standing:
        """The same place outside payloads."""
        return self._make(
            at.state,
            at.content,
            at.rank,
            at.below_call,
            at.own,
            at.messages,
            at.guarded,
            OUTSIDE,
            at.declared,
            at.level,
        )

    def decoded(self, at: Standing, kind: Literal["content", "path"]) -> Standing:
        """The standing of the tree that a string decodes to: below content, or where a path goes on inside it."""
        state = at.state if at.state is not None and at.state.leads_on else None
        region = DECLARED if kind == "content" and at.region == DECLARED else at.region
        if region != DECLARED and self.payload_defaults:
            region = PAYLOAD
        if kind == "path" and region == DECLARED:
            region = PAYLOAD if self.payload_defaults else OUTSIDE
        # The root of the tree is no new place: the paths that end at the string ended there already.
        return self._make(
            state, at.content, at.rank, at.below_call, at.own, False, False, region, at.declared, at.level + 1
        )
