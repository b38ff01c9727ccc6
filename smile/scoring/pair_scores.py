"""The fourth stage of scoring: the parts of each pair's score, and the scores of rows from them.

Weight, aggregation and threshold come last, so that one measurement serves several settings.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..checks import first_listed, show_value
from ..encoding.encoder_choice import has_word_vectors
from ..encoding.encoders import Encoder, backend_of_encoder, sum_of_strings
from ..encoding.static.static_encoder import StaticEncoder
from ..errors import RuleWarning
from ..learned.reader import ReaderResult
from ..result_types import StringCounts
from ..rows.checked_rows import Row, rows_as_read
from ..rows.pair_table import PairTable, pair_values_at
from ..rows.row_scores import Signature
from ..rows.row_table import COLUMNS
from ..settings.named_settings import Settings
from ..shared_types import FloatArray, OnProgress
from .answer_reading import ReadAnswers, read_answers
from .cosines import measure_cosines, unrelated_cosine
from .plan import plan_comparisons
from .results import Scores
from .score_formulas import best_of_row, joined_score, keyword_similarity, lexical_score, rating_formula, semantic_score
from .verdicts import doubt, doubt_reasons, verdicts

_MOST_WORDS_OF_A_NAME = 2


@dataclass(frozen=True)
class MeasuredPairs:
    """The pairs of n rows. Nothing in them depends on the weight, the aggregation or the threshold.

    Attributes:
        pairs: P pairs; for `learned` those that the reader scored.
        answers: The answers, and the columns of all stages up to here.
        n_strings: Strings by source.
        backend: The back end that encoded; None if nothing was encoded or the encoder names none.
        n_learned_from: See `Scores`.
        n_not_english: See `Scores`.
    """

    pairs: PairTable
    answers: ReadAnswers
    n_strings: StringCounts
    backend: str | None = None
    n_learned_from: int | None = None
    n_not_english: int = 0

    def smile(self, settings: Settings) -> FloatArray:
        """Returns the (P,) SMILE of the pairs, 0 to 1, with the weight and aggregation of settings."""
        pairs = self.pairs
        return joined_score(pairs.semantic, pairs.easy_match, pairs.keyword_similarity, pairs.is_other_value, settings)


def measure_pairs(
    rows: Sequence[Row],
    settings: Settings,
    encoder: Encoder,
    wanted: Sequence[Settings] | None = None,
    on_progress: OnProgress | None = None,
    first: int = 0,
) -> MeasuredPairs:
    """Reads the answers of checked rows, encodes what is compared and returns the pairs.

    `wanted` and `on_progress` are those of `smile.scoring.cosines.measure_cosines`; `first` is the number of the first
    row, in warnings.
    """
    read = read_answers(rows, settings)
    asked = rows_as_read(read.rows, settings.use_questions)
    planned = plan_comparisons(
        asked,
        read.columns,
        settings.normalization,
        settings.language,
        languages=read.languages,
        weighs_words=settings.weighs_words,
        encodes_questions=not settings.is_multilingual,
    )
    comparisons, similarities = measure_cosines(
        planned,
        encoder,
        wanted,
        on_progress,
        word_vectors_beside(encoder, settings),
        unrelated_cosine(encoder) if settings.is_multilingual and planned.strings else 0.0,
    )
    pairs = comparisons.pairs
    keyword, position = keyword_similarity(
        similarities.ngram, comparisons.lacks_number, comparisons.ngram_start, comparisons.is_exact
    )
    matched = pairs["keyword"].copy()
    matched[position >= 0] = comparisons.ngram[position[position >= 0]]
    if comparisons.failures:
        warnings.warn(_warning_of_failed_rules(comparisons.failures, rows, first), RuleWarning, stacklevel=2)
    read.columns.is_truncated[pairs["row"][pairs["is_cut"] | comparisons.pairs_with(similarities.is_truncated)]] = True
    nearest, targets = ([comparisons.strings[i] for i in numbers.tolist()] for numbers in (matched, pairs["keyword"]))
    return MeasuredPairs(
        PairTable(
            semantic=semantic_score(similarities.sentence),
            keyword_similarity=keyword,
            matched_ngram=nearest,
            is_reordered=np.array(list(map(_is_reordered, nearest, targets)), dtype=np.bool_),
            rule=[finding.rule for finding in comparisons.findings],
            evidence=[finding.evidence for finding in comparisons.findings],
            said=[finding.said for finding in comparisons.findings],
            is_out_of_vocabulary=similarities.is_out_of_vocabulary,
            **{
                name: pairs[name] for name in ("row", "reference_index", "easy_match", "is_other_value", "names_others")
            },
        ),
        read,
        similarities.n_strings,
        backend_of_encoder(encoder) if similarities.n_strings["n_encoded"] else None,
    )


def word_vectors_beside(encoder: Encoder, settings: Settings) -> Encoder | None:
    """Returns the word vectors that select what the encoder encodes, or None for settings without them."""
    return StaticEncoder() if has_word_vectors(settings, encoder) else None


def _warning_of_failed_rules(failures: Mapping[int, str], rows: Sequence[Row], first: int) -> str:
    where = [f"row {first + i}, {show_value(rows[i].prediction)} ({error})" for i, error in failures.items()]
    return (
        f"a rule for values failed on {len(failures):,} of {len(rows):,} rows, so their words decided; please report "
        f"this fault of SMILE: {first_listed(where)}"
    )


def _is_reordered(ngram: str, reference: str) -> bool:
    """Returns whether an n-gram reorders a reference's words; two words may be a name, as in "Obama, Barack"."""
    if ngram == reference or len(ngram) != len(reference):
        return False
    words = ngram.split(" ")
    return len(words) > _MOST_WORDS_OF_A_NAME and sorted(words) == sorted(reference.split(" "))


def with_learned(measured: MeasuredPairs, result: ReaderResult) -> MeasuredPairs:
    """Returns the pairs that the reader scored, with its probabilities; no other pair can be a row's best."""
    columns = measured.answers.columns
    columns = replace(columns, is_truncated=columns.is_truncated | result.is_truncated)
    return replace(
        measured,
        answers=replace(measured.answers, columns=columns),
        pairs=replace(
            measured.pairs.at(result.scored),
            equivalence=result.equivalence,
            asserted=result.asserted,
            probability=result.probability,
        ),
        n_strings=sum_of_strings([measured.n_strings, result.n_strings]),
        backend=measured.backend if result.backend is None else result.backend,
        n_learned_from=result.n_learned_from,
    )


def score_pairs(
    rows: Sequence[Row],
    measured: MeasuredPairs,
    settings: Settings,
    run_signature: Signature,
    n_without_question: int = 0,
) -> Scores:
    """Scores each pair and takes each row's best."""
    pairs, columns, n = measured.pairs, measured.answers.columns, len(rows)
    lexical = lexical_score(pairs.easy_match, pairs.keyword_similarity, settings.use_easy_match)
    smile = measured.smile(settings) if pairs.probability is None else pairs.probability
    best = best_of_row(pairs.row, smile, pairs.reference_index)
    scored_rows = pairs.row[best]

    def of_rows(column: Any) -> Any:
        values = pair_values_at(column, best)
        if isinstance(values, list):
            texts = [""] * n
            for row, text in zip(scored_rows.tolist(), values, strict=True):
                texts[row] = text
            return texts
        if values is None:
            return None
        of_row = np.zeros(n, dtype=values.dtype)
        of_row[scored_rows] = values
        return of_row

    is_attempt = np.array([not reason for reason in columns.not_attempted], dtype=np.bool_)
    smile_of_row = of_rows(smile)
    smile_of_row = np.where(is_attempt, smile_of_row, np.minimum(smile_of_row, settings.threshold))
    of_pairs = {name: of_rows(getattr(pairs, name)) for name in COLUMNS if hasattr(pairs, name)}
    correct = smile_of_row > settings.threshold
    reasons = doubt_reasons(
        correct,
        of_rows(pairs.names_others),
        of_rows(pairs.is_reordered),
        measured.answers.has_refusal,
        np.array([rule != "" for rule in of_pairs["rule"]], dtype=np.bool_),
        of_pairs["equivalence"],
        of_pairs["asserted"],
    )
    of_row_doubt = doubt(smile_of_row, settings.threshold, reasons, is_attempt)
    filled = replace(
        columns,
        **of_pairs,
        smile=smile_of_row,
        lexical=of_rows(lexical),
        rating=rating_formula(smile_of_row, settings.threshold),
        correct=correct,
        verdict=verdicts(correct, of_row_doubt),
        doubt=of_row_doubt,
        doubt_reason=reasons,
        best_reference=of_rows(pairs.reference_index),
    )
    return Scores(
        **vars(filled),
        run_signature=run_signature,
        rows=rows,
        settings=settings,
        n_strings=measured.n_strings,
        backend=measured.backend,
        n_learned_from=measured.n_learned_from,
        n_not_english=measured.n_not_english,
        n_without_question=n_without_question,
    )
