"""Benchmarks: each prints one table of figures and takes its data's path as an argument."""
