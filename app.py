"""The Space: score one answer in the browser. `make app` runs it here."""

import os
from pathlib import Path
from typing import Any

os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

import evaluate
import gradio as gr

_LONGEST_TEXT = 10_000
_EXAMPLES = [
    ["Paris", "The capital of France is Paris, on the Seine."],
    ["Paris", "The capital of France is Lyon."],
    ["1,000", "They sold about 1000 copies."],
    ["-5", "It was 5 degrees outside."],
    ["no", "No, there is no bowl in the picture."],
    ["cat\nkitten", "A young cat sits on the sofa."],
]

_metric = evaluate.load(str(Path(__file__).with_name("smile_metric.py")))


def score(references: str, prediction: str) -> tuple[str, dict[str, Any]]:
    """Scores one answer.

    Args:
        references: The right answers, one a line.
        prediction: The answer to score.

    Returns:
        A sentence and the scores.
    """
    wanted = [line for line in references.splitlines() if line.strip()]
    if not wanted:
        raise gr.Error("Give at least one right answer.")
    result = _metric.compute(predictions=[prediction], references=[wanted], per_item=True)
    items = {name: values[0] for name, values in result["items"].items()}
    if result["n_empty_predictions"]:
        return "### The answer is empty: 0", items
    verdict = "Right" if items["correct"] else "Not right"
    return f"### {verdict}: SMILE {items['smile']:.2f}, rating {items['rating']} of 5", items


with gr.Blocks(title="SMILE") as demo:
    gr.Markdown("# SMILE: is this answer right?")
    with gr.Row():
        with gr.Column():
            references_box = gr.Textbox(label="Right answers, one a line", lines=3, max_length=_LONGEST_TEXT)
            prediction_box = gr.Textbox(label="Answer to score", lines=3, max_length=_LONGEST_TEXT)
            button = gr.Button("Score", variant="primary")
        with gr.Column():
            verdict_box = gr.Markdown()
            scores_box = gr.JSON(label="Scores")
    gr.Examples(_EXAMPLES, [references_box, prediction_box])
    button.click(score, [references_box, prediction_box], [verdict_box, scores_box], api_name="score")

if __name__ == "__main__":
    demo.launch()
