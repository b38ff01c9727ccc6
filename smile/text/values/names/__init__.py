"""Names, places, short forms and spellings: what is the same thing, written in another way. English only."""
