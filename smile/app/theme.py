"""The look of the app: readable colours for light and dark pages, in the visitor's own fonts, on one grid."""

from pathlib import Path

import gradio as gr

from ..text.tables import read_table

CSS_FILE = Path(__file__).with_name("style.css")
# The look of files' results.
RESULTS_CSS_FILE = Path(__file__).with_name("results.css")
SCRIPT_FILE = Path(__file__).with_name("page.js")


def theme() -> gr.themes.Base:
    """Returns the theme; it downloads no font."""
    soft = gr.themes.Soft(
        primary_hue=gr.themes.colors.emerald,
        secondary_hue=gr.themes.colors.emerald,
        neutral_hue=gr.themes.colors.slate,
        font=("ui-sans-serif", "system-ui", "sans-serif"),
        font_mono=("ui-monospace", "Consolas", "monospace"),
    )
    values: dict[str, str] = {}
    for name, light, dark in read_table(Path(__file__).parent, "theme.tsv"):
        values |= ({name: light} if light else {}) | ({f"{name}_dark": dark} if dark else {})
    return soft.set(**values)
