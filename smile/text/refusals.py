"""Replies that give no answer, recognised by learned weights of their words, pairs and triples of words.

`training/refusals` fits the weights to examples: replies of systems over documents, of assistants without live data,
of support bots and of people, in English, German, Spanish, French and Chinese.
"""

import math
from collections.abc import Container, Iterable, Sequence
from itertools import chain, pairwise
from pathlib import Path

from ..caches import cached
from ..constants import SMILE_NORMALIZATION
from ..lazy_patterns import lazy_re, lazy_regex
from ..tsv import read_tsv_table, read_word_lists
from .clauses import split_sentences, split_statements
from .normalization import CJK_CHARACTER, normalized_words

# Of a longer reply, the first sentences and the last one are read, and so many words of each.
_FIRST_SENTENCES, _MOST_WORDS = 3, 40
# From this probability on a reply gives no answer.
THRESHOLD = 0.6
_TOKEN = lazy_regex(rf"{CJK_CHARACTER}|[\p{{L}}\p{{M}}]+|\p{{N}}+|[?？]")
_ASCII_TOKEN = lazy_re(r"[a-z]+|[0-9]+|\?")
# "can't", "cannot", "dont" and "do not" have one "not"; the ends of "I'm" and "it's" say nothing here.
_CONTRACTED = (
    (lazy_re(r"\bcan(?:'?t|not)\b"), "can not"),
    (lazy_re(r"\b(do|does|did|is|was|are|were|have|has|had|could|would|should|wo)n'?t\b"), r"\1 not"),
    (lazy_re(r"'\w{1,2}\b"), ""),
)
_INFLECTION = lazy_re(r"(?<=\w{4})(?:ing|ed|es|s|e)$")
_BEGIN, _END, _FIGURES, _RARE = "^", "$", "#", "_"
# Rare words alone, which any answer has.
_OF_RARE = frozenset(("_", "_ _", "_ _ _", "^ _", "^ _ _", "_ $", "_ _ $", "^ _ $"))
_WORD = lazy_re(r"[^\W_]+")
# Forms of one word begin with so many letters.
_STEM = 4


def refusal_tokens(sentence: str) -> list[str]:
    """Returns the first words of a sentence without their inflections, each number as #.

    >>> refusal_tokens("It doesn't mention 5 prices.")
    ['it', 'does', 'not', 'mention', '#', 'pric']
    """
    small = sentence.lower()
    if "'" in small or "nt" in small or "cannot" in small or not small.isascii():
        small = small.translate(_APOSTROPHES)
        for pattern, full in _CONTRACTED:
            small = pattern.sub(full, small)
    found = (_ASCII_TOKEN if small.isascii() else _TOKEN).findall(small)
    return list(map(_stem_of_refusal_token, found[:_MOST_WORDS]))


@cached(2**14)
def _stem_of_refusal_token(token: str) -> str:
    return _FIGURES if token.isdecimal() else _INFLECTION.sub("", token) if len(token) > _STEM else token


def refusal_grams(text: str, vocabulary: Container[str]) -> frozenset[str]:
    """Returns the words, pairs and triples of words of a text, "_" for words that the vocabulary lacks.

    >>> sorted(refusal_grams("Not Rome.", {"not"}))
    ['^ not', '^ not _', 'not', 'not _', 'not _ $']
    """
    return frozenset(chain.from_iterable(_grams(sentence, vocabulary) for sentence in _refusal_sentences(text)))


@cached(2**12)
def refusal_probability(text: str) -> float:
    """Returns the probability, 0 to 1, that a reply gives no answer.

    >>> refusal_probability("I'm sorry, the document does not say who led it.") > 0.9
    True
    >>> refusal_probability("It is Paris.") < 0.1
    True
    """
    weights = _refusal_weights()
    found = frozenset[str]().union(*map(_weighed_grams, _refusal_sentences(text)))
    logit = weights[""] + sum(map(weights.__getitem__, found))
    return 1 / (1 + math.exp(-logit))


def refuses(answer: str, question: str, references: Sequence[str], language: str = "en") -> bool:
    """Returns whether a reply gives no answer, and none of its other sentences contains a reference.

    >>> refuses("The text only lists its products; it does not say who led it.", "Who led it?", [])
    True
    >>> refuses("The text does not say. Ann Lee led it, I believe.", "Who led it?", ["Ann Lee"])
    False
    """
    if refusal_probability(answer) < THRESHOLD:
        return False
    asked = frozenset(normalized_words(question, SMILE_NORMALIZATION, language))
    return not any(
        _refusal_names_reference(sentence, references, asked, language) and refusal_probability(sentence) < THRESHOLD
        for sentence in split_statements(answer)
    )


def is_refusal(answer: str) -> bool:
    """Returns whether any sentence of a reply refuses.

    >>> is_refusal("I don't know. Maybe Paris?"), is_refusal("No, it is in Paris.")
    (True, False)
    """
    sentences = split_sentences(answer)
    return any(
        refusal_probability(sentence) >= THRESHOLD for sentence in (sentences if len(sentences) > 1 else [answer])
    )


def says_unknown(reference: str, question: str | None, language: str) -> bool:
    """Returns whether a reference says that the answer is unknown, or is itself a refusal."""
    small = " ".join(normalized_words(reference, SMILE_NORMALIZATION, language))
    return any(phrase in f" {small} " for phrase in _unknown()) or refuses(reference, question or "", (), language)


@cached()
def word_lists() -> dict[str, frozenset[str]]:
    """Returns the lists of words without content, by title."""
    return read_word_lists(Path(__file__).parent, "words_without_content.tsv")


def says_something_new(text: str, known: frozenset[str], language: str, asked: Iterable[str] = ()) -> bool:
    """Returns whether a text has a word that is not among the known words and no form of a word of the question.

    >>> says_something_new("It is Rome.", frozenset({"it", "is"}), "en")
    True
    >>> says_something_new("It is.", frozenset({"it", "is"}), "en")
    False
    >>> says_something_new("The discoverer was", frozenset({"the", "be"}), "en", ("discover", "penicillin"))
    False
    """
    stems = tuple(word[:_STEM] for word in asked if len(word) >= _STEM)
    its = normalized_words(text, SMILE_NORMALIZATION, language) if _WORD.search(text) else ()
    return any(word not in known and not word.startswith(stems) for word in its)


def _refusal_sentences(text: str) -> list[str]:
    sentences = split_sentences(text) or [text]
    return sentences[:_FIRST_SENTENCES] + sentences[_FIRST_SENTENCES:][-1:]


# A sentence is read within its reply, and alone.
@cached(2**10)
def _weighed_grams(sentence: str) -> frozenset[str]:
    return frozenset(_refusal_weights().keys() & _grams(sentence, _refusal_weights()))


def _grams(sentence: str, vocabulary: Container[str]) -> list[str]:
    known = [_BEGIN, *(token if token in vocabulary else _RARE for token in refusal_tokens(sentence)), _END]
    pairs = [f"{one} {other}" for one, other in pairwise(known)]
    triples = [f"{pair} {word}" for pair, word in zip(pairs, known[2:], strict=False)]
    return [gram for gram in (*known[1:-1], *pairs, *triples) if gram not in _OF_RARE]


_APOSTROPHES = str.maketrans({"\u2019": "'", "`": "'"})


@cached()
def _refusal_weights() -> dict[str, float]:
    return {gram: int(weight) / 100 for weight, gram in read_tsv_table(Path(__file__).parent, "refusal_weights.tsv")}


@cached()
def _unknown() -> tuple[str, ...]:
    phrases = read_tsv_table(Path(__file__).parent, "unknown.tsv")
    return tuple(f" {' '.join(normalized_words(phrase, SMILE_NORMALIZATION, 'en'))} " for [phrase] in phrases)


def _refusal_names_reference(text: str, references: Sequence[str], asked: frozenset[str], language: str) -> bool:
    """Whether a text contains a reference that says more than the question."""
    said = f" {' '.join(normalized_words(text, SMILE_NORMALIZATION, language))} "
    named = (normalized_words(reference, SMILE_NORMALIZATION, language) for reference in references)
    return any(f" {' '.join(each)} " in said and not asked.issuperset(each) for each in named)
