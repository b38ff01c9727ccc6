"""Rows, checked once.

Everything above this room may trust a row.
"""
