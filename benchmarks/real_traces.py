"""The main job over real public traces: redact, verify, redact the output again; prints a table of counts.

    python benchmarks/real_traces.py [FOLDER]

FOLDER holds the traces (default: shared/traces beside the checkout; never copied into it). Exits 1 where a row breaks
a promise: totals that do not add up, a record that verify refuses, a second run that changes a byte, an identity run
that does not give back the input's bytes.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from openmed_beam.cli.main import main
from openmed_beam.report.terminal import table

HOME = Path(__file__).resolve().parents[1]


class Case(NamedTuple):
    """A file, where its text stands, and how many of its records must end in the dead letters."""

    file: str
    content_paths: tuple[str, ...]
    dead: int = 0


CASES = (
    Case("openai_chat/sierra-research_tau-bench__MockRetailDomainEnv-few_shot.jsonl", ("messages_display",)),
    Case(
        "anthropic_messages/langchain-ai_langsmith-sdk__anthropic_managed_custom_tools.jsonl",
        (
            "*.content.*.text",
            "*.input",
            "*.agent.system",
            "*.agent.tools.*.description",
            "*.*.events.*.content.*.text",
        ),
    ),
    Case(
        "anthropic_messages/langchain-ai_langsmith-sdk__anthropic_managed_mcp_tools.jsonl",
        ("*.content.*.text", "*.input", "*.agent.system", "*.*.events.*.content.*.text"),
    ),
    Case(
        "codex_rollout/jazzyalex_agent-sessions__codex_large.jsonl",
        (
            "payload.content.*.text",
            "payload.arguments",
            "payload.result",
            "payload.instructions",
            "payload.user_instructions",
            "payload.message",
        ),
    ),
    Case(
        "sharegpt_toolcall/hiyouga_LLaMA-Factory__reason_tool_use_demo_50.jsonl",
        ("messages.*.content.*.value", "tools"),
    ),
    Case(
        "preference_dpo_kto/hiyouga_LLaMA-Factory__v1_dpo_demo.jsonl",
        ("chosen_messages.*.content.*.value", "rejected_messages.*.content.*.value"),
    ),
    Case("bfcl/ShishirPatil_gorilla__BFCL_v4_multi_turn_base_result.json", ("result",)),
    Case(
        "anthropic_messages/vercel_ai__anthropic-programmatic-tool-calling.1.chunks.txt",
        (
            "delta.text",
            "delta.partial_json",
            "content_block.text",
            "content_block.input",
            "content_block.content",
            "message.content",
        ),
    ),
    Case(
        "gemini_cli/vercel_ai__google-vertex-stream-tool-call-arguments-nested.1.chunks.txt",
        ("candidates.*.content.parts.*.functionCall.partialArgs.*.stringValue",),
    ),
    Case(
        "openai_responses/vercel_ai__parallel-tool-call-wrapper.1.chunks.txt",
        ("arguments", "delta", "item.arguments"),
        2,
    ),
)


class Row(NamedTuple):
    """What one file gave."""

    file: str
    read: int
    passed: int
    dead: int
    leaves: int
    redacted: int
    payloads: int
    verify: int
    again: int
    problems: tuple[str, ...]


def identity(text: str) -> str:
    """A redactor that changes nothing."""
    return text


def run_case(case: Case, folder: Path, work: Path, redactor: str = "rules") -> Row:
    """Redact, verify, and redact the output again."""
    source = folder / case.file
    paths = [word for path in case.content_paths for word in ("--content-path", path)]
    common = [*paths, "--quiet", "--workers", "1", "--max-dead-letter-rate", "0.5"]
    first, second, same = work / "first", work / "second", work / "same"
    problems: list[str] = []

    def command(*words: Any) -> int:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            status = main([str(word) for word in words])
        if status:
            problems.append(f"{words[0]}: status {status} {said.getvalue().strip()}")
        return status

    command("redact", source, "--output", first, "--redactor", redactor, *common)
    verified = command("verify", source, first, *paths)
    written = first / "traces" / source.name
    command("redact", written, "--output", second, "--redactor", redactor, *common)
    command("redact", source, "--output", same, "--redactor", f"{Path(__file__).stem}:identity", *common)

    one, two = (_totals(place) for place in (first, second))
    if one["records_read"] != one["records_passed"] + one["records_dead_lettered"]:
        problems.append("totals do not add up")
    if one["records_dead_lettered"] != case.dead:
        problems.append(f"{one['records_dead_lettered']} dead letters, {case.dead} expected")
    if written.read_bytes() != (second / "traces" / source.name).read_bytes() or two["leaves_redacted"]:
        problems.append("a second run changes something")
    lines = source.read_bytes().splitlines(keepends=True)
    kept = b"".join(line for line in lines if not case.dead or _is_json(line))
    if (same / "traces" / source.name).read_bytes() != kept:
        problems.append("identity does not give back the bytes")
    return Row(
        case.file,
        one["records_read"],
        one["records_passed"],
        one["records_dead_lettered"],
        one["leaves_seen"],
        one["leaves_redacted"],
        one["payloads_structured"],
        verified,
        two["leaves_redacted"],
        tuple(problems),
    )


def _totals(directory: Path) -> dict[str, int]:
    totals: dict[str, int] = json.loads((directory / "report.json").read_text())["totals"]
    return totals


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def run(arguments: Sequence[str]) -> int:
    """Print the table; gives the exit status."""
    folder = Path(arguments[0]) if arguments else HOME.parent / "shared" / "traces"
    sys.path.insert(0, str(Path(__file__).parent))
    rows = []
    with tempfile.TemporaryDirectory() as work:
        for number, case in enumerate(CASES):
            place = Path(work) / str(number)
            place.mkdir()
            rows.append(run_case(case, folder, place))
    head = ("file", "records", "passed", "dead", "leaves", "redacted", "payloads", "verify", "2nd run")
    shown = [(Path(row.file).name, *row[1:9]) for row in rows]
    print("\n".join(table(head, shown, most=None)))
    problems = [f"{Path(row.file).name}: {problem}" for row in rows for problem in row.problems]
    print("\n".join(["", *problems] if problems else ["", "no problem"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
