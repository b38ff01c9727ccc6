"""Shared constants: models, kinds of vectors, number formats, normalisations, aggregations."""

from typing import Literal

# The encoder whose weights are in this package.
EMBEDDED_MODEL = "sentence-transformers/all-MiniLM-L6-v2"

# The vector of a text: the encoder's own, or the sum of word vectors distilled from the embedded encoder.
ENCODER_VECTORS = "encoder"
STATIC_VECTORS = "static"

# What computes the encoder's vectors. Only torch supports other encoders, devices and number formats.
BACKENDS = ("auto", "torch", "openvino", "numpy")
DTYPES = ("float32", "bfloat16", "float16")

Aggregation = Literal["weighted", "harmonic"]
AGGREGATIONS: tuple[Aggregation, ...] = ("weighted", "harmonic")

SMILE_NORMALIZATION = "smile"
PAPER_NORMALIZATION = "paper"

# An answer that commits to another value than the reference's keeps this share of its score (docs/values.md).
OTHER_VALUE_FACTOR = 0.5
