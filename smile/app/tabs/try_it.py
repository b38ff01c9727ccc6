"""The tab Try it: a question, right answers and answers to score; a card explains each score."""

from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import gradio as gr
import numpy as np

from ...learned.reader import LearnedScores
from ...rows.checked_rows import Row
from ...scoring.pairs import MeasuredPairs
from ...scoring.results import TEXT_COLUMNS, Scores
from ...scoring.scorer import SmileScorer
from ...settings.named_settings import NAMED_SETTINGS
from ..engine import ChosenSetting, Engine
from ..limits import Limits
from ..pieces.answer_cards import FACE, answer_card, cards_html
from ..pieces.setting_fields import follow_setting, given_weight, setting_choice, weight_field
from ..replies import told
from ..requests.typed_answers import TypedAnswers, score_answers

_DEFAULT = NAMED_SETTINGS["default"]
_EMPTY = (
    f'<div class="smile-empty">{FACE}<p>Enter an answer and a right answer, or choose an example. '
    "The score and the reason appear here.</p></div>"
)
# On a phone the result is below the fold.
_SHOW_VERDICT = """() => {
    const verdict = document.querySelector("#verdict");
    if (verdict.getBoundingClientRect().top > window.innerHeight * 0.6) verdict.scrollIntoView({block: "start"});
}"""


_WEIGHT_INFO = "The rest goes to the lexical score. The scores follow at once."

# The fields of `MeasuredPairs` that the page keeps, and their types; the scores of `learned` are kept beside them.
_KEPT_PARTS: dict[str, Any] = {
    "row": np.int64,
    "reference_index": np.int64,
    "semantic": np.float64,
    "easy_match": np.float64,
    "keyword_similarity": np.float64,
    "is_other_value": np.bool_,
    "is_unread": np.bool_,
    "is_truncated": np.bool_,
    **dict.fromkeys(TEXT_COLUMNS),
}


@dataclass(frozen=True)
class Example:
    """An example to try with one click."""

    name: str
    question: str
    references: tuple[str, ...]
    answers: tuple[str, ...]


EXAMPLES = (
    Example(
        "A whole sentence",
        "What is the capital of France?",
        ("Paris",),
        ("The capital of France is Paris, on the Seine.", "The capital of France is Lyon."),
    ),
    Example(
        "Numbers",
        "How many copies were sold?",
        ("1,000",),
        ("They sold about 1000 copies.", "one thousand", "They sold 100 copies."),
    ),
    Example(
        "Several right answers",
        "What is on the sofa?",
        ("cat", "kitten", "a young cat"),
        ("Two kittens are asleep on it.", "A dog."),
    ),
    Example("A date", "When did it open?", ("31 March 1889",), ("On March 31, 1889.", "On 31 March 1898.")),
    Example(
        "Yes or no",
        "Is there a bowl in the picture?",
        ("no",),
        ("No, there is no bowl in the picture.", "Yes, on the left of the plate."),
    ),
    Example(
        "Other words",
        "Why do leaves look green?",
        ("Chlorophyll reflects green light",),
        ("Because the pigment chlorophyll throws back the green part of the light.", "They are full of water."),
    ),
)


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            gr.HTML('<p class="smile-label" id="examples">Examples, one click each</p>')
            with gr.Row(elem_classes="smile-examples"):
                buttons = [gr.Button(example.name, size="sm", min_width=90) for example in EXAMPLES]
            question, references, answers = _texts()
            button = gr.Button("Score", variant="primary", elem_id="score")
            setting, weight, threshold = _setting(limits)
        with gr.Column(scale=6):
            result = gr.HTML(_EMPTY, elem_id="verdict")
            kept = gr.JSON(visible=False)

    inputs = [question, references, answers, setting, weight, threshold]
    scoring: dict[str, Any] = {
        "concurrency_id": "scoring",
        "concurrency_limit": limits.at_a_time,
        "api_visibility": "private",
    }

    def score(
        question: str, references: str, answers: str, setting: str, weight: float, threshold: float
    ) -> tuple[str, dict[str, Any]]:
        typed = TypedAnswers(question, lines(references), lines(answers) or [answers])
        return score_typed(engine, limits, typed, ChosenSetting(setting, given_weight(setting, weight), threshold))

    def show(example: Example, *options: Any) -> tuple[Any, ...]:
        given = example.question, "\n".join(example.references), "\n".join(example.answers)
        return *given, *score(*given, *options)

    def score_if_any(kept: dict[str, Any] | None, *values: Any) -> tuple[Any, Any]:
        return score(*values) if kept else (gr.skip(), gr.skip())

    def move(kept: dict[str, Any] | None, setting: str, weight: float, threshold: float) -> Any:
        if kept and kept["setting"] != setting:
            return gr.skip()  # another setting is already scoring everything
        return score_again(engine, kept, given_weight(setting, weight), threshold)

    followed = follow_setting(setting, threshold, weight, _WEIGHT_INFO)
    followed.then(told(score_if_any), [kept, *inputs], [result, kept], **scoring)
    scored = [gr.on([button.click, question.submit], told(score), inputs, [result, kept], **scoring)]
    for each, example in zip(buttons, EXAMPLES, strict=True):
        outputs = [question, references, answers, result, kept]
        scored.append(each.click(told(partial(show, example)), [setting, weight, threshold], outputs, **scoring))
    for event in scored:
        event.success(None, js=_SHOW_VERDICT, api_visibility="private")
    for slider in (weight, threshold):
        slider.change(
            told(move),
            [kept, setting, weight, threshold],
            result,
            queue=False,
            show_progress="hidden",
            trigger_mode="always_last",
            api_visibility="private",
        )


def score_typed(
    engine: Engine, limits: Limits, typed: TypedAnswers, chosen: ChosenSetting
) -> tuple[str, dict[str, Any]]:
    """Scores answers to one question.

    Returns:
        The cards as HTML, and what `score_again` needs to score the answers again; the page keeps it, not the server.
    """
    scored = score_answers(engine, limits, typed, chosen)
    learned = scored.pairs.learned
    kept = {
        "setting": chosen.name,
        "question": typed.question,
        "references": typed.references,
        "answers": typed.answers,
        "parts": {name: _plain(getattr(scored.pairs, name)) for name in _KEPT_PARTS},
        "learned": None if learned is None else {name: _plain(values) for name, values in vars(learned).items()},
    }
    return _cards(scored.rows, scored.scores, scored.scorer), kept


def score_again(
    engine: Engine, kept: dict[str, Any] | None, weight: float | None = None, threshold: float | None = None
) -> str:
    """Returns the cards at another weight or threshold; encodes nothing."""
    if not kept:
        return _EMPTY
    scorer = engine.wait_for_scorer(ChosenSetting(kept["setting"], weight, threshold))
    rows = TypedAnswers(kept["question"], kept["references"], kept["answers"]).rows()
    scores = scorer.score_pairs(rows, _measured(kept["parts"], kept["learned"]), scorer.settings)
    return _cards(rows, scores, scorer)


def _texts() -> tuple[gr.Textbox, gr.Textbox, gr.Textbox]:
    question = gr.Textbox(label="Question", info="Helps to compare the meaning; may be empty.", lines=1, max_lines=4)
    references = gr.Textbox(label="Right answers", info="One per line; the best match counts.", lines=2, max_lines=10)
    answers = gr.Textbox(label="Answers to score", info="One per line.", lines=3, max_lines=20)
    return question, references, answers


def _setting(limits: Limits) -> tuple[gr.Radio, gr.Slider, gr.Slider]:
    with gr.Accordion("Setting, weight and threshold", open=True):
        setting = setting_choice(limits)
        weight = gr.Slider(
            0,
            1,
            _DEFAULT.semantic_weight,
            step=0.01,
            buttons=[],
            label="Weight of the semantic score",
            **weight_field(limits.settings[0], _WEIGHT_INFO),
        )
        threshold = gr.Slider(
            0,
            1,
            NAMED_SETTINGS[limits.settings[0]].threshold,
            step=0.01,
            label="Threshold",
            buttons=[],
            info="An answer that scores above it is right.",
        )
    return setting, weight, threshold


def _cards(rows: list[Row], scores: Scores, scorer: SmileScorer) -> str:
    items = scores.items()
    cards = [
        answer_card(
            row.prediction,
            row.references,
            {name: values[i] for name, values in items.items()},
            scorer.settings,
            is_truncated=bool(scores.is_truncated[i]),
            is_unread=bool(scores.is_unread[i]),
        )
        for i, row in enumerate(rows)
    ]
    return cards_html(cards, scorer.settings, scores.signature, scorer.cautions(rows))


def lines(text: str) -> list[str]:
    """Returns the lines of a text that are not blank."""
    return [line for line in text.splitlines() if line.strip()]


def _plain(values: Any) -> Any:
    return values.tolist() if isinstance(values, np.ndarray) else values


def _measured(kept: dict[str, Any], learned: dict[str, Any] | None) -> MeasuredPairs:
    parts: dict[str, Any] = {
        name: np.array(kept[name], dtype=kind) for name, kind in _KEPT_PARTS.items() if kind is not None
    }
    if learned is not None:
        parts["learned"] = LearnedScores(
            *(np.array(learned[each.name], dtype=np.float64) for each in fields(LearnedScores))
        )
    for name in TEXT_COLUMNS:
        parts[name] = [str(text) for text in kept[name]]
    return MeasuredPairs(**parts)
