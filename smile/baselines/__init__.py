"""Metrics to compare with: exact match, F1, BLEU, ROUGE-L, METEOR and semantic answer similarity.

Rows in, scores out.
"""
