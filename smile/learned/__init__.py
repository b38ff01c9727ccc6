"""The setting `learned`: a model that reads answers, and a combiner of its probabilities with features.

The weights are in `weights/`.
"""
