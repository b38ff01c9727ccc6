"""The app's parts, in this process."""

import re
import threading
from pathlib import Path

import pytest

from smile import SmileScorer
from smile.app.engine import AUTO, ChosenSetting
from smile.app.limits import Limits, read_limits
from smile.app.requests.scored_file import score_file
from smile.app.server import _links
from smile.app.tabs.file_tab import chosen_column
from smile.app.uploads import SentFile
from smile.errors import UsageError
from smile.rows.checked_rows import check_rows
from tests.support.command_line import write_jsonl
from tests.support.tiny_encoder import TinyEncoder
from tests.support.tiny_engine import tiny_engine


def test_limits_come_from_the_environment() -> None:
    limits = read_limits({"SMILE_APP_ROWS": "7", "SMILE_APP_SETTINGS": "default,paper"})
    assert (limits.rows, limits.settings) == (7, ("default", "paper"))
    assert read_limits({"HOME": "/root", "SMILE_APP_ROWS": ""}) == Limits()


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("SMILE_APP_ROWS", "many", "SMILE_APP_ROWS must be a whole number of at least 1, got 'many'"),
        ("SMILE_APP_ROWS", "0", "at least 1"),
        ("SMILE_APP_SETTINGS", "default,evil/model", "names 'evil/model'"),
        ("SMILE_APP_QUEUE", "7", "unknown limit SMILE_APP_QUEUE"),
    ],
)
def test_a_wrong_limit_is_said(variable: str, value: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_limits({variable: value})


def test_column_left_out_is_not_read(tmp_path: Path) -> None:
    row = {"prediction": "a", "reference": "b", "question": "c", "syn_ans": "d"}
    path = write_jsonl(tmp_path / "data.jsonl", [row])
    engine = tiny_engine()
    left_out = dict.fromkeys(("question", "id", "synthetic_answer"), chosen_column("(none)"))
    columns = {"prediction": "prediction"} | left_out
    chosen = ChosenSetting("default", 0.3, 0.67)
    *_, scored = score_file(engine, threading.Event(), SentFile(str(path), columns), chosen)
    assert scored.rows == check_rows(["a"], ["b"])


def test_users_take_turns_and_get_scorers_scores() -> None:
    texts = [f"answer {i} " + "word " * (i % 7) for i in range(400)]
    encoder = TinyEncoder()
    engine = tiny_engine(encoder=encoder)
    seen: list[tuple[int, int]] = []
    scores = engine.wait_for_scorer(ChosenSetting("default", 0.3, 0.67)).score_rows(
        check_rows(texts, ["word"] * 400), engine.watch(lambda: False, lambda *progress: seen.append(progress))
    )
    assert scores.items() == SmileScorer(encoder=TinyEncoder()).score(texts, ["word"] * 400).items()
    assert max(map(len, encoder.calls)) <= 128
    assert len(encoder.calls) > 3
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_a_space_links_to_its_documentation_and_code(repository: Path) -> None:
    # Elsewhere only the paper has an address that is known.
    assert re.findall('href="([^"]*)">(\\w+)<', _links({})) == [("https://arxiv.org/abs/2511.17432", "Paper")]
    links = _links({"SPACE_ID": "me/smile"})
    assert re.findall('href="https://huggingface.co/spaces/me/smile/([^"]*)">(\\w+)<', links) == [
        ("blob/main/README.md", "Docs"),
        ("blob/main/README.md#start-in-60-seconds", "Install"),
        ("tree/main", "Code"),
    ]
    assert "\n## Start in 60 seconds\n" in (repository / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("chosen", "questions", "name"),
    [
        (ChosenSetting(AUTO), ["Where?", "Who?"], "learned"),
        (ChosenSetting(AUTO), ["Where?", None], "learned"),
        (ChosenSetting(AUTO), [None, " "], "default"),
        (ChosenSetting(AUTO, semantic_weight=0.5), ["Where?", "Who?"], "default"),
        (ChosenSetting("fast"), ["Where?", "Who?"], "fast"),
    ],
)
def test_the_setting_follows_the_questions(chosen: ChosenSetting, questions: list[str | None], name: str) -> None:
    engine = tiny_engine(Limits())
    rows = check_rows(["a", "b"], ["a", "c"], questions)
    assert engine.wait_for_scorer(chosen, rows).settings.name == name


def test_a_model_that_cannot_be_loaded_is_said() -> None:
    class Broken(TinyEncoder):
        def load(self) -> None:
            raise RuntimeError("/secret/path")

    engine = tiny_engine(Limits(settings=("default",)), Broken())
    with pytest.raises(Exception, match="could not be loaded") as caught:
        engine.wait_for_scorer(ChosenSetting("default", 0.3, 0.67))
    assert "/secret/path" not in str(caught.value)
