"""The tab Score a file: its rows scored, summed up, drawn and listed; a click on a row explains its score."""

import html
import json
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component
from gradio.events import Dependency

from ...errors import DataError
from ...files.row_columns import COLUMN_NAMES
from ...reporting.pages.report_html import report_html
from ..exports import DOWNLOADS
from ..hub import fetch_dataset
from ..pieces.fields import NO_COLUMN, chosen_column, chosen_setting, column_field, label_choice, setting_fields
from ..replies import QUIET, told
from ..requests.scored_file import AddedReference, ScoredFile, file_report, score_file
from ..uploads import (
    COLUMN_LABELS,
    REQUIRED_ROLES,
    FaultyRowsError,
    Handling,
    faults_told,
    read_upload,
    see_upload,
)
from .explorer import explored, explorer_fields
from .file_tab import FileTab

# The help text of a column that a file may lack.
_OPTIONAL = "column, if there is one"


class ScoreAFile(FileTab):
    """The tab Score a file."""

    name, label, button, progress = "file", "A file", "Score the file", "progress"
    about = "Up to {rows} rows and {megabytes} MB."

    def below_file(self, file: gr.File) -> None:
        """Adds the fields of a dataset of the Hub, if the owner of the app allows them."""
        if not self.limits.hub_datasets:
            return
        with gr.Row():
            dataset = gr.Textbox(label="Dataset of the Hub", placeholder="owner/name", scale=3)
            split = gr.Textbox("test", label="Split", scale=1)
        gr.Button("Fetch", size="sm").click(told(self._fetch), [dataset, split], file, api_visibility="private")

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        with gr.Row():
            fields: dict[str, Component] = {
                role: column_field([], COLUMN_LABELS[role], "column" if role in REQUIRED_ROLES else _OPTIONAL)
                for role in COLUMN_NAMES
            }
            fields["label"] = column_field([], "People's verdicts", _OPTIONAL)
            fields["separator"] = gr.Dropdown(
                [("one right answer", ""), ("several, between |", "|"), ("several, between ;", ";")],
                value="",
                label="A cell of right answers has",
                min_width=140,
            )
        self._faults = gr.HTML(elem_id="faults")
        fields["mending"] = gr.CheckboxGroup([], label="Rows with faults", visible=False)
        fields["which"] = gr.Radio([], label="Too many rows", visible=False)
        fields["added"] = gr.Textbox("[]", visible=False)
        self._added = fields["added"]
        return fields | setting_fields(self.limits)

    def follow(self, looked: Dependency, file: gr.File, fields: Mapping[str, Component]) -> None:
        """Tells of faults in the rows, and of too many rows, once the file and its columns are known."""
        asked = [fields[name] for name in (*COLUMN_NAMES, "separator")]
        shown = [self._faults, fields["mending"], fields["which"]]
        looked.then(told(self._troubles), [file, *asked], shown, **QUIET)
        gr.on([field.input for field in asked], told(self._troubles), [file, *asked], shown, **QUIET)

    def _troubles(self, file: str | None, *asked: str | None) -> tuple[Any, ...]:
        """Returns the faults of a file's rows, and the choices of what to do about them and about too many rows."""
        *chosen, separator = asked
        none = gr.update(visible=False, value=[]), gr.update(visible=False, value=None)
        columns = {role: chosen_column(name) for role, name in zip(COLUMN_NAMES, chosen, strict=True)}
        if not file or not (columns["prediction"] and columns["reference"]):
            return "", *none
        try:
            n = sum(see_upload([file], self.limits).n_rows)
            mended = [
                self._faults_of(file, columns, Handling(separator or "", numbers_as_text=numbers, rows="first"))
                for numbers in (False, True)
            ]
        except DataError:
            return "", *none  # told beside the file, or where the run is started
        faults, left = mended
        mending, which = none
        if faults:
            others = min(n, self.limits.rows) - len(faults)
            choices = [(f"Leave them out and score the other {others:,}", "leave")] if others else []
            if len(left) < len(faults):
                choices.append((f"Read numbers as text, which mends {len(faults) - len(left):,} of them", "numbers"))
            mending = gr.update(visible=True, choices=choices, value=[])
        if n > self.limits.rows:
            most = f"{self.limits.rows:,}"
            which = gr.update(
                visible=True,
                choices=[(f"The first {most}", "first"), (f"{most} by chance", "chance")],
                value=None,
                label=f"{n:,} rows: at most {most} are scored here",
                info=f"SMILE_APP_ROWS={n} raises this where you run the app; the command line has no limit.",
            )
        items = "".join(f"<li>{html.escape(fault)}</li>" for fault in faults)
        listed = f'<p role="status">{faults_told(len(faults), n)}:</p><ul tabindex="0">{items}</ul>' if faults else ""
        return listed and f'<div class="smile-faults">{listed}</div>', mending, which

    def _faults_of(self, file: str, columns: Mapping[str, str | None], handling: Handling) -> Sequence[str]:
        try:
            read_upload(file, columns, self.limits, handling)
        except FaultyRowsError as error:
            return error.faults
        return ()

    def known(self, names: Sequence[str], roles: Mapping[str, str | None], files: Sequence[str]) -> dict[str, Any]:
        """Returns the choices of columns, set to those with a usual name."""
        updates = {
            role: gr.update(choices=[*names], value=roles[role])
            if role in REQUIRED_ROLES
            else gr.update(choices=[NO_COLUMN, *names], value=roles[role] or NO_COLUMN)
            for role in COLUMN_NAMES
        }
        updates["label"] = label_choice(names, roles)
        return updates

    def results(self) -> list[Component]:
        """Adds the summary, the downloads, the explorer, and the card of a row."""
        summary = gr.HTML(elem_id="summary", apply_default_css=False)
        with gr.Row(visible=False) as downloads_row:
            downloads = [gr.DownloadButton(f"Download {what}", size="sm") for what in DOWNLOADS]
        explorer, card = explorer_fields(self.engine, self.limits, "explorer", "item")

        def take(event: gr.EventData) -> str:
            return json.dumps(event.added)

        explorer.input(told(take), None, self._added, **QUIET)
        again = explorer.submit(told(take), None, self._added, **QUIET)
        again.then(None, None, None, js="() => smile.startRun('explorer')", **QUIET)
        return [summary, downloads_row, explorer, *downloads, card]

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file."""
        columns = {role: chosen_column(given[role]) for role in COLUMN_NAMES}
        label, chosen = chosen_column(given["label"]), chosen_setting(given)
        mending = given["mending"] or []
        handling = Handling(given["separator"] or "", "numbers" in mending, "leave" in mending, given["which"] or "")
        added = [
            AddedReference(str(each["question"]), tuple(map(str, each["references"])), str(each["answer"]))
            for each in json.loads(given["added"] or "[]")
        ]
        file = given["file"]
        for step in score_file(self.engine, self.limits, cancelled, file, columns, chosen, label, handling, added):
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
            self.limits.groups,
        ) | {
            "file": scored.name,
            "people": scored.verdicts,
            "stem": Path(scored.name).stem,
            "n_added": scored.n_added,
        }

    def _fetch(self, dataset: str, split: str) -> Iterator[str]:
        with tempfile.TemporaryDirectory() as folder:
            path, is_whole = fetch_dataset(self.limits, dataset, split, Path(folder))
            if not is_whole:
                gr.Warning(f"This dataset has more rows: only the first {self.limits.rows:,} are scored here.")
            yield str(path)
