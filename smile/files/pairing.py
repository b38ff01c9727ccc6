"""Pairs up several systems' answers to the questions that all of them have, and says which rows are left out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ..checks import listed, positions, show
from ..errors import DataError
from ..rows.checked_rows import Row, has_question
from .reading import FileRows

PairedBy = Literal["id", "question", "position"]

_FEW = 5


@dataclass(frozen=True)
class AnswersByQuestion:
    """The answers of all systems to the same questions.

    Attributes:
        rows: All rows of the first system, then of the second, and so on, the questions in the first one's order.
        ids: Per question its id, or its number from 0 if there are no ids.
        paired_by: How rows of one question were found.
        left_out: Which rows are left out, in words; none if every system has every question.
        positions: Per row its position among the given rows of its system.
    """

    systems: list[str]
    rows: list[Row]
    ids: list[Any]
    paired_by: PairedBy
    left_out: Sequence[str] = ()
    positions: Sequence[int] = ()

    def file_rows(self) -> FileRows:
        """Returns the rows with their ids, which are the same for every system."""
        return FileRows(self.rows, self.ids * len(self.systems))

    def answered_by(self) -> list[str]:
        """Returns per row its system."""
        return [system for system in self.systems for _ in self.ids]


def pair_systems(systems: Mapping[str, FileRows]) -> AnswersByQuestion:
    """Finds the rows that belong to one question.

    By id where there are ids. Else by question, where every row has one and no system has one twice. Else by position,
    where all systems have as many rows. Rows of a question that some system lacks are left out.

    Raises:
        DataError: No question is in every system, or some rows have more than one partner, or differ in references,
            synthetic answers or question from their partner; it lists them.
    """
    paired_by, keys = pairing_keys(systems)
    at = {name: _positions_of_keys(name, systems[name], keys[name], paired_by) for name in systems}
    first, *others = systems
    shared = [key for key in keys[first] if all(key in rows for rows in at.values())]
    left_out = _left_out(at, shared, paired_by)
    ordered = {name: systems[name].at([at[name][key] for key in shared]) for name in systems}
    for other in others:
        _refuse_different_questions(first, other, ordered, paired_by)
    # A row without a question takes its partner's, so that all systems are scored alike.
    questions = [
        next((row.question for row in partners if has_question(row)), None)
        for partners in zip(*(file.rows for file in ordered.values()), strict=True)
    ]
    return AnswersByQuestion(
        systems=list(systems),
        rows=[
            replace(row, question=question)
            for file in ordered.values()
            for row, question in zip(file.rows, questions, strict=True)
        ],
        ids=ordered[first].ids if paired_by == "id" else list(range(len(shared))),
        paired_by=paired_by,
        left_out=left_out,
        positions=[at[name][key] for name in systems for key in shared],
    )


def id_key(row_id: Any) -> str:
    """Returns an id as text: what is a number in one format is text in another, and may be 1.0 in a third."""
    return str(int(row_id)) if isinstance(row_id, float) and row_id.is_integer() else str(row_id)


def have_own_questions(files: Iterable[FileRows]) -> bool:
    """Returns whether every row has a question that no other row of its system has."""
    return all(
        len({row.question for row in file.rows}) == len(file.rows) and all(map(has_question, file.rows))
        for file in files
    )


def pairing_keys(systems: Mapping[str, FileRows]) -> tuple[PairedBy, dict[str, list[str]]]:
    """Returns the kind of key that pairs rows, and for each system the key of each row.

    Raises:
        DataError: Only some rows have an id, or rows without an id and a question are not as many in each system.
    """
    if any(file.has_ids for file in systems.values()):
        _check_ids(systems)
        return "id", {name: [id_key(row_id) for row_id in file.ids] for name, file in systems.items()}
    if have_own_questions(systems.values()):
        return "question", {name: [str(row.question) for row in file.rows] for name, file in systems.items()}
    numbers = {name: len(file.rows) for name, file in systems.items()}
    if len(set(numbers.values())) > 1:
        raise DataError(
            "rows without an id and a question of their own pair up by position, which takes as many rows from each "
            f"system: {listed([f'{name} has {number}' for name, number in numbers.items()])}: give every row an id"
        )
    return "position", {name: [str(i) for i in range(number)] for name, number in numbers.items()}


def _check_ids(systems: Mapping[str, FileRows]) -> None:
    """Checks that every row of every system has an id."""
    lacking = [name for name, file in systems.items() if not file.has_ids]
    if lacking:
        having = [name for name in systems if name not in lacking]
        raise DataError(
            f"there are ids in {', '.join(having)} and none in {', '.join(lacking)}, and rows pair up by id: give all "
            "of them a column of ids (id_column), or none"
        )
    rows = [each for file in systems.values() for each in zip(file.names, file.ids, strict=True)]
    missing = [row_name for row_name, row_id in rows if row_id is None or row_id == ""]
    if missing:
        raise DataError(f"{_count(missing, 'no id')}: {listed(missing)}: give every row one, or choose id_column")


def _positions_of_keys(name: str, file: FileRows, keys: Sequence[str], paired_by: PairedBy) -> dict[str, int]:
    """Returns where each key stands among a system's rows."""
    rows_of = positions(keys)
    twice = [
        f"{show(key)} ({listed([file.names[i] for i in rows], _FEW, ', ')})"
        for key, rows in rows_of.items()
        if len(rows) > 1
    ]
    if twice:
        raise DataError(
            f"{_count(twice, 'several rows', paired_by)} in {name}: {listed(twice)}: keep one row for each question"
        )
    return {key: rows[0] for key, rows in rows_of.items()}


def _left_out(at: Mapping[str, Mapping[str, int]], shared: Sequence[str], paired_by: PairedBy) -> list[str]:
    """Returns how many rows of each system have no row in some other, and which; nothing if there are none."""
    everywhere = dict.fromkeys(key for rows in at.values() for key in rows)
    lacking = {key: [name for name, rows in at.items() if key not in rows] for key in everywhere}
    unpaired = [f"{show(key)} (not in {listed(names, _FEW, ', ')})" for key, names in lacking.items() if names]
    if not unpaired:
        return []
    rows_of = [
        f"{len(rows) - len(shared)} of {len(rows)} rows of {name}"
        for name, rows in at.items()
        if len(rows) > len(shared)
    ]
    lacks = f"{_count(unpaired, 'no row in some system', 'question')}: {listed(unpaired)}"
    if not shared:
        raise DataError(
            f"rows pair up by {paired_by}, and no question is in every system, {lacks}: give every system a row for "
            "each question, or say what pairs them (id_column)"
        )
    return [
        f"only the {len(shared)} of {len(everywhere)} questions that every system has are compared, paired by "
        f"{paired_by}; left out are {listed(rows_of, len(rows_of), ', ')}: {lacks}"
    ]


def _refuse_different_questions(first: str, other: str, ordered: Mapping[str, FileRows], paired_by: PairedBy) -> None:
    a, b = ordered[first], ordered[other]
    different = [
        f"{what} ({name}, and {partner_name})"
        for row, partner, name, partner_name in zip(a.rows, b.rows, a.names, b.names, strict=True)
        if (what := _what_differs(row, partner))
    ]
    if different:
        remedy = "give them the same" if paired_by != "position" else "give them the same, or give every row an id"
        raise DataError(
            f"rows of {first} and {other} that pair up by {paired_by} are not of one question, "
            f"{len(different)} of {len(a.rows)}: {listed(different)}: {remedy}"
        )


def _what_differs(row: Row, partner: Row) -> str:
    if row.question is not None and partner.question is not None and row.question != partner.question:
        return f"the questions {show(row.question)} and {show(partner.question)}"
    # Their order plays no part in the scores.
    if set(row.references) != set(partner.references):
        return f"the references {show(list(row.references))} and {show(list(partner.references))}"
    stated, partners = (set(zip(each.references, each.synthetic_answers, strict=True)) for each in (row, partner))
    if stated != partners:
        return f"the synthetic answers {show(list(row.synthetic_answers))} and {show(list(partner.synthetic_answers))}"
    return ""


def _count(found: Sequence[str], what: str, kind: str = "row") -> str:
    return f"1 {kind} has {what}" if len(found) == 1 else f"{len(found)} {kind}s have {what}"
