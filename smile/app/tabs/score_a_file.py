"""The tab Score a file: its rows scored, summed up, drawn and listed; a click on a row explains its score."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import gradio as gr
from gradio.components import Component

from ...reporting.pages.report_html import report_html
from ..exports import DOWNLOADS
from ..pieces.fields import chosen_setting, setting_fields
from ..replies import QUIET, told
from ..requests.scored_file import AddedReference, file_report, score_file
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
        # Its pictures can be downloaded.
        summary = gr.HTML(elem_id="summary", apply_default_css=False, js_on_load="smile.savePictures(element)")
        with gr.Row(visible=False) as downloads_row:
            downloads = [gr.DownloadButton(f"Download {what}", size="sm") for what in DOWNLOADS]
        explorer, card = explorer_fields(self.engine)

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
                explored(step),
                *step.downloads,
                "",
            )
