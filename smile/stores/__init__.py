"""Embeddings known from an earlier run: the store on disk, and prepared sets.

An encoder looks here before it encodes.
"""
