"""Reads texts: cleaning, final answers, refusals, normalised words, clauses and values.

Pure functions over strings, without rows, settings or models.
"""
