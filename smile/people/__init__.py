"""Human labels, and the agreement of metrics with them.

Agreement has a package of its own inside.
"""
