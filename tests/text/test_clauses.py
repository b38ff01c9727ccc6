"""What clauses do with the things in them, and that nothing else splits texts or lists negations."""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import smile.text
from smile import SmileScorer
from smile.text.clauses import SENTENCE_END, clauses
from tests.support.cases import read_cases

_FOLDER = Path(__file__).parent
_CASES = read_cases(_FOLDER / "clauses.tsv")

# Kind: a reference, another value, and the reference in another form.
_KINDS = {
    "number": ("17", "18", "seventeen"),
    "quantity": ("24 inches", "30 inches", "two feet"),
    "money": ("$9", "$12", "nine dollars"),
    "date": ("3 May 1808", "5 May 1808", "May 3rd, 1808"),
    "year": ("1908", "1912", "the year 1908"),
    "time": ("9 am", "11 am", "nine o'clock in the morning"),
    "person": ("Franklin D. Roosevelt", "Theodore Roosevelt", "FDR"),
    "place": ("United Kingdom", "Ireland", "the UK"),
    "identifier": ("QT-3050-A", "QT-3050-C", "qt3050a"),
    "ratio": ("2:3:5", "5:3:2", "2 to 3 to 5"),
    "list": ("salt and pepper", "salt and sugar", "pepper, salt"),
    "word": ("Bern", "Zurich", "Bern city"),
}
_FORMS = {
    "It is {s}.": True,
    "It is {s}, not {o}.": True,
    "It is not {o} but {s}.": True,
    "It is not {s}.": False,
    "It is {o}, not {s}.": False,
    "{s}? No, {o}.": False,
    "Many say {s}, but it is {o}.": False,
    "I thought it was {o}, but it is {s}.": True,
    "Ruled out: {s}. It is {o}.": False,
    "It is {o} now; {s} was the old one.": False,
}


@pytest.mark.parametrize(("text", "question", "wanted"), [(*case, "", "")[:3] for case in _CASES])
def test_clauses_stance(text: str, question: str, wanted: str) -> None:
    found = [
        f"{each.stance} {text[slice(*each.about)]}"
        for each in clauses(text, question)
        if each.stance not in ("says", "asks")
    ]
    assert "|".join(found) == wanted


@pytest.mark.parametrize("setting", ["fast", "default"])
def test_only_asserted_values_are_correct(setting: str) -> None:
    cells = [(kind, form, place) for kind in _KINDS for form in _FORMS for place in (0, 2)]
    answers = [form.format(s=_KINDS[kind][place], o=_KINDS[kind][1]) for kind, form, place in cells]
    scores = SmileScorer(setting).score(answers, [_KINDS[kind][0] for kind, _, _ in cells])
    wrong = [answer for answer, cell, is_correct in zip(answers, cells, scores.correct.tolist(), strict=True)
             if is_correct != _FORMS[cell[1]]]  # fmt: skip
    assert wrong == []


def test_one_module_splits_sentences() -> None:
    """A line of a list has a head, which ends at its first full stop: that splits no sentences."""
    splitters = []
    for found in pkgutil.walk_packages(smile.text.__path__, "smile.text."):
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            is_pattern = hasattr(value, "fullmatch") and hasattr(value, "split") and not inspect.ismodule(value)
            is_split_by = is_pattern and f"{name}.split(" in inspect.getsource(module)
            if (
                is_split_by
                and value is not SENTENCE_END
                and len(list(filter(None, value.split("It rained. We stayed")))) > 1
            ):
                splitters.append(f"{found.name}.{name}")
    assert splitters == ["smile.text.values.lists.list_items._AFTER_HEAD"]


def test_one_table_lists_negations() -> None:
    words = {"never", "neither", "nor", "nobody", "none", "nothing", "nowhere", "hardly"}
    folder = Path(smile.text.__path__[0])
    lists = [
        f"{path.name}: {line[:20]}"
        for path in sorted(folder.rglob("*.tsv"))
        for line in path.read_text("utf-8").splitlines()
        if len(words & set(re.findall(r"\w+", line))) >= 4
    ]
    assert [each.split(":")[0] for each in lists] == ["negations.tsv"]
