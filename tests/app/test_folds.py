"""Folds of the page in a browser: to open and close them changes no field and no result."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.conftest import download, open_form, send
from tests.support.command_line import read_items, read_sample, write_jsonl

pytestmark = pytest.mark.real_encoder

_SIGNATURE = ".smile-signature code"


def _open_and_close_folds(page: Page) -> None:
    """Opens the fold of the shown form, and closes it when its fields are there."""
    panel = page.get_by_role("tabpanel")
    fold, threshold = panel.get_by_role("button", name="Advanced"), panel.get_by_label("Threshold")
    fold.click()
    expect(threshold).to_be_visible(timeout=20_000)
    expect(threshold).to_have_value("")
    fold.click()
    expect(threshold).to_be_hidden()


def _score_a_file(page: Page, path: Path) -> object:
    page.get_by_role("button", name="Score the file").click()
    expect(page.locator("#summary .smile-headline")).to_contain_text(path.name, timeout=60_000)
    return read_items(download(page.get_by_text("Download JSONL")).path())


def _choose_answers(page: Page, path: Path) -> object:
    page.get_by_role("button", name="Choose answers").click()
    expect(page.locator("#labelling [data-part=count]")).to_contain_text("Answer 1 of", timeout=60_000)
    kept = page.evaluate("JSON.parse(localStorage.getItem('smile-labelling-rows'))")
    return [kept[name] for name in ("signature", "smile", "rows")]


@pytest.mark.parametrize(("tab", "score"), [("Score a file", _score_a_file), ("Check against people", _choose_answers)])
def test_folds_of_a_file_tab_change_no_result(page: Page, tab: str, score: object, tmp_path: Path) -> None:
    assert callable(score)
    rows = [{name: cell for name, cell in row.items() if name != "human"} for row in read_sample(16)]
    path = write_jsonl(tmp_path / "few.jsonl", rows)
    send(page, tab, path, are_columns_known=True)
    untouched = score(page, path)
    # The result is current while the fields are those that were scored.
    open_form(page)
    _open_and_close_folds(page)
    expect(page.locator(".smile-outdated")).to_have_count(0)
    # The address may name the tab, and the fold may be opened before or after a file comes.
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true", timeout=30_000)
    _open_and_close_folds(page)
    send(page, tab, path, are_columns_known=True)
    _open_and_close_folds(page)
    assert score(page, path) == untouched


def test_folds_of_try_it_change_no_result(page: Page) -> None:
    results, signature = page.locator("#verdict .smile-results"), page.locator(_SIGNATURE)
    expect(results).to_be_visible(timeout=60_000)
    untouched = results.inner_text(), signature.text_content()
    _open_and_close_folds(page)
    page.get_by_role("textbox", name="Question").fill("How long is a marathon? ")
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page.locator("#verdict.smile-old")).to_have_count(0)
    page.get_by_text("Details", exact=True).click()
    assert (results.inner_text(), signature.text_content()) == untouched
