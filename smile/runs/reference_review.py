"""The review of an audit: a file in which a person decides on each proposal, and the data set with these decisions."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from ..checks import check_choice, show
from ..errors import DataError, UsageError
from ..files.pairing import id_key
from ..files.reading import open_rows, own_columns
from ..files.row_columns import RowColumns, RowNeeds
from ..files.tables import read_columns
from ..files.writing import write_columns
from .reference_audit import ReferenceAudit

# What a person writes into the column `decision`: the proposed answer becomes a further reference, or the only one, or
# the references stay. An empty cell is undecided, and changes nothing.
DECISIONS = ("accept", "replace", "reject")

_COLUMNS = ("references", "proposed", "kind", "strength", "agreeing", "siding")
_READ = ("references", "proposed", "decision")
_KEYS = ("id", "question")

# A question, and its references at the time of the audit.
_Key = tuple[str, frozenset[str]]


def review_columns(audit: ReferenceAudit, *, has_ids: bool) -> dict[str, list[Any]]:
    """Returns the columns of the file to review, a row for each proposal; `has_ids` says that its keys are ids."""
    found = audit.proposals
    has_questions = any(each.question for each in found)
    return {
        "decision": [""] * len(found),
        **({"id": [each.key for each in found]} if has_ids else {}),
        **({"question": [each.question for each in found]} if has_questions else {}),
        **{name: [getattr(each, name) for each in found] for name in _COLUMNS},
        "answers": [json.dumps(each.answers, ensure_ascii=False) for each in found],
    }


def apply_review(path: Path, review: Path, output: Path, columns: RowColumns) -> dict[str, int]:
    """Writes a file with the references that a review decided on; the file itself stays as it is.

    Returns:
        How many questions have each decision ("undecided" for an empty cell), and how many `rows` changed.
    """
    key_column, decided = _decisions(review)
    rows_file = open_rows(path, columns, RowNeeds(predictions=False), optional=None)
    file_rows, table = rows_file.whole()
    names, column = own_columns(table.column_names), rows_file.columns["reference"]
    if column not in names:
        raise UsageError(f"{path}: the references are inside a column ({column}): write them into one of their own")
    cells, used, n_rows = table.cells(column), set(), 0
    for i, (row_id, row) in enumerate(zip(file_rows.ids, file_rows.rows, strict=True)):
        key = id_key(row_id) if key_column == "id" else row.question or "", frozenset(row.references)
        decision, proposed = decided.get(key, ("", ""))
        used.add(key)
        if decision in ("accept", "replace"):
            references = [proposed] if decision == "replace" else [*row.references, proposed]
            cells[i] = _cell(cells[i], references, rows_file.separator)
            n_rows += 1
    if missing := [key for key, _ in decided.keys() - used]:
        raise DataError(
            f"{review}: {path} does not have {len(missing)} of its questions with these references, such as "
            f"{show(min(missing))}: apply a review to the file that was audited"
        )
    if output.suffix.lower() == ".parquet" and any(isinstance(cell, list) for cell in cells):
        cells = [cell if isinstance(cell, list) else [cell] for cell in cells]
    write_columns(output, {name: cells if name == column else table.cells(name) for name in names})
    decisions = Counter(decision or "undecided" for decision, _ in decided.values())
    return {name: decisions[name] for name in (*DECISIONS, "undecided")} | {"rows": n_rows}


def _decisions(review: Path) -> tuple[str, dict[_Key, tuple[str, str]]]:
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
            raise DataError(f"{name}: there is no proposed answer to {decision}: write it into the column 'proposed'")
        members = json.loads(references) if table.is_text and references.startswith("[") else references
        is_list = isinstance(members, list)
        decided[id_key(key), frozenset(members if is_list else [members])] = decision, proposed
    return key_column, decided


def _cell(cell: Any, references: list[str], separator: str) -> Any:
    """Returns references as their file has them: a list, a text with a separator, or a text alone."""
    if isinstance(cell, list):
        return references
    if separator:
        return f" {separator} ".join(references)
    return references[0] if len(references) == 1 else references
