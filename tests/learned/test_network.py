"""What makes the embedded encoder the equivalence head, by hand-worked examples."""

import math
from typing import Any

import pytest
import torch

from smile.learned.network import AnswerMarked, ProbabilityLayer

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


def test_texts_of_a_batch_are_marked_each_by_its_own_separators() -> None:
    ids = torch.tensor([[101, 5, 102, 6, 102, 7, 102], [101, 6, 102, 7, 102, 0, 0]])
    assert AnswerMarked(Segments(), SEPARATOR)(ids).tolist() == [[0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1, 1]]


def test_a_verdict_is_a_unit_vector_whose_second_number_squared_is_the_probability() -> None:
    layer = ProbabilityLayer(2)
    with torch.no_grad():
        layer.layer.weight[0] = torch.tensor([1.0, -2.0])
        layer.layer.bias[0] = 0.5
        found = layer({"sentence_embedding": torch.tensor([[0.0, 0.0], [3.0, 1.0], [-90.0, 90.0]])})
    logits = [0.5, 1.5, -269.5]
    assert found["logit"][:, 0].tolist() == logits
    vectors = found["sentence_embedding"]
    assert torch.linalg.norm(vectors, dim=1).tolist() == pytest.approx([1, 1, 1])
    assert vectors[:, 1].square().tolist() == pytest.approx([1 / (1 + math.exp(-logit)) for logit in logits])


def test_untaught_it_is_undecided() -> None:
    vectors = ProbabilityLayer(4)({"sentence_embedding": torch.randn(3, 4)})["sentence_embedding"]
    assert vectors[:, 1].square().tolist() == pytest.approx([0.5] * 3)
