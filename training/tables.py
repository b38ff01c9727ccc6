"""The figures of a training as Markdown tables."""

from collections.abc import Mapping
from typing import Any

from benchmarks.every_set import MEASURES
from benchmarks.labelled import markdown_table


def tables(figures: Mapping[str, Any]) -> dict[str, str]:
    """Returns the tables by title.

    Args:
        figures: What `training.fitting.fit_and_measure` found.
    """
    groups = list(next(iter(figures["pearson"].values()))[1])
    header = ["", "mean Pearson", *(group.replace(", ", "/") for group in groups), "accuracy", "calibration error"]
    agreement = [
        [
            name,
            f"{mean:.3f}",
            *(f"{of_group[group]:.3f}" for group in groups),
            f"{figures['accuracy'][name]:.3f}",
            f"{figures['calibration_error'][name]:.3f}",
        ]
        for name, (mean, of_group) in figures["pearson"].items()
    ]
    learned, kept = figures["mentions"][False], figures["mentions"][True]
    sides = "right, wrong"
    reading = [
        ["natural right answers that the reader of mentions lets pass", f"{figures['natural_kept']:.3f}"],
        ["mentions of the constructions learned: asserted, not asserted", _both(learned)],
        ["mentions of the constructions kept: asserted, not asserted", _both(kept)],
        [f"made answers of the constructions kept, by `learned`: {sides}", _both(figures["made"])],
        [f"paraphrases kept, by the reader alone: {sides}", _both(figures["paraphrases_alone"])],
        [f"paraphrases kept, by `learned`: {sides}", _both(figures["paraphrases"])],
        ["sentence similarity, STS 2016: Pearson of the reader alone", f"{figures['similarity']:.3f}"],
        *(
            [f"one reference of each question by chance: mean Pearson of {name}", f"{value:.3f}"]
            for name, value in figures["one_reference"].items()
        ),
    ]
    bins = [
        [f"{number / 10:.1f} to {(number + 1) / 10:.1f}"]
        + [
            f"{n}: {mean:.2f}, {share:.2f}" if n else ""
            for n, mean, share in (curve[number] for curve in figures["reliability"].values())
        ]
        for number in range(10)
    ]
    return {
        "Agreement with people": markdown_table(header, agreement),
        "Every set, with 95 % intervals of the difference to `default`": markdown_table(
            ["set, answers", "", *MEASURES], figures["sets"]
        ),
        "Reading": markdown_table(["", "judged rightly"], reading),
        "Reliability: answers, their mean score, share that people call right": markdown_table(
            ["score", *figures["reliability"]], bins
        ),
    }


def _both(shares: tuple[float, float]) -> str:
    return f"{shares[0]:.3f}, {shares[1]:.3f}"
