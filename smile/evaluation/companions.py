"""The companions of SMILE as evaluate modules: two baselines, two judges and a cascade. They only translate."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import evaluate

from ..baselines.match_scorer import MATCH_OPTIONS, QAMatchScorer
from ..baselines.sas_scorer import SAS_OPTIONS, SASScorer
from ..cascade.cascade_scorer import LIMITS, SHARE, CascadeScorer
from ..checks import check_choice
from ..judges.chat_models.judge_settings import JUDGE_HELP, JUDGE_OPTIONS
from ..judges.judge import Judge
from ..judges.l3_scorer import L3Scorer
from ..judges.rubric_scorer import RubricScorer
from ..scoring.scorer import SmileScorer
from ..settings.named_settings import named_settings
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
        return text.replace("    {judge options}", options)


class L3Score(_Judge):
    """L3Score: `evaluate.load("smile/l3score.py")`."""

    _document = "l3score"
    _scorer_class = L3Scorer
    _options = ("top_logprobs", *JUDGE_OPTIONS)


class RubricJudge(_Judge):
    """The rubric judge: `evaluate.load("smile/rubric_judge.py")`."""

    _document = "rubric_judge"
    _scorer_class = RubricScorer
    _options = ("rubric", "language", *JUDGE_OPTIONS)
    _needs_references = False


class JudgeCascade(_Judge):
    """The cascade: `evaluate.load("smile/judge_cascade.py", "fast")`. `config_name` is a named setting."""

    _document = "judge_cascade"
    # A target needs people's labels, which a module has no column for.
    _limits = tuple(name for name in LIMITS if name != "target")
    _options = ("judge", *_limits, "top_logprobs", "rubric", "language", *JUDGE_OPTIONS)
    _judges: Mapping[str, Callable[..., Judge]] = MappingProxyType({"l3score": L3Scorer, "rubric": RubricScorer})
    _scorer: SmileScorer | None = None

    def _info(self) -> evaluate.MetricInfo:
        named_settings(self.config_name)
        return super()._info()

    def _make_scorer(self, options: dict[str, Any]) -> CascadeScorer:
        kind = options.pop("judge", "l3score")
        check_choice("judge", kind, tuple(self._judges))
        limits = {name: options.pop(name) for name in self._limits if options.get(name) is not None}
        judge = self._judges[kind](**options)
        if self._scorer is None:
            self._scorer = SmileScorer(named_settings(self.config_name))
        return CascadeScorer(self._scorer, judge, **limits or {"share": SHARE})
