"""How well `smile audit` finds references that were exchanged: `python -m benchmarks.audit FILE [FILE ...]`.

Each file has the answers of several systems, as `smile audit` reads it. In a copy, a share of the questions gets the
references of another question whose first reference is of the same kind (a year, another number, a long or a short
text). Prints, as means over the seeds, how many of the first 50 proposals are such questions, and how many of
them all proposals contain. References that were wrong before count as errors here.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean

import numpy as np

from smile import SmileScorer
from smile.files.systems import pairing_keys, read_systems
from smile.rows.checked_rows import Row
from smile.runs.reference_audit import audit_rows

SHARES, SEEDS, FIRST = (0.02, 0.05, 0.10), range(5), 50

References = tuple[str, ...]


def exchanged(references: Mapping[str, References], share: float, seed: int) -> dict[str, References]:
    """Returns new references for a share of the questions, those of another question of the same kind.

    >>> exchanged({"a": ("1990",), "b": ("2001",), "c": ("Paris",), "d": ("Rome",)}, 0.25, 0)
    {'d': ('Paris',)}
    """
    of_kind: defaultdict[tuple[bool, ...], list[str]] = defaultdict(list)
    for key, of_question in references.items():
        of_kind[_kind(of_question[0])].append(key)
    draw, found = np.random.default_rng(seed), {}
    for key in draw.choice(list(references), round(share * len(references)), replace=False).tolist():
        others = [
            other for other in of_kind[_kind(references[key][0])] if not set(references[other]) & set(references[key])
        ]
        if others:
            found[key] = references[others[draw.integers(len(others))]]
    return found


def _kind(reference: str) -> tuple[bool, ...]:
    has_year, has_number = (re.search(pattern, reference) is not None for pattern in (r"\b[12]\d{3}\b", r"\d"))
    return has_year, has_number, len(reference.split()) > 3


def found_of(rows: Sequence[Row], keys: Sequence[str], systems: Sequence[str], scorer: SmileScorer) -> list[list[str]]:
    """Returns a line of the table for each share."""
    references = {key: row.references for key, row in zip(keys, rows, strict=True)}
    lines = []
    for share in SHARES:
        precisions, recalls, n_changed = [], [], 0
        for seed in SEEDS:
            new = exchanged(references, share, seed)
            changed = [
                replace(row, references=new[key], synthetic_answers=(None,) * len(new[key])) if key in new else row
                for key, row in zip(keys, rows, strict=True)
            ]
            hits = [each.key in new for each in audit_rows(changed, keys, systems, scorer).proposals]
            precisions.append(mean(hits[:FIRST]))
            recalls.append(sum(hits) / len(new))
            n_changed = len(new)
        lines.append([f"{share:.0%}", str(n_changed), f"{mean(precisions):.2f}", f"{mean(recalls):.2f}"])
    return lines


def main() -> None:
    """Prints a table for the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--setting", default="fast")
    options = parser.parse_args()
    scorer = SmileScorer(options.setting)
    print(
        f"| file | exchanged | questions | precision of the first {FIRST} | recall |\n| --- | --- | --- | --- | --- |"
    )
    for file in options.files:
        answers = read_systems([file], may_be_unnamed=True)
        keys = pairing_keys(answers)[1]
        for line in found_of(
            [row for of_system in answers.values() for row in of_system.rows],
            [key for system in answers for key in keys[system]],
            [system for system, of_system in answers.items() for _ in of_system.rows],
            scorer,
        ):
            print(f"| {file.stem} | {' | '.join(line)} |", flush=True)


if __name__ == "__main__":
    main()
