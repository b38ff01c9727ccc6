"""Pieces of the page: pure functions from results to HTML.

Every text that comes from a visitor is escaped here.
"""
