"""Amounts: the numbers of a text with their units and currencies, and how two of them relate."""
