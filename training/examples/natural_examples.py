"""Training examples from data: mentions in correct answers, aliases of one answer, and similar sentences."""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from smile import SmileScorer
from smile.encoding.encoders import embed_in_batches
from smile.encoding.model_files import find_embedded_model_files
from smile.encoding.torch_backend import TorchBackend
from smile.learned.reader_texts import mask_mentions, meaning_text, mention_text
from smile.rows.checked_rows import Row
from smile.shared_types import FloatArray, IntArray

from ..fine_tuning import Example

# An alias is compared with one of so many references of other questions that are nearest to it.
_N_NEAREST = 8

# A word of a name, and what is taken for a name or a number inside a sentence.
_WORD = re.compile(r"\w+")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z]\w+(?: [A-Z]\w+)*|\b\d[\d,.]*\d\b")


def best_references(rows: Sequence[Row]) -> list[int]:
    """Returns the position of the reference that `fast` ranks best, by row."""
    best: list[int] = SmileScorer("fast").score_rows(rows).best_reference.tolist()
    return best


def natural_mentions(
    rows: Sequence[Row], is_right: Sequence[bool], references: Sequence[int], without: float, seed: int
) -> list[Example]:
    """Returns right answers that mention a reference with it masked, and with another name or number masked.

    The reference is asserted in nearly all of them; what else they name does not answer the question.

    Args:
        rows: n rows.
        is_right: n verdicts.
        references: n positions of the reference in the row.
        without: Share of the examples of references without their question.
        seed: Seed of the choice of these, and of the other name.
    """
    chance = random.Random(seed)  # noqa: S311 (no secret)
    found = []
    for row, right, reference in zip(rows, is_right, references, strict=True):
        text = mask_mentions(row.prediction, row.references[reference]) if right else None
        if text is None:
            continue
        question = None if chance.random() < without else row.question
        found.append(Example(mention_text(question, text), 1.0, "mentions, natural"))
        known = {word.casefold() for each in (*row.references, row.question or "") for word in _WORD.findall(each)}
        names = [name for name in _NAME.findall(row.prediction) if known.isdisjoint(map(str.casefold, name.split()))]
        other = mask_mentions(row.prediction, chance.choice(names)) if names and row.question else None
        if other is not None:
            found.append(Example(mention_text(row.question, other), 0.0, "mentions, others"))
    return found


def aliases(references: Mapping[str, Sequence[str]], n: int, seed: int) -> list[Example]:
    """Returns the pairs of `alias_pairs` as examples."""
    return [
        Example(meaning_text(question, reference, other), target, "aliases")
        for question, reference, other, target in alias_pairs(references, n, seed)
    ]


def alias_pairs(
    references: Mapping[str, Sequence[str]], n: int, seed: int
) -> Iterator[tuple[str | None, str, str, float]]:
    """Yields question, reference, other reference and target: 1 for two of one question, 0 for near ones of two.

    Half of them come without their question.

    Args:
        references: References by question.
        n: Number of pairs of each kind.
        seed: Seed of the choice.
    """
    chance = random.Random(seed)  # noqa: S311 (no secret)
    several = sorted(question for question, each in references.items() if len(each) > 1)
    for _ in range(n):
        question = chance.choice(several)
        reference, alias = chance.sample(list(references[question]), 2)
        yield _alias(chance, question, reference, alias, 1.0)
    names = sorted({(question, each[0]) for question, each in references.items()})
    nearest = _nearest(_cosines([name for _, name in names]), _N_NEAREST)
    for _ in range(n):
        place = chance.randrange(len(names))
        question, name = names[place]
        other_question, other = names[chance.choice(nearest[place].tolist())]
        known = {each.casefold() for each in references[question]}
        if other.casefold() not in known and name.casefold() not in map(str.casefold, references[other_question]):
            yield _alias(chance, question, chance.choice(list(references[question])), other, 0.0)


def _alias(
    chance: random.Random, question: str, reference: str, other: str, target: float
) -> tuple[str | None, str, str, float]:
    return question if chance.random() < 0.5 else None, reference, other, target


def _cosines(texts: Sequence[str]) -> FloatArray:
    """Returns the (n, n) cosines of texts by the encoder."""
    from sentence_transformers import SentenceTransformer

    vectors, _ = embed_in_batches(
        TorchBackend(SentenceTransformer(find_embedded_model_files()[0], device="cpu")), texts
    )
    return np.asarray(vectors @ vectors.T, dtype=np.float64)


def _nearest(cosines: FloatArray, k: int) -> IntArray:
    """Returns the (n, k) positions of each text's nearest others."""
    np.fill_diagonal(cosines, -1)
    nearest: IntArray = np.argsort(-cosines, axis=1)[:, :-1][:, :k]
    return nearest


def similar_sentences(path: Path, without_year: int) -> list[Example]:
    """Returns pairs of sentences with human similarity grades, each pair in both orders.

    Args:
        path: JSON lines with `year`, `text1`, `text2` and `similarity` (0 to 1).
        without_year: A year to keep for measuring.
    """
    return [
        Example(meaning_text(None, *texts), similarity, "similarity", is_graded=True)
        for text1, text2, similarity in judged_sentences(path, without_year)
        for texts in ((text1, text2), (text2, text1))
    ]


def judged_sentences(path: Path, without_year: int) -> Iterator[tuple[str, str, float]]:
    """Yields two sentences and people's similarity.

    Args:
        path: As `similar_sentences` takes it.
        without_year: A year to keep for measuring.
    """
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["year"] != without_year:
            yield row["text1"], row["text2"], float(row["similarity"])
