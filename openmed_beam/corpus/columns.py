"""Values of Arrow columns as JSON and back, without loss: what a Parquet row is as a record.

Strings, numbers, booleans, nulls, lists and structs are themselves. What JSON has no type for is text in one exact
spelling: dates, times and timestamps in ISO form to the unit's last digit, binary as base64, NaN and the infinities as
`"NaN"`, `"Infinity"`, `"-Infinity"`. A map is a list of `{"key": ..., "value": ...}`. Decimals keep their literal.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import decimal
import math
import re
from collections.abc import Callable
from typing import Any

import orjson

from openmed_beam.errors import CorpusError

_DIGITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}
_EPOCH = datetime.datetime(1970, 1, 1)
_EPOCH_DAY = _EPOCH.toordinal()
_STAMP = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z?)")
_CLOCK = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\.(\d+))?")
_ODD_FLOATS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


class Unfit(Exception):
    """A JSON value that its column cannot hold. Holds nothing of it."""


def arrow() -> Any:
    """The pyarrow module, or one clear error."""
    try:
        import pyarrow
    except ImportError:
        raise CorpusError("Parquet files need pyarrow: pip install 'openmed-beam[parquet]'") from None
    return pyarrow


def to_json_values(array: Any) -> list[Any]:
    """The values of an Arrow array as what `orjson` can write.

    Raises:
        UnicodeDecodeError: a string that is no UTF-8.
        CorpusError: a type that Parquet cannot hold.
    """
    types = arrow().types
    kind = array.type
    if getattr(kind, "storage_type", None) is not None:
        return to_json_values(array.storage)
    if types.is_dictionary(kind):
        return to_json_values(array.dictionary_decode())
    if types.is_struct(kind):
        return _structs(array)
    if types.is_map(kind):
        return _maps(array)
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind) or _is_list_view(kind):
        return _lists(array)
    if types.is_timestamp(kind):
        zone = "" if kind.tz is None else "Z"
        return _each(array.cast(arrow().int64()), lambda value: _stamp(value, _DIGITS[kind.unit], zone))
    if types.is_date32(kind):
        return _each(array.cast(arrow().int32()), _day)
    if types.is_date64(kind):
        return _each(array.cast(arrow().int64()), lambda value: _stamp(value, 3, ""))
    if types.is_time32(kind) or types.is_time64(kind):
        whole = arrow().int32() if types.is_time32(kind) else arrow().int64()
        return _each(array.cast(whole), lambda value: _clock(value, _DIGITS[kind.unit]))
    if types.is_duration(kind):
        return list(array.cast(arrow().int64()).to_pylist())
    if types.is_floating(kind):
        return [_number(value) for value in array.to_pylist()]
    if types.is_decimal(kind):
        return _each(array, lambda value: orjson.Fragment(str(value)))
    if _is_binary(kind):
        return _each(array, lambda value: base64.b64encode(value).decode("ascii"))
    if types.is_union(kind):
        raise CorpusError("a column of a union type cannot be read")
    return list(array.to_pylist())


def _each(array: Any, spell: Callable[[Any], Any]) -> list[Any]:
    return [None if value is None else spell(value) for value in array.to_pylist()]


def _is_binary(kind: Any) -> bool:
    types = arrow().types
    return bool(
        types.is_binary(kind)
        or types.is_large_binary(kind)
        or types.is_fixed_size_binary(kind)
        or (hasattr(types, "is_binary_view") and types.is_binary_view(kind))
    )


def _is_list_view(kind: Any) -> bool:
    types = arrow().types
    return bool(hasattr(types, "is_list_view") and (types.is_list_view(kind) or types.is_large_list_view(kind)))


def _structs(array: Any) -> list[Any]:
    names = [array.type.field(at).name for at in range(array.type.num_fields)]
    columns = [to_json_values(child) for child in array.flatten()]
    valid = array.is_valid().to_pylist()
    if not columns:
        return [{} if there else None for there in valid]
    return [dict(zip(names, row)) if there else None for there, row in zip(valid, zip(*columns))]


def _lists(array: Any) -> list[Any]:
    import pyarrow.compute as compute

    values = to_json_values(array.flatten())
    lists: list[Any] = []
    at = 0
    for length in compute.list_value_length(array).to_pylist():
        if length is None:
            lists.append(None)
            continue
        lists.append(values[at : at + length])
        at += length
    return lists


def _maps(array: Any) -> list[Any]:
    offsets = array.offsets.to_pylist()
    start, stop = offsets[0] if offsets else 0, offsets[-1] if offsets else 0
    keys = to_json_values(array.keys.slice(start, stop - start))
    items = to_json_values(array.items.slice(start, stop - start))
    maps: list[Any] = []
    for there, begin, end in zip(array.is_valid().to_pylist(), offsets, offsets[1:]):
        pairs = zip(keys[begin - start : end - start], items[begin - start : end - start])
        maps.append([{"key": key, "value": value} for key, value in pairs] if there else None)
    return maps


def _number(value: Any) -> Any:
    if value is None:
        return None
    value = float(value)
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _stamp(value: int, digits: int, zone: str) -> str | int:
    seconds, rest = divmod(value, 10**digits)
    try:
        text = (_EPOCH + datetime.timedelta(seconds=seconds)).isoformat()
    except OverflowError:
        return value
    return text + (f".{rest:0{digits}d}" if digits else "") + zone


def _day(value: int) -> str | int:
    try:
        return datetime.date.fromordinal(value + _EPOCH_DAY).isoformat()
    except (OverflowError, ValueError):
        return value


def _clock(value: int, digits: int) -> str | int:
    seconds, rest = divmod(value, 10**digits)
    if not 0 <= seconds < 86400:
        return value
    text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return text + (f".{rest:0{digits}d}" if digits else "")


Reader = Callable[[Any], Any]


def from_json(kind: Any) -> Reader:
    """A function from a JSON value to what `pyarrow.array` takes for a type; it raises Unfit."""
    types = arrow().types
    if getattr(kind, "storage_type", None) is not None:
        return from_json(kind.storage_type)
    if types.is_dictionary(kind):
        return from_json(kind.value_type)
    if types.is_struct(kind):
        return _struct_reader([(kind.field(at).name, from_json(kind.field(at).type)) for at in range(kind.num_fields)])
    if types.is_map(kind):
        return _map_reader(from_json(kind.key_type), from_json(kind.item_type))
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind) or _is_list_view(kind):
        return _list_reader(from_json(kind.value_type))
    if types.is_timestamp(kind):
        return _number_or(lambda text: _from_stamp(text, _DIGITS[kind.unit]))
    if types.is_date32(kind):
        return _number_or(_from_day)
    if types.is_date64(kind):
        return _number_or(lambda text: _from_stamp(text, 3))
    if types.is_time32(kind) or types.is_time64(kind):
        return _number_or(lambda text: _from_clock(text, _DIGITS[kind.unit]))
    if types.is_float16(kind):
        return _half
    if types.is_floating(kind):
        return _float
    if types.is_decimal(kind):
        return _decimal
    if _is_binary(kind):
        return _binary
    if types.is_null(kind):
        return _typed(type(None))
    if types.is_boolean(kind):
        return _typed(bool)
    if types.is_integer(kind) or types.is_duration(kind):
        return _integer
    return _typed(str)


def _typed(wanted: type) -> Reader:
    def read(value: Any) -> Any:
        if value is not None and not isinstance(value, wanted):
            raise Unfit
        return value

    return read


def _integer(value: Any) -> Any:
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise Unfit
    return value


def _number_or(spelled: Callable[[str], int]) -> Reader:
    def read(value: Any) -> Any:
        if isinstance(value, str):
            try:
                return spelled(value)
            except (ValueError, OverflowError):
                raise Unfit from None
        return _integer(value)

    return read


def _from_stamp(text: str, digits: int) -> int:
    match = _STAMP.fullmatch(text)
    if match is None or len(match[3] or "") != digits:
        raise Unfit
    since = datetime.datetime.fromisoformat(f"{match[1]}T{match[2]}") - _EPOCH
    return int((since.days * 86400 + since.seconds) * 10**digits) + int(match[3] or 0)


def _from_day(text: str) -> int:
    return datetime.date.fromisoformat(text).toordinal() - _EPOCH_DAY


def _from_clock(text: str, digits: int) -> int:
    match = _CLOCK.fullmatch(text)
    if match is None or len(match[4] or "") != digits:
        raise Unfit
    return int((int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3])) * 10**digits) + int(match[4] or 0)


def _float(value: Any) -> Any:
    if isinstance(value, str):
        if value not in _ODD_FLOATS:
            raise Unfit
        return _ODD_FLOATS[value]
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float, decimal.Decimal)):
        raise Unfit
    return float(value)


def _half(value: Any) -> Any:
    import numpy

    read = _float(value)
    return None if read is None else numpy.float16(read)


def _decimal(value: Any) -> Any:
    if value is None or isinstance(value, decimal.Decimal):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return decimal.Decimal(value)
    raise Unfit


def _binary(value: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, str):
        raise Unfit
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        raise Unfit from None


def _list_reader(element: Reader) -> Reader:
    def read(value: Any) -> Any:
        if value is None:
            return None
        if not isinstance(value, list):
            raise Unfit
        return [element(item) for item in value]

    return read


def _map_reader(key: Reader, item: Reader) -> Reader:
    def read(value: Any) -> Any:
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(pair, dict) and len(pair) == 2 for pair in value):
            raise Unfit
        try:
            return [(key(pair["key"]), item(pair["value"])) for pair in value]
        except KeyError:
            raise Unfit from None

    return read


def _struct_reader(fields: list[tuple[str, Reader]]) -> Reader:
    def read(value: Any) -> Any:
        if value is None:
            return None
        if not isinstance(value, dict) or len(value) != len(fields):
            raise Unfit
        try:
            return {name: reader(value[name]) for name, reader in fields}
        except KeyError:
            raise Unfit from None

    return read


def holds_decimals(kind: Any) -> bool:
    """Whether a type, or one nested in it, is a decimal."""
    types = arrow().types
    if getattr(kind, "storage_type", None) is not None:
        return holds_decimals(kind.storage_type)
    if types.is_decimal(kind):
        return True
    if types.is_dictionary(kind):
        return holds_decimals(kind.value_type)
    if types.is_nested(kind):
        return any(holds_decimals(kind.field(at).type) for at in range(kind.num_fields))
    return False
