"""An interrupt says one line, whatever runs at the time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


def _hear_interrupts() -> None:
    """A shell's background jobs ignore interrupts, and so would all they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_of_the_whole_group_is_one_line(tmp_path: Path, workers: str) -> None:
    line = '{"messages":[{"role":"user","content":"Hi Ada"}]}\n'
    for number in range(4):
        (tmp_path / f"{number}.jsonl").write_text(line * 10_000)
    words = [
        "redact", *sorted(map(str, tmp_path.glob("*.jsonl"))), "--output", str(tmp_path / "out"), "--workers", workers,
        "--content-path", "messages.*.content", "--redactor", "odd_redactors:sleepy",
    ]  # fmt: skip
    home = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), str(home)])}
    with subprocess.Popen(
        [sys.executable, "-m", "openmed_beam", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True,
        preexec_fn=_hear_interrupts,
    ) as process:  # fmt: skip
        end = time.monotonic() + 60
        while not list((tmp_path / "out").rglob("*.tmp")) and process.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)

    assert process.returncode == 1
    assert (out, err) == (b"", b"openmed-beam: interrupted; --resume continues the run\n")
