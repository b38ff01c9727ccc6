"""The encoder of a setting: one rule for all who make or take embeddings."""

import json
from pathlib import Path

import pytest

from smile import SmileScorer, UsageError, named_settings
from smile.encoding.static.static_encoder import StaticEncoder
from smile.people.agreement.metrics import open_scorers
from smile.stores.encoder_choice import encoder_of
from tests.support.command_line import run_smile, write_jsonl
from tests.support.tiny_encoder import TinyEncoder

SETTINGS = ("default", "fast", "learned")


@pytest.mark.parametrize("setting", SETTINGS)
def test_it_is_the_scorers(setting: str) -> None:
    settings = named_settings(setting)
    assert encoder_of(settings).signature == SmileScorer(settings).stages.encoder.signature
    given = TinyEncoder()
    assert encoder_of(settings, given) is SmileScorer(settings, given).stages.encoder is given


def test_a_store_that_would_keep_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'fast' runs no model, so a store would keep nothing: leave out store"):
        SmileScorer("fast", TinyEncoder(), store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


def test_agreement_keeps_what_sas_encodes_beside_fast(tmp_path: Path) -> None:
    scorers = open_scorers(named_settings("fast"), tmp_path / "store")
    assert isinstance(scorers.smile.stages.encoder, StaticEncoder)


@pytest.mark.real_encoder
@pytest.mark.parametrize("setting", SETTINGS)
def test_a_set_prepared_for_a_setting_is_taken_by_its_runs(setting: str, tmp_path: Path) -> None:
    rows = [
        {"question": "Where is it?", "reference": "in Paris", "prediction": "It is in France."},
        {"question": "How long is it?", "reference": "36 inches", "prediction": "Three feet \U0001f4cf"},
    ]
    data = write_jsonl(tmp_path / "data.jsonl", rows)

    def smile(command: str, *options: str) -> dict[str, object]:
        done = run_smile(command, data, "--setting", setting, "--json", *options)
        assert done.exit_code == 0, done.stderr
        return dict(json.loads(done.stdout))

    prepared = str(tmp_path / "set")
    smile("prepare", "--output", prepared)
    with_it, without = smile("score", "--prepared", prepared, "--per-item"), smile("score", "--per-item")
    # Three feet are 36 inches, so nothing of the second row but its two sentences is compared.
    notes = with_it["notes"]
    assert isinstance(notes, dict)
    assert notes["prepared"] == 3
    assert with_it["items"] == without["items"]
