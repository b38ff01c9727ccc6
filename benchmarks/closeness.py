"""How close answers are to their references in meaning: `python -m benchmarks.closeness --data evouna_dev.jsonl`.

Prints, for the vectors of `default` and `fast`, the cosine of answer and reference without the question that 5 % of
the answers that people call right do not reach, and that 5 % of those that they call wrong pass. The app's explanations
call an answer far or close by these two numbers (`smile/reporting/verdict_sentence.py`).
"""

import argparse
from pathlib import Path

import numpy as np

from benchmarks import labelled
from smile import SmileScorer
from smile.aliases import BoolArray, FloatArray
from smile.encoding.encoders import Encoder
from smile.encoding.vector_cosines import cosine


def far_and_close(cosines: FloatArray, is_right: BoolArray) -> tuple[float, float]:
    """Returns the cosine that 5 % of right answers do not reach, and the one that 5 % of wrong answers pass.

    Args:
        cosines: (n,) -1 to 1.
        is_right: (n,) whether people call the answer right; some do and some do not.

    >>> far_and_close(np.array([0.0, 0.2, 0.8, 1.0]), np.array([False, False, True, True]))
    (0.81, 0.19)
    """
    return round(float(np.quantile(cosines[is_right], 0.05)), 2), round(float(np.quantile(cosines[~is_right], 0.95)), 2)


def best_cosines(rows: labelled.RowsAndLabels, encoder: Encoder) -> FloatArray:
    """Returns (n,) the cosine of each answer and the nearest of its references."""
    texts = list(dict.fromkeys((*rows.predictions, *(each for several in rows.references for each in several))))
    place = {text: i for i, text in enumerate(texts)}
    vectors = encoder.encode(texts).embeddings
    counts = np.array([len(several) for several in rows.references])
    answers = np.repeat([place[answer] for answer in rows.predictions], counts)
    references = np.array([place[each] for several in rows.references for each in several])
    found = cosine(vectors, vectors, answers, references)
    return np.maximum.reduceat(found, np.concatenate(([0], counts.cumsum()[:-1])))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    rows = labelled.read(parser.parse_args().data)
    is_right = np.array(rows.human)
    print(f"{labelled.environment()}; {len(is_right)} answers, {is_right.mean():.0%} right")
    found = [
        (name, far_and_close(best_cosines(rows, SmileScorer(name).stages.encoder), is_right))
        for name in ("fast", "default")
    ]
    cells = [[name, *(f"{value:.2f}" for value in pair)] for name, pair in found]
    print(labelled.markdown_table(["setting", "far: at most", "close: at least"], cells))


if __name__ == "__main__":
    main()
