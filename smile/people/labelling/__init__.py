"""Rows of which some have people's labels: read, checked, chosen to be labelled, and the estimate label by label.

The estimate itself is in `smile.people.estimates`.
"""
