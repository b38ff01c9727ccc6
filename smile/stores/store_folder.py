"""The folder of a store: opened, checked for damage, and sealed when its last user closes it.

It holds LMDB's two files; `opening.lock`, held while a process opens or closes the store; `users.lock`, which all users
hold together; and `sealed.json`, which records what the data looked like when its last user closed it. LMDB trusts its
file, and a damaged file could crash the process. So if the data does not match the seal, because its last user was
killed or another program changed the file, every page is verified before LMDB reads it.
"""

import json
import os
import warnings
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import lmdb
import lmdb.verify

from ..disk.file_locks import lock_alone, lock_in_common, locked, open_lock
from ..errors import StoreWarning, UsageError

# Two tables: records by number, in the order in which they were stored; and the number of each key's record.
RECORDS, INDEX = b"records", b"index"

# LMDB's own limit of the file, which costs address space only; it must be the same in all processes. The store has a
# limit of its own, which is reached first.
_MAP_BYTES = 1 << 40
_READERS = 512
_FORMAT = b"smile embeddings 1"

_WARNED: set[str] = set()


class StoreFolder:
    """The folder of a store that this process has open.

    Args:
        path: The folder.
        environment: LMDB's environment.
        users: The descriptor that holds `users.lock`; None where the folder is only read.

    Attributes:
        pid: The process that opened it.
    """

    def __init__(self, path: Path, environment: lmdb.Environment, users: int | None) -> None:
        """Stores them."""
        self.path = path
        self.pid = os.getpid()
        self.environment = environment
        self._data = _identity(path)
        self._users = users
        self._has_written = False

    def is_current(self) -> bool:
        """Whether the data on disk is the data that is open: the folder may have been deleted and made anew."""
        return self._data is not None and self._data == _identity(self.path)

    def begin_writing(self) -> None:
        """Breaks the seal.

        Raises:
            OSError: The seal cannot be removed.
        """
        _seal(self.path).unlink(missing_ok=True)
        self._has_written = True

    def mark_damaged(self, reason: str) -> None:
        """Notes damage, so that the data is set aside as soon as nobody uses it."""
        if self._users is not None:
            with suppress(OSError):
                _damage(self.path).write_text(reason)

    def close(self, *, seal: bool = True) -> None:
        """Closes the store and seals it if nobody else uses it."""
        if self._has_written:
            with suppress(lmdb.Error):
                self.environment.sync(True)
        self.environment.close()
        if self._users is None:
            return
        # Without a seal, as on a full disk or in a folder that is gone, the data is verified next time.
        with suppress(OSError), locked(self.path / "opening.lock"):
            if seal and self.is_current() and lock_alone(self._users):
                write_seal(self.path)
        os.close(self._users)


def open_folder(path: Path) -> StoreFolder | None:
    """Opens a store's folder; makes it if it is missing, and sets damaged data aside with a warning.

    Returns:
        The folder; None, with a warning, if it is damaged and others still use it.

    Raises:
        UsageError: The folder cannot be used.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        with locked(path / "opening.lock"):
            users = open_lock(path / "users.lock")
            try:
                if lock_alone(users):
                    _set_aside_if_damaged(path)
                elif _damage(path).exists():
                    os.close(users)
                    warn_once(f"the store {path} is damaged and others still use it: the run goes on without it")
                    return None
                lock_in_common(users)
                return StoreFolder(path, _open_environment(path), users)
            except BaseException:
                os.close(users)
                raise
    except (OSError, lmdb.Error) as error:
        raise UsageError(f"the store {path} cannot be used ({error}): name a folder that can be written to") from error


def open_to_read(path: Path) -> StoreFolder:
    """Opens a store's folder without a lock, where nobody writes into it.

    Raises:
        UsageError: The folder cannot be read.
    """
    try:
        environment = lmdb.open(str(path), readonly=True, lock=False, max_dbs=2, readahead=False)
    except (OSError, lmdb.Error) as error:
        raise UsageError(
            f"the store {path} cannot be read ({error}): name another folder, or delete this one"
        ) from error
    return StoreFolder(path, environment, None)


def _open_environment(path: Path) -> lmdb.Environment:
    # What was written survives a kill of this process; it reaches the disk when the store is closed.
    environment = lmdb.open(
        str(path),
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
                for name in (RECORDS, INDEX):
                    environment.open_db(name, transaction)
        elif found != _FORMAT:
            raise UsageError(f"{path} holds an LMDB database that is no store of this version: name another folder")
    except BaseException:
        environment.close()
        raise
    return environment


def _set_aside_if_damaged(path: Path) -> None:
    """Renames the data of a store that nobody has open, if it is damaged."""
    data = path / "data.mdb"
    if not data.exists() or data.stat().st_size == 0:
        data.unlink(missing_ok=True)
        return
    reason = _find_damage(path)
    if reason is None:
        return
    aside = path / f"damaged-{datetime.now():%Y%m%d-%H%M%S-%f}.mdb"
    data.rename(aside)
    for other in (path / "lock.mdb", _seal(path), _damage(path)):
        other.unlink(missing_ok=True)
    warn_once(
        f"the store {path} was damaged ({reason}), and a new one is started; the damaged file is {aside}, which may be "
        "deleted"
    )


def _find_damage(path: Path) -> str | None:
    """Returns what is wrong with a store's data; None if nothing is."""
    if _damage(path).exists():
        return _damage(path).read_text()
    with suppress(OSError, ValueError):
        if json.loads(_seal(path).read_text()) == _size_and_time(path):
            return None
    try:
        problems: list[str] = lmdb.verify.verify(str(path))  # type: ignore[no-untyped-call]
    except OSError:
        raise
    except Exception as error:  # a damaged file can make the verifier fail in any way
        return str(error)
    return problems[0] if problems else None


def write_seal(path: Path) -> None:
    """Records what the data looks like now.

    Raises:
        OSError: The seal cannot be written.
    """
    _seal(path).write_text(json.dumps(_size_and_time(path)))


def _seal(path: Path) -> Path:
    return path / "sealed.json"


def _damage(path: Path) -> Path:
    return path / "damaged.txt"


def _size_and_time(path: Path) -> dict[str, int]:
    status = (path / "data.mdb").stat()
    return {"bytes": status.st_size, "modified": status.st_mtime_ns}


def _identity(path: Path) -> tuple[int, int] | None:
    """Returns what tells the data file from any other; None if there is none."""
    with suppress(OSError):
        status = (path / "data.mdb").stat()
        return status.st_dev, status.st_ino
    return None


def warn_once(message: str) -> None:
    """Warns of a store; of the same thing only once until all stores are closed, though a run uses it many times."""
    if message not in _WARNED:
        _WARNED.add(message)
        warnings.warn(message, StoreWarning, stacklevel=2)


def forget_warnings() -> None:
    """Lets `warn_once` repeat what it has said."""
    _WARNED.clear()
