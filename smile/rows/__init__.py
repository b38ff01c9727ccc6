"""Rows, checked once.

The packages above this one may trust a row.
"""
