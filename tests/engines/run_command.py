"""`openmed-beam`, and what its pipeline's metrics were: counters and distributions into the file OPENMED_BEAM_METRICS.

OPENMED_BEAM_METRICS=metrics.json python tests/engines/run_command.py redact INPUT --output DIR ...
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from openmed_beam.cli import redact
from openmed_beam.cli.main import main
from openmed_beam.transforms.metrics import counters_of, distributions_of

_run_pipeline = redact.run_pipeline


def _run_and_note(*arguments: Any, **named: Any) -> Any:
    result = _run_pipeline(*arguments, **named)
    metrics = result.metrics()
    kinds = sorted(
        {
            f"{'committed' if one.committed is not None else ''}{'+' * (None not in (one.committed, one.attempted))}"
            f"{'attempted' if one.attempted is not None else ''}"
            for one in metrics.query()["counters"]
            if one.key.metric.namespace == "openmed_beam"
        }
    )
    noted = {"counters": counters_of(metrics), "distributions": distributions_of(metrics), "kinds": kinds}
    Path(os.environ["OPENMED_BEAM_METRICS"]).write_text(json.dumps(noted), encoding="utf-8")
    return result


if __name__ == "__main__":
    redact.run_pipeline = _run_and_note
    sys.exit(main())
