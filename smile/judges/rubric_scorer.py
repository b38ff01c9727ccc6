"""The rubric judge: rows in, scores out; the judge writes a grade, which is read strictly."""

from collections.abc import Sequence
from typing import Any

from ..rows.checked_rows import Row
from .chat_models.chat import ChatAnswer, ChatFailure, ChatRequest, Outcome
from .chat_models.judge_settings import judge_settings
from .judge import Judge, Verdict, short_hash
from .rubrics import Grade, find_rubric, read_grade, rubric_prompt


class RubricScorer(Judge):
    """A judge that writes a grade by a rubric: three steps (0, 0.5, 1), 0 to 5 with yes or no, or one's own.

    All references of a row go into one prompt; a row may have none.

    Args:
        provider: `local`, or a name in `smile.judges.chat_models.providers.PROVIDERS`.
        model: The provider's name for it; with `local` a Hub id or folder.
        rubric: A name in `smile.judges.rubrics.RUBRICS` (`three_step`, `zero_to_five`, `morqa`, `morqa_prometheus`), or
            the path of a template (`smile.judges.rubrics.read_template`).
        language: The rubric's language, `en` or `zh`.
        **options: Any other field of `smile.judges.chat_models.judge_settings.JudgeSettings`.

    Raises:
        UsageError: An option or the template is wrong.
    """

    _metric, _score_name = "rubric_judge", "rubric"
    needs_references = False

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
        super().__init__(settings)

    @property
    def has_yes_no(self) -> bool:
        """Whether the rubric asks for yes or no."""
        return self.rubric.has_yes_no

    def _requests(self, row: Row) -> list[ChatRequest]:
        rubric = self.rubric
        prompt = rubric_prompt(rubric, row.question or "", row.references, row.prediction)
        return [ChatRequest(prompt, rubric.most_tokens, schema=rubric.schema, system=rubric.system)]

    def _check(self, answer: ChatAnswer) -> Outcome:
        grade = read_grade(self.rubric, answer.text)
        return answer if isinstance(grade, Grade) else ChatFailure(grade)

    def _verdict(self, outcomes: Sequence[Outcome]) -> Verdict:
        [outcome] = outcomes
        grade = outcome.reason if isinstance(outcome, ChatFailure) else read_grade(self.rubric, outcome.text)
        if isinstance(grade, Grade):
            return Verdict(grade.score, is_correct=grade.is_correct)
        return Verdict.failed(grade)

    def _pinned(self) -> dict[str, str]:
        return {"rubric": f"{self.rubric.name}@{short_hash((self.rubric.system or '') + self.rubric.template)}"}
