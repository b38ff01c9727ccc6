"""The last stage of scoring: the scores of rows, and the aggregates computed from them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, cast, overload

import numpy as np

from ..checks import check_share
from ..errors import UsageError
from ..optional_packages import check_installed
from ..result_types import (
    AttemptMeasures,
    Calibration,
    Encoding,
    RowCounts,
    ScoreItems,
    ScoreSummary,
    StringCounts,
    VerdictName,
)
from ..rows.checked_rows import Row
from ..rows.pair_table import pair_values_at
from ..rows.row_scores import RowScores, Signature
from ..rows.row_table import COLUMNS, RowTable
from ..settings.named_settings import Settings
from ..shared_types import IntArray
from ..statistics.accuracy_interval import accuracy_interval, accuracy_of_samples
from ..statistics.bootstrap import mean_interval
from .explanation import explain
from .reasons import WordsFound, verdict_reason
from .verdicts import EVEN, NAMES_OTHERS, verdict_counts, verdict_counts_in_words

if TYPE_CHECKING:
    from datasets import Dataset
    from pandas import DataFrame

_MEANS = ("smile", "semantic", "lexical", "easy_match", "keyword_similarity")

# What to write in place of attributes that do not exist.
_ELSEWHERE = {
    "mean": "scores.smile.mean(), or scores.summary() for all means",
    "to_csv": "scores.to_pandas().to_csv(...)",
    "to_json": "json.dumps(scores.to_dict())",
    "compute": "scores.summary()",
}

# The rows of a bin of the calibration error.
_ROWS_OF_BIN = 100

# Printed scores show this many rows, and count the rest.
_ROWS_SHOWN = 10


class RowScore(NamedTuple):
    """The score of one row.

    Attributes:
        smile: 0 to 1.
        correct: Whether it is above the threshold.
        verdict: `correct`, `incorrect` or `unsure`.
        reason: What decided it (a value, a refusal, the meaning, or the nearest words), and what makes it unsure.
    """

    smile: float
    correct: bool
    verdict: VerdictName
    reason: str


@dataclass(frozen=True, repr=False)
class Scores(RowTable, RowScores[ScoreItems, ScoreSummary]):
    """The scores of n rows, in the order of the rows.

    Printed, they are a short table; `scores[i]` is the `RowScore` of row i. Each column of
    `smile.rows.row_table.RowTable` is an attribute, for example `scores.doubt`.

    Attributes:
        run_signature: The signature of the run; `signature` is its text.
        n_strings: Strings by source.
        backend: The back end that encoded; None if nothing was encoded or the encoder names none.
        n_without_question: How many rows have no question, if the settings use one.
        n_not_english: How many rows are in another language, if the setting reads English.
        n_learned_from: For `learned`, how many rows have a question that it was trained on; None for other settings.
        row_labels: The index of the pandas Series that was scored; None if none was.
        question: (n,) a number for each row, the same for rows with the same question and references; None if every row
            has its own.
        rows: The n rows, for their reasons; none in the scores of a large file, whose texts are not kept.
        settings: The settings of the run.
    """

    run_signature: Signature
    settings: Settings
    rows: Sequence[Row] = ()
    n_strings: StringCounts = field(default_factory=lambda: StringCounts(n_encoded=0))
    backend: str | None = None
    n_without_question: int = 0
    n_not_english: int = 0
    n_learned_from: int | None = None
    row_labels: Any = None
    question: IntArray | None = None

    @overload
    def __getitem__(self, row: int) -> RowScore: ...

    @overload
    def __getitem__(self, row: slice) -> "Scores": ...

    def __getitem__(self, row: int | slice) -> "RowScore | Scores":
        """Returns a row's score and its reason, or the scores of a slice; negative numbers count from the end."""
        if isinstance(row, slice):
            return self.at(np.arange(len(self))[row])
        if isinstance(row, str):
            raise TypeError(
                f"scores are numbered by row: for the column, write scores.{row} or scores.items()[{row!r}]"
            )
        row = range(len(self))[index(row)]
        (reason,) = self._reasons(slice(row, row + 1))
        return RowScore(float(self.smile[row]), bool(self.correct[row]), self.verdict[row], reason)

    def __iter__(self) -> Iterator[RowScore]:
        return (self[i] for i in range(len(self)))

    def __getattr__(self, name: str) -> Any:
        if name in _ELSEWHERE:
            raise AttributeError(f"scores have no {name!r}: write {_ELSEWHERE[name]}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    @property
    def accuracy(self) -> float:
        """The share of rows that are correct."""
        return float(self.correct.mean())

    def tolist(self) -> list[float]:
        """Returns SMILE of each row, so that scores can be given where numbers are asked for."""
        return list(map(float, self.smile))

    def to_dict(self) -> ScoreSummary:
        """Returns the aggregate result and the per-item results, ready for JSON."""
        return self.summary(per_item=True)

    def __repr__(self) -> str:
        """Returns the mean, the number of answers with each verdict, and the first rows as a table."""
        return "\n".join([self._headline(), *self.table(range(len(self)))])

    def table(self, rows: Sequence[int]) -> list[str]:
        """Returns a text table of the first of the given rows, as lines."""
        shown = [(i, self[i]) for i in rows[:_ROWS_SHOWN]]
        lines = [f"{i:>6}  {each.smile:.3f}  {each.verdict:<9}  {each.reason}" for i, each in shown]
        return ["   row  smile  verdict    reason", *lines, *_remaining_columns(len(rows))]

    def _repr_html_(self) -> str:
        """Returns the same table for a notebook."""
        from html import escape  # its table of characters takes longer to import than the rest of this module

        cells = "".join(
            f"<tr><td>{i}</td><td>{each.smile:.3f}</td><td>{each.verdict}</td>"
            f'<td style="text-align: left">{escape(each.reason)}</td></tr>'
            for i, each in ((i, self[i]) for i in range(min(len(self), _ROWS_SHOWN)))
        )
        head = "<tr><th>row</th><th>smile</th><th>verdict</th><th>reason</th></tr>"
        rest = "".join(f"<p>{line.strip()}</p>" for line in _remaining_columns(len(self)))
        return f"<p>{self._headline()}</p><table><thead>{head}</thead><tbody>{cells}</tbody></table>{rest}"

    def to_pandas(self) -> "DataFrame":
        """Returns the per-item results as a table of pandas, a row each, with the index of a scored Series."""
        check_installed("pandas", "to_pandas", "evaluate")
        from pandas import DataFrame

        return DataFrame(self.items(), index=self.row_labels)

    def to_dataset(self) -> "Dataset":
        """Returns the per-item results as a `datasets.Dataset`, a row each."""
        check_installed("datasets", "to_dataset", "evaluate")
        from datasets import Dataset

        return Dataset.from_dict(self.items())

    def items(self, rows: slice = slice(None)) -> ScoreItems:
        """Returns the per-item results of all rows, or of some."""
        columns = self.columns(rows) | {"reason": self._reasons(rows)}
        columns["confidence"] = [None if math.isnan(each) else each for each in columns["confidence"]]
        return cast(ScoreItems, {name: columns[name] for name in ScoreItems.__annotations__ if name in columns})

    @cached_property
    def reason(self) -> list[str]:
        """For each row why its answer has its verdict: what it says or lacks, and what makes the verdict unsure."""
        return self._reasons(slice(None))

    def _reasons(self, rows: slice) -> list[str]:
        columns = self.columns(rows)
        found = []
        for row, cells in zip(self.rows[rows], zip(*columns.values(), strict=True), strict=True):
            scores = dict(zip(columns, cells, strict=True))
            answer = scores["answer_read"] if scores["answer_marker"] else row.prediction
            reference = row.references[scores["best_reference"]]
            is_told = scores["not_attempted"] or (scores["rule"] and scores.get("asserted", 1.0) >= EVEN)
            words = WordsFound()
            if not is_told:
                words = explain(answer, reference, scores["matched_ngram"], self.settings, is_marked=False)
            found.append(verdict_reason(scores, words, answer, reference))
        return found

    def at(self, positions: IntArray) -> "Scores":
        """Returns the scores of some rows."""
        some = {name: pair_values_at(getattr(self, name), positions) for name in ("question", *COLUMNS)}
        labels = None if self.row_labels is None else self.row_labels[positions]
        return replace(self, **some, row_labels=labels, rows=pair_values_at(self.rows, positions) if self.rows else ())

    def row(self, row: int) -> dict[str, Any]:
        """Returns all columns of one row, also those that `items` leaves out."""
        return {name: value for name, (value,) in self.columns(slice(row, row + 1)).items()}

    def columns(self, rows: slice = slice(None)) -> dict[str, list[Any]]:
        """Returns all columns of all rows, or of some, also those that `items` leaves out."""
        found = {name: values[rows] for name in COLUMNS if (values := getattr(self, name)) is not None}
        return {name: values if isinstance(values, list) else values.tolist() for name, values in found.items()}

    def row_counts(self) -> RowCounts:
        """Returns the counts of rows that are not those of some column."""
        found: RowCounts = {"not_english": self.n_not_english}
        if self.n_learned_from is not None:
            found["learned_from"] = self.n_learned_from
        return found

    def encoding(self) -> Encoding:
        """Returns the back end, if anything was encoded, and with a store the strings by source."""
        found: Encoding = {} if self.backend is None else {"backend": self.backend}
        if "n_from_store" in self.n_strings:
            found["strings"] = self.n_strings
        return found

    def aggregates(self) -> ScoreSummary:
        """Returns the aggregate result; see `RowScores`."""
        n_correct, n, n_none = int(self.correct.sum()), len(self), sum(map(bool, self.not_attempted))
        n_other = int(self.is_other_value.sum())
        found = {
            **{name: float(getattr(self, name).mean()) for name in _MEANS},
            "accuracy": self.accuracy,
            **attempt_measures(n_correct, n - n_correct - n_none, n_none),
            **self._calibration(),
            "n": n,
            **verdict_counts(self.verdict),
            "n_empty_predictions": int(self.is_empty.sum()),
            "n_not_attempted": n_none,
            "notes": {
                "truncated": int(self.is_truncated.sum()),
                "out_of_vocabulary": int(self.is_out_of_vocabulary.sum()),
                "unfinished": int(self.is_unfinished.sum()),
                "names_others": self.doubt_reason.count(NAMES_OTHERS),
                "without_question": self.n_without_question,
                "same_value": sum(map(bool, self.rule)) - n_other,
                "other_value": n_other,
                "failed_rules": int(self.has_failed_rule.sum()),
                **self.row_counts(),
            },
            **self.encoding(),
            "signature": self.signature,
        }
        return cast(ScoreSummary, found)

    def _calibration(self) -> Calibration:
        """Returns the root mean square calibration error of stated confidences, as in HLE; nothing if none is stated.

        Rows sorted by confidence are compared in bins of at least 100 rows, or in one.
        """
        if not (stated := ~np.isnan(self.confidence)).any():
            return {}
        at = np.flatnonzero(stated)
        at = at[np.argsort(self.confidence[at], kind="stable")]
        gaps = self.confidence[at] - self.correct[at]
        bins = np.array_split(gaps, max(1, len(gaps) // _ROWS_OF_BIN))
        error = math.sqrt(sum(len(each) * float(each.mean()) ** 2 for each in bins) / len(gaps))
        return {"calibration_error": error, "n_with_confidence": len(gaps)}

    def summary(self, confidence_level: float | None = None, per_item: bool = False) -> ScoreSummary:
        """Returns the aggregate result as plain floats, ints, strings and lists.

        Args:
            confidence_level: Adds `smile_ci`, a seeded percentile-bootstrap interval, and `accuracy_ci`, Wilson's, for
                example 0.95; needs two rows or more.
            per_item: Adds `items`.
        """
        result = self.aggregates()
        if confidence_level is not None:
            check_interval(confidence_level, len(self))
            result["smile_ci"] = mean_interval(self.smile, confidence_level, self.question)
            result["accuracy_ci"] = accuracy_interval(self.correct, confidence_level, self.question)
            result["signature"] = str(self.run_signature | {"ci": confidence_level})
        if self.question is not None:
            measures = accuracy_of_samples(self.correct, self.question, confidence_level)
            result = cast(ScoreSummary, {**result, **measures})
        if per_item:
            result["items"] = self.items()
        return result

    def _headline(self) -> str:
        return (
            f"SMILE {self.smile.mean():.3f}; {verdict_counts_in_words({'n': len(self)} | verdict_counts(self.verdict))}"
        )


def _remaining_columns(n: int) -> list[str]:
    return [f"   and {n - _ROWS_SHOWN:,} more"] if n > _ROWS_SHOWN else []


def attempt_measures(n_correct: int, n_incorrect: int, n_none: int) -> AttemptMeasures:
    """Returns the measures of correct, incorrect and not attempted answers. A share of zero answers is 0.

    `accuracy_given_attempted` and its harmonic mean with the accuracy, `f_score`, are those of SimpleQA (Wei et al.
    2024, section 2.3). `hallucination_rate` and `correct_minus_incorrect` are those of AA-Omniscience (Jackson et al.
    2025).

    >>> {name: round(value, 2) for name, value in attempt_measures(6, 2, 2).items()}
    {'accuracy_given_attempted': 0.75, 'f_score': 0.67, 'hallucination_rate': 0.5, 'correct_minus_incorrect': 0.4}
    """
    n_attempted, n = n_correct + n_incorrect, n_correct + n_incorrect + n_none
    return {
        "accuracy_given_attempted": n_correct / n_attempted if n_attempted else 0.0,
        "f_score": 2 * n_correct / (n_attempted + n),
        "hallucination_rate": n_incorrect / (n - n_correct) if n > n_correct else 0.0,
        "correct_minus_incorrect": (n_correct - n_incorrect) / n,
    }


def check_interval(confidence_level: float | None, n: int) -> None:
    """Raises a `UsageError` if no interval can be computed: a level out of range, or a single row."""
    if confidence_level is None:
        return
    check_share("confidence_level", confidence_level, open_interval=True)
    if n < 2:
        raise UsageError(f"the confidence level {confidence_level} needs at least 2 rows, got {n}: leave it out")
