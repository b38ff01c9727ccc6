"""A server on loopback that speaks the OpenAI protocol and says what a test tells it to."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from smile import L3Scorer, RubricScorer
from smile.judges.chat_models.api_model import ApiModel
from smile.judges.chat_models.judge_settings import judge_settings

KEY = "sk-very-secret"
# Returns the status, the content, and headers if there are any.
Reply = Callable[[dict[str, Any]], tuple[Any, ...]]


def completion(**logprobs: float) -> dict[str, Any]:
    tokens = [{"token": token, "logprob": value} for token, value in logprobs.items()]
    likeliest = max(logprobs, key=lambda token: logprobs[token], default="Yes")
    choice: dict[str, Any] = {"message": {"content": likeliest}}
    choice["logprobs"] = {"content": [{"token": likeliest, "top_logprobs": tokens}]} if tokens else None
    return {"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 1}}


class Scripted:
    """A server that answers what `reply` says and remembers what it was sent."""

    def __init__(self) -> None:
        self.reply: Reply = lambda _: (200, completion(Yes=-0.1, No=-2.5))
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                scripted.bodies.append(body)
                scripted.headers.append({name.lower(): value for name, value in self.headers.items()})
                status, content, *headers = scripted.reply(body)
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                for name, value in (headers[0] if headers else {}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def model(self, provider: str = "openai", name: str = "gpt-4o-mini", **options: Any) -> ApiModel:
        options = {"api_key": KEY, "base_url": self.base_url, "max_retries": 1} | options
        return ApiModel(judge_settings(provider, name, **options))

    def judge(self, rubric: str | None = None, *names: str, **options: Any) -> Any:
        """Returns a judge of L3Score, or of a rubric."""
        options = {"api_key": KEY, "base_url": self.base_url, "max_retries": 0} | options
        if rubric is None:
            return L3Scorer("openai", "gpt-4o-mini", **options)
        return RubricScorer("openai", "gpt-4o-mini", rubric, *names, **options)
