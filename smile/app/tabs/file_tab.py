"""A tab that runs something on a file: the file, the fields of the run, its progress and its result."""

import html
import json
import shutil
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import gradio as gr
from gradio.components import Component

from ...errors import DataError, SmileError
from ...files.reading import own_columns
from ...files.row_columns import COLUMN_NAMES
from ...files.systems import SYSTEM
from ...people.labelled_files import LABEL
from ..engine import Engine
from ..limits import KEEP_MINUTES
from ..replies import QUIET, in_place, note, problem, told, words_of
from ..running import connect
from ..uploads import (
    COLUMN_LABELS,
    ENDINGS,
    REQUIRED_ROLES,
    SeenFile,
    SentFile,
    cell_text,
    check_name_and_size,
    faults_told,
    in_utf8,
    see_upload,
    upload_field,
)

# Beside app.py, in the checkout and in a Space; an installed package comes without it.
SAMPLE = Path(__file__).parents[3] / "assets" / "sample_qa.jsonl"

# The usual names and the labels of the columns that a file may have beside those of rows.
_OTHER_COLUMNS = {"label": (LABEL, "Human verdicts"), "system": (SYSTEM, "Systems to compare")}

# The choice beside the names of columns.
NO_COLUMN = "(none)"

# Rows in the preview of a file.
_PREVIEWED = 10

_QUIET: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}


class FileTab:
    """A tab with a file on the left and the fields of a run on the right; a subclass says what is particular to it.

    Class attributes:
        name: What the address calls the tab.
        about: What to send; `{rows}` and `{megabytes}` stand for the limits.
        button: The button that starts the run.
        progress: The id of the progress.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    button: ClassVar[str]
    progress: ClassVar[str]

    def __init__(self, engine: Engine) -> None:
        """Adds nothing to the page yet."""
        self.engine, self.limits = engine, engine.limits

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        raise NotImplementedError

    def results(self) -> list[Component]:
        """Adds the fields that the run fills, and returns them."""
        raise NotImplementedError

    def known(self, seen: SeenFile) -> dict[str, Any]:
        """Returns the updates of the fields that follow the file, by name; the same names for all files.

        Nothing is seen without a file or if it cannot be read.
        """
        updates = {}
        for role in COLUMN_NAMES:
            is_required = role in REQUIRED_ROLES
            choices = seen.names if is_required else [NO_COLUMN, *seen.names]
            value = seen.roles[role] or (None if is_required else NO_COLUMN)
            updates[role] = gr.update(choices=list(choices), value=value)
        for role, (usual, _) in _OTHER_COLUMNS.items():
            is_there = usual in seen.names and usual not in seen.roles.values()
            updates[role] = gr.update(choices=[NO_COLUMN, *seen.names], value=usual if is_there else NO_COLUMN)
        return updates

    def sent(self, given: Mapping[str, Any]) -> SentFile:
        """Returns the file that the visitor sends; `given` is that of `steps`."""
        columns = {role: chosen_column(given[role]) for role in COLUMN_NAMES}
        others = {role: chosen_column(given[role]) for role in _OTHER_COLUMNS}
        return SentFile(given["file"], columns, **others, separator=given["separator"] or "")

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Runs; yields the progress as HTML, and at last a tuple with a value for each field of the result.

        `cancelled` ends the run once it is set; `given` are the values of the fields by name, with those of `file` and
        `separator`.
        """
        raise NotImplementedError

    def copy_sample(self, folder: str) -> str:
        """Copies the sample data into a folder; returns its path."""
        return str(shutil.copy(SAMPLE, folder))

    def build(self) -> None:
        """Adds the tab's content to the page."""
        with gr.Row(equal_height=False):
            with gr.Column(scale=5):
                file, pasted, about, latin = self._file_field()
                separator = gr.Dropdown(
                    [("one right answer", ""), ("several, between |", "|"), ("several, between ;", ";")],
                    value="",
                    label="A cell of right answers has",
                    min_width=140,
                )
                faults = gr.HTML()
            with gr.Column(scale=6):
                fields = self.fields()
                with gr.Row():
                    button = gr.Button(self.button, variant="primary")
                    cancel = gr.Button("Cancel", interactive=False)
        progress = gr.HTML(elem_id=self.progress)
        results = self.results()
        following = [fields[name] for name in self.known(SeenFile())]
        looked_at = gr.Textbox("", visible=False)
        inputs, names = [file, separator, *fields.values()], ("file", "separator", *fields)

        def list_faults(*values: Any) -> str:
            return self._faults(dict(zip(names, values, strict=True)))

        def steps(
            cancelled: threading.Event, table: str | None, looked_at: str, *values: Any
        ) -> Iterator[str | tuple[Any, ...]]:
            given = dict(zip(names, values, strict=True))
            with tempfile.TemporaryDirectory() as folder:
                # A table that was pasted and not used yet is newer than the file.
                if table and table.strip():
                    given["file"] = _written(table, Path(folder))
                # The fields still have the columns of another file.
                if given["file"] and given["file"] != looked_at:
                    known = self.known(see_upload(given["file"], self.limits))
                    given |= {name: update["value"] for name, update in known.items()}
                yield from self.steps(cancelled, given)

        looked = file.change(told(self._look), file, [about, latin, looked_at, *following], **_QUIET)
        looked.then(told(list_faults), inputs, faults, **QUIET)
        chosen = [field.input for field in (separator, *following) if isinstance(field, gr.Dropdown)]
        gr.on(chosen, told(list_faults), inputs, faults, **QUIET)
        connect(button, cancel, progress, steps, [pasted, looked_at, *inputs], results, self.limits)

    def _faults(self, given: Mapping[str, Any]) -> str:
        """Returns the faults of the rows as HTML."""
        try:
            upload = self.sent(given).read(self.limits) if given["file"] else None
        except SmileError:
            return ""  # told beside the file, or where the run is started
        if upload is None or not upload.faults:
            return ""
        items = "".join(f"<li>{html.escape(fault)}</li>" for fault in upload.faults)
        lead = f"{faults_told(len(upload.faults), upload.n_rows)} and will be skipped:"
        return f'<div class="smile-faults"><p role="status">{lead}</p><ul tabindex="0">{items}</ul></div>'

    def _look(self, file: str | None) -> tuple[Any, ...]:
        """Returns what is told of a file, whether it may be Latin-1, which it is, and the fields of a run."""
        seen, is_other, shown = SeenFile(), False, self._about()
        try:
            if file:
                seen = see_upload(file, self.limits)
                shown = self._next_step(seen) + _preview(seen)
        except SmileError as error:
            shown, is_other = problem(*words_of(error)), "not UTF-8" in str(error)
        return shown, gr.update(visible=is_other), seen.path, *self.known(seen).values()

    def _next_step(self, seen: SeenFile) -> str:
        """Returns what to do once the columns are known, as HTML: choose the missing ones, or start."""
        missing = [COLUMN_LABELS[role].lower() for role in REQUIRED_ROLES if seen.roles[role] is None]
        found = f"{len(seen.names)} columns"
        if missing:
            return note(f"{found}. Choose the column of the {' and of the '.join(missing)}.")
        if any(seen.roles[role] not in COLUMN_NAMES[role] for role in REQUIRED_ROLES):
            return note(f"{found}, chosen by what their names suggest: check them.")
        return note(f"{found}, columns known by their names. {self.button}, or choose other columns.")

    def _about(self) -> str:
        *others, last = ENDINGS
        about = self.about.format(rows=f"{self.limits.rows:,}", megabytes=self.limits.megabytes)
        return note(
            f"{about} A file ends in {', '.join(others)} or {last}. Files and results are deleted "
            f"{KEEP_MINUTES} minutes after their last use."
        )

    def _file_field(self) -> tuple[gr.File, gr.Textbox, gr.HTML, gr.Button]:
        """Adds a field for a file, with sample data, a field to paste a table, a note, and a button to read Latin-1."""
        file = upload_field("A file")
        sample = gr.Button("Try with sample data", size="sm", visible=SAMPLE.is_file())
        with gr.Accordion("Or paste a table", open=False):
            pasted = gr.Textbox(
                label="Table",
                info="Copied from a spreadsheet, its header too; or CSV, or JSON lines.",
                placeholder="question\treference\tprediction",
                lines=4,
                max_lines=10,
            )
            use = gr.Button("Use this table", size="sm")
        sample.click(_in_folder(self.copy_sample), None, file, **_QUIET)
        use.click(told(_in_folder(lambda folder, text: _written(text, Path(folder)))), pasted, file, **_QUIET)
        # What is in the field when a run starts is newer than the file.
        file.change(lambda: "", None, pasted, **_QUIET)
        about = self._about()
        # Why a file is refused stands in place of the note: gradio would say it in a passing message, titled "Error".
        most = self.limits.megabytes * 1024 * 1024
        shown = gr.HTML(about, js_on_load=f"smile.refuseFiles(element, trigger, {json.dumps(ENDINGS)}, {most})")

        def refuse(event: gr.EventData) -> str:
            check_name_and_size(str(event.name), int(event.size), self.limits)
            return about

        shown.select(in_place(refuse), None, shown, **_QUIET)
        latin = gr.Button("Read it as Latin-1", size="sm", visible=False)
        latin.click(told(_in_folder(lambda folder, path: in_utf8(path, Path(folder)))), file, file, **_QUIET)
        return file, pasted, shown, latin


def column_fields() -> dict[str, Component]:
    """Adds the choices of columns; returns them by name.

    They take other names, too: a page may still send columns of the file before, for which gradio would end a run
    without a word. The run itself says which columns its file lacks.
    """
    labels = COLUMN_LABELS | {role: label for role, (_, label) in _OTHER_COLUMNS.items()}
    return {
        role: gr.Dropdown(
            [],
            label=label,
            info="column" if role in REQUIRED_ROLES else "column, if there is one",
            allow_custom_value=True,
            min_width=140,
        )
        for role, label in labels.items()
    }


def chosen_column(choice: str | None) -> str | None:
    """Returns the chosen column: None for its usual name, "" for none.

    >>> chosen_column("answer"), chosen_column(""), chosen_column("(none)")
    ('answer', None, '')
    """
    return "" if choice == NO_COLUMN else choice or None


def _in_folder(write: Any) -> Any:
    """Returns a function for gradio that writes a file into a folder, whose copy gradio makes before it is deleted."""

    def written(*values: Any) -> Iterator[str]:
        with tempfile.TemporaryDirectory() as folder:
            yield write(folder, *values)

    return written


def table_name(text: str) -> str:
    r"""Returns the name of the file that a pasted table becomes.

    >>> table_name("question\tprediction\n"), table_name('{"prediction": "a"}'), table_name('[{"prediction": "a"}]')
    ('pasted.csv', 'pasted.jsonl', 'pasted.json')
    """
    ending = {"{": "jsonl", "[": "json"}.get(text.lstrip()[:1], "csv")
    return f"pasted.{ending}"


def _written(text: str | None, folder: Path) -> str:
    if not text or not text.strip():
        raise DataError("paste a table first")
    path = folder / table_name(text)
    path.write_bytes(text.encode("utf-8", "replace"))
    return str(path)


def _preview(seen: SeenFile) -> str:
    """Returns the first rows of a file as a table, and how many rows it has."""
    records = [] if seen.table is None else seen.table.records[:_PREVIEWED]
    caption = f"{Path(seen.path).name}: the first {len(records)} of {seen.n_rows:,} rows"
    columns = own_columns(seen.names)
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in columns)
    cells = [[html.escape(cell_text(row.get(name))) for name in columns] for row in records]
    rows = "".join(f"<tr>{''.join(f'<td><div dir=auto>{cell}</div></td>' for cell in row)}</tr>" for row in cells)
    return (
        f'<div class="smile-table smile-preview" tabindex="0" role="region" aria-label="Preview of the file"><table>'
        f"<caption>{html.escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
