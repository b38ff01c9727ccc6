"""The tab Judge: a language model's verdict, with the visitor's own key, beside SMILE's on the same answers."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import gradio as gr
from gradio.components import Component

from ...errors import DataError
from ...judges.chat_models.providers import PROVIDERS
from ...judges.judge import NO_VERDICT, JudgeScores
from ...judges.rubrics import RUBRICS
from ...reporting.formatting import as_sentence, score_beside
from ...reporting.pages.report_html import report_html
from ...reporting.report import Column, Line, Report, Signature, Table
from ..engine import Engine
from ..exports import ENDINGS
from ..kept_results import Run, keep_results
from ..limits import Limits
from ..pieces.answer_cards import FACE
from ..pieces.fields import (
    chosen_column,
    chosen_setting,
    label_choice,
    report_field,
    setting_choice,
    usual_column_fields,
    usual_columns,
)
from ..replies import PRIVATE, QUIET, in_place
from ..requests.asked_judge import VERDICTS, ChosenJudge, ask_about_file, judge_answers, plan_of
from ..requests.scored_file import ScoredFile, read_and_score
from ..requests.typed_answers import ScoredAnswers, TypedAnswers, typed_lines
from ..running import connect, run
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


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    gr.HTML(f'<p class="smile-note">{_ABOUT}</p>')
    with gr.Row():
        provider = gr.Dropdown(list(limits.providers), value=limits.providers[0], label="Provider")
        model = gr.Textbox(_first_model(limits.providers[0]), label="Model")
        rubric = gr.Dropdown(_JUDGES, value="", label="Judges by")
        key = gr.Textbox(label="Your key", type="password", info="Used for one run, then cleared.")
        address = gr.Textbox(label="Address", info="Such as http://HOST:PORT/v1.", visible=limits.base_url)
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
        judged = yield from run(
            engine, cancelled, partial(judge_answers, engine, limits, chosen, typed), "Asking the judge"
        )
        yield (chosen.without_key(report_html(_report(*judged))),)

    provider.change(_first_model, provider, model, queue=False, **PRIVATE)
    gr.HTML("<h2>A file</h2>", elem_classes="smile-part")
    judge = [provider, model, rubric, address, key]
    of_file = JudgeAFile(engine, limits, judge)
    of_file.build()
    for each, start, stop, inputs in zip(
        keep_results("judge", limits, Run(progress, steps, [result]), of_file.asking),
        (button, of_file.ask),
        (cancel, of_file.stop),
        ([question, references, answers, is_one], [of_file.scored, of_file.limit, of_file.amount]),
        strict=True,
    ):
        asked = connect(start, stop, each.progress, each.steps, [*inputs, *judge], each.outputs, limits)
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

    def __init__(self, engine: Engine, limits: Limits, judge: Sequence[Component]) -> None:
        """Adds nothing to the page yet."""
        super().__init__(engine, limits)
        self._judge = judge

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        setting = setting_choice(self.limits)
        with gr.Accordion("Columns", open=False), gr.Row():
            columns = usual_column_fields([*_ROLES, "label"])
        return {"setting": setting} | columns

    def known(self, names: Sequence[str], roles: Mapping[str, str | None], files: Sequence[str]) -> dict[str, Any]:
        """Returns the choices of columns."""
        return usual_columns(_ROLES, names, roles) | {"label": label_choice(names, roles)}

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
            for step in ask_about_file(self.engine, self.limits, cancelled, scored, chosen, most):
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

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file."""
        columns = {role: chosen_column(given[role]) for role in _ROLES}
        label, chosen = chosen_column(given["label"]), chosen_setting(given)
        scored = yield from read_and_score(
            self.engine, self.limits, cancelled, given["file"], columns, chosen, label, needs_questions=True
        )
        yield scored, gr.Column(visible=True)


def _first_model(provider: str) -> str:
    models = PROVIDERS[provider].models_with_logprobs if provider in PROVIDERS else ()
    return models[0] if models else ""


def _report(scored: ScoredAnswers, judged: JudgeScores) -> Report:
    items, threshold = scored.scores.items(), scored.scorer.settings.threshold
    rows = []
    for i, row in enumerate(scored.rows):
        verdict = judged.verdicts[i]
        if verdict.outcome == NO_VERDICT:
            said = "0.00, neither Yes nor No"
        else:
            said = f"failed: {verdict.error}" if verdict.error else f"{verdict.score:.2f}"
        if verdict.is_correct is not None:
            said += f" {VERDICTS[verdict.is_correct]}"
        if judged.is_suspicious[i]:
            said += " (this answer contains instructions to the judge)"
        is_right = VERDICTS[bool(items["correct"][i])]
        rows.append([row.prediction, f"{score_beside(items['smile'][i], threshold)} {is_right}", said])
    summary = judged.summary()
    cost = "an unknown price" if summary["Cost"] is None else f"${summary['Cost']:.6f}"
    asked = (
        f"{summary['n_asked']} requests, {summary['prompt_tokens']} tokens sent and {summary['completion_tokens']} "
        f"received, for {cost}."
    )
    return Report(
        "Judge",
        [
            Table(
                "Scores of both",
                [Column(name) for name in ("Answer", "SMILE", f"{judged.name[:1].upper()}{judged.name[1:]}")],
                rows,
            ),
            *(Line(as_sentence(warning), "warning") for warning in scored.scorer.stages.warnings(scored.rows)),
            Line(asked, "method"),
            Signature(scored.scores.signature, "SMILE"),
            Signature(judged.signature, "Judge"),
        ],
    )
