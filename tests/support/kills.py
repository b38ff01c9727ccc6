"""What may happen to a run and to its files.

Kills a function at each of its writes: a file opened to write, renamed or removed, and every statement of SQLite."""

import itertools
import multiprocessing
import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_EVENTS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree"}


def _run(function: Callable[[], Any], at: int) -> None:
    counts = itertools.count(1)

    def count() -> None:
        if next(counts) == at:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        is_write = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if event in _EVENTS or is_write:
            count()

    def counted(name: str) -> Callable[..., Any]:
        def method(*arguments: Any) -> Any:
            count()
            cursor = getattr(sqlite3.Connection, name)(*arguments)
            count()
            return cursor

        return method

    connect, names = sqlite3.connect, ("execute", "executemany")
    connection = type("Connection", (sqlite3.Connection,), {name: counted(name) for name in names})
    sqlite3.connect = lambda *arguments, **options: connect(*arguments, factory=connection, **options)
    sys.addaudithook(hook)
    function()


def kill_at_every_write(function: Callable[[], Any], step: int = 1) -> Iterator[int]:
    """Runs a function in processes of its own, each killed at a later write, until one ends; yields after each kill."""
    fork = multiprocessing.get_context("fork")  # nothing to import anew
    for at in itertools.count(1, step):
        process = fork.Process(target=_run, args=(function, at))
        process.start()
        process.join()
        if process.exitcode != -signal.SIGKILL:
            assert process.exitcode == 0
            assert at > step
            return
        yield at


def flip_a_bit(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


def flip_a_bit_of(path: Path) -> None:
    """Changes a bit in the middle of a file."""
    content = path.read_bytes()
    path.write_bytes(flip_a_bit(content, len(content) // 2))
