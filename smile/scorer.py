"""The scorer: rows in, scores out, by way of the modules before it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .comparisons import Comparisons, compare
from .encoders import Encoder, OnProgress, SentenceEncoder
from .errors import UsageError
from .results import Scores
from .rows import Row, check_rows
from .scoring import (
    BoolArray,
    FloatArray,
    best_of_row,
    can_be_best,
    keyword_similarity,
    lexical_score,
    rating,
    semantic_score,
    smile_score,
)
from .settings import Settings, named_settings
from .signature import signature
from .similarities import Similarities, measure


class SmileScorer:
    """Scores predictions against references with SMILE.

    Args:
        setting: `default`, `paper` or `multilingual`, or `Settings`.
        encoder: An encoder in place of the setting's own.
        **options: Any of `smile.settings.OPTIONS`, for example `semantic_weight=0.5`.

    Raises:
        UsageError: A setting or option is unknown or out of range.

    >>> scorer = SmileScorer()
    >>> result = scorer.score(["It is in Paris."], ["Paris"]).summary()
    >>> round(result["smile"], 3), result["accuracy"]
    (0.97, 1.0)
    """

    def __init__(self, setting: str | Settings = "default", encoder: Encoder | None = None, **options: Any) -> None:
        """Checks the settings; loads nothing."""
        if isinstance(setting, Settings):
            if options:
                raise UsageError(
                    f"{', '.join(options)} given beside settings: put options into the settings themselves"
                )
            self.settings = setting
        else:
            self.settings = named_settings(setting, **options)
        self.encoder: Encoder = SentenceEncoder(self.settings) if encoder is None else encoder

    def warm_up(self) -> None:
        """Loads the encoder and the lemmas, which scoring would otherwise do on first use.

        Raises:
            ModelError: A model or its data cannot be had.
        """
        compare(check_rows(["warm up"], ["warm up"]), self.settings.normalization, self.settings.language)
        self.encoder.encode(["warm up"])

    def score(
        self,
        predictions: Any,
        references: Any,
        questions: Any = None,
        synthetic_answers: Any = None,
        on_progress: OnProgress | None = None,
    ) -> Scores:
        """Scores columns of any kind that `check_rows` takes.

        Args:
            predictions: One string per row.
            references: Per row a string or a list of strings.
            questions: Checked and carried; this setting's scores do not use them.
            synthetic_answers: Per row None, a string, or a list as long as the row's references.
            on_progress: Called with how many strings are encoded and how many there are.

        Raises:
            DataError: A row is not what it should be.
            ModelError: A model or its data cannot be had.
        """
        return self.score_rows(check_rows(predictions, references, questions, synthetic_answers), on_progress)

    def score_rows(self, rows: Sequence[Row], on_progress: OnProgress | None = None) -> Scores:
        """Scores checked rows; see `score`."""
        settings = self.settings
        everything = compare(rows, settings.normalization, settings.language)
        comparisons, similarities = measure(
            everything, self.encoder, lambda sentence: _hopeful(everything, sentence, settings), on_progress
        )
        return _score(comparisons, similarities, settings, signature(settings, self.encoder.signature, rows))


def _hopeful(comparisons: Comparisons, sentence: FloatArray, settings: Settings) -> BoolArray:
    """Says which pairs can be the best of their row, whatever the cosines of their n-grams turn out to be."""
    semantic = semantic_score(sentence)
    at_most, _ = keyword_similarity(
        np.ones(len(comparisons.ngram)), comparisons.lacks_number, comparisons.ngram_start, comparisons.is_exact
    )
    least, most = (
        smile_score(
            semantic,
            lexical_score(comparisons.easy_match, keyword, settings.use_easy_match),
            settings.semantic_weight,
            settings.aggregation,
        )
        for keyword in (comparisons.is_exact.astype(np.float64), at_most)
    )
    return can_be_best(comparisons.row, least, most)


def _score(comparisons: Comparisons, similarities: Similarities, settings: Settings, run_signature: str) -> Scores:
    n = comparisons.n_rows
    semantic = semantic_score(similarities.sentence)
    keyword, position = keyword_similarity(
        similarities.ngram, comparisons.lacks_number, comparisons.ngram_start, comparisons.is_exact
    )
    lexical = lexical_score(comparisons.easy_match, keyword, settings.use_easy_match)
    smile = smile_score(semantic, lexical, settings.semantic_weight, settings.aggregation)

    best = best_of_row(comparisons.row, smile)
    scored_rows = comparisons.row[best]

    def per_row(values: "np.ndarray[Any, np.dtype[Any]]") -> Any:
        column = np.zeros(n, dtype=values.dtype)
        column[scored_rows] = values[best]
        return column

    is_empty = np.ones(n, dtype=np.bool_)
    is_empty[scored_rows] = False
    matched_ngram = [""] * n
    for row, pair in zip(scored_rows.tolist(), best.tolist(), strict=True):
        matched = comparisons.keyword[pair] if position[pair] < 0 else comparisons.ngram[position[pair]]
        matched_ngram[row] = comparisons.strings[matched]
    smile_of_row = per_row(smile)
    return Scores(
        smile=smile_of_row,
        semantic=per_row(semantic),
        lexical=per_row(lexical),
        easy_match=per_row(comparisons.easy_match),
        keyword_similarity=per_row(keyword),
        rating=rating(smile_of_row),
        correct=smile_of_row > settings.threshold,
        best_reference=per_row(comparisons.reference_index),
        matched_ngram=matched_ngram,
        is_empty=is_empty,
        is_truncated=_truncated_rows(comparisons, similarities.is_truncated),
        signature=run_signature,
    )


def _truncated_rows(comparisons: Comparisons, cut: BoolArray) -> BoolArray:
    of_pair = comparisons.is_cut | cut[comparisons.prediction] | cut[comparisons.target] | cut[comparisons.keyword]
    of_pair |= np.diff(np.concatenate(([0], np.cumsum(cut[comparisons.ngram])))[comparisons.ngram_start]) > 0
    truncated = np.zeros(comparisons.n_rows, dtype=np.bool_)
    truncated[comparisons.row[of_pair]] = True
    return truncated
