"""Scores files of any length, chunk by chunk, so that a run that was killed can go on."""
