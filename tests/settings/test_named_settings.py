import pytest

from smile import SmileScorer, UsageError
from smile.settings.named_settings import named_settings


def test_a_revision_stays_with_its_own_model() -> None:
    assert named_settings(model="some/model", revision="abc").revision == "abc"
    assert named_settings(model="some/model").revision is None


def test_options_beside_settings_are_not_dropped() -> None:
    with pytest.raises(UsageError, match="threshold"):
        SmileScorer(named_settings(), threshold=0.5)
