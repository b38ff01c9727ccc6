"""Pieces of the page: pure functions from results to HTML, which escape all texts of users."""
