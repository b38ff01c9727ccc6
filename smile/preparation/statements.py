"""English questions become statements, by rules: "What is the capital of France?" and "Paris" make a sentence."""

import re
from collections.abc import Sequence

from .verbs import is_base, is_finite, is_participle, past, third_person

Words = list[str]

_BE = frozenset({"is", "are", "was", "were", "am"})
_DO = frozenset({"do", "does", "did"})
_HAVE = frozenset({"has", "have", "had"})
_MODALS = frozenset({"can", "could", "will", "would", "shall", "should", "may", "might", "must"})
_AUXILIARIES = _BE | _DO | _HAVE | _MODALS
_QUESTION_WORDS = frozenset({"who", "whom", "what", "which", "when", "where", "why", "how"})

_ARTICLES = frozenset({"a", "an", "the"})
_DETERMINERS = _ARTICLES | frozenset(
    "this that these those my your his her its our their some any every each no all both".split()
)
_PRONOUNS = frozenset({"i", "you", "he", "she", "it", "we", "they", "there", "this", "that", "these", "those"})
_PREPOSITIONS = frozenset(
    """about above across after against along among around as at before behind below beneath beside between beyond by
    down during for from in inside into like near of off on onto out outside over past per round since through
    throughout to toward towards under until up upon via with within without""".split()
)
_ADVERBS = frozenset("not always still also now ever currently usually often mostly only originally really".split())

_AGREEING = frozenset({"yes", "yeah", "yep", "true", "correct"})
_DENYING = frozenset({"no", "nope", "false", "incorrect"})

# "What colour is the car?" is answered by what the car is, "What actor was the star?" by who was the star.
_QUALITIES = frozenset(
    "color colour nationality type kind sort breed religion size shape species language profession".split()
)
_TIMES = frozenset("year day date month century decade season time".split())
_CALLED = frozenset({"called", "named", "known", "termed"})
_MEASURES = frozenset("old tall long far big high deep wide large heavy fast often".split())
_TWINS = frozenset({"first", "last", "next", "only"})

_MONTH = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_DAY = re.compile(
    rf"({_MONTH})\.?\s\d{{1,2}}\b(?!\d)|\d{{1,2}}(st|nd|rd|th)?( of)?\s({_MONTH})\b|\w+day\b", re.IGNORECASE
)
_YEAR = re.compile(rf"(({_MONTH})\.?,?\s|the )?\d{{4}}(s|\b)|({_MONTH})$|the \w+ century", re.IGNORECASE)

_CONTRACTED = re.compile(r"^(who|what|where|when|how|which)['’]s\b", re.IGNORECASE)
_NEGATED = re.compile(r"^(is|are|was|were|do|does|did|has|have|had|could|would|should)n['’]t$", re.IGNORECASE)


def statement(question: str, answer: str) -> str | None:
    """Returns a sentence that states the answer to an English question, None where no rule fits the question.

    Args:
        question: With or without a question mark and capitals.
        answer: A right answer; not empty.

    >>> statement("What is the capital of France?", "Paris")
    'The capital of France is Paris.'
    >>> statement("Is there a bowl?", "no")
    'There is no bowl.'
    >>> statement("who got the first nobel prize in physics", "Wilhelm Conrad Rontgen")
    'Wilhelm Conrad Rontgen got the first nobel prize in physics.'
    >>> statement("most runs ever scored in a mlb inning", "18") is None
    True
    """
    words = _read(question)
    answer = answer.strip()
    if answer.count(".") == 1:
        answer = answer.rstrip(".")
    if not words or not answer:
        return None
    stated = _state(words, answer)
    return None if stated is None else _sentence(stated)


def _read(question: str) -> Words:
    text = question.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1].strip()
    text = _CONTRACTED.sub(r"\1 is", text.replace('""', '"').rstrip(" ?!.:"))
    words = text.split()
    negated = _NEGATED.match(words[0]) if words else None
    return [negated[1], "not", *words[1:]] if negated else words


def _state(words: Words, answer: str) -> str | None:
    first = _low(words[0])
    if first in _AUXILIARIES:
        return _of_auxiliary(words, answer)
    if first in {"name", "give", "identify"} and len(words) > 2 and _low(words[1]) in _ARTICLES:
        return _join(words[1:], "is", answer)
    at = next((i for i, word in enumerate(words) if _low(word) in _QUESTION_WORDS), None)
    if at is None:
        return None
    if at == 0:
        return _of_question_word(words, answer, "")
    if at == 1 and first in _PREPOSITIONS:
        return _of_question_word(words[1:], answer, first)
    is_lead = (
        first in _PREPOSITIONS and _low(words[at]) != "whom" and _low(words[at - 1]) not in _PREPOSITIONS | {"and"}
    )
    if words[at - 1].endswith("."):
        stated = _state(words[at:], answer)
        return None if stated is None else _join(words[:at], stated[0].upper() + stated[1:])
    if words[at - 1].endswith(",") or (is_lead and at < len(words) - 1):
        rest = _state(words[at:], answer)
        return None if rest is None else _join(words[:at], rest)
    if at > 1 and words[at - 2].endswith(",") and _low(words[at - 1]) in _PREPOSITIONS:
        rest = _state(words[at - 1 :], answer)
        return None if rest is None else _join(words[: at - 1], rest)
    return _in_place(words, answer)


def _in_place(words: Words, answer: str) -> str | None:
    """The question word stands where the answer goes: "Parker was chauffeur to whom"."""
    at = max(i for i, word in enumerate(words) if _low(word) in _QUESTION_WORDS)
    is_phrase = _low(words[at]) in {"what", "which"}
    if any(_low(word) in _PREPOSITIONS - {"of"} or is_finite(_low(word)) for word in words[at + 1 :]):
        return None
    if not is_phrase and at < len(words) - 1:
        return None
    return _join(words[:at], answer)


# Yes and no


def _of_auxiliary(words: Words, answer: str) -> str | None:
    auxiliary, rest = _low(words[0]), words[1:]
    is_negated = bool(rest) and _low(rest[0]) == "not"
    rest = rest[1:] if is_negated else rest
    verdict = _low(answer)
    if len(rest) < 2:
        return None
    if verdict not in _AGREEING | _DENYING:
        return _of_choice(auxiliary, rest, answer)
    is_so = verdict in _AGREEING
    if _low(rest[0]) == "there":
        if is_so:
            return _join(f"{answer},", "there", auxiliary, rest[1:])
        if verdict == "no" and auxiliary in _BE and _low(rest[1]) not in _DETERMINERS - {"a", "an", "any"}:
            things = rest[2:] if _low(rest[1]) in {"a", "an", "any"} else rest[1:]
            return _join("there", auxiliary, answer, things)
    at = _subject_length(auxiliary, rest)
    if at is None:
        return None
    subject, predicate = rest[:at], rest[at:]
    if auxiliary in _DO and is_so:
        return _join(f"{answer},", subject, _inflected(auxiliary, predicate))
    return _join(f"{answer},", subject, auxiliary, [] if is_so else "not", predicate)


def _of_choice(auxiliary: str, rest: Words, answer: str) -> str | None:
    """Of "Is the cat black or white?" one is the answer."""
    if auxiliary not in _BE or "or" not in map(_low, rest):
        return None
    at = _subject_length(auxiliary, rest[: list(map(_low, rest)).index("or")])
    return None if at is None else _join(rest[:at], auxiliary, answer)


def _subject_length(auxiliary: str, rest: Words) -> int | None:
    """Returns how many words the subject has that follows an auxiliary."""
    low = [_low(word) for word in rest]
    if low[0] in _PRONOUNS and (low[0] not in _DETERMINERS or len(low) == 2 or _begins_predicate(low[1])):
        return 1
    if auxiliary in _DO | _MODALS:
        return _verb_at(rest)
    start = 2 if low[0] in _DETERMINERS else 1
    if is_participle(low[-1]) and len(low) > start:
        return len(low) - 1
    for i in range(start, len(low)):
        if (_begins_predicate(low[i]) or low[i] in _ADVERBS) and not (
            is_participle(low[i]) and _is_before_noun(low, i)
        ):
            return i
    return len(low) - 1 if auxiliary in _BE and len(low) > 1 else None


def _begins_predicate(word: str) -> bool:
    return word in _ARTICLES or word in _PREPOSITIONS - {"of"} or is_participle(word)


# Question words


def _of_question_word(words: Words, answer: str, preposition: str) -> str | None:
    """Takes a question that begins with a question word, without the preposition that stands before it."""
    word, rest = _low(words[0]), words[1:]
    if not rest:
        return None
    if word in {"what", "which"} and _low(rest[0]) not in _AUXILIARIES:
        if word == "what" and not preposition and is_finite(_low(rest[0])):
            return _join(answer, rest)
        return _of_which(rest, answer, preposition)
    if word == "how":
        return _of_how(rest, answer, preposition)
    auxiliary = _low(rest[0])
    if word in {"when", "where", "why"}:
        return _of_circumstance(word, auxiliary, rest[1:], answer)
    if auxiliary not in _AUXILIARIES or (word == "who" and auxiliary in _HAVE and not preposition):
        return _join(answer, rest) if word == "who" and not preposition else None
    return _of_thing(auxiliary, rest[1:], answer, preposition)


def _of_thing(auxiliary: str, rest: Words, answer: str, preposition: str = "") -> str | None:
    """Who, what, which, with an auxiliary behind: the answer is subject, predicate or object."""
    if not rest:
        return None
    low = [_low(word) for word in rest]
    if auxiliary in _DO:
        return _of_object(auxiliary, rest, answer, preposition)
    if auxiliary in _MODALS or auxiliary in _HAVE:
        at = _moved_subject(auxiliary, rest)
        if at is None:
            return None if preposition else _join(answer, auxiliary, rest)
        return _join(rest[:at], auxiliary, _with_object(rest[at:], answer, preposition))
    if low[0] == "there":
        things = [*rest[1:], preposition, answer] if preposition else [answer, *rest[1:]]
        return _join("there", auxiliary, things)
    if preposition or low[-1] in _PREPOSITIONS:
        at = _participle_at(low)
        at = at if at is not None else len(low) - (0 if preposition else 1)
        return _join(rest[:at], auxiliary, rest[at:], preposition, answer) if at else None
    if is_participle(low[0]) or low[0] in _PREPOSITIONS or low[0] in _TWINS:
        return _join(answer, auxiliary, rest)
    if low[-1] in _CALLED and len(low) > 1:
        return _join(rest[:-1], auxiliary, rest[-1], answer)
    return _join(rest, auxiliary, answer)


def _of_which(rest: Words, answer: str, preposition: str) -> str | None:
    """What or which with a noun: "which country won", "what colour is the car"."""
    low = [_low(word) for word in rest]
    at = next((i for i, word in enumerate(low) if i and (word in _AUXILIARIES or is_finite(word))), None)
    if at is None:
        at = next((i for i, word in enumerate(low) if i and is_base(word)), None)
        return None if at is None or preposition else _join(answer, rest[at:])
    if low[at] not in _AUXILIARIES:
        has_adverb = at > 1 and (low[at - 1] in _ADVERBS or low[at - 1] == "first")
        return None if preposition else _join(answer, rest[at - has_adverb :])
    auxiliary, behind = low[at], rest[at + 1 :]
    if not behind:
        return None
    low_behind = [_low(word) for word in behind]
    is_time = low[at - 1] in _TIMES and not preposition and low_behind[-1] not in _PREPOSITIONS
    if auxiliary in _BE:
        if low[0] in _QUALITIES and not is_participle(low_behind[0]):
            return _of_thing(auxiliary, behind, answer, preposition)
        participle = _participle_at(low_behind)
        if is_time:
            return _of_circumstance("when", auxiliary, behind, answer)
        if preposition or low_behind[-1] in _PREPOSITIONS:
            return _of_thing(auxiliary, behind, answer, preposition)
        if participle is not None and low_behind[-1] in _CALLED:
            return _of_thing(auxiliary, behind, answer)
        return _join(answer, auxiliary, behind)
    if auxiliary in _DO and is_time:
        return _of_circumstance("when", auxiliary, behind, answer)
    if auxiliary in _HAVE and _moved_subject(auxiliary, behind) is None:
        return None if preposition else _join(answer, auxiliary, behind)
    return _of_thing(auxiliary, behind, answer, preposition)


def _of_circumstance(word: str, auxiliary: str, rest: Words, answer: str) -> str | None:
    """When, where, why: the answer comes last."""
    if auxiliary not in _AUXILIARIES or not rest:
        return None
    low = [_low(each) for each in rest]
    if auxiliary in _DO:
        at = _verb_at(rest)
        if at is None:
            return None
        middle = [*rest[:at], *_inflected(auxiliary, rest[at:])]
        waiting = _waiting_preposition(low)
        if waiting is not None:
            return _join(middle[: waiting + 1], answer, middle[waiting + 1 :])
        is_going = low[at] in {"go", "move", "travel", "emigrate"} and at == len(low) - 1
        return _join(middle, _preposition(word, low[-1], answer, "to" if is_going else "in"), answer)
    if auxiliary in _BE:
        if low[0] == "there":
            return _join("there", auxiliary, rest[1:], _preposition(word, low[-1], answer), answer)
        is_occasion = word == "when" and len(low) > 2 and low[0] == "the" and low[1] in _TWINS and low[2] == "time"
        if is_occasion:
            return _join(rest, auxiliary, answer)
        at = _participle_at(low)
        if at is None and word == "why":
            at = _subject_length(auxiliary, rest)
        at = len(rest) if at is None else at
    else:
        moved = _moved_subject(auxiliary, rest)
        if moved is None:
            return None
        at = moved
    return _join(rest[:at], auxiliary, rest[at:], _preposition(word, low[-1], answer), answer)


def _of_how(rest: Words, answer: str, preposition: str) -> str | None:
    low = [_low(word) for word in rest]
    if low[0] in {"many", "much"}:
        return _of_how_many(rest[1:], answer, preposition)
    if low[0] in _MEASURES and len(low) > 2 and low[1] in _AUXILIARIES:
        if low[1] in _BE:
            return _join(rest[2:], rest[1], answer)
        return _of_circumstance("how", low[1], rest[2:], answer)
    return _of_circumstance("how", low[0], rest[1:], answer)


def _of_how_many(rest: Words, answer: str, preposition: str) -> str | None:
    if not rest:
        return None
    low = [_low(word) for word in rest]
    at = next((i for i, word in enumerate(low) if word in _AUXILIARIES or is_finite(word)), None)
    if at is None or low[at] not in _AUXILIARIES:
        at = at if at is not None else next((i for i, word in enumerate(low) if i and is_base(word)), None)
        if preposition:
            return None
        if at is None:
            return _join("there are", _counted(answer, rest))
        return _join(_counted(answer, rest[:at]), rest[at:])
    auxiliary, counted, behind = low[at], _counted(answer, rest[:at]), rest[at + 1 :]
    if not behind:
        return None
    low_behind = [_low(word) for word in behind]
    if auxiliary in _BE:
        if low_behind[0] == "there":
            return _join("there", auxiliary, counted, behind[1:])
        if low_behind[-1] in _PREPOSITIONS or not rest[:at]:
            return _of_thing(auxiliary, behind, counted, preposition)
        return _join(counted, auxiliary, behind)
    if auxiliary in _DO:
        return _of_object(auxiliary, behind, counted, preposition)
    moved = _moved_subject(auxiliary, behind)
    if moved is None:
        return _join(counted, auxiliary, behind)
    return _join(behind[:moved], auxiliary, _with_object(behind[moved:], counted, preposition))


# Parts


def _of_object(auxiliary: str, rest: Words, answer: str, preposition: str) -> str | None:
    at = _verb_at(rest)
    if at is None:
        # "Who did the voice of Aladdin": there is no other verb.
        return None if preposition or auxiliary != "did" else _join(answer, auxiliary, rest)
    return _join(rest[:at], _with_object(_inflected(auxiliary, rest[at:]), answer, preposition))


def _with_object(verb: Words, answer: str, preposition: str) -> Words:
    """Puts the answer behind the verb, or at the end where a preposition waits for it."""
    if preposition:
        return [*verb, preposition, answer]
    low = [_low(word) for word in verb]
    if len(verb) > 1 and low[-1] not in _PREPOSITIONS and low[1] in _PREPOSITIONS:
        return [verb[0], answer, *verb[1:]]
    return [*verb, answer]


def _verb_at(rest: Words) -> int | None:
    """Returns where the base form of a verb stands behind do or a modal, and the subject."""
    low = [_low(word) for word in rest]
    start = 2 if low[0] in _DETERMINERS - {"this", "that", "these", "those"} else 1
    verbs = [i for i in range(start, len(low)) if is_base(low[i])]
    # "The last name Smith": what can be a verb is none there.
    return next((i for i in verbs if not _is_before_noun(low, i)), None)


def _moved_subject(auxiliary: str, rest: Words) -> int | None:
    """Returns how long the subject behind have or a modal is, None where what was asked for is the subject."""
    low = [_low(word) for word in rest]
    if auxiliary in _MODALS:
        return None if is_base(low[0]) or low[0] in _ADVERBS else _verb_at(rest)
    return None if is_participle(low[0]) or low[0] in _ADVERBS else _participle_at(low)


def _participle_at(low: Sequence[str]) -> int | None:
    """Returns where the first participle stands that can belong to the predicate, or the adverb before it."""
    at = next((i for i in range(1, len(low)) if is_participle(low[i]) and not _is_before_noun(low, i)), None)
    is_after_adverb = at is not None and at > 1 and (low[at - 1] in _ADVERBS or low[at - 1].endswith("ly"))
    return at - 1 if at is not None and is_after_adverb else at


def _is_before_noun(low: Sequence[str], i: int) -> bool:
    """Says whether a participle stands inside a noun phrase, as in "the flying dutchman"."""
    is_twin = low[i - 1] in _TWINS and i > 1 and low[i - 2] in _DETERMINERS
    return i < len(low) - 1 and (low[i - 1] in _DETERMINERS or is_twin)


def _waiting_preposition(low: Sequence[str]) -> int | None:
    """Returns where a preposition stands that the answer belongs to, though more follows: "come from in Australia"."""
    follows = _PREPOSITIONS - {"of", "to"} | _QUESTION_WORDS
    return next((i for i in range(len(low) - 1) if low[i] in {"from", "to"} and low[i + 1] in follows), None)


def _inflected(auxiliary: str, verb: Words) -> Words:
    """Returns words that begin with a verb without the do before them; "start and end" are two verbs."""
    inflect = {"did": past, "does": third_person}.get(auxiliary, str)
    is_double = len(verb) > 2 and _low(verb[1]) in {"and", "or"} and is_base(_low(verb[2]))
    second = [verb[1], inflect(_low(verb[2])), *verb[3:]] if is_double else verb[1:]
    return [inflect(_low(verb[0])), *second]


def _counted(answer: str, things: Words) -> str:
    """Returns "13 episodes", also where the answer already says what is counted."""
    said = {_low(word).removesuffix("s") for word in answer.split()}
    return answer if any(_low(thing).removesuffix("s") in said for thing in things) else " ".join([answer, *things])


def _preposition(word: str, last: str, answer: str, of_place: str = "in") -> str:
    """Returns what goes before an answer that says when, where, why or how."""
    begins = _low(answer.split()[0])
    if last in _PREPOSITIONS - {"out", "up", "down", "off", "over", "on"} or begins in _PREPOSITIONS:
        return ""
    if word == "where":
        return of_place
    if word == "why":
        return "" if begins in {"because", "due", "so"} else "because"
    if word == "how":
        return "as" if last in _CALLED else ""
    if word == "when":
        return "on" if _DAY.match(answer) else "in" if _YEAR.match(answer) else ""
    return ""


def _join(*parts: str | Words) -> str:
    words = [part if isinstance(part, str) else " ".join(part) for part in parts]
    return " ".join(filter(None, words))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


def _low(word: str) -> str:
    return word.lower().strip("\"'‘’“”,.;:!?()")
