"""What an answer commits to by its own words: yes, no, or neither of them."""

import re
from functools import lru_cache
from typing import Literal

from ...lazy_patterns import lazy_re

Commitment = Literal["yes", "no", "neither"]

_ADVERBS = (
    r"(?:(?:really|indeed|most|actually|certainly|definitely|absolutely|surely|probably|completely|totally|entirely"
    r"|quite|very|in fact|also|still|simply|just|always|clearly|of course|generally|usually|factually|most likely"
    r"|100%) )*"
)
_AUXILIARY = r"(?:is|are|was|were|am|do|does|did|have|has|had|can|could|will|would|shall|should|must|ai|wo|ca|sha)"
_SUBJECT = r"(?:it|he|she|they|we|i|you|that|this|there|these|those|one)"
_TAIL = r"(?: (?:at all|yet|any ?more|any ?longer|really|indeed|either|too|so|exactly|actually|sir|madam|i'm afraid))*"

# "It is", "they did so"; "it isn't", "there are not any".
_SHORT_YES = rf"{_SUBJECT} {_ADVERBS}{_AUXILIARY}{_TAIL}(?: (?:certainly|definitely|absolutely|probably|of course))?"
_SHORT_NO = (
    rf"(?:{_SUBJECT}'(?:s|re|m) {_ADVERBS}not"
    rf"|{_SUBJECT} {_ADVERBS}(?:{_AUXILIARY} {_ADVERBS}(?:not|never)|{_AUXILIARY}n'?t|cannot|never {_AUXILIARY}))"
    rf"(?: any| one| such)?{_TAIL}"
)

_TRUTH = r"(?:true|correct|right|accurate|so|the case|the truth|factual|a fact|a true statement|a correct statement)"
_UNTRUTH = (
    r"(?:false|incorrect|wrong|untrue|inaccurate|mistaken|fiction|fake|nonsense|a lie|a mistake|impossible"
    r"|(?:an?|just an?|only an?) (?:\w+ )?(?:myth|misconception|legend|error|hoax)"
    r"|a (?:false|wrong|incorrect) statement)"
)
_NOT = r"(?:not|never|hardly|far from|anything but)"

# Whole clauses, the leading words taken away.
_PHRASES: dict[str, Commitment] = {
    **dict.fromkeys(
        "yes|yess|yep|yeah|yup|yea|ya|yah|aye|y|ok|okay|surely|certainly|absolutely|definitely|of course|naturally"
        "|indeed|exactly|precisely|affirmative|undoubtedly|undeniably|sure|sure thing|for sure|totally"
        "|very much so|you bet|by all means|agree|agreed|i agree|i fully agree|i do agree|think so|believe so"
        "|say so|suppose so|guess so|probably|most likely|very likely|likely|presumably|confirmed"
        "|why not|no doubt|no question|no doubt about it"
        "|no question about it|without doubt|without a doubt|without any doubt|without question|beyond doubt"
        "|don't disagree|do not disagree|it sure is|it sure does|they sure are|they sure do".split("|"),
        "yes",
    ),
    **dict.fromkeys(
        "no|noo|nope|nah|naw|nay|n|no sir|no ma'am|no madam|no thanks|no way|no chance|never|never ever|not"
        "|not a chance|by no means|in no way|in no case|certainly not|of course not|surely not|perhaps not"
        "|maybe not|possibly not|i think not|negative|far from it|on the contrary|quite the contrary"
        "|the opposite|quite the opposite|just the opposite|the reverse|unlikely"
        "|under no circumstances|disagree|i disagree"
        "|i doubt it|i doubt that|i doubt so|hardly|denied|not necessarily|not even close".split("|"),
        "no",
    ),
}
_PATTERNS: tuple[tuple[Commitment, re.Pattern[str]], ...] = (
    ("yes", lazy_re(rf"{_NOT} (?:an? )?{_ADVERBS}(?:no|nope|denied|{_UNTRUTH})")),
    ("no", lazy_re(rf"{_ADVERBS}(?:{_UNTRUTH}|(?:not|no)(?: at all| really| exactly| quite| yet| any ?more| so)?)")),
    ("no", lazy_re(rf"{_NOT} (?:an? )?{_ADVERBS}(?:yes|{_TRUTH})")),
    (
        "no",
        lazy_re(
            r"(?:i )?(?:do not|don't|wouldn't|would not|(?:can't|cannot)(?= (?:really )?agree)) (?:really )?"
            r"(?:think|believe|agree|say)(?: so| that| it| with (?:that|this|it))?"
        ),
    ),
    ("yes", lazy_re(rf"{_ADVERBS}(?:yes|{_TRUTH})")),
    ("no", lazy_re(_SHORT_NO)),
    ("yes", lazy_re(_SHORT_YES)),
)

# "Yes it is", "true because ...": what may follow one of these words without a comma. "No bowl" denies the bowl alone.
_FOLLOWING = (
    r"(?= (?:i|it|its|it's|he|he's|she|she's|they|they're|we|you|there|there's|that|that's|this|these|those|the|because"
    r"|since|as|for|not|sorry|my|your|his|her|their|if|according|in|indeed|definitely|absolutely|of course|please)\b)"
)
_BEGINS_NO = lazy_re(
    rf"(?:nope|nah) |(?:no|false|incorrect|untrue|(?:certainly|definitely|absolutely) not){_FOLLOWING}"
)
_BEGINS_YES = lazy_re(
    r"(?:yes|yep|yeah|yup) |(?:there(?:'s| is)|i have) no (?:doubt|question)"
    rf"|(?:true|correct|indeed|certainly|absolutely|definitely|of course|surely){_FOLLOWING}"
)
_YES_OR_NO = lazy_re(r"\b(?:yes|yep|yeah|yup|no|nope|nah)\b")

# "The claim that ... is not true": at the end of a clause, or before its reason.
_STATEMENT = lazy_re(
    rf"\b(?:it|that|this|(?:statement|claim|assertion|sentence|premise|idea|assumption|proposition|answer)\b.*?)"
    rf"(?: ?(?:is|'s|was|are|seems|sounds|appears|remains|would be|as|to be))(?P<short>n't| not)? {_ADVERBS}"
    rf"(?P<not>{_NOT} )?{_ADVERBS}(?:(?P<true>{_TRUTH})|(?P<false>{_UNTRUTH}))(?: that\b.*| because\b.*| as\b.*)?$"
)

# What every clause that `_STATEMENT` fits has.
_OF_TRUTH = lazy_re(r"true|rect|right|acc|so|case|truth|fact|false|wrong|mis|fi|fake|lie|imp|my|leg|err|hoax")
_LONGEST_STATEMENT = 400

_LEAD = lazy_re(
    r"(?:(?:and|so|but|why|well|oh|ah|hm+|um+|uh|actually|wait|sorry|therefore|thus|hence|then"
    r"|in (?:fact|short|reality|truth)"
    r"|in my (?:opinion|view)|overall|honestly|personally|finally|frankly|final|the|my|short|correct|right|clear|firm"
    r"|definite|resounding|simple|big|strong|hard|answer|response|reply|verdict|conclusion|result"
    r"|(?:to|for) (?:this|that|the|your) question|is|was|be|would be|must be|should be"
    r"|i(?:'d| would|'ll| will)?(?: have to| must)?"
    r" (?:say|think|believe|guess|suppose|suspect|answer|vote|go with|respond|choose)(?: that| with)?"
    r"|i(?:'m| am) (?:pretty |quite |fairly |very )?(?:sure|certain|confident|positive|afraid)(?: that)?"
    r"|(?:it|that)(?:'s| is| would be| was)(?= an? (?:\w+ )?(?:yes|no)\b)|an?(?= (?:\w+ )?(?:yes|no)\b)"
    r"|as far as i (?:know|can tell)|to my knowledge|unfortunately|luckily|fortunately|apparently|obviously|maybe"
    r"|perhaps|possibly|mostly"
    r"|basically|technically|scientifically|strictly speaking|on second thought|rather|correction|i mean|however|no) )+"
)
_CUT = lazy_re(
    r"([.;:!?\n,]+)|\s[-\u2013\u2014]+\s|\u2014|\b(?=(?:but|so|because|since|although|though|therefore|hence|thus) )"
)
_LETTER = lazy_re(r"\W*([TtFf])\W*")
_NUMBER_SIGN = lazy_re(r"\bno\.(?= ?\d)")
_MARKUP = lazy_re(r"\\(?:boxed|text(?:bf)?|mathrm)\b|[*_#`\"“”{}()\[\]$\\<>|]")
_SPACE = lazy_re(r"[^\S\n]+")
_CORRECTION = lazy_re(
    r"\b(?:actually|wait|sorry|correction|scratch that|i mean|rather|second thought|in fact|in reality|no longer sure"
    r"|let me|hold on|oops|however|final answer|the answer is|so|therefore|thus|hence)\b"
)

_NEITHER = lazy_re(
    r"\b(?:yes|true|right|correct) (?:and|or) (?:no|false|wrong|incorrect)\b|\b(?:no|false) (?:and|or) (?:yes|true)\b"
    r"|\b(?:may|might|could|can|does) or (?:may|might|could|can|does)(?:n't| ?not)\b|\byes/no\b|\btrue/false\b"
    r"|\bboth (?:yes|true)\b|\bneither (?:yes|true|no|false)\b|\beither (?:yes|no|true|false|way)\b|\bbe either$"
)
_UNDECIDED = lazy_re(
    r"\bno (?:idea|clue|information|info|data|opinion|comment|answer|one knows|consensus|telling|definit|clear|certain"
    r"|way (?:to|of) (?:\w+ )?(?:tell|know|say|find|judg|determin|be sure|verify|answer)|(?:good |easy )?way of)"
    r"|\bnobody knows\b|\bwho knows\b|\bidk\b|\bdunno\b|\b(?:do not|don't|doesn't|didn't|did not|will never) "
    r"(?:really |actually |even )?(?:know|remember|recall|have (?:any|enough|access|the))\b"
    r"|\bwithout (?:more|further)\b"
    r"|(?:\bnot|n't|\bnever) (?:\w+ )?(?:sure|certain|clear|known|specified|stated|enough|mentioned|given|decide)\b"
    r"|\b(?:cannot|can't|can not|couldn't|could not|(?:unable|hard|difficult|impossible|too early|not able) to)"
    r" (?:\w+ )?(?:say|tell|know|determine|be|judge|answer|decide|see|confirm|verify|predict|assess|comment|help)"
    r"(?: (?:determined|answered|known|verified|confirmed|said|sure|certain|either))?\b(?! (?:it|a|the|any|that) \w)"
    r"|\bdepends\b|\bmaybe\b|\bperhaps\b|\bpossibly\b|\bunsure\b|\buncertain\b|\bunclear\b|\bunknown\b|\bundecided\b"
    r"|\b(?:fifty|50)[ -/](?:fifty|50)\b|\bneither\b(?! \w+ nor)|^\W*(?:pass|n/a|skip|sometimes|partly|partially)\W*$"
)


# Every answer that one of these patterns fits has one of these words.
_SIGNS_OF_NEITHER = frozenset(
    "yes no true false right correct may might could can does yes/no true/false both neither either".split()
)
_SIGNS_OF_DOUBT = frozenset(
    "no nobody who idk dunno do don't doesn't didn't did will without not n't never cannot can't can couldn't could "
    "unable hard difficult impossible early isn't aren't wasn't depends maybe perhaps possibly unsure uncertain "
    "unclear unknown undecided fifty fifty-fifty 50 50/50 50-50 neither pass n/a skip sometimes partly "
    "partially".split()
)

_LONGEST_REFERENCE = 60

# A clause of more words is none of `_PATTERNS`.
_MOST_SPACES = 6

_REFERENCE = lazy_re(
    r"\W*(?:(?:(?:it|this|that|the (?:statement|claim|answer)) is )?"
    rf"(?:(?P<yes>yes|yep|yeah|true|correct|right|i agree|agree|affirmative)"
    r"|no|nope|false|incorrect|wrong|untrue|not true|not correct|i disagree|disagree)"
    rf"(?:\W+(?(yes){_SHORT_YES}|{_SHORT_NO}))?)\W*"
)


def stated_polarity(reference: str) -> Commitment | None:
    """Returns what a reference says if it is, as a whole, yes, no, true, false or the like.

    >>> stated_polarity("Yes."), stated_polarity("No, it is not"), stated_polarity("True"), stated_polarity("No. 5")
    ('yes', 'no', 'yes', None)
    """
    if len(reference) > _LONGEST_REFERENCE or not (found := _REFERENCE.fullmatch(reference.strip().lower())):
        return None
    return "yes" if found["yes"] else "no"


@lru_cache(maxsize=4096)
def commitment(answer: str, of_truth: bool = False) -> Commitment | None:
    """Returns what an answer commits to in so many words; none if only its meaning could tell.

    The last word counts where the answer corrects itself. Two words without a correction commit to neither.

    Args:
        answer: The answer.
        of_truth: Whether true or false is asked: "No, it is true" is then a yes.

    >>> commitment("Nope, it isn't."), commitment("No doubt."), commitment("It is not false"), commitment("No idea")
    ('no', 'yes', 'yes', 'neither')
    >>> commitment("Yes, but actually no."), commitment("Yes and no"), commitment("No bowl is on the table")
    ('no', 'neither', None)
    """
    if letter := _LETTER.fullmatch(answer):
        return "yes" if letter[1] in "tT" else "no"
    clauses = _clauses(answer)
    joined = " ".join(clauses)
    words = set(joined.split())
    if not _SIGNS_OF_NEITHER.isdisjoint(words) and (_NEITHER.search(joined) or _NEITHER.search(answer.lower())):
        return "neither"
    said = [(found, clause) for clause in clauses if (found := _clause(clause)) is not None]
    if not said:
        return "neither" if not _SIGNS_OF_DOUBT.isdisjoint(words) and _UNDECIDED.search(joined) else None
    polarities = {polarity for (polarity, _), _ in said}
    if len(polarities) == 1:
        return polarities.pop()
    return _settled(said, answer.lower(), of_truth)


def _settled(said: list[tuple[tuple[Commitment, bool], str]], answer: str, of_truth: bool) -> Commitment | None:
    """Returns the commitment of an answer with several different ones."""
    (first, first_is_plain), _ = said[0]
    (last, last_is_plain), _ = said[-1]
    if last != first and _CORRECTION.search(answer[answer.find(said[0][1]) + len(said[0][1]) :]):
        return last
    if of_truth:
        about_truth = {polarity for (polarity, _), words in said if re.search(r"\b(?:true|false)\b", words)}
        if len(about_truth) == 1:
            return about_truth.pop()
    plain = {polarity for (polarity, is_plain), _ in said if is_plain}
    if len(plain) == 1:
        # "Yes, it is wrong" answers whether it is wrong.
        return plain.pop()
    return "neither" if first_is_plain and last_is_plain else None


def _clauses(text: str) -> list[str]:
    """Returns the clauses of a text in small letters without marks, without those that ask ("Is it blue? Yes")."""
    text = text.lower().replace("\u2019", "'")
    text = _SPACE.sub(" ", _NUMBER_SIGN.sub("number", _MARKUP.sub(" ", text)))
    parts = [*_CUT.split(text), ""]
    stripped = (part.strip(" '-/") for part, end in zip(parts[::2], parts[1::2], strict=True) if "?" not in (end or ""))
    return [part for part in stripped if part]


def _clause(clause: str) -> tuple[Commitment, bool] | None:
    """Returns what a clause says, and whether it says so with yes or no itself."""
    lead = _LEAD.match(clause)
    starts = (clause, clause[lead.end() :]) if lead else (clause,)
    polarity: Commitment | None = next(filter(None, map(_whole_clause, starts)), None) or next(
        filter(None, map(_beginning, starts)), None
    )
    polarity = polarity or _stated(clause)
    if polarity is None:
        return None
    return polarity, _YES_OR_NO.search(clause) is not None


def _stated(clause: str) -> Commitment | None:
    if len(clause) > _LONGEST_STATEMENT or not _OF_TRUTH.search(clause) or not (found := _STATEMENT.search(clause)):
        return None
    is_denied = bool(found["short"]) != bool(found["not"])
    return "yes" if bool(found["true"]) != is_denied else "no"


def _whole_clause(clause: str) -> Commitment | None:
    if (found := _PHRASES.get(clause)) or clause.count(" ") > _MOST_SPACES:
        return found
    return next((polarity for polarity, pattern in _PATTERNS if pattern.fullmatch(clause)), None)


def _beginning(clause: str) -> Commitment | None:
    if _BEGINS_NO.match(clause):
        return "no"
    return "yes" if _BEGINS_YES.match(clause) else None
