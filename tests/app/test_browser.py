"""Each task of a user in a real browser: at a desk and on a phone, light and dark."""

import json
import os
import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

from smile.app.tabs.try_it import EXAMPLE
from tests.app.conftest import Look, download, open_advanced, open_form, run, score_file, send, show
from tests.support.app_process import AppProcess
from tests.support.command_line import read_items, read_sample, run_smile, without, write_jsonl

# Set it to draw the README's pictures anew.
PICTURES = "SMILE_DRAW_SCREENSHOTS"
DRAWN = (("try_it", "desk", "light"), ("try_it", "phone", "dark"), ("score_file", "desk", "light"))
_HIGHEST_PICTURE = 1700

# Findings that count though axe calls them moderate or minor.
_MINOR = ("heading-order", "empty-table-header", "landmark-unique")

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


def check(page: Page, name: str) -> None:
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


def fill_in(page: Page, references: str, answers: str) -> Locator:
    """Fills in the fields of "Try it"; returns the button."""
    page.get_by_label("Correct answers").fill(references)
    page.get_by_label("Model answers").fill(answers)
    return page.get_by_role("button", name="Score", exact=True)


def test_page_opens_with_a_result(page: Page) -> None:
    lines = page.locator(".smile-card")
    expect(lines.locator("h2")).to_have_text(["Correct", "Incorrect", "Incorrect"], timeout=60_000)
    expect(lines.locator(".smile-answer")).to_have_text(EXAMPLE[2].splitlines())
    expect(page.locator(".smile-summary")).to_have_text("1 correct, 2 incorrect")
    expect(lines.last).to_be_in_viewport()
    expect(lines.first).to_contain_text("26.2 miles ≈ 42.195 km")
    check(page, "try_it")
    # The numbers are there for those who ask.
    formula = page.locator(".smile-details .smile-number").first
    expect(formula).to_be_hidden()
    page.get_by_text("Details", exact=True).click()
    expect(formula).to_contain_text("is the chance that a person would accept this answer")
    expect(page.locator(".smile-signature")).to_contain_text("setting:learned")
    open_advanced(page)
    # The arrow keys choose within the group.
    fast = page.get_by_role("radio", name=re.compile("^fast")).first
    fast.focus()
    fast.press("ArrowUp")
    expect(page.get_by_role("radio", name=re.compile("^default"))).to_be_checked()
    check(page, "advanced")


def test_typed_answers_are_scored_and_results_marked(page: Page) -> None:
    button = fill_in(
        page, "Paris", "Good <img src=x onerror=\"document.title='broken'\"> one!\nIt is not “Paris”.\nפריז"
    )
    button.click()
    cards, old = page.locator(".smile-card"), page.locator(".smile-old-note")
    expect(page.locator(".smile-answer").first).to_contain_text("<img src=x", timeout=60_000)
    assert page.locator(".smile-answer img").count() == 0
    assert "SMILE" in page.title()
    expect(cards.nth(1).locator("u").first).to_have_text("Paris")
    assert cards.nth(2).locator(".smile-answer").evaluate("node => getComputedStyle(node).direction") == "rtl"
    # An edited text marks the result, and the old text clears it.
    question = page.get_by_role("textbox", name="Question")
    question.fill("Which city?")
    expect(old).to_be_visible()
    question.fill(EXAMPLE[0])
    expect(old).to_be_hidden()
    # Several lines may be one answer, and another setting and threshold score it.
    page.get_by_label("Model answers").fill("The capital of France is\n\nParis, on the Seine.")
    page.get_by_label("All lines are one answer", exact=True).check()
    open_advanced(page)
    page.get_by_role("tabpanel").get_by_role("radio", name=re.compile("^default")).check()
    threshold, alert = (
        page.get_by_role("tabpanel").get_by_label("Threshold"),
        page.locator("#verdict").get_by_role("alert"),
    )
    threshold.fill("0.99")
    button.click()
    expect(cards.locator("h2")).to_have_text(["Unsure"], timeout=60_000)
    expect(cards.locator(".smile-answer mark")).to_have_text("Paris")
    # A run that fails leaves no old result, and says why where the result would be.
    threshold.fill("2")
    button.click()
    expect(alert).to_contain_text("between 0 and 1", timeout=60_000)
    expect(cards).to_have_count(0)
    expect(page.get_by_test_id("toast-body")).to_have_count(0)


def test_link_back_and_reload_keep_the_page(page: Page) -> None:
    fill_in(page, "Paris", "It is Paris & more").click()
    page.wait_for_function("decodeURIComponent(location.hash).includes('It is Paris & more')", timeout=60_000)
    link, asked = page.url, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".smile-answer")).to_have_text("It is Paris & more", timeout=30_000)
    assert not [url for url in asked if "Paris" in unquote(urlsplit(url).query)]
    # Tabs are places, and fields stay as they are.
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


def test_a_file_is_scored_read_and_downloaded(page: Page, repository: Path) -> None:
    sample, rows, count = (
        repository / "assets/sample_qa.jsonl",
        page.locator(".smile-rows tbody tr"),
        page.locator("[data-part=count]"),
    )
    result = score_file(page, sample)
    expect(result.locator(".smile-headline")).to_be_visible(timeout=60_000)
    expect(page.locator(".smile-progress")).to_have_count(0)
    expect(rows).to_have_count(15)
    check(page, "score_file")
    for kind in ("CSV", "JSONL", "PARQUET"):
        downloaded = download(page.get_by_text(f"Download {kind}"))
        assert downloaded.suggested_filename == f"sample_qa_smile.{kind.lower()}"
        assert downloaded.path().stat().st_size > 5000
    # A bar, a word and a verdict list their rows, whose numbers are those of the headline.
    page.get_by_text("Score distribution").click()
    bar = page.locator(".bar").last
    n = int(str(bar.get_attribute("aria-label")).split()[0])
    bar.click()
    expect(count).to_have_text(f"{n} of 150 rows")
    page.locator("[data-part=clear]").click()
    page.get_by_label("Find").fill("van gogh")
    expect(count).to_have_text("1 of 150 rows")
    page.get_by_label("Find").fill("")
    told = re.findall(r"(\d+) (\w+)", result.locator(".smile-headline").inner_text().partition(": ")[2])
    assert sum(int(n) for n, _ in told) == 150
    for n_rows, verdict in told:
        page.locator("[data-part=kind]").select_option(verdict)
        expect(count).to_have_text(f"{n_rows} of 150 rows")
    page.locator("[data-part=kind]").select_option("all")
    # The keys go through the rows as they are listed, and the page stays where it is, on a phone too.
    for look in (("phone", "light"), ("desk", "light")):
        show(page, look)
        page.get_by_role("button", name="Show row short-004").click()
        expect(page.locator("#item .smile-summary")).to_contain_text("short-004", timeout=60_000)
        expect(page.locator("#item .smile-answer mark")).to_have_text("van Gogh")
        place = page.evaluate("scrollY")
        page.keyboard.press("ArrowDown")
        expect(page.locator("#item .smile-summary")).to_contain_text("short-005", timeout=60_000)
        expect(page.get_by_role("group", name="The chosen row")).to_be_focused()
        expect(page.locator("#item")).to_contain_text("Human label: incorrect")
        assert page.evaluate("scrollY") == place
    check(page, "row")


def test_table_shows_own_columns_and_groups(page: Page, tmp_path: Path) -> None:
    rows = [
        {
            "question": f"Where is {i}?",
            "reference": "Paris",
            "prediction": ("Rome" if i % 2 else "Paris") if i % 4 else "Well. <answer>Paris</answer>",
            "topic": "river" if i % 2 else "town",
            "length": i,
            "note": f"<b>note {i}</b>",
        }
        for i in range(40)
    ]
    result, table = score_file(page, write_jsonl(tmp_path / "mine.jsonl", rows)), page.locator(".smile-rows")
    expect(result.locator(".smile-headline")).to_be_visible(timeout=60_000)
    heads = [text.rstrip(" ⇅▲▼") for text in table.locator("thead th").all_inner_texts()]
    assert heads == ["Row", "Verdict", "Question", "Answer", "Correct answers", "Why"]
    # Columns come, go and sort, and all of them are searched.
    page.get_by_text("Columns", exact=True).click()
    hidden = "SMILE|Uncertainty|Same meaning|Asserted|Answer read|Semantic|Lexical|topic|length|note".split("|")
    expect(page.locator("[data-part=columns] label")).to_have_text([*heads[1:], *hidden])
    for name in ("note", "Answer read", "SMILE"):
        page.get_by_role("checkbox", name=name, exact=True).check()
    expect(table.locator("tbody tr").first.locator("td.answer_read")).to_have_text("Paris")
    expect(table.locator("tbody tr").first.locator("td.smile")).to_have_text(re.compile(r"^\d\.\d\d$"))
    expect(table.locator("tbody tr").first.locator("td.own").last).to_have_text("<b>note 0</b>")
    for is_falling in (False, True):
        page.get_by_role("columnheader", name="SMILE").get_by_role("button").click()
        smile = [float(text) for text in table.locator("td.smile").all_inner_texts()]
        assert smile == sorted(smile, reverse=is_falling)
    page.get_by_label("Find").fill("note 17")
    expect(page.locator("[data-part=count]")).to_have_text("1 of 40 rows")
    page.get_by_label("Find").fill("")
    # Groups have an interval, and numbers are divided at their quartiles.
    choice, groups = page.locator("[data-part=group]"), page.get_by_role("region", name="Accuracy by group")
    choice.select_option("topic")
    for line, shown in enumerate(
        (["river", "20", "0 (0 %)", "0 to 20 %"], ["town", "20", "20 (100 %)", "80 to 100 %"])
    ):
        expect(groups.locator("tbody tr").nth(line).locator("th, td")).to_have_text(shown)
    groups.get_by_role("button", name="river").click()
    expect(page.locator("[data-part=count]")).to_have_text("20 of 40 rows")
    choice.select_option("length")
    expect(groups.locator("tbody th")).to_have_text(
        ["up to 9.75", "over 9.75 to 19.5", "over 19.5 to 29.25", "over 29.25"]
    )


def test_columns_are_guessed_and_settings_scored_again(page: Page, tmp_path: Path) -> None:
    rows = [
        {"Prompt": f"Where is {i}?", "Gold (correct)": "Oslo;Bergen", "output": {"text": "Bergen", "tokens": 2}}
        for i in range(12)
    ]
    error, old = page.locator("#progress [role=alert]"), page.locator(".smile-outdated")
    panel = send(
        page, "Score a file", write_jsonl(tmp_path / "mine.jsonl", [*rows, rows[0] | {"Gold (correct)": None}])
    )
    preview = panel.get_by_role("region", name="Preview of the file")
    expect(preview.locator("caption")).to_have_text("mine.jsonl: the first 10 of 13 rows", timeout=60_000)
    expect(panel.get_by_text("We guessed the columns")).to_be_visible()
    expect(panel.locator(".smile-faults")).to_contain_text("1 of 13 rows has a fault and will be left out:")
    for label, name in (
        ("Model answers", "output.text"),
        ("Correct answers", "Gold (correct)"),
        ("Questions", "Prompt"),
    ):
        expect(panel.get_by_label(label, exact=True)).to_have_value(name)
    expect(run(page).locator(".smile-headline")).to_contain_text("mine.jsonl", timeout=60_000)
    expect(error).to_have_count(0)
    # Several correct answers in a cell need no new file; what is shown is marked as old until they are scored.
    open_form(page)
    open_advanced(page)
    panel.get_by_label("Separator between correct answers").click()
    page.get_by_role("option", name=";").click()
    expect(old).to_contain_text("the input has changed")
    expect(run(page)).to_contain_text("12 correct, 0 incorrect", timeout=60_000)
    expect(page.locator(".smile-rows td.references").first).to_have_text("Oslo | Bergen", timeout=60_000)
    expect(old).to_have_count(0)
    first = read_items(download(panel.get_by_text("Download JSONL")).path())[0]
    assert {name: first[name] for name in rows[0]} == rows[0]
    # A failed run leaves no result that looks new.
    open_form(page)
    panel.get_by_label("Clear").first.click()
    run(page)
    expect(error).to_contain_text("Choose a file first.", timeout=60_000)
    expect(old).to_contain_text("from the previous run")


def test_a_bad_file_is_refused_on_the_page(page: Page, tmp_path: Path) -> None:
    bad, large = tmp_path / "rows.csv", tmp_path / "large.csv"
    bad.write_bytes(bytes(range(256)))
    large.write_bytes(b"prediction,reference\n" + b"a,b\n" * 400_000)
    page.get_by_role("tab", name="Score a file").click()
    alert, field = page.get_by_role("tabpanel").get_by_role("alert"), page.locator("input[type=file]").first
    field.set_input_files(bad)
    expect(alert).to_contain_text("rows.csv is not a text file", timeout=60_000)
    page.get_by_label("Clear").first.click()
    # A file that comes before the page has cleared the first one is cleared with it.
    expect(alert).to_have_count(0, timeout=60_000)
    # What gradio itself refuses stands in the same place, and in no message that passes.
    field.set_input_files(large)
    expect(alert).to_contain_text("large.csv has 1.5 MB: at most 1 MB are allowed here", timeout=60_000)
    sheet = page.evaluate_handle(
        "() => { const data = new DataTransfer(); data.items.add(new File(['a'], 'a.docx')); return data; }"
    )
    page.locator("button:has(> input[type=file])").first.dispatch_event("drop", {"dataTransfer": sheet})
    expect(alert).to_contain_text("a.docx: unknown ending '.docx'", timeout=60_000)
    expect(page.get_by_test_id("toast-body")).to_have_count(0)


def _slow_file(folder: Path) -> Path:
    """Writes a file that takes half a minute to score."""
    rows = [{"prediction": " ".join(f"w{i}x{j}" for j in range(80)), "reference": f"v{i} of it"} for i in range(150)]
    return write_jsonl(folder / "slow.jsonl", rows)


def test_cancelled_and_closed_runs_end(
    visitor: BrowserContext, page: Page, app_process: AppProcess, tmp_path: Path
) -> None:
    score_file(page, _slow_file(tmp_path))
    expect(page.locator(".smile-progress")).to_contain_text("Scoring the file", timeout=60_000)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. Start again")).to_be_visible(timeout=60_000)
    expect(page.locator(".smile-progress")).to_have_count(0)
    expect(page.locator("#summary .smile-headline")).to_have_count(0)
    # What was cancelled keeps nobody waiting.
    _wait_until_idle(app_process)
    page.get_by_label("Clear").first.click()
    score_file(page, write_jsonl(tmp_path / "few.jsonl", read_sample(9)))
    expect(page.locator("#summary .smile-headline")).to_be_visible(timeout=60_000)
    closed = visitor.new_page()
    closed.goto(app_process.url)
    score_file(closed, _slow_file(tmp_path))
    expect(closed.locator(".smile-progress")).to_be_visible(timeout=60_000)
    closed.close()
    _wait_until_idle(app_process)


def _wait_until_idle(app: AppProcess) -> None:
    """Waits until the app's process computes next to nothing for a second; a slow file would take longer than this."""

    def used() -> float:
        cells = Path(f"/proc/{app.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")

    for _ in range(12):
        before = used()
        time.sleep(1)
        if used() - before < 0.3:
            return
    raise AssertionError("the app is still at work")


def test_systems_are_compared_and_names_are_text(page: Page, tmp_path: Path) -> None:
    evil = "<img src=x onerror=\"document.title='broken'\">"
    said = {evil: "Canberra", "b": "It is Canberra.", "c": "Sydney"}
    questions = [("What is the capital of Australia?", "Sydney"), ("What is the capital of Norway?", "Oslo")]
    rows = [
        {
            "question": asked,
            "reference": right,
            "prediction": said[name] if right == "Sydney" else right,
            "system": name,
        }
        for name in said
        for asked, right in questions
    ]
    result = score_file(page, write_jsonl(tmp_path / "three.jsonl", rows))
    ranking = result.get_by_role("region", name="Ranking").get_by_role("rowheader")
    expect(ranking).to_have_text(["c", "b", evil], timeout=60_000)
    result.get_by_text("All numbers").click()
    assert result.locator(".smile-picture img").evaluate("image => image.naturalWidth") > 800
    # A line for each question, and a cell with the verdict for each system, the best one first.
    table, told = page.locator(".smile-rows"), "2 systems agree on ‘Canberra’; the reference says ‘Sydney’."
    assert table.locator("thead th").all_inner_texts() == ["Question", "c", evil, "b"]
    # What the reference may have wrong is marked, and the rows that it concerns can be chosen.
    marked = table.locator("tbody tr", has=page.locator(".suspect"))
    expect(marked).to_have_count(1)
    expect(marked.locator("th")).to_contain_text("Australia")
    expect(marked.locator(".suspect")).to_have_attribute("title", re.compile(told))
    marked.locator("td button").first.click()
    expect(page.locator("#item")).to_contain_text(told, timeout=60_000)
    page.locator("[data-part=kind]").select_option("suspect")
    expect(table.locator("tbody tr")).to_have_count(1)
    check(page, "compare")
    page.get_by_role("checkbox", name="Systems side by side").uncheck()
    expect(table.locator("thead th").nth(1)).to_contain_text("System")
    assert page.locator(".smile-comparison img[src=x], #explorer img[src=x]").count() == 0
    assert "SMILE" in page.title()


THEO = "his brother Theo"
PAINTED = {"question": "Who painted it?", "references": ["van Gogh"], "topic": "art"}
CORRECTED = [
    {"id": "a", "prediction": THEO, **PAINTED},
    {"id": "b", "prediction": f"Oh, {THEO}!", **PAINTED},
    {"id": "c", "question": "Where?", "references": ["Oslo"], "prediction": "Oslo", "topic": "place"},
    {"id": "d", "question": "Where?", "references": ["Oslo"], "prediction": "Rome", "topic": "place"},
]


def test_a_correction_counts_everywhere_and_stays(page: Page, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "mine.jsonl", CORRECTED)
    result, panel = score_file(page, path), page.get_by_role("tabpanel")
    headline, form = result.locator(".smile-headline"), panel.get_by_role("button", name="Score the file")
    corrected = "2 correct, 2 incorrect, with 1 correction"
    expect(headline).to_contain_text("1 correct, 3 incorrect", timeout=60_000)
    page.get_by_role("button", name="Show row d").click()
    mine = panel.get_by_role("region", name="Your verdict")
    mine.get_by_role("button", name="Correct", exact=True).click(timeout=60_000)
    expect(headline).to_contain_text(corrected, timeout=60_000)
    expect(page.locator("#item .smile-card h2")).to_have_text("Correct", timeout=60_000)
    page.locator("[data-part=group]").select_option("topic")
    groups = page.get_by_role("region", name="Accuracy by group").locator("tbody tr td:nth-child(3)")
    expect(groups).to_have_text(["0 (0 %)", "2 (100 %)"])
    page.locator("[data-part=kind]").select_option("mine")
    expect(page.locator("[data-part=count]")).to_have_text("1 of 4 rows")
    page.reload()
    expect(headline).to_contain_text(corrected, timeout=60_000)
    expect(page.locator(".smile-rows tr[data-row='3'] td.verdict")).to_have_text("✓ correct by you")
    record = read_items(download(panel.get_by_text("Download JSONL")).path())[3]
    assert [record[name] for name in ("verdict", "corrected", "reason")] == ["correct", True, "Corrected by you"]
    # The same file, scored again, keeps it. What the server has deleted keeps its rows; what is removed is gone.
    score_file(page, path)
    expect(form).to_be_hidden(timeout=60_000)  # the run is over
    expect(headline).to_contain_text(corrected, timeout=60_000)
    kept = page.evaluate("sessionStorage['smile-scored-file']")
    other = kept.replace(json.loads(kept)["data"]["kept_as"], "another")
    page.evaluate("(kept) => { sessionStorage['smile-scored-file'] = kept; }", other)
    page.reload()
    expect(result).to_contain_text("The server keeps a result for 10 minutes, and no longer has", timeout=60_000)
    expect(page.locator(".smile-rows tbody tr")).to_have_count(4)
    expect(panel.get_by_text("Download CSV")).to_be_hidden()
    page.once("dialog", lambda dialog: dialog.accept())
    panel.get_by_role("button", name="Remove").click()
    page.reload()
    expect(form).to_be_visible(timeout=60_000)
    expect(page.locator(".smile-rows")).to_be_hidden()


def test_an_accepted_answer_is_scored_again(page: Page, tmp_path: Path) -> None:
    result, panel = score_file(page, write_jsonl(tmp_path / "mine.jsonl", CORRECTED)), page.get_by_role("tabpanel")
    headline = result.locator(".smile-headline")
    expect(headline).to_contain_text("1 correct, 3 incorrect", timeout=60_000)
    page.get_by_role("button", name="Show row b").click()
    accepted = panel.get_by_label("Accepted answer", exact=True)
    expect(accepted).to_have_value(f"Oh, {THEO}!")
    accepted.fill(THEO)
    panel.get_by_role("button", name="Accept this answer").click()
    expect(headline).to_contain_text("2 correct, 2 incorrect", timeout=60_000)
    panel.get_by_role("button", name="Score again with accepted answers").click()
    expect(headline).to_contain_text("3 correct, 1 incorrect", timeout=60_000)
    expect(result).to_contain_text("The answers that you accepted count in 2 rows.")
    first = read_items(download(panel.get_by_text("Download JSONL")).path())[0]
    assert (first["references"], first["smile_references"]) == (["van Gogh"], ["van Gogh", THEO])


def test_unsure_rows_are_reviewed_and_labels_return(page: Page, tmp_path: Path) -> None:
    unsure = {"question": "Where?", "references": ["on the table"], "prediction": "on top of the table"}
    result = score_file(page, write_jsonl(tmp_path / "mine.jsonl", [*CORRECTED, unsure]))
    headline, count = result.locator(".smile-headline"), page.locator("#labelling [data-part=count]")
    expect(headline).to_contain_text("1 unsure", timeout=60_000)
    page.get_by_role("button", name="Review unsure rows").click()
    expect(count).to_have_text("Answer 1 of 1", timeout=60_000)
    expect(page.locator("#labelling [data-part=answer]")).to_have_text("on top of the table")
    page.locator("#labelling [data-part=judging]").focus()
    page.keyboard.press("y")
    expect(count).to_contain_text("All 1 judged")
    # The label comes back as a correction, and goes when it is taken back.
    page.go_back()
    expect(headline).to_contain_text("2 correct, 3 incorrect, with 1 correction", timeout=60_000)
    expect(page.locator(".smile-rows tr[data-row='4'] td.reason")).to_have_text("Corrected by you")
    page.locator("[data-part=forget]").click()
    expect(headline).to_contain_text("1 unsure", timeout=60_000)


def _choose_to_label(page: Page, path: Path, n: int) -> None:
    panel = send(page, "Check against people", path, are_columns_known=True)
    page.get_by_label("Sample size").fill(str(n))
    panel.get_by_label("Human labels", exact=True).click()
    page.get_by_role("option", name="(none)").click()
    page.get_by_role("button", name="Choose answers").click()
    expect(page.locator("#labelling [data-part=count]")).to_have_text(f"Answer 1 of {n}", timeout=60_000)


def test_labels_survive_reload_and_give_the_estimate(page: Page, tmp_path: Path) -> None:
    rows = [row | {"system": "AB"[i % 2]} for i, row in enumerate(read_sample(40))]
    _choose_to_label(page, write_jsonl(tmp_path / "answers.jsonl", rows), 25)
    judging, count = page.get_by_role("region", name="Answers to judge"), page.locator("#labelling [data-part=count]")
    headline, soon = page.locator("#labelling .smile-headline"), page.locator("#labelling [data-part=soon]")
    expect(judging).to_be_focused()
    assert "0." not in judging.inner_text()  # no score leads the user
    page.keyboard.type("yynynuyyn")
    expect(soon).to_have_text("1 more label until an estimate appears here.")
    expect(headline).to_have_count(0)
    page.keyboard.type("yynynyynynny")
    page.keyboard.press("b")  # the last was incorrect, not correct
    expect(count).to_have_text("Answer 21 of 25")
    page.keyboard.press("n")
    expect(headline).to_be_visible(timeout=60_000)
    # Each label can be changed in the list, and then the next answer without one follows.
    page.get_by_text("Your labels (21)").click()
    third = page.locator("#labelling [data-part=list] button").nth(2)
    expect(third).to_contain_text("✗ incorrect: ")
    third.click()
    expect(count).to_have_text("Answer 3 of 25")
    page.keyboard.press("n")
    expect(count).to_have_text("Answer 22 of 25")
    check(page, "label")
    question = page.locator("[data-part=question]").inner_text()
    page.reload()
    page.get_by_role("tab", name="Check against people").click()
    expect(page.get_by_text("21 of 25 answers of answers.jsonl are judged.")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Continue labelling").click()
    expect(page.locator("[data-part=question]")).to_have_text(question)
    page.keyboard.type("ynyy")
    expect(count).to_have_text("All 25 judged: 14 correct, 10 incorrect, 1 unsure.")
    downloaded = download(page.get_by_role("button", name="Download labels"))
    taken = tmp_path / downloaded.suggested_filename
    downloaded.save_as(taken)
    found = json.loads(run_smile("estimate", taken, "--json").stdout)
    assert (found["n"], found["n_labelled"], found["warnings"]) == (40, 24, [])
    share, low, high = (f"{100 * each:.0f}" for each in (found["estimate"], *found["estimate_ci"]))
    expect(headline).to_contain_text(f"all 40 answers: {share} % correct ({low} to {high} %).")
    assert set(found["by_system"]) == {"A", "B"}
    # The labels are here until the user discards them.
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#labelling [data-part=discard]").click()
    expect(headline).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('smile-labelling'))") == []


def test_two_tabs_have_one_set_of_labels(page: Page, tmp_path: Path) -> None:
    page.get_by_role("tab", name="Check against people").click()
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("tab", name="Check against people").click()
    expect(other.get_by_role("button", name="Choose answers")).to_be_visible(timeout=60_000)
    page.bring_to_front()
    _choose_to_label(page, write_jsonl(tmp_path / "first.jsonl", read_sample(12)), 12)
    # The tab that was open before finds the labels of this one, and adds to them.
    page.keyboard.type("yy")
    expect(other.get_by_text("2 of 12 answers of first.jsonl are judged.")).to_be_visible()
    other.get_by_role("button", name="Continue labelling").click()
    expect(other.locator("#labelling [data-part=count]")).to_have_text("Answer 3 of 12")
    other.keyboard.press("n")
    page.locator("#labelling [data-part=judging]").focus()
    page.keyboard.type("bu")  # the second again
    expect(page.locator("#labelling [data-part=judged]")).to_have_text("Your labels (3)")
    labels = "JSON.parse(localStorage.getItem('smile-labelling-labels')).labels"
    assert page.evaluate(labels) == ["correct", "unsure", "incorrect"] + [None] * 9
    # A file in the other tab asks first, and declined, changes nothing. Discarded in one, they are gone in both.
    asked: list[str] = []
    other.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    open_form(other)
    other.get_by_role("tabpanel").locator("input[type=file]").set_input_files(
        write_jsonl(tmp_path / "second.jsonl", without(read_sample(5), "human"))
    )
    expect(other.get_by_role("tabpanel").get_by_text("columns recognised")).to_be_visible(timeout=60_000)
    other.get_by_role("button", name="Choose answers").click()
    expect(other.get_by_text("3 of 12 answers of first.jsonl are judged.")).to_be_visible(timeout=60_000)
    assert asked == ["Discard 3 labels of first.jsonl? There is no other copy."]
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#labelling [data-part=discard]").click()
    expect(other.locator("#labelling [data-part=start]")).to_be_hidden()
    other.close()


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
    [("Score a file", "#summary .smile-headline"), ("Check against people", "#labelling [data-part=judging]")],
)
def test_the_keyboard_is_enough_for_a_table(page: Page, tab: str, result: str) -> None:
    is_labelled = tab == "Check against people"
    page.locator("[role=tab][aria-selected=true]").focus()
    _press_until(page, "ArrowRight", tab)
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_role("button", name="Advanced")).to_be_visible(timeout=60_000)
    _press_until(page, "Tab", "Advanced")
    page.keyboard.press("Enter")
    expect(panel.get_by_label("Or paste a table")).to_be_visible(timeout=60_000)
    _press_until(page, "Tab", "Or paste a table")
    # A row that has a label is not judged again.
    page.keyboard.insert_text(TABLE.replace("human", "said") if is_labelled else TABLE)
    _press_until(page, "Tab", "Use this table")
    page.keyboard.press("Enter")
    expect(panel.get_by_text("columns recognised")).to_be_visible(timeout=60_000)
    if is_labelled:
        _press_until(page, "Shift+Tab", "Sample size")
        page.keyboard.press("Control+a")
        page.keyboard.insert_text("2")
        page.keyboard.press("Tab")
    page.keyboard.press("Control+Enter")
    expect(page.locator(result).first).to_be_visible(timeout=60_000)
    if is_labelled:
        page.keyboard.type("ny")
        expect(page.locator("#labelling [data-part=count]")).to_contain_text("1 correct, 1 incorrect")
