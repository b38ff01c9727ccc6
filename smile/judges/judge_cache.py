"""The cache of judges' answers on disk (SQLite): no answer is paid for twice."""

import json
import sqlite3
from pathlib import Path

from ..disk.cache_folder import cache_folder
from ..errors import ModelError
from .chat_models.chat import ChatAnswer

_SCHEMA = "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, answer TEXT NOT NULL) WITHOUT ROWID"
_SECONDS_TO_WAIT_FOR_A_LOCK = 30


def default_path() -> Path:
    """Returns where answers are kept: `judge.sqlite` in the cache folder."""
    return cache_folder() / "judge.sqlite"


class AnswerStore:
    """A file of answers by request key, which several processes may use at once.

    Every answer is committed when it arrives, so that the run after a killed one finds it.

    Args:
        path: The file; it and its folder are made where they are missing. None keeps nothing.

    Raises:
        ModelError: The file cannot be used.
    """

    def __init__(self, path: Path | None) -> None:
        """Opens the file."""
        self._connection: sqlite3.Connection | None = None
        self._path = path
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=_SECONDS_TO_WAIT_FOR_A_LOCK, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute(_SCHEMA)
        except (sqlite3.Error, OSError) as error:
            raise self._broken(error) from error

    def get(self, key: str) -> ChatAnswer | None:
        """Returns a kept answer, or None.

        Raises:
            ModelError: The file cannot be read.
        """
        if self._connection is None:
            return None
        try:
            row = self._connection.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            content = json.loads(row[0])
            return ChatAnswer(
                text=content["text"],
                tokens=tuple((token, float(logarithm)) for token, logarithm in content["tokens"]),
                prompt_tokens=content["prompt_tokens"],
                completion_tokens=content["completion_tokens"],
            )
        except (sqlite3.Error, ValueError, KeyError, TypeError) as error:
            raise self._broken(error) from error

    def put(self, key: str, answer: ChatAnswer) -> None:
        """Keeps an answer.

        Raises:
            ModelError: The file cannot be written.
        """
        if self._connection is None:
            return
        content = {
            "text": answer.text,
            "tokens": answer.tokens,
            "prompt_tokens": answer.prompt_tokens,
            "completion_tokens": answer.completion_tokens,
        }
        try:
            self._connection.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, json.dumps(content)))
        except sqlite3.Error as error:
            raise self._broken(error) from error

    def close(self) -> None:
        """Closes the file."""
        if self._connection is not None:
            self._connection.close()

    def _broken(self, error: Exception) -> ModelError:
        return ModelError(
            f"the judge's kept answers in {self._path} cannot be used ({error}): move the file away, name another, or "
            "do without (cache=False, --no-cache)"
        )
