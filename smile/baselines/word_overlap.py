"""Word overlap of two answers: exact match, F1, BLEU, ROUGE-L and METEOR."""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from sacrebleu.metrics.bleu import BLEU

from ..caches import cached
from ..constants import SMILE_NORMALIZATION
from ..errors import ModelError, UsageError
from ..optional_packages import check_installed
from ..text.normalization import normalized_text_to_encode, spaced_characters

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_ASCII_PUNCTUATION = str.maketrans("", "", string.punctuation)

# sacrebleu's tokenizers that need no further package. For Japanese and Korean it recommends MeCab, which needs one.
_TOKENIZERS = {"zh": "zh", "ja": "char", "ko": "char"}


def words_for_overlap(text: str, language: str = "en") -> tuple[str, ...]:
    """Returns the words of an answer as exact match and F1 compare them.

    English follows the script of SQuAD v1.1 (Rajpurkar et al. 2016): lower case, without ASCII punctuation and
    articles, split at white space. Other languages: NFKC, lower case, without punctuation; Chinese, Japanese and Korean
    are split by character. If nothing is left ("A", "?"), the lower-cased original is returned, so that it equals
    itself but not every other answer without words. White space alone has no words.

    >>> words_for_overlap("The Eiffel Tower!"), words_for_overlap("A"), words_for_overlap("東京。", "ja")
    (('eiffel', 'tower'), ('a',), ('東', '京'))
    """
    if language == "en":
        found = _ARTICLES.sub(" ", text.lower().translate(_ASCII_PUNCTUATION)).split()
    else:
        lowered = normalized_text_to_encode(text, SMILE_NORMALIZATION).lower().translate(_ASCII_PUNCTUATION)
        kept = (character for character in lowered if not unicodedata.category(character).startswith("P"))
        found = spaced_characters("".join(kept)).split()
    return tuple(found) or tuple(text.lower().split())


def exact_match(prediction: str, reference: str, language: str = "en") -> float:
    """Returns 1 if both have the same words in the same order, else 0.

    >>> exact_match("the Eiffel Tower", "Eiffel tower."), exact_match("A", "the")
    (1.0, 0.0)
    """
    return float(words_for_overlap(prediction, language) == words_for_overlap(reference, language))


def f1(prediction: str, reference: str, language: str = "en") -> float:
    """Returns the harmonic mean of word precision and word recall, 0 to 1.

    >>> f1("Paris is the capital", "The capital of France is Paris")
    0.75
    """
    predicted, wanted = words_for_overlap(prediction, language), words_for_overlap(reference, language)
    shared = sum((Counter(predicted) & Counter(wanted)).values())
    return 2 * shared / (len(predicted) + len(wanted)) if shared else 0.0


def bleu_tokenizer(language: str) -> str:
    """Returns the name of sacrebleu's tokenizer for a language: `13a`, `zh` or `char`."""
    return _TOKENIZERS.get(language, "13a")


def bleu_1(prediction: str, reference: str, language: str = "en") -> float:
    """Returns BLEU of single words: their precision times the brevity penalty, 0 to 1.

    >>> round(bleu_1("The tower is in Paris", "The Eiffel Tower is in Paris"), 3)
    0.819
    """
    return _sentence_bleu(prediction, reference, language, 1)


def bleu_4(prediction: str, reference: str, language: str = "en") -> float:
    """Returns sacrebleu's sentence BLEU, 0 to 1: lower-cased, smoothed (`exp`), with effective order.

    >>> round(bleu_4("The Eiffel Tower is in Paris", "The Eiffel Tower is located in Paris, France"), 3)
    0.367
    """
    return _sentence_bleu(prediction, reference, language, 4)


def _sentence_bleu(prediction: str, reference: str, language: str, max_order: int) -> float:
    bleu = _bleu(bleu_tokenizer(language), max_order, is_sentence=True)
    return _bleu_as_share(bleu.sentence_score(prediction, [reference]))


def corpus_bleu(predictions: Sequence[str], references: Sequence[Sequence[str]], language: str = "en") -> float:
    """Returns sacrebleu's corpus BLEU, lower-cased, each prediction against all of its references, 0 to 1.

    It is 0 if no prediction has four tokens, because it does not use effective order as sentence BLEU does.
    """
    most = max(len(texts) for texts in references)
    streams = [[texts[i] if i < len(texts) else None for texts in references] for i in range(most)]
    return _bleu_as_share(_bleu(bleu_tokenizer(language), 4, is_sentence=False).corpus_score(predictions, streams))


@cached()
def _bleu(tokenizer: str, max_order: int, is_sentence: bool) -> Any:
    # force suppresses a warning about answers that end in " .", and changes no score.
    return BLEU(lowercase=True, force=True, tokenize=tokenizer, max_ngram_order=max_order, effective_order=is_sentence)


def _bleu_as_share(bleu: Any) -> float:
    # sacrebleu sometimes returns 100.00000000000004.
    return min(float(bleu.score) / 100, 1.0)


def rouge_l(prediction: str, reference: str, language: str = "en") -> float:
    """Returns the F-measure of the longest common subsequence (rouge-score's `rougeL`, no stemming), 0 to 1.

    English is split by rouge-score, which only supports Latin letters. Others are split by `words_for_overlap`.
    """
    return float(_rouge(language).score(reference, prediction)["rougeL"].fmeasure)


@cached()
def _rouge(language: str) -> Any:
    check_installed("rouge_score.rouge_scorer", "ROUGE-L", "rouge")
    from rouge_score.rouge_scorer import RougeScorer

    tokenizer = SimpleNamespace(tokenize=lambda text: words_for_overlap(text, language))
    return RougeScorer(["rougeL"], tokenizer=None if language == "en" else tokenizer)


def meteor(prediction: str, reference: str, language: str = "en") -> float:
    """Returns NLTK's METEOR with WordNet's synonyms, 0 to 1; a single matching word scores 0.5."""
    if language != "en":
        raise UsageError(
            f"METEOR does not apply to the language {language!r}, because NLTK's WordNet is English: leave it out"
        )
    tokenize, score, wordnet = _meteor()
    return float(score(tokenize(reference), tokenize(prediction), wordnet=wordnet))


@cached()
def _meteor() -> tuple[Callable[[str], list[str]], Callable[..., float], Any]:
    check_installed("nltk", "METEOR", "paper")
    from nltk.corpus import wordnet
    from nltk.tokenize import NLTKWordTokenizer
    from nltk.translate.meteor_score import single_meteor_score

    try:
        wordnet.synsets("test")
    except LookupError as error:
        raise ModelError(
            "METEOR needs WordNet, which is not installed: run `python -m nltk.downloader wordnet`"
        ) from error
    return NLTKWordTokenizer().tokenize, single_meteor_score, wordnet
