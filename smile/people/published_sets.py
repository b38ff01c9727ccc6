"""Named sets of people's judgements, fetched from where their authors publish them and written in our columns."""

import json
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ..checks import unknown_option
from ..disk.atomic_writes import new_file, write_errors
from ..disk.cache_folder import cache_folder
from ..errors import DataError, UsageError
from .published_formats import CONVERTERS

_HOST = "https://raw.githubusercontent.com"


@dataclass(frozen=True)
class SourceFile:
    """A published file.

    Attributes:
        address: Repository, commit and path on GitHub.
    """

    address: str
    sha256: str


@dataclass(frozen=True)
class PublishedSet:
    """A set of people's judgements.

    Attributes:
        what: What it is, in a line.
        rows: How many rows it has here, or about how many.
        page: The page of its authors.
        columns: The columns that its file gets.
    """

    name: str
    what: str
    rows: str
    licence: str
    page: str
    columns: str
    files: tuple[SourceFile, ...]


@dataclass(frozen=True)
class WrittenSet:
    """A set as it was written to a file.

    Attributes:
        left_out: By reason how many of the published entries the file does not have.
    """

    path: Path
    n: int
    left_out: Counter[str]


def _read_table() -> dict[str, PublishedSet]:
    table = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return {
        entry["name"]: PublishedSet(**entry | {"files": tuple(SourceFile(**file) for file in entry["files"])})
        for entry in table
    }


SETS = _read_table()


def find_set(name: str) -> PublishedSet:
    """Returns the set with this name.

    Raises:
        UsageError: There is none.
    """
    if name not in SETS:
        raise UsageError(unknown_option(name, tuple(SETS)).replace("option", "set"))
    return SETS[name]


def write_set(wanted: PublishedSet, folder: Path) -> WrittenSet:
    """Writes a set to its file in a folder, which is made where it is missing; files fetched before are not again.

    Raises:
        DataError: A file cannot be fetched, or is not the one that was published.
        UsageError: The file or the folder of kept downloads cannot be written.
    """
    path = folder / f"{wanted.name}.jsonl"
    records, left_out = CONVERTERS[wanted.name]([_fetch(file) for file in wanted.files])
    columns = wanted.columns.split()
    with write_errors(path):
        folder.mkdir(parents=True, exist_ok=True)
    with new_file(path) as temporary, temporary.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps({name: record[name] for name in columns}, ensure_ascii=False) + "\n")
    return WrittenSet(path, len(records), +left_out)


def kept_folder() -> Path:
    """Returns the folder of downloads, and of the sets that commands read by name."""
    return cache_folder() / "data"


def _fetch(file: SourceFile) -> Path:
    import pooch
    from requests import RequestException

    host = os.environ.get("SMILE_DATA_HOST") or _HOST
    address = f"{host.rstrip('/')}/{file.address}"
    folder = kept_folder()
    pooch.get_logger().setLevel("WARNING")
    name = f"{file.sha256[:16]}-{Path(file.address).name}"
    with write_errors(folder):
        try:
            return Path(pooch.retrieve(address, f"sha256:{file.sha256}", name, folder))
        except RequestException as error:
            reason = getattr(error.response, "reason", None) or type(error).__name__
            raise DataError(
                f"{address} cannot be fetched ({reason}): check the network, or name a mirror in SMILE_DATA_HOST"
            ) from error
        except ValueError as error:
            raise DataError(
                f"{address} is not the file that was published: its SHA-256 is not {file.sha256}. Nothing of it was "
                "kept; fetch it again, or name a mirror in SMILE_DATA_HOST"
            ) from error
