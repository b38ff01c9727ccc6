"""Contrast pairs: a correct natural answer, and the same with one word of the reference exchanged for another.

What is exchanged comes from the data: two references of one data set that differ in one word ("left hand" and "right
hand", "North Carolina" and "South Carolina") show words that stand for each other. Numbers, and codes with a digit,
change by one character.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from smile.learned.reader_texts import meaning_text
from smile.rows.checked_rows import Row

from ..fine_tuning import Example

_WORD = re.compile(r"\w+(?:[-'’.]\w+)*[+#]*")
# Of a number of several digits, the first stays.
_DIGIT, _CODE_LETTER = re.compile(r"(?<=\d)\d|(?<!\d)\d(?!\d)"), re.compile(r"(?<=\d)[A-Z]\b|\b[A-Z](?=\d)")
_LONGEST = 6


def exchanges(references: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """Returns for each word, in small letters, those that stand in its place in a reference that is else the same.

    Words that exchange in two references of one question are left out: there they mean the same.

    Args:
        references: The references of each question.

    >>> exchanges([["left hand"], ["the right hand", "right hand"], ["his hand", "its hand"]])["his"]
    ['left', 'right']
    """
    of_frame: dict[tuple[str, ...], dict[str, set[int]]] = {}
    for question, texts in enumerate(references):
        for text in texts:
            words = _WORD.findall(text.lower())
            if 1 < len(words) <= _LONGEST:
                for place, word in enumerate(words):
                    frame = (*words[:place], "", *words[place + 1 :])
                    of_frame.setdefault(frame, {}).setdefault(word, set()).add(question)
    found: dict[str, set[str]] = {}
    same = set()
    for asked in of_frame.values():
        for word, other in permutations(asked, 2):
            found.setdefault(word, set()).add(other)
            if asked[word] & asked[other]:
                same.add((word, other))
    kept = {word: sorted(other for other in each if (word, other) not in same) for word, each in found.items()}
    return {word: others for word, others in kept.items() if others}


def contrast(reference: str, others: Mapping[str, Sequence[str]], chance: random.Random) -> str | None:
    """Returns a reference with one word or character exchanged, or None where nothing is known to exchange.

    Args:
        reference: The reference.
        others: What stands for what, by `exchanges`.
        chance: What draws the place and the word.
    """
    places = [(match, "") for match in (*_DIGIT.finditer(reference), *_CODE_LETTER.finditer(reference))]
    for match in _WORD.finditer(reference):
        if match[0].lower() in others:
            places.append((match, chance.choice(others[match[0].lower()])))
    if not places:
        return None
    match, new = chance.choice(places)
    if not new:
        kinds = "0123456789" if match[0].isdigit() else "ABCDEFGH"
        new = chance.choice([each for each in kinds if each != match[0]])
    elif match[0][0].isupper():
        new = new.capitalize()
    return reference[: match.start()] + new + reference[match.end() :]


def contrasts(rows: Sequence[Row], references: Sequence[int], seed: int) -> Iterator[Example]:
    """Yields correct answers that mention their reference, and the same with it changed.

    Args:
        rows: Rows with a correct answer each.
        references: The position of the reference in each row that the answer is closest to.
        seed: Seed of the changes.
    """
    chance = random.Random(seed)  # noqa: S311 (no secret)
    others = exchanges([row.references for row in rows])
    for row, place in zip(rows, references, strict=True):
        reference = row.references[place]
        changed = contrast(reference, others, chance)
        at = row.prediction.lower().find(reference.lower())
        if changed is None or at < 0 or any(changed.lower() == each.lower() for each in row.references):
            continue
        answer = row.prediction[:at] + changed + row.prediction[at + len(reference) :]
        if any(each.lower() in answer.lower() for each in row.references):
            continue
        yield Example(meaning_text(row.question, reference, row.prediction), 1.0, "contrasts")
        yield Example(meaning_text(row.question, reference, answer), 0.0, "contrasts")
