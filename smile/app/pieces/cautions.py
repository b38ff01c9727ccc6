"""Warnings about the scores of some rows, in the words of the page."""

from collections.abc import Sequence

from ...encoding.model_files import is_model_here
from ...errors import LanguageWarning
from ...rows.checked_rows import Row
from ...scoring.answer_reading import language_of_row
from ...scoring.other_languages import count_not_english, warning_of_languages
from ...scoring.scorer import SmileScorer
from ...settings.named_settings import NAMED_SETTINGS


def cautions_about(scorer: SmileScorer, rows: Sequence[Row]) -> list[str]:
    """Returns the warnings about the scores of rows; they name only what the page has."""
    languages = [language_of_row(row, scorer.settings) for row in rows]
    of_languages = warning_of_languages(languages, scorer.settings)
    found = [str(each) for each in scorer.warnings(rows) if not isinstance(each, LanguageWarning)]
    if of_languages:
        n_others = count_not_english(languages)
        which = "the texts" if n_others == len(rows) else f"{n_others:,} of {len(rows):,} answers or their questions"
        remedy = "choose multilingual" if is_model_here(NAMED_SETTINGS["multilingual"].model) else "check the verdicts"
        found.append(f"{which} do not look English, the only language that {scorer.settings.name} reads: {remedy}")
    return found
