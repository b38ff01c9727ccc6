"""Words: languages, numbers, lemmas, normalised words and n-grams, refusals and negations.

Pure functions over strings; nothing here knows of rows, settings or models.
"""
