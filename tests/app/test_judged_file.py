"""A file given to a judge in the browser: the cost before anything is sent, Cancel, and the results beside SMILE's."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.app.conftest import download, open_page, send
from tests.app.test_browser import _check
from tests.support.app_process import AppProcess, free_port, serve_app
from tests.support.command_line import read_items, write_jsonl
from tests.support.scripted_server import KEY, Scripted, completion

pytestmark = pytest.mark.real_encoder


@pytest.fixture(scope="module")
def app_with_judges(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """An app where a visitor may name a judge's address."""
    with serve_app(
        tmp_path_factory.mktemp("judges"), free_port(), SMILE_APP_BASE_URL="yes", SMILE_APP_SETTINGS="fast"
    ) as process:
        yield process


@pytest.fixture
def judging(visitor: BrowserContext, app_with_judges: AppProcess) -> Iterator[Page]:
    yield from open_page(visitor, app_with_judges)


def score(page: Page, path: Path) -> None:
    send(page, "Judge", path, are_columns_known=True)
    page.get_by_role("button", name="Score and show the cost").click()


def test_a_judge_decides_the_rows_in_doubt_of_a_file(
    judging: Page, app_with_judges: AppProcess, scripted: Scripted, sample_file: Path
) -> None:
    page = judging
    score(page, sample_file)
    headline = page.locator("#planned .smile-headline")
    # The cost comes first: nothing is sent, and no key is needed.
    expect(headline).to_contain_text("30 of 150 rows would go to gpt-4o-mini", timeout=60_000)
    expect(headline).to_contain_text("for about $0.")
    # The limit may be requests, dollars, or what people's labels of rows drawn by chance cannot promise.
    limit = page.get_by_label("Limit of the judge")
    for chosen, field, amount, said in (
        ("Requests at most", "Requests at most", "12", "10 of 150 rows"),
        ("Dollars at most", "Dollars at most", "0.0005", "of 150 rows"),
        ("As people decide", "As people decide", "0.3", "With a confidence of 0.9, at least 0.3 of"),
        ("As people decide", "As people decide", "0.999", "labels cannot promise 0.999 with a confidence of 0.9"),
        ("Share of the rows", "Share of the rows", "0.1", "15 of 150 rows"),
    ):
        if limit.input_value() != chosen:  # the same chosen again would set its number again, perhaps after it is typed
            limit.click()
            page.get_by_role("option", name=chosen).click()
        number = page.get_by_role("spinbutton", name=field)
        number.fill(amount)
        number.press("Tab")
        expect(page.locator("#planned")).to_contain_text(said, timeout=20_000)
    doubts = page.get_by_role("region", name="Rows in doubt").locator("tr td:nth-of-type(2)").all_inner_texts()
    assert len(doubts) == 15
    assert doubts == sorted(doubts, reverse=True)
    page.get_by_role("button", name="Ask about the rows below").click()
    expect(page.locator("#asking").get_by_role("alert")).to_contain_text("There is no key", timeout=20_000)

    # Cancel ends the sending, and what was answered counts.
    def slow(_: Any) -> tuple[int, Any]:
        time.sleep(0.5)
        return 200, completion(Yes=-3.0, No=-0.1)

    scripted.reply = slow
    page.get_by_label("Address").fill(scripted.base_url)
    page.get_by_label("Your key").fill(KEY)
    page.get_by_role("button", name="Ask about the rows below").click()
    expect(page.locator("#asking .smile-progress")).to_be_visible(timeout=20_000)
    while len(scripted.bodies) < 5:
        page.wait_for_timeout(100)
    page.get_by_role("button", name="Stop asking").click()
    warning = page.locator("#judged-file .smile-warning")
    expect(warning).to_contain_text("of the 15 rows for the judge have no answer of it", timeout=20_000)
    n_sent = len(scripted.bodies)
    assert 0 < n_sent < 15
    page.wait_for_timeout(2500)
    assert len(scripted.bodies) == n_sent
    expect(page.get_by_label("Your key")).to_have_value("")

    # A whole run, beside SMILE's verdicts.
    scripted.reply = lambda _: (200, completion(Yes=-3.0, No=-0.1))
    page.get_by_label("Your key").fill(KEY)
    page.get_by_role("button", name="Ask about the rows below").click()
    expect(warning).to_have_count(0, timeout=20_000)
    table = page.get_by_role("region", name="Rows that the judge was asked about")
    rows = [row.locator("td").all_inner_texts() for row in table.locator("tbody tr").all()]
    assert len(rows) == 15
    overturned = [row[-2] == "yes" for row in rows]
    assert overturned == ["✓ right" in row[0] for row in rows]
    assert overturned == sorted(overturned, reverse=True)
    assert {row[2] for row in rows} == {"judge"}
    downloaded = download(page.get_by_text("Verdicts as JSONL"))
    assert downloaded.suggested_filename == "sample_qa_judged.jsonl"
    kept = read_items(downloaded.path())
    assert [row["decided_by"] for row in kept].count("judge") == 15
    assert sum(row["overturned"] for row in kept) == sum(overturned)
    assert "human" in kept[0]
    # The result is in the address; what was typed has its own.
    expect(page).to_have_url(re.compile(r"#judge/[\w-]{22}$"))
    scripted.reply = lambda _: (200, completion() | {"choices": [{"message": {"content": '{"score": 0.5}'}}]})
    page.get_by_label("Judges by").click()
    page.get_by_role("option", name="Rubric: three step").click()
    page.get_by_label("Your key").fill(KEY)
    page.get_by_role("button", name="Ask the judge").click()
    typed = page.get_by_role("region", name="Scores of both")
    expect(typed.get_by_role("columnheader")).to_have_text(["Answer", "SMILE", "Rubric"], timeout=20_000)
    expect(typed.locator("tbody tr").first).to_contain_text("0.50")
    page.reload()
    expect(typed).to_be_visible(timeout=30_000)
    page.go_back()
    expect(table.locator("tbody tr")).to_have_count(15, timeout=30_000)
    expect(page.locator("#asking")).to_contain_text("The result that the address names")
    expect(page.get_by_text("Verdicts as CSV")).to_be_visible()
    assert not any(KEY.encode() in path.read_bytes() for path in app_with_judges.files.rglob("*") if path.is_file())
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, location.href, document.cookie])")
    assert KEY not in stored + page.content() + app_with_judges.log.read_text(encoding="utf-8")
    _check(page, "judged_file")


def test_what_a_judge_cannot_be_asked_is_said(judging: Page, tmp_path: Path) -> None:
    score(judging, write_jsonl(tmp_path / "no_questions.jsonl", [{"reference": "a", "prediction": "a"}]))
    expect(judging.locator("#scoring").get_by_role("alert")).to_contain_text(
        "Choose the column of the questions", timeout=30_000
    )
    expect(judging.get_by_role("button", name="Ask about the rows below")).to_be_hidden()
