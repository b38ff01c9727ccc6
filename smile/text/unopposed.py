"""Whether something in an answer speaks against a reference that it mentions."""

from collections.abc import Sequence

from ..choices import SMILE_NORMALIZATION
from .lazy_patterns import lazy_re
from .normalization import words
from .refusals import says, word_lists
from .values.denials import rejects
from .values.numbers import has_number

_WORD = lazy_re(r"[^\W_]+")
_REST_OF_CLAUSE = lazy_re(r"[^.,;:!?\n\u2014]*")

# Longer ones tell more than what they name.
_LONGEST_UNOPPOSED = 80
# So many words around a mention of a noun name no other thing; words that begin alike are forms of one.
_MOST_WORDS_AROUND = 2
_STEM = 5


def is_unopposed(around: Sequence[str], references: Sequence[str], question: str | None) -> bool:
    """Whether nothing in an answer speaks against a reference that it mentions: no rejection, nothing else of its kind.

    `around` is what stands before, between and after its mentions.

    >>> is_unopposed(["Maybe ", "?"], ["Bell"], None), is_unopposed(["Meucci, or ", ""], ["Bell"], None)
    (True, False)
    >>> is_unopposed(["The patellar bone, or ", " for short."], ["patella"], None)
    True
    """
    said = " ".join(around)
    # "A or B" may be two names of one thing, "A or B or C" is a choice.
    if len(said) > _LONGEST_UNOPPOSED or "\n" in said or (n_or := said.split().count("or")) > 1 or rejects(said):
        return False
    known = word_lists()["without content"].union(
        words(question or "", SMILE_NORMALIZATION, "en"),
        *(words(text, SMILE_NORMALIZATION, "en") for text in references if len(text) <= _LONGEST_UNOPPOSED),
    )
    left = [token for token in _WORD.findall(said) if says(token, known, "en")]
    is_number = any(map(has_number, references))
    if n_or and left and (is_number or any(map(_has_capital, references))):
        return False
    if is_number:
        return not any(map(has_number, left))
    if any(map(_has_capital, references)) and _has_capital(said):
        return not any(map(_has_capital, left))
    stems = tuple(word[:_STEM] for word in known if len(word) >= _STEM)
    left = [token for token in left if not token.lower().startswith(stems)]
    return len(left) <= _MOST_WORDS_AROUND and not says(_REST_OF_CLAUSE.sub("", around[-1], 1), known, "en")


def _has_capital(text: str) -> bool:
    return text != text.lower()
