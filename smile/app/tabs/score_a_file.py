"""The tab Score a file: its rows scored, summed up and listed; a click on a row explains its verdict."""

import json
import secrets
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

import gradio as gr
from gradio.components import Component

from ...reporting.report_html import report_html
from ..exports import DOWNLOADS
from ..limits import KEEP_MINUTES
from ..page_messages import IN_TURN, QUIET, status_message_html, with_errors_shown
from ..pieces.fields import setting_chosen_in_fields
from ..requests.scored_file import (
    AddedReference,
    ScoredFile,
    score_file,
    scored_file_report,
    scored_file_with_downloads,
    with_corrections_of_user,
)
from .explorer import explorer_data, explorer_fields
from .file_tab import FileTab

_GONE = (
    f"The server keeps a result for {KEEP_MINUTES} minutes, and no longer has this one. Its rows and your corrections "
    "are kept in this browser. Score the file again to see all figures and downloads with them."
)


Kept = TypeVar("Kept")


class KeptResults(Generic[Kept]):
    """Results by name.

    >>> results = KeptResults[str]()
    >>> name = results.keep("a result")
    >>> results.get(name), results.get("another name")
    ('a result', None)
    """

    def __init__(self, seconds: float = KEEP_MINUTES * 60) -> None:
        """Keeps nothing yet; a result is deleted so many seconds after its last use."""
        self._seconds = seconds
        self._results: dict[str, tuple[float, Kept]] = {}
        self._lock = threading.Lock()
        self._is_waiting = False

    def keep(self, result: Kept) -> str:
        """Keeps a result; returns its name."""
        name = secrets.token_urlsafe()
        with self._lock:
            self._results[name] = (time.monotonic(), result)
            self._wait()
        return name

    def get(self, name: str) -> Kept | None:
        """Returns a result, whose time starts again; None if it is no longer there."""
        with self._lock:
            if name not in self._results:
                return None
            self._results[name] = (time.monotonic(), self._results[name][1])
            return self._results[name][1]

    def delete(self, name: str) -> None:
        """Deletes a result if it is there."""
        with self._lock:
            self._results.pop(name, None)

    def _wait(self) -> None:
        """Starts to wait until the oldest result is to be deleted, unless it is being waited for."""
        if self._results and not self._is_waiting:
            oldest = min(used for used, _ in self._results.values())
            timer = threading.Timer(max(0.0, oldest + self._seconds - time.monotonic()), self._delete_old)
            timer.daemon = self._is_waiting = True
            timer.start()

    def _delete_old(self) -> None:
        with self._lock:
            until = time.monotonic() - self._seconds
            self._results = {name: kept for name, kept in self._results.items() if kept[0] > until}
            self._is_waiting = False
            self._wait()


class ScoreAFile(FileTab):
    """The tab Score a file."""

    name, button, progress = "file", "Score the file", "progress"
    about = "Up to {rows} rows and {megabytes} MB."

    def fields(self) -> dict[str, Component]:
        """Adds the hidden field of the answers that the user accepts."""
        self._added = gr.Textbox("[]", visible=False)
        return {"added": self._added}

    def rare_fields(self) -> dict[str, Component]:
        """Adds the choice of a second setting."""
        choices = [("none", ""), *((name, name) for name in self.limits.settings)]
        return {"other": gr.Dropdown(choices, value="", label="Compare with another setting", min_width=140)}

    def results(self) -> list[Component]:
        """Adds the summary, the downloads, the explorer, and the details of a row."""
        self._kept = KeptResults[ScoredFile]()
        # Its pictures can be downloaded.
        summary = gr.HTML(elem_id="summary", apply_default_css=False, js_on_load="smile.savePictures(element)")
        explorer, card = explorer_fields(self.engine)
        with gr.Row(visible=False) as downloads_row:
            downloads = [gr.DownloadButton(f"Download {what}", size="sm") for what in DOWNLOADS]

        def correct(event: gr.EventData) -> Iterator[tuple[Any, ...]]:
            added, scored = json.dumps(event.added), self._kept.get(str(event.kept_as))
            if scored is None:
                yield added, status_message_html(_GONE), gr.update(visible=False), *[gr.skip()] * len(downloads)
                return
            found = with_corrections_of_user(scored, {int(row): bool(label) for row, label in event.labels.items()})
            with tempfile.TemporaryDirectory() as folder:
                yield (
                    added,
                    _summary_html(found),
                    gr.update(visible=True),
                    *scored_file_with_downloads(found, Path(folder)).downloads,
                )

        def take(event: gr.EventData) -> str:
            return json.dumps(event.added)

        def remove(event: gr.EventData) -> tuple[Any, ...]:
            self._kept.delete(str(event.kept_as))
            return "[]", "", gr.update(visible=False)

        explorer.input(with_errors_shown(correct), None, [self._added, summary, downloads_row, *downloads], **IN_TURN)
        explorer.clear(with_errors_shown(remove), None, [self._added, summary, downloads_row], **IN_TURN)
        again = explorer.submit(with_errors_shown(take), None, self._added, **QUIET)
        again.then(None, None, None, js="() => smile.startRun('explorer')", **QUIET)
        return [summary, downloads_row, explorer, *downloads, card]

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file."""
        added = [
            AddedReference(str(each["question"]), tuple(map(str, each["references"])), str(each["answer"]))
            for each in json.loads(given["added"] or "[]")
        ]
        for step in score_file(
            self.engine, cancelled, self.sent(given), setting_chosen_in_fields(given), added, given["other"] or ""
        ):
            if isinstance(step, str):
                yield step
            else:
                shown = explorer_data(step, self._kept.keep(step))
                yield _summary_html(step), gr.update(visible=True), shown, *step.downloads, ""


def _summary_html(scored: ScoredFile) -> str:
    """Returns the report as HTML, without the figure of the scores: the page draws a histogram."""
    from ...reporting.figures import figure_as_png, png_address

    pictures = {name: png_address(figure_as_png(each)) for name, each in scored.figures.items() if name != "scores"}
    return report_html(scored_file_report(scored), pictures)
