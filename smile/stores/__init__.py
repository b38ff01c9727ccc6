"""Embeddings known from an earlier run: the store on disk, and prepared sets.

An encoder asks here before it encodes.
"""
