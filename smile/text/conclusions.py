r"""What an output settles on without calling it the answer: its last sentence, thing or line, or what is bold."""

import re

from .lazy_patterns import lazy_re
from .refusals import is_refusal
from .values.numbers import has_number
from .view import SENTENCE_END

# Below this number of words, or signs, an answer is short: all of it is read.
_LONG = 12
_SHORT = 50

# Each alternative begins with a letter of its own: Python finds these fast.
_CONCLUDES = lazy_re(
    r"(?P<starts>So|Therefore|Thus|Hence|Consequently|Accordingly|Ultimately|Ergo|All in all|All things considered"
    r"|In conclusion|In short|In the end|To conclude|To sum up|That leaves|This leaves|Which leaves|I'd go with"
    r"|I'll go with|I would go with|I will go with|I'd pick|I'll pick|I'd say|My guess is|My best guess is)\b"
)
# "X is thus Y" is read as a whole, "..., so it is Y" from there.
_WITHIN = lazy_re(
    r"\b(?:is|are|was|were) (?:therefore|thus)\b|, therefore,"
    r"|(?P<begins>[,;] (?:and )?(?:so|therefore|thus),? )"
    r"(?=(?:it|that|this|he|she|they)(?:'s| (?:is|was|are|were|must)) )"
)
# What may end a text; pictures and spaces after it say nothing.
_ENDS = lazy_re(r"[\w.!?)\]}*`\"”’'%°$|:]")
_CLOSES = lazy_re(
    r"(?:^|[.!?)]\s{1,3})(?:let me know|i hope|hope (?:this|that) helps|feel free|please let me"
    r"|if you (?:have|need|would|want)|is there anything|do(?:es)? (?:that|this|you)|confidence)\b.*\s*\Z",
    re.IGNORECASE | re.MULTILINE,
)
# After "So" they tell or suppose something, and conclude nothing: "So far", "So did Ann".
_TELLS_MORE = lazy_re(
    r"\s*(?:-|far|that(?!'s| is| was| would| must| makes| leaves)|much|many|did|do|does|is|was|were|are|has|had|have"
    r"|long|began|ended|started|what|the name|(?:that|this|it)(?:'s| is| was) (?:why|how|because|when))\b",
    re.IGNORECASE,
)
_CONCLUDES_NOTHING = lazy_re(
    r"\?\s*\Z|\b(?:difficult|impossible|unclear|not possible|cannot|can't|depends|varies|vary|hard to|no definitive"
    r"|not clear|unknown)\b",
    re.IGNORECASE,
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

# An arrow, "hence" or "it is" at the end; a computation; a last line or a last label that is none of several.
_LAST_THINGS = {
    "arrow": lazy_re(r"(?:∴|=>|⇒|⟹|→|➡\ufe0f?|[,;] (?:and )?hence )\s*(?P<thing>[^\s→][^\n→]{0,80})\s*\Z"),
    "it is": lazy_re(r"(?:\A|[.!?\n]\s+)(?P<thing>[^\n.!?,;:]{1,60}?),? it is[.!]?\s*\Z"),
    "computed": lazy_re(
        r"(?<!\w)[$€£]?\d[\d.,]*%? ?(?:[-+*/\u2212\u00d7\u00f7\u00b7]|x|times|plus|minus|of) ?[^\n=]{1,60}"
        r"= ?(?P<thing>[-\u2212$€£]?\d[^\n=.;:!?]*(?:\.\d[^\n=.;:!?]*)?)[.!]?\s*\Z"
    ),
    "line": lazy_re(r"[^:\s]\s*\n\s*\n[*_ \t]{0,4}(?P<thing>(?!\d{1,3}[.)]|[-*•+] )[^\n:|?=]{1,60})\s*\Z"),
    "label": lazy_re(
        r"(?:\n\s*\n|(?<!\d)[.!?]\s)[*_]{0,3}[A-Z]\w+(?: \w+){0,2}[*_]{0,3}:[*_]{0,3} (?P<thing>[^\n:|?=]{1,60})\s*\Z"
    ),
}
# A computation that checks, or gives a reason, has the answer before it.
_CHECKS = lazy_re(r"(?:\b(?:check\w*|verif\w*|since|because|as|proof|indeed)\b|[✓✔✅])[^\n]*\Z", re.IGNORECASE)
_IN_SERIES = lazy_re(r"\n[^\n:]{1,40}: \S|^\s*\d{1,2}[.)] |\n\n[^\n]{1,30}\Z", re.MULTILINE)
# Words that a thing is named without: a last line with one of them says something else.
_NO_THING = lazy_re(
    r" - |\b(?:is|are|was|were|be|has|have|had|do|does|did|can|could|will|would|may|might|i|you|your|we|it|they|he|she"
    r"|this|that|not|no|please|thanks?|hope|sources?|references?|note|end|good|great|sorry|cheers|enjoy)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 6
_LONGEST_THING = 64

LIST_LINE = lazy_re(r"\s*(?:[-*•+] |\d{1,3}[.)] |\|)")
# What may stand before a thing in its line, and what ends it.
_BEFORE_THING = lazy_re(r"\W*(?:\d{1,3}[.)]\s+)?\W*")
_AFTER_THING = lazy_re(r"[|:(]|\s[-–—]\s")
# Before a colon at the end of its line.
_LISTS_ANSWERS = lazy_re(r"\b(?:are|were|include|included|following)\b")
_NOT = lazy_re(r"\b(?:not|never|neither)\b|n't\b", re.IGNORECASE)
_FEWEST_LISTED = 3

_BOLD = lazy_re(r"(?<![*\w])\*\*(?![\s*])([^*\n]{1,80})(?<!\s)\*\*(?![*\w])")
# A bold line, or the label of one.
_HEADING_END = lazy_re(r":|[^\w\n]*\n")
# "The **first** man" stresses a word.
_STRESSED = lazy_re(r"[Tt]he \*\*[a-z]+\*\* [a-z]")
_SET_ASIDE = lazy_re(r"(?:\bnot|n't|\bnever|\brather than|\binstead of|\bunlike)(?: \w{1,4}){0,2} ?$", re.IGNORECASE)
_EMPHASIS = frozenset("not no never only all always also both however but and or very must is was are note yes".split())


def may_conclude(text: str) -> bool:
    """Returns whether a text may settle on something, by signs that are fast to find: most answers have none."""
    if len(text) <= _SHORT:
        return False
    has_word = " so " in text or " thus " in text or " therefore" in text or " hence " in text or "=" in text
    return (
        has_word
        or text.endswith((" it is", " it is.", " it is!"))
        or text.find(": ", max(0, len(text) - _LONGEST_THING)) > 0
        or _CONCLUDES.search(text) is not None
    )


def last_sentence(text: str) -> str | None:
    """Returns a last sentence that concludes what the text deliberates ("So it is Paris.")."""
    text = text[: next((end for end in range(len(text), 0, -1) if _ENDS.match(text, end - 1)), 0)]
    if closing := _CLOSES.search(text, max(0, len(text) - _LONGEST_CONCLUSION)):
        text = text[: closing.start() + 1].rstrip()
    tail = max(0, len(text) - _LONGEST_CONCLUSION)
    signs = [match for pattern in (_CONCLUDES, _WITHIN) for match in pattern.finditer(text, tail)]
    if not signs:
        return None
    sign = max(signs, key=lambda match: match.start())
    start, stop = sign.span()
    is_begin, is_within = sign.lastgroup == "starts", sign.lastgroup is None
    if is_within:
        ends = list(SENTENCE_END.finditer(text, max(0, start - _LONGEST_CONCLUSION), start))
        start = stop = max(ends[-1].end() if ends else 0, text.rfind("\n", 0, start) + 1)
    before, part = text[:start].rstrip(" \t*_"), text[stop:].lstrip("*_, :")
    is_last = before.endswith("\n") or SENTENCE_END.search(part) is None
    if (
        not _is_long(before)
        or (is_begin and before[-1] not in '.!?:;)]"”*`|\n')
        or "\n" in part
        or not is_last
        or _TELLS_MORE.match(part)
        or _CONCLUDES_NOTHING.search(part)
        or is_refusal(part)
        or repeats_opening(part, before)
    ):
        return None
    is_named = _NAMES.search(part) is not None or has_number(part)
    is_meant = is_named and _DELIBERATES.search(before, max(0, len(before) - _LONGEST_THOUGHT))
    if not is_meant and not _IS_IT.match(part):
        return None
    steps = [] if is_within else list(_STEP.finditer(part))
    return part[steps[-1].end() :] if steps else part


def repeats_opening(part: str, before: str) -> bool:
    """Returns whether a part only says again what the text begins with: "Yes, because ... So the answer is yes."."""
    opening = before.lstrip()[: 2 * _LONGEST_CONCLUSION]
    if end := SENTENCE_END.search(opening):
        opening = opening[: end.start()]
    first, last = (set(re.findall(r"\w+", sentence.lower())) for sentence in (opening, part))
    is_longer = len(last) > 3 and not opening.endswith("?") and "or" not in first
    return first == last or (is_longer and len(first & last) >= _LEAST_REPEATED * len(last))


def last_thing(text: str) -> str | None:
    """Returns the thing that a long text ends with, as in "=> Paris", "Paris it is." and a last line "Paris"."""
    tail = max(0, len(text) - 200)
    for kind, pattern in _LAST_THINGS.items():
        if found := pattern.search(text, tail):
            thing = found["thing"]
            before = text[: found.start("thing") if kind == "computed" else found.start() + 1]
            is_thing = len(thing.split()) <= _MOST_WORDS and not _NO_THING.search(thing)
            is_check = kind == "computed" and _CHECKS.search(before, tail)
            is_of_series = "→" in before[:-1] or (
                kind in ("line", "label") and _IN_SERIES.search(before, max(0, tail - 200))
            )
            return thing if is_thing and _is_long(before) and not (is_check or is_of_series) else None
    return None


def choice(text: str) -> str | None:
    """Returns a last line that names one of the things listed or tabled above it ("The longest is the Nile.")."""
    *lines, last = [line for line in text.splitlines() if has_words(line)] or [""]
    if len(lines) < _FEWEST_LISTED or len(last) > _LONGEST_CONCLUSION or LIST_LINE.match(last) or _NOT.search(last):
        return None
    if any(":" in line[_end_of_words(line) :] and _LISTS_ANSWERS.search(line) for line in lines):
        return None
    listed = {_thing(line).lower() for line in lines if LIST_LINE.match(line)} - {""}
    named = [re.escape(thing) for thing in listed if re.search(rf"\b{re.escape(thing)}\b", last.lower())]
    if len(listed) < _FEWEST_LISTED or len(named) != 1:
        return None
    # The thing stands after it: "Red is the first of them." only says more of a list.
    verb = r"(?:\b(?:is|are|was|were)\b|\A\W*(?:of|among|from) (?:these|those|them)\b)"
    return last if re.search(rf"{verb}.*?\b{named[0]}\b", last, re.IGNORECASE) else None


def _thing(line: str) -> str:
    """Returns what a line of a list or table is of: "Nile" of "- **Nile**: 6,650 km"."""
    begin = _BEFORE_THING.match(line)
    thing = _AFTER_THING.split(line[begin.end() if begin else 0 :], maxsplit=1)[0]
    return thing[: _end_of_words(thing)]


def _end_of_words(text: str) -> int:
    """Returns the position after the last letter or figure."""
    return next((end for end in range(len(text), 0, -1) if text[end - 1].isalnum()), 0)


def only_bold(text: str) -> str | None:
    """Returns the only phrase in bold of a long text, if it is no heading."""
    if "**" not in text or not _is_long(text):
        return None
    found: set[str] = set()
    for bold in _BOLD.finditer(text):
        phrase = bold[1].rstrip(".,;!")
        is_stressed = phrase.lower() in _EMPHASIS or _STRESSED.match(text, max(0, bold.start() - 4))
        if phrase in found or is_stressed:
            continue
        begins_line = bold.start() == 0 or text[bold.start() - 1] == "\n"
        is_heading = phrase.endswith(":") or (begins_line and _HEADING_END.match(text, bold.end()))
        if found or is_heading or _SET_ASIDE.search(text[max(0, bold.start() - 40) : bold.start()]):
            return None
        found.add(phrase)
    return next(iter(found), None)


def _is_long(text: str) -> bool:
    return len(text.split(maxsplit=_LONG)) >= _LONG


def has_words(text: str) -> bool:
    """Returns whether a text has a letter or a figure."""
    return not text.isascii() or any(map(str.isalnum, text))
