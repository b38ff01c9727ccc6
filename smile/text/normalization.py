"""Normalises text into words: the `norm` of the paper's definition, in two forms."""

import string
import unicodedata
from itertools import chain

import regex

from ..caches import cached
from ..constants import PAPER_NORMALIZATION
from ..lazy_patterns import lazy_re, lazy_regex
from .languages import CAPITAL_NOUN_LANGUAGES, NUMBER_WORD_LANGUAGES
from .lemmas import american_spelling, simple_lemma, wordnet_lemma
from .numerals import (
    MINUS_SIGNS,
    NUMBER_WORD,
    is_number,
    normalized_number,
    normalized_number_pattern,
    spelled_to_digits,
)

# A Chinese, Japanese or Korean character: a word of its own. Unicode counts the mark of a long vowel (ー), which both
# Japanese scripts use, to neither.
CJK_CHARACTER = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー]"
_CHARACTER_RUN = lazy_regex(rf"{CJK_CHARACTER}+")

# What the paper's form deletes: Unicode's punctuation, and the symbols that ASCII counts as punctuation ($, +, =).
_PUNCTUATION = lazy_regex(rf"[\p{{P}}{regex.escape(string.punctuation)}]+")
_ACCENTED_LATIN = lazy_regex(r"(\p{Latin})\p{M}+")

# Python's normalisation takes quadratic time in a run of combining marks; the joiner ends a run (the Stream-Safe Text
# Format of Unicode's UAX #15).
_LONG_RUN_OF_MARKS = lazy_regex(r"\p{M}{30}")
_GRAPHEME_JOINER = "\u034f"

# NFKC would turn 2½ into 21/2 and 10⁶ into 106.
_DIGIT_BEFORE_SIGN = lazy_regex(r"(?<=\d)(?=\p{No})")

# A picture is a word, and so are several that joiners make one of (a flag of tags, a family).
_EMOJI = r"\p{Extended_Pictographic}[\U000e0020-\U000e007f]*(?:\p{Emoji_Modifier}?\u200d\p{Extended_Pictographic})*"

# Scripts in which a joiner decides how a word is spelled (Persian) or how its letters are shaped (Indic).
_JOINING_SCRIPTS = "Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh".split()
_JOINED_LETTER = "[" + "".join(rf"\p{{{script}}}" for script in _JOINING_SCRIPTS) + "]"

# An emoji that a zero-width joiner joins to the next one, with its skin tone and its request for a picture.
_JOINED_EMOJI = r"\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?"

# Format characters without a shape of their own, and variation selectors; the tags that tell the flags of England and
# Wales apart stay, and so do joiners where they are spelling or make one emoji of several.
_INVISIBLE = lazy_regex(
    r"[[\p{Cf}&&\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\U000e0020-\U000e007f]]|\p{Variation_Selector}"
    rf"|(?<!{_JOINED_LETTER})\u200c|(?<!{_JOINED_LETTER}|{_JOINED_EMOJI})\u200d"
    rf"|(?<={_JOINED_EMOJI})\u200d(?!\p{{Extended_Pictographic}})",
    regex.VERSION1,
)
_JOINERS = str.maketrans("", "", "\u200c\u200d")

# Escapes that colour a terminal's text or make it a link, and control characters that are no white space. Those from
# 128 on stay: in texts decoded with the wrong table they are dashes and quotes.
_CONTROL = lazy_re(r"\x1b(?:\[[0-?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|\(B(?=\x1b))|[\x00-\x08\x0e-\x1b\x7f]")

# English words for signs; "10 minus 5" subtracts.
_MINUS_WORD = lazy_regex(r"(?<!\d\s*)\bminus\s+(?=\p{Sc}?[.,]?\d)")
_PER_CENT = lazy_regex(r"\bper cent\b")

_NATIVE_DIGIT = lazy_regex(r"(?![0-9])\p{Nd}")

# The number of pieces of text whose words are kept in memory.
_MOST_PIECES = 2**16

# Signs that are stripped from every word.
_SIGNS_AROUND = '.,:;!?()"'

# Pieces between white space are read one by one, except these: "3 -5" holds no -5, "1 000" is 1000 in some languages.
_JOINED_ACROSS_SPACE = lazy_regex(rf"\d\s[{MINUS_SIGNS}\d]")
_OF_NUMBER = lazy_re(r"minus|cent")


def normalized_text_to_encode(text: str, normalization: str) -> str:
    r"""Returns the text as the encoder reads it: NFKC without invisible characters; raw in the paper's setting.

    >>> normalized_text_to_encode("５㎞ Par\u00adis", "smile"), normalized_text_to_encode("５㎞", "paper")
    ('5km Paris', '５㎞')
    """
    if text.isascii() or normalization == PAPER_NORMALIZATION:
        return text
    seen = nfkc(text)
    # An encoder needs something to read.
    return seen if seen.strip() else text


def nfkc(text: str) -> str:
    """Returns a text in NFKC without invisible characters; 2½ becomes 2 1⁄2."""
    # `regex` parses a template anew at each call, so that functions are faster.
    text = _LONG_RUN_OF_MARKS.sub(lambda run: run[0] + _GRAPHEME_JOINER, without_invisible(text))
    return unicodedata.normalize("NFKC", _DIGIT_BEFORE_SIGN.sub(" ", text))


def without_invisible(text: str) -> str:
    r"""Returns a text without the characters that a reader does not see.

    >>> without_invisible("Par\u00adis\u200b"), without_invisible("\u2764\ufe0f") == "\u2764"
    ('Paris', True)
    >>> without_invisible("\x1b[1mPar\x00is\x1b[0m")
    'Paris'
    """
    if text.isprintable() and text.isascii():
        return text
    text = _CONTROL.sub("", text)
    return text if text.isascii() else _INVISIBLE.sub("", text)


def normalized_words(text: str, normalization: str, language: str) -> tuple[str, ...]:
    """Returns the words of norm(text), which is these words joined by spaces. Only a blank text has no words.

    The `smile` form: NFKC without invisible characters, lower case, numbers in one spelling, Chinese, Japanese and
    Korean by character, punctuation dropped, simplemma lemmas, in English with the American spelling. The `paper` form
    (Appendix A.2), always English: lower case, all punctuation deleted, WordNet lemmas of the words by the part of
    speech of each word alone. If nothing is left, the words are those of the lower-cased original.

    >>> normalized_words("She didn't pay $1,000.50 for 25% of the C++ books!", "smile", "en")
    ('she', 'didnt', 'pay', '1000.50', 'for', '25', 'percent', 'of', 'the', 'c++', 'book')
    >>> normalized_words("東京タワー 333m", "smile", "ja")
    ('東', '京', 'タ', 'ワ', 'ー', '333', 'm')
    """
    if normalization == PAPER_NORMALIZATION:
        found = tuple(map(wordnet_lemma, _PUNCTUATION.sub("", text.lower()).split()))
    else:
        found = _smile_words(text, language)
    return found or tuple(normalized_text_to_encode(text, normalization).lower().split())


def _smile_words(text: str, language: str) -> tuple[str, ...]:
    text, known = _plain_characters(text, language), _known_pieces(language)
    if text.isascii() and not _JOINED_ACROSS_SPACE.search(text):
        of_pieces = list(map(known.__getitem__, text.split()))
        if None not in of_pieces:
            return tuple(chain.from_iterable(of_pieces))  # type: ignore[arg-type]
    text = spelled_to_digits(text, language)
    if language == "en":
        if "minus" in text:
            text = _MINUS_WORD.sub("-", text)
        if "per cent" in text:
            text = _PER_CENT.sub("percent", text)
    if not text.isascii():
        text = spaced_characters(text)
        if language == "en":
            # English spells the same name Röntgen or Rontgen; in other languages the accent makes another word.
            text = unicodedata.normalize(
                "NFC", _ACCENTED_LATIN.sub(lambda accented: accented[1], unicodedata.normalize("NFD", text))
            )
    if _JOINED_ACROSS_SPACE.search(text):
        return _normalized_words_of_piece(text, language)
    return tuple(
        chain.from_iterable(known[piece] or _normalized_words_of_piece(piece, language) for piece in text.split())
    )


def _plain_characters(text: str, language: str) -> str:
    """Returns a text in NFKC with ASCII digits and apostrophes, in lower case unless the language needs the case."""
    if not text.isascii():
        text = nfkc(text).replace("\u2019", "'")
        text = _NATIVE_DIGIT.sub(lambda digit: str(unicodedata.digit(digit[0], digit[0])), text)
    return text if language in CAPITAL_NOUN_LANGUAGES else text.lower()


class _Pieces(dict[str, tuple[str, ...] | None]):
    """A cache of the words of each piece between white space (faster than `lru_cache`).

    It has None for a piece that may be part of a number: its neighbours decide ("two hundred", "5 per cent").
    """

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, piece: str) -> tuple[str, ...] | None:
        if len(self) >= _MOST_PIECES:
            self.clear()
        may_be_number = self._language in NUMBER_WORD_LANGUAGES and (
            self._language != "en" or _OF_NUMBER.search(piece) or NUMBER_WORD.search(piece)
        )
        found = self[piece] = None if may_be_number else _normalized_words_of_piece(piece, self._language)
        return found


_known_pieces = cached()(_Pieces)


@cached(2**14)
def _normalized_words_of_piece(piece: str, language: str) -> tuple[str, ...]:
    bare = piece.strip(_SIGNS_AROUND)
    if bare.isascii() and bare.isalpha():
        return (_normalized_dictionary_word(bare, language),)
    return tuple(_normalized_word(match, language).lower() for match in _tokens(language).finditer(piece))


def is_cjk(word: str) -> bool:
    """Returns whether a word is a Chinese, Japanese or Korean character or a run of such."""
    return not word.isascii() and _CHARACTER_RUN.fullmatch(word) is not None


def spaced_characters(text: str) -> str:
    """Returns a text with spaces around each Chinese, Japanese and Korean character.

    >>> spaced_characters("in 東京").split()
    ['in', '東', '京']
    """
    return _CHARACTER_RUN.sub(lambda run: f" {' '.join(run[0])} ", text)


@cached()
def _tokens(language: str) -> regex.Pattern[str]:
    # The name of a language or grade keeps its sign (C++, C#, A+). An apostrophe joins in English (o'brien, didn't)
    # and separates in other languages (l'été). Full stops join single letters only (u.s.a).
    joined = r"(?:'[\p{L}\p{M}\p{N}]+)*'?" if language == "en" else ""
    return regex.compile(
        rf"(?P<number>{normalized_number_pattern(language)})"
        r"|(?P<abbreviation>\p{L}(?:\.\p{L})+(?![\p{L}\p{M}\p{N}]))"
        rf"|(?P<word>(?:(?!{CJK_CHARACTER})[\p{{L}}\p{{M}}])(?:(?!{CJK_CHARACTER})[\p{{L}}\p{{M}}\p{{N}}\u200c\u200d])*{joined})"
        r"(?P<sign>\+\+|[+\#](?![\p{L}\p{N}]))?"
        rf"|(?P<character>{CJK_CHARACTER}|{_EMOJI}|\p{{Regional_Indicator}}+)"
        r"|(?P<percent>%)"
    )


def _normalized_word(match: regex.Match[str], language: str) -> str:
    kind = match.lastgroup if match["word"] is None else "word"
    if kind == "number":
        return normalized_number(match["number"], language)
    if kind == "abbreviation":
        return match["abbreviation"].replace(".", "")
    if kind == "percent":
        return "percent"
    if kind == "character":
        return match["character"]
    if match["sign"]:
        return match["word"] + match["sign"]
    word = match["word"].removesuffix("'s").strip("'")
    # The dictionary has "do" as the lemma of "dont".
    return word.replace("'", "") if "'" in word else _lemma(word, language)


def _lemma(word: str, language: str) -> str:
    return word if is_number(word) else without_joiners(_normalized_dictionary_word(word, language))


def without_joiners(word: str) -> str:
    r"""Returns a word without the joiners that `without_invisible` keeps: the same word is written with and without.

    >>> without_joiners("کتاب\u200cها") == "کتابها"
    True
    """
    return word if word.isascii() else word.translate(_JOINERS)


def _normalized_dictionary_word(word: str, language: str) -> str:
    """Returns the lemma of a word; in English one spelling for colour and color."""
    lemma = simple_lemma(word, language).lower()
    return american_spelling(lemma) if language == "en" else lemma
