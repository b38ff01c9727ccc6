"""SMILE itself: rows and settings in, scores out.

The stages in order: `answers`, `plan` (what to compare), `cosines`, `pairs`, `results`.
"""
