"""Requests per second of the judges' client against a local llama.cpp server: `python -m benchmarks.judge_throughput`.

The server runs a tiny model, and its speed limits the requests per second. Look at the client's own processor time.
"""

import argparse
import tempfile
import time
from pathlib import Path

from benchmarks import labelled
from smile.judges.chat_models.api_model import ApiModel
from smile.judges.chat_models.chat import ChatAnswer, ChatRequest
from smile.judges.chat_models.judge_settings import judge_settings
from smile.judges.l3_scorer import yes_no_prompt
from tests.support.llama_server import serve
from tests.support.tiny_judge import make_judge


def measure(address: str, concurrency: int, n: int) -> tuple[float, float]:
    """Returns seconds and the client's processor seconds for n different requests."""
    model = ApiModel(judge_settings("llama.cpp", "tiny", base_url=address, concurrency=concurrency))
    prompts = [yes_no_prompt(f"What is {i} and {concurrency}?", str(i + concurrency), "12") for i in range(n)]
    requests = [ChatRequest(prompt, max_tokens=1, wants_tokens=True, top_logprobs=20) for prompt in prompts]
    outcomes = []
    model.ask(requests[:1], lambda _, outcome: outcomes.append(outcome))
    start, start_of_process = time.perf_counter(), time.process_time()
    model.ask(requests, lambda _, outcome: outcomes.append(outcome))
    seconds, of_process = time.perf_counter() - start, time.process_time() - start_of_process
    if not all(isinstance(outcome, ChatAnswer) for outcome in outcomes):
        raise RuntimeError("a request failed")
    return seconds, of_process


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--concurrency", type=int, nargs="+", default=[1, 8, 32])
    arguments = parser.parse_args()
    table = []
    with tempfile.TemporaryDirectory() as folder, serve(make_judge(Path(folder) / "judge"), Path(folder)) as address:
        for concurrency in arguments.concurrency:
            seconds, of_process = measure(address, concurrency, arguments.requests)
            per_request = 1000 * of_process / arguments.requests
            table.append([str(concurrency), f"{arguments.requests / seconds:.0f}", f"{per_request:.2f}"])
    print(f"{arguments.requests} requests each; {labelled.environment()}\n")
    print(labelled.markdown_table(["requests at a time", "requests/s", "client's CPU ms a request"], table))


if __name__ == "__main__":
    main()
