"""Rows to label, drawn at random from a file, and the estimate from the labels so far.

The server keeps neither: the browser holds the rows and the labels, and sends them for each estimate.
"""

import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ...checks import as_list, numbers_of_names
from ...errors import DataError, UsageError
from ...people.estimates import Estimator
from ...people.labels import LabelledRows, check_rows_and_labels
from ...reporting.estimate_report import SHRINKING, estimate_report
from ...reporting.formatting import as_sentence, shown_percent, shown_statistic
from ...reporting.report import Line, Picture, Report
from ...reporting.report_html import report_html
from ...result_types import MeanEstimate
from ...rows.checked_rows import has_question
from ...shared_types import BoolArray, IntArray
from ...statistics.accuracy_interval import accuracy_interval
from ...statistics.bootstrap import SEED, WeightedVerdicts
from ..engine import ChosenSetting, Engine
from ..limits import CONFIDENCE_LEVEL, Limits, check_within_limit
from ..page_messages import status_message_html
from ..running import run_with_progress
from ..uploads import SentFile

# Rows to judge if the user gives no number.
USUALLY = 50

_REMEDY = "choose the rows again"
_UNSURE = 'Answers marked "unsure" are ignored.'


def choose_to_label(
    engine: Engine, cancelled: threading.Event, sent: SentFile, chosen: ChosenSetting, n: float | None
) -> Iterator[str | dict[str, Any]]:
    """Scores a file and draws n of the rows that have no label; None draws the usual number, or all of fewer rows.

    Labels in the file count as labels of rows drawn at random.

    Yields:
        The progress as HTML; finally the data for the browser, as JSON.

    Raises:
        DataError: The file cannot be read, is more than the limits allow, or all of its rows have a label.
        UsageError: n is not a whole number from 1 to the number of rows without a label.
        StoppedError: The run was cancelled or has taken too long.
    """
    yield status_message_html("Reading the file")
    upload = sent.read(engine.limits)
    rows = upload.rows.rows
    given = upload.verdicts or [None] * len(rows)
    left = [i for i, label in enumerate(given) if label is None]
    if not left:
        raise DataError(
            f"all {len(rows)} rows have a label in {sent.label!r}: choose no column of labels to judge them again"
        )
    n_drawn = min(USUALLY, len(left)) if n is None else n
    if n_drawn not in range(1, len(left) + 1):
        raise UsageError(
            f"the sample size must be a whole number from 1 to {len(left):,}, the rows without a label; it is {n:g}"
        )
    scorer = engine.wait_for_scorer(chosen, rows)
    scores = yield from run_with_progress(engine, cancelled, partial(scorer.score_rows, rows), "Scoring the file")
    have_questions = all(map(has_question, rows))
    yield {
        "file": Path(str(sent.path)).name,
        "left_out": " ".join(map(as_sentence, upload.warnings)),
        "signature": scores.signature,
        "id": ["" if each is None else str(each) for each in upload.rows.ids],
        "question": [row.question or "" for row in rows] if any(row.question for row in rows) else None,
        "references": [list(row.references) for row in rows],
        "prediction": [row.prediction for row in rows],
        "system": upload.systems,
        "asked": numbers_of_names(str(row.question) for row in rows)[1] if have_questions else None,
        "smile": scores.smile.tolist(),
        "correct": scores.correct.tolist(),
        "given": given,
        "rows": np.random.default_rng(SEED).permutation(left)[: int(n_drawn)].tolist(),
    }


def estimate_while_labelling(limits: Limits, sent: Any) -> str:
    """Estimates from the labels so far. The data comes from the browser, so every value is checked.

    Args:
        limits: The limits of the app.
        sent: `smile`, `correct`, `given`, `asked`, `system` and `rows` from `choose_to_label`, and `labels` of these
            rows: true, false, or null without a label.

    Returns:
        The estimate as HTML, and how often SMILE agrees with the user's labels; empty without labels.

    Raises:
        DataError: A value is missing or invalid.
    """
    names = ("smile", "correct", "given", "asked", "system", "rows", "labels")
    if not isinstance(sent, Mapping) or any(name not in sent for name in names):
        raise DataError(f"the data of the labelling page is incomplete: {_REMEDY}")
    smile, correct, given, rows, labels = (
        as_list(name, sent[name]) for name in ("smile", "correct", "given", "rows", "labels")
    )
    check_within_limit("rows", len(smile), limits.rows)
    are_rows = all(isinstance(row, int) and 0 <= row < len(smile) for row in rows) and len(rows) == len(set(rows))
    if not len(given) == len(correct) == len(smile) or not are_rows:
        raise DataError(f"the chosen rows are invalid: {_REMEDY}")
    if len(labels) != len(rows) or not all(label in (True, False, None) for label in (*labels, *given, *correct)):
        raise DataError(f"{len(labels)} labels do not fit {len(rows)} rows: {_REMEDY}")
    new = [(row, label) for row, label in zip(rows, labels, strict=True) if label is not None]

    def first(n: int) -> LabelledRows:
        known = list(given)
        for row, label in new[:n]:
            known[row] = label
        scores = {"predictions": smile}
        return check_rows_and_labels(known, sent["asked"], sent["system"], scores=scores, needs="some").combined()

    if not new:
        return ""
    from ...reporting.figures import figure_as_png, png_address, shrinking_figure

    estimator = Estimator(confidence_level=CONFIDENCE_LEVEL)
    found, curve = estimator.estimate_rows(first(len(new))), estimator.curve(first, len(new))
    at = np.array([row for row, _ in new])
    people, accepted = np.array([label for _, label in new], dtype=bool), np.array(correct, dtype=bool)[at]
    question = None if sent["asked"] is None else np.array(sent["asked"], dtype=np.int64)[at]
    shown_below = [block for block in estimate_report(found).blocks[1:] if not isinstance(block, Picture)]
    numbers = Report("All numbers", shown_below, is_folded=True)
    top = [
        _headline_while_labelling(found.whole),
        _agreement_while_labelling(accepted, people, question),
        Line(_UNSURE, "note"),
    ]
    report = Report("", [*top, Picture("by_labels", SHRINKING), numbers])
    pictures = {"by_labels": png_address(figure_as_png(shrinking_figure(curve)))} if len(curve) > 1 else {}
    return report_html(report, pictures)


def _headline_while_labelling(found: MeanEstimate) -> Line:
    share = shown_percent(found["estimate"])
    if found["n_labelled"] == found["n"]:
        text = f"{round(found['estimate'] * found['n']):,} of {found['n']:,} answers are correct ({share})."
    else:
        text = f"Estimated for all {found['n']:,} answers: {share} correct ({_percents(found['estimate_ci'])})."
    return Line(text, "headline", "people")


def _agreement_while_labelling(accepted: BoolArray, people: BoolArray, question: IntArray | None) -> Line:
    """Returns how often SMILE's (n,) verdicts are those of the user."""
    is_same, kappa = accepted == people, WeightedVerdicts(accepted.astype(np.float64), 0.5, people)
    found = float(kappa(np.ones((1, len(people))))["cohen_kappa"][0])
    interval = _percents(accuracy_interval(is_same, CONFIDENCE_LEVEL, question))
    share = f"{is_same.sum():,} of {len(people):,} answers: {shown_percent(float(is_same.mean()))} ({interval})"
    beside = "" if math.isnan(found) else f", Cohen's kappa {shown_statistic(found)}"
    return Line(f"SMILE agrees with your labels on {share}{beside}.", mark="people")


def _percents(interval: Sequence[float]) -> str:
    low, high = interval
    return f"{100 * low:.0f} to {100 * high:.0f} %"
