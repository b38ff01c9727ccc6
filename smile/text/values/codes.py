"""Codes: names and nouns with a number or letter ("Henry VIII", "Plan A", "clause 7(b)"), and identifiers."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...caches import cached
from ...lazy_patterns import lazy_re
from ..clauses import Span
from ..view import RuleName
from .asked_values import AskedValue
from .date_grammar import MONTHS, SEASONS, WEEKDAYS
from .found_values import CLOSE, OTHER, SAME, UNLIKE, Found, Kind, Relation, placed_in_clause
from .numbers import CARDINAL_NUMBERS, ORDINAL_NUMBERS, numbers_in_figures, roman_numbers

# "Plan A", "Hall 4", "clause 7(b)", "version 2.10", "floor 3"
_LABEL_NOUNS = frozenset(
    "chapter act scene part book volume season series episode section article grade level type stage phase category"
    " class page line verse room gate platform question round figure table layer unit rule amendment division plan hall"
    " floor clause step option module version release vitamin hepatitis group team building terminal size form day item"
    " zone paragraph model track bus exit lane hypothesis case note annex appendix schedule method sample tier planet"
    " element place".split()
)
# With a capital they are no name before a number; "pages 3" counts.
_NO_NOUNS = frozenset(
    "the a an and for about than over under least most from with was were are has had not but per are that this only"
    " just nearly almost exactly around roughly approximately between within after before until since into like some"
    " all each every another you they total now then also plus minus equals times page level in on at by to of or circa"
    " during more less it is he she we there sept fall".split()
).union(MONTHS, (name[:3] for name in MONTHS), WEEKDAYS, SEASONS)
_NOUN = rf"(?:{'|'.join(sorted(_LABEL_NOUNS))})"
_NAME = r"[a-z]?[A-Z][\w'.&]+[A-Za-z]"
# "XIV"; but "I" before a verb is the pronoun: "the film that George I think made"
_ROMAN = (
    r"(?!I (?!of|and|was|is|in|had|has|who|or|from|by|as|at|to|on|became|ruled|reigned|died)\w)(?=[IVXL])(?!L\b)"
    r"(?:X{0,3}|XL|LX{0,3})(?:IX|IV|V?I{0,3})(?!\w)"
)
_ORDINAL = rf"(?i:\d{{1,3}}(?:st|nd|rd|th)|(?:twenty ?[- ] ?)?(?:{'|'.join(ORDINAL_NUMBERS)}))"
_CARDINAL = rf"(?i:{'|'.join(CARDINAL_NUMBERS)})"
# What follows in a text that is no label: "5 %", "2.5", "3-1", "5-year", "B. Smith"
_NO_MORE = r"(?![\w%°'’]|[.,:/–-]\d|\s?(?:%|°|×|-year))"
_FIGURES = r"v?\d+(?:\.\d+)*(?:\([a-z\d]\)|[A-Za-z])?"
# "Plan A", "Henry VIII", "version 2.10", "chapter four", "Henry the Eighth"
_LABELLED = lazy_re(
    rf"\b(?P<noun>(?i:{_NOUN})|{_NAME}|OS)(?:(?: |(?<=[a-z])-| [Nn]o\.? ?| [Nn]umber | #)"
    rf"(?P<label>[A-Z](?:\d{{1,3}}|[+-]|(?!\.,?\s?[A-Z]))(?![\w'’])|{_ROMAN}|{_FIGURES})"
    rf"{_NO_MORE}|,? the (?P<nth>{_ORDINAL})(?!\w))"
)
_IN_WORDS = lazy_re(rf"\b(?P<noun>(?i:{_NOUN})) (?P<label>{_CARDINAL})\b")
# "the Second Amendment", "4th floor", "third place"
_ORDERED = lazy_re(rf"\b(?P<label>{_ORDINAL}) (?P<noun>(?i:{_NOUN})|[A-Z][a-z]{{3,}})\b")
_WAR = lazy_re(rf"(?i:\b(?:(?P<nth>{_ORDINAL}) world war|(?:world war|w\.?w\.?)[ -]?(?P<label>{_ROMAN}|\d|one|two))\b)")
# A number after a noun that a reference has, in any case: "henry 8", "henry, the eighth", "plan b"
_AFTER = lazy_re(
    rf"(?i:(?: |-|, ?| no\.? ?| number |:)(?P<label>{_ROMAN}|{_FIGURES}|{_CARDINAL}|[a-z])"
    rf"|,? (?:the )?(?P<nth>{_ORDINAL})){_NO_MORE}"
)

_SEPARATORS = r"[\s()./_\u2010-\u2013-]"
# What identifiers look like: the first that fits is the kind.
_KINDS = {
    # anna.berg@example.org
    "e-mail": lazy_re(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    # https://api.example.org/v2/users, www.example.org, example.org/docs
    "address": lazy_re(
        r"""(?:https?://|\bwww\.)[^\s<>"')\]]+
        |(?<![\w@.])[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|net|edu|gov|info|io|eu|uk|de|fr|it|es|nl|ch|at)\b
         (?:/[^\s<>"')\]]*)?""",
        re.IGNORECASE | re.VERBOSE,
    ),
    # DE89 3704 0044 0532 0130 00
    "account": lazy_re(r"\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{2,4}){3,8}\b"),
    # 192.168.17.4, v2.4.1
    "version": lazy_re(r"(?<![\w.])(?:v(?=\d+\.\d)|(?=\d+\.\d+\.\d))\d+(?:\.\d+)+(?![\w.]*\d)", re.IGNORECASE),
    # +49 30 5557-2081, (415) 555-0132, 978-3-16-148410-0
    "number": lazy_re(
        r"""(?<![\w.,$€£+-])
        (?![12]\d{3}[ /.\u2013-]{1,3}[12]\d{3}(?!\d))       # not 1939-1945
        (?!\d{1,3}(?:[ .]\d{3})+(?![ ().-]?\d)|\d+\.\d+(?![ ./-]?\d))   # not 10 000 000 or 759.9625
        \+?\(?\d(?:[ ()./\u2013-]{0,3}\d){6,}(?![\w%]|[.,]\d)""",
        re.VERBOSE,
    ),
    # "XK-2040-B", "AB12CD34", "B2.07", "GPT-4o", "M6", "7(b)"; not 1500km
    "": lazy_re(
        r"(?<![\w.$€£/-])(?=[\w./()-]*\d)(?=[\d./()-]*[A-Za-z])[A-Za-z\d]+(?:[-./_][A-Za-z\d]+|\([a-z\d]{1,3}\))*"
        r"(?![\w%])"
    ),
}
_FEWEST_SIGNS = 6
# "1:2:3", "1 : 2 : 3", "1 to 2 to 3", "3 parts flour to 2 parts sugar to 1 part salt"
_PARTS = r"\d+(?:\.\d+)?(?: parts?(?: \w+)?)?"
_RATIO = lazy_re(rf"(?<![\w.:]){_PARTS}(?:(?: ?: ?| to ){_PARTS}){{2,}}(?![\w:]|\.\d)")
_NO_CODE = lazy_re(r"(?:mid-)?[\d.,]+(?:st|nd|rd|th|s|k|m|b|t|bn|x|am|pm|h|e-?\d+)?", re.IGNORECASE)
_FEWEST_DIGITS = 7
_MAY_BE_IDENTIFIER = lazy_re(r"@|\.\w|\d.{0,2}\d.{0,2}\d|[A-Za-z][-./(]?\d|\d[-./(]?[A-Za-z]")


class Code(NamedTuple):
    """A noun, or a kind of identifier, and the label that it has: ("plan", "a"), ("e-mail", "ada@example.org")."""

    noun: str = ""
    label: str = ""


def codes_in(text: str) -> Iterator[Found]:
    """Yields the codes of a text.

    >>> [tuple(found.value) for found in codes_in("Plan A, Henry the Eighth, World War II, GPT-4o and ada@example.org")]
    [('world war', '2'), ('plan', 'a'), ('henry', '8'), ('e-mail', 'ada@example.org'), ('', 'gpt4o')]
    """
    taken: list[Span] = []
    for span, code in (*_ratio_codes(text), *_named_codes(text), *_identifiers(text)):
        if code.noun == "version" or not any(span[0] < stop and start < span[1] for start, stop in taken):
            taken.append(span)
            yield Found(CODE, span, code, is_weak=text[slice(*span)].isdigit())


def _ratio_codes(text: str) -> Iterator[tuple[Span, Code]]:
    """Ratios of three numbers or more, by the first one: 2:4:6 is 1:2:3."""
    figures = numbers_in_figures(text)
    for match in _RATIO.finditer(figures.text) if ":" in text or " to " in text else ():
        parts = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", match[0])]
        if all(parts):
            label = ":".join(f"{part / parts[0]:g}" for part in parts)
            yield figures.source(match.span()), Code(f"ratio of {len(parts)}", label)


def _named_codes(text: str) -> Iterator[tuple[Span, Code]]:
    for match in _WAR.finditer(text):
        yield match.span(), Code("world war", _label_of_code(match["nth"] or match["label"]))
    labelled = list(_LABELLED.finditer(text))
    # "Adder 21, Badger 19" counts for each name.
    counted = {
        one["noun"] for one in labelled if (one["label"] or "").isdigit() and one["noun"].lower() not in _LABEL_NOUNS
    }
    for match in (*labelled, *_IN_WORDS.finditer(text), *_ORDERED.finditer(text)):
        if len(counted) > 1 and match["noun"] in counted:
            continue
        noun, found = match["noun"].lower(), match.groupdict()
        label = found["label"] or found["nth"]
        # In capitals every word looks like a name.
        is_name = noun in _LABEL_NOUNS or not (text.isupper() or noun in _NO_NOUNS)
        if is_name and not (len(label) == 4 and label.isdigit()):
            yield match.span(), Code(noun, _label_of_code(label))


def _identifiers(text: str) -> Iterator[tuple[Span, Code]]:
    if not _MAY_BE_IDENTIFIER.search(text):
        return
    for kind, pattern in _KINDS.items():
        for match in pattern.finditer(text):
            key = _key_of_code(kind, match[0])
            if kind == "number":
                # They have separators, zeros or a plus in front, or are too many to count.
                is_one = len(key) >= _FEWEST_DIGITS and (
                    not match[0].isdigit() or key[0] == "0" or (len(key) > 9 and not key.endswith("000"))
                )
            else:
                # "of10" is no code.
                is_one = kind != "" or not (_NO_CODE.fullmatch(match[0]) or (match[0].islower() and match[0].isalnum()))
            if is_one:
                yield match.span(), Code(kind, f"+{key}" if kind == "number" and "+" in match[0] else key)


def codes_like(meant: Found, text: str) -> Iterator[Found]:
    """Yields the codes of a text that have the noun or the punctuation of a given code, in any spelling.

    >>> [found.span for found in codes_like(Found(CODE, (0, 0), Code("henry", "8")), "it was henry viii")]
    [(7, 17)]
    >>> [found.span for found in codes_like(Found(CODE, (0, 0), Code("", "xk2040b")), "the XK 2040 B")]
    [(4, 13)]
    """
    noun, label = meant.value
    found: list[tuple[Span, Code]] = []
    if noun in ("", "account", "number"):
        signs = rf"{_SEPARATORS}{{0,3}}".join(map(re.escape, label.lstrip("+")))
        found = [
            (match.span(), meant.value) for match in re.finditer(rf"(?<![^\W_]){signs}(?![^\W_])", text, re.IGNORECASE)
        ]
    elif noun not in _KINDS:
        for name in re.finditer(rf"\b{re.escape(noun)}(?!\w)", text, re.IGNORECASE):
            if after := _AFTER.match(text, name.end()):
                code = Code(noun, _label_of_code(after["label"] or after["nth"]))
                found.append(((name.start(), after.end()), code))
    return (placed_in_clause(Found(CODE, *one), text) for one in found)


def _key_of_code(kind: str, text: str) -> str:
    if kind == "address":
        return re.sub(r"^(?:https?://)?(?:www\.)?", "", text.lower()).rstrip("/.,:;!?")
    if kind == "e-mail":
        return text.lower().rstrip(".")
    if kind == "version":
        return text.lower().lstrip("v")
    return re.sub(_SEPARATORS, "", text).lstrip("+").lower()


@cached(2**12)
def _label_of_code(label: str) -> str:
    small = re.sub(r"[\s-]", "", label.lower()) if label.lower().startswith("twenty") else label.lower()
    if small in CARDINAL_NUMBERS:
        return str(CARDINAL_NUMBERS[small])
    if small.startswith("twenty") and small[6:] in ORDINAL_NUMBERS:
        return str(20 + ORDINAL_NUMBERS[small[6:]])
    if small in ORDINAL_NUMBERS or re.fullmatch(r"\d+(?:st|nd|rd|th)", small):
        return str(ORDINAL_NUMBERS.get(small) or small[:-2])
    if len(label) > 1 and label.upper() in roman_numbers():
        return str(roman_numbers()[label.upper()])
    return small.removeprefix("v") if len(small) > 1 else small


def relation_of_codes(meant: Code, said: Code, wanted: AskedValue) -> Relation:
    """Returns whether a code is the same, a part of it, another code with its noun, or of another noun.

    >>> relation_of_codes(Code("plan", "a"), Code("plan", "b"), AskedValue()).name
    'OTHER'
    >>> relation_of_codes(Code("number", "+49305557"), Code("number", "0305557"), AskedValue()).name
    'SAME'
    """
    (noun, mine), (its_noun, its) = meant, said
    if noun != its_noun:
        return UNLIKE
    if mine == its or (noun and noun not in _KINDS and _number_of_code(mine) == _number_of_code(its)):
        return SAME
    if noun in ("e-mail", "address", "version"):
        return OTHER
    if noun in ("account", "number"):
        # +49 30 5557 2081 and 030 5557 2081 differ in the code of the country.
        long, short = (mine, its) if mine.startswith("+") else (its, mine)
        is_national = mine.startswith("+") != its.startswith("+") and 0 < len(long) - len(short) <= 3
        if mine.lstrip("+") == its.lstrip("+") or (is_national and long.endswith(short.removeprefix("0"))):
            return SAME
        return CLOSE if mine.startswith(its) or its.startswith(mine) else OTHER
    if noun:
        if {mine, its} == {"11", "2"}:
            return CLOSE  # Nicholas 11 is a misread Nicholas II.
        is_alike = mine.isdigit() == its.isdigit() and (len(mine) > 1) == (len(its) > 1)
        return (
            OTHER
            if is_alike or mine[0] == its[0] or len(mine) == len(its) or mine.isdigit() == its.isdigit()
            else CLOSE
        )
    shapes = {re.sub(r"\d+", "0", re.sub(r"[a-z]+", "a", label)) for label in (mine, its)}
    if mine.startswith(its) or its.startswith(mine):
        return OTHER if its[:-1] == mine and its[-1].isalpha() else CLOSE  # GPT-4o is no GPT-4.
    return OTHER if len(shapes) == 1 and (mine[0] == its[0] or len(mine) > 5) else UNLIKE


def _number_of_code(label: str) -> str:
    """Returns "5" for "v"."""
    return str(roman_numbers().get(label.upper(), label))


def _rule_of_code(code: Code, wanted: AskedValue) -> RuleName:
    is_identifier = code.noun in _KINDS and (code.noun or len(code.label) >= _FEWEST_SIGNS)
    return "identifier" if is_identifier else "name with a number"


_MAY_BE = lazy_re(r"[a-z] (?:[A-Z]|[IVXL]{2,8})(?![\w'])|@|[a-z]\.[a-z]|\b[Ww][Ww][IT]")
CODE = Kind(
    "name with a number", _MAY_BE.search, codes_in, relation_of_codes,
    reveal=codes_like, rule=_rule_of_code, is_label=True, may_be_old=True,
)  # fmt: skip
