"""The cost model of docs/scale.md: processor seconds a GB by stage and redactor, memory, shuffle bytes, files.

    python benchmarks/scale.py [--mb 25] [--redactors rules] [--repeats 3]

Each pipeline is a process of its own with one worker, measured on N and 2N MB; the difference of the two is the cost of
N MB without start-up. The model made of these is then held against a run of 4N MB. Processor seconds (user and system)
hold on a machine that does other things too; clock times would not.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HOME = Path(__file__).resolve().parents[1]

#: Stages up to which a pipeline is measured, and the stage that each adds to.
BEFORE = {"read": "", "redact, identity": "read", "redact": "read", "verify": "redact", "write": "verify"}
STAGES = tuple(BEFORE)


class Cost(NamedTuple):
    """What one process used.

    Attributes:
        seconds: of processor time.
        megabytes: peak resident memory.
        shuffled: bytes that crossed the two shuffles.
        files: files that were written, passing ones included.
    """

    seconds: float
    megabytes: float
    shuffled: int
    files: int


def identity(text: str) -> str:
    """A redactor that changes nothing."""
    return text


def corpus(folder: Path, megabytes: int) -> Path:
    """One file of synthetic chats of 4 kB, none like another."""
    specification = importlib.util.spec_from_file_location("pipeline_benchmark", HOME / "benchmarks" / "pipeline.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["pipeline_benchmark"] = module
    specification.loader.exec_module(module)
    chance = random.Random(7)
    place = folder / f"{megabytes}.jsonl"
    with open(place, "wb") as out:
        number = 0
        while out.tell() < megabytes * 1_000_000:
            out.write(module.record(number, 4000, chance).rstrip(b"\n") + b"\n")
            number += 1
    return place


def measure(stage: str, redactor: str, source: Path) -> Cost:
    """Run one pipeline up to a stage in a process of its own."""
    words = ["--one", stage, "--redactors", redactor, "--source", str(source)]
    environment = {**os.environ, "PYTHONPATH": f"{HOME}{os.pathsep}{HOME / 'benchmarks'}"}
    done = subprocess.run(
        [sys.executable, __file__, *words], capture_output=True, text=True, env=environment, check=True
    )
    return Cost(*json.loads(done.stdout.splitlines()[-1]))


def run_one(stage: str, redactor: str, source: Path) -> Cost:
    """The pipeline itself, in this process."""
    import apache_beam as beam
    from apache_beam.runners.portability.fn_api_runner import FnApiRunner

    from openmed_beam import Policy, RedactToolCalls, VerifyFidelity
    from openmed_beam.corpus import RunDirectory, plan
    from openmed_beam.transforms import batches, coders, read, road

    paths = ("messages.*.content", "messages.*.tool_calls.*.function.arguments")
    policy = Policy(content_paths=paths, redactor="scale:identity" if stage == "redact, identity" else redactor)
    shuffled: list[int] = []
    files = 0
    corpus_plan = plan([str(source)])
    part_line = road._part_line

    def counted(*parts: Any, **named: Any) -> Any:
        line = part_line(*parts, **named)
        shuffled.append(len(line[1]) + 8)
        return line

    with tempfile.TemporaryDirectory() as output:
        pipeline = beam.Pipeline(runner=FnApiRunner())
        if stage == "write":
            road._part_line = counted
            start = RunDirectory(output).begin(corpus_plan, policy.digest(), others=road.files_of_a_run(corpus_plan))
            _ = pipeline | road.RedactCorpus(start, road.RunSettings(output, policy))
            shuffled += [len(read._RangesCoder().encode(read._Ranges(batch))) for batch in start.plan.batches(1)]
            files = 2 * len(start.plan.ranges)
        else:
            redact, verify = RedactToolCalls.from_policy(policy), VerifyFidelity.from_policy(policy)
            steps = {
                "Read": read.ReadStage(policy.max_record_bytes, redact.dead_letters, layout=True, batches=True),
                "Redact": batches.RedactBatches(redact.settings, redact.dead_letters),
                "Verify": batches.VerifyBatches(verify.settings, verify.dead_letters),
            }
            items = pipeline | read.SpreadRanges(corpus_plan.batches())
            for name in tuple(steps)[: ("read", "redact", "verify").index(stage.partition(",")[0]) + 1]:
                items = items | name >> beam.ParDo(steps[name]).with_output_types(coders.ANY_TRACE)
        pipeline.run().wait_until_finish()
        files += sum(path.is_file() for path in Path(output).rglob("*"))
    used = resource.getrusage(resource.RUSAGE_SELF)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6, sum(shuffled), files)


def _least(stage: str, redactor: str, source: Path, repeats: int) -> Cost:
    """The cheapest of some runs: what else the machine does can only add."""
    return min(measure(stage, redactor, source) for _ in range(repeats))


def lines_of(megabytes: int, redactors: Sequence[str], repeats: int) -> Iterator[str]:
    """The report."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = [corpus(Path(folder), megabytes * times) for times in (1, 2, 4)]
        yield f"{megabytes} and {2 * megabytes} MB, one file, records of 4 kB"
        yield "processor seconds a GB: up to a stage, and of the stage"
        for redactor in redactors:
            slopes: dict[str, float] = {"": 0.0}
            for stage in STAGES:
                one, two = (_least(stage, redactor, size, repeats) for size in sizes[:2])
                slope = slopes[stage] = (two.seconds - one.seconds) * 1000 / megabytes
                yield f"  {redactor:<14}{stage:<18}{slope:>8.1f}{slope - slopes[BEFORE[stage]]:>8.1f}"
            start = one.seconds - slope * megabytes / 1000
            four = _least("write", redactor, sizes[2], repeats)
            model = start + slope * 4 * megabytes / 1000
            yield f"  start-up {start:.1f} s; {4 * megabytes} MB: model {model:.1f} s, measured {four.seconds:.1f} s"
            yield f"  peak MB: {one.megabytes:.0f}, {two.megabytes:.0f}, {four.megabytes:.0f}"
            yield f"  shuffle bytes: {one.shuffled}, {two.shuffled}, {four.shuffled}; files {one.files}, {four.files}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the cost model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=int, default=25)
    parser.add_argument("--redactors", nargs="*", default=["rules"])
    parser.add_argument("--repeats", type=int, default=3, help="runs of each, of which the cheapest counts")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--source", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.one:
        print(json.dumps(run_one(given.one, given.redactors[0], given.source)))
        return 0
    for line in lines_of(given.mb, given.redactors, given.repeats):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
