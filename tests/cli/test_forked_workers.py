"""Workers are forked where that is safe, die with a reason, and never outlive the run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from openmed_beam.cli import forked_workers

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="workers are forked on Linux alone")


def children_of(pid: int) -> list[int]:
    return [
        int(word) for task in Path(f"/proc/{pid}/task").iterdir() for word in (task / "children").read_text().split()
    ]


def test_a_nursery_lives_as_long_as_its_block() -> None:
    code = (
        "import os\n"
        "from openmed_beam.cli import forked_workers\n"
        "with forked_workers.nursery(lambda: print('warm', flush=True)):\n"
        "    assert forked_workers.is_open()\n"
        "assert not forked_workers.is_open()\n"
        "try:\n    os.waitpid(-1, os.WNOHANG)\nexcept ChildProcessError:\n    print('alone')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "warm\nalone\n"), done.stderr


def test_no_fork_beside_threads_and_none_unasked() -> None:
    ended = threading.Event()
    other = threading.Thread(target=ended.wait)
    other.start()
    try:
        with forked_workers.nursery(lambda: None):
            assert not forked_workers.is_open()
    finally:
        ended.set()
        other.join()
    with forked_workers.nursery(None):
        assert not forked_workers.is_open()


@pytest.mark.parametrize("whose", ["worker", "nursery"])
def test_a_worker_that_is_killed_stops_the_run_in_one_line(tmp_path: Path, whose: str) -> None:
    for number in range(4):
        lines = [f'{{"messages":[{{"role":"user","content":"Hi Ada {number}-{line}"}}]}}\n' for line in range(10_000)]
        (tmp_path / f"{number}.jsonl").write_text("".join(lines))
    words = [
        "redact", *sorted(map(str, tmp_path.glob("*.jsonl"))), "--output", str(tmp_path / "out"), "--workers", "2",
        "--content-path", "messages.*.content", "--redactor", "odd_redactors:sleepy",
    ]  # fmt: skip
    home = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), str(home)])}
    with subprocess.Popen(
        [sys.executable, "-m", "openmed_beam", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        end = time.monotonic() + 60
        parts = tmp_path / "out/.openmed-beam/parts/traces"
        while not list(parts.glob("*.tmp")) and process.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        (nursery,) = children_of(process.pid)
        workers = children_of(nursery)
        os.kill(nursery if whose == "nursery" else workers[0], signal.SIGKILL)
        out, err = process.communicate(timeout=60)

    assert len(workers) == 2
    assert process.returncode == 1
    assert out == b""
    assert len(err.splitlines()) == 1
    assert b"--resume continues the run" in err
    end = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < end:
        time.sleep(0.1)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
