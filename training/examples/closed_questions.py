"""Made examples of closed questions: yes or no, true or false, and a choice of letters."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from smile.rows.checked_rows import Row

from .made_examples import Pair, read_bank, start_large, start_small

_YES = ("Yes", "yes", "Yes.", "Yeah.", "Yep", "Indeed.", "Certainly.", "Of course.", "That is right.", "It is so.")
_NO = (
    "No",
    "no",
    "No.",
    "Nope",
    "Not at all.",
    "By no means.",
    "Certainly not.",
    "That is not so.",
    "Nah.",
    "It is not.",
)
_TRUE = (
    "True",
    "true",
    "True.",
    "It is true.",
    "That is correct.",
    "Correct",
    "Yes, that is true.",
    "The statement holds.",
)
_FALSE = ("False", "false", "False.", "It is false.", "That is incorrect.", "Wrong", "No, that is false.", "Untrue.")
_CLOSED = {text for word in ("yes", "no", "true", "false") for text in (word, word.capitalize())}
_REFUSALS = (
    "I cannot choose between these.",
    "None of the options can be checked from here.",
    "I don't know which one.",
    "It could be any of them.",
    "One of the options above.",
    "All of the above.",
    "None of the above.",
)
_NAMES = ("Ann", "Ben", "Carla", "David", "Ella", "Frank", "Greta", "Hugo", "Ines", "Jonas", "Kate", "Leo")
_COLOURS = ("red", "blue", "green", "yellow", "black", "white", "brown", "grey", "orange", "purple")
_COLOURED = ("car", "scarf", "house", "kite", "vase", "hat", "flag", "bicycle", "dress", "door")
_MATERIALS = ("wood", "steel", "glass", "plastic", "leather", "marble", "paper", "copper", "clay", "wool")
_OBJECTS = ("table", "statue", "box", "bowl", "bracelet", "mask", "cup", "toy", "roof", "figure")
_PLACES = ("Oslo", "Madrid", "Vienna", "Dublin", "Lyon", "Boston", "Kyoto", "Quito", "Perth", "Tunis")
_EVENTS = ("meeting", "concert", "wedding", "trial", "festival", "conference", "race", "exhibition")
_SEEN = ("cat", "coat", "letter", "candle", "clock", "child", "basket", "guitar", "parrot", "suitcase")
_SPOTS = ("on the mat", "behind the door", "under the bed", "next to the stove", "in the corner", "by the window")
_COUNTED = ("cup", "bird", "boat", "tree", "chair", "tent", "lantern", "bottle", "tower", "bench")
_OWNED = ("bicycle", "piano", "garden", "licence", "beard", "sister", "boat", "telescope", "tractor", "passport")
_SKILLS = ("swim", "drive", "juggle", "read music", "speak Greek", "ride a horse", "bake bread", "play chess")
_MEASURES = (
    (("tower", "wall", "tree", "cliff"), "taller", "shorter", "m", (5, 180)),
    (("river", "road", "tunnel", "trail"), "longer", "shorter", "km", (3, 900)),
    (("parcel", "suitcase", "stone", "sack"), "heavier", "lighter", "kg", (2, 60)),
    (("coat", "lamp", "watch", "ticket"), "dearer", "cheaper", "euros", (10, 400)),
    (("church", "castle", "oak", "coin"), "older", "younger", "years", (20, 900)),
)
_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PERSONS = {
    "boy", "girl", "patient", "guard", "soldier", "runner", "worker", "man", "singer", "merchant", "suspect", "witness",
    "player", "tenant", "judge", "king", "child", "thief", "donor",
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """A closed question with sentences that say yes and sentences that say no, all without these words."""

    question: str
    yes: tuple[str, ...]
    no: tuple[str, ...]

    def sentences(self, is_yes: bool) -> tuple[str, ...]:
        """Returns the sentences of a side."""
        return self.yes if is_yes else self.no


def closed_questions(rows: Sequence[Row], n: int, seed: int) -> list[Pair]:
    """Returns pairs about closed questions.

    Args:
        rows: Rows whose questions and references are asked about, too.
        n: Number of pairs.
        seed: Seed of all choices.
    """
    chance = random.Random(seed)  # noqa: S311 (no secret)
    open_rows = [row for row in rows if row.question and row.references and not _CLOSED.intersection(row.references)]
    return list(islice(_pairs(open_rows, chance), n))


def scenes(chance: random.Random) -> Scene:
    """Returns a scene, written by hand or made by a rule."""
    if chance.random() < 0.45:
        [question], yes, no = chance.choice(read_bank("closed_scenes"))
        return Scene(question, tuple(yes), tuple(no))
    return chance.choice(_RULES)(chance)


def _pairs(rows: Sequence[Row], chance: random.Random) -> Iterator[Pair]:
    while True:
        kind = chance.random()
        if kind < 0.55:
            yield _about_scene(scenes(chance), chance)
        elif kind < 0.65:
            yield _about_statement(scenes(chance), chance)
        elif kind < 0.7:
            yield _bare_words(chance)
        elif kind < 0.85 or len(rows) < 5:
            yield _choice(*_options_of_kinds(chance), chance)
        elif kind < 0.93:
            yield _about_answer(rows, chance)
        else:
            yield _choice(*_options_of_rows(rows, chance), chance)


def _about_scene(scene: Scene, chance: random.Random) -> Pair:
    is_yes = chance.random() < 0.5
    reference = _reference(scene, is_yes, chance)
    if chance.random() < 0.15:
        return Pair(scene.question, reference, _noncommittal(scene.question, chance), 0.0, "closed/noncommittal")
    agrees = chance.random() < 0.55
    prediction = _say(scene, is_yes == agrees, chance)
    return Pair(scene.question, reference, prediction, float(agrees), "closed/scene")


def _reference(scene: Scene, is_yes: bool, chance: random.Random) -> str:
    word = "yes" if is_yes else "no"
    short = _short_answer(scene.question, is_yes)
    forms = [word, word.capitalize(), word.capitalize() + "."] + ([short] if short else [])
    return chance.choice([*forms, chance.choice(scene.sentences(is_yes))])


def _say(scene: Scene, is_yes: bool, chance: random.Random) -> str:
    sentence = chance.choice(scene.sentences(is_yes))
    word = "Yes" if is_yes else "No"
    short = _short_answer(scene.question, is_yes) or f"{word}."
    ways: list[str] = [
        sentence,
        sentence,
        sentence,
        f"{word}, {start_small(sentence)}",
        f"{word}. {sentence}",
        f"{sentence} So {word.lower()}.",
        f"The answer is {word.lower()}.",
        f"I would say {word.lower()}: {start_small(sentence)}",
        chance.choice(_YES if is_yes else _NO),
        short,
        f"{short.rstrip('.')}. {sentence}",
    ]
    return chance.choice(ways)


def _about_statement(scene: Scene, chance: random.Random) -> Pair:
    """True or false: a sentence of a scene is put up, and the answer is a word or another sentence."""
    put_up, is_true, agrees = chance.random() < 0.5, chance.random() < 0.5, chance.random() < 0.5
    statement = chance.choice(scene.sentences(put_up))
    question = chance.choice(("True or false: {}", "Is this statement true? {}", "{} True or false?")).format(statement)
    reference = chance.choice(("True", "true", "It is true.") if is_true else ("False", "false", "It is false."))
    if chance.random() < 0.15:
        return Pair(question, reference, _noncommittal(question, chance), 0.0, "closed/noncommittal")
    says_true = is_true == agrees
    sides = [text for text in scene.sentences(put_up == says_true) if text != statement]
    words = _TRUE if says_true else _FALSE
    prediction = chance.choice([chance.choice(words), chance.choice(words), *sides])
    return Pair(question, reference, prediction, float(agrees), "closed/statement")


def _bare_words(chance: random.Random) -> Pair:
    """Words of a side without any question."""
    is_yes, agrees = chance.random() < 0.5, chance.random() < 0.5
    sides = ((_YES, _NO), ("yes", "no")) if chance.random() < 0.5 else ((_TRUE, _FALSE), ("true", "false"))
    words, references = sides
    reference = references[not is_yes]
    prediction = chance.choice(words[(not is_yes) == agrees])
    return Pair(None, reference, prediction, float(agrees), "closed/words")


def _about_answer(rows: Sequence[Row], chance: random.Random) -> Pair:
    """Asks whether a question's answer is a given one."""
    row, other = chance.sample(list(rows), 2)
    right, alias = chance.choice(row.references), chance.choice(row.references)
    is_yes, agrees = chance.random() < 0.5, chance.random() < 0.5
    wrong = chance.choice(other.references)
    if _same(wrong, row.references):
        is_yes = True
    asked = str(row.question).rstrip("? ")
    question = chance.choice(("Is the answer to '{}?' {}?", "'{}?' Is it {}?", "Somebody asks: {}? Is {} the answer?"))
    question = question.format(asked, right if is_yes else wrong)
    reference = chance.choice(("yes", "Yes.") if is_yes else ("no", "No."))
    plain = chance.choice(_YES if is_yes == agrees else _NO)
    sentences = ["It is {}.", "Correct, {} is right.", "Yes, {}."] if is_yes else ["No, it is {}.", "The answer is {}."]
    full = chance.choice(sentences).format(alias if is_yes else right) if agrees else plain
    return Pair(question, reference, chance.choice((plain, full)), float(agrees), "closed/answer")


def _choice(asked: str, right: str, wrong: Sequence[str], chance: random.Random) -> Pair:
    """A question with lettered options."""
    options = [right, *wrong]
    chance.shuffle(options)
    letters = "ABCDEF" if chance.random() < 0.8 else "abcdef"
    mark = chance.choice(("{}) {}", "{}. {}", "({}) {}", "{}: {}"))
    listed = chance.choice((" ", ", ", "\n")).join(mark.format(*pair) for pair in zip(letters, options, strict=False))
    question = f"{asked}{'' if asked[-1] in '?.' else '?'} {listed}"
    at = options.index(right)
    bad = chance.choice([i for i in range(len(options)) if i != at])
    reference = chance.choice((letters[at], f"{letters[at]}) {right}", right, f"({letters[at]})"))
    draw = chance.random()
    if draw < 0.5:
        return Pair(question, reference, _pick(letters[at], right, chance), 1.0, "closed/choice")
    if draw < 0.8:
        return Pair(question, reference, _pick(letters[bad], options[bad], chance), 0.0, "closed/choice")
    several = chance.sample(range(len(options)), 2)
    prediction = chance.choice(
        (
            f"{letters[at]}) {options[bad]}",
            f"{letters[bad]}) {right}",
            " and ".join(letters[i] for i in several),
            ", ".join(letters[: len(options)]),
            f"{letters[at]} or {letters[bad]}",
            chance.choice(_REFUSALS),
            listed,
            f"Not {letters[at]}.",
        )
    )
    return Pair(question, reference, prediction, 0.0, "closed/choice-attack")


def _pick(letter: str, content: str, chance: random.Random) -> str:
    ways = (
        "{0}", "({0})", "{0}.", "{1}", "{1}.", "{0}) {1}", "Option {0}", "The answer is {0}.", "It is {1}.",
        "I would choose {0}: {1}", "The right option is {0} ({1}).", "**{0}**", "{0}, that is, {1}",
    )  # fmt: skip
    return chance.choice(ways).format(letter.upper() if chance.random() < 0.7 else letter, content)


def _options_of_kinds(chance: random.Random) -> tuple[str, str, list[str]]:
    [kind], members, others = chance.choice(read_bank("closed_kinds"))
    n = chance.randint(2, 3)
    if chance.random() < 0.25 and len(members) >= n:
        form = chance.choice(("Which one is not {}?", "Which of these is not {}?"))
        return form.format(kind), chance.choice(others), chance.sample([m for m in members if m not in others], n)
    form = chance.choice(("Which is {}?", "Which one of these is {}?", "Pick the one that is {}."))
    return form.format(kind), chance.choice(members), chance.sample(others, n)


def _options_of_rows(rows: Sequence[Row], chance: random.Random) -> tuple[str, str, list[str]]:
    row, *others = chance.sample(list(rows), 4)
    wrong: list[str] = []
    for other in others:
        text = chance.choice(other.references)
        if not _same(text, [*row.references, *wrong]):
            wrong.append(text)
    return str(row.question), chance.choice(row.references), wrong or ["none of the others"]


def _same(text: str, others: Sequence[str]) -> bool:
    """Whether one of two texts holds the other."""
    return any(text.lower() in other.lower() or other.lower() in text.lower() for other in others)


def _noncommittal(question: str, chance: random.Random) -> str:
    [[answer]] = chance.choice(read_bank("noncommittal"))
    asked = start_small(question.rstrip("?. "))
    echoes = (
        question,
        f"The question is: {asked}?",
        f"You want to know: {asked}? Many people do.",
        f"{question} Let me think about it. {answer}",
        f"This asks for a yes or a no. {answer}",
    )
    return answer if chance.random() < 0.7 else chance.choice(echoes)


def _short_answer(question: str, is_yes: bool) -> str | None:
    """Returns the short answer to a question: "Yes, it is."; None where the subject is not clear.

    >>> _short_answer("Are the windows clean?", False)
    'No, they are not.'
    """
    auxiliary, subject, *rest = question.rstrip("?").lower().split()
    noun = rest[0] if rest else ""
    if subject in ("it", "he", "she", "they", "there"):
        pronoun = subject
    elif subject == "the" and auxiliary in ("are", "were"):
        pronoun = "they"
    elif subject == "the" and auxiliary in ("is", "was", "has", "does") and noun not in _PERSONS:
        pronoun = "it"
    else:
        return None
    return f"Yes, {pronoun} {auxiliary}." if is_yes else f"No, {pronoun} {auxiliary} not."


def _property(chance: random.Random) -> Scene:
    nouns, [adjective], says, [opposite], denies = chance.choice(read_bank("closed_properties"))
    if chance.random() < 0.5:
        adjective, says, opposite, denies = opposite, denies, adjective, says
    subject = f"the {chance.choice(nouns)}"
    return Scene(
        f"Is {subject} {adjective}?",
        (*(f"{start_large(subject)} {text}." for text in says), f"It is {adjective}."),
        (*(f"{start_large(subject)} {text}." for text in denies), f"It is {opposite}."),
    )


def _deed(chance: random.Random) -> Scene:
    """A deed or its opposite, asked for with each auxiliary."""
    cells = [text for [text] in chance.choice(read_bank("closed_deeds"))]
    if chance.random() < 0.5:
        cells = cells[4:] + cells[:4]
    name = chance.choice(_NAMES)
    auxiliary, form, says = chance.choice(
        (
            ("Did", 2, "{}"),
            ("Does", 1, "{}"),
            ("Has", 3, "has {}"),
            ("Will", 0, "will {}"),
            ("Would", 0, "would {}"),
            ("Is", 0, "is going to {}"),
            ("Was", 0, "was about to {}"),
        )
    )
    asked = {"Has": cells[3], "Is": f"going to {cells[0]}", "Was": f"about to {cells[0]}"}.get(auxiliary, cells[0])
    no = {"Did": f"did not {cells[0]}", "Does": f"does not {cells[0]}", "Has": f"has not {cells[3]}"}.get(
        auxiliary, f"{auxiliary.lower()} not {asked}"
    )
    return Scene(
        f"{auxiliary} {name} {asked}?",
        (f"{name} {says.format(cells[form])}.", f"In fact {name} {says.format(cells[form])}."),
        (f"{name} {says.format(cells[form + 4])}.", f"{name} {no}."),
    )


def _measure(chance: random.Random) -> Scene:
    nouns, larger, smaller, unit, (low, high) = chance.choice(_MEASURES)
    noun, limit = chance.choice(nouns), chance.randint(low, high)
    over, under = limit + chance.randint(1, limit), limit - chance.randint(1, limit - 1)
    be = "costs" if unit == "euros" else "is" if unit == "years" else "weighs" if unit == "kg" else "measures"
    years = " old" if unit == "years" else ""
    above = (f"It {be} {over} {unit}{years}.", f"The {noun} {be} {over} {unit}{years}.", f"It {be} more than that.")
    below = (
        f"It {be} only {under} {unit}{years}.",
        f"The {noun} {be} {under} {unit}{years}.",
        f"It {be} less than that.",
    )
    if chance.random() < 0.5:
        return Scene(f"Is the {noun} {larger} than {limit} {unit}?", above, below)
    return Scene(f"Is the {noun} {smaller} than {limit} {unit}?", below, above)


def _count(chance: random.Random) -> Scene:
    noun, asked, other = chance.choice(_COUNTED), *chance.sample(range(2, 11), 2)
    return Scene(
        f"Are there exactly {chance.choice((_COUNTS[asked], str(asked)))} {noun}s?",
        (
            f"I see {_COUNTS[asked]} {noun}s.",
            f"There are {asked}.",
            f"{_COUNTS[asked].capitalize()} {noun}s are there.",
        ),
        (f"I see {_COUNTS[other]} {noun}s.", f"There are {other}.", f"There are {_COUNTS[other]} of them."),
    )


def _at_least(chance: random.Random) -> Scene:
    noun, limit = chance.choice(_COUNTED), chance.randint(3, 9)
    more, fewer = limit + chance.randint(1, 9), chance.randint(1, limit - 1)
    asked, yes, no = chance.choice((("more than", more, fewer), ("fewer than", fewer, more)))
    return Scene(
        f"Were there {asked} {limit} {noun}s?",
        (f"There were {yes}.", f"I counted {yes}."),
        (f"There were {no}.", f"I counted {no}.", f"There were exactly {limit}."),
    )


def _compared(chance: random.Random) -> Scene:
    """Two people of different age or height."""
    first, second = chance.sample(_NAMES, 2)
    more, less, unit, low = chance.choice(
        (
            ("older", "younger", "years old", 6),
            ("taller", "shorter", "cm tall", 140),
            ("faster", "slower", "km/h fast", 8),
        )
    )
    small, large = sorted(chance.sample(range(low, low + 50), 2))
    if chance.random() < 0.5:
        more, less, small, large = less, more, large, small
    return Scene(
        f"Is {first} {more} than {second}?",
        (
            f"{first} is {large} {unit} and {second} {small}.",
            f"{second} is {less}.",
            f"{second} is {less} than {first}.",
        ),
        (
            f"{first} is {small} {unit} and {second} {large}.",
            f"{first} is {less}.",
            f"{second} is {more} than {first}.",
        ),
    )


def _colour(chance: random.Random) -> Scene:
    noun, (asked, other) = chance.choice(_COLOURED), chance.sample(_COLOURS, 2)
    return Scene(
        f"Was the {noun} {asked}?",
        (f"It was painted {asked}.", f"I saw a {asked} {noun}.", f"Its colour was {asked}."),
        (f"It was painted {other}.", f"I saw a {other} {noun}.", f"Its colour was {other}."),
    )


def _material(chance: random.Random) -> Scene:
    noun, (asked, other) = chance.choice(_OBJECTS), chance.sample(_MATERIALS, 2)
    return Scene(
        f"Is the {noun} made of {asked}?",
        (
            f"It consists of {asked}.",
            f"Somebody made it out of {asked}.",
            f"{asked.capitalize()} is what it is made of.",
        ),
        (f"It consists of {other}.", f"Somebody made it out of {other}.", f"It is all {other}."),
    )


def _place(chance: random.Random) -> Scene:
    event, (asked, other) = chance.choice(_EVENTS), chance.sample(_PLACES, 2)
    return Scene(
        f"Did the {event} take place in {asked}?",
        (f"It was held in {asked}.", f"{asked} was the place of the {event}.", f"They held it in {asked}."),
        (f"It was held in {other}.", f"{other} was the place of the {event}.", f"They held it in {other} instead."),
    )


def _time(chance: random.Random) -> Scene:
    event, hour = chance.choice(_EVENTS), chance.randint(8, 18)
    early, late = chance.randint(6, hour - 1), chance.randint(hour + 1, 22)
    asked, yes, no = chance.choice((("before", early, late), ("after", late, early)))
    return Scene(
        f"Did the {event} begin {asked} {hour}:00?",
        (f"It began at {yes}:30.", f"The start was at {yes}:10."),
        (f"It began at {no}:20.", f"The start was at {no}:05."),
    )


def _year(chance: random.Random) -> Scene:
    event, year = chance.choice(_EVENTS), chance.randint(1820, 2010)
    early, late = year - chance.randint(1, 15), year + chance.randint(1, 15)
    asked, yes, no = chance.choice((("before", early, late), ("after", late, early)))
    return Scene(
        f"Was the first {event} held {asked} {year}?",
        (f"It was held in {yes}.", f"The first one was in {yes}."),
        (f"It was held in {no}.", f"The first one was in {no}."),
    )


def _there(chance: random.Random) -> Scene:
    thing, spot = chance.choice(_SEEN), chance.choice(_SPOTS)
    return Scene(
        f"Is there a {thing} {spot}?",
        (f"A {thing} is {spot}.", f"{start_large(spot)} you can see a {thing}.", f"I can see a {thing} there."),
        (f"There is nothing {spot}.", f"The place {spot} is bare.", f"You would look in vain for a {thing} there."),
    )


def _owner(chance: random.Random) -> Scene:
    name, thing = chance.choice(_NAMES), chance.choice(_OWNED)
    return Scene(
        f"Does {name} have a {thing}?",
        (f"{name} has one.", f"{name} has a {thing}.", f"There is a {thing} that belongs with {name}."),
        (f"{name} has never had one.", f"{name} lacks a {thing}.", f"{name} has to do without a {thing}."),
    )


def _skill(chance: random.Random) -> Scene:
    name, skill = chance.choice(_NAMES), chance.choice(_SKILLS)
    return Scene(
        f"Can {name} {skill}?",
        (f"{name} is able to {skill}.", f"{name} has learned to {skill}.", f"{name} knows how to {skill}."),
        (f"{name} is unable to {skill}.", f"{name} has never learned to {skill}.", f"{name} cannot {skill}."),
    )


_RULES: tuple[Callable[[random.Random], Scene], ...] = (
    _property, _property, _property, _property, _deed, _deed, _deed, _deed, _measure, _count, _at_least, _compared,
    _colour, _material, _place, _time, _year, _there, _owner, _skill,
)  # fmt: skip
