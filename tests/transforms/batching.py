"""Redactors with and without batches that write the same."""

from __future__ import annotations


class Single:
    """One trace after another."""

    looks_at = ("text",)

    def redact_batch(self, leaves):
        """Upper case."""
        return [leaf.text.upper() for leaf in leaves]


class Batching(Single):
    """Three traces at once."""

    batch_traces = 3
