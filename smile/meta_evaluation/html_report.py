"""One HTML page, with everything in it, of metrics measured side by side."""

from collections.abc import Mapping

from jinja2 import Environment, PackageLoader
from matplotlib.figure import Figure

from ..reporting.pictures import png_address
from ..reporting.text import shown, shown_interval, shown_p
from .side_by_side import SideBySide, best_first

_STATISTICS = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall_tau_b": "Kendall's tau-b",
    "mean_correlation": "Mean of the three",
    "pairwise_accuracy": "Pairwise accuracy",
    "roc_auc": "ROC AUC",
    "accuracy": "Accuracy",
    "f1": "F1",
    "deviation": "Deviation",
    "best_accuracy": "Best accuracy",
    "best_threshold": "at threshold",
}
_IN_GROUPS = {
    "pearson": "Pearson correlation with people",
    "kendall_tau_b": "Kendall's tau-b with people",
    "accuracy": "Accuracy: share of answers judged as people judge them",
    "deviation": "Deviation: share of answers called right, less the share that people call right",
}
_CAPTIONS = {
    "correlations": "Correlation with people. The black lines are the intervals.",
    "calibration": "How often people call answers of a score right. A metric whose score can be read as a probability "
    "lies on the dashed line; one that tells right from wrong rises steeply somewhere.",
    "scores_by_label": "Scores of answers that people call right and wrong. The less the two overlap, the better.",
    "parts": "SMILE's two parts. Where one of them is high and the other low, the answer is worth a look.",
}


def html_report(found: SideBySide, figures: Mapping[str, Figure], source: str) -> str:
    """Returns the page.

    Args:
        found: What was measured, with intervals.
        figures: By name, those of `smile.meta_evaluation.figures`.
        source: What was measured, the name of a file.
    """
    result, confidence_level = found.result, found.rules.confidence_level
    names = best_first(result["metrics"])
    metrics = {name: result["metrics"][name] for name in names}
    first = next(iter(result["metrics"]))
    environment = Environment(loader=PackageLoader("smile.meta_evaluation", "."), autoescape=True, trim_blocks=True)
    environment.filters |= {"number": shown, "interval": shown_interval, "p_value": shown_p}
    return environment.get_template("report.html.jinja").render(
        source=source,
        result=result,
        metrics=metrics,
        labels=found.labels,
        trust=found.trust,
        first=first,
        statistics=_STATISTICS,
        in_groups=_IN_GROUPS,
        groupings=[name for name in metrics[first] if name.startswith("by_")],
        figures={name: (png_address(figure), _CAPTIONS[name]) for name, figure in figures.items()},
        percent=None if confidence_level is None else f"{confidence_level * 100:g}",
    )
