"""QA match: exact match, F1 and BLEU of each prediction, aggregated over its references."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from statistics import fmean
from typing import Any, cast

import numpy as np

from ..checks import check_choice, check_flag, is_blank
from ..result_types import MatchItems, MatchSummary
from ..rows.checked_rows import Row, check_rows
from ..rows.row_scores import RowScores, Signature
from ..scoring.signature import references_in_signature, signature_of_run
from ..settings.named_settings import check_language_setting
from ..shared_types import BoolArray, FloatArray, IntArray
from . import word_overlap
from .word_overlap import bleu_1, bleu_4, bleu_tokenizer, corpus_bleu, exact_match, f1

MATCH_OPTIONS = ("aggregation", "language", "rouge_l", "meteor")

MATCH_AGGREGATIONS: dict[str, Callable[[list[float]], float]] = {"max": max, "mean": fmean}


@dataclass(frozen=True)
class MatchScores(RowScores[MatchItems, MatchSummary]):
    """The scores of n rows, in the order of the rows.

    Attributes:
        measures: (n,) scores by name, 0 to 1: `exact_match`, `f1`, `bleu_1`, `bleu_4` and the optional ones.
        corpus_bleu: BLEU of all rows together, 0 to 1.
        best_reference: (n,) index of the reference with the highest F1; None unless the aggregation is `max`.
        is_empty: (n,) whether the prediction is empty; all its scores are 0.
    """

    measures: dict[str, FloatArray]
    corpus_bleu: float
    best_reference: IntArray | None
    is_empty: BoolArray
    run_signature: Signature

    def items(self) -> MatchItems:
        """Returns the per-item results; see `RowScores`."""
        items = cast(MatchItems, {name: scores.tolist() for name, scores in self.measures.items()})
        if self.best_reference is not None:
            items["best_reference"] = self.best_reference.tolist()
        return items

    def aggregates(self) -> MatchSummary:
        """Returns the aggregate result; see `RowScores`."""
        means = {name: float(scores.mean()) for name, scores in self.measures.items()}
        others = {
            "corpus_bleu": self.corpus_bleu,
            "n": len(self),
            "n_empty_predictions": int(self.is_empty.sum()),
            "signature": self.signature,
        }
        return cast(MatchSummary, means | others)


class QAMatchScorer:
    """Scores predictions by the words that they share with references.

    Args:
        aggregation: How to combine the scores for a row's references: `max` or `mean`.
        language: ISO code of the rows' language, or `any`.
        rouge_l: Adds `rouge_l`; needs rouge-score.
        meteor: Adds `meteor`; needs NLTK's WordNet.

    Raises:
        UsageError: An option is out of range.

    Examples:
        >>> references = [["Rome", "The Eiffel Tower is in Paris"]]
        >>> result = QAMatchScorer().score(["The tower is in Paris"], references).summary()
        >>> result["exact_match"], round(result["f1"], 3), round(result["bleu_1"], 3)
        (0.0, 0.889, 0.819)
    """

    def __init__(
        self,
        *,
        aggregation: str = "max",
        language: str = "en",
        rouge_l: bool = False,
        meteor: bool = False,
    ) -> None:
        check_choice("aggregation", aggregation, tuple(MATCH_AGGREGATIONS))
        self._aggregation = aggregation
        self._language = check_language_setting(language)
        self._measures: dict[str, Callable[[str, str, str], float]] = {
            "exact_match": exact_match,
            "f1": f1,
            "bleu_1": bleu_1,
            "bleu_4": bleu_4,
            **({"rouge_l": word_overlap.rouge_l} if check_flag("rouge_l", rouge_l) else {}),
            **({"meteor": word_overlap.meteor} if check_flag("meteor", meteor) else {}),
        }

    def warm_up(self) -> None:
        """Loads the packages and data of the options, which are otherwise loaded on first use."""
        for measure in self._measures.values():
            measure("warm up", "warm up", self._language)

    def score(self, predictions: Any, references: Any) -> MatchScores:
        """Scores columns in any form that `check_rows` accepts.

        Raises:
            DataError: A row is invalid.
            ModelError: A package or its data is not installed.
            UsageError: An option does not support the language.
        """
        return self.score_rows(check_rows(predictions, references))

    def score_rows(self, rows: Sequence[Row]) -> MatchScores:
        """Scores checked rows; see `score`."""
        self.warm_up()
        predictions = ["" if is_blank(row.prediction) else row.prediction for row in rows]
        measures = {name: np.zeros(len(rows)) for name in self._measures}
        best = np.zeros(len(rows), dtype=np.int64)
        for i, (prediction, row) in enumerate(zip(predictions, rows, strict=True)):
            if not prediction:
                continue
            for name, measure in self._measures.items():
                scores = [measure(prediction, reference, self._language) for reference in row.references]
                measures[name][i] = MATCH_AGGREGATIONS[self._aggregation](scores)
                if name == "f1":
                    best[i] = int(np.argmax(scores))
        return MatchScores(
            measures=measures,
            corpus_bleu=corpus_bleu(predictions, [row.references for row in rows], self._language),
            best_reference=best if self._aggregation == "max" else None,
            is_empty=np.array([not prediction for prediction in predictions]),
            run_signature=self._signature(rows),
        )

    def _signature(self, rows: Sequence[Row]) -> Signature:
        pairs = {
            "nrefs": references_in_signature(rows),
            "agg": self._aggregation,
            "norm": "squad" if self._language == "en" else "nfkc",
            "lang": self._language,
            "bleu": f"sacrebleu@{version('sacrebleu')}",
            "case": "lc",
            "eff": "sentences",
            "tok": bleu_tokenizer(self._language),
            "smooth": "exp",
        }
        if "rouge_l" in self._measures:
            pairs["rouge_l"] = f"rouge-score@{version('rouge-score')}"
        if "meteor" in self._measures:
            pairs["meteor"] = f"nltk@{version('nltk')}"
        return signature_of_run(pairs)
