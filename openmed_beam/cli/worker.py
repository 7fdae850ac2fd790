"""A worker process of the local runner that writes nothing to the terminal.

Beam's own worker logs tracebacks to its standard error, and the text of an exception may hold that of a record. What
went wrong reaches the process that started the run by Beam's control channel.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import warnings


def main() -> None:
    """Run Beam's worker with its output closed, for as long as the process that started it is there."""
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    from apache_beam.runners.worker import sdk_worker_main

    sdk_worker_main.main(sys.argv)


def _leave_with(parent: int) -> None:
    """End with the process that started the run, even one that was killed: a worker waits for it without an end."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


if __name__ == "__main__":
    main()
