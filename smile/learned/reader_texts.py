"""The texts that the reader reads of a pair: its meaning, and the answer with its mentions of the reference masked."""

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from ..constants import SMILE_NORMALIZATION
from ..rows.checked_rows import Row
from ..rows.pair_table import PairTable
from ..shared_types import BoolArray, IntArray
from ..text.clauses import Span, takes_back
from ..text.normalization import normalized_words
from ..text.refusals import says_something_new, word_lists
from ..text.view import RuleName, View, Words, between_spaces, view_of

# Separates the texts that the reader reads, as its tokenizer does.
_SEPARATOR = " [SEP] "
# Replaces a mention: the token for gaps in the encoder's training.
MASK = "[MASK]"
_SPECIAL_TOKENS = ("[SEP]", "[CLS]", "[PAD]", MASK, "[UNK]")

# The encoder reads 256 tokens of question, reference and answer; this many words of an answer leave room for the
# others.
_LONGEST = 120
# The words that a window shares with the one before, so that most sentences are whole in one of them.
_SHARED = 20
# Of more windows, only the first, the last, and those with most of the reference's words are read.
_MOST_WINDOWS = 3
_WORD = regex.compile(r"\S+")


# The fewest times that "or" makes a choice; a single one may be between two names of one thing.
_CHOICE = 2

# These rules for values decide what the answer commits to, so the mention is not read.
_RULES_OF_COMMITMENT: frozenset[RuleName] = frozenset({"closed answer", "list"})
# If this rule finds another value, the answer does not assert the reference that it mentions.
_RULE_OF_DENIAL: RuleName = "denial"

LANGUAGE = "en"


@dataclass(frozen=True)
class PairTexts:
    """The texts of one pair. The maximum over meanings and the minimum over mentions count.

    Attributes:
        meanings: Question, reference and answer, one text for each window of the answer; none if a rule for values
            found the same value.
        mentions: The windows of the answer that mention the reference, with the mentions masked.
        has_reference: Whether the answer has the reference word for word, or its value.
        is_denied: Whether a rule found that the answer asserts something else.
        is_alone: Whether the answer says nothing besides its mention: "Maybe Bell?"
        offers: Whether the answer offers several things with "or", among them the mention.
        is_cut: Whether the answer has more windows than are read.
    """

    meanings: list[str]
    mentions: list[str]
    has_reference: bool
    is_denied: bool = False
    is_alone: bool = False
    offers: bool = False
    is_cut: bool = False


def texts_of_pairs(
    rows: Sequence[Row], pairs: PairTable, wanted: IntArray, has_reference: BoolArray
) -> list[PairTexts]:
    """Returns the reader's texts of some of P pairs."""
    found = []
    for pair, has_same_value in zip(wanted.tolist(), pairs.is_same_value[wanted].tolist(), strict=True):
        row = rows[pairs.row[pair]]
        reference = row.references[pairs.reference_index[pair]]
        every = reader_text_windows(row.prediction)
        parts = every if len(every) <= _MOST_WINDOWS else _nearest_reader_text_windows(every, reference)
        meanings = [] if has_same_value else [meaning_text(row.question, reference, part) for part in parts]
        mentions: list[str] = []
        is_alone = offers = False
        if pairs.rule[pair] not in _RULES_OF_COMMITMENT:
            said = pairs.said[pair] if has_same_value else ()
            mentions = [text for part in parts if (text := mask_mentions(part, reference, said)) is not None]
            if len(parts) == len(mentions) == 1:
                said = mentions[0].replace(MASK, " ")
                known = word_lists()["without content"].union(_words_of_reader_text(row.question or ""))
                is_alone = not (takes_back(said) or says_something_new(said, known, LANGUAGE))
                offers = said.split().count("or") >= _CHOICE
            mentions = [mention_text(row.question, text) for text in mentions]
        is_denied = bool(pairs.is_other_value[pair]) and pairs.rule[pair] == _RULE_OF_DENIAL
        is_cut = len(parts) < len(every)
        found.append(PairTexts(meanings, mentions, bool(has_reference[pair]), is_denied, is_alone, offers, is_cut))
    return found


def meaning_text(question: str | None, reference: str, prediction: str) -> str:
    """Returns the text in which the reader compares meanings. The tokenizer's special tokens in it are broken up.

    Space around reference and prediction, and a full stop at their end, are left out.

    >>> meaning_text("What is it?", "a mark", " It is [SEP].")
    'What is it? [SEP] a mark [SEP] It is [ SEP]'
    """
    answers = [reference.strip().rstrip(". "), prediction.strip().rstrip(". ")]
    return _SEPARATOR.join(map(_without_marks, answers if question is None else [question, *answers]))


def mention_text(question: str | None, masked_answer: str) -> str:
    """Returns the text in which the reader judges an answer with masked mentions."""
    return masked_answer if question is None else f"{_without_marks(question)}{_SEPARATOR}{masked_answer}"


def _without_marks(text: str) -> str:
    for mark in _SPECIAL_TOKENS:
        text = text.replace(mark, f"[ {mark[1:]}")
    return text


def reader_text_windows(text: str) -> list[str]:
    """Returns a text in windows of at most `_LONGEST` words, each beginning with the last words of the one before.

    >>> reader_text_windows("a short answer")
    ['a short answer']
    >>> [len(piece.split()) for piece in reader_text_windows("word " * 200)]
    [120, 100]
    """
    words = [word.span() for word in _WORD.finditer(text)]
    if len(words) <= _LONGEST:
        return [text]
    starts = range(0, len(words) - _SHARED, _LONGEST - _SHARED)
    return [text[words[first][0] : words[min(len(words), first + _LONGEST) - 1][1]] for first in starts]


def _nearest_reader_text_windows(parts: list[str], reference: str) -> list[str]:
    wanted = frozenset(_words_of_reader_text(reference))
    n_wanted = [len(wanted.intersection(_words_of_reader_text(part))) for part in parts]
    inner = sorted(range(1, len(parts) - 1), key=lambda place: -n_wanted[place])[: _MOST_WINDOWS - 2]
    return [parts[0], *(parts[place] for place in sorted(inner)), parts[-1]]


def mask_mentions(prediction: str, reference: str, said: Sequence[str] = ()) -> str | None:
    """Returns an answer with each mention of a reference replaced by `MASK`; None without a mention.

    Space around it, and a full stop at its end, are left out. A mention is the reference word for word, without its
    article, or its value in the answer's own words (`said`), as a rule for values found it. A part of the reference
    is no
    mention: "from animals" does not mention "animal products".

    >>> mask_mentions("Not Paris, but Rome.", "Paris")
    'Not [MASK], but Rome'
    >>> mask_mentions("It is 36 inches.", "1 yard", ["36 inches"])
    'It is [MASK]'
    """
    answer = view_of(prediction)
    spans = (
        answer.word_mentions(reference)
        or answer.written_mentions(reference)
        or _joined_reference_span(answer, reference)
    )
    parts, last = [], 0
    for start, stop in spans or sorted(span for value in said for span in answer.find(value)):
        if start >= last:
            parts += [answer.text[last:start].replace(MASK, "[ MASK]"), MASK]
            last = stop
    if not parts:
        return None
    return "".join([*parts, answer.text[last:].replace(MASK, "[ MASK]")]).strip().rstrip(". ")


def _joined_reference_span(answer: View, reference: str) -> tuple[Span, ...]:
    """Returns the span of words that only together equal the reference, as "twenty five" for 25."""
    wanted = _words_of_reader_text(reference)
    if between_spaces(wanted) not in answer.norm:
        return ()
    return answer.find_as(_words_of_reader_text, wanted, 6) or answer.find_as(_words_of_reader_text, wanted, 2)


def _words_of_reader_text(text: str) -> Words:
    return normalized_words(text, SMILE_NORMALIZATION, LANGUAGE)
