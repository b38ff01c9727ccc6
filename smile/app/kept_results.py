"""Results that are kept for some minutes after their last use, each under a name that nobody can guess."""

import secrets
import threading
import time
from typing import Generic, TypeVar

from .limits import KEEP_MINUTES

Kept = TypeVar("Kept")


class KeptResults(Generic[Kept]):
    """Results by name.

    >>> results = KeptResults[str]()
    >>> name = results.keep("a result")
    >>> results.get(name), results.get("another name")
    ('a result', None)
    """

    def __init__(self, seconds: float = KEEP_MINUTES * 60) -> None:
        """Keeps nothing yet; a result is deleted so many seconds after its last use."""
        self._seconds = seconds
        self._results: dict[str, tuple[float, Kept]] = {}
        self._lock = threading.Lock()
        self._is_waiting = False

    def keep(self, result: Kept) -> str:
        """Keeps a result; returns its name."""
        name = secrets.token_urlsafe()
        with self._lock:
            self._results[name] = (time.monotonic(), result)
            self._wait()
        return name

    def get(self, name: str) -> Kept | None:
        """Returns a result, whose time starts again; None if it is no longer there."""
        with self._lock:
            if name not in self._results:
                return None
            self._results[name] = (time.monotonic(), self._results[name][1])
            return self._results[name][1]

    def delete(self, name: str) -> None:
        """Deletes a result if it is there."""
        with self._lock:
            self._results.pop(name, None)

    def _wait(self) -> None:
        """Starts to wait until the oldest result is to be deleted, unless it is being waited for."""
        if self._results and not self._is_waiting:
            oldest = min(used for used, _ in self._results.values())
            timer = threading.Timer(max(0.0, oldest + self._seconds - time.monotonic()), self._delete_old)
            timer.daemon = self._is_waiting = True
            timer.start()

    def _delete_old(self) -> None:
        with self._lock:
            until = time.monotonic() - self._seconds
            self._results = {name: kept for name, kept in self._results.items() if kept[0] > until}
            self._is_waiting = False
            self._wait()
