"""Cuts a long answer into windows that the reader takes whole."""

import regex

# The encoder reads 256 tokens of question, reference and answer; so many words of an answer leave room for the others.
_LONGEST = 120
# The words that a window shares with the one before, so that no sentence is seen in pieces only.
_SHARED = 20

_WORD = regex.compile(r"\S+")


def windows(text: str) -> list[str]:
    """Returns a text in pieces of at most `_LONGEST` words, each with the last words of the one before.

    >>> windows("a short answer")
    ['a short answer']
    >>> [len(piece.split()) for piece in windows("word " * 200)]
    [120, 100]
    """
    words = [word.span() for word in _WORD.finditer(text)]
    if len(words) <= _LONGEST:
        return [text]
    pieces = []
    for first in range(0, len(words) - _SHARED, _LONGEST - _SHARED):
        last = min(len(words), first + _LONGEST) - 1
        pieces.append(text[words[first][0] : words[last][1]])
    return pieces
