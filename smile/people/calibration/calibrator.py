"""Calibration: fits a scorer's weight and threshold to labelled rows, and measures what that gains."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from ...aliases import OnProgress
from ...errors import DataError, UsageError
from ...rows.checked_rows import Row
from ...scoring.scorer import SmileScorer
from ...scoring.signature import RowKinds, signature
from ...settings.named_settings import NAMED_SETTINGS, Settings
from ...settings.settings_file import settings_content
from ...statistics.agreement_measures import is_constant
from ...statistics.bootstrap import RESAMPLES, SEED
from ..agreement.agreement_scorer import AgreementScorer
from ..labels import LabelledRows
from .fitting import (
    N_FOLDS,
    WEIGHTS,
    CrossValidation,
    CurvePoint,
    Gains,
    Parameters,
    Transfer,
    cross_validate,
    fit,
    transfers,
    weight_curve,
)

# A fit to fewer would mean little.
FEWEST_ROWS, FEWEST_QUESTIONS, FEWEST_OF_A_KIND = 50, 10, 10


@dataclass(frozen=True)
class CalibrationResult:
    """The settings fitted to n rows, and what they gain.

    Attributes:
        settings: The scorer's settings with the weight and threshold fitted on all rows.
        start: The named setting's weight and threshold.
        held_out: The gain on rows that the weight and threshold were not fitted to.
        curve: Pearson by weight, on all rows.
        transfers: For each pair of groups the gain on one of a fit to the other; empty unless asked for.
    """

    settings: Settings
    encoder: str
    start: Parameters
    held_out: CrossValidation
    curve: list[CurvePoint]
    transfers: list[Transfer]
    n: int
    n_questions: int
    confidence_level: float
    signature: str

    @property
    def gain(self) -> Gains:
        """The gains on held-out rows."""
        return self.held_out.gain

    @property
    def is_worse(self) -> bool:
        """Whether held-out rows lose Pearson or accuracy."""
        return self.gain.pearson.gain < 0 or self.gain.accuracy.gain < 0

    @property
    def is_better(self) -> bool:
        """Whether held-out rows gain more than chance explains, and lose nothing."""
        return not self.is_worse and not (self.gain.pearson.may_be_chance and self.gain.accuracy.may_be_chance)

    def summary(self, warnings: list[str]) -> dict[str, Any]:
        """Returns the result, with warnings about it, as plain floats, ints, strings, lists and dicts."""
        start = {f"setting_{name}": value for name, value in asdict(self.start).items()}
        fitted = {"semantic_weight": self.settings.semantic_weight, "threshold": self.settings.threshold}
        return {"setting": self.settings.name, **fitted, **start} | {
            "gain": asdict(self.gain),
            "folds": [asdict(fold) for fold in self.held_out.folds],
            "weight_curve": [asdict(point) for point in self.curve],
            "transfers": [asdict(transfer) for transfer in self.transfers],
            "warnings": warnings,
            "n": self.n,
            "n_questions": self.n_questions,
            "signature": self.signature,
        }

    def settings_file(self, name: str, digest: str, warnings: list[str]) -> str:
        """Returns the settings file for later runs, with the name and the SHA-256 of the labelled file."""
        calibrated_on = {"file": name, "sha256": digest, "n": self.n, "n_questions": self.n_questions}
        content = settings_content(self.settings, self.encoder, calibrated_on, asdict(self.gain), warnings)
        return json.dumps(content, indent=2) + "\n"


def calibrate(
    scorer: SmileScorer,
    rows: Sequence[Row],
    people: LabelledRows,
    agreement: AgreementScorer,
    confidence_level: float,
    transfer_by: str | None = None,
    on_progress: OnProgress | None = None,
) -> CalibrationResult:
    """Fits a scorer's semantic weight and threshold to people's labels; its own do not matter.

    `agreement` combines several people's labels and decides which answers are right. `transfer_by`, a grouping of
    `people`, fits to each of its groups and tests on each other one. `on_progress` is called with the number of encoded
    strings and their total.

    Raises:
        DataError: There are too few rows or questions, too few right or wrong answers, or all rows have one score.
        UsageError: The labels do not tell which answers are right, or the settings have no weight.
        ModelError: A model or its data cannot be loaded.
    """
    if scorer.settings.is_learned:
        raise UsageError(
            f"the setting {scorer.settings.name!r} has nothing to calibrate, as it has learned how to join the "
            "sub-scores: calibrate another setting, for example 'default'"
        )
    # The settings file says whether the fit read questions; None if only some rows have one.
    kinds = RowKinds.of(rows)
    use_questions = {"both": True, "some": None, "no": False}[kinds.questions_used(scorer.settings)]
    settings = replace(scorer.settings, use_questions=use_questions)
    if settings.aggregation != "weighted":
        raise UsageError(f"aggregation={settings.aggregation!r} has no weight to calibrate: use 'weighted'")
    named = NAMED_SETTINGS[settings.name]
    start = Parameters(named.semantic_weight, named.threshold)
    labelled = agreement.sample(np.zeros(len(rows)), people)
    _check(labelled, "the file")
    groups = {} if transfer_by is None else people.groupings[transfer_by].members()
    if transfer_by is not None and len(groups) < 2:
        raise DataError(
            f"every row has the {transfer_by} {next(iter(groups))!r}, and transfer needs two or more: leave it out"
        )
    for name, places in groups.items():
        _check(labelled.at(places), f"the {transfer_by} {name!r}")

    wanted = [replace(settings, semantic_weight=weight) for weight in WEIGHTS]
    parts = scorer.stages.measure(rows, on_progress, wanted)
    labelled = labelled.scored(*(scorer.stages.score_pairs(rows, parts, each).smile for each in wanted))
    if all(map(is_constant, labelled.score_table)):
        raise DataError(
            "all answers have the same score at every weight, so there is nothing to calibrate: "
            "check the answers and references"
        )
    fitted = fit(labelled, start)
    run_signature = signature(replace(settings, **asdict(start)), scorer.stages.encoder.signature, kinds)
    return CalibrationResult(
        settings=replace(settings, **asdict(fitted)),
        encoder=scorer.stages.encoder.signature,
        start=start,
        held_out=cross_validate(labelled, start, confidence_level),
        curve=weight_curve(labelled, confidence_level),
        transfers=transfers(labelled, groups, start, confidence_level),
        n=len(rows),
        n_questions=labelled.n_questions,
        confidence_level=confidence_level,
        signature=f"{run_signature}|folds:{N_FOLDS}|bs:{RESAMPLES}|seed:{SEED}|cl:{confidence_level}",
    )


def _check(rows: LabelledRows, whose: str) -> None:
    n, n_right = len(rows), int(rows.right.sum())
    counts = {
        "labelled rows": (n, FEWEST_ROWS),
        "questions": (rows.n_questions, FEWEST_QUESTIONS),
        "answers that people call right": (n_right, FEWEST_OF_A_KIND),
        "answers that people call wrong": (n - n_right, FEWEST_OF_A_KIND),
    }
    for what, (count, fewest) in counts.items():
        if count < fewest:
            raise DataError(
                f"too few {what} to calibrate on: {whose} has {count} and needs {fewest}: label more answers"
            )
