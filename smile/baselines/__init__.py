"""Baselines: exact match, F1, BLEU, ROUGE-L, METEOR and semantic answer similarity."""
