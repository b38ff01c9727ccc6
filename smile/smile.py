"""SMILE as an evaluate module: `evaluate.load("smile")`. It only translates; the scorer scores."""

from collections.abc import Iterable
from typing import Any

import datasets
import evaluate
import nltk
import numpy
import regex
import sacrebleu
import scipy
import sentence_transformers
import simplemma
import text_to_num
import torch
import transformers

# evaluate copies the files named here and no others, so all that the scorer reaches is named.
from .comparisons import compare
from .encoders import SentenceEncoder
from .errors import DataError, UsageError
from .intervals import mean_interval
from .keywords import ngrams
from .languages import LANGUAGES
from .lemmas import simple_lemma
from .normalization import words
from .numerals import canonical_number
from .results import check_interval
from .rows import as_list, check_rows
from .scorer import SmileScorer
from .scoring import smile_score
from .settings import OPTIONS, check_share, named_settings, unknown_option
from .signature import signature
from .similarities import measure
from .version import __version__

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

_INPUTS = """
Args:
    predictions: A list of strings, the answers to score. An empty one scores 0 and is counted.
    references: Per prediction a string or a list of strings, the right answers.
    questions: Optional list of strings; carried, not used by the scores of these settings.
    synthetic_answers: Optional; per prediction a string or a list, one sentence per reference that states it (None
        where there is none).
    per_item (bool): Adds `items`, a dict of equally long lists.
    confidence_level (float): Adds `smile_ci` and `accuracy_ci`, seeded bootstrap intervals; for example 0.95.
    semantic_weight (float): The paper's w, 0 to 1. Default 0.3.
    threshold (float): A row counts as correct above it. Default 0.67.
    aggregation (str): `weighted` (default) or `harmonic`.
    use_easy_match (bool): False leaves easy match out of the lexical score.
    language (str): ISO code of the rows' language, or `any`. Default `en` (`any` in `multilingual`).
    model, revision, device, batch_size, dtype, prompt: The encoder, in place of the setting's own.

Returns:
    A dict of `smile`, `semantic`, `lexical`, `easy_match`, `keyword_similarity`, `accuracy` (floats, 0 to 1), `n`,
    `n_empty_predictions`, `n_truncated` (ints) and `signature`.

Examples:
    >>> smile = evaluate.load("smile")
    >>> result = smile.compute(predictions=["It is in Paris."], references=["Paris"])
    >>> round(result["smile"], 3)
    0.97
"""

_OPTIONAL_COLUMNS = ("questions", "synthetic_answers")
_PLURALS = {
    "prediction": "predictions",
    "reference": "references",
    "question": "questions",
    "synthetic_answer": "synthetic_answers",
}


class Smile(evaluate.Metric):
    """SMILE, the metric. `config_name` is a named setting: `default`, `paper` or `multilingual`."""

    _scorer: SmileScorer | None = None

    def _info(self) -> evaluate.MetricInfo:
        named_settings(self.config_name)
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features(
                {
                    "predictions": datasets.Value("string"),
                    "references": datasets.Sequence(datasets.Value("string")),
                    # Arrow's check of row 0 refuses None: "" and [] stand for "none given".
                    "questions": datasets.Value("string"),
                    "synthetic_answers": datasets.Sequence(datasets.Value("string")),
                }
            ),
            homepage="https://github.com/SalesforceAIResearch/smile-metric-qna-eval",
            license="apache-2.0",
            reference_urls=["https://arxiv.org/abs/2511.17432"],
        )

    def compute(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> dict[str, Any] | None:
        """Scores the rows given here together with those given before by add and add_batch."""
        optional = {name: kwargs.pop(name, None) for name in _OPTIONAL_COLUMNS}
        options = self._options(kwargs)
        is_given = any(column is not None for column in (predictions, references, *optional.values()))
        features = _as_features(predictions, references, **optional) if is_given else None
        if self.num_process == 1:
            n = len(self) + (len(features["predictions"]) if features else 0)
            if n == 0:
                raise DataError("there are no rows to score: give predictions and references, or add rows first")
            check_interval(options["confidence_level"], n)
        if self.process_id == 0:
            # What can go wrong goes wrong here, before evaluate lets go of the rows added so far.
            options["scorer"].warm_up()
        if features:
            super().add_batch(**features)
        result: dict[str, Any] | None = super().compute(**options)
        return result

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Adds rows to score when compute is called."""
        _refuse_unknown(kwargs, ("predictions", "references", *_OPTIONAL_COLUMNS))
        super().add_batch(**_as_features(predictions, references, **kwargs))

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Adds one row to score when compute is called."""
        # evaluate.combine names the cells of a single row as it names columns.
        cells = {"prediction": prediction, "reference": reference, **kwargs}
        cells = {_PLURALS.get(name, name): cell for name, cell in cells.items() if cell is not None}
        _refuse_unknown(cells, ("predictions", "references", *_OPTIONAL_COLUMNS))
        required = {"predictions": [None], "references": [None]}
        self.add_batch(**required | {name: [cell] for name, cell in cells.items()})

    def _compute(
        self,
        *,
        predictions: list[str],
        references: list[list[str]],
        questions: list[str],
        synthetic_answers: list[list[str]],
        scorer: SmileScorer,
        per_item: bool,
        confidence_level: float | None,
    ) -> dict[str, Any]:
        rows = check_rows(
            predictions,
            references,
            [question or None for question in questions],
            [[answer or None for answer in answers] or None for answers in synthetic_answers],
        )
        return scorer.score_rows(rows).summary(confidence_level, per_item)

    def _options(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        _refuse_unknown(kwargs, ("per_item", "confidence_level", *OPTIONS))
        per_item = kwargs.pop("per_item", False)
        if not isinstance(per_item, bool):
            raise UsageError(f"per_item must be True or False, got {per_item!r}")
        confidence_level = kwargs.pop("confidence_level", None)
        if confidence_level is not None:
            confidence_level = check_share("confidence_level", confidence_level, open_interval=True)
        settings = named_settings(self.config_name, **kwargs)
        if self._scorer is None or self._scorer.settings != settings:
            self._scorer = SmileScorer(settings)
        return {"scorer": self._scorer, "per_item": per_item, "confidence_level": confidence_level}


def _refuse_unknown(names: Iterable[str], known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            raise UsageError(unknown_option(name, known))


def _as_features(
    predictions: Any, references: Any, questions: Any = None, synthetic_answers: Any = None
) -> dict[str, list[Any]]:
    """Checks columns and returns them in the one form that Arrow stores: references always as lists."""
    rows = check_rows(predictions, references, questions, synthetic_answers)
    return {
        "predictions": [row.prediction for row in rows],
        "references": [list(row.references) for row in rows],
        "questions": [row.question or "" for row in rows],
        "synthetic_answers": [
            [answer or "" for answer in row.synthetic_answers] if any(row.synthetic_answers) else [] for row in rows
        ],
    }
