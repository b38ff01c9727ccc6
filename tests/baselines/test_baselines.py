"""Exact match, F1, BLEU, ROUGE-L and METEOR against the implementations that others use."""

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sacrebleu
from nltk.translate.bleu_score import brevity_penalty, modified_precision
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from smile import __version__
from smile.baselines.match_scorer import QAMatchScorer
from smile.baselines.sas_scorer import SASScorer
from smile.baselines.word_overlap import (
    bleu_1,
    bleu_4,
    bleu_tokenizer,
    corpus_bleu,
    exact_match,
    f1,
    meteor,
    rouge_l,
    words_for_overlap,
)
from smile.encoding.cross_encoders import PairScores
from smile.rows.checked_rows import check_rows
from tests.support.cases import cases
from tests.support.command_line import read_sample
from tests.support.tiny_encoder import TableEncoder, TinyEncoder

EXACT = 1e-9
SAMPLE = {
    f"{name}s": [row.get(name, row["references"]) for row in read_sample()] for name in ("prediction", "reference")
}

# [prediction, reference, exact match, F1] of SQuAD's official script for v1.1, as the module `squad` of evaluate has it
# (github.com/huggingface/evaluate, metrics/squad/compute_score.py at b6e7c3b0): all pairs of assets/sample_qa.jsonl,
# and made-up ones of articles, punctuation and characters beyond ASCII. Pairs of which a side normalises to nothing
# are left out: there the script lets all such answers equal one another, and this project does not.
GOLDEN = json.loads((Path(__file__).parent / "squad_golden.json").read_text(encoding="utf-8"))
PAIRS = [(prediction, reference) for prediction, reference, _, _ in GOLDEN]


def test_em_and_f1_are_those_of_squads_script() -> None:
    assert len(GOLDEN) >= 200
    for prediction, reference, em, score in GOLDEN:
        assert exact_match(prediction, reference) == em, (prediction, reference)
        assert f1(prediction, reference) == pytest.approx(score, abs=EXACT), (prediction, reference)


@cases
def test_words_by_language(text: str, language: str, words: list[str]) -> None:
    assert words_for_overlap(text, language) == tuple(words)


def test_bleu_1_is_nltks() -> None:
    tokenize = Tokenizer13a()
    for prediction, reference in PAIRS:
        predicted, wanted = tokenize(prediction.lower()).split(), tokenize(reference.lower()).split()
        precision = float(modified_precision([wanted], predicted, 1))
        expected = precision * brevity_penalty(len(wanted), len(predicted))
        assert bleu_1(prediction, reference) == pytest.approx(expected, abs=EXACT), (prediction, reference)


def test_bleu_4_is_sacrebleus() -> None:
    for prediction, reference in PAIRS:
        expected = sacrebleu.sentence_bleu(prediction, [reference], lowercase=True, use_effective_order=True).score
        assert bleu_4(prediction, reference) == pytest.approx(expected / 100, abs=EXACT), (prediction, reference)


@pytest.mark.parametrize(("language", "tokenizer"), [("zh", "zh"), ("ja", "char"), ("ko", "char"), ("de", "13a")])
def test_bleu_goes_by_the_tokenizer_of_the_language(language: str, tokenizer: str) -> None:
    prediction, reference = "東京タワーは 1958年 서울에", "東京タワーは 1957年 서울"
    assert bleu_tokenizer(language) == tokenizer
    expected = sacrebleu.sentence_bleu(prediction, [reference], tokenize=tokenizer, use_effective_order=True).score
    assert bleu_4(prediction, reference, language) == pytest.approx(expected / 100, abs=EXACT)
    expected = sacrebleu.corpus_bleu([prediction], [[reference]], tokenize=tokenizer).score
    assert corpus_bleu([prediction], [[reference]], language) == pytest.approx(expected / 100, abs=EXACT)


def test_corpus_bleu_is_sacrebleus_over_all_references() -> None:
    most = max(map(len, SAMPLE["references"]))
    assert most > 1
    streams = [[refs[i] if i < len(refs) else None for refs in SAMPLE["references"]] for i in range(most)]
    expected = sacrebleu.corpus_bleu(SAMPLE["predictions"], streams, lowercase=True).score
    assert 0 < expected < 100
    assert corpus_bleu(SAMPLE["predictions"], SAMPLE["references"]) == pytest.approx(expected / 100, abs=EXACT)


def test_rouge_l_is_that_of_rouge_score() -> None:
    scorer = importlib.import_module("rouge_score.rouge_scorer").RougeScorer(["rougeL"])
    for prediction, reference in PAIRS:
        expected = scorer.score(reference, prediction)["rougeL"].fmeasure
        assert rouge_l(prediction, reference) == pytest.approx(expected, abs=EXACT)


@pytest.mark.usefixtures("wordnet")
@cases
def test_meteor(prediction: str, reference: str, score: float) -> None:
    assert meteor(prediction, reference) == pytest.approx(score, abs=EXACT)


MEASURES: dict[str, Callable[[str, str], float]] = {each.__name__: each for each in (exact_match, f1, bleu_1, bleu_4)}
PREDICTIONS = ["the Eiffel Tower", "", "in Paris", "A"]
REFERENCES = [["Big Ben", "Eiffel tower"], ["x"], ["Paris", "in Rome"], "the"]


@pytest.mark.parametrize(("aggregation", "over"), [("max", max), ("mean", np.mean)])
def test_a_row_is_aggregated_over_its_references(aggregation: Any, over: Any) -> None:
    items = QAMatchScorer(aggregation=aggregation).score(**SAMPLE).items()
    for name, measure in MEASURES.items():
        expected = [
            float(over([measure(prediction, reference) for reference in references]))
            for prediction, references in zip(SAMPLE["predictions"], SAMPLE["references"], strict=True)
        ]
        assert items[name] == pytest.approx(expected)
        assert len(set(expected)) > 1
    assert ("best_reference" in items) == (aggregation == "max")


def test_summary_has_means_counts_and_corpus_bleu() -> None:
    scores = QAMatchScorer().score(PREDICTIONS, REFERENCES)
    summary = scores.summary(per_item=True)
    items = summary.pop("items")
    assert items == scores.items() == QAMatchScorer().score_rows(check_rows(PREDICTIONS, REFERENCES)).items()
    assert items["exact_match"] == [1.0, 0.0, 0.0, 0.0]
    assert items["f1"] == pytest.approx([1.0, 0.0, 2 / 3, 0.0])
    assert items["best_reference"] == [1, 0, 0, 0]
    assert list(summary) == [*MEASURES, "corpus_bleu", "n", "n_empty_predictions", "signature"]
    for name in MEASURES:
        assert summary[name] == pytest.approx(np.mean(items[name]))
    assert summary["corpus_bleu"] == corpus_bleu(PREDICTIONS, [[r] if isinstance(r, str) else r for r in REFERENCES])
    assert (summary["n"], summary["n_empty_predictions"], len(scores)) == (4, 1, 4)
    assert json.loads(json.dumps(summary)) == summary
    assert {type(value) for values in items.values() for value in values} == {float, int}


def test_the_signature_says_what_decides_the_scores() -> None:
    signature = QAMatchScorer().score(["a"], ["a"]).signature
    assert signature == (
        "nrefs:1|agg:max|norm:squad|lang:en|bleu:sacrebleu@2.6.0|case:lc|eff:sentences|tok:13a|smooth:exp|"
        f"version:{__version__}"
    )
    other = QAMatchScorer(aggregation="mean", language="zh").score(["a"] * 2, [["a"], ["a", "b"]]).signature
    assert other.startswith("nrefs:var|agg:mean|norm:nfkc|lang:zh|")
    assert "|tok:zh|" in other


SIMILAR = ["paris", "", "in rome", "paris"]
TO = [["rome", "paris"], "x", "rome", ["it is paris"]]


def test_bi_encoder_gives_the_best_references_cosine() -> None:
    encoder = TableEncoder({"p": (1.0, 0.0), "near": (0.8, 0.6), "far": (-1.0, 0.0), "across": (0.0, 1.0)})
    scores = SASScorer(encoder).score(["p", "p", ""], [["across", "near", "far"], ["far"], ["near"]])
    assert scores.items()["sas"] == pytest.approx([0.8, -1.0, 0.0])
    assert scores.items()["best_reference"] == [1, 0, 0]


def test_summary_has_the_mean_and_the_counts(tiny_encoder: TinyEncoder) -> None:
    scores = SASScorer(tiny_encoder).score([*SIMILAR, "y" * 501], [*TO, "y"])
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
def test_unknown_texts_score_1_only_if_equal() -> None:
    predictions, references = ["左手", "右手", "😀", "right hand"], ["右手", ["左手", "右手"], "🎂", "right hand"]
    scores = SASScorer().score(predictions, references)
    assert scores.sas == pytest.approx([0, 1, 0, 1], abs=1e-6)
    assert scores.best_reference.tolist() == [0, 1, 0, 0]
    assert scores.is_out_of_vocabulary.tolist() == [True, True, True, False]
    assert scores.summary()["notes"]["out_of_vocabulary"] == 3
