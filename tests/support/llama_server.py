"""A real OpenAI-compatible server with log-probabilities: llama.cpp."""

import importlib.util
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def is_installed() -> bool:
    """Says whether the packages of requirements/dev.txt are there."""
    return all(importlib.util.find_spec(name) for name in ("xllamacpp", "gguf"))


@contextmanager
def serve(file: Path, folder: Path) -> Iterator[str]:
    """Serves a GGUF model and gives the address; `folder` takes the server's log."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (folder / "log.txt").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("llama_process.py")), str(file), str(port)],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
        )
        address = f"http://127.0.0.1:{port}/v1"
        try:
            _wait_for(f"{address}/models", server, Path(log.name))
            yield address
        finally:
            server.terminate()
            server.wait(timeout=30)


def _wait_for(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server does not answer: {log.read_text(errors='replace')[-2000:]}")
