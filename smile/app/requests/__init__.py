"""Scoring and labelling, from checked input to a result. The tabs and the API both call these functions."""
