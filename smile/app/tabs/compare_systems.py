"""The tab Compare systems: which of several answers better, by how much, and whether chance explains it."""

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.components import Component

from ...files.row_columns import COLUMN_NAMES
from ...files.systems import SYSTEM
from ...reporting.comparison_report import accuracy_sentence
from ...reporting.pages.report_html import report_html
from ..exports import DOWNLOADS
from ..pieces.fields import (
    chosen_columns,
    chosen_setting,
    column_field,
    report_field,
    setting_fields,
    usual_column_fields,
    usual_columns,
)
from ..replies import note
from ..requests.compared_systems import Comparison, compare_files, system_names
from ..sent_files import SystemFiles
from ..uploads import SeenFiles
from .explorer import explored, explorer_fields
from .file_tab import SAMPLE_OF_SYSTEMS, FileTab

_DOWNLOADS = (*DOWNLOADS, "comparison (JSON)", "figure (PNG)")
_ROLES = tuple(COLUMN_NAMES)


class CompareSystems(FileTab):
    """The tab Compare systems."""

    name, label, button, progress = "compare", "Files", "Compare", "comparing"
    samples, several = SAMPLE_OF_SYSTEMS, True
    about = (
        "A file for each system, or one file with a column that names the system. Rows pair up by id, by question or "
        "by position. Up to {systems} systems, {rows} rows in all and {megabytes} MB a file."
    )

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        with gr.Row():
            names = gr.Textbox(
                label="Names of the systems",
                info="One per line, in the order of the files; empty for the files' names.",
                lines=2,
                max_lines=8,
                min_width=240,
            )
            system_column = column_field([], "Systems", "column, in one file of all systems", visible=False)
        with gr.Accordion("Columns and settings", open=False):
            with gr.Row():
                columns = usual_column_fields(_ROLES)
            setting = setting_fields(self.limits)
        return {"names": names, "system": system_column} | columns | setting

    def known(self, seen: SeenFiles) -> dict[str, Any]:
        """Returns the systems' names of several files, or the column of systems of one, and the choices of columns."""
        is_one = len(seen.files) == 1
        stems = "" if is_one else "\n".join(Path(file).stem for file in seen.files)
        by_name = SYSTEM if SYSTEM in seen.names else None
        return {
            "names": gr.update(value=stems, visible=not is_one),
            "system": gr.update(choices=[*seen.names], value=by_name if is_one else None, visible=is_one),
        } | usual_columns(_ROLES, seen)

    def found(self, seen: SeenFiles) -> str:
        """Returns how many files there are."""
        return "One file" if len(seen.files) == 1 else f"{len(seen.files)} files"

    def next_step(self, seen: SeenFiles) -> str:
        """Returns what to do; one file needs a column of systems."""
        is_known = None not in (seen.roles["prediction"], seen.roles["reference"])
        if len(seen.files) == 1 and SYSTEM not in seen.names and is_known:
            return note("One file: choose the column that names the system, or add another file.")
        return super().next_step(seen)

    def results(self) -> list[Component]:
        """Adds the comparison, the downloads, the answers, and the card of one."""
        found = report_field("comparison")
        with gr.Row(visible=False) as row:
            downloads = [gr.DownloadButton(f"Download {what}", size="sm") for what in _DOWNLOADS]
        return [found, row, *downloads, *explorer_fields(self.engine, "answers", "answer")]

    def sent(self, given: Mapping[str, Any]) -> SystemFiles:
        """Returns the files and their columns."""
        names, columns = system_names(given["names"]), chosen_columns(given, _ROLES)
        return SystemFiles(given["file"], names, given["system"] or None, columns, given["handling"])

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Compares the systems."""
        for step in compare_files(self.engine, cancelled, self.sent(given), chosen_setting(given)):
            if isinstance(step, str):
                yield step
                continue
            yield (
                report_html(step.report, {"comparison": step.picture}),
                gr.update(visible=True),
                *step.downloads,
                self._explored(step),
                "",
            )

    def _explored(self, compared: Comparison) -> dict[str, Any]:
        """Returns what the list of answers draws: all of the first system, then of the second, and so on."""
        paired, found = compared.paired, compared.found
        smile = compared.scores.smile.reshape(len(paired.systems), -1)
        places = {system: i for i, system in enumerate(paired.systems)}
        return explored(
            paired.rows,
            paired.names() * len(paired.systems),
            compared.scores,
            compared.reasons,
            compared.settings,
            {},
            dict(paired.own) | {SYSTEM: paired.answered_by()},
        ) | {
            "systems": paired.systems,
            "system": paired.answered_by(),
            "gap": (smile.max(axis=0) - smile.min(axis=0)).tolist() * len(paired.systems),
            "tests": {
                " ".join(map(str, sorted((places[each.system], places[each.other])))): accuracy_sentence(found, each)
                for each in found.accuracy_differences
            },
        }
