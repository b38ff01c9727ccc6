"""What makes the embedded encoder the reader, and probabilities as vectors of unit length, by hand-worked examples."""

import math
from typing import Any

import numpy as np
import pytest
import torch

from smile.learned.network import AnswerMarked, ReadingLayer, to_vectors
from smile.learned.reader import from_vectors

SEPARATOR = 102


class Segments(torch.nn.Module):
    """In place of embeddings: gives back which segment each token is in."""

    def forward(self, input_ids: torch.Tensor, token_type_ids: torch.Tensor, **others: Any) -> torch.Tensor:
        return token_type_ids


@pytest.mark.parametrize(
    ("ids", "segments"),
    [
        # Question, reference and answer; then filled up.
        ([101, 5, 102, 6, 6, 102, 7, 7, 102, 0, 0], [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]),
        # Reference and answer.
        ([101, 6, 102, 7, 102], [0, 0, 0, 1, 1]),
        # An empty answer.
        ([101, 6, 102, 102], [0, 0, 0, 1]),
    ],
)
def test_the_answer_is_the_second_segment(ids: list[int], segments: list[int]) -> None:
    marked = AnswerMarked(Segments(), SEPARATOR)
    # Whatever the tokenizer said of segments.
    found = marked(torch.tensor([ids]), token_type_ids=torch.ones(1, len(ids), dtype=torch.long))
    assert found.tolist() == [segments]


MASK = 103


def read(layer: ReadingLayer, ids: list[list[int]], tokens: torch.Tensor, **others: Any) -> dict[str, Any]:
    input_ids = torch.tensor(ids)
    features = {"input_ids": input_ids, "attention_mask": torch.ones_like(input_ids), "token_embeddings": tokens}
    with torch.no_grad():
        return layer(features | others)


@pytest.fixture
def layer() -> ReadingLayer:
    """Reads a vector's first number for the meaning, twice its second for a mention, their difference as similarity."""
    layer = ReadingLayer(2, MASK)
    with torch.no_grad():
        layer.meaning.weight[0] = torch.tensor([1.0, 0.0])
        layer.mention.weight[0] = torch.tensor([0.0, 2.0])
        layer.similarity.weight[0] = torch.tensor([1.0, -1.0])
        layer.meaning.bias[0] = 0.5
    return layer


def test_without_a_mask_the_mean_of_all_tokens_is_read(layer: ReadingLayer) -> None:
    tokens = torch.tensor([[[1.0, 9.0], [2.0, 9.0], [6.0, 9.0]]])
    assert read(layer, [[101, 5, 102]], tokens)["logits"][:, 0].tolist() == [3.5]
    filled_up = torch.tensor([[1, 1, 0]])
    assert read(layer, [[101, 5, 0]], tokens, attention_mask=filled_up)["logits"][:, 0].tolist() == [2.0]
    assert read(layer, [[101, 5, 102]], tokens, attention_mask=None)["logits"][:, 0].tolist() == [3.5]


def test_with_masks_the_mean_of_the_masks_is_read(layer: ReadingLayer) -> None:
    tokens = torch.tensor([[[9.0, 9.0], [9.0, 1.0], [9.0, 9.0], [9.0, 2.0]]])
    assert read(layer, [[101, MASK, 5, MASK]], tokens)["logits"][:, 0].tolist() == [3.0]


def test_each_text_of_a_batch_is_read_by_its_own_reader(layer: ReadingLayer) -> None:
    tokens = torch.tensor([[[1.0, 4.0], [1.0, 4.0]], [[1.0, 4.0], [1.0, 4.0]]])
    assert read(layer, [[101, 5], [101, MASK]], tokens)["logits"][:, 0].tolist() == [1.5, 8.0]


def test_the_similarity_is_read_from_the_mean_of_all_tokens(layer: ReadingLayer) -> None:
    tokens = torch.tensor([[[1.0, 4.0], [3.0, 8.0]]])
    assert read(layer, [[101, 5]], tokens)["logits"][:, 1].tolist() == [-4.0]


def test_a_text_has_a_unit_vector_with_the_probabilities_in_its_second_half(layer: ReadingLayer) -> None:
    tokens = torch.tensor([[[0.0, 0.0]], [[1.0, 0.0]], [[-270.0, 0.0]]])
    found = read(layer, [[5], [5], [5]], tokens)
    logits = [0.5, 1.5, -269.5]
    assert found["logits"][:, 0].tolist() == logits
    vectors = found["sentence_embedding"]
    assert torch.linalg.norm(vectors, dim=1).tolist() == pytest.approx([1, 1, 1])
    assert (2 * vectors[:, 2].square()).tolist() == pytest.approx([1 / (1 + math.exp(-logit)) for logit in logits])


def test_a_probability_comes_back_from_a_vector_of_unit_length() -> None:
    logits = [0.0, math.log(3), -2.0, 20.0, -269.5]
    vectors = to_vectors(torch.tensor(logits)[:, None]).numpy()
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(5))
    assert vectors[1].tolist() == pytest.approx([0.5, math.sqrt(0.75)])
    assert from_vectors(vectors)[:, 0] == pytest.approx([1 / (1 + math.exp(-logit)) for logit in logits])
    # 1 - p of float32 would be 0.
    assert vectors[3, 0] == pytest.approx(math.sqrt(1 / (1 + math.exp(20))))


def test_no_rounding_makes_a_probability_over_one() -> None:
    longest = np.nextafter(np.float32(math.sqrt(0.5)), np.float32(1))
    vectors = np.array([[0, 0, longest, longest]], dtype=np.float32)
    assert 2 * float(longest) ** 2 > 1
    assert from_vectors(vectors).tolist() == [[1.0, 1.0]]
