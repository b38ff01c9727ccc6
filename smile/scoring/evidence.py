"""The sentence of a `Match` for `items`; `runs` writes it to files, so it stands here and not in `reporting`."""

from ..text.values.answer import Answer
from ..text.values.match import Match

# By how an answer's value relates to the reference's; dates have some relations of their own.
SENTENCES = {
    "=": "{said} = {meant}",
    "not": "{said}, not {meant}",
    "is in": "{said} is in {meant}",
    "may be": "{said} may be {meant}",
    "begins or ends in": "{said} begins or ends in {meant}",
    "is less exact than": "{said} is less exact than {meant}",
    "another spelling": "another spelling of {meant}",
    "holds all": "holds all of: {meant}",
    "lacks": "lacks {meant}",
    "one more": "names {said} too",
    "candidates": "names {n} candidates: {said}",
    "many candidates": "names many candidates: {said} and others",
    "denies": "denies {meant}",
    "leaves open": "leaves open whether it is {meant}",
    "has the letter": "has the letter {meant}",
    "chooses": "chooses {said}",
    "chooses another": "chooses {said}, not {meant}",
    "chooses several": "names {said}, not {meant} alone",
    "chooses none": "names no option, not {meant}",
    "says": "says {said}",
    "says another": "says {said}, not {meant}",
    "says neither": "commits to neither yes nor no",
}


# The rule, the values that it compared in a sentence, and the answer's own words for its values.
Finding = tuple[str, str, tuple[str, ...]]


def finding(match: Match, answer: Answer) -> Finding:
    """Returns what a match says of an answer, in words.

    >>> answer = Answer("It is One Yard long.")
    >>> finding(answer.match("quantity", True, "=", "one yard", "36 inches"), answer)
    ('quantity', 'One Yard = 36 inches', ('One Yard',))
    """
    quoted = tuple(answer.quoted(match))
    said = match.read_as or "; ".join(quoted)
    return match.rule, SENTENCES[match.how].format(said=said, meant=match.meant, n=said.count("; ") + 1), quoted
