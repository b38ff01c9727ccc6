"""Agreement of SMILE and the usual metrics with human labels: `python -m benchmarks.human_agreement --data FILE`.

Prints for each data set and system, with intervals: the Pearson correlation (paper, Tables 2 and 3) and the accuracy,
the share of verdicts that match human labels. `--score-column` adds scores that the file already has, for example those
of held-out answers.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.people.agreement.agreement_scorer import AgreementScorer, compare_metrics, measure_agreement
from smile.people.agreement.metrics import METRICS, metric_names, score_metrics
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.people.labels import LabelledRows
from smile.reporting.agreement_report import mean_over_groups
from smile.settings.named_settings import Settings, named_settings
from smile.shared_types import FloatArray

_STATISTICS = {
    "pearson": "Pearson correlation with human labels",
    "accuracy": "Accuracy: share of verdicts that match human labels{}",
}
_GROUPING = "dataset,system"
# The threshold of scores that are probabilities.
_COLUMN_THRESHOLD = 0.5
# SMILE and its parts; `benchmarks.metrics_against_people` has other overlap metrics.
_OTHERS = ("smile", "semantic", "lexical", "easy_match", "keyword_similarity", "bleu_1", "bleu_4", "rouge_l", "meteor")


def score_all(data: LabelledRows, settings: Settings) -> dict[str, FloatArray]:
    """Returns each metric's (n,) scores by what the tables call it."""
    rows = data.file.rows
    found = {f"SMILE ({settings.name})": SmileScorer(settings).score_rows(rows).smile}
    if settings == named_settings():
        found["SMILE (fast)"] = SmileScorer("fast").score_rows(rows).smile
    if data.question is not None:
        found["without questions"] = SmileScorer(replace(settings, use_questions=False)).score_rows(rows).smile
    names = [name for name in metric_names(["all"], settings.language) if name not in _OTHERS]
    return found | {METRICS[name]: metric.scores for name, metric in score_metrics(rows, names, settings).items()}


def table(metrics: Mapping[str, Mapping[str, Any]], statistic: str) -> str:
    """Returns a Markdown table: a row for each metric, the mean over the groups, and each group with its interval."""
    groups = list(next(iter(metrics.values()))[f"by_{_GROUPING}"])
    lines = []
    for label, found in metrics.items():
        of_group = found[f"by_{_GROUPING}"]
        mean = mean_over_groups(statistic, [each[statistic] for each in of_group.values()])
        cells = [
            f"{each[statistic]:.3f} ({each[f'{statistic}_ci'][0]:.2f}, {each[f'{statistic}_ci'][1]:.2f})"
            for each in of_group.values()
        ]
        lines.append([label, f"{mean:.4f}", *cells])
    return labelled.markdown_table(_header("metric", groups), lines)


def differences(columns: Mapping[str, FloatArray], baseline: FloatArray, people: LabelledRows) -> str:
    """Returns a Markdown table of how much higher the Pearson correlation of columns is than that of a metric.

    Args:
        columns: By name (n,) scores.
        baseline: (n,) those of the metric.
        people: The human labels of the n answers.
    """
    scorer = AgreementScorer()
    groups = people.groupings[_GROUPING].members()
    lines = []
    for label, values in columns.items():
        found = []
        for rows in groups.values():
            samples = (scorer.sample(scores, people).at(rows) for scores in (values, baseline))
            measured, other_measured = (measure_agreement(each, scorer.options) for each in samples)
            found.append(compare_metrics(measured, other_measured, scorer.options))
        cells = [
            f"{each.difference['pearson']:+.3f} ({ends['pearson'][0]:+.3f}, {ends['pearson'][1]:+.3f}), "
            f"p {p_values['pearson']:.3f}"
            for each in found
            if (ends := each.difference_ci) and (p_values := each.p_value)
        ]
        lines.append([label, f"{np.mean([each.difference['pearson'] for each in found]):+.4f}", *cells])
    return labelled.markdown_table(_header("column", list(groups)), lines)


def _header(first: str, groups: Sequence[str]) -> list[str]:
    return [first, "mean", *(group.replace(", ", "/") for group in groups)]


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--setting", default="default")
    parser.add_argument("--model", help="an encoder in place of the setting's own")
    parser.add_argument(
        "--score-column", action="append", default=[], help="scores that the file already has, 0 to 1; may be repeated"
    )
    arguments = parser.parse_args()

    columns = arguments.score_column
    data = read_labelled(arguments.data, LabelOptions(groups=[_GROUPING]), score_columns=columns)
    settings = named_settings(arguments.setting, model=arguments.model)
    scores = score_all(data, settings)
    scorer = AgreementScorer()
    metrics = scorer.score_side_by_side(scores, data).to_dict()["metrics"]
    thresholds = ""
    if columns:
        at_half = AgreementScorer(threshold=_COLUMN_THRESHOLD).score_side_by_side(data.scores, data).to_dict()
        metrics = {**metrics, **at_half["metrics"]}
        usual = scorer.options.threshold
        thresholds = f" (over {_COLUMN_THRESHOLD:g} in {', '.join(columns)}, over {usual:g} in the others)"
    print(f"{arguments.data.name}: {len(data)} answers; {labelled.environment()}")
    print("In brackets the 95 % interval. nan: the metric gives all of these answers one score.")
    for statistic, title in _STATISTICS.items():
        print(f"\n**{title.format(thresholds)}**\n\n{table(metrics, statistic)}")
    if columns:
        label, baseline = next(iter(scores.items()))
        print(f"\n**Pearson correlation minus that of {label}** (paired bootstrap over questions)\n")
        print(differences(data.scores, baseline, data))


if __name__ == "__main__":
    main()
