"""The store: embeddings on disk (LMDB), so that a text of an earlier run is not encoded again.

The folder holds LMDB's two files; `opening.lock`, held while a process opens or closes the store; `users.lock`, held in
common by those who use it; and `sealed.json`, which says what the data looked like when the last one closed it. LMDB
trusts its file, and a damaged one could end the process. So a store that is not as it was sealed - its last user was
killed, or something else changed it - is verified page by page before LMDB may read it.
"""

import atexit
import json
import os
import shutil
import threading
import warnings
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

import lmdb
import lmdb.verify
import numpy as np
import numpy.typing as npt

from ..checks import check_number
from ..disk.file_locks import lock_alone, lock_in_common, locked, open_lock
from ..encoding.encoders import Encoded, Encoder
from ..errors import StoreWarning, UsageError
from ..version import __version__
from .known_embeddings import Found, KnownFirst

DEFAULT_GIGABYTES = 10.0

# LMDB's limit of its file, which costs address space only. All processes must agree on it; the store's own limit does
# the work.
_MAP_BYTES = 1 << 40
_READERS = 512
_FORMAT = b"smile embeddings 1"

# Two tables: records by number, in the order in which they were stored; and the number of each key's record.
_RECORDS, _INDEX = b"records", b"index"

# A record: digest of encoder and text, whether the text was cut, the vector, and the checksum of all before it.
_ENCODER_DIGEST, _TEXT_DIGEST = 8, 16
_KEY = _ENCODER_DIGEST + _TEXT_DIGEST
_CHECKSUM = 4
_AROUND_VECTOR = _KEY + 1 + _CHECKSUM

# When it is full, the oldest embeddings go until so much of the limit is left in use.
_KEPT_WHEN_FULL = 0.9
_DELETED_AT_A_TIME = 256


class EmbeddingStore:
    """A folder of embeddings that several processes may use at a time.

    Nothing is opened before the first use. A store that is damaged is set aside with a warning and begun anew; on a
    full disk the run goes on without storing, with a warning.

    Args:
        path: The folder; it is made where it is missing.
        encoder: Whose embeddings these are; only its signature is asked for.
        gigabytes: How large the store may grow. When it is full the embeddings stored first make room.

    Raises:
        UsageError: The path is no folder, or the size is out of range.
    """

    def __init__(self, path: str | Path, encoder: Encoder, gigabytes: float = DEFAULT_GIGABYTES) -> None:
        """Checks the options."""
        if not isinstance(path, (str, os.PathLike)) or not str(path):
            raise UsageError(f"store must be the path of a folder, got {path!r}")
        self.path = Path(os.path.realpath(path))
        if self.path.exists() and not self.path.is_dir():
            raise UsageError(f"the store {path} is a file: name a folder, which is made where it is missing")
        self.gigabytes = check_number("store_gigabytes", gigabytes)
        if self.gigabytes <= 0:
            raise UsageError(f"store_gigabytes must be more than 0, got {gigabytes!r}")
        self._encoder = encoder

    def get(self, texts: Sequence[str]) -> Found:
        """Returns the embeddings there are of distinct texts.

        Raises:
            UsageError: The folder cannot be used.
        """
        keys = self._keys(texts)
        with _SHARED.guard:
            opened = _open(self.path)
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
        """Stores what has just been encoded: all of it or, where that fails, nothing.

        Raises:
            UsageError: The folder cannot be used.
        """
        table = np.empty(len(texts), _record_type(_AROUND_VECTOR + 4 * encoded.embeddings.shape[1]))
        table["key"] = np.frombuffer(b"".join(self._keys(texts)), table.dtype["key"])
        table["is_truncated"], table["vector"] = encoded.is_truncated, encoded.embeddings
        with _SHARED.guard:
            opened = _open(self.path)
            if opened is not None:
                opened.write(table, int(self.gigabytes * 1e9))

    def _keys(self, texts: Sequence[str]) -> list[bytes]:
        encoder = blake2b(self._encoder.signature.encode(), digest_size=_ENCODER_DIGEST).digest()
        return [encoder + blake2b(text.encode(), digest_size=_TEXT_DIGEST).digest() for text in texts]


def with_store(encoder: Encoder, path: str | Path, gigabytes: float = DEFAULT_GIGABYTES) -> Encoder:
    """Returns an encoder whose embeddings are kept in a store; see `EmbeddingStore`.

    Raises:
        UsageError: The path is no folder, or the size is out of range.
    """
    return KnownFirst(encoder, EmbeddingStore(path, encoder, gigabytes), "store")


def _record_type(length: int) -> np.dtype[Any]:
    n_dimensions = (length - _AROUND_VECTOR) // 4
    return np.dtype(
        [("key", f"V{_KEY}"), ("is_truncated", "u1"), ("vector", "<f4", (n_dimensions,)), ("checksum", "<u4")]
    )


class _OpenStore:
    """A store that this process has open; whoever uses it holds the guard of `_SHARED`.

    Args:
        folder: The store's.
        environment: LMDB's, with nothing else in it.
        users: The descriptor that holds `users.lock`.
    """

    def __init__(self, folder: Path, environment: lmdb.Environment, users: int) -> None:
        self.pid = os.getpid()
        self._file = _identity(folder)
        self._folder = folder
        self._environment = environment
        self._users = users
        self._records = environment.open_db(_RECORDS)
        self._index = environment.open_db(_INDEX)
        self._takes_more = True
        self._has_written = False

    def read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Returns the records of keys, as far as there are any."""
        try:
            with self._environment.begin() as transaction:
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
        """Stores records, but for their checksums; the oldest make room where there is none left."""
        if not self._takes_more:
            return
        table = table[: max(1, limit // (4 * table.itemsize))]
        try:
            _seal(self._folder).unlink(missing_ok=True)
            self._has_written = True
            with self._environment.begin(write=True) as transaction:
                self._make_room(transaction, 2 * table.nbytes, limit)
                with transaction.cursor(self._records) as cursor:
                    start = int.from_bytes(cursor.key(), "big") + 1 if cursor.last() else 0
                    numbers = [(start + i).to_bytes(8, "big") for i in range(len(table))]
                    cursor.putmulti(zip(numbers, _records(table), strict=True), append=True)
                with transaction.cursor(self._index) as cursor:
                    cursor.putmulti(zip(table["key"].tolist(), numbers, strict=True))
        except lmdb.CorruptedError as error:
            self._give_up(str(error))
        except (lmdb.Error, OSError) as error:
            self._takes_more = False
            free = shutil.disk_usage(self._folder).free
            _warn(
                f"the store {self._folder} cannot take any more ({error}; {free / 1e6:.0f} MB are free on its disk): "
                "the run goes on without storing; make room, or name a store on another disk"
            )

    def is_there(self) -> bool:
        """Whether the store that is open is still the one in the folder, which may have been deleted and made anew."""
        return self._file is not None and self._file == _identity(self._folder)

    def close(self, *, seal: bool = True) -> None:
        """Closes the store; where nobody else uses it, it is sealed."""
        if self._has_written:
            with suppress(lmdb.Error):
                self._environment.sync(True)
        self._environment.close()
        # On a full disk there is no seal, and it is verified next time; or the folder is gone.
        with suppress(OSError), locked(self._folder / "opening.lock"):
            if seal and self.is_there() and lock_alone(self._users):
                _seal(self._folder).write_text(json.dumps(_looks(self._folder)))
        os.close(self._users)

    def _give_up(self, reason: str) -> None:
        """Closes a damaged store, marked so that it is set aside as soon as nobody uses it."""
        with suppress(OSError):
            _damage(self._folder).write_text(reason)
        del _SHARED.open[self._folder]
        self.close(seal=False)

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


class _Shared:
    """What all users of stores in this process share.

    Attributes:
        guard: Held while stores are opened, used or closed.
        open: By folder, the stores that this process has open.
        warned: What has been warned of.
    """

    def __init__(self) -> None:
        """Begins with no store open."""
        self.guard = threading.RLock()
        self.open: dict[Path, _OpenStore] = {}
        self.warned: set[str] = set()

    def after_fork(self) -> None:
        """Frees a process just forked of a guard that a thread of its parent held."""
        self.guard = threading.RLock()


# LMDB allows a process to open its file once only, and evaluate makes copies of this module: they all use this one.
_SHARED: _Shared = vars(lmdb).setdefault(f"_smile_stores_{__version__}", _Shared())
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_SHARED.after_fork)


def _open(folder: Path) -> _OpenStore | None:
    """Returns a store, open; None, with a warning, where the run has to go on without it.

    Raises:
        UsageError: The folder cannot be used.
    """
    opened = _SHARED.open.get(folder)
    if opened is not None and opened.pid != os.getpid():
        _warn(
            f"the store {folder} is not used in this process, which was forked after the store had been opened: "
            "fork before the first use, or start processes by spawn"
        )
        return None
    if opened is not None and not opened.is_there():
        del _SHARED.open[folder]
        opened.close()
        opened = None
    if opened is None:
        opened = _open_now(folder)
        if opened is not None:
            _SHARED.open[folder] = opened
    return opened


def _open_now(folder: Path) -> _OpenStore | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder / "opening.lock"):
            users = open_lock(folder / "users.lock")
            try:
                if lock_alone(users):
                    _set_aside_if_damaged(folder)
                elif _damage(folder).exists():
                    os.close(users)
                    _warn(f"the store {folder} is damaged and others still use it: the run goes on without it")
                    return None
                lock_in_common(users)
                return _OpenStore(folder, _open_environment(folder), users)
            except BaseException:
                os.close(users)
                raise
    except (OSError, lmdb.Error) as error:
        raise UsageError(
            f"the store {folder} cannot be used ({error}): name a folder that can be written to"
        ) from error


def _open_environment(folder: Path) -> lmdb.Environment:
    # What is written is there when this process is killed; it is put on the disk when the store is closed.
    environment = lmdb.open(
        str(folder),
        map_size=_MAP_BYTES,
        max_dbs=2,
        max_readers=_READERS,
        sync=False,
        metasync=False,
        readahead=False,
    )
    try:
        environment.reader_check()
        with environment.begin() as transaction:
            is_new, found = transaction.stat()["entries"] == 0, transaction.get(b"format")
        if is_new:
            with environment.begin(write=True) as transaction:
                transaction.put(b"format", _FORMAT)
                for name in (_RECORDS, _INDEX):
                    environment.open_db(name, transaction)
        elif found != _FORMAT:
            raise UsageError(f"{folder} holds an LMDB database that is no store of this version: name another folder")
    except BaseException:
        environment.close()
        raise
    return environment


def _set_aside_if_damaged(folder: Path) -> None:
    """Renames the data of a store that nobody has open, if it is damaged."""
    data = folder / "data.mdb"
    if not data.exists() or data.stat().st_size == 0:
        data.unlink(missing_ok=True)
        return
    reason = _why_damaged(folder)
    if reason is None:
        return
    aside = folder / f"damaged-{datetime.now():%Y%m%d-%H%M%S-%f}.mdb"
    data.rename(aside)
    for path in (folder / "lock.mdb", _seal(folder), _damage(folder)):
        path.unlink(missing_ok=True)
    _warn(
        f"the store {folder} was damaged ({reason}) and is begun anew; the damaged file is {aside}, which may be "
        "deleted"
    )


def _why_damaged(folder: Path) -> str | None:
    if _damage(folder).exists():
        return _damage(folder).read_text()
    with suppress(OSError, ValueError):
        if json.loads(_seal(folder).read_text()) == _looks(folder):
            return None
    try:
        problems: list[str] = lmdb.verify.verify(str(folder))  # type: ignore[no-untyped-call]
    except OSError:
        raise
    except Exception as error:  # whatever a damaged file makes the verifier stumble over
        return str(error)
    return problems[0] if problems else None


def _seal(folder: Path) -> Path:
    return folder / "sealed.json"


def _damage(folder: Path) -> Path:
    return folder / "damaged.txt"


def _looks(folder: Path) -> dict[str, int]:
    status = (folder / "data.mdb").stat()
    return {"bytes": status.st_size, "modified": status.st_mtime_ns}


def _identity(folder: Path) -> tuple[int, int] | None:
    with suppress(OSError):
        status = (folder / "data.mdb").stat()
        return status.st_dev, status.st_ino
    return None


def _warn(message: str) -> None:
    """Warns once, though a run asks the store many times."""
    if message not in _SHARED.warned:
        _SHARED.warned.add(message)
        warnings.warn(message, StoreWarning, stacklevel=2)


@atexit.register
def close_stores() -> None:
    """Closes all stores that this process has open; they are opened again when they are next used."""
    with _SHARED.guard:
        _SHARED.warned.clear()
        while _SHARED.open:
            _, opened = _SHARED.open.popitem()
            if opened.pid == os.getpid():
                opened.close()
