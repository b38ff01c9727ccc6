"""SMILE itself, rows and settings in, scores out: the scorer and its stages, the formulas and the signature.

The stages in their order: `plan` (what to compare), `cosines` (with `pruning`), `pairs`, `results`.
"""
