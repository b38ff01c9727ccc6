"""A proxy between a client and a real server that spoils a share of the answers, each in another way, and counts."""

import http.client
import json
import random
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

FAULTS = ("429", "500", "cut", "slow", "half", "no_logprobs")


class FaultProxy:
    """Forwards requests to `upstream`, spoiling a share of them.

    Attributes:
        share: The share of requests spoiled, 0 to 1.
        faults: The kinds of fault to choose from.
        seconds_slow: How long a slow answer takes.
        forwarded: How often each prompt got a whole answer.
        met: How often each fault was dealt, and "none".
    """

    def __init__(self, upstream: str, share: float = 0.0, seed: int = 0) -> None:
        self.share = share
        self.faults: tuple[str, ...] = FAULTS
        self.seconds_slow = 1.5
        self.forwarded: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        self.retry_gaps: list[float] = []
        self._limited_at: dict[str, float] = {}
        self._upstream = urlsplit(upstream)
        self._random = random.Random(seed)  # noqa: S311
        self._lock = threading.Lock()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                proxy._serve(self)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> "FaultProxy":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _serve(self, handler: Any) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        prompt = json.loads(body)["messages"][0]["content"]
        with self._lock:
            fault = self._random.choice(self.faults) if self._random.random() < self.share else "none"
            self.met[fault] += 1
            if prompt in self._limited_at:
                self.retry_gaps.append(time.monotonic() - self._limited_at.pop(prompt))
        if fault == "429":
            with self._lock:
                self._limited_at[prompt] = time.monotonic()  # before the client can read it, however busy the machine
            self._reply(handler, 429, b'{"error": {"message": "slow down"}}', {"Retry-After": "0.2"})
        elif fault == "500":
            self._reply(handler, 500, b'{"error": {"message": "oops"}}')
        elif fault == "cut":
            handler.close_connection = True
        else:
            if fault == "slow":
                time.sleep(self.seconds_slow)
            self._forward(handler, body, prompt, fault)

    def _forward(self, handler: Any, body: bytes, prompt: str, fault: str) -> None:
        connection = http.client.HTTPConnection(self._upstream.hostname or "", self._upstream.port, timeout=60)
        connection.request("POST", handler.path, body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = response.read()
        connection.close()
        if fault == "half":
            answer = answer[: len(answer) // 2]
        elif fault == "no_logprobs":
            content = json.loads(answer)
            content["choices"][0]["logprobs"] = None
            answer = json.dumps(content).encode()
        whole = int(fault == "none" and response.status == 200)
        with self._lock:
            self.forwarded[prompt] += whole  # before the client can read it, however busy the machine
        try:
            self._reply(handler, response.status, answer)
        except OSError:  # the client has given up on a slow answer
            with self._lock:
                self.forwarded[prompt] -= whole

    def _reply(self, handler: Any, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)
