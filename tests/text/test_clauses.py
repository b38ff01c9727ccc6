"""What clauses do with the things in them, and that nothing else splits texts or lists negations."""

import importlib
import inspect
import json
import pkgutil
import re
from pathlib import Path
from statistics import fmean

import pytest

import smile.text
from smile import SmileScorer
from smile.text.attempts import not_attempted
from smile.text.clauses import SENTENCE_END, clauses, has_negation
from smile.text.refusals import is_refusal
from tests.support.cases import read_cases

_FOLDER = Path(__file__).parent
_CASES = read_cases(_FOLDER / "clauses.tsv")

_KINDS = {kind: values for kind, *values in read_cases(_FOLDER / "stances.tsv")}
_FORMS = {form: verdict == "correct" for form, verdict in read_cases(_FOLDER / "stance_forms.tsv")}


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
    tables = sorted(Path(smile.text.__path__[0]).rglob("*.tsv"))
    lines = [
        (path.name, set(re.findall(r"\w+", line))) for path in tables for line in path.read_text("utf-8").splitlines()
    ]
    assert [name for name, found in lines if len(words & found) >= 4] == ["negations.tsv"]


_CASES_ATTEMPTS = read_cases(Path(__file__).parent / "attempts.tsv")
_SIGNS = read_cases(Path(__file__).parent / "signs.tsv")
_FLEMING = "Who discovered penicillin?"


@pytest.mark.parametrize(("language", "question", "references", "answer", "reason"), _CASES_ATTEMPTS)
def test_cases(language: str, question: str, references: str, answer: str, reason: str) -> None:
    assert not_attempted(answer, question or _FLEMING, references.split("; "), language) == reason


@pytest.mark.parametrize(("sign", "language", "text", "has_it"), _SIGNS)
def test_signs(sign: str, language: str, text: str, has_it: str) -> None:
    assert (has_negation(text, language) if sign == "denies" else is_refusal(text)) == (has_it == "yes")


@pytest.mark.parametrize("half", ["rules", "held out"])
@pytest.mark.parametrize(("name", "refusals", "attempts"), [("attempts", 0.95, 0.95), ("rag_refusals", 0.8, 0.97)])
def test_refusals_and_attempts_are_told_apart(
    repository: Path, name: str, refusals: float, attempts: float, half: str
) -> None:
    found: dict[bool, list[bool]] = {False: [], True: []}
    for case in map(json.loads, (repository / f"assets/{name}.jsonl").read_text("utf-8").splitlines()):
        if case["split"] == half:
            reason = not_attempted(case["prediction"], case["question"], case["references"])
            found[case["attempted"]].append((not reason) == case["attempted"])
    assert fmean(found[False]) >= refusals
    assert fmean(found[True]) >= attempts
