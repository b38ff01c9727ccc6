"""Every result has the keys and types that `smile.result_types` promises."""

import re
from typing import Any

import pytest

from smile import AgreementScorer, Estimator, QAMatchScorer, SASScorer, SmileScorer, rank_systems, result_types
from tests.support.cases import cases
from tests.support.command_line import ROOT
from tests.support.result_checks import faults_of
from tests.support.tiny_encoder import TinyEncoder

ANSWERS = ["It is Paris. Confidence: 80 %", "I don't know", "", "4 July"]
ROWS: tuple[Any, ...] = (ANSWERS, [["Paris", "Lyon"], "Rome", "Oslo", "2 July"])
QUESTIONS = ["Capital of France?", "Capital of Italy?", "Capital of Norway?", "When?"]


@pytest.mark.parametrize("has_store", [False, True])
def test_results_of_smile(has_store: bool, tmp_path: Any) -> None:
    scorer = SmileScorer(encoder=TinyEncoder(), **({"store": tmp_path} if has_store else {}))
    scores = scorer.score(*(column * 2 for column in (*ROWS, QUESTIONS)))
    summary = scores.summary(0.95, per_item=True)
    assert faults_of(summary, result_types.ScoreSummary) == []
    assert summary["k"] == 2
    assert summary["n_with_confidence"] == 2
    assert ("strings" in summary) == has_store


@pytest.mark.parametrize(
    ("scorer", "kind"),
    [
        (SASScorer(TinyEncoder()), result_types.SASSummary),
        (QAMatchScorer(), result_types.MatchSummary),
        (QAMatchScorer(rouge_l=True, aggregation="mean"), result_types.MatchSummary),
    ],
)
def test_results_of_baselines(scorer: Any, kind: Any) -> None:
    assert faults_of(scorer.score(*ROWS).summary(per_item=True), kind) == []


LABELS = ([0.9, 0.8, 0.3, 0.2] * 3, [[1, 1], [0, 1], [0, 0], [1, 0]] * 3, list("aabb") * 3, list("xyxy") * 3)


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        (AgreementScorer().score(*LABELS, other_predictions=LABELS[0][::-1]), result_types.AgreementResult),
        (Estimator().estimate(*LABELS), result_types.EstimateResult),
        (rank_systems({"a": LABELS[0], "b": LABELS[0][::-1]}), result_types.RankingResult),
    ],
)
def test_results_about_human_labels(result: Any, kind: Any) -> None:
    assert faults_of(result, kind) == []


@cases
def test_the_check_finds_faults(result: dict[str, Any], faults: list[str]) -> None:
    assert faults_of(result, result_types.VerdictCounts) == faults


def test_the_guide_explains_every_key_of_smile() -> None:
    told = set(re.findall(r"`([^`\n]+)`", (ROOT / "docs/api.md").read_text("utf-8")))
    kinds = result_types.ScoreSummary, result_types.ScoreItems, result_types.ScoreNotes
    assert {name.removesuffix("_ci") for kind in kinds for name in kind.__annotations__} - told == set()
