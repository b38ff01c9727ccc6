"""Exact match, F1, BLEU, ROUGE-L and METEOR against the implementations that others use."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest
import sacrebleu
from nltk.translate.bleu_score import brevity_penalty, modified_precision
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from smile import ModelError
from smile.baselines import word_overlap as matching
from smile.baselines.word_overlap import (
    answer_words,
    bleu_1,
    bleu_4,
    bleu_tokenizer,
    corpus_bleu,
    exact_match,
    f1,
    meteor,
    rouge_l,
)

EXACT = 1e-9

# [prediction, reference, exact match, F1] of SQuAD's official script for v1.1, as the module `squad` of evaluate has it
# (github.com/huggingface/evaluate, metrics/squad/compute_score.py at b6e7c3b0): all pairs of assets/sample_qa.jsonl,
# and made-up ones of articles, punctuation and characters beyond ASCII. Pairs of which a side normalises to nothing
# are left out: there the script lets all such answers equal one another, and this project does not.
GOLDEN = json.loads((Path(__file__).parent / "squad_golden.json").read_text(encoding="utf-8"))
PAIRS = [(prediction, reference) for prediction, reference, _, _ in GOLDEN]


def test_em_and_f1_are_those_of_squads_script() -> None:
    assert len(GOLDEN) >= 200
    for prediction, reference, em, score in GOLDEN:
        assert exact_match(prediction, reference) == em, (prediction, reference)
        assert f1(prediction, reference) == pytest.approx(score, abs=EXACT), (prediction, reference)


@pytest.mark.parametrize("text", ["A", "the", "?!", "-"])
def test_what_normalises_to_nothing_matches_itself_only(text: str) -> None:
    assert exact_match(text, text.lower()) == f1(text, text.lower()) == 1.0
    for other in ("an", "!", "Paris", "--"):
        assert exact_match(text, other) == f1(text, other) == 0.0


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("The U.S.A.", "en", ("usa",)),
        ("A cat, and the dog", "en", ("cat", "and", "dog")),
        ("A la carte", "fr", ("a", "la", "carte")),
        ("the cat", "any", ("the", "cat")),
        ("«Où ?»", "fr", ("où",)),
        ("東京タワー、１９５８年。", "ja", ("東", "京", "タ", "ワ", "ー", "1958", "年")),
        ("서울 Seoul", "ko", ("서", "울", "seoul")),
        ("巴黎 (Paris)", "zh", ("巴", "黎", "paris")),
    ],
)
def test_words_by_language(text: str, language: str, words: tuple[str, ...]) -> None:
    assert answer_words(text, language) == words


def test_bleu_1_is_nltks() -> None:
    tokenize = Tokenizer13a()
    for prediction, reference in PAIRS:
        predicted, wanted = tokenize(prediction.lower()).split(), tokenize(reference.lower()).split()
        precision = float(modified_precision([wanted], predicted, 1))
        expected = precision * brevity_penalty(len(wanted), len(predicted))
        assert bleu_1(prediction, reference) == pytest.approx(expected, abs=EXACT), (prediction, reference)


def test_bleu_4_is_sacrebleus() -> None:
    for prediction, reference in PAIRS:
        expected = sacrebleu.sentence_bleu(prediction, [reference], lowercase=True, use_effective_order=True).score
        assert bleu_4(prediction, reference) == pytest.approx(expected / 100, abs=EXACT), (prediction, reference)


@pytest.mark.parametrize(("language", "tokenizer"), [("zh", "zh"), ("ja", "char"), ("ko", "char"), ("de", "13a")])
def test_bleu_goes_by_the_tokenizer_of_the_language(language: str, tokenizer: str) -> None:
    prediction, reference = "東京タワーは 1958年 서울에", "東京タワーは 1957年 서울"
    assert bleu_tokenizer(language) == tokenizer
    expected = sacrebleu.sentence_bleu(prediction, [reference], tokenize=tokenizer, use_effective_order=True).score
    assert bleu_4(prediction, reference, language) == pytest.approx(expected / 100, abs=EXACT)
    expected = sacrebleu.corpus_bleu([prediction], [[reference]], tokenize=tokenizer).score
    assert corpus_bleu([prediction], [[reference]], language) == pytest.approx(expected / 100, abs=EXACT)


def test_corpus_bleu_is_sacrebleus_over_all_references(sample: dict[str, list[Any]]) -> None:
    most = max(map(len, sample["references"]))
    assert most > 1
    streams = [[refs[i] if i < len(refs) else None for refs in sample["references"]] for i in range(most)]
    expected = sacrebleu.corpus_bleu(sample["predictions"], streams, lowercase=True).score
    assert 0 < expected < 100
    assert corpus_bleu(sample["predictions"], sample["references"]) == pytest.approx(expected / 100, abs=EXACT)


def test_rouge_l_is_that_of_rouge_score() -> None:
    scorer = importlib.import_module("rouge_score.rouge_scorer").RougeScorer(["rougeL"])
    for prediction, reference in PAIRS:
        expected = scorer.score(reference, prediction)["rougeL"].fmeasure
        assert rouge_l(prediction, reference) == pytest.approx(expected, abs=EXACT)


def test_rouge_l_of_other_languages_uses_their_words() -> None:
    # The longest common subsequence of 東京駅 and 東京の駅 has 3 of 3 and of 4 characters.
    assert rouge_l("東京駅", "東京の駅", "ja") == pytest.approx(2 * 1 * 0.75 / 1.75, abs=EXACT)


@pytest.mark.usefixtures("wordnet")
@pytest.mark.parametrize(
    ("prediction", "reference", "score"),
    [
        # Worked out by the formula of NLTK's documentation: F = 10PR / (R + 9P), penalty 0.5 (chunks / matches)^3.
        ("the cat sat", "the cat sat", 1 - 0.5 / 27),
        ("Paris", "paris", 0.5),
        ("a car", "an auto", 0.5 * 0.5),  # synonyms in WordNet; 1 match in 1 chunk, P = R = 1/2
        ("Rome", "Paris", 0.0),
    ],
)
def test_meteor(prediction: str, reference: str, score: float) -> None:
    assert meteor(prediction, reference) == pytest.approx(score, abs=EXACT)


def test_without_wordnet_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing:
        def synsets(self, word: str) -> None:
            raise LookupError(word)

    matching._meteor.cache_clear()
    monkeypatch.setattr("nltk.corpus.wordnet", Missing())
    with pytest.raises(ModelError, match=r"`python -m nltk\.downloader wordnet`"):
        meteor("a", "a")
