"""Fits the combiner of the setting `learned`: `python -m training.fit_combiner --data FOLDER`.

It is fitted on answers whose questions the reader has not learned from. All data sets count equally. Weights cannot be
negative, and are drawn towards `_TOWARDS`, where the reader counts most. It prints for each data set how a combiner
ranks its answers that was fitted without the data set, and without the question of each answer, beside the combiner
that ships. Then it writes `learned.json`.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from smile import SmileScorer
from smile.learned.combiner import INPUTS, WordOrder, question_hash_for_combiner
from smile.learned.reader_files import FOLDER, LEARNED, read_learned_parameters
from smile.rows.checked_rows import Row, check_rows
from smile.scoring.verdicts import UNSURE_ABOVE, doubt
from smile.settings.named_settings import NAMED_SETTINGS
from smile.shared_types import BoolArray, FloatArray, IntArray
from smile.statistics.bootstrap import draw_questions, percentile_interval

from .labelled_answers import LEFT_OUT, fold_of
from .material import Read, ReadPairs, read_by, read_pairs

# The files of the data folder with human labels; the reader has learned from four fifths of the questions of all but
# the last.
_LEARNED_FROM = (
    "evouna_dev",
    "efficientqa",
    "truthfulqa",
    "student_answers",
    "mohler",
    "saf_english",
    "hardverify_math",
)
_OTHERS = ("judged",)
_SENTENCES = "sts"
# Our own cases; the half with this mark was in sight while the rules were written.
_ASSETS = Path(__file__).parents[1] / "assets"
_OURS, _IN_SIGHT = ("hard_qa", "long_qa"), "rules"
# Half right answers, and the same with their words shuffled.
_SHUFFLED, _N_SHUFFLED, _FEWEST_WORDS = "shuffled words", 500, 5

# The most answers of a data set. One of fewer than the second number counts less.
_MOST_ROWS, _ROWS_OF_A_SET = 1000, 500

# The weights that answers without any effect on the fit would leave, by input; 0 for the others.
_TOWARDS = {
    "equivalence": 0.3,
    "equivalence, long reference": 0.5,
    "equivalence, short answer": 0.2,
    "similarity": 0.2,
    "asserted": 0.1,
    "smile": 0.5,
    "same value": 1.0,
    "no other value": 2.0,
    "has reference": 1.0,
    "word order": 1.0,
}
_STRENGTH = 1.0
_N_PARTS, _N_DRAWS = 5, 500
_N_DIGITS = 4

# Frequent words and signs of the table of neighbouring words, the most texts of a data set for it, and its limits.
_N_WORDS, _TEXTS_OF_A_SET, _MOST_LOG_ODDS = 80, 3000, 3.0


@dataclass(frozen=True)
class DataSet:
    """n answers that the reader has not learned from.

    Attributes:
        rows: The rows.
        target: (n,) 1 for correct answers and 0 for others; of pairs of sentences the similarity, 0 to 1.
        pairs: Their pairs.
        columns: (P, k) the inputs of the combiner.
        part: (n,) 0 to 4, the same for all answers to a question.
    """

    rows: Sequence[Row]
    target: FloatArray
    pairs: ReadPairs
    columns: FloatArray
    part: IntArray

    @property
    def is_right(self) -> BoolArray:
        """(n,) whether the answer is correct."""
        return self.target > 0.5

    def scores(self, weights: FloatArray) -> FloatArray:
        """Returns the (n,) scores by a combiner."""
        return self.pairs.scores(weights, len(self.rows))


def main() -> None:
    """Fits, prints the tables, and writes `learned.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets with human labels")
    parser.add_argument("--store", type=Path, default=Path("build/read"), help="folder that keeps what the reader read")
    parser.add_argument("--weights", type=Path, default=FOLDER, help="folder of the reader (default: the shipped one)")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder to write learned.json to (default: it ships)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the choice of answers")
    arguments = parser.parse_args()
    fit_and_write(arguments.data, arguments.weights, arguments.out, arguments.store, arguments.seed)


def fit_and_write(data: Path, reader: Path, out: Path, store: Path, seed: int) -> None:
    """Fits the combiner of a reader, prints the tables, and writes `learned.json`.

    Args:
        data: Folder of the data sets with human labels.
        reader: Folder of the reader.
        out: Folder to write to.
        store: Folder that keeps what the reader has read.
        seed: Seed of the choice of answers.
    """
    given = {name: _lines(data / f"{name}.jsonl") for name in (*_LEARNED_FROM, *_OTHERS, _SENTENCES)}
    order = fit_order([[line["prediction"] for line in lines] for name, lines in given.items() if name != _SENTENCES])
    shipped = read_learned_parameters(FOLDER / LEARNED)
    read = read_by(reader, store=store)
    sets = _data_sets(given, read, order, seed)
    weights = fit(sets)
    print(_table(sets, shipped.weights, weights))
    named = dict(zip(INPUTS, weights[:-1].round(_N_DIGITS).tolist(), strict=True))
    print("\n" + "\n".join(f"{weight:7.3f}  {name}" for name, weight in named.items()))
    natural = [each for name, each in sets.items() if name not in (*_OURS, _SHUFFLED)]
    asked = {row.question for each in natural for row in each.rows if row.question is not None}
    learned = {
        "weights": named,
        "intercept": round(float(weights[-1]), _N_DIGITS),
        "words": order.words,
        "log_odds": order.log_odds.tolist(),
        "pearson": _pearson(sets, read, order),
        "questions": sorted(shipped.questions.union(map(question_hash_for_combiner, asked))),
    }
    path = out / LEARNED
    path.write_text(json.dumps(learned) + "\n", encoding="utf-8")
    print(f"\nFor smile/learned/reader_files.py: {LEARNED}: {sha256(path.read_bytes()).hexdigest()}")


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _data_sets(given: Mapping[str, Sequence[Any]], read: Read, order: WordOrder, seed: int) -> dict[str, DataSet]:
    """Returns the data sets by name, those without a question last."""
    chance = random.Random(seed)  # noqa: S311 (no secret)
    found: dict[str, list[tuple[str | None, Sequence[str], str, float]]] = {}
    for name in (*_LEARNED_FROM, *_OTHERS, *_OURS):
        lines = given[name] if name in given else _lines(_ASSETS / f"{name}.jsonl")
        for line in lines:
            is_kept = name not in _LEARNED_FROM or fold_of(question_hash_for_combiner(line["question"])) == LEFT_OUT
            if name in _OURS:
                is_kept = line["split"] == _IN_SIGHT
            is_judged = line["human"] is not None and line.get("label") != "partially correct"
            if is_kept and is_judged and line["references"] and line["prediction"].strip():
                # Answers by a data set's authors and by models are data sets of their own.
                of_set = line["dataset"] if name == "truthfulqa" else name
                row = (line["question"], line["references"], line["prediction"], float(line["human"]))
                found.setdefault(of_set, []).append(row)
    found = {name: chance.sample(rows, min(len(rows), _MOST_ROWS)) for name, rows in found.items()}
    long = [row for rows in found.values() for row in rows if row[3] and len(row[2].split()) >= _FEWEST_WORDS]
    long = chance.sample(long, min(len(long), _N_SHUFFLED))
    found[_SHUFFLED] = [*long, *((*row[:2], shuffled(row[2], chance), 0.0) for row in long)]
    pairs = chance.sample(given[_SENTENCES], min(len(given[_SENTENCES]), _MOST_ROWS))
    found[_SENTENCES] = [(None, [pair["text1"]], pair["text2"], pair["similarity"]) for pair in pairs]
    return {name: _data_set(rows, read, order) for name, rows in found.items()}


def shuffled(text: str, chance: random.Random) -> str:
    """Returns a text with its words in another order."""
    words = text.split()
    chance.shuffle(words)
    return " ".join(words)


def _data_set(given: Sequence[tuple[str | None, Sequence[str], str, float]], read: Read, order: WordOrder) -> DataSet:
    questions, references, predictions, targets = zip(*given, strict=True)
    rows = check_rows(predictions, references, questions)
    pairs = read_pairs(rows, read, order)
    keys = [question_hash_for_combiner(row.question or row.references[0]) for row in rows]
    part = np.array([int(key, 16) % _N_PARTS for key in keys])
    return DataSet(rows, np.array(targets), pairs, pairs.inputs(), part)


def fit_order(texts: Sequence[Sequence[str]]) -> WordOrder:
    """Returns the table of neighbouring words of texts of several data sets, against the same texts shuffled."""
    chance = random.Random(0)  # noqa: S311 (no secret)
    chosen: list[str] = []
    for each in texts:
        distinct = sorted(set(each))
        chosen += chance.sample(distinct, min(len(distinct), _TEXTS_OF_A_SET))
    counts: Counter[str] = Counter()
    for text in chosen:
        counts.update(WordOrder.tokens(text))
    words = [word for word, _ in counts.most_common(_N_WORDS)]
    empty = WordOrder(words, np.zeros((0, 0)))
    natural, in_any_order = np.full((2, len(words) + 2, len(words) + 2), 0.5)
    for text in chosen:
        np.add.at(natural, empty.pairs(text), 1.0)
        np.add.at(in_any_order, empty.pairs(shuffled(text, chance)), 1.0)
    log_odds = np.log(natural / natural.sum()) - np.log(in_any_order / in_any_order.sum())
    return WordOrder(words, np.clip(log_odds, -_MOST_LOG_ODDS, _MOST_LOG_ODDS).round(1))


def fit(sets: Mapping[str, DataSet], is_used: Mapping[str, BoolArray] | None = None) -> FloatArray:
    """Returns the (k + 1,) weights of a combiner, none of which is negative, and its intercept.

    The second time it is fitted on the pair of each row that the first combiner finds most probable.

    Args:
        sets: The data sets by name.
        is_used: By name (n,) whether an answer is fitted on; None for all.
    """
    towards = np.array([*(_TOWARDS.get(name, 0.0) for name in INPUTS), 0.0])
    weights = towards.copy()
    for _ in range(2):
        columns, target, weight = [], [], []
        for name, each in sets.items():
            logits = each.columns @ weights[:-1]
            order = np.lexsort((-logits, each.pairs.row))
            row, first = np.unique(each.pairs.row[order], return_index=True)
            best = order[first]
            if is_used is not None:
                best = best[is_used[name][row]]
            columns.append(each.columns[best])
            target.append(each.target[each.pairs.row[best]])
            weight.append(np.full(len(best), min(1.0, len(best) / _ROWS_OF_A_SET) / max(1, len(best))))
        weights = _minimum(np.concatenate(columns), np.concatenate(target), np.concatenate(weight), towards)
    return weights


def _minimum(columns: FloatArray, target: FloatArray, weight: FloatArray, towards: FloatArray) -> FloatArray:
    """Returns the weights of a logistic regression; a distance from `towards` costs by the spread of the input."""
    share = weight / weight.sum()
    spread = np.append(np.sqrt(share @ (columns - share @ columns) ** 2), 0.0)
    with_one = np.column_stack((columns, np.ones(len(columns))))

    def loss(weights: FloatArray) -> tuple[float, FloatArray]:
        logits = with_one @ weights
        away = (weights - towards) * spread
        value = (weight * (np.logaddexp(0, logits) - target * logits)).sum() + _STRENGTH / 2 * (away @ away)
        return float(value), with_one.T @ (weight * (expit(logits) - target)) + _STRENGTH * away * spread

    bounds = [(0, None)] * columns.shape[1] + [(None, None)]
    found: FloatArray = minimize(loss, towards, jac=True, method="L-BFGS-B", bounds=bounds, tol=1e-12).x
    return found


def _pearson(sets: Mapping[str, DataSet], read: Read, order: WordOrder) -> dict[str, float]:
    """Returns Pearson's r with human labels, with questions and without, by a combiner that was fitted without both."""
    name = _LEARNED_FROM[0]
    asked = sets[name]
    unasked = read_pairs([replace(row, question=None) for row in asked.rows], read, order)
    weights = fit({other: each for other, each in sets.items() if other != name})
    scores = {"q": asked.scores(weights), "no_q": unasked.scores(weights, len(asked.rows))}
    return {key: round(float(np.corrcoef(values, asked.target)[0, 1]), _N_DIGITS) for key, values in scores.items()}


def _table(sets: Mapping[str, DataSet], shipped: FloatArray, fitted: FloatArray) -> str:
    """Returns a table of every data set: other settings, the shipped combiner, and those fitted without it."""
    without_question = {name: np.zeros(len(each.rows)) for name, each in sets.items()}
    for part in range(_N_PARTS):
        weights = fit(sets, {name: each.part != part for name, each in sets.items()})
        for name, each in sets.items():
            here = each.part == part
            without_question[name][here] = each.scores(weights)[here]
    lines = [["set, answers", "combiner", *_MEASURES], ["---"] * (2 + len(_MEASURES))]
    for name, each in sets.items():
        readings = each.pairs.readings
        scores = {
            **{setting: SmileScorer(setting).score_rows(each.rows).smile for setting in ("fast", "default")},
            "shipped": each.scores(shipped),
            "reader alone": each.pairs.highest(np.minimum(readings.equivalence, readings.asserted), len(each.rows)),
            "fitted without the set": each.scores(fit({other: sets[other] for other in sets if other != name})),
            "fitted without its questions": without_question[name],
            "fitted": each.scores(fitted),
        }
        for column, values in scores.items():
            title = f"{name}, {len(each.rows):,}" if column == "fast" else ""
            threshold = NAMED_SETTINGS[column if column in NAMED_SETTINGS else "learned"].threshold
            lines.append([title, column, *_with_intervals(values, each, threshold)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_MEASURES = ("r", "area", "balanced accuracy", "calibration error", "unsure", "wrong of these")


def _with_intervals(scores: FloatArray, of: DataSet, threshold: float) -> list[str]:
    """Returns the measures of (n,) scores, with 95 % intervals of draws of questions."""
    number = np.unique([row.question or row.references[0] for row in of.rows], return_inverse=True)[1]
    draws = [
        measures(scores[at], of.target[at], threshold)
        for counts in draw_questions(number.max() + 1, len(number), _N_DRAWS)
        for at in (np.repeat(np.arange(len(number)), count[number]) for count in counts.astype(np.int64))
    ]
    ends = [percentile_interval(each[~np.isnan(each)], 0.95) for each in np.array(draws).T]
    return [
        f"{value:.3f} ({low:.3f}, {high:.3f})" if value == value else ""
        for value, (low, high) in zip(measures(scores, of.target, threshold), ends, strict=True)
    ]


def measures(scores: FloatArray, target: FloatArray, threshold: float) -> list[float]:
    """Returns the `_MEASURES` of (n,) scores, NaN where one is undefined.

    >>> measures(np.array([0.9, 0.6, 0.7, 0.1]), np.array([1.0, 1, 0, 0]), 0.5)[1:3]
    [0.75, 0.75]
    """
    from scipy.stats import rankdata

    is_right = target > 0.5
    verdicts = scores > threshold
    is_unsure = doubt(scores, threshold, [""] * len(scores), np.ones_like(verdicts)) > UNSURE_ABOVE
    bins = np.minimum((scores * 10).astype(int), 9)
    wrong = float((verdicts != is_right)[is_unsure].mean()) if is_unsure.any() else np.nan
    calibration = float(np.abs(np.bincount(bins, weights=scores - target)).sum() / len(scores))
    if is_right.all() or not is_right.any() or not np.ptp(scores):
        return [np.nan, np.nan, np.nan, calibration, float(is_unsure.mean()), wrong]
    n_right, n_wrong = int(is_right.sum()), int((~is_right).sum())
    area = (rankdata(scores)[is_right].sum() - n_right * (n_right + 1) / 2) / (n_right * n_wrong)
    return [
        float(np.corrcoef(scores, target)[0, 1]),
        float(area),
        float((verdicts[is_right].mean() + (~verdicts[~is_right]).mean()) / 2),
        calibration,
        float(is_unsure.mean()),
        wrong,
    ]


if __name__ == "__main__":
    main()
