"""The version of the metric: part of every signature."""

__version__ = "0.4.0"
