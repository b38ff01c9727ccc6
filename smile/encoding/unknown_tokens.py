"""Finds text outside a tokenizer's vocabulary. One token represents all of it, so its cosines mean nothing."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..caches import cached
from .model_files import find_tokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Word tokenizers treat longer words as unknown.
_LONGEST_WORD = 100
_TEXTS_AT_A_TIME = 4096

# A text is out of vocabulary from this share of unknown tokens.
_OUT_OF_VOCABULARY = 0.5


@dataclass(frozen=True)
class UnknownTokens:
    """The pieces of a text that a tokenizer does not know, in lower case, and their share of the text's tokens."""

    pieces: frozenset[str]
    share: float


def cannot_compare(left: str, right: str, unknown: Mapping[str, UnknownTokens]) -> bool:
    """Returns whether two texts cannot be compared: one is out of vocabulary, or their unknown pieces differ.

    >>> unknown = {"左": UnknownTokens(frozenset("左"), 1.0), "on the 右 side": UnknownTokens(frozenset("右"), 0.25)}
    >>> cannot_compare("左", "left", unknown), cannot_compare("on the 右 side", "right", unknown)
    (True, False)
    """
    found = [unknown[text] for text in (left, right) if text in unknown]
    if any(each.share >= _OUT_OF_VOCABULARY for each in found):
        return True
    return len(found) == 2 and not (found[0].pieces <= found[1].pieces or found[0].pieces >= found[1].pieces)


def unknown_tokens_of(encoder: object, texts: Sequence[str]) -> dict[str, UnknownTokens]:
    """Returns the unknown tokens of texts that have some; none if the encoder does not report them."""
    tell: Callable[[Sequence[str]], dict[str, UnknownTokens]] | None = getattr(encoder, "unknown_tokens", None)
    return {} if tell is None else tell(texts)


def unknown_tokens(
    texts: Sequence[str], tokenizer_of: "Callable[[], tuple[Tokenizer | None, int | None]]"
) -> dict[str, UnknownTokens]:
    """Returns, for the texts that have some, the pieces that a tokenizer does not know.

    Every vocabulary is assumed to have the letters of ASCII, so most English texts are skipped. `tokenizer_of` is
    called only if needed; it returns the tokenizer, without truncation, and its token for unknown text. If either is
    None, nothing is unknown.
    """
    may_be_unknown = (text for text in dict.fromkeys(texts) if not text.isascii() or len(text) > _LONGEST_WORD)
    doubtful = {text: words for text in may_be_unknown if (words := _words_with_unknown_tokens(text))}
    if not doubtful:
        return {}
    tokenizer, unknown = tokenizer_of()
    if tokenizer is None or unknown is None:
        return {}
    # Most words are known, so whole texts are rarely needed.
    odd = _with_unknown(list(set().union(*doubtful.values())), tokenizer, unknown)
    return _with_unknown([text for text, its in doubtful.items() if not odd.keys().isdisjoint(its)], tokenizer, unknown)


def _with_unknown(texts: Sequence[str], tokenizer: "Tokenizer", unknown: int) -> dict[str, UnknownTokens]:
    found = {}
    for start in range(0, len(texts), _TEXTS_AT_A_TIME):
        block = texts[start : start + _TEXTS_AT_A_TIME]
        for text, encoding in zip(block, tokenizer.encode_batch(block, add_special_tokens=False), strict=True):
            ids = encoding.ids
            if unknown in ids:
                pieces = (
                    text[slice(*offsets)]
                    for token, offsets in zip(ids, encoding.offsets, strict=True)
                    if token == unknown
                )
                found[text] = UnknownTokens(frozenset(map(str.casefold, pieces)), ids.count(unknown) / len(ids))
    return found


def _words_with_unknown_tokens(text: str) -> list[str]:
    return [word for word in text.split() if not word.isascii() or len(word) > _LONGEST_WORD]


@cached(2)
def tokenizer_with_unknown_token(path: str, revision: str | None) -> "tuple[Tokenizer | None, int | None]":
    """Returns a model's tokenizer for `unknown_tokens`."""
    from tokenizers import Tokenizer

    file = find_tokenizer(path, revision)
    if file is None:
        return None, None
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer, id_of_unknown_token(tokenizer)


def id_of_unknown_token(tokenizer: "Tokenizer") -> int | None:
    """Returns the token for text outside the vocabulary; None if the tokenizer has none."""
    cutter = json.loads(tokenizer.to_str())["model"]
    unknown = cutter.get("unk_token")
    return cutter.get("unk_id") if unknown is None else tokenizer.token_to_id(unknown)
