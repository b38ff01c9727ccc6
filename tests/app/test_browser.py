"""The app in a real browser: at a desk and on a phone, light and dark, with nothing fetched from elsewhere."""

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.app.conftest import Look, download, open_advanced, score_file, send, show
from tests.support.app_process import AppProcess
from tests.support.command_line import read_items, read_sample, run_smile, write_jsonl

# Set it to draw the README's pictures anew.
PICTURES = "SMILE_DRAW_SCREENSHOTS"
DRAWN = (("try_it", "desk", "light"), ("try_it", "phone", "dark"), ("score_file", "desk", "light"))
_HIGHEST_PICTURE = 1700

# Findings that count though axe calls them moderate or minor.
_MINOR = ("heading-order", "empty-table-header", "landmark-unique")

FEWER = 60

pytestmark = pytest.mark.real_encoder

# Every rule in each size and scheme, those of colours in the other two looks; the look that pages open in comes last.
ALL_RULES = (("phone", "dark"), ("desk", "light"))
RULES_OF_COLOURS = (("phone", "light"), ("desk", "dark"))

_CUT_FIGURES = """() =>
    [...document.querySelectorAll(".smile-picture div")].filter((each) => each.scrollWidth > each.clientWidth).length"""
# Gradio dims a part of the page while it waits for its new content.
_FADES_ENDED = """() => !document.querySelector(".pending") && document.getAnimations().every(
    (each) => each.playState !== "running" || each.effect.getComputedTiming().endTime === Infinity
)"""


def _check(page: Page, name: str) -> None:
    """Holds a tab against the rules of accessibility in each size and scheme, and that it fits; takes its pictures."""
    for look in RULES_OF_COLOURS:
        _check_look(page, name, look, runOnly=["color-contrast", "link-in-text-block"])
    for look in ALL_RULES:
        _check_look(page, name, look)


def _check_look(page: Page, name: str, look: Look, **rules: Any) -> None:
    size, scheme = look
    show(page, look)
    expect(page.locator("body.dark")).to_have_count(1 if scheme == "dark" else 0)
    page.wait_for_function(_FADES_ENDED)
    found = Axe().run(page, options={"resultTypes": ["violations"], **rules}).response["violations"]
    serious = [
        (look, each["id"], each["help"], [node["html"][:200] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in ("serious", "critical") or each["id"] in _MINOR
    ]
    assert serious == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("window.innerWidth")
    assert page.evaluate(_CUT_FIGURES) == 0
    if os.environ.get(PICTURES) and (name, *look) in DRAWN:
        where = Path(__file__).parents[2] / "assets" / f"app_{name}_{size}_{scheme}.png"
        page.evaluate("window.scrollTo(0, 0)")
        width = page.evaluate("window.innerWidth")
        height = min(_HIGHEST_PICTURE, page.evaluate("document.documentElement.scrollHeight"))
        page.screenshot(path=where, full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height})


def test_the_page_as_it_opens_is_accessible(page: Page) -> None:
    expect(page.locator(".smile-card")).to_have_count(3, timeout=60_000)
    _check(page, "try_it")
    page.get_by_text("Details", exact=True).click()
    open_advanced(page)
    # The arrow keys choose within the group.
    page.get_by_role("radio", name=re.compile("^fast")).first.focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("radio", name=re.compile("^default"))).to_be_checked()
    _check(page, "advanced")


def test_an_answer_is_text_and_never_markup(page: Page) -> None:
    page.get_by_label("Correct answers").fill("<b>Paris</b>")
    page.get_by_label("Model answers").fill("<img src=x onerror=\"document.title='broken'\"> in Paris")
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page.locator(".smile-answer").first).to_contain_text("<img src=x", timeout=20_000)
    assert page.locator(".smile-answer img").count() == 0
    assert "SMILE" in page.title()


# The bar may be gone before a test looks for it.
_WATCH_BAR = """() => {
    window.bars = [];
    const note = () => document.querySelectorAll(".smile-progress").forEach((bar) => window.bars.push(bar.textContent));
    new MutationObserver(note).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""


def test_a_file_is_scored_drawn_listed_and_downloaded(page: Page, sample_file: Path) -> None:
    page.evaluate(_WATCH_BAR)
    score_file(page, sample_file)
    bar = page.locator(".smile-progress")
    expect(page.locator("#summary .smile-headline")).to_be_visible(timeout=60_000)
    expect(bar).to_have_count(0)
    assert any("Scoring the file" in text for text in page.evaluate("window.bars"))
    rows = page.locator(".smile-rows tbody tr")
    expect(rows).to_have_count(15)
    page.get_by_role("button", name="Show row short-004").click()
    card = page.locator("#item .smile-card")
    expect(card.locator(".smile-answer mark")).to_have_text("van Gogh")
    for kind in ("CSV", "JSONL", "PARQUET"):
        downloaded = download(page.get_by_text(f"Download {kind}"))
        assert downloaded.suggested_filename == f"sample_qa_smile.{kind.lower()}"
        assert downloaded.path().stat().st_size > 5000
        if kind == "CSV":
            header = downloaded.path().read_text(encoding="utf-8-sig").splitlines()[0].replace('"', "").split(",")
            own = list(json.loads(sample_file.read_text(encoding="utf-8").splitlines()[0]))
            assert header[: len(own)] == own
            assert {"verdict", "smile", "correct", "corrected", "reason"} <= set(header)
    _check(page, "score_file")


def test_charts_table_and_item_belong_together(page: Page, sample_file: Path) -> None:
    score_file(page, sample_file)
    count = page.locator("[data-part=count]")
    expect(count).to_have_text("150 of 150 rows", timeout=60_000)
    # A bar lists its rows.
    page.get_by_text("Score distribution").click()
    bar = page.locator(".bar").last
    n = int(str(bar.get_attribute("aria-label")).split()[0])
    bar.click()
    expect(count).to_have_text(f"{n} of 150 rows")
    page.locator("[data-part=clear]").click()
    # So do words and verdicts, whose numbers are those of the headline.
    page.get_by_label("Find").fill("van gogh")
    expect(count).to_have_text("1 of 150 rows")
    page.get_by_label("Find").fill("")
    told = re.findall(r"(\d+) (\w+)", page.locator("#summary .smile-headline").inner_text().partition(": ")[2])
    assert sum(int(n) for n, _ in told) == 150
    for n_rows, verdict in told:
        page.locator("[data-part=kind]").select_option(verdict)
        expect(count).to_have_text(f"{n_rows} of 150 rows")
        marks = page.locator(".smile-rows td.verdict").all_inner_texts()
        assert {mark.split()[1] for mark in marks} == {verdict}
    page.locator("[data-part=kind]").select_option("all")
    # A column sorts, and again the other way.
    page.get_by_text("Columns", exact=True).click()
    page.get_by_role("checkbox", name="SMILE", exact=True).check()
    for is_falling in (False, True):
        page.get_by_role("columnheader", name="SMILE").get_by_role("button").click()
        smile = [float(text) for text in page.locator(".smile-rows td.smile").all_inner_texts()]
        assert smile == sorted(smile, reverse=is_falling)


def test_keys_go_through_the_opened_rows(page: Page, sample_file: Path) -> None:
    score_file(page, sample_file)
    expect(page.locator("#summary .smile-headline")).to_be_in_viewport(timeout=60_000)
    page.get_by_role("button", name="Show row short-004").click()
    expect(page.locator("#item .smile-card")).to_be_in_viewport(timeout=20_000)
    # The keys go through the rows as they are listed, and the page stays where it is, on a phone too.
    for look in (("phone", "light"), ("desk", "light")):
        show(page, look)
        page.get_by_role("button", name="Show row short-004").click()
        expect(page.locator("#item .smile-summary")).to_contain_text("short-004", timeout=20_000)
        expect(page.get_by_role("group", name="The chosen row")).to_be_focused()
        place = page.evaluate("scrollY")
        for name in ("short-005", "short-006"):
            page.keyboard.press("ArrowDown")
            expect(page.locator("#item .smile-summary")).to_contain_text(name, timeout=20_000)
            expect(page.get_by_role("group", name="The chosen row")).to_be_focused()
            expect(page.locator("#item .smile-results")).to_be_in_viewport()
        page.get_by_role("button", name="Previous row").click()
        expect(page.locator("#item .smile-summary")).to_contain_text("short-005", timeout=20_000)
        expect(page.locator("#item")).to_contain_text("Correct answer: Jupiter")
        expect(page.locator("#item")).to_contain_text("Human label: incorrect")
        assert page.evaluate("scrollY") == place
    _check(page, "row")


def _slow_file(folder: Path) -> Path:
    """Writes a file that takes half a minute to score."""
    rows = [{"prediction": " ".join(f"w{i}x{j}" for j in range(80)), "reference": f"v{i} of it"} for i in range(150)]
    return write_jsonl(folder / "slow.jsonl", rows)


def test_a_run_is_cancelled(page: Page, tmp_path: Path) -> None:
    score_file(page, _slow_file(tmp_path))
    expect(page.locator(".smile-progress")).to_be_visible(timeout=20_000)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. Start again")).to_be_visible(timeout=15_000)
    page.wait_for_timeout(1000)
    expect(page.locator("#summary .smile-headline")).to_have_count(0)
    expect(page.locator(".smile-progress")).to_have_count(0)
    # What was cancelled keeps nobody waiting.
    page.get_by_label("Clear").first.click()
    score_file(page, write_jsonl(tmp_path / "few.jsonl", read_sample(FEWER)))
    expect(page.locator("#summary .smile-headline")).to_be_visible(timeout=60_000)


def test_a_closed_tab_ends_its_run(visitor: BrowserContext, app_process: AppProcess, tmp_path: Path) -> None:
    _wait_until_idle(app_process, 120)
    page = visitor.new_page()
    page.goto(app_process.url)
    score_file(page, _slow_file(tmp_path))
    expect(page.locator(".smile-progress")).to_be_visible(timeout=20_000)
    page.close()
    _wait_until_idle(app_process, 10)


def _wait_until_idle(app: AppProcess, seconds: float) -> None:
    """Waits until the app's process computes next to nothing for a second."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        before = _cpu_seconds(app)
        time.sleep(1)
        if _cpu_seconds(app) - before < 0.3:
            return
    raise AssertionError(f"the app is still at work after {seconds} s")


def _cpu_seconds(app: AppProcess) -> float:
    user, system = Path(f"/proc/{app.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def test_a_bad_file_is_refused_on_the_page(page: Page, tmp_path: Path) -> None:
    bad, large = tmp_path / "rows.csv", tmp_path / "large.csv"
    bad.write_bytes(bytes(range(256)))
    large.write_bytes(b"prediction,reference\n" + b"a,b\n" * 400_000)
    page.get_by_role("tab", name="Score a file").click()
    alert, field = page.get_by_role("tabpanel").get_by_role("alert"), page.locator("input[type=file]").first
    field.set_input_files(bad)
    expect(alert).to_contain_text("rows.csv is not a text file", timeout=20_000)
    page.get_by_label("Clear").first.click()
    # A file that comes before the page has cleared the first one is cleared with it.
    expect(alert).to_have_count(0, timeout=20_000)
    # What gradio itself refuses stands in the same place, and in no message that passes.
    field.set_input_files(large)
    expect(alert).to_contain_text("large.csv has 1.5 MB: at most 1 MB are allowed here", timeout=20_000)
    sheet = page.evaluate_handle(
        "() => { const data = new DataTransfer(); data.items.add(new File(['a'], 'a.docx')); return data; }"
    )
    page.locator("button:has(> input[type=file])").first.dispatch_event("drop", {"dataTransfer": sheet})
    expect(alert).to_contain_text("a.docx: unknown ending '.docx'", timeout=20_000)
    expect(page.get_by_test_id("toast-body")).to_have_count(0)


def _choose_to_label(page: Page, path: Path, n: int) -> None:
    panel = send(page, "Check against people", path, are_columns_known=True)
    page.get_by_label("Sample size").fill(str(n))
    panel.get_by_label("Human labels", exact=True).click()
    page.get_by_role("option", name="(none)").click()
    page.get_by_role("button", name="Choose answers").click()
    expect(page.locator("#labelling [data-part=count]")).to_have_text(f"Answer 1 of {n}", timeout=60_000)


def test_labels_survive_reload_and_download_gives_the_estimate(page: Page, tmp_path: Path) -> None:
    rows = [row | {"system": "AB"[i % 2]} for i, row in enumerate(read_sample(40))]
    answers = write_jsonl(tmp_path / "answers.jsonl", rows)
    _choose_to_label(page, answers, 25)
    judging, count = page.get_by_role("region", name="Answers to judge"), page.locator("#labelling [data-part=count]")
    expect(judging).to_be_focused()
    assert "0." not in judging.inner_text()  # no score leads the visitor
    for key in "yynynuyynyynynyynynny":
        page.keyboard.press(key)
    page.keyboard.press("b")  # the last was wrong, not right
    expect(count).to_have_text("Answer 21 of 25")
    page.keyboard.press("n")
    expect(page.locator("#labelling .smile-headline")).to_be_visible(timeout=20_000)
    _check(page, "label")
    question = page.locator("[data-part=question]").inner_text()
    page.reload()
    page.get_by_role("tab", name="Check against people").click()
    expect(page.get_by_text("21 of 25 answers of answers.jsonl are judged.")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Continue labelling").click()
    expect(page.locator("[data-part=question]")).to_have_text(question)
    for key in "yny":
        page.keyboard.press(key)
    expect(count).to_have_text("Answer 25 of 25")
    page.keyboard.press("y")
    expect(count).to_have_text("All 25 judged: 14 correct, 10 incorrect, 1 unsure.")
    downloaded = download(page.get_by_role("button", name="Download labels"))
    taken = tmp_path / downloaded.suggested_filename
    downloaded.save_as(taken)
    found = json.loads(run_smile("estimate", taken, "--json").stdout)
    assert (found["n"], found["n_labelled"], found["warnings"]) == (40, 24, [])
    share, low, high = (f"{100 * each:.0f}" for each in (found["estimate"], *found["estimate_ci"]))
    shown = f"all 40 answers: {share} % correct ({low} to {high} %)."
    expect(page.locator("#labelling .smile-headline")).to_contain_text(shown)
    assert set(found["by_system"]) == {"A", "B"}
    # The labels are here until the visitor discards them.
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#labelling [data-part=discard]").click()
    expect(page.locator("#labelling .smile-headline")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('smile-labelling'))") == []


def test_the_matrix_marks_a_reference_that_systems_contradict(page: Page, tmp_path: Path) -> None:
    said = {"a": "Canberra", "b": "It is Canberra.", "c": "Sydney"}
    rows = [
        {"question": question, "reference": reference, "prediction": answer, "system": name}
        for name, capital in said.items()
        for question, reference, answer in [
            ("What is the capital of Australia?", "Sydney", capital),
            ("What is the capital of Norway?", "Oslo", "Oslo"),
        ]
    ]
    result = score_file(page, write_jsonl(tmp_path / "three.jsonl", rows))
    expect(result.locator(".smile-headline").first).to_be_visible(timeout=60_000)
    marked = page.locator(".smile-rows tbody tr", has=page.locator(".suspect"))
    expect(marked).to_have_count(1)
    expect(marked.locator("th")).to_contain_text("Australia")
    told = "2 systems agree on ‘Canberra’; the reference says ‘Sydney’. The reference may be incorrect or incomplete."
    expect(marked.locator(".suspect")).to_have_attribute("title", told)
    expect(page.get_by_role("img", name="2 systems agree on")).to_be_visible()
    marked.locator("td button").first.click()
    expect(page.locator("#item")).to_contain_text(told, timeout=20_000)
    page.locator("[data-part=kind]").select_option("suspect")
    expect(page.locator(".smile-rows tbody tr")).to_have_count(1)
    _check(page, "suspect")


def test_back_and_reload_keep_tab_and_fields(page: Page) -> None:
    question, file = page.get_by_role("textbox", name="Question"), page.get_by_role("tab", name="Score a file")
    question.fill("Where?")
    file.click()
    expect(page.get_by_text("Up to 160 rows")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("tab", name="Try it")).to_have_attribute("aria-selected", "true")
    expect(question).to_have_value("Where?")
    page.go_forward()
    page.reload()
    expect(file).to_have_attribute("aria-selected", "true", timeout=30_000)


def test_systems_are_compared_and_names_are_text(page: Page, repository: Path, tmp_path: Path) -> None:
    evil = "<img src=x onerror=\"document.title='broken'\">"
    rows = [
        row | {"system": name}
        for name, file in (("small", "small"), (evil, "large"))
        for row in read_items(repository / "assets" / "compare" / f"{file}.jsonl")
    ]
    result = score_file(page, write_jsonl(tmp_path / "both.jsonl", rows))
    expect(result.get_by_role("region", name="Ranking").get_by_role("rowheader")).to_have_text(
        [evil, "small"], timeout=60_000
    )
    result.get_by_text("All numbers").click()
    assert result.locator(".smile-picture img").evaluate("image => image.naturalWidth") > 800
    expect(page.locator("[data-part=count]")).to_have_text("80 of 80 rows")
    page.locator("[data-part=group]").select_option("system")
    groups = page.get_by_role("region", name="Accuracy by group").locator("tbody tr")
    expect(groups).to_have_count(2)
    # A line for each question, a cell with the verdict for each system, the best one first.
    table = page.locator(".smile-rows")
    assert table.locator("thead th").all_inner_texts() == ["Question", evil, "small"]
    cells = table.locator("tbody tr").first.locator("td .verdict")
    assert [text.split()[1] for text in cells.all_inner_texts()] == ["correct", "unsure"]
    table.locator("tbody td button").nth(1).click()
    expect(page.locator("#item .smile-summary")).to_contain_text("small: q", timeout=20_000)
    page.get_by_role("checkbox", name="Systems side by side").uncheck()
    expect(table.locator("thead th").nth(1)).to_contain_text("System")
    assert page.locator(".smile-comparison img[src=x], #explorer img[src=x]").count() == 0
    assert "SMILE" in page.title()
    _check(page, "compare")
