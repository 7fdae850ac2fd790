"""Peak memory of processes and their children, from /proc (Linux): what each held at most while it was watched."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, Self

PROC = Path("/proc")


class Peak(NamedTuple):
    """The most that one process held.

    Attributes:
        name: what it was started as, with `worker` for its children.
        pid: its number.
        megabytes: peak resident memory in MB (10**6 bytes).
        seconds: processor time it had used when it was last seen.
        program: file name of what it runs.
    """

    name: str
    pid: int
    megabytes: int
    seconds: float
    program: str


def is_running(pid: int) -> bool:
    """Whether the process is there and no zombie."""
    with contextlib.suppress(OSError):
        return _stat(pid)[0] not in "ZX"
    return False


def children_of(pid: int) -> list[int]:
    """Direct children of a process that run, in the order of their numbers."""
    found = []
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                state, parent, *_ = _stat(int(entry.name))
                if int(parent) == pid and state not in "ZX":
                    found.append(int(entry.name))
    return sorted(found)


class PeakWatch:
    """Watches processes while a block runs.

        with PeakWatch(lambda: {"job-manager": 4711}) as watch: ...
        watch.peaks()

    Args:
        processes: gives name -> process number; asked again each time, so that later ones are seen. Their children and
            grandchildren are watched as well.
        every: seconds between two looks. The kernel keeps the peak itself, so only a process's last moments are missed.
    """

    def __init__(self, processes: Callable[[], Mapping[str, int]], every: float = 0.5) -> None:
        self._processes = processes
        self._every = every
        self._seen: dict[int, Peak] = {}
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._look()
        self._end.set()
        self._thread.join()

    def peaks(self) -> list[Peak]:
        """One a process, by name."""
        return sorted(self._seen.values())

    def _watch(self) -> None:
        while not self._end.wait(self._every):
            self._look()

    def _look(self) -> None:
        for name, pid in self._processes().items():
            self._note(name, pid)
            for child in children_of(pid):
                self._note(f"{name} worker", child)
                for grandchild in children_of(child):
                    self._note(f"{name} worker", grandchild)

    def _note(self, name: str, pid: int) -> None:
        with contextlib.suppress(OSError, StopIteration):
            lines = (PROC / str(pid) / "status").read_text().splitlines()
            kilobytes = int(next(line for line in lines if line.startswith("VmHWM:")).split()[1])
            fields = _stat(pid)
            seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            program = Path(os.readlink(PROC / str(pid) / "exe")).name
            self._seen[pid] = Peak(name, pid, kilobytes * 1024 // 1_000_000, seconds, program)


def _stat(pid: int) -> list[str]:
    """Fields of /proc/PID/stat from the state on."""
    return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
