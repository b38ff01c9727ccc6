"""The command line: `smile`, or `python -m smile`."""
