"""The list of scored rows, with charts; a click on a row explains its score."""

import html
from collections.abc import Mapping, Sequence
from typing import Any

import gradio as gr
import numpy as np

from ...errors import DataError
from ...files.writing import without_nan
from ...rows.checked_rows import Row
from ...scoring.columns import COLUMNS
from ...scoring.results import Scores
from ...settings.named_settings import Settings
from ..engine import ChosenSetting, Engine
from ..limits import MOST_CHARACTERS
from ..pieces.answer_cards import answer_card
from ..pieces.fields import drawn_field, given_weight
from ..replies import QUIET, told
from ..requests.scored_file import slices_of
from ..requests.typed_answers import closeness_of
from ..uploads import cell_text

_TYPES: dict[Any, type] = {np.float64: float, np.int64: int, np.bool_: bool, None: str}


def explorer_fields(engine: Engine, name: str, card_name: str) -> tuple[gr.HTML, gr.HTML]:
    """Adds a list of rows, and the card of the row that is chosen; returns both fields."""
    with drawn_field("explorer", name) as explorer:
        card = gr.HTML(elem_id=card_name, elem_classes="smile-item")

    def show_item(event: gr.EventData) -> str:
        return _item_card(engine, event.item)

    shown = explorer.select(told(show_item), None, card, show_progress="hidden", api_visibility="private")
    shown.then(None, None, None, js="() => smile.showMarks()", **QUIET)
    return explorer, card


def explored(
    rows: Sequence[Row],
    names: Sequence[str],
    scores: Scores,
    reasons: Sequence[str],
    settings: Settings,
    own: Mapping[str, Sequence[Any]],
    grouped_by: Mapping[str, Sequence[Any]],
) -> dict[str, Any]:
    """Returns what the list draws: a list for each column.

    Args:
        rows: The rows.
        names: What each row is called.
        scores: Their scores.
        reasons: Why each has its verdict.
        settings: What these were made with.
        own: Columns of the visitor's to show.
        grouped_by: Columns by which the rows may be grouped.
    """
    found = {name: slices_of(without_nan(cells), scores.correct) for name, cells in grouped_by.items()}
    return {
        "signature": scores.signature,
        "threshold": settings.threshold,
        "setting": settings.name,
        "weight": settings.semantic_weight,
        "id": list(names),
        "question": [row.question or "" for row in rows],
        "references": [list(row.references) for row in rows],
        "prediction": [row.prediction for row in rows],
        "is_truncated": scores.is_truncated.tolist(),
        "is_out_of_vocabulary": scores.is_out_of_vocabulary.tolist(),
        "reason": list(reasons),
        "own": {
            name: [cell if isinstance(cell, int | float) else cell_text(cell) for cell in without_nan(cells)]
            for name, cells in own.items()
        },
        "slices": {name: slices for name, slices in found.items() if slices},
    } | scores.items()


def _item_card(engine: Engine, item: dict[str, Any]) -> str:
    """Returns the card of one item; all of it comes from the visitor's page, so every value gets its type."""
    answer, references = str(item["prediction"]), [str(each) for each in item["references"]]
    if max(map(len, (answer, *references))) > MOST_CHARACTERS:
        raise DataError("this text is too long to be explained: shorten it")
    scores: dict[str, Any] = {each.name: _TYPES[each.dtype](item[each.name]) for each in COLUMNS if each.name in item}
    scores["value_match"] = str(item["value_match"])
    setting = str(item["setting"])
    weight = given_weight(setting, float(item["weight"]))
    scorer = engine.wait_for_scorer(ChosenSetting(setting, weight, float(item["threshold"])))
    card = answer_card(
        answer,
        references,
        scores,
        scorer.settings,
        is_truncated=scores["is_truncated"],
        is_out_of_vocabulary=scores["is_out_of_vocabulary"],
        question=str(item["question"]),
        closeness=closeness_of(scorer, answer, references[scores["best_reference"]]),
    )
    about = ": ".join(dict.fromkeys(str(each) for name in ("system", "id", "question") if (each := item.get(name))))
    return (
        f'<div class="smile-results" role="status"><p class="smile-summary" dir="auto">{html.escape(about)}</p>'
        f'{card}<button type="button" class="smile-save" data-back>Back to the list</button></div>'
    )
