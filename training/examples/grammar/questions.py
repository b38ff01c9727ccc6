"""What an answer can take over from its question."""

import re
from dataclasses import dataclass

_AUXILIARIES = "is|are|was|were|did|does|do|has|have|had|can|could|will|would|should|may"
_KINDS = (
    ("number", re.compile(r"\bhow (many|much|long|old|far|tall|high|deep|fast|big)\b")),
    ("time", re.compile(r"\bwhen\b|\b(what|which) (year|date|day|month|century|decade)\b")),
    ("place", re.compile(r"\bwhere\b|\b(what|which) (country|city|state|place|town|river|continent)\b")),
    ("person", re.compile(r"\bwho(se|m)?\b")),
)
_NAMES = {
    "number": "the number",
    "time": "the time",
    "place": "the place",
    "person": "the person",
    "thing": "the answer",
}


@dataclass(frozen=True)
class Echo:
    """Parts of a question in words of an answer.

    Attributes:
        question: The question without its question mark.
        subject: What the question asks for, such as "the capital of Canada".
        cleft: What follows the answer in "it was X who wrote it", with a space before, or nothing.
        deed: What makes a sentence after the answer, such as "wrote it" or "is the capital of Canada".
        kind: What is asked for: number, time, place, person or thing.
    """

    question: str
    subject: str
    cleft: str
    deed: str
    kind: str


def echo_of(question: str) -> Echo:
    """Returns the parts of a question that an answer can echo."""
    plain = " ".join(re.sub(r"[<>{}]", " ", question).split()).rstrip("?.! ")
    if re.match(r"(who|what|when|where|which|how|in|on|why)\b", plain, re.IGNORECASE):
        plain = plain[:1].lower() + plain[1:]
    kind = next((kind for kind, found in _KINDS if found.search(plain.lower())), "thing")
    deed = re.match(rf"who (?!(?:{_AUXILIARIES})\b)(\S.*)", plain, re.IGNORECASE)
    if deed:
        return Echo(plain, f"the one who {deed[1]}", f" who {deed[1]}", deed[1], kind)
    noun = re.match(r"(?:who|what|which|when) (?:is|was) (the .*)", plain, re.IGNORECASE)
    subject = noun[1] if noun else _NAMES[kind]
    return Echo(plain, subject, "", f"is {subject}", kind)
