"""Worker processes of the local runner that are forked where everything is imported, and not started anew.

A process that begins as plain Python spends a second and a half of processor on importing Beam before it does anything.
Here a nursery is forked early, before there are threads, connections or models that a fork would break. It forks a
worker whenever the runner asks for one, and ends them all when the run is over or this process is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from apache_beam.runners.portability.fn_api_runner.worker_handlers import GrpcWorkerHandler, WorkerHandler
from apache_beam.transforms import environments
from google.protobuf import json_format, text_format  # type: ignore[import-untyped]

from openmed_beam.cli import worker

#: Seconds that a run has to notice by itself that the nursery is gone: workers that had connected are missed at once.
_GRACE = 3.0

URN = "openmed_beam:environment:forked:v1"


class Nursery:
    """The side of the process that runs the pipeline."""

    def __init__(self, pid: int, channel: socket.socket) -> None:
        self._pid = pid
        self._channel = channel
        self._lines = channel.makefile("rb")
        self._closed = threading.Event()

    def watch(self) -> None:
        """Interrupt the run where the nursery dies unnoticed: workers that had not connected yet died with it."""
        descriptor = os.pidfd_open(self._pid)

        def wait() -> None:
            select.select([descriptor], [], [])
            os.close(descriptor)
            if not self._closed.wait(_GRACE):
                os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=wait, daemon=True).start()

    def start(self, environment: Mapping[str, str]) -> None:
        """Start a worker with these variables added to the environment.

        Raises:
            OSError: the nursery is gone.
        """
        self._channel.sendall(json.dumps(environment).encode("ascii") + b"\n")
        if not self._lines.readline():
            raise OSError("the process that starts workers is gone")

    def close(self) -> None:
        """End all workers, and wait until they are gone."""
        self._closed.set()
        with contextlib.suppress(OSError):
            self._channel.shutdown(socket.SHUT_RDWR)
        self._lines.close()
        self._channel.close()
        os.waitpid(self._pid, 0)


_open: list[Nursery] = []


@contextlib.contextmanager
def nursery(warm_up: Callable[[], object] | None) -> Iterator[None]:
    """Have workers forked from here until the block ends; nothing where forking is not safe or not asked for.

    Args:
        warm_up: called once in the nursery, so that workers need not do it; None asks for no nursery.
    """
    if warm_up is None or not sys.platform.startswith("linux") or threading.active_count() > 1:
        yield
        return
    ours, theirs = socket.socketpair()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if not pid:
        ours.close()
        _live(theirs, warm_up)
    theirs.close()
    opened = Nursery(pid, ours)
    opened.watch()
    _open.append(opened)
    try:
        yield
    finally:
        _open.remove(opened)
        opened.close()


def is_open() -> bool:
    """Whether workers can be forked."""
    return bool(_open)


def _live(channel: socket.socket, warm_up: Callable[[], object]) -> None:
    """What the nursery does: forks a worker a line, and ends all when the other side hangs up."""
    children: list[int] = []
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that runs the pipeline decides
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        warm_up()
        with channel, channel.makefile("rb") as lines:
            for line in lines:
                pid = os.fork()
                if not pid:
                    _work(channel, lines, json.loads(line))
                children.append(pid)
                channel.sendall(b"\n")
    finally:
        for pid in children:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        os._exit(0)


def _work(channel: socket.socket, lines: BinaryIO, environment: Mapping[str, str]) -> None:
    try:
        lines.close()
        channel.close()
        os.environ.update(environment)
        random.seed()
        worker.main()
    finally:
        os._exit(1)


@environments.Environment.register_urn(URN, bytes)
class ForkedEnvironment(environments.Environment):  # type: ignore[misc]
    """Beam's name for workers that come from the nursery."""

    def to_runner_api_parameter(self, _context: Any) -> tuple[str, bytes]:
        return URN, b""

    @staticmethod
    def from_runner_api_parameter(
        _payload: bytes, capabilities: Any, artifacts: Any, resource_hints: Any, _context: Any
    ) -> ForkedEnvironment:
        return ForkedEnvironment(capabilities, artifacts, resource_hints)


@WorkerHandler.register_environment(URN, bytes)
class _ForkedWorkerHandler(GrpcWorkerHandler):  # type: ignore[misc]
    def __init__(self, _payload: bytes, state: Any, provision_info: Any, grpc_server: Any) -> None:
        super().__init__(state, provision_info, grpc_server)

    def start_worker(self) -> None:
        _open[-1].start(
            {
                "CONTROL_API_SERVICE_DESCRIPTOR": text_format.MessageToString(self.control_api_service_descriptor()),
                "PIPELINE_OPTIONS": json_format.MessageToJson(self.provision_info.provision_info.pipeline_options),
                "WORKER_ID": self.worker_id,
            }
        )

    def stop_worker(self) -> None:
        """The nursery ends it."""
