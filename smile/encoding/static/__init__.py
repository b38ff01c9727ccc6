"""Static vectors: each word's vector is looked up in a table distilled from the embedded encoder; no model runs."""
