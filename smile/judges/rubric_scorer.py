"""The rubric judge: rows in, scores out; the judge writes a grade, which is read strictly."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..aliases import OnProgress
from ..rows.checked_rows import Row, check_rows
from .chat_models.chat import ChatAnswer, ChatFailure, ChatRequest, Outcome
from .judge import Judge, RowOutcomes, question_of, short_hash
from .judge_results import JudgeScores
from .judge_settings import judge_settings
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
        **options: Any other of `smile.judges.judge_settings.JUDGE_OPTIONS`.

    Raises:
        UsageError: An option or the template is wrong.
    """

    def __init__(
        self,
        provider: str | None = None,
        model: str | None = None,
        rubric: Any = "three_step",
        language: str = "en",
        **options: Any,
    ) -> None:
        """Checks the options and reads the template; loads and sends nothing."""
        settings = judge_settings(provider, model, **options)
        self.rubric = find_rubric(rubric, language)
        super().__init__(settings, lambda _: False)

    def score(
        self, *, predictions: Any, references: Any = None, questions: Any, on_progress: OnProgress | None = None
    ) -> JudgeScores:
        """Scores columns of any kind that `check_rows` takes, given by name; see `L3Scorer.score`.

        Raises:
            DataError: A cell is wrong, or a row has no question.
            ModelError: The judge cannot be loaded, or a row failed and `on_error` is `raise`.
        """
        return self.score_rows(
            check_rows(predictions, references, questions, needs_references=False, needs_questions=True), on_progress
        )

    def score_rows(self, rows: Sequence[Row], on_progress: OnProgress | None = None) -> JudgeScores:
        """Scores rows checked with `needs_questions`; see `score`."""
        rubric = self.rubric
        outcomes = RowOutcomes.of(rows)
        asked_rows = np.flatnonzero(~outcomes.is_empty).tolist()
        requests = [
            ChatRequest(
                rubric_prompt(rubric, question_of(rows[i]), rows[i].references, rows[i].prediction),
                max_tokens=rubric.most_tokens,
                schema=rubric.schema,
                system=rubric.system,
            )
            for i in asked_rows
        ]

        def check(answer: ChatAnswer) -> Outcome:
            grade = read_grade(rubric, answer.text)
            return answer if isinstance(grade, Grade) else ChatFailure(grade)

        asked = self._ask(requests, asked_rows, on_progress, check)
        correct: list[bool | None] = [False if is_empty else None for is_empty in outcomes.is_empty]
        for i, answer in zip(asked_rows, asked.outcomes, strict=True):
            grade = answer.reason if isinstance(answer, ChatFailure) else read_grade(rubric, answer.text)
            if isinstance(grade, Grade):
                outcomes.score[i], correct[i] = grade.score, grade.is_correct
            else:
                outcomes.fail(i, grade)
        pinned = {"rubric": f"{rubric.name}@{short_hash((rubric.system or '') + rubric.template)}"}
        return JudgeScores(
            name="rubric",
            correct=correct if rubric.has_yes_no else None,
            best_reference=None,
            asked=asked,
            price=self._model.price,
            signature=self._signature("rubric_judge", rows, pinned),
            **vars(outcomes),
        )
