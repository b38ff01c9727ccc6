"""Try it in the browser: what it shows on arrival, what becomes of an old or failed result, and what a link brings."""

import re
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from smile.app.tabs.try_it import EXAMPLE
from tests.app.conftest import open_advanced

pytestmark = pytest.mark.real_encoder

QUESTION = "What is the capital of France?"

# What a visitor sees before the first click, without gradio's own footer.
_IN_VIEW = """() => {
    const isIn = (node) => {
        const {top, bottom, width} = node.getBoundingClientRect();
        const isFolded = node.closest("footer, details:not([open]) > :not(summary)");
        const isShown = node.checkVisibility({visibilityProperty: true}) && !isFolded;
        return isShown && width > 0 && bottom > 0 && top < innerHeight;
    };
    const controls = [...document.querySelectorAll("button, input, select, textarea, summary, a[href]")].filter(isIn);
    const tabs = controls.filter((node) => node.role === "tab").length;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (texts.nextNode()) {
        const {parentElement, textContent} = texts.currentNode;
        if (!parentElement.closest("script, style, textarea") && isIn(parentElement)) {
            words += textContent.split(/\\s+/).filter(Boolean).length;
        }
    }
    return [tabs, controls.length - tabs, words];
}"""


def _fill_in(page: Page, references: str, answers: str, question: str = QUESTION) -> Locator:
    """Fills in the fields; returns the button."""
    page.get_by_role("textbox", name="Question").fill(question)
    page.get_by_label("Correct answers").fill(references)
    page.get_by_label("Model answers").fill(answers)
    return page.get_by_role("button", name="Score", exact=True)


def _score(page: Page, references: str, answers: str) -> None:
    _fill_in(page, references, answers).click()
    expect(page.locator(".smile-answer").first).to_have_text(answers.splitlines()[0], timeout=20_000)


def test_page_opens_with_a_result(page: Page) -> None:
    lines = page.locator(".smile-card")
    expect(lines.locator("h2")).to_have_text(["Correct", "Incorrect", "Incorrect"], timeout=60_000)
    expect(lines.locator(".smile-answer")).to_have_text(EXAMPLE[2].splitlines())
    expect(page.locator(".smile-summary")).to_have_text("1 correct, 2 incorrect")
    expect(lines.last).to_be_in_viewport()
    expect(page.get_by_role("textbox", name="Question")).to_have_value(EXAMPLE[0])
    tabs, controls, words = page.evaluate(_IN_VIEW)
    assert (tabs, controls <= 8) == (3, True), (tabs, controls)
    assert words <= 85, words
    # The numbers are there for those who ask.
    formula = page.locator(".smile-details .smile-number").first
    expect(formula).to_be_hidden()
    page.get_by_text("Details", exact=True).click()
    expect(formula).to_contain_text("is the chance that a person would accept this answer")
    expect(page.locator(".smile-signature")).to_contain_text("setting:learned")
    # An answer in another unit shares no word with the correct answer.
    expect(lines.first).to_contain_text("26.2 miles ≈ 42.195 km")
    expect(page.locator(".smile-details section").first).not_to_contain_text("Easy match")
    # No name of gradio's own is announced, and its settings are not offered.
    expect(page.get_by_role("status").filter(has_text="common.")).to_have_count(0)
    expect(page.get_by_role("button", name="Settings")).to_have_count(0)


def test_result_explains_itself_and_is_marked_when_old(page: Page) -> None:
    _score(page, "Paris", "Good question!\nIt is not “Paris”.\nפריז")
    cards, old = page.locator(".smile-card"), page.locator(".smile-old-note")
    expect(cards).to_have_count(3)
    expect(cards.nth(0).locator("h2")).to_have_text("Incorrect")
    expect(cards.nth(1).locator("u").first).to_have_text("Paris")
    assert cards.nth(2).locator(".smile-answer").evaluate("node => getComputedStyle(node).direction") == "rtl"
    answers = page.get_by_label("Model answers")
    assert answers.evaluate("node => getComputedStyle(node).unicodeBidi") == "plaintext"
    # An edited text marks the result, and the old text clears it.
    expect(old).to_be_hidden()
    question = page.get_by_role("textbox", name="Question")
    question.fill("Which city?")
    expect(old).to_be_visible()
    question.fill(QUESTION)
    expect(old).to_be_hidden()
    # Several lines may be one answer.
    answers.fill("It is\n\nParis")
    page.get_by_label("All lines are one answer", exact=True).check()
    page.get_by_role("button", name="Score", exact=True).click()
    expect(cards).to_have_count(1, timeout=20_000)
    expect(cards.locator(".smile-answer mark")).to_have_text("Paris")
    expect(old).to_be_hidden()
    # A run that fails leaves no old result, and says why where the result would be.
    page.get_by_label("Correct answers").fill("")
    page.get_by_role("button", name="Score", exact=True).click()
    alert = page.locator("#verdict").get_by_role("alert")
    expect(alert).to_contain_text("That didn't work", timeout=20_000)
    expect(alert).to_contain_text("There is no correct answer")
    expect(cards).to_have_count(0)
    expect(page.get_by_test_id("toast-body")).to_have_count(0)


def test_a_question_in_another_language_gets_a_hint(page: Page) -> None:
    _fill_in(page, "Paris", "Paris", "Was ist die Hauptstadt von Frankreich?").click()
    expect(page.locator(".smile-warning")).to_have_text(
        "The texts do not look English, the only language that learned reads: check the verdicts.", timeout=20_000
    )
    page.get_by_role("textbox", name="Question").fill(QUESTION)
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page.locator(".smile-warning")).to_have_count(0, timeout=20_000)


def test_the_setting_and_its_numbers_are_behind_advanced(page: Page) -> None:
    threshold, signature = page.get_by_role("tabpanel").get_by_label("Threshold"), page.locator(".smile-signature")
    expect(threshold).to_be_hidden()
    open_advanced(page)
    button = _fill_in(page, "Paris", "The capital of France is Paris, on the Seine.")
    page.get_by_role("tabpanel").get_by_role("radio", name=re.compile("^default")).check()
    threshold.fill("2")
    button.click()
    expect(page.locator("#verdict").get_by_role("alert")).to_contain_text("between 0 and 1", timeout=20_000)
    threshold.fill("0.99")
    button.click()
    expect(page.locator(".smile-card h2")).to_have_text("Unsure", timeout=20_000)
    expect(page.locator(".smile-card")).to_contain_text("the score of 0.98 is close to the threshold")
    page.get_by_text("Details", exact=True).click()
    expect(signature).to_contain_text("setting:default")
    # Without a number the setting's own counts.
    threshold.fill("")
    button.click()
    expect(page.locator(".smile-card h2")).to_have_text("Correct", timeout=20_000)


def test_a_link_brings_a_result_back(page: Page) -> None:
    _score(page, "Paris", "It is Paris & more")
    page.wait_for_function("location.hash.startsWith('#try=')")
    link = page.url
    assert "It is Paris & more" in unquote(urlsplit(link).fragment)
    page.reload()
    expect(page.locator(".smile-answer")).to_have_text("It is Paris & more", timeout=30_000)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".smile-answer")).to_have_text("It is Paris & more", timeout=30_000)
    assert not [url for url in asked if "Paris" in unquote(urlsplit(url).query)]
