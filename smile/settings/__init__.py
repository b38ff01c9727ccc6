"""Named settings and their options."""
