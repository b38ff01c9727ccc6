"""SMILE inside other evaluation tools: a module for each tool, which translates its rows and results.

Each module needs the tool that it is named after; docs/integrations.md begins with what to paste.
"""
