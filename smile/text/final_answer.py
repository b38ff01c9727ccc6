r"""Extracts the final answer from an output with reasoning, labels, boxes and formatting.

The readings go from what an output says outright (`<answer>`, `\boxed{}`, "Final answer:") to what it only suggests
(`smile.text.conclusions`). An output in which nothing marks a part is the answer.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..caches import cached
from ..lazy_patterns import lazy_re
from . import conclusions
from .chat_messages import last_message_of, parsed_data
from .conclusions import LIST_LINE, has_words
from .user_patterns import last_match_in_time

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


def final_answer(
    output: str, answer: str = AUTO_ANSWER, seconds: float = SECONDS_OF_PATTERN, references: Sequence[str] = ()
) -> FinalAnswer:
    r"""Returns the part of an output that is its answer.

    Args:
        output: All that a system wrote.
        answer: `auto` reads what marks an answer, `whole` takes the output as it is. Anything else is a regular
            expression: the answer is the first group of its last match, or all of it.
        seconds: The longest time that this expression may take.
        references: The correct answers: of an answer to be compared with sentences, a phrase in bold is only a part.

    Raises:
        TimeoutError: The expression takes longer.

    >>> final_answer("<think>London? No.</think> So the answer is: **Paris**").text
    '**Paris**'
    >>> final_answer(r"Half of it: \boxed{\frac{1}{2}}")
    FinalAnswer(text='\\frac{1}{2}', marker='boxed', is_unfinished=False)
    >>> final_answer("Paris\n\nQuestion: Where is Rome?\nAnswer: In Italy").text
    'Paris'
    >>> final_answer("It is in Paris.")
    FinalAnswer(text='It is in Paris.', marker='', is_unfinished=False)
    """
    if answer == WHOLE_ANSWER:
        return FinalAnswer(output)
    if answer == AUTO_ANSWER:
        return _marked_answer(output, references) if _may_mark(output) else FinalAnswer(output)
    found = last_match_in_time(answer, output, seconds)
    if found is None:
        return FinalAnswer(output)
    part = (found[1] or "") if found.re.groups else found[0]
    return FinalAnswer(part.strip(), "pattern")


@cached(2**14)
def stated_answer(reference: str) -> str:
    r"""Returns the labelled answer in a reference, found as `final_answer` does in outputs, or the whole reference.

    >>> stated_answer("6 * 7 = 42\n#### 42"), stated_answer("So it was Paris")
    ('42', 'So it was Paris')
    """
    if not _may_mark(reference):
        return reference
    found = _first_reading(_STATED, first := _answer_before_next_turn(reference))
    stated = _without_leftover_markup(found[1]) if found else ""
    return stated if has_words(stated) else first


_NUMBER = lazy_re(r"\d[\d.,]*")
_FLAGS = re.IGNORECASE | re.MULTILINE

# Without one of these signs, a label or a conclusion nothing is marked; nearly all short answers have none.
_MARKS = lazy_re(r"[<\\{`\[◁#*$\n]")

_OWNER = r"(?:(?:the|my|our|your|its|here(?:'s| is)(?: the| my| your)?) )?"
_RANK = r"(?:correct|right|short|best|exact|complete|final|likely|overall)"
# Labels that say so outright, and those that many outputs use for steps too; one word of each language.
_FINAL_LABEL = (
    rf"(?:(?:(?:so|thus|therefore|hence|and so|in conclusion|in short),? )?{_OWNER}final (?:{_RANK} )?"
    r"(?:answer|result|conclusion|verdict)"
    r"|endgültige antwort|réponse finale|respuesta final|risposta finale|resposta final|最终答案|最終答案)"
)
_LABEL = (
    rf"(?:{_OWNER}(?:{_RANK} ){{0,2}}answers?|{_OWNER}(?:conclusion|verdict)|{_OWNER}(?:best )?guess|ans|tl;?dr"
    r"|bottom line|result|antwort|réponse|respuesta|risposta|resposta|antwoord|ответ|odpowiedź|答案|答え|回答|정답)"
)
_LABEL_OF_LINE = lazy_re(rf"(?!\n)^[ \t>#*_•✅-]{{0,12}}(?:{_FINAL_LABEL}|{_LABEL})", _FLAGS)
# Labels stand at the beginning of a line or sentence, with the signs of Markdown around them: "**Final answer:** Rome".
_BEGIN = r"(?:^|(?<=[.!?:;)\]*\"”] ))[ \t>#*_•✅-]{0,12}"
_END = r"(?: \([a-z ]{2,20}\))?(?:(?: is)?[*_ \t]{0,4}(?:[:：→=]| [–—-] )|[ \t*_#]{0,8}$)"
_LABELLED_AS_FINAL = lazy_re(rf"{_BEGIN}{_FINAL_LABEL}(?P<number>){_END}", _FLAGS)
# "Answer: Rome", "Answer 2: Oslo"
_LABELLED = lazy_re(rf"{_BEGIN}{_LABEL}(?P<number> ?\(\w\)| \d{{1,2}}| [A-E](?=[:：]))?{_END}", _FLAGS)

# "The answer is"; not in "if the answer is", nor before a word that only says how easy or certain it is.
_NO_CLAIM = "|".join(
    "not wrong correct incorrect right true false obvious clear simple straightforward easy hard difficult complex "
    "complicated unclear unknown uncertain debated disputed subjective based given found obtained determined provided "
    "as below above more somewhat quite very".split()
)
_CLAIMS = lazy_re(
    r"(?<!\bif )(?<!\bwhether )(?<!\bwhy )(?<!\bhow )(?<!\bwhen )(?<!\bbecause )"
    rf"\b(?:the|my|our) (?:{_RANK} ){{0,2}}answer"
    r"(?: here| to(?: (?:the|this|your|that) question \"[^\"\n]{1,200}\"|(?: (?!depend|var|lie)[\w'\"-]+){1,8}?))?,?"
    r"(?: (?:therefore|thus|then),)? (?:is|was|would be|must be|should be|has to be)\b"
    rf"(?: therefore| thus| then| simply| indeed| actually)?(?!\s+(?:{_NO_CLAIM})\b)\s*:?",
    _FLAGS,
)

# A tag in quotes marks nothing ("the `<think>` tag").
_THINKING_TAG = lazy_re(
    r"(?<![`'\"])(?:</?(?:think|thinking|thoughts?|reasoning|scratchpad)>|\[/?think\]|◁/?think▷)(?![`'\"])", _FLAGS
)
# gpt-oss writes in channels.
_FINAL_CHANNEL = lazy_re(r"<\|channel\|>final\b[^<\n]{0,40}<\|message\|>", _FLAGS)
_SPECIAL_SIGNS = lazy_re(r"<\|[\w ]{1,30}\|>|</s>|<(?:eos|end_of_turn)>", _FLAGS)

_ANSWERED = "(?:answer|final[_ -]?answer|solution)"
_ANSWER_TAG = lazy_re(rf"(?<![`'\"])<(/?){_ANSWERED}>(?![`'\"])", _FLAGS)
_JSON_KEY = lazy_re(rf"[{{,]\s{{0,40}}([\"'])(?:{_ANSWERED})\1\s{{0,40}}:\s{{0,40}}(?=\S)", _FLAGS)
# The value of a dictionary that is no JSON.
_JSON_TEXT = lazy_re(r"'((?:[^'\\]|\\.)*)'|([^,}\n]+)")

_BOX = lazy_re(r"\\f?boxed\s*\{|\\boxed\s+(?=\w)")
_BRACE = lazy_re(r"(?s:\\.|[{}])")
# Boxes that "and" joins are one answer.
_BETWEEN_BOXES = lazy_re(r"[\s$]*(?:,|;|and|,\s*and|&)[\s$]*")
_LONGEST_CUT = 200
# A reference of so many words is a sentence.
_WORDS_OF_SENTENCE = 5

_COMES_AFTERWARDS = lazy_re(
    r"^[ \t>#*_-]{0,6}(?:explanations?|reason(?:ing|s)?|rationale|justification|notes?|confidence(?: level| score)?"
    r"|sources?|context|evidence|references?|question)[*_ \t]{0,4}[:：]",
    _FLAGS,
)
_LABEL_END = lazy_re(r"\A[ \t]*[*_:]{0,4}(?=\s)(?:\n[=-]{3,}\n)?")
_BLANK_LINE = lazy_re(r"\n[ \t]*(?:\n\s*|$)")
# "#### 42", as in GSM8K.
_HASHES = lazy_re(r"(?:\n#{1,3}|####)[ \t]*([^\n#]+)\s*$")
_FENCED = lazy_re(r"\s*```[^\n`]{0,30}\n([^`]*)\n?```\s*")

# Some models write the next question themselves, and answer it; what only leads to a question goes on.
_NEXT_TURN = lazy_re(
    r"\n[ \t>#*_-]{0,6}(?:(?:next |new |follow-?up )?question|q|user|human)(?: ?#?\d{1,3})?[*_]{0,2}[:：]", _FLAGS
)
_LEADS_ON = lazy_re(r"\s*(?:let|okay?|sure|here|first|i'll|i will|we|to)\b|.*:\s*\Z", re.IGNORECASE | re.DOTALL)


def _may_mark(text: str) -> bool:
    return _MARKS.search(text) is not None or _may_name_final_answer(text) or conclusions.may_conclude(text)


def _may_name_final_answer(text: str) -> bool:
    if "nswer" in text or "NSWER" in text:
        return True
    return (":" in text or "：" in text or "\n" in text) and _LABEL_OF_LINE.search(text) is not None


def _marked_answer(output: str, references: Sequence[str]) -> FinalAnswer:
    markers: list[str] = []
    text, is_unfinished = output, False
    if text.lstrip()[:1] in ("{", "[") and (message := last_message_of(parsed_data(text))) is not None:
        text = message
        markers.append("chat message")
    if (spoken := _without_thinking(text)) is not None:
        text, is_unfinished = spoken
        markers.append("thinking left out")
    if (first := _answer_before_next_turn(text)) != text:
        text = first
        markers.append("later turns left out")
    if (label := _label_in_front(text)) is not None:
        name, text = label
        markers.append(name)
    if marker := _first_reading(_STATED, text):
        markers.append(marker[0])
        text = marker[1]
    else:
        if (code := _fenced_answer(text)) is not None:
            markers.append("code block")
            text = code
        suggested = _first_reading(_SUGGESTED, text)
        if suggested and not (suggested[0] == "bold" and _is_only_part(suggested[1], references)):
            markers.append(suggested[0])
            text = suggested[1]
    return (
        FinalAnswer(_without_leftover_markup(text), ", ".join(markers), is_unfinished)
        if markers
        else FinalAnswer(output)
    )


def _label_in_front(text: str) -> tuple[str, str] | None:
    """Returns the label at the start of a one-line text, and the rest of the text."""
    for name, label in () if "\n" in text else _LABELS:
        found = label.match(text)
        rest = _LABEL_END.sub("", text[found.end() :], count=1).lstrip() if found and not found["number"] else ""
        if has_words(rest):
            return name, rest
    return None


def _answer_before_next_turn(text: str) -> str:
    """Returns a text without the further questions and answers that some models write after the first answer."""
    if "\n" in text:
        for turn in _NEXT_TURN.finditer(text):
            before = text[: turn.start()]
            if has_words(before) and not _LEADS_ON.match(before):
                return before.rstrip()
    return text


def _is_only_part(phrase: str, references: Sequence[str]) -> bool:
    """Returns whether a phrase is only part of the answer: references are sentences, or have more numbers."""
    fewest = min((len(reference.split()) for reference in references), default=0)
    n_numbers = min((len(_NUMBER.findall(reference)) for reference in references), default=0)
    is_of_sentence = fewest >= _WORDS_OF_SENTENCE and 2 * len(phrase.split()) < fewest
    return is_of_sentence or (n_numbers > 1 and len(_NUMBER.findall(phrase)) < n_numbers)


def _first_reading(readings: "_Readings", text: str) -> tuple[str, str] | None:
    """Returns the cue and the answer of the first reading that finds one."""
    for marker, read in readings:
        if (part := read(text)) is not None:
            claim = _CLAIMS.match(part := part.lstrip())
            return marker, part[claim.end() :] if claim else part
    return None


def _without_thinking(text: str) -> tuple[str, bool] | None:
    """Returns the text without its thinking, and whether the thinking never ends; None for a text without any."""
    if "<" not in text and "[" not in text and "◁" not in text:
        return None
    if final := list(_FINAL_CHANNEL.finditer(text)):
        return _SPECIAL_SIGNS.sub("", text[final[-1].end() :]).strip(), False
    tags = list(_THINKING_TAG.finditer(text))
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


def _tagged_answer(text: str) -> str | None:
    tags = list(_ANSWER_TAG.finditer(text)) if "<" in text else []
    if not tags:
        return None
    last = tags[-1]
    if not last[1]:
        # Often a stop sequence cuts the closing tag off.
        return text[last.end() :] if has_words(text[last.end() :]) else None
    return text[tags[-2].end() if len(tags) > 1 else 0 : last.start()]


def _json_answer(text: str) -> str | None:
    keys = list(_JSON_KEY.finditer(text)) if "{" in text else []
    if not keys:
        return None
    start = keys[-1].end()
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        quoted = _JSON_TEXT.match(text, start)
        value = (quoted[1] or quoted[2]) if quoted else None
    return _json_answer_as_text(value)


def _json_answer_as_text(value: Any) -> str | None:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_json_answer_as_text, value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else None if isinstance(value, dict) else str(value)


def _boxed_answer(text: str) -> str | None:
    boxes = list(_BOX.finditer(text)) if "\\" in text else []
    parts: list[str] = []
    following = len(text)
    for box in reversed(boxes):
        if box[0].endswith("{"):
            stop = _end_of_boxed_answer(text, box.end(), following)
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
    return ", ".join(reversed(parts)) if any(map(has_words, parts)) else None


def _end_of_boxed_answer(text: str, start: int, end: int) -> int | None:
    depth = 1
    for brace in _BRACE.finditer(text, start, end):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return brace.start()
    return None


def _text_after_last_label(label: re.Pattern[str], text: str) -> str | None:
    """Returns the text after the last label; None without a label, or with labels that number parts of an answer."""
    found = list(label.finditer(text)) if _may_name_final_answer(text) else []
    if not found or len({match["number"] for match in found if match["number"]}) > 1:
        return None
    return _paragraph_after_label(text[found[-1].end() :])


def _claimed_answer(text: str) -> str | None:
    found = list(_CLAIMS.finditer(text)) if _may_name_final_answer(text) else []
    part = _paragraph_after_label(text[found[-1].end() :]) if found else None
    return None if part is None or conclusions.conclusion_repeats_opening(part, text[: found[-1].start()]) else part


def _paragraph_after_label(text: str) -> str | None:
    """Returns the first paragraph that follows a label, with the lists that belong to it; None if it says nothing."""
    text = _LABEL_END.sub("", text, count=1).lstrip()
    if afterwards := _COMES_AFTERWARDS.search(text, 1):
        text = text[: afterwards.start()]
    start = 0
    for gap in _BLANK_LINE.finditer(text):
        is_listed = all(LIST_LINE.match(text, place) for place in (start, gap.end()))
        if not is_listed and not text[start : gap.start()].rstrip(" *_").endswith(":"):
            text = text[: gap.start()]
            break
        start = gap.end()
    return text if has_words(text) else None


def _answer_after_last_heading(text: str) -> str | None:
    start = max(text.rfind("####"), text.rfind("\n#"))
    found = _HASHES.match(text, start) if start > 0 else None
    return found[1] if found else None


def _fenced_answer(text: str) -> str | None:
    found = _FENCED.fullmatch(text) if "```" in text else None
    return found[1] if found else None


# From what says it outright to what only suggests it: the first that finds a part is taken.
_Readings = tuple[tuple[str, Callable[[str], str | None]], ...]
_STATED: _Readings = (
    ("answer tag", _tagged_answer),
    ("JSON answer", _json_answer),
    ("final answer", partial(_text_after_last_label, _LABELLED_AS_FINAL)),
    ("boxed", _boxed_answer),
    ("last heading", _answer_after_last_heading),
    ("answer label", partial(_text_after_last_label, _LABELLED)),
    ("the answer is", _claimed_answer),
)
_SUGGESTED: _Readings = (("conclusion", conclusions.concluding_sentence), ("bold", conclusions.bold_conclusion))
_LABELS = (("final answer", _LABELLED_AS_FINAL), ("answer label", _LABELLED))


def _without_leftover_markup(text: str) -> str:
    """Returns an answer without markup that began before its label: "Rome**", "Rome |"."""
    text = text.strip().strip("|").strip()
    stop = "." if text.endswith(("*.", "_.")) else ""
    bare = text.removesuffix(stop).rstrip("*_")
    return text if "*" in bare or "_" in bare else bare.strip() + stop
