"""Corpora for the engines: the sample and real traces with poison mixed in, and synthetic ones of any size."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from openmed_beam.sample import sample_path

CONTENT_PATHS = (
    "messages.*.content",
    "messages.*.tool_calls.*.function.arguments",
    "input.*.content",
    "output.*.arguments",
    "output.*.output",
    "messages_display",
)

GOOD = (
    b'{"id":"ok","messages":[{"role":"user","content":"Write to ada.lovelace@example.test or call +1 555 010 0199"}]}'
)

#: Lines that must end in the dead letters, one record each.
POISON = (
    b'{"messages":[{"content":"caf\xe9"}]}',
    b'{"messages":[{"content":"cut',
    b'{"messages":' + b"[" * 2000 + b"]" * 2000 + b"}",
    b'{"id":1,"messages":[{"content":"x"}],"id":2}',
    b'{"score":NaN,"messages":[{"content":"x"}]}',
    b"7",
)

#: Lines that kill a pipeline whose elements are dicts or text, and must pass.
ODD = (
    rb'{"messages":[{"content":"mail ada@example.test \ud83d and \udc00"}],"s":"\ud800"}',
    b'{"n":123456789012345678901234567890,"m":1e400,"messages":[{"content":"ada@example.test"}]}',
    b"",
    b'{ "messages" : [ { "content" : "ada@example.test" } ] , "x" : [ ] }\r',
)


def poisoned(folder: Path, shared: Path | None = None) -> Path:
    """The sample corpus, files with poison in them, and with `shared` real traces with poison between the lines."""
    shutil.copytree(sample_path(), folder / "sample")
    lines = [line for number, bad in enumerate(POISON) for line in (GOOD, bad, ODD[number % len(ODD)])]
    (folder / "poison.jsonl").write_bytes(b"\n".join([*lines, GOOD]))
    whole = gzip.compress(b"\n".join([GOOD] * 400), mtime=0)
    (folder / "cut.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    (folder / "array.json").write_bytes(b"\xef\xbb\xbf[\n  " + b",\n  ".join([GOOD, ODD[1], GOOD]) + b"\n]\n")
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "blank.jsonl").write_bytes(b"\n\n")
    if shared is not None:
        real = shared / "traces" / "openai_chat" / "sierra-research_tau-bench__MockRetailDomainEnv-few_shot.jsonl"
        mixed = []
        for number, line in enumerate(real.read_bytes().splitlines(keepends=True)):
            mixed.append(line)
            if number % 7 == 3:
                mixed.append(POISON[number % len(POISON)] + b"\n")
        (folder / "real.jsonl").write_bytes(b"".join(mixed))
    return folder


def record(number: int, size: int) -> bytes:
    """One chat with a tool call, about `size` bytes; its first content begins with its number."""
    words = "The order left the depot on Tuesday and the courier will ring the bell twice before it leaves a note. "
    arguments = json.dumps({"customer": f"Ada Lovelace {number}", "email": f"ada.{number}@example.test", "limit": 3})
    messages = [
        {"role": "user", "content": f"#{number:09d} my mail is ada.{number}@example.test, card 4111 1111 1111 1111"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": f"call_{number}", "type": "function", "function": {"name": "find", "arguments": arguments}}
            ],
        },
    ]
    filler = max(0, size - 620)
    turns = [words * (1 + min(filler, 900) // len(words)) for _ in range(max(1, filler // 1000))]
    messages += [{"role": ("tool", "assistant")[turn % 2], "content": text} for turn, text in enumerate(turns)]
    messages.append({"role": "user", "content": f"Please call +1 (555) 010-{number % 10000:04d}."})
    return json.dumps({"id": f"trace_{number}", "messages": messages}).encode("ascii")


def records(first: int, total: int, size: int) -> Iterator[bytes]:
    """Records from a number on until they are `total` bytes."""
    written, number = 0, first
    while written < total:
        line = record(number, size) + b"\n"
        written += len(line)
        number += 1
        yield line


def one_file(folder: Path, total: int, size: int = 4000) -> Path:
    """One JSONL file of about `total` bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "large.jsonl", "wb") as out:
        out.writelines(records(0, total, size))
    return folder


def small_files(folder: Path, number: int, total: int, size: int = 4000) -> Path:
    """So many JSONL files of about `total` bytes together."""
    for index in range(number):
        place = folder / f"{index // 100:02d}" / f"{index:05d}.jsonl"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(b"".join(records(index * 100_000, total // number, size)))
    return folder
