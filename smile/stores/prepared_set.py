"""A prepared set: the synthetic answers and embeddings of an evaluation set, in one folder.

The folder holds `manifest.json` (the settings it was made for, and the SHA-256 of the other files), `answers.jsonl`
(question, reference, synthetic answer) and the file of an embedding store, which is only read.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..checks import listed, show
from ..disk.hashes import file_sha256
from ..encoding.encoders import Encoder
from ..errors import DataError, UsageError
from ..rows.checked_rows import Row
from ..settings.named_settings import Settings
from ..version import __version__
from .embedding_store import STORE_FILE, CachedEncoder, EmbeddingStore

FORMAT = 3
MANIFEST, ANSWERS = "manifest.json", "answers.jsonl"

_REMEDY = "make it with `smile prepare DATA --output FOLDER`"
_MOST_LISTED = 5


@dataclass(frozen=True)
class PreparedSet:
    """An evaluation set, prepared. Open one with `open_prepared`.

    Attributes:
        made_for: What a run must share with it; see `shared_by_runs`.
        digest: The identity of its synthetic answers in signatures; None without synthetic answers.
        answers: By `pair_key`, the synthetic answer; None for a pair without one.
    """

    path: Path
    made_for: Mapping[str, Any]
    digest: str | None
    answers: Mapping[tuple[str, str], str | None]

    def __reduce__(self) -> tuple[Callable[[Any], "PreparedSet"], tuple[Path]]:
        """Pickles the path only; unpickling opens the set again."""
        return open_prepared, (self.path.resolve(),)

    def cached(self, encoder: Encoder) -> CachedEncoder:
        """Returns the encoder with the embeddings of the set before it."""
        return CachedEncoder(encoder, EmbeddingStore(self.path, encoder, is_read_only=True), "prepared")

    def check(self, settings: Settings, encoder: str) -> None:
        """Checks that a run may use the set."""
        for name, value in shared_by_runs(settings, encoder).items():
            if self.made_for[name] != value:
                raise UsageError(
                    f"{self.path} was prepared with {name} {self.made_for[name]!r}, and this run has {value!r}: score "
                    "with the settings it was prepared for, or prepare the data again with these"
                )

    def with_answers(self, rows: Sequence[Row]) -> list[Row]:
        """Returns the rows with the set's synthetic answers."""
        found, unknown = [], []
        for row in rows:
            keys = [pair_key(row.question, reference) for reference in row.references]
            unknown += [key for key in keys if key not in self.answers]
            if self.digest is not None and any(row.synthetic_answers):
                raise DataError(
                    f"the row with question {show(row.question)} has a synthetic answer, and so has the prepared set "
                    f"{self.path}: leave one of them out"
                )
            answers = tuple(self.answers.get(key) for key in keys)
            found.append(row if self.digest is None else replace(row, synthetic_answers=answers))
        if unknown:
            shown = [f"question {show(question)}, reference {show(reference)}" for question, reference in unknown]
            raise DataError(
                f"{self.path} was prepared from other data: it lacks {len(unknown)} of the run's references "
                f"({listed(shown, _MOST_LISTED)}): prepare the data to be scored"
            )
        return found


def pair_key(question: str | None, reference: str) -> tuple[str, str]:
    """Returns the key of a reference in a set."""
    return question or "", reference


def shared_by_runs(settings: Settings, encoder: str) -> dict[str, Any]:
    """Returns what a set and the runs that use it must have in common."""
    return {
        "encoder": encoder,
        "normalization": settings.normalization,
        "language": settings.language,
        "use_questions": settings.use_questions is not False,
    }


def open_prepared(path: Any) -> PreparedSet:
    """Opens a prepared set after checking every file against the manifest; the embeddings stay on disk.

    Raises:
        UsageError: There is no set, it has another format, or a file was changed.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise UsageError(f"prepared must be the path of a prepared set, got {show(path)}")
    folder = Path(os.fspath(path))
    manifest = _read_manifest(folder)
    try:
        hashes = {name: (file_sha256(folder / name), manifest["files"][name]) for name in (ANSWERS, STORE_FILE)}
        answers = {}
        with (folder / ANSWERS).open(encoding="utf-8", newline="\n") as file:
            for line in file:
                pair = json.loads(line)
                answers[pair["question"] or "", pair["reference"]] = pair["synthetic_answer"]
        digest = manifest["synthetic_answers"].get("sha256", "")[:8] or None
        prepared = PreparedSet(folder, dict(manifest["made_for"]), digest, answers)
    except OSError as error:
        raise UsageError(f"{folder} cannot be read ({error.strerror or error}): {_REMEDY}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{folder} is damaged ({error}): {_REMEDY}") from error
    for name, (found, expected) in hashes.items():
        if found != expected:
            raise UsageError(
                f"{folder / name} was changed after it was written, so the set is damaged: prepare the data again"
            )
    return prepared


def _read_manifest(folder: Path) -> dict[str, Any]:
    if not folder.is_dir():
        found = "it is a file" if folder.exists() else "there is no such folder"
        raise UsageError(f"{folder} is no prepared set ({found}): {_REMEDY}")
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
    except OSError as error:
        raise UsageError(f"{folder} is no prepared set ({MANIFEST}: {error.strerror or error}): {_REMEDY}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{folder} is no prepared set ({MANIFEST} is not JSON: {error}): {_REMEDY}") from error
    found_format = manifest.get("format") if isinstance(manifest, dict) else None
    if found_format != FORMAT:
        raise UsageError(
            f"{folder} has the format {show(found_format)}, and this version ({__version__}) reads {FORMAT}: prepare "
            "the data again"
        )
    return dict(manifest)
