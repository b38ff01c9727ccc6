"""The command line: `smile`, or `python -m smile`.

Each command translates options into calls and results into text.
"""
