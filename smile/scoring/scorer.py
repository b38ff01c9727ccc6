"""The scorer: rows in, scores out, by way of the modules before it."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..aliases import BoolArray, FloatArray, OnProgress
from ..encoding.encoders import Encoder, backend_of
from ..encoding.static_encoder import StaticEncoder
from ..errors import UsageError
from ..learned.head import EquivalenceHead
from ..learned.head_encoder import head_encoder
from ..rows.checked_rows import Row, check_rows, decide_questions
from ..settings.named_settings import Settings, named_settings
from ..stores.embedding_store import DEFAULT_GIGABYTES, with_store
from ..stores.encoder_choice import encoder_of
from ..stores.known_embeddings import KnownFirst
from ..stores.prepared_set import open_prepared
from .cosines import Similarities, measure
from .formulas import can_be_best, keyword_similarity, semantic_score
from .pairs import MeasuredPairs, joined_score, merge_pairs, score_pairs
from .plan import Comparisons, compare
from .results import Scores
from .signature import RowKinds, signature


class SmileScorer:
    """Scores predictions against references with SMILE.

    Args:
        setting: `default`, `fast`, `learned`, `paper` or `multilingual`, or `Settings`.
        encoder: An encoder in place of the setting's own; of `fast`, what encodes where static vectors are missing.
        head: Of `learned`, what computes its verdicts, in place of `smile.learned.head_encoder.head_encoder`.
        store: A folder in which embeddings are kept for later runs; see `smile.stores.embedding_store.EmbeddingStore`.
        store_gigabytes: How large it may grow.
        prepared: The folder of a set that `smile prepare` made for these settings; its synthetic answers are used, and
            it must know every row.
        **options: Any of `smile.settings.named_settings.OPTIONS`, for example `semantic_weight=0.5`.

    Raises:
        UsageError: A setting or option is unknown or out of range, or the prepared set cannot be used.

    >>> scorer = SmileScorer()
    >>> result = scorer.score(["It is in Paris."], ["Paris"]).summary()
    >>> round(result["smile"], 3), result["accuracy"]
    (0.97, 1.0)
    """

    def __init__(
        self,
        setting: str | Settings = "default",
        encoder: Encoder | None = None,
        *,
        head: Encoder | None = None,
        store: str | Path | None = None,
        store_gigabytes: float = DEFAULT_GIGABYTES,
        prepared: str | Path | None = None,
        **options: Any,
    ) -> None:
        """Checks the settings; loads nothing."""
        if isinstance(setting, Settings):
            if options:
                raise UsageError(
                    f"{', '.join(options)} given beside settings: put options into the settings themselves"
                )
            self.settings = setting
        else:
            self.settings = named_settings(setting, **options)
        self.encoder = encoder_of(self.settings, encoder, store=store, store_gigabytes=store_gigabytes)
        self._static = self.encoder if isinstance(self.encoder, StaticEncoder) else None
        self._head: EquivalenceHead | None = None
        if self.settings.is_learned:
            read = head_encoder(self.settings) if head is None else head
            self._head = EquivalenceHead(
                self.settings, read if store is None else with_store(read, store, store_gigabytes)
            )
        self._prepared = None if prepared is None else open_prepared(prepared)
        if self._prepared is not None:
            self.encoder = KnownFirst(self.encoder, self._prepared, "prepared")

    def warm_up(self) -> None:
        """Loads the encoder and the lemmas, which scoring would otherwise do on first use.

        Raises:
            ModelError: A model or its data cannot be had.
            UsageError: The settings were calibrated with another encoder.
        """
        compare(check_rows(["warm up"], ["warm up"]), self.settings.normalization, self.settings.language)
        self.encoder.encode(["warm up"])
        if self._head is not None:
            self._head.warm_up()
        self._check_calibration()

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
            questions: Per row a string or None; see `Settings.use_questions`.
            synthetic_answers: Per row None, a string, or a list as long as the row's references.
            on_progress: Called with how many strings are encoded and how many there are.

        Raises:
            DataError: A row is not what it should be.
            ModelError: A model or its data cannot be had.
            UsageError: The settings were calibrated, or the set prepared, with another encoder.
        """
        return self.score_rows(check_rows(predictions, references, questions, synthetic_answers), on_progress)

    def score_rows(self, rows: Sequence[Row], on_progress: OnProgress | None = None) -> Scores:
        """Scores checked rows; see `score`."""
        rows = self.complete(rows)
        return self._score_pairs(rows, self._measure_rows(rows, on_progress, [self.settings]), self.settings)

    def measure(
        self, rows: Sequence[Row], on_progress: OnProgress | None = None, wanted: Sequence[Settings] | None = None
    ) -> MeasuredPairs:
        """Encodes checked rows and returns the parts of their pairs, for scores at more than one weight.

        Args:
            rows: The rows.
            on_progress: Called with how many strings are encoded and how many there are.
            wanted: The settings that the rows will be scored with, as `score_pairs` takes them; pairs that are the best
                of their row with none of these are left out, which saves half of the time. None keeps every pair.
        """
        return self._measure_rows(self.complete(rows), on_progress, wanted)

    def score_pairs(self, rows: Sequence[Row], parts: MeasuredPairs, settings: Settings) -> Scores:
        """Scores rows from the parts of their pairs; encodes nothing.

        Args:
            rows: The rows that were measured.
            parts: What `measure` returned for them and these settings.
            settings: Those of this scorer but for `semantic_weight`, `aggregation`, `use_easy_match` and `threshold`.
        """
        return self._score_pairs(self.complete(rows), parts, settings)

    def complete(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Returns rows with the synthetic answers of the prepared set, if there is one.

        Raises:
            DataError: The set does not know a row, or the row has synthetic answers as well.
        """
        return rows if self._prepared is None else self._prepared.with_answers(rows)

    def cautions(self, rows: Sequence[Row]) -> list[str]:
        """Returns what to know before trusting the scores of checked rows; nothing but of `learned`.

        Raises:
            ModelError: The head cannot be had.
        """
        if self._head is None:
            return []
        return self._head.cautions(rows, decide_questions(rows, self.settings.use_questions))

    def for_part_of(self, kinds: RowKinds) -> "SmileScorer":
        """Returns this scorer for some of a run's rows: questions are used as the whole run uses them.

        Args:
            kinds: Those of all rows of the run.
        """
        scorer = copy(self)
        scorer.settings = replace(self.settings, use_questions=kinds.uses_questions(self.settings))
        return scorer

    def signature_of(self, settings: Settings, kinds: RowKinds) -> str:
        """Returns the signature of a run.

        Args:
            settings: Those of the run.
            kinds: Those of all its rows, `complete`.
        """
        prepared = None if self._prepared is None else self._prepared.digest
        head = None if self._head is None else self._head.signature
        return signature(settings, self.encoder.signature, kinds, prepared, head)

    def _measure_rows(
        self, rows: Sequence[Row], on_progress: OnProgress | None, wanted: Sequence[Settings] | None
    ) -> MeasuredPairs:
        self._check_calibration()
        with_questions = decide_questions(rows, self.settings.use_questions)
        if self._prepared is not None:
            self._prepared.check(self.settings, self.encoder.signature, with_questions)
        everything = compare(rows, self.settings.normalization, self.settings.language, with_questions)
        if self._head is None:
            return self._measure(everything, wanted, on_progress)
        return self._head.judge(rows, self._measure(everything, wanted, None), with_questions, on_progress)

    def _measure(
        self, everything: Comparisons, wanted: Sequence[Settings] | None, on_progress: OnProgress | None
    ) -> MeasuredPairs:
        if self._static is None:
            return _measured(everything, self.encoder, wanted, on_progress)
        is_exact = _pairs_with(everything, ~self._static.knows(everything.strings))
        n_rows = len(np.unique(everything.row[is_exact]))
        parts = _measured(everything.only(~is_exact), self.encoder, wanted, None if n_rows else on_progress)
        if n_rows:
            exact = _measured(everything.only(is_exact), self._static.distilled_from, wanted, on_progress, parts)
            parts = merge_pairs(parts, exact)
        return replace(parts, n_strings={**parts.n_strings, "n_rows_encoded": n_rows})

    def _score_pairs(self, rows: Sequence[Row], parts: MeasuredPairs, settings: Settings) -> Scores:
        return score_pairs(parts, settings, self.signature_of(settings, RowKinds.of(rows)))

    def _check_calibration(self) -> None:
        calibration = self.settings.calibration
        if calibration is not None and calibration.encoder != self.encoder.signature:
            raise UsageError(
                f"the settings file {calibration.file} was calibrated with the encoder {calibration.encoder}, and this "
                f"is {self.encoder.signature}: calibrate anew with this one, or score with that"
            )


def _measured(
    comparisons: Comparisons,
    encoder: Encoder,
    wanted: Sequence[Settings] | None,
    on_progress: OnProgress | None,
    others: MeasuredPairs | None = None,
) -> MeasuredPairs:
    def find_hopeful(these: Comparisons, lowest: FloatArray, highest: FloatArray) -> BoolArray:
        if wanted is None:
            return np.ones(len(lowest), dtype=np.bool_)
        return _hopeful(these, lowest, highest, wanted, others)

    parts = _parts(*measure(comparisons, encoder, find_hopeful, on_progress))
    return replace(parts, backend=backend_of(encoder)) if parts.n_strings["n_encoded"] else parts


def _hopeful(
    comparisons: Comparisons,
    lowest: FloatArray,
    highest: FloatArray,
    wanted: Sequence[Settings],
    others: MeasuredPairs | None,
) -> BoolArray:
    """Says which pairs can be the best of their row with any of the settings, whatever their n-grams' cosines are.

    Args:
        comparisons: P pairs.
        lowest: (P,) what the cosines of their sentences are at least.
        highest: (P,) what they are at most.
        wanted: The settings.
        others: Other pairs of the same rows, measured already, which count too.
    """
    at_most, _ = keyword_similarity(
        np.ones(len(comparisons.ngram)), comparisons.lacks_number, comparisons.ngram_start, comparisons.is_exact
    )
    at_least = comparisons.is_exact.astype(np.float64)
    is_hopeful = np.zeros(len(comparisons.row), dtype=np.bool_)
    for settings in wanted:
        least, most = (
            joined_score(semantic_score(sentence), comparisons.easy_match, keyword, settings)
            for sentence, keyword in ((lowest, at_least), (highest, at_most))
        )
        row = comparisons.row
        if others is not None:
            known = joined_score(others.semantic, others.easy_match, others.keyword_similarity, settings)
            row = np.concatenate((row, others.row))
            least, most = np.concatenate((least, known)), np.concatenate((most, known))
        is_hopeful |= can_be_best(row, least, most)[: len(is_hopeful)]
    return is_hopeful


def _parts(comparisons: Comparisons, similarities: Similarities) -> MeasuredPairs:
    keyword, position = keyword_similarity(
        similarities.ngram, comparisons.lacks_number, comparisons.ngram_start, comparisons.is_exact
    )
    matched = comparisons.keyword.copy()
    is_compared = position >= 0
    matched[is_compared] = comparisons.ngram[position[is_compared]]
    return MeasuredPairs(
        row=comparisons.row,
        reference_index=comparisons.reference_index,
        semantic=semantic_score(similarities.sentence),
        easy_match=comparisons.easy_match,
        keyword_similarity=keyword,
        matched_ngram=[comparisons.strings[string] for string in matched.tolist()],
        is_truncated=_rows_of(comparisons, comparisons.is_cut | _pairs_with(comparisons, similarities.is_truncated)),
        n_strings=similarities.n_strings,
    )


def _pairs_with(comparisons: Comparisons, of_string: BoolArray) -> BoolArray:
    """Says (P,) which pairs compare any of the strings that a (S,) mask marks."""
    n_ngrams = np.concatenate(([0], np.cumsum(of_string[comparisons.ngram])))[comparisons.ngram_start]
    of_pair: BoolArray = np.diff(n_ngrams) > 0
    for side in (comparisons.prediction, comparisons.target, comparisons.keyword):
        of_pair = of_pair | of_string[side]
    return of_pair


def _rows_of(comparisons: Comparisons, pairs: BoolArray) -> BoolArray:
    """Says (n,) which rows have a pair that a (P,) mask marks."""
    rows = np.zeros(comparisons.n_rows, dtype=np.bool_)
    rows[comparisons.row[pairs]] = True
    return rows
