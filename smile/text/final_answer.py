r"""The part of an output that is its answer: systems think aloud, label, box and format what they answer.

The readings go from what an output says outright (`<answer>`, `\boxed{}`, "Final answer:") to what it only suggests
(a last sentence that begins with "So", the one phrase in bold). An output in which nothing marks a part is the answer.
"""

import ast
import json
import re
from dataclasses import dataclass
from typing import Any

import regex

from .latex import latex_as_text
from .lazy_patterns import lazy_re

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


# Nothing is marked in a text without one of these; nearly all short answers have none.
_MAY_MARK = re.compile(
    r"[<\\#*{`|]|\$\S|\banswer|\b(?:so|therefore|thus|hence|consequently|accordingly|in short|conclu)",
    re.IGNORECASE,
)


def final_answer(output: str, answer: str = AUTO_ANSWER) -> FinalAnswer:
    r"""Returns the part of an output that is its answer.

    Args:
        output: All that a system wrote.
        answer: `auto` reads what marks an answer, `whole` takes the output as it is. Anything else is a regular
            expression: the answer is the first group, or all, of its last match.

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
        return _by_pattern(output, answer)
    return FinalAnswer(output) if _MAY_MARK.search(output) is None else _marked(output)


def _by_pattern(output: str, pattern: str) -> FinalAnswer:
    found = list(regex.finditer(pattern, output))
    if not found:
        return FinalAnswer(output)
    last = found[-1]
    return FinalAnswer((last[1] or "" if last.re.groups else last[0]).strip(), "pattern")


def _marked(output: str) -> FinalAnswer:
    markers: list[str] = []
    text, is_unfinished = output, False
    if (message := _chat_message(text)) is not None:
        markers.append("chat message")
        text = message
    if (spoken := _without_thinking(text)) is not None:
        markers.append("thinking left out")
        text, is_unfinished = spoken
    for name, read in _READINGS:
        if (part := read(text)) is not None:
            markers.append(name)
            text = part
            break
    bare = _bare(text) if markers else text
    if "\\" in bare or "$" in bare or "^" in bare:
        plain = latex_as_text(bare)
        if plain != bare:
            markers = markers or ["LaTeX as text"]
            bare = plain
    return FinalAnswer(bare, ", ".join(markers), is_unfinished) if markers else FinalAnswer(output)


def _chat_message(text: str) -> str | None:
    """Returns what the assistant says last in a message, or a list of them, written as JSON."""
    if text.lstrip()[:1] not in ("{", "[") or "content" not in text:
        return None
    return message_text(_data(text))


def message_text(data: Any) -> str | None:
    """Returns what the assistant says last in a chat message or a list of them; None for other data.

    >>> message_text([{"role": "user", "content": "Where?"}, {"role": "assistant", "content": "In Paris."}])
    'In Paris.'
    """
    if isinstance(data, list) and data and all(isinstance(part, dict) for part in data):
        said = [part for part in data if part.get("role", "assistant") == "assistant"]
        return message_text(said[-1]) if said else None
    if not isinstance(data, dict) or "role" not in data:
        return None
    content = data.get("content")
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
        content = "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else None


def _data(text: str) -> Any:
    """Returns data written as JSON or as Python shows it, or None."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


# A tag that text quotes ("the `<think>` tag") marks nothing.
_THINKING = lazy_re(
    r"(?<![`'\"])<(?P<close>/?)(?:think|thinking|thoughts?|reasoning|scratchpad)>(?![`'\"])", re.IGNORECASE
)


def _without_thinking(text: str) -> tuple[str, bool] | None:
    """Returns the text without thinking, and whether the thinking never ends; None for a text without any."""
    if "<" not in text:
        return None
    tags = list(_THINKING.finditer(text))
    if not tags:
        return None
    spoken, depth, start = [], 0, 0
    for tag in tags:
        if not tag["close"]:
            if depth == 0:
                spoken.append(text[start : tag.start()])
            depth += 1
        else:
            if depth == 0:
                # The opening tag stands in the prompt: all before was thinking.
                spoken.clear()
            depth = max(depth - 1, 0)
        start = tag.end()
    if depth and tags[-1]["close"]:
        depth = 0
    if depth:
        return "", True
    return "".join([*spoken, text[start:]]).strip(), False


_ANSWER_TAG = lazy_re(r"<(?P<close>/?)(?:final[_ -]?)?(?:answer|solution)>", re.IGNORECASE)


def _answer_tag(text: str) -> str | None:
    if "<" not in text:
        return None
    tags = list(_ANSWER_TAG.finditer(text))
    if not tags:
        return None
    last = tags[-1]
    if not last["close"]:
        # A stop sequence cuts the closing tag off; a mention of the tag at the end marks nothing.
        return text[last.end() :] if text[last.end() :].strip() else None
    start = tags[-2].end() if len(tags) > 1 else 0
    return text[start : last.start()]


_BOX = lazy_re(r"\\f?boxed?\s*\{")
# Boxes that "and" joins are one answer.
_JOINS_BOXES = lazy_re(r"[\s$]*(?:,|;|and|or|&|,\s*and)?[\s$]*")


def _boxed(text: str) -> str | None:
    if "\\" not in text:
        return None
    found: list[tuple[int, int, str]] = []
    for box in _BOX.finditer(text):
        if found and box.start() < found[-1][1]:
            continue
        stop = _closing_brace(text, box.end())
        if stop is None:
            break
        found.append((box.start(), stop + 1, text[box.end() : stop]))
    if not found or not found[-1][2].strip():
        return None
    parts = [found[-1][2]]
    for (_, stop, part), (start, _, _) in zip(found[-2::-1], found[:0:-1], strict=False):
        if not _JOINS_BOXES.fullmatch(text, stop, start):
            break
        parts.append(part)
    return ", ".join(reversed(parts))


_BRACE = lazy_re(r"\\.|[{}]", re.DOTALL)


def _closing_brace(text: str, start: int) -> int | None:
    depth = 1
    for brace in _BRACE.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return brace.start()
    return None


# Where a label may stand: at the beginning of a line or sentence, with the signs of Markdown.
_BEGIN = r"(?:^|(?<=[.!?:)\]*] )|(?<=\|))[ \t>#*_|\-•✅]{0,12}"
_KIND = r"(?:correct|right|short|best|actual|complete|simple|overall|exact)"
_FINAL_LABEL = lazy_re(
    rf"{_BEGIN}(?:(?:so|thus|therefore|hence),? )?(?:(?:my|the|our) )?final (?:{_KIND} )?(?:answer|result)s?"
    r"(?P<number> ?\([A-Za-z0-9]\))?"
    r"(?:[*_ \t]{0,4}(?:[:：|=]|is:)|(?=[*_ \t#]{0,6}$))",
    re.IGNORECASE | re.MULTILINE,
)
_LABEL = lazy_re(
    rf"{_BEGIN}(?:(?:the|my) )?(?:{_KIND} )?answer(?P<number> ?\(?[A-Za-z0-9]\)?)?"
    r"(?:[*_ \t]{0,4}[:：|]|(?<=[#*_] answer)(?=[*_ \t#:]{0,6}$)|(?<=[#*_]answer)(?=[*_ \t#:]{0,6}$))",
    re.IGNORECASE | re.MULTILINE,
)
_CLAIM = lazy_re(
    rf"\b(?P<final>final )?(?:the|my|our) (?:(?:{_KIND}|final) ){{0,2}}answer"
    r"(?: to (?:the|this|your|that) (?:question|problem|riddle))?"
    r"(?: here)? (?:is|was|would be|must be|should be)(?: therefore| thus| simply| indeed| actually)?"
    r"(?!\s+(?:not|wrong|correct|incorrect|right|obvious|clear|simple|straightforward|unclear|unknown|based|given|found"
    r"|obtained|as|below|above|that it depends)\b)\s*:?",
    re.IGNORECASE,
)
# A dialogue or a prompt goes on: whose answer that is, nobody knows.
_NEXT_QUESTION = lazy_re(r"\b(?:question|q)\s?\d{0,2}[:：]", re.IGNORECASE)
# What follows an answer and is none.
_AFTERWARDS = lazy_re(
    r"^[ \t>#*_\-]{0,6}(?:explanation|reason(?:ing|s)?|rationale|justification|notes?|confidence|sources?|context"
    r"|evidence|question|references?)[*_ \t]{0,4}[:：]",
    re.IGNORECASE | re.MULTILINE,
)


def _final_label(text: str) -> str | None:
    return _after_last(_FINAL_LABEL, text) if "nswer" in text or "esult" in text or "NSWER" in text else None


def _label(text: str) -> str | None:
    if "nswer" not in text and "NSWER" not in text:
        return None
    return None if _NEXT_QUESTION.search(text) else _after_last(_LABEL, text)


def _claim(text: str) -> str | None:
    if "nswer" not in text or _NEXT_QUESTION.search(text):
        return None
    return _after_last(_CLAIM, text)


def _after_last(label: re.Pattern[str], text: str) -> str | None:
    """Returns what follows the last label, or None; nothing where several labels number sub-answers."""
    found = list(label.finditer(text))
    if not found:
        return None
    if "number" in label.groupindex and len({match["number"] for match in found if match["number"]}) > 1:
        return None
    part = _paragraph(text[found[-1].end() :])
    return part if _WORDS.search(part) else None


_WORDS = lazy_re(r"\w|[^\x00-\x7f]")
_BLANK_LINE = lazy_re(r"\n[ \t]*(?:\n\s*|$)")
_LIST_LINE = lazy_re(r"[ \t]*(?:[-*•+] |\d{1,3}[.)] |\|)")


def _paragraph(text: str) -> str:
    """Returns the first paragraph of what follows a label, with the lists that belong to it."""
    text = text.lstrip(" \t*_:#").lstrip()
    if afterwards := _AFTERWARDS.search(text, 1):
        text = text[: afterwards.start()]
    stop = 0
    for gap in _BLANK_LINE.finditer(text):
        begins_list = _LIST_LINE.match(text, gap.end()) is not None
        before = text[stop : gap.start()].rstrip(" *_")
        is_listed = _LIST_LINE.match(before.lstrip("\n")) is not None
        if not before.endswith(":") and not (begins_list and is_listed):
            return text[: gap.start()]
        stop = gap.end()
    return text


_HASHES = lazy_re(r"####[ \t]*([^\n#]+)\s*$")


def _hashes(text: str) -> str | None:
    start = text.rfind("####")
    found = _HASHES.match(text, start) if start > 0 else None
    return found[1] if found else None


_JSON_ANSWER = lazy_re(r"[{,]\s{0,20}([\"'])(?:final[_ -]?)?answer\1\s{0,20}:\s{0,20}(?=\S)", re.IGNORECASE)


def _json_answer(text: str) -> str | None:
    if "{" not in text:
        return None
    found = list(_JSON_ANSWER.finditer(text))
    if not found:
        return None
    rest = text[found[-1].end() :]
    try:
        value, _ = json.JSONDecoder().raw_decode(rest)
    except (ValueError, RecursionError):
        quoted = re.match(r"'((?:[^'\\]|\\.)*)'|([^,}\n]+)", rest)
        value = (quoted[1] or quoted[2]) if quoted else None
    return _value_text(value)


def _value_text(value: Any) -> str | None:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_value_text, value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return None
    return "" if value is None else str(value)


_FENCED = lazy_re(r"\s*```[^\n`]{0,30}\n([^`]*)\n?```\s*")


def _fenced(text: str) -> str | None:
    found = _FENCED.fullmatch(text) if "```" in text else None
    return found[1] if found else None


_CONCLUSION = lazy_re(
    r"(?:^|(?<=[\s.!?:*)\]]))[*_]{0,3}(?:So|Therefore|Thus|Hence|Consequently|Accordingly"
    r"|In conclusion|To conclude|In short)\b"
    r"(?!\s+(?:far|that|much|many|did|do|does|is|was|were|are|has|had|have|long|began|ended|started|the name)\b|-)"
    r"[,:]?\s*"
)
_PLEASANTRY = lazy_re(
    r"(?:^|(?<=[.!?\s]))(?:Let me know|I hope|Hope this|Feel free|Please let|If you (?:have|need|would|want))[^\n]*\s*$"
)
_NO_CONCLUSION = lazy_re(
    r"\?\s*$|\b(?:difficult|impossible|unclear|not possible|cannot|can't|depends|varies|hard to"
    r"|no definitive|not clear)\b",
    re.IGNORECASE,
)
_SENTENCE_END = lazy_re(
    r"(?<!\b[A-Z])(?<!\b(?:Mr|Dr|St|vs|Mt|Ms|No))(?<!\b(?:Mrs|Sen|Gen|Gov))[.!?][\"'”’)\]*]{0,3}\s+(?=[A-Z])"
)


def _conclusion(text: str) -> str | None:
    """Returns a last sentence that concludes ("So it is Paris.")."""
    body = text.rstrip()
    tail = body[-600:]
    if polite := _PLEASANTRY.search(tail):
        tail = tail[: polite.start()].rstrip()
    found = list(_CONCLUSION.finditer(tail))
    if not found or (found[-1].start() == 0 and len(body) == len(tail)):
        return None
    part = tail[found[-1].end() :]
    if "\n" in part.strip() or _SENTENCE_END.search(part) or _NO_CONCLUSION.search(part) or not _WORDS.search(part):
        return None
    return part


_BOLD = lazy_re(r"(?<![*\w])\*\*(?![\s*])([^*\n]{1,80})(?<!\s)\*\*(?![*\w])")
_EMPHASIS = frozenset("not no never only all always also both however but and or very must is was note".split())
# Below this many words an answer is short: all of it is read.
_LONG = 12


def _only_bold(text: str) -> str | None:
    """Returns the only phrase in bold of a long text; headings are none."""
    if "**" not in text:
        return None
    found: dict[str, None] = {}
    for match in _BOLD.finditer(text):
        phrase = match[1].strip()
        before, after = text[: match.start()], text[match.end() :]
        heads_line = before[-1:] in ("", "\n") and after[:1] in ("\n", ":")
        if phrase.lower() in _EMPHASIS:
            continue
        if heads_line or phrase.endswith(":") or len(found) > 1:
            return None
        found[phrase.rstrip(".,;!")] = None
    if len(found) != 1 or len(text.split(None, _LONG)) <= _LONG:
        return None
    return next(iter(found))


# From what says it outright to what only suggests it; the first that finds a part is taken.
_READINGS = (
    ("answer tag", _answer_tag),
    ("boxed", _boxed),
    ("final answer", _final_label),
    ("JSON answer", _json_answer),
    ("after ####", _hashes),
    ("answer label", _label),
    ("the answer is", _claim),
    ("code block", _fenced),
    ("conclusion", _conclusion),
    ("bold", _only_bold),
)

_WRAPPED = lazy_re(r"(\*{1,3}|_{1,3}|`{1,3}|\"|“)\s*([^*_`\"“”]+?)\s*(?:\1|”)[.]?")


def _bare(text: str) -> str:
    """Returns a part without the signs of Markdown around it."""
    text = text.strip().strip("|").strip().lstrip("#>").strip()
    wrapped = _WRAPPED.fullmatch(text)
    return wrapped[2] if wrapped else text.removeprefix("**").removesuffix("**").strip()
