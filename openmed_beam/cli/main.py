"""The command `openmed-beam`: finds the command, runs it, and turns every failure into one line and a status.

Statuses: 0 done; 1 could not run or stopped midway; 3 done, but with something that must be looked at.
"""

from __future__ import annotations

import contextlib
import gc
import io
import logging
import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from openmed_beam.errors import OpenMedBeamError
from openmed_beam.traces.collector import no_collector

PROGRAM = "openmed-beam"

#: Commands, the module of each (imported when it is run), and what it does.
COMMANDS = {
    "redact": "redact traces, verify that nothing else changed, write them with a report",
    "verify": "check that two corpora differ in content alone",
    "scan": "count what stands at which path, and propose content paths",
}

Command = Callable[[Sequence[str]], int]

#: What Beam imports where it is installed, only to offer it: two fifths of its import. From files to files on this
#: machine nothing of it is used.
BEAM_EXTRAS = ("pandas", "pyarrow", "pymongo", "apache_beam.io.gcp.bigquery")

#: Words of a command line that may lead to what Beam offers besides.
_BEYOND = re.compile(r"--(runner|beam_plugins?)\b|.*://", re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (without the program's name); gives the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None or sys.stderr is None:  # closed by whoever started this
        nowhere = open(os.devnull, "w")  # noqa: SIM115  (for as long as the program runs)
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # file names may hold what the terminal's encoding lacks
    quiet = logging.root.manager.disable
    # Beam logs tracebacks, and their exceptions may hold the text of a record.
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), _ended_as_interrupted():
            warnings.simplefilter("ignore")
            return _run(words)
    except OpenMedBeamError as error:
        return _fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return _fail("interrupted; --resume continues the run")
    except SystemExit as leaving:
        # Help leaves with 0; whatever else leaves may take the text of a record with it.
        return _fail("stopped by SystemExit") if leaving.code else 0
    except OSError as error:
        # Files of a run only: what a redactor raises never comes here.
        place = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        return _fail(f"{place}{(error.strerror or type(error).__name__).lower()}")
    except BaseException as error:
        # The text of an unknown exception may hold a value of a record.
        return _fail(f"stopped by {type(error).__name__}, which is a fault of {PROGRAM}: please report it")
    finally:
        logging.disable(quiet)


@contextlib.contextmanager
def _ended_as_interrupted() -> Iterator[None]:
    """SIGTERM, which schedulers send, ends a run as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(usage())
        return 0 if words else 1
    if words[0] == "--version":
        from openmed_beam.policy import program_version

        print(f"{PROGRAM} {program_version()}")
        return 0
    if words[0] not in COMMANDS:
        return _fail(f"unknown command {words[0].partition('=')[0]!r}: commands are {', '.join(COMMANDS)}")
    spared = () if any(map(_BEYOND.match, words)) else BEAM_EXTRAS
    command: Command = _imported(f"openmed_beam.cli.{words[0]}", spared).run
    return command(words[1:])


def _imported(module: str, spared: Sequence[str]) -> Any:
    """A command's module, Beam with it; the cyclic collector rests, since it would cost a fifth of the import."""
    if module in sys.modules:
        return sys.modules[module]
    with no_collector(), as_if_missing(spared):
        imported = import_module(module)
    gc.freeze()  # modules stay: no pass need look at them again, and forked workers share their pages
    return imported


@contextlib.contextmanager
def as_if_missing(packages: Sequence[str]) -> Iterator[None]:
    """Let imports in the block find packages not installed; those imported before stay, and later imports find all.

    Args:
        packages: names of modules that whoever imports them can do without.
    """
    hidden = [name for name in packages if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None stands for "cannot be imported"
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


def usage() -> str:
    """What `--help` prints."""
    lines = [f"usage: {PROGRAM} COMMAND ... | --version", ""]
    lines += [f"  {name:<8}{does}" for name, does in COMMANDS.items()]
    return "\n".join([*lines, "", f"{PROGRAM} COMMAND --help shows the options of a command."])


def _fail(message: str) -> int:
    print(f"{PROGRAM}: {' '.join(message.split())}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
