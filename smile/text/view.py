"""The view of a text: its words, values and clauses, each found once; and the match that a rule for values finds."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from ..caches import cached
from ..constants import SMILE_NORMALIZATION
from ..lazy_patterns import lazy_re
from .clauses import Span, Stance, clauses, in_lower_case, is_negated_question, only_says, stance
from .languages import english_function_words
from .normalization import normalized_words
from .numerals import is_number
from .written_words import strip_lead_in, written_words

Words = tuple[str, ...]
# The kinds of values, as `items` and the app show them.
RuleName = Literal[
    "alternative", "closed answer", "date", "denial", "formula", "frequency", "identifier", "list", "misspelling",
    "money", "name with a number", "no answer", "number", "opposite", "person", "place", "quantity", "short form",
    "spelling", "time",
]  # fmt: skip
# How an answer's value relates to the reference's; `smile.scoring.reasons` has a sentence for each.
How = Literal[
    "=", "≈", "another order", "another spelling", "chooses", "chooses another", "chooses none",
    "chooses several", "denies", "has the letter", "holds all", "is in", "is less exact than", "is one of", "lacks",
    "may be", "misspelled", "not", "one more", "refuses", "says", "says another", "says neither",
]  # fmt: skip
_Value = TypeVar("_Value")

# "U.S.A." is one word of three.
_MORE_WORDS = 4

# "well-known", "O'Brien", "1,000.5"
_TOKEN = lazy_re(r"[^\W_]+(?:['\u2019.,-](?=[^\W_])[^\W_]+)*")
_WORD = lazy_re(r"[&#]|[^\W_]+")
_ARTICLE = lazy_re(r"(?:the|an?)\s+(?=\w)")
ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True, slots=True)
class Match:
    """What a rule for values concludes about an answer. Without a match, the words decide.

    Attributes:
        rule: The kind of value.
        is_same: Whether the answer holds the reference's value. False: it commits to another value of the same kind.
        how: How the answer's value relates to the reference's.
        meant: The reference's value, as its text has it.
        said: Where `View.text` has the values that were compared.
        read_as: The answer's value where those are not the answer's own words: "no", or an option of the question.
    """

    rule: RuleName
    is_same: bool
    how: How
    meant: str
    said: tuple[Span, ...] = ()
    read_as: str = ""


class _made_once(Generic[_Value]):  # noqa: N801
    """A property that is computed on first use; faster than `cached_property`, which has a lock."""

    def __init__(self, make: Callable[[Any], _Value]) -> None:
        self._make, self.__doc__ = make, make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, view: "View", owner: type) -> _Value:
        value = self._make(view)
        setattr(view, self._name, value)
        return value


class View:
    """A text as scores and rules read it.

    Attributes:
        given: The text in NFKC.
        text: The same without space around it.
        small: That in lower case, equally long.
    """

    def __init__(
        self, text: str, normalization: str = SMILE_NORMALIZATION, language: str = "en", *, strips: bool = True
    ) -> None:
        self.given, self.text = text, text.strip() if strips else text
        self.small = in_lower_case(self.text)
        self._form = normalization, language
        self._asserted: dict[str | None, View] = {}

    def stance(self, span: Span, question: str | None = None) -> Stance:
        """Returns whether the text says, denies or reports what stands at `span`; see `smile.text.clauses`."""
        return stance(self.text, span, question or "")

    def asserted(self, question: str | None) -> "View":
        """Returns the text with what it denies, reports or recalls replaced by spaces.

        A question that denies ("Which is not a mammal?") asks for what answers deny: then the text is as it is.

        >>> View("It is Lyon, not Paris.").asserted(None).text
        'It is Lyon, not      .'
        """
        if question not in self._asserted:
            places = self._denied_places(question)
            self._asserted[question] = self._blank(places) if places else self
        return self._asserted[question]

    def denied(self, question: str | None) -> "View":
        """Returns the text with what it asserts replaced by spaces.

        >>> View("It is Lyon, not Paris.").denied(None).text.strip()
        'Paris'
        """
        places = self._denied_places(question)
        starts, stops = (0, *(stop for _, stop in places)), (*(start for start, _ in places), len(self.text))
        return self._blank(tuple(zip(starts, stops, strict=True)))

    def _denied_places(self, question: str | None) -> tuple[Span, ...]:
        if only_says(self.text) or is_negated_question(question or ""):
            return ()
        found = clauses(self.text, question or "")
        return tuple(clause.about for clause in found if clause.stance not in ("says", "asks"))

    def _blank(self, places: Sequence[Span]) -> "View":
        text = self.text
        for start, stop in places:
            text = text[:start] + " " * (stop - start) + text[stop:]
        return View(text, *self._form, strips=False)

    @_made_once
    def has_case(self) -> bool:
        """Whether capitals distinguish names from words: some data sets are all in lower case or all in capitals.

        >>> View("Who knows?").has_case, View("in the us").has_case, View("OK").has_case
        (True, False, False)
        """
        return self.text != self.small and not self.text.isupper()

    @_made_once
    def words(self) -> Words:
        """The normalised words."""
        return normalized_words(self.text, *self._form)

    @_made_once
    def norm(self) -> str:
        """The normalised words between spaces, so that `in` finds only whole words in sequence.

        >>> View("in Paris").norm in View("It is in Paris.").norm, View("Pari").norm in View("In Paris").norm
        (True, False)
        """
        return between_spaces(self.words)

    @_made_once
    def distinct(self) -> frozenset[str]:
        """The set of normalised words."""
        return frozenset(self.words)

    @_made_once
    def different(self) -> Words:
        """The distinct normalised words in their order."""
        return tuple(dict.fromkeys(self.words))

    @_made_once
    def content(self) -> Words:
        """The content words of the text. If all its words are function words, all but the articles."""
        left_out = (english_function_words(), ARTICLES)
        content = (tuple(word for word in self.different if word not in light) for light in left_out)
        return next(filter(None, content), self.different)

    @_made_once
    def numbers(self) -> Words:
        """The normalised words that are numbers or contain one.

        >>> View("July 2").numbers
        ('2',)
        """
        return tuple(filter(is_number, self.different))

    @_made_once
    def written(self) -> str:
        """The words as written between spaces: " In the US yes " for "In the U.S., yes."."""
        return f" {' '.join(written_words(self.text))} "

    @_made_once
    def spaced(self) -> str:
        """The words as written, in lower case between spaces, so that `in` finds whole words."""
        return self.written.lower()

    @_made_once
    def proper(self) -> str:
        """A short answer without its lead-in: "France" for "It was France.". It keeps meaningful capitals."""
        return strip_lead_in(self.text if self.has_case else self.small)

    @_made_once
    def tokens(self) -> tuple[Span, ...]:
        """The span of each word; "well-known" is one word."""
        return tuple(token.span() for token in _TOKEN.finditer(self.text))

    @_made_once
    def normalized(self) -> tuple[list[str], list[Span]]:
        """The normalised words, and the span of the token that each comes from."""
        of_tokens = [_normalized_token(self.text[start:stop]) for start, stop in self.tokens]
        its_words = [word for words_of_token in of_tokens for word in words_of_token]
        return its_words, [span for span, found in zip(self.tokens, of_tokens, strict=True) for _ in found]

    def find(self, words: str) -> tuple[Span, ...]:
        """Returns the span of the first occurrence of `words`, preferably as whole words; () if there is none.

        >>> View("Tell us of the U.S.").find("US"), View("It just was us").find("US")
        (((15, 18),), ((12, 14),))
        """
        if not words:
            return ()
        small = words.lower()
        for text, spaced, wanted, read in (
            (self.text, self.written, words, _as_written),
            (self.small, self.spaced, small, _as_written_small),
        ):
            if whole := next(_occurrences_in_view(text, wanted, "_"), None):
                return (whole,)
            if f" {wanted} " in spaced and (found := self.find_as(read, wanted, wanted.count(" ") + 1)):
                return found
        start = self.small.find(small)
        return ((start, start + len(words)),) if start >= 0 else ()

    def find_as(self, read: Callable[[str], object], wanted: object, n_words: int) -> tuple[Span, ...]:
        """Returns the span of the first run of at least `n_words` words for which `read` returns `wanted`.

        >>> View("In the U. S., yes").find_as(lambda words: words.replace(". ", ""), "US", 1)
        ((7, 11),)
        """
        spans = [word.span() for word in _WORD.finditer(self.text)]
        for size in range(n_words, n_words + _MORE_WORDS):
            for (start, _), (_, stop) in zip(spans, spans[size - 1 :], strict=False):
                if read(self.text[start:stop]) == wanted:
                    return ((start, stop),)
        return ()

    def mentions(self, reference: str) -> list[Span]:
        """Returns the spans that mention a reference, without its article: as written, or else in other word forms.

        >>> View("Not Nile, the Nile").mentions("the Nile"), View("It is four.").mentions("4")
        ([(4, 8), (14, 18)], [(6, 10)])
        """
        return self.written_mentions(reference) or self.word_mentions(reference)

    def word_mentions(self, reference: str) -> list[Span]:
        """Returns the spans that have the words of a reference, without its article, in any word form."""
        wanted = normalized_words(reference, SMILE_NORMALIZATION, "en")
        while len(wanted) > 1 and wanted[0] in ("a", "an", "the"):
            wanted = wanted[1:]
        said, spans = self.normalized
        # Most answers have none of the words.
        if wanted[0] not in said:
            return []
        size = len(wanted)
        return [
            (spans[first][0], spans[first + size - 1][1])
            for first in range(len(said) - size + 1)
            if tuple(said[first : first + size]) == wanted
        ]

    def written_mentions(self, reference: str) -> list[Span]:
        """Returns the spans that have a reference as written, without its article and in any case."""
        return list(_occurrences_in_view(self.small, _without_article(reference.lower())))

    def match(self, rule: RuleName, is_same: bool, how: How, said: str | Sequence[str], meant: str) -> Match:
        """Returns a match for one or several values of the answer, with their spans where they are found."""
        values = [said] if isinstance(said, str) else said
        found = [self.find(value) for value in values]
        if all(found):
            return Match(rule, is_same, how, meant, tuple(span for spans in found for span in spans))
        return Match(rule, is_same, how, meant, read_as="; ".join(values))

    def at(self, span: Span) -> str:
        """Returns the text of a span."""
        return self.text[slice(*span)]

    def quoted(self, match: Match) -> list[str]:
        """Returns the answer's words for the values that a match compares."""
        return list(map(self.at, match.said))


def _occurrences_in_view(text: str, wanted: str, letters: str = "") -> Iterator[Span]:
    """Yields the span of each occurrence of `wanted` that is not part of a longer word, nor beside one of `letters`.

    A regular expression is not worth compiling, because each `wanted` is searched for only once.
    """
    start = text.find(wanted)
    while start >= 0:
        stop = start + len(wanted)
        if not any(
            sign.isalnum() or sign in letters for sign in text[max(start - 1, 0) : start] + text[stop : stop + 1]
        ):
            yield start, stop
            start = stop - 1
        start = text.find(wanted, start + 1)


@cached(2**14)
def _normalized_token(token: str) -> tuple[str, ...]:
    return normalized_words(token, SMILE_NORMALIZATION, "en")


def _as_written(text: str) -> str:
    return " ".join(written_words(text))


def _as_written_small(text: str) -> str:
    return _as_written(text).lower()


# A row's references follow each other, so that few answers are enough to keep.
@cached(64)
def view_of(text: str) -> View:
    """Returns the view of a text in NFKC."""
    return View(text)


def between_spaces(words: Words) -> str:
    """Returns words as a string between spaces; see `View.norm`."""
    return f" {' '.join(words)} "


def _without_article(text: str) -> str:
    article = _ARTICLE.match(text)
    return text[article.end() :] if article else text
