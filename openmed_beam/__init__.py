"""Redact agent tool-call traces at scale on Apache Beam, and prove that nothing else changed.

The public names. They are imported on first use, so that `openmed_beam.traces` and `openmed_beam.redactors` work
without loading Beam.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openmed_beam.errors import CorpusError, OpenMedBeamError, PolicyError
    from openmed_beam.policy import Policy, read_policy
    from openmed_beam.report.tally import Report
    from openmed_beam.traces.leaf import BatchRedactor, Leaf, Redaction
    from openmed_beam.traces.record import DeadLetter, Frame, TracePair, TraceRecord
    from openmed_beam.transforms.coders import JSON_OBJECT as TraceDict
    from openmed_beam.transforms.metrics import counters_of
    from openmed_beam.transforms.read import ReadTraces, ReadTracesResult
    from openmed_beam.transforms.redact import RedactToolCalls, RedactToolCallsResult
    from openmed_beam.transforms.road import RedactCorpus, RunSettings
    from openmed_beam.transforms.summarize import SummarizeReports
    from openmed_beam.transforms.verify import VerifyFidelity, VerifyFidelityResult
    from openmed_beam.transforms.write import WriteDeadLetters, WriteTraces, Written

#: Public name -> module and name in it.
_HOMES = {
    "BatchRedactor": ("traces.leaf", "BatchRedactor"),
    "CorpusError": ("errors", "CorpusError"),
    "DeadLetter": ("traces.record", "DeadLetter"),
    "Frame": ("traces.record", "Frame"),
    "Leaf": ("traces.leaf", "Leaf"),
    "OpenMedBeamError": ("errors", "OpenMedBeamError"),
    "Policy": ("policy", "Policy"),
    "PolicyError": ("errors", "PolicyError"),
    "ReadTraces": ("transforms.read", "ReadTraces"),
    "ReadTracesResult": ("transforms.read", "ReadTracesResult"),
    "RedactCorpus": ("transforms.road", "RedactCorpus"),
    "RedactToolCalls": ("transforms.redact", "RedactToolCalls"),
    "RedactToolCallsResult": ("transforms.redact", "RedactToolCallsResult"),
    "Redaction": ("traces.leaf", "Redaction"),
    "Report": ("report.tally", "Report"),
    "RunSettings": ("transforms.road", "RunSettings"),
    "SummarizeReports": ("transforms.summarize", "SummarizeReports"),
    "TraceDict": ("transforms.coders", "JSON_OBJECT"),
    "TracePair": ("traces.record", "TracePair"),
    "TraceRecord": ("traces.record", "TraceRecord"),
    "VerifyFidelity": ("transforms.verify", "VerifyFidelity"),
    "VerifyFidelityResult": ("transforms.verify", "VerifyFidelityResult"),
    "WriteDeadLetters": ("transforms.write", "WriteDeadLetters"),
    "WriteTraces": ("transforms.write", "WriteTraces"),
    "Written": ("transforms.write", "Written"),
    "counters_of": ("transforms.metrics", "counters_of"),
    "read_policy": ("policy", "read_policy"),
}

__all__ = [
    "BatchRedactor",
    "CorpusError",
    "DeadLetter",
    "Frame",
    "Leaf",
    "OpenMedBeamError",
    "Policy",
    "PolicyError",
    "ReadTraces",
    "ReadTracesResult",
    "RedactCorpus",
    "RedactToolCalls",
    "RedactToolCallsResult",
    "Redaction",
    "Report",
    "RunSettings",
    "SummarizeReports",
    "TraceDict",
    "TracePair",
    "TraceRecord",
    "VerifyFidelity",
    "VerifyFidelityResult",
    "WriteDeadLetters",
    "WriteTraces",
    "Written",
    "counters_of",
    "read_policy",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'openmed_beam' has no attribute {name!r}")
    module, attribute = home
    value = getattr(import_module(f"openmed_beam.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
