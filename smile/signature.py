"""The signature: all that decides a score in one line, as sacrebleu writes it."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version

from .languages import LEMMA_LANGUAGES, NUMBER_WORD_LANGUAGES
from .normalization import PAPER_NORMALIZATION
from .rows import Row
from .settings import Settings
from .version import __version__


def signature(settings: Settings, encoder: str, rows: Sequence[Row]) -> str:
    """Returns `key:value` pairs joined by bars; two results compare only where their signatures are equal.

    Args:
        settings: The settings of the run.
        encoder: The encoder's own signature.
        rows: The rows, for the number of references and the share of synthetic answers.
    """
    given = [answer is not None for row in rows for answer in row.synthetic_answers]
    pairs = {
        "nrefs": reference_count(rows),
        "syn": "all" if all(given) else "some" if any(given) else "no",
        "setting": settings.name,
        "encoder": encoder,
        "norm": settings.normalization,
        "lang": settings.language,
        "lemmas": _lemmatizer(settings),
        "numbers": _number_reader(settings),
        "easy": "yes" if settings.use_easy_match else "no",
        "agg": settings.aggregation,
        "w": "none" if settings.aggregation == "harmonic" else str(settings.semantic_weight),
        "threshold": str(settings.threshold),
        **({} if settings.calibration is None else {"calibrated": settings.calibration.file}),
        "version": __version__,
    }
    return join_pairs(pairs)


def join_pairs(pairs: Mapping[str, str]) -> str:
    """Returns `key:value` pairs joined by bars."""
    return "|".join(f"{key}:{value}" for key, value in pairs.items())


def reference_count(rows: Sequence[Row]) -> str:
    """Returns how many references a row has, `var` where that varies."""
    counts = {len(row.references) for row in rows}
    return str(counts.pop()) if len(counts) == 1 else "var"


def _lemmatizer(settings: Settings) -> str:
    if settings.normalization == PAPER_NORMALIZATION:
        return f"wordnet@{version('nltk')}"
    return f"simplemma@{version('simplemma')}" if settings.language in LEMMA_LANGUAGES else "none"


def _number_reader(settings: Settings) -> str:
    if settings.normalization == PAPER_NORMALIZATION:
        return "no"
    return f"text2num@{version('text2num')}" if settings.language in NUMBER_WORD_LANGUAGES else "digits"
