"""The equivalence head in torch: the embedded encoder with the learned changes merged into its weights."""

import warnings
from typing import TYPE_CHECKING, Any

import torch

from .head_files import LEARNED, read_learned
from .probability_vectors import to_vectors

if TYPE_CHECKING:
    from pathlib import Path

    from sentence_transformers import SentenceTransformer


class AnswerMarked(torch.nn.Module):
    """Embeds tokens as BERT does, and marks the answer's tokens as BERT's second segment.

    The answer stands between the last two separators. The ids alone tell, so that every back end marks alike.

    Args:
        embeddings: BERT's embedding layer.
        separator_id: Token id of the separator.
    """

    def __init__(self, embeddings: torch.nn.Module, separator_id: int) -> None:
        """Wraps the embeddings."""
        super().__init__()
        self.embeddings = embeddings
        self.separator_id = separator_id

    def forward(self, input_ids: torch.Tensor, **others: Any) -> torch.Tensor:
        """Returns the (b, l, d) embeddings of (b, l) ids."""
        is_separator = (input_ids == self.separator_id).long()
        before = is_separator.cumsum(dim=1) - is_separator
        is_answer = before >= is_separator.sum(dim=1, keepdim=True) - 1
        embedded: torch.Tensor = self.embeddings(input_ids=input_ids, **others | {"token_type_ids": is_answer.long()})
        return embedded


class ProbabilityLayer(torch.nn.Module):
    """The last layer: turns the mean of the token vectors into a probability, as one of `probability_vectors`.

    Args:
        dimensions: Length of the token vectors.
    """

    def __init__(self, dimensions: int) -> None:
        """Starts with a probability of one half for every text."""
        super().__init__()
        self.layer = torch.nn.Linear(dimensions, 1)
        torch.nn.init.zeros_(self.layer.weight)
        torch.nn.init.zeros_(self.layer.bias)

    def forward(self, features: dict[str, Any]) -> dict[str, Any]:
        """Adds the (b, 1) `logit` and replaces the `sentence_embedding`."""
        logit = self.layer(features["sentence_embedding"])
        return features | {"logit": logit, "sentence_embedding": to_vectors(logit)}

    def get_embedding_dimension(self) -> int:
        """Returns the length of the vectors."""
        return 2


def with_probability(model: "SentenceTransformer") -> "SentenceTransformer":
    """Returns an encoder with an untrained `ProbabilityLayer` in place of its normalisation to unit length."""
    from sentence_transformers import SentenceTransformer

    transformer, pooling = model[0], model[1]
    encoder: Any = transformer.model
    encoder.embeddings = AnswerMarked(encoder.embeddings, model.tokenizer.sep_token_id)
    modules = [transformer, pooling, ProbabilityLayer(pooling.get_embedding_dimension())]
    return SentenceTransformer(modules=modules, device=str(model.device))


def with_head(model: "SentenceTransformer", folder: "Path") -> "SentenceTransformer":
    """Returns the embedded encoder with the learned changes in a folder merged into its weights."""
    from peft import PeftModel

    learned = read_learned(folder / LEARNED)
    headed = with_probability(model)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # between peft and transformers, not for users
        adapted: Any = PeftModel.from_pretrained(headed[0].model, str(folder))
        headed[0].model = adapted.merge_and_unload()
    with torch.no_grad():
        headed[2].layer.weight[0] = torch.tensor(learned.layer)
        headed[2].layer.bias[0] = learned.layer_bias
    return headed.to(model.device).eval()
