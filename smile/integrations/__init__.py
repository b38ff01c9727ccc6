"""SMILE in other evaluation tools and trainers; one module for each, which requires that tool.

docs/integrations.md has an example for each tool.
"""
