"""People's labels, and where a metric fails to agree with them.

Agreement has a room of its own inside.
"""
