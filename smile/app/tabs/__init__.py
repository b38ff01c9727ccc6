"""The tabs of the app, one module each.

Each connects fields and buttons with a request and shows its result.
"""
