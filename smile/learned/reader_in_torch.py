"""The reader in torch: the embedded encoder with trained layers, and two readers on top."""

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from pathlib import Path

    from sentence_transformers import SentenceTransformer


def vectors_of_probabilities(logits: torch.Tensor) -> torch.Tensor:
    """Returns (n, 2k) unit vectors that hold the k probabilities of (n, k) logits.

    A vector is (sqrt(1 - p1), ..., sqrt(1 - pk), sqrt(p1), ..., sqrt(pk)) / sqrt(k): in this form stores and back
    ends serve the reader as any other encoder. `smile.learned.reader.probabilities_from_vectors` reads it.
    """
    # sigmoid(-logit) in place of 1 - p, which would round to 0 where the logit is large.
    return (torch.cat((torch.sigmoid(-logits), torch.sigmoid(logits)), dim=1) / logits.shape[1]).sqrt()


class AnswerMarked(torch.nn.Module):
    """Embeds tokens as BERT does, with the answer's tokens as BERT's second segment.

    The answer is between the last two separators. Only the token ids are used, so every back end gives the same result.
    """

    def __init__(self, embeddings: torch.nn.Module, separator_id: int) -> None:
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


class ReadingLayer(torch.nn.Module):
    """The two readers on one encoder, which turn a text's token vectors into probabilities.

    In a text with masks, an answer's mentions of a reference are masked: the mean vector of the masks decides whether
    the mention is asserted. Any other text is read for its meaning, from the mean vector of all tokens. The same mean
    gives the graded similarity of answer and reference, which has no meaning for a text with masks.
    """

    def __init__(self, dimensions: int, mask_id: int) -> None:
        super().__init__()
        self.meaning = torch.nn.Linear(dimensions, 1)
        self.mention = torch.nn.Linear(dimensions, 1)
        self.similarity = torch.nn.Linear(dimensions, 1)
        self.mask_id = mask_id
        for layer in (self.meaning, self.mention, self.similarity):
            torch.nn.init.zeros_(layer.weight)
            torch.nn.init.zeros_(layer.bias)

    def forward(self, features: dict[str, Any]) -> dict[str, Any]:
        """Adds the (b, 2) `logits` of reading and similarity, and the `sentence_embedding`."""
        tokens: torch.Tensor = features["token_embeddings"]
        is_mask = (features["input_ids"] == self.mask_id).unsqueeze(-1).to(tokens.dtype)
        is_token = features["attention_mask"].unsqueeze(-1).to(tokens.dtype)
        n_masks = is_mask.sum(dim=1)
        mean = (tokens * is_token).sum(dim=1) / is_token.sum(dim=1)
        of_mention = self.mention((tokens * is_mask).sum(dim=1) / n_masks.clamp(min=1))
        read = torch.where(n_masks > 0, of_mention, self.meaning(mean))
        logits = torch.cat((read, self.similarity(mean)), dim=1)
        return features | {"logits": logits, "sentence_embedding": vectors_of_probabilities(logits)}

    def get_embedding_dimension(self) -> int:
        """Returns the length of the vectors."""
        return 4


def untrained_torch_reader(model: "SentenceTransformer") -> "SentenceTransformer":
    """Returns an encoder with an untrained `ReadingLayer` in place of its pooling and normalisation."""
    from sentence_transformers import SentenceTransformer

    transformer = model[0]
    encoder: Any = transformer.model
    encoder.embeddings = AnswerMarked(encoder.embeddings, model.tokenizer.sep_token_id)
    layer = ReadingLayer(model[1].get_embedding_dimension(), model.tokenizer.mask_token_id)
    return SentenceTransformer(modules=[transformer, layer], device=str(model.device))


def weights_of_torch_reader(reader: "SentenceTransformer") -> dict[str, torch.Tensor]:
    """Returns the weights that training changes, by name: the encoder's layers and the two readers."""
    encoder: Any = reader[0].model
    return {
        **{f"encoder.{name}": weight for name, weight in encoder.encoder.state_dict().items()},
        **{f"reading.{name}": weight for name, weight in reader[1].state_dict().items()},
    }


def torch_reader_of(model: "SentenceTransformer", weights: "Path") -> "SentenceTransformer":
    """Returns the embedded encoder with the trained weights of a file in place of its own."""
    from safetensors.torch import load_file

    reader = untrained_torch_reader(model)
    shipped = load_file(weights)
    with torch.no_grad():
        for name, weight in weights_of_torch_reader(reader).items():
            weight.copy_(shipped[name])
    return reader.to(model.device).eval()
