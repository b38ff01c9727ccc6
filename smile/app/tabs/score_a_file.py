"""The tab Score a file: its rows scored, summed up, drawn and listed; a click on a row explains its score."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component

from ...files.reading import own_columns
from ...files.systems import SYSTEM
from ...reporting.pages.report_html import report_html
from ..exports import DOWNLOADS
from ..pieces.fields import chosen_setting, report_field, setting_fields
from ..replies import QUIET, told
from ..requests.scored_file import AddedReference, ScoredFile, file_report, score_file
from .explorer import explored, explorer_fields
from .file_tab import FileTab, column_fields


class ScoreAFile(FileTab):
    """The tab Score a file."""

    name, button, progress = "file", "Score the file", "progress"
    about = "Up to {rows} rows and {megabytes} MB."

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        with gr.Row():
            fields = column_fields()
        fields["added"] = gr.Textbox("[]", visible=False)
        self._added = fields["added"]
        return fields | setting_fields(self.limits)

    def results(self) -> list[Component]:
        """Adds the summary, the downloads, the explorer, and the card of a row."""
        summary = report_field("summary")
        with gr.Row(visible=False) as downloads_row:
            downloads = [gr.DownloadButton(f"Download {what}", size="sm") for what in DOWNLOADS]
        explorer, card = explorer_fields(self.engine, "explorer", "item")

        def take(event: gr.EventData) -> str:
            return json.dumps(event.added)

        explorer.input(told(take), None, self._added, **QUIET)
        again = explorer.submit(told(take), None, self._added, **QUIET)
        again.then(None, None, None, js="() => smile.startRun('explorer')", **QUIET)
        return [summary, downloads_row, explorer, *downloads, card]

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file."""
        added = [
            AddedReference(str(each["question"]), tuple(map(str, each["references"])), str(each["answer"]))
            for each in json.loads(given["added"] or "[]")
        ]
        from ...reporting.figures import png, png_address

        for step in score_file(self.engine, cancelled, self.sent(given), chosen_setting(given), added):
            if isinstance(step, str):
                yield step
                continue
            # The page draws the scores itself.
            pictures = {name: png_address(png(each)) for name, each in step.figures.items() if name != "scores"}
            yield (
                report_html(file_report(step), pictures),
                gr.update(visible=True),
                self._explored(step),
                *step.downloads,
                "",
            )

    def _explored(self, scored: ScoredFile) -> dict[str, Any]:
        upload, items = scored.upload, scored.scores.items()
        grouped_by = {name: upload.table.values(name) for name in upload.table.column_names}
        grouped_by |= {
            f"SMILE: {name.replace('_', ' ')}": items[name] for name in ("rule", "not_attempted", "answer_marker")
        }
        own = [name for name in own_columns(upload.table.column_names) if name not in upload.used]
        return explored(
            scored.rows,
            ["" if each is None else str(each) for each in upload.rows.ids],
            scored.scores,
            scored.reasons,
            scored.scorer.settings,
            {name: upload.table.cells(name) for name in own},
            grouped_by,
        ) | {
            "people": upload.verdicts,
            SYSTEM: upload.systems,
            "stem": Path(scored.name).stem,
            "n_added": scored.n_added,
        }
