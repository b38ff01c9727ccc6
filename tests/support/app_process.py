"""The app as a visitor meets it: `python app.py` in a process of its own."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class AppProcess:
    """A running app: its address, the folder of its temporary files, what it has written and its process."""

    url: str
    files: Path
    log: Path
    process: "subprocess.Popen[bytes]"


@contextmanager
def serve_app(folder: Path, port: int, script: Path = ROOT / "app.py", **environment: str) -> Iterator[AppProcess]:
    """Runs the app until the block ends, with its log and temporary files in a folder and limits in `environment`."""
    files, log = folder / "files", folder / "app.log"
    files.mkdir(parents=True)
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, str(script)],
            cwd=script.parent,
            env=os.environ
            | {"GRADIO_SERVER_PORT": str(port), "GRADIO_TEMP_DIR": str(files), "OMP_NUM_THREADS": "1"}
            | environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(url, process, log)
        yield AppProcess(url, files, log, process)
    finally:
        process.terminate()
        process.wait(20)


def wait_for(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Waits until a process serves an address, for two minutes at most."""
    started = time.monotonic()
    while True:
        try:
            urllib.request.urlopen(url, timeout=30).read()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > started + 120:
                raise AssertionError(log.read_text(errors="replace")) from None
            time.sleep(0.1)


def free_port() -> int:
    """Returns a port that nobody listens on."""
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
