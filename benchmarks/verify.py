"""Speed of verification, as ratios against rivals measured in the same run.

    python benchmarks/verify.py [--shared DIR] [--rounds N]

Objects are verified against openmed 3.1.0 (where installed), texts against a bare loop that parses both sides with
orjson. Contestants alternate round by round; the median of the ratios is printed, since a shared machine's speed
drifts. Every text is freshly encoded for each round, so that nothing is remembered of it.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import orjson

from openmed_beam.traces.content_path import compile_paths
from openmed_beam.traces.fidelity import TraceFidelityVerifier

AIRLINE = "traces/openai_chat/sierra-research_tau-bench__gpt-4o-airline.json"
AIRLINE_PATHS = ("traj.*.content", "traj.*.tool_calls.*.function.arguments")
CHAT_PATHS = ("messages.*.content", "messages.*.tool_calls.*.function.arguments")
CONTENT = ("content", "arguments")
WORDS = "refund order booking window seat confirm payment account ticket clinic report result lookup schedule".split()


def synthetic(records: int, seed: int = 7) -> list[dict[str, Any]]:
    """Chats of about 20 kB with tool calls."""
    rng = random.Random(seed)

    def words(count: int) -> str:
        return " ".join(rng.choices(WORDS, k=count))

    traces = []
    for number in range(records):
        messages: list[dict[str, Any]] = []
        for turn in range(20):
            call = {"name": "lookup", "arguments": json.dumps({"query": words(5), "limit": turn, "tags": [words(1)]})}
            messages += [
                {"role": "user", "content": words(40)},
                {"role": "assistant", "content": None, "tool_calls": [{"id": f"call_{turn}", "function": call}]},
                {
                    "role": "tool",
                    "tool_call_id": f"call_{turn}",
                    "content": json.dumps([{"note": words(12), "n": turn}]),
                },
            ]
        traces.append({"id": f"trace_{number}", "messages": messages, "score": 0.5})
    return traces


def changed(node: Any, share: float, rng: random.Random, content: bool = False) -> Any:
    """A copy in which a share of the content strings is redacted, JSON in them inside."""
    if isinstance(node, dict):
        return {key: changed(value, share, rng, content or key in CONTENT) for key, value in node.items()}
    if isinstance(node, list):
        return [changed(value, share, rng, content) for value in node]
    if not content or not isinstance(node, str):
        return node
    if node[:1] in ("{", "["):
        try:
            tree = json.loads(node)
        except ValueError:
            return node
        inner = changed(tree, share, rng, True)
        return node if inner == tree else json.dumps(inner)
    return f"{node[:20]}[REDACTED]{node[26:]}" if rng.random() < share else node


def seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def duel(ours: Callable[[], Any], theirs: Callable[[], Any], rounds: int) -> tuple[float, float, float]:
    """Best time of each and the median of the ratios."""
    times = [(seconds(ours), seconds(theirs)) for _ in range(rounds)]
    return min(t[0] for t in times), min(t[1] for t in times), statistics.median(b / a for a, b in times)


def compare(title: str, traces: Sequence[Any], paths: Sequence[str], rounds: int) -> None:
    print(f"\n## {title}: {len(traces)} records\n")
    print("| what, share of content strings changed | ours µs | rival µs | ratio |\n|---|---:|---:|---:|")
    for share in (0.0, 0.05, 0.5, 1.0):
        rng = random.Random(5)
        outputs = [changed(trace, share, rng) for trace in traces]
        try:
            from openmed.traces.fidelity import TraceFidelityVerifier as Theirs
        except ImportError:
            pass
        else:
            verifier, theirs = TraceFidelityVerifier(list(paths)), Theirs(list(paths))
            few = list(zip(traces, outputs))[:60]
            a, b, ratio = duel(
                lambda v=verifier, few=few: [v.verify(x, y) for x, y in few],
                lambda v=theirs, few=few: [v.verify(x, y) for x, y in few],
                max(3, rounds // 3),
            )
            count = len(few) / 1e6
            print(f"| objects, {share:.0%} changed, openmed | {a / count:.0f} | {b / count:.0f} | {ratio:.1f} |")
        texts = [(json.dumps(x).encode(), json.dumps(y).encode()) for x, y in zip(traces, outputs)]
        wide = TraceFidelityVerifier(compile_paths(paths), strings_only=True, check_encoded_json=True, decode_depth=4)
        assert all(wide.verify_json(x, y).passed for x, y in texts)
        a, b, ratio = duel(
            lambda texts=texts, wide=wide: [wide.verify_json(x, y) for x, y in texts],
            lambda texts=texts: [(orjson.loads(x), orjson.loads(y)) for x, y in texts],
            rounds,
        )
        count = len(texts) / 1e6
        print(f"| texts, {share:.0%} changed, orjson | {a / count:.0f} | {b / count:.0f} | {ratio:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    recorded = options.shared / AIRLINE
    if recorded.exists():
        compare("Recorded airline traces", json.loads(recorded.read_text()), AIRLINE_PATHS, options.rounds)
    compare("Synthetic traces", synthetic(100), CHAT_PATHS, options.rounds)


if __name__ == "__main__":
    main()
