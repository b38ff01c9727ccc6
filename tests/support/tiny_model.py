"""A tiny sentence-transformers model with random weights, for tests of what reads and changes real models."""

from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
from transformers import BertConfig, BertModel, BertTokenizerFast

# Tokens the model reads; of a text of ASCII letters one letter is one token, and two more stand around the text.
LIMIT = 16


def make_model(folder: Path, pooling: str | tuple[str, ...] = "mean", include_prompt: bool = True) -> Path:
    """Returns the folder of a model of one layer and 16 dimensions, with a token for each letter."""
    characters = "abcdefghijklmnopqrstuvwxyz0123456789.,:!"
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *characters, *(f"##{letter}" for letter in characters)]
    torch.manual_seed(0)
    shape = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    BertModel(BertConfig(vocab_size=len(tokens), **shape)).save_pretrained(folder / "bert")
    BertTokenizerFast(vocab={token: i for i, token in enumerate(tokens)}).save_pretrained(folder / "bert")
    transformer = Transformer(str(folder / "bert"), max_seq_length=LIMIT)
    model = SentenceTransformer(
        modules=[transformer, Pooling(16, pooling, include_prompt=include_prompt)], device="cpu"
    )
    model.save(str(folder / "tiny-bert"))
    return folder / "tiny-bert"
