"""L3Score as an evaluate module: `evaluate.load("smile/l3score.py")`. It only translates; `judges` scores."""

from typing import Any

from ..judges.chat_models.judge_settings import JUDGE_HELP, JUDGE_OPTIONS
from ..judges.l3_scorer import L3Scorer
from .base_modules import Documents, Module, option_lines

_DESCRIPTION = """\
L3Score asks a language model whether an answer means the same as the right one, and computes the
score, 0 to 1, from the probabilities of Yes and No as its first token.
"""

_CITATION = """\
@article{pramanick2024spiqa,
  title={SPIQA: A Dataset for Multimodal Question Answering on Scientific Papers},
  author={Pramanick, Shraman and Chellappa, Rama and Venugopalan, Subhashini},
  journal={arXiv preprint arXiv:2407.09413},
  year={2024}
}
"""

_URLS = ["https://arxiv.org/abs/2407.09413"]

_INPUTS = f"""
Args:
    questions: A list of strings.
    predictions: A list of strings, the answers to score. An empty one scores 0 without asking, and is counted.
    references: For each prediction the right answer, or a list of right answers: each is judged, the best counts.
{option_lines(JUDGE_HELP)}
    top_logprobs: Number of the most likely tokens to read (5); None reads all that the provider returns.
    per_item (bool): Adds `items`, a dict of equally long lists.

Returns:
    A dict of `L3Score` (mean, 0 to 1), `Cost` (US dollars for this run, None if the price is unknown),
    `prompt_tokens`, `completion_tokens`, `n`, `n_scored`, `n_no_verdict` (neither Yes nor No: 0), `n_failed` (not
    in the mean), `n_empty_predictions`, `n_suspicious`, `n_asked`, `n_from_cache`, `failures` and `signature`.
"""


class L3Score(Module):
    """L3Score, the metric."""

    _documents = Documents(_DESCRIPTION, _CITATION, _INPUTS, _URLS)
    _options = ("top_logprobs", *JUDGE_OPTIONS)
    _needs_questions = True

    def _make_scorer(self, options: dict[str, Any]) -> L3Scorer:
        return L3Scorer(**options)
