"""Reads the tables of words and expressions that lie beside the modules."""

import re
from pathlib import Path

from .lazy_patterns import lazy_re


def read_table(folder: Path, name: str) -> list[list[str]]:
    """Returns the cells of a table of values between tabs; lines that begin with # are comments.

    >>> read_table(Path(__file__).parent, "refusals_and_negations.tsv")[3][:2]
    ['negation', 'es']
    """
    lines = (folder / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def read_word_lists(folder: Path, name: str = "word_lists.tsv") -> dict[str, frozenset[str]]:
    """Returns the lists of words of a table, each with its name in front."""
    return {title: frozenset(words.split()) for title, words in read_table(folder, name)}


def read_expressions(folder: Path, name: str) -> dict[str, str]:
    """Returns the expressions of a table of alternatives, in which {title} stands for an expression further up.

    >>> read_expressions(Path(__file__).parent / "values/closed", "yes_no.tsv")["not"]
    '(?:not|never|hardly|far from|anything but)'
    """
    alternatives: dict[str, list[str]] = {}
    for title, line in read_table(folder, name):
        alternatives.setdefault(title, []).append(line)
    found: dict[str, str] = {}
    for title, lines in alternatives.items():
        text = "|".join(lines)
        for other, expression in found.items():
            text = text.replace(f"{{{other}}}", expression)
        found[title] = f"(?:{text})"
    return found


class Patterns(dict[str, re.Pattern[str]]):
    """The expressions of the table that lies beside a module and has its name, by title.

    Attributes:
        texts: Their texts.
    """

    def __init__(self, module: str, flags: int = 0) -> None:
        """Reads the table of the module with this `__file__`; the expressions compile on first use."""
        path = Path(module).with_suffix(".tsv")
        self.texts = read_expressions(path.parent, path.name)
        super().__init__({title: lazy_re(text, flags) for title, text in self.texts.items()})

    def alternatives(self, title: str) -> tuple[str, ...]:
        """Returns the alternatives of an expression that has no signs of its own."""
        return tuple(self.texts[title][3:-1].split("|"))
