"""Prepared sets: the scores are the same with one, and what does not fit is refused."""

import json
import multiprocessing
import os
import random
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from smile import DataError, SmileScorer, UsageError
from smile.cli.commands import score as score_command
from smile.judges.chat_models.judge_settings import judge_settings
from smile.preparation.preparing import find_generator, prepare
from smile.preparation.synthesis import synthesize
from smile.rows.checked_rows import check_rows
from smile.settings.named_settings import named_settings
from smile.stores.prepared_set import open_prepared
from tests.support.command_line import Run, run_smile, write_jsonl, write_text
from tests.support.tiny_encoder import SlowEncoder, TinyEncoder, tiny_scorer

QUESTIONS = ["What is the capital of France?", "Is there a bowl?", "Who won?", "when was it built"]
REFERENCES: list[Any] = ["Paris", "no", ["Anna Smith", "Smith", "A. Smith" + " and so on" * 60], ["1889", "in 1889"]]
PREDICTIONS = ["It is Paris.", "No bowl can be seen.", "", "They built it in eighteen ninety."]
ROWS = check_rows([""] * 4, REFERENCES, QUESTIONS)
JOINED = "question-answer"
FILES = ["answers.jsonl", "embeddings.sqlite", "manifest.json"]


def make(path: Path, generator: str = "none", **options: Any) -> Path:
    given = {"settings": named_settings(), "encoder": TinyEncoder()} | options
    prepare(given.pop("rows", ROWS), path, given.pop("settings"), generator, **given)
    return path


def scorer(path: Path | None, **options: Any) -> SmileScorer:
    return SmileScorer(encoder=options.pop("encoder", TinyEncoder()), prepared=path, **options)


def score(path: Path | None, synthetic: Any = None, **options: Any) -> Any:
    return scorer(path, **options).score(PREDICTIONS, REFERENCES, QUESTIONS, synthetic)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "set"


class TestScores:
    @pytest.mark.parametrize("use_questions", [None, False])
    def test_are_those_without_it(self, path: Path, use_questions: bool | None) -> None:
        make(path, settings=named_settings(use_questions=use_questions))
        found, plain = score(path, use_questions=use_questions), score(None, use_questions=use_questions)
        for name, values in plain.items().items():
            assert found.items()[name] == (pytest.approx(values, abs=1e-6) if name != "matched_ngram" else values), name
        assert found.signature == plain.signature
        assert found.summary()["notes"]["truncated"] == plain.summary()["notes"]["truncated"] == 0

    @pytest.mark.parametrize("use_questions", [None, False])
    def test_with_synthetic_answers_are_those_of_a_run_that_is_given_them(
        self, path: Path, use_questions: bool | None
    ) -> None:
        make(path, JOINED, settings=named_settings(use_questions=use_questions))
        synthetic = [
            synthesize([(q, r) for r in ([y] if isinstance(y, str) else y)], named_settings(), None).answers
            for q, y in zip(QUESTIONS, REFERENCES, strict=True)
        ]
        found = score(path, use_questions=use_questions)
        given = score(None, synthetic, use_questions=use_questions)
        assert found.smile.tolist() == pytest.approx(given.smile.tolist(), abs=1e-6)
        assert found.smile.tolist() != pytest.approx(score(None, use_questions=use_questions).smile.tolist(), abs=1e-3)
        digest = open_prepared(path).digest
        assert found.signature == given.signature.replace("|syn:all|", f"|syn:all|prepared:{digest}|")

    def test_rows_with_and_without_a_question_each_find_their_texts(self, path: Path) -> None:
        questions = [*QUESTIONS[:3], None]
        make(path, rows=check_rows([""] * 4, REFERENCES, questions))
        encoder = TinyEncoder()
        found = scorer(path, encoder=encoder).score(PREDICTIONS, REFERENCES, questions)
        plain = scorer(None).score(PREDICTIONS, REFERENCES, questions)
        assert found.smile.tolist() == pytest.approx(plain.smile.tolist(), abs=1e-6)
        assert (found.signature, "|q:some|" in found.signature) == (plain.signature, True)
        assert not {text for call in encoder.calls for text in call} & {"1889", "What is the capital of France? Paris"}
        part = scorer(path).score(PREDICTIONS[3:], REFERENCES[3:])
        assert part.smile[0] == pytest.approx(plain.smile[3], abs=1e-6)

    def test_a_run_encodes_no_reference(self, path: Path) -> None:
        make(path)
        encoder = TinyEncoder()
        found = score(path, encoder=encoder)
        texts = {text for call in encoder.calls for text in call}
        assert texts
        assert not texts & {"Paris", "paris", "What is the capital of France? Paris", "Who won? Smith", "smith"}
        counts = found.summary()["notes"]
        assert counts["encoded"] == len(texts)
        # Four targets with their questions, and norm(reference) where it does not occur word for word: "1889".
        assert counts["prepared"] == 5

    def test_a_reference_that_is_too_long_is_counted(self, path: Path) -> None:
        encoder = TinyEncoder(limit=100)
        make(path, encoder=encoder)
        predictions = [*PREDICTIONS[:2], "Anna", PREDICTIONS[3]]
        found = scorer(path, encoder=TinyEncoder(limit=100)).score(predictions, REFERENCES, QUESTIONS)
        assert found.is_truncated.tolist() == [False, False, True, False]

    def test_rows_may_be_fewer_and_in_another_order_with_other_weights(self, path: Path) -> None:
        make(path, JOINED)
        options = {"semantic_weight": 0.7, "threshold": 0.5}
        found = scorer(path, **options).score(PREDICTIONS[1::-1], REFERENCES[1::-1], QUESTIONS[1::-1])
        assert found.smile.tolist() == pytest.approx(score(path, **options).smile.tolist()[1::-1], abs=1e-6)

    def test_a_set_is_only_read(self, path: Path) -> None:
        before = {file.name: file.read_bytes() for file in make(path).iterdir()}
        assert sorted(before) == FILES
        path.chmod(0o555)
        expected = score(None).smile.tolist()
        assert score(path).smile.tolist() == pytest.approx(expected, abs=1e-6)
        assert {file.name: file.read_bytes() for file in path.iterdir()} == before
        path.chmod(0o755)

    def test_a_process_that_was_forked_reads_it_too(self, path: Path) -> None:
        made = scorer(make(path))
        counts = [made.score(PREDICTIONS, REFERENCES, QUESTIONS).summary()["notes"]["prepared"]]
        fork = multiprocessing.get_context("fork")
        queue = fork.SimpleQueue()
        child = fork.Process(
            target=lambda: queue.put(made.score(PREDICTIONS, REFERENCES, QUESTIONS).summary()["notes"]["prepared"])
        )
        child.start()
        counts.append(queue.get())
        child.join()
        assert counts == [5, 5]

    def test_a_set_made_anew_is_read_anew(self, path: Path) -> None:
        score(make(path, JOINED))
        shutil.rmtree(path)
        assert score(make(path)).smile.tolist() == pytest.approx(score(None).smile.tolist(), abs=1e-6)


class TestRefusals:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"encoder": TinyEncoder}, "prepared with encoder 'tiny', and this run has 'other'"),
            ({"language": "de"}, "prepared with language 'en', and this run has 'de'"),
            ({"use_questions": False}, "prepared with use_questions True, and this run has False"),
        ],
    )
    def test_other_settings(self, path: Path, options: dict[str, Any], message: str) -> None:
        make(path)
        if "encoder" in options:
            options = {"encoder": TinyEncoder()}
            options["encoder"].signature = "other"
        with pytest.raises(UsageError, match=message + ".*prepare the data again"):
            score(path, **options)

    @pytest.mark.parametrize(
        ("columns", "message"),
        [
            (
                (PREDICTIONS, REFERENCES, QUESTIONS),
                r"was prepared from other data: it lacks 5 .* \(question 'Who won\?', reference 'Anna Smith'; ",
            ),
            ((["a"], ["Paris"], ["Which city?"]), r"it lacks 1 .*question 'Which city\?', reference 'Paris'\)"),
            ((["x"] * 9, ["y"] * 9, ["z"] * 9), "it lacks 9 .*; and 4 more"),
        ],
        ids=["rows", "question", "many"],
    )
    def test_other_data(self, path: Path, columns: tuple[list[Any], ...], message: str) -> None:
        make(path, rows=ROWS[:2])
        with pytest.raises(DataError, match=message):
            scorer(path).score(*columns)

    def test_synthetic_answers_from_both_sides(self, path: Path) -> None:
        make(path, JOINED)
        with pytest.raises(DataError, match=r"question 'Is there a bowl\?' has a synthetic answer, and so has the"):
            score(path, [None, "There is no bowl.", None, None])

    @pytest.mark.parametrize("name", FILES)
    @pytest.mark.parametrize("damage", ["cut", "changed", "lost"])
    def test_a_damaged_set(self, path: Path, name: str, damage: str) -> None:
        file = make(path, JOINED) / name
        data = file.read_bytes()
        if damage == "cut":
            file.write_bytes(data[:-3])
        elif damage == "changed":
            file.write_bytes(data[:-9] + b"?" + data[-8:])
        else:
            file.unlink()
        message = r"so the set is damaged: prepare the data again|is damaged \(|is not JSON"
        with pytest.raises(UsageError, match=r"No such file.*smile prepare DATA" if damage == "lost" else message):
            score(path)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"format": 1}, "has the format 1, and this version .* reads 3"),
            ({"format": None}, "has the format None"),
            ({"made_for": 3}, "is damaged"),
            ({"files": {}}, "is damaged"),
        ],
    )
    def test_a_manifest_that_does_not_fit(self, path: Path, change: dict[str, Any], message: str) -> None:
        file = make(path) / "manifest.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | change))
        with pytest.raises(UsageError, match=message):
            score(path)

    @pytest.mark.parametrize(
        ("what", "message"),
        [
            ("nothing", r"is no prepared set \(there is no such folder\): make it with `smile prepare"),
            ("file", r"is no prepared set \(it is a file\)"),
            (".", r"is no prepared set \(manifest.json: No such file"),
            (3, "must be the path of a prepared set, got 3"),
        ],
    )
    def test_what_is_no_set(self, tmp_path: Path, what: Any, message: str) -> None:
        (tmp_path / "file").write_text("x")
        with pytest.raises(UsageError, match=message):
            SmileScorer(encoder=TinyEncoder(), prepared=what if what == 3 else tmp_path / what)


class TestPreparing:
    def test_the_manifest_says_what_it_was_made_from_and_for(self, path: Path) -> None:
        manifest = json.loads((make(path, JOINED) / "manifest.json").read_text())
        made_for = {"encoder": "tiny", "normalization": "smile", "language": "en", "use_questions": True}
        assert manifest["made_for"] == made_for
        assert manifest["synthetic_answers"]["generator"] == {"provider": "question-answer"}
        assert manifest["data"]["n_pairs"] == manifest["counts"]["n_pairs"] == 7
        assert manifest["counts"]["n_question_and_reference"] == 7

    def test_nothing_that_is_there_is_overwritten(self, path: Path) -> None:
        path.mkdir()
        make(path)  # an empty folder will do
        with pytest.raises(UsageError, match="holds a prepared set already: remove it, or name another"):
            make(path)
        with pytest.raises(UsageError, match="is a folder with other files in it: name a folder that is not there yet"):
            make(path.parent)
        with pytest.raises(UsageError, match="there is no folder"):
            make(path / "a" / "b")

    @pytest.mark.parametrize(
        ("rows", "message"),
        [
            (
                check_rows(["", ""], ["a", "b"], ["What?", None]),
                "row 1 has no question, and a synthetic answer needs one",
            ),
            (check_rows([""], ["a"], ["What?"], ["It is a."]), "row 0 has a synthetic answer already"),
        ],
        ids=["question", "answer"],
    )
    def test_rows_that_no_synthetic_answer_can_be_made_for(self, path: Path, rows: Any, message: str) -> None:
        with pytest.raises(DataError, match=message):
            make(path, JOINED, rows=rows)
        assert not path.exists()

    def test_rows_without_questions_and_rows_with_their_own_synthetic_answers(self, path: Path) -> None:
        rows = check_rows(["", ""], ["a", "b"], None, ["It is a.", None])
        make(path, rows=rows)
        encoder = TinyEncoder()
        found = scorer(path, encoder=encoder).score(["so a", "b"], ["a", "b"], None, ["It is a.", None])
        plain = scorer(None).score(["so a", "b"], ["a", "b"], None, ["It is a.", None])
        assert (found.items(), found.signature) == (plain.items(), plain.signature)
        assert "It is a." not in {text for call in encoder.calls for text in call}

    def test_the_local_generator_has_a_model_of_its_own(self) -> None:
        assert find_generator("local") == judge_settings("local", "meta-llama/Llama-3.2-3B-Instruct")

    def test_a_full_disk_leaves_nothing_behind(self, small_disk: Path) -> None:
        rows = check_rows([""] * 4000, [f"reference {i}" for i in range(4000)])
        with pytest.raises(UsageError, match=r"set cannot be written \(.*; . MB are free on its disk\)"):
            make(small_disk / "set", rows=rows)
        assert list(small_disk.iterdir()) == []
        make(small_disk / "set", rows=rows[:50])

    def test_in_blocks_it_is_the_same(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("smile.preparation.preparing._TEXTS_AT_A_TIME", 3)
        encoder = TinyEncoder()
        make(path, encoder=encoder)
        assert max(map(len, encoder.calls)) == 3
        assert score(path).smile.tolist() == pytest.approx(score(None).smile.tolist(), abs=1e-6)


def test_a_run_killed_ten_times_while_it_encodes_leaves_no_half_set(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smile.preparation.preparing._TEXTS_AT_A_TIME", 3)
    rows = check_rows([""] * 60, [f"reference {i}" for i in range(60)])
    chance = random.Random(3)  # noqa: S311
    fork = multiprocessing.get_context("fork")
    n_begun = 0

    def begun() -> set[Path]:
        return set(tmp_path.glob(".set.smile-*.tmp/store/embeddings.sqlite"))

    for number in range(10):
        before = begun()
        run = fork.Process(target=make, args=(path,), kwargs={"rows": rows, "encoder": SlowEncoder()})
        run.start()
        # Every other one is killed when it has begun to write, however busy the machine is.
        while number % 2 and run.is_alive() and begun() <= before:
            time.sleep(0.005)
        run.join(chance.uniform(0, 0.3) / (1 + number % 2))
        n_begun += not begun() <= before
        assert run.pid is not None
        os.kill(run.pid, signal.SIGKILL)
        run.join()
        assert run.exitcode == -signal.SIGKILL
        assert not path.exists()
    assert n_begun >= 5
    make(path, rows=rows)
    assert [entry.name for entry in tmp_path.iterdir()] == ["set"]
    assert sorted(entry.name for entry in path.iterdir()) == FILES


class TestCommand:
    @pytest.fixture
    def data(self, tmp_path: Path) -> Path:
        rows = zip(QUESTIONS, REFERENCES, PREDICTIONS, strict=True)
        records = [dict(zip(("question", "references", "prediction"), row, strict=True)) for row in rows]
        return write_jsonl(tmp_path / "data.jsonl", records)

    @pytest.fixture
    def smile(self, monkeypatch: pytest.MonkeyPatch) -> Run:
        monkeypatch.setattr(score_command, "SmileScorer", tiny_scorer)
        monkeypatch.setattr("smile.stores.encoder_choice.SentenceEncoder", lambda settings: TinyEncoder())
        return run_smile

    def test_prepare_and_score(self, smile: Any, data: Path, path: Path) -> None:
        done = smile("prepare", data, "--output", path, "--generator", "question-answer")
        assert (done.exit_code, done.stderr) == (0, "")
        assert 'Synthetic answers "question answer"' in done.stdout
        scored = smile("score", data, "--prepared", path, "--json", "--per-item")
        assert json.loads(scored.stdout)["items"]["smile"] == pytest.approx(score(path).smile.tolist(), abs=1e-9)
        assert "Strings from the prepared set" in smile("score", data, "--prepared", path).stdout

    def test_predictions_are_not_needed(self, smile: Any, tmp_path: Path, path: Path) -> None:
        file = write_text(tmp_path / "questions.csv", "question,answer\nWho won?,Anna\n")
        counts = json.loads(smile("prepare", file, "--output", path, "--json").stdout)
        assert counts == {"n_pairs": 1, "n_strings": 2}

    def test_errors(self, smile: Any, path: Path, tmp_path: Path) -> None:
        done = smile("prepare", write_text(tmp_path / "none.csv", "question,answer\n"), "--output", path)
        assert "has no rows: expected at least one with a reference\n" in done.stderr
        file = write_jsonl(tmp_path / "some.jsonl", [{"question": "Who?", "answer": "A"}, {"answer": "B"}])
        done = smile("prepare", file, "--output", path, "--generator", "question-answer")
        assert (done.exit_code, "line 2: there is no 'question' here" in done.stderr) == (1, True)
        assert smile("prepare", file, "--output", path).exit_code == 0
