"""SMILE as a scorer of Inspect: `Task(..., scorer=smile())`."""

from typing import Any

from ..checks import check_installed
from ..rows.checked_rows import check_rows
from ..scoring.scorer import SmileScorer
from .shared_batches import SharedBatches

check_installed("inspect_ai", "smile.integrations.inspect_ai", "inspect")

import anyio.to_thread
from inspect_ai.scorer import Score, Scorer, Target, accuracy, mean, scorer, stderr
from inspect_ai.solver import TaskState


@scorer(metrics={"smile": [mean(), stderr()], "correct": [accuracy(), stderr()]}, name="smile")
def smile(setting: str = "default", **options: Any) -> Scorer:
    """Returns a scorer of the completion against all targets, with the sample's input as the question.

    Samples that end while others are being scored are scored together. A score's value has `smile` (0 to 1) and
    `correct` (1 where SMILE is over the threshold, else 0); its metadata has the parts and the signature.

    Args:
        setting: See `SmileScorer`.
        **options: See `SmileScorer`; `use_questions=False` leaves the input out.

    Raises:
        UsageError: A setting or option is unknown or out of range.
    """
    batches = SharedBatches(SmileScorer(setting, **options))

    async def score(state: TaskState, target: Target) -> Score:
        answer, name = state.output.completion, f"sample {state.sample_id!r}"
        [row] = check_rows([answer], [list(target)], [state.input_text], names=[name])
        item = await anyio.to_thread.run_sync(batches.score, row)
        value = {"smile": item.pop("smile"), "correct": float(item.pop("correct"))}
        return Score(value=value, answer=answer, metadata=item)

    return score
