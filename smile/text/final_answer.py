r"""The part of an output that is its answer: systems think aloud, label, box and format what they answer.

The readings go from what an output says outright (`<answer>`, `\boxed{}`, "Final answer:") to what it only suggests
(a last sentence that begins with "So", the one phrase in bold). An output in which nothing marks a part is the answer.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .chat_messages import said_in, written_data
from .latex import latex_as_text
from .lazy_patterns import Patterns
from .refusals_and_negations import is_refusal
from .user_patterns import last_match
from .values.numbers import has_number

AUTO_ANSWER = "auto"
WHOLE_ANSWER = "whole"

# A user's expression takes microseconds, unless it repeats a repeat.
SECONDS_OF_PATTERN = 2.0


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


def final_answer(output: str, answer: str = AUTO_ANSWER, seconds: float = SECONDS_OF_PATTERN) -> FinalAnswer:
    r"""Returns the part of an output that is its answer.

    Args:
        output: All that a system wrote.
        answer: `auto` reads what marks an answer, `whole` takes the output as it is. Anything else is a regular
            expression: the answer is the first group of its last match, or all of it.
        seconds: The longest time that this expression may take.

    Raises:
        TimeoutError: The expression takes longer.

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
        return _matched(output, answer, seconds)
    return _marked(output) if _may_mark(output) else FinalAnswer(output)


def _matched(output: str, pattern: str, seconds: float) -> FinalAnswer:
    found = last_match(pattern, output, seconds)
    if found is None:
        return FinalAnswer(output)
    part = (found[1] or "") if found.re.groups else found[0]
    return FinalAnswer(latex_as_text(part.strip()), "pattern")


_PATTERNS = Patterns(__file__, re.IGNORECASE | re.MULTILINE)
# Below this number of words, or signs, an answer is short: all of it is read.
_LONG = 12
_SHORT = 50


def _may_mark(text: str) -> bool:
    if _PATTERNS.has("may mark", text) or "\n" in text or _names_answer(text):
        return True
    return len(text) > _SHORT and (_may_conclude(text) or _may_end_in_thing(text))


def _may_conclude(text: str) -> bool:
    return " so " in text or " thus " in text or " therefore" in text or _PATTERNS.has("concludes", text)


def _may_end_in_thing(text: str) -> bool:
    ends_so = text.endswith((" it is", " it is.", " it is!"))
    return ends_so or "=" in text or " hence " in text or text.find(": ", max(0, len(text) - _LONGEST_THING)) > 0


def _names_answer(text: str) -> bool:
    if "nswer" in text or "NSWER" in text:
        return True
    return (":" in text or "：" in text or "\n" in text) and _PATTERNS.has("label of line", text)


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


def _without_thinking(text: str) -> tuple[str, bool] | None:
    """Returns the text without its thinking, and whether the thinking never ends; None for a text without any."""
    if "<" not in text and "[" not in text and "◁" not in text:
        return None
    if final := list(_PATTERNS["final channel"].finditer(text)):
        return _PATTERNS["special signs"].sub("", text[final[-1].end() :]).strip(), False
    tags = list(_PATTERNS["thinking tag"].finditer(text))
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


def _answer_tag(text: str) -> str | None:
    tags = list(_PATTERNS["answer tag"].finditer(text)) if "<" in text else []
    if not tags:
        return None
    last = tags[-1]
    if not last[1]:
        # Often a stop sequence cuts the closing tag off.
        return text[last.end() :] if _has_words(text[last.end() :]) else None
    return text[tags[-2].end() if len(tags) > 1 else 0 : last.start()]


def _json_answer(text: str) -> str | None:
    keys = list(_PATTERNS["json key"].finditer(text)) if "{" in text else []
    if not keys:
        return None
    start = keys[-1].end()
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        quoted = _PATTERNS["json text"].match(text, start)
        value = (quoted[1] or quoted[2]) if quoted else None
    return _value_as_text(value)


def _value_as_text(value: Any) -> str | None:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_value_as_text, value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else None if isinstance(value, dict) else str(value)


_LONGEST_CUT = 200


def _boxed(text: str) -> str | None:
    boxes = list(_PATTERNS["box"].finditer(text)) if "\\" in text else []
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
        if parts and not _PATTERNS["between boxes"].fullmatch(text, stop + 1, following):
            break
        parts.append(text[box.end() : stop])
        following = box.start()
    return ", ".join(reversed(parts)) if any(map(_has_words, parts)) else None


def _closing_brace(text: str, start: int, end: int) -> int | None:
    depth = 1
    for brace in _PATTERNS["brace"].finditer(text, start, end):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return brace.start()
    return None


def _final_label(text: str) -> str | None:
    return _after_last("labelled as final", text) if _names_answer(text) else None


def _label(text: str) -> str | None:
    if not _names_answer(text):
        return None
    questions = list(_PATTERNS["question"].finditer(text))
    if questions and (len(questions) > 1 or text[: questions[0].start()].strip()):
        # A dialogue: whose answer the last one is, nobody knows.
        return None
    return _after_last("labelled", text)


def _after_last(label: str, text: str) -> str | None:
    """Returns what follows the last label; None where there is no label, or several that number parts of an answer."""
    found = list(_PATTERNS[label].finditer(text))
    if not found or len({match["number"] for match in found if match["number"]}) > 1:
        return None
    return _paragraph(text[found[-1].end() :])


def _claim(text: str) -> str | None:
    found = list(_PATTERNS["claims"].finditer(text)) if _names_answer(text) else []
    part = _paragraph(text[found[-1].end() :]) if found else None
    return None if part is None or _repeats_opening(part, text[: found[-1].start()]) else part


def _paragraph(text: str) -> str | None:
    """Returns the first paragraph that follows a label, with the lists that belong to it; None if it says nothing."""
    text = _PATTERNS["label end"].sub("", text, count=1).lstrip()
    if afterwards := _PATTERNS["comes afterwards"].search(text, 1):
        text = text[: afterwards.start()]
    if text.startswith("```"):
        return text
    start = 0
    for gap in _PATTERNS["blank line"].finditer(text):
        is_listed = all(_PATTERNS["list line"].match(text, place) for place in (start, gap.end()))
        if not is_listed and not text[start : gap.start()].rstrip(" *_").endswith(":"):
            text = text[: gap.start()]
            break
        start = gap.end()
    return text if _has_words(text) else None


def _hashes(text: str) -> str | None:
    """Returns the heading at the end: "#### 42", as in GSM8K."""
    start = max(text.rfind("####"), text.rfind("\n#"))
    found = _PATTERNS["hashes"].match(text, start) if start > 0 else None
    return found[1] if found else None


def _table(text: str) -> str | None:
    """Returns the cells of the column, or of the row, that a table heads "Answer"."""
    rows = _PATTERNS["table row"].findall(text) if "|" in text and _names_answer(text) else []
    rows = [row.split("|") for row in rows if not _PATTERNS["table rule"].fullmatch(row)]
    is_head = _PATTERNS["answer cell"].fullmatch
    heads = [place for place, cell in enumerate(rows[0]) if is_head(cell)] if rows else []
    if heads and (heads[0] or len(rows[0]) != 2):
        cells = [_bare(row[heads[0]]) for row in rows[1:] if len(row) > heads[0]]
        # Cells that say "yes" and "no" tell which row is the answer.
        return ", ".join(cells) if len(set(cells)) == len(cells) else None
    named = [row[1:] for row in rows if len(row) > 1 and is_head(row[0])]
    return ", ".join(map(_bare, named[-1])) if named else None


def _fenced(text: str) -> str | None:
    found = _PATTERNS["fenced"].fullmatch(text) if "```" in text else None
    return found[1] if found else None


_LONGEST_CONCLUSION = 400
_LONGEST_THOUGHT = 4000


def _conclusion(text: str) -> str | None:
    """Returns a last sentence that concludes what the text deliberates ("So it is Paris.")."""
    text = text[: next((end for end in range(len(text), 0, -1) if _PATTERNS["ends"].match(text, end - 1)), 0)]
    if closing := _PATTERNS["closes"].search(text, max(0, len(text) - _LONGEST_CONCLUSION)):
        text = text[: closing.start() + 1].rstrip()
    tail = max(0, len(text) - _LONGEST_CONCLUSION)
    signs = [match for title in ("concludes", "within") for match in _PATTERNS[title].finditer(text, tail)]
    if not signs:
        return None
    sign = max(signs, key=lambda match: match.start())
    start, stop = sign.span()
    is_begin, is_within = sign.lastgroup == "starts", sign.lastgroup is None
    if is_within:
        ends = list(_PATTERNS["sentence end"].finditer(text, max(0, start - _LONGEST_CONCLUSION), start))
        start = stop = max(ends[-1].end() if ends else 0, text.rfind("\n", 0, start) + 1)
    before, part = text[:start].rstrip(" \t*_"), text[stop:].lstrip("*_, :")
    is_last = before.endswith("\n") or not _PATTERNS.has("sentence end", part)
    if (
        not _is_long(before)
        or (is_begin and before[-1] not in '.!?:;)]"”*`|\n')
        or "\n" in part
        or not is_last
        or _PATTERNS["tells more"].match(part)
        or _PATTERNS["concludes nothing"].search(part)
        or is_refusal(part)
        or _repeats_opening(_inner(part), before)
    ):
        return None
    is_named = _PATTERNS.has("names", part) or has_number(part)
    is_meant = is_named and _PATTERNS["seems to deliberate"].search(before, max(0, len(before) - _LONGEST_THOUGHT))
    if not is_meant and not _PATTERNS["is it"].match(part):
        return None
    steps = [] if is_within else list(_PATTERNS["step"].finditer(part))
    return part[steps[-1].end() :] if steps else part


_MOST_WORDS = 6
_LONGEST_THING = 64


def _last_thing(text: str) -> str | None:
    """Returns the thing that a long text ends with, as in "=> Paris", "Paris it is." and a last line "Paris"."""
    tail = max(0, len(text) - _LONGEST_CUT)
    for title in ("points to", "it is", "computes", "last line", "last label"):
        if found := _PATTERNS[title].search(text, tail):
            is_computed = title == "computes"
            thing, before = found["thing"], text[: found.start("thing") if is_computed else found.start() + 1]
            is_thing = len(thing.split()) <= _MOST_WORDS and not _PATTERNS["no thing"].search(thing)
            is_of_series = "→" in before[:-1] or (
                title.startswith("last") and _PATTERNS["in series"].search(before, max(0, tail - _LONGEST_CUT))
            )
            is_check = is_computed and _PATTERNS["checks"].search(before, tail)
            return thing if is_thing and _is_long(before) and not (is_check or is_of_series) else None
    return None


_FEWEST_LISTED = 3


def _choice(text: str) -> str | None:
    """Returns a last line that names one of the things listed or tabled above it ("The longest is the Nile.")."""
    *lines, last = [line for line in text.splitlines() if _has_words(line)] or [""]
    if len(lines) < _FEWEST_LISTED or len(last) > _LONGEST_CONCLUSION:
        return None
    if (
        _PATTERNS["list line"].match(last)
        or _PATTERNS["not"].search(last)
        or any(":" in line[_end_of_words(line) :] and _PATTERNS["lists answers"].search(line) for line in lines)
    ):
        return None
    listed = {_thing(line).lower() for line in lines if _PATTERNS["list line"].match(line)} - {""}
    said = last.lower()
    named = [thing for thing in listed if thing in said and re.search(rf"\b{re.escape(thing)}\b", said)]
    if len(listed) < _FEWEST_LISTED or len(named) != 1:
        return None
    says_which = re.compile(_PATTERNS.texts["says which"].replace("{thing}", re.escape(named[0])), re.IGNORECASE)
    return last if says_which.search(last) else None


def _thing(line: str) -> str:
    """Returns what a line of a list or table is of: "Nile" of "- **Nile**: 6,650 km"."""
    begin = _PATTERNS["before thing"].match(line)
    thing = _PATTERNS["after thing"].split(line[begin.end() if begin else 0 :], maxsplit=1)[0]
    return thing[: _end_of_words(thing)]


def _end_of_words(text: str) -> int:
    """Returns the position after the last letter or figure."""
    return next((end for end in range(len(text), 0, -1) if text[end - 1].isalnum()), 0)


_LEAST_REPEATED = 0.7


def _repeats_opening(part: str, before: str) -> bool:
    """Returns whether a part only says again what the text begins with: "Yes, because ... So the answer is yes."."""
    opening = before.lstrip()[: 2 * _LONGEST_CONCLUSION]
    if end := _PATTERNS["sentence end"].search(opening):
        opening = opening[: end.start() + 1]
    first, last = (set(_PATTERNS["word"].findall(sentence.lower())) for sentence in (opening, part))
    is_longer = len(last) > 3 and not opening.endswith("?") and "or" not in first
    return first == last or (is_longer and len(first & last) >= _LEAST_REPEATED * len(last))


_EMPHASIS = frozenset("not no never only all always also both however but and or very must is was are note yes".split())


def _only_bold(text: str) -> str | None:
    """Returns the only phrase in bold of a long text, if it is no heading."""
    if "**" not in text or not _is_long(text):
        return None
    found: set[str] = set()
    for bold in _PATTERNS["bold"].finditer(text):
        phrase = bold[1].rstrip(".,;!")
        if (
            phrase in found
            or phrase.lower() in _EMPHASIS
            or _PATTERNS["stressed"].match(text, max(0, bold.start() - 4))
        ):
            continue
        begins_line = bold.start() == 0 or text[bold.start() - 1] == "\n"
        is_heading = phrase.endswith(":") or (begins_line and _PATTERNS["heading end"].match(text, bold.end()))
        if found or is_heading or _PATTERNS["set aside"].search(text[max(0, bold.start() - 40) : bold.start()]):
            return None
        found.add(phrase)
    return next(iter(found), None)


def _is_long(text: str) -> bool:
    return len(text.split(maxsplit=_LONG)) >= _LONG


def _has_words(text: str) -> bool:
    return not text.isascii() or any(map(str.isalnum, text))


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
    claim = _PATTERNS["claims"].match(part.lstrip())
    return part.lstrip()[claim.end() :] if claim else part


def _bare(text: str) -> str:
    """Returns a part without the signs of Markdown around it."""
    text = (_fenced(text) or text).strip().strip("|").lstrip("#> ").strip()
    wrapped = _PATTERNS["wrapped"].fullmatch(text)
    if wrapped:
        return wrapped[2]
    # The rest of signs that began before the label.
    stop = "." if text.endswith(("*.", "_.")) else ""
    bare = text.removesuffix(stop).rstrip("*_")
    return text if "*" in bare or "_" in bare else bare.strip() + stop
