"""Rows of predictions and references, checked once."""
