"""Agreement of SMILE and the usual metrics with human labels: `python -m benchmarks.human_agreement --data FILE`.

Prints the mean accuracy (the share of verdicts that match human labels), and the Pearson correlation (paper, Tables 2
and 3): its mean, and for each data set and system with an interval.
"""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import labelled
from smile import SmileScorer
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.agreement.metrics import METRICS, metric_names, score_metrics
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.people.labels import LabelledRows
from smile.reporting.agreement_report import mean_over_groups
from smile.settings.named_settings import Settings, named_settings
from smile.shared_types import FloatArray

_GROUPING = "dataset,system"
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


def table(metrics: Mapping[str, Mapping[str, Any]]) -> str:
    """Returns a Markdown table: each metric's mean accuracy and correlation, and the correlation of each group."""
    groups = next(iter(metrics.values()))[f"by_{_GROUPING}"]
    lines = []
    for label, found in metrics.items():
        of_group = found[f"by_{_GROUPING}"].values()
        means = [f"{mean_over_groups(name, [each[name] for each in of_group]):.4f}" for name in ("accuracy", "pearson")]
        cells = ["{:.3f} ({:.2f}, {:.2f})".format(each["pearson"], *each["pearson_ci"]) for each in of_group]
        lines.append([label, *means, *cells])
    return labelled.markdown_table(["metric", "accuracy", "r", *(name.replace(", ", "/") for name in groups)], lines)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--setting", default="default")
    parser.add_argument("--model", help="an encoder in place of the setting's own")
    arguments = parser.parse_args()

    data = read_labelled(arguments.data, LabelOptions(groups=[_GROUPING]))
    scores = score_all(data, named_settings(arguments.setting, model=arguments.model))
    metrics = AgreementScorer().score_side_by_side(scores, data).to_dict()["metrics"]
    print(f"{arguments.data.name}: {len(data)} answers; {labelled.environment()}")
    print("r: Pearson correlation, with its 95 % interval. nan: the metric gives all of these answers one score.\n")
    print(table(metrics))


if __name__ == "__main__":
    main()
