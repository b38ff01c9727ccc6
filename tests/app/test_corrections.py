"""Rows that a visitor corrects: verdicts, accepted answers scored again, downloads, and unsure rows to review."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.conftest import download, score_file
from tests.support.command_line import read_items, write_jsonl

pytestmark = pytest.mark.real_encoder

ROWS = [
    {"id": "a", "question": "Who painted it?", "references": ["van Gogh"], "prediction": "his brother Theo"},
    {"id": "b", "question": "Who painted it?", "references": ["van Gogh"], "prediction": "Oh, his brother Theo!"},
    {"id": "c", "question": "Where?", "references": ["Oslo"], "prediction": "Oslo"},
    {"id": "d", "question": "Where?", "references": ["Oslo"], "prediction": "Rome"},
]
UNSURE = {"id": "e", "question": "Where?", "references": ["on the table"], "prediction": "on top of the table"}


def test_an_accepted_answer_is_shortened_and_scored_again(page: Page, tmp_path: Path) -> None:
    result, panel = score_file(page, write_jsonl(tmp_path / "mine.jsonl", ROWS)), page.get_by_role("tabpanel")
    headline = result.locator(".smile-headline")
    expect(headline).to_contain_text("1 correct, 3 incorrect", timeout=60_000)
    page.get_by_role("button", name="Show row b").click()
    accepted = panel.get_by_label("Accepted answer", exact=True)
    expect(accepted).to_have_value(str(ROWS[1]["prediction"]))
    accepted.fill("his brother Theo")
    panel.get_by_role("button", name="Accept this answer").click()
    expect(headline).to_contain_text("2 correct, 2 incorrect", timeout=20_000)
    panel.get_by_role("button", name="Score again with accepted answers").click()
    expect(headline).to_contain_text("3 correct, 1 incorrect", timeout=60_000)
    expect(result).to_contain_text("The answers that you accepted count in 2 rows.")
    expect(page.locator(".smile-rows td.references").first).to_have_text("van Gogh | his brother Theo")
    first = read_items(download(panel.get_by_text("Download JSONL")).path())[0]
    assert first["references"] == ["van Gogh"]
    assert first["smile_references"] == ["van Gogh", "his brother Theo"]
    report = download(panel.get_by_text("Download report (HTML)"))
    assert report.suggested_filename == "mine_smile.html"
    assert "3 correct, 1 incorrect" in report.path().read_text(encoding="utf-8")


def test_unsure_rows_are_reviewed_and_labels_return(page: Page, tmp_path: Path) -> None:
    result = score_file(page, write_jsonl(tmp_path / "mine.jsonl", [*ROWS, UNSURE]))
    expect(result.locator(".smile-headline")).to_contain_text("1 unsure", timeout=60_000)
    page.get_by_role("button", name="Review unsure rows").click()
    expect(page.get_by_role("tab", name="Check against people")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#labelling [data-part=count]")).to_have_text("Answer 1 of 1", timeout=60_000)
    expect(page.locator("#labelling [data-part=answer]")).to_have_text(str(UNSURE["prediction"]))
    page.go_back()
    expect(result.locator(".smile-headline")).to_contain_text("1 unsure")
    # The label comes back as a correction, and goes when it is taken back.
    page.go_forward()
    page.locator("#labelling [data-part=judging]").focus()
    page.keyboard.press("y")
    expect(page.locator("#labelling [data-part=count]")).to_contain_text("All 1 judged")
    page.go_back()
    expect(result.locator(".smile-headline")).to_contain_text(
        "2 correct, 3 incorrect, with 1 correction", timeout=20_000
    )
    expect(page.locator(".smile-rows tr[data-row='4'] td.reason")).to_have_text("Corrected by you")
    page.locator("[data-part=forget]").click()
    expect(result.locator(".smile-headline")).to_contain_text("1 unsure", timeout=20_000)


def test_a_correction_counts_everywhere_and_survives_a_reload(page: Page, tmp_path: Path) -> None:
    rows = [row | {"topic": "art" if row["id"] in "ab" else "place"} for row in ROWS]
    path = write_jsonl(tmp_path / "mine.jsonl", rows)
    result, panel = score_file(page, path), page.get_by_role("tabpanel")
    headline, remove = result.locator(".smile-headline"), panel.get_by_role("button", name="Remove")
    expect(headline).to_contain_text("1 correct, 3 incorrect", timeout=60_000)
    page.get_by_role("button", name="Show row d").click()
    mine = panel.get_by_role("region", name="Your verdict")
    correct = mine.get_by_role("button", name="Correct", exact=True)
    correct.click(timeout=20_000)
    expect(correct).to_have_attribute("aria-pressed", "true")
    expect(headline).to_contain_text("2 correct, 2 incorrect, with 1 correction", timeout=20_000)
    expect(page.locator("#item .smile-card h2")).to_have_text("Correct", timeout=20_000)
    groups, bars = page.get_by_role("region", name="Accuracy by group"), page.locator(".bar .correct")
    page.locator("[data-part=group]").select_option("topic")
    expect(groups.locator("tbody tr td:nth-child(3)")).to_have_text(["0 (0 %)", "2 (100 %)"])
    expect(bars).to_have_count(2)
    page.locator("[data-part=kind]").select_option("mine")
    expect(page.locator("[data-part=count]")).to_have_text("1 of 4 rows")
    page.reload()
    expect(headline).to_contain_text("2 correct, 2 incorrect, with 1 correction", timeout=60_000)
    expect(page.locator(".smile-rows tr[data-row='3'] td.verdict")).to_have_text("✓ correct by you")
    expect(page.locator(".smile-outdated")).to_be_hidden()
    record = read_items(download(panel.get_by_text("Download JSONL")).path())[3]
    assert [record[name] for name in ("verdict", "corrected", "reason")] == ["correct", True, "Corrected by you"]
    # The same file, scored again, keeps them. The other verdict is SMILE's, and a removed result is gone.
    score_file(page, path)
    expect(panel.get_by_role("button", name="Score the file")).to_be_hidden(timeout=60_000)  # the run is over
    expect(headline).to_contain_text("2 correct, 2 incorrect, with 1 correction", timeout=20_000)
    page.get_by_role("button", name="Show row d").click()
    mine.get_by_role("button", name="Incorrect", exact=True).click()
    expect(headline).to_contain_text("1 correct, 3 incorrect", timeout=20_000)
    page.once("dialog", lambda dialog: dialog.accept())
    remove.click()
    expect(headline).to_have_count(0)
    page.reload()
    expect(panel.get_by_role("button", name="Score the file")).to_be_visible(timeout=20_000)
    expect(page.locator(".smile-rows")).to_be_hidden()


def test_a_result_the_server_has_deleted_is_reported(page: Page, tmp_path: Path) -> None:
    result, panel = score_file(page, write_jsonl(tmp_path / "mine.jsonl", ROWS)), page.get_by_role("tabpanel")
    expect(result.locator(".smile-headline")).to_contain_text("1 correct, 3 incorrect", timeout=60_000)
    kept = page.evaluate("sessionStorage['smile-scored-file']")
    name = json.loads(kept)["data"]["kept_as"]
    page.evaluate("(kept) => { sessionStorage['smile-scored-file'] = kept; }", kept.replace(name, "another"))
    page.reload()
    expect(result).to_contain_text(
        "The server keeps a result for 10 minutes, and no longer has this one.", timeout=60_000
    )
    expect(page.locator(".smile-rows tbody tr")).to_have_count(4)
    expect(panel.get_by_text("Download CSV")).to_be_hidden()
