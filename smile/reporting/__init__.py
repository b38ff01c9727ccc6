"""What several adapters say of a result: formatted numbers, sentences, figures and pages.

Nothing here computes a score.
"""
