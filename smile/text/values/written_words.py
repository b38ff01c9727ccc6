"""The words of a text as written, by their former place."""

from ..written_words import strip_lead_in, without_marks, written_words

__all__ = ["strip_lead_in", "without_marks", "written_words"]
