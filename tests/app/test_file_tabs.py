"""The tabs with files in a browser: what is sent stays, what is old says so, and what fails says so in its place."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.conftest import open_advanced, open_form, run, score_file
from tests.support.command_line import read_sample, write_jsonl

pytestmark = pytest.mark.real_encoder

ROWS = 16


@pytest.fixture
def few_rows(tmp_path: Path) -> Path:
    """The first rows of the sample: two pages of the list."""
    return write_jsonl(tmp_path / "few.jsonl", read_sample(ROWS))


def _score(page: Page, path: Path) -> None:
    expect(score_file(page, path).locator(".smile-headline")).to_contain_text(path.name, timeout=60_000)


def test_file_stays_and_old_result_is_marked(page: Page, few_rows: Path) -> None:
    panel, result = page.get_by_role("tabpanel"), page.locator("#summary")
    error, old = page.locator("#progress [role=alert]"), page.locator(".smile-outdated")
    page.get_by_role("tab", name="Score a file").click()
    run(page)
    expect(error).to_contain_text("Choose a file first.", timeout=20_000)
    expect(error.get_by_role("heading")).to_have_text("That didn't work")
    _score(page, few_rows)
    expect(error).to_have_count(0)
    expect(result).to_contain_text(" correct, ")
    expect(result).to_contain_text("SMILE agrees with human labels on")
    # Another threshold needs no new file, and marks what is there as old until it is scored.
    expect(old).to_have_count(0)
    open_form(page)
    open_advanced(page)
    threshold = panel.get_by_label("Threshold")
    threshold.fill("0.9")
    threshold.press("Tab")
    expect(old).to_contain_text("the input has changed")
    run(page)
    expect(result.get_by_text("SMILE over 0.9")).to_be_attached(timeout=60_000)
    expect(old).to_have_count(0)
    # A failed run leaves no result that looks new, and its error stays in this tab.
    open_form(page)
    panel.get_by_label("Clear").first.click()
    run(page)
    expect(error).to_contain_text("Choose a file first.", timeout=20_000)
    expect(old).to_contain_text("from the previous run")
    page.get_by_role("tab", name="Check against people").click()
    expect(page.get_by_text("Choose a file first.")).to_be_hidden()


TABLE = "system,question,reference,prediction,human\n" + "".join(
    f"{system},What is {i}?,Paris,{answer},{int(answer == 'Paris')}\n"
    for i in range(4)
    for system, answer in (("A", "Paris"), ("B", "Paris" if i % 2 else "Rome"))
)

# What the keyboard has, as a screen reader calls it.
_FOCUSED = """() => {
    const {activeElement: node} = document;
    return (node.ariaLabel || node.closest("label")?.innerText || node.innerText).trim();
}"""


def _press_until(page: Page, key: str, name: str) -> None:
    """Presses a key until what is called so has the focus."""
    for _ in range(30):
        page.keyboard.press(key)
        if str(page.evaluate(_FOCUSED)).startswith(name):
            return
    raise AssertionError(f"{key} never reaches {name}")


@pytest.mark.parametrize(
    ("tab", "result"),
    [("Score a file", "#summary .smile-headline"), ("Check against people", "#labelling [data-part=judging]")],
)
def test_the_keyboard_is_enough_for_a_table(page: Page, tab: str, result: str) -> None:
    page.locator("[role=tab][aria-selected=true]").focus()
    _press_until(page, "ArrowRight", tab)
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_role("button", name="Advanced")).to_be_visible(timeout=20_000)
    _press_until(page, "Tab", "Advanced")
    page.keyboard.press("Enter")
    expect(panel.get_by_label("Or paste a table")).to_be_visible(timeout=20_000)
    _press_until(page, "Tab", "Or paste a table")
    # A row that has a label is not judged again.
    page.keyboard.insert_text(TABLE.replace("human", "said") if tab == "Check against people" else TABLE)
    _press_until(page, "Tab", "Use this table")
    page.keyboard.press("Enter")
    expect(panel.get_by_text("columns recognised")).to_be_visible(timeout=20_000)
    if tab == "Check against people":
        _press_until(page, "Shift+Tab", "Sample size")
        page.keyboard.press("Control+a")
        page.keyboard.insert_text("2")
        page.keyboard.press("Tab")
    page.keyboard.press("Control+Enter")
    expect(page.locator(result).first).to_be_visible(timeout=60_000)
    if tab == "Check against people":
        page.keyboard.press("n")
        page.keyboard.press("y")
        expect(page.locator("#labelling [data-part=count]")).to_contain_text("1 correct, 1 incorrect")


def test_sample_answers_are_labelled_with_two_clicks(page: Page) -> None:
    page.get_by_role("tab", name="Check against people").click()
    page.get_by_role("button", name="Try with sample data").click()
    expect(page.get_by_role("tabpanel").get_by_text("columns recognised")).to_be_visible(timeout=20_000)
    page.get_by_role("button", name="Choose answers").click()
    # The labels that the sample has are not given away.
    expect(page.locator("#labelling [data-part=count]")).to_have_text("Answer 1 of 50", timeout=60_000)
