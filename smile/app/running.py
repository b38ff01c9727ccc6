"""Runs in threads of their own, with a progress bar and a cancel button."""

import html
import json
import math
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, wait
from typing import Any, TypeVar

import gradio as gr
from gradio.context import get_blocks_context
from gradio.events import Dependency

from ..errors import StoppedError
from ..shared_types import OnProgress
from .engine import Engine
from .limits import Limits
from .page_messages import PRIVATE, QUIET, error_message_html, status_message_html

# Seconds between two updates of the progress bar.
_INTERVAL = 0.3

# Before that, the speed of the first texts says little.
_SECONDS_UNTIL_ESTIMATE = 1.0

# Notes above an outdated result; results.css hides them where there is no result.
_OF_BEFORE = '<p class="smile-outdated" role="status">The result below is from the previous run.</p>'
_OF_OTHER_INPUT = (
    '<p class="smile-outdated" role="status">The result below is out of date because the input has changed. '
    "Run it again.</p>"
)

Found = TypeVar("Found")


class ProgressBar:
    """The progress of one run as HTML."""

    def __init__(self, doing: str) -> None:
        """Starts at 0; `doing` is the name of the work."""
        self._doing = doing
        self._share = 0.0

    def count(self, done: int, total: int) -> None:
        """Updates the progress."""
        self._share = max(self._share, done / max(1, total))

    def shown(self, seconds: float) -> str:
        """Returns the bar as HTML.

        >>> bar = ProgressBar("Scoring")
        >>> bar.count(25, 100)
        >>> "25 %, about 30 s left" in bar.shown(10.0)
        True
        >>> bar.count(100, 100)
        >>> "almost done, 17 s so far" in bar.shown(17.0)
        True
        """
        is_known = 0 < self._share < 1
        value = f' max="1" value="{self._share:.3f}"' if is_known else ""
        return (
            f'<div class="smile-progress"><progress{value} aria-label="{html.escape(self._doing)}"></progress>'
            f"<span>{html.escape(self._doing)}: {self._said(seconds)}</span></div>"
        )

    def _said(self, seconds: float) -> str:
        so_far = f"{_duration_of_run(seconds)} so far"
        if self._share >= 1:
            return f"almost done, {so_far}"
        if self._share == 0 or seconds < _SECONDS_UNTIL_ESTIMATE:
            return so_far
        left = seconds / self._share * (1 - self._share)
        return f"{self._share:.0%}".replace("%", " %") + f", about {_duration_of_run(max(1.0, left))} left"


def _duration_of_run(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{math.ceil(seconds / 60)} min"


def run_with_progress(
    engine: Engine, cancelled: threading.Event, work: Callable[[OnProgress], Found], doing: str
) -> Generator[str, None, Found]:
    """Runs work in a thread of its own, which ends when the user cancels or closes the page.

    Yields:
        The progress as HTML.

    Returns:
        The result of the work.

    Raises:
        StoppedError: The work was cancelled or has taken too long.
    """
    is_over = threading.Event()
    bar, started = ProgressBar(doing), time.monotonic()
    found: Future[Found] = Future()

    def do() -> None:
        try:
            found.set_result(work(engine.watch(lambda: cancelled.is_set() or is_over.is_set(), bar.count)))
        except Exception as error:
            found.set_exception(error)

    threading.Thread(target=do, daemon=True).start()
    try:
        yield bar.shown(0.0)
        while not wait([found], _INTERVAL).done:
            yield bar.shown(time.monotonic() - started)
    finally:
        is_over.set()
    return found.result()


def connect_run_buttons(
    button: gr.Button,
    cancel: gr.Button,
    progress: gr.HTML,
    steps: Callable[..., Iterator[str | tuple[Any, ...]]],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    limits: Limits,
) -> Dependency:
    """Makes one button start a run and another cancel it; returns the run.

    An error stands in place of the progress. The previous result stays and is marked as outdated after an error, and
    after a change of an input. `steps` takes an event that stops the run, and the values of the inputs. It yields the
    progress as HTML, and finally a tuple with a value for each output.
    """
    # One event for each user's run; gradio's own cancelling would wait until the run is over.
    cancelled: dict[str, threading.Event] = {}

    def start(request: gr.Request, *values: Any) -> Iterator[tuple[Any, ...]]:
        mine = cancelled[str(request.session_hash)] = threading.Event()
        nothing = [gr.skip()] * len(outputs)
        try:
            for step in steps(mine, *values):
                if isinstance(step, str):
                    yield step + _OF_BEFORE, gr.Button(interactive=True), *nothing
                else:
                    yield "", gr.Button(interactive=False), *step
        except StoppedError as stopped:
            yield status_message_html(str(stopped)) + _OF_BEFORE, gr.Button(interactive=False), *nothing
        except Exception as error:
            yield error_message_html(error) + _OF_BEFORE, gr.Button(interactive=False), *nothing
        finally:
            cancelled.pop(str(request.session_hash), None)

    def stop(request: gr.Request) -> None:
        if request.session_hash in cancelled:
            cancelled[request.session_hash].set()

    started = button.click(
        start,
        list(inputs),
        [progress, cancel, *outputs],
        concurrency_id="scoring",
        concurrency_limit=limits.at_a_time,
        trigger_mode="always_last",
        show_progress="hidden",
        js=f"smile.keepInputs({json.dumps(progress.elem_id)})",
        **PRIVATE,
    )
    # The page compares the fields with those that were sent, because gradio reports changes that are none, and the
    # columns that the app fills in for a file come late.
    seen = [(i, field) for i, field in enumerate(inputs) if field.visible]
    changes = [field.input if isinstance(field, gr.Dropdown) else field.change for _, field in seen]
    of_other = (
        f"smile.markOutdated({json.dumps(progress.elem_id)}, {[i for i, _ in seen]}, {json.dumps(_OF_OTHER_INPUT)})"
    )
    gr.on(changes, None, [progress, *inputs], progress, js=of_other, **QUIET)
    cancel.click(stop, None, None, **QUIET)
    page = get_blocks_context()
    if page is not None and page.root_block is not None:
        page.root_block.unload(stop)  # the tab was closed
    return started
