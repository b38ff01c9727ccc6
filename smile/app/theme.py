"""The look of the app: readable colours for light and dark pages, in the visitor's own fonts, on one grid."""

from pathlib import Path

import gradio as gr

CSS_FILE = Path(__file__).with_name("style.css")
# The look of files' results.
RESULTS_CSS_FILE = Path(__file__).with_name("results.css")
SCRIPT_FILE = Path(__file__).with_name("page.js")


# The same on light and on dark pages.
_BOTH = {
    "block_background_fill": "transparent",
    "input_border_color": "*neutral_500",
    "button_primary_border_color": "*primary_700",
    "button_secondary_border_color": "*neutral_500",
    "checkbox_label_border_color": "*neutral_500",
    "button_primary_background_fill": "*primary_700",
    "button_primary_background_fill_hover": "*primary_800",
    "block_title_background_fill": "transparent",
    "block_title_text_color": "*body_text_color",
    "block_label_background_fill": "transparent",
    "block_label_text_color": "*body_text_color",
    "checkbox_label_background_fill_selected": "*primary_700",
    "checkbox_label_text_color_selected": "white",
}
_OWN = {
    # No padding: labels, fields and buttons begin at one line.
    "block_padding": "0",
    "block_shadow": "none",
    # A border that stands out from the page by 3 to 1.
    "input_border_width": "1px",
    "input_border_color_focus": "*primary_700",
    "input_border_color_focus_dark": "*primary_300",
    "input_background_fill_dark": "*neutral_900",
    "input_shadow": "none",
    "input_shadow_focus": "none",
    "input_padding": "10px 12px",
    "border_color_primary": "*neutral_400",
    "border_color_primary_dark": "*neutral_500",
    "checkbox_label_background_fill_dark": "*neutral_800",
    "button_border_width": "1px",
    "button_primary_shadow": "none",
    "button_secondary_shadow": "none",
    "checkbox_border_color": "*neutral_500",
    "checkbox_border_color_dark": "*neutral_400",
    "checkbox_label_shadow": "none",
    "checkbox_label_border_width": "1px",
    "button_primary_text_color": "white",
    "button_secondary_background_fill_hover_dark": "*primary_800",
    "button_secondary_text_color_hover_dark": "white",
    "block_title_padding": "0",
    "block_info_text_color": "*neutral_600",
    "block_info_text_color_dark": "*neutral_300",
    "body_text_color_subdued": "*neutral_600",
    "body_text_color_subdued_dark": "*neutral_300",
    "link_text_color": "*primary_700",
    "link_text_color_hover": "*primary_800",
    "link_text_color_visited": "*primary_700",
    "link_text_color_dark": "*primary_300",
    "link_text_color_hover_dark": "*primary_200",
    "link_text_color_visited_dark": "*primary_300",
    "slider_color": "*primary_700",
    "slider_color_dark": "*primary_400",
}


def theme() -> gr.themes.Base:
    """Returns the theme; it downloads no font."""
    soft = gr.themes.Soft(
        primary_hue=gr.themes.colors.emerald,
        secondary_hue=gr.themes.colors.emerald,
        neutral_hue=gr.themes.colors.slate,
        font=("ui-sans-serif", "system-ui", "sans-serif"),
        font_mono=("ui-monospace", "Consolas", "monospace"),
    )
    return soft.set(**_OWN, **_BOTH, **{f"{name}_dark": value for name, value in _BOTH.items()})
