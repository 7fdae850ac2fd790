"""`python -m openmed_beam` is the command `openmed-beam`."""

from __future__ import annotations

import sys

from openmed_beam.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
