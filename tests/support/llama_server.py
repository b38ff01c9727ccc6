"""A real OpenAI-compatible server with log-probabilities, llama.cpp: `python llama_server.py MODEL PORT`."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.app_process import ROOT, free_port, wait_for


def is_installed() -> bool:
    """Says whether the packages of requirements/dev.txt are there."""
    return all(importlib.util.find_spec(name) for name in ("xllamacpp", "gguf"))


@contextmanager
def serve(file: Path, folder: Path) -> Iterator[str]:
    """Serves a GGUF model and gives the address; `folder` takes the server's log."""
    port = free_port()
    with (folder / "log.txt").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.support.llama_server", str(file), str(port)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
        )
        address = f"http://127.0.0.1:{port}/v1"
        try:
            wait_for(f"{address}/models", server, Path(log.name))
            yield address
        finally:
            server.terminate()
            server.wait(timeout=30)


def main(model: str, port: int) -> None:
    """Serves a GGUF model on loopback with one thread, attention's keys and values in float32."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = 2048 * 4
    params.n_parallel = 4
    params.use_jinja = True
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.cache_type_k = params.cache_type_v = xllamacpp.ggml_type.GGML_TYPE_F32
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
