"""Labelling in the browser: one set of labels for all its tabs, a list of them, and when an estimate is shown."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.conftest import open_form
from tests.app.test_browser import _check
from tests.support.command_line import write_jsonl

pytestmark = pytest.mark.real_encoder


def write_answers(path: Path, n: int, prediction: str = "prediction", **more: object) -> Path:
    rows = [
        {"question": f"Question {i}?", "reference": f"answer {i}", prediction: f"{path.stem} {i}"} | more
        for i in range(n)
    ]
    return write_jsonl(path, rows)


def open_tab(page: Page) -> None:
    page.get_by_role("tab", name="Check against people").click()


def choose(page: Page, path: Path) -> None:
    panel = page.get_by_role("tabpanel")
    open_form(page)
    if page.get_by_label("Clear").count():
        page.get_by_label("Clear").first.click()
    panel.locator("input[type=file]").set_input_files(path)
    told = panel.get_by_text("columns recognised").or_(panel.get_by_text("We guessed the columns"))
    expect(told).to_be_visible(timeout=20_000)
    page.get_by_role("button", name="Choose answers").click()


def test_small_file_is_labelled_whole(page: Page, tmp_path: Path) -> None:
    open_tab(page)
    choose(page, write_answers(tmp_path / "few.jsonl", 12, "LLM output v2"))
    count, soon = page.locator("#labelling [data-part=count]"), page.locator("#labelling [data-part=soon]")
    expect(count).to_have_text("Answer 1 of 12", timeout=60_000)
    for _ in range(9):
        page.keyboard.press("y")
    expect(soon).to_have_text("1 more label until an estimate appears here.")
    page.wait_for_timeout(1500)
    headline = page.locator("#labelling .smile-headline")
    expect(headline).to_have_count(0)
    page.keyboard.press("n")
    expect(headline).to_be_visible(timeout=20_000)
    expect(soon).to_be_hidden()
    # Each label can be changed in the list, and then the next answer without one follows.
    page.get_by_text("Your labels (10)").click()
    judged = page.locator("#labelling [data-part=list] button")
    expect(judged).to_have_count(10)
    third = judged.nth(2)
    assert third.inner_text().startswith("✓ correct: few ")
    third.click()
    expect(count).to_have_text("Answer 3 of 12")
    page.keyboard.press("u")
    expect(third).to_contain_text("? unsure: few ")
    expect(count).to_have_text("Answer 11 of 12")
    _check(page, "labelled")


def test_two_tabs_have_one_set_of_labels(page: Page, tmp_path: Path) -> None:
    open_tab(page)
    other = page.context.new_page()
    other.goto(page.url)
    open_tab(other)
    expect(other.get_by_role("button", name="Choose answers")).to_be_visible(timeout=60_000)
    page.bring_to_front()
    choose(page, write_answers(tmp_path / "first.jsonl", 12))
    count = page.locator("#labelling [data-part=count]")
    expect(count).to_have_text("Answer 1 of 12", timeout=60_000)
    # The tab that was open before finds the labels of this one, and adds to them.
    page.keyboard.press("y")
    page.keyboard.press("y")
    expect(other.get_by_text("2 of 12 answers of first.jsonl are judged.")).to_be_visible()
    other.get_by_role("button", name="Continue labelling").click()
    expect(other.locator("#labelling [data-part=count]")).to_have_text("Answer 3 of 12")
    other.keyboard.press("n")
    page.locator("#labelling [data-part=judging]").focus()
    page.keyboard.press("b")
    page.keyboard.press("u")  # the second again
    expect(page.locator("#labelling [data-part=judged]")).to_have_text("Your labels (3)")
    expect(count).to_have_text("Answer 4 of 12")
    kept = page.evaluate("JSON.parse(localStorage.getItem('smile-labelling-labels')).labels")
    assert kept == ["correct", "unsure", "incorrect"] + [None] * 9

    # A file of its own in the other tab asks first; declined, it stays without the result of the file before.
    asked: list[str] = []

    def decline(dialog: object) -> None:
        asked.append(dialog.message)  # type: ignore[attr-defined]
        dialog.dismiss()  # type: ignore[attr-defined]

    other.on("dialog", decline)
    for key in "yyyyyyyyy":
        other.locator("#labelling [data-part=judging]").press(key)
    expect(other.locator("#labelling .smile-headline")).to_be_visible(timeout=20_000)
    choose(other, write_answers(tmp_path / "second.jsonl", 5))
    expect(other.get_by_text("12 of 12 answers of first.jsonl are judged.")).to_be_visible(timeout=60_000)
    assert asked == ["Discard 12 labels of first.jsonl? There is no other copy."]
    expect(other.locator("#labelling .smile-headline")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.getItem('smile-labelling-labels')).labels").count(None) == 0
    # Discarded in one tab, they are gone in both.
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#labelling [data-part=discard]").click()
    expect(other.locator("#labelling [data-part=start]")).to_be_hidden()
    other.close()
