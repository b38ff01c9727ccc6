"""Prepares an evaluation set once, so that every model is scored against it at the price of its own answers."""
