"""A judge that a visitor asks with a key of their own, about typed answers or about the rows in doubt of a file.

Nothing that it answers is kept, and no message holds the key.
"""

import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ...aliases import OnProgress
from ...cascade.cascade_scorer import CascadePlan, CascadeScorer
from ...errors import DataError, ModelError, UsageError
from ...judges.chat_models.providers import PROVIDERS
from ...judges.judge import Judge, JudgeScores
from ...judges.l3_scorer import L3Scorer
from ...judges.rubric_scorer import RubricScorer
from ...people.labelled_files import PROBABILITY, check_drawn_alike
from ...reporting.judged_report import asking_report, judged_report
from ...reporting.report import Report
from ..engine import ChosenSetting, Engine
from ..exports import write_exports
from ..limits import Limits
from ..running import run
from .scored_file import ScoredFile
from .typed_answers import ScoredAnswers, TypedAnswers, score_answers

# A visitor waits for the answer: fewer tries and a shorter timeout than on the command line.
_TIMEOUT, _MAX_RETRIES, _CONCURRENCY = 30.0, 2, 4


@dataclass(frozen=True)
class ChosenJudge:
    """The judge that a visitor chose.

    Attributes:
        rubric: The name of its rubric; L3Score where it is empty.
        address: The provider's address in place of its own; may be empty.
    """

    provider: str
    model: str
    rubric: str = ""
    address: str = ""
    key: str = field(default="", repr=False)

    def scorer(self, limits: Limits, *, is_dry: bool = False) -> Judge:
        """Returns the judge; without a key only to plan with."""
        if self.provider not in limits.providers:
            raise UsageError(f"{self.provider!r} is not offered here: choose one of {', '.join(limits.providers)}")
        if self.address and not limits.base_url:
            raise UsageError("your own address is not allowed here: choose a provider")
        key = "" if is_dry else self.key.strip()
        # Never the key of the app's owner, which the judges would take from the environment.
        if not key and not is_dry and PROVIDERS[self.provider].key_variable:
            raise DataError("there is no key: enter your own key from the provider; it is not stored")
        chosen: dict[str, Any] = {"rubric": self.rubric} if self.rubric else {}
        return (RubricScorer if self.rubric else L3Scorer)(
            self.provider,
            self.model.strip(),
            **chosen,
            api_key=key or "none",
            base_url=self.address or None,
            concurrency=_CONCURRENCY,
            timeout=_TIMEOUT,
            max_retries=_MAX_RETRIES,
            cache=False,
        )

    def without_key(self, text: str) -> str:
        """Returns a text in which the key is not named."""
        key = self.key.strip()
        return text.replace(key, "(your key)") if key else text

    @contextmanager
    def told(self, limits: Limits) -> Iterator[None]:
        """Keeps the key, and a field that the page lacks, out of errors."""
        try:
            yield
        except (UsageError, ModelError) as error:
            message = self.without_key(str(error))
            if not limits.base_url:  # the page has no field for an address
                message = message.replace(": check the address", ": try again later, or choose another provider")
            raise type(error)(message) from None


def judge_answers(
    engine: Engine, chosen: ChosenJudge, typed: TypedAnswers, on_progress: OnProgress
) -> tuple[ScoredAnswers, JudgeScores]:
    """Scores answers with SMILE and with a judge."""
    with chosen.told(engine.limits):
        judge = chosen.scorer(engine.limits)
        scored = score_answers(engine, typed, ChosenSetting(engine.limits.settings[0]))
        if not typed.question.strip():
            raise DataError("there is no question, which a judge needs: give one")
        engine.limits.check_count("requests", judge.expected_cost(scored.rows).n_requests, engine.limits.judged)
        return scored, judge.score_rows(scored.rows, on_progress)


def plan_of(limits: Limits, scored: ScoredFile, chosen: ChosenJudge, most: Mapping[str, Any]) -> Report:
    """Returns the report of what would be asked, and of which rows; sends nothing and needs no key."""
    with chosen.told(limits):
        _, plan = _planned(limits, scored, chosen, most, is_dry=True)
    return asking_report(plan, scored.file_rows.ids, chosen.model.strip(), scored.upload.left_out)


def ask_about_file(
    engine: Engine, cancelled: threading.Event, scored: ScoredFile, chosen: ChosenJudge, most: Mapping[str, Any]
) -> Iterator[str | tuple[Report, list[str]]]:
    """Asks the judge about the rows in doubt; a run that is cancelled keeps what was answered.

    Yields:
        The progress as HTML; at last the report and the paths of the downloads, which are deleted when the iterator
        goes on.
    """
    with chosen.told(engine.limits):
        cascade, plan = _planned(engine.limits, scored, chosen, most, is_dry=False)
        done = yield from run(engine, cancelled, partial(cascade.ask, plan), "Asking the judge")
    items = done.items()
    scored_columns = {
        "correct": items.pop("correct"),
        "decided_by": items.pop("decided_by"),
        "overturned": (done.correct != plan.scores.correct).tolist(),
        **items,
    }
    with tempfile.TemporaryDirectory() as folder:
        stem = f"{Path(scored.name).stem}_judged"
        yield (
            judged_report(done, scored.file_rows.ids, scored.upload.left_out, chosen.without_key),
            write_exports(Path(folder), stem, scored.file_rows.own, scored_columns),
        )


def _planned(
    limits: Limits, scored: ScoredFile, chosen: ChosenJudge, most: Mapping[str, Any], *, is_dry: bool
) -> tuple[CascadeScorer, CascadePlan]:
    """Returns the cascade with a limit of `CascadeScorer`, and what it would ask; sends nothing."""
    if None in most.values():
        raise DataError("there is no number beside what limits the judge: enter one")
    cascade = CascadeScorer(scored.scorer, chosen.scorer(limits, is_dry=is_dry), **most)
    labels = None
    if "target" in most and any(each is not None for each in scored.verdicts or ()):
        labels = np.array(scored.verdicts, dtype=np.float64)  # None becomes NaN
        if PROBABILITY in scored.upload.table.column_names:
            check_drawn_alike(np.array(scored.upload.table.values(PROBABILITY), dtype=np.float64)[~np.isnan(labels)])
    plan = cascade.plan(scored.file_rows.rows, labels, scores=scored.scores)
    limits.check_count("requests", plan.expected.n_requests, limits.judged)
    return cascade, plan
