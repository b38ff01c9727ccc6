"""Builds the app and serves it."""

import os
from typing import Any

import gradio as gr

from ..version import __version__
from .api import registration
from .engine import FAILED, READY, Engine
from .limits import Limits, read_limits
from .link_preview import TITLE, with_preview
from .pieces.answer_cards import FACE
from .replies import QUIET
from .tabs import about, ask_a_judge, try_it
from .tabs.agree_with_people import AgreeWithPeople
from .tabs.compare_systems import CompareSystems
from .tabs.label_a_few import LabelAFew
from .tabs.score_a_file import ScoreAFile
from .theme import CSS_FILE, RESULTS_CSS_FILE, SCRIPT_FILE, theme

_HEADER = f"""
<header class="smile-header">
  <h1>{FACE} SMILE <span>Is this answer right?</span></h1>
  <p>Compares the meaning and the words with a right answer. Runs here: your texts go nowhere else unless you ask a
  judge.</p>
</header>
"""

_STATUS = {
    READY: ("ready", "Model ready"),
    FAILED: ("failed", "The model could not be loaded"),
}
_IS_LOADING = ("loading", "Loading the model; you can start typing")

# Seconds between two checks of whether the model is ready.
_STATUS_INTERVAL = 1.0


def build_app(engine: Engine) -> gr.Blocks:
    """Returns the app with its page and its API; `serve` serves it."""
    keep = engine.limits.keep_minutes * 60
    app = gr.Blocks(title=TITLE, delete_cache=(min(60, keep), keep))
    with app:
        with gr.Row(elem_classes="smile-top"):
            gr.HTML(_HEADER)
            status = gr.HTML(_status(engine), elem_id="status")
        timer = gr.Timer(_STATUS_INTERVAL)
        with gr.Tabs(overflow_behavior="wrap"):
            with gr.Tab("Try it", id="try"):
                try_it.build(engine)
            with gr.Tab("Score a file", id=ScoreAFile.name):
                ScoreAFile(engine).build()
            with gr.Tab("Compare systems", id=CompareSystems.name):
                CompareSystems(engine).build()
            with gr.Tab("Agree with people", id=AgreeWithPeople.name):
                AgreeWithPeople(engine).build()
            with gr.Tab("Label a few", id="label"):
                LabelAFew(engine).build()
            with gr.Tab("Judge", id="judge"):
                ask_a_judge.build(engine)
            with gr.Tab("About", id="about"):
                running = about.build(engine.limits)
        registration.build(engine)

        def look() -> tuple[str, str, Any]:
            return _status(engine), about.running(engine), gr.Timer(active=engine.state not in _STATUS)

        app.load(None, None, None, js="() => smile.follow()", **QUIET)
        gr.on(
            [app.load, timer.tick],
            look,
            None,
            [status, running, timer],
            **QUIET,
        )
    app.queue(max_size=engine.limits.queue, default_concurrency_limit=engine.limits.at_a_time)
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
        run_history=False,  # it would keep everything a visitor typed, including a key
        max_file_size=limits.megabytes * 1024 * 1024,
        footer_links=["api", "settings"],
        theme=theme(),
        css_paths=[CSS_FILE, RESULTS_CSS_FILE],
        # Not `js=`: the fields need these functions as soon as they are on the page.
        head=f"<script>{SCRIPT_FILE.read_text(encoding='utf-8')}</script>",
        enable_monitoring=False,
        mcp_server=True,
        app_kwargs=with_preview(),
    )
    registration.answer_in_json(app)
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


def _status(engine: Engine) -> str:
    kind, text = _STATUS.get(engine.state, _IS_LOADING)
    return f'<p class="smile-status smile-{kind}" role="status"><i aria-hidden="true"></i>{text}</p>'
