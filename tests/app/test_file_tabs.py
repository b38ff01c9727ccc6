"""The tabs with files in a browser: what is sent stays, what is old says so, and what fails says so in its place."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.conftest import SIZES, download, run, score_file, show
from tests.support.command_line import read_sample, write_jsonl

pytestmark = pytest.mark.real_encoder

ROWS = 16


@pytest.fixture
def few_rows(tmp_path: Path) -> Path:
    """The first rows of the sample: two pages of the list."""
    return write_jsonl(tmp_path / "few.jsonl", read_sample(ROWS))


def _score(page: Page, path: Path) -> None:
    expect(score_file(page, path).locator(".smile-headline")).to_contain_text(path.name, timeout=60_000)


def test_a_file_stays_and_its_result_says_when_it_is_old(page: Page, few_rows: Path) -> None:
    panel, result = page.get_by_role("tabpanel"), page.locator("#summary")
    error, old = page.locator("#progress [role=alert]"), page.locator(".smile-outdated")
    page.get_by_role("tab", name="Score a file").click()
    run(page)
    expect(error).to_contain_text("Choose a file first.", timeout=20_000)
    expect(error.get_by_role("heading")).to_have_text("This cannot be done")
    _score(page, few_rows)
    expect(error).to_have_count(0)
    expect(result).to_contain_text(" correct, ")
    expect(result).to_contain_text("SMILE and people agree on")
    # Another threshold needs no new file, and marks what is there as old until it is scored.
    expect(old).to_have_count(0)
    threshold = panel.get_by_label("Threshold")
    threshold.fill("0.9")
    threshold.press("Tab")
    expect(old).to_contain_text("You have changed something")
    run(page)
    expect(result).to_contain_text("SMILE over 0.9", timeout=60_000)
    expect(old).to_have_count(0)
    # A failed run leaves no result that looks new, and its error stays in this tab.
    panel.get_by_label("Clear").first.click()
    run(page)
    expect(error).to_contain_text("Choose a file first.", timeout=20_000)
    expect(old).to_contain_text("the result of the run before")
    page.get_by_role("tab", name="Label a few").click()
    expect(page.get_by_text("Choose a file first.")).to_be_hidden()


def test_the_list_of_rows_can_be_used_by_keyboard_and_on_a_phone(page: Page, few_rows: Path) -> None:
    _score(page, few_rows)
    # The card takes the focus and gives it back.
    row = page.get_by_role("button", name="Show row short-004")
    row.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#item .smile-results")).to_be_focused(timeout=20_000)
    expect(page.locator("#item .smile-sentence")).to_contain_text("few wrong answers come as close")
    page.keyboard.press("Escape")
    expect(row).to_be_focused()
    # A search without a match says so, and a run does not double what the buttons do.
    page.get_by_label("Find").fill("no such words")
    expect(page.get_by_text("No row matches")).to_be_visible()
    page.get_by_role("button", name="Show all rows").click()
    expect(page.locator("[data-part=count]")).to_have_text(f"{ROWS} of {ROWS} rows")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("[data-part=page]")).to_have_value("2")
    downloaded = download(page.get_by_role("button", name="Download the points"))
    assert "<svg" in downloaded.path().read_text(encoding="utf-8")
    # On a phone a row is a card: its verdict first, nothing beyond the edge.
    show(page, ("phone", "light"))
    page.get_by_role("button", name="Previous").click()
    first = page.locator(".smile-rows tbody tr").first
    verdict, smile, answer = (first.locator(cell).bounding_box() for cell in (".correct", ".smile", ".prediction"))
    assert verdict is not None
    assert smile is not None
    assert answer is not None
    assert (verdict["x"], verdict["y"]) <= (smile["x"], answer["y"])
    assert smile["y"] < answer["y"]
    assert smile["x"] + smile["width"] <= SIZES["phone"][0]
    page.get_by_label("Sort").select_option("lowest SMILE first")
    shown = [float(text) for text in page.locator(".smile-rows td.smile").all_inner_texts()]
    assert shown == sorted(shown)


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
    [
        ("Score a file", "#summary .smile-headline"),
        ("Label a few", "#labelling [data-part=judging]"),
    ],
)
def test_the_keyboard_is_enough_for_a_table(page: Page, tab: str, result: str) -> None:
    page.locator("[role=tab][aria-selected=true]").focus()
    _press_until(page, "ArrowRight", tab)
    _press_until(page, "Tab", "Or paste a table")
    page.keyboard.press("Enter")
    _press_until(page, "Tab", "Table")
    # A row that has a label is not judged again.
    page.keyboard.insert_text(TABLE.replace("human", "said") if tab == "Label a few" else TABLE)
    _press_until(page, "Tab", "Use this table")
    page.keyboard.press("Enter")
    expect(page.get_by_role("tabpanel").get_by_text("known by their names")).to_be_visible(timeout=20_000)
    if tab == "Label a few":
        _press_until(page, "Tab", "Answers to judge")
        page.keyboard.press("Control+a")
        page.keyboard.insert_text("2")
        page.keyboard.press("Tab")
    page.keyboard.press("Control+Enter")
    expect(page.locator(result).first).to_be_visible(timeout=60_000)
    if tab == "Label a few":
        page.keyboard.press("n")
        page.keyboard.press("y")
        expect(page.locator("#labelling [data-part=count]")).to_contain_text("1 right, 1 wrong")


def test_sample_answers_are_labelled_with_two_clicks(page: Page) -> None:
    page.get_by_role("tab", name="Label a few").click()
    page.get_by_role("button", name="Try with sample data").click()
    expect(page.get_by_role("tabpanel").get_by_text("known by their names")).to_be_visible(timeout=20_000)
    page.get_by_role("button", name="Choose answers").click()
    # The labels that the sample has are not given away.
    expect(page.locator("#labelling [data-part=count]")).to_have_text("Answer 1 of 50", timeout=60_000)
