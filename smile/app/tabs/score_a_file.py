"""The tab Score a file: its rows scored, summed up, drawn and listed; a click on a row explains its score."""

import json
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component

from ...files.row_columns import COLUMN_NAMES
from ...people.labelled_files import LABEL
from ...reporting.pages.report_html import report_html
from ..exports import DOWNLOADS
from ..pieces.fields import (
    NO_COLUMN,
    chosen_column,
    chosen_columns,
    chosen_setting,
    column_field,
    optional_choice,
    setting_fields,
)
from ..replies import QUIET, told
from ..requests.scored_file import AddedReference, ScoredFile, file_report, score_file
from ..sent_files import SentFile
from ..uploads import COLUMN_LABELS, REQUIRED_ROLES, SeenFiles
from .explorer import explored, explorer_fields
from .file_tab import FileTab

# The help text of a column that a file may lack.
_OPTIONAL = "column, if there is one"


class ScoreAFile(FileTab):
    """The tab Score a file."""

    name, label, button, progress = "file", "A file", "Score the file", "progress"
    about = "Up to {rows} rows and {megabytes} MB."

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        with gr.Row():
            fields: dict[str, Component] = {
                role: column_field([], COLUMN_LABELS[role], "column" if role in REQUIRED_ROLES else _OPTIONAL)
                for role in COLUMN_NAMES
            }
            fields["label"] = column_field([], "People's verdicts", _OPTIONAL)
        fields["added"] = gr.Textbox("[]", visible=False)
        self._added = fields["added"]
        return fields | setting_fields(self.limits)

    def known(self, seen: SeenFiles) -> dict[str, Any]:
        """Returns the choices of columns, set to those with a usual name."""
        updates = {
            role: gr.update(choices=[*seen.names], value=seen.roles[role])
            if role in REQUIRED_ROLES
            else gr.update(choices=[NO_COLUMN, *seen.names], value=seen.roles[role] or NO_COLUMN)
            for role in COLUMN_NAMES
        }
        updates["label"] = optional_choice(seen, LABEL)
        return updates

    def results(self) -> list[Component]:
        """Adds the summary, the downloads, the explorer, and the card of a row."""
        summary = gr.HTML(elem_id="summary", apply_default_css=False)
        with gr.Row(visible=False) as downloads_row:
            downloads = [gr.DownloadButton(f"Download {what}", size="sm") for what in DOWNLOADS]
        explorer, card = explorer_fields(self.engine, "explorer", "item")

        def take(event: gr.EventData) -> str:
            return json.dumps(event.added)

        explorer.input(told(take), None, self._added, **QUIET)
        again = explorer.submit(told(take), None, self._added, **QUIET)
        again.then(None, None, None, js="() => smile.startRun('explorer')", **QUIET)
        return [summary, downloads_row, explorer, *downloads, card]

    def sent(self, given: Mapping[str, Any]) -> SentFile:
        """Returns the file and its columns."""
        columns, label = chosen_columns(given, list(COLUMN_NAMES)), chosen_column(given["label"])
        return SentFile(given["file"], columns, label, handling=given["handling"])

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file."""
        added = [
            AddedReference(str(each["question"]), tuple(map(str, each["references"])), str(each["answer"]))
            for each in json.loads(given["added"] or "[]")
        ]
        sent, chosen = self.sent(given), chosen_setting(given)
        for step in score_file(self.engine, cancelled, sent, chosen, added):
            if isinstance(step, str):
                yield step
            else:
                yield (
                    report_html(file_report(step)),
                    gr.update(visible=True),
                    self._explored(step),
                    *step.downloads,
                    "",
                )

    def _explored(self, scored: ScoredFile) -> dict[str, Any]:
        rows, table, items = scored.file_rows, scored.upload.table, scored.scores.items()
        used = scored.upload.columns.values()
        columns = {name: table.values(name) for name in table.column_names}
        columns |= {
            f"SMILE: {name.replace('_', ' ')}": items[name] for name in ("rule", "not_attempted", "answer_marker")
        }
        return explored(
            rows.rows,
            ["" if each is None else str(each) for each in rows.ids],
            scored.scores,
            scored.reasons,
            scored.scorer.settings,
            {name: cells for name, cells in rows.own.items() if name not in used},
            columns,
        ) | {
            "file": scored.name,
            "people": scored.verdicts,
            "stem": Path(scored.name).stem,
            "n_added": scored.n_added,
        }
