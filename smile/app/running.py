"""Runs that take a while: each in its own thread, with a progress bar and a button that cancels it."""

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, TypeVar

import gradio as gr
from gradio.context import get_blocks_context

from ..aliases import OnProgress
from .engine import Engine, StoppedError
from .limits import Limits
from .pieces.html import note
from .replies import told

# Seconds between two updates of the progress bar.
_INTERVAL = 0.3

Found = TypeVar("Found")


def run(
    engine: Engine, cancelled: threading.Event, work: Callable[[OnProgress], Found], doing: str
) -> Generator[str, None, Found]:
    """Does work in its own thread, which ends when the visitor cancels or closes the page.

    Args:
        engine: Limits how long the work may take.
        cancelled: Stops the work once it is set.
        work: The work; it takes a progress callback.
        doing: The name of the progress bar for screen readers.

    Yields:
        The progress as HTML.

    Returns:
        The result of the work.

    Raises:
        StoppedError: The work was cancelled or has taken too long.
    """
    is_over = threading.Event()
    news: queue.SimpleQueue[tuple[int, int] | Exception | None] = queue.SimpleQueue()
    found: list[Found] = []

    def is_stopped() -> bool:
        return cancelled.is_set() or is_over.is_set()

    def do() -> None:
        try:
            found.append(work(engine.watch(is_stopped, lambda done, total: news.put((done, total)))))
            news.put(None)
        except Exception as error:
            news.put(error)

    threading.Thread(target=do, daemon=True).start()
    try:
        shown, of = -_INTERVAL, 0
        while True:
            latest = news.get()
            if latest is None:
                return found[0]
            if isinstance(latest, Exception):
                raise latest
            if latest[1] != of:  # a new stage of the work
                started, shown, of = time.monotonic(), -_INTERVAL, latest[1]
            elapsed = time.monotonic() - started
            if elapsed >= shown + _INTERVAL:
                shown = elapsed
                yield progress_bar(*latest, elapsed, doing)
    finally:
        is_over.set()


def progress_bar(done: int, total: int, elapsed: float, doing: str) -> str:
    """Returns a progress bar with the time left, as HTML.

    >>> "about 30 s left" in progress_bar(25, 100, 10.0, "Scoring")
    True
    """
    left = elapsed / done * (total - done) if done else 0.0
    text = (
        f"{done / total:.0%}, about {left:.0f} s left"
        if left < 90
        else f"{done / total:.0%}, about {left / 60:.0f} min left"
    )
    return (
        f'<div class="smile-progress"><progress max="{total}" value="{done}" aria-label="{doing}"></progress>'
        f"<span>{text}</span></div>"
    )


def connect(
    button: gr.Button,
    cancel: gr.Button,
    progress: gr.HTML,
    steps: Callable[..., Iterator[str | tuple[Any, ...]]],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    limits: Limits,
) -> None:
    """Makes one button start a run and another cancel it.

    Args:
        button: The button that starts.
        cancel: The button that cancels.
        progress: The field that shows the progress.
        steps: The run. It takes an event that stops it and the values of the inputs; it yields the progress as HTML,
            and at last a tuple with a value for each output.
        inputs: The fields that the run reads.
        outputs: The fields that the run fills.
        limits: How many runs may work at a time.
    """
    # One event for each visitor's run; gradio's own cancelling would wait until the run is over.
    cancelled: dict[str, threading.Event] = {}

    def start(request: gr.Request, *values: Any) -> Iterator[tuple[Any, ...]]:
        mine = cancelled[str(request.session_hash)] = threading.Event()
        nothing = [gr.skip()] * len(outputs)
        try:
            for step in steps(mine, *values):
                if isinstance(step, str):
                    yield step, gr.Button(interactive=True), *nothing
                else:
                    yield "", gr.Button(interactive=False), *step
        except StoppedError as stopped:
            yield note(str(stopped)), gr.Button(interactive=False), *nothing
        finally:
            cancelled.pop(str(request.session_hash), None)

    def stop(request: gr.Request) -> None:
        if request.session_hash in cancelled:
            cancelled[request.session_hash].set()

    running = button.click(
        told(start),
        list(inputs),
        [progress, cancel, *outputs],
        concurrency_id="scoring",
        concurrency_limit=limits.at_a_time,
        show_progress="hidden",
        api_visibility="private",
    )
    running.failure(
        lambda: ("", gr.Button(interactive=False)), None, [progress, cancel], queue=False, api_visibility="private"
    )
    cancel.click(stop, None, None, queue=False, api_visibility="private")
    page = get_blocks_context()
    if page is not None and page.root_block is not None:
        page.root_block.unload(stop)  # the tab was closed
