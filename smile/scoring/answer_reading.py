"""The first stage of scoring: the final answer of each output, and whether it is an attempt."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from ..caches import cached
from ..checks import is_blank
from ..constants import PAPER_NORMALIZATION
from ..errors import Option, UsageError
from ..lazy_patterns import lazy_re
from ..rows.checked_rows import Row
from ..rows.row_table import RowTable
from ..settings.named_settings import Settings
from ..shared_types import BoolArray
from ..text.attempts import SAYS_NOTHING, not_attempted
from ..text.cleaning import clean_characters, cleaned, is_clean, parts_to_keep, without_tokens
from ..text.detection import detect_language
from ..text.final_answer import AUTO_ANSWER, SECONDS_OF_PATTERN, FinalAnswer, final_answer, stated_answer
from ..text.languages import ANY_LANGUAGE
from ..text.refusals import is_refusal

# To bound a row's time and memory, only the two ends of a longer text are compared.
MOST_CHARACTERS = 10_000
# So many characters of a text show its language.
_MOST_OF_LANGUAGE = 1_000
# A user's pattern may take this many seconds per row, on average.
_SECONDS_OF_ROW = 0.01


@dataclass(frozen=True)
class ReadAnswers:
    """The answers of n rows.

    Attributes:
        rows: The rows as they are compared: the answer in place of the output, and all texts cleaned
            (`smile.text.cleaning`), except with the paper's normalisation. An answer without content is ""; a refusal
            stays as it is.
        languages: n strings, the language that the rules for values read a row in: an ISO code, `any` or `unknown`.
        has_refusal: (n,) whether an attempt also contains a refusal, as in "I cannot be sure, but it is Paris".
        columns: The columns of the result, for later stages to fill further.
    """

    rows: list[Row]
    languages: list[str]
    has_refusal: BoolArray
    columns: RowTable


def read_answers(rows: Sequence[Row], settings: Settings) -> ReadAnswers:
    """Reads the answers of checked rows.

    Raises:
        UsageError: The pattern in `settings.answer` takes too long.
    """
    read: list[Row] = []
    languages: list[str] = []
    has_refusal, columns = np.zeros(len(rows), dtype=np.bool_), RowTable.unfilled(len(rows))
    seconds = SECONDS_OF_PATTERN + _SECONDS_OF_ROW * len(rows)
    for i, given in enumerate(rows):
        start = perf_counter()
        language = language_of_row(given, settings)
        languages.append(language)
        try:
            row, found = _read_answer_of_row(given, settings, language, min(seconds, SECONDS_OF_PATTERN))
        except TimeoutError as error:
            raise UsageError(
                "the pattern {} takes too long on {:,} characters: avoid a repeat within a repeat, such as (a+)+, or "
                "use {}",
                Option("answer", settings.answer),
                len(given.prediction),
                Option("answer", "auto"),
                row=f"row {i}",
            ) from error
        seconds -= perf_counter() - start
        row, text = _cut_row(uncut := row), _cut_text(found.text)
        columns.is_truncated[i] = row is not uncut or text is not found.text
        columns.is_unfinished[i] = found.is_unfinished
        reason = "unfinished"
        if not found.is_unfinished:
            reason = not_attempted(text, row.question, row.references, language)
        has_refusal[i] = not reason and language in ("en", ANY_LANGUAGE) and is_refusal(text)
        answer = "" if reason in SAYS_NOTHING else text
        read.append(row if answer == row.prediction else replace(row, prediction=answer))
        columns.answer_read[i] = found.text if found.marker else ""
        columns.answer_marker[i] = found.marker
        columns.not_attempted[i] = reason
        columns.is_empty[i] = is_blank(given.prediction)
        columns.confidence[i] = confidence_stated_in_answer(given.prediction)
    return ReadAnswers(read, languages, has_refusal, columns)


def language_of_row(row: Row, settings: Settings) -> str:
    """Returns the language of a row: that of the settings; if they say English or `any`, the detected one."""
    if settings.normalization == PAPER_NORMALIZATION or settings.language not in ("en", ANY_LANGUAGE):
        return settings.language
    texts = (row.question or "", row.prediction, *row.references)
    return detect_language(text[:_MOST_OF_LANGUAGE] for text in texts) or settings.language


def _read_answer_of_row(row: Row, settings: Settings, language: str, seconds: float) -> tuple[Row, FinalAnswer]:
    """Returns a row with cleaned references and question, and its cleaned answer."""
    if settings.normalization == PAPER_NORMALIZATION:
        return row, final_answer(row.prediction, settings.answer, seconds)
    is_auto = settings.answer == AUTO_ANSWER
    known = _known(row.references, row.question, language, is_auto)
    output = answer_without_confidence(row.prediction) if is_auto else row.prediction
    output = output if is_clean(output) else known.spoken(output)
    found = final_answer(output, settings.answer, seconds, known.stated)
    if found.marker and output in known.outputs:
        # Both are read in one way, so that what is identical stays identical.
        found = replace(found, text=known.stated[known.outputs.index(output)])
    text = found.text if is_clean(found.text) else known.clean(found.text)
    if text is not found.text or output is not row.prediction:
        is_markup = not found.marker and text != clean_characters(row.prediction)
        found = replace(found, text=text, marker="markup removed" if is_markup else found.marker)
    synthetic = row.synthetic_answers
    if any(synthetic):
        synthetic = tuple(each and known.clean(each) for each in synthetic)
    if known.references == row.references and known.question == row.question and synthetic is row.synthetic_answers:
        return row, found
    return replace(row, references=known.references, question=known.question, synthetic_answers=synthetic), found


class _Known:
    """A row's references and question, as answers are compared with them.

    Attributes:
        outputs: The references without tokens, as outputs are before their final answer is found.
        stated: The final answers in them.
        references: These cleaned; the same tuple if nothing changes.
        question: The question cleaned.
    """

    def __init__(self, references: tuple[str, ...], question: str | None, language: str, is_auto: bool) -> None:
        self._given, self._is_auto = (references, question, language), is_auto
        self.outputs = tuple(map(self.spoken, references))
        self.stated = tuple(map(stated_answer, self.outputs)) if is_auto else self.outputs
        cleaned_references = tuple(map(self.clean, self.stated))
        self.references = references if cleaned_references == references else cleaned_references
        self.question = question
        if question is not None and not is_clean(question):
            self.question = cleaned(question, parts_to_keep(*self._given))

    def spoken(self, text: str) -> str:
        return text if is_clean(text) else without_tokens(text, parts_to_keep(*self._given), is_output=self._is_auto)

    def clean(self, text: str) -> str:
        return text if is_clean(text) else cleaned(text, parts_to_keep(*self._given), is_output=self._is_auto)


# Answers of several systems to one question often follow each other.
_known = cached(2**12)(_Known)


def _cut_row(row: Row) -> Row:
    """Returns a row with its texts cut to the length that is compared; the same object if nothing is cut."""
    others = (row.question or "", *row.references, *(text or "" for text in row.synthetic_answers))
    if max(map(len, others)) <= MOST_CHARACTERS:
        return row
    return replace(
        row,
        references=tuple(map(_cut_text, row.references)),
        synthetic_answers=tuple(text and _cut_text(text) for text in row.synthetic_answers),
        question=row.question and _cut_text(row.question),
    )


def _cut_text(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    half = MOST_CHARACTERS // 2
    ends = f"{text[:half]} {text[-half:]}"
    # White space alone is nothing to compare.
    return _cut_text(text.strip()) if ends.isspace() else ends


_WORD = r"confidence(?:[ _](?:level|score))?"
_QUOTES = r"[\"'*_]{0,3}"
_TEXT = rf"(?<!\w){_WORD}{_QUOTES}\s?[:：=]{_QUOTES}\s?{_QUOTES}(\d{{1,3}}(?:\.\d{{1,9}})?)(?!\d)\s?(%|/\s?100?\b)?"
_STATED = lazy_re(_TEXT, re.IGNORECASE)
# The statement at the end of a line, with the signs around it.
_END_OF_LINE = lazy_re(rf"[ \t>#*_(\[,;-]{{0,6}}{_TEXT}[*_)\].]{{0,3}}[ \t]*$", re.IGNORECASE | re.MULTILINE)
_SCALES = {"%": 100, "/100": 100, "/10": 10}


def confidence_stated_in_answer(output: str) -> float:
    r"""Returns the last confidence that an output states, 0 to 1; NaN for none.

    A number over 1 without a scale counts as per cent.

    >>> list(map(confidence_stated_in_answer, ("Paris\nConfidence: 85 %", "**Confidence:** 0.9", '{"confidence": 70}')))
    [0.85, 0.9, 0.7]
    >>> list(map(confidence_stated_in_answer, ("Confidence score: 7/10", "Confidence: high", "Confidence: 850")))
    [0.7, nan, nan]
    """
    found = [*_STATED.finditer(output)] if "onfidence" in output.lower() else []
    if not found:
        return math.nan
    number, scale = float(found[-1][1]), (found[-1][2] or "").replace(" ", "")
    share = number / (_SCALES[scale] if scale else 100 if number > 1 else 1)
    return share if share <= 1 else math.nan


def answer_without_confidence(output: str) -> str:
    r"""Returns an output without statements of confidence at the end of a line.

    >>> list(map(answer_without_confidence, ("42. Confidence: 8 %", "42\n**Confidence:** 90", "Confidence: 95%")))
    ['42.', '42', 'Confidence: 95%']
    """
    if "onfidence" not in output.lower():
        return output
    return _END_OF_LINE.sub("", output).strip() or output
