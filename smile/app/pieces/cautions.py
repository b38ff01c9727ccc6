"""Warnings about the scores of some rows, in the words of the page."""

from collections.abc import Sequence

from ...learned.other_languages import count_not_english, warning_of_languages
from ...rows.checked_rows import Row
from ...scoring.scorer import SmileScorer
from ..replies import in_page_words


def cautions_about(scorer: SmileScorer, rows: Sequence[Row]) -> list[str]:
    """Returns the warnings about the scores of rows; they name only what the page has."""
    n_others = count_not_english(rows) if scorer.settings.language == "en" else 0
    of_languages = warning_of_languages(n_others, len(rows))
    found = [in_page_words(each) for each in scorer.warnings(rows) if each != of_languages]
    if of_languages:
        which = "the texts" if n_others == len(rows) else f"{n_others:,} of {len(rows):,} answers or their questions"
        found.append(
            f"{which} do not look English, the only language that {scorer.settings.name} reads: check the verdicts"
        )
    return found
