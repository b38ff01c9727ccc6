"""Chat models: behind an OpenAI-compatible endpoint, or on this machine through transformers.

Providers and their prices are listed here.
"""
