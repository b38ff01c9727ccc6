"""Results as tables for the terminal.

One module per kind of result.
"""
