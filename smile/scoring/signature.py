"""The signature: everything that decides a score in one line, in the style of sacrebleu."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from importlib import metadata

from ..caches import cached
from ..constants import PAPER_NORMALIZATION
from ..encoding.encoder_choice import has_word_vectors
from ..encoding.encoders import Encoder
from ..rows.checked_rows import Row, has_question
from ..rows.row_scores import Signature
from ..settings.named_settings import Settings
from ..text.languages import LEMMA_LANGUAGES, NUMBER_WORD_LANGUAGES, has_value_rules
from ..version import __version__
from .cosines import ESTIMATE_IS_WRONG_BY

# Raise it when a rule of `smile.text` changes what it finds: the versions of the libraries do not show that.
RULES = 5

# Reading a package's metadata takes longer than scoring a row with `fast`.
version = cached()(metadata.version)


@dataclass(frozen=True)
class RowKinds:
    """The properties of rows that the signature names; `|` combines two parts of a run.

    Attributes:
        n_references: The different numbers of references of a row.
        has_synthetic: Whether references have a synthetic answer: True, False or both.
        n_with_question: The number of rows with a question.
        n_without_question: The number of rows without one.
    """

    n_references: frozenset[int] = frozenset()
    has_synthetic: frozenset[bool] = frozenset()
    n_with_question: int = 0
    n_without_question: int = 0

    @classmethod
    def of(cls, rows: Sequence[Row]) -> "RowKinds":
        """Returns the properties of rows."""
        n_with_question = sum(map(has_question, rows))
        return cls(
            frozenset(len(row.references) for row in rows),
            frozenset(answer is not None for row in rows for answer in row.synthetic_answers),
            n_with_question,
            len(rows) - n_with_question,
        )

    def __or__(self, other: "RowKinds") -> "RowKinds":
        return RowKinds(
            self.n_references | other.n_references,
            self.has_synthetic | other.has_synthetic,
            self.n_with_question + other.n_with_question,
            self.n_without_question + other.n_without_question,
        )

    def questions_used(self, settings: Settings) -> str:
        """Returns whether questions are used: `both` (in prediction and reference of all rows), `some` or `no`."""
        if settings.use_questions is False or not self.n_with_question:
            return "no"
        return "some" if self.n_without_question else "both"

    def n_scored_without(self, settings: Settings) -> int:
        """Returns how many rows have no question that the settings could use."""
        return self.n_without_question if settings.use_questions is None else 0


def signature(settings: Settings, encoder: Encoder, kinds: RowKinds, reader: str | None = None) -> Signature:
    """Returns the signature of a run of SMILE.

    `reader`, for `learned`, is the reader's signature.
    """
    given = kinds.has_synthetic
    pairs = {
        "nrefs": _count_in_signature(kinds.n_references),
        "q": kinds.questions_used(settings),
        "syn": "all" if all(given) else "some" if any(given) else "no",
        "setting": settings.name,
        "encoder": encoder.signature,
        **({"encoded": f"near@{ESTIMATE_IS_WRONG_BY}"} if has_word_vectors(settings, encoder) else {}),
        "answer": _escaped_for_signature(settings.answer),
        "lang": settings.language,
        "words": _libraries_in_signature(settings),
        "rules": str(RULES),
        **_easy_match_in_signature(settings),
        **({"cosines": "scaled"} if settings.is_multilingual else {}),
        "agg": _aggregation_in_signature(settings),
        **({} if reader is None else {"reader": reader}),
        "threshold": str(settings.threshold),
    }
    return signature_of_run(pairs)


def _escaped_for_signature(pattern: str) -> str:
    """Returns a user's text with its bars escaped, because bars separate the parts of a signature.

    >>> _escaped_for_signature("A|B")
    'A%7CB'
    """
    return pattern.replace("%", "%25").replace("|", "%7C")


def signature_of_run(parts: Mapping[str, object]) -> Signature:
    """Returns a signature that ends with the version."""
    return Signature() | parts | {"version": __version__}


def references_in_signature(rows: Sequence[Row]) -> str:
    """Returns the number of references of a row, or `var` if rows differ."""
    return _count_in_signature({len(row.references) for row in rows})


def _count_in_signature(counts: Set[int]) -> str:
    return str(next(iter(counts))) if len(counts) == 1 else "var"


def _libraries_in_signature(settings: Settings) -> str:
    """Returns the libraries that change scores, with their versions."""
    if settings.normalization == PAPER_NORMALIZATION:
        return f"wordnet@{version('nltk')}"
    packages = []
    if settings.language in LEMMA_LANGUAGES:
        packages += ["simplemma", "breame"] if settings.language == "en" else ["simplemma"]
    if settings.language in NUMBER_WORD_LANGUAGES:
        packages.append("text2num")
    if has_value_rules(settings.normalization, settings.language):
        packages.append("nicknames")
    return "+".join(f"{package}@{version(package)}" for package in packages) or "none"


def _easy_match_in_signature(settings: Settings) -> dict[str, str]:
    """Returns how easy match differs from the paper's, if it does."""
    if not settings.use_easy_match:
        return {"easy": "no"}
    return {"easy": "content"} if settings.weighs_words else {}


def _aggregation_in_signature(settings: Settings) -> str:
    if settings.is_learned:
        return "learned"
    return settings.aggregation if settings.aggregation == "harmonic" else f"weighted@{settings.semantic_weight}"
