"""What the setting `learned` adds: a model that reads answers, and a combiner of its probabilities with features.

The weights are in `weights/`.
"""
