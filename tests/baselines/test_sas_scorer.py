import json
from typing import Any

import numpy as np
import pytest

from smile import __version__
from smile.baselines.sas_scorer import SASScorer
from smile.encoding.cross_encoders import PairScores
from smile.encoding.encoders import SentenceEncoder
from smile.settings.named_settings import named_settings
from tests.support.tiny_encoder import TableEncoder, TinyEncoder

PREDICTIONS = ["paris", "", "in rome", "paris"]
REFERENCES = [["rome", "paris"], "x", "rome", ["it is paris"]]


def test_bi_encoder_gives_the_best_references_cosine() -> None:
    encoder = TableEncoder({"p": (1.0, 0.0), "near": (0.8, 0.6), "far": (-1.0, 0.0), "across": (0.0, 1.0)})
    scores = SASScorer(encoder).score(["p", "p", ""], [["across", "near", "far"], ["far"], ["near"]])
    assert scores.items()["sas"] == pytest.approx([0.8, -1.0, 0.0])
    assert scores.items()["best_reference"] == [1, 0, 0]


def test_summary_has_the_mean_and_the_counts(tiny_encoder: TinyEncoder) -> None:
    scores = SASScorer(tiny_encoder).score([*PREDICTIONS, "y" * 501], [*REFERENCES, "y"])
    summary = scores.summary(per_item=True)
    items = summary.pop("items")
    assert items == scores.items()
    assert items["sas"][:2] == pytest.approx([1.0, 0.0])
    assert items["best_reference"] == [1, 0, 0, 0, 0]
    assert summary == {
        "sas": pytest.approx(np.mean(items["sas"])),
        "n": 5,
        "n_empty_predictions": 1,
        "notes": {"truncated": 1, "out_of_vocabulary": 0},
        "signature": f"nrefs:var|kind:bi-encoder|model:tiny|version:{__version__}",
    }
    assert len(scores) == 5
    assert json.loads(json.dumps(items)) == items
    assert [type(items[name][0]) for name in items] == [float, int]


class PairTable:
    """A cross-encoder whose scores can be worked out by hand: the length of the prediction over that of the pair."""

    signature = "pairs"

    def __init__(self) -> None:
        self.calls: list[list[tuple[str, str]]] = []

    def score(self, pairs: list[tuple[str, str]], on_progress: Any = None) -> PairScores:
        self.calls.append(pairs)
        score = np.array([len(left) / (len(left) + len(right)) for left, right in pairs])
        return PairScores(score, np.array([len(left) > 5 for left, _ in pairs], dtype=np.bool_))


def test_cross_encoder_gives_the_best_pairs_score(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PairTable()
    monkeypatch.setattr("smile.baselines.sas_scorer.PairEncoder", PairTable)
    scores = SASScorer(table).score(["aa", "aa", "", "aaaaaa"], [["bbbb", "bb"], "bbbb", "b", "b"])
    assert scores.items() == {"sas": pytest.approx([0.5, 1 / 3, 0.0, 6 / 7]), "best_reference": [1, 0, 0, 0]}
    assert table.calls == [[("aa", "bbbb"), ("aa", "bb"), ("aaaaaa", "b")]]
    assert scores.is_truncated.tolist() == [False, False, False, True]
    assert scores.signature == f"nrefs:var|kind:cross-encoder|model:pairs|version:{__version__}"


@pytest.mark.real_encoder
def test_the_default_is_the_embedded_bi_encoder() -> None:
    scores = SASScorer().score(["NYC", "a bicycle"], ["New York City", "New York City"])
    vectors = SentenceEncoder(named_settings()).encode(["NYC", "a bicycle", "New York City"]).embeddings
    assert scores.sas == pytest.approx(vectors[:2] @ vectors[2], abs=1e-6)
    assert scores.sas[0] > 0.8 > 0.3 > scores.sas[1]
    assert "|kind:bi-encoder|model:all-MiniLM-L6-v2@5ba0032a|" in scores.signature


@pytest.mark.real_encoder
def test_unknown_texts_score_1_only_if_equal() -> None:
    predictions, references = ["左手", "右手", "😀", "right hand"], ["右手", ["左手", "右手"], "🎂", "right hand"]
    scores = SASScorer().score(predictions, references)
    assert scores.sas == pytest.approx([0, 1, 0, 1], abs=1e-6)
    assert scores.best_reference.tolist() == [0, 1, 0, 0]
    assert scores.is_out_of_vocabulary.tolist() == [True, True, True, False]
    assert scores.summary()["notes"]["out_of_vocabulary"] == 3
