"""The tab Judge: a language model's score, with the visitor's own key, beside SMILE's on the same answers."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import gradio as gr
from gradio.components import Component

from ...errors import DataError
from ...judges.chat_models.providers import PROVIDERS
from ...judges.judge import NO_VERDICT, JudgeScores
from ...reporting.formatting import as_sentence, score_beside
from ...reporting.pages.report_html import report_html
from ...reporting.report import Column, Line, Report, Signature, Table
from ..engine import Engine
from ..exports import ENDINGS
from ..limits import Limits
from ..pieces.answer_cards import FACE
from ..pieces.fields import (
    OLD_NOTE,
    chosen_column,
    chosen_setting,
    mark_when_edited,
    report_field,
    setting_choice,
    share_slider,
    usual_column_fields,
    usual_columns,
)
from ..replies import PRIVATE, QUIET, in_place
from ..requests.asked_judge import ChosenJudge, ask_about_file, judge_answers, plan_of
from ..requests.scored_file import ScoredFile, read_and_score
from ..requests.typed_answers import ScoredAnswers, TypedAnswers, typed_lines
from ..running import connect
from .file_tab import FileTab
from .try_it import EXAMPLES

_EXAMPLE = EXAMPLES[0]

_ABOUT = (
    "L3Score asks a language model whether an answer means the same as the right one, and takes its score from the "
    "probabilities of Yes and No. Your texts and your key go to the provider; nothing of them is stored here."
)

_EMPTY = f'<div class="smile-empty">{FACE}<p>The scores of the judge and of SMILE appear here, side by side.</p></div>'

_ROLES = ("prediction", "reference", "question", "id")


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    gr.HTML(f'<p class="smile-note">{_ABOUT}</p>')
    with gr.Row():
        provider = gr.Dropdown(list(limits.providers), value=limits.providers[0], label="Provider")
        model = gr.Textbox(_first_model(limits.providers[0]), label="Model")
        key = gr.Textbox(label="Your key", type="password", info="Used for one request, then cleared.")
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
            button = gr.Button("Ask the judge", variant="primary")
        with gr.Column(scale=6):
            result = gr.HTML(_EMPTY, elem_id="judged")
            kept = gr.JSON(visible=False)

    texts = [provider, model, question, references, answers, is_one]

    def judge(key: str, address: str, *values: Any) -> tuple[str, str, dict[str, Any]]:
        provider, model, question, references, answers, is_one = values
        typed = TypedAnswers(question, typed_lines(references), typed_lines(answers, is_one))
        chosen = ChosenJudge(provider, model, key, address)
        judged = judge_answers(engine, limits, chosen, typed)
        return (
            chosen.without_key(f'<div role="status">{OLD_NOTE}{report_html(_report(*judged))}</div>'),
            "",
            {"typed": list(values)},
        )

    provider.change(_first_model, provider, model, queue=False, **PRIVATE)
    button.click(
        in_place(judge, "", None),
        [key, address, *texts],
        [result, key, kept],
        concurrency_id="judging",
        concurrency_limit=limits.at_a_time,
        **PRIVATE,
    )
    mark_when_edited(result, kept, texts)
    gr.HTML("<h2>A file</h2>", elem_classes="smile-part")
    JudgeAFile(engine, limits, [provider, model, address], key).build()


class JudgeAFile(FileTab):
    """The part of the tab with a file, of which the judge decides the rows in doubt.

    Args:
        judge: The fields of the provider, the model and the address.
        key: The field of the visitor's key.
    """

    label, button, progress = "A file for the judge", "Score and show the cost", "scoring"
    about = "SMILE scores all rows, and the judge decides those in most doubt. Up to {rows} rows and {megabytes} MB."

    def __init__(self, engine: Engine, limits: Limits, judge: Sequence[Component], key: gr.Textbox) -> None:
        """Adds nothing to the page yet."""
        super().__init__(engine, limits)
        self._judge, self._key = judge, key

    def fields(self) -> dict[str, Component]:
        """Adds the fields of the run; returns them by name."""
        setting = setting_choice(self.limits)
        with gr.Accordion("Columns", open=False), gr.Row():
            columns = usual_column_fields(_ROLES)
        return {"setting": setting} | columns

    def known(self, names: Sequence[str], roles: Mapping[str, str | None], files: Sequence[str]) -> dict[str, Any]:
        """Returns the choices of columns."""
        return usual_columns(_ROLES, names)

    def results(self) -> list[Component]:
        """Adds what would be asked, the buttons that ask, and the results."""
        scored = gr.State(None, time_to_live=self.limits.keep_minutes * 60)
        with gr.Column(visible=False) as asking:
            share = share_slider(0.2, "Share of the rows for the judge", info="Those in most doubt.")
            plan = report_field("planned")
            with gr.Row():
                ask = gr.Button("Ask about these rows", variant="primary")
                stop = gr.Button("Stop asking", interactive=False)
            progress = gr.HTML(elem_id="asking")
            result = report_field("judged-file")
            with gr.Row(visible=False) as downloads_row:
                downloads = [gr.DownloadButton(f"Verdicts as {each[1:].upper()}", size="sm") for each in ENDINGS]

        def planned(scored: ScoredFile | None, provider: str, model: str, address: str, share: float) -> str:
            if scored is None:
                return ""
            judge = ChosenJudge(provider, model, address=address)
            return report_html(plan_of(self.limits, scored, judge, share))

        def steps(
            cancelled: threading.Event,
            scored: ScoredFile | None,
            provider: str,
            model: str,
            address: str,
            share: float,
            key: str,
        ) -> Iterator[str | tuple[Any, ...]]:
            if scored is None:
                raise DataError("the scored file is no longer here: score it again")
            judge = ChosenJudge(provider, model, key, address)
            for step in ask_about_file(self.engine, self.limits, cancelled, scored, judge, share):
                if isinstance(step, str):
                    yield step
                else:
                    report, paths = step
                    yield report_html(report), gr.Row(visible=True), *paths

        given = [scored, *self._judge, share]
        gr.on(
            [scored.change, share.change, *(field.change for field in self._judge)],
            in_place(planned),
            given,
            plan,
            trigger_mode="always_last",
            **QUIET,
        )
        outputs = [result, downloads_row, *downloads]
        asked = connect(ask, stop, progress, steps, [*given, self._key], outputs, self.limits)
        asked.then(lambda: "", None, self._key, **QUIET)
        return [scored, asking]

    def steps(self, cancelled: threading.Event, given: dict[str, Any]) -> Iterator[str | tuple[Any, ...]]:
        """Scores the file."""
        columns = {role: chosen_column(given[role]) for role in _ROLES}
        scored = yield from read_and_score(
            self.engine, self.limits, cancelled, given["file"], columns, chosen_setting(given), needs_questions=True
        )
        yield scored, gr.Column(visible=True)


def _first_model(provider: str) -> str:
    models = PROVIDERS[provider].models_with_logprobs if provider in PROVIDERS else ()
    return models[0] if models else ""


def _report(scored: ScoredAnswers, judged: JudgeScores) -> Report:
    items, threshold = scored.scores.items(), scored.scorer.settings.threshold
    rows = []
    for i, row in enumerate(scored.rows):
        is_right = "✓ right" if items["correct"][i] else "✗ not right"
        verdict = judged.verdicts[i]
        if verdict.outcome == NO_VERDICT:
            l3score = "0.00, neither Yes nor No"
        else:
            l3score = f"failed: {verdict.error}" if verdict.error else f"{verdict.score:.2f}"
        if judged.is_suspicious[i]:
            l3score += " (this answer contains instructions to the judge)"
        rows.append([row.prediction, f"{score_beside(items['smile'][i], threshold)} {is_right}", l3score])
    summary = judged.summary()
    cost = "an unknown price" if summary["Cost"] is None else f"${summary['Cost']:.6f}"
    asked = (
        f"{summary['n_asked']} requests, {summary['prompt_tokens']} tokens sent and {summary['completion_tokens']} "
        f"received, for {cost}."
    )
    return Report(
        "Judge",
        [
            Table("Scores of both", [Column(name) for name in ("Answer", "SMILE", "L3Score")], rows),
            *(Line(as_sentence(warning), "warning") for warning in scored.scorer.warnings(scored.rows)),
            Line(asked, "method"),
            Signature(scored.scores.signature, "SMILE"),
            Signature(judged.signature, "Judge"),
        ],
    )
