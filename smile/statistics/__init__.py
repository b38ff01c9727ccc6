"""Statistics as pure functions over arrays: bootstrap, correlations, classification, ranking."""
