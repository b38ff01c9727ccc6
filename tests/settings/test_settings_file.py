"""Settings files: what is refused, and what a run with one says."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smile import SmileScorer, UsageError, named_settings
from smile.settings.settings_file import chosen_settings, settings_content
from tests.support.tiny_encoder import TinyEncoder

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(without: str | None = None, **changed: Any) -> Path:
        settings = named_settings(semantic_weight=0.15, threshold=0.5, use_questions=True)
        content = settings_content(settings, "tiny", {"file": "x", "n": 80}, {}, []) | changed
        content.pop(without, None)
        path = tmp_path / "mine.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    return write_file


def test_a_file_gives_its_settings(write: Write) -> None:
    settings = chosen_settings("default", write(), device="cpu", batch_size=7, backend="torch")
    assert settings.backend == "torch"
    assert (settings.semantic_weight, settings.threshold, settings.device, settings.batch_size) == (0.15, 0.5, "cpu", 7)
    assert chosen_settings("default", str(write())) == chosen_settings("default", write())


def test_without_a_file_the_named_setting_is_meant() -> None:
    assert chosen_settings("paper", None, threshold=0.5) == named_settings("paper", threshold=0.5)


def test_the_file_says_which_setting_it_belongs_to(write: Write) -> None:
    path = write(setting="multilingual", language="any")
    assert chosen_settings("default", path) == chosen_settings("multilingual", path)
    assert chosen_settings("default", path).name == "multilingual"
    with pytest.raises(UsageError, match="was calibrated for the setting 'multilingual', not 'paper'"):
        chosen_settings("paper", path)


@pytest.mark.parametrize("option", [{"semantic_weight": 0.3}, {"threshold": 0.0}, {"language": "en"}, {"model": "x"}])
def test_an_option_beside_a_file_is_an_error(option: dict[str, Any], write: Write) -> None:
    with pytest.raises(UsageError, match=f"{next(iter(option))} given beside config="):
        chosen_settings("default", write(), **option)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"format": 2}, "has the format 2, and this version .* reads 1"),
        ({"format": True}, "has the format True"),
        ({"extra": 1, "more": 2}, "has the unknown member 'extra', 'more'"),
        ({"without": "threshold"}, "lacks 'threshold'"),
        ({"without": "format"}, "it has no 'format'"),
        ({"threshold": "0.5"}, "threshold must be a number between 0 and 1, got '0.5'"),
        ({"threshold": 1.5}, "threshold must be a number between 0 and 1"),
        ({"semantic_weight": True}, "semantic_weight must be a number"),
        ({"semantic_weight": None}, "'semantic_weight' is null"),
        ({"setting": "nope"}, "unknown setting 'nope'"),
        ({"setting": ["default"]}, "'setting' must be a str"),
        ({"encoder": None}, "'encoder' must be a str"),
        ({"language": "xx"}, "language must be one of"),
        ({"use_easy_match": 1}, "use_easy_match must be True or False"),
        ({"model": 3}, "model must be a non-empty string"),
        ({"warnings": "none"}, "'warnings' must be a list"),
    ],
)
def test_another_file_is_refused(changed: dict[str, Any], message: str, write: Write) -> None:
    path = write(**changed)
    with pytest.raises(UsageError, match=message) as caught:
        chosen_settings("default", path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1]", b"3", b"[" * 100_000])
def test_what_is_no_settings_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="is no settings file"):
        chosen_settings("default", path)


@pytest.mark.parametrize("path", ["nowhere.json", "\x00", "."])
def test_what_cannot_be_read_is_refused(path: str) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        chosen_settings("default", path)


@pytest.mark.parametrize("path", [3, {"semantic_weight": 0.5}, b"x"])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(UsageError, match="config must be the path of a settings file"):
        chosen_settings("default", path)


def test_another_encoder_than_the_files_is_refused(write: Write) -> None:
    scorer = SmileScorer(chosen_settings("default", write(encoder="another@1")), encoder=TinyEncoder())
    message = "was calibrated with the encoder another@1, and this is tiny"
    with pytest.raises(UsageError, match=message):
        scorer.score(["x"], ["y"], ["z"])
    with pytest.raises(UsageError, match=message):
        scorer.warm_up()
    SmileScorer(chosen_settings("default", write()), encoder=TinyEncoder()).score(["x"], ["y"], ["z"])


def test_a_scorer_takes_the_file_itself(write: Write) -> None:
    path = write()
    scorer = SmileScorer(config=path, encoder=TinyEncoder(), batch_size=8)
    assert scorer.settings == chosen_settings("default", path, batch_size=8)
    with pytest.raises(UsageError, match="config given beside settings: put options into the settings themselves"):
        SmileScorer(scorer.settings, config=path)


def test_a_name_cannot_break_the_signature(write: Write) -> None:
    path = write().rename(write().with_name("a|b:c d.json"))
    scores = SmileScorer(chosen_settings("default", path), encoder=TinyEncoder()).score(["x"], ["y"], ["z"])
    assert "|calibrated:a_b_c_d.json@" in scores.signature
