"""The named settings and their options, checked."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from ..checks import check_choice, check_flag, check_share, check_texts, check_whole, refuse_unknown
from ..constants import (
    AGGREGATIONS,
    BACKENDS,
    DTYPES,
    EMBEDDED_MODEL,
    ENCODER_VECTORS,
    PAPER_NORMALIZATION,
    SMILE_NORMALIZATION,
    STATIC_VECTORS,
    Aggregation,
    BackendName,
    Dtype,
    Normalization,
    Vectors,
)
from ..errors import Option, UsageError
from ..text.languages import ANY_LANGUAGE, LANGUAGES, has_value_rules
from ..text.user_patterns import compile_user_pattern


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a scorer. Create them with `named_settings`, which checks the values.

    Attributes:
        name: A name in `NAMED_SETTINGS`; it fixes `normalization`, `vectors` and `is_learned`.
        normalization: `smile` or `paper`.
        vectors: `encoder` or `static`.
        is_learned: Whether the score is the trained model's probability that a person labels the answer correct.
        model: Hub id or folder of a sentence-transformers model.
        revision: Branch, tag or commit on the Hub; None is the main branch.
        device: `cuda`, `mps`, `cpu`, ...; None uses the best one available.
        batch_size: Largest number of texts per forward pass; changes speed, not scores. With None, only the number of
            tokens per pass is limited.
        dtype: `float32`, `bfloat16` or `float16` (not on a CPU).
        backend: `auto`, `openvino`, `numpy` or `torch`; changes speed, not scores.
        prompt: Text before every text, for models that need it ("query: "); None uses the model's default.
        answer: Which part of each output to score: `auto` (the final answer), `whole`, or a regular expression (group 1
            of its last match, or else the match); see `smile.text.final_answer.final_answer`.
        language: ISO code of the rows' language, or `any`.
        semantic_weight: The paper's w, 0 to 1.
        threshold: A row is correct above this score, 0 to 1.
        aggregation: `weighted` or `harmonic`.
        use_easy_match: False leaves easy match out of the lexical score.
        use_questions: Whether to put the question before both texts of the semantic part; with None, in each row that
            has a question.
    """

    name: str
    normalization: Normalization = SMILE_NORMALIZATION
    vectors: Vectors = ENCODER_VECTORS
    is_learned: bool = False
    model: str = EMBEDDED_MODEL
    revision: str | None = None
    device: str | None = None
    batch_size: int | None = None
    dtype: Dtype = "float32"
    backend: BackendName = "auto"
    prompt: str | None = None
    answer: str = "auto"
    language: str = "en"
    semantic_weight: float = 0.3
    threshold: float = 0.67
    aggregation: Aggregation = "weighted"
    use_easy_match: bool = True
    use_questions: bool | None = None

    @property
    def weighs_words(self) -> bool:
        """True if easy match weighs words by their content: in `default`, `fast` and `multilingual`."""
        is_known = has_value_rules(self.normalization, self.language) or self.is_multilingual
        return is_known and not self.is_learned

    @property
    def is_multilingual(self) -> bool:
        """True for `multilingual`: cosines are scaled, and questions weigh words but are not encoded."""
        return self.name == "multilingual"

    @property
    def runs_model(self) -> bool:
        """True if a model runs, whose embeddings a store can keep: in all settings but `fast`."""
        return self.vectors != STATIC_VECTORS or self.is_learned


NAMED_SETTINGS: Mapping[str, Settings] = {
    "default": Settings(name="default"),
    "fast": Settings(name="fast", vectors=STATIC_VECTORS),
    "learned": Settings(name="learned", vectors=STATIC_VECTORS, is_learned=True, threshold=0.5),
    "paper": Settings(
        name="paper",
        normalization=PAPER_NORMALIZATION,
        model="llmrails/ember-v1",
        answer="whole",
        use_questions=False,
    ),
    "multilingual": Settings(
        name="multilingual",
        model="intfloat/multilingual-e5-small",
        prompt="query: ",
        language=ANY_LANGUAGE,
    ),
}

# The advantages and costs of each setting, for users.
TRADES: Mapping[str, str] = {
    "default": "A sentence encoder reads every phrase; English, offline.",
    "fast": "Fixed word vectors: many times faster; ignores word order, agrees slightly less with human labels.",
    "learned": "A small model trained on human labels reads question, reference and answer: the best agreement.",
    "paper": "The paper's own encoder and normalisation: much slower, with a download.",
    "multilingual": "An encoder for about a hundred languages: a download, and words without lemmas.",
}

# The options of a user; the named setting fixes the other fields.
_NO_OPTIONS = ("name", "normalization", "vectors", "is_learned")
OPTIONS = tuple(field.name for field in fields(Settings) if field.name not in _NO_OPTIONS)

# These options combine the parts, which `learned` was trained to do.
_JOINING = ("semantic_weight", "aggregation", "use_easy_match")
# The word vectors of `fast` and `learned` belong to one encoder.
_OF_ENCODER = ("model", "revision", "prompt")


def named_settings(name: str = "default", **options: Any) -> Settings:
    """Returns a named setting with some options changed.

    Args:
        name: A name in `NAMED_SETTINGS`.
        **options: Any of `OPTIONS`; None keeps the setting's own value.

    Raises:
        UsageError: The name or an option is unknown, or a value is out of range.

    Examples:
        >>> named_settings("default", semantic_weight=0.5).semantic_weight
        0.5
    """
    settings = NAMED_SETTINGS.get(name) if isinstance(name, str) else None
    if settings is None:
        raise UsageError(f"unknown setting {name!r}: expected one of {', '.join(NAMED_SETTINGS)}")
    refuse_unknown(options, OPTIONS)
    given = {option: value for option, value in options.items() if value is not None}
    if given.get("aggregation") == "harmonic" and "semantic_weight" in given:
        raise UsageError("{} does not apply to harmonic aggregation: leave one of them out", Option("semantic_weight"))
    if settings.normalization == PAPER_NORMALIZATION and given.get("language", "en") != "en":
        raise UsageError(
            f"the language {given['language']!r} does not apply to the setting 'paper', whose WordNet is English: use "
            "'default' or 'multilingual'"
        )
    _check_fixed_settings(settings, given)
    if given.get("model", settings.model) != settings.model and "revision" not in given:
        given["revision"] = None
    settings = replace(settings, **given)
    _check_option(settings)
    return replace(settings, semantic_weight=float(settings.semantic_weight), threshold=float(settings.threshold))


def check_language_setting(value: Any) -> str:
    """Returns a language code; raises a `UsageError` if it is neither an ISO code of `LANGUAGES` nor `any`."""
    check_choice("language", value, tuple(sorted(LANGUAGES)))
    return str(value)


def _check_fixed_settings(settings: Settings, given: Mapping[str, Any]) -> None:
    for option, value in given.items():
        if settings.is_learned and option in _JOINING:
            told = "{} does not apply to the setting {!r}, which was trained to combine the scores: leave it out"
            raise UsageError(told, Option(option), settings.name)
        is_fixed = settings.vectors == STATIC_VECTORS and option in _OF_ENCODER
        if (is_fixed or (settings.is_learned and option == "language")) and value != getattr(settings, option):
            trained = f"which was trained with {getattr(settings, option)!r}"
            why = trained if settings.is_learned else "whose word vectors come with the package"
            told = "{} does not apply to the setting {!r}, {}: leave it out, or use the setting 'default'"
            raise UsageError(told, Option(option, value), settings.name, why)


def _check_answer_setting(answer: str) -> None:
    if answer in ("auto", "whole"):
        return
    try:
        compile_user_pattern(answer)
    except ValueError as error:
        told = "{} is not a valid regular expression ({}): give auto, whole or a regular expression"
        raise UsageError(told, Option("answer", answer), error) from error


def _check_option(settings: Settings) -> None:
    check_share("semantic_weight", settings.semantic_weight)
    check_share("threshold", settings.threshold)
    check_choice("aggregation", settings.aggregation, AGGREGATIONS)
    check_choice("dtype", settings.dtype, DTYPES)
    check_choice("backend", settings.backend, BACKENDS)
    if settings.backend in ("openvino", "numpy") and settings.dtype != "float32":
        raise UsageError(
            f"the back end {settings.backend} supports float32 only, not {settings.dtype}: leave one of them out"
        )
    check_language_setting(settings.language)
    check_texts(settings, ("model", "revision", "device", "prompt", "answer"))
    _check_answer_setting(settings.answer)
    check_flag("use_easy_match", settings.use_easy_match)
    if settings.use_questions is not None:
        check_flag("use_questions", settings.use_questions)
    if settings.batch_size is not None:
        check_whole("batch_size", settings.batch_size)
