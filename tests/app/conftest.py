"""The app in a browser, for the tests that need one: `page` is an open page, and `page_as_opened` one of a size."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.support.app_process import AppProcess

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
SIZES = {"desk": (1280, 900), "phone": (390, 844)}
Look = tuple[str, str]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}: run `apt-get install chromium`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture
def page_as_opened(opened: Look, browser: Browser, app_process: AppProcess) -> Iterator[Page]:
    """The app's page at a desk or on a phone, light or dark."""
    context = _context(browser, opened)
    yield from _open(context, app_process)
    context.close()


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A browser at a desk, light, that has loaded the app's scripts before, for what depends on none of these."""
    context = _context(browser, ("desk", "light"))
    yield context
    context.close()


@pytest.fixture
def page(visitor: BrowserContext, app_process: AppProcess) -> Iterator[Page]:
    """The app's page as `visitor` opens it."""
    yield from _open(visitor, app_process)


def _context(browser: Browser, look: Look) -> BrowserContext:
    size, scheme = look
    width, height = SIZES[size]
    return browser.new_context(viewport={"width": width, "height": height}, color_scheme=cast(Any, scheme))


def _open(context: BrowserContext, app_process: AppProcess) -> Iterator[Page]:
    """Opens the page; it may ask for nothing from another host and raise no error in the browser."""
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
    page.close()


@pytest.fixture
def sample_file(repository: Path) -> Path:
    return repository / "assets" / "sample_qa.jsonl"
