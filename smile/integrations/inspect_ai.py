"""SMILE as a scorer of Inspect: `Task(..., scorer=smile())`."""

from typing import Any

from ..optional_packages import what_is_missing
from ..rows.checked_rows import check_rows
from ..scoring.scorer import SmileScorer
from .shared_batches import SharedBatches

try:
    import anyio.to_thread
    from inspect_ai.scorer import Score, Scorer, Target, accuracy, mean, scorer, stderr
    from inspect_ai.solver import TaskState
except ImportError as error:
    raise ImportError(what_is_missing("inspect_ai", __name__, "inspect", error)) from error


@scorer(metrics={"smile": [mean(), stderr()], "correct": [accuracy(), stderr()]}, name="smile")
def smile(setting: str = "default", **options: Any) -> Scorer:
    """Returns a scorer of the completion against all targets, with the sample's input as the question.

    Samples that end while others are being scored are scored together. A score's value has `smile` (0 to 1) and
    `correct` (1 if SMILE is above the threshold, otherwise 0). Its metadata has the sub-scores and the signature.

    `setting` and `options` are those of `SmileScorer`; `use_questions=False` ignores the input.
    """
    batches = SharedBatches(SmileScorer(setting, **options))

    async def score(state: TaskState, target: Target) -> Score:
        answer, name = state.output.completion, f"sample {state.sample_id!r}"
        [row] = check_rows([answer], [list(target)], [state.input_text], names=[name])
        [item] = await anyio.to_thread.run_sync(batches.score, [row])
        value = {"smile": item.pop("smile"), "correct": float(item.pop("correct"))}
        return Score(value=value, answer=answer, metadata=item)

    return score
