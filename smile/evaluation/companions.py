"""The evaluate modules of two baselines and two judges."""

from typing import Any

from ..baselines.match_scorer import MATCH_OPTIONS, QAMatchScorer
from ..baselines.sas_scorer import SAS_OPTIONS, SASScorer
from ..judges.chat_models.judge_settings import JUDGE_HELP, JUDGE_OPTIONS
from ..judges.named_judges import JUDGES, L3SCORE, named_judge
from .base_modules import Module


class QAMatch(Module):
    """Exact match, F1 and BLEU: `evaluate.load("smile/qa_match.py")`."""

    _document = "qa_match"
    _scorer_class = QAMatchScorer
    _options = MATCH_OPTIONS


class SAS(Module):
    """Semantic answer similarity: `evaluate.load("smile/sas.py")`."""

    _document = "sas"
    _options = SAS_OPTIONS
    _scorer: SASScorer | None = None

    def _make_scorer(self, options: dict[str, Any]) -> SASScorer:
        scorer = SASScorer(**options)
        if self._scorer is None or self._scorer.settings != scorer.settings:
            self._scorer = scorer
        return self._scorer


class _Judge(Module):
    _needs_questions = True

    def _inputs(self, text: str) -> str:
        options = "\n".join(f"    {name}: {option}" for name, option in JUDGE_HELP.items())
        return text.replace("    {judge options}", options).replace("{judges}", ", ".join(JUDGES))


class L3Score(_Judge):
    """L3Score: `evaluate.load("smile/l3score.py")`."""

    _document = "l3score"
    _scorer_class = JUDGES[L3SCORE]
    _options = ("top_logprobs", *JUDGE_OPTIONS)

    def _compute(self, **given: Any) -> dict[str, Any]:
        result = super()._compute(**given)
        return {"L3Score": result.pop("L3Score"), "Cost": result.pop("cost"), **result}


class RubricJudge(_Judge):
    """Any judge by its name: `evaluate.load("smile/rubric_judge.py")`."""

    _document = "rubric_judge"
    _scorer_class = staticmethod(named_judge)
    _options = ("rubric", "language", *JUDGE_OPTIONS)
    _needs_references = False
