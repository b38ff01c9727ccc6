import json
import os
import pickle
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sentence_transformers import SentenceTransformer

from smile import ModelError, SmileScorer
from smile.choices import EMBEDDED_MODEL
from smile.encoding.encoders import SentenceEncoder
from smile.encoding.model_files import find_embedded, find_model, is_embedded
from smile.encoding.static import static_encoder, word_table
from smile.encoding.static.static_encoder import StaticEncoder
from smile.encoding.static.word_table import WordTable, distilled_table
from smile.errors import StoreWarning
from smile.files.reading import read_rows
from smile.settings.named_settings import Settings, named_settings
from tests.support.command_line import python
from tests.support.damage import flip_a_bit_of
from tests.support.tiny_model import make_model

EXACT = 1e-6
# What eight bits leave of a number, beside the largest of its vector.
ROUNDED = 0.5 / 127


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache; vectors read before are forgotten."""
    monkeypatch.setenv("SMILE_CACHE", str(tmp_path / "cache"))
    static_encoder._word_vectors.cache_clear()
    return tmp_path / "cache"


@pytest.fixture
def settings(cache: Path, local_model: Path) -> Settings:
    return named_settings("fast", model=str(local_model), device="cpu")


def table_of(settings: Settings) -> WordTable:
    return distilled_table(find_model(settings.model, None), "cpu")


def all_vectors(table: WordTable) -> Any:
    return table.vectors(np.arange(len(table.steps)))


def vectors_on_disk(cache: Path) -> Path:
    [folder] = [path for path in (cache / "static").iterdir() if path.is_dir()]
    return folder


def test_tokens_have_the_vectors_the_encoder_gives_them(settings: Settings, local_model: Path) -> None:
    """With all components kept, tokens lie as far apart as in the encoder, once the weights are taken out."""
    table = table_of(settings)
    share = 1 / np.arange(2, len(table.steps) + 2)
    vectors = all_vectors(table) / (1e-4 / (1e-4 + share / share.sum()))[:, None]
    model = SentenceTransformer(str(local_model), device="cpu")

    def by_encoder(token: str) -> Any:
        ids = torch.tensor([[2, model.tokenizer.convert_tokens_to_ids(token), 3]])
        return model[0].auto_model(ids).last_hidden_state[0].mean(dim=0).detach().numpy()

    for left, right in (("a", "b"), ("7", "##z"), ("!", "##0")):
        places = [table.tokenizer.token_to_id(token) for token in (left, right)]
        found = np.linalg.norm(vectors[places[0]] - vectors[places[1]])
        assert found == pytest.approx(np.linalg.norm(by_encoder(left) - by_encoder(right)), rel=2 * ROUNDED)


def test_a_text_is_the_sum_of_its_tokens(settings: Settings) -> None:
    table = table_of(settings)
    text = "paris, 1889"
    ids = table.tokenizer.encode(text, add_special_tokens=False).ids
    whole = table.vectors(np.array(ids)).sum(axis=0)
    found = StaticEncoder(settings).encode([text, "paris,   1889", "1889 paris,"]).embeddings
    np.testing.assert_allclose(found[0], whole / np.linalg.norm(whole), atol=EXACT)
    np.testing.assert_allclose(found[1:], found[:1].repeat(2, axis=0), atol=EXACT)


def test_a_vector_does_not_depend_on_its_batch(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = StaticEncoder(settings)
    texts = [" ".join(f"word{i}{k}" for k in range(i % 12)) for i in range(300)]
    together = encoder.encode(texts).embeddings
    monkeypatch.setattr(static_encoder, "_MOST_WORDS", 5)
    static_encoder._word_vectors.cache_clear()
    monkeypatch.setattr(static_encoder, "_SUMS_AT_A_TIME", 7)
    np.testing.assert_array_equal(encoder.encode(texts).embeddings, together)
    alone = np.concatenate([encoder.encode([text]).embeddings for text in reversed(texts)])[::-1]
    np.testing.assert_array_equal(together, alone)


def test_sums_of_as_many_summands_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_encoder, "_SUMS_AT_A_TIME", 3)
    lengths, places = [2, 0, 1, 5, 2, 0, 3, 1], [0, 1, 3, 2, 2, 2, 0, 1, 3, 3, 1, 0, 2, 1]
    table = np.arange(12, dtype=np.float32).reshape(4, 3)
    found = static_encoder._sums(lengths, places, table.__getitem__)
    ends = np.cumsum(lengths)
    assert found.tolist() == [
        table[places[end - n : end]].sum(axis=0).tolist() for n, end in zip(lengths, ends, strict=True)
    ]
    assert static_encoder._sums([], [], table.__getitem__).shape == (0, 3)


def test_a_word_without_a_vector_matches_itself_alone(settings: Settings) -> None:
    texts = ["παρίσι", " παρίσι ", "ρώμη", "in παρίσι", "in ρώμη", "a" * 101, "", "  "]
    embeddings = StaticEncoder(settings).encode(texts).embeddings
    np.testing.assert_allclose(np.linalg.norm(embeddings, axis=1), [1, 1, 1, 1, 1, 1, 0, 0], atol=EXACT)
    cosines = embeddings @ embeddings.T
    assert cosines[0, 1] == pytest.approx(1)
    assert max(cosines[0, 2], cosines[0, 5], cosines[3, 4]) < 0.9


def test_the_vector_of_such_a_word_is_the_same_on_every_machine() -> None:
    found = static_encoder._hashed_direction("παρίσι", 10)
    assert (found > 0).tolist() == [bool(int(bit)) for bit in "1110110010"]
    assert np.linalg.norm(found) == pytest.approx(1)


def test_distilled_once(settings: Settings, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = StaticEncoder(settings).encode(["paris"]).embeddings
    static_encoder._word_vectors.cache_clear()
    monkeypatch.setattr("smile.encoding.static.word_table.distil", None)
    np.testing.assert_array_equal(StaticEncoder(settings).encode(["paris"]).embeddings, first)
    assert vectors_on_disk(cache).is_dir()


def test_distilled_alike_twice(settings: Settings, cache: Path) -> None:
    first = all_vectors(table_of(settings))
    shutil.rmtree(cache)
    np.testing.assert_array_equal(all_vectors(table_of(settings)), first)


def test_the_encoder_is_not_changed_by_distilling(settings: Settings) -> None:
    encoder = SentenceEncoder(settings)
    before = encoder.encode(["paris", "rome 1889"]).embeddings
    table_of(settings)
    np.testing.assert_array_equal(encoder.encode(["paris", "rome 1889"]).embeddings, before)


@pytest.mark.parametrize("damage", ["vectors.safetensors", "tokenizer.json", "manifest.json"])
def test_damaged_vectors_are_made_anew(settings: Settings, cache: Path, damage: str) -> None:
    first = all_vectors(table_of(settings))
    flip_a_bit_of(vectors_on_disk(cache) / damage)
    with pytest.warns(StoreWarning, match="are damaged .*: they are made again"):
        np.testing.assert_array_equal(all_vectors(table_of(settings)), first)
    np.testing.assert_array_equal(all_vectors(table_of(settings)), first)


def test_another_model_has_other_vectors(settings: Settings, tmp_path: Path) -> None:
    other = named_settings("fast", model=str(make_model(tmp_path, "cls")), device="cpu")
    texts = ["paris 1889", "rome"]
    assert StaticEncoder(other).signature != StaticEncoder(settings).signature
    assert not np.allclose(
        StaticEncoder(other).encode(texts).embeddings, StaticEncoder(settings).encode(texts).embeddings
    )


def test_a_model_that_cannot_be_distilled_is_named(cache: Path, tmp_path: Path) -> None:
    model = str(make_model(tmp_path, "max"))
    expected = r"from a model of Transformer, Pooling \(pooling 'max'\): choose a transformer that pools"
    with pytest.raises(ModelError, match=expected):
        SmileScorer("fast", model=model, device="cpu").score(["a"], ["b"])
    assert [path for path in (cache / "static").iterdir() if path.is_dir()] == []


def test_without_model2vec_the_error_says_what_to_install(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "model2vec.distill", None)
    with pytest.raises(ModelError, match=r'run `pip install "\.\[distill\]"`'):
        StaticEncoder(settings).encode(["paris"])


def test_a_cache_that_cannot_be_written_is_an_error(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("SMILE_CACHE", str(tmp_path / "file"))
    with pytest.raises(ModelError, match=r"cannot be kept in .*: make room, or name another folder in SMILE_CACHE"):
        StaticEncoder(settings).encode(["paris"])


@pytest.mark.slow
def test_two_processes_at_once_distil_once(settings: Settings, cache: Path) -> None:
    code = """
import sys
from smile.encoding.model_files import find_model
from smile.encoding.static import word_table
calls, distil = [], word_table.distil
word_table.distil = lambda *given: (calls.append(given), distil(*given))[1]
table = word_table.distilled_table(find_model(sys.argv[1], None), "cpu")
print(table.numbers.sum(), len(calls))
"""
    command = [sys.executable, "-c", code, settings.model]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    printed = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    sums, calls = zip(*(text.split() for text in printed), strict=True)
    assert sums[0] == sums[1]
    assert sorted(calls) == ["0", "1"]
    assert vectors_on_disk(cache).is_dir()


def scored(name: str, local_model: Path, rows: dict[str, Any]) -> Any:
    return SmileScorer(name, model=str(local_model), device="cpu").score(**rows)


def test_no_encoder_runs(cache: Path, local_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scored("fast", local_model, {"predictions": ["rome"], "references": ["paris"]})  # distils
    monkeypatch.setattr("smile.encoding.encoders.SentenceEncoder.encode", None)
    rows: dict[str, Any] = {"predictions": ["it is παρίσι", "🍓 is red"], "references": [["paris"], ["🍓", "🎂"]]}
    found = scored("fast", local_model, rows)
    assert found.best_reference.tolist() == [0, 0]
    assert "+static256int8|" in found.signature


def test_long_answers_are_read_to_their_end(cache: Path, local_model: Path) -> None:
    rows = {"predictions": ["no " * 40 + "paris"], "references": ["in paris"]}
    assert scored("default", local_model, rows).summary()["notes"]["truncated"] == 1
    assert scored("fast", local_model, rows).summary()["notes"]["truncated"] == 0


def test_threads_at_once_distil_once(settings: Settings, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    distil = word_table.distil

    def counted(*arguments: Any) -> dict[str, str]:
        calls.append(1)
        time.sleep(0.2)
        return distil(*arguments)

    monkeypatch.setattr(word_table, "distil", counted)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: StaticEncoder(settings).encode(["paris"]).embeddings, range(4)))
    assert calls == [1]
    for each in found[1:]:
        np.testing.assert_array_equal(each, found[0])


def test_scorers_can_be_sent_to_other_processes(cache: Path, local_model: Path) -> None:
    scorer = SmileScorer("fast", model=str(local_model), device="cpu")
    before = scorer.score(["rome"], ["paris"]).smile
    sent = pickle.dumps(scorer)
    assert len(sent) < 10_000
    assert pickle.loads(sent).score(["rome"], ["paris"]).smile == before  # noqa: S301 (our own)


def test_fast_loads_no_model(tmp_path: Path) -> None:
    """A new process scores with an empty cache; neither the encoder's files nor a library that runs models is read."""
    code = """
import sys
import smile.encoding.model_files as model_files
model_files.find_embedded = None
from smile import SmileScorer
scores = SmileScorer("fast").score(["It is in Paris, the caf\u00e9."], ["\u53f3 Paris"], ["Where is it?"])
print(scores.signature.split("|")[4], sorted({"torch", "openvino", "onnxruntime", "transformers"} & set(sys.modules)))
"""
    environment = os.environ | {"SMILE_CACHE": str(tmp_path / "cache"), "OMP_NUM_THREADS": "1"}
    done = python("-c", code, env=environment)
    assert done.stdout == f"encoder:{word_table.SIGNATURE} []\n", done.stderr
    assert not (tmp_path / "cache").exists()


def test_the_shipped_table_is_of_the_embedded_encoder() -> None:
    assert word_table.SIGNATURE.startswith(f"all-MiniLM-L6-v2@{find_embedded()[1]}+")
    assert not is_embedded(EMBEDDED_MODEL, "0" * 40)


def test_a_changed_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "table"
    shutil.copytree(word_table.FOLDER, folder)
    (folder / "tokenizer.json").write_text("{}")
    monkeypatch.setattr(word_table, "FOLDER", folder)
    with pytest.raises(ModelError, match=r"not those of this version \(tokenizer.json was changed .*install smile-met"):
        word_table.shipped_table()


@pytest.mark.real_encoder
def test_the_embedded_encoder_distilled(repository: Path) -> None:
    """What people call right stays right: the sample's answers rank nearly as with the encoder."""
    fast = SmileScorer("fast").score_rows(read_rows(repository / "assets" / "sample_qa.jsonl").rows)
    golden = json.loads((repository / "tests" / "scoring" / "default_golden.json").read_text(encoding="utf-8"))
    exact = np.array(golden["smile"])
    assert np.corrcoef(fast.smile, exact)[0, 1] > 0.97
    assert float(np.mean(fast.correct == (exact > 0.67))) > 0.9
    assert np.abs(fast.smile - exact).max() > EXACT
