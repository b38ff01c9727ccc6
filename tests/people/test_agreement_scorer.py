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

from smile import __version__
from smile.errors import ColumnWarning
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labels import check_labelled

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


def test_comparison_with_another_metric(result: dict[str, Any]) -> None:
    comparison = result["comparison"]
    other = AgreementScorer().score(WORSE, LABELS, QUESTIONS, SYSTEMS)
    for name in ("pearson", "spearman", "kendall_tau_b", "mean_correlation", "pairwise_accuracy", "roc_auc"):
        assert comparison["difference"][name] == pytest.approx(result[name] - other[name])
        low, high = comparison["difference_ci"][name]
        assert low < comparison["difference"][name] < high
    assert comparison["p_value"]["pearson"] < 0.01
    assert comparison["reasons"] == {}


def test_side_by_side_equals_each_metric_alone(result: dict[str, Any]) -> None:
    people = check_labelled(LABELS, QUESTIONS, SYSTEMS, {"group": GROUPS})
    found = AgreementScorer().score_side_by_side({"worse": WORSE, "smile": SCORES}, people).to_dict()
    assert found == {"metrics": found["metrics"], "reasons": {}, "signature": result["signature"]}
    assert list(found["metrics"]) == ["worse", "smile"]
    alone = {name: value for name, value in result.items() if name != "signature"}
    assert json.dumps(found["metrics"]["smile"], sort_keys=True) == json.dumps(alone, sort_keys=True)
    assert "comparison" not in found["metrics"]["worse"]
    several = check_labelled([[1, 0], [0, None], [1, 1]])
    found = AgreementScorer().score_side_by_side({"smile": np.array([0.1, 0.2, 0.9])}, several).to_dict()
    assert found["n_annotators"] == 2
    assert -1 <= found["krippendorff_alpha"] <= 1


def test_the_paired_bootstrap_is_of_the_same_draws() -> None:
    """Scores and the same scores a little changed: their difference is far surer than either alone."""
    result = AgreementScorer().score(SCORES, LABELS, other_predictions=SCORES + 0.01 * RANDOM.normal(size=120))
    width = np.diff(result["comparison"]["difference_ci"]["pearson"]).item()
    assert width < 0.1 * np.diff(result["pearson_ci"]).item()


def test_a_metric_is_not_better_than_itself() -> None:
    comparison = AgreementScorer().score(SCORES, LABELS, other_predictions=SCORES)["comparison"]
    assert comparison["difference"]["pearson"] == 0.0
    assert comparison["p_value"]["pearson"] == 1.0
    assert comparison["reasons"] == {"pairwise_accuracy": "it compares answers to the same question: give question_ids"}


@pytest.mark.parametrize(
    ("scores", "labels", "name", "reason"),
    [
        ([0.5] * 4, [0, 1, 0, 1], "pearson", "all 4 scores are 0.5, and nothing correlates with a constant"),
        ([0.1, 0.2, 0.3, 0.4], [True] * 4, "pearson", "all 4 labels are 1, and nothing correlates with a constant"),
        ([0.1, 0.2], [0, 1], "pearson", "it needs 3 rows, and there are 2"),
        ([0.1], [0], "pearson", "it needs 3 rows, and there are 1"),
        ([0.1, 0.2, 0.3], [0, 0, 0], "roc_auc", "the labels call none of the answers correct"),
        ([0.1, 0.2, 0.3], [0, 0, 0], "f1", "neither the labels nor the metric call any answer correct"),
        ([0.1, 0.2, 0.3], [0, 0, 0], "cohen_kappa", "the labels and the metric call all answers incorrect"),
        ([0.1, 0.2], [1, 1], "roc_auc", "the labels call all of the answers correct"),
    ],
)
def test_undefined_statistic_is_nan_with_a_reason(
    scores: list[float], labels: list[float], name: str, reason: str, recwarn: pytest.WarningsRecorder
) -> None:
    result = AgreementScorer().score(scores, labels, other_predictions=scores)
    for each in ("pearson", "spearman", "kendall_tau_b", "mean_correlation") if name == "pearson" else (name,):
        assert math.isnan(result[each])
        assert result["reasons"][each] == reason
    assert plain(result)
    assert not recwarn.list


def test_a_single_question_has_no_intervals() -> None:
    result = AgreementScorer().score([0.1, 0.5, 0.9], [0, 0, 1], ["q", "q", "q"])
    assert result["roc_auc"] == 1.0
    assert np.isnan(result["roc_auc_ci"]).all()
    assert result["reasons"]["intervals"] == "there is one question only, and the intervals are drawn by question"


def test_labels_of_several_people() -> None:
    labels = [[1, 1, 0], [0, 0, None], [1, 0, None], [1, 1, 1]]
    mean = AgreementScorer().score([0.9, 0.1, 0.6, 0.8], labels)
    combined = [2 / 3, 0, 0.5, 1]
    assert mean["pearson"] == pytest.approx(stats.pearsonr([0.9, 0.1, 0.6, 0.8], combined).statistic)
    assert mean["n_annotators"] == 3
    # Coincidences: 0-0 2, 0-1 2, 1-0 2, 1-1 4: alpha = 1 - (n - 1) o01 / (n0 n1) = 1 - 9 * 2 / (4 * 6).
    assert mean["krippendorff_alpha"] == pytest.approx(0.25)
    same = AgreementScorer().score([0.9, 0.1, 0.6], [[1, 1], [1, 1], [1, None]])
    assert math.isnan(same["krippendorff_alpha"])
    assert "all labels are the same" in same["reasons"]["krippendorff_alpha"]
    assert "krippendorff_alpha" not in AgreementScorer().score([0.9, 0.1], [[1], [0]])


def test_the_signature_carries_every_option() -> None:
    options = {"threshold": 0.6, "label_threshold": 0.4, "tie_margin": 0.1, "confidence_level": 0.9}
    signature = AgreementScorer(**options).score([0.1, 0.9], [0, 1])["signature"]
    assert signature.startswith("threshold:0.6|label_threshold:0.4|tie_margin:0.1|bs:1000|seed:12345|cl:0.9|version:")
    assert signature.endswith(f"|version:{__version__}")


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
