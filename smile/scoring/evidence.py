"""What decided a score, in words; `items` and files hold them, so they stand here and not in `reporting`."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..text.view import Match, View

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
    "another order": "names in another order: {meant}",
    "denies": "denies {meant}",
    "has the letter": "has the letter {meant}",
    "chooses": "chooses {said}",
    "chooses another": "chooses {said}, not {meant}",
    "chooses several": "names {said}, not {meant} alone",
    "chooses none": "names no option, not {meant}",
    "says": "says {said}",
    "says another": "says {said}, not {meant}",
    "refuses": "gives no answer, as “{meant}”",
    "answers": "gives an answer, unlike “{meant}”",
    "says neither": "commits to neither yes nor no",
}

# What a rule found is said of the answer where it begins with a verb ("denies Paris"), and of its value elsewhere.
_VERBS = tuple(f"{each.split()[0]} " for each in SENTENCES.values() if not each.startswith(("{", "another ")))

# Below this probability `learned` rather finds that the answer does not commit to what it mentions.
_EVEN = 0.5

# Why an answer attempts nothing, by the reason that `smile.text.attempts` gives.
_NOT_ATTEMPTED = {
    "empty": "it is empty",
    "no words": "it has no word and no figure",
    "empty claim": "it only claims to be one",
    "question repeated": "it repeats the question",
    "refusal": "it refuses or does not commit itself, so that it is never right, whatever it names",
    "unfinished": "it stops before it says anything",
}


class Finding(NamedTuple):
    """What a rule found: its name, the values that it compared in a sentence, and the answer's own words for them."""

    rule: str
    evidence: str
    said: tuple[str, ...]


NO_FINDING = Finding("", "", ())


def finding(match: Match, answer: View) -> Finding:
    """Returns what a match says of an answer, in words.

    >>> answer = View("It is One Yard long.")
    >>> finding(answer.match("quantity", True, "=", "one yard", "36 inches"), answer)
    Finding(rule='quantity', evidence='One Yard = 36 inches', said=('One Yard',))
    """
    quoted = tuple(answer.quoted(match))
    said = match.read_as or "; ".join(quoted)
    sentence = SENTENCES[match.how].format(said=said, meant=match.meant)
    return Finding(match.rule, sentence, quoted)


def why_not_attempted(reason: str) -> str:
    """Returns in words why an answer attempts nothing, by the reason in `items`.

    >>> why_not_attempted("empty")
    'attempts nothing: it is empty'
    """
    return f"attempts nothing: {_NOT_ATTEMPTED[reason]}"


def decided_by(scores: Mapping[str, Any]) -> tuple[str, bool] | None:
    """Returns what decided the score of an answer, as what the answer does, and for which verdict it speaks.

    Args:
        scores: The scores of one answer, as `Scores.row` returns them.

    Returns:
        For example `("lacks Paris", False)`; None where the words and the meaning decide.
    """
    if scores["not_attempted"]:
        return why_not_attempted(scores["not_attempted"]), False
    rule, evidence, is_other = scores["rule"], scores["evidence"], scores["is_other_value"]
    if rule == "denial" and evidence.startswith("denies "):
        return f"mentions {evidence.removeprefix('denies ')} only to deny or to correct it", False
    if evidence.startswith(_VERBS):
        return evidence, not is_other
    if is_other:
        return f"gives another value: {evidence}", False
    if rule:
        said, _, meant = evidence.partition(" = ")
        if evidence.startswith("another spelling"):
            return f"gives {evidence}", True
        if rule == "misspelling":
            return f"gives a spelling of {meant}: {said}", True
        form = "" if said.casefold() == meant.casefold() else " in another form"
        return f"gives the right answer's value{form}: {evidence if form else said}", True
    if scores.get("asserted", 1.0) < _EVEN and not scores["correct"]:
        return "mentions the right answer but does not commit to it", False
    return None
