from typing import Any

import numpy as np
import pytest

from smile import Settings, SmileScorer, UsageError
from smile.checks import check_share
from smile.settings.named_settings import NAMED_SETTINGS, OPTIONS, named_settings

ALL_OPTIONS = ", ".join(OPTIONS)


def test_the_default_setting_is_the_documented_one() -> None:
    assert named_settings() == Settings(
        name="default",
        normalization="smile",
        model="sentence-transformers/all-MiniLM-L6-v2",
        language="en",
        semantic_weight=0.3,
        threshold=0.67,
        aggregation="weighted",
        use_easy_match=True,
        batch_size=None,
        dtype="float32",
    )


def test_the_papers_setting_has_its_encoder_and_normalisation() -> None:
    paper = named_settings("paper")
    assert (paper.model, paper.normalization, paper.semantic_weight) == ("llmrails/ember-v1", "paper", 0.3)


def test_the_multilingual_setting_reads_any_language() -> None:
    assert named_settings("multilingual").language == "any"


@pytest.mark.parametrize("name", NAMED_SETTINGS)
@pytest.mark.parametrize("option", OPTIONS)
def test_none_keeps_the_settings_own_value(name: str, option: str) -> None:
    assert named_settings(name, **{option: None}) == named_settings(name)


@pytest.mark.parametrize("weight", [0, 1, 0.0, 1.0])
def test_the_ends_of_a_share_are_within(weight: float) -> None:
    assert named_settings(semantic_weight=weight, threshold=weight).semantic_weight == weight


NOT_A_SHARE = "must be a number between 0 and 1, got"
BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"semantic_weight": 1.5}, f"semantic_weight {NOT_A_SHARE} 1.5"),
    ({"semantic_weight": -0.1}, f"semantic_weight {NOT_A_SHARE} -0.1"),
    ({"semantic_weight": float("nan")}, f"semantic_weight {NOT_A_SHARE} nan"),
    ({"semantic_weight": float("inf")}, f"semantic_weight {NOT_A_SHARE} inf"),
    ({"semantic_weight": True}, f"semantic_weight {NOT_A_SHARE} True"),
    ({"semantic_weight": "0.3"}, f"semantic_weight {NOT_A_SHARE} '0.3'"),
    ({"threshold": 67}, f"threshold {NOT_A_SHARE} 67"),
    ({"threshold": False}, f"threshold {NOT_A_SHARE} False"),
    ({"aggregation": "mean"}, "aggregation must be one of weighted, harmonic, got 'mean'"),
    (
        {"aggregation": "harmonic", "semantic_weight": 0.3},
        "semantic_weight does not apply to aggregation='harmonic': leave one of them out",
    ),
    ({"use_easy_match": 1}, "use_easy_match must be True or False, got 1"),
    ({"use_easy_match": "no"}, "use_easy_match must be True or False, got 'no'"),
    ({"dtype": "float64"}, "dtype must be one of float32, bfloat16, float16, int8, got 'float64'"),
    ({"backend": "tvm"}, "backend must be one of auto, torch, openvino, onnx, got 'tvm'"),
    (
        {"backend": "openvino", "dtype": "int8"},
        "backend='openvino' does not compute in int8, but in float32, bfloat16: leave one of them out",
    ),
    ({"batch_size": 0}, "batch_size must be a whole number of at least 1, got 0"),
    ({"batch_size": 2.5}, "batch_size must be a whole number of at least 1, got 2.5"),
    ({"batch_size": True}, "batch_size must be a whole number of at least 1, got True"),
    ({"model": ""}, "model must be a non-empty string, got ''"),
    ({"model": 5}, "model must be a non-empty string, got 5"),
    ({"revision": 1}, "revision must be a non-empty string, got 1"),
    ({"device": 0}, "device must be a non-empty string, got 0"),
    ({"prompt": ["query: "]}, "prompt must be a non-empty string, got ['query: ']"),
    (
        {"semantic_wieght": 0.3},
        f"unknown option 'semantic_wieght': did you mean 'semantic_weight'? The options are {ALL_OPTIONS}",
    ),
    ({"zzz": 1}, f"unknown option 'zzz': the options are {ALL_OPTIONS}"),
    ({"normalization": "paper"}, f"unknown option 'normalization': the options are {ALL_OPTIONS}"),
]


@pytest.mark.parametrize(("options", "message"), BAD_OPTIONS, ids=[str(options) for options, _ in BAD_OPTIONS])
def test_bad_options_are_refused_by_name(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as error:
        named_settings(**options)
    assert str(error.value) == message


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^language must be one of any, ar, ast, .*, zh, got 'english'$"):
        named_settings(language="english")


@pytest.mark.parametrize("name", ["defualt", "", None, ["default"]])
def test_an_unknown_setting_is_refused(name: Any) -> None:
    with pytest.raises(UsageError) as error:
        named_settings(name)
    assert str(error.value) == f"unknown setting {name!r}: expected one of default, fast, learned, paper, multilingual"


def test_the_papers_setting_is_english() -> None:
    assert named_settings("paper", language="en").language == "en"
    with pytest.raises(UsageError, match=r"^language='de' does not apply to the setting 'paper'"):
        named_settings("paper", language="de")


def test_a_revision_stays_with_its_own_model() -> None:
    assert named_settings(model="some/model", revision="abc").revision == "abc"
    assert named_settings(model="some/model").revision is None


@pytest.mark.parametrize("number", [np.float64(0.5), np.float32(0.5)])
def test_numbers_of_numpy_are_numbers(number: Any) -> None:
    assert named_settings(semantic_weight=number).semantic_weight == 0.5


def test_the_scorer_does_not_drop_options_given_beside_settings() -> None:
    with pytest.raises(UsageError, match="threshold"):
        SmileScorer(named_settings(), threshold=0.5)


@pytest.mark.parametrize("level", [0, 1, 0.0, 1.0, 95, "0.95", True, float("nan")])
def test_an_open_share_leaves_out_its_ends(level: Any) -> None:
    with pytest.raises(UsageError) as error:
        check_share("confidence_level", level, open_interval=True)
    assert str(error.value) == f"confidence_level must be a number between 0 and 1, both excluded, got {level!r}"
