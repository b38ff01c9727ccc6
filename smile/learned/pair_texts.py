"""What the reader reads of pairs, in which order, and what it says of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..aliases import BoolArray, IntArray
from ..rows.checked_rows import Row
from .features import Pairs, is_same_value, meaning_text
from .joint_model import Readings
from .mentions import masked
from .windows import windows

# These rules for values judge what the answer commits to; the reader is not asked again.
_RULES_OF_COMMITMENT = frozenset({"closed answer", "list", "candidates"})

# Where the reader of mentions is surer than this that the answer asserts the reference, which it has word for word,
# its meaning is not read. In EVOUNA that is so in 98 of 100 such answers of GPT-3.5 and GPT-4. Agreement with people
# was the same when this was chosen.
_SURELY_ASSERTED = 0.995

# Reads texts, after which so many more may follow at most; returns by text the two probabilities that the reader gives:
# of what it reads, and of similarity.
Read = Callable[[Sequence[str], int], Mapping[str, Sequence[float]]]


@dataclass(frozen=True)
class PairTexts:
    """What the reader reads of a pair: the highest of the meanings and the lowest of the mentions count.

    Attributes:
        meanings: Question, reference and answer, in as many texts as the answer has windows; none where a rule for
            values found the same value.
        mentions: The windows of the answer that mention the reference, with the mentions masked.
        has_reference: Whether the answer has the reference word for word, or its value.
    """

    meanings: list[str]
    mentions: list[str]
    has_reference: bool


def texts_of_pairs(rows: Sequence[Row], pairs: Pairs, wanted: IntArray, has_reference: BoolArray) -> list[PairTexts]:
    """Returns what the reader reads of some of P pairs.

    Args:
        rows: The rows, with the questions to read.
        pairs: The pairs.
        wanted: The positions of those to read.
        has_reference: (P,) whether the answer has the reference word for word, or its value.
    """
    found = []
    for pair, has_same_value in zip(wanted.tolist(), is_same_value(pairs)[wanted].tolist(), strict=True):
        row = rows[pairs.row[pair]]
        reference = row.references[pairs.reference_index[pair]]
        parts = windows(row.prediction)
        meanings = [] if has_same_value else [meaning_text(row.question, reference, part) for part in parts]
        mentions: list[str | None] = []
        if pairs.rule[pair] not in _RULES_OF_COMMITMENT:
            said = pairs.said[pair] if has_same_value else ()
            mentions = [masked(part, reference, said) for part in parts]
        texts = [text for text in mentions if text is not None]
        found.append(PairTexts(meanings, texts, bool(has_reference[pair])))
    return found


def readings_of(pairs: Sequence[PairTexts], read: Read) -> Readings:
    """Lets the reader read pairs, their mentions first; of a pair without such a text it says 1.

    Args:
        pairs: What it reads of them.
        read: Reads texts.
    """
    n_meanings = len({text for pair in pairs for text in pair.meanings})
    known = read([text for pair in pairs for text in pair.mentions], n_meanings)
    asserted = [min((known[text][0] for text in pair.mentions), default=1.0) for pair in pairs]
    # An answer whose mention was not found, such as "twenty five" for 25, asserts nothing surely.
    meanings = [
        [] if pair.has_reference and pair.mentions and probability > _SURELY_ASSERTED else pair.meanings
        for pair, probability in zip(pairs, asserted, strict=True)
    ]
    known = read([text for texts in meanings for text in texts], 0)
    return Readings(
        np.array([max((known[text][0] for text in texts), default=1.0) for texts in meanings]),
        np.array([max((known[text][1] for text in texts), default=1.0) for texts in meanings]),
        np.array(asserted),
    )
