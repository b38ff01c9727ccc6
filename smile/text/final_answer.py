r"""The part of an output that is its answer: systems think aloud, label, box and format what they answer.

The readings go from what an output says outright (`<answer>`, `\boxed{}`, "Final answer:") to what it only suggests
(a last sentence that begins with "So", the one phrase in bold). An output in which nothing marks a part is the answer.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .chat_messages import said_in, written_data
from .latex import latex_as_text
from .lazy_patterns import lazy_re
from .refusals_and_negations import is_refusal
from .tables import read_expressions
from .values.numbers import has_number

AUTO_ANSWER = "auto"
WHOLE_ANSWER = "whole"


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """The answer in an output.

    Attributes:
        text: The part that is the answer; the output itself where nothing marks a part.
        marker: Why, in plain words; "" for the whole output.
        is_unfinished: Whether the output stops while it still thinks, so that it holds no answer.
    """

    text: str
    marker: str = ""
    is_unfinished: bool = False


def final_answer(output: str, answer: str = AUTO_ANSWER) -> FinalAnswer:
    r"""Returns the part of an output that is its answer.

    Args:
        output: All that a system wrote.
        answer: `auto` reads what marks an answer, `whole` takes the output as it is. Anything else is a regular
            expression: the answer is the first group of its last match, or all of it.

    >>> final_answer("<think>London? No.</think> So the answer is: **Paris**").text
    'Paris'
    >>> final_answer(r"Half of it: \boxed{\frac{1}{2}}")
    FinalAnswer(text='1/2', marker='boxed', is_unfinished=False)
    >>> final_answer("It is in Paris.")
    FinalAnswer(text='It is in Paris.', marker='', is_unfinished=False)
    """
    if answer == WHOLE_ANSWER:
        return FinalAnswer(output)
    if answer != AUTO_ANSWER:
        return _matched(output, answer)
    return _marked(output) if _may_mark(output) else FinalAnswer(output)


def _matched(output: str, pattern: str) -> FinalAnswer:
    found = list(re.finditer(pattern, output))
    if not found:
        return FinalAnswer(output)
    part = (found[-1][1] or "") if found[-1].re.groups else found[-1][0]
    return FinalAnswer(latex_as_text(part.strip()), "pattern")


# Without one of these signs or words nothing is marked; nearly all short answers have none.
_MAY_MARK = re.compile(r"[<\\{`|\[◁#*$∴⇒⟹→➡]")
# Each alternative begins with a letter of its own: Python finds these fast.
_CONCLUDES = lazy_re(
    r"(?P<starts>So|Therefore|Thus|Hence|Consequently|Accordingly|Ultimately|Ergo|All in all|All things considered"
    r"|In conclusion|In short|In the end|To conclude|To sum up|That leaves|This leaves|Which leaves|I'd go with"
    r"|I'll go with|I would go with|I will go with|I'd pick|I'll pick|I'd say|My guess is|My best guess is)\b"
)
# Below this number of words, or signs, an answer is short: all of it is read.
_LONG = 12
_SHORT = 50


def _may_mark(text: str) -> bool:
    if _MAY_MARK.search(text) is not None or "\n" in text or _names_answer(text):
        return True
    return len(text) > _SHORT and (_may_conclude(text) or _may_end_in_thing(text))


def _may_conclude(text: str) -> bool:
    return " so " in text or " thus " in text or " therefore" in text or _CONCLUDES.search(text) is not None


def _may_end_in_thing(text: str) -> bool:
    ends_so = text.endswith((" it is", " it is.", " it is!"))
    return ends_so or "=" in text or " hence " in text or text.find(": ", max(0, len(text) - _LONGEST_THING)) > 0


def _names_answer(text: str) -> bool:
    if "nswer" in text or "NSWER" in text:
        return True
    return (":" in text or "：" in text or "\n" in text) and _pattern(_LABEL_OF_LINE).search(text) is not None


def _marked(output: str) -> FinalAnswer:
    markers: list[str] = []
    text, is_unfinished = output, False
    if text.lstrip()[:1] in ("{", "[") and (message := said_in(written_data(text))) is not None:
        text = message
        markers.append("chat message")
    if (spoken := _without_thinking(text)) is not None:
        text, is_unfinished = spoken
        markers.append("thinking left out")
    for marker, read in _READINGS:
        if (part := read(text)) is not None:
            text = _inner(part)
            markers.append(marker)
            break
    plain = latex_as_text(_bare(text) if markers else text)
    if plain != text and not markers:
        markers.append("LaTeX as text")
    return FinalAnswer(plain, ", ".join(markers), is_unfinished) if markers else FinalAnswer(output)


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Compiles an expression in any case and over lines, in which {title} stands for one of the table."""
    for title, expression in read_expressions(Path(__file__).parent, "final_answer.tsv").items():
        text = text.replace(f"{{{title}}}", expression)
    return re.compile(text, re.IGNORECASE | re.MULTILINE)


# A tag in quotes marks nothing ("the `<think>` tag").
_THINKING = r"(?<![`'\"])(?:</?{thinking}>|\[/?think\]|◁/?think▷)(?![`'\"])"
# gpt-oss writes in channels.
_FINAL_CHANNEL = r"<\|channel\|>final\b[^<\n]{0,40}<\|message\|>"
_SPECIAL_SIGNS = r"<\|[\w ]{1,30}\|>|</s>|<(?:eos|end_of_turn)>"


def _without_thinking(text: str) -> tuple[str, bool] | None:
    """Returns the text without its thinking, and whether the thinking never ends; None for a text without any."""
    if "<" not in text and "[" not in text and "◁" not in text:
        return None
    if final := list(_pattern(_FINAL_CHANNEL).finditer(text)):
        return _pattern(_SPECIAL_SIGNS).sub("", text[final[-1].end() :]).strip(), False
    tags = list(_pattern(_THINKING).finditer(text))
    if not any("/" in tag[0] for tag in tags):
        # In the middle of a line, a tag that nothing closes is only named.
        is_unfinished = any(not text[: tag.start()].rpartition("\n")[2].strip() for tag in tags[:1])
        return ("", True) if is_unfinished else None
    spoken: list[str] = []
    depth = start = 0
    for tag in tags:
        if "/" not in tag[0]:
            if depth == 0:
                spoken.append(text[start : tag.start()])
            depth += 1
        elif depth:
            depth -= 1
        else:
            # The opening tag stood in the prompt: all before was thinking.
            spoken.clear()
        start = tag.end()
    if "/" not in tags[-1][0]:
        return "", True
    return "".join([*spoken, text[start:]]).strip(), False


_ANSWER_TAG = r"(?<![`'\"])<(/?){answered}>(?![`'\"])"


def _answer_tag(text: str) -> str | None:
    tags = list(_pattern(_ANSWER_TAG).finditer(text)) if "<" in text else []
    if not tags:
        return None
    last = tags[-1]
    if not last[1]:
        # Often a stop sequence cuts the closing tag off.
        return text[last.end() :] if _has_words(text[last.end() :]) else None
    return text[tags[-2].end() if len(tags) > 1 else 0 : last.start()]


_JSON_KEY = r"[{,]\s{0,40}([\"'])(?:{answered})\1\s{0,40}:\s{0,40}(?=\S)"
_JSON_TEXT = lazy_re(r"'((?:[^'\\]|\\.)*)'|([^,}\n]+)")


def _json_answer(text: str) -> str | None:
    keys = list(_pattern(_JSON_KEY).finditer(text)) if "{" in text else []
    if not keys:
        return None
    start = keys[-1].end()
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        quoted = _JSON_TEXT.match(text, start)
        value = (quoted[1] or quoted[2]) if quoted else None
    return _value_as_text(value)


def _value_as_text(value: Any) -> str | None:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_value_as_text, value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else None if isinstance(value, dict) else str(value)


_BOX = lazy_re(r"\\f?boxed\s*\{|\\boxed\s+(?=\w)")
_BRACE = lazy_re(r"\\.|[{}]", re.DOTALL)
# Boxes that "and" joins are one answer.
_BETWEEN_BOXES = lazy_re(r"[\s$]*(?:,|;|and|,\s*and|&)[\s$]*")
_LONGEST_CUT = 200


def _boxed(text: str) -> str | None:
    boxes = list(_BOX.finditer(text)) if "\\" in text else []
    parts: list[str] = []
    following = len(text)
    for box in reversed(boxes):
        if box[0].endswith("{"):
            stop = _closing_brace(text, box.end(), following)
        else:
            stop = box.end() + len(text[box.end() : box.end() + _LONGEST_CUT].split(maxsplit=1)[0])
        if stop is None:
            # Only the last one may have lost its end.
            if parts or len(text) - box.end() > _LONGEST_CUT:
                break
            stop = len(text)
        if parts and not _BETWEEN_BOXES.fullmatch(text, stop + 1, following):
            break
        parts.append(text[box.end() : stop])
        following = box.start()
    return ", ".join(reversed(parts)) if any(map(_has_words, parts)) else None


def _closing_brace(text: str, start: int, end: int) -> int | None:
    depth = 1
    for brace in _BRACE.finditer(text, start, end):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return brace.start()
    return None


# Labels stand at the beginning of a line or sentence, with the signs of Markdown around them.
_BEGIN = r"(?:^|(?<=[.!?:;)\]*\"”] ))[ \t>#*_•✅-]{0,12}"
_END = r"(?: \([a-z ]{2,20}\))?(?:(?: is)?[*_ \t]{0,4}(?:[:：→=]| [–—-] )|[ \t*_#]{0,8}$)"
_FINAL_LABEL = rf"{_BEGIN}{{final label}}(?P<number>){_END}"
_LABEL_OF_LINE = r"^[ \t>#*_•✅-]{0,12}(?:{final label}|{label})"
_LABEL = rf"{_BEGIN}{{label}}(?P<number> ?\(\w\)| \d{{1,2}}| [A-E](?=[:：]))?{_END}"
_QUESTION = r"\b(?:question|q) ?\d{0,2}[:：]"
_CLAIM = r"{claim}\s*:?"
_AFTERWARDS = r"^[ \t>#*_-]{0,6}{afterwards}[*_ \t]{0,4}[:：]"
_LABEL_END = lazy_re(r"\A[ \t]*[*_:]{0,4}(?=\s)(?:\n[=-]{3,}\n)?")
_BLANK_LINE = lazy_re(r"\n[ \t]*(?:\n\s*|$)")
_LIST_LINE = lazy_re(r"\s*(?:[-*•+] |\d{1,3}[.)] |\|)")


def _final_label(text: str) -> str | None:
    return _after_last(_FINAL_LABEL, text) if _names_answer(text) else None


def _label(text: str) -> str | None:
    if not _names_answer(text):
        return None
    questions = list(_pattern(_QUESTION).finditer(text))
    if questions and (len(questions) > 1 or text[: questions[0].start()].strip()):
        # A dialogue: whose answer the last one is, nobody knows.
        return None
    return _after_last(_LABEL, text)


def _after_last(label: str, text: str) -> str | None:
    """Returns what follows the last label; None where there is no label, or several that number parts of an answer."""
    found = list(_pattern(label).finditer(text))
    if not found or len({match["number"] for match in found if match["number"]}) > 1:
        return None
    return _paragraph(text[found[-1].end() :])


def _claim(text: str) -> str | None:
    found = list(_pattern(_CLAIM).finditer(text)) if _names_answer(text) else []
    part = _paragraph(text[found[-1].end() :]) if found else None
    return None if part is None or _repeats_opening(part, text[: found[-1].start()]) else part


def _paragraph(text: str) -> str | None:
    """Returns the first paragraph that follows a label, with the lists that belong to it; None if it says nothing."""
    text = _LABEL_END.sub("", text, count=1).lstrip()
    if afterwards := _pattern(_AFTERWARDS).search(text, 1):
        text = text[: afterwards.start()]
    if text.startswith("```"):
        return text
    start = 0
    for gap in _BLANK_LINE.finditer(text):
        is_listed = _LIST_LINE.match(text, start) is not None and _LIST_LINE.match(text, gap.end()) is not None
        if not is_listed and not text[start : gap.start()].rstrip(" *_").endswith(":"):
            text = text[: gap.start()]
            break
        start = gap.end()
    return text if _has_words(text) else None


_HASHES = lazy_re(r"(?:\n#{1,3}|####)[ \t]*([^\n#]+)\s*$")


def _hashes(text: str) -> str | None:
    """Returns the heading at the end: "#### 42", as in GSM8K."""
    start = max(text.rfind("####"), text.rfind("\n#"))
    found = _HASHES.match(text, start) if start > 0 else None
    return found[1] if found else None


_TABLE_ROW = lazy_re(r"^[ \t]*\|(.*)\|[ \t]*$", re.MULTILINE)
_TABLE_RULE = lazy_re(r"[ :|-]*")
_ANSWER_CELL = r"[ *_]*(?:{final label}|{label})[ *_:]*"


def _table(text: str) -> str | None:
    """Returns the cells of the column, or of the row, that a table heads "Answer"."""
    rows = _TABLE_ROW.findall(text) if "|" in text and _names_answer(text) else []
    rows = [row.split("|") for row in rows if not _TABLE_RULE.fullmatch(row)]
    is_head = _pattern(_ANSWER_CELL).fullmatch
    heads = [place for place, cell in enumerate(rows[0]) if is_head(cell)] if rows else []
    if heads and (heads[0] or len(rows[0]) != 2):
        cells = [_bare(row[heads[0]]) for row in rows[1:] if len(row) > heads[0]]
        # Cells that say "yes" and "no" tell which row is the answer.
        return ", ".join(cells) if len(set(cells)) == len(cells) else None
    named = [row[1:] for row in rows if len(row) > 1 and is_head(row[0])]
    return ", ".join(map(_bare, named[-1])) if named else None


_FENCED = lazy_re(r"\s*```[^\n`]{0,30}\n([^`]*)\n?```\s*")


def _fenced(text: str) -> str | None:
    found = _FENCED.fullmatch(text) if "```" in text else None
    return found[1] if found else None


# "H. G. Wells" and "St. Louis" are no ends of sentences.
_SENTENCE_END = lazy_re(r"(?<!\b[A-Z])(?<!\b(?:St|Dr|Mr|Ms|Mt|Jr|Sr|vs))(?<!\bMrs)[.!?][\"”’)\]*`]{0,3}\s+(?=\S)")
_CLOSING = r"(?:^|[.!?)]\s{1,3}){closing}\b.*\s*\Z"
_IS_IT = (
    r"\W*(?:it|this|that|he|she|they|these|those)"
    r"(?:'s| (?:is|was|are|were|(?:must|has to|would|should) (?:be|have been)))\b(?! not\b)"
)
_NAMES = lazy_re(r"[A-Z`]|\*\*")
_DELIBERATES = r"\b{deliberates}\b"
_UNDECIDED = r"\?\s*\Z|\b{undecided}\b"
_TELLS = r"\s*{tells}\b"
_STEP = r",? (?:and )?(?:therefore|thus|hence),? |[,;] so "
# "X is thus Y" is read as a whole, "..., so it is Y" from there.
_WITHIN = lazy_re(
    r"\b(?:is|are|was|were) (?:therefore|thus)\b|, therefore,"
    r"|(?P<begins>[,;] (?:and )?(?:so|therefore|thus),? )"
    r"(?=(?:it|that|this|he|she|they)(?:'s| (?:is|was|are|were|must)) )"
)
# What may end a text; pictures and spaces after it say nothing.
_ENDS = lazy_re(r"[\w.!?)\]}*`\"”’'%°$|:]")
_LONGEST_CONCLUSION = 400
_LONGEST_THOUGHT = 4000


def _conclusion(text: str) -> str | None:
    """Returns a last sentence that concludes what the text deliberates ("So it is Paris.")."""
    text = text[: next((end for end in range(len(text), 0, -1) if _ENDS.match(text, end - 1)), 0)]
    if closing := _pattern(_CLOSING).search(text, max(0, len(text) - _LONGEST_CONCLUSION)):
        text = text[: closing.start() + 1].rstrip()
    tail = max(0, len(text) - _LONGEST_CONCLUSION)
    found = sorted([*_CONCLUDES.finditer(text, tail), *_WITHIN.finditer(text, tail)], key=lambda match: match.start())
    if not found:
        return None
    start, stop = found[-1].span()
    is_begin, is_within = found[-1].lastgroup == "starts", found[-1].lastgroup is None
    if is_within:
        ends = list(_SENTENCE_END.finditer(text, max(0, start - _LONGEST_CONCLUSION), start))
        start = stop = max(ends[-1].end() if ends else 0, text.rfind("\n", 0, start) + 1)
    before, part = text[:start].rstrip(" \t*_"), text[stop:].lstrip("*_, :")
    is_last = before.endswith("\n") or _SENTENCE_END.search(part) is None
    if (
        len(before.split(maxsplit=_LONG)) < _LONG
        or (is_begin and before[-1] not in '.!?:;)]"”*`|\n')
        or "\n" in part
        or not is_last
        or _pattern(_TELLS).match(part)
        or _pattern(_UNDECIDED).search(part)
        or is_refusal(part)
        or _repeats_opening(_inner(part), before)
    ):
        return None
    is_named = _NAMES.search(part) is not None or has_number(part)
    is_meant = is_named and _pattern(_DELIBERATES).search(before, max(0, len(before) - _LONGEST_THOUGHT))
    if not is_meant and not _pattern(_IS_IT).match(part):
        return None
    steps = [] if is_within else list(_pattern(_STEP).finditer(part))
    return part[steps[-1].end() :] if steps else part


# An arrow, "hence" or "it is" at the end; a last line or a last label that is none of several.
_POINTS_TO = lazy_re(r"(?:∴|=>|⇒|⟹|→|➡\ufe0f?|[,;] (?:and )?hence )\s*(?P<thing>[^\s→][^\n→]{0,80})\s*\Z")
_IT_IS = lazy_re(r"(?:\A|[.!?\n]\s+)(?P<thing>[^\n.!?,;:]{1,60}?),? it is[.!]?\s*\Z")
_LAST_LINE = lazy_re(r"[^:\s]\s*\n\s*\n[*_ \t]{0,4}(?P<thing>(?!\d{1,3}[.)]|[-*•+] )[^\n:|?=]{1,60})\s*\Z")
_LAST_LABEL = lazy_re(
    r"(?:\n\s*\n|(?<!\d)[.!?]\s)[*_]{0,3}[A-Z]\w+(?: \w+){0,2}[*_]{0,3}:[*_]{0,3} (?P<thing>[^\n:|?=]{1,60})\s*\Z"
)
# A computation; one that checks, or gives a reason, has the answer before it.
_COMPUTES = lazy_re(
    r"(?<!\w)[$€£]?\d[\d.,]*%? ?(?:[-+*/\u2212\u00d7\u00f7\u00b7]|x|times|plus|minus|of) ?[^\n=]{1,60}= ?"
    r"(?P<thing>[-\u2212$€£]?\d[^\n=.;:!?]*(?:\.\d[^\n=.;:!?]*)?)[.!]?\s*\Z"
)
_CHECKS = lazy_re(
    r"(?:\b(?:check\w*|verif\w*|since|because|as|proof|indeed)\b|\u2713|\u2714|\u2705)[^\n]*\Z", re.IGNORECASE
)
_IN_SERIES = lazy_re(r"\n[^\n:]{1,40}: \S|^\s*\d{1,2}[.)] |\n\n[^\n]{1,30}\Z", re.MULTILINE)
_NO_THING = r" - |\b{sentence}\b"
_MOST_WORDS = 6
_LONGEST_THING = 64


def _last_thing(text: str) -> str | None:
    """Returns the thing that a long text ends with, as in "=> Paris", "Paris it is." and a last line "Paris"."""
    tail = max(0, len(text) - _LONGEST_CUT)
    for pattern in (_POINTS_TO, _IT_IS, _COMPUTES, _LAST_LINE, _LAST_LABEL):
        if found := pattern.search(text, tail):
            is_computed = pattern is _COMPUTES
            thing, before = found["thing"], text[: found.start("thing") if is_computed else found.start() + 1]
            is_thing = len(thing.split()) <= _MOST_WORDS and not _pattern(_NO_THING).search(thing)
            is_of_series = "→" in before[:-1] or (
                pattern in (_LAST_LINE, _LAST_LABEL) and _IN_SERIES.search(before, max(0, tail - _LONGEST_CUT))
            )
            is_late = len(before.split(maxsplit=_LONG)) >= _LONG and not (is_computed and _CHECKS.search(before, tail))
            return thing if is_thing and is_late and not is_of_series else None
    return None


# What may stand before a thing in its line, and what ends it.
_BEFORE_THING = lazy_re(r"\W*(?:\d{1,3}[.)]\s+)?\W*")
_AFTER_THING = lazy_re(r"[|:(]|\s[-–—]\s")
# "{thing}" stands after it; "Red is the first of them." only says more of a list.
_SAYS_WHICH = r"(?:\b(?:is|are|was|were)\b|\A\W*(?:of|among|from) (?:these|those|them)\b).*?\b{thing}\b"
# Before a colon at the end of its line.
_LISTS_ANSWERS = lazy_re(r"\b(?:are|were|include|included|following)\b")
_NOT = lazy_re(r"\b(?:not|never|neither)\b|n't\b", re.IGNORECASE)
_FEWEST_LISTED = 3


def _choice(text: str) -> str | None:
    """Returns a last line that names one of the things listed or tabled above it ("The longest is the Nile.")."""
    *lines, last = [line for line in text.splitlines() if _has_words(line)] or [""]
    if len(lines) < _FEWEST_LISTED or len(last) > _LONGEST_CONCLUSION or _LIST_LINE.match(last) or _NOT.search(last):
        return None
    if any(":" in line[_end_of_words(line) :] and _LISTS_ANSWERS.search(line) for line in lines):
        return None
    listed = {_thing(line).lower() for line in lines if _LIST_LINE.match(line)} - {""}
    said = last.lower()
    named = [thing for thing in listed if thing in said and re.search(rf"\b{re.escape(thing)}\b", said)]
    if len(listed) < _FEWEST_LISTED or len(named) != 1:
        return None
    says_which = re.compile(_SAYS_WHICH.replace("{thing}", re.escape(named[0])), re.IGNORECASE)
    return last if says_which.search(last) else None


def _thing(line: str) -> str:
    """Returns what a line of a list or table is of: "Nile" of "- **Nile**: 6,650 km"."""
    begin = _BEFORE_THING.match(line)
    thing = _AFTER_THING.split(line[begin.end() if begin else 0 :], maxsplit=1)[0]
    return thing[: _end_of_words(thing)]


def _end_of_words(text: str) -> int:
    """Returns the position after the last letter or figure."""
    return next((end for end in range(len(text), 0, -1) if text[end - 1].isalnum()), 0)


_WORD = lazy_re(r"\w+")
_LEAST_REPEATED = 0.7


def _repeats_opening(part: str, before: str) -> bool:
    """Returns whether a part only says again what the text begins with: "Yes, because ... So the answer is yes."."""
    opening = before.lstrip()[: 2 * _LONGEST_CONCLUSION]
    if end := _SENTENCE_END.search(opening):
        opening = opening[: end.start() + 1]
    first, last = (set(_WORD.findall(sentence.lower())) for sentence in (opening, part))
    is_longer = len(last) > 3 and not opening.endswith("?") and "or" not in first
    return first == last or (is_longer and len(first & last) >= _LEAST_REPEATED * len(last))


_BOLD = lazy_re(r"(?<![*\w])\*\*(?![\s*])([^*\n]{1,80})(?<!\s)\*\*(?![*\w])")
# A bold line, or the label of one.
_HEADING_END = lazy_re(r":|[^\w\n]*\n")
_EMPHASIS = frozenset("not no never only all always also both however but and or very must is was are note yes".split())
# "The **first** man" stresses a word.
_STRESSED = lazy_re(r"[Tt]he \*\*[a-z]+\*\* [a-z]")
_SET_ASIDE = lazy_re(r"(?:\bnot|n't|\bnever|\brather than|\binstead of|\bunlike)(?: \w{1,4}){0,2} ?$", re.IGNORECASE)


def _only_bold(text: str) -> str | None:
    """Returns the only phrase in bold of a long text, if it is no heading."""
    if "**" not in text or len(text.split(maxsplit=_LONG)) < _LONG:
        return None
    found: set[str] = set()
    for bold in _BOLD.finditer(text):
        phrase = bold[1].rstrip(".,;!")
        if phrase in found or phrase.lower() in _EMPHASIS or _STRESSED.match(text, max(0, bold.start() - 4)):
            continue
        begins_line = bold.start() == 0 or text[bold.start() - 1] == "\n"
        is_heading = phrase.endswith(":") or (begins_line and _HEADING_END.match(text, bold.end()))
        if found or is_heading or _SET_ASIDE.search(text[max(0, bold.start() - 40) : bold.start()]):
            return None
        found.add(phrase)
    return next(iter(found), None)


def _has_words(text: str) -> bool:
    return any(sign.isalnum() or not sign.isascii() for sign in text)


# From what says it outright to what only suggests it: the first that finds a part is taken.
_READINGS: tuple[tuple[str, Callable[[str], str | None]], ...] = (
    ("answer tag", _answer_tag),
    ("JSON answer", _json_answer),
    ("final answer", _final_label),
    ("boxed", _boxed),
    ("last heading", _hashes),
    ("table", _table),
    ("answer label", _label),
    ("the answer is", _claim),
    ("code block", _fenced),
    ("conclusion", _choice),
    ("conclusion", _conclusion),
    ("last words", _last_thing),
    ("bold", _only_bold),
)


def _inner(part: str) -> str:
    """Returns what a part boxes, or says after "the answer is"."""
    boxed = _boxed(part)
    if boxed is not None:
        return boxed
    claim = _pattern(_CLAIM).match(part.lstrip())
    return part.lstrip()[claim.end() :] if claim else part


_WRAPPED = lazy_re(r"(\*{1,3}|_{1,3}|`{1,3})\s*([^*_`]+?)\s*\1[.]?")


def _bare(text: str) -> str:
    """Returns a part without the signs of Markdown around it."""
    text = (_fenced(text) or text).strip().strip("|").lstrip("#> ").strip()
    wrapped = _WRAPPED.fullmatch(text)
    if wrapped:
        return wrapped[2]
    # The rest of signs that began before the label.
    stop = "." if text.endswith(("*.", "_.")) else ""
    bare = text.removesuffix(stop).rstrip("*_")
    return text if "*" in bare or "_" in bare else bare.strip() + stop
