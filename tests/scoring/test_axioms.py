"""What holds for every setting, whatever the rows: tried on the answers in `assets` and on made-up ones."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import smile.text
from smile import Scores, SmileScorer
from smile.constants import SMILE_NORMALIZATION
from smile.rows.checked_rows import Row, check_rows
from smile.text.normalization import normalized_words
from smile.tsv import read_word_lists

pytestmark = [pytest.mark.real_encoder, pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")]

# Every how many of the rows are tried, and how much a score may fall with more references: word vectors estimate which
# can be the nearest (`smile.scoring.cosines`), except in `fast`.
SETTINGS = {"fast": (6, 1e-6), "default": (60, 0.04), "learned": (40, 0.04)}
# Case, space around a text and a final full stop may change a score by this much.
SLACK = 0.02
MOON = ("When did people first land on the Moon?", "The twentieth of July, '69.", ["July 20, 1969", "20 July 1969"])


@pytest.fixture(scope="module", params=list(SETTINGS))
def scorer(request: pytest.FixtureRequest) -> SmileScorer:
    return SmileScorer(request.param)


@pytest.fixture(scope="module")
def rows(repository: Path, scorer: SmileScorer) -> list[Row]:
    names = ("sample_qa", "yes_no_qa", "attacks_qa", "hard_qa")
    lines = [line for name in names for line in (repository / f"assets/{name}.jsonl").read_text("utf-8").splitlines()]
    records = [each for each in map(json.loads, lines) if each.get("language", "en") == "en"]
    cells = [
        (each.get("question"), each["prediction"], each.get("references", each.get("reference")))
        for each in records[:: SETTINGS[scorer.settings.name][0]]
    ]
    questions, predictions, references = zip(*cells, MOON, strict=True)
    return check_rows(predictions, references, questions)


@pytest.fixture(scope="module")
def before(scorer: SmileScorer, rows: list[Row]) -> Scores:
    return scorer.score_rows(rows)


def with_more(rows: list[Row], n: int, seed: int) -> list[Row]:
    """Adds n references of other rows to each row, and shuffles."""
    chance = random.Random(seed)  # noqa: S311
    others = sorted({reference for row in rows for reference in row.references})
    found = []
    for row in rows:
        references = [*row.references, *chance.sample(others, min(n, len(others)))]
        chance.shuffle(references)
        found.append(replace(row, references=tuple(references), synthetic_answers=(None,) * len(references)))
    return found


def test_an_answer_equal_to_a_reference_is_correct(scorer: SmileScorer, rows: list[Row]) -> None:
    equal = [replace(row, prediction=row.references[-1]) for row in rows]
    found = scorer.score_rows(equal).smile
    least = 0.95 if scorer.settings.name == "learned" else 1 - 1e-6
    assert [(equal[i].prediction, found[i]) for i in np.flatnonzero(found < least).tolist()] == []


@pytest.mark.parametrize(("prediction", "reference"), [("Ben beat Anna", "Anna beat Ben"), ("5 to 3", "3 to 5")])
def test_same_words_in_another_order_differ(scorer: SmileScorer, prediction: str, reference: str) -> None:
    other, same = scorer.score([prediction, reference], [reference, reference]).keyword_similarity
    assert other < same == 1


@pytest.mark.parametrize(
    "change",
    [str.upper, str.lower, " {}\n".format, lambda text: text if text.endswith((".", "!", "?")) else f"{text}."],
    ids=["upper", "lower", "space", "full stop"],
)
def test_case_space_and_full_stop_hardly_matter(
    scorer: SmileScorer, rows: list[Row], before: Scores, change: Callable[[str], str]
) -> None:
    changed = [replace(row, prediction=change(row.prediction)) for row in rows]
    after = scorer.score_rows(changed).smile
    moved = np.flatnonzero(np.abs(after - before.smile) > SLACK).tolist()
    assert [(rows[i], changed[i].prediction, before.smile[i], after[i]) for i in moved] == []


@pytest.mark.parametrize("n", [1, 60])
def test_references_are_a_set(scorer: SmileScorer, rows: list[Row], before: Scores, n: int) -> None:
    """Their order changes nothing, and a further one lowers no score where `learned` reads the whole row."""
    more = with_more(rows, n, seed=2)
    after = scorer.score_rows(more)
    backwards = scorer.score_rows([replace(row, references=row.references[::-1]) for row in more])
    np.testing.assert_allclose(after.smile, backwards.smile, rtol=0, atol=1e-5)
    assert after.verdict == backwards.verdict
    is_lower = (after.smile < before.smile - SETTINGS[scorer.settings.name][1]) & ~after.is_truncated
    assert [(more[i], before.smile[i], after.smile[i]) for i in np.flatnonzero(is_lower).tolist()] == []
    assert not (before.correct & ~after.correct & ~after.is_truncated).any()


def test_repeated_references_change_nothing(scorer: SmileScorer, rows: list[Row], before: Scores) -> None:
    repeated = [
        replace(row, references=row.references * 3, synthetic_answers=row.synthetic_answers * 3) for row in rows
    ]
    np.testing.assert_allclose(scorer.score_rows(repeated).smile, before.smile, rtol=0, atol=1e-6)


# A reason with one of these speaks for that verdict; ", but the" says that the verdict is the other one.
FOR_CORRECT = "Contains the correct answer:|in another form|Same thing|About the same|Lists all of them|meanings match"
FOR_INCORRECT = "Says |only to rule it out|without giving it|Leaves out|Doesn't mention|Contains none|Also lists"
FOR_INCORRECT += "|Doesn't answer|meanings differ"
FUNCTION_WORDS = read_word_lists(Path(smile.text.__file__).parent, "words_without_content.tsv")["function"]


def plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold().replace("_", " "))


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["learned", "default", "fast"])
def test_no_reason_contradicts_verdict_or_answer(setting: str, repository: Path) -> None:
    cases = [
        json.loads(line)
        for name in ("hard_qa", "attacks_qa", "long_qa")
        for line in (repository / f"assets/{name}.jsonl").read_text("utf-8").splitlines()
    ]
    # All sentences can come of `fast`; the others, which encode for a minute, are asked about every third case.
    cases = cases if setting == "fast" else cases[::3]
    scores = SmileScorer(setting).score(*([case.get(name) for case in cases] for name in COLUMNS))
    wrong = []
    for i, case in enumerate(cases):
        row = scores.row(i) | {"reason": scores[i].reason}
        read = row["answer_read"] if row["answer_marker"] else case["prediction"]
        wrong += [
            (each, row["reason"], read) for each in problems(row, read, case["references"][row["best_reference"]])
        ]
    assert wrong == [], "\n".join(map(str, wrong[:40]))


COLUMNS = ("prediction", "references", "question")


def problems(row: dict[str, Any], read: str, reference: str) -> list[str]:
    found, said = [], set(plain(read))
    reason, _, check = row["reason"].partition(" Please check: ")
    told, but, _ = reason.partition(", but the ")
    if re.search(FOR_INCORRECT if row["correct"] != bool(but) else FOR_CORRECT, told):
        found.append("speaks for the other verdict")
    if shown := re.search(r"correct answer: (.*?)(?:, but the|\.?$)", reason):
        found += [] if set(plain(shown[1])) <= said else ["does not contain it"]
    if "none of the key words" in reason and (set(plain(reference)) - FUNCTION_WORDS) & said:
        found.append("has a word")
    if missing := re.search(r"missing: ([^;)]*)", reason):
        listed = [" ".join(plain(word)) for word in missing[1].split(", ")]
        found += [f"has {word}" for word in listed if f" {word} " in f" {' '.join(plain(read))} "]
        found += [f"misses only {word}" for word in listed if len(listed) == 1 and word in FUNCTION_WORDS]
    if denied := re.search(r"Mentions (.*) only to rule", reason):
        # A number may be mentioned in words.
        has = said | set(normalized_words(read, SMILE_NORMALIZATION, "en"))
        found += [] if set(plain(denied[1])) & has else ["denies what it does not mention"]
    if counted := re.search(r"Contains (\d+) of the (\d+) key words", reason):
        found += ["counts badly"] if not int(counted[1]) < int(counted[2]) else []
    return found + (["is surer than its check"] if bool(check) != (row["verdict"] == "unsure") else [])
