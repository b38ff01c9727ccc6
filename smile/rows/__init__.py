"""Rows, checked once."""
