"""Named settings, and the checks of their options."""
