"""Cards of the hard, hostile and long answers are held against their own verdict, answer and numbers, by rule."""

import html
import json
import re
from pathlib import Path

import pytest

import smile.text
from smile.app.limits import Limits
from smile.app.pieces.answer_cards import answer_card
from smile.constants import SMILE_NORMALIZATION
from smile.rows.checked_rows import check_rows
from smile.scoring.scorer import SmileScorer
from smile.text.normalization import words
from smile.tsv import read_word_lists

FILES = ("hard_qa", "attacks_qa", "long_qa")
# A sentence with one of these speaks for that verdict; ", but the" says that the verdict is the other one.
FOR_CORRECT = (
    "Contains the correct answer:",
    "in another form",
    "Same thing",
    "About the same",
    "Lists all of them",
    "meanings match",
)
FOR_INCORRECT = (
    "Says ",
    "only to rule it out",
    "without giving it",
    "Leaves out",
    "Doesn't mention",
    "Contains none",
    "Also lists",
    "Doesn't answer",
    "meanings differ",
)
FUNCTION_WORDS = read_word_lists(Path(smile.text.__file__).parent, "words_without_content.tsv")["function"]
NUMBER = r"([\d.]+)"


def plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold().replace("_", " "))


@pytest.mark.real_encoder
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::smile.errors.LearnedWarning")
@pytest.mark.parametrize("setting", Limits().settings)
def test_no_sentence_contradicts_its_verdict_or_its_answer(setting: str, repository: Path) -> None:
    cases = [
        json.loads(line)
        for name in FILES
        for line in (repository / "assets" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    # All sentences can come of `fast`; the others, which encode for a minute, are asked about every third case.
    cases = cases if setting == "fast" else cases[::3]
    scorer = SmileScorer(setting)
    rows = check_rows(
        [case["prediction"] for case in cases],
        [case["references"] for case in cases],
        [case.get("question") for case in cases],
    )
    scores = scorer.score_rows(rows)
    items = scores.items()
    shown = [
        "".join(
            answer_card(
                row.prediction,
                row.references,
                scores.row(i),
                scorer.settings,
                is_truncated=bool(scores.is_truncated[i]),
                is_out_of_vocabulary=bool(scores.is_out_of_vocabulary[i]),
            )
        )
        for i, row in enumerate(rows)
    ]
    wrong = []
    for i, (card, row) in enumerate(zip(shown, rows, strict=True)):
        one = {name: values[i] for name, values in items.items()}
        found = re.search(r'class="smile-sentence">(.*?)</p>', card)
        assert found
        sentence = html.unescape(found[1])
        read = one["answer_read"] if one["answer_marker"] else row.prediction
        wrong += [
            (problem, sentence, row.prediction)
            for problem in problems(sentence, card, read, row.references[one["best_reference"]], one)
        ]
    assert wrong == [], "\n".join(map(str, wrong[:40]))


def problems(sentence: str, card: str, read: str, reference: str, scores: dict[str, object]) -> list[str]:
    found = []
    reason, _, check = sentence.partition(" Please check: ")
    is_right = bool(scores["correct"])
    told, but, _ = reason.partition(", but the ")
    if is_right != bool(but) and any(text in told for text in FOR_INCORRECT):
        found.append("speaks against a correct answer")
    if is_right == bool(but) and any(text in told for text in FOR_CORRECT):
        found.append("speaks for an incorrect answer")
    if shown := re.search(r"correct answer: (.*?)(?:, but the|\.?$)", reason):
        found += [] if set(plain(shown[1])) <= set(plain(read)) else ["does not contain it"]
    if "none of the key words" in reason and (set(plain(reference)) - FUNCTION_WORDS) & set(plain(read)):
        found.append("has a word")
    if missing := re.search(r"missing: ([^;)]*)", reason):
        listed = [" ".join(plain(word)) for word in missing[1].split(", ")]
        found += [f"has {word}" for word in listed if f" {word} " in f" {' '.join(plain(read))} "]
        found += [f"misses only {word}" for word in listed if len(listed) == 1 and word in FUNCTION_WORDS]
    if denied := re.search(r"Mentions (.*) only to rule", reason):
        # A number may be mentioned in words.
        has = set(plain(read)) | set(words(read, SMILE_NORMALIZATION, "en"))
        found += [] if set(plain(denied[1])) & has else ["denies what it does not mention"]
    if counted := re.search(r"Contains (\d+) of the (\d+) key words", reason):
        found += ["counts badly"] if not int(counted[1]) < int(counted[2]) else []
    if bool(check) != ("smile-card smile-check" in card):
        found.append("is surer than its check")
    if summed := re.search(rf"{NUMBER} × {NUMBER} \(semantic\) \+ {NUMBER} × {NUMBER} \(lexical\) = {NUMBER}", card):
        w, semantic, v, lexical, total = map(float, summed.groups())
        shown = total / 2 if "halved" in card else total
        if abs(w * semantic + v * lexical - total) > 0.011:
            found.append("does not add up")
        if not scores["not_attempted"] and abs(shown - float(str(scores["smile"]))) > 0.011:
            found.append("adds up to another score")
    return found
