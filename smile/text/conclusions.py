r"""Finds the conclusion of an output without a labelled answer: its last sentence or its bold phrase."""

import re

from ..lazy_patterns import lazy_re
from .clauses import INSTEAD_OF, NOT, SENTENCE_END
from .refusals import is_refusal
from .values.numbers import has_number

# Below this number of words, or signs, an answer is short: all of it is read.
_LONG = 12
_SHORT = 50

# Each alternative begins with a letter of its own: Python finds these fast.
_CONCLUDES = lazy_re(
    r"(?:So|Therefore|Thus|Hence|Consequently|Accordingly|Ultimately|Ergo|All in all|All things considered"
    r"|In conclusion|In short|In the end|To conclude|To sum up|That leaves|This leaves|Which leaves|I'd go with"
    r"|I'll go with|I would go with|I will go with|I'd pick|I'll pick|I'd say|My guess is|My best guess is)\b"
)
# "..., so it is Y"
_WITHIN = lazy_re(
    r"[,;] (?:and )?(?:so|therefore|thus),? (?=(?:it|that|this|he|she|they)(?:'s| (?:is|was|are|were|must)) )"
)
# A text that deliberates before it concludes.
_DELIBERATES = lazy_re(
    r"\b(?:let me|let's|let us|i|i'm|i'd|i'll|i've|we|we're|me|wait|hmm+|okay|ok|step \d+|first of all|at first|first,"
    r"|the question|asks|asked|asking|consider(?:ing)?|candidates|options?|possibilit(?:y|ies)|clues?|rules? out"
    r"|ruled out|might|maybe|perhaps|possibly|could be|may be|must be|probably|seems?|initially|guess|suppose|recall"
    r"|remember|but|though|although|however|whereas|instead|actually|as the table)\b",
    re.IGNORECASE,
)
_IS_IT = lazy_re(
    r"\W*(?:it|this|that|he|she|they|these|those)"
    r"(?:'s| (?:is|was|are|were|(?:must|has to|would|should) (?:be|have been)))\b(?! not\b)",
    re.IGNORECASE,
)
_NAMES = lazy_re(r"[A-Z`]|\*\*")
# A step within the last sentence: "..., thus, Rome".
_STEP = lazy_re(r",? (?:and )?(?:therefore|thus|hence),? |[,;] so[ ]", re.IGNORECASE)
_LONGEST_CONCLUSION = 400
_LONGEST_THOUGHT = 4000
_LEAST_REPEATED = 0.7

LIST_LINE = lazy_re(r"\s*(?:[-*•+] |\d{1,3}[.)] |\|)")
_BOLD = lazy_re(r"(?<![*\w])\*\*(?![\s*])([^*\n]{1,80})(?<!\s)\*\*(?![*\w])")
# A bold line, or the label of one.
_HEADING_END = lazy_re(r":|[^\w\n]*\n")
_SET_ASIDE = lazy_re(rf"(?:\b(?:{NOT}|{INSTEAD_OF})|n't)(?: \w{{1,4}}){{0,2}} ?$", re.IGNORECASE)
_EMPHASIS = frozenset("not no never only all always also both however but and or very must is was are note yes".split())


def may_conclude(text: str) -> bool:
    """Returns whether a text may state a conclusion (a quick test; most answers do not)."""
    if len(text) <= _SHORT:
        return False
    has_word = " so " in text or " thus " in text or " therefore" in text
    return has_word or _CONCLUDES.search(text) is not None


def concluding_sentence(text: str) -> str | None:
    """Returns the last sentence if it concludes a deliberation ("So it is Paris.")."""
    text = text.rstrip()
    tail = max(0, len(text) - _LONGEST_CONCLUSION)
    signs = [match for pattern in (_CONCLUDES, _WITHIN) for match in pattern.finditer(text, tail)]
    if not signs:
        return None
    sign = max(signs, key=lambda match: match.start())
    before, part = text[: sign.start()].rstrip(" \t*_"), text[sign.end() :].lstrip("*_, :")
    is_last = before.endswith("\n") or SENTENCE_END.search(part) is None
    if (
        not _is_long_output(before)
        or (sign[0][0] not in ",;" and before[-1] not in '.!?:;)]"”*`|\n')
        or "\n" in part
        or not is_last
        or is_refusal(part)
        or conclusion_repeats_opening(part, before)
    ):
        return None
    is_named = _NAMES.search(part) is not None or has_number(part)
    is_meant = is_named and _DELIBERATES.search(before, max(0, len(before) - _LONGEST_THOUGHT))
    if not is_meant and not _IS_IT.match(part):
        return None
    steps = list(_STEP.finditer(part))
    return part[steps[-1].end() :] if steps else part


def conclusion_repeats_opening(part: str, before: str) -> bool:
    """Returns whether a part only repeats the beginning of the text: "Yes, because ... So the answer is yes."."""
    opening = before.lstrip()[: 2 * _LONGEST_CONCLUSION]
    if end := SENTENCE_END.search(opening):
        opening = opening[: end.start()]
    first, last = (set(re.findall(r"\w+", sentence.lower())) for sentence in (opening, part))
    is_longer = len(last) > 3 and not opening.endswith("?") and "or" not in first
    return first == last or (is_longer and len(first & last) >= _LEAST_REPEATED * len(last))


def bold_conclusion(text: str) -> str | None:
    """Returns the phrase in bold of a long text that has just one, unless it is a heading."""
    if "**" not in text or not _is_long_output(text):
        return None
    found = None
    for bold in _BOLD.finditer(text):
        phrase = bold[1].rstrip(".,;!")
        if phrase.lower() in _EMPHASIS:
            continue
        begins_line = bold.start() == 0 or text[bold.start() - 1] == "\n"
        is_heading = phrase.endswith(":") or (begins_line and _HEADING_END.match(text, bold.end()))
        if found or is_heading or _SET_ASIDE.search(text[max(0, bold.start() - 40) : bold.start()]):
            return None
        found = phrase
    return found


def _is_long_output(text: str) -> bool:
    return len(text.split(maxsplit=_LONG)) >= _LONG


def has_words(text: str) -> bool:
    """Returns whether a text has a letter or a figure."""
    return not text.isascii() or any(map(str.isalnum, text))
