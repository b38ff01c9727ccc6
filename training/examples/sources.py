"""All sources of training examples, each with its share."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

from smile.learned.texts import mask_mentions, meaning_text, mention_text
from smile.rows.checked_rows import Row

from ..fine_tuning import Example
from ..labelled_answers import LabelledAnswers
from .changed_answers import changed_answers
from .closed_questions import closed_questions
from .lexical_knowledge import lexical_knowledge
from .long_answers import long_commitments, long_mentions
from .made_examples import Pair
from .mention_grammar import Made, make
from .natural_examples import (
    aliases,
    best_references,
    natural_mentions,
    similar_sentences,
)
from .paraphrases import Use, kept_paraphrases

# The reader has not learned from sentence similarity of this year.
MEASURED_YEAR = 2016

# Numbers of made examples by source, at a share of 1; the data sets are then read once.
_N_MADE = {
    "mentions": 15_000,
    "commitments": 10_000,
    "aliases": 4_000,
    "closed": 8_000,
    "lexical": 5_000,
    "changed": 10_000,
}

# Share of the examples without their question, so that the reader learns to do without.
_WITHOUT_QUESTION = 0.3

_N_CANDIDATES = 5


def examples_of(
    answers: LabelledAnswers,
    known: Sequence[int],
    similarity: Path,
    shares: Mapping[str, float],
    seed: int,
) -> list[Example]:
    """Returns the examples of all sources.

    Args:
        answers: Answers with human labels.
        known: Positions of those to learn from.
        similarity: Pairs of sentences, as `natural_examples.similar_sentences` reads them.
        shares: Share of each source's examples by its name, 0 for a source without one; a data set of which more than
            all is wanted is read again.
        seed: Seed of the choice.
    """
    rows = [answers.rows[i] for i in known]
    is_right = answers.is_right[list(known)].tolist()
    references = {row.question or "": row.references for row in rows}
    seeds = count(100 * seed + 2)
    chance = random.Random(seed)  # noqa: S311 (no secret)

    def read(name: str, read_once: Callable[[], Sequence[Example]]) -> Iterator[Example]:
        left = shares.get(name, 0.0)
        while left > 0:
            examples = read_once()
            yield from chance.sample(examples, round(min(left, 1.0) * len(examples)))
            left -= 1

    def n_of(name: str) -> int:
        return round(shares.get(name, 0.0) * _N_MADE[name])

    return [
        *read(
            "mentions, natural",
            lambda: natural_mentions(rows, is_right, best_references(rows), _WITHOUT_QUESTION, next(seeds)),
        ),
        *read("long answers", lambda: long_mentions(Use.LEARNING)),
        *read("long answers, meanings", lambda: of_pairs(long_commitments(Use.LEARNING), 0.0, next(seeds))),
        *read("meanings", lambda: of_pairs(list(kept_paraphrases(Use.LEARNING)), _WITHOUT_QUESTION / 2, next(seeds))),
        *read("similarity", lambda: similar_sentences(similarity, MEASURED_YEAR)),
        *aliases(references, n_of("aliases"), next(seeds)),
        *made_mentions(rows, n_of("mentions"), next(seeds)),
        *made_commitments(rows, n_of("commitments"), next(seeds)),
        *of_pairs(closed_questions(rows, n_of("closed"), next(seeds)), 0.0, next(seeds)),
        *of_pairs(lexical_knowledge(rows, n_of("lexical"), next(seeds)), _WITHOUT_QUESTION, next(seeds)),
        *of_pairs(changed_answers(rows, n_of("changed"), next(seeds)), _WITHOUT_QUESTION, next(seeds)),
    ]


def made_answers(rows: Sequence[Row], seed: int) -> Iterator[tuple[Row, list[str], list[Row], Made]]:
    """Yields without end a row, candidates of which its own reference is the first, their rows, and an answer."""
    chance = random.Random(seed)  # noqa: S311 (no secret)
    while True:
        its_rows = chance.sample(rows, _N_CANDIDATES)
        candidates = [chance.choice(row.references) for row in its_rows]
        lower = [candidate.lower() for candidate in candidates]
        if any(a in b for i, a in enumerate(lower) for j, b in enumerate(lower) if i != j):
            continue
        yield its_rows[0], candidates, its_rows, make(chance, candidates, its_rows[0].question or "")


def made_mentions(rows: Sequence[Row], n: int, seed: int) -> list[Example]:
    """Returns answers of the grammar with the mentions of one candidate masked.

    Args:
        rows: Rows whose references are the candidates.
        n: Number of examples.
        seed: Seed of the choice.
    """
    chance = random.Random(seed + 1)  # noqa: S311 (no secret)
    examples: list[Example] = []
    for row, candidates, _, made in made_answers(rows, seed):
        for candidate in made.mentioned:
            text = mask_mentions(made.text, candidates[candidate])
            if text is not None:
                question = row.question if chance.random() >= _WITHOUT_QUESTION else None
                target = float(candidate in made.asserted)
                examples.append(Example(mention_text(question, text), target, f"mentions, {made.construction}"))
        if len(examples) >= n:
            return examples[:n]
    return examples


def made_commitments(rows: Sequence[Row], n: int, seed: int) -> list[Example]:
    """Returns answers of the grammar to compare with an alias of one of their candidates.

    Args:
        rows: Rows whose references are the candidates.
        n: Number of examples.
        seed: Seed of the choice.
    """
    chance = random.Random(seed + 1)  # noqa: S311 (no secret)
    examples: list[Example] = []
    for row, _, its_rows, made in made_answers(rows, seed):
        for candidate in made.mentioned[:2]:
            reference = chance.choice(its_rows[candidate].references)
            question = row.question if chance.random() >= _WITHOUT_QUESTION else None
            target = float(candidate in made.asserted)
            examples.append(Example(meaning_text(question, reference, made.text), target, "commitments"))
        if len(examples) >= n:
            return examples[:n]
    return examples


def of_pairs(pairs: Sequence[Pair], without: float, seed: int) -> list[Example]:
    """Returns pairs as examples.

    Args:
        pairs: The pairs.
        without: Share of the examples without their question; a closed question is needed to read yes and no.
        seed: Seed of the choice of these.
    """
    chance = random.Random(seed)  # noqa: S311 (no secret)
    return [
        Example(
            meaning_text(pair.question if chance.random() >= without else None, pair.reference, pair.prediction),
            pair.target,
            pair.source,
        )
        for pair in pairs
    ]
