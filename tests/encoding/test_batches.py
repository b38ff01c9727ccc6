import numpy as np
import pytest

from smile.encoding.batches import batches_by_length

LENGTHS = np.array([3, 900, 5, 3, 3, 5, 40, 3, 40])


@pytest.mark.parametrize("tokens", [1, 12, 100, 10_000])
@pytest.mark.parametrize("batch_size", [None, 1, 3])
def test_every_text_is_in_one_batch_of_texts_of_its_length(tokens: int, batch_size: int | None) -> None:
    batches = list(batches_by_length(LENGTHS, tokens, batch_size))
    assert sorted(np.concatenate(batches).tolist()) == list(range(len(LENGTHS)))
    for batch in batches:
        assert len(set(LENGTHS[batch].tolist())) == 1
        assert len(batch) == 1 or LENGTHS[batch].sum() <= tokens
        assert batch_size is None or len(batch) <= batch_size


def test_batches_are_as_full_as_they_may_be() -> None:
    assert [len(batch) for batch in batches_by_length(LENGTHS, 10)] == [3, 1, 2, 1, 1, 1]
    assert [len(batch) for batch in batches_by_length(LENGTHS, 10_000)] == [4, 2, 2, 1]
    assert [len(batch) for batch in batches_by_length(LENGTHS, 10_000, 3)] == [3, 1, 2, 2, 1]
