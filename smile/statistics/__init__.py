"""Statistics as pure functions over arrays: bootstrap, correlations, classification, ranking.

Nothing here knows where the numbers come from.
"""
