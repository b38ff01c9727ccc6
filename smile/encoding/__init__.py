"""Encoders: texts in, unit vectors out.

Back ends, exported models, static vectors and the model files they come from.
"""
