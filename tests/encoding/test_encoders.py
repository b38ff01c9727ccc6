"""Cross-encoders of one layer with random weights, saved and loaded as real ones are."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch
from scipy.special import expit
from sentence_transformers import CrossEncoder, SentenceTransformer
from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

from smile import ModelError, UsageError
from smile.constants import EMBEDDED_MODEL
from smile.encoding import model_files, torch_backend
from smile.encoding.cross_encoders import PairEncoder, is_cross_encoder
from smile.encoding.encoders import SentenceEncoder
from smile.encoding.unknown_tokens import UnknownTokens
from smile.settings.named_settings import named_settings
from tests.support.cases import cases
from tests.support.command_line import python
from tests.support.kills import flip_a_bit_of
from tests.support.tiny_model import LETTERS, LIMIT, SHAPE

TEXTS = ["paris", "it is in paris", "a", "london, 1889.", "paris!"]
EXACT = 1e-6


@pytest.fixture
def no_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Hub is out of reach and nothing of it was downloaded before; models loaded before are forgotten."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "empty"))
    torch_backend._load_backend.cache_clear()


def encoder(model: Path | str, **options: Any) -> SentenceEncoder:
    return SentenceEncoder(named_settings(model=str(model), **{"device": "cpu", "backend": "torch"} | options))


def plainly(model: Path, texts: list[str]) -> npt.NDArray[np.float32]:
    """Encodes with sentence-transformers itself, one call per text, in float32."""
    loaded = SentenceTransformer(str(model), device="cpu", model_kwargs={"dtype": torch.float32})
    return np.stack([loaded.encode(text, normalize_embeddings=True, show_progress_bar=False) for text in texts])


@pytest.mark.parametrize("options", [{}, {"batch_size": 2}])
def test_a_vector_does_not_depend_on_its_batch(local_model: Path, options: dict[str, Any]) -> None:
    encoded = encoder(local_model, **options).encode(TEXTS)
    assert encoded.embeddings.dtype == np.float32
    assert encoded.embeddings == pytest.approx(plainly(local_model, TEXTS), abs=EXACT)


def test_a_prompt_stands_before_every_text(local_model: Path) -> None:
    prompted = encoder(local_model, prompt="q: ").encode(TEXTS).embeddings
    assert prompted == pytest.approx(plainly(local_model, [f"q: {text}" for text in TEXTS]), abs=EXACT)
    assert np.abs(prompted - encoder(local_model).encode(TEXTS).embeddings).max() > 0.01


def test_signature_has_the_hash_of_a_model(local_model: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tiny-bert"
    shutil.copytree(local_model, copy)
    same = encoder(copy).signature
    assert same == encoder(local_model).signature
    assert same.startswith("tiny-bert@")
    torch.manual_seed(1)
    retrained = SentenceTransformer(str(local_model), device="cpu")
    for weights in retrained.parameters():
        torch.nn.init.normal_(weights)
    retrained.save(str(tmp_path / "again" / "tiny-bert"))
    assert encoder(tmp_path / "again" / "tiny-bert").signature != same


@pytest.mark.parametrize("options", [{"dtype": "bfloat16"}, {"prompt": "q: "}, {"prompt": "p: "}])
def test_an_option_that_changes_vectors_changes_the_signature(local_model: Path, options: dict[str, Any]) -> None:
    with_option = encoder(local_model, **options).signature
    assert with_option.startswith(encoder(local_model).signature)
    assert next(iter(options.values())) in with_option


@pytest.mark.parametrize("changed", ["model.safetensors", "tokenizer.json"])
def test_changed_files_of_the_encoder_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    folder = shutil.copytree(model_files.EMBEDDED_FOLDER, tmp_path / "weights")
    monkeypatch.setattr(model_files, "EMBEDDED_FOLDER", folder)
    flip_a_bit_of(folder / changed)
    with pytest.raises(ModelError, match=f"{changed} is not the file of the embedded encoder.*install smile-metric"):
        SentenceEncoder(named_settings()).encode(["paris"])
    (folder / changed).unlink()
    with pytest.raises(ModelError, match=r"\(SHA-256 no such file"):
        SentenceEncoder(named_settings()).encode(["paris"])


@pytest.mark.usefixtures("no_hub")
@pytest.mark.parametrize("model", ["no-such/model", "./no-such-folder"])
def test_a_model_that_is_nowhere_is_refused(model: str) -> None:
    with pytest.raises(ModelError, match=f"^'{model}' is neither a local folder nor.*use the setting 'default'"):
        encoder(model).encode(["paris"])


@cases
def test_an_option_that_cannot_be_had_is_refused(local_model: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        encoder(local_model, **options).encode(["paris"])


@pytest.mark.slow
def test_the_signature_names_the_commit_loaded(local_model: Path, tmp_path: Path) -> None:
    """A model that was downloaded before, as the Hub's own library keeps it; nothing is asked of the network."""
    commit = "0123456789abcdef0123456789abcdef01234567"
    kept = tmp_path / "hub" / "models--someone--tiny"
    shutil.copytree(local_model, kept / "snapshots" / commit)
    (kept / "refs").mkdir()
    (kept / "refs" / "main").write_text(commit)
    script = (
        "from smile.encoding.encoders import SentenceEncoder;"
        "from smile.settings.named_settings import named_settings; import json;"
        "encoder = SentenceEncoder(named_settings(model='someone/tiny', device='cpu', backend='torch'));"
        "print(json.dumps([encoder.signature, encoder.encode(['paris']).embeddings[0].tolist()]))"
    )
    environment = os.environ | {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    signature, vector = json.loads(python("-c", script, env=environment).stdout)
    assert signature == "someone/tiny@01234567"
    assert vector == pytest.approx(encoder(local_model).encode(["paris"]).embeddings[0].tolist(), abs=EXACT)


def test_unknown_pieces_are_told_with_their_share() -> None:
    found = encoder(model_files.EMBEDDED_FOLDER).unknown_tokens(
        ["Paris", "café", "the 右手 side", "😀 😀 🎂", "B" * 101, "b " * 101]
    )
    assert found == {
        "the 右手 side": UnknownTokens(frozenset({"右"}), 0.25),
        "😀 😀 🎂": UnknownTokens(frozenset({"😀", "🎂"}), 1.0),
        "B" * 101: UnknownTokens(frozenset({"b" * 101}), 1.0),
    }


PAIRS = [("paris", "it is in paris"), ("a", "b"), ("london, 1889.", "paris!"), ("c", "c"), ("", "d")]


def make(root: Path, activation: torch.nn.Module) -> Path:
    """Saves a cross-encoder with the given activation; its logits are within 0 and 1, and over 1."""
    torch.manual_seed(7)
    model = BertForSequenceClassification(BertConfig(vocab_size=len(LETTERS), num_labels=1, **SHAPE))
    for weights in model.parameters():
        if weights.dim() > 1:
            torch.nn.init.normal_(weights, std=0.7)
    model.save_pretrained(root / "bert")
    # One letter is one token of a pair, and three more stand around its two texts.
    BertTokenizerFast(vocab=LETTERS, model_max_length=LIMIT).save_pretrained(root / "bert")
    CrossEncoder(str(root / "bert"), activation_fn=activation, device="cpu").save_pretrained(str(root / "tiny"))
    return root / "tiny"


@pytest.fixture(scope="module")
def sigmoid_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("sigmoid"), torch.nn.Sigmoid())


@pytest.fixture(scope="module")
def identity_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("identity"), torch.nn.Identity())


def pair_encoder(model: Path, **options: Any) -> PairEncoder:
    return PairEncoder(named_settings(model=str(model), device="cpu", **options))


def plainly_scored(model: Path, pairs: list[tuple[str, str]]) -> Any:
    """Scores with sentence-transformers itself, one call per pair."""
    loaded = CrossEncoder(str(model), device="cpu")
    return np.array([loaded.predict([pair], show_progress_bar=False)[0] for pair in pairs])


def test_a_final_sigmoid_is_left_as_it_is(sigmoid_model: Path) -> None:
    expected = plainly_scored(sigmoid_model, PAIRS)
    assert pair_encoder(sigmoid_model).score(PAIRS).score == pytest.approx(expected, abs=EXACT)
    assert np.ptp(expected) > 0.1


def test_every_other_model_gets_a_sigmoid(identity_model: Path) -> None:
    """The decision is the model's, where Haystack asks whether some score of the call is over 1."""
    logits = plainly_scored(identity_model, PAIRS)
    assert any(0 < logit < 1 for logit in logits)
    assert logits.max() > 1
    assert pair_encoder(identity_model).score(PAIRS).score == pytest.approx(expit(logits), abs=EXACT)


@pytest.mark.parametrize("batch_size", [1, 2, 512])
def test_a_pairs_score_depends_on_no_other(sigmoid_model: Path, identity_model: Path, batch_size: int) -> None:
    for model in (sigmoid_model, identity_model):
        together = pair_encoder(model, batch_size=batch_size).score(PAIRS).score
        alone = [pair_encoder(model).score([pair]).score[0] for pair in PAIRS]
        assert together == pytest.approx(alone, abs=EXACT)
        assert pair_encoder(model).score(PAIRS[::-1]).score[::-1] == pytest.approx(together, abs=EXACT)


def test_the_signature_carries_hash_and_activation(sigmoid_model: Path, identity_model: Path, tmp_path: Path) -> None:
    shutil.copytree(sigmoid_model, tmp_path / "tiny")
    signature = pair_encoder(sigmoid_model).signature
    assert pair_encoder(tmp_path / "tiny").signature == signature
    assert signature.startswith("tiny@")
    assert signature.endswith("+sigmoid")
    assert pair_encoder(identity_model).signature.endswith("+identity+sigmoid")
    assert pair_encoder(identity_model).signature.split("+")[0] != signature.split("+")[0]


def test_the_architecture_in_the_configuration_decides(sigmoid_model: Path) -> None:
    assert is_cross_encoder(str(sigmoid_model))
    assert not is_cross_encoder(str(model_files.EMBEDDED_FOLDER))
    assert not is_cross_encoder(EMBEDDED_MODEL)
