"""The tab Try it: a question, right answers and answers to score; a card explains each score."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.context import get_blocks_context

from ...rows.checked_rows import Row
from ...scoring.pairs import MeasuredPairs
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ...settings.named_settings import NAMED_SETTINGS
from ...text.lemmas import seems_english
from ..engine import ChosenSetting, Engine
from ..limits import Limits
from ..pieces.answer_cards import FACE, answer_card, cards_html
from ..pieces.fields import (
    answer_field,
    follow_setting,
    given_weight,
    setting_choice,
    weight_field,
)
from ..replies import PRIVATE, QUIET, in_place
from ..requests.typed_answers import TypedAnswers, cosines_without_question, score_answers, typed_lines

_EMPTY = (
    f'<div class="smile-empty">{FACE}<p>Enter an answer and a right answer, or choose an example. '
    "The score and the reason appear here.</p></div>"
)
_WEIGHT_INFO = "The rest goes to the words. Updates instantly."
_COPY_LINK = """(...fields) => smile.copyLink(fields, document.querySelector("#share"))"""


# Each to try with one click: a name, a question, its right answers, and answers.
EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).parents[1].joinpath("examples.json").read_text("utf-8"))


def build(engine: Engine) -> None:
    """Adds the tab's content to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            gr.HTML('<p class="smile-label" id="examples">Examples</p>')
            with gr.Row(elem_classes="smile-examples"):
                buttons = [gr.Button(example["name"], size="sm", min_width=90) for example in EXAMPLES]
            texts = _texts()
            with gr.Row():
                button = gr.Button("Score", variant="primary", elem_id="score", scale=3)
                share = gr.Button("Copy link", scale=1, min_width=110, elem_id="share")
            setting, weight, threshold, answer, reset = _setting(engine.limits)
        with gr.Column(scale=6):
            result = gr.HTML(_EMPTY, elem_id="verdict")
            kept = gr.JSON(visible=False)
            # The list grows with the first result: nothing below it may move.
            recent = gr.HTML("", elem_id="recent", js_on_load="smile.listRecent(element, trigger)")

    numbers = [setting, weight, threshold]
    state = [*texts, *numbers, answer]
    asked = _Asked(engine)
    scoring: dict[str, Any] = {"concurrency_id": "scoring", "concurrency_limit": engine.limits.at_a_time, **PRIVATE}
    score = in_place(asked.score, None)

    followed = follow_setting(setting, threshold, weight, _WEIGHT_INFO, reset)
    rescored = followed.then(in_place(asked.score_if_any, None), [kept, *state], [result, kept], **scoring)
    scored = [gr.on([button.click, texts[0].submit, answer.submit], score, state, [result, kept], **scoring)]
    chosen = [
        each.click(None, None, texts, js=_fill(example), **PRIVATE)
        for each, example in zip(buttons, EXAMPLES, strict=True)
    ]
    chosen.append(recent.select(None, None, texts, js="() => smile.chosenRecent()", **PRIVATE))
    scored += [each.then(score, state, [result, kept], **scoring) for each in chosen]
    for event in scored:
        event.then(None, texts, None, js="(...texts) => smile.showVerdict(texts)", **PRIVATE)
    done = [rescored, *scored]
    share.click(None, state, None, js=_COPY_LINK, **PRIVATE)
    page = get_blocks_context()
    if page is not None and page.root_block is not None:
        opened = page.root_block.load(None, state, state, js="(...fields) => smile.readLink(fields)", **PRIVATE)
        opened.then(None, None, None, js="() => smile.scoreLink()", **PRIVATE)
    moved = [
        slider.change(in_place(asked.move), [kept, *numbers], result, trigger_mode="always_last", **QUIET)
        for slider in (weight, threshold)
    ]
    for event in done:
        event.then(in_place(asked.catch_up), [kept, *numbers], result, **QUIET)
    for event in (*done, *moved):
        event.then(None, [kept, *state], None, js="smile.keepFields", **PRIVATE)
    # The page marks a result as old while its texts differ from what the fields hold.
    edited = [kept.change, *(field.change for field in texts)]
    mark = f'(kept, ...now) => smile.markOld("{result.elem_id}", kept, now)'
    gr.on(edited, None, [kept, *texts], None, js=mark, **QUIET)


@dataclass(frozen=True)
class _Asked:
    """What the page asks for; `kept` is what it keeps of the answers that it shows."""

    engine: Engine

    def score(
        self,
        question: str,
        references: str,
        answers: str,
        is_one: bool,
        setting: str,
        weight: float,
        threshold: float,
        answer: str,
    ) -> tuple[str, dict[str, Any]]:
        given = typed_lines(answers, is_one)
        typed = TypedAnswers(question, typed_lines(references), given or [answers])
        chosen = ChosenSetting(setting, given_weight(setting, weight), threshold, answer)
        cards, kept = score_typed(self.engine, typed, chosen)
        return cards, kept | {"typed": [question, references, answers, is_one], "numbers": [weight, threshold]}

    def score_if_any(self, kept: dict[str, Any] | None, *values: Any) -> tuple[Any, Any]:
        return self.score(*values) if kept else (gr.skip(), gr.skip())

    def move(self, kept: dict[str, Any] | None, setting: str, weight: float | None, threshold: float | None) -> Any:
        # Another setting is already scoring everything; an empty field is being typed in.
        if not kept or kept["setting"] != setting or weight is None or threshold is None:
            return gr.skip()
        return score_again(self.engine, kept, given_weight(setting, weight), threshold)

    def catch_up(self, kept: dict[str, Any] | None, setting: str, weight: float | None, threshold: float | None) -> Any:
        # A number that changed while its answers were scored, as when a setting is chosen just before.
        is_old = kept is not None and kept["numbers"] != [weight, threshold]
        return self.move(kept, setting, weight, threshold) if is_old else gr.skip()


def score_typed(engine: Engine, typed: TypedAnswers, chosen: ChosenSetting) -> tuple[str, dict[str, Any]]:
    """Scores answers to one question.

    Returns:
        The cards as HTML, and what `score_again` needs to score the answers again; the page keeps it, not the server.
    """
    scored = score_answers(engine, typed, chosen)
    # The trained model's own words explain a learned score.
    near = None if scored.scorer.settings.is_learned else cosines_without_question(scored.scorer, typed)
    kept = {
        "setting": chosen.name,
        "answer": chosen.answer,
        "closeness": near,
        "question": typed.question,
        "references": typed.references,
        "answers": typed.answers,
        "pairs": scored.pairs.plain(),
    }
    return _cards(scored.rows, scored.scores, scored.scorer, near), kept


def score_again(
    engine: Engine, kept: dict[str, Any], weight: float | None = None, threshold: float | None = None
) -> str:
    """Returns the cards at another weight or threshold; encodes nothing."""
    scorer = engine.wait_for_scorer(ChosenSetting(kept["setting"], weight, threshold, kept["answer"]))
    rows = TypedAnswers(kept["question"], kept["references"], kept["answers"]).rows()
    scores = scorer.stages.score_pairs(rows, MeasuredPairs.from_plain(kept["pairs"]), scorer.settings)
    return _cards(rows, scores, scorer, kept["closeness"])


def _fill(example: dict[str, Any]) -> str:
    """Returns the function of the page that fills in an example."""
    texts = [example["question"], "\n".join(example["references"]), "\n".join(example["answers"]), False]
    return f"() => {json.dumps(texts)}"


def _texts() -> list[gr.Textbox | gr.Checkbox]:
    return [
        gr.Textbox(label="Question (optional)", info="Helps to compare the meaning.", lines=1, max_lines=4),
        gr.Textbox(label="Right answers", info="One per line. The best match counts.", lines=2, max_lines=10),
        gr.Textbox(label="Answers to score", info="One per line.", lines=3, max_lines=20),
        gr.Checkbox(label="All lines are one answer"),
    ]


def _setting(limits: Limits) -> tuple[gr.Radio, gr.Slider, gr.Slider, gr.Textbox, gr.Button]:
    with gr.Accordion("Setting, weight and threshold", open=True):
        setting = setting_choice(limits)
        first = NAMED_SETTINGS[limits.settings[0]]
        weight = _share_slider(
            first.semantic_weight, "Weight of the semantic score", **weight_field(first.name, _WEIGHT_INFO)
        )
        threshold = _share_slider(first.threshold, "Threshold", info="Answers above it are right. Updates instantly.")
        reset = gr.Button("Use the setting's own numbers", size="sm")
        answer = answer_field()
    return setting, weight, threshold, answer, reset


def _share_slider(value: float, label: str, **options: Any) -> gr.Slider:
    """Adds a slider from 0 to 1 that hands on what is typed beside it, so that SMILE's own check can answer."""
    slider = gr.Slider(0, 1, value, step=0.01, buttons=[], label=label, **options)
    # Gradio fails on an empty field and on a number out of range. Not a subclass: see `upload_field`.
    slider.preprocess = lambda payload: payload
    return slider


def _cards(rows: list[Row], scores: Scores, scorer: SmileScorer, closeness: Sequence[Sequence[float]] | None) -> str:
    cards = [
        answer_card(
            row.prediction,
            row.references,
            scores.row(i),
            scorer.settings,
            is_truncated=bool(scores.is_truncated[i]),
            is_out_of_vocabulary=bool(scores.is_out_of_vocabulary[i]),
            closeness=None if closeness is None else closeness[i][scores.best_reference[i]],
        )
        for i, row in enumerate(rows)
    ]
    cautions = scorer.stages.warnings(rows)
    if scorer.settings.language == "en" and not seems_english(rows[0].question or ""):
        cautions.append("the question does not look English, the one language that this setting reads")
    return cards_html(cards, scores, cautions)
