"""SMILE itself: rows and settings in, scores out.

The stages in order: `reading`, `plan` (what to compare), `cosines`, `pairs`, `results`.
"""
