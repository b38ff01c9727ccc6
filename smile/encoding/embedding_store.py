"""The store: embeddings on disk (SQLite), so that no text is encoded again in a later run."""

import os
import shutil
import sqlite3
import warnings
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ..checks import check_number
from ..disk.cache_folder import locked_file
from ..errors import ModelError, Option, StoreWarning, UsageError
from ..shared_types import IntArray, OnProgress, progress_of_part
from .encoders import Encoded, Encoder, EncoderAround

DEFAULT_GIGABYTES = 10.0
STORE_FILE, _LOCK = "embeddings.sqlite", "writing.lock"

# The key is the digests of encoder and text. The record has whether the text was truncated, the vector, and a checksum
# of key and record. Numbers grow, so that the lowest is the oldest.
_SCHEMA = "CREATE TABLE IF NOT EXISTS embeddings (number INTEGER PRIMARY KEY, key BLOB UNIQUE, record BLOB)"
_ENCODER_DIGEST, _TEXT_DIGEST = 8, 16
_CHECKSUM = 4
# The bytes that SQLite needs for a record besides the record itself: its key, twice.
_AROUND_RECORD = 80

# Ten vectors of the default encoder fill a page.
_PAGE_BYTES = 16_384
_KEYS_AT_A_TIME = 1000
_SECONDS_TO_WAIT = 60

# A full store deletes its oldest embeddings down to this share of its limit.
_KEPT_WHEN_FULL = 0.9
_DELETE_OLDEST = "DELETE FROM embeddings WHERE number IN (SELECT number FROM embeddings ORDER BY number LIMIT 256)"

_T = TypeVar("_T")


class EmbeddingStore:
    """A folder of embeddings that several processes may use at the same time.

    Its file is open only while it is read or written. A damaged file is renamed, with a warning, and a new one is
    started. If the disk is full, a warning follows and the run continues without storing.

    Args:
        path: The folder; it is created if it is missing.
        encoder: The encoder of the embeddings; only its signature is used.
        gigabytes: The largest size of the store. A full store deletes its oldest embeddings.
    """

    def __init__(self, path: str | Path, encoder: Encoder, gigabytes: float = DEFAULT_GIGABYTES) -> None:
        if not isinstance(path, (str, os.PathLike)) or not str(path):
            raise UsageError("{} must be the path of a folder, got {!r}", Option("store"), path)
        self.path = Path(os.path.realpath(path))
        if self.path.exists() and not self.path.is_dir():
            raise UsageError(f"the store {path} is a file: name a folder; it is created if it is missing")
        self.gigabytes = check_number("store_gigabytes", gigabytes)
        if self.gigabytes <= 0:
            raise UsageError("{} must be more than 0, got {!r}", Option("store_gigabytes"), gigabytes)
        self._encoder = encoder
        self._takes_more = True

    def get(self, texts: Sequence[str]) -> tuple[IntArray, Encoded]:
        """Returns the positions of the texts that are stored, ascending, and their embeddings."""
        position = {key: i for i, key in enumerate(self._keys(texts))}
        records = self._with_file(lambda database: _read_records(database, list(position))) or []
        if not records:
            return np.empty(0, np.int64), Encoded(np.empty((0, 0), np.float32), np.empty(0, np.bool_))
        found = sorted((position[key], record) for key, record in records)
        table = np.frombuffer(b"".join([record for _, record in found]), _record_type_of_store(len(found[0][1])))
        positions = np.array([i for i, _ in found], dtype=np.int64)
        return positions, Encoded(table["vector"].astype(np.float32), table["is_truncated"].astype(np.bool_))

    def put(self, texts: Sequence[str], encoded: Encoded) -> None:
        """Stores all new embeddings or none, and warns if that fails."""
        if not self._takes_more:
            return
        table = np.empty(len(texts), _record_type_of_store(1 + 4 * encoded.embeddings.shape[1] + _CHECKSUM))
        table["is_truncated"], table["vector"] = encoded.is_truncated, encoded.embeddings
        contents = [row.tobytes()[:-_CHECKSUM] for row in table]
        records = [
            (key, content + _checksum_of_record(key, content))
            for key, content in zip(self._keys(texts), contents, strict=True)
        ]
        try:
            self._with_file(lambda database: self._write(database, records))
        except OSError as error:
            self._takes_more = False
            told = (
                "the store {} cannot store more embeddings ({}): the run continues without storing; free disk space,"
                " or use a store on another disk"
            )
            warnings.warn(StoreWarning(told, self.path, error), stacklevel=2)

    def _with_file(self, use: Callable[[sqlite3.Connection], _T]) -> _T | None:
        """Calls a function with the open file. If the file is damaged, sets it aside and returns None."""
        file = self.path / STORE_FILE
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            database = sqlite3.connect(file, _SECONDS_TO_WAIT, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise UsageError(f"the store {self.path} cannot be used ({error}): name a writable folder") from error
        with closing(database):
            inode = _inode_of_store(file)
            try:
                # Records lost in a power failure have no valid checksum.
                database.executescript(f"PRAGMA page_size = {_PAGE_BYTES}; PRAGMA synchronous = OFF; {_SCHEMA}")
                return use(database)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError) and "no such" not in str(error):
                    free = shutil.disk_usage(self.path).free
                    raise OSError(f"{error}; {free / 1e6:.0f} MB are free on its disk") from error
                reason = str(error)
        self._set_aside(inode, reason)
        return None

    def _set_aside(self, inode: int | None, reason: str) -> None:
        """Renames a damaged file unless another thread or process already has."""
        file, aside = self.path / STORE_FILE, self.path / f"damaged-{datetime.now():%Y%m%d-%H%M%S-%f}.sqlite"
        with locked_file(self.path / _LOCK):
            if inode is None or _inode_of_store(file) != inode:
                return
            file.rename(aside)
            Path(f"{file}-journal").unlink(missing_ok=True)
        warnings.warn(
            f"the store {self.path} was damaged ({reason}): a new one is started; the damaged file is now {aside}, and "
            "you can delete it",
            StoreWarning,
            stacklevel=2,
        )

    def _write(self, database: sqlite3.Connection, records: Sequence[tuple[bytes, bytes]]) -> None:
        """Stores records, replacing those of the same keys; a full store deletes its oldest."""
        limit, size = int(self.gigabytes * 1e9), len(records[0][1]) + _AROUND_RECORD
        kept = records[: max(1, limit // (4 * size))]
        with locked_file(self.path / _LOCK):
            database.execute("BEGIN IMMEDIATE")
            if _bytes_of_store(database) + len(kept) * size > limit:
                while _bytes_of_store(database) + len(kept) * size > _KEPT_WHEN_FULL * limit:
                    if not database.execute(_DELETE_OLDEST).rowcount:
                        break
            database.executemany("INSERT OR REPLACE INTO embeddings (key, record) VALUES (?, ?)", kept)
            database.execute("COMMIT")

    def _keys(self, texts: Sequence[str]) -> list[bytes]:
        encoder = blake2b(self._encoder.signature.encode(), digest_size=_ENCODER_DIGEST).digest()
        return [encoder + blake2b(text.encode(), digest_size=_TEXT_DIGEST).digest() for text in texts]


class StoredEncoder(EncoderAround):
    """An encoder that looks texts up in an `EmbeddingStore` and passes the others to another encoder."""

    def __init__(self, encoder: Encoder, path: str | Path, gigabytes: float = DEFAULT_GIGABYTES) -> None:
        super().__init__(encoder)
        self._store = EmbeddingStore(path, encoder, gigabytes)

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Looks up distinct texts, then encodes and stores the rest."""
        positions, found = self._store.get(texts)
        n_found = len(positions)
        if on_progress is not None and n_found:
            on_progress(n_found, len(texts))
        if n_found == len(texts):
            return replace(found, n_from_store=n_found)
        is_new = np.ones(len(texts), dtype=np.bool_)
        is_new[positions] = False
        new_texts = [texts[i] for i in np.flatnonzero(is_new).tolist()]
        encoded = self._encoder.encode(new_texts, progress_of_part(on_progress, n_found, len(new_texts), len(texts)))
        n_dimensions = encoded.embeddings.shape[1]
        if n_found and found.embeddings.shape[1] != n_dimensions:
            raise ModelError(
                f"the encoder {self.signature} gives vectors of length {n_dimensions}, but the store has vectors of "
                f"length {found.embeddings.shape[1]} under the same name: rename the encoder"
            )
        self._store.put(new_texts, encoded)
        if not n_found:
            return replace(encoded, n_from_store=0)
        embeddings = np.empty((len(texts), n_dimensions), dtype=np.float32)
        is_truncated = np.empty(len(texts), dtype=np.bool_)
        embeddings[positions], is_truncated[positions] = found.embeddings, found.is_truncated
        embeddings[is_new], is_truncated[is_new] = encoded.embeddings, encoded.is_truncated
        return Encoded(embeddings, is_truncated, n_found)


def _inode_of_store(file: Path) -> int | None:
    """Returns the inode of a file; None if another thread or process has just renamed it."""
    try:
        return file.stat().st_ino
    except FileNotFoundError:
        return None


def _read_records(database: sqlite3.Connection, keys: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
    """Returns the checked records of the keys that are stored, all of one length."""
    found: list[tuple[bytes, bytes]] = []
    for start in range(0, len(keys), _KEYS_AT_A_TIME):
        block = keys[start : start + _KEYS_AT_A_TIME]
        places = ",".join("?" * len(block))
        found += database.execute(f"SELECT key, record FROM embeddings WHERE key IN ({places})", block)  # noqa: S608
    if any(
        len(record) != len(found[0][1]) or record[-_CHECKSUM:] != _checksum_of_record(key, record[:-_CHECKSUM])
        for key, record in found
    ):
        raise sqlite3.DatabaseError("it holds embeddings that are not what was stored")
    return found


def _checksum_of_record(key: bytes, content: bytes) -> bytes:
    return zlib.crc32(content, zlib.crc32(key)).to_bytes(_CHECKSUM, "little")


def _record_type_of_store(length: int) -> np.dtype[Any]:
    n_dimensions = (length - 1 - _CHECKSUM) // 4
    return np.dtype([("is_truncated", "u1"), ("vector", "<f4", (n_dimensions,)), ("checksum", "<u4")])


def _bytes_of_store(database: sqlite3.Connection) -> int:
    pages, free = (database.execute(f"PRAGMA {name}_count").fetchone()[0] for name in ("page", "freelist"))
    return int(pages - free) * _PAGE_BYTES
