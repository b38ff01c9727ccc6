"""What visitors ask for, from their checked input to a result.

The tabs and the API both call these functions.
"""
