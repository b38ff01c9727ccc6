"""Static vectors: a word's vector is looked up in a table distilled from the embedded encoder, and no model runs."""
