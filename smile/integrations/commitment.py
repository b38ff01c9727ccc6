"""Does an answer commit to one thing? Answers that game a reward name several candidates, or take back what they name.

Only rewards ask this. A metric accepts an answer that names the reference among others, like most human labels.

A list can have any separator, so no separator is looked for. What the answer asserts is cut into pieces at every sign,
line break and joining word. The references, the question's words and words without content are left out. If a sentence
has other words of its own, they explain its names and numbers: "Rome, where he died in 1901". Without such words, each
piece that is a name or a number like the reference is another candidate: "Rome, Oslo".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile

from smile.caches import cached

from ..constants import SMILE_NORMALIZATION
from ..lazy_patterns import lazy_re
from ..text.clauses import SENTENCE_END, Span, has_negation, is_negation
from ..text.languages import english_function_words
from ..text.normalization import normalized_text_to_encode, normalized_words
from ..text.numerals import is_number
from ..text.refusals import refusal_probability, word_lists
from ..text.values.closed.yes_no import stated_polarity
from ..text.values.date_grammar import MONTHS
from ..text.values.names.name_table import kinds_of_place
from ..text.view import View, view_of

# In place of a mention of a reference.
_X = "\x00"
_SAID = lazy_re(r"\w+|[^\w\s]")
# A text with fewer different words and signs than this share, of up to so many, only repeats itself.
_SHARE_OF_DIFFERENT, _FEWEST_SAID, _MOST_SAID = 0.2, 40, 200
_SURE_REFUSAL = 0.97
_MONTHS = frozenset((*MONTHS, *(name[:3] for name in MONTHS), "sept"))
_YEAR = lazy_re(r"1\d{3}|20\d\d")
_YEAR_OF_DATE = lazy_re(rf"(?<={_X}),? (?:of )?\d{{4}}\b")
_REJECTED_ROW = lazy_re(r"(?im:^.*\|\W*(?:no|false|wrong|incorrect)\W*$)")
# Numbers and letters of items, tags, and joining words.
_BREAK = lazy_re(
    r"(?m:(?:^|(?<=\s))[(\[]?(?:\d{1,2}|[A-Za-z]|[ivx]{1,4})[)\]](?=\s+[\w*\"\x00])|^\s*(?:\d{1,2}|[A-J])[.:](?=\s)"
    r"|</?\w[^<>]*>|\b(?:as well as|followed by|known as|and|or|nor|but|so|then|plus|with|versus|vs|aka|alias|besides?"
    r"|while|whereas|otherwise)\b)"
)
_TOKEN = lazy_re(r"\x00|[^\W_]+(?:(?:['\u2019.-](?=[^\W_])|(?<=\d)[,:](?=\d))[^\W_]+)*|\n|\S")
_ABBREVIATED = lazy_re(r"[A-HJ-UWYZ]|Dr|Jr|Mrs?|Ms|Mt|Sr|St|No")
_CAPITALISED = lazy_re(r"\b[A-Z][a-z]{2,}")
# What follows one of these is explained, unless one of them leads to the reference, too: "in Rome, in Oslo".
_LEADS = frozenset(
    "across after against among around as at before between by during for from in inside into near of on onto over"
    " per since through throughout till to toward towards under until upon via within like than including".split()
)
_ARTICLES = frozenset("the a an his her its their our my".split())
_VERBS = frozenset("is are was were be been has have had do does did can could will would".split())
_CLAUSES = frozenset("who which that what because when where".split())
_FILLER = frozenset(
    "option possible plausible likely candidate alternative alternatively choice wrong false former next first second"
    " third another final correction maybe perhaps".split()
)
_OPEN = lazy_re(r"(?i:\bor\b|/|\?|\b(?:perhaps|maybe|possibl[ey]|either|could|may|might|alternatively)\b)")
_FEWEST_IN_LIST = 4
_MOST_WORDS, _MOST_IN_NAME = 5, 2
_PLACE = frozenset("where city town village island capital locate place film".split())
_SEVERAL = lazy_re(r"(?i:\b(?:list|names|members|are|were)\b|\b(?:what|which|who) (?:\w+ ){0,3}\w{3,}[^\Wsu]s\b)")
_SHARE_OF_SEVERAL = 4


@dataclass
class _Piece:
    """A part of an answer: the signs around it, and its words with content.

    `things` are names or numbers of the reference's kind. `begins` and `ends`: a mention of a reference is the first,
    the last word. `is_led`: by a preposition or an article. `has_verb`: behind other words; `is_clause`: between them.
    """

    before: str = ""
    after: str = ""
    is_right: bool = False
    begins: bool = False
    ends: bool = False
    things: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    is_led: bool = False
    has_verb: bool = False
    is_clause: bool = False

    def has_content(self) -> bool:
        return bool(self.is_right or self.things or self.asked or self.others)

    def is_candidate(self) -> bool:
        return bool(self.things) and not (self.is_right or self.is_led or self.is_clause)

    def is_bare(self) -> bool:
        """Whether it is a name, a number or a few words, not a part of a sentence."""
        explains = (
            (self.asked or self.others) if self.is_right else (self.asked and not self.things and self.before != "|")
        )
        return not (self.is_clause or explains or len(self.others) > _MOST_WORDS)


# A question of so many words is repeated by an answer that has this share of the words of both.
_FEWEST_ASKED, _SHARE_ASKED = 3, 0.75


def lack_of_commitment(text: str, references: Sequence[str], question: str | None) -> str:
    r"""Returns why the answer does not commit to one candidate, or "" if it does.

    >>> texts = "Rome\nOslo\nCairo", "Oslo or Rome", "Rome? No, Oslo.", "Rome. I cannot answer it.", "Rome, in 1960"
    >>> [lack_of_commitment(text, ["Rome"], None) for text in texts]
    ['candidates', 'open choice', 'denial', 'refusal', '']
    """
    said = _SAID.findall(text)
    if len(said) >= _FEWEST_SAID and len(set(said[:_MOST_SAID])) < _SHARE_OF_DIFFERENT * min(len(said), _MOST_SAID):
        return "repetition"
    references = [normalized_text_to_encode(reference, SMILE_NORMALIZATION) for reference in references]
    asked = question or ""
    answer = view_of(
        normalized_text_to_encode(_REJECTED_ROW.sub("", text).replace("\t", ";").strip(), SMILE_NORMALIZATION)
    )
    # A question such as "What was the original price?" asks for what answers recall, but not for "not $30".
    asserted = answer.asserted(asked if has_negation(asked) else None)
    if mentions := _mentions(answer, references):
        last = SENTENCE_END.split(answer.text)[-1]
        if refusal_probability(last) > _SURE_REFUSAL and not _mentions(view_of(last), references):
            return "refusal"
        # The denial may have any subject: its own words repeat "the capital" in "The capital is not Rome".
        is_denied = answer.stance(mentions[-1], answer.text) not in ("says", "asks")
        if is_denied or not _mentions(asserted, references):
            return "denial"
    elif _repeats_words(answer, asked, references):
        return "question repeated"
    return _AssertedPieces(asserted, references, asked).verdict()


def _repeats_words(answer: View, question: str, references: Sequence[str]) -> bool:
    """Whether an answer has most words of the question, in any order, and no word of a reference besides."""
    asked = frozenset(_content_words(question)) - english_function_words()
    said = answer.distinct - english_function_words()
    if any(map(stated_polarity, references)) or len(asked) < _FEWEST_ASKED:
        return False
    new = frozenset(word for reference in references for word in _content_words(reference)) - asked
    return new.isdisjoint(said) and len(asked & said) >= _SHARE_ASKED * len(asked | said)


class _AssertedPieces:
    """The asserted part of an answer, cut into sentences of pieces."""

    def __init__(self, answer: View, references: Sequence[str], question: str) -> None:
        self.question, self.text = question, answer.text
        mentions = _mentions(answer, references)
        self.mentioned = {answer.at(span) for span in mentions}
        self.asked = self.skipped = frozenset(_content_words(question))
        meant = " ".join(self.mentioned or references)
        if self.asked.issuperset(_content_words(meant)) and " or " in question:
            before, _, options = question.partition(" or ")
            self.skipped -= frozenset(_content_words(" ".join(before.split()[-2:]))).union(_content_words(options))
        if not mentions:
            parts = frozenset(_content_words(" ".join(references))) - english_function_words()
            mentions = [span for span in answer.tokens if not parts.isdisjoint(_content_words(answer.at(span)))]
        numbers = list(filter(is_number, _content_words(meant)))
        self.is_date = bool(numbers) and not _MONTHS.isdisjoint(meant.lower().replace(".", "").split())
        self.is_year = bool(numbers) and not self.is_date and all(map(_YEAR.fullmatch, numbers))
        is_name = answer.has_case and meant != meant.lower() and not self.is_date
        self.is_number = bool(numbers) and not (is_name and _CAPITALISED.search(meant))
        self.is_name = is_name and not self.is_number
        masked = _masked(answer, mentions)
        self.sentences = self._read(_BREAK.sub(";", _YEAR_OF_DATE.sub("", masked) if self.is_date else masked))

    def verdict(self) -> str:
        """Returns why the answer does not commit itself; "" if it does."""
        found, n_right = self._candidates(), len({text.lower() for text in self.mentioned})
        n_expected = n_right * (_SHARE_OF_SEVERAL if _SEVERAL.search(self.question) else 1) if n_right > 1 else 0
        if len(found) <= max(n_expected, not n_right):
            return ""
        return "open choice" if len(found) < _FEWEST_IN_LIST and _OPEN.search(self.text) else "candidates"

    def _candidates(self) -> list[_Piece]:
        """Returns the other things that stand in the place of a reference."""
        asserted = [sentence for sentence in self.sentences if sentence[-1].after != "?"]
        sentences = asserted if any(map(_is_right_piece, asserted)) else self.sentences
        pieces = [piece for sentence in sentences for piece in sentence]
        if all(piece.is_bare() for piece in pieces):
            found = [
                each
                for each in pieces
                if (len(each.things) > _MOST_IN_NAME if each.is_right else each.things or each.others)
            ]
        else:
            bare = [sentence for sentence in sentences if not any(piece.others for piece in sentence)]
            right = list(filter(_is_right_piece, bare))
            if not (right and self.mentioned and (self.is_name or self.is_number)):
                return []
            is_framed = any(piece.asked for sentence in right for piece in sentence)
            found = [
                piece for sentence in (right if is_framed else bare) for piece in _uncommitted_candidates(sentence)
            ]
        return [] if self._describe(found, pieces) else found

    def _describe(self, found: Sequence[_Piece], pieces: Sequence[_Piece]) -> bool:
        """Whether all that is found only says more of the reference before it: "Rome, Italy", "tin (Sn)"."""
        if not found or not any(piece.is_right for piece in pieces[: pieces.index(found[0])]):
            return False
        texts = [" ".join(piece.things) for piece in found]
        if not self.asked.isdisjoint(_PLACE):
            return len(found) < 3 and bool(kinds_of_place(texts[-1])) and not any(map(kinds_of_place, self.mentioned))
        is_added = len(found) == 1 and found[0].before == "(" and texts[0].isalpha()
        return is_added and any(_abbreviates(texts[0].lower(), each.lower()) for each in self.mentioned)

    def _read(self, text: str) -> list[list[_Piece]]:
        tokens = [*_TOKEN.findall(text), "\n"]
        before_right = {token.lower() for token, following in pairwise(tokens) if following == _X}
        leads, articles = _LEADS - before_right, _ARTICLES - before_right
        sentences: list[list[_Piece]] = [[]]
        piece, is_led, is_explained, last = _Piece(), False, False, ""
        for word in tokens:
            small = word.lower()
            if word == _X:
                piece.begins |= not piece.has_content()
                piece.is_right, piece.ends, is_led = True, True, False
            elif not word[0].isalnum():
                if word != "." or not _ABBREVIATED.fullmatch(last):
                    if piece.has_content():
                        piece.after = word
                        sentences[-1].append(piece)
                        piece = _Piece()
                    piece.before, is_led = word, False
                    if word in ".?!\n" and sentences[-1]:
                        sentences.append([])
            elif small in leads:
                piece.is_led |= not piece.has_content()
                is_led, is_explained, piece.ends = True, False, False
            elif small in articles:
                piece.is_led |= not piece.has_content()
            elif small in _VERBS or small in _CLAUSES:
                piece.has_verb |= small in _CLAUSES or piece.has_content()
                piece.is_clause |= small in _CLAUSES
                is_led = False
            elif is_led and not (is_explained and word.islower() and self.is_name):
                is_explained |= small not in english_function_words()
            elif (its := self._list_for(word, piece)) is not None:
                its.append(word)
                piece.is_clause |= piece.has_verb
                piece.ends = is_led = False
            last = word
        return list(filter(None, sentences))

    def _list_for(self, token: str, piece: _Piece) -> list[str] | None:
        """Returns the list of a piece to which a word belongs; None if it has no content."""
        small, its = token.lower(), _content_words(token)
        if (self.is_date or self.is_year) and small in _MONTHS:
            return piece.things if self.is_date else None
        is_figure = any(map(is_number, its))
        if (
            small in english_function_words()
            or small in _LEADS
            or small == "one"
            or is_negation(small)
            or (small.endswith("ly") and not kinds_of_place(token))
        ):
            return None
        if self.skipped.issuperset(its):
            return None if is_figure else piece.asked
        if is_figure:
            is_year = any(map(_YEAR.fullmatch, its))
            if self.is_number:
                return piece.things if is_year or not (self.is_date or self.is_year) else None
            return None if is_year else piece.others
        if _filler().issuperset(its):
            return None
        return piece.things if self.is_name and token[0].isupper() else piece.others


def _is_right_piece(sentence: Sequence[_Piece]) -> bool:
    return any(piece.is_right for piece in sentence)


def _uncommitted_candidates(sentence: Sequence[_Piece]) -> list[_Piece]:
    """Returns the candidates of a sentence; if it has words of the question, only those beside a reference."""
    if not any(piece.asked for piece in sentence):
        return [piece for piece in sentence if piece.is_candidate()]
    found: list[_Piece] = []
    for i, right in enumerate(sentence):
        for side, is_at_edge in ((sentence[i + 1 :], right.ends), (sentence[:i][::-1], right.begins)):
            if is_at_edge:
                found += takewhile(lambda piece: piece.is_candidate() and not piece.asked, side)
    return found


@cached()
def _filler() -> frozenset[str]:
    return word_lists()["without content"] | _FILLER


def _content_words(text: str) -> tuple[str, ...]:
    return normalized_words(text, SMILE_NORMALIZATION, "en") if text else ()


def _abbreviates(short: str, name: str) -> bool:
    """Whether a text is a symbol, or has the letters of a name in their order: "Bk" for berkelium."""
    letters = iter(name)
    return len(short) < 3 or (len(short) < max(4, len(name) // 2) and all(letter in letters for letter in short))


def _mentions(answer: View, references: Sequence[str]) -> list[Span]:
    """Returns where an answer mentions references, in order, without mentions within others."""
    found: list[Span] = []
    spans = {
        span
        for reference in references
        if (its := _content_words(reference))
        for span in answer.mentions(reference)
        if len(_content_words(answer.at(span))) <= len(its)
    }
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not found or span[0] >= found[-1][1]:
            found.append(span)
    return found


def _masked(answer: View, mentions: Sequence[Span]) -> str:
    text, end = "", 0
    for start, stop in mentions:
        text, end = text + answer.text[end:start] + _X, stop
    return text + answer.text[end:]
