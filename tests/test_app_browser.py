"""The app in a real browser: at a desk and on a phone, light and dark, with nothing fetched from elsewhere."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from smile.app.try_it import EXAMPLES

from .app_process import AppProcess

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
SIZES = {"desk": (1280, 900), "phone": (390, 844)}

# Set it to draw the README's pictures anew.
PICTURES = "SMILE_DRAW_SCREENSHOTS"

pytestmark = [
    pytest.mark.real_encoder,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no {CHROMIUM}: run `apt-get install chromium`"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture(params=[(size, scheme) for size in SIZES for scheme in ("light", "dark")], ids="-".join)
def page(request: pytest.FixtureRequest, browser: Browser, app_process: AppProcess) -> Iterator[Page]:
    """The app's page, which may ask for nothing from another host and raise no error in the browser."""
    size, scheme = request.param
    yield from _open(browser, app_process, size, scheme)


@pytest.fixture
def desk(browser: Browser, app_process: AppProcess) -> Iterator[Page]:
    """The same at a desk, light, for what does not depend on it."""
    yield from _open(browser, app_process, "desk", "light")


def _open(browser: Browser, app_process: AppProcess, size: str, scheme: Any) -> Iterator[Page]:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(app_process.url)
    expect(page.get_by_role("status").filter(has_text="Model ready")).to_be_visible(timeout=60_000)
    yield page
    own = urlsplit(app_process.url).netloc
    elsewhere = [url for url in asked if url.startswith("http") and urlsplit(url).netloc != own]
    assert elsewhere == []
    assert len(asked) > 10
    assert errors == []
    context.close()


def _check(page: Page, name: str, request: pytest.FixtureRequest) -> None:
    """Holds the page as it stands against the rules of accessibility, and that it fits its width; takes its picture."""
    page.wait_for_timeout(500)  # fades end
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    serious = [
        (each["id"], each["help"], [node["html"][:200] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("window.innerWidth")
    kind = request.node.callspec.id
    if os.environ.get(PICTURES) and kind in ("desk-light", "phone-dark"):
        where = Path(__file__).parents[1] / "assets" / f"app_{name}_{kind.replace('-', '_')}.png"
        page.evaluate("window.scrollTo(0, 0)")
        page.screenshot(path=where, full_page=True)


def test_an_example_is_scored_with_one_click(page: Page, request: pytest.FixtureRequest) -> None:
    page.get_by_role("button", name="A whole sentence").click()
    cards = page.locator(".smile-card")
    expect(cards).to_have_count(2, timeout=20_000)
    right, wrong = cards.nth(0), cards.nth(1)
    expect(right.locator("h3")).to_have_text("Right")
    expect(wrong.locator("h3")).to_have_text("Not right")
    expect(right.locator(".smile-answer mark")).to_have_text("Paris")
    expect(right.locator(".smile-answer u")).to_have_text("Paris")
    expect(right.locator(".smile-sentence")).to_contain_text("word for word")
    expect(page.locator(".smile-summary")).to_contain_text("1 of 2 answers right")
    assert right.locator(".smile-answer").inner_text() == "The capital of France is Paris, on the Seine."
    expect(right).to_be_in_viewport()
    _check(page, "try_it", request)


def test_every_example_is_scored_and_has_a_right_answer(desk: Page) -> None:
    assert len(EXAMPLES) == 6
    for example in EXAMPLES:
        desk.get_by_role("button", name=example.name).click()
        expect(desk.get_by_label("Question")).to_have_value(example.question)
        expect(desk.locator(".smile-answer")).to_have_text(list(example.answers), timeout=20_000)
        assert "Right" in desk.locator(".smile-card h3").all_inner_texts()


def test_the_sliders_score_again(desk: Page) -> None:
    desk.get_by_role("button", name="A whole sentence").click()
    smile = desk.locator(".smile-number strong").first
    expect(smile).to_have_text("0.95", timeout=20_000)
    weight = desk.get_by_label("number input for Weight of the semantic score")
    weight.fill("1")
    weight.press("Tab")
    semantic = desk.locator(".smile-parts dd").first.inner_text().strip()
    expect(smile).to_have_text(semantic)
    threshold = desk.get_by_label("number input for Threshold")
    threshold.fill("0.99")
    threshold.press("Tab")
    expect(desk.locator(".smile-card h3").first).to_have_text("Not right")


def test_an_answer_is_text_and_never_markup(desk: Page) -> None:
    desk.get_by_label("Right answers").fill("<b>Paris</b>")
    desk.get_by_label("Answers to score").fill("<img src=x onerror=\"document.title='broken'\"> in Paris")
    desk.get_by_role("button", name="Score").click()
    expect(desk.locator(".smile-answer")).to_contain_text("<img src=x", timeout=20_000)
    assert desk.locator(".smile-answer img").count() == 0
    assert "SMILE" in desk.title()


def test_what_is_missing_is_said(desk: Page) -> None:
    desk.get_by_label("Answers to score").fill("Paris")
    desk.get_by_role("button", name="Score").click()
    expect(desk.get_by_text("there is no right answer: give at least one, one a line")).to_be_visible()


def test_the_keyboard_is_enough(desk: Page) -> None:
    desk.get_by_label("Right answers").fill("Paris")
    desk.keyboard.press("Tab")
    desk.keyboard.type("It is Paris")
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.locator(".smile-card h3")).to_have_text("Right", timeout=20_000)
