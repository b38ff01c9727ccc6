"""The head as an encoder: what is loaded, kept and sent to other processes by it."""

import pickle

import pytest

from smile import ModelError
from smile.encoding.model_files import find_model
from smile.learned.head_encoder import find_headed_model


def test_a_found_head_is_equal_when_it_is_found_again_or_pickled() -> None:
    found = find_headed_model()
    assert found == find_headed_model()
    assert hash(found) == hash(pickle.loads(pickle.dumps(found)))  # noqa: S301 - just written
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - just written


def test_the_head_is_no_model_that_a_user_can_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match="neither a folder here nor"):
        find_model("equivalence-head", None)
