"""The rubric judge as an evaluate module: `evaluate.load("smile/rubric_judge.py")`. It only translates."""

from typing import Any

from ..judges.chat_models.judge_settings import JUDGE_HELP, JUDGE_OPTIONS
from ..judges.rubric_scorer import RubricScorer
from .base_modules import Documents, Module, option_lines

_DESCRIPTION = """\
A language model grades each answer by a rubric: three steps (0, 0.5, 1), 0 to 5 with yes or no, or one of your own.
"""

_CITATION = """\
@article{morqa2025,
  title={MORQA: Benchmarking Evaluation Metrics for Medical Open-Ended Question Answering},
  year={2025}
}
"""

_URLS = ["https://arxiv.org/abs/2509.12405"]

_INPUTS = f"""
Args:
    questions: A list of strings.
    predictions: A list of strings, the answers to grade. An empty one scores 0 without asking, and is counted.
    references: Optional. For each prediction the right answer, or a list of right answers; one prompt shows all.
{option_lines(JUDGE_HELP)}
    rubric: `three_step` (default), `zero_to_five`, MORQA's own `morqa` and `morqa_prometheus`, or the path of a
        template.
    language: The language of the rubric: `en` (default) or `zh`.
    per_item (bool): Adds `items`, a dict of equally long lists.

Returns:
    A dict of `rubric` (mean score in the rubric's units), `accuracy` (share of yes, if the rubric asks for it), `Cost`
    (US dollars for this run, None if the price is unknown), `prompt_tokens`, `completion_tokens`, `n`, `n_scored`,
    `n_no_verdict` (always 0: an unreadable grade is a failure), `n_failed` (not in the mean), `n_empty_predictions`,
    `n_suspicious`, `n_asked`, `n_from_cache`, `failures` and `signature`.
"""


class RubricJudge(Module):
    """The rubric judge, the metric."""

    _documents = Documents(_DESCRIPTION, _CITATION, _INPUTS, _URLS)
    _options = ("rubric", "language", *JUDGE_OPTIONS)
    _needs_references = False
    _needs_questions = True

    def _make_scorer(self, options: dict[str, Any]) -> RubricScorer:
        return RubricScorer(**options)
