"""A small synthetic corpus: agent traces of people who do not exist, in several formats, some broken on purpose.

`export_with_faults.jsonl` holds five records that must end in the dead letters: cut off, a key twice, NaN, a bare
string, and bytes that are not UTF-8.
"""

from __future__ import annotations

from pathlib import Path

#: Records in the corpus, and how many of them must fail.
RECORDS, FAULTY = 18, 5


def sample_path() -> Path:
    """The folder of the sample traces."""
    return Path(__file__).resolve().parent / "traces"
