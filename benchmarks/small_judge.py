"""How well a language model judges and writes synthetic answers: `python -m benchmarks.small_judge FILE --model NAME`.

Draws rows at random among those of the labelled file with at most three references, as each is a request. Prints how
well L3Score and the rubric judge agree with human labels beside SMILE, a cascade that asks them where SMILE is least
certain, and what the model's synthetic answers do to SMILE, with the question template beside them. What the model has
to write takes longer: the rubric and the synthetic answers have every second row.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import mannwhitneyu

from benchmarks import labelled
from smile import L3Scorer, RubricScorer, SmileScorer
from smile.aliases import BoolArray, FloatArray
from smile.judges.chat_models.judge_settings import judge_settings
from smile.judges.judge import Judge
from smile.judges.synthesis import synthesize
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.rows.checked_rows import Row

_MOST_REFERENCES = 3
# The share of the rows that the cascade asks the judge about.
_ASKED = 0.2
# Labels and judges' scores above it mean correct.
_HALF = 0.5
_COLUMNS = ("called correct", "accuracy", "area", "Pearson")


def agreement(score: FloatArray, correct: BoolArray, label: BoolArray) -> list[str]:
    """Returns the cells of a way of scoring: share called correct, accuracy, area under the curve, Pearson correlation.

    >>> agreement(np.array([0.9, 0.2, 0.6]), np.array([True, False, True]), np.array([True, False, False]))
    ['0.667', '0.667', '1.000', '0.822']
    """
    area, correlation = np.nan, np.nan
    if score.std() > 0:
        right, wrong = score[label], score[~label]
        area = mannwhitneyu(right, wrong).statistic / (len(right) * len(wrong))
        correlation = np.corrcoef(score, label)[0, 1]
    return [f"{number:.3f}" for number in (correct.mean(), (correct == label).mean(), area, correlation)]


def judge_table(rows: Sequence[Row], label: BoolArray, judge: Judge, name: str) -> str:
    """Returns the agreement of SMILE, of a judge, and of a cascade that asks it."""
    smile, verdicts = SmileScorer().score_rows(rows), judge.score_rows(rows)
    score = np.nan_to_num(np.asarray(verdicts.score, dtype=np.float64))
    doubtful = np.argsort(-smile.doubt, kind="stable")[: round(_ASKED * len(rows))]
    both, correct = smile.smile.copy(), smile.correct.copy()
    both[doubtful], correct[doubtful] = score[doubtful], score[doubtful] > _HALF
    lines = [
        ["SMILE, default", *agreement(smile.smile, smile.correct, label), ""],
        [name, *agreement(score, score > _HALF, label), str(verdicts.summary()["n_failed"])],
        [f"SMILE, and {name} for {_ASKED:.0%}", *agreement(both, correct, label), ""],
    ]
    return labelled.markdown_table([f"{len(rows)} rows", *_COLUMNS, "failed"], lines)


def synthesis_table(rows: Sequence[Row], label: BoolArray, options: Mapping[str, Any]) -> str:
    """Returns SMILE's agreement without and with synthetic answers by the template and by the model."""
    pairs = [(row.question or "", reference) for row in rows for reference in row.references]
    made = {
        "nothing": None,
        "question template": synthesize(pairs, None),
        "the model": synthesize(pairs, judge_settings(**options)),
    }
    written = made["the model"]
    print(f"\nThe model's answers: {written.counts if written else {}}")
    lines = []
    for name, found in made.items():
        answers = iter([None] * len(pairs) if found is None else found.answers)
        given = [replace(row, synthetic_answers=tuple(next(answers) for _ in row.references)) for row in rows]
        scores = SmileScorer(use_questions=False).score_rows(given)
        lines.append([name, *agreement(scores.smile, scores.correct, label)])
    scores = SmileScorer().score_rows(rows)
    lines.append(["the question before both texts", *agreement(scores.smile, scores.correct, label)])
    return labelled.markdown_table([f"{len(rows)} rows, semantic part with", *_COLUMNS], lines)


def main() -> None:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--provider", default="local")
    parser.add_argument("--model", required=True)
    parser.add_argument("--base-url")
    parser.add_argument("--n", type=int, default=400)
    given = parser.parse_args()
    data = read_labelled(given.file, LabelOptions())
    short = [i for i, row in enumerate(data.file.rows) if len(row.references) <= _MOST_REFERENCES]
    at = np.sort(np.random.default_rng(0).choice(short, min(given.n, len(short)), replace=False)).tolist()
    rows, label = [data.file.rows[i] for i in at], data.combined().label[at] > _HALF
    options = {"provider": given.provider, "model": given.model, "base_url": given.base_url}
    print(f"{labelled.environment()}\n{len(rows)} rows of {given.file.name}, {label.mean():.3f} correct")
    print(judge_table(rows, label, L3Scorer(**options), "L3Score"), flush=True)
    rows, label = rows[::2], label[::2]
    print(judge_table(rows, label, RubricScorer(rubric="three_step", **options), "rubric"), flush=True)
    print(synthesis_table(rows, label, options))


if __name__ == "__main__":
    main()
