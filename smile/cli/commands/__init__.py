"""The commands, one module for each: they read options, call a scorer and print a report."""
