"""The grammar of refusals in English: what a clause says that does not know, has no information, or will not tell.

Clauses are read in plain words (`plain`): small letters, contractions in full, no adverbs. Each alternative of an
expression has an example. What refuses must be the main clause: "a man who does not know" names one.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from .tables import read_word_lists

# Contractions, with an apostrophe or without: "can't" is "ca not" in full, "dont" is "do not".
_NOT = re.compile(r"(ca|could|do|does|did|has|have|had|is|are|was|were|wo|would)n(?:'?t|not)")
_ENDINGS = {"'m": "am", "'ve": "have", "'d": "would", "'ll": "would"}
_WITH_IS = frozenset("it that there this what who".split())
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
# Words that change nothing: "I really don't know".
_ADVERBS = frozenset(
    "actually also all alas any currently enough even ever fully here honestly quite rather really simply still such "
    "sufficient then too very whatsoever yet".split()
)
_BETWEEN_WORDS = str.maketrans(dict.fromkeys('.,?!:;()/"', " "))
# Some words are signs of a refusal in answers of so many characters only.
_SHORT = 80
# Words of so many letters may have any ending; forms of one word begin with so many letters.
_FORMS, _STEM = 4, 5

_AUXILIARY = (
    "(?:am|is|was|are|were|be|been|do|does|did|ca|can|could|would|wo|will|have|has|had|may|might|must|just|only"
    "|seem to)"
)
_LEAD = r"(?:(?:well|oh|ah|so|but|and|however|also|therefore|instead|sorry|unfortunately|hm+|u[hm]+|hence|if|i am) )*"
_SPEAKER = rf"\b(?:i|we(?! do not know)|model|assistant) (?:{_AUXILIARY} )*"
_MAIN = rf"(?:{_SPEAKER}|^{_LEAD}|\b(?:it|this|that|there|me|us|and|but|which) (?:{_AUXILIARY} )*)"
# What stands between "not" and what is not known: "not have access to the", "not been able to".
_BETWEEN = (
    r"(?:(?:\w+ly|able|to|be|been|have|has|got|the|a|an|in|going|want|wish|feel|make|put|seem|take|think|believe|i"
    r"|there|is|of|any(?:body|one)) )*"
)
_FUNCTION = (
    "about|at|on|of|for|regarding|concerning|in|to|that|which|as|from|available|given|provided|found|was|is|were|are"
    "|can|could|based|exists?|survives?"
)
_ASKS = r"who|whom|whose|what|which|when|where|why|how|whether|if"
_AN_AI = r"as an? (?:\S+ )?(?:ai|language model)\b"
# What makes a clause one of others; "I'm afraid that I don't" is of the one who answers.
_OF_OTHERS = re.compile(
    r"(?!^)(?<!\bseems )(?<!\bappears )(?<!\bafraid )(?<!\bsorry )(?<!\bfound )"
    r"\b(?:who|whose|that|which|because|said|says|thinks?)(?: \w+){0,2} ?$"
)


_EXPERTS = r"\b(?:historians|scholars|accounts|experts|people|sources)"


@cache
def _lists() -> dict[str, frozenset[str]]:
    return read_word_lists(Path(__file__).parent, "refusal_grammar.tsv")


def nouns() -> frozenset[str]:
    """Returns words for what may be asked of a thing: "the meaning of the word is not explained"."""
    return _lists()["nouns"]


@cache
def _any_of(title: str) -> str:
    longest_first = sorted(_lists()[title], key=len, reverse=True)
    forms = (word.replace("_", " ") + (r"\w*" if len(word) >= _FORMS else "s?") for word in longest_first)
    return rf"(?:{'|'.join(forms)})\b"


def _alternatives(*expressions: str) -> re.Pattern[str]:
    return re.compile("|".join(expressions))


@cache
def _negated() -> re.Pattern[str]:
    """Returns the expression of refusals with a negation."""
    tell, told, facts, sure = map(_any_of, ("tell", "told", "facts", "sure"))
    return _alternatives(
        # I don't know. We have not been able to verify it. I am not sure. I can't see any information on it.
        rf"{_SPEAKER}(?:not|neither) {_BETWEEN}(?:{sure}|{tell}|(?:\S+ ){{0,3}}?{facts})",
        # I would rather not say. You did not say it.
        rf"\bi (?:{_AUXILIARY} )*(?:(?:better|prefer|rather|choose) not|lack)\b|\byou (?:have|did) not (?:\S+ )?{tell}",
        # Don't know.
        rf"(?:^|\band ){_LEAD}(?:do|did) not (?:know|recall|remember|ask me)\b",
        # Haven't the faintest idea. Not a clue.
        rf"^{_LEAD}(?:have )?not {_BETWEEN}{facts}",
        # Not sure who. Not mentioned in the text.
        rf"^{_LEAD}not (?:{sure}|{told}(?=$| in\b| by\b| {_ASKS}))",
        # It is not possible to say. There is no way of knowing. It is not clear.
        rf"{_MAIN}not (?:able|appropriate|easy|possible|willing|in a position) (?:for \w+ )?to (?:\S+ ){{0,2}}?{tell}",
        rf"\bnot? (?:\S+ ){{0,3}}?way (?:to|of|for) (?:\S+ ){{0,3}}?{tell}",
        rf"\b(?:it|this|that) (?:is|was) not (?:\w+ly )?(?:answerable|clear|known|certain)"
        rf"(?=$| (?:{_ASKS}|{_FUNCTION})\b)",
        # There is no information about it.
        rf"(?:\bi (?:{_AUXILIARY} |got |found )*|^{_LEAD})(?:no|insufficient) (?:\S+ ){{0,2}}?{facts}"
        rf"(?=$| (?:{_FUNCTION}|{_ASKS})\b)",
        rf"\b(?:we|there|it|and|but) (?:\S+ ){{0,6}}?"
        rf"(?:no|insufficient|lacks?|(?<=there is )not|(?<=there are )not) (?:\S+ ){{0,3}}?"
        rf"(?P<fact>{facts})(?=$| (?:{_FUNCTION}|{_ASKS})\b)",
        # No price is stated.
        rf"^{_LEAD}no (?:\S+ ){{0,3}}?(?:is|was|were) "
        r"(?:credited|given|listed|mentioned|named|provided|reported|specified|stated)\b",
        # Nobody knows.
        rf"\b(?:nobody|no one) (?:\S+ ){{0,2}}?(?:knows?\b|(?:can|could) {tell}|is (?:sure|certain)\b|told me\b)",
    )


@cache
def _of_sources() -> re.Pattern[str]:
    """Returns the expression of refusals with a negation and the name of a source.

    The words in groups tell nothing if the question has them: "Does the page mention X?" "It does not mention X".
    """
    tell, source = map(_any_of, ("tell", "source"))
    return _alternatives(
        # The documents that you gave me do not include it. The passage is silent on this. None of the pages has it.
        rf"\b{source} (?:\S+ ){{0,8}}?(?:not|never) (?!be\b)(?:\S+ ){{0,3}}?(?P<said>{tell}|clear\b)",
        # The notes contain no date. The report lacks it.
        rf"\b{source} (?:\S+ ){{0,8}}?(?:{tell}|make\w*) (?P<lacking>no)\b(?! doubt)|\b{source} lacks?\b",
        rf"\b(?P<silent>{source}) (?:\S+ ){{0,4}}?(?:nothing|silent|insufficient|nowhere|no mention)\b",
        rf"\b(?:none|nothing|neither|nowhere) (?:\S+ ){{0,3}}?{source}",
        # The price is not in the list.
        rf"\b(?:not|never) (?:\S+ ){{0,3}}?(?:in|by|from|within|part of) (?:\S+ ){{0,3}}?(?P<place>{source})",
    )


@cache
def _others() -> re.Pattern[str]:
    """Returns the expression of refusals without a negation."""
    tell, facts = map(_any_of, ("tell", "facts"))
    return _alternatives(
        # It is impossible to say. I am unable to determine it. I decline to. I am unaware of it.
        rf"(?:{_SPEAKER}|^{_LEAD})un(?:able|willing) to {tell}",
        rf"{_MAIN}{_any_of('hard')} (?:for \w+ )?(?:to|of) (?:\S+ ){{0,2}}?{tell}(?! any\w+ other than\b)",
        rf"\bi (?:{_AUXILIARY} |\w+ly )*(?:declin|refus|fail|abstain|refrain|forg[eo]t|(?:to )?(?:pass|skip|give up)\b"
        rf"|leave (?:this|it|that)\b|making (?:it|that) up|un(?:sure|aware|certain|familiar))",
        # It is unclear who did. The cause remains unknown. God knows. Who can say?
        rf"(?:^{_LEAD}|\b(?:is|are|was|were|be|been|remains?|seems?) (?:\w+ly )?){_any_of('unknown')}"
        rf"(?=$| (?:{_ASKS}|{_FUNCTION}|because|since)\b)",
        rf"(?:\b(?:god|heaven)|^{_LEAD}who) (?:\S+ ){{0,2}}?(?:knows|(?:can|could|is to) {tell})",
        # Could you clarify which one you mean? I would need more details.
        rf"\b(?:(?:could|can|would|will) you|please) (?:\S+ ){{0,2}}?{_any_of('asks')}",
        r"\b(?:are|do|did) you (?:\S+ )?(?:mean|refer|ask|talk)",
        rf"\b(?:i|(?:we|one) would) (?:would )?(?:need|require|have) (?:\S+ ){{0,3}}?"
        rf"(?:more {facts}|clarification|to (?:know|see)\b)",
        rf"^{_LEAD}let me (?:break|check|find|look|search|see|think)\b",
        # It could be anyone, or any of those.
        r"\b(?:could|may|might) (?:be|have been) (?:any(?:one|body)|either|one of|of (?:several|the(?:m|se)?|those))\b",
        r"\bquestion (?:is|seems) (?:\S+ )?(?:incomplete|vague|unclear)",
        # There is more than one answer. Scholars disagree.
        r"\b(?:has|have|there (?:is|are|may be|could be)) (?:more than one|multiple|several|many|various|different) "
        r"(?:\S+ )?(?:answers?|candidates|interpretations|opinions|possibilities|theories|views)\b"
        rf"|{_EXPERTS} (?:conflict|differ|disagree)\b",
        # As an AI, ... I'm so sorry. Beats me. N/A.
        rf"\b{_AN_AI}|^(?:i am )?(?:so )?sorry\b|\b{_any_of('phrases')}|^{_any_of('alone')}$",
    )


@cache
def _not_told() -> re.Pattern[str]:
    """Returns the expression of missing information: "Her name is not given", "That can't be found"."""
    told, tell = _any_of("told"), _any_of("tell")
    return re.compile(
        r"^(?!(?:he|she|they|you|we|i|who)\b)(?P<subject>.*?)\b(?:"
        rf"(?:is|are|was|were|has|have|had) (?:not|never) (?:\w+ly |been |yet )*(?P<told>{told})(?! by\b)"
        rf"|(?:ca|can|could) not be (?:\w+ly )*(?P<found>{tell})|(?:is|are|was|were) missing\b"
        # The Bible does not specify it.
        r"|(?:do|does|did) not (?P<tells>mention|specify|state|say|disclose|indicate|reveal)\b)"
    )


@cache
def _talk() -> re.Pattern[str]:
    """Returns the expression of remarks about the one who answers or asks, about sources, and of advice."""
    source, describes, tell = map(_any_of, ("source", "describes", "tell"))
    return re.compile(
        # I would need the totals. You may want to look it up. My training ends in 2021. To compute it, ...
        rf"^{_LEAD}(?:(?:i(?! is\b)|my|we|our|one|you(?! should| must)|your|please|let|{_AN_AI})\b"
        rf"|it (?:is|may be) (?:possible|likely) (?:that )?you\b|(?:in order )?to {tell}"
        # The passage that you gave me only describes the bridge. The acronym is used in the text.
        rf"|(?:\S+ ){{0,4}}?{source} (?:\S+ ){{0,3}}?{describes}"
        rf"|(?:\S+ ){{0,4}}?(?:is|are|was|were) (?:\w+ly )?(?:discuss|mention|us|refer|describ|cover)\w*\b"
        # It is best to check it.
        rf"|{_any_of('advises')}|(?:\S+ )*?(?:advisable|best|better|can|could|may|might|recommend\w*|should|try|want)"
        rf" (?:\S+ ){{0,2}}?{_any_of('advises')}"
        rf"|(?:\S+ )*?(?:(?:required|needed|necessary) to {tell}|(?:personal|subjective)\b))"
    )


def plain(clause: str, is_of_source: bool = False) -> str:
    """Returns the words of a clause in small letters, contractions in full, without adverbs that change nothing.

    If the clauses before are about a text, "it" or no subject stands for the text.

    >>> plain("Sorry, I really can't say!"), plain("but doesn't mention when", True)
    ('sorry i ca not say', 'but text does not mention when')
    """
    words = _WORD.findall(clause.lower().replace("\u2019", "'"))
    text = " ".join(_in_full(word) for word in words if word not in _ADVERBS)
    return _source_as_subject().sub(r"\1text ", text, 1) if is_of_source else text


@lru_cache(maxsize=2**12)
def _in_full(word: str) -> str:
    if found := _NOT.fullmatch(word):
        return f"{found[1]} not"
    start, mark, end = word.rpartition("'")
    if end == "s" and start in _WITH_IS:
        return f"{start} is"
    return "i am" if word == "im" else f"{start} {_ENDINGS[mark + end]}" if mark + end in _ENDINGS else word


@cache
def _source_as_subject() -> re.Pattern[str]:
    verb = rf"(?:(?:do|does|did|ca|can|could) not\b(?! be\b)|{_any_of('describes')})"
    return re.compile(rf"^({_LEAD})(?:(?:it|they|these|this|which) )?(?={verb})")


@cache
def _source() -> re.Pattern[str]:
    return re.compile(rf"\b{_any_of('source')}")


def names_source(clause: str) -> bool:
    """Returns whether a clause in plain words names a text or another source."""
    return _source().search(clause) is not None


def talks(clause: str) -> bool:
    """Returns whether a clause in plain words is about who answers or asks, or about a source, or gives advice.

    >>> talks("the passage only lists prices"), talks("you may want to check the website"), talks("it is red")
    (True, True, False)
    """
    return _talk().search(clause) is not None


# Two checks ask it of each answer.
@lru_cache(maxsize=64)
def may_refuse(answer: str) -> bool:
    """Returns whether a text has a word without which nothing refuses: most answers have none."""
    small = answer.lower()
    if "n't" in small or "n\u2019t" in small or small.endswith("?"):
        return True
    return not _signs(len(small) <= _SHORT).isdisjoint(small.translate(_BETWEEN_WORDS).split())


@cache
def _signs(is_short: bool) -> frozenset[str]:
    lists = _lists()
    return lists["negations"].union(lists["other signs"], lists["signs of short answers"] if is_short else ())


@cache
def _signs_of_others() -> frozenset[str]:
    return _lists()["other signs"] | _lists()["signs of short answers"]


def refuses(clause: str, question: str = "", is_known: Callable[[str], bool] = lambda words: False) -> bool:
    """Returns whether a clause in plain words refuses.

    What the question says itself is no refusal ("Who sang I don't know why?"). `is_known` returns whether some words
    have nothing but what the question has, or no content at all.

    >>> refuses("i do not know"), refuses("text does not mention it"), refuses("a man who does not know")
    (True, True, False)
    """
    its, asked = clause.split(), question.split()

    def is_asked(words: tuple[str | None, ...]) -> bool:
        """Whether the question has one of some words, or asks itself for what is not told."""
        stems = tuple(word[:_STEM] for word in words if word)
        return bool(stems) and (not negations.isdisjoint(asked) or any(word.startswith(stems) for word in asked))

    negations = _lists()["negations"]
    is_negated = not negations.isdisjoint(its)
    patterns = [_negated(), _of_sources()] if is_negated else []
    if not _signs_of_others().isdisjoint(its):
        patterns.append(_others())
    for pattern in patterns:
        for found in pattern.finditer(clause):
            if not (found[0] in question or is_asked(found.groups()) or _OF_OTHERS.search(clause[: found.start()])):
                return True
    untold = _not_told().search(clause) if is_negated else None
    return untold is not None and not is_asked(untold.group("told", "found", "tells")) and is_known(untold["subject"])
