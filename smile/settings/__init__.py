"""Named settings, their options checked, and the settings file that calibration writes.

Loads no model.
"""
