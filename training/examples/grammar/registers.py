"""Registers: how a finished answer is written down."""

import random
import re

_FIRST_OF_SENTENCE = re.compile(r"(^|(?<!\.)[.!?] |\n)([a-z])")
# Words of corrections and verdicts, which without commas could belong to either mention.
_COMMA_MATTERS = re.compile(
    r"\b(no|nope|nah|wait|right|true|correct|never|not|withdraw|back|sorry|oops|bad|error|wrong|record|that|mean|misspoke"
    r"|correction|else|pardon|excuse|neither|yes|instead|ignore|scratch|up|well)\b"
)
_MARKS = (
    ("**", "**"),
    ('"', '"'),
    ("'", "'"),
    ("“", "”"),
    ("_", "_"),
    ("*", "*"),
    ("`", "`"),
    ("«", "»"),
    ("<b>", "</b>"),
)
_NOISES = (
    "uh, ",
    "um ",
    "er... ",
    "y'know, ",
    "like, ",
    "ehm, ",
    "erm, ",
    "let's say ",
    "well, ",
    "what's it called, ",
)


def write_down(chance: random.Random, text: str) -> str:
    """Returns a lower-case answer in a register drawn by chance."""
    draw = chance.random()
    if draw < 0.5:
        return finished(capitalized(text), "!" if chance.random() < 0.08 else ".")
    if draw < 0.62:
        return capitalized(text)
    if draw < 0.72:
        return finished(capitalized(telegraphic(text)), chance.choice((".", "")))
    if draw < 0.76:
        return finished(capitalized(re.sub(r"(?<!\.)\. ", ".\n", text)), ".")
    return careless(chance, text)


def capitalized(text: str) -> str:
    """Returns a text whose sentences begin with a capital, except where a mention stands first."""
    return _FIRST_OF_SENTENCE.sub(lambda found: found[1] + found[2].upper(), text)


def finished(text: str, mark: str) -> str:
    """Returns a text with a mark at its end unless it has one."""
    return text if text.endswith((".", "?", "!", ":", "}", "|", "$")) else text + mark


def telegraphic(text: str) -> str:
    """Returns a text without articles and without "it is" at the start of a clause."""
    return re.sub(r"(?:(?:^|(?<=[.,;:?!] ))it (?:is|was)|\b(?:the|an?)) (?=\S)", "", text)


def careless(chance: random.Random, text: str) -> str:
    """Returns a text in lower case, with less punctuation where that leaves its meaning."""
    text = text.lower().rstrip(".")
    if chance.random() < 0.5:
        text = text.replace("'", "")
    if chance.random() < 0.4 and not _COMMA_MATTERS.search(text):
        text = text.replace(",", "")
    if chance.random() < 0.3:
        text = re.sub(r"(?<!\.)\. ", chance.choice(("\n", " ... ", "  ")), text)
    return text


def marked(chance: random.Random, mention: str) -> str:
    """Returns a mention between quotes or other marks."""
    before, after = chance.choice(_MARKS)
    return f"{before}{mention}{after}"


def stammered(chance: random.Random, mention: str) -> str:
    """Returns a mention after a noise of speech."""
    return chance.choice(_NOISES) + mention
