"""A pool of Python workers that several TaskManagers of one machine may share.

    python tests/engines/worker_pool.py --service_port=50000

Flink numbers the workers of every TaskManager from 1-1, and Beam's own pool keeps them by that number: the first
TaskManager that has nothing left to do stops the worker that another one still works with, and the whole job begins
again. On machines of their own, as in a cluster, each has a pool beside it and Beam's does (docs/runners.md).
"""

from __future__ import annotations

import argparse
import threading
from typing import Any

from apache_beam.portability.api import beam_fn_api_pb2
from apache_beam.runners.worker.worker_pool_main import BeamFnExternalWorkerPoolServicer


class SharedWorkerPool(BeamFnExternalWorkerPoolServicer):
    """Keeps workers by number and TaskManager; they end by themselves when theirs closes the connection."""

    def StartWorker(self, start_worker_request: Any, unused_context: Any) -> Any:
        """Start a process."""
        answer = super().StartWorker(start_worker_request, unused_context)
        number, place = start_worker_request.worker_id, start_worker_request.control_endpoint.url
        process = self._worker_processes.pop(number, None)
        if process is not None:
            self._worker_processes[f"{number} {place}"] = process
        return answer

    def StopWorker(self, stop_worker_request: Any, unused_context: Any) -> Any:  # noqa: ARG002
        """Forget those that have ended."""
        for name, process in list(self._worker_processes.items()):
            if process.poll() is not None:
                self._worker_processes.pop(name, None)
        return beam_fn_api_pb2.StopWorkerResponse()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--service_port", type=int, required=True)
    _, _server = SharedWorkerPool.start(use_process=True, port=parser.parse_args().service_port)
    threading.Event().wait()
