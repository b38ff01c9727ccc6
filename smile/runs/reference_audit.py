"""Finds references that are probably wrong, and applies the review of a person.

Several systems give the same answer, and the reference says otherwise.
"""

import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, cast

import numpy as np

from ..caches import cached
from ..checks import as_list, check_choice, check_lengths, check_name, show_value
from ..constants import SMILE_NORMALIZATION
from ..errors import DataError, UsageError
from ..files.paired_systems import id_as_pairing_key
from ..files.row_columns import RowColumns, RowNeeds, outer_columns
from ..files.row_files import open_rows
from ..files.tables import read_columns
from ..files.writing import write_table_columns
from ..result_types import AuditResult, DifferenceKind
from ..rows.checked_rows import Row, check_rows
from ..scoring.results import Scores
from ..scoring.scorer import SmileScorer
from ..shared_types import BoolArray, FloatArray, OnProgress
from ..text.attempts import not_attempted
from ..text.clauses import SENTENCE_END
from ..text.languages import english_function_words
from ..text.lemmas import dictionary_form
from ..text.normalization import normalized_words

# Cores of one format: as similar as this, without spaces, signs and case.
_SAME_LETTERS = 0.8

# On fewer common questions a correlation of two systems says little.
_FEWEST_QUESTIONS = 30

# A question whose answer changes with the years: "who is the current ...", "when does the next ...", "how many ... are
# there", "where is ... this year". A year in the question fixes it. "How many ... has a ..." asks for a constant.
_OF_ITS_TIME = re.compile(
    r"""\b(?: current(?:ly)? | now | today | to\ date | so\ far | latest | newest | (?:most\ )?recent(?:ly)? | next
        | this\ (?:year|season|week|month) | last\ (?:year|season|week|month|time) | new\ season
        | (?:is|are|has|have)\ the\ (?:president|prime\ minister|governor|mayor|ceo|captain|coach|head|chairman|owner)
        | how\ (?:many|much)\b.*\b(?:is|are|has|have|does|do)\b
            (?!(?:\ there)?(?:\ (?:in|on|of))?\ (?:an?|each|every|one)\b) )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")


# A word with its signs: "Al-Anon", "3.14", "L'Abner", "$5", "71%".
_WORD = re.compile(r"[$€£¥.-]?[^\W_]+(?:['’.,-][^\W_]+)*[%°]?")


@dataclass(frozen=True)
class Proposal:
    """A question whose reference is probably wrong or lacks an answer.

    Attributes:
        key: What names the question: its id, text or position.
        references: The references as they are.
        proposed: The answer that systems agree on, in its most frequent form, of these the shortest.
        kind: How it differs from the references.
        agreeing: The systems that give that answer.
        siding: The systems whose answer the references call correct.
        strength: How strong the evidence is, for ranking: the number by which the agreeing systems outnumber the
            siding ones, times their SMILE among each other less the highest against the references, times one less the
            mean correlation of their correctness on all questions.
        answers: The answer of each system.
    """

    key: str
    question: str | None
    references: tuple[str, ...]
    proposed: str
    kind: DifferenceKind
    agreeing: tuple[str, ...]
    siding: tuple[str, ...]
    strength: float
    answers: Mapping[str, str]


@dataclass(frozen=True)
class ReferenceAudit:
    """The proposals, strongest first, and the numbers of rows examined."""

    proposals: Sequence[Proposal]
    n_questions: int
    n_answers: int
    systems: Sequence[str]
    signature: str

    def to_dict(self) -> AuditResult:
        """Returns plain values."""
        return cast(AuditResult, asdict(self))


def find_wrong_references(
    predictions: Any,
    references: Any,
    systems: Any,
    questions: Any = None,
    ids: Any = None,
    scorer: SmileScorer | None = None,
    scores: Scores | None = None,
) -> ReferenceAudit:
    """Finds questions where at least two systems agree on an answer that the references call incorrect.

    Args:
        predictions: One string per row, the answer of one system to one question.
        references: Per row a string or a list of strings.
        systems: Per row the name of the system that answered.
        questions: Per row the question.
        ids: Per row the id of the question; None takes its text.
        scorer: Decides which answers agree; None takes the setting `fast`.
        scores: The scores of the rows; None scores them.

    Raises:
        UsageError: There are neither questions nor ids.
        DataError: A row is invalid, a system answers a question twice, or a question has different references.

    >>> found = find_wrong_references(
    ...     ["Canberra", "It is Canberra.", "Sydney"], ["Sydney"] * 3, ["a", "b", "c"], ["Capital of Australia?"] * 3
    ... )
    >>> proposal = found.proposals[0]
    >>> proposal.proposed, proposal.agreeing, proposal.siding
    ('Canberra', ('a', 'b'), ('c',))
    """
    if questions is None and ids is None:
        raise UsageError("questions are needed to tell which answers belong together: give questions or ids")
    rows = check_rows(predictions, references, questions)
    keys = as_list("ids", ids) if ids is not None else [row.question for row in rows]
    named = as_list("systems", systems)
    check_lengths({"predictions": rows, "systems": named, "ids": keys})
    names = [check_name(f"row {i}", "system", name) for i, name in enumerate(named)]
    return audit_rows(rows, [str(key) for key in keys], names, scorer or SmileScorer("fast"), scores=scores)


def audit_rows(
    rows: Sequence[Row],
    keys: Sequence[str],
    systems: Sequence[str],
    scorer: SmileScorer,
    on_progress: OnProgress | None = None,
    scores: Scores | None = None,
) -> ReferenceAudit:
    """Audits the references of checked rows; `keys` are their questions, `systems` the systems that answered.

    `scores` are the scores of the rows against their references, if they are known.
    """
    rows_of: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for i, (key, system) in enumerate(zip(keys, systems, strict=True)):
        if system in rows_of[key]:
            raise DataError(f"{system} answers the question {show_value(key)} twice: keep one row for each question")
        first = rows[next(iter(rows_of[key].values()), i)]
        if set(first.references) != set(rows[i].references):
            raise DataError(f"the question {show_value(key)} has different references: give all its rows the same")
        rows_of[key][system] = i
    if len(set(systems)) < 2:
        raise DataError("all answers are by one system: an audit compares systems, so give a second file or system")
    if max(map(len, rows_of.values())) < 2:
        raise DataError(
            "no question has answers of two systems: give the answers to one question the same id (or none)"
        )
    scores = scores or scorer.score_rows(rows, on_progress)
    return _Audit(rows, rows_of, list(dict.fromkeys(systems)), scorer, scores).result()


class _Audit:
    """An audit in progress: the rows of each question by system, and their scores against the references."""

    def __init__(
        self,
        rows: Sequence[Row],
        rows_of: Mapping[str, Mapping[str, int]],
        systems: Sequence[str],
        scorer: SmileScorer,
        scores: Scores,
    ) -> None:
        self._rows, self._rows_of, self._systems, self._scores = rows, rows_of, systems, scores
        self._settings = scorer.settings
        self._correct, self._smile = self._judged(scorer)
        self._cores = self._cores_of(~self._correct)
        self._agreement = self._compared(scorer)
        self._correlation = self._correlations()

    def result(self) -> ReferenceAudit:
        """Returns the proposals."""
        found = [each for key in self._rows_of if (each := self._proposal(key)) is not None]
        found.sort(key=lambda each: -each.strength)
        n = len(self._rows_of), len(self._rows)
        return ReferenceAudit(found, *n, self._systems, self._scores.signature)

    def _judged(self, scorer: SmileScorer) -> tuple[BoolArray, FloatArray]:
        """Returns whether each answer is correct, and its SMILE.

        A sentence that repeats the question is close to any reference. If its new part is another value than the
        reference, it is incorrect.
        """
        correct, smile = self._scores.correct.copy(), self._scores.smile.copy()
        cores = self._cores_of(correct & (self._scores.easy_match < 1))
        at = [i for i, core in cores.items() if core not in ("", self._rows[i].prediction)]
        if at:
            rows = [replace(self._rows[i], prediction=cores[i]) for i in at]
            of_cores = scorer.score_rows(rows)
            smile[at] = np.where(of_cores.is_other_value, of_cores.smile, smile[at])
            correct[at] &= ~of_cores.is_other_value
        return correct, smile

    def _cores_of(self, wanted: BoolArray) -> dict[int, str]:
        """Returns what each wanted answer adds to its question; nothing for refusals and empty answers."""
        language, scores = self._settings.language, self._scores
        cores = {
            i: answer_core(scores.answer_read[i] or row.prediction, row.question or "", language)
            for i, row in enumerate(self._rows)
            if wanted[i] and not scores.not_attempted[i]
        }
        # "It is hard to say. There were ..." agrees with another such answer in nothing.
        return {
            i: core
            for i, core in cores.items()
            if not not_attempted(core, self._rows[i].question, self._rows[i].references, language)
        }

    def _compared(self, scorer: SmileScorer) -> dict[tuple[int, int], float]:
        """Returns the SMILE of every two incorrect answers to a question, the lower of both directions."""
        pairs = [
            pair
            for of_systems in self._rows_of.values()
            for pair in permutations([i for i in of_systems.values() if i in self._cores], 2)
        ]
        if not pairs:
            return {}
        rows = [Row(self._cores[i], (self._cores[j],), (None,), self._rows[i].question) for i, j in pairs]
        smile = dict(zip(pairs, scorer.score_rows(rows).smile.tolist(), strict=True))
        return {(i, j): min(smile[i, j], smile[j, i]) for i, j in pairs}

    def _correlations(self) -> dict[tuple[str, str], float]:
        """Returns how the correctness of two systems correlates, 0 to 1; the mean where they share few questions."""
        found = {}
        for system, other in combinations(self._systems, 2):
            both = [(of[system], of[other]) for of in self._rows_of.values() if system in of and other in of]
            correct = self._correct[np.array(both, dtype=np.int64).reshape(-1, 2).T].astype(np.float64)
            if len(both) >= _FEWEST_QUESTIONS and correct.std(axis=1).all():
                found[system, other] = max(0.0, float(np.corrcoef(*correct)[0, 1]))
        usual = float(np.mean(list(found.values()))) if found else 0.0
        return {pair: found.get(pair, usual) for pair in combinations(self._systems, 2)}

    def _proposal(self, key: str) -> Proposal | None:
        """Returns the proposal for a question, None unless more systems agree than side with a reference."""
        of_systems, correct, threshold = self._rows_of[key], self._correct, self._settings.threshold
        siding = [system for system, i in of_systems.items() if correct[i]]
        # The largest group around one answer: all that agree with it.
        groups = []
        for system, i in of_systems.items():
            near = {other: self._agreement.get((i, j), 0.0) for other, j in of_systems.items()}
            members = {other: smile for other, smile in near.items() if smile > threshold}
            groups.append(([system, *members], sum(members.values()) / max(1, len(members))))
        group, smile = max(groups, key=lambda each: (len(each[0]), each[1]))
        if len(group) < 2 or len(group) <= len(siding):
            return None
        at = [of_systems[system] for system in group]
        pairs = [pair for pair in self._correlation if set(pair) <= set(group)]
        independence = 1 - float(np.mean([self._correlation[pair] for pair in pairs]))
        margin = max(0.0, smile - float(self._smile[at].max()))
        row = self._rows[at[0]]
        # The core of an answer if the answer has it word for word, otherwise the whole answer on one line.
        answers = [(self._cores[i], self._rows[i].prediction) for i in at]
        forms = Counter(core if core in answer else " ".join(answer.split()) for core, answer in answers)
        proposed = min(forms, key=lambda form: (-forms[form], len(form)))
        return Proposal(
            key,
            row.question,
            row.references,
            proposed,
            _kind_of_difference(proposed, row, self._settings.language),
            tuple(group),
            tuple(siding),
            (len(group) - len(siding)) * margin * independence,
            {system: self._rows[i].prediction for system, i in of_systems.items()},
        )


def answer_core(answer: str, question: str, language: str) -> str:
    """Returns the words of an answer's first sentence that its question does not have, without function words around.

    Two sentences that repeat the question look similar whatever they answer; their cores do not.

    >>> answer_core("The voice was dubbed by Frank Oz. He is a puppeteer.", "Who dubbed the voice?", "en")
    'Frank Oz'
    >>> answer_core("July 4, 1776", "When was it signed?", "en")
    'July 4, 1776'
    """
    first = SENTENCE_END.split(answer.strip(), maxsplit=1)[0]
    asked = {_lemma_of_word(word, language) for word in _WORD.findall(question)}
    found = [(word, _lemma_of_word(word[0], language) in asked) for word in _WORD.finditer(first)]
    is_content = [not is_asked and word[0].lower() not in english_function_words() for word, is_asked in found]
    if True not in is_content:
        return ""
    start, end = is_content.index(True), len(is_content) - is_content[::-1].index(True)
    core, after = "", 0
    for i, (word, is_asked) in enumerate(found[start:end], start):
        if is_asked:
            continue
        if core:  # what stands between two neighbours, such as a comma, stays
            core += first[found[i - 1][0].end() : word.start()] if after == i else " "
        core, after = core + word[0], i + 1
    return core if core.count("(") == core.count(")") else core.partition("(")[0].rstrip()


@cached(2**16)
def _lemma_of_word(word: str, language: str) -> str:
    return dictionary_form(word.lower().removesuffix("'s").removesuffix("’s"), language)


def _kind_of_difference(proposed: str, row: Row, language: str) -> DifferenceKind:
    """Returns how a proposed answer differs from the references.

    >>> us = Row("", ("New York City",), (None,), "Where is the Statue of Liberty?")
    >>> [_kind_of_difference(text, us, "en") for text in ("new-york, city", "New York", "Boston")]
    ['another format', 'broader or narrower', 'another answer']
    """
    question = row.question or ""
    if any(_have_same_letters(proposed, reference) for reference in row.references):
        return "another format"
    content = [
        set(normalized_words(text, SMILE_NORMALIZATION, language)) - english_function_words()
        for text in (proposed, *row.references)
    ]
    if any(content[0] <= each or each <= content[0] for each in content[1:] if each and content[0]):
        return "broader or narrower"
    if _OF_ITS_TIME.search(question) and not _YEAR.search(question):
        return "changed with time"
    return "another answer"


def _have_same_letters(text: str, other: str) -> bool:
    """Returns whether two texts differ only in spaces, signs, case, accents or the spelling, and not in a number."""
    a, b = (re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", each.casefold())) for each in (text, other))
    has_same_digits = re.findall(r"\d", a) == re.findall(r"\d", b)
    return has_same_digits and SequenceMatcher(None, a, b, autojunk=False).ratio() >= _SAME_LETTERS


DECISION = "decision"

# What a person writes into the column `decision`: the proposed answer becomes a further reference, or the only one, or
# the references stay. An empty cell is undecided, and changes nothing.
DECISIONS = ("accept", "replace", "reject")

_COLUMNS = ("references", "proposed", "kind", "strength", "agreeing", "siding")
_READ = ("references", "proposed", DECISION)
_KEYS = ("id", "question")

# A question, and its references at the time of the audit.
_Key = tuple[str, frozenset[str]]


def audit_review_columns(audit: ReferenceAudit, *, has_ids: bool) -> dict[str, list[Any]]:
    """Returns the columns of the file to review, a row for each proposal; `has_ids` says that its keys are ids."""
    found = audit.proposals
    has_questions = any(each.question for each in found)
    return {
        DECISION: [""] * len(found),
        **({"id": [each.key for each in found]} if has_ids else {}),
        **({"question": [each.question for each in found]} if has_questions else {}),
        **{name: [getattr(each, name) for each in found] for name in _COLUMNS},
        "answers": [json.dumps(each.answers, ensure_ascii=False) for each in found],
    }


def apply_audit_review(path: Path, review: Path, output: Path, columns: RowColumns) -> dict[str, int]:
    """Writes a file with the references that a review decided on; the file itself stays as it is.

    Returns:
        How many questions have each decision ("undecided" for an empty cell), and how many `rows` changed.
    """
    key_column, decided = _decisions_in_audit_review(review)
    rows_file = open_rows(path, columns, RowNeeds(predictions=False), optional=None)
    file_rows, table = rows_file.whole()
    names, column = outer_columns(table.column_names), rows_file.columns["reference"]
    if column not in names:
        raise UsageError(f"{path}: the references are inside a column ({column}): write them into one of their own")
    cells, used, n_rows = table.cells(column), set(), 0
    for i, (row_id, row) in enumerate(zip(file_rows.ids, file_rows.rows, strict=True)):
        key = id_as_pairing_key(row_id) if key_column == "id" else row.question or "", frozenset(row.references)
        decision, proposed = decided.get(key, ("", ""))
        used.add(key)
        if decision in ("accept", "replace"):
            references = [proposed] if decision == "replace" else [*row.references, proposed]
            cells[i] = _references_as_cell(cells[i], references, rows_file.separator)
            n_rows += 1
    if missing := [key for key, _ in decided.keys() - used]:
        raise DataError(
            f"{review}: {path} does not have {len(missing)} of its questions with these references, such as "
            f"{show_value(min(missing))}: apply a review to the file that was audited"
        )
    if output.suffix.lower() == ".parquet" and any(isinstance(cell, list) for cell in cells):
        cells = [cell if isinstance(cell, list) else [cell] for cell in cells]
    write_table_columns(output, {name: cells if name == column else table.cells(name) for name in names})
    decisions = Counter(decision or "undecided" for decision, _ in decided.values())
    return {name: decisions[name] for name in (*DECISIONS, "undecided")} | {"n": n_rows}


def _decisions_in_audit_review(review: Path) -> tuple[str, dict[_Key, tuple[str, str]]]:
    """Returns the column that names questions, and by question and references the decision and the proposed answer."""
    table = read_columns(review, dict.fromkeys(_READ, "the review"), _KEYS)
    key_column = next((name for name in _KEYS if name in table.column_names), None)
    if key_column is None:
        raise DataError(f"{review} has no column {_KEYS[0]!r} or {_KEYS[1]!r}: keep those that the audit wrote")
    decided = {}
    for name, key, references, proposed, decision in zip(
        table.row_names, *map(table.cells, (key_column, *_READ)), strict=True
    ):
        decision = (decision or "").strip().lower()
        if decision:
            check_choice(f"{name}: the decision", decision, DECISIONS)
        if decision in ("accept", "replace") and not (isinstance(proposed, str) and proposed.strip()):
            raise DataError(f"there is no proposed answer to {decision}: write it into the column 'proposed'", row=name)
        members = json.loads(references) if table.is_text and references.startswith("[") else references
        is_list = isinstance(members, list)
        decided[id_as_pairing_key(key), frozenset(members if is_list else [members])] = decision, proposed
    return key_column, decided


def _references_as_cell(cell: Any, references: list[str], separator: str) -> Any:
    """Returns references in the form of their file: a list, a text with separators, or a single text."""
    if isinstance(cell, list):
        return references
    if separator:
        return f" {separator} ".join(references)
    return references[0] if len(references) == 1 else references
