from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile import Scores, SmileScorer
from smile.checks import is_blank
from smile.rows.checked_rows import check_rows
from smile.settings.named_settings import named_settings
from tests.support.cases import cases
from tests.support.command_line import python
from tests.support.tiny_encoder import TableEncoder, TinyEncoder

# What items say of a row whose words decide.
READ_WHOLE = dict.fromkeys(("answer_read", "answer_marker", "not_attempted"), "")
NO_VALUE = READ_WHOLE | {"rule": "", "confidence": None}


# The vectors are sides of the 3-4-5 triangle, so that cosines are 0, 0.6, 0.8 or 1.

ROME = {
    "It is Rome.": (0.6, 0.8),  # cosine with "Paris" 0.6: semantic 0.8
    "Paris": (1.0, 0.0),
    "paris": (1.0, 0.0),
    "it": (0.0, 1.0),
    "is": (-1.0, 0.0),
    "rome": (0.8, 0.6),  # cosine with "paris" 0.8: the keyword similarity
}


@pytest.mark.parametrize(
    ("options", "lexical", "smile", "rating"),
    [
        ({}, 0.4, 0.52, 3),  # lexical (0 + 0.8) / 2; 0.3 * 0.8 + 0.7 * 0.4
        ({"semantic_weight": 0}, 0.4, 0.4, 2),
        ({"semantic_weight": 1}, 0.4, 0.8, 4),
        ({"aggregation": "harmonic"}, 0.4, 8 / 15, 3),  # 2 * 0.8 * 0.4 / 1.2
        ({"use_easy_match": False}, 0.8, 0.8, 4),  # 0.3 * 0.8 + 0.7 * 0.8
        ({"use_easy_match": False, "aggregation": "harmonic"}, 0.8, 0.8, 4),
    ],
)
def test_a_row_worked_out_by_hand(options: dict[str, Any], lexical: float, smile: float, rating: int) -> None:
    is_unsure = 0.47 < smile < 0.77
    reason = "Has Rome, which is close to the correct answer" if smile > 0.67 else "Says It is Rome instead of Paris"
    if is_unsure:
        reason += f". Please check: the score of {smile:.2f} is close to the threshold"
    scores = SmileScorer(encoder=TableEncoder(ROME), **options).score(["It is Rome."], ["Paris"])
    assert {name: column[0] for name, column in scores.items().items()} == {
        "smile": pytest.approx(smile),
        "semantic": pytest.approx(0.8),
        "lexical": pytest.approx(lexical),
        "easy_match": 0.0,
        "keyword_similarity": pytest.approx(0.8),
        "rating": rating,
        "correct": smile > 0.67,
        "verdict": "unsure" if is_unsure else "correct" if smile > 0.67 else "incorrect",
        "doubt": pytest.approx((1 - smile) / 0.33 if smile > 0.67 else smile / 0.67),
        "best_reference": 0,
        "matched_ngram": "rome",
        "reason": reason,
    } | NO_VALUE


@pytest.mark.parametrize(("threshold", "correct"), [(0.5, False), (0.499999, True), (0.500001, False), (0, True)])
def test_correct_is_strictly_over_the_threshold(threshold: float, correct: bool) -> None:
    table = {"red": (1.0, 0.0), "blue": (0.0, 1.0)}  # cosine 0: semantic exactly 0.5
    scorer = SmileScorer(encoder=TableEncoder(table), semantic_weight=1, threshold=threshold)
    assert scorer.score(["red"], ["blue"]).correct.tolist() == [correct]


def test_all_parts_belong_to_the_best_reference() -> None:
    """Blue is the better sentence (1 against 0.5), red the better keyword (0.8 against 0): 0.3 against 0.15 + 0.28."""
    right, up = (1.0, 0.0), (0.0, 1.0)
    table = {"pink": right, "blue": up, "It is blue.": right, "red": (0.8, 0.6), "It is red.": up}
    scores = SmileScorer(encoder=TableEncoder(table)).score(
        ["pink"], [["blue", "red"]], synthetic_answers=[["It is blue.", "It is red."]]
    )
    assert scores.best_reference.tolist() == [1]
    assert scores.smile.tolist() == [pytest.approx(0.43)]
    assert scores.semantic.tolist() == [0.5]
    assert scores.lexical.tolist() == [pytest.approx(0.4)]
    assert scores.keyword_similarity.tolist() == [pytest.approx(0.8)]


@pytest.mark.parametrize(
    ("prediction", "references", "question"),
    [
        ("It is Rome. " * 10_000 + "Rome", ["Rome"], "Where is it?"),
        ("Rome", ["Rome", "a city " * 10_000], "Where is it?"),
        ("Rome", ["Rome", *map(str, range(1_000))], "Where is it?"),
        ("Rome", ["Rome"], "Where is it? " * 10_000),
    ],
    ids=["prediction", "reference", "references", "question"],
)
def test_what_is_cut_of_a_row_is_counted(prediction: str, references: list[str], question: str) -> None:
    encoder = TinyEncoder(limit=10**6)
    scores = SmileScorer(encoder=encoder).score(["Rome", prediction], [["Rome"], references], ["Where?", question])
    assert scores.is_truncated.tolist() == [False, True]
    assert scores.correct.tolist() == [True, True]


MEGABYTE = {
    "one long word": "a" * 10**6,
    "100,000 words": " ".join(f"word{i}" for i in range(100_000)),
    "digits and full stops": "1." * 500_000,
    "joined emoji": "👩‍👩‍👧‍👦" * 40_000,
    "combining marks": "e" + "\u0301\u0327" * 250_000,
    "Chinese": "".join(chr(0x4E00 + i % 20_000) for i in range(333_000)),
    "white space": "x\x1f\x85" * 333_000,
    "lone surrogates": "\ud800" * 333_000,
}


@pytest.mark.parametrize("kind", MEGABYTE)
def test_a_megabyte_of_anything_is_scored(tiny_scorer: SmileScorer, kind: str) -> None:
    text = MEGABYTE[kind]
    scores = tiny_scorer.score([text, "Paris", text], ["Paris", text, text])
    assert (scores.smile[:2] < scores.smile[2]).all()
    assert scores.lexical[2] == 1.0
    assert scores.is_truncated.all()


# ---- Properties ---------------------------------------------------------------------------------------------------

# Words that meet each other often, and kinds that each take a way of their own through the normalisation.
SOME_WORDS = [*"paris Paris! london in cat 5 -5 1,000 twenty C++ 東京 🙂 ?".split(), "the cats"]
REFERENCES = st.lists(st.sampled_from(SOME_WORDS), min_size=1, max_size=3).map(" ".join)
PREDICTIONS = st.lists(st.sampled_from(SOME_WORDS), max_size=6).map(" ".join)


def score(rows: Sequence[tuple[str, list[str]]], **options: Any) -> Scores:
    predictions, references = zip(*rows, strict=True)
    return SmileScorer(encoder=TinyEncoder(), **options).score(predictions, references)


@given(PREDICTIONS, REFERENCES.filter(lambda text: bool(text.strip("? "))), PREDICTIONS)
def test_a_reference_within_the_prediction_scores_lexical_1(before: str, reference: str, after: str) -> None:
    scores = score([(f"{before} . {reference} . {after}", [reference])])
    assert scores.lexical.tolist() == [1.0]


@given(
    st.text(st.characters(exclude_categories=()), max_size=60),
    st.text(st.characters(exclude_categories=()), min_size=1, max_size=30),
    st.sampled_from(["en", "fr", "zh", "any"]),
)
def test_no_text_whatever_stops_a_run(prediction: str, reference: str, language: str) -> None:
    if is_blank(reference):
        reference += "x"
    scores = SmileScorer(encoder=TinyEncoder(), language=language).score([prediction], [reference])
    assert 0 <= scores.smile[0] <= 1
    assert scores.is_empty[0] == is_blank(check_rows([prediction], ["x"])[0].prediction)


@pytest.mark.usefixtures("wordnet")
def test_the_papers_setting_scores_with_its_own_words(tiny_encoder: TinyEncoder) -> None:
    """WordNet is the real one, the tagger's weights are the tests' own (see the fixture `nltk_data`)."""
    scorer = SmileScorer("paper", encoder=tiny_encoder)
    scores = scorer.score(["The dogs were running: 3.14", "５ dogs"], ["314", "5"])
    assert scores.easy_match.tolist() == [1.0, 0.0]
    assert tiny_encoder.calls[0][0] == "The dogs were running: 3.14"
    assert "５ dogs" in tiny_encoder.calls[0]
    assert "|lang:en|words:wordnet@" in scores.signature


def test_another_weight_needs_no_new_encoding(tiny_encoder: TinyEncoder) -> None:
    rows = check_rows(
        ["It is in the south of Paris.", "", "a cat or two"],
        [["Paris in the south", "It is in the heart of Paris."], "x", "2 cats"],
    )
    scorer = SmileScorer(encoder=tiny_encoder)
    parts = scorer.measure(rows)
    encoded = len(tiny_encoder.calls)
    assert encoded > 0
    best = set()
    for options in ({"semantic_weight": 0.0}, {"semantic_weight": 0.9, "threshold": 0.2}, {"aggregation": "harmonic"}):
        settings = named_settings(**options)
        kept = scorer.score_pairs(rows, parts, settings)
        anew = SmileScorer(settings, encoder=TinyEncoder()).score_rows(rows)
        assert kept.items() == anew.items()
        assert kept.signature == anew.signature
        best.add(kept.items()["best_reference"][0])
    assert len(tiny_encoder.calls) == encoded
    assert len(best) > 1


@pytest.mark.real_encoder
def test_encoder_is_not_loaded_if_all_is_stored(tmp_path: Path) -> None:
    first = SmileScorer(store=tmp_path).score(["It is Paris."], ["Paris"])
    assert first.n_strings["n_encoded"] > 0
    code = """if True:
        import sys
        from smile import SmileScorer
        scores = SmileScorer(store=sys.argv[1]).score(["It is Paris."], ["Paris"])
        print(scores.smile.tolist(), scores.signature, "torch" in sys.modules)
    """
    assert python("-c", code, tmp_path).stdout == f"{first.smile.tolist()} {first.signature} False\n"


@cases
def test_an_answer_has_its_scores(
    setting: str, options: dict[str, Any] | None, question: str | None, references: Any, prediction: str, expected: Any
) -> None:
    """`expected` has columns of the result; a reason holds the text that is given. Other settings than `fast` are tried
    with a tiny encoder."""
    encoder = None if setting == "fast" else TinyEncoder()
    scores = SmileScorer(setting, encoder=encoder, **options or {}).score([prediction], [references], [question])
    row = scores.row(0) | {"reason": scores[0].reason}
    for name, value in expected.items():
        assert value in row[name] if name == "reason" else row[name] == pytest.approx(value), row
