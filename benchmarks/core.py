"""Speed of the core, as ratios against rivals measured in the same run.

    python benchmarks/core.py [--shared DIR] [--rounds N] [--big-mb 50]

Rivals: openmed 3.1.0 on objects, and on JSON text a bare loop over orjson that decodes each record and every encoded
payload and encodes them again (redaction), or parses both sides (verification). Every record is new to the redactor of
a round, so that no memory of answers helps. The corpora are the recorded airline traces, where the shared material
stands beside the project, and synthetic traces of about 20 kB. Rounds of two contestants alternate; the median of the
ratios of their processor time is printed, since a shared machine's speed drifts. The last column is the ratio without
the native core.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from openmed_beam.traces import tool_calls
from openmed_beam.traces.content_path import compile_paths
from openmed_beam.traces.fidelity import TraceFidelityVerifier
from openmed_beam.traces.record_redaction import RedactedTrace, ToolCallRedactor
from openmed_beam.traces.tool_calls import redact_tool_call_with_report

AIRLINE = "traces/openai_chat/sierra-research_tau-bench__gpt-4o-airline.json"
AIRLINE_PATHS = ("traj.*.content", "traj.*.tool_calls.*.function.arguments")
CHAT_PATHS = ("messages.*.content", "messages.*.tool_calls.*.function.arguments")
WORDS = (
    "refund order booking window seat please confirm payment account ticket nurse clinic report result lookup "
    "schedule transfer review customer summary available update cancel travel policy certificate baggage standard"
).split()


def synthetic(records: int, messages: int, seed: int = 7) -> list[dict[str, Any]]:
    """Chats with tool calls: per message about 600 bytes, half of the text inside JSON-encoded payloads."""
    rng = random.Random(seed)

    def words(count: int) -> str:
        return " ".join(rng.choices(WORDS, k=count))

    out = []
    for number in range(records):
        rows: list[dict[str, Any]] = []
        for turn in range(messages // 3):
            call = f"call_{number}_{turn}"
            arguments = {
                "query": words(4),
                "name": words(2),
                "limit": rng.randrange(90),
                "nested": {"tags": words(3).split()},
            }
            result = [{"id": f"r{i}", "title": words(5), "note": words(9), "price": i * 1.5} for i in range(4)]
            rows += [
                {"role": "user", "content": words(30)},
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [
                        {
                            "id": call,
                            "type": "function",
                            "function": {"name": "find", "arguments": json.dumps(arguments)},
                        }
                    ],
                },
                {"role": "tool", "tool_call_id": call, "content": json.dumps(result)},
            ]
        out.append({"id": f"t{number}", "messages": rows, "label": 1, "score": 0.5})
    return out


def bare_redact(text: bytes) -> bytes:
    """The floor: decode a chat record and every encoded payload with orjson, encode them again."""
    record = orjson.loads(text)
    for message in record.get("messages") or record["traj"]:
        content = message.get("content")
        if content and content[0] in "{[":
            with contextlib.suppress(orjson.JSONDecodeError):
                message["content"] = orjson.dumps(orjson.loads(content)).decode()
        for call in message.get("tool_calls") or ():
            function = call["function"]
            function["arguments"] = orjson.dumps(orjson.loads(function["arguments"])).decode()
    return orjson.dumps(record)


def duel(ours: Callable[[], Any], theirs: Callable[[], Any], rounds: int) -> tuple[float, float, float]:
    """Seconds of each (median) and the median ratio theirs / ours: above 1, ours is faster."""
    pairs = []
    for _ in range(rounds):
        pairs.append((_seconds(ours), _seconds(theirs)))
    ratio = statistics.median(b / a for a, b in pairs)
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs), ratio


def _seconds(work: Callable[[], Any]) -> float:
    """Processor time, which other work on the machine disturbs least."""
    start = time.process_time()
    work()
    return time.process_time() - start


def identity(text: str) -> str:
    return text


def every(text: str) -> str:
    return "x" if text else text


def tenth(text: str) -> str:
    """Changes about one leaf in twelve, by its first letter."""
    return "[X]" if text[:1] in ("b", "M") else text


@contextlib.contextmanager
def python_alone() -> Iterator[None]:
    """Without the native core, for what is built inside."""
    before = os.environ.get("OPENMED_BEAM_NATIVE")
    os.environ["OPENMED_BEAM_NATIVE"] = "0"
    tool_calls._CORES.clear()
    try:
        yield
    finally:
        tool_calls._CORES.clear()
        if before is None:
            del os.environ["OPENMED_BEAM_NATIVE"]
        else:
            os.environ["OPENMED_BEAM_NATIVE"] = before


def row(name: str, make: Callable[[], Callable[[], Any]], rival: Callable[[], Any], rounds: int, asked: str) -> None:
    """One line: what `make` gives against the rival, as built and in Python alone."""
    ours, theirs, ratio = duel(make(), rival, rounds)
    with python_alone():
        _, _, alone = duel(make(), rival, max(3, rounds // 2))
    print(f"| {name} | {ours * 1e3:.1f} | {theirs * 1e3:.1f} | {ratio:.2f} | {asked} | {alone:.2f} |", flush=True)


def compare(title: str, traces: Sequence[dict[str, Any]], paths: Sequence[str], rounds: int) -> None:
    texts = [orjson.dumps(trace) for trace in traces]
    size = sum(map(len, texts)) / len(texts)
    print(f"\n## {title}: {len(traces)} records, {size / 1000:.1f} kB on average\n")
    print("| what | ours ms | rival ms | ratio | asked | Python alone |\n|---|---:|---:|---:|---:|---:|")
    try:
        from openmed.traces import fidelity as their_fidelity
        from openmed.traces import tool_calls as their_calls
    except ImportError:
        print("| openmed is not installed: its rows are left out | | | | | |")
    else:
        few = traces[:60]
        row(
            "redact with report, object in, against openmed",
            lambda: lambda: [redact_tool_call_with_report(t, content_paths=paths, text_redactor=identity) for t in few],
            lambda: [
                their_calls.redact_tool_call_with_report(t, content_paths=paths, text_redactor=identity) for t in few
            ],
            rounds,
            ">= 4",
        )
        after = [redact_tool_call_with_report(t, content_paths=paths, text_redactor=tenth).value for t in few]
        theirs_verifier = their_fidelity.TraceFidelityVerifier(content_paths=list(paths))

        def verify_objects() -> Callable[[], Any]:
            verifier = TraceFidelityVerifier(content_paths=list(paths))
            return lambda: [verifier.verify(a, b) for a, b in zip(few, after)]

        row(
            "verify, object in, a tenth of the leaves changed, against openmed",
            verify_objects,
            lambda: [theirs_verifier.verify(a, b) for a, b in zip(few, after)],
            max(3, rounds // 2),
            ">= 50",
        )
    for redactor, asked in ((identity, "-"), (tenth, ">= 1.0"), (every, ">= 0.6")):
        share = _changed_share(redactor, texts, paths)

        def redact(redactor: Callable[[str], str] = redactor) -> None:
            worker = ToolCallRedactor(redactor, content_paths=paths)
            for text in texts:
                worker.redact_json([text])

        name = f"redact bytes to bytes, {share:.0%} of leaves changed, against the bare loop"
        row(name, lambda redact=redact: redact, lambda: [bare_redact(text) for text in texts], rounds, asked)
    for redactor in (identity, tenth, every):
        worker = ToolCallRedactor(redactor, content_paths=paths)
        outputs = [_payload(worker.redact_json([text])[0]) for text in texts]

        def verify_texts(outputs: Sequence[bytes] = outputs) -> Callable[[], Any]:
            wide = _wide(paths)
            return lambda: [wide.verify_json(a, b) for a, b in zip(texts, outputs)]

        share = _changed_share(redactor, texts, paths)
        row(
            f"verify bytes, {share:.0%} of leaves changed, against orjson on both sides",
            verify_texts,
            lambda outputs=outputs: [(orjson.loads(a), orjson.loads(b)) for a, b in zip(texts, outputs)],
            rounds,
            ">= 1",
        )


def _wide(paths: Sequence[str]) -> TraceFidelityVerifier:
    """A verifier with the transforms' settings."""
    return TraceFidelityVerifier(
        content_paths=compile_paths(paths), strings_only=True, check_encoded_json=True, decode_depth=4
    )


def _payload(outcome: Any) -> bytes:
    assert isinstance(outcome, RedactedTrace), outcome
    return outcome.payload


def _changed_share(redactor: Callable[[str], str], texts: Sequence[bytes], paths: Sequence[str]) -> float:
    worker = ToolCallRedactor(redactor, content_paths=paths)
    reports = [outcome.report for text in texts for outcome in worker.redact_json([text])]  # type: ignore[union-attr]
    return sum(r.redacted_leaf_count for r in reports) / max(1, sum(r.leaves_seen for r in reports))


def history(spans: int = 60) -> None:
    """Spans that repeat their history: redactor calls against leaves."""
    (trace,) = synthetic(1, 3 * spans)
    messages = trace["messages"]
    texts = [orjson.dumps({"id": f"s{n}", "messages": messages[: 3 * n]}) for n in range(1, spans + 1)]
    calls: list[str] = []

    def counting(text: str) -> str:
        calls.append(text)
        return text

    worker = ToolCallRedactor(counting, content_paths=CHAT_PATHS, probe=False)
    reports = [outcome.report for text in texts for outcome in worker.redact_json([text])]  # type: ignore[union-attr]
    seen = sum(report.leaves_seen for report in reports)
    print(
        f"\n## Spans that repeat their history\n\n{spans} spans: {seen} leaves, {len(calls)} redactor calls, "
        f"{len(set(calls))} distinct leaves"
    )


def _costs(text: bytes, repeat: int, verifier: TraceFidelityVerifier) -> tuple[float, float]:
    """Seconds to redact a record `repeat` times, and to verify what came out as often."""
    worker = ToolCallRedactor(tenth, content_paths=CHAT_PATHS)
    output = _payload(ToolCallRedactor(tenth, content_paths=CHAT_PATHS).redact_json([text])[0])
    return (
        _seconds(lambda: [worker.redact_json([text]) for _ in range(repeat)]),
        _seconds(lambda: [verifier.verify_json(text, output) for _ in range(repeat)]),
    )


def growth(largest_mb: float) -> None:
    """Cost by record size, and on shapes that invite a quadratic walk."""
    print("\n## Cost by record size (redact, a tenth of the leaves changed, then verify)\n")
    print("| record | redact µs/kB | verify µs/kB |\n|---|---:|---:|")
    wide = _wide(CHAT_PATHS)
    for kb in (1, 10, 100, 1_000, 10_000, largest_mb * 1000):
        (trace,) = synthetic(1, max(3, int(kb * 1000 / 430)))
        text = orjson.dumps(trace)
        repeat = max(1, int(200 / kb))
        redact, verify = zip(*(_costs(text, repeat, wide) for _ in range(3)))
        unit = len(text) / 1000 * repeat / 1e6
        print(f"| {len(text) / 1000:,.0f} kB | {min(redact) / unit:.2f} | {min(verify) / unit:.2f} |")
    print("\n| shape | µs at n | µs at 4n | growth (4 is linear) |\n|---|---:|---:|---:|")
    shapes: dict[str, Callable[[int], tuple[bytes, list[str]]]] = {
        "one list of n strings": lambda n: (orjson.dumps({"m": ["word"] * n}), ["m"]),
        "n keys in one object": lambda n: (orjson.dumps({"m": {f"k{i}": "word" for i in range(n)}}), ["m"]),
        "n payloads, each changed": lambda n: (orjson.dumps({"m": ['{"a":"h"}'] * n}), ["m.*"]),
        "one payload of n leaves": lambda n: (orjson.dumps({"m": orjson.dumps(["h"] * n).decode()}), ["m"]),
        "n messages and n / 40 paths": lambda n: (
            orjson.dumps({"m": [{"content": "h"}] * n}),
            [f"m.{i}.content" for i in range(n // 40)] + ["m.*.content"],
        ),
        "a swap of two of n messages": lambda n: (
            orjson.dumps({"m": [{"id": i, "content": "h"} for i in range(n)]}),
            ["m.*.content"],
        ),
    }
    for name, make in shapes.items():
        costs = []
        for n in (5_000, 20_000):
            text, paths = make(n)
            worker = ToolCallRedactor(tenth, content_paths=paths)
            checker = _wide(paths)
            output = text
            if "swap" in name:
                record = orjson.loads(text)
                record["m"][0], record["m"][-1] = record["m"][-1], record["m"][0]
                output = orjson.dumps(record)
            costs.append(
                min(
                    _seconds(lambda t=text, o=output, w=worker, c=checker: (w.redact_json([t]), c.verify_json(t, o)))
                    for _ in range(3)
                )
            )
        print(f"| {name} | {costs[0] * 1e6:.0f} | {costs[1] * 1e6:.0f} | {costs[1] / costs[0]:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--big-mb", type=float, default=50)
    options = parser.parse_args()
    recorded = options.shared / AIRLINE
    if recorded.exists():
        compare("Recorded airline traces", orjson.loads(recorded.read_bytes()), AIRLINE_PATHS, options.rounds)
    else:
        print(f"(the recorded traces are not at hand: {AIRLINE})")
    compare("Synthetic traces", synthetic(150, 45), CHAT_PATHS, options.rounds)
    history()
    growth(options.big_mb)


if __name__ == "__main__":
    main()
