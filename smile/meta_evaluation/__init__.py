"""Metrics measured against people: side by side, with more and fewer references, and where they fail."""
