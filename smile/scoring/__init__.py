"""SMILE itself: what to compare, cosines, the pure formulas, results, the signature and the scorer.

Rows and settings in, scores out.
"""
