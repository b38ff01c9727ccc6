"""What a visitor sends to a tab with a file, read as the tab needs: files, columns, what to do about faults."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from pathlib import Path
from typing import Any

from ..checks import check_name, show
from ..errors import DataError
from ..files.pairing import have_own_questions
from ..files.reading import FileRows
from ..files.systems import SYSTEM, read_systems
from ..files.tables import Table
from .limits import MOST_SYSTEMS, Limits, check_count, check_text
from .uploads import AS_IT_IS, Handling, UploadedRows, read_uploads, without_folder


@dataclass(frozen=True)
class SentFile:
    """A file to score and how to read it.

    Attributes:
        path: Its path; None if the visitor chose none.
        columns: The column of each role; None for its usual name.
        label: The column of people's verdicts; empty for none.
        system: The column of systems; empty for none.
    """

    path: str | None
    columns: Mapping[str, str | None] = field(default_factory=dict)
    label: str | None = None
    system: str | None = None
    handling: Handling = AS_IT_IS

    def read(self, limits: Limits) -> UploadedRows:
        """Reads the rows."""
        also = {self.label: "people's verdicts"} if self.label else {}
        also |= {self.system: "systems"} if self.system else {}
        [upload] = read_uploads([self.path], self.columns, limits, self.handling, also, self.verdicts)
        return upload

    def verdicts(self, table: Table) -> list[bool | None] | None:
        """Returns per row whether people call the answer right, None for a missing verdict; None without a column."""
        return _verdicts(table, self.label) if self.label else None

    def systems(self, table: Table) -> list[str] | None:
        """Returns the system of each row; None without a column."""
        if not self.system:
            return None
        return [
            check_name(*each) for each in zip(table.row_names, repeat(SYSTEM), table.cells(self.system), strict=False)
        ]


@dataclass(frozen=True)
class SystemFiles:
    """What a visitor sends to compare.

    Attributes:
        files: The paths: a file for each system, or one file of all.
        names: The names of the systems of several files; empty for the names of the files.
        system_column: The column that names the system in one file of all; None for its usual name.
        columns: The column of each role; None for its usual name.
    """

    files: Sequence[str] | None
    names: Sequence[str] = ()
    system_column: str | None = None
    columns: Mapping[str, str | None] = field(default_factory=dict)
    handling: Handling = AS_IT_IS

    def read(self, limits: Limits) -> tuple[dict[str, FileRows], Sequence[str]]:
        """Reads the answers of each system; returns them, and what was left out."""
        files = self.files
        if not files:
            raise DataError("choose a file for each system first, or one with a column that names the system")
        check_count("files", len(files), MOST_SYSTEMS)

        def check_system(row: Table) -> None:
            name = SYSTEM if self.system_column is None else self.system_column
            if len(files) == 1 and name in row.column_names:
                check_name(row.row_names[0], SYSTEM, row.cells(name)[0])

        found = read_uploads(files, self.columns, limits, self.handling, check=check_system)
        uploads, left_out = dict(zip(files, found, strict=True)), found[0].left_out

        def read(path: Path, *_: Any) -> tuple[FileRows, Table]:
            return uploads[str(path)].file, uploads[str(path)].table

        paths = list(map(Path, files))
        with without_folder(*paths):
            systems = read_systems(paths, names=self.names, system_column=self.system_column, read=read)
        check_count("systems", len(systems), MOST_SYSTEMS)
        for name in systems:
            check_text("the name of a system", name)
        has_ids = any(file.has_ids for file in systems.values())
        if left_out and not has_ids and not have_own_questions(systems.values()):
            if len(files) == 1:
                raise DataError(
                    "rows without an id and a question of their own pair up by position, so that none can be left "
                    "out: give every row an id"
                )
            # The number of a row in its file is its id.
            systems = {name: replace(file, has_ids=True) for name, file in systems.items()}
        return systems, left_out


def _verdicts(table: Table, column: str) -> list[bool | None]:
    """Returns per row whether people call the answer right, None for a missing verdict."""
    verdicts: list[bool | None] = []
    for row_name, value in zip(table.row_names, table.values(column), strict=True):
        if value is None or (isinstance(value, float) and math.isnan(value)):
            verdicts.append(None)
        elif isinstance(value, int | float) and 0 <= value <= 1:
            verdicts.append(value > 0.5)
        else:
            raise DataError(
                f"{row_name}: the verdict in {column!r} is {show(value)}: expected true or false, or a number from 0 "
                "to 1, where over 0.5 is right. Choose another column, or none"
            )
    return verdicts
