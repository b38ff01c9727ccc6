"""The evaluate modules: classes that Hugging Face `evaluate` loads.

They translate columns into rows and results into dicts.
"""
