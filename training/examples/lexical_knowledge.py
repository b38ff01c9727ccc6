"""Made examples from WordNet: synonyms, antonyms, sister terms, finer and coarser terms, and what words mean.

The files are those of Debian's package wordnet-base; nltk does not read them there, so a few lines here do.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from smile.rows.checked_rows import Row

from .made_examples import Pair

DEBIAN = Path("/usr/share/wordnet")

_SAME, _FINER, _WRONG = 1.0, 0.8, 0.0
# Senses seen less often in the tagged texts are not common.
_LEAST_COUNT = 2
_QUESTIONS = {
    "noun": ("What is it?", "What is meant?", "What did they talk about?", "What is in the picture?", None),
    "verb": ("What did they do?", "What do they want to do?", "What were they told to do?", None),
    "adj": ("How would you describe it?", "What is it like?", "How was it?", None),
}
_SENTENCES = {
    "noun": ("{}", "{}", "{}, I think", "The word is {}.", "I would call it {}."),
    "verb": ("{}", "to {}", "to {}, I think"),
    "adj": ("{}", "{}", "It is {}.", "It was {}.", "I would call it {}."),
}
_LEFT_OUT = {"goddamn", "damn", "jackass", "queer", "gay", "bastard", "bitch", "whore", "negro", "nigger", "coon"}
# A word stands for the meanings that hold at least this share of its uses.
_LEAST_SHARE = 0.6
# Share of pairs in which one side is the definition of a word, of at most so many words.
_EXPLAINED, _LONGEST_DEFINITION = 0.35, 14
# Nouns that name a person, an animal, a thing, a plant, food or a place can be in a picture; others are talked about.
_VISIBLE = {"05", "06", "13", "18", "20"}
# Compared with sister terms and wider ones; elsewhere, and with sorts of people, a person would dispute the target.
_CONCRETE = {"05", "06", "08", "13", "20", "27"}
_COUNTED = {"05", "06", "18"}


@dataclass(frozen=True)
class Synset:
    """Words of one meaning.

    Attributes:
        kind: `noun`, `verb` or `adj`.
        field: Number of the lexicographer's file, such as animals or food.
        words: Its common words, with how often each is used in this meaning, most often first.
        wider: Keys of the synsets of wider meaning.
        opposites: For a word here, words of opposite meaning as (synset's key, place in it).
        all_words: All words in the order of the file.
        gloss: What it means.
    """

    kind: str
    field: str
    words: tuple[tuple[str, int], ...]
    wider: tuple[str, ...]
    opposites: tuple[tuple[int, str, int], ...]
    all_words: tuple[str, ...]
    gloss: str

    @property
    def definition(self) -> str:
        """Its gloss without examples and brackets; nothing where that is long or holds one of its words."""
        text = " ".join(re.sub(r"\([^)]*\)|\"[^\"]*\"", " ", self.gloss).split(";")[0].split())
        words = re.findall(r"\w+", text.lower())
        holds_word = any(part.lower() in words for word in self.all_words for part in word.split())
        return "" if holds_word or not 1 < len(words) <= _LONGEST_DEFINITION else text


def lexical_knowledge(rows: Sequence[Row], n: int, seed: int) -> list[Pair]:
    """Returns pairs of words.

    Args:
        rows: Not used; all makers of examples are called alike.
        n: Number of pairs.
        seed: Seed of all choices.
    """
    chance = random.Random(seed)  # noqa: S311 (no secret)
    return list(islice(_pairs(read_synsets(), chance), n))


@cache
def read_synsets(folder: Path = DEBIAN) -> dict[str, Synset]:
    """Returns WordNet's synsets by key: the letter of the part of speech and the place in its file."""
    counts: dict[tuple[str, str, str], int] = {}
    for line in (folder / "cntlist.rev").read_text("utf-8").splitlines():
        sense, _, count = line.split()
        word, rest = sense.split("%")
        kind, field, number = rest.split(":")[:3]
        counts[word, field, number] = max(int(count), counts.get((word, field, number), 0))
    totals: dict[tuple[str, str], int] = {}
    for (word, field, _), uses in counts.items():
        totals[word, _letter(field)] = totals.get((word, _letter(field)), 0) + uses
    for (word, field, number), uses in list(counts.items()):
        if uses < _LEAST_SHARE * totals[word, _letter(field)]:
            counts[word, field, number] = 0
    found = {}
    for kind, letter in (("noun", "n"), ("verb", "v"), ("adj", "a")):
        for line in (folder / f"data.{kind}").read_text("utf-8").splitlines():
            if not line.startswith("  "):
                found[letter + line[:8]] = _parse(line, kind, counts)
    return found


def _letter(field: str) -> str:
    """Returns the part of speech of a lexicographer's file."""
    number = int(field)
    return "n" if 3 <= number <= 28 else "v" if 29 <= number <= 43 else "r" if number == 2 else "a"


def _parse(line: str, kind: str, counts: dict[tuple[str, str, str], int]) -> Synset:
    fields = line.split("|")[0].split()
    field, end = fields[1], 4 + 2 * int(fields[3], 16)
    forms = [form.split("(")[0] for form in fields[4:end:2]]
    numbers = [f"{int(number, 16):02d}" for number in fields[5:end:2]]
    pointers = [fields[i : i + 4] for i in range(end + 1, end + 1 + 4 * int(fields[end]), 4)]
    words = [
        (form.replace("_", " "), count)
        for form, number in zip(forms, numbers, strict=True)
        if (count := counts.get((form.lower(), field, number), 0)) >= _LEAST_COUNT
        and form.islower()
        and len(form) > 2
        and form not in _LEFT_OUT
    ]
    return Synset(
        kind,
        field,
        tuple(sorted(words, key=lambda pair: -pair[1])),
        tuple(letter + key for sign, key, letter, _ in pointers if sign == "@"),
        tuple(
            (int(places[:2], 16) - 1, letter + key, int(places[2:], 16) - 1)
            for sign, key, letter, places in pointers
            if sign == "!" and letter in "nva"
        ),
        tuple(form.replace("_", " ") for form in forms),
        line.partition("|")[2],
    )


def _pairs(synsets: dict[str, Synset], chance: random.Random) -> Iterator[Pair]:
    common = {key: synset for key, synset in synsets.items() if synset.words}
    same = [synset for synset in common.values() if len(synset.words) > 1]
    opposed = list(_opposites(synsets, common))
    meanings = _meanings(synsets)
    narrower: dict[str, list[Synset]] = {}
    for synset in common.values():
        for key in synset.wider if synset.field in _CONCRETE else ():
            narrower.setdefault(key, []).append(synset)
    wider = [key for key in narrower if key in common and synsets[key].field in _CONCRETE]
    explained = [synset for synset in common.values() if synset.wider and synset.definition]
    sisters_of: dict[str, list[Synset]] = {}
    for synset in explained:
        for key in synset.wider:
            sisters_of.setdefault(key, []).append(synset)
    sisters = [key for key in narrower if len(narrower[key]) > 1 and _depth(key, synsets) > 4]
    while True:
        kind = chance.random()
        if chance.random() < _EXPLAINED:
            yield _explained(explained, sisters_of, synsets, chance)
            continue
        if kind < 0.42:
            synset = chance.choice(same)
            (first, _), (second, _) = chance.sample(synset.words, 2)
            yield _pair(synset, first, second, _SAME, "synonym", chance)
            continue
        if kind < 0.57:
            synset, first, second = chance.choice(opposed)
            target, source = _WRONG, "antonym"
        elif kind < 0.75:
            synset, other = chance.sample(narrower[chance.choice(sisters)], 2)
            (first, _), (second, _) = chance.choice(synset.words), chance.choice(other.words)
            if first in other.gloss or second in synset.gloss:
                continue
            target, source = _WRONG, "sister"
        else:
            key = chance.choice(wider)
            synset = chance.choice(narrower[key])
            (first, _), (second, _) = chance.choice(synset.words), chance.choice(synsets[key].words)
            target, source = _WRONG, "coarser"
            if kind > 0.87:
                first, second, target, source = second, first, _FINER, "finer"
        # Words that mean the same in another sense, or of which one holds the other, are left out.
        if not meanings.get(first, set()) & meanings.get(second, set()) and first not in second and second not in first:
            yield _pair(synset, first, second, target, source, chance)


def _explained(
    explained: Sequence[Synset], sisters_of: dict[str, list[Synset]], synsets: dict[str, Synset], chance: random.Random
) -> Pair:
    """Returns a word with its definition, or with that of a sister, of an opposite or of any word of its kind."""
    is_same = chance.random() < 0.5
    while True:
        synset = chance.choice(explained)
        if is_same:
            return _defined(synset, synset.definition, _SAME, chance)
        draw = chance.random()
        if draw < 0.6:
            others = [other for key in synset.wider for other in sisters_of[key]]
        elif draw < 0.8:
            others = [synsets[key] for _, key, _ in synset.opposites]
        else:
            others = [chance.choice(explained)]
        other = chance.choice(others or explained)
        names = (*synset.all_words, *other.all_words)
        is_other = other is not synset and other.kind == synset.kind and bool(other.definition)
        if is_other and not _hold(synset.gloss + other.gloss, names):
            return _defined(synset, other.definition, _WRONG, chance)


def _hold(text: str, names: Sequence[str]) -> bool:
    """Returns whether a text holds one of some names."""
    return any(name in text for name in names)


def _defined(synset: Synset, definition: str, target: float, chance: random.Random) -> Pair:
    word, _ = chance.choice(synset.words)
    reference, prediction = (word, definition) if chance.random() < 0.6 else (definition, word)
    question = chance.choice(("What is meant?", "Which word is it?", None, None))
    return Pair(question, reference, prediction, target, "lexical/definition")


def _opposites(synsets: dict[str, Synset], common: dict[str, Synset]) -> Iterator[tuple[Synset, str, str]]:
    for synset in common.values():
        for place, key, other_place in synset.opposites:
            if place >= 0 and key in common:
                yield synset, synset.all_words[place], synsets[key].all_words[other_place]


def _meanings(synsets: dict[str, Synset]) -> dict[str, set[str]]:
    """Returns the keys of the synsets of each word."""
    found: dict[str, set[str]] = {}
    for key, synset in synsets.items():
        for word in synset.all_words:
            found.setdefault(word, set()).add(key)
    return found


def _depth(key: str, synsets: dict[str, Synset]) -> int:
    """Returns how many wider meanings stand above one: sisters under a very wide one are hardly sisters."""
    depth = 0
    while synsets[key].wider:
        key, depth = synsets[key].wider[0], depth + 1
    return depth


def _pair(synset: Synset, first: str, second: str, target: float, source: str, chance: random.Random) -> Pair:
    questions = _QUESTIONS[synset.kind]
    if synset.kind == "noun" and synset.field not in _VISIBLE:
        questions = tuple(text for text in questions if text != "What is in the picture?")
    forms = _SENTENCES[synset.kind]
    if synset.field in _COUNTED and source != "synonym":
        first, second = (f"{'an' if word[0] in 'aeiou' else 'a'} {word}" for word in (first, second))
        forms = ("{}", "It is {}.", "I think it is {}.")
    reference, prediction = chance.choice(forms).format(first), chance.choice(forms).format(second)
    return Pair(chance.choice(questions), reference, prediction, target, f"lexical/{source}")
