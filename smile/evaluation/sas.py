"""SAS as an evaluate module: `evaluate.load("smile/sas.py")`. It only translates; the scorer scores."""

from typing import Any

from ..baselines.sas_scorer import SAS_OPTIONS, SASScorer
from .base_modules import Documents, Module

_DESCRIPTION = """\
SAS (semantic answer similarity) says how alike an answer and a right answer are in meaning: the cosine of their
embeddings by a bi-encoder, or the score that a cross-encoder gives to the two of them together.
"""

_CITATION = """\
@inproceedings{risch2021semantic,
  title={Semantic Answer Similarity for Evaluating Question Answering Models},
  author={Risch, Julian and M{\\"o}ller, Timo and Gutsch, Julian and Pietsch, Malte},
  booktitle={Proceedings of the 3rd Workshop on Machine Reading for Question Answering},
  pages={149--157},
  year={2021}
}
"""

_URLS = ["https://arxiv.org/abs/2108.06130", "https://docs.haystack.deepset.ai/docs/sasevaluator"]

_INPUTS = """
Args:
    predictions: A list of strings, the answers to score. An empty one scores 0 and is counted.
    references: For each prediction the right answer, or a list of right answers; the best one counts.
    questions, synthetic_answers: Accepted as in SMILE, and not used.
    per_item (bool): Adds `items`, a dict of equally long lists: `sas` and `best_reference`.
    model (str): Hub id or folder of a bi-encoder or a cross-encoder. Default: the embedded bi-encoder.
    revision, device, batch_size, dtype, backend: Options of that model.

Returns:
    A dict of `sas` (float; -1 to 1 for a bi-encoder, 0 to 1 for a cross-encoder), `n`, `n_empty_predictions`,
    `n_truncated`, `n_out_of_vocabulary` (ints), `signature` and `backend`, the library that computed.

Examples:
    >>> sas = evaluate.load("smile/sas.py")
    >>> result = sas.compute(predictions=["NYC"], references=["New York City"])
    >>> round(result["sas"], 2)
    0.92
"""


class SAS(Module):
    """SAS, the metric."""

    _documents = Documents(_DESCRIPTION, _CITATION, _INPUTS, _URLS)
    _options = SAS_OPTIONS
    _scorer: SASScorer | None = None

    def _make_scorer(self, options: dict[str, Any]) -> SASScorer:
        scorer = SASScorer(**options)
        if self._scorer is None or self._scorer.settings != scorer.settings:
            self._scorer = scorer
        return self._scorer
