"""Rows that are not in English, which the reader cannot read."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import regex

from ..rows.checked_rows import Row
from ..tsv import read_word_lists

_WORD = regex.compile(r"\p{L}+")
_OTHER_SCRIPT = regex.compile(r"[^\P{L}\p{Latin}]")

# Fewer different function words of another language may belong to a name or a title: "Rio de la Plata".
_FEWEST_WORDS = 3

# English files have up to 0.2 % of such rows (docs/reader.md, "Limits"), so a share this large is no accident.
_WARN_FROM = 0.1


def count_not_english(rows: Sequence[Row]) -> int:
    """Counts the rows whose question, references and prediction together are not in English.

    In such a row most letters are of another script than Latin, or there are at least three different function words
    of German, Spanish, French, Italian, Portuguese or Dutch, and more of them than of English.

    >>> from smile.rows.checked_rows import check_rows
    >>> count_not_english(check_rows(["Das ist der Rhein.", "Rio de la Plata"], ["die Donau", "the River Plate"]))
    1
    """
    return sum(map(_is_not_english, rows))


def warning_of_languages(n_not_english: int, n: int) -> str:
    """Returns the warning about rows that are not in English; "" where they are less than a tenth of n rows."""
    if n_not_english < max(1, _WARN_FROM * n):
        return ""
    return (
        f"the setting 'learned' was trained on English only, and {n_not_english:,} of {n:,} rows are in another "
        "language (not_english): use 'multilingual', or 'default' with language"
    )


def _is_not_english(row: Row) -> bool:
    text = " ".join((row.question or "", row.prediction, *row.references))
    words = _WORD.findall(text.lower())
    if not text.isascii() and 2 * len(_OTHER_SCRIPT.findall(text)) > sum(map(len, words)):
        return True
    n_english, *n_others = (len(listed.intersection(words)) for listed in _function_words())
    return max(n_others) >= max(_FEWEST_WORDS, n_english + 1)


@cache
def _function_words() -> list[frozenset[str]]:
    """Returns the function words of English, then those of each other language that English does not have."""
    english, *others = read_word_lists(Path(__file__).parent, "function_words.tsv").values()
    return [english, *(words - english for words in others)]
