"""The agreement of metrics with human labels, one metric or several side by side.

Scores and labels in, statistics with intervals out.
"""
