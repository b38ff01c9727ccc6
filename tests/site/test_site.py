"""The built site, in a browser: `make docs` builds it and then runs this."""

import re
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

import smile
from tests.app.conftest import CHROMIUM, FLAGS

SITE = Path(__file__).resolve().parents[2] / "build" / "site"
PAGES = sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(SITE)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Page]:
    """A page that may ask for nothing from another host, and raise no error."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        page = browser.new_page()
        asked: list[str] = []
        errors: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        yield page
        browser.close()
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    assert errors == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_a_desk_and_a_phone(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/{name}")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        too_wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(too_wide) <= 0


def test_the_list_for_language_models_leads_to_pages() -> None:
    listed = re.findall(r"\]\((\S+)\)", (SITE / "llms.txt").read_text(encoding="utf-8"))
    assert len(listed) > 10
    assert [name for name in listed if not (SITE / name).exists()] == []
    assert "# API reference" in (SITE / "llms-full.txt").read_text(encoding="utf-8")


def test_every_public_name_is_described(page: Page, address: str) -> None:
    page.goto(f"{address}/docs/api.html")
    for name in smile.__all__:
        if name != "__version__":
            assert page.locator(f"[id='smile.{name}']").locator("xpath=following::p[1]").inner_text(), name


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("compare_systems", "large is better by"),
        ("labels_and_a_judge", "of 200 intervals contain that value"),
        ("reward_in_training", "smile_not_attempted"),
    ],
)
def test_notebook_shows_output_without_machine_paths(page: Page, address: str, name: str, output: str) -> None:
    page.goto(f"{address}/notebooks/{name}.html")
    expect(page.locator("article").get_by_text(output).last).to_be_visible()
    shown = page.locator("article").inner_text()
    assert [path for path in (str(SITE.parents[1]), tempfile.gettempdir(), sys.prefix) if path in shown] == []


def test_the_search_finds_a_page_by_its_words(page: Page, address: str) -> None:
    page.goto(f"{address}/index.html", wait_until="networkidle")
    page.keyboard.press("Control+k")
    expect(page.locator("input:focus")).to_be_attached()  # without it, the letter n goes to the next page
    page.keyboard.type("LearnedWarning")
    expect(page.get_by_text("Errors and warnings").last).to_be_visible()
