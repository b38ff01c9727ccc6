"""What SMILE is measured against: exact match and token F1, as SQuAD (Rajpurkar et al. 2016) defines them."""

import re
import string
from collections import Counter
from collections.abc import Sequence

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def _tokens(text: str) -> list[str]:
    return _ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split()


def exact_match(prediction: str, references: Sequence[str]) -> float:
    """Returns 1 where the normalised prediction equals one of the normalised references, else 0."""
    tokens = _tokens(prediction)
    return float(any(tokens == _tokens(reference) for reference in references))


def token_f1(prediction: str, references: Sequence[str]) -> float:
    """Returns the highest F1 of the tokens that prediction and reference share, 0 to 1."""
    return max(_f1(_tokens(prediction), _tokens(reference)) for reference in references)


def _f1(prediction: list[str], reference: list[str]) -> float:
    shared = sum((Counter(prediction) & Counter(reference)).values())
    return 2 * shared / (len(prediction) + len(reference)) if shared else 0.0
