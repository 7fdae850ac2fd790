"""openmed 3.1.0 as the oracle of `openmed_beam.traces.tool_calls`: same values, key order, types and reports.

openmed is run, never read, and run with every copied and decoded container kept alive: it remembers visited containers
by `id()`, and would otherwise skip payloads whose containers come to lie where a freed one lay.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import REDACTORS, SLOW, Case, encoded_payloads, json_containers, random_case

from openmed_beam.traces import tool_calls as ours

CASES = 20_000 if SLOW else 2_000
BATCH = 500


def containers(value: Any) -> Iterator[Any]:
    """Every list and mapping in a value."""
    if isinstance(value, Mapping):
        yield value
        for item in value.values():
            yield from containers(item)
    elif isinstance(value, (list, tuple)):
        yield value
        for item in value:
            yield from containers(item)


class KeepingJson:
    """The json module as openmed sees it; what it decodes, and what `copy.deepcopy` copies, is kept until `forget`."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self.deepcopy = copy.deepcopy

    def __getattr__(self, name: str) -> Any:
        return getattr(json, name)

    def burn(self, lists: int) -> None:
        """Take up the addresses of lists that openmed replaced, so that no later container comes to lie there."""
        self.kept.append([[] for _ in range(lists)])

    def burning(self, redactor: Callable[[str], Any]) -> Callable[[str], Any]:
        def redact(text: str) -> Any:
            self.burn(40)
            return redactor(text)

        return redact

    def loads(self, *args: Any, **kwargs: Any) -> Any:
        self.burn(400)
        value = json.loads(*args, **kwargs)
        self.kept.extend(containers(value))
        return value

    def copied(self, value: Any, *args: Any) -> Any:
        made = self.deepcopy(value, *args)
        self.kept.extend(containers(made))
        return made

    def forget(self) -> None:
        self.kept.clear()


@pytest.fixture(scope="module")
def openmed():
    module = pytest.importorskip("openmed.traces.tool_calls", reason="the oracle openmed is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "json", KeepingJson())
        yield module


def outcome(module: ModuleType, case: Case) -> tuple[Any, ...]:
    """What a call gives: value (types and key order seen), report; or the kind of error."""
    keeping, redactor = getattr(module, "json", None), REDACTORS[case.redactor]
    try:
        with pytest.MonkeyPatch.context() as patch:
            if isinstance(keeping, KeepingJson):
                keeping.forget()
                patch.setattr(copy, "deepcopy", keeping.copied)
                redactor = keeping.burning(redactor)
            result = module.redact_tool_call_with_report(case.trace, content_paths=case.paths, text_redactor=redactor)
    except (ValueError, TypeError) as error:
        kind = next(base.__name__ for base in type(error).__mro__ if base.__module__ == "builtins")
        return ("error", kind)
    return (repr(result.value), result.report.to_dict(), result.report.summary())


@pytest.mark.parametrize("start", range(0, CASES, BATCH))
def test_random_traces_paths_and_redactors(openmed: ModuleType, start: int) -> None:
    for seed in range(start, start + BATCH):
        case = random_case(seed)
        before = copy.deepcopy(case.trace)
        expected = outcome(openmed, case)
        assert outcome(ours, case) == expected, f"seed {seed}"
        assert repr(case.trace) == repr(before), f"seed {seed}: the input was changed"


def test_the_random_cases_reach_what_they_should(openmed: ModuleType) -> None:
    reports = [outcome(openmed, random_case(seed)) for seed in range(1000)]
    seen = [report[1] for report in reports if report[0] != "error"]
    assert sum(report["redacted_leaf_count"] > 0 for report in seen) > 400
    assert sum(report["structured_payload_count"] > 0 for report in seen) > 150
    assert sum(report["malformed_payload_count"] > 0 for report in seen) > 30
    assert sum(len(report["content_paths"]) > 1 for report in seen) > 200


PATHS = [
    "", "$", " ", ".", "..", "a.", ".a", "a..b", " a ", "/", "//", "/a", "/a~1b", "/m~0n", "/m~2n", "/m~",
    "/a.b", "/*", "a.b", "*", "*.a", "b.c.1", "b.c.01", "b.c.-1", "b.c.+1", "b.c. 1", "b.c.١", "b.c.²",
    "b.c.1_0", "b.c.9", "0", "/$", "zz", "b.a.x", "a**", "***", ["b", "a"], ("b", "a"),
    ("b", "c", 1, "a"), ["b", "c", 1, "a"], ["b", "c", "1", "a"], ("b", "c", "*", "a"), ["b.a", "label"],
    [["b", "a"]], (("b", "a"),), [("b", "c", 0), "a"], ["a", ("b", "a")], [], (), None, [[]], [()], [""],
    ["", ""], ("",), ["$"], ("$",), ["$", "a"], ["a", "a"], ["/a", "b"], ["*", "a"], [0], (0,), 0, ["a", 0],
    range(2), ["b", "b.a"], ["b.a", "b"], [("b.a",)], [("a.b",)], [("a/b",)], [("/a",)], [(" a ",)], [("$",)],
    [("",)], [("", "a")], [("a", None)], [("b", True)], [("b", "c", -1, "a")], [True], [None], [1.5], 1.5, True,
    -1, b"a", [b"a"], {"a": 1}, {"a", "label"}, ["p", 0, ("q",)], [[["a"]]], [("a", 0), ("a", "0")],
    [("a", 0), ("a", "*")], ["a.!", "a.*"], ["a.*", ("a", 5, "x")], ["*.!", "!.*"], ["*.*", "a.*", "!.*"],
    ["b", "a", "*.c", "a0.*.b", "z.z", ("z", 1), ("z", "1"), ("z", 10), ("z", 2), "c.*"], ["é", "z", "a", "A"],
]  # fmt: skip
TRACE = {
    "a": "x",
    "b": {"a": "y", "label": "z", "c": ["u", {"a": "v"}]},
    "a.b": "dot",
    "": "empty",
    "label": "lab",
    "0": "zero",
    "*": "star",
    " a ": "spaced",
    "a/b": "slash",
    "m~n": "tilde",
    "$": "dollar",
    "!": {"!": "w"},
}


@pytest.mark.parametrize("paths", PATHS, ids=repr)
def test_path_specifications(openmed: ModuleType, paths: Any) -> None:
    case = Case(TRACE, paths, "upper")
    assert outcome(ours, case) == outcome(openmed, case)


PAYLOADS = [
    '{"b":"x","a":1}', ' {"b":"x"} ', '\ufeff{"a":"x"}', "5", '"x"', ' "x"', '"x" ', '""', '" "', '"open',
    '"ok" x', "null", "true", "1e5", "", "   ", '{"a":NaN}', '[Infinity,"x"]', "[-Infinity]", "NaN", "\ud800",
    '["é","\\u00e9"]', '{"é":"x"}', '{"a":"{\\"b\\":\\"x\\"}"}', '["[\\"x\\"]"]', "{}", "[]", "{ }", "[1, 2]",
    '{"b":1, "a":2}', '{"a":"x"', "{bad", "[bad", "x{", '{"a":"x"} tail', '{"a":"x"}{"b":"y"}', "[01]",
    '["x",]', '{"a":"x\ny"}', '["\t"]', '\x0b["x"]', '\u00a0["x"]', '\u2028["x"]', '\u200b["x"]', '["x"]\u2028',
    '["x"]\u00a0', '{"a":1}\x00', '["\\u0000"]', '["\\/"]', '"{\\"a\\":\\"x\\"}"', "{'a':'x'}",
    '{"\\u0061":"x"}', '["\x7f"]', '[true,false,null,"x"]', '{"é":1,"z":2,"a":3}',
    '{"\U0001f600":1,"\uffff":2}', '{"b":{"d":"x","c":[]},"a":"y"}', "[9223372036854775807]",
    '[0.1,1e+16,1e-05,-0.0,1.5e+300]', '{"":"x"}', '"a""b"', "}", "-", "tru",
]  # fmt: skip


@pytest.mark.parametrize("redactor", ["upper", "identity", "empty", "unicode"])
@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_payload_spellings(openmed: ModuleType, payload: str, redactor: str) -> None:
    for trace, paths in (({"p": payload}, "p"), (payload, "$"), ({"p": [payload]}, "p.*"), ({"p": [payload]}, "p")):
        case = Case(trace, paths, redactor)
        assert outcome(ours, case) == outcome(openmed, case)


OVERLAPS = [
    ({"p": {"q": '{"x":"1"}'}}, ["*.q", "p.*"]),
    ({"p": {"q": '{"x":"1"}', "r": '{"x":"1"}'}}, ["p.*", "*.q"]),
    ({"p": ['{"x":"1"}', "y"]}, ["*.0", "p.*"]),
    ({"p": {"q": {"r": "{bad", "s": "[bad"}}}, ["*.q.r", "p.q.*"]),
    ({"p": {"q": {"r": '{"x":"1","y":"k"}'}}}, ["p.*", "*.q.r"]),
    ({"p": {"q": {"r": '"1"'}}}, ["p.*", "*.q.r"]),
    ({"p": {"q": '"1"'}}, ["p.*", "*.q"]),
    ({"p": '{"a":"x"}'}, ["*.a", "p"]),
    ({"p": {"q": "v", "r": {"s": "t"}}}, ["p.*.s", "*.q", "*.r"]),
]


@pytest.mark.parametrize("redactor", sorted(REDACTORS))
@pytest.mark.parametrize(("trace", "paths"), OVERLAPS, ids=repr)
def test_paths_that_reach_one_leaf(openmed: ModuleType, trace: Any, paths: Any, redactor: str) -> None:
    case = Case(trace, paths, redactor)
    assert outcome(ours, case) == outcome(openmed, case)


VALUES = [
    None, 5, 5.5, True, [], {}, ("a", ("b",)), {"a", "b"}, b"by", bytearray(b"x"),
    {1: "a", None: "b", 1.5: "d", ("t",): "e"}, {True: "a", 0: "b", -1: "c"}, {0: "x", "0": "y"}, range(3),
]  # fmt: skip


@pytest.mark.parametrize("paths", ["p", "p.*", "p.0", "q"], ids=repr)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_python_values_that_json_does_not_have(openmed: ModuleType, value: Any, paths: Any) -> None:
    case = Case({"p": value, "q": "z"}, paths, "upper")
    assert outcome(ours, case) == outcome(openmed, case)


@settings(max_examples=400 if SLOW else 80, deadline=None)
@given(payloads=st.lists(st.one_of(encoded_payloads(), json_containers()), min_size=2, max_size=40))
def test_many_encoded_payloads(openmed: ModuleType, payloads: list[Any]) -> None:
    trace = {
        "m": [{"v": copy.deepcopy(payload)} for payload in payloads],
        "n": [copy.deepcopy(each) for each in payloads],
    }
    case = Case(trace, ["m.*.v", "n.*"], "upper")
    assert outcome(ours, case) == outcome(openmed, case)


def test_difference_lone_surrogates_are_written_as_escapes() -> None:
    result = ours.redact_tool_call({"p": '["\\ud800"]'}, content_paths="p", text_redactor=str)
    assert result == {"p": '["\\ud800"]'}  # openmed writes the surrogate itself, which UTF-8 cannot hold


def test_difference_numbers_keep_their_literals() -> None:
    result = ours.redact_tool_call({"p": "[1.10, 1e5, -0, 1e400]"}, content_paths="p", text_redactor=str)
    assert result == {"p": "[1.10,1e5,-0,1e400]"}  # openmed writes 1.1, 100000.0, 0 and calls 1e400 malformed


def test_difference_shared_and_cyclic_values() -> None:
    shared = ["x"]
    result = ours.redact_tool_call({"p": [shared, shared, {"z": shared}]}, content_paths="p", text_redactor=str.upper)
    assert result == {"p": [["X"], ["X"], {"z": ["X"]}]}  # openmed leaves all but the first as they were
    cyclic: list[Any] = ["x"]
    cyclic.append(cyclic)
    with pytest.raises(ours.ToolCallRedactionError):
        ours.redact_tool_call({"p": cyclic}, content_paths="p", text_redactor=str.upper)


def test_difference_the_house_grammar_is_read_where_openmed_has_none() -> None:
    trace = {"a": [{"b": "x"}, {"b": "y"}], "c": "z"}
    for paths in ("a[1].b", "$.a[1].b", "**[1].b"):
        result = ours.redact_tool_call(trace, content_paths=paths, text_redactor=str.upper)
        assert result == {"a": [{"b": "x"}, {"b": "Y"}], "c": "z"}


def test_values_of_other_types_are_copied_as_they_are() -> None:
    trace = {"p": "x", "q": [bytearray(b"b"), MappedScore(0.5), (1, ["t"]), {1: {"s"}}]}
    result = ours.redact_tool_call(trace, content_paths="p", text_redactor=str.upper)
    assert repr(result) == repr({**trace, "p": "X"})
    assert result["q"][0] is not trace["q"][0]
    assert type(result["q"][1]) is MappedScore


class MappedScore(float):
    """A number of a library's own type."""


def test_paths_given_as_an_iterator_serve_every_call() -> None:
    result = ours.redact_tool_calls([{"p": "x"}] * 2, content_paths=iter(["p"]), text_redactor=str.upper)
    assert result == [{"p": "X"}] * 2


def test_the_smallest_case_that_openmed_skips() -> None:
    trace = {"m": [{"v": '{"x":{"y":"e"}}'}, {"v": '[{"y":"e"}]'}]}
    result = ours.redact_tool_call_with_report(trace, content_paths="m.*.v", text_redactor=str.upper)
    assert result.value == {"m": [{"v": '{"x":{"y":"E"}}'}, {"v": '[{"y":"E"}]'}]}
    assert result.report.redacted_leaf_count == 2


AIRLINE_PATHS = ("traj.*.content", "traj.*.tool_calls.*.function.arguments")


def string_leaves(value: Any) -> int:
    """Non-empty strings in a decoded value."""
    if isinstance(value, dict):
        return sum(string_leaves(item) for item in value.values())
    if isinstance(value, list):
        return sum(string_leaves(item) for item in value)
    return int(isinstance(value, str) and value != "")


def marked_leaves(value: Any) -> int:
    """Strings that the marking redactor has seen."""
    if isinstance(value, dict):
        return sum(marked_leaves(item) for item in value.values())
    if isinstance(value, list):
        return sum(marked_leaves(item) for item in value)
    return int(isinstance(value, str) and value.endswith("\u2603"))


def arguments_of(trace: Any) -> list[str]:
    return [call["function"]["arguments"] for message in trace["traj"] for call in (message.get("tool_calls") or ())]


@pytest.fixture(scope="module")
def airline() -> list[Any]:
    from shared_material import shared_path

    text = shared_path("traces", "openai_chat", "sierra-research_tau-bench__gpt-4o-airline.json").read_bytes()
    traces: list[Any] = json.loads(text)
    return traces


def test_no_leaf_of_the_recorded_traces_is_skipped(airline: list[Any]) -> None:
    assert len(airline) == 200
    total = 0
    for trace in airline:
        redacted = ours.redact_tool_call(trace, content_paths=AIRLINE_PATHS, text_redactor=lambda text: text + "\u2603")
        for before, after in zip(arguments_of(trace), arguments_of(redacted), strict=True):
            leaves = string_leaves(json.loads(before))
            assert marked_leaves(json.loads(after)) == leaves
            total += leaves
    assert total == 3102


def test_recorded_traces_equal_openmed_kept_from_skipping(openmed: ModuleType, airline: list[Any]) -> None:
    for number, trace in enumerate(airline if SLOW else airline[::8]):
        case = Case(trace, AIRLINE_PATHS, "upper")
        assert outcome(ours, case) == outcome(openmed, case), f"trace {number}"
