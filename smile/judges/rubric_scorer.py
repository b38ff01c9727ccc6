"""The rubric judge: a language model grades each answer by a rubric, and the grade is parsed strictly."""

import json
import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks import unique_keys
from ..errors import Option, UsageError
from .base_judge import Grade, Judge, judge_prompt_hash
from .chat_models.chat import ChatAnswer, ChatFailure, ChatRequest
from .chat_models.judge_settings import judge_settings

_NO_REFERENCES = {"en": "(none is given: judge by what you know)", "zh": "（没有给出，请根据你的知识判断）"}
RUBRIC_LANGUAGES = tuple(_NO_REFERENCES)
_PROMPTS = Path(__file__).parent / "prompts"

# Tokens for a grade over several lines, and for a grade with an explanation.
_GRADE_TOKENS, _EXPLAINED_TOKENS = 60, 1024

_PLACEHOLDERS = ("question", "references", "prediction", "fence")
_PLACEHOLDER = re.compile(rf"\{{({'|'.join(_PLACEHOLDERS)})\}}")
# A name in braces, except in LaTeX (\text{a}, x^{ab}) and in doubled braces.
_ANY_PLACEHOLDER = re.compile(r"(?<![\w}^\\{])\{\s*([A-Za-z]\w+)\s*\}")
# What may surround a mark and its score: spaces, Markdown, quotes and brackets.
_AROUND = r"[\s*_`\"'#>()\[\]{}$]{0,40}"
# What links a mark to its score.
_LINK = r"(?:[:=]|\bis\b|为|是)"
# A score that is not part of another number or a range: not 0,5 or 0 to 1 or 1/2, but 0.5/1 is 0.5.
_NUMBER = r"(\d*\.?\d+)(?![\d%]|[.,]\d|\s*(?:-|~|,|to|or|至|到|或)\s*\.?\d|\s*/\s*(?!1(?:\.0+)?(?![\d.])))"
_ALONE = re.compile(rf"{_AROUND}{_NUMBER}[*_`\"'\s]*\.?[*_`\"'\s]*(?:\n|$)")
# What may precede the mark in its line: "So the overall rating is 1", but not a line quoted with ">".
_BEFORE = r"^[\s*_`\"'#()\[\]{}$-]{0,40}(?:(?:so|thus|therefore|the|my|overall|final)[\s*_,]{1,9}){0,4}"
_FENCE = re.compile(r"```(?:json)?\s*(.*?)\s*```", re.DOTALL)


@dataclass(frozen=True)
class Rubric:
    """The instructions for a judge, and the scores it may give.

    Attributes:
        template: The prompt, with the placeholders {question}, {references}, {prediction} and {fence}.
        even: The score that fits both yes and no, as 3 of 0 to 5 means a correct main point with an error. Yes
            contradicts lower scores, no higher ones. None if a grade includes no yes or no.
        no_references: The text for {references} when a row has none.
        marks: The words before the score in a grade that is text; empty if the grade is JSON. A mark that ends in a
            colon needs the colon or another link to the score, so that "rating 1 means ..." is not a grade.
    """

    name: str
    template: str
    scores: tuple[float, ...]
    even: float | None = None
    no_references: str = _NO_REFERENCES["en"]
    system: str | None = None
    marks: Sequence[str] = ()

    @property
    def most_tokens(self) -> int:
        """Largest number of tokens of a grade."""
        return _EXPLAINED_TOKENS if self.marks else _GRADE_TOKENS

    @property
    def schema(self) -> dict[str, Any] | None:
        """JSON schema of a grade, for providers that enforce schemas; None if the grade is text."""
        if self.marks:
            return None
        properties: dict[str, Any] = {"score": {"type": "number", "enum": list(self.scores)}}
        if self.even is not None:
            properties = {"correct": {"type": "string", "enum": ["yes", "no"]}} | properties
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }


def rubric_prompt(rubric: Rubric, question: str, references: Sequence[str], prediction: str) -> str:
    """Returns the prompt; placeholders inside an answer are not replaced.

    {fence} is a longer run of equal signs than any in the answer, so that an answer cannot close its fence.
    """
    if len(references) > 1:
        listed = "\n" + "\n".join(f"{i}. {reference}" for i, reference in enumerate(references, start=1))
    else:
        listed = references[0] if references else rubric.no_references
    fence = "=" * (1 + max([4, *map(len, re.findall("=+", prediction))]))
    parts = {"question": question, "references": listed, "prediction": prediction, "fence": fence}
    return _PLACEHOLDER.sub(lambda match: parts[match[1]], rubric.template)


def read_grade(rubric: Rubric, text: str) -> Grade | ChatFailure:
    r"""Returns the grade, or the reason why it cannot be read.

    If the rubric asks for JSON, the reply must be a single object with the rubric's keys, alone or in a code fence. The
    score must be one of the rubric's and must not contradict its yes or no. If the rubric asks for text, one of its
    scores must be alone in the first line, follow a mark at the start of a line, or end the reply after a mark without
    a colon. A reply with different scores after its marks is a failure.

    >>> read_grade(RUBRICS["three_step"]["en"], '{"score": 0.5}')
    Grade(score=0.5, is_correct=None)
    >>> read_grade(RUBRICS["three_step"]["en"], "I would say 0.5")
    ChatFailure(reason="the judge's answer is not JSON: 'I would say 0.5'")
    >>> read_grade(RUBRICS["morqa"]["en"], "### **Rating: 0.5**\nIt leaves out the treatment.")
    Grade(score=0.5, is_correct=None)
    """
    text = _after_thinking(text)
    grade = _read_marked_grade(rubric, text) if rubric.marks else _read_json_grade(rubric, text)
    if isinstance(grade, Grade) and grade.score in rubric.scores:
        return Grade(float(grade.score), grade.is_correct)
    reason = f"score is none of {', '.join(map('{:g}'.format, rubric.scores))}" if isinstance(grade, Grade) else grade
    return ChatFailure(f"the judge's {reason}: {text if len(text) <= 60 else text[:57] + '...'!r}")


def _after_thinking(text: str) -> str:
    """Returns a reply without its thinking; "" if the thinking never ends."""
    return text.rpartition("</think>")[2] if "</think>" in text else "" if text.lstrip().startswith("<think>") else text


def _read_json_grade(rubric: Rubric, text: str) -> Grade | str:
    fenced = _FENCE.fullmatch(text.strip())
    try:
        content = json.loads(fenced[1] if fenced else text, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError):
        return "answer is not JSON"
    if not isinstance(content, dict) or "score" not in content:
        return "answer has no score"
    score = content["score"]
    if isinstance(score, bool) or not isinstance(score, (int, float)) or score != score:
        return "score is not a number"
    if rubric.even is None:
        return Grade(score)
    answer = str(content.get("correct")).strip().casefold()
    if answer not in ("yes", "no"):
        return "answer does not say yes or no"
    is_contradiction = score < rubric.even if answer == "yes" else score > rubric.even
    return "score contradicts its yes or no" if is_contradiction else Grade(score, answer == "yes")


def _read_marked_grade(rubric: Rubric, text: str) -> Grade | str:
    text = unicodedata.normalize("NFKC", text)
    marks = "|".join(
        re.escape(mark.rstrip(":")) + _AROUND + (_LINK if mark.endswith(":") else f"{_LINK}?") for mark in rubric.marks
    )
    score = rf"(?<![a-z])(?:{marks}){_AROUND}{_NUMBER}"
    ends = "" if any(mark.endswith(":") for mark in rubric.marks) else rf"|{score}{_AROUND}\.?\s*\Z"
    alone = _ALONE.match(text)
    scores = {float(number) for number in ([alone[1]] if alone else []) + re.findall(f"(?i){score}", text)}
    # The judge may quote a rating that the answer gives itself.
    is_verdict = alone or re.search(rf"(?im){_BEFORE}{score}{ends}", text)
    if len(scores) == 1 and is_verdict:
        return Grade(scores.pop())
    names = " or ".join(mark.rstrip(":") for mark in rubric.marks)
    return "answer gives several scores" if len(scores) > 1 else f"answer has no score after {names}"


def read_rubric_template(path: Path) -> Rubric:
    """Reads a user's own rubric.

    Its first line lists the allowed scores ("scores: 0, 1, 2"). The rest is the prompt; {question}, {references},
    {prediction} and {fence} in it are replaced. It should ask for a JSON object: {"score": NUMBER}.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"the rubric {path} cannot be read ({error}): give the path of a template, a text file in UTF-8"
        ) from error
    first, _, template = text.partition("\n")
    key, _, listed = first.partition(":")
    try:
        scores = tuple(float(each) for each in listed.split(","))
    except ValueError:
        scores = ()
    if key.strip().casefold() != "scores" or len(set(scores)) < 2 or not all(map(math.isfinite, scores)):
        raise UsageError(
            f"{path}: the first line must list the allowed scores: write, for example, 'scores: 0, 0.5, 1'"
        )
    if "{prediction}" not in template:
        raise UsageError(
            f"{path}: the template has no {{prediction}}: write {{prediction}} where the answer to judge belongs"
        )
    unknown = [name for name in _ANY_PLACEHOLDER.findall(template) if name not in _PLACEHOLDERS]
    if unknown:
        raise UsageError(
            f"{path}: {{{unknown[0]}}} is no placeholder: write "
            f"{', '.join(f'{{{name}}}' for name in _PLACEHOLDERS)}, or remove the braces"
        )
    return Rubric(path.name, template.strip(), scores)


def _published_rubric(name: str, language: str, scores: list[float], **parts: Any) -> Rubric:
    template = (_PROMPTS / f"{name}.{language}.txt").read_text("utf-8").removesuffix("\n")
    parts["system"] = parts.get("system", {}).get(language)
    return Rubric(f"{name}.{language}", template, tuple(scores), no_references=_NO_REFERENCES[language], **parts)


# The prompts of MORQA (arXiv 2509.12405) are copied from its appendix, where words like {QUERY} are plain text. Scores
# are comparable with the paper's only under the same words. Those for Prometheus 2 omit that model's chat template.
RUBRICS = {
    name: {language: _published_rubric(name, language, **parts) for language in RUBRIC_LANGUAGES}
    for name, parts in json.loads((_PROMPTS / "rubrics.json").read_text("utf-8")).items()
}


def find_rubric(rubric: Any, language: str) -> Rubric:
    """Returns a rubric by its name, or a user's own by its path."""
    if language not in RUBRIC_LANGUAGES:
        raise UsageError(
            "{} must be one of {} for rubrics, got {!r}", Option("language"), ", ".join(RUBRIC_LANGUAGES), language
        )
    if isinstance(rubric, str) and rubric in RUBRICS:
        return RUBRICS[rubric][language]
    if isinstance(rubric, (str, Path)) and Path(rubric).is_file():
        return read_rubric_template(Path(rubric))
    raise UsageError(f"unknown rubric {rubric!r}: expected {', '.join(RUBRICS)}, or the path of a template file")


class RubricScorer(Judge):
    """A judge that grades answers by a rubric: three steps (0, 0.5, 1), 0 to 5 with yes or no, or your own.

    The prompt contains all references of a row. A row may have no reference.

    Args:
        provider: `local`, or a name in `smile.judges.chat_models.providers.PROVIDERS`.
        model: The provider's name of the model; for `local` a Hub id or a folder.
        rubric: A name in `RUBRICS` (`three_step`, `zero_to_five`, `simpleqa`, `hle`, `morqa`, `morqa_prometheus`), or
            the path of a template (`read_rubric_template`).
        language: The rubric's language, `en` or `zh`.
        **options: Any other field of `smile.judges.chat_models.judge_settings.JudgeSettings`.

    Raises:
        UsageError: An option or the template is invalid.
    """

    _metric, _score_name = "rubric_judge", "rubric"
    judges_each_reference = False
    languages = RUBRIC_LANGUAGES

    def __init__(
        self,
        provider: str | None = None,
        model: str | None = None,
        rubric: Any = "three_step",
        language: str = "en",
        **options: Any,
    ) -> None:
        settings = judge_settings(provider, model, **options)
        self.rubric = find_rubric(rubric, language)
        self.scale = min(self.rubric.scores), max(self.rubric.scores)
        self.has_yes_no = self.rubric.even is not None
        super().__init__(settings)

    def _requests(self, question: str, references: Sequence[str], prediction: str) -> list[ChatRequest]:
        rubric = self.rubric
        prompt = rubric_prompt(rubric, question, references, prediction)
        return [ChatRequest(prompt, rubric.most_tokens, schema=rubric.schema, system=rubric.system)]

    def _read(self, answer: ChatAnswer) -> Grade | ChatFailure:
        return read_grade(self.rubric, answer.text)

    def _pinned(self) -> dict[str, str]:
        return {"rubric": f"{self.rubric.name}@{judge_prompt_hash((self.rubric.system or '') + self.rubric.template)}"}
