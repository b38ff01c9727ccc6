import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from smile import UsageError, __version__
from smile.baselines.match_scorer import QAMatchScorer
from smile.baselines.word_overlap import bleu_1, bleu_4, corpus_bleu, exact_match, f1
from smile.rows.checked_rows import check_rows

MEASURES: dict[str, Callable[[str, str], float]] = {each.__name__: each for each in (exact_match, f1, bleu_1, bleu_4)}
PREDICTIONS = ["the Eiffel Tower", "", "in Paris", "A"]
REFERENCES = [["Big Ben", "Eiffel tower"], ["x"], ["Paris", "in Rome"], "the"]


@pytest.mark.parametrize(("aggregation", "over"), [("max", max), ("mean", np.mean)])
def test_a_row_is_aggregated_over_its_references(aggregation: Any, over: Any, sample: dict[str, list[Any]]) -> None:
    items = QAMatchScorer(aggregation=aggregation).score(**sample).items()
    for name, measure in MEASURES.items():
        expected = [
            float(over([measure(prediction, reference) for reference in references]))
            for prediction, references in zip(sample["predictions"], sample["references"], strict=True)
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


@pytest.mark.parametrize("empty", ["", "  ", "\u200b\x00"])
def test_an_empty_prediction_scores_0(empty: str) -> None:
    summary = QAMatchScorer(rouge_l=True).score([empty], ["a"]).summary()
    assert [summary[name] for name in (*MEASURES, "rouge_l", "corpus_bleu")] == [0.0] * 6
    assert summary["n_empty_predictions"] == 1


def test_options_are_checked_before_any_row() -> None:
    with pytest.raises(UsageError, match="METEOR does not apply to the language 'de'"):
        QAMatchScorer(meteor=True, language="de").score([""], ["a"])


@pytest.mark.usefixtures("wordnet")
def test_options_add_their_scores_and_signatures() -> None:
    scores = QAMatchScorer(rouge_l=True, meteor=True).score(["the cat"], [["cat", "a the cat"]])
    assert list(scores.items()) == [*MEASURES, "rouge_l", "meteor", "best_reference"]
    assert scores.items()["rouge_l"] == pytest.approx([0.8])  # 2 of 2 and 2 of 3 words
    assert scores.items()["meteor"][0] > 0.5
    assert "|rouge_l:rouge-score@0.1.2|meteor:nltk@" in scores.signature


def test_the_signature_says_what_decides_the_scores() -> None:
    signature = QAMatchScorer().score(["a"], ["a"]).signature
    assert signature == (
        "nrefs:1|agg:max|norm:squad|lang:en|bleu:sacrebleu@2.6.0|case:lc|eff:sentences|tok:13a|smooth:exp|"
        f"version:{__version__}"
    )
    other = QAMatchScorer(aggregation="mean", language="zh").score(["a"] * 2, [["a"], ["a", "b"]]).signature
    assert other.startswith("nrefs:var|agg:mean|norm:nfkc|lang:zh|")
    assert "|tok:zh|" in other
