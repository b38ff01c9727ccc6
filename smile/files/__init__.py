"""Rows read from files, and per-item results written to files.

Reads JSONL, JSON, CSV, TSV and Parquet, and the logs of lm-evaluation-harness and Inspect.
"""
