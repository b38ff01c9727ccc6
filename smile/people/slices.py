"""Slices of the rows on which a metric may fail, found by fixed rules in the texts alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import regex

from ..aliases import BoolArray, IntArray
from ..checks import is_blank
from ..choices import SMILE_NORMALIZATION
from ..rows.checked_rows import Row
from ..text.attempts import not_attempted
from ..text.final_answer import final_answer
from ..text.normalization import spaced_characters, words
from ..text.numerals import is_number
from ..text.refusals_and_negations import denies

# Questions that begin with a verb ask for yes or no, unless they offer a choice ("Is it red or blue?").
_YES_NO_QUESTION = regex.compile(
    r"^\W*(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)"
    r"(?:n['\u2019]t)? (?!.*\bor\b)|[吗嗎][?？]?\W*$",
    regex.IGNORECASE | regex.DOTALL,
)
_YES_NO_REFERENCE = regex.compile(
    r"\W*(?:yes|no|true|false|ja|nein|oui|non|sí|si|是|否|不是|对|不对)\W*", regex.IGNORECASE
)

ANSWER_LENGTH, REFERENCES = "answer length", "references"


@dataclass(frozen=True)
class Slice:
    """A subset of n rows.

    Attributes:
        kind: The property that the rows are divided by, "answer length".
        name: The value that these rows have, "answers of over 60 words".
    """

    kind: str
    name: str
    is_in: BoolArray


def find_slices(rows: Sequence[Row], language: str = "en", is_truncated: BoolArray | None = None) -> list[Slice]:
    """Returns all slices, including those without a row.

    A row is in exactly one length (unless its answer is empty), in exactly one number of references, and in any number
    of the other slices. A property of references must hold for all references of the row.
    `is_truncated` (n,) is whether a text of the row is longer than the metric reads; None leaves that slice out.
    """

    def has_number(text: str) -> bool:
        return any(map(is_number, words(text, SMILE_NORMALIZATION, language)))

    def negates(text: str) -> bool:
        return denies(text, language)

    def attempts_nothing(row: Row) -> bool:
        return not_attempted(final_answer(row.prediction).text, row.question, row.references, language) != ""

    answers = [row.prediction for row in rows]
    is_empty = np.array([is_blank(answer) for answer in answers])
    n_references = np.array([len(row.references) for row in rows])
    found = [
        *_by_length(np.array([len(spaced_characters(answer).split()) for answer in answers]), is_empty),
        Slice(REFERENCES, "rows with one reference", n_references == 1),
        Slice(REFERENCES, "rows with 2 to 5 references", (n_references >= 2) & (n_references <= 5)),
        Slice(REFERENCES, "rows with over 5 references", n_references > 5),
        _slice("numbers", "references that are numbers", (all(map(has_number, row.references)) for row in rows)),
        _slice("negation", "answers with a negation", (denies(answer, language) for answer in answers)),
        _slice("negation", "references with a negation", (all(map(negates, row.references)) for row in rows)),
        _slice("not attempted", "answers that attempt nothing", map(attempts_nothing, rows)),
        Slice("empty answers", "empty answers", is_empty),
        _slice("yes or no", "yes/no questions", map(_wants_yes_or_no, rows)),
    ]
    if is_truncated is not None:
        found.append(Slice("cut-off texts", "texts that are cut off", is_truncated))
    return found


def names_of_row(slices: Sequence[Slice], i: int) -> list[str]:
    """Returns the names of the slices that row i is in."""
    return [each.name for each in slices if each.is_in[i]]


def _by_length(n_words: IntArray, is_empty: BoolArray) -> list[Slice]:
    """Divides the non-empty answers at the quartiles of their length, in whole words."""
    if is_empty.all():
        return []
    inner = np.unique(np.floor(np.quantile(n_words[~is_empty], [0.25, 0.5, 0.75])).astype(np.int64))
    # One slice up to each bound and one above the last. An answer of combining marks alone has no word.
    bounds = [int(bound) for bound in inner if bound < n_words.max()]
    lows, highs = [0, *(bound + 1 for bound in bounds)], [*bounds, None]
    found = []
    for low, high in zip(lows, highs, strict=True):
        is_in = ~is_empty & (n_words >= low) & (n_words <= (n_words.max() if high is None else high))
        found.append(Slice(ANSWER_LENGTH, f"answers of {_span(low, high)}", is_in))
    return found


def _span(low: int, high: int | None) -> str:
    if high is None:
        return "any length" if not low else "over one word" if low == 2 else f"over {low - 1} words"
    if low <= 1:
        return f"up to {high} words" if high > 1 else "one word"
    return f"{low} to {high} words" if low < high else f"{low} words"


def _slice(kind: str, name: str, is_in: Iterable[bool]) -> Slice:
    return Slice(kind, name, np.array(list(is_in), dtype=np.bool_))


def _wants_yes_or_no(row: Row) -> bool:
    return all(_YES_NO_REFERENCE.fullmatch(each) for each in row.references) or (
        row.question is not None and _YES_NO_QUESTION.search(row.question) is not None
    )
