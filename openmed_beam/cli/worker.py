"""A worker process of the local runner that writes nothing to the terminal.

Beam's own worker logs tracebacks to its standard error, and the text of an exception may hold that of a record. What
went wrong reaches the process that started the run by Beam's control channel.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings


def main() -> None:
    """Run Beam's worker with its output closed."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    from apache_beam.runners.worker import sdk_worker_main

    sdk_worker_main.main(sys.argv)


if __name__ == "__main__":
    main()
