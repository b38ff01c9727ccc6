"""A prepared set: the synthetic answers and embeddings of an evaluation set, in one folder.

The folder holds `manifest.json` (the data and settings it was made for, and the size and SHA-256 of each other file),
`answers.jsonl` (question, reference, synthetic answer), `index.npy` (each text's digest, ascending, and whether it was
cut) and `embeddings.npy` (one float32 vector per text, which is mapped and not read).
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..checks import show
from ..disk.hashes import file_sha256
from ..encoding.encoders import Encoded
from ..errors import DataError, UsageError
from ..rows.checked_rows import Row
from ..settings.named_settings import Settings
from ..version import __version__
from .cached_encoder import Found

FORMAT = 1
MANIFEST, ANSWERS, INDEX, EMBEDDINGS = "manifest.json", "answers.jsonl", "index.npy", "embeddings.npy"
INDEX_TYPE = np.dtype([("high", "<u8"), ("low", "<u8"), ("is_truncated", "?")])

# The settings that a run must share with the set, besides the encoder and whether questions are left out.
FOR_SETTINGS = ("normalization", "language")

_MEMBERS: Mapping[str, type] = {
    "format": int,
    "version": str,
    "setting": str,
    "normalization": str,
    "language": str,
    "use_questions": bool,
    "encoder": str,
    "data": dict,
    "synthetic_answers": dict,
    "n_texts": int,
    "dimensions": int,
    "files": dict,
}
_REMEDY = "make it with `smile prepare DATA --output FOLDER`"
_MOST_LISTED = 5


@dataclass(frozen=True)
class PreparedSet:
    """An evaluation set, prepared. Open one with `open_prepared`; it is a source of known embeddings.

    Attributes:
        path: Its folder.
        encoder: The signature of the encoder that made the embeddings.
        normalization: The setting of this name.
        language: The setting of this name.
        use_questions: Whether the question of a row that has one is put before its targets.
        digest: The identity of its synthetic answers in signatures; None without synthetic answers.
        answers: By `pair_key`, the synthetic answer; None for a pair without one.
        index: (n,) of `INDEX_TYPE`, ascending.
        embeddings: (n, d) float32, mapped, not read.
    """

    path: Path
    encoder: str
    normalization: str
    language: str
    use_questions: bool
    digest: str | None
    answers: Mapping[tuple[str, str], str | None]
    index: "npt.NDArray[Any]"
    embeddings: npt.NDArray[np.float32]

    def __reduce__(self) -> tuple[Callable[[Any], "PreparedSet"], tuple[Path]]:
        """Pickles the path only; unpickling opens the set again."""
        return open_prepared, (self.path.resolve(),)

    def check(self, settings: Settings, encoder: str) -> None:
        """Checks that a run may use the set.

        Raises:
            UsageError: It was made for other settings or another encoder.
        """
        run = {"encoder": encoder} | {name: getattr(settings, name) for name in FOR_SETTINGS}
        run["use_questions"] = settings.use_questions is not False
        for name, value in run.items():
            if getattr(self, name) != value:
                raise UsageError(
                    f"{self.path} was prepared with {name} {getattr(self, name)!r}, and this run has {value!r}: score "
                    "with the settings it was prepared for, or prepare the data again with these"
                )

    def with_answers(self, rows: Sequence[Row]) -> list[Row]:
        """Returns the rows with the set's synthetic answers.

        Raises:
            DataError: The set lacks a row's question and reference, or both have synthetic answers.
        """
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
            listed = "; ".join(
                f"question {show(question)}, reference {show(reference)}"
                for question, reference in unknown[:_MOST_LISTED]
            )
            more = f"; and {len(unknown) - _MOST_LISTED} more" if len(unknown) > _MOST_LISTED else ""
            raise DataError(
                f"{self.path} was prepared from other data: it lacks {len(unknown)} of the run's references "
                f"({listed}{more}): prepare the data to be scored"
            )
        return found

    def get(self, texts: Sequence[str]) -> Found:
        """Looks distinct texts up."""
        high, low = text_digests(texts)
        place = np.searchsorted(self.index["high"], high)
        is_inside = place < len(self.index)
        place[~is_inside] = 0
        is_known = is_inside & (self.index["high"][place] == high) & (self.index["low"][place] == low)
        positions = np.flatnonzero(is_known)
        rows = place[positions]
        return Found(positions, np.asarray(self.embeddings[rows]), self.index["is_truncated"][rows])

    def put(self, texts: Sequence[str], encoded: Encoded) -> None:
        """Does nothing: a prepared set does not grow."""


def pair_key(question: str | None, reference: str) -> tuple[str, str]:
    """Returns the key of a reference in a set."""
    return question or "", reference


def text_digests(texts: Sequence[str]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Returns the (n,) first and the (n,) last 64 bits of the texts' digests."""
    digests = b"".join(blake2b(text.encode("utf-8"), digest_size=16).digest() for text in texts)
    halves = np.frombuffer(digests, dtype="<u8").reshape(-1, 2)
    return halves[:, 0].astype(np.uint64), halves[:, 1].astype(np.uint64)


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
        _check_files(folder, manifest["files"])
        answers = {}
        with (folder / ANSWERS).open(encoding="utf-8", newline="\n") as file:
            for line in file:
                pair = json.loads(line)
                answers[pair["question"] or "", pair["reference"]] = pair["synthetic_answer"]
        index = np.load(folder / INDEX, mmap_mode="r", allow_pickle=False)
        embeddings = np.load(folder / EMBEDDINGS, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        raise UsageError(f"{folder} cannot be read ({error.strerror or error}): {_REMEDY}") from error
    except (ValueError, KeyError, TypeError, EOFError) as error:
        raise UsageError(f"{folder} is damaged ({error}): {_REMEDY}") from error
    n, dimensions = manifest["n_texts"], manifest["dimensions"]
    if index.dtype != INDEX_TYPE or index.shape != (n,) or embeddings.shape != (n, dimensions):
        raise UsageError(f"{folder} contradicts its manifest ({n} texts of {dimensions} dimensions): {_REMEDY}")
    return PreparedSet(
        path=folder,
        encoder=manifest["encoder"],
        normalization=manifest["normalization"],
        language=manifest["language"],
        use_questions=manifest["use_questions"],
        digest=manifest["synthetic_answers"].get("sha256", "")[:8] or None,
        answers=answers,
        index=index,
        embeddings=embeddings,
    )


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
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT or manifest["format"] is True:
        found = show(manifest.get("format")) if isinstance(manifest, dict) else "none"
        raise UsageError(
            f"{folder} has the format {found}, and this version ({__version__}) reads {FORMAT}: prepare the data again"
        )
    for name, kind in _MEMBERS.items():
        if not isinstance(manifest.get(name), kind):
            raise UsageError(f"{folder} is no prepared set ({MANIFEST} has no {name!r} that fits): {_REMEDY}")
    return manifest


def _check_files(folder: Path, files: Mapping[str, Any]) -> None:
    """Checks each file's size and SHA-256 against the manifest, so that a damaged set is never used."""
    for name in (ANSWERS, INDEX, EMBEDDINGS):
        expected = files[name]
        size = (folder / name).stat().st_size
        if size != expected["bytes"]:
            raise UsageError(
                f"{folder / name} has {size} bytes, and the manifest says {expected['bytes']}: the set is damaged, "
                f"prepare the data again"
            )
        if file_sha256(folder / name) != expected["sha256"]:
            raise UsageError(
                f"{folder / name} was changed after it was written: the set is damaged, prepare the data again"
            )
