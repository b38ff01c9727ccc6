"""The list of scored rows, with charts; a click on a row explains its verdict."""

import html
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import gradio as gr
import numpy as np

from ...errors import DataError
from ...files.paired_systems import SYSTEM
from ...files.row_columns import outer_columns
from ...files.writing import without_nan
from ...rows.row_table import COLUMNS, LABELS
from ...scoring.verdicts import CORRECT, INCORRECT
from ...settings.named_settings import NAMED_SETTINGS
from ...statistics.accuracy_interval import accuracy_interval
from ..engine import ChosenSetting, Engine
from ..limits import CONFIDENCE_LEVEL, MOST_CHARACTERS, MOST_GROUPS, Limits, check_within_limit
from ..page_messages import IN_TURN, QUIET, status_message_html, with_errors_shown
from ..pieces.answer_cards import answer_card
from ..pieces.fields import drawn_field
from ..requests.scored_file import CORRECTED, ScoredFile
from ..uploads import uploaded_cell_text

# A column of more different numbers is divided at their quartiles.
_MOST_NUMBERS = 12
_EMPTY = "(empty)"

# Columns of the scores by which the rows may be grouped.
_GROUPED_BY = ("rule", "not_attempted", "answer_marker")

# The columns that the list shows at first. The other columns of the scores can be added.
_FIRST = {"id": "Row", SYSTEM: "System", "verdict": "Verdict", "question": "Question", "prediction": "Answer"}
_FIRST |= {"references": "Correct answers", "reason": "Why", "people": "Human label"}


def explorer_fields(engine: Engine) -> tuple[gr.HTML, gr.HTML]:
    """Adds a list of rows, and the details of the chosen row; returns both fields."""

    def intervals(sent: Any) -> list[list[float]]:
        """Is called by the page for the accuracy of each group."""
        return explorer_accuracy_intervals(engine.limits, sent)

    # Name, label and kind of each column, and whether the list shows it at first.
    columns = [(name, label, "str", True) for name, label in _FIRST.items()]
    columns += [(name, label, COLUMNS[name].__name__, False) for name, label in LABELS.items()]
    with drawn_field("explorer", "explorer", columns=columns, server_functions=[intervals]) as explorer:
        card = gr.HTML(elem_id="item", elem_classes="smile-item")

    def show_item(event: gr.EventData) -> str:
        return _explorer_card(engine, event.item)

    shown = explorer.select(with_errors_shown(show_item), None, card, **IN_TURN)
    shown.then(None, None, None, js="() => smile.showMarks()", **QUIET)
    return explorer, card


def explorer_data(scored: ScoredFile, kept_as: str = "") -> dict[str, Any]:
    """Returns the data of the list: a list for each column, and the name under which the server keeps the result."""
    upload, scores, settings = scored.upload, scored.scores, scored.scorer.settings
    table, items = upload.table, dict[str, Any](scores.items())
    grouped_by = {name: table.values(name) for name in table.column_names}
    grouped_by |= {f"SMILE: {name.replace('_', ' ')}": items[name] for name in _GROUPED_BY}
    slices = {name: _explorer_slices(without_nan(cells)) for name, cells in grouped_by.items()}
    own = {
        name: without_nan(table.cells(name)) for name in outer_columns(table.column_names) if name not in upload.used
    }
    return {
        "kept_as": kept_as,
        "stem": Path(scored.name).stem,
        "threshold": settings.threshold,
        "setting": settings.name,
        "weight": settings.semantic_weight,
        "id": scored.row_ids,
        "question": [row.question or "" for row in scored.rows],
        "references": [list(row.references) for row in scored.rows],
        "prediction": [row.prediction for row in scored.rows],
        "people": upload.verdicts,
        SYSTEM: upload.systems,
        "asked": [] if scores.question is None else scores.question.tolist(),
        "is_compared": scored.systems is not None,
        "n_added": scored.n_added,
        "suspicion": scored.suspicions,
        "own": {
            name: [cell if isinstance(cell, int | float) else uploaded_cell_text(cell) for cell in cells]
            for name, cells in own.items()
        },
        "slices": {name: found for name, found in slices.items() if found},
        **scores.columns(),
        **items,
    }


def explorer_accuracy_intervals(limits: Limits, sent: Any) -> list[list[float]]:
    """Returns the interval of the accuracy of each group of rows.

    Args:
        limits: The limits of the app.
        sent: Per row whether it is `correct`, and the numbers of its question (`asked`) and of its group (`of`). The
            data comes from the browser.
    """
    check_within_limit("rows", len(sent["of"]), limits.rows)
    correct = np.array(sent["correct"], dtype=np.bool_)
    asked, of = (np.array(sent[name], dtype=np.int64) for name in ("asked", "of"))
    parts = [of == group for group in range(int(of.max()) + 1)]
    return [accuracy_interval(correct[part], CONFIDENCE_LEVEL, asked[part]) for part in parts]


def _explorer_card(engine: Engine, item: dict[str, Any]) -> str:
    """Returns the HTML of one item. Its values come from the browser, so each is converted to its type."""
    answer, references = str(item["prediction"]), [str(each) for each in item["references"]]
    if max(map(len, (answer, *references))) > MOST_CHARACTERS:
        raise DataError("this text is too long to be explained: shorten it")
    scores = {name: kind(item[name]) for name, kind in COLUMNS.items() if item.get(name) is not None}
    name = str(item["setting"])
    weight = None if name in NAMED_SETTINGS and NAMED_SETTINGS[name].is_learned else float(item["weight"])
    scorer = engine.wait_for_scorer(ChosenSetting(name, weight, float(item["threshold"])))
    sentence = f"{CORRECTED}. SMILE: {item['verdict_of_smile']}." if item.get("is_corrected") else ""
    card = answer_card(answer, references, scores, scorer.settings, sentence=sentence)
    suspect = status_message_html(str(item["suspicion"])) if item["suspicion"] else ""
    about = ": ".join(dict.fromkeys(str(each) for name in ("system", "id", "question") if (each := item.get(name))))
    expected = " | ".join(f'<q dir="auto">{html.escape(each)}</q>' for each in references)
    people = item.get("people")
    label = "" if people is None else CORRECT if people else INCORRECT
    known = f'<p class="smile-reference">Correct answer: {expected}</p>'
    known += f'<p class="smile-reference">Human label: {label}</p>' if label else ""
    return (
        f'<div class="smile-results" role="status"><p class="smile-summary" dir="auto">{html.escape(about)}</p>'
        f'{suspect}{card.line}{known}<details class="smile-details"><summary>Details</summary>{card.details}</details>'
        '<button type="button" class="smile-save" data-back>Close</button></div>'
    )


def _explorer_slices(values: Sequence[Any]) -> dict[str, Any] | None:
    """Divides rows by the values of a column: numbers of many values at their quartiles, all others by each value.

    Returns:
        The names of the slices (`names`) and the number of each row's slice (`of`); None for a single slice, or more
        than are allowed.
    """
    present = [value for value in values if value is not None]
    is_numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in present)
    if is_numeric and len(set(present)) > _MOST_NUMBERS:
        bounds = np.unique(np.quantile(present, [0.25, 0.5, 0.75]))
        named = [f"up to {bounds[0]:g}", *(f"over {low:g} to {high:g}" for low, high in pairwise(bounds))]
        named.append(f"over {bounds[-1]:g}")
        names = [_EMPTY if value is None else named[int(np.searchsorted(bounds, value))] for value in values]
        order = [name for name in (*named, _EMPTY) if name in names]
    else:
        names = [_EMPTY if value in (None, "") else uploaded_cell_text(value) for value in values]
        order = sorted(set(names))
    if not 1 < len(order) <= min(MOST_GROUPS, len(values) // 2):
        return None
    return {"of": [order.index(name) for name in names], "names": order}
