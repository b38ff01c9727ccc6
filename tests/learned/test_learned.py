"""The setting `learned`: the features of a pair, what the reader says, and how both become a probability."""

import json
import math
import shutil
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from smile import ModelError, Settings, SmileScorer
from smile.encoding.model_files import EMBEDDED_FOLDER
from smile.encoding.static.static_encoder import StaticEncoder
from smile.errors import LearnedWarning
from smile.learned import reader as reader_module
from smile.learned import reader_files
from smile.learned.combiner import (
    INPUTS,
    Features,
    PairProbabilities,
    WordOrder,
    combined_probability,
    combiner_features_of_pairs,
    question_hash_for_combiner,
)
from smile.learned.reader import probabilities_from_vectors
from smile.learned.reader_files import FOLDER, LEARNED, WEIGHTS, find_reader, read_learned_parameters
from smile.learned.reader_in_torch import vectors_of_probabilities
from smile.learned.reader_texts import mask_mentions, meaning_text, texts_of_pairs
from smile.result_types import ScoreSummary
from smile.rows.checked_rows import check_rows, rows_as_read
from smile.rows.pair_table import PairTable
from smile.scoring.pair_scores import measure_pairs
from smile.settings.named_settings import named_settings
from smile.shared_types import FloatArray
from tests.support.cases import cases, read_cases
from tests.support.kills import flip_a_bit_of
from tests.support.result_checks import faults_of
from tests.support.tiny_encoder import TinyEncoder, TinyReader

ORDER = WordOrder(["of"], np.array([[-3.0, 0, 0], [0, 0, 0], [0, 0, 0]]))


def read(
    prediction: str, reference: str, question: Any = None, use: bool = True, rule: str = "", is_other: bool = False
) -> dict[str, float]:
    """Returns the features of a row's pair by name."""
    rows = rows_as_read(check_rows([prediction], [reference], [question]), None if use else False)
    no = np.zeros(1, dtype=np.bool_)
    beside = {"is_out_of_vocabulary": no, "names_others": no, "is_reordered": no, "evidence": [""], "said": [[]]}
    pair = PairTable(
        row=np.array([0]),
        reference_index=np.array([0]),
        semantic=np.array([0.9]),
        easy_match=np.array([0.5]),
        keyword_similarity=np.array([0.7]),
        is_other_value=np.array([is_other]),
        matched_ngram=[""],
        rule=[rule],
        **beside,
    )
    found = combiner_features_of_pairs(rows, pair, np.array([0.5]), TinyEncoder(), ORDER)
    return {each.name: getattr(found, each.name).item() for each in fields(found)}


class TestFeatures:
    @cases
    def test_disorder_counts_beyond_the_references(self, prediction: str, reference: str, order: float) -> None:
        assert read(prediction, reference)["word_order"] == order

    def test_new_words_are_compared_by_their_vectors(self) -> None:
        def similarity(prediction: str, reference: str, use: bool = True, **of_pair: Any) -> float:
            question = "Who is the president of Brazil?"
            return read(prediction, reference, question, use=use, **of_pair)["new_words"]

        def cosine(*texts: str) -> float:
            left, right = TinyEncoder().encode(texts).embeddings
            return pytest.approx(float(left @ right))

        assert similarity("the president of Brazil is Lula", "president Silva") == cosine("lula", "silva")
        assert similarity("Lula", "president Silva", use=False) == cosine("lula", "president silva")
        assert similarity("Brazil has a president", "Lula Silva") == cosine("have a", "lula silva")
        assert similarity("it is president Lula", "Lula") == 1
        assert similarity("36 inches", "1 yard", rule="quantity") == 1
        assert similarity("36 inches", "1 yard", rule="quantity", is_other=True) < 1


def known(n: int, **values: FloatArray) -> Features:
    """Features of n pairs: nothing is found, and the score of `fast` is at its threshold."""
    nothing = {each.name: np.zeros(n) for each in fields(Features)} | {"smile": np.full(n, 0.67)}
    return Features(**{**nothing, **values})


SHIPPED = read_learned_parameters(FOLDER / LEARNED).weights
# What may only raise a probability, and its range.
RISING = {
    "smile": (0, 1),
    "has_reference": (0, 1),
    "new_words": (-1, 1),
    "word_order": (-8, 0),
    "is_same_value": (0, 1),
}


class TestProbability:
    @given(st.lists(st.tuples(*[st.floats(0, 1)] * 3), min_size=1, max_size=20))
    def test_probability_rises_with_the_readings(self, said: list[tuple[float, ...]]) -> None:
        equivalence, similarity, asserted = np.array(said).T
        ones = np.ones(len(said))
        for each in (
            PairProbabilities(np.sort(equivalence), similarity[:1], asserted[:1]),
            PairProbabilities(equivalence[:1], np.sort(similarity), asserted[:1]),
            PairProbabilities(equivalence[:1], similarity[:1], np.sort(asserted)),
        ):
            read = PairProbabilities(each.equivalence * ones, each.similarity * ones, each.asserted * ones)
            found = combined_probability(known(len(said)), read, SHIPPED)
            assert np.all((found >= 0) & (found <= 1))
            assert np.all(np.diff(found) >= -1e-12)

    @pytest.mark.parametrize("name", RISING)
    def test_probability_rises_with_every_sign(self, name: str) -> None:
        values = np.linspace(*RISING[name], 50)
        half = np.full(50, 0.5)
        found = combined_probability(known(50, **{name: values}), PairProbabilities(half, half, half), SHIPPED)
        assert np.all(np.diff(found) >= -1e-12)
        assert found[-1] > found[0]

    def test_probability_is_logistic_of_the_inputs(self) -> None:
        weights = dict.fromkeys(INPUTS, 0.0) | {"equivalence": 2.0, "smile": 3.0, "not asserted": 0.5}
        read = PairProbabilities(np.array([0.8]), np.array([0.3]), np.array([0.25]))
        found = combined_probability(known(1, smile=np.array([0.9])), read, np.array([*weights.values(), -1.0]))
        odds = 4**2 * ((0.9 / 0.1) / (0.67 / 0.33)) ** 3 * (1 / 3) ** 0.5 / math.e
        assert found[0] == pytest.approx(odds / (1 + odds))

    def test_other_value_found_by_rule_stays(self) -> None:
        ones = np.ones(1)
        read = PairProbabilities(ones, ones, ones)
        for is_other, most in ((0.0, 1.0), (1.0, 0.3)):
            found = combined_probability(known(1, smile=ones, is_other_value=np.full(1, is_other)), read, SHIPPED)[0]
            assert most - 0.1 < found <= most


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files, which takes their place."""
    folder = Path(shutil.copytree(reader_files.FOLDER, tmp_path / "weights"))
    monkeypatch.setattr(reader_files, "FOLDER", folder)
    return folder


@pytest.mark.parametrize("name", [WEIGHTS, LEARNED])
def test_a_flipped_byte_is_found(copied: Path, name: str) -> None:
    flip_a_bit_of(copied / name)
    with pytest.raises(ModelError, match="is not the file of this version's reader") as error:
        find_reader()
    assert str(copied / name) in str(error.value)
    assert "install smile-metric again, or use the setting 'default'" in str(error.value)


def test_probability_survives_its_unit_vector() -> None:
    logits = [0.0, math.log(3), -2.0, 20.0, -269.5]
    vectors = vectors_of_probabilities(torch.tensor(logits)[:, None]).numpy()
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(5))
    assert vectors[1].tolist() == pytest.approx([0.5, math.sqrt(0.75)])
    assert probabilities_from_vectors(vectors)[:, 0] == pytest.approx([1 / (1 + math.exp(-logit)) for logit in logits])
    # 1 - p of float32 would be 0.
    assert vectors[3, 0] == pytest.approx(math.sqrt(1 / (1 + math.exp(20))))


MARKS = ("[SEP]", "[CLS]", "[PAD]", "[MASK]", "[UNK]")


@cases
def test_a_reference_word_for_word(prediction: str, reference: str, expected: str | None) -> None:
    assert mask_mentions(prediction, reference) == expected


@cases
def test_the_value_of_a_reference(prediction: str, said: list[str], expected: str | None) -> None:
    assert mask_mentions(prediction, "1 yard", said) == expected


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(EMBEDDED_FOLDER / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


class TestMeaningText:
    @pytest.mark.parametrize("answer", ["It is Paris.", " It is Paris ", "It is Paris .\n", "It is Paris..."])
    def test_outer_space_and_full_stop_are_not_read(self, answer: str) -> None:
        assert meaning_text("Where?", "Paris.", answer) == "Where? [SEP] Paris [SEP] It is Paris"

    @given(st.lists(st.sampled_from(["[", "]", " ", "SEP", "CLS", "PAD", "MASK", "UNK", "a", *MARKS]), max_size=8))
    def test_no_text_of_a_user_becomes_a_mark(self, tokenizer: Tokenizer, pieces: list[str]) -> None:
        special = {mark: tokenizer.token_to_id(mark) for mark in MARKS}
        text = "".join(pieces)
        for texts in ((text, "b", "c"), ("a", text, "c"), ("a", "b", text), (None, text, text)):
            ids = tokenizer.encode(meaning_text(*texts), add_special_tokens=False).ids
            marks = [number for number in ids if number in special.values()]
            assert marks == [special["[SEP]"]] * (len([text for text in texts if text is not None]) - 1)


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
        known = combiner_features_of_pairs(rows, pairs, measured.smile(scorer.settings), StaticEncoder(), learned.order)
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
        reader.backend = "torch"
        assert scorer.score(**COLUMNS).summary()["backend"] == "torch"
        assert sorted(read_texts(reader)) == [
            "Capital of France [SEP] It is [MASK] in Texas",
            "Capital of France [SEP] Paris [SEP] It is Paris in Texas",
            "When was it built [SEP] They built it [MASK] for 12",
            "When was it built [SEP] in 1890 [SEP] They built it in 1890 for 12",
            "Where is it [SEP] Oslo [SEP] an old bicycle",
            "Where is it [SEP] the old town [SEP] an old bicycle",
        ]

    @cases
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
        SmileScorer(settings, reader=reader).score(["word " * 2000 + "Paris"], ["Oslo"], ["Where"])
        assert reader.calls[-1][-1].endswith("word Paris")  # of many windows, the last is always read

    def test_rows_whose_question_was_learned_from_are_counted(
        self, scorer: SmileScorer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert scorer.score(**COLUMNS).summary()["notes"]["learned_from"] == 0
        learned = replace(
            read_learned_parameters(find_reader()[0] / LEARNED),
            questions=frozenset({question_hash_for_combiner(QUESTIONS[0])}),
        )
        monkeypatch.setattr(reader_module, "read_learned_parameters", lambda path: learned)
        with pytest.warns(LearnedWarning, match="look better"):
            assert scorer.score(**COLUMNS).summary()["notes"]["learned_from"] == 2
        other_case = [question.upper() for question in QUESTIONS]
        assert scorer.score(PREDICTIONS, REFERENCES, other_case).summary()["notes"]["learned_from"] == 2


def test_without_questions_it_warns_once(scorer: SmileScorer, reader: TinyReader) -> None:
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


def test_with_a_store_a_second_run_reads_nothing(settings: Settings, tmp_path: Path) -> None:
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


@pytest.mark.real_encoder
def test_scores_are_as_with_weights_of_full_precision(repository: Path) -> None:
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
