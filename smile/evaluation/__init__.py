"""The modules for Hugging Face `evaluate`, which convert columns into rows and results into dicts."""
