"""Zip archives of JSON entries (Inspect `.eval` logs)."""
