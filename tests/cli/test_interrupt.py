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
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["the whole group", "ended by a scheduler"])
def test_an_interrupt_is_one_line(tmp_path: Path, workers: str, how: signal.Signals) -> None:
    for number in range(4):
        lines = [f'{{"messages":[{{"role":"user","content":"Hi Ada {number}-{line}"}}]}}\n' for line in range(10_000)]
        (tmp_path / f"{number}.jsonl").write_text("".join(lines))
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
        if how is signal.SIGINT:
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)
        out, err = process.communicate(timeout=60)

    assert process.returncode == 1
    assert (out, err) == (b"", b"openmed-beam: interrupted; --resume continues the run\n")
