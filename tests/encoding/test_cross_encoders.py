"""Cross-encoders of one layer with random weights, saved and loaded as real ones are."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from scipy.special import expit
from sentence_transformers import CrossEncoder
from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

from smile import ModelError, UsageError
from smile.constants import EMBEDDED_MODEL
from smile.encoding.cross_encoders import PairEncoder, is_cross_encoder
from smile.settings.named_settings import named_settings

PAIRS = [("paris", "it is in paris"), ("a", "b"), ("london, 1889.", "paris!"), ("c", "c"), ("", "d")]
LIMIT = 16  # tokens of a pair: one a letter, and three that stand around the two texts
EXACT = 1e-6

Make = Callable[..., Path]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """Saves a cross-encoder with the given activation and number of labels; its logits are well over 1."""
    characters = "abcdefghijklmnopqrstuvwxyz0123456789.,:!"
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *characters, *(f"##{letter}" for letter in characters)]
    shape = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}

    def save(activation: torch.nn.Module | None = None, num_labels: int = 1) -> Path:
        root = tmp_path_factory.mktemp("cross")
        torch.manual_seed(7)  # logits within 0 and 1, and over 1
        model = BertForSequenceClassification(BertConfig(vocab_size=len(tokens), num_labels=num_labels, **shape))
        for weights in model.parameters():
            if weights.dim() > 1:
                torch.nn.init.normal_(weights, std=0.7)
        model.save_pretrained(root / "bert")
        tokenizer = BertTokenizerFast(vocab={token: i for i, token in enumerate(tokens)}, model_max_length=LIMIT)
        tokenizer.save_pretrained(root / "bert")
        CrossEncoder(str(root / "bert"), activation_fn=activation, device="cpu").save_pretrained(str(root / "tiny"))
        return root / "tiny"

    return save


@pytest.fixture(scope="module")
def sigmoid_model(make: Make) -> Path:
    return make(torch.nn.Sigmoid())


@pytest.fixture(scope="module")
def identity_model(make: Make) -> Path:
    return make(torch.nn.Identity())


def encoder(model: Path, **options: Any) -> PairEncoder:
    return PairEncoder(named_settings(model=str(model), device="cpu", **options))


def plainly(model: Path, pairs: list[tuple[str, str]]) -> Any:
    """Scores with sentence-transformers itself, one call per pair."""
    loaded = CrossEncoder(str(model), device="cpu")
    return np.array([loaded.predict([pair], show_progress_bar=False)[0] for pair in pairs])


def test_a_model_that_ends_in_a_sigmoid_is_left_as_it_is(sigmoid_model: Path) -> None:
    expected = plainly(sigmoid_model, PAIRS)
    assert encoder(sigmoid_model).score(PAIRS).score == pytest.approx(expected, abs=EXACT)
    assert np.ptp(expected) > 0.1


def test_any_other_model_gets_a_sigmoid_also_for_logits_within_0_and_1(identity_model: Path) -> None:
    """The decision is the model's, where Haystack asks whether some score of the call is over 1."""
    logits = plainly(identity_model, PAIRS)
    assert any(0 < logit < 1 for logit in logits)
    assert logits.max() > 1
    assert encoder(identity_model).score(PAIRS).score == pytest.approx(expit(logits), abs=EXACT)
    for pair, logit in zip(PAIRS, logits, strict=True):
        assert encoder(identity_model).score([pair]).score[0] == pytest.approx(expit(logit), abs=EXACT)


@pytest.mark.parametrize("batch_size", [1, 2, 512])
def test_a_pairs_score_does_not_depend_on_its_neighbours(
    sigmoid_model: Path, identity_model: Path, batch_size: int
) -> None:
    for model in (sigmoid_model, identity_model):
        together = encoder(model, batch_size=batch_size).score(PAIRS).score
        alone = [encoder(model).score([pair]).score[0] for pair in PAIRS]
        assert together == pytest.approx(alone, abs=EXACT)
        assert encoder(model).score(PAIRS[::-1]).score[::-1] == pytest.approx(together, abs=EXACT)


@pytest.mark.parametrize(("length", "is_cut"), [(12, False), (13, True)])
def test_pairs_beyond_the_length_limit_are_marked(sigmoid_model: Path, length: int, is_cut: bool) -> None:
    scored = encoder(sigmoid_model).score([("a", "b"), ("a", "b" * length)])
    assert scored.is_truncated.tolist() == [False, is_cut]


def test_the_signature_carries_hash_and_activation(sigmoid_model: Path, identity_model: Path, tmp_path: Path) -> None:
    shutil.copytree(sigmoid_model, tmp_path / "tiny")
    signature = encoder(sigmoid_model).signature
    assert encoder(tmp_path / "tiny").signature == signature
    assert signature.startswith("tiny@")
    assert signature.endswith("+sigmoid")
    assert encoder(identity_model).signature.endswith("+identity+sigmoid")
    assert encoder(identity_model).signature.split("+")[0] != signature.split("+")[0]


def test_a_classifier_of_several_labels_is_refused(make: Make) -> None:
    with pytest.raises(ModelError, match=r"gives 3 scores per pair, not 1: it is a classifier"):
        encoder(make(num_labels=3)).score(PAIRS)


def test_a_broken_model_is_refused_by_name(sigmoid_model: Path, tmp_path: Path) -> None:
    shutil.copytree(sigmoid_model, tmp_path / "model")
    (tmp_path / "model" / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelError, match=r"^the model '.*model' cannot be loaded \(.*leave the model out"):
        encoder(tmp_path / "model").score(PAIRS)


def test_another_back_end_than_torch_is_refused(sigmoid_model: Path) -> None:
    with pytest.raises(UsageError, match="is a cross-encoder, which needs torch: leave out the back end openvino"):
        encoder(sigmoid_model, backend="openvino")


class TestKind:
    def test_the_architecture_in_the_configuration_decides(self, sigmoid_model: Path, embedded_model: Path) -> None:
        assert is_cross_encoder(str(sigmoid_model))
        assert not is_cross_encoder(str(embedded_model))
        assert not is_cross_encoder(EMBEDDED_MODEL)

    @pytest.mark.parametrize("config", ["{}", '{"architectures": null}', '{"architectures": ["BertModel"]}', None])
    def test_anything_else_is_no_cross_encoder(self, config: str | None, tmp_path: Path) -> None:
        if config is not None:
            (tmp_path / "config.json").write_text(config)
        assert not is_cross_encoder(str(tmp_path))

    def test_a_configuration_that_cannot_be_read_is_an_error(self, tmp_path: Path) -> None:
        (tmp_path / "config.json").write_text("{")
        with pytest.raises(ModelError, match=r"cannot be loaded \(JSONDecodeError"):
            is_cross_encoder(str(tmp_path))

    def test_a_model_that_is_nowhere_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
        with pytest.raises(ModelError, match=r"^the model 'no-such/model' at revision 'abc' cannot be loaded"):
            is_cross_encoder("no-such/model", "abc")
