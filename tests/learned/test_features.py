"""What the setting `learned` reads off a row, and how it becomes a probability."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from smile.learned.features import FEATURES, features, head_text, joint_columns, probability, question_key
from smile.learned.head_files import Joint
from smile.rows.checked_rows import Row, check_rows, rows_as_read
from smile.scoring.results import Scores

MARKS = ("[SEP]", "[CLS]", "[PAD]", "[MASK]", "[UNK]")
NOTHING = np.zeros((1, len(FEATURES)))


def scores_of(best_reference: int) -> Scores:
    """The scores of one row; of them only parts and best reference are read."""
    number = np.zeros(1)
    return Scores(
        smile=number,
        semantic=np.array([0.9]),
        lexical=number,
        easy_match=np.array([0.5]),
        keyword_similarity=np.array([0.7]),
        rating=np.zeros(1, np.int64),
        correct=np.zeros(1, np.bool_),
        best_reference=np.array([best_reference]),
        is_other_value=np.zeros(1, np.bool_),
        matched_ngram=[""],
        rule=[""],
        evidence=[""],
        is_empty=np.zeros(1, np.bool_),
        is_unread=np.zeros(1, np.bool_),
        is_truncated=np.zeros(1, np.bool_),
        signature="",
    )


def row(prediction: str, references: str | list[str], question: str | None = None) -> Row:
    return check_rows([prediction], [references], [question])[0]


def read(
    prediction: str, references: str | list[str], question: str | None = None, best: int = 0, use: bool = True
) -> dict[str, float]:
    """Returns a row's features by name."""
    rows = rows_as_read([row(prediction, references, question)], None if use else False)
    table = features(rows, scores_of(best))
    assert table.shape == (1, len(FEATURES))
    return dict(zip(FEATURES, table[0].tolist(), strict=True))


class TestFeatures:
    def test_the_parts_are_those_of_smile(self) -> None:
        found = read("in paris", "paris")
        assert (found["semantic"], found["easy_match"], found["keyword_similarity"]) == (0.9, 0.5, 0.7)

    @pytest.mark.parametrize(
        ("prediction", "reference", "has_number", "none_found"),
        [
            ("in paris", "paris", 0, 0),
            ("in 1889", "paris", 0, 0),
            ("in 1889", "31 march 1889", 1, 0),
            ("in eighteen eighty nine", "18 89", 1, 0),
            ("in 1890", "31 march 1889", 1, 1),
            ("in march", "31 march 1889", 1, 1),
            ("it has two", "2", 1, 0),
        ],
    )
    def test_numbers(self, prediction: str, reference: str, has_number: int, none_found: int) -> None:
        found = read(prediction, reference)
        assert (found["reference_has_number"], found["no_number_found"]) == (has_number, none_found)

    def test_numbers_are_those_of_the_best_reference(self) -> None:
        assert read("paris", ["1889", "paris"], best=0)["no_number_found"] == 1
        assert read("paris", ["1889", "paris"], best=1)["no_number_found"] == 0

    @pytest.mark.parametrize(
        ("prediction", "refuses"), [("Sorry, I do not know.", 1), ("It is unknown", 1), ("No, it is Paris", 0)]
    )
    def test_refusal(self, prediction: str, refuses: int) -> None:
        assert read(prediction, "paris")["refuses"] == refuses

    def test_lengths_are_logarithms(self) -> None:
        found = read("paris paris lyon", ["paris", "rome", "oslo"])
        assert found["log_answer_words"] == pytest.approx(math.log(4))
        assert found["log_references"] == pytest.approx(math.log(3))

    def test_references_found_word_for_word(self) -> None:
        def found(*references: str) -> float:
            return math.expm1(read("the old town of Bergen", list(references))["log_exact_references"])

        assert found("oslo") == 0
        assert found("old town") == pytest.approx(1)
        assert found("town old") == 0
        assert found("old towns", "Bergen", "oslo", "ergen") == pytest.approx(2)

    def test_other_words_are_those_that_neither_question_nor_reference_has(self) -> None:
        def found(use: bool) -> float:
            of_row = read("the capital of france is old paris, old paris", "paris", "capital of france?", use=use)
            return math.expm1(of_row["log_other_words"])

        assert found(True) == pytest.approx(3)  # the, be, old
        assert found(False) == pytest.approx(6)  # capital, of, france too

    def test_new_words_are_those_of_the_reference_beyond_the_questions(self) -> None:
        def found(prediction: str, reference: str, question: str | None = "Who is the president of Brazil?") -> float:
            return read(prediction, reference, question)["new_words_found"]

        assert found("the president of brazil", "president lula silva") == 0
        assert found("president lula", "president lula silva") == 0.5
        assert found("lula da silva", "president lula silva") == 1
        assert found("anything", "the president") == 0.5  # the reference says nothing new
        assert found("president lula", "president lula silva", None) == pytest.approx(2 / 3)

    def test_the_question_is_not_read_where_none_is_used(self) -> None:
        answer, reference, question = "president lula", "president lula silva", "Who is the president?"
        assert read(answer, reference, question, use=False) == read(answer, reference, None)
        assert read(answer, reference, question) != read(answer, reference, None)

    def test_precision_is_of_distinct_words(self) -> None:
        assert read("paris paris or lyon", "paris france")["precision"] == pytest.approx(1 / 3)
        assert read("paris", "paris france")["precision"] == 1
        assert read("", "paris")["precision"] == 0

    def test_each_row_has_its_own(self) -> None:
        rows = [row("paris", "paris"), row("in 1890", ["1889", "31 may"])]
        columns = {
            name: np.repeat(getattr(scores_of(0), name), 2)
            for name in ("semantic", "easy_match", "keyword_similarity", "best_reference")
        }
        together = features(rows, _with(columns))
        alone = [features([each], scores_of(0))[0] for each in rows]
        np.testing.assert_array_equal(together, alone)


def _with(columns: dict[str, Any]) -> Scores:
    return Scores(**{**vars(scores_of(0)), **columns})


@pytest.fixture(scope="module")
def tokenizer(wheel_model: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(wheel_model / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


class TestHeadText:
    def test_question_reference_and_answer_in_this_order(self) -> None:
        assert head_text("Where?", "Paris", "It is Paris.") == "Where? [SEP] Paris [SEP] It is Paris."
        assert head_text(None, "Paris", "It is Paris.") == "Paris [SEP] It is Paris."

    @given(st.lists(st.sampled_from(["[", "]", " ", "SEP", "CLS", "PAD", "MASK", "UNK", "a", *MARKS]), max_size=8))
    def test_no_text_of_a_user_becomes_a_mark(self, tokenizer: Tokenizer, pieces: list[str]) -> None:
        special = {mark: tokenizer.token_to_id(mark) for mark in MARKS}
        text = "".join(pieces)
        for texts in ((text, "b", "c"), ("a", text, "c"), ("a", "b", text), (None, text, text)):
            ids = tokenizer.encode(head_text(*texts), add_special_tokens=False).ids
            marks = [number for number in ids if number in special.values()]
            assert marks == [special["[SEP]"]] * (len([text for text in texts if text is not None]) - 1)

    def test_without_care_it_would(self, tokenizer: Tokenizer) -> None:
        """Shows that the test above can fail."""
        for mark in MARKS:
            assert tokenizer.token_to_id(mark) in tokenizer.encode(f"a{mark}b", add_special_tokens=False).ids


class TestProbability:
    @given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.floats(-50, 50))
    def test_it_is_between_0_and_1_and_rises_with_the_heads(self, heads: list[float], intercept: float) -> None:
        weights = {**dict.fromkeys(FEATURES, 0.0), "head_logit": 0.5}
        head = np.array(sorted(heads))
        found = probability(np.repeat(NOTHING, len(head), axis=0), head, Joint(intercept, weights))
        assert found.shape == head.shape
        assert np.all((found >= 0) & (found <= 1))
        assert np.all(np.diff(found) >= 0)

    def test_it_is_the_logistic_function_of_the_weighted_columns(self) -> None:
        weights = {**{name: i / 10 for i, name in enumerate(FEATURES)}, "head_logit": 0.5}
        table = np.linspace(0, 1, len(FEATURES))[None]
        expected = 0.3 + sum(table[0, i] * i / 10 for i in range(len(FEATURES))) + 0.5 * math.log(4)
        found = probability(table, np.array([0.8]), Joint(0.3, weights))
        assert found[0] == pytest.approx(1 / (1 + math.exp(-expected)))

    def test_a_head_that_is_sure_is_taken_to_be_a_little_less_so(self) -> None:
        columns = joint_columns(np.repeat(NOTHING, 5, axis=0), np.array([0, 1e-9, 0.5, 1 - 1e-9, 1]))
        assert columns.shape == (5, len(FEATURES) + 1)
        assert columns[:, -1].tolist() == [-8, -8, 0, 8, 8]
        inside = joint_columns(NOTHING, np.array([0.9]))
        assert inside[0, -1] == pytest.approx(math.log(9))


class TestQuestionKey:
    @pytest.mark.parametrize("other", ["who is it?", "WHO  IS\tIT?", " Who is it? \n", "Ｗｈｏ is it?"])
    def test_case_spaces_and_forms_of_letters_make_no_other_question(self, other: str) -> None:
        assert question_key(other) == question_key("Who is it?")

    @pytest.mark.parametrize("other", ["Who was it?", "Whois it?", ""])
    def test_other_words_do(self, other: str) -> None:
        assert question_key(other) != question_key("Who is it?")

    def test_it_is_the_same_in_every_run_and_no_longer_for_a_long_question(self) -> None:
        assert question_key("Who is it?") == "69cc8e2f0e77"
        assert len(question_key("why " * 500)) == 12
