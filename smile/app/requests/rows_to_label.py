"""Rows that a visitor labels: chosen from a file, and the estimate from the labels so far.

The server keeps neither: the visitor's browser holds the rows and the labels, and sends what an estimate needs.
"""

import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ...aliases import FloatArray
from ...checks import as_list
from ...errors import DataError
from ...files.writing import without_nan
from ...people.estimates import Estimator
from ...people.label_choice import ChosenRows, choose_rows
from ...people.labels import LABEL_AGGREGATIONS, SYSTEM, LabelledRows, check_labelled, check_numbers
from ...reporting.formatting import as_sentence
from ..engine import ChosenSetting, Engine
from ..limits import CONFIDENCE_LEVEL, Limits
from ..pieces.estimate_cards import estimate_cards
from ..replies import note
from ..running import run
from ..sent_files import LabelledFile

_REMEDY = "choose the rows again"


def choose_to_label(
    engine: Engine,
    cancelled: threading.Event,
    file: LabelledFile,
    chosen: ChosenSetting,
    n: int,
    *,
    with_labels: bool = True,
) -> Iterator[str | dict[str, Any]]:
    """Scores a file and chooses n rows to label, or all that have no label if these are fewer.

    Labels that the file has already count with `with_labels`.

    Yields:
        The progress as HTML; at last all that the browser keeps, as JSON data.

    Raises:
        DataError: The file cannot be read, is more than the limits allow, has labels beyond 0 and 1, or too few rows.
        StoppedError: The run was cancelled or has taken too long.
    """
    yield note("Reading the file")
    rows, left_out = file.read(engine.limits)
    rows = rows.combined(LABEL_AGGREGATIONS[0])
    if not with_labels:
        rows = replace(rows, labels=np.full_like(rows.labels, np.nan))
    texts = rows.file.rows
    scorer = engine.wait_for_scorer(chosen)
    scores = yield from run(engine, cancelled, partial(scorer.score_rows, texts), "Scoring the file")
    _check_labels(rows.label)
    rows = replace(rows, scores={"smile": scores.smile}, probabilities=rows.chances)
    n = min(n, _n_left(rows, file.labels.label_names()))
    to_label = choose_rows(rows, n, is_probability=scorer.settings.is_learned)
    systems = rows.groupings.get(SYSTEM)
    yield without_nan(
        {
            "file": Path(str(file.path)).name,
            "left_out": " ".join(map(as_sentence, left_out)),
            "signature": scores.signature,
            "id": ["" if each is None else str(each) for each in rows.file.ids],
            "question": None if all(row.question is None for row in texts) else [row.question for row in texts],
            "references": [list(row.references) for row in texts],
            "prediction": [row.prediction for row in texts],
            "system": None if systems is None else systems.of_rows(),
            "asked": None if rows.question is None else rows.question.number.tolist(),
            "smile": rows.score.tolist(),
            "given": rows.label.tolist(),
            "chosen": {
                name: each.tolist() if isinstance(each, np.ndarray) else each for name, each in vars(to_label).items()
            },
        }
    )


def estimate_so_far(limits: Limits, sent: Any) -> dict[str, Any]:
    """Estimates from the labels so far; all of it comes from the visitor's page, so every value is checked.

    Args:
        limits: How much a visitor may send.
        sent: Of what `choose_to_label` gave `smile`, `given`, `asked`, `system` and `chosen`, and `labels` of the new
            rows: true, false, or null where there is none.

    Returns:
        The estimate as HTML (`html`, empty without labels), and the `probabilities` of the chosen rows with a label.

    Raises:
        DataError: A value is missing or wrong.
    """
    names = ("smile", "given", "asked", "system", "chosen", "labels")
    if not isinstance(sent, Mapping) or any(name not in sent for name in names):
        raise DataError(f"this is not what was chosen: {_REMEDY}")
    limits.check_count("rows", len(as_list("smile", sent["smile"])), limits.rows)
    scores = {"predictions": sent["smile"]}
    rows = check_labelled(sent["given"], sent["asked"], sent["system"], scores=scores, needs="none")
    rows = rows.combined(LABEL_AGGREGATIONS[0])
    chosen, labels = _chosen(sent["chosen"], len(rows)), as_list("labels", sent["labels"])
    if len(labels) != chosen.n_new or not all(label in (True, False, None) for label in labels):
        raise DataError(f"{len(labels)} labels came for {chosen.n_new} rows: {_REMEDY}")
    given = np.array([math.nan if label is None else float(label) for label in labels])
    known = chosen.labelled(rows, given)
    _check_labels(rows.label)
    # Labels of unknown origin alone tell nothing of the other rows.
    if not known.is_labelled.any() or (np.isnan(given).all() and not chosen.n_first.any()):
        return {"html": "", "probabilities": []}
    estimator = Estimator(confidence_level=CONFIDENCE_LEVEL)
    judged = np.flatnonzero(~np.isnan(given))

    def first(n: int) -> LabelledRows:
        some = np.full(len(given), np.nan)
        some[judged[:n]] = given[judged[:n]]
        return chosen.labelled(rows, some)

    curve, found = estimator.curve(first, len(judged)), estimator.estimate_rows(known)
    assert known.probabilities is not None  # noqa: S101 (all labels have one)
    probabilities: list[float | None] = without_nan(known.probabilities[chosen.rows].tolist())
    return {"html": estimate_cards(found, curve), "probabilities": probabilities}


def _n_left(rows: LabelledRows, label_names: Sequence[str]) -> int:
    """Returns how many rows have no label; checks that there are any."""
    n_left = int((~rows.is_labelled).sum())
    if not n_left:
        raise DataError(
            f"all {len(rows)} rows have a label in {' and '.join(map(repr, label_names))}: choose no column of "
            "labels to judge them anew"
        )
    return n_left


def _check_labels(labels: FloatArray) -> None:
    if np.nanmin(labels, initial=0.0) < 0 or np.nanmax(labels, initial=1.0) > 1:
        raise DataError(
            f"the file has labels from {np.nanmin(labels):g} to {np.nanmax(labels):g}, and here an answer is right (1) "
            "or wrong (0): choose another column of labels, or none"
        )


def _chosen(sent: Any, n_rows: int) -> ChosenRows:
    if not isinstance(sent, Mapping):
        raise DataError(f"no rows were chosen: {_REMEDY}")
    rows = as_list("the chosen rows", sent.get("rows"))
    names = [f"row {i}" for i in range(len(rows))]

    def numbers(name: str, low: float, high: float) -> FloatArray:
        found = check_numbers(as_list(name, sent.get(name)), names, name, _REMEDY)
        if len(found) != len(rows) or found.min() < low or found.max() > high:
            raise DataError(f"the column {name!r} of the chosen rows is wrong: {_REMEDY}")
        return found

    n_new, at = sent.get("n_new"), numbers("rows", 0, n_rows - 1)
    if not isinstance(n_new, int) or not 0 < n_new <= len(rows) or len(np.unique(at)) < len(at):
        raise DataError(f"the chosen rows are wrong: {_REMEDY}")
    drawn = numbers("drawn", 1e-12, 1)
    n_first, n_second = (numbers(name, 0, n_rows) for name in ("n_first", "n_second"))
    return ChosenRows(at.astype(np.int64), n_new, str(sent.get("by")), drawn, n_first, n_second)
