"""Agreement with people by number format: `python -m benchmarks.number_formats --data FILE`.

Scores the rows with each back end and number format. Prints the Pearson correlation with people for each data set and
system, their mean, and the mean and largest difference from SMILE with torch in float32.
"""

import argparse
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.people.agreement.agreement_scorer import AgreementScorer
from smile.people.labelled_files import LabelOptions, read_labelled


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--setting", choices=("default", "learned"), default="default")
    arguments = parser.parse_args()

    data = read_labelled(arguments.data, LabelOptions(groups=["dataset,system"]))
    # float16 is for accelerators.
    formats = [("torch", "float32"), ("torch", "bfloat16"), ("openvino", "float32")]
    scorer = partial(SmileScorer, arguments.setting)
    scores = {
        f"{name}, {dtype}": scorer(backend=name, dtype=dtype, device="cpu").score_rows(data.file.rows).smile
        for name, dtype in formats
    }
    metrics = AgreementScorer().score_side_by_side(scores, data).to_dict()["metrics"]
    exact = next(iter(scores.values()))
    groups = list(next(iter(metrics.values()))["by_dataset,system"])
    table = []
    for label, found in metrics.items():
        pearson = [found["by_dataset,system"][group]["pearson"] for group in groups]
        difference = np.abs(scores[label] - exact)
        table.append(
            [
                label,
                f"{np.mean(pearson):.4f}",
                *(f"{each:.4f}" for each in pearson),
                f"{difference.mean():.1e}",
                f"{difference.max():.1e}",
            ]
        )
    print(f"{arguments.data.name}: {len(data)} answers; {labelled.environment()}\n")
    header = ["back end, numbers", "mean", *(group.replace(", ", "/") for group in groups)]
    print(labelled.markdown_table([*header, "mean difference in SMILE", "largest"], table))


if __name__ == "__main__":
    main()
