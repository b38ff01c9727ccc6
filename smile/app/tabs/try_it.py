"""The tab Try it: a question, right answers and answers to score, with the score as a verdict that explains itself."""

from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import gradio as gr
import numpy as np

from ...errors import DataError
from ...learned.head import LearnedScores
from ...rows.checked_rows import Row, check_rows
from ...scoring.pairs import MeasuredPairs
from ...scoring.results import Scores
from ...scoring.scorer import SmileScorer
from ...settings.named_settings import NAMED_SETTINGS
from ..engine import Engine
from ..limits import Limits
from ..pieces.answer_cards import FACE, Verdict, verdict_cards
from ..pieces.explanation import explain, in_words
from ..pieces.setting_fields import follow_setting, given_weight, setting_choice, weight_field
from ..replies import told

_DEFAULT = NAMED_SETTINGS["default"]
_EMPTY = (
    f'<div class="smile-empty">{FACE}<p>Give an answer and what is right, or take an example: '
    "the verdict comes here, with the reason.</p></div>"
)
# On a phone the verdict is below the fold.
_SHOW_VERDICT = """() => {
    const verdict = document.querySelector("#verdict");
    if (verdict.getBoundingClientRect().top > window.innerHeight * 0.6) verdict.scrollIntoView({block: "start"});
}"""


_WEIGHT_INFO = "The rest is the lexical score's. Moving it encodes nothing again."

# What of the parts the page keeps beside the verdicts of `learned`, and the kind of number that each is.
_KEPT_PARTS: dict[str, Any] = {
    "row": np.int64,
    "reference_index": np.int64,
    "semantic": np.float64,
    "easy_match": np.float64,
    "keyword_similarity": np.float64,
    "matched_ngram": None,
    "is_truncated": np.bool_,
}


@dataclass(frozen=True)
class Example:
    """Something to try with one click."""

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
    """Adds the tab's content and its API to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            gr.HTML('<p class="smile-label" id="examples">Examples, one click each</p>')
            with gr.Row(elem_classes="smile-examples"):
                buttons = [gr.Button(example.name, size="sm", min_width=90) for example in EXAMPLES]
            question = gr.Textbox(
                label="Question", info="Helps to compare the meaning; may stay empty.", lines=1, max_lines=4
            )
            references = gr.Textbox(
                label="Right answers", info="One a line; the best match counts.", lines=2, max_lines=10
            )
            answers = gr.Textbox(label="Answers to score", info="One a line.", lines=3, max_lines=20)
            button = gr.Button("Score", variant="primary", elem_id="score")
            with gr.Accordion("Weight, threshold and setting", open=True):
                weight = gr.Slider(
                    0,
                    1,
                    _DEFAULT.semantic_weight,
                    step=0.01,
                    label="Weight of the semantic score",
                    **weight_field(limits.settings[0], _WEIGHT_INFO),
                )
                threshold = gr.Slider(
                    0,
                    1,
                    NAMED_SETTINGS[limits.settings[0]].threshold,
                    step=0.01,
                    label="Threshold",
                    info="An answer is right above it.",
                )
                setting = setting_choice(limits)
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
        given = question, lines(references), lines(answers) or [answers]
        return score_texts(engine, limits, *given, setting, given_weight(setting, weight), threshold)

    def show(example: Example, *options: Any) -> tuple[Any, ...]:
        given = example.question, "\n".join(example.references), "\n".join(example.answers)
        return *given, *score(*given, *options)

    def score_if_any(kept: dict[str, Any] | None, *values: Any) -> tuple[Any, Any]:
        return score(*values) if kept else (gr.skip(), gr.skip())

    def move(kept: dict[str, Any] | None, setting: str, weight: float, threshold: float) -> Any:
        if kept and kept["setting"] != setting:
            return gr.skip()  # all is being scored with another setting
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


def score_texts(
    engine: Engine,
    limits: Limits,
    question: str,
    references: list[str],
    answers: list[str],
    setting: str,
    weight: float | None = None,
    threshold: float | None = None,
) -> tuple[str, dict[str, Any]]:
    """Scores answers to one question.

    Returns:
        The verdicts as HTML, and what `score_again` needs to score them anew; the page keeps it, not the server.
    """
    rows, scores, parts, scorer = score_answers(
        engine, limits, question, references, answers, setting, weight, threshold
    )
    kept = {
        "setting": setting,
        "question": question,
        "references": references,
        "answers": answers,
        "parts": {name: _plain(getattr(parts, name)) for name in _KEPT_PARTS},
        "learned": None
        if parts.learned is None
        else {name: _plain(values) for name, values in vars(parts.learned).items()},
    }
    return _cards(rows, scores, scorer), kept


def score_again(
    engine: Engine, kept: dict[str, Any] | None, weight: float | None = None, threshold: float | None = None
) -> str:
    """Returns the verdicts at another weight or threshold; encodes nothing."""
    if not kept:
        return _EMPTY
    scorer = engine.scorer(kept["setting"], weight, threshold)
    rows = _rows(kept["question"], kept["references"], kept["answers"])
    scores = scorer.score_pairs(rows, _measured(kept["parts"], kept["learned"]), scorer.settings)
    return _cards(rows, scores, scorer)


def score_answers(
    engine: Engine,
    limits: Limits,
    question: str,
    references: list[str],
    answers: list[str],
    setting: str,
    weight: float | None = None,
    threshold: float | None = None,
) -> tuple[list[Row], Scores, MeasuredPairs, SmileScorer]:
    """Checks what a visitor gave and scores it; without a weight or a threshold with the setting's own.

    Raises:
        DataError: There is no reference, or there is too much of something.
    """
    scorer = engine.scorer(setting, weight, threshold)
    if not references:
        raise DataError("there is no right answer: give at least one, one a line")
    limits.check_count("answers", len(answers), limits.answers)
    limits.check_count("right answers", len(references), limits.answers)
    rows = _rows(question, references, answers)
    limits.check_rows(rows, [f"answer {i + 1}" for i in range(len(rows))])
    parts = scorer.measure(rows)
    return rows, scorer.score_pairs(rows, parts, scorer.settings), parts, scorer


def _rows(question: str, references: list[str], answers: list[str]) -> list[Row]:
    names = [f"answer {i + 1}" for i in range(len(answers))]
    return check_rows(answers, [references] * len(answers), [question] * len(answers), names=names)


def _cards(rows: list[Row], scores: Scores, scorer: SmileScorer) -> str:
    settings, items = scorer.settings, scores.items()
    verdicts = []
    for i, row in enumerate(rows):
        reference = row.references[items["best_reference"][i]]
        explanation = explain(row.prediction, reference, items["matched_ngram"][i], settings)
        numbers = {name: items[name][i] for name in ("smile", "semantic", "lexical", "easy_match", "rating")}
        keyword_similarity = items["keyword_similarity"][i]
        verdicts.append(
            Verdict(
                answer=row.prediction,
                reference=reference,
                n_references=len(row.references),
                keyword_similarity=keyword_similarity,
                is_correct=items["correct"][i],
                is_truncated=bool(scores.is_truncated[i]),
                explanation=explanation,
                sentence=in_words(explanation, numbers["semantic"], keyword_similarity),
                equivalence=items["equivalence"][i] if "equivalence" in items else None,
                **numbers,
            )
        )
    return verdict_cards(verdicts, settings, scores.signature, scorer.cautions(rows))


def lines(text: str) -> list[str]:
    """Returns the lines of a text that say something."""
    return [line for line in text.splitlines() if line.strip()]


def _plain(values: Any) -> Any:
    return values.tolist() if isinstance(values, np.ndarray) else values


def _measured(kept: dict[str, Any], learned: dict[str, Any] | None) -> MeasuredPairs:
    arrays: dict[str, Any] = {
        name: np.array(kept[name], dtype=kind) for name, kind in _KEPT_PARTS.items() if kind is not None
    }
    if learned is not None:
        arrays["learned"] = LearnedScores(
            *(np.array(learned[each.name], dtype=np.float64) for each in fields(LearnedScores))
        )
    return MeasuredPairs(matched_ngram=[str(ngram) for ngram in kept["matched_ngram"]], **arrays)
