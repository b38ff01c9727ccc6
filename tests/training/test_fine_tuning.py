"""The training of the reader: same seed, same weights; a run that was ended goes on; what is written is what reads."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file
from sentence_transformers import SentenceTransformer

from smile.encoding.encoders import embed_in_batches
from smile.encoding.model_files import find_embedded_model_files
from smile.encoding.torch_backend import TorchBackend
from smile.learned.reader import probabilities_from_vectors
from smile.learned.reader_files import WEIGHTS
from smile.learned.reader_in_torch import torch_reader_of
from smile.learned.reader_texts import meaning_text
from smile.shared_types import FloatArray
from training.fine_tuning import Example, Recipe, fine_tune

EXAMPLES = [
    Example(text, target, "test")
    for place in ("Paris", "Rome", "Oslo", "Lima")
    for text, target in (
        (meaning_text("Where is it?", place, f"It is in {place}."), 1.0),
        (meaning_text("Where is it?", place, "It is in a box."), 0.0),
        (f"It is in [MASK], where {place} has friends.", 1.0),
        (f"It is not in [MASK], where {place} has friends.", 0.0),
    )
] + [Example(meaning_text(None, "a town", "a city"), 0.8, "test", is_graded=True)]
TEXTS = [example.text for example in EXAMPLES[:4]]
RECIPE = Recipe(tokens_per_batch=64)


def read(model: SentenceTransformer) -> FloatArray:
    vectors, _ = embed_in_batches(TorchBackend(model), TEXTS)
    return probabilities_from_vectors(vectors)


@pytest.mark.real_encoder
class TestFineTuning:
    def test_what_is_written_reads_as_what_was_trained(self, tmp_path: Path) -> None:
        trained = fine_tune(EXAMPLES, RECIPE, "cpu", tmp_path)
        weights = load_file(tmp_path / WEIGHTS)
        assert {tensor.dtype for tensor in weights.values()} == {np.dtype(np.float16)}
        assert {path.name for path in tmp_path.iterdir()} == {WEIGHTS}
        shipped = torch_reader_of(SentenceTransformer(find_embedded_model_files()[0], device="cpu"), tmp_path / WEIGHTS)
        np.testing.assert_allclose(read(shipped), read(trained), atol=1e-6)
        assert np.all(read(trained) != 0.5)

    @pytest.mark.slow
    def test_ended_training_resumes_with_equal_weights(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        whole, other, ended = tmp_path / "whole", tmp_path / "other", tmp_path / "ended"
        for folder in (whole, other, ended):
            folder.mkdir()
        recipe = Recipe(tokens_per_batch=64, seconds_between_checkpoints=0.0)
        fine_tune(EXAMPLES, recipe, "cpu", whole)
        fine_tune(EXAMPLES, replace(recipe, seed=1), "cpu", other)
        assert (other / WEIGHTS).read_bytes() != (whole / WEIGHTS).read_bytes()
        save, n_saved = torch.save, 0

        def save_twice(*arguments: object) -> None:
            nonlocal n_saved
            n_saved += 1
            if n_saved > 2:
                raise KeyboardInterrupt
            save(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(torch, "save", save_twice)
            with pytest.raises(KeyboardInterrupt):
                fine_tune(EXAMPLES, recipe, "cpu", ended)
        assert not (ended / WEIGHTS).exists()
        fine_tune(EXAMPLES, recipe, "cpu", ended)
        expected, found = load_file(whole / WEIGHTS), load_file(ended / WEIGHTS)
        assert json.dumps(sorted(found)) == json.dumps(sorted(expected))
        for name, weight in expected.items():
            np.testing.assert_array_equal(found[name], weight)
