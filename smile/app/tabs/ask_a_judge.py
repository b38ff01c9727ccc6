"""The tab Judge: a language model's score, with the visitor's own key, beside SMILE's on the same answers."""

from dataclasses import dataclass, field
from typing import Any

import gradio as gr

from ...errors import DataError, ModelError, UsageError
from ...judges.chat_models.providers import PROVIDERS
from ...judges.judge import NO_VERDICT, JudgeScores
from ...judges.l3_scorer import L3Scorer
from ...reporting.formatting import as_sentence, score_beside
from ...reporting.pages.report_html import report_html
from ...reporting.report import Column, Line, Report, Signature, Table
from ..engine import ChosenSetting, Engine
from ..limits import Limits
from ..pieces.answer_cards import FACE
from ..pieces.fields import OLD_NOTE, mark_when_edited
from ..replies import PRIVATE, in_place
from ..requests.typed_answers import ScoredAnswers, TypedAnswers, score_answers, typed_lines
from .try_it import EXAMPLES

_EXAMPLE = EXAMPLES[0]

_ABOUT = (
    "L3Score asks a language model whether an answer means the same as the right one, and takes its score from the "
    "probabilities of Yes and No. Your texts and your key go to the provider; nothing of them is stored here."
)

_EMPTY = f'<div class="smile-empty">{FACE}<p>The scores of the judge and of SMILE appear here, side by side.</p></div>'

# A visitor waits for the answer: fewer tries and a shorter timeout than on the command line.
_TIMEOUT, _MAX_RETRIES, _CONCURRENCY = 30.0, 2, 4


def build(engine: Engine, limits: Limits) -> None:
    """Adds the tab's content to the page."""
    with gr.Row(equal_height=False):
        with gr.Column(scale=5):
            gr.HTML(f'<p class="smile-note">{_ABOUT}</p>')
            with gr.Row():
                provider = gr.Dropdown(list(limits.providers), value=limits.providers[0], label="Provider")
                model = gr.Textbox(_first_model(limits.providers[0]), label="Model")
            key = gr.Textbox(label="Your key", type="password", info="Used for one request, then cleared.")
            address = gr.Textbox(label="Address", info="Such as http://HOST:PORT/v1.", visible=limits.base_url)
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
        judged = judge_answers(engine, limits, ChosenJudge(provider, model, key, address), typed)
        return (
            _without(key, f'<div role="status">{OLD_NOTE}{report_html(_report(*judged))}</div>'),
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


@dataclass(frozen=True)
class ChosenJudge:
    """The judge that a visitor chose.

    Attributes:
        address: The provider's address in place of its own; may be empty.
    """

    provider: str
    model: str
    key: str = field(repr=False)
    address: str = ""


def judge_answers(
    engine: Engine, limits: Limits, chosen: ChosenJudge, typed: TypedAnswers
) -> tuple[ScoredAnswers, JudgeScores]:
    """Scores answers with SMILE and with a judge; keeps none of the judge's replies."""
    if chosen.provider not in limits.providers:
        raise UsageError(f"{chosen.provider!r} is not offered here: choose one of {', '.join(limits.providers)}")
    if chosen.address and not limits.base_url:
        raise UsageError("your own address is not allowed here: choose a provider")
    key = chosen.key.strip()
    # Never the key of the app's owner, which the judges would take from the environment.
    if not key and PROVIDERS[chosen.provider].key_variable:
        raise DataError("there is no key: enter your own key from the provider; it is not stored")
    limits.check_count("answers times right answers", len(typed.answers) * len(typed.references), limits.judged)
    scored = score_answers(engine, limits, typed, ChosenSetting(limits.settings[0]))
    if not typed.question.strip():
        raise DataError("there is no question, which a judge needs: give one")
    try:
        judge = L3Scorer(
            chosen.provider,
            chosen.model.strip(),
            api_key=key or "none",
            base_url=chosen.address or None,
            concurrency=_CONCURRENCY,
            timeout=_TIMEOUT,
            max_retries=_MAX_RETRIES,
            cache=False,
        )
        return scored, judge.score_rows(scored.rows, engine.watch(lambda: False))
    except (UsageError, ModelError) as error:
        message = _without(key, str(error))
        if not limits.base_url:  # the page has no field for an address
            message = message.replace(": check the address", ": try again later, or choose another provider")
        raise type(error)(message) from None


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


def _without(key: str, text: str) -> str:
    return text.replace(key.strip(), "(your key)") if key.strip() else text
