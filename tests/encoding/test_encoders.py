import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch
from sentence_transformers import SentenceTransformer

from smile import ModelError, UsageError
from smile.constants import EMBEDDED_MODEL
from smile.encoding import model_files, torch_backend
from smile.encoding.encoders import SentenceEncoder, cosine
from smile.encoding.unknown_tokens import UnknownTokens
from smile.settings.named_settings import named_settings
from tests.support.command_line import python
from tests.support.damage import flip_a_bit_of

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
def test_a_saved_model_loads_by_its_path_and_a_vector_does_not_depend_on_its_neighbours(
    local_model: Path, options: dict[str, Any]
) -> None:
    encoded = encoder(local_model, **options).encode(TEXTS)
    assert encoded.embeddings.dtype == np.float32
    assert encoded.embeddings == pytest.approx(plainly(local_model, TEXTS), abs=EXACT)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_a_checkpoint_of_half_precision_is_read_as_float32(
    local_model: Path, tmp_path: Path, dtype: torch.dtype
) -> None:
    SentenceTransformer(str(local_model), device="cpu").to(dtype).save(str(tmp_path / "half"))
    config = json.loads((tmp_path / "half" / "config.json").read_text())
    assert config["dtype"] == str(dtype).removeprefix("torch.")
    vectors = encoder(tmp_path / "half").encode(TEXTS).embeddings
    assert vectors == pytest.approx(plainly(tmp_path / "half", TEXTS), abs=EXACT)


def test_bfloat16_is_used_where_it_is_asked_for(local_model: Path) -> None:
    exact = encoder(local_model).encode(TEXTS).embeddings
    rounded = encoder(local_model, dtype="bfloat16").encode(TEXTS).embeddings
    assert EXACT < np.abs(exact - rounded).max() < 0.05


def test_a_prompt_stands_before_every_text(local_model: Path) -> None:
    prompted = encoder(local_model, prompt="q: ").encode(TEXTS).embeddings
    assert prompted == pytest.approx(plainly(local_model, [f"q: {text}" for text in TEXTS]), abs=EXACT)
    assert np.abs(prompted - encoder(local_model).encode(TEXTS).embeddings).max() > 0.01


@pytest.fixture
def prompted_model(local_model: Path, tmp_path: Path) -> Path:
    """The local model with a default prompt of its own, in a folder of the same name."""
    model = SentenceTransformer(
        str(local_model), device="cpu", prompts={"query": "query: "}, default_prompt_name="query"
    )
    model.save(str(tmp_path / "tiny-bert"))
    return tmp_path / "tiny-bert"


def test_a_models_own_prompt_is_used_where_none_is_given(local_model: Path, prompted_model: Path) -> None:
    vectors = encoder(prompted_model).encode(TEXTS).embeddings
    assert vectors == pytest.approx(plainly(local_model, [f"query: {text}" for text in TEXTS]), abs=EXACT)


@pytest.mark.parametrize(("length", "prompt", "is_cut"), [(14, None, False), (15, None, True), (14, "q", True)])
def test_texts_beyond_the_length_limit_are_marked(
    local_model: Path, length: int, prompt: str | None, is_cut: bool
) -> None:
    encoded = encoder(local_model, prompt=prompt).encode(["a", "b" * length])
    assert encoded.is_truncated.tolist() == [False, is_cut]


def test_a_models_own_prompt_counts_towards_the_limit(prompted_model: Path) -> None:
    assert encoder(prompted_model).encode(["a", "abcdefghijklmn"]).is_truncated.tolist() == [False, True]


def test_the_signature_carries_the_hash_of_a_local_model(local_model: Path, tmp_path: Path) -> None:
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
def test_a_changed_file_of_the_embedded_encoder_is_refused(
    embedded_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    folder = shutil.copytree(embedded_model, tmp_path / "weights")
    monkeypatch.setattr(model_files, "EMBEDDED_FOLDER", folder)
    flip_a_bit_of(folder / changed)
    with pytest.raises(ModelError, match=f"{changed} is not the file of the embedded encoder.*install smile-metric"):
        SentenceEncoder(named_settings()).encode(["paris"])
    (folder / changed).unlink()
    with pytest.raises(ModelError, match=r"\(SHA-256 no such file"):
        SentenceEncoder(named_settings()).encode(["paris"])


@pytest.mark.usefixtures("no_hub")
def test_a_revision_of_the_embedded_encoder_is_the_hubs() -> None:
    with pytest.raises(ModelError, match="neither a local folder nor a sentence-transformers model"):
        encoder(EMBEDDED_MODEL, revision="1110a243fdf4706b3f48f1d95db1a4f5529b4d41").encode(["paris"])


@pytest.mark.usefixtures("no_hub")
@pytest.mark.parametrize("model", ["no-such/model", "./no-such-folder"])
def test_a_model_that_is_nowhere_is_refused(model: str) -> None:
    with pytest.raises(ModelError, match=f"^'{model}' is neither a local folder nor.*use the setting 'default'"):
        encoder(model).encode(["paris"])


@pytest.mark.parametrize("missing", ["modules.json", "model.safetensors"])
def test_a_folder_that_holds_no_model_is_refused(local_model: Path, tmp_path: Path, missing: str) -> None:
    shutil.copytree(local_model, tmp_path / "model")
    (tmp_path / "model" / missing).unlink()
    with pytest.raises(ModelError, match=r"has no sentence-transformers model \(modules.json and weights\)"):
        encoder(tmp_path / "model").encode(["paris"])


def test_a_broken_model_is_refused_by_name(local_model: Path, tmp_path: Path) -> None:
    shutil.copytree(local_model, tmp_path / "model")
    (tmp_path / "model" / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelError, match=r"^the model '.*model' cannot be loaded \(.*use the setting 'default'"):
        encoder(tmp_path / "model").encode(["paris"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"revision": "abc"}, r"^revision='abc' does not apply to a folder"),
        ({"dtype": "float16"}, r"^dtype='float16' is a hundred times slower on a CPU"),
        ({"device": "nonsense"}, r"^device='nonsense' cannot be used here \(.*\): leave it out"),
    ],
    ids=["revision of a folder", "float16 on a CPU", "unknown device"],
)
def test_an_option_that_cannot_be_had_is_refused(local_model: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        encoder(local_model, **options).encode(["paris"])


@pytest.mark.slow
def test_of_a_model_of_the_hub_the_commit_is_loaded_that_the_signature_names(local_model: Path, tmp_path: Path) -> None:
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


def test_unknown_pieces_are_told_with_their_share(embedded_model: Path) -> None:
    found = encoder(embedded_model).unknown_tokens(
        ["Paris", "café", "the 右手 side", "😀 😀 🎂", "B" * 101, "b " * 101]
    )
    assert found == {
        "the 右手 side": UnknownTokens(frozenset({"右"}), 0.25),
        "😀 😀 🎂": UnknownTokens(frozenset({"😀", "🎂"}), 1.0),
        "B" * 101: UnknownTokens(frozenset({"b" * 101}), 1.0),
    }


def test_without_a_tokenizer_that_can_be_read_nothing_is_unknown(local_model: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(local_model, tmp_path / "slow")
    assert encoder(folder).unknown_tokens(["右手"]) != {}
    (folder / "tokenizer.json").unlink()
    assert encoder(shutil.copytree(folder, tmp_path / "slower")).unknown_tokens(["右手"]) == {}


def test_cosine_is_clipped_where_rounding_goes_beyond_one() -> None:
    embeddings = np.array([[1.0000001, 0], [-1.0000001, 0]], dtype=np.float32)
    assert cosine(embeddings, embeddings, np.array([0, 0]), np.array([0, 1])).tolist() == [1.0, -1.0]
