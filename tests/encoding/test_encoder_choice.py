"""The encoder of a setting: one rule for all who make or take embeddings."""

from pathlib import Path

import pytest

from smile import SmileScorer, UsageError, named_settings
from smile.encoding.encoder_choice import choose_encoder
from smile.encoding.static.static_encoder import StaticEncoder
from smile.people.agreement.metrics import open_scorers
from tests.support.tiny_encoder import TinyEncoder

SETTINGS = ("default", "fast", "learned")


@pytest.mark.parametrize("setting", SETTINGS)
def test_it_is_the_scorers(setting: str) -> None:
    settings = named_settings(setting)
    assert choose_encoder(settings).signature == SmileScorer(settings).encoder.signature
    given = TinyEncoder()
    assert choose_encoder(settings, given) is SmileScorer(settings, given).encoder is given


def test_a_store_that_would_keep_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'fast' runs no model, so a store would keep nothing: leave out the store"):
        SmileScorer("fast", TinyEncoder(), store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


def test_agreement_keeps_what_sas_encodes_beside_fast(tmp_path: Path) -> None:
    scorers = open_scorers(named_settings("fast"), tmp_path / "store")
    assert isinstance(scorers.smile.encoder, StaticEncoder)
