"""Pieces that several tabs share: pure functions to HTML; every text is escaped."""

import functools
import html
from collections.abc import Callable, Sequence
from typing import Any

from ...reporting.formatting import one_line
from ..replies import words_of

_LONGEST_TEXT = 300

# The script of a field that shows pictures.
SAVES_PICTURES = """
element.addEventListener("click", (event) => {
    const button = event.target.closest("[data-save]");
    if (!button) return;
    const link = document.createElement("a");
    link.href = button.closest("figure").querySelector("img").src;
    link.download = button.dataset.save;
    link.click();
});
"""


def note(text: str) -> str:
    """Returns a status line; screen readers read it out."""
    return f'<p class="smile-note" role="status">{html.escape(text)}</p>'


def problem(title: str, text: str) -> str:
    """Returns what went wrong; screen readers read it out at once."""
    # A file's name keeps its letters.
    is_name = "." in text.partition(" ")[0]
    shown = html.escape((text[:1] if is_name else text[:1].upper()) + text[1:].removesuffix("."))
    return f'<div class="smile-error" role="alert"><h3>{html.escape(title)}</h3><p>{shown}.</p></div>'


def in_place(function: Callable[..., Any], *others: Any) -> Callable[..., Any]:
    """Wraps a function that gradio calls: an error stands in place of its first result, which is HTML."""

    @functools.wraps(function)
    def wrapper(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except Exception as error:
            alert = problem(*words_of(error))
            return (alert, *others) if others else alert

    return wrapper


def notes(texts: Sequence[str]) -> str:
    """Returns a line for each note."""
    return "".join(f'<p class="smile-note">{html.escape(text)}</p>' for text in texts)


def warnings(texts: Sequence[str]) -> str:
    """Returns a line for each warning."""
    return "".join(f'<p class="smile-warning">{html.escape(text[:1].upper() + text[1:])}.</p>' for text in texts)


def shown_text(text: str) -> str:
    """Returns a text on one line, cut if it is long.

    >>> shown_text("a <b> c")
    'a &lt;b&gt; c'
    """
    line = one_line(text)
    return html.escape(line if len(line) <= _LONGEST_TEXT else f"{line[:_LONGEST_TEXT]} ...") or "<em>(empty)</em>"


def table(caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Returns a table; its first column names the rows."""
    head = "".join(f'<th scope="col">{html.escape(heading)}</th>' for heading in headings)
    body = "".join(
        f'<tr><th scope="row" dir="auto">{first}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for first, *cells in rows
    )
    return (
        f'<div class="smile-table smile-numbers" tabindex="0" role="region" aria-label="{html.escape(caption)}"><table>'
        f"<caption>{html.escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def interval_bar(value: float, low: float, high: float) -> str:
    """Returns a value between 0 and 1 as a point on a line with its interval; the caller adds the numbers as text."""
    return (
        f'<span class="smile-interval" aria-hidden="true"><i style="left:{low:.1%};width:{max(high - low, 0.0):.1%}">'
        f'</i><b style="left:{value:.1%}"></b></span>'
    )


def picture(address: str, caption: str, name: str, *, is_wide: bool = True) -> str:
    """Returns a picture with its caption, and a button to download it, for a field with the script SAVES_PICTURES."""
    text = html.escape(caption)
    style = "smile-picture" if is_wide else "smile-picture smile-narrow"
    return (
        f'<figure class="{style}"><div tabindex="0" role="region" aria-label="{text}"><img src="{address}" '
        f'alt="{text}"></div><figcaption>{text} <button type="button" class="smile-save" data-save="{name}" '
        f'aria-label="Download {name}">Download (PNG)</button></figcaption></figure>'
    )


def signature_line(signature: str, label: str = "Signature") -> str:
    """Returns the line with a signature."""
    return f'<p class="smile-signature"><span>{label}</span> <code>{html.escape(signature)}</code></p>'
