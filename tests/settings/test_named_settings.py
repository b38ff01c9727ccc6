from typing import Any

import pytest

from smile import SmileScorer, UsageError
from smile.checks import check_share
from smile.settings.named_settings import OPTIONS, named_settings


@pytest.mark.parametrize(
    ("option", "hint"),
    [("semantic_wieght", "did you mean 'semantic_weight'? The"), ("zzz", "the"), ("normalization", "the")],
)
def test_an_unknown_option_is_told_which_there_are(option: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        named_settings(**{option: 0.3})
    assert str(error.value) == f"unknown option '{option}': {hint} options are {', '.join(OPTIONS)}"


def test_a_revision_stays_with_its_own_model() -> None:
    assert named_settings(model="some/model", revision="abc").revision == "abc"
    assert named_settings(model="some/model").revision is None


def test_options_beside_settings_are_not_dropped() -> None:
    with pytest.raises(UsageError, match="threshold"):
        SmileScorer(named_settings(), threshold=0.5)


@pytest.mark.parametrize("level", [0, 1, 0.0, 1.0, 95, "0.95", True, float("nan")])
def test_an_open_share_leaves_out_its_ends(level: Any) -> None:
    with pytest.raises(UsageError) as error:
        check_share("confidence_level", level, open_interval=True)
    assert str(error.value) == f"confidence_level must be a number between 0 and 1, both excluded, got {level!r}"
