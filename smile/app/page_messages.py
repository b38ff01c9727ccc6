"""Notes, warnings and errors as HTML. Of an unexpected error, a user sees only its number in the log."""

import functools
import html
import inspect
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import gradio as gr

from ..errors import Option, SmileError
from .limits import KEEP_MINUTES

_LOG = logging.getLogger(__name__)

# Options of events: not in the API; without progress; without the queue; and in turn: gradio otherwise drops an event
# that comes while the same event is being handled.
PRIVATE: dict[str, Any] = {"api_visibility": "private"}
HIDDEN: dict[str, Any] = PRIVATE | {"show_progress": "hidden"}
QUIET: dict[str, Any] = HIDDEN | {"queue": False}
IN_TURN: dict[str, Any] = HIDDEN | {"trigger_mode": "multiple", "concurrency_limit": 1}


# The names of the columns on the page.
COLUMN_LABELS = {
    "prediction": "Model answers",
    "reference": "Correct answers",
    "question": "Questions",
    "id": "Ids",
    "synthetic_answer": "Correct answers as full sentences",
}
# By option, its label on the page.
_LABELS = {f"{role}_column": label for role, label in COLUMN_LABELS.items()} | {"answer": "Final answer"}


def with_errors_shown(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a function or generator function that gradio calls, so that its errors become `gr.Error`."""
    if inspect.isgeneratorfunction(function):

        @functools.wraps(function)
        def generator(*args: Any, **options: Any) -> Iterator[Any]:
            with _errors_as_gradio_errors():
                yield from function(*args, **options)

        return generator

    @functools.wraps(function)
    def wrapper(*args: Any, **options: Any) -> Any:
        with _errors_as_gradio_errors():
            return function(*args, **options)

    return wrapper


@contextmanager
def _errors_as_gradio_errors() -> Iterator[None]:
    try:
        yield
    except gr.Error:
        raise
    except Exception as error:
        title, message = title_and_message(error, str)
        # The page would read the message as HTML.
        text = html.escape(message, quote=False)
        raise gr.Error(text, duration=None, title=title, print_exception=False) from None


def title_and_message(error: Exception, word: Callable[[Option], str]) -> tuple[str, str]:
    """Returns the title and the message of an error as users see it; an unknown one is written to the log."""
    if isinstance(error, SmileError):
        return "That didn't work", error.worded(word)
    number = uuid4().hex[:8]
    _LOG.error("error %s", number, exc_info=error)
    return "Sorry", f"Something went wrong. The log of this app has the details under {number}."


def option_label_on_page(option: Option) -> str:
    """Returns the label of an option on the page.

    >>> options = Option("prediction_column"), Option("answer", "("), Option("backend", "torch")
    >>> tuple(map(option_label_on_page, options))
    ('“Model answers”', "“Final answer” '('", "backend='torch'")
    """
    if option.name not in _LABELS:
        return str(option)
    return f"“{_LABELS[option.name]}”" + (f" {option.value!r}" if option.value else "")


PRIVACY = f"Nothing leaves this server. Files are deleted after {KEEP_MINUTES} minutes."


def status_message_html(text: str) -> str:
    """Returns a status line, which screen readers announce."""
    return f'<p class="smile-note" role="status">{html.escape(text)}</p>'


def error_message_html(error: Exception) -> str:
    """Returns an error as HTML; screen readers announce it at once."""
    title, text = title_and_message(error, option_label_on_page)
    # A file's name keeps its letters.
    is_name = "." in text.partition(" ")[0]
    shown = html.escape((text[:1] if is_name else text[:1].upper()) + text[1:].removesuffix("."))
    return f'<div class="smile-error" role="alert"><h2>{html.escape(title)}</h2><p>{shown}.</p></div>'


def with_errors_in_place(function: Callable[..., Any], *others: Any) -> Callable[..., Any]:
    """Wraps a function that gradio calls: an error stands in place of its first result, which is HTML."""

    @functools.wraps(function)
    def wrapper(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except Exception as error:
            alert = error_message_html(error)
            return (alert, *others) if others else alert

    return wrapper


def warnings_html(texts: Sequence[str]) -> str:
    """Returns a line for each warning."""
    return "".join(f'<p class="smile-warning">{html.escape(text[:1].upper() + text[1:])}.</p>' for text in texts)


def signature_html(signature: str, label: str = "Signature") -> str:
    """Returns the line with a signature."""
    return f'<p class="smile-signature"><span>{label}</span> <code>{html.escape(signature)}</code></p>'
