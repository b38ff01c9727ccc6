"""Warns of rows in another language than the one that the setting reads."""

from collections import Counter
from collections.abc import Sequence

from ..encoding.model_files import is_model_here
from ..errors import LanguageWarning
from ..optional_packages import how_to_install, is_installed
from ..settings.named_settings import NAMED_SETTINGS, Settings
from ..text.detection import UNKNOWN
from ..text.languages import LANGUAGES

# One row in fifty is no accident: English files have one in thousands (docs/settings.md).
_WARN_FROM = 0.02

_NAMES = {
    "ar": "Arabic", "de": "German", "es": "Spanish", "fr": "French", "it": "Italian", "ja": "Japanese", "nl": "Dutch",
    "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "zh": "Chinese",
}  # fmt: skip


def count_not_english(languages: Sequence[str]) -> int:
    """Returns the number of rows that are not in English, given `ReadAnswers.languages`."""
    return sum(language != "en" for language in languages)


def warning_of_languages(languages: Sequence[str], settings: Settings) -> LanguageWarning | None:
    """Returns the warning about rows in other languages; None if they are fewer, or the setting reads them.

    >>> print(str(warning_of_languages(["en", "de", "de"], NAMED_SETTINGS["learned"])).partition(":")[0])
    2 of 3 rows are in German (not_english), and the setting 'learned' was trained on English
    """
    n, found = len(languages), Counter(language for language in languages if language != "en")
    if settings.language != "en" or sum(found.values()) < max(1, _WARN_FROM * n):
        return None
    named = [
        name if len(found) == 1 else f"{name} ({found[code]:,})" for code, name in _names_of_other_languages(found)
    ]
    reads = "was trained on English" if settings.is_learned else "reads English"
    return LanguageWarning(
        "{:,} of {:,} rows are in {} (not_english), and the setting {!r} {}: {}",
        sum(found.values()),
        n,
        " and ".join(named),
        settings.name,
        reads,
        _remedy_for_other_languages([code for code, _ in _names_of_other_languages(found)]),
    )


def _names_of_other_languages(found: Counter[str]) -> list[tuple[str, str]]:
    known = [(code, _NAMES[code]) for code, _ in found.most_common() if code in _NAMES]
    return [
        *known[:2],
        *([(UNKNOWN, "other languages" if known else "another language")] if len(found) > len(known[:2]) else []),
    ]


def _remedy_for_other_languages(codes: Sequence[str]) -> str:
    multilingual = NAMED_SETTINGS["multilingual"]
    if is_model_here(multilingual.model):
        return "use the setting 'multilingual'"
    has_torch = is_installed("sentence_transformers")
    needs = f"downloads {multilingual.model}" if has_torch else f"needs torch ({how_to_install('torch')})"
    here = [code for code in codes if code in LANGUAGES]
    without = f", or without it 'default' with language={here[0]!r}" if here else ""
    return f"use the setting 'multilingual', which {needs}{without}"
