"""Splits texts into the items that they list."""

import re
from dataclasses import dataclass
from itertools import zip_longest

from ....caches import cached
from ....constants import SMILE_NORMALIZATION
from ....lazy_patterns import lazy_re
from ...clauses import has_negation
from ...normalization import normalized_words

_NO_ITEM = lazy_re(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|who|which|that|because|where|when|while"
    r"|though|it|he|she|they|but|can|could|will|would|may|might|must)\b",
    re.IGNORECASE,
)
_BEFORE_AN_ITEM = lazy_re(
    r"\A(?:(?:[-*•·–]|\d{1,2}[.)](?=\s)|[A-Ha-h]\))\s*|(?:and|&|or|plus|also|both|either|then|perhaps"
    r"|maybe|possibly|probably|the|an?|in|at|on|by|from|of|with|to|as well as|for|it(?: was| is|'s))\s+)+",
    re.IGNORECASE,
)
# No comma within 1,000, no slash within km/h or AC/DC.
_SEPARATOR = lazy_re(
    r"\s*(?:\n\s*(?:[-*•·–]|\d{1,2}[.)])?\s*|;|,(?!\d)|\s/\s|(?<=[^\W\d_]{3})/(?=[^\W\d_]{3})|\?(?=\s)"
    r"|\s(?:and|&|plus|or(?! so\b)|as well as|along with|together with)(?=\s))\s*",
    re.IGNORECASE,
)
# After a comma.
_CONJUNCTION = lazy_re(r"\A(?:and|&|or|plus|as well as)\s+", re.IGNORECASE)
_BRACKETS = lazy_re(r"\s*[(\[][^()\[\]]*[)\]]", re.IGNORECASE)
_LEAD_IN = lazy_re(
    r"(?:[^,;:\n.?]{1,60}:|(?:(?!\b(?:and|or|plus)\b)[\w' -]){0,60}?\b(?:is|are|was|were|includes?"
    r"|included|be|been|being))\s+(?=\S)",
    re.IGNORECASE,
)
# Bullets, numbers, boxes to tick and pictures; the number may be in bold with the item.
_LIST_LINE = lazy_re(
    r"(?m-i:^([ \t]*)(?:(?:[-*•·–+]|\d{1,2}[.)])\s+|\*\*\d{1,2}[.)]\s*|(?=[^\w\s\x00-\xff]))(?:\[["
    r" xX]\]\s+)?(?:[^\w\s\x00-\xff\u2010-\u2027]+\s+)?([^\n]*\w[^\n]*)$)",
    re.IGNORECASE,
)
_LINE_LABEL = lazy_re(r"(\w+(?: \w+){0,3}):\s+(?=\S)", re.IGNORECASE)
# What follows an item in its line says more of it.
_AFTER_HEAD = lazy_re(r"\*+|:\s|\s[-–—(]|\s?—|[.;]\s|,\s", re.IGNORECASE)

# They belong to the item before their comma.
_SUFFIXES = frozenset(("jr", "jr.", "sr", "sr.", "inc", "inc.", "ltd", "ltd.", "d.c", "d.c.", "dc", "respectively"))
_FEWEST_LINES, _MOST_LINES = 2, 40
_MOST_WORDS = 4
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list: its text, and its normalised words between spaces, without article and preposition."""

    text: str
    spaced: str


def list_item_words(text: str) -> str:
    """Returns the normalised words of a text between spaces.

    >>> list_item_words("The Cats!")
    ' the cat '
    """
    return f" {' '.join(normalized_words(text, SMILE_NORMALIZATION, 'en'))} "


def list_without_brackets(text: str) -> str:
    """Returns a text without what stands in brackets.

    >>> list_without_brackets("oxygen (about a fifth) plus nitrogen")
    'oxygen plus nitrogen'
    """
    return _BRACKETS.sub("", text) if "(" in text or "[" in text else text


def list_pieces(text: str) -> list[str]:
    """Returns the parts between commas, semicolons, slashes, line breaks, "and", "plus" and the like.

    >>> list_pieces("two cats, a dog & 1,000 mice"), list_pieces("Washington, D.C. and Martin Luther King, Jr.")
    (['two cats', 'a dog', '1,000 mice'], ['Washington, D.C.', 'Martin Luther King, Jr.'])
    """
    found: list[str] = []
    for part in _SEPARATOR.split(text.strip()):
        piece = _CONJUNCTION.sub("", part)
        if found and piece.lower().strip() in _SUFFIXES:
            found[-1] += f", {piece}"
        elif piece.strip(" .,:;!?-\"'"):
            found.append(piece)
    return found


def list_items(text: str) -> list[Item]:
    """Returns the items that a text lists, without lead-ins.

    >>> [item.text for item in list_items("Sony, in Japan")]
    ['Sony', 'Japan']
    """
    bare = (_BEFORE_AN_ITEM.sub("", piece, count=1) for piece in list_pieces(text))
    stripped = (one.strip(" .,:;!?\"'") or one for one in bare)
    return [Item(one, list_item_words(one)) for one in stripped if one]


@cached(256)
def items_of_lines(answer: str) -> tuple[str, ...]:
    r"""Returns the names in the lines of a Markdown list, without their descriptions; nothing for other answers.

    >>> items_of_lines("They are:\n1. **Red**: warm\n2. **Blue** - cool\n\nAll else is mixed.")
    ('Red', 'Blue')
    >>> items_of_lines("- Period 1: helium (He)\n- Period 2: neon (Ne)")
    ('helium', 'neon')
    """
    found = list(_LIST_LINE.finditer(answer)) if "\n" in answer else []
    # A line above others that are set in heads them.
    lines = [line[2] for line, below in zip_longest(found, found[1:]) if not (below and len(below[1]) > len(line[1]))]
    if not _FEWEST_LINES <= len(lines) <= _MOST_LINES:
        return ()
    labels = [_LINE_LABEL.match(line) for line in lines]
    if all(labels) and len({label[1].split()[0].lower() for label in labels if label}) == 1:
        lines = [line[label.end() :] for line, label in zip(lines, labels, strict=True) if label]
    heads = (_AFTER_HEAD.split(line.strip(" *_`"), maxsplit=1)[0].strip(" *_`.,;:") for line in lines)
    return tuple(head for head in heads if head)


@cached(256)
def stated_items(answer: str) -> tuple[Item, ...]:
    """Returns the items if the whole answer is a list of short items or a single one, otherwise nothing.

    >>> [item.text for item in stated_items("The colours are red, green (light) and blue.")]
    ['red', 'green', 'blue']
    >>> stated_items("Winslet and DiCaprio; the director was James Cameron.")
    ()
    """
    if len(answer) > _LONGEST:
        return ()
    text = list_without_lead_in(list_without_brackets(answer).strip())
    return tuple(list_items(text)) if all(map(is_list_item, list_pieces(text))) else ()


def list_without_lead_in(text: str) -> str:
    """Returns a text without "The answer is", "The colours are:" and the like.

    >>> list_without_lead_in("The three colours are: red, green and blue")
    'red, green and blue'
    >>> list_without_lead_in("salt and pepper are dear")
    'salt and pepper are dear'
    """
    for _ in range(2):
        lead = _LEAD_IN.match(text)
        if not lead or text[0] in "-*•·–":
            break
        text = text[lead.end() :]
    return text


def is_list_item(piece: str) -> bool:
    """Returns whether a piece of a text is short and no clause.

    >>> is_list_item("the United Arab Emirates"), is_list_item("who left")
    (True, False)
    """
    bare = _BEFORE_AN_ITEM.sub("", piece, count=1)
    return len(bare.split()) <= _MOST_WORDS and not _NO_ITEM.search(bare) and not has_negation(bare)
