"""Rows that a visitor corrects: labels and right answers, scored again, taken away, and handed to Label a few."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.conftest import download, score_file
from tests.support.command_line import read_items, write_jsonl

pytestmark = pytest.mark.real_encoder

ROWS = [
    {"id": "a", "question": "Who painted it?", "references": ["van Gogh"], "prediction": "the man from Zundert"},
    {"id": "b", "question": "Who painted it?", "references": ["van Gogh"], "prediction": "Zundert's painter, that man"},
    {"id": "c", "question": "Where?", "references": ["Oslo"], "prediction": "Oslo"},
    {"id": "d", "question": "Where?", "references": ["Oslo"], "prediction": "Rome"},
]


def test_a_row_is_corrected_scored_again_taken_away_and_labelled_on(page: Page, tmp_path: Path) -> None:
    result, panel = score_file(page, write_jsonl(tmp_path / "mine.jsonl", ROWS)), page.get_by_role("tabpanel")
    expect(result.locator(".smile-headline")).to_contain_text("1 correct, 3 incorrect", timeout=60_000)
    # A label, and an answer that is right too.
    wrong, add = (panel.get_by_role("button", name=name) for name in ("SMILE is wrong", "Add this as a right answer"))
    expect(wrong).to_be_hidden()
    page.get_by_role("button", name="Show row d").click()
    wrong.click()
    page.get_by_role("button", name="Show row a").click()
    expect(wrong).to_have_attribute("aria-pressed", "false")
    wrong.click()
    add.click()
    for button in (wrong, add):
        expect(button).to_have_attribute("aria-pressed", "true")
    told = panel.get_by_role("status").filter(has_text="of yours, on this page only")
    expect(told).to_contain_text("2 labels and 1 right answer of yours")
    page.locator("[data-part=kind]").select_option("what you have corrected")
    expect(page.locator("[data-part=count]")).to_have_text("2 of 4 rows")
    expect(page.locator(".smile-rows td.correct").first).to_contain_text("you: right")
    panel.get_by_role("button", name="Score again").click()
    expect(result).to_contain_text("Right answers that you added count in 2 rows.", timeout=60_000)
    expect(result.locator(".smile-warning")).to_have_count(0)
    expect(result.locator(".smile-headline")).not_to_contain_text("1 of 4")
    changed = result.get_by_text("From the file's right answers to yours too: ")
    expect(changed).to_contain_text("newly right, 0 newly wrong, of 2 rows.")
    expect(result.get_by_role("table", name="Newly right")).to_contain_text("the man from Zundert")
    expect(page.locator(".smile-rows td.references").first).to_have_text("van Gogh | the man from Zundert")
    first = read_items(download(panel.get_by_text("Download JSONL")).path())[0]
    assert first["references"] == ["van Gogh"]
    assert first["smile_references"] == ["van Gogh", "the man from Zundert"]
    downloaded = download(panel.get_by_text("Download report (HTML)"))
    assert downloaded.suggested_filename == "mine_smile.html"
    saved = tmp_path / "report.html"
    downloaded.save_as(saved)
    report = page.context.new_page()
    report.goto(saved.as_uri())
    expect(report.locator("img[alt^='SMILE of the rows']")).to_be_visible()
    expect(report.get_by_role("table", name="Newly right")).to_contain_text("the man from Zundert")
    report.close()
    # The corrected file has both, under the usual names.
    downloaded = download(panel.get_by_role("button", name="Download the corrected file"))
    assert downloaded.suggested_filename == "mine_corrected.jsonl"
    rows = read_items(downloaded.path())
    assert [row["human"] for row in rows] == [True, None, None, True]
    assert [row["references"] for row in rows[:3]] == [first["smile_references"]] * 2 + [["Oslo"]]
    # The labels go to Label a few, which counts them.
    panel.get_by_role("button", name="Go on in Label a few").click()
    expect(page.get_by_role("tab", name="Label a few")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel").get_by_text("known by their names")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("tabpanel").get_by_role("region", name="Preview of the file")).to_contain_text(
        "mine_corrected.jsonl"
    )
    # Another file begins without corrections.
    page.get_by_role("tab", name="Score a file").click()
    panel.get_by_role("button", name="Forget them").click()
    expect(told).to_be_hidden()
