from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import load_file
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer

from smile.encoding.model_files import find_model
from smile.encoding.static.word_table import TOKENIZER, VECTORS
from tools.static_table import distil


def test_token_distances_are_the_encoders(local_model: Path, tmp_path: Path) -> None:
    """All components are kept of the tiny model, and the weights are taken out."""
    distil(find_model(str(local_model), None), tmp_path)
    arrays, tokenizer = load_file(tmp_path / VECTORS), Tokenizer.from_file(str(tmp_path / TOKENIZER))
    share = 1 / np.arange(2, len(arrays["steps"]) + 2)
    weights = 1e-4 / (1e-4 + share / share.sum())
    vectors = arrays["numbers"] * arrays["steps"][:, None] / weights[:, None]
    model = SentenceTransformer(str(local_model), device="cpu")

    def by_encoder(token: str) -> np.ndarray:
        ids = torch.tensor([[2, model.tokenizer.convert_tokens_to_ids(token), 3]])
        return model[0].auto_model(ids).last_hidden_state[0].mean(dim=0).detach().numpy()

    for left, right in (("a", "b"), ("7", "##z"), ("!", "##0")):
        places = [tokenizer.token_to_id(token) for token in (left, right)]
        found = np.linalg.norm(vectors[places[0]] - vectors[places[1]])
        expected = np.linalg.norm(by_encoder(left) - by_encoder(right))
        assert abs(found - expected) < expected / 127  # what eight bits leave
