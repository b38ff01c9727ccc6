"""Shared constants: models, kinds of vectors, number formats, normalisations, aggregations."""

from typing import Literal, get_args

# The encoder whose weights are in this package.
EMBEDDED_MODEL = "sentence-transformers/all-MiniLM-L6-v2"

# The vector of a text: the encoder's own, or the sum of word vectors distilled from the embedded encoder.
Vectors = Literal["encoder", "static"]
ENCODER_VECTORS: Vectors = "encoder"
STATIC_VECTORS: Vectors = "static"

# What computes the encoder's vectors. Only torch supports other encoders, devices and number formats.
BackendName = Literal["auto", "torch", "openvino", "numpy"]
BACKENDS: tuple[BackendName, ...] = get_args(BackendName)
Dtype = Literal["float32", "bfloat16", "float16"]
DTYPES: tuple[Dtype, ...] = get_args(Dtype)

Aggregation = Literal["weighted", "harmonic"]
AGGREGATIONS: tuple[Aggregation, ...] = get_args(Aggregation)

Normalization = Literal["smile", "paper"]
SMILE_NORMALIZATION: Normalization = "smile"
PAPER_NORMALIZATION: Normalization = "paper"

# An answer that commits to another value than the reference's keeps this share of its score (docs/values.md).
OTHER_VALUE_FACTOR = 0.5
