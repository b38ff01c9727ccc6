"""Try it in the browser: what its cards say, what becomes of an old or failed result, and what the page keeps."""

import re
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

pytestmark = pytest.mark.real_encoder

QUESTION = "What is the capital of France?"


def _fill_in(page: Page, references: str, answers: str, question: str = QUESTION) -> Locator:
    """Fills in the fields; returns the button."""
    page.get_by_role("textbox", name="Question").fill(question)
    page.get_by_label("Right answers").fill(references)
    page.get_by_label("Answers to score").fill(answers)
    return page.get_by_role("button", name="Score", exact=True)


def _score(page: Page, references: str, answers: str) -> None:
    _fill_in(page, references, answers).click()
    expect(page.locator(".smile-answer").first).to_have_text(answers.splitlines()[0], timeout=20_000)


def test_a_card_explains_itself_and_says_when_it_is_old(page: Page) -> None:
    _score(page, "Paris", "Good question!\nIt is not “Paris”.\nפריז")
    cards, old = page.locator(".smile-card"), page.locator(".smile-old-note")
    expect(cards).to_have_count(3)
    # The question stands on both sides: only the answer itself explains the verdict.
    expect(cards.nth(0).locator("h2")).to_have_text("Not right")
    expect(cards.nth(0).locator(".smile-sentence")).to_contain_text("none of the right answer's words")
    expect(cards.nth(0).locator(".smile-sentence")).not_to_contain_text("close")
    expect(cards.nth(1).locator("u").first).to_have_text("Paris")
    expect(cards.nth(1).locator(".smile-sentence")).to_have_text(
        "The answer mentions Paris only to deny or to correct it."
    )
    assert cards.nth(2).locator(".smile-answer").evaluate("node => getComputedStyle(node).direction") == "rtl"
    answers = page.get_by_label("Answers to score")
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
    page.get_by_label("Right answers").fill("")
    page.get_by_role("button", name="Score", exact=True).click()
    alert = page.locator("#verdict").get_by_role("alert")
    expect(alert).to_contain_text("This cannot be done", timeout=20_000)
    expect(alert).to_contain_text("There is no right answer")
    expect(cards).to_have_count(0)
    expect(page.get_by_test_id("toast-body")).to_have_count(0)


def test_a_doubtful_verdict_is_to_check_and_the_sum_is_shown(page: Page) -> None:
    _score(page, "Paris", "It is not Lyon, in fact, but Paris.\nIt is Paris.")
    first, second = page.locator(".smile-card").nth(0), page.locator(".smile-card").nth(1)
    expect(first.locator("h2")).to_have_text("Check this")
    expect(first.locator(".smile-counted")).to_have_text("counted as right")
    expect(first.locator(".smile-sentence")).to_contain_text("Check it: it has a word of denial beside")
    expect(second.locator("h2")).to_have_text("Right")
    sums = re.search(r"0.3 × ([\d.]+) .*0.7 × ([\d.]+) .* = ([\d.]+)", second.locator(".smile-scale").inner_text())
    assert sums is not None
    semantic, lexical, total = map(float, sums.groups())
    assert abs(0.3 * semantic + 0.7 * lexical - total) < 0.011
    assert Axe().run(page, options={"runOnly": ["color-contrast"]}).response["violations"] == []


def test_a_question_in_another_language_gets_a_hint(page: Page) -> None:
    _fill_in(page, "Paris", "Paris", "Was ist die Hauptstadt von Frankreich?").click()
    expect(page.locator(".smile-warning")).to_contain_text("does not look English", timeout=20_000)
    page.get_by_role("textbox", name="Question").fill(QUESTION)
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page.locator(".smile-warning")).to_have_count(0, timeout=20_000)


def test_what_was_read_of_a_long_output_and_its_marked_words_are_in_view(page: Page) -> None:
    long = "The Seine flows by. " * 40
    button = _fill_in(page, "Paris", f"<think>It may be Lyon.</think> {long} It is Paris. {long}")
    button.scroll_into_view_if_needed()
    button.click()
    card = page.locator(".smile-card")
    expect(card.locator(".smile-reference").first).to_contain_text("(thinking left out), 1,6", timeout=20_000)
    expect(card.locator(".smile-answer mark")).to_have_text("Paris")
    expect(card.locator(".smile-answer mark")).to_be_in_viewport()
    # An error comes into view too, also from below.
    page.get_by_label("Right answers").fill("")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    button.evaluate("node => node.click()")
    expect(page.locator("#verdict").get_by_role("alert")).to_be_in_viewport(timeout=20_000)


def test_a_setting_chosen_just_before_the_score_brings_its_own_threshold(page: Page) -> None:
    button = _fill_in(page, "Paris", "Paris")
    numbers: list[Route] = []
    scores: list[Route] = []
    page.route(re.compile("/gradio_api/run"), lambda route: numbers.append(route) if not numbers else route.continue_())
    page.route(
        re.compile("/gradio_api/queue/join"), lambda route: scores.append(route) if not scores else route.continue_()
    )
    page.get_by_role("tabpanel").get_by_role("radio", name=re.compile("^learned")).check()
    button.click()
    # The answer is asked for with the old threshold; the setting's own comes while it is scored.
    page.wait_for_timeout(500)
    numbers[0].continue_()
    expect(page.get_by_label("number input for Threshold")).to_have_value("0.5")
    scores[0].continue_()
    signature = page.locator(".smile-signature").first
    expect(signature).to_contain_text("setting:learned", timeout=120_000)
    expect(signature).to_contain_text("threshold:0.5|")


def test_a_number_typed_beside_a_slider_counts_or_is_refused(page: Page) -> None:
    _score(page, "Paris", "The capital of France is Paris, on the Seine.")
    threshold = page.get_by_label("number input for Threshold")
    signature = page.locator(".smile-signature")
    for given in ("2", "-1"):
        threshold.fill(given)
        expect(page.locator("#verdict").get_by_role("alert")).to_contain_text("between 0 and 1", timeout=20_000)
    threshold.fill("")
    threshold.press_sequentially("0.99")
    expect(signature).to_contain_text("threshold:0.99", timeout=20_000)
    expect(page.locator(".smile-card h2")).to_have_text("Check this")
    expect(page.locator(".smile-card")).to_contain_text("its score is near the threshold of 0.99")
    page.get_by_role("button", name="Use the setting's own numbers").click()
    expect(threshold).to_have_value("0.67")
    expect(page.locator(".smile-card h2")).to_have_text("Right", timeout=20_000)
    expect(page.get_by_test_id("toast-body")).to_have_count(0)


def test_a_link_and_recent_texts_bring_a_result_back(page: Page) -> None:
    _score(page, "Paris", "It is Paris & more")
    page.wait_for_function("location.hash.startsWith('#try=')")
    page.reload()
    expect(page.locator(".smile-answer")).to_have_text("It is Paris & more", timeout=30_000)
    page.get_by_role("button", name="Copy link").click()
    link = page.url
    assert "It is Paris & more" in unquote(urlsplit(link).fragment)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".smile-answer")).to_have_text("It is Paris & more", timeout=30_000)
    assert not [url for url in asked if "Paris" in unquote(urlsplit(url).query)]
    page.goto("about:blank")
    page.goto(link.partition("#")[0])
    page.locator("#recent").get_by_role("button", name=QUESTION).first.click(timeout=30_000)
    expect(page.locator(".smile-answer")).to_have_text("It is Paris & more", timeout=30_000)
    page.get_by_role("button", name="Forget these").click()
    expect(page.locator("#recent button")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('smile-recent')") == "[]"
