"""QA match as an evaluate module: `evaluate.load("smile/qa_match.py")`. It only translates; the scorer scores."""

from typing import Any

from ..baselines.match_scorer import MATCH_OPTIONS, QAMatchScorer
from .base_modules import Documents, Module

_DESCRIPTION = """\
QA match says how far the words of an answer are those of a right answer: exact match, F1, BLEU-1 and BLEU-4 of each
answer against each right one, aggregated over the right ones and averaged over the answers, and the corpus BLEU.
"""

_CITATION = """\
@inproceedings{rajpurkar2016squad,
  title={{SQuAD}: 100,000+ Questions for Machine Comprehension of Text},
  author={Rajpurkar, Pranav and Zhang, Jian and Lopyrev, Konstantin and Liang, Percy},
  booktitle={Proceedings of the 2016 Conference on Empirical Methods in Natural Language Processing},
  pages={2383--2392},
  year={2016}
}
@inproceedings{post2018call,
  title={A Call for Clarity in Reporting {BLEU} Scores},
  author={Post, Matt},
  booktitle={Proceedings of the Third Conference on Machine Translation: Research Papers},
  pages={186--191},
  year={2018}
}
"""

_URLS = ["https://arxiv.org/abs/1606.05250", "https://aclanthology.org/W18-6319"]

_INPUTS = """
Args:
    predictions: A list of strings, the answers to score. An empty one scores 0 and is counted.
    references: For each prediction the right answer, or a list of right answers.
    questions, synthetic_answers: Accepted as in SMILE, and not used.
    per_item (bool): Adds `items`, a dict of equally long lists: the scores, and with `max` the `best_reference` by F1.
    aggregation: How the scores of a row's references become one: `max` (default), `mean`, or a callable on a list.
    language (str): ISO code of the rows' language, or `any`. Default `en`.
    rouge_l (bool): Adds `rouge_l`; needs rouge-score.
    meteor (bool): Adds `meteor`; needs NLTK's WordNet.

Returns:
    A dict of `exact_match`, `f1`, `bleu_1`, `bleu_4`, `corpus_bleu` (floats, 0 to 1), `n`, `n_empty_predictions` (ints)
    and `signature`.

Examples:
    >>> qa_match = evaluate.load("smile/qa_match.py")
    >>> result = qa_match.compute(predictions=["the Eiffel Tower"], references=["Eiffel tower"])
    >>> result["exact_match"], result["f1"]
    (1.0, 1.0)
"""


class QAMatch(Module):
    """QA match, the metric."""

    _documents = Documents(_DESCRIPTION, _CITATION, _INPUTS, _URLS)
    _options = MATCH_OPTIONS

    def _make_scorer(self, options: dict[str, Any]) -> QAMatchScorer:
        return QAMatchScorer(**options)
