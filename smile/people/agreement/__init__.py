"""How far metrics agree with people's labels, one metric or several side by side.

Scores and labels in, statistics with intervals out.
"""
