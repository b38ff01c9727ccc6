"""A text that is rewritten piece by piece, the words of a language, and times of day in figures."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

import regex

from ...caches import cached
from ...tsv import read_tsv_table
from ..clauses import Span
from ..detection import function_words_of

SCALES = {"trillion": 12, "billion": 9, "million": 6, "thousand": 3}
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
# Digits and signs of Arabic, and the full stops and commas of Chinese and Japanese; as many characters as before.
_SIGNS = {
    **{chr(zero + digit): str(digit) for zero in (0x660, 0x6F0) for digit in range(10)},
    "٫": ".", "٬": ",", "٪": "%", "،": ",", "؛": ";", "؟": "?", "。": ".", "、": ",", "「": '"', "」": '"', "〜": "-",
}  # fmt: skip
# Arabic writes the vowel signs of few words.
VOWELS = regex.compile("[\u064b-\u0652]")
WORD = regex.compile(r"[\p{L}\p{M}]+(?:(?<=\p{L})'(?=\p{L}))?")

_CENTS = "cents"
_MONEY = frozenset(("dollars", "francs", "pesos", "pounds", "yen", "reais"))
DAY_PARTS = ("am", "pm", "night")
PAST = {"and half": 30, "and quarter": 15, "less quarter": -15}
BEFORE = {"half to": -30, "quarter past": 15, "quarter to": -15}
_OF_TIME = frozenset(("at", "at o'clock", "o'clock", *DAY_PARTS, *PAST, *BEFORE))

Piece = tuple[int, int, str | None]


class RewrittenText:
    """A text that is rewritten piece by piece, which knows where each character comes from and which are final."""

    def __init__(self, own: str) -> None:
        signs = [(place, _SIGNS.get(sign, sign)) for place, sign in enumerate(own) if not VOWELS.match(sign)]
        self.text = "".join(sign for _, sign in signs)
        self.origin: list[Span] = [(place, place + 1) for place, _ in signs]
        self.is_done = [False] * len(signs)

    def sub(
        self, pattern: regex.Pattern[str], write: Callable[[regex.Match[str]], str | None], is_final: bool = False
    ) -> None:
        """Puts what a function writes in the place of each match, unless that is None."""
        if pattern.search(self.text):
            self.put(((*match.span(), write(match)) for match in pattern.finditer(self.text)), is_final)

    def put(self, pieces: Iterable[Piece], is_final: bool = False) -> None:
        """Puts pieces in their places, in order; words that are written already stay, unless it `is_final`."""
        text: list[str] = []
        origin: list[Span] = []
        is_done: list[bool] = []
        last = 0
        for start, stop, piece in list(pieces):
            if piece is None or start < last or (any(self.is_done[start:stop]) and not is_final):
                continue
            own = (self.origin[start][0], self.origin[stop - 1][1])
            # Chinese and Japanese write no spaces around a value.
            before = " " if start and self.text[start - 1].isalnum() and piece else ""
            after = " " if stop < len(self.text) and self.text[stop].isalnum() and piece else ""
            piece = before + piece + after
            text += [self.text[last:start], piece]
            origin += [*self.origin[last:start], *[own] * len(piece)]
            if not piece and origin:
                # What is left out belongs to what stands before.
                origin[-1] = (origin[-1][0], own[1])
            is_done += [*self.is_done[last:start], *map(str.isalpha, piece)]
            last = stop
        self.text = "".join((*text, self.text[last:]))
        self.origin = [*origin, *self.origin[last:]]
        self.is_done = [*is_done, *self.is_done[last:]]


class LocaleWords:
    """The words of a language.

    Attributes:
        english: By kind ("unit", "grammar"), the English of each form; a form is its words in small letters.
        forms: By their English, the expressions that find the forms of grammar words.
    """

    def __init__(self, language: str) -> None:
        self.english: dict[str, dict[str, str]] = defaultdict(dict)
        self.forms: dict[str, list[str]] = defaultdict(list)
        folder = Path(__file__).parent
        for code, kind, english, forms in read_tsv_table(folder, "cldr.tsv"):
            for form in forms.split("|") if code == language else ():
                self._add(kind, english, form)
        for code, english, forms in read_tsv_table(folder, "more_words.tsv"):
            for form in forms.split("|") if code == language else ():
                self.forms[english].append(form)
                self._add(_kind_of_word(english, self.english), english, form)
        self.function_words = function_words_of(language)
        self.grammar = frozenset(self.english["grammar"].values())

    def _add(self, kind: str, english: str, form: str) -> None:
        self.english[kind][form_key(form) or form] = english

    def any_of(self, *english: str) -> str:
        """Returns an expression for the forms of English words; it matches nothing where there are none."""
        forms = sorted((form for each in english for form in self.forms.get(each, ())), key=len, reverse=True)
        return "|".join(regex.escape(form).replace(r"\ ", r"\s") for form in forms) or "(?!)"


words_of = cached()(LocaleWords)


def _kind_of_word(english: str, known: dict[str, dict[str, str]]) -> str:
    if english in SCALES:
        return "scale"
    if english in MONTHS:
        return "month"
    if english.isdigit() or english.startswith("hour "):
        return "number" if english.isdigit() else "hour"
    if english in _MONEY or (english.isupper() and len(english) == 3) or english.startswith(_CENTS):
        return "money"
    if english in _OF_TIME:
        return "time"
    return "unit" if english in known["unit"].values() or english == "percentage points" else "grammar"


def form_key(form: str) -> str:
    """Returns the words of a form in lower case, as the tables of a language have it."""
    return " ".join(WORD.findall(VOWELS.sub("", form.lower())))


def rewritten_clock(minutes: int, part: str | None) -> str:
    """Returns a time of day in figures; the part of the day decides between morning and evening."""
    hour, minute = divmod(minutes % 1440, 60)
    if part is not None and hour <= 12:
        # Of the 24 hours that these languages count, as a bare 9:40 is in the morning.
        is_morning = part == "am" or (part == "night" and (hour < 6 or hour == 12))
        hour = hour % 12 + (0 if is_morning else 12)
    return f"{hour}:{minute:02d}"


def day_part(match: regex.Match[str]) -> str | None:
    """Returns which part of the day a match names; None for none."""
    return next((part for part in DAY_PARTS if match[part]), None)
