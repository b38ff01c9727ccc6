"""Builds the app and serves it."""

import html
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gradio as gr

from ..tsv import read_tsv_table
from ..version import __version__
from . import api
from .engine import FAILED, READY, Engine
from .limits import KEEP_MINUTES, MOST_WAITING, Limits, read_limits
from .page_messages import QUIET
from .pieces.answer_cards import FACE
from .tabs import try_it
from .tabs.label_a_few import LabelAFew
from .tabs.score_a_file import ScoreAFile

_HERE = Path(__file__).parent

_TITLE = "SMILE: is this answer correct?"
_HEADER = """
<header class="smile-header">
  <h1>{face} SMILE <span>Is this answer correct?</span></h1>
  <p>Scores answers against reference answers, in about 10 ms on a CPU. {links}</p>
</header>
"""
_PAPER = "https://arxiv.org/abs/2511.17432"

_STATUS = {
    READY: ("ready", "Model ready"),
    FAILED: ("failed", "The model could not be loaded"),
}
_IS_LOADING = ("loading", "Loading the model; you can start typing")

# Seconds between two checks of whether the model is ready.
_STATUS_INTERVAL = 1.0


def build_app(engine: Engine) -> gr.Blocks:
    """Returns the app with its page and its API; `serve` serves it."""
    app = gr.Blocks(title=_TITLE, analytics_enabled=False, delete_cache=(60, KEEP_MINUTES * 60))
    with app:
        with gr.Row(elem_classes="smile-top"):
            gr.HTML(_HEADER.format(face=FACE, links=_links(os.environ)))
            status = gr.HTML(_server_status(engine), elem_id="status")
        timer = gr.Timer(_STATUS_INTERVAL)
        with gr.Tabs(overflow_behavior="wrap"):
            with gr.Tab("Try it", id="try"):
                try_it.build_try_it(engine)
            with gr.Tab("Score a file", id=ScoreAFile.name):
                ScoreAFile(engine).build()
            with gr.Tab("Check against people", id=LabelAFew.name):
                LabelAFew(engine).build()
        api.add_endpoints(engine)

        def look() -> tuple[str, Any]:
            return _server_status(engine), gr.Timer(active=engine.state not in _STATUS)

        app.load(None, None, None, js="() => smile.follow()", **QUIET)
        gr.on(
            [app.load, timer.tick],
            look,
            None,
            [status, timer],
            **QUIET,
        )
    app.queue(max_size=MOST_WAITING, default_concurrency_limit=engine.limits.at_a_time)
    return app


def serve(app: gr.Blocks, limits: Limits, port: int | None = None) -> str:
    """Serves the app from its own thread; returns its address."""
    _, url, _ = app.launch(
        prevent_thread_lock=True,
        server_port=port,
        quiet=True,
        show_error=False,
        share=False,
        ssr_mode=False,
        run_history=False,  # it would keep everything a user typed
        max_file_size=limits.megabytes * 1024 * 1024,
        footer_links=["api"],
        theme=_theme(),
        css_paths=[_HERE / "style.css", _HERE / "results.css"],
        # Not `js=`: the fields need these functions as soon as they are on the page.
        head=f"<script>{(_HERE / 'page.js').read_text(encoding='utf-8')}</script>",
        enable_monitoring=False,
        mcp_server=True,
    )
    return str(url)


def main() -> None:
    """Serves the app until it is stopped."""
    limits = read_limits(os.environ)
    engine = Engine(limits)
    app = build_app(engine)
    url = serve(app, limits)
    print(f"SMILE {__version__}: {url}", flush=True)
    engine.start()
    app.block_thread()


def _links(environment: Mapping[str, str]) -> str:
    """Returns links to the paper and, in a Space, to its documentation, code and how to install it."""
    links = {"Paper": _PAPER}
    if space := environment.get("SPACE_ID"):
        home = f"https://huggingface.co/spaces/{space}"
        readme = f"{home}/blob/main/README.md"
        links |= {"Docs": readme, "Install": f"{readme}#start-in-60-seconds", "Code": f"{home}/tree/main"}
    return " ".join(f'<a href="{html.escape(url)}">{name}</a>' for name, url in links.items())


def _server_status(engine: Engine) -> str:
    kind, text = _STATUS.get(engine.state, _IS_LOADING)
    return f'<p class="smile-status smile-{kind}" role="status"><i aria-hidden="true"></i>{text}</p>'


def _theme() -> gr.themes.Base:
    """Returns the look: readable colours for light and dark pages; it downloads no font."""
    soft = gr.themes.Soft(
        primary_hue=gr.themes.colors.emerald,
        secondary_hue=gr.themes.colors.emerald,
        neutral_hue=gr.themes.colors.slate,
        font=("ui-sans-serif", "system-ui", "sans-serif"),
        font_mono=("ui-monospace", "Consolas", "monospace"),
    )
    values: dict[str, str] = {}
    for name, light, dark in read_tsv_table(_HERE, "theme.tsv"):
        values |= ({name: light} if light else {}) | ({f"{name}_dark": dark} if dark else {})
    return soft.set(**values)
