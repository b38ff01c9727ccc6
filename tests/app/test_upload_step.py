"""What the page shows of a file before it is scored, and what can be done about what is wrong with it."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.conftest import SIZES, download, open_advanced, open_form, run, send, show
from tests.support.command_line import read_items, write_jsonl, write_text

pytestmark = pytest.mark.real_encoder


def test_columns_are_guessed_and_the_first_rows_shown(page: Page, tmp_path: Path) -> None:
    rows = [
        {"Prompt": f"Where is {i}?", "Gold (correct)": "Oslo;Bergen", "output": {"text": "Bergen", "tokens": 2}}
        for i in range(12)
    ]
    panel = send(page, "Score a file", write_jsonl(tmp_path / "mine.jsonl", rows))
    preview = panel.get_by_role("region", name="Preview of the file")
    expect(preview.locator("caption")).to_have_text("mine.jsonl: the first 10 of 12 rows", timeout=20_000)
    assert preview.locator("th").all_inner_texts() == ["Prompt", "Gold (correct)", "output"]
    expect(preview.locator("tbody tr")).to_have_count(10)
    expect(panel.get_by_text("We guessed the columns")).to_be_visible()
    for label, name in (
        ("Model answers", "output.text"),
        ("Correct answers", "Gold (correct)"),
        ("Questions", "Prompt"),
    ):
        expect(panel.get_by_label(label, exact=True)).to_have_value(name)
    # Several right answers in a cell, where the visitor says so.
    expect(run(page).locator(".smile-headline")).to_contain_text("mine.jsonl", timeout=60_000)
    references = page.locator(".smile-rows td.references").first
    expect(references).to_have_text("Oslo;Bergen")
    open_form(page)
    open_advanced(page)
    panel.get_by_label("Separator between correct answers").click()
    page.get_by_role("option", name=";").click()
    expect(run(page)).to_contain_text("12 correct, 0 incorrect", timeout=60_000)
    expect(references).to_have_text("Oslo | Bergen", timeout=60_000)
    # The visitor's table comes back as it was.
    first = read_items(download(panel.get_by_text("Download JSONL")).path())[0]
    assert {name: first[name] for name in rows[0]} == rows[0]


def test_faulty_rows_are_listed_and_others_scored(page: Page, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"prediction": "Paris", "reference": "Paris"} for _ in range(8)]
    rows[2]["reference"], rows[5]["reference"] = None, []
    path = write_jsonl(tmp_path / "mine.jsonl", rows)
    write_text(path, path.read_text(encoding="utf-8") + '{"prediction": "cut')
    panel = send(page, "Check against people", path)
    faults = panel.locator(".smile-faults")
    expect(faults.locator("li")).to_have_count(3, timeout=20_000)
    panel.get_by_role("button", name="Choose answers").click()
    expect(panel.locator("#labelling [data-part=left-out]")).to_contain_text(
        "Skipped, because 3 of 9 rows have faults: 1 row: ", timeout=60_000
    )
    panel = send(page, "Score a file", path)
    expect(faults.get_by_role("status")).to_have_text("3 of 9 rows have faults and will be left out:", timeout=20_000)
    told = faults.locator("li").all_inner_texts()
    for line, fault in (
        (9, "the JSON is not valid"),
        (3, "the reference is None"),
        (6, "the list of references is empty"),
    ):
        assert any(f"1 row: {fault}" in each and f"(line {line})" in each for each in told)
    result = run(page)
    expect(result).to_contain_text("6 correct, 0 incorrect", timeout=60_000)
    expect(result.locator(".smile-warning")).to_contain_text("Skipped, because 3 of 9 rows have faults: 1 row: ")
    # All rows come back in their order, those left out with the reason.
    rows = read_items(download(panel.get_by_text("Download JSONL")).path())
    assert [bool(row["left_out"]) for row in rows] == [i in (2, 5, 8) for i in range(9)]
    # On a phone the list stays within the page.
    show(page, ("phone", "light"))
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"][0]
