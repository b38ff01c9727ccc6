"""The commands, one module each.

Each reads its options, calls a scorer and prints a table.
"""
