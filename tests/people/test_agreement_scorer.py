"""Agreement with people, without evaluate."""

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from smile import SmileScorer
from smile.baselines.match_scorer import QAMatchScorer
from smile.baselines.sas_scorer import SASScorer
from smile.errors import ColumnWarning
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.agreement.metrics import (
    METRICS,
    SUB_SCORES,
    BertScore,
    metric_names,
    score_metrics,
    why_metric_is_missing,
)
from smile.people.labels import check_rows_and_labels
from smile.rows.checked_rows import check_rows
from tests.support.cases import cases

RANDOM = np.random.default_rng(4)
N_QUESTIONS = 40
QUESTIONS = np.repeat([f"q{i}" for i in range(N_QUESTIONS)], 3)
SYSTEMS = np.tile(["A", "B", "C"], N_QUESTIONS)
GROUPS = np.where(np.arange(120) < 60, "en", "de")
LABELS = RANDOM.uniform(size=120) < 0.6
SCORES = np.clip(0.3 + 0.4 * LABELS + 0.2 * RANDOM.normal(size=120), 0, 1)
WORSE = np.clip(SCORES + 0.4 * RANDOM.normal(size=120), 0, 1)
INTERVALS = (
    "pearson spearman kendall_tau_b mean_correlation pairwise_accuracy roc_auc accuracy cohen_kappa f1 bias".split()
)


def plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(type(name) is str and plain(member) for name, member in value.items())
    if isinstance(value, list):
        return all(map(plain, value))
    return type(value) in (float, int, str)


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    return AgreementScorer().score(SCORES, LABELS, QUESTIONS, SYSTEMS, GROUPS, WORSE)


def test_statistics_are_scipys(result: dict[str, Any]) -> None:
    label = LABELS.astype(float)
    pearson, spearman, kendall = (
        measure(SCORES, label) for measure in (stats.pearsonr, stats.spearmanr, stats.kendalltau)
    )
    u = stats.mannwhitneyu(SCORES[LABELS], SCORES[~LABELS]).statistic
    expected = {
        "pearson": pearson.statistic,
        "spearman": spearman.statistic,
        "kendall_tau_b": kendall.statistic,
        "mean_correlation": (pearson.statistic + spearman.statistic + kendall.statistic) / 3,
        "roc_auc": u / (LABELS.sum() * (~LABELS).sum()),
        "accuracy": np.mean((SCORES > 0.67) == LABELS),
        "cohen_kappa": cohen_kappa_score(SCORES > 0.67, LABELS),
        "bias": np.mean(SCORES > 0.67) - np.mean(LABELS),
        "n": 120,
        "n_questions": 40,
        "n_pairs": 120,
    }
    assert {name: result[name] for name in expected} == pytest.approx(expected)
    assert result["reasons"] == {}


def test_rows_of_one_question_are_drawn_together() -> None:
    """The same rows ten times over tell nothing new when their question is known, and seem to when it is not."""
    scores, labels, questions = (np.tile(column, 10) for column in (SCORES, LABELS, QUESTIONS))
    by_question = AgreementScorer().score(scores, labels, questions)
    once = AgreementScorer().score(SCORES, LABELS, QUESTIONS)
    by_row = AgreementScorer().score(scores, labels)
    width, once_width, row_width = (np.diff(each["pearson_ci"]).item() for each in (by_question, once, by_row))
    assert width == pytest.approx(once_width, rel=0.1)
    assert row_width < 0.5 * width


def test_tables_hold_what_the_rows_alone_give(result: dict[str, Any]) -> None:
    assert list(result["by_system"]) == ["A", "B", "C"]
    assert list(result["by_group"]) == ["de", "en"]
    is_german = GROUPS == "de"
    alone = AgreementScorer().score(SCORES[is_german], LABELS[is_german], QUESTIONS[is_german], SYSTEMS[is_german])
    assert alone.keys() - result["by_group"]["de"].keys() == {"by_system", "signature"}
    assert json.dumps(result["by_group"]["de"]) == json.dumps({name: alone[name] for name in result["by_group"]["de"]})
    system = result["by_system"]["A"]
    assert system["n"] == 40
    assert system["pearson"] == pytest.approx(stats.pearsonr(SCORES[::3], LABELS[::3].astype(float)).statistic)
    assert math.isnan(system["pairwise_accuracy"])
    assert system["reasons"] == {"pairwise_accuracy": "no question has two answers of different systems"}


def test_a_scale_is_read_for_all_groups_alike() -> None:
    """Labels of 1 to 4: a group that has only 1 must not be taken for one of labels between 0 and 1."""
    scores, labels = [0.1, 0.2, 0.3, 0.9, 0.8, 0.7], [1, 1, 1, 4, 3, 2]
    with pytest.warns(ColumnWarning, match="a scale from 1 to 4: labels above 2.5 count as correct"):
        result = AgreementScorer(threshold=0.75).score(scores, labels, groups=list("aaabbb"))
    assert result["accuracy"] == 1.0
    assert [each["accuracy"] for each in result["by_group"].values()] == [1.0, 1.0]
    result = AgreementScorer().score(scores, [3] * 6)
    assert math.isnan(result["roc_auc"])
    assert result["reasons"]["roc_auc"].startswith("all labels are equal and over 1 or under 0: give label_threshold")
    assert np.isnan(result["roc_auc_ci"]).all()
    result = AgreementScorer(label_threshold=1).score([0.1, 0.2, 0.3, 0.9, 0.8, 0.7], [1, 1, 1, 4, 3, 2])
    assert result["roc_auc"] == 1.0
    assert result["accuracy"] == 1.0


def test_side_by_side_equals_each_metric_alone(result: dict[str, Any]) -> None:
    people = check_rows_and_labels(LABELS, QUESTIONS, SYSTEMS, {"group": GROUPS})
    found = AgreementScorer().score_side_by_side({"worse": WORSE, "smile": SCORES}, people).to_dict()
    assert found == {"metrics": found["metrics"], "reasons": {}, "signature": result["signature"]}
    assert list(found["metrics"]) == ["worse", "smile"]
    alone = {name: value for name, value in result.items() if name != "signature"}
    assert json.dumps(found["metrics"]["smile"], sort_keys=True) == json.dumps(alone, sort_keys=True)
    assert "comparison" not in found["metrics"]["worse"]
    several = check_rows_and_labels([[1, 0], [0, None], [1, 1]])
    found = AgreementScorer().score_side_by_side({"smile": np.array([0.1, 0.2, 0.9])}, several).to_dict()
    assert found["n_annotators"] == 2
    assert -1 <= found["krippendorff_alpha"] <= 1


@cases
def test_undefined_statistic_is_nan_with_a_reason(
    scores: list[float], labels: list[float], name: str, reason: str, recwarn: pytest.WarningsRecorder
) -> None:
    result = AgreementScorer().score(scores, labels, other_predictions=scores)
    for each in ("pearson", "spearman", "kendall_tau_b", "mean_correlation") if name == "pearson" else (name,):
        assert math.isnan(result[each])
        assert result["reasons"][each] == reason
    assert plain(result)
    assert not recwarn.list


rows = st.lists(
    st.tuples(st.sampled_from([0.0, 0.5, 0.52, 1.0]), st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from("ab")),
    min_size=1,
    max_size=8,
)


@given(rows)
def test_any_rows_give_values_in_range_or_reasons(table: list[tuple[float, float, str]]) -> None:
    scores, labels, questions = zip(*table, strict=True)
    result = AgreementScorer().score(scores, labels, questions)
    bounds = dict.fromkeys(INTERVALS[:4], (-1 - 1e-09, 1 + 1e-09)) | dict.fromkeys(INTERVALS[4:-1], (0.0, 1.0))
    bounds["bias"] = bounds["cohen_kappa"] = (-1.0, 1.0)
    for name, (low, high) in bounds.items():
        if math.isnan(result[name]):
            assert name in result["reasons"]
        else:
            assert low <= result[name] <= high
    assert plain(result)


PREDICTIONS = ["It is in Paris.", "A city called Lyon", " ", "36 inches"]
REFERENCES = [["Rome", "Paris"], ["Paris"], ["Rome"], ["36 inches"]]
ROWS = check_rows(PREDICTIONS, REFERENCES)


def test_metrics_are_named_in_any_spelling_or_all() -> None:
    names = metric_names(["SMILE", "bleu4", "rouge-l", "Exact_Match"])
    assert names == ["smile", "bleu_4", "rouge_l", "exact_match"]
    names = metric_names(["all"])
    assert names == [name for name in METRICS if why_metric_is_missing(name, "en") is None]
    assert {"smile", "sas", "f1", "rouge_l", "bert_score"} <= set(names)
    assert "meteor" not in metric_names(["all"], "de")


@pytest.mark.real_encoder
def test_scores_are_those_of_the_scorers() -> None:
    found = score_metrics(ROWS, ["f1", "smile", "lexical", "sas", "rouge_l"])
    assert list(found) == ["f1", "smile", "lexical", "sas", "rouge_l"]
    smile = SmileScorer().score_rows(ROWS)
    assert found["smile"].scores.tolist() == smile.smile.tolist()
    assert found["lexical"].scores.tolist() == smile.lexical.tolist()
    assert str(found["smile"].signature) == smile.signature
    assert found["sas"].scores.tolist() == SASScorer().score_rows(ROWS).sas.tolist()
    match = QAMatchScorer(rouge_l=True).score_rows(ROWS)
    assert found["f1"].scores.tolist() == match.measures["f1"].tolist()
    assert found["rouge_l"].scores.tolist() == match.measures["rouge_l"].tolist()
    assert set(SUB_SCORES) < set(METRICS)


@pytest.mark.real_encoder
def test_it_equals_the_package_with_the_best_reference() -> None:
    metric = BertScore()
    scores, is_truncated = metric.score_rows(ROWS)
    best = max(metric.score_pairs(["It is in Paris."] * 2, ["Rome", "Paris"]))
    [lyon] = metric.score_pairs(["A city called Lyon"], ["Paris"])
    assert scores.tolist() == pytest.approx([best, lyon, 0.0, 1.0], abs=1e-6)
    assert scores[0] == pytest.approx(0.7473, abs=1e-4)  # bert_score 0.3.13 by itself, with this encoder
    assert not is_truncated.any()
    assert "bert-score@0.3.13|model:all-MiniLM-L6-v2@5ba0032a|layer:6" in str(metric.signature(ROWS))
