"""SMILE as an evaluate module: `evaluate.load("smile")`. It only translates; the scorer scores."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import evaluate

from ..checks import check_share
from ..scoring.results import check_interval
from ..scoring.scorer import SmileScorer
from ..settings.named_settings import OPTIONS, named_settings
from ..settings.settings_file import chosen_settings
from .base_modules import Documents, Module

_DESCRIPTION = """\
SMILE (Semantic Metric Integrating Lexical Exactness) says how right an answer is, given one or more right answers. It
joins a sentence-level semantic score with a keyword-level lexical score, each 0 to 1, and agrees with people about as
well as a GPT-4o judge does, offline and on a CPU.
"""

_CITATION = """\
@article{kendre2025smile,
  title={SMILE: A Composite Lexical-Semantic Metric for Question-Answering Evaluation},
  author={Kendre, Shrikant and Xu, Austin and Zhou, Honglu and Ryoo, Michael and Joty, Shafiq and Niebles, Juan Carlos},
  journal={arXiv preprint arXiv:2511.17432},
  year={2025}
}
"""

_URLS = [
    "https://arxiv.org/abs/2511.17432",
    "https://github.com/SalesforceAIResearch/smile-metric-qna-eval",
]

_INPUTS = """
Args:
    predictions: A list of strings, the answers to score. An empty one scores 0 and is counted.
    references: For each prediction the right answer, or a list of right answers.
    questions: Optional list of strings or None. `default` puts a row's question before both texts of the semantic part.
    synthetic_answers: Optional. For each prediction a sentence that states the reference, or a list with one sentence
        (or None) per reference.
    per_item (bool): Adds `items`, a dict of equally long lists.
    confidence_level (float): Adds `smile_ci` and `accuracy_ci`, seeded bootstrap intervals; for example 0.95.
    semantic_weight (float): The paper's w, 0 to 1. Default 0.3.
    threshold (float): A row counts as correct above it. Default 0.67 (0.5 in `learned`).
    aggregation (str): `weighted` (default) or `harmonic`.
    use_easy_match (bool): False leaves easy match out of the lexical score.
    use_questions (bool): True requires a question in every row, False ignores questions. By default `default`, `fast`
        and `learned` use the question of each row that has one; `paper` and `multilingual` use none.
    language (str): ISO code of the rows' language, or `any`. Default `en` (`any` in `multilingual`).
    config (str): A settings file that `python -m smile calibrate` wrote. It replaces the options above and the
        encoder.
    model, revision, device, batch_size, dtype, prompt: Another encoder than the setting's own.
    backend (str): The library that computes vectors on a CPU: `auto` (default), `torch`, `openvino` or `onnx`.
    store (str): A folder that keeps embeddings, so that no text is encoded in two runs.
    store_gigabytes (float): The largest size of the store. Default 10.
    prepared (str): The folder of the set that `smile prepare` made of these questions and references.

Returns:
    A dict of `smile`, `semantic`, `lexical`, `easy_match`, `keyword_similarity`, `accuracy` (floats, 0 to 1), `n`,
    `n_empty_predictions`, `n_truncated`, `n_out_of_vocabulary` (ints), `signature` and `backend`. If only some rows
    have a question, `n_without_question` counts the others. A store or a prepared set adds `n_encoded` and
    `n_from_store` or `n_from_prepared`.
    `learned` adds `equivalence`, the probability that the answer means what the reference means, `asserted`, the
    probability that it asserts what it mentions of the reference (floats, 0 to 1), and `n_rows_learned_from`, the
    number of rows with a question that it was trained on.

Examples:
    >>> smile = evaluate.load("smile")
    >>> result = smile.compute(predictions=["It is in Paris."], references=["Paris"])
    >>> round(result["smile"], 3)
    0.97
"""


# Options that say where to look embeddings up.
_KNOWN = ("store", "store_gigabytes", "prepared")


class Smile(Module):
    """SMILE, the metric. `config_name` is a named setting: one of `smile.settings.named_settings.NAMED_SETTINGS`."""

    _documents = Documents(_DESCRIPTION, _CITATION, _INPUTS, _URLS)
    _options = ("config", *_KNOWN, *OPTIONS)
    _result_options = ("per_item", "confidence_level")
    _scorer: SmileScorer | None = None
    _known: Mapping[str, Any] = MappingProxyType({})

    def _info(self) -> evaluate.MetricInfo:
        named_settings(self.config_name)
        return super()._info()

    def _make_scorer(self, options: dict[str, Any]) -> SmileScorer:
        known: Mapping[str, Any] = {name: options.pop(name) for name in _KNOWN if name in options}
        settings = chosen_settings(self.config_name, options.pop("config", None), **options)
        if self._scorer is None or self._scorer.settings != settings or self._known != known:
            self._scorer, self._known = SmileScorer(settings, **known), known
        return self._scorer

    def _check_result_options(self, options: Mapping[str, Any], n_rows: int | None) -> None:
        super()._check_result_options(options, n_rows)
        confidence_level = options.get("confidence_level")
        if confidence_level is not None:
            check_share("confidence_level", confidence_level, open_interval=True)
        if n_rows is not None:
            check_interval(confidence_level, n_rows)
