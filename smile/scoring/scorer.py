"""The scorer: columns in, scores out."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..caches import cached
from ..checks import check_share, numbers_of_names, refuse_unknown
from ..encoding.embedding_store import DEFAULT_GIGABYTES, StoredEncoder
from ..encoding.encoder_choice import choose_encoder
from ..encoding.encoders import Encoder, load_encoder
from ..errors import SmileWarning, UsageError
from ..learned.reader import Reader
from ..learned.reader_files import reader_encoder
from ..rows.checked_rows import Row, check_rows, question_keys
from ..rows.row_scores import Signature
from ..settings.named_settings import Settings, named_settings
from ..shared_types import OnProgress
from .answer_reading import language_of_row, read_answers
from .other_languages import count_not_english, warning_of_languages
from .pair_scores import MeasuredPairs, measure_pairs, score_pairs, with_learned, word_vectors_beside
from .plan import plan_comparisons
from .results import Scores
from .signature import RowKinds, signature

# Together they use most tables and expressions of the rules.
_PREDICTIONS = ("I don't know.", "Ann Lee walked two miles in Great Britain on 4 May 1776, not in Rome.")
_REFERENCES = ("Rome", "Bob Lee Dow", "UK", "three km", "July 5, 1776", "Henry VIII and Ann")


class SmileScorer:
    """Scores predictions against references with SMILE.

    Args:
        setting: `default`, `fast`, `learned`, `paper` or `multilingual`, or `Settings`.
        encoder: An encoder in place of the setting's own.
        reader: For `learned`, the encoder in place of `smile.learned.reader_files.reader_encoder`.
        store: A folder that keeps embeddings for later runs; see `smile.encoding.embedding_store.EmbeddingStore`.
        store_gigabytes: The largest size of the store.
        **options: Any of `smile.settings.named_settings.OPTIONS`, for example `semantic_weight=0.5`.

    Attributes:
        settings: The checked settings.
        encoder: The encoder.

    Raises:
        UsageError: A setting or option is unknown or out of range, or a store is given with `fast`, which would keep
            nothing in it.

    Examples:
        >>> scorer = SmileScorer()
        >>> result = scorer.score(["It is in Paris."], ["Paris"]).summary()
        >>> round(result["smile"], 3), result["accuracy"]
        (0.97, 1.0)
        >>> print(scorer.score(["It is in Paris.", "2 July 1776", ""], ["Paris", "4 July 1776", "no"]))
        SMILE 0.439; 1 correct, 2 incorrect
           row  smile  verdict    reason
             0  0.970  correct    Contains the correct answer: Paris
             1  0.346  incorrect  Says 2 July 1776 instead of 4 July 1776
             2  0.000  incorrect  Empty answer
    """

    def __init__(
        self,
        setting: str | Settings = "default",
        encoder: Encoder | None = None,
        *,
        reader: Encoder | None = None,
        store: str | Path | None = None,
        store_gigabytes: float = DEFAULT_GIGABYTES,
        **options: Any,
    ) -> None:
        """Checks the settings; loads nothing."""
        if isinstance(setting, Settings):
            if options:
                given = ", ".join(options)
                raise UsageError(f"{given} cannot be given together with a Settings object: set it there")
        else:
            setting = named_settings(setting, **options)
        of_setting = choose_encoder(setting, encoder, store=store, store_gigabytes=store_gigabytes)
        learned = None
        if setting.is_learned:
            encoder_of_reader = reader_encoder(setting) if reader is None else reader
            learned = Reader(
                encoder_of_reader if store is None else StoredEncoder(encoder_of_reader, store, store_gigabytes),
                of_setting,
            )
        self.settings, self.encoder, self._reader = setting, of_setting, learned
        self._has_warned = False

    def warm_up(self) -> None:
        """Loads the encoder and the lemmas, which scoring would otherwise do on first use.

        Raises:
            ModelError: A model or its data cannot be loaded.
        """
        read = read_answers(check_rows(_PREDICTIONS, [_REFERENCES] * len(_PREDICTIONS)), self.settings)
        plan_comparisons(read.rows, read.columns, self.settings.normalization, self.settings.language)
        for encoder in (self.encoder, word_vectors_beside(self.encoder, self.settings), self._reader):
            load_encoder(encoder)

    def score(
        self,
        predictions: Any,
        references: Any,
        questions: Any = None,
        synthetic_answers: Any = None,
        on_progress: OnProgress | None = None,
        **unknown: Any,
    ) -> Scores:
        """Scores columns of any kind that `check_rows` takes; `scorer(...)` is the same.

        Args:
            predictions: One string per row.
            references: Per row a string or a list of strings.
            questions: Per row a string or None; see `Settings.use_questions`.
            synthetic_answers: Per row None, a string, or a list as long as the row's references.
            on_progress: Called with the number of strings encoded and the number of all strings.
            **unknown: Must be empty: an error says which argument may be meant.

        Raises:
            DataError: A row is invalid.
            ModelError: A model or its data cannot be loaded.
        """
        refuse_unknown(unknown, ("predictions", "references", "questions", "synthetic_answers", "on_progress"))
        columns = (predictions, references, questions, synthetic_answers)
        scores = self.score_rows(check_rows(*columns), on_progress)
        labels = (column.index for column in columns if hasattr(column, "iloc"))
        return replace(scores, row_labels=next(labels, None))

    __call__ = score

    def __getattr__(self, name: str) -> Any:
        if name == "compute":
            raise AttributeError("write scorer.score(predictions, references, questions).summary()")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def score_rows(self, rows: Sequence[Row], on_progress: OnProgress | None = None, first: int = 0) -> Scores:
        """Scores checked rows; see `score`. `first` is the number of the first row, in warnings."""
        return self.score_pairs(rows, self.measure(rows, on_progress, [self.settings], first), self.settings)

    def measure(
        self,
        rows: Sequence[Row],
        on_progress: OnProgress | None = None,
        wanted: Sequence[Settings] | None = None,
        first: int = 0,
    ) -> MeasuredPairs:
        """Encodes checked rows and returns their pairs, for scores at more than one weight.

        Args:
            rows: The rows.
            on_progress: Called with the number of strings encoded and the number of all strings.
            wanted: The settings that `score_pairs` will get. Pairs that cannot be the best of their row with any of
                these are dropped. None keeps all; `learned` keeps the pairs that it reads.
            first: The number of the first row, in warnings.
        """
        if self._reader is None:
            return self._noted(measure_pairs(rows, self.settings, self.encoder, wanted, on_progress, first))
        measured = self._noted(measure_pairs(rows, self.settings, self.encoder, first=first))
        smile, use_questions = measured.smile(self.settings), self.settings.use_questions
        result = self._reader.score(measured.answers.rows, measured.pairs, smile, use_questions, on_progress)
        return with_learned(measured, result)

    def _noted(self, measured: MeasuredPairs) -> MeasuredPairs:
        """Counts the rows in other languages than the setting's, and warns about them once."""
        languages = measured.answers.languages
        n_others = count_not_english(languages) if self.settings.language == "en" else 0
        if n_others == 0:
            return measured
        warning = warning_of_languages(languages, self.settings)
        if warning and not self._has_warned:
            self._has_warned = True
            warnings.warn(warning, stacklevel=2)
        return replace(measured, n_not_english=n_others)

    def score_pairs(self, rows: Sequence[Row], pairs: MeasuredPairs, settings: Settings) -> Scores:
        """Scores rows from the pairs that `measure` returned, without encoding.

        The settings are the scorer's own, with another `semantic_weight`, `aggregation`, `use_easy_match` or
        `threshold`.
        """
        kinds = RowKinds.of(rows)
        run_signature, n_without = self.signature_of(settings, kinds), kinds.n_scored_without(settings)
        scores = score_pairs(rows, pairs, settings, run_signature, n_without)
        return replace(scores, question=np.array(numbers_of_names(map(str, question_keys(rows)))[1], dtype=np.int64))

    def warnings(self, rows: Sequence[Row]) -> list[SmileWarning]:
        """Returns warnings about the scores of checked rows: on their languages, and those of `learned`."""
        of_languages = warning_of_languages([language_of_row(row, self.settings) for row in rows], self.settings)
        of_reader = [] if self._reader is None else self._reader.warnings(rows, self.settings.use_questions)
        return [*of_reader, *([] if of_languages is None else [of_languages])]

    def signature_of(self, settings: Settings, kinds: RowKinds) -> Signature:
        """Returns the signature of a run with these settings and rows of these kinds."""
        reader = None if self._reader is None else self._reader.signature
        return signature(settings, self.encoder, kinds, reader)


# Scorers that keep their models for the next call.
_MOST_SCORERS = 4


def score(
    predictions: Any, references: Any, questions: Any = None, setting: str | Settings = "default", **options: Any
) -> Scores:
    """Scores predictions against references with SMILE. `SmileScorer` explains the arguments.

    A second call with the same setting and options uses the models that the first one loaded.

    Examples:
        >>> scores = score(["It is in Paris.", "Rome"], ["Paris", "Paris"], setting="fast")
        >>> scores.accuracy, scores.verdict
        (0.5, ['correct', 'incorrect'])
    """
    return _scorer(setting, **options).score(predictions, references, questions)


_scorer = cached(_MOST_SCORERS)(SmileScorer)


def assert_accuracy(scores: Scores, at_least: float) -> None:
    """Raises an `AssertionError` if the accuracy of scores is under `at_least`; it lists the worst rows first.

    Examples:
        >>> assert_accuracy(score(["It is in Paris.", "Rome"], ["Paris", "Paris"], setting="fast"), 0.8)
        Traceback (most recent call last):
        AssertionError: the accuracy is 0.500, under 0.8: 1 of 2 answers is not correct
           row  smile  verdict    reason
             1  0.374  incorrect  Says Rome instead of Paris
    """
    __tracebackhide__ = True  # pytest shows the line of the test
    if scores.accuracy < check_share("at_least", at_least):
        wrong = [i for i in scores.smile.argsort(kind="stable").tolist() if not scores.correct[i]]
        n = f"{len(wrong):,} of {len(scores):,} answers {'is' if len(wrong) == 1 else 'are'} not correct"
        raise AssertionError(
            "\n".join([f"the accuracy is {scores.accuracy:.3f}, under {at_least:g}: {n}", *scores.table(wrong)])
        )
