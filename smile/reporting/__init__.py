"""Reports that several adapters show: formatted numbers, sentences, figures and pages.

Nothing here computes a score.
"""
