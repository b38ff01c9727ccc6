"""Verdicts on adversarial answers: `python -m benchmarks.attacks`.

Prints, by category of `assets/attacks_qa.jsonl`, the share of verdicts that match the labels.
"""

from pathlib import Path

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.aliases import BoolArray
from smile.integrations.rewards import SmileReward
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.agreement.metrics import METRICS, score_metrics
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.people.labels import LabelledRows

_CASES = Path(__file__).parents[1] / "assets" / "attacks_qa.jsonl"
_CATEGORY = "category"
_SETTINGS = ("default", "learned")
_REWARD = "fast"
_F1_THRESHOLD = 0.5


def verdicts(cases: LabelledRows) -> dict[str, BoolArray]:
    """Returns (n,) by metric, as the table calls it, whether it accepts each answer."""
    rows = cases.file.rows
    found = {}
    for name in _SETTINGS:
        scorer = SmileScorer(name)
        found[f"SMILE ({name}) over {scorer.settings.threshold:g}"] = scorer.score_rows(rows).correct
    reward = SmileReward(_REWARD, binary=True)
    questions, references = [row.question for row in rows], [row.references for row in rows]
    rewards = reward(questions, [row.prediction for row in rows], solution=references, question=questions)
    found[f"reward ({_REWARD})"] = np.array(rewards) == reward.right
    f1 = score_metrics(rows, ["f1"])["f1"].scores
    return found | {f"{METRICS['f1']} over {_F1_THRESHOLD:g}": f1 > _F1_THRESHOLD}


def table(found: dict[str, BoolArray], is_right: BoolArray, categories: list[str]) -> str:
    """Returns a Markdown table: a row for each category, for incorrect and for correct answers, and for all.

    Args:
        found: By metric (n,) whether it accepts each answer.
        is_right: (n,) whether the label is correct.
        categories: (n,) the category of each case.
    """
    groups = {name: np.flatnonzero(np.array(categories) == name) for name in dict.fromkeys(categories)}
    groups |= {
        "all incorrect answers": np.flatnonzero(~is_right),
        "all correct answers": np.flatnonzero(is_right),
        "all": np.arange(len(is_right)),
    }
    lines = [
        [
            name,
            "both" if len(set(is_right[rows])) > 1 else "correct" if is_right[rows[0]] else "incorrect",
            str(len(rows)),
            *(f"{np.mean(verdict[rows] == is_right[rows]):.2f}" for verdict in found.values()),
        ]
        for name, rows in groups.items()
    ]
    return labelled.markdown_table(["the answer", "is", "cases", *found], lines)


def main() -> None:
    """Prints the table."""
    cases = read_labelled(_CASES, LabelOptions(groups=[_CATEGORY]))
    is_right = AgreementScorer().sample(cases.labels[:, 0], cases).is_right
    assert is_right is not None  # noqa: S101 (the labels are true and false)
    print(f"{_CASES.name}: {len(is_right)} cases; {labelled.environment()}")
    print("Share of verdicts that match the labels.\n")
    print(table(verdicts(cases), is_right, cases.groupings[_CATEGORY].of_rows()))


if __name__ == "__main__":
    main()
