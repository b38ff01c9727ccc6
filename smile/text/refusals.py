"""Replies that give no answer, recognised by learned weights of their words, pairs and triples of words.

`training/refusals` fits the weights to examples: replies of systems over documents, of assistants without live data,
of support bots and of people, in English, German, Spanish, French and Chinese.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

from ..choices import SMILE_NORMALIZATION
from .clauses import SENTENCE_END
from .lazy_patterns import lazy_re, lazy_regex
from .normalization import CJK_CHARACTER, words
from .tables import read_table, read_word_lists

# Of a longer reply, the first sentences and the last one are read, and so many words of each.
_FIRST_SENTENCES, _MOST_WORDS = 3, 40
_LONGEST_GRAM = 3
# From this probability on a reply gives no answer.
THRESHOLD = 0.5
_TOKEN = lazy_regex(rf"{CJK_CHARACTER}|[\p{{L}}\p{{M}}]+(?:'[\p{{L}}]+)*|\p{{N}}+|[?？]")
_SENTENCE_END_ELSEWHERE = lazy_re(r"(?<=[。！？])")
_BEGIN, _END, _FIGURES = "^", "$", "#"
_WORD = lazy_re(r"[^\W_]+")
# Forms of one word begin with so many letters.
_STEM = 4


def grams(text: str) -> frozenset[str]:
    """Returns the words, pairs and triples of words of a text that have weights.

    >>> sorted(grams("Not 5."))
    ['# $', '^ not', '^ not #', 'not # $', 'not #']
    """
    found: set[str] = set()
    sentences = list(_sentences(text))
    for sentence in (*sentences[:_FIRST_SENTENCES], *sentences[_FIRST_SENTENCES:][-1:]):
        found.update(_grams(sentence))
    return frozenset(found)


@lru_cache(maxsize=2**12)
def refusal_probability(text: str) -> float:
    """Returns how probable it is that a reply gives no answer, 0 to 1.

    >>> refusal_probability("I'm sorry, the document does not say who led it.") > 0.9
    True
    >>> refusal_probability("It is Paris.") < 0.1
    True
    """
    weights = _weights()
    logit = weights[""] + sum(weights.get(gram, 0.0) for gram in grams(text))
    return 1 / (1 + math.exp(-logit))


def refuses(answer: str, question: str, references: Sequence[str], language: str = "en") -> bool:
    """Returns whether a reply gives no answer, and no other sentence of it has a reference.

    >>> refuses("The text only lists its products; it does not say who led it.", "Who led it?", [])
    True
    >>> refuses("The text does not say. Ann Lee led it, I believe.", "Who led it?", ["Ann Lee"])
    False
    """
    if refusal_probability(answer) < THRESHOLD:
        return False
    asked = frozenset(words(question, SMILE_NORMALIZATION, language))
    return not any(
        _names(sentence, references, asked, language) and refusal_probability(sentence) < THRESHOLD
        for sentence in _sentences(answer)
    )


def is_refusal(answer: str) -> bool:
    """Returns whether a sentence of a reply refuses, whatever the others say.

    >>> is_refusal("I don't know. Maybe Paris?"), is_refusal("No, it is in Paris.")
    (True, False)
    """
    return any(refusal_probability(sentence) >= THRESHOLD for sentence in _sentences(answer))


def says_unknown(reference: str, question: str | None, language: str) -> bool:
    """Returns whether a reference says that nobody knows, or is a refusal itself."""
    small = " ".join(words(reference, SMILE_NORMALIZATION, language))
    return any(phrase in f" {small} " for phrase in _unknown()) or refuses(reference, question or "", (), language)


@cache
def word_lists() -> dict[str, frozenset[str]]:
    """Returns the lists of words that say nothing, by title."""
    return read_word_lists(Path(__file__).parent, "words_without_content.tsv")


def says(text: str, known: frozenset[str], language: str, asked: Iterable[str] = ()) -> bool:
    """Returns whether a text has a word that is neither known nor another form of one of the question's.

    >>> says("It is Rome.", frozenset({"it", "is"}), "en"), says("It is.", frozenset({"it", "is"}), "en")
    (True, False)
    >>> says("The discoverer was", frozenset({"the", "be"}), "en", ("discover", "penicillin"))
    False
    """
    stems = tuple(word[:_STEM] for word in asked if len(word) >= _STEM)
    its = words(text, SMILE_NORMALIZATION, language) if _WORD.search(text) else ()
    return any(word not in known and not word.startswith(stems) for word in its)


def _sentences(text: str) -> Iterator[str]:
    for sentence in SENTENCE_END.split(text):
        yield from filter(str.strip, (sentence,) if sentence.isascii() else _SENTENCE_END_ELSEWHERE.split(sentence))


def _grams(sentence: str) -> Iterator[str]:
    small = sentence.lower().translate(_APOSTROPHES)
    tokens = [_FIGURES if token.isdecimal() else token for token in _TOKEN.findall(small)[:_MOST_WORDS]]
    tokens = [_BEGIN, *tokens, _END]
    for size in range(1, _LONGEST_GRAM + 1):
        for start in range(len(tokens) - size + 1):
            gram = tokens[start : start + size]
            if gram[0] not in (_BEGIN, _END) or size > 1:
                yield " ".join(gram)


_APOSTROPHES = str.maketrans({"\u2019": "'", "`": "'"})


@cache
def _weights() -> dict[str, float]:
    return {gram: int(weight) / 100 for weight, gram in read_table(Path(__file__).parent, "refusal_weights.tsv")}


@cache
def _unknown() -> tuple[str, ...]:
    phrases = read_table(Path(__file__).parent, "unknown.tsv")
    return tuple(f" {' '.join(words(phrase, SMILE_NORMALIZATION, 'en'))} " for [phrase] in phrases)


def _names(text: str, references: Sequence[str], asked: frozenset[str], language: str) -> bool:
    """Whether a text has a reference that says more than the question."""
    said = f" {' '.join(words(text, SMILE_NORMALIZATION, language))} "
    named = (words(reference, SMILE_NORMALIZATION, language) for reference in references)
    return any(f" {' '.join(each)} " in said and not asked.issuperset(each) for each in named)
