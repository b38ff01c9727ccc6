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

from ...checks import first_listed
from ...errors import DataError, SmileError
from ...files.paired_systems import SYSTEM
from ...files.row_columns import COLUMN_NAMES, guess_label_column, outer_columns
from ..engine import Engine
from ..page_messages import (
    COLUMN_LABELS,
    HIDDEN,
    PRIVACY,
    QUIET,
    error_message_html,
    status_message_html,
    with_errors_in_place,
    with_errors_shown,
)
from ..pieces.fields import setting_fields
from ..running import connect_run_buttons
from ..uploads import (
    ENDINGS,
    REQUIRED_ROLES,
    SeenFile,
    SentFile,
    check_upload_name_and_size,
    see_upload,
    upload_faults_by_kind,
    upload_faults_in_words,
    upload_field,
    uploaded_cell_text,
)

# Beside app.py, in the checkout and in a Space; an installed package comes without it.
SAMPLE = Path(__file__).parents[3] / "assets" / "sample_qa.jsonl"

# The label of each column that a file may have beside those of rows.
_OTHER_COLUMNS = {"label": "Human labels", "system": "Systems to compare"}
# The choices of columns behind Advanced.
_RARE = ("id", "synthetic_answer")

# The choice beside the names of columns.
NO_COLUMN = "(none)"

# Rows in the preview of a file.
_PREVIEWED = 10


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
        """Adds the fields of the run beside those of every tab; returns them by name."""
        return {}

    def rare_fields(self) -> dict[str, Component]:
        """Adds the fields of the run that few need."""
        return {}

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
        free = [name for name in seen.names if name not in seen.roles.values()]
        found = {"label": guess_label_column(free)}
        found["system"] = next((name for name in free if name.lower() in (SYSTEM, "model")), None)
        for role, name in found.items():
            updates[role] = gr.update(choices=[NO_COLUMN, *seen.names], value=name or NO_COLUMN)
        return updates

    def sent(self, given: Mapping[str, Any]) -> SentFile:
        """Returns the file that the user sends; `given` is that of `steps`."""
        columns = {role: chosen_column(given[role]) for role in COLUMN_NAMES}
        others = {role: chosen_column(given[role]) for role in _OTHER_COLUMNS}
        return SentFile(given["file"], columns, **others, separator=given["separator"] or "")

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Runs; yields the progress as HTML, and at last a tuple with a value for each field of the result.

        `cancelled` ends the run once it is set; `given` are the values of the fields by name.
        """
        raise NotImplementedError

    def copy_sample(self, folder: str) -> str:
        """Copies the sample data into a folder; returns its path."""
        return str(shutil.copy(SAMPLE, folder))

    def build(self) -> None:
        """Adds the tab's content to the page."""
        with gr.Accordion("File and columns", open=True) as form, gr.Row(equal_height=False):
            with gr.Column(scale=5):
                file, about = self._file_field()
                faults = gr.HTML()
            with gr.Column(scale=6):
                fields = self.fields() | self._column_fields()
                with gr.Row():
                    button = gr.Button(self.button, variant="primary")
                    cancel = gr.Button("Cancel", interactive=False)
                with gr.Accordion("Advanced", open=False):
                    fields |= self._rare_fields()
                    pasted = self._paste_field(file)
        progress = gr.HTML(elem_id=self.progress)
        results = self.results()
        following = [fields[name] for name in self.known(SeenFile())]
        looked_at = gr.Textbox("", visible=False)
        inputs, names = [file, *fields.values()], ("file", *fields)

        def list_faults(*values: Any) -> str:
            return self._faults(dict(zip(names, values, strict=True)))

        def steps(
            cancelled: threading.Event, table: str | None, looked_at: str, *values: Any
        ) -> Iterator[str | tuple[Any, ...]]:
            given = dict(zip(names, values, strict=True))
            with tempfile.TemporaryDirectory() as folder:
                # A pasted table that was not used yet is newer than the file.
                if table and table.strip():
                    given["file"] = _write_pasted(table, Path(folder))
                # The fields still have the columns of another file.
                if given["file"] and given["file"] != looked_at:
                    known = self.known(see_upload(given["file"], self.limits))
                    given |= {name: update["value"] for name, update in known.items()}
                for step in self.steps(cancelled, given):
                    # The form folds, so that the result is in view.
                    yield step if isinstance(step, str) else (gr.update(open=False), *step)

        # gradio reports a change of the file again and again; a text changes once.
        path = gr.Textbox("", visible=False)
        file.change(None, file, path, js="(file) => file?.path ?? ''", **QUIET)
        path.change(lambda: "", None, pasted, **HIDDEN)
        looked = path.change(with_errors_shown(self._look), file, [about, looked_at, *following], **HIDDEN)
        looked.then(with_errors_shown(list_faults), inputs, faults, **QUIET)
        chosen = [field.input for field in (fields["separator"], *following) if isinstance(field, gr.Dropdown)]
        gr.on(chosen, with_errors_shown(list_faults), inputs, faults, **QUIET)
        started = connect_run_buttons(
            button, cancel, progress, steps, [pasted, looked_at, *inputs], [form, *results], self.limits
        )
        started.then(None, None, None, js=f"() => smile.showResult('{self.progress}')", **QUIET)

    def _faults(self, given: Mapping[str, Any]) -> str:
        """Returns the faults of the rows as HTML."""
        try:
            upload = self.sent(given).read(self.limits) if given["file"] else None
        except SmileError:
            return ""  # reported beside the file, or by the run
        if upload is None or not upload.faults:
            return ""
        items = "".join(f"<li>{html.escape(line)}</li>" for line in upload_faults_by_kind(upload.faults))
        lead = f"{upload_faults_in_words(len(upload.faults), upload.n_rows)} and will be left out:"
        return f'<div class="smile-faults"><p role="status">{lead}</p><ul tabindex="0">{items}</ul></div>'

    def _look(self, file: str | None) -> tuple[Any, ...]:
        """Returns the preview of a file, its path, and the updates of the fields."""
        seen, shown = SeenFile(), self._about()
        try:
            if file:
                seen = see_upload(file, self.limits)
                shown = self._next_step(seen) + _preview_of_file(seen)
        except SmileError as error:
            shown = error_message_html(error)
        return shown, seen.path, *self.known(seen).values()

    def _next_step(self, seen: SeenFile) -> str:
        """Returns the next step as HTML: choose the missing columns, check the guessed ones, or start."""
        missing = [COLUMN_LABELS[role].lower() for role in REQUIRED_ROLES if seen.roles[role] is None]
        found = f"{len(seen.names)} columns"
        how = f" Read as {first_listed(seen.how_read, separator=', ')}." if seen.how_read else ""
        if missing:
            return status_message_html(f"{found}. Choose the column of the {' and of the '.join(missing)}.{how}")
        if any(seen.roles[role] not in COLUMN_NAMES[role] for role in REQUIRED_ROLES):
            return status_message_html(f"We guessed the columns from their names. Please check.{how}")
        return status_message_html(f"{found} recognised.{how}")

    def _about(self) -> str:
        *others, last = ENDINGS
        about = self.about.format(rows=f"{self.limits.rows:,}", megabytes=self.limits.megabytes)
        return status_message_html(f"{about} Formats: {', '.join(others)}, {last}. {PRIVACY}")

    def _file_field(self) -> tuple[gr.File, gr.HTML]:
        """Adds a field for a file, with sample data, and a note."""
        file = upload_field("A file")
        sample = gr.Button("Try with sample data", size="sm", visible=SAMPLE.is_file())
        sample.click(_write_in_folder_of_tab(self.copy_sample), None, file, **HIDDEN)
        about = self._about()
        # The reason for refusing a file replaces the note: gradio would show it for some seconds, titled "Error".
        most = self.limits.megabytes * 1024 * 1024
        shown = gr.HTML(about, js_on_load=f"smile.refuseFiles(element, trigger, {json.dumps(ENDINGS)}, {most})")

        def refuse(event: gr.EventData) -> str:
            check_upload_name_and_size(str(event.name), int(event.size), self.limits)
            return about

        shown.select(with_errors_in_place(refuse), None, shown, **HIDDEN)
        return file, shown

    def _paste_field(self, file: gr.File) -> gr.Textbox:
        """Adds a field for a table that is pasted in place of a file."""
        pasted = gr.Textbox(
            label="Or paste a table",
            info="Cells of a spreadsheet with their header, CSV or JSON lines.",
            placeholder="question\treference\tprediction",
            lines=3,
            max_lines=10,
        )
        use = gr.Button("Use this table", size="sm")
        use.click(
            with_errors_shown(_write_in_folder_of_tab(lambda folder, text: _write_pasted(text, Path(folder)))),
            pasted,
            file,
            **HIDDEN,
        )
        return pasted

    def _column_fields(self) -> dict[str, Component]:
        """Adds the usual choices of columns; returns them by name."""
        with gr.Row():
            return {
                role: _file_tab_column_field(label) for role, label in _column_labels().items() if role not in _RARE
            }

    def _rare_fields(self) -> dict[str, Component]:
        """Adds the other choices of columns, and the settings; returns them by name."""
        with gr.Row():
            fields: dict[str, Component] = {role: _file_tab_column_field(_column_labels()[role]) for role in _RARE}
            fields["separator"] = gr.Dropdown(
                [("none", ""), ("|", "|"), (";", ";")],
                value="",
                label="Separator between correct answers",
                min_width=140,
            )
        return fields | setting_fields(self.limits) | self.rare_fields()


def _column_labels() -> dict[str, str]:
    return COLUMN_LABELS | _OTHER_COLUMNS


def _file_tab_column_field(label: str) -> gr.Dropdown:
    """Adds the choice of a column.

    It accepts other names, because a page may still send the columns of an earlier file, for which gradio would end a
    run without a message. The run itself reports the columns that a file lacks.
    """
    return gr.Dropdown([], label=label, allow_custom_value=True, min_width=140)


def chosen_column(choice: str | None) -> str | None:
    """Returns the chosen column: None for its usual name, "" for none.

    >>> chosen_column("answer"), chosen_column(""), chosen_column("(none)")
    ('answer', None, '')
    """
    return "" if choice == NO_COLUMN else choice or None


def _write_in_folder_of_tab(write: Any) -> Any:
    """Returns a function for gradio that writes a file into a temporary folder, from which gradio copies it."""

    def written(*values: Any) -> Iterator[str]:
        with tempfile.TemporaryDirectory() as folder:
            yield write(folder, *values)

    return written


def pasted_table_name(text: str) -> str:
    r"""Returns the name of the file that a pasted table becomes.

    >>> [pasted_table_name(text) for text in ("question\tprediction\n", '{"prediction": "a"}', '[{"prediction": "a"}]')]
    ['pasted.csv', 'pasted.jsonl', 'pasted.json']
    """
    ending = {"{": "jsonl", "[": "json"}.get(text.lstrip()[:1], "csv")
    return f"pasted.{ending}"


def _write_pasted(text: str | None, folder: Path) -> str:
    if not text or not text.strip():
        raise DataError("paste a table first")
    path = folder / pasted_table_name(text)
    path.write_bytes(text.encode("utf-8", "replace"))
    return str(path)


def _preview_of_file(seen: SeenFile) -> str:
    """Returns the first rows of a file as a table, and how many rows it has."""
    records = [] if seen.table is None else seen.table.records[:_PREVIEWED]
    caption = f"{Path(seen.path).name}: the first {len(records)} of {seen.n_rows:,} rows"
    columns = outer_columns(seen.names)
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in columns)
    cells = [[html.escape(uploaded_cell_text(row.get(name))) for name in columns] for row in records]
    rows = "".join(f"<tr>{''.join(f'<td><div dir=auto>{cell}</div></td>' for cell in row)}</tr>" for row in cells)
    return (
        f'<div class="smile-table smile-preview" tabindex="0" role="region" aria-label="Preview of the file"><table>'
        f"<caption>{html.escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
