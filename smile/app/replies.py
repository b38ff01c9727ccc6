"""Errors as visitors see them: our own in full; of any other error only its number in the log."""

import functools
import html
import inspect
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import gradio as gr

from ..errors import SmileError

_LOG = logging.getLogger(__name__)


def told(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a function or generator function that gradio calls, so that its errors become `gr.Error`."""
    if inspect.isgeneratorfunction(function):

        @functools.wraps(function)
        def generator(*args: Any, **options: Any) -> Iterator[Any]:
            with _errors_told():
                yield from function(*args, **options)

        return generator

    @functools.wraps(function)
    def wrapper(*args: Any, **options: Any) -> Any:
        with _errors_told():
            return function(*args, **options)

    return wrapper


@contextmanager
def _errors_told() -> Iterator[None]:
    try:
        yield
    except gr.Error:
        raise
    except Exception as error:
        title, message = words_of(error)
        # The page would read the message as HTML.
        text = html.escape(message, quote=False)
        raise gr.Error(text, duration=None, title=title, print_exception=False) from None


def words_of(error: Exception) -> tuple[str, str]:
    """Returns the title and the message of an error as visitors see it; an unknown one is written to the log."""
    if isinstance(error, SmileError):
        return "This cannot be done", str(error)
    number = uuid4().hex[:8]
    _LOG.error("error %s", number, exc_info=error)
    return "Sorry", f"Something went wrong here. The owner of this app finds it as {number} in the log."
