"""Prints how the shipped weights of refusals do on replies that no fit has seen; `--fit` fits and writes them first.

    python -m training.refusals --replies rag_replies.jsonl --answers evouna_dev.jsonl judged.jsonl

Examples: `training/refusals/examples`, each file written by another author without sight of the others,
`assets/attempts.jsonl` and `assets/rag_refusals.jsonl`. `--replies`: replies with `refusal` true or false; a third of
their questions is left out. `--answers`: natural answers with human labels; the correct ones refuse nothing.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression

from smile import clear_caches
from smile.text.clauses import split_sentences
from smile.text.refusals import THRESHOLD, refusal_grams, refusal_probability, refusal_tokens

_ASSETS = Path("assets")
_EXAMPLES = Path(__file__).parent / "examples"
_TABLE = Path("smile/text/refusal_weights.tsv")
# A word and a gram are counted from this many examples on. The weights that are kept are the largest.
_FEWEST_OF_WORD, _FEWEST_OF_GRAM, _MOST_WEIGHTS = 5, 3, 9_000
_STRENGTH = 2.0
# There are many natural answers, and they are alike.
_WEIGHT_OF_ANSWER, _MOST_ANSWERS = 0.3, 3_000
_LEFT_OUT = 85  # of 256


class _Batch(NamedTuple):
    """Replies of one author or data set, and whether each refuses."""

    name: str
    texts: list[str]
    refuse: npt.NDArray[np.bool_]
    weight: float = 1.0


def main() -> None:
    """Measures, after a fit if one is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replies", type=Path, required=True)
    parser.add_argument("--answers", type=Path, nargs="+", default=[])
    parser.add_argument("--fit", action="store_true", help=f"fit the weights and write them to {_TABLE}")
    arguments = parser.parse_args()
    learned, left_out = _batches(arguments.replies, arguments.answers)
    if arguments.fit:
        _fit(learned)
        clear_caches()
    print("with the shipped weights, on what no fit has seen: refusals found, answers taken for refusals")
    for batch in left_out:
        _print(batch, np.array(list(map(refusal_probability, batch.texts))))


def _fit(learned: Sequence[_Batch]) -> None:
    """Prints how a fit to all batches but one does on that one, and writes the weights of a fit to all."""
    written = [text for batch in learned if batch.weight == 1 for text in batch.texts]
    counts = _Counts([text for batch in learned for text in batch.texts], written)
    features = [counts.of(batch.texts) for batch in learned]
    print("left out, each batch in turn: refusals found, answers taken for refusals")
    for place, batch in enumerate(learned):
        if batch.weight == 1:
            others = [(f, b) for i, (f, b) in enumerate(zip(features, learned, strict=True)) if i != place]
            _print(batch, _fitted(others).predict_proba(features[place])[:, 1])
    model = _fitted(list(zip(features, learned, strict=True)))
    table = counts.table(model)
    _TABLE.write_text("".join(f"{weight}\t{gram}\n" for gram, weight in table.items()), "utf-8")
    print(f"wrote {_TABLE}: {len(table):,} weights, {_TABLE.stat().st_size // 1000} kB")


def _batches(replies: Path, answers: Sequence[Path]) -> tuple[list[_Batch], list[_Batch]]:
    learned = [_batch(path.stem, _rows(path)) for path in sorted(_EXAMPLES.glob("*.jsonl"))]
    left_out = []
    for name in ("attempts", "rag_refusals"):
        rows = [{**row, "refusal": not row["attempted"]} for row in _rows(_ASSETS / f"{name}.jsonl")]
        learned.append(_batch(name, rows))
    labelled = [row for row in _rows(replies) if row["refusal"] is not None]
    learned.append(_batch(replies.stem, [row for row in labelled if not _is_left_out(row)]))
    left_out.append(_batch(f"{replies.stem}, left out", list(filter(_is_left_out, labelled))))
    for path in answers:
        rows = [{**row, "refusal": False} for row in _rows(path) if row["human"] is True]
        chosen = np.random.default_rng(0).permutation(len(rows))
        learned.append(_batch(path.stem, [rows[i] for i in chosen[:_MOST_ANSWERS]], _WEIGHT_OF_ANSWER))
        left_out.append(_batch(f"{path.stem}, others", [rows[i] for i in chosen[_MOST_ANSWERS:]]))
    return learned, [batch for batch in left_out if batch.texts]


def _rows(path: Path) -> list[dict[str, object]]:
    return list(map(json.loads, path.read_text("utf-8").splitlines()))


def _is_left_out(row: dict[str, object]) -> bool:
    return sha256(str(row["question"]).strip().lower().encode()).digest()[0] < _LEFT_OUT


def _batch(name: str, rows: Sequence[dict[str, object]], weight: float = 1.0) -> _Batch:
    texts = [str(row["prediction"]) for row in rows]
    return _Batch(name, texts, np.array([row["refusal"] is True for row in rows], dtype=np.bool_), weight)


class _Counts:
    """The words and grams that enough examples have."""

    def __init__(self, texts: Sequence[str], written: Sequence[str]) -> None:
        """Counts grams in all texts, words only in those that were written as examples: answers name too much."""
        words = Counter(
            word for text in written for word in {w for s in split_sentences(text) for w in refusal_tokens(s)}
        )
        self.vocabulary = {word for word, n in words.items() if n >= _FEWEST_OF_WORD}
        counted = Counter(gram for text in texts for gram in refusal_grams(text, self.vocabulary))
        frequent = sorted(gram for gram, n in counted.items() if n >= _FEWEST_OF_GRAM)
        self._column = {gram: column for column, gram in enumerate(frequent)}

    def of(self, texts: Sequence[str]) -> csr_matrix:
        """Returns whether each text has each gram."""
        of_texts = (refusal_grams(text, self.vocabulary) for text in texts)
        columns = [[self._column[gram] for gram in its if gram in self._column] for its in of_texts]
        start = np.concatenate(([0], np.cumsum(list(map(len, columns)))))
        flat = np.array([column for its in columns for column in its], dtype=np.int64)
        return csr_matrix((np.ones(len(flat)), flat, start), shape=(len(texts), len(self._column)))

    def table(self, model: LogisticRegression) -> dict[str, int]:
        """Returns the largest weights in hundredths, the constant under the empty gram."""
        weights = dict(zip(self._column, np.rint(100 * model.coef_[0]).astype(int).tolist(), strict=True))
        largest = sorted(weights, key=lambda gram: (-abs(weights[gram]), gram))[:_MOST_WEIGHTS]
        constant = round(100 * float(model.intercept_[0]))
        # The table is the vocabulary, too.
        kept = {gram for gram in largest if weights[gram]} | self.vocabulary
        return {"": constant} | {gram: weights.get(gram, 0) for gram in sorted(kept)}


def _fitted(batches: Sequence[tuple[csr_matrix, _Batch]]) -> LogisticRegression:
    features = vstack([each for each, _ in batches]).tocsr()
    refuse = np.concatenate([batch.refuse for _, batch in batches])
    weights = np.concatenate([np.full(len(batch.texts), batch.weight) for _, batch in batches])
    return LogisticRegression(C=_STRENGTH, max_iter=500).fit(features, refuse, weights)


def _print(batch: _Batch, probability: npt.NDArray[np.float64]) -> None:
    is_taken = probability >= THRESHOLD
    found, alarms = (is_taken[its] for its in (batch.refuse, ~batch.refuse))
    shares = [f"{its.mean():.3f} of {len(its):5}" if len(its) else " " * 14 for its in (found, alarms)]
    print(f"  {batch.name:35} {shares[0]}   {shares[1]}")


if __name__ == "__main__":
    main()
