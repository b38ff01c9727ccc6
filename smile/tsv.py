"""Reads the tables of words that lie beside the modules."""

from pathlib import Path


def read_tsv_table(folder: Path, name: str) -> list[list[str]]:
    """Returns the cells of a table of values between tabs; lines that begin with # are comments.

    >>> read_tsv_table(Path(__file__).parent / "text", "negations.tsv")[0][:1]
    ['en']
    """
    lines = (folder / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def read_word_lists(folder: Path, name: str = "word_lists.tsv") -> dict[str, frozenset[str]]:
    """Returns the lists of words of a table, each with its name in front."""
    return {title: frozenset(words.split()) for title, words in read_tsv_table(folder, name)}


def read_phrases(folder: Path, name: str) -> dict[str, str]:
    """Returns the phrases of a table by title, those of a title with | between them, as expressions have them."""
    return {row[0]: row[1] for row in read_tsv_table(folder, name)}
