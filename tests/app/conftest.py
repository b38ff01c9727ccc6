"""The served app: `page` is an open page of it, and `client` calls its API."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from gradio_client import Client
from playwright.sync_api import BrowserContext, Download, Locator, Page, expect, sync_playwright

from tests.support.app_process import AppProcess

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
SIZES = {"desk": (1280, 900), "phone": (390, 844)}
Look = tuple[str, str]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """A browser, which keeps the app's scripts: the first page takes five times the work of the next."""
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}: run `apt-get install chromium`")
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"), executable_path=CHROMIUM, args=FLAGS.split()
        )
        yield context
        context.close()


@pytest.fixture
def page(visitor: BrowserContext, app_process: AppProcess) -> Iterator[Page]:
    """The app's page at a desk, light. It may ask for nothing from another host and raise no error in the browser."""
    page = visitor.new_page()
    show(page, ("desk", "light"))
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(app_process.url)
    expect(page.get_by_role("status").filter(has_text="Model ready")).to_be_visible(timeout=300_000)
    yield page
    page.evaluate("localStorage.clear()")  # the next page finds nothing kept
    own = urlsplit(app_process.url).netloc
    elsewhere = [url for url in asked if url.startswith("http") and urlsplit(url).netloc != own]
    assert elsewhere == []
    assert len(asked) > 10
    assert errors == []
    page.close()


def show(page: Page, look: Look) -> None:
    """Gives a page its size and scheme."""
    size, scheme = look
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=cast(Any, scheme))


@pytest.fixture(scope="session")
def client(app_process: AppProcess) -> Client:
    """Calls the app over its API."""
    return Client(app_process.url, verbose=False)


def send(page: Page, tab: str, files: Path | list[Path], are_columns_known: bool = False) -> Locator:
    """Sends files to a tab and returns its panel, once that says that it knows the columns where it does."""
    page.get_by_role("tab", name=tab).click()
    panel = page.get_by_role("tabpanel")
    open_form(page)
    panel.locator("input[type=file]").set_input_files(files)
    if are_columns_known:
        expect(panel.get_by_text("columns recognised")).to_be_visible(timeout=60_000)
    return panel


def open_form(page: Page) -> None:
    """Opens the form of a tab, which a run has folded."""
    form = page.get_by_role("tabpanel").get_by_role("button", name="File and columns")
    expect(form).to_be_visible(timeout=60_000)
    if not page.get_by_role("tabpanel").get_by_role("button", name="Cancel").is_visible():
        form.click()


def open_advanced(page: Page) -> None:
    """Opens the part of a form that few need."""
    page.get_by_role("tabpanel").get_by_role("button", name="Advanced").click()


def run(page: Page) -> Locator:
    """Starts the run of the tab Score a file; returns the result."""
    open_form(page)
    page.get_by_role("button", name="Score the file").click()
    return page.locator("#summary")


def score_file(page: Page, path: Path) -> Locator:
    """Scores a file whose columns are known in the tab Score a file; returns the result, which may be under way."""
    send(page, "Score a file", path, are_columns_known=True)
    return run(page)


def download(button: Locator) -> Download:
    """Clicks on a button; returns what it downloads."""
    with button.page.expect_download(timeout=60_000) as downloaded:
        button.click()
    return downloaded.value
