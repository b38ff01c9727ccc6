"""Characters that a reader does not see: soft hyphens, zero-width spaces and joiners, marks of direction."""

import regex

from .lazy_patterns import lazy_regex

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


def visible(text: str) -> str:
    r"""Returns a text without the characters that a reader does not see.

    >>> visible("Par\u00adis\u200b"), visible("\u2764\ufe0f") == "\u2764"
    ('Paris', True)
    """
    return text if text.isascii() else _INVISIBLE.sub("", text)


def without_joiners(word: str) -> str:
    r"""Returns a word without the joiners that `visible` keeps: people spell the same word with them and without.

    >>> without_joiners("کتاب\u200cها") == "کتابها"
    True
    """
    return word if word.isascii() else word.translate(_JOINERS)
