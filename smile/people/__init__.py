"""People's labels, and where a metric fails to agree with them.

Agreement and calibration have rooms of their own inside.
"""
