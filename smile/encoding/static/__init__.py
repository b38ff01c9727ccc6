"""Static vectors: a word's vector is looked up in a table distilled from an encoder, and no model runs.

The table of the embedded encoder comes with the package; that of another is distilled on first use.
"""
