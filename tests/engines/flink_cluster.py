"""A Flink session cluster on this machine: JobManager, TaskManagers, Beam's job server, a pool of Python workers.

    python tests/engines/flink_cluster.py start DIR [--task-managers 2] [--slots 1]
    python tests/engines/flink_cluster.py stop DIR

DIR keeps configuration, logs and the numbers of the processes. Every port is a free one of the loopback interface, so
several clusters stand beside each other.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import engine_artifacts
import process_memory

PROJECT = Path(__file__).resolve().parents[2]

JOB_MANAGER = "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint"
TASK_MANAGER = "org.apache.flink.runtime.taskexecutor.TaskManagerRunner"

#: What a TaskManager is given, said in full because Flink's own start scripts, which would work it out, are not used.
TASK_MANAGER_MEMORY = {
    "taskmanager.cpu.cores": "1",
    "taskmanager.memory.framework.heap.size": "128mb",
    "taskmanager.memory.framework.off-heap.size": "128mb",
    "taskmanager.memory.task.heap.size": "320mb",
    "taskmanager.memory.task.off-heap.size": "0",
    "taskmanager.memory.managed.size": "192mb",
    "taskmanager.memory.network.min": "64mb",
    "taskmanager.memory.network.max": "64mb",
    "taskmanager.memory.jvm-metaspace.size": "256mb",
    "taskmanager.memory.jvm-overhead.min": "192mb",
    "taskmanager.memory.jvm-overhead.max": "192mb",
}

#: Seconds that the cluster may take to stand, on a machine that does other things as well.
LONGEST = 180


class FlinkCluster:
    """One cluster; its processes are children of the process that started them and outlive it if it is killed.

    Args:
        directory: where configuration, logs and process numbers are kept.
        task_managers: how many are started.
        slots: slots of each. Flink starts one Python worker a TaskManager and job, so one slot each makes every slot a
            process of its own.
        environment: variables of the Python workers, on top of this process's (the key of pseudonyms).
    """

    def __init__(
        self, directory: Path, *, task_managers: int = 2, slots: int = 1, environment: dict[str, str] | None = None
    ) -> None:
        self.directory = directory
        self.slots = slots
        self._wanted = task_managers
        self._environment = environment or {}
        self.witness: Path | None = None
        self.gate: Path | None = None
        self._started: dict[str, subprocess.Popen[bytes]] = {}
        names = ("rpc", "rest", "job", "artifact", "expansion", "pool")
        self.ports = dict(zip(names, _free_ports(len(names))))

    def start(self) -> None:
        """Start everything and wait until it stands.

        Raises:
            NotToBeHad: Java or the jars are missing, or the cluster did not stand in time.
        """
        self._jars = engine_artifacts.flink_jars()
        self._configure()
        self._java("job-manager", 512, JOB_MANAGER, "--configDir", str(self.directory / "conf"))
        for _ in range(self._wanted):
            self.add_task_manager()
        self._java(
            "job-server",
            512,
            "org.apache.beam.runners.flink.FlinkJobServerDriver",
            f"--flink-master=localhost:{self.ports['rest']}",
            f"--job-port={self.ports['job']}",
            f"--artifact-port={self.ports['artifact']}",
            f"--expansion-port={self.ports['expansion']}",
            f"--artifacts-dir={self.directory / 'artifacts'}",
        )
        self._start_pool()
        self._note()
        self._wait("the cluster did not stand", self._stands)

    def stop(self) -> None:
        """End every process that was started."""
        stop_processes([process.pid for process in self._started.values()])
        for process in self._started.values():
            process.wait()
        self._started.clear()
        (self.directory / "cluster.json").unlink(missing_ok=True)

    def options(self, parallelism: int | None = None) -> list[str]:
        """Beam's options to run on the cluster."""
        return [
            "--runner=PortableRunner",
            f"--job_endpoint=localhost:{self.ports['job']}",
            "--environment_type=EXTERNAL",
            f"--environment_config=localhost:{self.ports['pool']}",
            f"--parallelism={parallelism or self._wanted * self.slots}",
        ]

    def add_task_manager(self) -> None:
        """Start one more TaskManager."""
        number = 1 + sum(name.startswith("task-manager") for name in self._started)
        memory = [f"-D{name}={value}" for name, value in TASK_MANAGER_MEMORY.items()]
        self._java(f"task-manager-{number}", 448, TASK_MANAGER, "--configDir", str(self.directory / "conf"), *memory)
        self._note()

    def kill_task_manager(self) -> None:
        """Kill a TaskManager as a crash of its machine would."""
        name = next(
            name for name, process in self._started.items() if "task-manager" in name and process.poll() is None
        )
        self._started[name].send_signal(signal.SIGKILL)
        self._started[name].wait()

    def kill_worker(self, pid: int) -> None:
        """Kill one of `workers` as the system does when memory runs out."""
        os.kill(pid, signal.SIGKILL)

    def workers(self) -> list[int]:
        """Process numbers of the Python workers of the pool."""
        return process_memory.children_of(self._started["worker-pool"].pid)

    def processes(self) -> dict[str, int]:
        """Process numbers by name, of those that were started."""
        return {name: process.pid for name, process in self._started.items() if process.poll() is None}

    def wait_for_workers(self, number: int) -> list[int]:
        """Wait until so many Python workers are there."""
        self._wait(f"{number} Python workers", lambda: len(self.workers()) >= number)
        return self.workers()

    def jobs(self) -> dict[str, str]:
        """State by number of every job that the cluster remembers."""
        return {job["jid"]: job["state"] for job in self.rest("/jobs/overview")["jobs"]}

    def failures(self, job: str) -> int:
        """How many failures made Flink begin a job again."""
        return len(self.rest(f"/jobs/{job}/exceptions")["exceptionHistory"]["entries"])

    def cancel_jobs(self) -> None:
        """Cancel what still runs."""
        for job, state in self.jobs().items():
            if state not in ("FINISHED", "CANCELED", "FAILED"):
                self.rest(f"/jobs/{job}?mode=cancel", method="PATCH")

    def rest(self, path: str, method: str = "GET") -> Any:
        """What Flink's REST interface says."""
        request = urllib.request.Request(f"http://localhost:{self.ports['rest']}{path}", method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read() or b"null")

    def _configure(self) -> None:
        conf = self.directory / "conf"
        conf.mkdir(parents=True, exist_ok=True)
        (self.directory / "tmp").mkdir(exist_ok=True)
        settings = {
            "jobmanager.rpc.address": "localhost",
            "jobmanager.rpc.port": self.ports["rpc"],
            "jobmanager.bind-host": "localhost",
            "jobmanager.memory.process.size": "1024m",
            "taskmanager.host": "localhost",
            "taskmanager.bind-host": "localhost",
            "taskmanager.numberOfTaskSlots": self.slots,
            "rest.address": "localhost",
            "rest.bind-address": "localhost",
            "rest.port": self.ports["rest"],
            "io.tmp.dirs": str(self.directory / "tmp"),
            # A batch job is begun again as a whole; a lost process is noticed within seconds.
            "restart-strategy.type": "fixed-delay",
            "restart-strategy.fixed-delay.attempts": 5,
            "restart-strategy.fixed-delay.delay": "1 s",
            "heartbeat.interval": 2000,
            "heartbeat.timeout": 12000,
        }
        lines = [f"{name}: {json.dumps(value)}" for name, value in settings.items()]
        (conf / "config.yaml").write_text("\n".join([*lines, ""]), encoding="utf-8")

    def _java(self, name: str, megabytes: int, main_class: str, *words: str) -> None:
        classes = f"{self._jars}/*"
        java = [engine_artifacts.java(), f"-Xmx{megabytes}m", "-XX:+UseSerialGC", *engine_artifacts.add_opens()]
        self._process(name, [*java, "-cp", classes, main_class, *words], dict(os.environ))

    def _start_pool(self) -> None:
        # The pool starts plain `python`: this environment's must come first on the PATH, and the project be importable.
        environment = {**os.environ, **self._environment}
        environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}"
        places = [str(PROJECT), str(Path(__file__).parent), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(place for place in places if place)
        pool = [sys.executable, str(Path(__file__).with_name("worker_pool.py"))]
        self._process("worker-pool", [*pool, f"--service_port={self.ports['pool']}"], environment)

    def _process(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        with open(self.directory / f"{name}.log", "ab") as log:
            self._started[name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, cwd=self.directory
            )

    def _note(self) -> None:
        state = {"processes": {name: process.pid for name, process in self._started.items()}, "ports": self.ports}
        (self.directory / "cluster.json").write_text(json.dumps(state, indent=1), encoding="utf-8")

    def _stands(self) -> bool:
        for name in ("job", "pool"):
            with contextlib.closing(socket.create_connection(("localhost", self.ports[name]), timeout=2)):
                pass
        return bool(self.rest("/overview")["slots-total"] >= self._wanted * self.slots)

    def _wait(self, what: str, is_there: Callable[[], bool]) -> None:
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            with contextlib.suppress(OSError, KeyError):
                if is_there():
                    return
            time.sleep(0.3)
        raise engine_artifacts.NotToBeHad(f"{what} within {LONGEST} s; see the logs in {self.directory}")


def stop_processes(pids: Sequence[int]) -> None:
    """End processes: asked first, killed after ten seconds."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
    until = time.monotonic() + 10
    left = list(pids)
    while left and time.monotonic() < until:
        left = [pid for pid in left if process_memory.is_running(pid)]
        time.sleep(0.1)
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _free_ports(number: int) -> Iterator[int]:
    sockets = [socket.socket() for _ in range(number)]
    for one in sockets:
        one.bind(("localhost", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return iter(ports)


def main(arguments: Sequence[str] | None = None) -> int:
    """Start or stop a cluster from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("start", "stop"))
    parser.add_argument("directory", type=Path)
    parser.add_argument("--task-managers", type=int, default=2)
    parser.add_argument("--slots", type=int, default=1)
    given = parser.parse_args(arguments)
    directory = given.directory.resolve()
    if given.command == "stop":
        state = json.loads((directory / "cluster.json").read_text(encoding="utf-8"))
        stop_processes(list(state["processes"].values()))
        (directory / "cluster.json").unlink()
        return 0
    cluster = FlinkCluster(directory, task_managers=given.task_managers, slots=given.slots)
    try:
        cluster.start()
    except engine_artifacts.NotToBeHad as error:
        cluster.stop()
        print(error, file=sys.stderr)
        return 1
    print(" ".join(cluster.options()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
