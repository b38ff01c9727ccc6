"""Names, places, short forms and spellings of the same thing. English only."""
