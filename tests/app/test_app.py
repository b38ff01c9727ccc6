"""The app's parts, in this process."""

import json
import threading
from pathlib import Path

import pytest

from smile import SmileScorer
from smile.app.engine import ChosenSetting
from smile.app.limits import Limits, read_limits
from smile.app.requests.scored_file import score_file
from smile.app.requests.typed_answers import TypedAnswers
from smile.app.tabs.file_tab import chosen_column
from smile.app.tabs.try_it import score_again, score_typed
from smile.app.uploads import SentFile
from smile.errors import UsageError
from smile.rows.checked_rows import check_rows
from tests.support.command_line import write_jsonl
from tests.support.tiny_encoder import TinyEncoder, TinyReader
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


def test_a_column_that_a_visitor_leaves_out_is_not_read(tmp_path: Path) -> None:
    row = {"prediction": "a", "reference": "b", "question": "c", "syn_ans": "d"}
    path = write_jsonl(tmp_path / "data.jsonl", [row])
    engine = tiny_engine()
    left_out = dict.fromkeys(("question", "id", "synthetic_answer"), chosen_column("(none)"))
    columns = {"prediction": "prediction"} | left_out
    chosen = ChosenSetting("default", 0.3, 0.67)
    *_, scored = score_file(engine, threading.Event(), SentFile(str(path), columns), chosen)
    assert scored.rows == check_rows(["a"], ["b"])


def test_visitors_take_turns_and_get_the_scores_of_the_scorer() -> None:
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


def test_what_the_page_keeps_is_data_and_scores_again() -> None:
    engine = tiny_engine()
    typed = TypedAnswers("", ["south", "It is in the north of Paris."], ["It is in the south of Paris.", ""])
    first, kept = score_typed(engine, typed, ChosenSetting("default", 0.3, 0.67, "whole"))
    again = json.loads(json.dumps(kept))
    assert score_again(engine, again, 0.3, 0.67) == first
    other = score_typed(engine, typed, ChosenSetting("default", 0.9, 0.2, "whole"))[0]
    assert score_again(engine, again, 0.9, 0.2) == other


@pytest.mark.real_encoder
class TestLearned:
    """Its static vectors are those of the real model, its reader is a tiny one."""

    TEXTS = (["south", "It is in the north of Paris."], ["It is in the south of Paris.", ""])
    LEARNED = ChosenSetting("learned")

    def test_the_threshold_moves_without_encoding(self) -> None:
        encoder, reader = TinyEncoder(), TinyReader()
        engine = tiny_engine(Limits(settings=("learned",)), encoder, reader)
        typed = TypedAnswers("Where?", self.TEXTS[0], ["It is in the south of Paris, not in the east.", ""])
        first, kept = score_typed(engine, typed, self.LEARNED)
        again = json.loads(json.dumps(kept))
        before = len(encoder.calls), len(reader.calls)
        assert score_again(engine, again) == first
        assert "right above 0.5<" in first
        probability = max(kept["pairs"]["pairs"]["probability"])  # the other answer is empty
        for threshold, word in ((probability - 0.01, "right"), (probability + 0.01, "not right")):
            cards = score_again(engine, again, None, threshold)
            assert f'<p class="smile-counted">counted as {word}</p>' in cards.split("</article>")[0]
        assert (len(encoder.calls), len(reader.calls)) == before


def test_a_model_that_cannot_be_loaded_is_said() -> None:
    class Broken(TinyEncoder):
        def load(self) -> None:
            raise RuntimeError("/secret/path")

    engine = tiny_engine(encoder=Broken())
    with pytest.raises(Exception, match="could not be loaded") as caught:
        engine.wait_for_scorer(ChosenSetting("default", 0.3, 0.67))
    assert "/secret/path" not in str(caught.value)
