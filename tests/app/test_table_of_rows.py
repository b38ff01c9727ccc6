"""The table of a scored file's rows: why each has its verdict, the visitor's own columns, groups, sorting and pages."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from scipy.stats import binomtest

from tests.app.conftest import score_file
from tests.support.command_line import write_jsonl

pytestmark = pytest.mark.real_encoder

N = 40


@pytest.fixture
def scored(page: Page, tmp_path: Path) -> Page:
    """A page with a scored file: answers about a river are wrong, and every fourth one is read from its output."""
    rows = [
        {
            "question": f"Where is {i}?",
            "reference": "Paris",
            "prediction": ("Rome" if i % 2 else "Paris") if i % 4 else "Well. <answer>Paris</answer>",
            "topic": "river" if i % 2 else "town",
            "length": i,
            "note": f"<b>note {i}</b>",
            "more": "same",
        }
        for i in range(N)
    ]
    result = score_file(page, write_jsonl(tmp_path / "mine.jsonl", rows))
    expect(result.locator(".smile-headline")).to_be_visible(timeout=60_000)
    return page


def test_table_shows_reasons_and_own_columns(scored: Page) -> None:
    table, count = scored.locator(".smile-rows"), scored.locator("[data-part=count]")
    heads = [text.rstrip(" ⇅▲▼") for text in table.locator("thead th").all_inner_texts()]
    assert heads == [*("Row", "Verdict", "Question", "Answer", "Correct answers", "Why")]
    first = table.locator("tbody tr").first
    why = table.locator("td.reason").all_inner_texts()
    assert all(why)
    assert why[0] != why[1]
    # Columns come and go, and all of them are searched.
    scored.get_by_text("Columns", exact=True).click()
    scored.get_by_role("checkbox", name="note").check()
    scored.get_by_role("checkbox", name="Answer read").check()
    expect(first.locator("td.answer_read")).to_have_text("Paris")
    expect(first.locator("td.own").last).to_have_text("<b>note 0</b>")
    scored.get_by_role("checkbox", name="Correct answers").uncheck()
    expect(table.locator("td.references")).to_have_count(0)
    scored.get_by_label("Find").fill("note 17")
    expect(count).to_have_text(f"1 of {N} rows")


def test_groups_show_accuracy_and_list_rows(scored: Page) -> None:
    count, groups = scored.locator("[data-part=count]"), scored.get_by_role("region", name="Accuracy by group")
    expect(groups).to_be_hidden()
    choice = scored.locator("[data-part=group]")
    choice.select_option("topic")
    rows = groups.locator("tbody tr")
    expect(rows.last).to_contain_text(" to ")
    for line, name, n_right in ((0, "river", 0), (1, "town", N // 2)):
        interval = binomtest(n_right, N // 2).proportion_ci(method="wilsoncc")
        assert rows.nth(line).locator("th, td").all_inner_texts() == [
            name,
            str(N // 2),
            f"{n_right} ({100 * n_right // (N // 2)} %)",
            f"{100 * interval.low:.0f} to {100 * interval.high:.0f} %",
        ]
    groups.get_by_role("button", name="river").click()
    expect(count).to_have_text(f"{N // 2} of {N} rows")
    expect(groups.get_by_role("button", name="river")).to_be_focused()
    # Numbers are divided at their quartiles.
    choice.select_option("length")
    assert rows.locator("th").all_inner_texts() == [
        "up to 9.75",
        "over 9.75 to 19.5",
        "over 19.5 to 29.25",
        "over 29.25",
    ]
    expect(count).to_have_text(f"{N} of {N} rows")
    assert "note" not in choice.inner_text()
