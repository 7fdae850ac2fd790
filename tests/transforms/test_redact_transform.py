"""RedactToolCalls: kinds of element, dead letters, windows, batches."""

from __future__ import annotations

import hashlib
import json
import pickle
from typing import Any

import apache_beam as beam
import pytest
from apache_beam.transforms import window
from apache_beam.transforms.error_handling import ErrorHandler
from eager import collect, given

from openmed_beam import DeadLetter, RedactToolCalls, TraceDict, TraceRecord, VerifyFidelity
from openmed_beam.errors import PolicyError
from openmed_beam.transforms.metrics import counters_of

PATHS = ["messages.*.content"]


def mask(text: str) -> str:
    return text.replace("Ada", "[NAME]")


def record(content: str, **more: object) -> bytes:
    return json.dumps({"id": "Ada-1", "messages": [{"role": "user", "content": content}], **more}).encode()


def redact(*arguments: object, **options: object) -> RedactToolCalls:
    return RedactToolCalls(mask if not arguments else arguments[0], content_paths=PATHS, **options)


class TestKinds:
    def test_a_record_keeps_its_place(self) -> None:
        out, _ = collect(lambda p: p | given([TraceRecord("a.jsonl", 7, record("Hi Ada"))], TraceRecord) | redact())
        assert out["redacted"] == [TraceRecord("a.jsonl", 7, record("Hi [NAME]"))]
        (pair,) = out["pairs"]
        assert (pair.source, pair.offset, pair.before, pair.after) == (
            "a.jsonl", 7, record("Hi Ada"), record("Hi [NAME]"),
        )  # fmt: skip

    @pytest.mark.parametrize("kind", [bytes, str, dict])
    def test_the_same_kind_comes_back(self, kind: type) -> None:
        as_kind = {bytes: lambda raw: raw, str: lambda raw: raw.decode(), dict: json.loads}[kind]
        hint = TraceDict if kind is dict else kind
        out, _ = collect(lambda p: p | given([as_kind(record("Hi Ada"))], hint) | redact())
        assert out["redacted"] == [as_kind(record("Hi [NAME]"))]
        assert type(out["redacted"][0]) is kind

    def test_a_dict_with_what_kills_beams_coders_comes_through(self) -> None:
        trace = {"n": 2**90, "messages": [{"content": "Ada \ud800"}]}
        out, _ = collect(lambda p: p | given([trace], TraceDict) | redact())
        assert out["redacted"] == [{"n": 2**90, "messages": [{"content": "[NAME] \ud800"}]}]

    def test_mixed_kinds_under_any(self) -> None:
        items = [record("Ada"), record("Ada").decode(), TraceRecord("a", 0, record("Ada"))]
        out, _ = collect(lambda p: p | given(items) | redact())
        assert out["redacted"] == [
            record("[NAME]"),
            record("[NAME]").decode(),
            TraceRecord("a", 0, record("[NAME]")),
        ]

    def test_declared_kinds_suit_typed_consumers(self) -> None:
        def build(pipeline: beam.Pipeline) -> beam.PCollection:
            traces = pipeline | beam.Create([{"messages": [{"content": "Ada"}]}])
            return (traces | redact()).redacted | beam.Map(len).with_input_types(dict).with_output_types(int)

        out, _ = collect(build)
        assert out["output"] == [1]

    @pytest.mark.parametrize(
        ("element", "reason"),
        [
            ({1: "a"}, "not_a_trace"),
            ({"a": {2, 3}}, "not_a_trace"),
            (7, "not_a_trace"),
            ("\ud800", "invalid_utf8"),
            ({"a": float("nan")}, "non_finite_number"),
        ],
        ids=["key that is no text", "no JSON", "no trace", "raw surrogate", "nan"],
    )
    def test_what_is_no_trace_goes_to_the_dead_letters(self, element: object, reason: str) -> None:
        def build(pipeline: beam.Pipeline) -> object:
            return pipeline | given([element], _Opaque) | redact()

        out, _ = collect(build)
        assert [letter.reason for letter in out["dead_letters"]] == [reason]
        assert out["redacted"] == out["pairs"] == []


class _Opaque(bytes):
    """An element type that suits the transform and only pickles, so that any element reaches it."""


class _OpaqueCoder(beam.coders.PickleCoder):
    pass


beam.coders.registry.register_coder(_Opaque, _OpaqueCoder)


class TestDeadLetters:
    def test_place_digest_and_nothing_else(self) -> None:
        out, _ = collect(lambda p: p | given([TraceRecord("a.jsonl", 40, b'{"Ada":')], TraceRecord) | redact())
        (letter,) = out["dead_letters"]
        assert letter.to_dict() == {
            "schema_version": 1,
            "stage": "decode",
            "reason": "invalid_json",
            "source": "a.jsonl",
            "offset": 40,
            "length": 7,
            "record_sha256": hashlib.sha256(b'{"Ada":').hexdigest(),
            "report": None,
            "exception_type": None,
            "payload": None,
        }

    def test_the_original_only_when_asked_for(self) -> None:
        broken = [b'{"a":', b"\xff"]
        out, _ = collect(lambda p: p | given(broken, bytes) | redact(dead_letter_payload="original"))
        assert [(letter.payload, letter.payload_encoding) for letter in out["dead_letters"]] == [
            ('{"a":', "utf-8"),
            ("/w==", "base64"),
        ]

    def test_a_key_changes_the_digest(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("OMB_TEST_KEY", "0123456789abcdef0123")
        plain, _ = collect(lambda p: p | given([b"{"], bytes) | redact())
        keyed, _ = collect(lambda p: p | given([b"{"], bytes) | redact(key_env="OMB_TEST_KEY"))
        assert plain["dead_letters"][0].record_sha256 != keyed["dead_letters"][0].record_sha256

    def test_beams_error_handler_gets_them(self) -> None:
        class Count(beam.PTransform):
            def expand(self, letters: beam.PCollection) -> beam.PCollection:
                return letters | beam.Map(lambda letter: letter.reason) | beam.combiners.Count.PerElement()

        def build(pipeline: beam.Pipeline) -> beam.PCollection:
            with ErrorHandler(Count()) as handler:
                redacted = (pipeline | given([b"{", record("Ada"), b"1"], bytes)) | redact().with_error_handler(handler)
                redacted.pairs | VerifyFidelity(content_paths=PATHS).with_error_handler(handler)
            return handler.output()

        out, _ = collect(build)
        assert dict(out["output"]) == {"invalid_json": 1, "not_a_trace": 1}


class Batched:
    """A redactor that wants several traces at once and remembers how many it was given."""

    batch_traces = 3
    looks_at = ("text", "trace")

    def redact_batch(self, leaves):
        several = len({leaf.trace for leaf in leaves})
        return [f"{leaf.text}/{several}" for leaf in leaves]


class TestBatches:
    def test_traces_are_collected_and_keep_their_order(self) -> None:
        items = [record(str(number)) for number in range(5)]
        out, _ = collect(lambda p: p | given(items, bytes) | redact(Batched()))
        contents = [json.loads(item)["messages"][0]["content"] for item in out["redacted"]]
        assert contents == ["0/3", "1/3", "2/3", "3/2", "4/2"]

    @pytest.mark.parametrize("redactor", [mask, Batched()], ids=["single", "batched"])
    def test_windows_and_timestamps_are_kept(self, redactor: object) -> None:
        def build(pipeline: beam.Pipeline) -> beam.PCollection:
            timed = (
                pipeline
                | given([record("a"), record("b"), record("c")], bytes)
                | beam.Map(lambda item: window.TimestampedValue(item, ord(json.loads(item)["messages"][0]["content"])))
            )
            redacted = timed | beam.WindowInto(window.FixedWindows(1)) | redact(redactor)
            return redacted.redacted | beam.Map(
                lambda item, time=beam.DoFn.TimestampParam, at=beam.DoFn.WindowParam: (
                    json.loads(item)["messages"][0]["content"][0],
                    float(time),
                    float(at.start),
                )
            )

        out, _ = collect(build)
        assert sorted(out["output"]) == [(name, ord(name), ord(name)) for name in "abc"]

    def test_reports_come_by_window(self) -> None:
        def build(pipeline: beam.Pipeline) -> beam.PCollection:
            timed = pipeline | given([1, 1, 9], int) | beam.Map(lambda at: window.TimestampedValue(record("Ada"), at))
            reports = (timed | beam.WindowInto(window.FixedWindows(5)) | redact()).reports
            return reports | beam.Map(
                lambda report, at=beam.DoFn.WindowParam: (float(at.start), report.total().counters["leaves_seen"])
            )

        out, _ = collect(build)
        assert sorted(out["output"]) == [(0.0, 2), (5.0, 1)]


class TestWiring:
    def test_two_of_one_kind_need_no_labels(self) -> None:
        def build(pipeline: beam.Pipeline) -> beam.PCollection:
            traces = pipeline | given([record("Ada")], bytes)
            first = traces | redact()
            second = first.redacted | redact()
            first.pairs | VerifyFidelity(content_paths=PATHS)
            second.pairs | VerifyFidelity(content_paths=PATHS)
            return second.redacted

        out, _ = collect(build)
        assert out["output"] == [record("[NAME]")]

    def test_it_pickles(self) -> None:
        copy = pickle.loads(pickle.dumps(redact(str)))
        out, _ = collect(lambda p: p | given([record("Ada")], bytes) | copy)
        assert out["redacted"] == [record("Ada")]

    @pytest.mark.parametrize("hint", [dict, list, bytes, str, dict[str, Any], Any, TraceDict, TraceRecord], ids=str)
    def test_every_kind_may_be_declared(self, hint: object) -> None:
        pipeline = beam.Pipeline()
        pipeline | given([], hint) | redact()

    @pytest.mark.parametrize("hint", [int, DeadLetter], ids=str)
    def test_another_kind_stops_at_construction(self, hint: object) -> None:
        with pytest.raises(beam.typehints.TypeCheckError):
            beam.Pipeline() | given([], hint) | redact()

    def test_a_bad_path_stops_at_construction(self) -> None:
        with pytest.raises(PolicyError):
            RedactToolCalls(mask, content_paths=["a["])

    def test_one_text_is_one_path(self) -> None:
        out, _ = collect(lambda p: p | given([b'{"text":"Ada"}'], bytes) | RedactToolCalls(mask, content_paths="text"))
        assert out["redacted"] == [b'{"text":"[NAME]"}']

    def test_metrics_equal_the_reports(self) -> None:
        items = [record("Ada"), b"{", record("nobody"), b'{"other":1}']
        out, result = collect(lambda p: p | given(items, bytes) | redact())
        (report,) = out["reports"]
        assert report.total().counters == counters_of(result.metrics())
        assert report.total().counters["records_unmatched"] == 1
        assert report.total().counters["records_redacted"] == 1


class TestRedactorsThatFail:
    """Whatever a redactor does, the record goes to the dead letters and nothing of it is told."""

    @pytest.mark.parametrize(
        ("behaviour", "reason"),
        [
            ("raise", "redactor_failed"),
            ("none", "redactor_bad_return"),
            ("number", "redactor_bad_return"),
            ("exit", "redactor_failed"),
        ],
    )
    def test_it_is_a_dead_letter(self, behaviour: str, reason: str) -> None:
        out, _ = collect(lambda p: p | given([record("CANARY-1"), record("fine")], bytes) | redact(Faulty(behaviour)))
        (letter,) = out["dead_letters"]
        assert letter.reason == reason
        assert "CANARY" not in repr(letter)
        assert out["redacted"] == [record("fine")]


class Faulty:
    def __init__(self, behaviour: str) -> None:
        self._behaviour = behaviour

    def __call__(self, text: str) -> object:
        if "CANARY" not in text:
            return text
        if self._behaviour == "raise":
            raise ValueError(f"cannot do {text}")
        if self._behaviour == "exit":
            raise RecursionError(text)
        return {"none": None, "number": 5}[self._behaviour]


class _Lacking:
    def setup(self) -> None:
        raise PolicyError("the redactor needs the extra: pip install it")

    def __call__(self, text: str) -> str:
        raise AssertionError(f"asked for {len(text)} characters without being set up")


def test_a_redactor_that_cannot_be_set_up_stops_the_pipeline_instead_of_each_record() -> None:
    with pytest.raises(Exception, match="needs the extra"):
        collect(lambda p: p | given([record("Hi Ada")], bytes) | redact(_Lacking()))


@pytest.mark.parametrize(
    "build",
    [
        lambda: redact(dead_letter_payload="x"),
        lambda: redact(decode_depth=0),
        lambda: redact(nonfinite="x"),
        lambda: VerifyFidelity(content_paths=PATHS, dead_letter_payload="x"),
        lambda: VerifyFidelity(content_paths=PATHS, decode_depth=0),
        lambda: VerifyFidelity(content_paths=PATHS, decode_depth=17),
        lambda: VerifyFidelity(content_paths=PATHS, nonfinite="x"),
    ],
)
def test_a_setting_that_means_nothing_stops_at_construction(build: Any) -> None:
    with pytest.raises(PolicyError):
        build()
