"""Semantic weight and threshold fitted to people's labels.

Says what the fit gains on answers it has not seen.
"""
