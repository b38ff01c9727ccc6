"""Named settings, and the checks of their options.

Loads no model.
"""
