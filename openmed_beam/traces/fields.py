"""Which names and shapes in a trace carry structure: protected names, payload regions, opaque values.

The one table that redactor and verifier share, so that what the one leaves alone the other compares. It knows names
and shapes only; a value is looked at in `is_opaque_value` alone, and never kept.
"""

from __future__ import annotations

import base64
import binascii
import re
from functools import lru_cache
from typing import Any, Literal

ProtectedKind = Literal["identifier", "call_link", "role", "type", "timestamp", "label"]

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def snake_case(name: str) -> str:
    """`toolCallId`, `tool-call-id` and `ToolCallID` as `tool_call_id`."""
    return _CAMEL.sub("_", name).replace("-", "_").replace(".", "_").lower()


_CALL_LINKS = frozenset(
    [
        "call_id",
        "call_ids",
        "tool_call_id",
        "tool_call_ids",
        "tool_use_id",
        "tool_use_ids",
        "function_call_id",
        "function_call_ids",
        "tool_call_ref",
        "tool_call_refs",
        "tool_call_reference",
        "tool_call_references",
        "call_ref",
        "call_refs",
        "call_reference",
        "call_references",
        "in_reply_to",
        "reply_to",
        "parent_call_id",
        "parent_tool_call_id",
        "parent_tool_use_id",
    ]
)
_IDENTIFIERS = frozenset(
    [
        "id",
        "ids",
        "_id",
        "uuid",
        "uuids",
        "guid",
        "guids",
        "uid",
        "uids",
        "identifier",
        "identifiers",
        "dotted_order",
        "parent_uuid",
        "leaf_uuid",
    ]
)
_IDENTIFIER_ENDS = ("_id", "_ids", "_uuid", "_uuids", "_guid", "_guids", "_identifier", "_identifiers")
_TIMESTAMPS = frozenset(
    [
        "timestamp",
        "timestamps",
        "time",
        "times",
        "datetime",
        "date",
        "created_at",
        "updated_at",
        "started_at",
        "ended_at",
        "completed_at",
        "finished_at",
        "created",
        "updated",
        "start_time",
        "end_time",
        "startat",
        "ts",
        "time_unix_nano",
    ]
)
_TIMESTAMP_ENDS = (
    "_at",
    "_time",
    "_timestamp",
    "_timestamps",
    "_ts",
    "_at_ms",
    "_at_ns",
    "_time_ms",
    "_time_ns",
    "_timestamp_ms",
    "_timestamp_ns",
    "_unix_nano",
    "_unix_ms",
)
_LABELS = frozenset(
    [
        "label",
        "labels",
        "score",
        "scores",
        "reward",
        "rewards",
        "rating",
        "ratings",
        "weight",
        "target",
        "targets",
        "training_label",
        "training_labels",
        "preference",
        "rank",
        "ranking",
    ]
)
_LABEL_ENDS = ("_label", "_labels", "_score", "_scores", "_reward", "_rewards", "_rating", "_ratings")


@lru_cache(maxsize=65536)
def protected_kind(name: str) -> ProtectedKind | None:
    """What a key's name protects its value as, whichever way it is spelled, or None.

    Protected: identifiers, call links, roles, types, timestamps, training labels and scores.
    """
    snake = snake_case(name)
    if snake in _CALL_LINKS:
        return "call_link"
    if snake in _IDENTIFIERS or snake.endswith(_IDENTIFIER_ENDS):
        return "identifier"
    if snake == "role":
        return "role"
    if snake == "type":
        return "type"
    if snake in _TIMESTAMPS or snake.endswith(_TIMESTAMP_ENDS):
        return "timestamp"
    if snake in _LABELS or snake.endswith(_LABEL_ENDS):
        return "label"
    return None


# --- payload regions --------------------------------------------------------------------------------------------

#: Below these keys stands what a caller or a tool wrote: names in there are data, not structure.
PAYLOAD_KEYS = frozenset(
    [
        "arguments",
        "args",
        "kwargs",
        "input",
        "parameters",
        "result",
        "output",
        "response",
        "toolUseResult",
        "structuredContent",
    ]
)

#: Region of a node: outside payloads; in a payload by default rules; in one that a payload path declares.
OUTSIDE, PAYLOAD, DECLARED = 0, 1, 2


#: The keys that `is_item` looks for.
ITEM_KEYS = ("role", "type", "id", "call_id")


def is_item(node: Any) -> bool:
    """True for an object that is itself a message or item: it has `role`, or `type` with `id` or `call_id`."""
    return "role" in node or ("type" in node and ("id" in node or "call_id" in node))


def region_below(region: int, key: str, payload_defaults: bool) -> int:
    """The region of a member's value, from the region of the object that holds it."""
    if region == OUTSIDE and payload_defaults and key in PAYLOAD_KEYS:
        return PAYLOAD
    return region


def region_of_object(region: int, node: Any) -> int:
    """The region in which an object's members stand: a message or item inside a default payload is none."""
    return OUTSIDE if region == PAYLOAD and is_item(node) else region


# --- opaque values ----------------------------------------------------------------------------------------------

_REASONING_TYPES = frozenset(
    ["thinking", "redacted_thinking", "reasoning", "thought", "reasoning_text", "encrypted_reasoning"]
)
_MEDIA_TYPES = frozenset(
    [
        "image",
        "image_url",
        "input_image",
        "output_image",
        "image_file",
        "audio",
        "input_audio",
        "output_audio",
        "video",
        "file",
        "input_file",
        "document",
        "media",
        "blob",
        "base64",
        "compaction",
        "image_generation_call",
    ]
)
_SIGNATURES = frozenset(["signature", "thinking_signature", "thought_signature", "reasoning_signature"])
_ENCRYPTED = frozenset(["encrypted_content", "encrypted_reasoning", "redacted_content"])
_MEDIA_BODIES = frozenset(["data", "b64_json", "file_data", "bytes"])
_OPAQUE_NAMES = _SIGNATURES | _ENCRYPTED | _MEDIA_BODIES
_MEDIA_MARKS = frozenset(["mime_type", "media_type", "format"])


def may_be_opaque_name(key: str) -> bool:
    """True where `is_opaque_name` of this key depends on what stands beside it."""
    return snake_case(key) in _OPAQUE_NAMES


def is_opaque_name(key: str, parent: Any) -> bool:
    """True where `key` of `parent` holds signed, encrypted or binary text, as reasoning and media parts do."""
    name = snake_case(key)
    if name not in _OPAQUE_NAMES:
        return False
    kind = parent.get("type") if isinstance(parent, dict) else None
    kind = kind if isinstance(kind, str) else None
    if name in _ENCRYPTED:
        return kind is not None
    if name in _SIGNATURES:
        if kind in _REASONING_TYPES or name != "signature":
            return True
        return isinstance(parent, dict) and ("thinking" in parent or "reasoning" in parent)
    if kind in _REASONING_TYPES:
        return name == "data"
    if kind in _MEDIA_TYPES:
        return True
    return isinstance(parent, dict) and any(snake_case(str(other)) in _MEDIA_MARKS for other in parent)


_DATA_URI = re.compile(
    r"data:(?!text/)[\w.+-]{1,60}/[\w.+-]{1,80}(?:;[\w-]{1,40}=[\w.+-]{1,80}){0,4};base64,[A-Za-z0-9+/_-]*={0,2}"
)
_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")
_MEDIA_STARTS = ("iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "T2dnUw", "SUQz", "ZkxhQ", "AAAA", "GkXf")
#: How every text starts that `is_opaque_value` may be true for.
OPAQUE_STARTS = ("data:", *_MEDIA_STARTS)
_MEDIA_MAGIC = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF....(?:WEBP|WAVE|AVI )|%PDF-1|OggS\x00|ID3[\x02-\x04]|fLaC\x00"
    rb"|....ftyp|\x1aE\xdf\xa3",
    re.DOTALL,
)


def is_opaque_value(text: str) -> bool:
    """True for a leaf that as a whole is a base64 `data:` URI, or base64 whose bytes carry a media signature."""
    if text.startswith("data:"):
        return _DATA_URI.fullmatch(text) is not None
    if len(text) < 32 or not text.startswith(_MEDIA_STARTS) or _BASE64.fullmatch(text) is None:
        return False
    try:
        head = base64.b64decode(text[:32], validate=True)
    except binascii.Error:
        return False
    return _MEDIA_MAGIC.match(head) is not None
