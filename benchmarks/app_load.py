"""The app under load on this machine: `python -m benchmarks.app_load`.

Each simulated user scores an answer, pauses and scores the next. Every answer contains a number of its own, and the
matched n-gram must be that number, so a lost or exchanged result is noticed. With `--rows`, one more user works on a
file of that many rows in a browser at the same time: scores it, filters it, corrects it and scores it again.
"""

import argparse
import json
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from gradio_client import Client
from playwright.sync_api import Locator, expect, sync_playwright

from benchmarks import labelled
from tests.app.conftest import CHROMIUM, FLAGS
from tests.support.app_process import AppProcess, free_port, serve_app

_WARM_UP = 50
_PATIENCE = 600_000.0  # ms


def visit(url: str, user: int, end: float, pause: float, seconds: list[float], wrong: list[str]) -> None:
    """Scores and pauses, again and again until the end; notes how long each score took, and what went wrong."""
    chance = random.Random(user)  # noqa: S311 (no secret)
    try:
        client = Client(url, verbose=False)
        n = 0
        time.sleep(chance.uniform(0, pause))
        while time.monotonic() < end:
            n += 1
            score(client, 100_000 + user * 1000 + n, seconds)
            time.sleep(chance.uniform(0.5 * pause, 1.5 * pause))
    except Exception as error:
        wrong.append(f"user {user}: {type(error).__name__}: {error}")


def score(client: Client, number: int, seconds: list[float]) -> None:
    """Scores two answers, one of them right, and checks that the result is of these."""
    answers = [f"The code on the door is {number}, as the sign beside it says.", "Nobody knows what the code is."]
    started = time.monotonic()
    result = client.predict(answers, [str(number)], f"What is code {number}?", api_name="/score_answers")
    seconds.append(time.monotonic() - started)
    items = result["items"]
    if items["matched_ngram"][0] != str(number) or items["correct"] != [True, False]:
        raise RuntimeError(f"asked for {number}, got {items}")


def work_on_file(url: str, path: Path, n: int) -> list[tuple[str, float]]:
    """Scores, filters, corrects and scores again a file in a browser; returns what took how many seconds."""
    took: list[tuple[str, float]] = []
    path.write_text("\n".join(map(json.dumps, _made_up(n))), encoding="utf-8")
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split()).new_page()
        page.set_default_timeout(_PATIENCE)
        page.goto(url)
        page.get_by_role("tab", name="Score a file").click()
        page.locator("input[type=file]").first.set_input_files(path)
        panel, count = page.get_by_role("tabpanel"), page.locator("[data-part=count]")
        expect(panel.get_by_text("columns recognised")).to_be_visible(timeout=_PATIENCE)

        def timed(what: str, do: Callable[[], None], place: Locator, text: str) -> None:
            started = time.monotonic()
            do()
            expect(place).to_contain_text(text, timeout=_PATIENCE)
            took.append((what, time.monotonic() - started))

        timed("score", panel.get_by_role("button", name="Score the file").click, count, f"{n:,} of {n:,} rows")
        timed("filter", lambda: panel.get_by_label("Find").fill("Nobody"), count, f"{n // 2:,} of {n:,} rows")
        row = panel.get_by_role("button", name="Show row 1", exact=True)
        timed("explain a row", row.click, page.locator("#item .smile-card"), "Nobody knows")
        panel.get_by_role("button", name="Accept this answer").click()
        again = panel.get_by_role("button", name="Score again with accepted answers")
        timed(
            "correct and score again", again.click, page.locator("#summary"), "The answers that you accepted count in 1"
        )
    return took


def _made_up(n: int) -> Iterator[dict[str, Any]]:
    for i in range(n):
        answer = f"Nobody knows what code {i} opens." if i % 2 else f"It is {200_000 + i}, says the sign."
        yield {"id": i, "question": f"What is code {i}?", "reference": str(200_000 + i), "prediction": answer}


def megabytes(app: AppProcess) -> float:
    """Returns the memory that the app's process holds."""
    status = Path(f"/proc/{app.process.pid}/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def main() -> None:
    """Prints the times and the memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--pause", type=float, default=5.0, help="mean seconds between the scores of a user")
    parser.add_argument("--requests", type=int, default=500, help="one after the other, for the memory")
    parser.add_argument("--threads", type=int, default=2, help="torch threads of the app")
    parser.add_argument("--rows", type=int, default=0, help="rows of the file that one more user works on")
    arguments = parser.parse_args()
    seconds: list[float] = []
    wrong: list[str] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_app(Path(folder) / "app", free_port(), OMP_NUM_THREADS=str(arguments.threads)) as app,
    ):
        client = Client(app.url, verbose=False)
        for number in range(_WARM_UP):
            score(client, number + 1000, [])
        before = megabytes(app)
        for number in range(arguments.requests):
            score(client, number + 2000, [])
        after = megabytes(app)
        end = time.monotonic() + arguments.seconds
        users = [
            threading.Thread(target=visit, args=(app.url, i, end, arguments.pause, seconds, wrong))
            for i in range(arguments.users)
        ]
        for user in users:
            user.start()
        took = work_on_file(app.url, Path(folder) / "file.jsonl", arguments.rows) if arguments.rows else []
        for user in users:
            user.join()
        at_the_end = megabytes(app)
    print(f"{labelled.environment()}\n")
    row = [
        f"{app.seconds_to_first_page:.1f}",
        str(len(seconds)),
        f"{np.median(seconds):.2f}",
        f"{np.quantile(seconds, 0.95):.2f}",
        str(len(wrong)),
        f"{before:.0f}",
        f"{after:.0f}",
        f"{at_the_end:.0f}",
    ]
    header = [
        "s to first page",
        f"scores by {arguments.users} users in {arguments.seconds:g} s",
        "median s",
        "p95 s",
        "lost or another's",
        f"MB after {_WARM_UP} requests",
        f"after {arguments.requests} more",
        "after the users",
    ]
    header += [f"s to {what}" for what, _ in took]
    row += [f"{each:.1f}" for _, each in took]
    print(labelled.markdown_table(header, [row]))
    for each in wrong:
        print(each)


if __name__ == "__main__":
    main()
