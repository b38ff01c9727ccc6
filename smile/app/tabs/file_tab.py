"""A tab that runs something on a file: the file, the fields of the run, its progress and its result."""

import html
import json
import shutil
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import gradio as gr
from gradio.components import Component

from ...errors import DataError, SmileError
from ...files.reading import own_columns
from ...files.row_columns import COLUMN_NAMES
from ..engine import Engine
from ..limits import KEEP_MINUTES, MOST_SYSTEMS
from ..replies import QUIET, in_place, note, problem, told, words_of
from ..running import connect
from ..uploads import (
    AS_IT_IS,
    COLUMN_LABELS,
    ENDINGS,
    REQUIRED_ROLES,
    FaultyRowsError,
    Handling,
    SeenFiles,
    cell_text,
    check_name_and_size,
    faults_told,
    in_utf8,
    see_upload,
    upload_field,
)

# Beside app.py, in the checkout and in a Space; an installed package comes without them.
_ASSETS = Path(__file__).parents[3] / "assets"
SAMPLE = (_ASSETS / "sample_qa.jsonl",)
SAMPLE_OF_SYSTEMS = tuple(_ASSETS / "compare" / f"{name}.jsonl" for name in ("small", "medium", "large"))

# Rows in the preview of a file.
_PREVIEWED = 10

_QUIET: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}


class FileTab:
    """A tab with a file on the left and the fields of a run on the right; a subclass says what is particular to it.

    Class attributes:
        name: What the address calls the tab.
        label: What the field of the file is for.
        about: What to send; `{rows}`, `{megabytes}` and `{systems}` stand for the limits.
        button: The button that starts the run.
        progress: The id of the progress.
        samples: The files of sample data; there is no button where they are missing.
        several: Whether several files may be sent.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    about: ClassVar[str]
    button: ClassVar[str]
    progress: ClassVar[str]
    samples: ClassVar[Sequence[Path]] = SAMPLE
    several: ClassVar[bool] = False

    def __init__(self, engine: Engine) -> None:
        """Adds nothing to the page yet."""
        self.engine, self.limits = engine, engine.limits

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        raise NotImplementedError

    def results(self) -> list[Component]:
        """Adds the fields that the run fills, and returns them."""
        raise NotImplementedError

    def known(self, seen: SeenFiles) -> dict[str, Any]:
        """Returns the updates of the fields that follow the files, by name; the same names for all files.

        Nothing is seen without a file or if it cannot be read.
        """
        raise NotImplementedError

    def sent(self, given: Mapping[str, Any]) -> Any:
        """Returns what the visitor sends; its `read` reads the rows. `given` is that of `steps`."""
        raise NotImplementedError

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Runs; yields the progress as HTML, and at last a tuple with a value for each field of the result.

        `cancelled` ends the run once it is set; `given` are the values of the fields by name, and of the file as
        `file` and what to do with it as `handling`.
        """
        raise NotImplementedError

    def next_step(self, seen: SeenFiles) -> str:
        """Returns what to do once the columns are known, as HTML: choose the missing ones, or start."""
        missing = [COLUMN_LABELS[role].lower() for role in REQUIRED_ROLES if seen.roles[role] is None]
        missing += self.missing(seen.names)
        found = self.found(seen)
        if missing:
            return note(f"{found}. Choose the column of the {' and of the '.join(missing)}.")
        if any(seen.roles[role] not in COLUMN_NAMES[role] for role in REQUIRED_ROLES):
            return note(f"{found}, chosen by what their names suggest: check them.")
        return note(f"{found}, columns known by their names. {self.button}, or choose other columns.")

    def found(self, seen: SeenFiles) -> str:
        """Returns what the files have."""
        return f"{len(seen.names)} columns"

    def missing(self, names: Sequence[str]) -> list[str]:
        """Returns which further columns a visitor has to choose."""
        return []

    def copy_sample(self, sample: Path, folder: str) -> str:
        """Copies a file of sample data into a folder; returns its path."""
        return str(shutil.copy(sample, folder))

    def build(self) -> None:
        """Adds the tab's content to the page."""
        with gr.Row(equal_height=False):
            with gr.Column(scale=5):
                file, pasted, about, latin = self._file_field()
                handling, faults = self._handling_fields()
            with gr.Column(scale=6):
                fields = self.fields()
                with gr.Row():
                    button = gr.Button(self.button, variant="primary")
                    cancel = gr.Button("Cancel", interactive=False)
        progress = gr.HTML(elem_id=self.progress)
        results = self.results()
        following = [fields[name] for name in self.known(SeenFiles())]
        looked_at = gr.Textbox("", visible=False)
        looked = file.change(told(self._look), file, [about, latin, looked_at, *handling[1:], *following], **_QUIET)
        inputs, names = [*handling, file, *fields.values()], ("file", *fields)

        def given_by(*values: Any) -> dict[str, Any]:
            separator, mending, which, *others = values
            handling = Handling(separator or "", "numbers" in (mending or ()), "leave" in (mending or ()), which or "")
            return dict(zip(names, others, strict=True)) | {"handling": handling}

        def troubles(*values: Any) -> tuple[Any, ...]:
            return self._troubles(given_by(*values))

        def steps(
            cancelled: threading.Event, table: str | None, looked_at: str, *values: Any
        ) -> Iterator[str | tuple[Any, ...]]:
            given = given_by(*values)
            with tempfile.TemporaryDirectory() as folder:
                # A table that was pasted and not used yet is newer than the file.
                if table and table.strip():
                    given["file"] = _written(self.several, table, Path(folder))
                files = _files(given["file"])
                # The fields still have the columns of another file.
                if files and "\n".join(files) != looked_at:
                    known = self.known(see_upload(files, self.limits))
                    separator = replace(AS_IT_IS, separator=given["handling"].separator)
                    given |= {name: update["value"] for name, update in known.items()} | {"handling": separator}
                yield from self.steps(cancelled, given)

        looked.then(told(troubles), inputs, [faults, *handling[1:]], **QUIET)
        chosen = [field.input for field in (handling[0], *following) if isinstance(field, gr.Dropdown)]
        gr.on(chosen, told(troubles), inputs, [faults, *handling[1:]], **QUIET)
        connect(button, cancel, progress, steps, [pasted, looked_at, *inputs], results, self.limits)

    def _troubles(self, given: Mapping[str, Any]) -> tuple[Any, ...]:
        """Returns the faults of the rows, and the choices of what to do about them and about too many rows."""
        files, faults, (mending, which) = _files(given["file"]), list[str](), _no_choices()
        try:
            if not files:
                return "", mending, which
            n = sum(see_upload(files, self.limits).n_rows)
            first = self._faults(given, numbers_as_text=False)
            mended = first and self._faults(given, numbers_as_text=True)
        except SmileError:
            return "", mending, which  # told beside the file, or where the run is started
        if first is not None:
            faults, choices = list(first.faults), []
            if first.n_good:
                choices.append((f"Leave them out and score the other {first.n_good:,}", "leave"))
            n_mended = len(faults) - (0 if mended is None else len(mended.faults))
            if n_mended:
                choices.append((f"Read numbers as text, which mends {n_mended:,} of them", "numbers"))
            mending = gr.update(visible=True, choices=choices, value=[])
        if given["handling"].rows:
            which = gr.update()  # stays as chosen; another file clears it
        elif n > self.limits.rows:
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

    def _faults(self, given: Mapping[str, Any], numbers_as_text: bool) -> FaultyRowsError | None:
        handling = Handling(given["handling"].separator, numbers_as_text, rows="first")
        try:
            self.sent({**given, "handling": handling}).read(self.limits)
        except FaultyRowsError as error:
            return error
        return None

    def _handling_fields(self) -> tuple[list[Component], gr.HTML]:
        """Adds the fields of what to do about what a file has, and a list of its faults."""
        separator = gr.Dropdown(
            [("one right answer", ""), ("several, between |", "|"), ("several, between ;", ";")],
            value="",
            label="A cell of right answers has",
            min_width=140,
        )
        faults = gr.HTML()
        mending = gr.CheckboxGroup([], label="Rows with faults", visible=False)
        return [separator, mending, gr.Radio([], label="Too many rows", visible=False)], faults

    def _look(self, sent: str | list[str] | None) -> tuple[Any, ...]:
        """Returns what is told of files, whether they may be Latin-1, which they are, and the fields of a run."""
        files, seen, is_other, shown = _files(sent), SeenFiles(), False, self._about()
        try:
            if files:
                seen = see_upload(files, self.limits)
                shown = self.next_step(seen) + _preview(seen)
        except SmileError as error:
            shown, is_other = problem(*words_of(error)), "not UTF-8" in str(error)
        is_latin = gr.update(visible=is_other)
        return shown, is_latin, "\n".join(seen.files), *_no_choices(), *self.known(seen).values()

    def _about(self) -> str:
        limits, (*others, last) = self.limits, ENDINGS
        about = self.about.format(rows=f"{limits.rows:,}", megabytes=limits.megabytes, systems=MOST_SYSTEMS)
        return note(
            f"{about} A file ends in {', '.join(others)} or {last}. Files and results are deleted "
            f"{KEEP_MINUTES} minutes after their last use."
        )

    def _file_field(self) -> tuple[gr.File, gr.Textbox, gr.HTML, gr.Button]:
        """Adds a field for files, with sample data, a field to paste a table, a note, and a button to read Latin-1."""
        file = upload_field(self.label, several=self.several)
        sample = gr.Button("Try with sample data", size="sm", visible=all(path.is_file() for path in self.samples))
        with gr.Accordion("Or paste a table", open=False):
            pasted = gr.Textbox(
                label="Table",
                info="Copied from a spreadsheet, its header too; or CSV, or JSON lines.",
                placeholder="question\treference\tprediction",
                lines=4,
                max_lines=10,
            )
            use = gr.Button("Use this table", size="sm")
        sample.click(self._copies, None, file, **_QUIET)
        use.click(told(self._use), pasted, file, **_QUIET)
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
        latin.click(told(self._reread), file, file, **_QUIET)
        return file, pasted, shown, latin

    def _use(self, text: str | None) -> Iterator[Any]:
        if not text or not text.strip():
            raise DataError("paste a table first")
        with tempfile.TemporaryDirectory() as folder:
            yield _written(self.several, text, Path(folder))

    def _reread(self, sent: str | list[str] | None) -> Iterator[Any]:
        with tempfile.TemporaryDirectory() as folder:
            files = [in_utf8(file, Path(folder)) for file in _files(sent)]
            yield files if self.several else files[0]

    def _copies(self) -> Iterator[Any]:
        # gradio takes files from the folder of temporary files wherever the app was started.
        with tempfile.TemporaryDirectory() as folder:
            copies = [self.copy_sample(path, folder) for path in self.samples]
            yield copies if self.several else copies[0]


def table_name(text: str) -> str:
    r"""Returns the name of the file that a pasted table becomes.

    >>> table_name("question\tprediction\n"), table_name('{"prediction": "a"}'), table_name('[{"prediction": "a"}]')
    ('pasted.csv', 'pasted.jsonl', 'pasted.json')
    """
    ending = {"{": "jsonl", "[": "json"}.get(text.lstrip()[:1], "csv")
    return f"pasted.{ending}"


def _no_choices() -> tuple[Any, Any]:
    """Returns the updates that hide what can be done about faults and about too many rows."""
    return gr.update(visible=False, value=[]), gr.update(visible=False, value=None)


def _files(sent: str | list[str] | None) -> list[str]:
    return [sent] if isinstance(sent, str) else sent or []


def _written(several: bool, text: str, folder: Path) -> str | list[str]:
    path = folder / table_name(text)
    path.write_bytes(text.encode("utf-8", "replace"))
    return [str(path)] if several else str(path)


def _preview(seen: SeenFiles) -> str:
    """Returns the first rows of the first file as a table, and how many rows each file has."""
    names = [Path(file).name for file in seen.files]
    n = min(_PREVIEWED, len(seen.table.records))
    caption = f"{names[0]}: the first {n} of {seen.n_rows[0]:,} rows"
    caption += "".join(f"; {name}: {rows:,} rows" for name, rows in zip(names[1:], seen.n_rows[1:], strict=True))
    columns = own_columns(seen.table.column_names)
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in columns)
    cells = [[html.escape(cell_text(row.get(name))) for name in columns] for row in seen.table.records[:n]]
    rows = "".join(f"<tr>{''.join(f'<td><div dir=auto>{cell}</div></td>' for cell in row)}</tr>" for row in cells)
    return (
        f'<div class="smile-table smile-preview" tabindex="0" role="region" aria-label="Preview of the file"><table>'
        f"<caption>{html.escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
