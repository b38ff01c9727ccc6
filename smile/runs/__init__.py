"""Runs over many rows: files in chunks, clusters, and several systems compared.

A run that was killed goes on where it stopped.
"""
