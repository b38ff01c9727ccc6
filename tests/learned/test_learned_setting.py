"""The setting `learned`: what it reads, what it gives, and that it changes nothing of the others."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smile import Settings, SmileScorer
from smile.encoding.static.static_encoder import StaticEncoder
from smile.errors import LearnedWarning
from smile.learned import reader as reader_module
from smile.learned.combiner import PairProbabilities, combined_probability, hashed_question, pair_features
from smile.learned.reader_files import LEARNED, find_reader, read_learned_parameters
from smile.learned.texts import meaning_text, texts_of_pairs
from smile.result_types import ScoreSummary
from smile.rows.checked_rows import check_rows
from smile.scoring.pairs import measure_pairs
from smile.settings.named_settings import named_settings
from tests.support.cases import read_cases
from tests.support.result_checks import faults_of
from tests.support.tiny_encoder import TinyReader

# Those that mention a reference name another thing of its kind: else the reader of mentions would not be asked.
PREDICTIONS = ["It is Paris in Texas.", "", "an old bicycle", "They built it in 1890 for 12.", "It is Paris in Texas."]
REFERENCES: list[Any] = ["Paris", "x", ["Oslo", "the old town"], ["1889", "in 1890"], "Paris"]
# Without a question mark, of which the tiny model has no vector.
QUESTIONS = ["Capital of France", "What", "Where is it", "When was it built", "Capital of France"]
COLUMNS: dict[str, Any] = {"predictions": PREDICTIONS, "references": REFERENCES, "questions": QUESTIONS}


@pytest.fixture
def settings() -> Settings:
    return named_settings("learned")


@pytest.fixture
def reader() -> TinyReader:
    return TinyReader()


@pytest.fixture
def scorer(settings: Settings, reader: TinyReader) -> SmileScorer:
    return SmileScorer(settings, reader=reader)


def read_texts(reader: TinyReader) -> list[str]:
    return [text for call in reader.calls for text in call]


class TestResult:
    def test_score_is_the_best_combined_pair(self, scorer: SmileScorer) -> None:
        rows = check_rows(**COLUMNS)
        scores = scorer.score_rows(rows)
        # In its easy match every word counts alike.
        measured = measure_pairs(rows, scorer.settings, StaticEncoder())
        pairs = measured.pairs
        learned = read_learned_parameters(find_reader()[0] / LEARNED)
        known = pair_features(rows, pairs, measured.smile(scorer.settings), StaticEncoder(), learned.order)
        texts = texts_of_pairs(rows, pairs, np.arange(len(pairs.row)), known.has_reference)
        equivalence = np.array([max(map(TinyReader.probability, each.meanings), default=1.0) for each in texts])
        similarity = np.array([max(map(TinyReader.similarity, each.meanings), default=1.0) for each in texts])
        asserted = np.array([min(map(TinyReader.probability, each.mentions), default=1.0) for each in texts])
        readings = PairProbabilities(equivalence, similarity, asserted)
        joined = combined_probability(known, readings, learned.weights)
        assert scores.equivalence is not None
        assert scores.asserted is not None
        for i in range(len(rows)):
            of_row = np.flatnonzero(pairs.row == i)
            if scores.is_empty[i]:
                assert len(of_row) == 0
                assert scores.smile[i] == 0
                continue
            best = of_row[np.argmax(joined[of_row])]
            assert scores.smile[i] == pytest.approx(joined[best], abs=1e-6)
            assert scores.equivalence[i] == pytest.approx(equivalence[best], abs=1e-6)
            assert scores.asserted[i] == pytest.approx(asserted[best], abs=1e-6)
            for name in ("semantic", "easy_match", "keyword_similarity"):
                assert getattr(scores, name)[i] == getattr(pairs, name)[best]
            assert scores.best_reference[i] == pairs.reference_index[best]
            assert scores.matched_ngram[i] == pairs.matched_ngram[best]
        np.testing.assert_array_equal(scores.correct, scores.smile > 0.5)
        np.testing.assert_array_equal(scores.rating >= 4, scores.correct)
        np.testing.assert_array_equal(scores.rating[scores.is_empty], 0)

    def test_reader_reads_each_text_once(self, scorer: SmileScorer, reader: TinyReader) -> None:
        scores = scorer.score(**COLUMNS)
        assert sorted(text for call in reader.calls for text in call) == [
            "Capital of France [SEP] It is [MASK] in Texas",
            "Capital of France [SEP] Paris [SEP] It is Paris in Texas",
            "When was it built [SEP] They built it [MASK] for 12",
            "When was it built [SEP] in 1890 [SEP] They built it in 1890 for 12",
            "Where is it [SEP] Oslo [SEP] an old bicycle",
            "Where is it [SEP] the old town [SEP] an old bicycle",
        ]
        paris, built = map(
            TinyReader.probability,
            (
                "Capital of France [SEP] Paris [SEP] It is Paris in Texas",
                "When was it built [SEP] in 1890 [SEP] They built it in 1890 for 12",
            ),
        )
        items = scores.items()
        assert [items["equivalence"][i] for i in (0, 1, 3, 4)] == pytest.approx([paris, 0, built, paris], abs=1e-6)
        assert items["asserted"][0] == pytest.approx(
            TinyReader.probability("Capital of France [SEP] It is [MASK] in Texas"), abs=1e-6
        )

    @pytest.mark.parametrize(
        ("prediction", "reference", "sure", "equivalence"),
        [
            ("It is Paris in Texas", "Paris", 0.81, 1.0),
            ("It is Paris in Texas", "Paris", 0.79, 0.4),
            # A mention without the article has not the reference word for word.
            ("It is Bergen in Texas", "the Bergen", 0.81, 0.4),
        ],
    )
    def test_certain_assertion_leaves_meaning_unread(
        self,
        settings: Settings,
        monkeypatch: pytest.MonkeyPatch,
        prediction: str,
        reference: str,
        sure: float,
        equivalence: float,
    ) -> None:
        said = staticmethod(lambda text: sure if "[MASK]" in text else 0.4)
        monkeypatch.setattr(TinyReader, "probability", said)
        reader = TinyReader()
        scores = SmileScorer(settings, reader=reader).score([prediction], [reference], ["Where"])
        assert scores.items()["asserted"] == pytest.approx([sure])
        assert scores.items()["equivalence"] == pytest.approx([equivalence])
        meaning = f"Where [SEP] {reference} [SEP] {prediction}"
        assert read_texts(reader) == ["Where [SEP] It is [MASK] in Texas", *([meaning] if equivalence < 1 else [])]

    def test_a_long_answer_is_read_in_windows(self, settings: Settings) -> None:
        answer = " ".join(f"word{i}" for i in range(150)) + " Paris"
        reader = TinyReader(limit=10_000)
        scores = SmileScorer(settings, reader=reader).score([answer], ["Paris"], ["Where"])
        [mentions, meanings] = reader.calls
        assert [len(text.split()) for text in (*mentions, *meanings)] == [53, 124, 55]
        assert mentions[0].endswith("word149 [MASK]")
        assert scores.items()["equivalence"] == pytest.approx([max(map(TinyReader.probability, meanings))], abs=1e-6)

    def test_rows_whose_question_was_learned_from_are_counted(
        self, scorer: SmileScorer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert scorer.score(**COLUMNS).summary()["notes"]["learned_from"] == 0
        learned = replace(
            read_learned_parameters(find_reader()[0] / LEARNED), questions=frozenset({hashed_question(QUESTIONS[0])})
        )
        monkeypatch.setattr(reader_module, "read_learned_parameters", lambda path: learned)
        with pytest.warns(LearnedWarning, match="look better"):
            assert scorer.score(**COLUMNS).summary()["notes"]["learned_from"] == 2
        other_case = [question.upper() for question in QUESTIONS]
        assert scorer.score(PREDICTIONS, REFERENCES, other_case).summary()["notes"]["learned_from"] == 2


class TestQuestions:
    def test_without_questions_it_warns_once(self, scorer: SmileScorer, reader: TinyReader) -> None:
        def score_twice() -> None:
            for _ in range(2):
                scorer.score(PREDICTIONS, REFERENCES)

        with pytest.warns(LearnedWarning) as warned:
            score_twice()
        pearson = read_learned_parameters(find_reader()[0] / LEARNED).pearson
        assert len(warned) == 1
        assert f"is {pearson[True]:.3f} with them and {pearson[False]:.3f} without" in str(warned[0].message)
        assert "give every row its question" in str(warned[0].message)
        assert meaning_text(None, "the old town", "an old bicycle") in read_texts(reader)


class TestAround:
    def test_with_a_store_a_second_run_reads_nothing(self, settings: Settings, tmp_path: Path) -> None:
        readers = TinyReader(), TinyReader(limit=20)
        runs = [SmileScorer(settings, reader=reader, store=tmp_path).score(**COLUMNS) for reader in readers]
        summaries = [scores.summary(per_item=True) for scores in runs]
        assert faults_of(summaries[0], ScoreSummary) == []
        counts = [tuple(summary.pop("strings").values()) for summary in summaries]
        n_static = counts[1][0]  # strings of the static vectors, which cost nothing
        assert counts == [(n_static + 6, 0), (n_static, 6)]
        assert len(readers[0].calls) == 3
        assert readers[1].calls == []
        assert summaries[1] == summaries[0]


class TestOthers:
    """Without `learned` all is as it was before there was one."""

    @pytest.mark.real_encoder
    def test_scores_are_as_with_weights_of_full_precision(self, repository: Path) -> None:
        lines = (repository / "assets" / "sample_qa.jsonl").read_text(encoding="utf-8").splitlines()
        # The last eight are in other languages.
        rows = [json.loads(line) for line in lines][:-8]
        names = {"predictions": "prediction", "references": "references", "questions": "question"}
        columns = {name: [row[column] for row in rows] for name, column in names.items()}
        scores = SmileScorer(answer="whole").score(**columns)
        golden = json.loads((repository / "tests" / "scoring" / "default_golden.json").read_text(encoding="utf-8"))
        for name, expected in golden.items():
            assert getattr(scores, name).tolist() == pytest.approx(expected[:-8], abs=5e-4)


CASES = read_cases(Path(__file__).parent / "wrong_once.tsv")
CASES.append(["Who broke the Enigma code?", "Alan Turing", "(" * 5000 + "Paris" + ")" * 5000, "far"])


@pytest.mark.real_encoder
@pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")
def test_cases() -> None:
    questions, references, answers, expected = map(list, zip(*CASES, strict=True))
    scores = SmileScorer("learned").score(answers, references, questions)
    found = zip(answers, expected, scores.smile.tolist(), scores.correct.tolist(), strict=True)
    wrong = [
        (answer, verdict, smile)
        for answer, verdict, smile, is_right in found
        if is_right != (verdict == "right") or (verdict == "far" and smile >= 0.2)
    ]
    assert wrong == []
