"""The tab Try it: a question, correct answers and answers to score, each with its verdict and reason."""

from functools import lru_cache, partial
from typing import Any

import gradio as gr
from gradio.context import get_blocks_context

from ..engine import Engine
from ..page_messages import PRIVACY, PRIVATE, QUIET, status_message_html, with_errors_in_place
from ..pieces.answer_cards import answer_card, cards_html
from ..pieces.cautions import cautions_about
from ..pieces.fields import setting_chosen_in_fields, setting_fields
from ..requests.typed_answers import ScoredAnswers, score_typed_answers, typed_lines

# The page opens with these texts and their results: an answer in another unit, another value, another unit's number.
EXAMPLE = ("How long is a marathon?", "42.195 km", "26.2 miles\n24.6 miles\n42.195 metres")

# Beside the answers, because the answer of a chat has several lines.
ONE_ANSWER = "All lines are one answer"

# The number of cached results of the example, which every page opens with.
_KEPT_RESULTS = 4


def build_try_it(engine: Engine) -> None:
    """Adds the tab's content to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            texts = [
                gr.Textbox(EXAMPLE[0], label="Question", placeholder="Optional", lines=1, max_lines=4),
                gr.Textbox(
                    EXAMPLE[1],
                    label="Correct answers",
                    placeholder="One per line",
                    lines=1,
                    max_lines=10,
                ),
                gr.Textbox(
                    EXAMPLE[2],
                    label="Model answers, one per line",
                    placeholder="Each line is scored on its own",
                    lines=3,
                    max_lines=20,
                ),
            ]
            texts.append(gr.Checkbox(label=ONE_ANSWER))
            button = gr.Button("Score", variant="primary", elem_id="score")
            with gr.Accordion("Advanced", open=False):
                gr.HTML(status_message_html(PRIVACY))
                fields = setting_fields(engine.limits)
        with gr.Column(scale=6):
            result = gr.HTML("", elem_id="verdict")
            kept = gr.JSON(visible=False)
    state = [*texts, *fields.values()]
    # Enter scores in the fields of one line.
    submitted = [texts[0].submit, fields["threshold"].submit, fields["answer"].submit]
    scoring: dict[str, Any] = {"concurrency_id": "scoring", "concurrency_limit": engine.limits.at_a_time, **PRIVATE}

    @lru_cache(maxsize=_KEPT_RESULTS)
    def example_result(*values: Any) -> str:
        return _score_typed(engine, *values)

    def score(*values: Any) -> tuple[str, dict[str, Any]]:
        make = example_result if values[: len(EXAMPLE)] == EXAMPLE else partial(_score_typed, engine)
        return make(*values), {"typed": list(values[: len(texts)])}

    last = scoring | {"trigger_mode": "always_last"}  # a click during a run counts, too
    scored = gr.on([button.click, *submitted], with_errors_in_place(score, None), state, [result, kept], **last)
    scored.then(None, None, None, js="() => smile.showVerdict()", **PRIVATE)
    scored.then(None, [kept, *state], None, js="smile.keepFields", **PRIVATE)
    page = get_blocks_context()
    if page is not None and page.root_block is not None:
        opened = page.root_block.load(None, state, state, js="(...fields) => smile.readLink(fields)", **PRIVATE)
        first = gr.JSON(visible=False)
        found = opened.then(
            lambda *values: list(with_errors_in_place(score, None)(*values)),
            state,
            first,
            show_progress_on=result,
            **scoring,
        )
        # The result that the page opens with may come later than that of the user's own texts.
        keep = "(first, shown, kept) => shown ? [shown, kept] : first"
        found.then(None, [first, result, kept], [result, kept], js=keep, **PRIVATE)
    # The page marks a result as old while its texts differ from what the fields hold.
    edited = [kept.change, *(field.change for field in texts)]
    mark = f'(kept, ...now) => smile.markOld("{result.elem_id}", kept, now)'
    gr.on(edited, None, [kept, *texts], None, js=mark, **QUIET)


def _score_typed(engine: Engine, question: str, references: str, answers: str, is_one: bool, *setting: Any) -> str:
    chosen = setting_chosen_in_fields(dict(zip(("setting", "threshold", "answer"), setting, strict=True)))
    lines = typed_lines(answers, is_one) or [answers]
    return results_html(score_typed_answers(engine, question, typed_lines(references), lines, chosen))


def results_html(scored: ScoredAnswers) -> str:
    """Returns the results of typed answers as HTML."""
    rows, scores, scorer = scored.rows, scored.scores, scored.scorer
    cards = [answer_card(row.prediction, row.references, scores.row(i), scorer.settings) for i, row in enumerate(rows)]
    return cards_html(cards, scores, cautions_about(scorer, rows))
