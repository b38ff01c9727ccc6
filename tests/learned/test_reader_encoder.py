"""The reader as an encoder: what is loaded, kept and sent to other processes by it."""

import pickle

import pytest

from smile import ModelError
from smile.encoding.model_files import find_model
from smile.learned.reader_files import find_reader_model


def test_a_found_reader_is_equal_when_it_is_found_again_or_pickled() -> None:
    found = find_reader_model()
    assert found == find_reader_model()
    assert hash(found) == hash(pickle.loads(pickle.dumps(found)))  # noqa: S301 - just written
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - just written


def test_the_reader_is_no_model_that_a_user_can_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match="neither a folder here nor"):
        find_model("reader", None)
