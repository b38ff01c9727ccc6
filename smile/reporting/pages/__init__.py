"""Reports as self-contained HTML pages.

Each page has a module that says what it shows, and a template beside it.
"""
