"""Prepares an evaluation set once: synthetic answers and embeddings.

Every model is then scored at the price of its own answers.
"""
