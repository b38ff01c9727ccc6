"""Effect of synthetic answers and questions on agreement with human labels: `python -m benchmarks.synthetic_answers`.

Scores every human-judged answer of `--data` (as for `benchmarks.human_agreement`) without either, with "question
answer" as synthetic answers, and with the question before both texts. Then scores the yes/no answers written for this
project, where one word decides.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks import labelled
from smile import SmileScorer
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.people.labels import LabelledRows
from smile.rows.checked_rows import Row
from smile.settings.named_settings import named_settings

_YES_NO = Path(__file__).parents[1] / "assets" / "yes_no_qa.jsonl"
_WEIGHTS = (0.3, 0.5)

Synthesize = Callable[[str, str], str | None]


def _nothing(question: str, reference: str) -> None:
    return None


# What the tables call each way, its synthetic answers, and whether the question stands before both texts.
_WAYS: Mapping[str, tuple[Synthesize, bool]] = {
    "nothing": (_nothing, False),
    '"question answer"': ("{} {}".format, False),
    "question before both": (_nothing, True),
}


def score_all(rows: Sequence[Row], store: Path) -> dict[str, npt.NDArray[np.float64]]:
    """Returns each way's (n,) scores at each weight by what the tables call it; most strings are the same in all."""
    default = named_settings("default", use_questions=False)
    scores = {}
    for way, (synthesize, use_questions) in _WAYS.items():
        given = [_with_answers(row, synthesize) for row in rows]
        wanted = [replace(default, use_questions=use_questions, semantic_weight=weight) for weight in _WEIGHTS]
        scorer = SmileScorer(wanted[0], store=store)
        parts = scorer.measure(given, wanted=wanted)
        for settings in wanted:
            scored = scorer.score_pairs(given, parts, settings)
            scores[f"{way}, w {settings.semantic_weight:g}"] = scored.smile
    return scores


def _with_answers(row: Row, synthesize: Synthesize) -> Row:
    assert row.question is not None  # noqa: S101
    return replace(row, synthetic_answers=tuple(synthesize(row.question, reference) for reference in row.references))


def table(metrics: Mapping[str, Mapping[str, Any]], grouping: str) -> str:
    """Returns a Markdown table of Pearson correlations: mean, each group, and the difference from the first way."""
    groups = list(next(iter(metrics.values()))[f"by_{grouping}"])
    lines = []
    for way, found in metrics.items():
        of_group = [found[f"by_{grouping}"][group]["pearson"] for group in groups]
        cells = [f"{np.mean(of_group):.4f}", *(f"{value:.3f}" for value in of_group)]
        lines.append([way, *cells, _difference(found.get("comparison"))])
    header = ["semantic part with", "mean", *(group.replace(", ", "/") for group in groups), "all rows, from the first"]
    return labelled.markdown_table(header, lines)


def _difference(comparison: Mapping[str, Any] | None) -> str:
    if comparison is None:
        return ""
    low, high = comparison["difference_ci"]["pearson"]
    p_value = comparison["p_value"]["pearson"]
    return f"{comparison['difference']['pearson']:+.4f} ({low:+.4f}, {high:+.4f}), p {p_value:.3f}"


def measure(data: LabelledRows, grouping: str, store: Path) -> None:
    """Prints the table of one file."""
    metrics = AgreementScorer().score_side_by_side(score_all(data.file.rows, store), data).to_dict()["metrics"]
    print(f"\nPearson correlation with human labels\n\n{table(metrics, grouping)}")


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help=labelled.HOW_TO_GET_DATA + "; without it the yes/no answers only")
    parser.add_argument("--store", type=Path, help="folder that keeps embeddings for another run")
    arguments = parser.parse_args()
    print(labelled.environment())
    with TemporaryDirectory() as folder:
        measure_all(arguments.data, arguments.store or Path(folder))


def measure_all(path: Path | None, store: Path) -> None:
    """Prints the tables of the labelled file, if given, and of the yes/no answers."""
    if path is not None:
        data = read_labelled(path, LabelOptions(groups=["dataset,system"]))
        print(f"\n**{path.name}: {len(data)} answers.**")
        measure(data, "dataset,system", store)
    data = read_labelled(_YES_NO, LabelOptions(groups=["category"]))
    print(f"\n**{_YES_NO.name}: {len(data)} answers.**")
    measure(data, "category", store)


if __name__ == "__main__":
    main()
