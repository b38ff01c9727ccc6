"""The rubric judge as an evaluate module: `evaluate.load("smile/rubric_judge.py")`. It only translates."""

from typing import Any

from ..judges.judge_settings import JUDGE_OPTIONS
from ..judges.rubric_scorer import RubricScorer
from .base_modules import Documents, Module

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

_INPUTS = """
Args:
    questions: A list of strings.
    predictions: A list of strings, the answers to grade. An empty one scores 0 without asking, and is counted.
    references: Optional. For each prediction the right answer, or a list of right answers; one prompt shows all.
    provider (str): `local` (transformers), `openai`, `deepseek`, `xai`, `groq`, `anthropic`, `vllm`, `llama.cpp`,
        `ollama`, or `compatible` with a base_url.
    model (str): The provider's name of the model; for `local` a Hub id or a folder.
    rubric (str): `three_step` (default), `zero_to_five`, MORQA's own `morqa` and `morqa_prometheus`, or the path of a
        template.
    language (str): The language of the rubric: `en` (default) or `zh`.
    api_key (str): The key, if it is not in the environment.
    base_url, concurrency, timeout, max_retries: Options of an endpoint.
    revision, device, dtype: Options of a local model.
    price (tuple): US dollars per million tokens, (sent, generated).
    cache (bool or str): False keeps no answers; a path says where to keep them.
    on_error (str): `nan` (default) leaves a failed row out of the mean and counts it; `raise` ends the run.
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
