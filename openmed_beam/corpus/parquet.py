"""Parquet: rows as JSON records, written back under the schema they came with."""
