"""The tab Judge: a language model's verdict, with the visitor's own key, beside SMILE's on the same answers."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import gradio as gr
from gradio.components import Component

from ...errors import DataError
from ...judges.chat_models.providers import PROVIDERS
from ...judges.rubrics import RUBRICS
from ...reporting.judged_report import both_report
from ...reporting.pages.report_html import report_html
from ..engine import Engine
from ..exports import ENDINGS
from ..kept_results import Run, keep_results
from ..pieces.answer_cards import FACE
from ..pieces.fields import (
    chosen_column,
    chosen_columns,
    chosen_setting,
    label_choice,
    report_field,
    setting_choice,
    usual_column_fields,
    usual_columns,
)
from ..replies import PRIVATE, QUIET, in_place
from ..requests.asked_judge import ChosenJudge, ask_about_file, judge_answers, plan_of
from ..requests.scored_file import ScoredFile, read_and_score
from ..requests.typed_answers import TypedAnswers, typed_lines
from ..running import connect, run
from ..sent_files import SentFile
from ..uploads import SeenFiles
from .file_tab import FileTab
from .try_it import EXAMPLES

_EXAMPLE = EXAMPLES[0]

_ABOUT = (
    "A language model judges whether an answer means the same as the right one: L3Score by the probabilities of Yes "
    "and No, a rubric by a grade that the model writes. Your texts and your key go to the provider; the key is stored "
    "nowhere."
)

_EMPTY = f'<div class="smile-empty">{FACE}<p>The scores of the judge and of SMILE appear here, side by side.</p></div>'

_ROLES = ("prediction", "reference", "question", "id")

_JUDGES = [("L3Score", ""), *((f"Rubric: {name.replace('_', ' ')}", name) for name in RUBRICS)]

# What may limit the judge to the rows in most doubt, as `CascadeScorer` calls it: its label, and what stands first.
_LIMITS = {
    "share": ("Share of the rows", 0.2),
    "most_requests": ("Requests at most", 100),
    "most_dollars": ("Dollars at most", 1.0),
    "target": ("As people decide, where SMILE decides alone", 0.95),
}


def build(engine: Engine) -> None:
    """Adds the tab's content to the page."""
    gr.HTML(f'<p class="smile-note">{_ABOUT}</p>')
    with gr.Row():
        provider = gr.Dropdown(list(engine.limits.providers), value=engine.limits.providers[0], label="Provider")
        model = gr.Textbox(_first_model(engine.limits.providers[0]), label="Model")
        rubric = gr.Dropdown(_JUDGES, value="", label="Judges by")
        key = gr.Textbox(label="Your key", type="password", info="Used for one run, then cleared.")
        address = gr.Textbox(label="Address", info="Such as http://HOST:PORT/v1.", visible=engine.limits.base_url)
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            question = gr.Textbox(_EXAMPLE.question, label="Question for the judge", lines=1, max_lines=4)
            references = gr.Textbox(
                "\n".join(_EXAMPLE.references), label="Right answers for the judge", info="One per line.", lines=2
            )
            answers = gr.Textbox(
                "\n".join(_EXAMPLE.answers), label="Answers to judge", info="One per line.", lines=3, max_lines=20
            )
            is_one = gr.Checkbox(label="All lines are one answer to judge")
            with gr.Row():
                button = gr.Button("Ask the judge", variant="primary")
                cancel = gr.Button("Cancel the judge", interactive=False)
        with gr.Column(scale=6):
            progress = gr.HTML(elem_id="judging")
            result = gr.HTML(_EMPTY, elem_id="judged")

    def steps(cancelled: threading.Event, *values: Any) -> Iterator[str | tuple[Any, ...]]:
        question, references, answers, is_one, *judge = values
        typed, chosen = (
            TypedAnswers(question, typed_lines(references), typed_lines(answers, is_one)),
            ChosenJudge(*judge),
        )
        work = partial(judge_answers, engine, chosen, typed)
        scored, judged = yield from run(engine, cancelled, work, "Asking the judge")
        cautions, threshold = scored.scorer.stages.warnings(scored.rows), scored.scorer.settings.threshold
        shown = both_report(scored.rows, scored.scores, threshold, judged, cautions)
        yield (chosen.without_key(report_html(shown)),)

    provider.change(_first_model, provider, model, queue=False, **PRIVATE)
    gr.HTML("<h2>A file</h2>", elem_classes="smile-part")
    judge = [provider, model, rubric, address, key]
    of_file = JudgeAFile(engine, judge)
    of_file.build()
    for each, start, stop, inputs in zip(
        keep_results("judge", engine.limits, Run(progress, steps, [result]), of_file.asking),
        (button, of_file.ask),
        (cancel, of_file.stop),
        ([question, references, answers, is_one], [of_file.scored, of_file.limit, of_file.amount]),
        strict=True,
    ):
        asked = connect(start, stop, each.progress, each.steps, [*inputs, *judge], each.outputs, engine.limits)
        asked.then(lambda: "", None, key, **QUIET)


class JudgeAFile(FileTab):
    """The part of the tab with a file, of which the judge decides the rows in doubt.

    Args:
        judge: The fields of the judge, in the order of `ChosenJudge`; the key, the last, is needed only to ask.

    Attributes:
        scored: The scored file.
        limit: What limits the judge.
        amount: To how much.
        ask: The button that asks the judge.
        stop: The button that ends this.
        asking: The run that asks.
    """

    label, button, progress = "A file for the judge", "Score and show the cost", "scoring"
    about = "SMILE scores all rows, and the judge decides those in most doubt. Up to {rows} rows and {megabytes} MB."

    def __init__(self, engine: Engine, judge: Sequence[Component]) -> None:
        """Adds nothing to the page yet."""
        super().__init__(engine)
        self._judge = judge

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        setting = setting_choice(self.limits)
        with gr.Accordion("Columns", open=False), gr.Row():
            columns = usual_column_fields([*_ROLES, "label"])
        return {"setting": setting} | columns

    def known(self, seen: SeenFiles) -> dict[str, Any]:
        """Returns the choices of columns."""
        return usual_columns(_ROLES, seen) | {"label": label_choice(seen)}

    def results(self) -> list[Component]:
        """Adds what would be asked, the buttons that ask, and the results."""
        self.scored = gr.State(None, time_to_live=self.limits.keep_minutes * 60)
        with gr.Column(visible=False) as asking:
            with gr.Row():
                self.limit = gr.Dropdown(
                    [(label, limit) for limit, (label, _) in _LIMITS.items()],
                    value="share",
                    label="Limit of the judge",
                    info="It gets the rows in most doubt. The last limit needs labels of rows drawn by chance.",
                )
                self.amount = gr.Number(
                    _LIMITS["share"][1], label=_LIMITS["share"][0], info="Change it: the plan follows."
                )
            with gr.Row():
                self.ask = gr.Button("Ask about the rows below", variant="primary")
                self.stop = gr.Button("Stop asking", interactive=False)
            plan = report_field("planned")
        progress = gr.HTML(elem_id="asking")
        result = report_field("judged-file")
        with gr.Row(visible=False) as downloads_row:
            downloads = [gr.DownloadButton(f"Verdicts as {each[1:].upper()}", size="sm") for each in ENDINGS]

        @in_place
        def planned(scored: ScoredFile | None, limit: str, amount: float | None, *judge: str) -> str:
            if scored is None:
                return ""
            return report_html(plan_of(self.limits, scored, ChosenJudge(*judge), {limit: amount}))

        def steps(
            cancelled: threading.Event, scored: ScoredFile | None, limit: str, amount: float | None, *judge: str
        ) -> Iterator[str | tuple[Any, ...]]:
            if scored is None:
                raise DataError("the scored file is no longer here: score it again")
            chosen, most = ChosenJudge(*judge), {limit: amount}
            for step in ask_about_file(self.engine, cancelled, scored, chosen, most):
                if isinstance(step, str):
                    yield step
                else:
                    report, paths = step
                    yield report_html(report), gr.update(visible=True), *paths

        def follow(scored: ScoredFile | None, limit: str, _: float | None, *judge: str) -> tuple[Any, str]:
            label, amount = _LIMITS[limit]
            return gr.update(label=label, value=amount), planned(scored, limit, amount, *judge)

        *others, _ = self._judge
        given = [self.scored, self.limit, self.amount, *others]
        self.limit.input(follow, given, [self.amount, plan], **QUIET)
        changes = [field.change for field in (self.scored, self.amount, *others)]
        gr.on(changes, planned, given, plan, trigger_mode="always_last", **QUIET)
        self.asking = Run(progress, steps, [result, downloads_row, *downloads])
        return [self.scored, asking]

    def sent(self, given: Mapping[str, Any]) -> SentFile:
        """Returns the file and its columns."""
        columns, label = chosen_columns(given, _ROLES), chosen_column(given["label"])
        return SentFile(given["file"], columns, label, given["handling"], needs_questions=True)

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file."""
        sent, chosen = self.sent(given), chosen_setting(given)
        scored = yield from read_and_score(self.engine, cancelled, sent, chosen)
        yield scored, gr.Column(visible=True)


def _first_model(provider: str) -> str:
    models = PROVIDERS[provider].models_with_logprobs if provider in PROVIDERS else ()
    return models[0] if models else ""
