"""The report of a scored file: the means, notes, and the lowest-scoring rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..files.row_files import FileRows
from ..scoring.verdicts import EVEN, verdict_counts_in_words
from ..shared_types import BoolArray
from ..statistics.bootstrap import WeightedVerdicts
from .formatting import MULTILINGUAL_REMEDY, as_sentence, one_line, shown_percent, shown_statistic
from .report import Block, Cell, Column, Entry, Line, Picture, Report, SignatureLine, Table, with_interval

# Counts that the scorers share, with their labels. Some are in a summary's `notes` and `strings`.
_COUNTS = {
    "n": "Rows",
    "n_empty_predictions": "Empty predictions",
    "n_not_attempted": "No answer",
    "n_encoded": "Strings encoded",
    "n_from_store": "Strings from the store",
    "learned_from": "Rows with questions seen in training",
    "n_with_confidence": "Stated confidences",
}

WITHOUT_QUESTIONS = "the rows were scored without questions. If the file has any, name their column."
# What to note where a count is not 0; {has} becomes "1 row has" or "2 rows have".
_NOTES = {
    "n_empty_predictions": "{has} an empty prediction (in CSV also NaN), which scores 0.",
    "unfinished": "{has} thinking that never ends and so no answer, which scores 0.",
    "names_others": "{has} an answer that names something else beside the reference: check what it settles on.",
    "truncated": "{has} more text, or more references, than is compared; the rest did not count.",
    "failed_rules": "{has} a value that could not be read, so only the words were compared: a fault of SMILE.",
    "not_english": "{has} text in another language than English, which the setting does not read.",
    "without_question": "{has} no question; the other rows were scored with theirs.",
    "without_questions": WITHOUT_QUESTIONS,
    "out_of_vocabulary": "{has} text that the model does not know, such as another script or an emoji, so only the "
    f"words were compared: {MULTILINGUAL_REMEDY}.",
}


# The lowest-scoring rows of a page.
LISTED = 100


@dataclass(frozen=True)
class Layout:
    """The lines and columns that a report shows for a metric.

    Attributes:
        aggregates: By name in the summary, the labels of the means.
        numbers: By name in the items, the columns of the table of lowest-scoring rows; the first decides which rows
            score lowest.
        counts: By name in the summary, the labels of further counts, shown if the summary has them.
    """

    aggregates: Mapping[str, str]
    numbers: Mapping[str, Column]
    counts: Mapping[str, str] = field(default_factory=dict)


def sample_names(summary: Mapping[str, Any]) -> list[str]:
    """Returns the names of the measures of several answers to each question, for example `avg@4`; none without them."""
    return [f"{name}@{summary['k']}" for name in ("avg", "pass")] if "k" in summary else []


def score_report_layout(threshold: float, summary: Mapping[str, Any]) -> Layout:
    """Returns the layout of SMILE's scores."""
    return Layout(
        aggregates={
            "smile": "SMILE",
            "semantic": "  semantic",
            "lexical": "  lexical",
            "easy_match": "    easy match",
            "keyword_similarity": "    keyword similarity",
            "accuracy": f"Accuracy (SMILE over {threshold:g})",
            **({"accuracy_given_attempted": "  of the answers given"} if summary["n_not_attempted"] else {}),
            **({"calibration_error": "Calibration error (RMS)"} if "calibration_error" in summary else {}),
            **{name: f"  {name}" for name in sample_names(summary)},
        },
        numbers={
            "smile": Column("SMILE"),
            "semantic": Column("semantic", 1),
            "lexical": Column("lexical", 1),
            "easy_match": Column("easy match", 1),
            "keyword_similarity": Column("keywords", 1),
        },
    )


def score_report(
    title: str,
    summary: Mapping[str, Any],
    layout: Layout,
    confidence_level: float | None = None,
    details: Sequence[Block] = (),
    warnings: Sequence[str] = (),
) -> Report:
    """Returns SMILE's verdicts in numbers if it scored, the means, the counts, notes, and the signature.

    `details` stand between the notes and the signature.
    """
    counts = {**summary, **summary.get("notes", {}), **summary.get("strings", {})}
    if counts.get("without_question", 0) == summary.get("n"):
        counts["without_questions"] = counts.pop("without_question")
    notes = [
        f"Note: {text.format(has='1 row has' if n == 1 else f'{n:,} rows have')}"
        for name, text in _NOTES.items()
        if (n := counts.get(name))
    ]
    if "k" in summary:
        n, n_questions, k = summary["n"], summary["n_questions"], summary["k"]
        asked = "one question" if n_questions == 1 else f"{n_questions:,} questions, {k} or more to each"
        notes.append(f"Note: {n:,} answers to {asked}: the intervals are by question.")
    if summary.get("n_not_attempted") and "f_score" in summary:
        n, n_none = summary["n"], summary["n_not_attempted"]
        n_correct = round(summary["accuracy"] * n)
        notes.append(
            f"As benchmarks report it: {n_correct:,} correct, {n - n_correct - n_none:,} incorrect, {n_none:,} not "
            f"attempted; F {summary['f_score']:.3f} (SimpleQA), hallucination rate "
            f"{summary['hallucination_rate']:.3f}, (correct - incorrect) / n {summary['correct_minus_incorrect']:.3f}."
        )
    notes += [f"Failed: {failure}" for failure in summary.get("failures", ())]
    headline = []
    if "smile" in summary:
        headline = [Line(f"{one_line(title)}: {verdict_counts_in_words(summary)}", "headline")]
    return Report(
        title,
        [
            *headline,
            *(Line(as_sentence(warning), "warning") for warning in warnings),
            *([_means_of_scores(summary, layout, confidence_level)] if layout.aggregates else []),
            *_counts_of_scores(counts, layout),
            *(Line(note, "note") for note in notes),
            *details,
            SignatureLine(summary["signature"]),
        ],
    )


def score_report_page(report: Report, lowest: Sequence[Table], n: int) -> Report:
    """Returns a report as a page: with the figure of the scores, and the lowest-scoring of n rows."""
    picture = Picture("scores", "Number of rows by their score")
    listed = [Line(f"Listed are the {len(each.rows):,} lowest of {n:,} rows.", "note") for each in lowest]
    return Report("Scores", [*report.blocks, picture, *lowest, *listed])


def agreement_in_score_report(accepted: Mapping[str, BoolArray], labels: Sequence[bool | None]) -> list[Block]:
    """Returns the agreement of SMILE and other metrics with human labels.

    `accepted` (n,) says by the name of each metric, SMILE's first, whether it accepts the answer, and `labels` whether
    it is labelled correct, None without a label.
    """
    at = np.flatnonzero([label is not None for label in labels])
    if not len(at):
        return [Line("No row has a human label.")]
    people = np.array([bool(labels[i]) for i in at.tolist()])
    n_same = int((people == next(iter(accepted.values()))[at]).sum())
    rows: list[list[Entry]] = []
    for name, verdicts in accepted.items():
        found, one = verdicts[at], np.ones((1, len(at)))
        kappa = float(WeightedVerdicts(found.astype(float), EVEN, people)(one)["cohen_kappa"][0])
        rows.append(
            [
                (Column("Metric"), name),
                (Column("Agreement"), shown_percent((found == people).mean(), 1)),
                (Column("Cohen's kappa"), shown_statistic(kappa)),
                *(
                    (Column(heading), f"{int((mine & theirs).sum()):,}")
                    for heading, mine, theirs in (
                        ("Both accept", found, people),
                        ("Only the metric", found, ~people),
                        ("Only the label", ~found, people),
                        ("Both reject", ~found, ~people),
                    )
                ),
            ]
        )
    share = f"{n_same:,} of {len(at):,} answers ({100 * n_same / len(at):.0f} %)"
    return [
        Line(f"SMILE agrees with human labels on {share}.", mark="people"),
        Table.of("Agreement with human labels", rows),
    ]


def lowest_rows(
    file_rows: FileRows, items: Mapping[str, Any], layout: Layout, n: int
) -> tuple[FileRows, dict[str, list[Any]]]:
    """Returns the n lowest-scoring rows that have a score, the lowest first, and their scores."""
    scores = np.array(items[next(iter(layout.numbers))])
    order = [i for i in np.argsort(scores, kind="stable").tolist() if not np.isnan(scores[i])][:n]
    lowest = FileRows([file_rows.rows[i] for i in order], [file_rows.ids[i] for i in order])
    return lowest, {name: [values[i] for i in order] for name, values in items.items()}


def lowest_table(
    lowest: FileRows,
    items: Mapping[str, Any],
    layout: Layout,
    id_label: str = "Id",
    texts: Mapping[str, str] | None = None,
) -> list[Table]:
    """Returns the table of the lowest-scoring rows; nothing without rows.

    `texts` are the labels of further columns after the id, by name in the items.
    """
    if not lowest.rows:
        return []
    rows = [
        [
            (Column(id_label), "" if row_id is None else str(row_id)),
            *((Column(label), items[name][i]) for name, label in (texts or {}).items()),
            *((column, f"{items[name][i]:.2f}") for name, column in layout.numbers.items()),
            # All references are shown if no single one counts.
            (
                Column("Reference", is_text=True),
                row.references[items["best_reference"][i]] if "best_reference" in items else " / ".join(row.references),
            ),
            (Column("Prediction", is_text=True), row.prediction),
            *([(Column("Reason", is_text=True), items["reason"][i])] if "reason" in items else []),
            (Column("Question", is_text=True), row.question or ""),
        ]
        for i, (row, row_id) in enumerate(zip(lowest.rows, lowest.ids, strict=True))
    ]
    return [Table.of("Lowest-scoring rows", rows)]


def _means_of_scores(summary: Mapping[str, Any], layout: Layout, confidence_level: float | None) -> Table:
    level = [] if confidence_level is None else [Column(f"{confidence_level * 100:g} % interval", is_interval=True)]
    rows: list[list[str | Cell]] = [
        [label, *with_interval(summary[name], summary.get(f"{name}_ci"), has_bar=True)[: 1 + len(level)]]
        for name, label in layout.aggregates.items()
    ]
    return Table("", [Column(""), Column("Mean"), *level], rows)


def _counts_of_scores(counts: Mapping[str, Any], layout: Layout) -> list[Block]:
    """Returns the counts, which back end encoded, and what it cost."""
    labels = {**_COUNTS, **layout.counts}
    rows = [[label, f"{counts[name]:,}"] for name, label in labels.items() if name in counts]
    lines = [f"Back end: {counts['backend']}."] if "backend" in counts else []
    if "cost" in counts:
        cost = "not known" if counts["cost"] is None else f"{counts['cost']:.4f}"
        lines.append(f"Cost in US dollars: {cost}.")
    return [Table("", [Column(""), Column("Count")], rows), *(Line(line, "method") for line in lines)]
