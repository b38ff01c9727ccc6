"""Made examples of answers in the same words with other details, and of other words with the same details."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from smile.rows.checked_rows import Row

from .grammar.questions import Echo, echo_of
from .made_examples import Pair, read_bank, start_large, start_small
from .paraphrases import paraphrase

_CLOSED = {text for word in ("yes", "no", "true", "false") for text in (word, word.capitalize())}
_NUMBER_WORDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty".split()
)
_MONTHS = "January February March April June July August September October November December".split()
_UNITS = (
    ("km", "miles"), ("kilometres", "miles"), ("kilometers", "miles"), ("metres", "feet"), ("meters", "feet"),
    ("kg", "pounds"), ("°C", "°F"), ("Celsius", "Fahrenheit"), ("hours", "minutes"), ("days", "weeks"),
    ("months", "years"), ("million", "billion"), ("dollars", "euros"), ("cm", "inches"), ("litres", "gallons"),
)  # fmt: skip
_OPPOSITES = (
    ("north", "south"), ("east", "west"), ("northern", "southern"), ("eastern", "western"), ("first", "last"),
    ("before", "after"), ("more", "less"), ("increase", "decrease"), ("increased", "decreased"), ("left", "right"),
    ("up", "down"), ("above", "below"), ("over", "under"), ("inside", "outside"), ("higher", "lower"),
    ("larger", "smaller"), ("longer", "shorter"), ("older", "younger"), ("earlier", "later"), ("faster", "slower"),
    ("with", "without"), ("always", "never"), ("always", "rarely"), ("rise", "fall"), ("rose", "fell"),
    ("win", "loss"), ("won", "lost"), ("father", "mother"), ("son", "daughter"), ("brother", "sister"),
    ("husband", "wife"), ("king", "queen"), ("male", "female"), ("hot", "cold"), ("warm", "cold"), ("dry", "wet"),
    ("morning", "evening"), ("day", "night"), ("summer", "winter"), ("spring", "autumn"), ("black", "white"),
    ("old", "new"), ("upper", "lower"), ("maximum", "minimum"), ("positive", "negative"), ("acid", "base"),
    ("most", "least"), ("largest", "smallest"), ("highest", "lowest"), ("longest", "shortest"),
    ("oldest", "youngest"),
)  # fmt: skip
_OPPOSITE = {a: b for pair in _OPPOSITES for a, b in (pair, pair[::-1])}
_LIST = re.compile(r"[^,;]+(?:, [^,;]+)*,? and [^,;]+")
_ASKS_FOR_SEVERAL = re.compile(r"\b(two|three|both|who are|who were|what are|what were|name the|list)\b", re.IGNORECASE)
_TEAMS = (
    "Chelsea",
    "Arsenal",
    "Everton",
    "Lyon",
    "Porto",
    "Celtic",
    "Ajax",
    "Napoli",
    "Valencia",
    "Benfica",
    "Spain",
    "Chile",
)
_PEOPLE = ("Ann", "Ben", "Carla", "David", "Ella", "Frank", "the nurse", "the miller", "the captain", "the queen")
# A question, who did it to whom, the same turned round, and the right answer alone; {0} acts on {1}.
_ROLES = (
    (
        _TEAMS,
        "Who won?",
        ("{0} beat {1}.", "{0} defeated {1}."),
        ("{1} lost to {0}.", "{1} were beaten by {0}.", "It was a win for {0} over {1}."),
    ),
    (
        _TEAMS,
        "Who went through to the final?",
        ("{0} knocked {1} out.",),
        ("{1} were eliminated by {0}.", "{0}, after they threw out {1}."),
    ),
    (_PEOPLE, "Who helped whom?", ("{0} helped {1}.",), ("{1} was helped by {0}.", "{1} got help from {0}.")),
    (
        _PEOPLE,
        "Who betrayed whom?",
        ("{0} betrayed {1}.",),
        ("{1} was betrayed by {0}.", "It was {1} whom {0} betrayed."),
    ),
    (
        _PEOPLE,
        "Who gave the ring?",
        ("{0} gave it to {1}.",),
        ("{1} received it from {0}.", "{1} was given it by {0}."),
    ),
    (
        _PEOPLE,
        "Who is taller?",
        ("{0} is taller than {1}.",),
        ("{1} is shorter than {0}.", "{1} is the smaller one, {0} the taller one."),
    ),
    (_PEOPLE, "Who came first?", ("{0} arrived before {1}.",), ("{1} arrived after {0}.", "{1} came later than {0}.")),
    (_PEOPLE, "Who owes money?", ("{0} owes {1} money.",), ("{1} has lent {0} money.", "{0} is in debt to {1}.")),
)
# Questions that ask for several things, and things to choose from.
_LISTS = (
    ("What are the {} colours of the flag?", ("red", "white", "blue", "green", "yellow", "black", "orange")),
    ("Which {} towns did she visit?", ("Porto", "Bergen", "Leeds", "Ghent", "Turin", "Basel", "Malmö")),
    ("Which {} instruments does he play?", ("piano", "cello", "flute", "guitar", "drums", "trumpet")),
    ("Who are the {} children of the couple?", ("Ann", "Ben", "Carla", "David", "Ella", "Frank")),
    ("Which {} things did they buy?", ("bread", "milk", "a lamp", "two chairs", "a rope", "a map", "butter")),
    ("Which {} metals is it made of?", ("copper", "tin", "zinc", "nickel", "silver", "lead")),
)
# What ends a question such as "what is the bridge made of", which names nothing by itself.
_NO_SUBJECT = re.compile(r"\b(by|of|in|for|from|to|with|at|on|about|between|called|named|like|held|born|released)$")

# A change makes a wrong answer of a reference, or None where it finds nothing to change.
_Change = Callable[[str, Sequence[Row], random.Random], str | None]


def changed_answers(rows: Sequence[Row], n: int, seed: int) -> list[Pair]:
    """Returns pairs whose predictions are changed references.

    Args:
        rows: Rows whose questions and references are used; those without a question are left out.
        n: Number of pairs.
        seed: Seed of all choices.
    """
    chance = random.Random(seed)  # noqa: S311 (no secret)
    open_rows = [row for row in rows if row.question and row.references and not _CLOSED.intersection(row.references)]
    return list(islice(_pairs(open_rows, chance), n))


def _pairs(rows: Sequence[Row], chance: random.Random) -> Iterator[Pair]:
    while True:
        kind = chance.random()
        if kind < 0.4:
            yield paraphrase(chance)
        elif kind < 0.45:
            yield _roles(chance)
        elif kind < 0.5:
            yield _several(chance)
        elif kind < 0.55:
            yield _finer(chance)
        elif len(rows) > 1:
            make = _echo if kind < 0.69 else _shape if kind < 0.85 else _changed
            if made := make(rows, chance):
                yield made


def _roles(chance: random.Random) -> Pair:
    actors, question, said, turned = chance.choice(_ROLES)
    first, second = chance.sample(actors, 2)
    is_right = chance.random() < 0.5
    reference = chance.choice(said).format(first, second)
    names = (first, second) if is_right else (second, first)
    prediction = chance.choice([*said, *turned] if not is_right else turned).format(*names)
    return Pair(question, start_large(reference), start_large(prediction), float(is_right), "changed/roles")


def _several(chance: random.Random) -> Pair:
    form, things = chance.choice(_LISTS)
    n = chance.randint(2, 3)
    chosen = chance.sample(things, n)
    others = [thing for thing in things if thing not in chosen]
    question = form.format(("two", "three")[n - 2])
    draw = chance.random()
    if draw < 0.5:
        texts = chance.sample(chosen, n)
        prediction = chance.choice(("{}", "{}", "They are {}.", "It is {}.")).format(_join(texts, chance))
    elif draw < 0.8:
        prediction = _join(chance.sample(chosen, n - 1), chance)
    else:
        prediction = _join([*chosen[:-1], chance.choice(others)], chance)
    return Pair(question, _join(chosen, chance), prediction, float(draw < 0.5), "changed/several")


def _join(texts: Sequence[str], chance: random.Random) -> str:
    if chance.random() < 0.25:
        return ", ".join(texts)
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def _finer(chance: random.Random) -> Pair:
    [question], [coarse], fine = chance.choice(read_bank("finer"))
    draw = chance.random()
    if draw < 0.5:
        return Pair(question, coarse, chance.choice(fine), 1.0, "changed/finer")
    if draw < 0.75:
        return Pair(question, chance.choice(fine), coarse, 0.0, "changed/coarser")
    reference, other = chance.sample(fine, 2)
    return Pair(question, reference, other, 0.0, "changed/other-fine")


def _shape(rows: Sequence[Row], chance: random.Random) -> Pair | None:
    """An answer that echoes, claims or refuses, with or without the answer."""
    drawn = _question(rows, chance)
    if not drawn:
        return None
    question, reference, wrong_answer = drawn
    asked = start_small(question.rstrip("?. "))
    blanks = {"{q}": asked, "{a}": _inside(reference), "{o}": _inside(wrong_answer)}
    draw = chance.random()
    if draw < 0.06:
        [[claim]] = chance.choice(read_bank("claims"))
        return Pair(question, reference, f"{start_large(blanks['{o}'])}. {claim}", 0.0, "changed/claims")
    if draw < 0.4:
        name = chance.choice(("non_answers", "claims", "refusals"))
        [[shape]] = chance.choice(read_bank(name))
        if chance.random() < 0.2:
            [[claim]] = chance.choice(read_bank("claims"))
            shape = f"{shape} {claim}"
        return Pair(question, reference, start_large(_fill(shape, blanks)), 0.0, f"changed/{name}")
    wrong, right = read_bank("holding_shapes")
    is_right = draw > 0.6
    shape = chance.choice((right if is_right else wrong)[1])
    return Pair(question, reference, start_large(_fill(shape, blanks)), float(is_right), "changed/holding")


def _echo(rows: Sequence[Row], chance: random.Random) -> Pair | None:
    """An answer that describes what is asked: with no answer, the right one or a wrong one."""
    drawn = _question(rows, chance)
    if not drawn:
        return None
    question, reference, wrong_answer = drawn
    echo = echo_of(question)
    shapes = {kind: wordings for [kind], *wordings in read_bank("echoes")}.get(_echoed(echo))
    if not shapes:
        return None
    silent, naming = shapes
    draw = chance.choice(("silent", "right", "wrong"))
    answer = _inside(reference if draw == "right" else wrong_answer)
    blanks = {"{q}": echo.question, "{deed}": echo.deed, "{subject}": echo.subject, "{a}": answer}
    text = _fill(chance.choice(silent if draw == "silent" else naming), blanks)
    if draw != "right" and reference.lower() in text.lower():
        return None  # the question names its own answer
    return Pair(question, reference, _written(text, chance), float(draw == "right"), "changed/echo")


def _echoed(echo: Echo) -> str:
    """Returns which echo a question gives: "deed", "subject", or what kind of thing it asks for."""
    if echo.cleft:
        return "deed"
    if re.match("(who|what|which) (is|was) the ", echo.question) and not _NO_SUBJECT.search(echo.subject):
        return "subject"
    return echo_of(" ".join(echo.question.split()[:3])).kind


def _written(text: str, chance: random.Random) -> str:
    """Returns a text as a sentence, or now and then as it is."""
    return start_large(text) + chance.choice((".", ".", "")) if chance.random() < 0.7 else text


def _question(rows: Sequence[Row], chance: random.Random) -> tuple[str, str, str] | None:
    """Returns a question with its answer and a wrong answer that has nothing in common with the right ones."""
    row, other = chance.sample(list(rows), 2)
    reference, wrong_answer = chance.choice(row.references), chance.choice(other.references)
    if any(wrong_answer.lower() in text.lower() or text.lower() in wrong_answer.lower() for text in row.references):
        return None
    return str(row.question), reference, wrong_answer


def _inside(answer: str) -> str:
    return start_small(answer.rstrip("."))


def _fill(shape: str, blanks: dict[str, str]) -> str:
    for blank, text in blanks.items():
        shape = shape.replace(blank, text)
    return shape


def _changed(rows: Sequence[Row], chance: random.Random) -> Pair | None:
    """A wrong answer by one change of a reference, or now and then a right one by an alias."""
    row = chance.choice(rows)
    reference = chance.choice(row.references)
    if chance.random() < 0.12:
        return Pair(row.question, reference, _right(row.references, chance), 1.0, "changed/alias")
    changes = [
        (change.__name__.strip("_"), text)
        for change in _CHANGES
        if (text := change(reference, rows, chance)) is not None
    ]
    if _LIST.fullmatch(reference) and _ASKS_FOR_SEVERAL.search(str(row.question)):
        parts = re.split(r",? and |, ", reference)
        if chance.random() < 0.5:
            return Pair(row.question, reference, " and ".join(chance.sample(parts, len(parts))), 1.0, "changed/order")
        changes.append(("half", chance.choice(parts)))
    changes = [(name, text) for name, text in changes if text.lower() not in map(str.lower, row.references)]
    if not changes:
        return None
    name, text = chance.choice(changes)
    shape = chance.choice(("{}", "{}", "It was {}.", "The answer is {}."))
    return Pair(row.question, reference, shape.format(text), 0.0, f"changed/{name}")


def _right(references: Sequence[str], chance: random.Random) -> str:
    alias, other = chance.choice(references), chance.choice(references)
    shapes = ["It is {}.", "{}, as I read in a book", "The answer is {}.", "{}, which is well known"]
    if other != alias:
        shapes += ["{}, also known as " + other, "{} (" + other + ")"]
    return chance.choice(shapes).format(alias.rstrip("."))


def _number(reference: str, rows: Sequence[Row], chance: random.Random) -> str | None:
    """Changes a number in digits: a year by a few, another by an eighth up to its half."""
    found = list(re.finditer(r"(?<![\d.,])\d{1,9}(?![\d]|[.,]\d)", reference))
    if not found:
        return None
    at = chance.choice(found)
    value = int(at[0])
    if value <= 31 and any(month in reference for month in _MONTHS):
        new = chance.choice([day for day in range(1, 29) if day != value])
    else:
        is_year = 1000 <= value <= 2100
        step = chance.randint(1, 9) if is_year else chance.randint(max(1, value // 8), max(2, value // 2))
        new = value - step if chance.random() < 0.5 and value > step else value + step
    return reference[: at.start()] + str(new) + reference[at.end() :]


def _number_word(reference: str, rows: Sequence[Row], chance: random.Random) -> str | None:
    return _replace_word(reference, _NUMBER_WORDS, chance)


def _month(reference: str, rows: Sequence[Row], chance: random.Random) -> str | None:
    return _replace_word(reference, _MONTHS, chance)


def _replace_word(text: str, words: Sequence[str], chance: random.Random) -> str | None:
    """Puts another one of the words where the text has one of them."""
    found = [word for word in words if re.search(rf"\b{word}\b", text)]
    if not found:
        return None
    new = chance.choice([word for word in words if word not in found])
    return re.sub(rf"\b{found[0]}\b", new, text, count=1)


def _unit(reference: str, rows: Sequence[Row], chance: random.Random) -> str | None:
    """Puts another unit after the same number."""
    for pair in _UNITS:
        for old, new in (pair, pair[::-1]):
            changed, n = re.subn(rf"(\d\s?){re.escape(old)}(?!\w)", rf"\g<1>{new}", reference, count=1)
            if n:
                return changed
    return None


def _opposite(reference: str, rows: Sequence[Row], chance: random.Random) -> str | None:
    """Turns one word into its opposite; a text of names only is left alone."""
    found = [m for m in re.finditer(r"\b[a-z]+\b", reference) if m[0] in _OPPOSITE]
    if not found:
        return None
    at = chance.choice(found)
    return reference[: at.start()] + _OPPOSITE[at[0]] + reference[at.end() :]


def _name(reference: str, rows: Sequence[Row], chance: random.Random) -> str | None:
    """Changes the first or the family name of a name of two words."""
    pattern = re.compile(r"[A-Z][a-z]{2,} [A-Z][a-z]{2,}")
    if not pattern.fullmatch(reference):
        return None
    for row in chance.sample(list(rows), min(len(rows), 30)):
        other = row.references[0]
        if pattern.fullmatch(other) and not set(other.split()) & set(reference.split()):
            (first, last), (new_first, new_last) = reference.split(), other.split()
            return f"{first} {new_last}" if chance.random() < 0.5 else f"{new_first} {last}"
    return None


_CHANGES: tuple[_Change, ...] = (_number, _number_word, _month, _unit, _opposite, _name)
