"""Pieces that several tabs share: pure functions to HTML; every text is escaped."""

import html
from collections.abc import Sequence

from ...reporting.formatting import one_line

_LONGEST_TEXT = 300


def note(text: str) -> str:
    """Returns a status line; screen readers read it out."""
    return f'<p class="smile-note" role="status">{html.escape(text)}</p>'


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
    """Returns a table; its first column names the rows.

    Args:
        caption: The caption, as text.
        headings: The headings of the columns, as text.
        rows: Cells, as HTML.
    """
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


def picture(address: str, caption: str, *, is_wide: bool = True) -> str:
    """Returns a picture with its caption; the address may be a data address."""
    text = html.escape(caption)
    style = "smile-picture" if is_wide else "smile-picture smile-narrow"
    return (
        f'<figure class="{style}"><div tabindex="0" role="region" aria-label="{text}"><img src="{address}" '
        f'alt="{text}"></div><figcaption>{text}</figcaption></figure>'
    )


def signature_line(signature: str, label: str = "Signature") -> str:
    """Returns the line with a signature.

    Args:
        signature: The signature of a result.
        label: Stands before it.
    """
    return f'<p class="smile-signature"><span>{label}</span> <code>{html.escape(signature)}</code></p>'
