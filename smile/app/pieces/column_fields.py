"""What the tabs with files share: choices of columns, and notes about a file."""

from collections.abc import Sequence
from typing import Any

import gradio as gr

from ...files.row_columns import COLUMN_NAMES
from ..limits import Limits
from ..upload_checks import ENDINGS
from .html import note

# Choices beside the names of columns.
USUAL_NAME = "(its usual name)"
NO_COLUMN = "(none)"


def column_field(choices: Sequence[str], label: str, info: str, **options: Any) -> gr.Dropdown:
    """Adds a choice of columns.

    It takes other names, too: a page may still send columns of the file before, for which gradio would end a run
    without a word. The run itself says which columns its file lacks.

    Args:
        choices: The columns, or what stands for them.
        label: The field's label.
        info: What stands below it.
        **options: More options of `gr.Dropdown`.
    """
    return gr.Dropdown(choices, label=label, info=info, allow_custom_value=True, **{"min_width": 140} | options)


def usual_column_fields(labels: Sequence[str]) -> list[gr.Dropdown]:
    """Adds a choice of a column for each label, set to the usual name."""
    return [column_field([USUAL_NAME], label, "column", value=USUAL_NAME) for label in labels]


def usual_columns(names: Sequence[str]) -> gr.Dropdown:
    """Returns a choice of these columns, set to the usual name."""
    return gr.Dropdown([USUAL_NAME, *names], value=USUAL_NAME)


def chosen_column(choice: str | None) -> str | None:
    """Returns the chosen column: None for its usual name, "" for none.

    >>> chosen_column("answer"), chosen_column("(its usual name)"), chosen_column("(none)")
    ('answer', None, '')
    """
    if choice == NO_COLUMN:
        return ""
    return None if choice in (None, "", USUAL_NAME) else choice


def chosen_columns(choices: Sequence[str | None]) -> dict[str, str | None]:
    """Returns the chosen column of each role, in the order of `COLUMN_NAMES`; see `chosen_column`."""
    return {role: chosen_column(choice) for role, choice in zip(COLUMN_NAMES, choices, strict=True)}


def columns_note(found: str, missing: Sequence[str], next_step: str) -> str:
    """Returns what to do with a file once its columns are known, as HTML.

    Args:
        found: What the file has.
        missing: The required columns that no name tells.
        next_step: What a visitor does next, if none is missing.
    """
    if missing:
        return note(f"{found}. Choose the column of the {' and of the '.join(missing)}.")
    return note(f"{found}, columns known by their names. {next_step}, or choose other columns.")


def upload_note(limits: Limits, about: str) -> str:
    """Returns what may be sent, and when it is deleted, as HTML.

    Args:
        limits: How much a visitor may send.
        about: What to send; ends with a full stop.
    """
    *others, last = ENDINGS
    return note(
        f"{about} A file ends in {', '.join(others)} or {last}. Files and results are deleted "
        f"{limits.keep_minutes} minutes after their last use."
    )
