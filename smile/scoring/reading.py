"""The first stage of scoring: the final answer of each output, and whether it is an attempt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from ..aliases import BoolArray
from ..checks import is_blank
from ..errors import UsageError
from ..rows.checked_rows import Row
from ..settings.named_settings import Settings
from ..text.attempts import SAYS_NOTHING, not_attempted
from ..text.final_answer import AUTO_ANSWER, SECONDS_OF_PATTERN, WHOLE_ANSWER, final_answer, stated_answer
from ..text.latex import latex_as_text
from ..text.lazy_patterns import lazy_re
from ..text.refusals import is_refusal

# To bound a row's time and memory, only the two ends of a longer text and the first references are compared.
MOST_CHARACTERS = 10_000
MOST_REFERENCES = 200
# A user's pattern may take this many seconds per row, on average.
_SECONDS_OF_ROW = 0.01

_FIGURES = lazy_re(r"\d[\d.,]*")


@dataclass(frozen=True)
class ReadAnswers:
    """The answers of n rows.

    Attributes:
        rows: The rows as they are compared: the answer in place of the output, and references without LaTeX. An answer
            without content is ""; a refusal stays as it is.
        answer_read: n strings, the part of the output that is the answer; "" if that is the whole output.
        answer_marker: n strings, its cue, for example "boxed"; "" if there is none.
        not_attempted: n strings, why the output gives no answer, for example "refusal"; "" if it gives one.
        has_refusal: (n,) whether an attempt also contains a refusal, as in "I cannot be sure, but it is Paris".
        is_empty: (n,) whether the output is empty.
        is_unfinished: (n,) whether the output ends while thinking, before any answer.
        is_truncated: (n,) whether a text is longer, or the references are more, than what is compared.
    """

    rows: list[Row]
    answer_read: list[str]
    answer_marker: list[str]
    not_attempted: list[str]
    has_refusal: BoolArray
    is_empty: BoolArray
    is_unfinished: BoolArray
    is_truncated: BoolArray


def read_answers(rows: Sequence[Row], settings: Settings) -> ReadAnswers:
    """Reads the answers of checked rows.

    Raises:
        UsageError: The pattern in `settings.answer` takes too long.
    """
    read: list[Row] = []
    parts: list[str] = []
    markers: list[str] = []
    reasons: list[str] = []
    readings: dict[str, Callable[[str], str]] = {AUTO_ANSWER: stated_answer, WHOLE_ANSWER: str}
    read_reference = readings.get(settings.answer, latex_as_text)
    is_unfinished, is_truncated, has_refusal = (np.zeros(len(rows), dtype=np.bool_) for _ in range(3))
    seconds = SECONDS_OF_PATTERN + _SECONDS_OF_ROW * len(rows)
    for i, output in enumerate(rows):
        start = perf_counter()
        try:
            found = final_answer(output.prediction, settings.answer, min(seconds, SECONDS_OF_PATTERN))
        except TimeoutError as error:
            raise UsageError(
                f"row {i}: the pattern answer={settings.answer!r} takes too long on {len(output.prediction):,} "
                "characters: avoid a repeat within a repeat, such as (a+)+, or use answer='auto'"
            ) from error
        if found.marker and output.prediction in output.references:
            # Both are read in one way, so that what is identical stays identical.
            found = replace(found, text=read_reference(output.prediction))
        elif found.marker == "bold" and _lacks_figures(found.text, output.references):
            found = replace(found, text=read_reference(output.prediction), marker="")
        seconds -= perf_counter() - start
        row, text = _cut_row(output), _cut(found.text)
        is_truncated[i] = row is not output or text is not found.text
        is_unfinished[i] = found.is_unfinished
        reason = "unfinished"
        if not found.is_unfinished:
            reason = not_attempted(text, row.question, row.references, settings.language)
        has_refusal[i] = not reason and is_refusal(text, settings.language)
        answer = "" if reason in SAYS_NOTHING else text
        right = tuple(map(read_reference, row.references))
        is_as_given = answer == row.prediction and right == row.references
        read.append(row if is_as_given else replace(row, prediction=answer, references=right))
        parts.append("" if found.text == output.prediction else found.text)
        markers.append(found.marker)
        reasons.append(reason)
    is_empty = np.array([is_blank(row.prediction) for row in rows], dtype=np.bool_)
    return ReadAnswers(read, parts, markers, reasons, has_refusal, is_empty, is_unfinished, is_truncated)


def _lacks_figures(text: str, references: Sequence[str]) -> bool:
    """Returns whether a text has fewer numbers than each reference, so that it is only a part of the answer."""
    return 1 < min(len(_FIGURES.findall(reference)) for reference in references) > len(_FIGURES.findall(text))


def _cut_row(row: Row) -> Row:
    """Returns a row with references and question cut to what is compared; the same object if nothing is cut."""
    others = (row.question or "", *row.references, *(text or "" for text in row.synthetic_answers))
    if len(row.references) <= MOST_REFERENCES and max(map(len, others)) <= MOST_CHARACTERS:
        return row
    return replace(
        row,
        references=tuple(map(_cut, row.references[:MOST_REFERENCES])),
        synthetic_answers=tuple(text and _cut(text) for text in row.synthetic_answers[:MOST_REFERENCES]),
        question=row.question and _cut(row.question),
    )


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    half = MOST_CHARACTERS // 2
    ends = f"{text[:half]} {text[-half:]}"
    # White space alone is nothing to compare.
    return _cut(text.strip()) if ends.isspace() else ends
