"""Beam's own pipeline options on our command line: told apart, checked by Beam's parser, and the runner chosen.

Without `--runner`, and for `DirectRunner`, the in-process runner behind Beam's DirectRunner is used directly: under
its own name Beam first looks for a Prism binary on the network.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from apache_beam.options.pipeline_options import PipelineOptions, _BeamArgumentParser
from apache_beam.runners.portability.fn_api_runner import FnApiRunner
from apache_beam.transforms import environments

from openmed_beam.cli import forked_workers
from openmed_beam.cli.arguments import UsageError, without_values
from openmed_beam.policy import SETTINGS

#: Names under which Beam knows its local runner.
_LOCAL = ("directrunner", "direct", "apache_beam.runners.direct.directrunner")

#: Runners that hand the pipeline to an engine of its own: nothing of a record is seen before they have.
_ENGINES = ("flinkrunner", "sparkrunner", "prismrunner", "portablerunner", "dataflowrunner")

#: Beam's options that say how many workers an engine puts to work, the first given counts.
_PARALLELISM = ("parallelism", "num_workers", "max_num_workers")

#: Beam's groups of options that speak to an engine, or to a cloud that starts one ...
_ENGINE_GROUPS = (
    "StandardOptions",
    "GoogleCloudOptions",
    "WorkerOptions",
    "SetupOptions",
    "PortableOptions",
    "JobServerOptions",
    "FlinkRunnerOptions",
    "KafkaStreamsRunnerOptions",
    "SparkRunnerOptions",
    "PrismRunnerOptions",
    "TestOptions",
    "TestDataflowOptions",
)

#: ... but for these, which mean something to the local runner or to a file system.
_LOCAL_TOO = (
    "runner",
    "resource_hints",
    "auto_unique_labels",
    "no_auth",
    "impersonate_service_account",
    "gcp_oauth_scopes",
    "enable_bucket_read_metric_counter",
    "enable_bucket_write_metric_counter",
    "no_gcsio_throttling_counter",
    "enable_gcsio_blob_generation",
    "gcs_custom_audit_entries",
    "max_cache_memory_usage_mb",
    "beam_plugins",
    "pickle_library",
)


class BeamOptions(NamedTuple):
    """What the command line says to Beam.

    Attributes:
        given: option name -> value, for those given.
        rest: arguments that are not Beam's, in order.
    """

    given: dict[str, Any]
    rest: list[str]

    @property
    def is_local(self) -> bool:
        """Whether the pipeline runs in this process and its workers on this machine."""
        runner = self.given.get("runner")
        return runner is None or runner.lower() in _LOCAL

    @property
    def is_engine(self) -> bool:
        """Whether an engine outside this process runs the pipeline."""
        return str(self.given.get("runner", "")).rpartition(".")[2].lower() in _ENGINES

    def workers(self) -> int | None:
        """How many workers an engine is told to put to work, None where it is not told."""
        told = [self.given[name] for name in _PARALLELISM if self.given.get(name, 0) > 0]
        return None if self.is_local or not told else int(told[0])

    def pipeline_options(self, workers: int) -> PipelineOptions:
        """Options for Beam; on the local runner with that many worker processes."""
        settings = {name: value for name, value in self.given.items() if name != "runner"}
        if not self.is_local:
            settings["runner"] = self.given["runner"]
        else:
            settings.setdefault("direct_num_workers", workers)
            if settings.get("direct_running_mode") == "multi_processing":
                del settings["direct_running_mode"]  # said by the environment that `runner` sets
        return PipelineOptions.from_dictionary(settings)

    def runner(self, workers: int) -> FnApiRunner | str:
        """The runner to hand to `beam.Pipeline`; with several workers each is a process of its own."""
        if not self.is_local:
            return str(self.given["runner"])
        mode = self.given.get("direct_running_mode")
        if mode == "multi_processing" or (mode is None and self.given.get("direct_num_workers", workers) != 1):
            if forked_workers.is_open():
                return FnApiRunner(forked_workers.ForkedEnvironment(environments.python_sdk_capabilities(), ()))
            # `exec`: Beam starts a shell, and the worker has to see when the process beyond it is gone.
            command = f"exec {shlex.quote(sys.executable)} -m openmed_beam.cli.worker"
            return FnApiRunner(environments.SubprocessSDKEnvironment.from_command_string(command_string=command))
        return FnApiRunner()


class _Parser(_BeamArgumentParser):  # type: ignore[misc]
    def error(self, message: str) -> Any:
        raise UsageError(without_values(message))


def split_beam_options(arguments: Sequence[str], own: Iterable[str] = ()) -> BeamOptions:
    """Take Beam's options out of a command line.

    Args:
        arguments: the command line.
        own: flags of the command, which are never Beam's; neither are the settings of a policy.

    Raises:
        UsageError: a value does not fit its option, or the local runner would not look at an option.
    """
    parser = _Parser(allow_abbrev=False, add_help=False)
    engine_flags: dict[str, str] = {}
    for options in dict.fromkeys(PipelineOptions.__subclasses__()):
        before = len(parser._actions)
        options._add_argparse_args(parser)
        if options.__name__ in _ENGINE_GROUPS:
            engine_flags.update((action.dest, action.option_strings[0]) for action in parser._actions[before:])
    for action in parser._actions:
        action.default = argparse.SUPPRESS
    for flag in (*own, *(f"--{name}" for name in SETTINGS)):
        parser._option_string_actions.pop(flag, None)
    given, rest = parser.parse_known_args(list(arguments))
    split = BeamOptions(vars(given), rest)
    idle = [flag for name, flag in engine_flags.items() if name in split.given and name not in _LOCAL_TOO]
    if split.is_local and idle:
        hint = "--workers N sets its processes" if "--num_workers" in idle else "leave it out, or name a --runner"
        raise UsageError(f"{', '.join(idle)} has no effect on the local runner: {hint}")
    return split
