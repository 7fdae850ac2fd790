"""End to end: the pipeline against the plain Python loop that does the same work, and against openmed's stream.

    python benchmarks/pipeline.py                      the tables, on 100 MB (about five minutes)
    python benchmarks/pipeline.py --mb 1000            on more
    python benchmarks/pipeline.py --memory 100 4000    peak memory for these sizes in MB
    python benchmarks/pipeline.py --files 10000        many small files against one large

Every measurement is a process of its own; "peak" is the most resident memory of it and all its children at one moment,
"a worker" the most that one of them had. The plain loop reads lines, calls `ToolCallRedactor.redact_json` and
`TraceFidelityVerifier.verify_json` with the transforms' options on bytes, and writes lines; it does not import Beam.
With two workers it is a `multiprocessing.Pool(2)` over ranges of the file. Traces are synthetic, made from a seed.

"CPU" is the ratio in processor seconds of all processes, start-up and imports included: it holds on a machine that does
other work too. "beyond start" is the same without what each of the two takes for a file of one record, which is what
the ratio comes to as files grow. Contestants take turns, and of their rounds the best counts.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from openmed_beam.report.terminal import table

PATHS = ("messages.*.content", "messages.*.tool_calls.*.function.arguments")
_WORDS = (
    "the patient asked for an appointment and we found that the order was late please check the account again thanks "
    "service desk opened ticket because delivery of new device failed twice after upgrade of portal last week"
).split()


def identity(text: str) -> str:
    """A redactor that changes nothing."""
    return text


def record(number: int, size: int, chance: random.Random) -> bytes:
    """A synthetic chat trace of about `size` bytes with tool calls, some of them with things to redact."""
    messages: list[dict[str, Any]] = []
    written = 0
    while written < size - 120 or not messages:
        text = " ".join(chance.choices(_WORDS, k=max(4, min(60, (size - written) // 8))))
        if chance.random() < 0.15:
            text += (
                f" write to user{chance.randrange(10**6)}@example.com or call 202-555-{chance.randrange(100, 200):04}"
            )
        messages.append({"role": "user", "content": text})
        written += len(text) + 40
        if chance.random() < 0.3 and size > 1000:
            arguments = json.dumps({"query": text[:80], "limit": chance.randrange(1, 100), "exact": True})
            call = {"id": f"c-{number}", "type": "function", "function": {"name": "search", "arguments": arguments}}
            messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
            written += len(arguments) + 130
    return json.dumps({"id": f"t-{number}", "messages": messages, "reward": chance.random()}).encode()


def write_corpus(path: Path, megabytes: float, size: int, seed: int = 1) -> None:
    """A JSONL file of about that many MB; after 64 MB records repeat with other ids."""
    chance = random.Random(seed)
    goal = int(megabytes * 1e6)
    block: list[bytes] = []
    written = number = 0
    with path.open("wb") as out:
        while written < goal or not number:
            if written < 64_000_000:
                line = record(number, size, chance)
                block.append(line)
            else:
                line = block[number % len(block)].replace(b'"id": "t-', b'"id": "u%d-' % number, 1)
            out.write(line + b"\n")
            written += len(line) + 1
            number += 1


# --- what is measured, each in a process of its own ------------------------------------------------------------


def _redactor(name: str) -> Any:
    from openmed_beam.redactors import load

    return identity if name == "identity" else load(name)


def loop_over(lines: Iterator[bytes], out: Any, redactor: str) -> int:
    """The plain loop over lines; gives how many there were."""
    from openmed_beam.traces.content_path import compile_paths
    from openmed_beam.traces.fidelity import TraceFidelityVerifier
    from openmed_beam.traces.tool_calls import ToolCallRedactor

    redact = ToolCallRedactor(_redactor(redactor), content_paths=list(PATHS)).redact_json
    verify = TraceFidelityVerifier(
        compile_paths(PATHS), strings_only=True, check_encoded_json=True, decode_depth=4
    ).verify_json
    count = 0
    for line in lines:
        before = line[:-1]
        (outcome,) = redact((before,))
        after = outcome.payload
        if not verify(before, after).passed:
            raise AssertionError("a record does not verify")
        out.write(after + b"\n")
        count += 1
    return count


def _range(job: tuple[str, int, int, str, str]) -> int:
    source, start, end, target, redactor = job

    def lines() -> Iterator[bytes]:
        with open(source, "rb", buffering=1 << 20) as handle:
            if start:
                handle.seek(start - 1)
                handle.readline()
            while handle.tell() < end:
                line = handle.readline()
                if not line:
                    return
                yield line

    with open(target, "wb", buffering=1 << 20) as out:
        return loop_over(lines(), out, redactor)


def child_loop(source: Path, work: Path, redactor: str, workers: int) -> None:
    """The plain loop, or a pool of processes that run it over ranges."""
    if workers == 1:
        with source.open("rb", buffering=1 << 20) as lines, (work / "out").open("wb", buffering=1 << 20) as out:
            loop_over(iter(lines), out, redactor)
        return
    size = source.stat().st_size
    pieces = workers * 8
    jobs = [
        (str(source), size * piece // pieces, size * (piece + 1) // pieces, str(work / f"out{piece}"), redactor)
        for piece in range(pieces)
    ]
    with multiprocessing.Pool(workers) as pool:
        pool.map(_range, jobs, chunksize=1)
    with (work / "out").open("wb") as out:
        for job in jobs:
            with open(job[3], "rb") as part:
                shutil.copyfileobj(part, out, 1 << 20)


def child_pipeline(source: Path, work: Path, redactor: str, workers: int) -> None:
    """`openmed-beam redact`."""
    from openmed_beam.cli.main import main

    name = f"{Path(__file__).stem}:identity" if redactor == "identity" else redactor
    words = ["redact", str(source), "--output", str(work / "run"), "--redactor", name, "--workers", str(workers)]
    status = main(
        [*words, "--quiet", "--allow-unmatched", *(word for path in PATHS for word in ("--content-path", path))]
    )
    if status:
        raise AssertionError(f"status {status}")


def child_openmed(source: Path, work: Path, *_: Any) -> None:
    """openmed's own stream with its own redactor."""
    from openmed.traces.streaming import redact_ndjson_stream

    with source.open(encoding="utf-8") as lines, (work / "out").open("w", encoding="utf-8") as out:
        redact_ndjson_stream(lines, out, text_fields=PATHS)


CHILDREN = {"loop": child_loop, "pipeline": child_pipeline, "openmed": child_openmed}


class Measured(NamedTuple):
    """Seconds by the clock and of the processor, peak MB of the process tree, peak MB of its largest process."""

    seconds: float
    cpu: float
    tree: float
    worker: float


def measure(kind: str, source: Path, redactor: str = "identity", workers: int = 1) -> Measured:
    """Run one measurement in a process of its own."""
    with tempfile.TemporaryDirectory(dir=source.parent) as work:
        words = [sys.executable, __file__, "--child", kind, str(source), work, redactor, str(workers)]
        here = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
        process = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": here}, stdout=subprocess.PIPE, text=True)
        tree = worker = 0.0
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            resident = _resident(process.pid)
            tree, worker = max(tree, sum(resident)), max(worker, *resident, 0.0)
            time.sleep(0.05)
        assert process.stdout is not None
        told = process.stdout.read()
        if status:
            raise SystemExit(f"{kind} on {source.name} failed: {told}")
        process.returncode = 0
        return Measured(float(told.split()[-1]), usage.ru_utime + usage.ru_stime, tree, worker)


def _resident(root: int) -> list[float]:
    """MB resident of a process and all below it."""
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        with contextlib.suppress(OSError, IndexError, ValueError):
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            found.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += [int(word) for word in (task / "children").read_text().split()]
    return found or [0.0]


# --- tables ---------------------------------------------------------------------------------------------------


def in_turn(source: Path, redactor: str, workers: int, rounds: int) -> tuple[Measured, Measured]:
    """The best of some rounds of loop and pipeline, which take turns; peaks are the highest."""
    found: dict[str, list[Measured]] = {"loop": [], "pipeline": []}
    for _ in range(rounds):
        for kind, measured in found.items():
            measured.append(measure(kind, source, redactor, workers))
    loop, pipe = (
        Measured(
            min(row.seconds for row in rows),
            min(row.cpu for row in rows),
            max(row.tree for row in rows),
            max(row.worker for row in rows),
        )
        for rows in found.values()
    )
    return loop, pipe


def throughput(
    folder: Path, megabytes: float, sizes: Sequence[int], redactors: Sequence[str], workers: Sequence[int], rounds: int
) -> list[str]:
    """MB/s of loop and pipeline by record size, redactor and workers, and the ratio of the two."""
    rows = []
    tiny = folder / "tiny.jsonl"
    write_corpus(tiny, 0, 200)
    starts = {(redactor, count): in_turn(tiny, redactor, count, rounds) for redactor in redactors for count in workers}
    for size in sizes:
        source = folder / f"{size}.jsonl"
        write_corpus(source, megabytes, size)
        actual = source.stat().st_size / 1e6
        for redactor in redactors:
            for count in workers:
                loop, pipe = in_turn(source, redactor, count, rounds)
                loop_start, pipe_start = starts[redactor, count]
                rows.append(
                    (
                        f"{size:,} B",
                        redactor,
                        count,
                        f"{actual / loop.seconds:.1f}",
                        f"{actual / pipe.seconds:.1f}",
                        f"{loop.seconds / pipe.seconds:.2f}",
                        f"{loop.cpu / pipe.cpu:.2f}",
                        f"{(loop.cpu - loop_start.cpu) / (pipe.cpu - pipe_start.cpu):.2f}",
                        f"{pipe_start.cpu:.1f}",
                        f"{pipe.tree:.0f}",
                        f"{pipe.worker:.0f}",
                    )
                )
                print("\t".join(map(str, rows[-1])), file=sys.stderr, flush=True)
        source.unlink()
    head = (
        "record",
        "redactor",
        "workers",
        "loop MB/s",
        "pipeline MB/s",
        "ratio",
        "CPU",
        "beyond start",
        "start CPU s",
        "peak MB",
        "a worker MB",
    )
    return table(head, rows, most=None)


def against_openmed(folder: Path, megabytes: float) -> list[str]:
    """Ours with rules, verification included, against openmed's stream with its own redactor."""
    source = folder / "openmed.jsonl"
    write_corpus(source, megabytes, 4000)
    actual = source.stat().st_size / 1e6
    theirs = measure("openmed", source)
    rows = [("openmed redact_ndjson_stream", f"{actual / theirs.seconds:.2f}", "1.0", "1.0")]
    for workers in (1, 2):
        ours = measure("pipeline", source, "rules", workers)
        rows.append(
            (
                f"openmed-beam redact, rules, verified, workers: {workers}",
                f"{actual / ours.seconds:.2f}",
                f"{theirs.seconds / ours.seconds:.1f}",
                f"{theirs.cpu / ours.cpu:.1f}",
            )
        )
    return table((f"on {actual:.0f} MB of 4 kB records", "MB/s", "ratio", "CPU ratio"), rows)


def memory(folder: Path, sizes: Sequence[float], redactor: str) -> list[str]:
    """Peak memory by size of the corpus."""
    rows = []
    for megabytes in sizes:
        source = folder / "memory.jsonl"
        write_corpus(source, megabytes, 4000)
        found = measure("pipeline", source, redactor)
        rows.append((f"{megabytes:,} MB", f"{found.tree:.0f}", f"{found.worker:.0f}", f"{found.seconds:.1f}"))
        source.unlink()
    return table((f"corpus, {redactor}", "peak MB", "a worker MB", "seconds"), rows)


def many_files(folder: Path, count: int, redactor: str) -> list[str]:
    """Many files of 10 kB against one file of the same size."""
    one = folder / "one.jsonl"
    write_corpus(one, count * 0.01, 2000)
    many = folder / "many"
    lines = one.read_bytes().splitlines(keepends=True)
    per_file = max(1, len(lines) // count)
    for number in range(count):
        place = many / f"{number // 1000:03}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number:06}.jsonl").write_bytes(b"".join(lines[number * per_file : (number + 1) * per_file]))
    single, several = measure("pipeline", one, redactor), measure("pipeline", many, redactor)
    rows = [
        ("one file", f"{single.seconds:.1f}", "1.00"),
        (f"{count:,} files", f"{several.seconds:.1f}", f"{several.seconds / single.seconds:.2f}"),
    ]
    shutil.rmtree(many)
    return table((f"{count * 0.01:.0f} MB, {redactor}", "seconds", "ratio"), rows)


def run(arguments: Sequence[str]) -> int:
    """Print the tables asked for."""
    if arguments[:1] == ["--child"]:
        kind, source, work, redactor, workers = arguments[1:]
        begun = time.perf_counter()
        with contextlib.redirect_stderr(io.StringIO()):
            CHILDREN[kind](Path(source), Path(work), redactor, int(workers))
        print(time.perf_counter() - begun)
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=float, default=100.0)
    parser.add_argument("--records", type=int, nargs="+", default=[200, 4000, 50_000, 5_000_000])
    parser.add_argument("--redactors", nargs="+", default=["identity", "rules"])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--memory", type=float, nargs="+")
    parser.add_argument("--files", type=int)
    parser.add_argument("--openmed-mb", type=float, default=20.0)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if asked.memory:
            blocks = [memory(folder, asked.memory, redactor) for redactor in asked.redactors]
        elif asked.files:
            blocks = [many_files(folder, asked.files, "rules")]
        else:
            blocks = [throughput(folder, asked.mb, asked.records, asked.redactors, asked.workers, asked.rounds)]
            if asked.openmed_mb:
                blocks.append(against_openmed(folder, asked.openmed_mb))
        print("\n".join("\n".join([*block, ""]) for block in blocks))
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
