"""The metrics by name, and their scores."""

import sys
from pathlib import Path

import pytest

from smile import ModelError, SmileScorer, named_settings
from smile.baselines.match_scorer import QAMatchScorer
from smile.baselines.sas_scorer import SASScorer
from smile.people.agreement.metrics import (
    METRICS,
    SUB_SCORES,
    BertScore,
    Scorers,
    metric_names,
    open_scorers,
    score_metrics,
    why_missing,
)
from smile.rows.checked_rows import check_rows
from tests.support.tiny_encoder import TinyEncoder, TinyReader

PREDICTIONS = ["It is in Paris.", "A city called Lyon", " ", "36 inches"]
REFERENCES = [["Rome", "Paris"], ["Paris"], ["Rome"], ["36 inches"]]
ROWS = check_rows(PREDICTIONS, REFERENCES)


class TestNames:
    def test_spelling_does_not_matter(self) -> None:
        names = metric_names(["SMILE", "bleu4", "rouge-l", "Exact_Match"])
        assert names == ["smile", "bleu_4", "rouge_l", "exact_match"]

    def test_all_are_those_that_are_installed(self) -> None:
        names = metric_names(["all"])
        assert names == [name for name in METRICS if why_missing(name, "en") is None]
        assert {"smile", "sas", "f1", "rouge_l", "bert_score"} <= set(names)
        assert "meteor" not in metric_names(["all"], "de")


@pytest.mark.real_encoder
def test_the_learned_setting_is_one_of_them(tmp_path: Path) -> None:
    rows = check_rows(PREDICTIONS, REFERENCES, ["Where?"] * len(PREDICTIONS))
    settings = named_settings("learned")
    expected = SmileScorer(settings, TinyEncoder(), reader=TinyReader()).score_rows(rows)
    given = Scorers(SmileScorer(settings, TinyEncoder(), reader=TinyReader()), SASScorer(TinyEncoder()))
    found = score_metrics(rows, ["smile", "lexical"], settings, scorers=given)
    assert found["smile"].scores.tolist() == expected.smile.tolist()
    assert found["lexical"].scores.tolist() == expected.lexical.tolist()
    assert found["smile"].signature == expected.signature
    # A store keeps what the reader says too.
    stored = score_metrics(rows, ["smile"], settings, scorers=open_scorers(settings, tmp_path, 1))
    assert stored["smile"].scores.tolist() == SmileScorer(settings).score_rows(rows).smile.tolist()
    again = open_scorers(settings, tmp_path, 1).smile.score_rows(rows)
    # The reader reads neither the answer that has the words of its reference, nor the one that mentions nothing else.
    assert again.n_strings["n_from_store"] == 1


@pytest.mark.real_encoder
def test_scores_are_those_of_the_scorers() -> None:
    found = score_metrics(ROWS, ["f1", "smile", "lexical", "sas", "rouge_l"])
    assert list(found) == ["f1", "smile", "lexical", "sas", "rouge_l"]
    smile = SmileScorer().score_rows(ROWS)
    assert found["smile"].scores.tolist() == smile.smile.tolist()
    assert found["lexical"].scores.tolist() == smile.lexical.tolist()
    assert found["smile"].signature == smile.signature
    assert found["sas"].scores.tolist() == SASScorer().score_rows(ROWS).sas.tolist()
    match = QAMatchScorer(rouge_l=True).score_rows(ROWS)
    assert found["f1"].scores.tolist() == match.measures["f1"].tolist()
    assert found["rouge_l"].scores.tolist() == match.measures["rouge_l"].tolist()
    assert set(SUB_SCORES) < set(METRICS)


@pytest.mark.real_encoder
class TestBertScore:
    def test_it_equals_the_package_with_the_best_reference(self) -> None:
        metric = BertScore()
        scores, is_truncated = metric.score_rows(ROWS)
        best = max(metric.score_pairs(["It is in Paris."] * 2, ["Rome", "Paris"]))
        [lyon] = metric.score_pairs(["A city called Lyon"], ["Paris"])
        assert scores.tolist() == pytest.approx([best, lyon, 0.0, 1.0], abs=1e-6)
        assert scores[0] == pytest.approx(0.7473, abs=1e-4)  # bert_score 0.3.13 by itself, with this encoder
        assert not is_truncated.any()
        assert "bert-score@0.3.13|model:all-MiniLM-L6-v2@5ba0032a|layer:6" in metric.signature(ROWS)

    def test_what_is_too_long_is_counted(self) -> None:
        rows = check_rows(["word " * 600, "word"], ["word", "word"])
        assert score_metrics(rows, ["bert_score"])["bert_score"].n_truncated == 1

    def test_missing_package_is_named_with_its_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "bert_score", None)
        with pytest.raises(ModelError, match=r'BERTScore needs .* run `pip install "\.\[bert-score\]"`'):
            BertScore()
