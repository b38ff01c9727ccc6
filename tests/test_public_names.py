"""What `from smile import ...` gives, and the paths that documents named formerly."""

import subprocess
import sys
from importlib import import_module

import pytest

import smile


@pytest.mark.parametrize("name", smile.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(smile, name) is not None
    assert name in dir(smile)


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="module 'smile' has no attribute 'SmileScore'"):
        _ = smile.SmileScore
    with pytest.raises(AttributeError, match=r"module 'smile\.distributed' has no attribute 'nothing'"):
        _ = import_module("smile.distributed").nothing


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("smile.agreement_scorer", "AgreementScorer"),
        ("smile.distributed", "ScoredDataset"),
        ("smile.distributed", "score_dataset"),
        ("smile.match_scorer", "QAMatchScorer"),
        ("smile.sas_scorer", "SASScorer"),
        ("smile.settings_file", "chosen_settings"),
        ("smile.system_ranking", "rank_systems"),
    ],
)
def test_a_former_path_works_and_names_the_new_import(path: str, name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{path} will go: write `from smile import {name}`") as caught:
        assert getattr(import_module(path), name) is getattr(smile, name)
    assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.parametrize(
    "statement",
    [
        "from smile.distributed import score_dataset",
        "import smile.distributed; smile.distributed.score_dataset",
        "from smile import distributed; distributed.score_dataset",
    ],
)
def test_a_former_path_can_be_imported_in_every_way(statement: str) -> None:
    command = [sys.executable, "-c", statement]
    process = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert process.returncode == 0, process.stderr
