"""Prepares an evaluation set once: synthetic answers and embeddings.

Scoring a model against it then only encodes the model's own answers.
"""
