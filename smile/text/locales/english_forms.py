"""Writes the values of other languages as English does, so that the rules for values read them.

"3,5 Mio. Franken", "8月9日" and "halb acht" become "3.5 million francs", "9 August" and "7:30". A word that stands for
no value gets a mark, so that no rule takes it for the English word that it looks like ("am", "war", "once"). Each
character of the result knows where it comes from, so that reasons quote the text's own words.
"""

from dataclasses import replace

import regex

from ...caches import cached
from ..clauses import Span
from ..values.rule_order import find_match_by_rules
from ..view import Match, RuleName, View, view_of
from .chinese_japanese import rewrite_chinese_japanese
from .rewritten_text import RewrittenText
from .spaced_languages import rewrite_spaced_language

# The languages whose values are read.
VALUE_LANGUAGES = frozenset(("de", "es", "fr", "it", "pt", "nl", "pl", "ru", "zh", "ja", "ar"))

# What the rules may say of these texts: values, and names with figures in them. The other rules read English words.
_RULES: frozenset[RuleName] = frozenset(
    ("number", "quantity", "money", "date", "time", "closed answer", "identifier", "denial")
)

_MOST_DENIED = 12
_CHARACTERS = frozenset(("zh", "ja"))


class EnglishForm:
    """A text in English forms.

    Attributes:
        own: The text itself.
        text: The same in English forms.
    """

    def __init__(self, own: str, language: str) -> None:
        self.own = own
        rewritten = RewrittenText(own)
        (rewrite_chinese_japanese if language in _CHARACTERS else rewrite_spaced_language)(rewritten, language)
        self.text, self._origin = rewritten.text, rewritten.origin

    def own_span(self, span: Span) -> Span:
        """Returns the span of the original text that a span of the English form comes from."""
        start, stop = span
        return self._origin[start][0], self._origin[stop - 1][1]

    def own_words(self, words: str) -> str:
        """Returns the original words for a piece of the English form; the whole text if it lacks that piece."""
        start = self.text.find(words)
        return self.own if start < 0 else self.own[slice(*self.own_span((start, start + len(words))))]


@cached(2**12)
def english_form(text: str, language: str) -> EnglishForm:
    """Returns a text in NFKC in English forms.

    >>> english_form("Am 3. März 2018 um halb acht kostete es 3,5 Mio. Franken.", "de").text
    'The 3 March 2018 the 7:30 kosteteq the 3.5 million francs.'
    >>> english_form("水库总库容为26亿立方米。", "zh").text
    '水库总库容为 2.6 billion cubic meters.'
    """
    return EnglishForm(text, language)


def match_of_english_forms(
    reference: str, is_found: bool, answer: View, question: str | None, language: str
) -> Match | None:
    """Returns the match of the rules for values on texts in another language; None if they cannot tell.

    The arguments are those of `smile.text.values.rule_order.find_match_by_rules`.

    >>> answer = View("Es dauert zweihundertfünfzig Tage.")
    >>> match = match_of_english_forms("250 Tage", False, answer, None, "de")
    >>> match.is_same, answer.quoted(match)
    (True, ['zweihundertfünfzig Tage'])
    """
    said, meant = english_form(answer.text, language), english_form(reference.strip(), language)
    asked = english_form(question, language).text if question else ""
    view = view_of(said.text)
    match = _other_direction(meant.text, said.text, asked) or find_match_by_rules(
        meant.text, is_found, view, asked or None
    )
    if (match is None or match.is_same) and _is_contrasted(meant.text, said.text):
        match = Match("denial", False, "denies", meant.text)
    return None if match is None else _in_own_words(match, said, meant)


# "not from lightning, but from an excavator"
_CONTRAST = regex.compile(r"\bnot\b(?! only)(?P<denied>[^.;!?]*)\bbut\b(?! also)(?P<said>.*)", regex.DOTALL)


def _is_contrasted(reference: str, answer: str) -> bool:
    """Whether an answer has all words of a reference before "but" and none after it."""
    meant = view_of(reference).distinct - {"the"}
    found = _CONTRAST.search(answer) if len(meant) <= _MOST_DENIED else None
    if not meant or found is None:
        return False
    denied, said = (view_of(found[part]).distinct for part in ("denied", "said"))
    return meant <= denied and meant.isdisjoint(said) and meant.isdisjoint(view_of(answer[: found.start()]).distinct)


def _other_direction(reference: str, answer: str, question: str) -> Match | None:
    """Returns a match if the answer says "fell" where the reference or the question says "rose", or the reverse."""
    meant = _directions_in_english(reference) or _directions_in_english(question)
    if (
        not _FIGURE.search(reference)
        or len(meant) != 1
        or (said := _directions_in_english(answer)).keys() & meant.keys()
        or not said
    ):
        return None
    own = _directions_in_english(reference)
    text = reference[slice(*next(iter(own.values())))] if own else reference
    return Match("quantity", False, "not", text, tuple(said.values()))


def _directions_in_english(text: str) -> dict[str | None, Span]:
    """Returns where a text first says that something rose, and that it fell."""
    return {match.lastgroup: match.span() for match in reversed(list(_DIRECTION.finditer(text)))}


_FIGURE = regex.compile(r"\d")
_DIRECTION = regex.compile(r"\b(?:(?P<up>rose)|(?P<down>fell))\b")


def _in_own_words(match: Match, answer: EnglishForm, reference: EnglishForm) -> Match | None:
    if match.rule not in _RULES or not (match.said or match.how == "denies"):
        return None
    said = tuple(dict.fromkeys(map(answer.own_span, match.said)))
    meant = "; ".join(dict.fromkeys(reference.own_words(part) for part in match.meant.split("; ")))
    return replace(match, said=said, meant=meant, read_as="")
