"""The store: embeddings kept on disk (LMDB), so that a text of an earlier run is not encoded again."""

import atexit
import os
import shutil
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import lmdb
import numpy as np
import numpy.typing as npt

from ..checks import check_number
from ..encoding.encoders import Encoded, Encoder
from ..errors import UsageError
from .cached_encoder import CachedEncoder, Found
from .store_folder import INDEX, RECORDS, StoreFolder, forget_warnings, open_folder, open_to_read, warn_once

DEFAULT_GIGABYTES = 10.0

# A record: digest of encoder and text, whether the text was cut, the vector, and the checksum of all before it.
_ENCODER_DIGEST, _TEXT_DIGEST = 8, 16
_KEY = _ENCODER_DIGEST + _TEXT_DIGEST
_CHECKSUM = 4
_AROUND_VECTOR = _KEY + 1 + _CHECKSUM

# A full store deletes its oldest embeddings until it uses only this share of its limit.
_KEPT_WHEN_FULL = 0.9
_DELETED_AT_A_TIME = 256


class EmbeddingStore:
    """A folder of embeddings that several processes may use at the same time.

    Nothing is opened before the first use. If the store is damaged, a warning says so, the damaged file is renamed and
    a new one is started. If the disk is full, a warning says so and the run goes on without storing.

    Args:
        path: The folder; it is made if it is missing.
        encoder: The encoder of the embeddings; only its signature is used.
        gigabytes: How large the store may grow. A full store deletes the embeddings that were stored first.
        is_read_only: Whether the folder is only read: nothing in it is locked or written, so it may be write-protected.

    Raises:
        UsageError: The path is not a folder, or the size is out of range.
    """

    def __init__(
        self,
        path: str | Path,
        encoder: Encoder,
        gigabytes: float = DEFAULT_GIGABYTES,
        *,
        is_read_only: bool = False,
    ) -> None:
        """Checks the options."""
        if not isinstance(path, (str, os.PathLike)) or not str(path):
            raise UsageError(f"store must be the path of a folder, got {path!r}")
        self.path = Path(os.path.realpath(path))
        if self.path.exists() and not self.path.is_dir():
            raise UsageError(f"the store {path} is a file: name a folder, which is made if it is missing")
        self.gigabytes = check_number("store_gigabytes", gigabytes)
        if self.gigabytes <= 0:
            raise UsageError(f"store_gigabytes must be more than 0, got {gigabytes!r}")
        self._encoder = encoder
        self._is_read_only = is_read_only

    def get(self, texts: Sequence[str]) -> Found:
        """Returns the embeddings of those of distinct texts that are stored.

        Raises:
            UsageError: The folder cannot be used.
        """
        keys = self._keys(texts)
        with _guarded():
            opened = _open(self.path, self._is_read_only)
            records = {} if opened is None else opened.read(keys)
        position = {key: i for i, key in enumerate(keys)}
        found = sorted((position[key], record) for key, record in records.items())
        if not found:
            return Found(np.empty(0, np.int64), np.empty((0, 0), np.float32), np.empty(0, np.bool_))
        table = np.frombuffer(b"".join([record for _, record in found]), _record_type(len(found[0][1])))
        return Found(
            np.array([i for i, _ in found], dtype=np.int64),
            table["vector"].astype(np.float32),
            table["is_truncated"].astype(np.bool_),
        )

    def put(self, texts: Sequence[str], encoded: Encoded) -> None:
        """Stores what has just been encoded, all of it or nothing; warns if the store cannot take it.

        Raises:
            UsageError: The folder cannot be used.
        """
        if self._is_read_only:
            return
        with _guarded():
            opened = _open(self.path)
            if opened is not None and opened.takes_more:
                try:
                    opened.write(self._table(texts, encoded), self._limit())
                except OSError as error:
                    opened.takes_more = False
                    warn_once(
                        f"the store {self.path} cannot take any more ({error}): the run goes on without storing; make "
                        "room, or name a store on another disk"
                    )

    def fill(self, texts: Sequence[str], encoded: Encoded) -> None:
        """Stores as `put` does, where the run cannot go on without the store.

        Raises:
            OSError: The store cannot take it.
            UsageError: The folder cannot be used.
        """
        with _guarded():
            opened = _open(self.path)
            if opened is None:
                raise OSError("the store is damaged")
            opened.write(self._table(texts, encoded), self._limit())

    def close(self) -> None:
        """Closes the folder, which all stores of it share; the next use opens it again."""
        with _guarded():
            opened = _OPEN.pop(self.path, None)
            if opened is not None and opened.folder.pid == os.getpid():
                opened.folder.close()

    def _limit(self) -> int:
        return int(self.gigabytes * 1e9)

    def _table(self, texts: Sequence[str], encoded: Encoded) -> npt.NDArray[Any]:
        table = np.empty(len(texts), _record_type(_AROUND_VECTOR + 4 * encoded.embeddings.shape[1]))
        table["key"] = np.frombuffer(b"".join(self._keys(texts)), table.dtype["key"])
        table["is_truncated"], table["vector"] = encoded.is_truncated, encoded.embeddings
        return table

    def _keys(self, texts: Sequence[str]) -> list[bytes]:
        encoder = blake2b(self._encoder.signature.encode(), digest_size=_ENCODER_DIGEST).digest()
        return [encoder + blake2b(text.encode(), digest_size=_TEXT_DIGEST).digest() for text in texts]


def with_store(encoder: Encoder, path: str | Path, gigabytes: float = DEFAULT_GIGABYTES) -> Encoder:
    """Returns an encoder that keeps its embeddings in a store; see `EmbeddingStore`.

    Raises:
        UsageError: The path is not a folder, or the size is out of range.
    """
    return CachedEncoder(encoder, EmbeddingStore(path, encoder, gigabytes), "store")


def _record_type(length: int) -> np.dtype[Any]:
    n_dimensions = (length - _AROUND_VECTOR) // 4
    return np.dtype(
        [("key", f"V{_KEY}"), ("is_truncated", "u1"), ("vector", "<f4", (n_dimensions,)), ("checksum", "<u4")]
    )


class _OpenStore:
    """The records of a store that this process has open; its users hold `_guarded`."""

    def __init__(self, folder: StoreFolder) -> None:
        self.folder = folder
        self._records = folder.environment.open_db(RECORDS)
        self._index = folder.environment.open_db(INDEX)
        self.takes_more = True

    def read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Returns the records of those keys that are stored."""
        try:
            with self.folder.environment.begin() as transaction:
                numbers = dict(transaction.cursor(self._index).getmulti(keys))
                records = dict(transaction.cursor(self._records).getmulti(list(numbers.values())))
        except lmdb.Error as error:
            self._give_up(str(error))
            return {}
        found = {key: records.get(number, b"") for key, number in numbers.items()}
        lengths = {len(record) for record in found.values()}
        if len(lengths) > 1 or not all(_is_whole(key, record) for key, record in found.items()):
            self._give_up("it holds embeddings that are not what was stored")
            return {}
        return found

    def write(self, table: npt.NDArray[Any], limit: int) -> None:
        """Stores records, whose checksums are added here; a full store deletes its oldest ones.

        Raises:
            OSError: The disk takes no more.
        """
        table = table[: max(1, limit // (4 * table.itemsize))]
        try:
            self.folder.begin_writing()
            with self.folder.environment.begin(write=True) as transaction:
                self._make_room(transaction, 2 * table.nbytes, limit)
                with transaction.cursor(self._records) as cursor:
                    start = int.from_bytes(cursor.key(), "big") + 1 if cursor.last() else 0
                    numbers = [(start + i).to_bytes(8, "big") for i in range(len(table))]
                    cursor.putmulti(zip(numbers, _records(table), strict=True), append=True)
                with transaction.cursor(self._index) as cursor:
                    cursor.putmulti(zip(table["key"].tolist(), numbers, strict=True))
        except lmdb.CorruptedError as error:
            self._give_up(str(error))
        except lmdb.Error as error:
            free = shutil.disk_usage(self.folder.path).free
            raise OSError(f"{error}; {free / 1e6:.0f} MB are free on its disk") from error

    def _give_up(self, reason: str) -> None:
        """Closes a damaged store and marks it, so that it is set aside as soon as nobody uses it."""
        self.folder.mark_damaged(reason)
        del _OPEN[self.folder.path]
        self.folder.close(seal=False)

    def _make_room(self, transaction: lmdb.Transaction, new_bytes: int, limit: int) -> None:
        if self._bytes_in_use(transaction) + new_bytes <= limit:
            return
        with transaction.cursor(self._records) as cursor:
            while self._bytes_in_use(transaction) + new_bytes > _KEPT_WHEN_FULL * limit and cursor.first():
                for _ in range(_DELETED_AT_A_TIME):
                    number, key = cursor.key(), cursor.value()[:_KEY]
                    if transaction.get(key, db=self._index) == number:
                        transaction.delete(key, db=self._index)
                    cursor.delete()
                    if not cursor.key():
                        break

    def _bytes_in_use(self, transaction: lmdb.Transaction) -> int:
        tables = [transaction.stat(table) for table in (self._records, self._index)]
        return sum(table["psize"] * (table["branch_pages"] + table["leaf_pages"]) for table in tables)


def _records(table: npt.NDArray[Any]) -> Iterator[bytes]:
    for row in table:
        content = row.tobytes()[:-_CHECKSUM]
        yield content + zlib.crc32(content).to_bytes(_CHECKSUM, "little")


def _is_whole(key: bytes, record: bytes) -> bool:
    checksum = zlib.crc32(memoryview(record)[:-_CHECKSUM]).to_bytes(_CHECKSUM, "little")
    return record.startswith(key) and record.endswith(checksum)


# LMDB allows a process to open a file once only, so all stores of one folder share what is open.
_OPEN: dict[Path, _OpenStore] = {}


class _Guard:
    """A lock that is held while stores are opened, used or closed."""

    def __init__(self) -> None:
        self.lock = threading.RLock()

    def renew(self) -> None:
        """Replaces the lock in a process just forked, where a thread of the parent may hold it for ever."""
        self.lock = threading.RLock()


_GUARD = _Guard()


@contextmanager
def _guarded() -> Iterator[None]:
    _register_hooks()
    with _GUARD.lock:
        yield


# On the first use, not on import: a host program that uses no store gets no hooks.
@lru_cache(maxsize=1)
def _register_hooks() -> None:
    atexit.register(close_stores)
    if hasattr(os, "register_at_fork"):  # not on Windows
        os.register_at_fork(after_in_child=_GUARD.renew)


def _open(path: Path, is_read_only: bool = False) -> _OpenStore | None:
    """Returns an open store; None, with a warning, if the run has to go on without it."""
    opened = _OPEN.get(path)
    if opened is not None and not is_read_only and opened.folder.pid != os.getpid():
        warn_once(
            f"the store {path} is not used in this process, which was forked after the store had been opened: "
            "fork before the first use, or start processes by spawn"
        )
        return None
    if opened is not None and not opened.folder.is_current():
        del _OPEN[path]
        opened.folder.close()
        opened = None
    if opened is None:
        folder = open_to_read(path) if is_read_only else open_folder(path)
        if folder is not None:
            opened = _OPEN[path] = _OpenStore(folder)
    return opened


def close_stores() -> None:
    """Closes all stores that this process has open; the next use opens them again."""
    with _guarded():
        forget_warnings()
        while _OPEN:
            _, opened = _OPEN.popitem()
            if opened.folder.pid == os.getpid():
                opened.folder.close()
