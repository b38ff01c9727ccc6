"""How well SMILE and the usual metrics agree with people: `python -m benchmarks.human_agreement --data FILE`.

Prints Pearson correlation, Kendall's tau-b (paper, Tables 2 and 3, and the ablations of Table 6 that need no language
model) and the share of answers on which the metric's verdict is the person's, per data set and system.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks import labelled
from smile import SmileScorer
from smile.correlations import correlations
from smile.encoders import Encoded, Encoder, OnProgress, SentenceEncoder
from smile.keywords import easy_match
from smile.match_scorer import QAMatchScorer
from smile.normalization import words
from smile.sas_scorer import SASScorer
from smile.settings import Settings, named_settings

FloatArray = npt.NDArray[np.float64]


class RememberingEncoder:
    """Encodes a string once in all the runs over the same rows."""

    def __init__(self, encoder: Encoder) -> None:
        """Wraps an encoder."""
        self.signature = encoder.signature
        self._encoder = encoder
        self._known: dict[str, tuple[npt.NDArray[np.float32], bool]] = {}

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes what is new and looks up the rest."""
        new = [text for text in texts if text not in self._known]
        if new:
            encoded = self._encoder.encode(new, on_progress)
            self._known.update(zip(new, zip(encoded.embeddings, encoded.is_truncated, strict=True), strict=True))
        embeddings, is_truncated = zip(*(self._known[text] for text in texts), strict=True)
        return Encoded(np.stack(embeddings), np.array(is_truncated))


def metrics(rows: labelled.LabelledRows, settings: Settings) -> dict[str, tuple[FloatArray, float]]:
    """Returns each metric's scores, n long, and the threshold above which it calls an answer right."""
    encoder = RememberingEncoder(SentenceEncoder(settings))

    def smile(**options: object) -> FloatArray:
        scorer = SmileScorer(named_settings(settings.name, model=settings.model, **options), encoder)
        return scorer.score(rows.predictions, rows.references).smile

    def norm(text: str) -> tuple[str, ...]:
        return words(text, settings.normalization, settings.language)

    def best_easy_match(prediction: str, references: Sequence[str]) -> float:
        predicted = norm(prediction)
        return max(easy_match(predicted, norm(reference)) for reference in references)

    easy_matches = [best_easy_match(*row) for row in zip(rows.predictions, rows.references, strict=True)]
    match = QAMatchScorer().score(rows.predictions, rows.references).measures
    threshold = settings.threshold
    return {
        f"SMILE ({settings.name})": (smile(), threshold),
        "harmonic mean": (smile(aggregation="harmonic"), threshold),
        "without easy match": (smile(use_easy_match=False), threshold),
        "without semantic part (lexical alone)": (smile(semantic_weight=0.0), threshold),
        "without lexical part (semantic alone)": (smile(semantic_weight=1.0), threshold),
        "without lemmas and number words": (smile(language="any"), threshold)
        if settings.normalization == "smile"
        else (np.full(len(rows.human), np.nan), threshold),
        "easy match alone": (np.array(easy_matches), threshold),
        "SAS (bi-encoder)": (SASScorer(encoder).score(rows.predictions, rows.references).sas, threshold),
        "token F1": (match["f1"], threshold),
        "exact match": (match["exact_match"], threshold),
        "BLEU-1": (match["bleu_1"], threshold),
        "BLEU-4": (match["bleu_4"], threshold),
    }


def main() -> None:
    """Prints the three tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--setting", default="default")
    parser.add_argument("--model", help="an encoder in place of the setting's own")
    parser.add_argument("--systems", nargs="+", help="the systems to show, all by default")
    arguments = parser.parse_args()

    rows = labelled.read(arguments.data).of_systems(arguments.systems)
    human = np.array(rows.human, dtype=np.float64)
    groups: dict[tuple[str, str], list[int]] = {}
    for i, group in enumerate(zip(rows.systems, rows.datasets, strict=True)):
        groups.setdefault(group, []).append(i)
    names = sorted(groups)
    scores = metrics(rows, named_settings(arguments.setting, model=arguments.model))

    print(f"{arguments.data.name}: {len(human)} answers; {labelled.environment()}")
    print("nan: the metric gives all of these answers one score, with which nothing correlates.")
    statistics: dict[str, Callable[[FloatArray, float, FloatArray], float]] = {
        "Pearson correlation with people": lambda score, _, label: correlations(score, label)["pearson"].statistic,
        "Kendall's tau-b with people": lambda score, _, label: correlations(score, label)["kendall_tau_b"].statistic,
        "Accuracy: share of answers judged as people judge them": lambda score, threshold, label: float(
            np.mean((score > threshold) == (label > 0.5))
        ),
    }
    for title, statistic in statistics.items():
        table = []
        for metric, (score, threshold) in scores.items():
            cells = {name: statistic(score[groups[name]], threshold, human[groups[name]]) for name in names}
            mean = np.mean(list(cells.values()))
            table.append([metric, f"{mean:.4f}", *(f"{cells[name]:.3f}" for name in names)])
        print(f"\n{title}\n")
        print(labelled.markdown_table(["metric", "mean", *("/".join(reversed(name)) for name in names)], table))


if __name__ == "__main__":
    main()
