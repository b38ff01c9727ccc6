"""Plain denials: an answer mentions the references only in clauses that deny them.

"It is not Paris", "Paris is wrong", "Paris? No, Lyon.", "not Paris but Lyon", "Many say Paris, but that is wrong".
What an answer concedes or leaves open is not read here.
"""

from collections.abc import Sequence
from itertools import pairwise

from ..lazy_patterns import lazy_re
from ..view import Match, Span, View, view_of
from .closed.closed_words import content_stems
from .closed.yes_no import stated_polarity

_RULE = "denial"
# No clause denies a longer reference as a whole.
_LONGEST_REFERENCE = 60
_MARKS = str.maketrans({"\u2019": "'", **dict.fromkeys('"*_\u201c\u201d')})

# Clauses end at signs, and at "but": "Lyon, not Paris", "not Paris but Lyon", "Lyon (not Paris)".
_CLAUSE_END = lazy_re(r"((?:\s*[,.!?;:()\n\u2014\u2026])+[\s')]*|\s+[-\u2013]\s+|(?<!anything)\s+but\s+)")

# The expressions below match a whole clause, in small letters; {X} is a mention of a reference.
_X = "\x00"
_LIGHT = r"(?:(?:the|an?|in|on|at|by|from|of|mr\.?|dr\.?|called|really|actually) )*"
_PRONOUN = r"(?:it|that|this|he|she|they|the (?:right |correct )?answer)"
_IS = r"(?:'s| is| was| would be)"
_IS_NOT = (
    r"(?:(?: (?:is|was|are|were)|'s) (?:(?:almost|\w+ly) )*(?:not|hardly|never|no longer)| (?:is|was|are|were)n't"
    r"| (?:can(?:not|'t| not)|could(?:n't| not)) (?:be|have been))"
)
_NOT_TRUE = r"(?:wrong|incorrect|false|untrue|not (?:it|right|correct|true|the answer|the case))"
_A_MYTH = r"an? (?:\w+ )?(?:mistake|misconception|myth)"
_WRONG = rf"(?:\w+ly )?(?:{_NOT_TRUE}|{_A_MYTH}|the wrong (?:answer|one))"
# "many people would say", "though many think", "it is often said", "you might think"
_OTHERS_SAY = (
    r"(?:although |though )?(?:(?:(?:many|most|some|(?:lots|a lot) of)(?: people| others)?|people|you) "
    r"(?:(?:would|will|might|may|\w+ly|often|sometimes) )?(?:say|think|believe|guess|assume|tell you)"
    r"|(?:it is|it's) (?:\w+ly|often|sometimes) (?:said|thought|believed))"
)
# "I used to think", "first I wrote", "I would have said"
_I_SAID = (
    r"(?:i(?: used to think| once thought| (?:first|initially|originally) (?:thought|said|wrote)"
    r"|(?: would|'d) have (?:said|thought|guessed))|(?:at )?first i (?:thought|said|wrote))"
)
_THAT_IT_IS = rf"(?: that)?(?: (?:it|that|this)(?:'s| is| was))?(?: to be)? {_LIGHT}{_X}"
_PATTERNS = {
    # "not X", "definitely not X", "Neither X nor Y", "anything but X", "not X as some say", "Lyon rather than X"
    "not X": rf"(?:and |or |so |\w+ly |[^{_X}]+ (?=and not|rather|instead))?(?:(?:and )?not|neither|nor|anything but"
    rf"|rather than|instead of) {_LIGHT}{_X}(?: n?or [^{_X}]+| as [^{_X}]+)?",
    # "There was no sign of X", "no X was found"
    "no X": rf"(?:(?:there|{_PRONOUN}) (?:is|was|are|were|has|had|have|shows?|showed|found) )?no "
    rf"(?:(?:clear |obvious )?(?:signs?|evidence|traces?|indications?) of )?(?:an? )?{_X}(?: (?:is|was|were) \w+)?",
    # "I don't think it is X", "I doubt that it was X", "It is not true that it is X"
    "I do not think": rf"(?:i (?:do not|don't) (?:think|believe)|i doubt|it(?:'s| is) {_NOT_TRUE}"
    r"|there (?:is|was) no (?:evidence|proof|indication))(?: that)? "
    rf"{_PRONOUN}{_IS} {_LIGHT}{_X}",
    # "It is a popular myth that X did it"
    "a myth that": rf"it(?:'s| is) (?:{_NOT_TRUE}|{_A_MYTH}) that [^{_X}]*{_X}[^{_X}]*",
    # "X is wrong", "X was not the answer", "X is a common misconception"
    "X is wrong": rf"(?:saying )?(?:the |an? )?{_X}{_IS} {_WRONG}",
    # "it wasn't X", "it was not held in X", "the capital of France is not X"
    "is not X": rf"(?P<said>.+?){_IS_NOT} (?:(?:\w+ed|held|made|born|built|written|won) )?{_LIGHT}{_X}",
    # "it wasn't X who won"
    "is not X who": rf"it{_IS_NOT} {_LIGHT}{_X} (?:who|that|which)(?P<said> .+)",
    # "they don't eat X", where the question asks what they eat
    "does not X": rf"{_PRONOUN} (?:(?:do|does|did)(?:n't| not)|never) (?P<said>\w+) {_LIGHT}{_X}",
    # "X isn't the capital"
    "X is not": rf"(?:the )?{_X}{_IS_NOT}(?P<said> .+)",
}
_DENIALS = {name: lazy_re(text) for name, text in _PATTERNS.items()}
# "X", "it is X", "the capital is X", and the next clause: "no", "no wait", "scratch that", "that is incorrect".
_NAMES = lazy_re(rf"(?:(?P<said>.+?)(?:'s| is| was| are| were) )?{_LIGHT}{_X}")
_TAKES_BACK = lazy_re(
    r"(?:but |oh |ah |wait |sorry |actually )?(?:no|nope|no way|wrong|(?:scratch|scrap|strike) that|correction"
    rf"|i don't think so|{_PRONOUN}{_IS} {_WRONG})(?: wait| sorry)?\b[^?\w]*"
)
# "X, wait, no", "X. However, no": the filler is no clause of its own.
_FILLER = lazy_re(r"\b(?:(?:wait|sorry|oops|oh|ah|actually)[,.;\s\u2026]+(?=no\b)|however,\s+)")
# "many people would say X", "X was my first guess", and the next clause: "but that is incorrect", "but it is really Y".
_SAY = lazy_re(rf"(?:{_OTHERS_SAY}|{_I_SAID}){_THAT_IT_IS}|{_X} was my first (?:thought|guess|idea|answer)")
# "but it is debated", "but it is a long story" correct nothing.
_OPEN = r"(?:un|in)?\w+(?:ed|ful|able|ous|ing|ain|ear)|not|an?|hard|difficult|moot|only|just|more|open|up"
_CORRECTS = lazy_re(
    rf"(?:but )?(?:no|(?:they|most|i)(?:'re| are| was| am) (?:wrong|mistaken)|(?:{_PRONOUN}|which){_IS} {_WRONG}"
    rf"|{_PRONOUN}{_IS_NOT}|(?:it|he|she|they|the answer)(?:(?:'s| is| was)(?:(?! (?:{_OPEN})\b)(?: \w+){{1,3}}"
    r"|(?: really| actually| in fact) .+)| turns out to be .+))\b[^?\w]*"
)

_STANDS_FOR_IT = lazy_re(_PRONOUN)
# "If the capital is not X, I'd be surprised."
_SUBORDINATE = lazy_re(r"(?:if|whether|unless|though|although|while|when|why|how|wh(?:o|at|ich)|that|because)\b")

# Words that take back or rule out, in a text that may say so of itself; "not sure" only hedges.
_REJECTS = lazy_re(
    r"\b(?:not|never|no longer|neither|nor|no|but|actually|hardly|scarcely|unlikely|doubt\w*|wrong\w*|incorrect\w*"
    r"|false\w*|untrue|myths?|misconceptions?|mistak\w*|confus\w*|instead of|rather than|other than|unlike|contrary to"
    r"|far from|anything but|forget|ignore|discard\w*|dismiss\w*|reject\w*|exclud\w*|rul\w+ out|eliminat\w*|strike"
    r"|scratch|scrap|withdr[ae]w\w*|retract\w*|back|lost|loses?|losing|beaten|defeated|fooled|deceiv\w*|misle\w*|wait"
    r"|correction|slip|oops|sorry|except)\b|n't\b"
)
_IS_UNSURE = lazy_re(
    r"(?:\bbut (?:i am|i'm|we are|we're) )?\b(?:not|n't|cannot be)(?: \w+){0,2} (?:sure|certain|positive|confident)\b"
    r"(?:,? but\b)?|\bno doubt\b|\bwithout (?:a )?doubt\b|\b(?:may|might|could) be (?:wrong|mistaken)\b"
)


def compare(references: Sequence[str], mentions: Sequence[Span], answer: View, question: str | None) -> Match | None:
    """Rejects an answer that plainly denies each of its mentions of the references.

    Args:
        references: The references that it mentions.
        mentions: Where it mentions them.
        answer: The answer.
        question: The question, if it is known and used.

    >>> answer = View("Paris? No, Lyon.")
    >>> compare(["Paris"], answer.mentions("Paris"), answer, None).how
    'denies'
    >>> compare(["Lyon"], answer.mentions("Lyon"), answer, None)
    """
    if not mentions or (question and "denies" in view_of(question).cues):
        return None
    if any(
        len(text) > _LONGEST_REFERENCE or stated_polarity(text) or "denies" in view_of(text).cues for text in references
    ):
        return None
    asked = content_stems(question) if question else frozenset()
    *clauses, last = _CLAUSE_END.split(_masked(answer, mentions))
    steps = pairwise([*zip(clauses[::2], clauses[1::2], strict=True), (last, ""), ("", "")])
    if not all(_is_denied(clause, end, "".join(after), asked) for (clause, end), after in steps if _X in clause):
        return None
    return answer.match(_RULE, False, "denies", "", references[0])


def _masked(answer: View, mentions: Sequence[Span]) -> str:
    """The answer in small letters, with a sign in place of each mention; one within another is that one."""
    text, end = "", 0
    for start, stop in sorted(mentions, key=lambda span: (span[0], -span[1])):
        if start >= end:
            text += answer.small[end:start] + _X
        end = max(end, stop)
    return _FILLER.sub("", (text + answer.small[end:]).translate(_MARKS))


def _is_denied(clause: str, end: str, after: str, asked: frozenset[str]) -> bool:
    """Whether a clause denies its mention, or the next one does: what it says else is a pronoun or the question's."""
    clause = clause.strip(" '")
    if _SAY.fullmatch(clause):
        return _CORRECTS.fullmatch(after) is not None
    found = None if "?" in end else next(filter(None, (each.fullmatch(clause) for each in _DENIALS.values())), None)
    if found is None and _TAKES_BACK.fullmatch(after):
        found = _NAMES.fullmatch(clause)
    if found is None:
        return False
    said = found.groupdict().get("said")
    if not said or _STANDS_FOR_IT.fullmatch(said):
        return True
    stems = content_stems(said)
    return bool(stems) and stems <= asked and not _SUBORDINATE.match(said)


def rejects(text: str) -> bool:
    """Whether a text has a word that takes back or rules out what it names; "not sure" only hedges.

    >>> rejects("Forget Bell"), rejects("I am not sure, but Bell")
    (True, False)
    """
    return _REJECTS.search(_IS_UNSURE.sub("", text.lower().replace("\u2019", "'"))) is not None
