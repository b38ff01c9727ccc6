"""L3Score as an evaluate module: `evaluate.load("smile/l3score.py")`. It only translates; `judges` scores."""

from typing import Any

from ..judges.judge_settings import JUDGE_OPTIONS
from ..judges.l3_scorer import L3Scorer
from .base_modules import Documents, Module

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

_INPUTS = """
Args:
    questions: A list of strings.
    predictions: A list of strings, the answers to score. An empty one scores 0 without asking, and is counted.
    references: For each prediction the right answer, or a list of right answers: each is judged, the best counts.
    provider (str): `local` (transformers), `openai`, `deepseek`, `xai`, `vllm`, `llama.cpp`, `ollama`, or `compatible`
        with a base_url.
    model (str): The provider's name of the model; for `local` a Hub id or a folder.
    api_key (str): The key, if it is not in the environment.
    top_logprobs (int): The number of most likely tokens to read (5); None reads all that the provider returns.
    base_url, concurrency, timeout, max_retries: Options of an endpoint.
    revision, device, dtype: Options of a local model.
    price (tuple): US dollars per million tokens, (sent, generated).
    cache (bool or str): False keeps no answers; a path says where to keep them.
    on_error (str): `nan` (default) leaves a failed row out of the mean and counts it; `raise` ends the run.
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
