"""Marks a result as old when the texts that it came from are edited; the page does it alone, without a request."""

from collections.abc import Sequence

import gradio as gr
from gradio.components import Component

OLD_NOTE = '<p class="smile-old-note">The texts have changed since. Press the button again for a new result.</p>'

_MARK = """(kept, ...now) => {
    const isOld = kept && JSON.stringify(kept.typed) !== JSON.stringify(now);
    document.querySelector("#%s").classList.toggle("smile-old", Boolean(isOld));
}"""


def mark_when_edited(result: gr.HTML, kept: gr.JSON, texts: Sequence[Component]) -> None:
    """Marks a result while its texts differ from what the fields hold.

    Args:
        result: The result, with an id; it holds `OLD_NOTE`, which shows while it is marked.
        kept: What the result came from: `typed` has the values of the fields.
        texts: The fields.
    """
    events = [kept.change, *(field.change for field in texts)]
    gr.on(events, None, [kept, *texts], None, js=_MARK % result.elem_id, queue=False, api_visibility="private")
