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

from smile.app.tabs.try_it import EXAMPLES
from tests.app.conftest import Look, download, score_file, send, show
from tests.support.app_process import AppProcess
from tests.support.command_line import read_items, read_sample, run_smile, write_jsonl

# Set it to draw the README's pictures anew.
PICTURES = "SMILE_DRAW_SCREENSHOTS"
DRAWN = (
    ("try_it", "desk", "light"),
    ("try_it", "phone", "dark"),
    ("score_file", "desk", "light"),
)
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
_FADES_ENDED = """() => document.getAnimations().every(
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


@pytest.mark.parametrize("opened", [("phone", "dark")])
def test_a_page_opened_on_a_phone_in_the_dark_fits(page_as_opened: Page, opened: Look) -> None:
    page = page_as_opened
    page.get_by_role("button", name="A whole sentence").click()
    expect(page.locator(".smile-card")).to_have_count(2, timeout=20_000)
    expect(page.locator(".smile-card").first).to_be_in_viewport()
    _check_look(page, "opened", opened)


def test_an_example_is_scored_with_one_click(page: Page) -> None:
    page.get_by_role("button", name="A whole sentence").click()
    cards = page.locator(".smile-card")
    expect(cards).to_have_count(2, timeout=20_000)
    right, wrong = cards.nth(0), cards.nth(1)
    expect(right.locator("h2")).to_have_text("Right")
    expect(wrong.locator("h2")).to_have_text("Not right")
    expect(right.locator(".smile-answer mark")).to_have_text("Paris")
    expect(right.locator(".smile-answer u")).to_have_text("Paris")
    expect(right.locator(".smile-sentence")).to_contain_text("Contains the correct answer verbatim.")
    expect(page.locator(".smile-summary")).to_contain_text("1 correct, 1 incorrect")
    assert right.locator(".smile-answer").inner_text() == "The capital of France is Paris, on the Seine."
    expect(right).to_be_in_viewport()
    _check(page, "try_it")


def test_every_example_is_scored_and_has_a_right_answer(page: Page) -> None:
    # The arrow keys choose within the group.
    page.get_by_role("radio", name="fast").focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("radio", name="learned")).to_be_checked()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("radio", name="default")).to_be_checked()
    for example in EXAMPLES:
        page.get_by_role("button", name=example["name"], exact=True).click()
        expect(page.get_by_role("textbox", name="Question")).to_have_value(example["question"])
        expect(page.locator(".smile-answer")).to_have_text(list(example["answers"]), timeout=20_000)
        assert "Right" in page.locator(".smile-card h2").all_inner_texts()


def _choose(page: Page, setting: str) -> None:
    page.get_by_role("tabpanel").get_by_role("radio", name=re.compile(f"^{setting}")).check()


def test_the_learned_setting_has_no_weight_and_its_own_threshold(page: Page) -> None:
    weight = page.get_by_label("number input for Weight of the semantic score")
    threshold = page.get_by_label("number input for Threshold")
    page.get_by_role("button", name="A whole sentence").click()
    signature = page.locator(".smile-signature").first
    expect(signature).to_contain_text("setting:default", timeout=20_000)
    expect(page.locator(".smile-parts dt", has_text="Asserted")).to_have_count(0)
    _choose(page, "learned")
    expect(weight).to_be_disabled(timeout=10_000)
    expect(threshold).to_have_value("0.5")
    expect(page.get_by_text("Does not apply: this setting has learned")).to_be_visible()
    # The first visitor may have to wait until the reader is loaded.
    expect(signature).to_contain_text("setting:learned", timeout=120_000)
    expect(signature).to_contain_text("threshold:0.5|")
    card = page.locator(".smile-card").first
    expect(card.locator(".smile-scale")).to_have_text(
        "the probability that a person calls this answer right; right above 0.5"
    )
    # Only what was read is shown: where the answer surely asserts the reference word for word, its meaning is not.
    readings = card.locator(".smile-parts div").filter(has_text=re.compile("Same meaning|Asserted"))
    assert all(0 <= float(value) <= 1 for value in readings.locator("dd").all_inner_texts())
    expect(page.locator(".smile-warning")).to_have_count(0)
    _check(page, "learned")
    threshold.fill("0")
    threshold.press("Tab")
    expect(signature).to_contain_text("threshold:0.0|")
    expect(card.locator("h2")).to_have_text("Right")
    # Without a question it is worth less.
    page.get_by_role("textbox", name="Question").fill("")
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page.locator("#verdict .smile-warning")).to_contain_text("is used without questions", timeout=20_000)
    _choose(page, "default")
    expect(weight).to_be_enabled(timeout=10_000)
    expect(threshold).to_have_value("0.67")
    expect(signature).to_contain_text("setting:default", timeout=20_000)
    expect(signature).to_contain_text("agg:weighted@0.3|threshold:0.67")
    expect(page.locator(".smile-parts dt", has_text="Asserted")).to_have_count(0)


@pytest.mark.slow
def test_the_learned_setting_scores_a_file(page: Page, sample_file: Path, tmp_path: Path) -> None:
    # The first rows look like the others and take less time.
    sample_file = write_jsonl(tmp_path / sample_file.name, read_sample(FEWER))
    panel = page.get_by_role("tabpanel")
    score_file(page, sample_file)
    expect(page.locator("#summary .smile-headline")).to_be_visible(timeout=60_000)
    _choose(page, "learned")
    expect(panel.get_by_label("Semantic weight")).to_be_disabled()
    expect(panel.get_by_label("Threshold")).to_have_value("0.5")
    page.get_by_role("button", name="Score the file").click()
    expect(page.locator("#summary .smile-signature")).to_contain_text("agg:learned|reader:", timeout=180_000)
    page.get_by_role("button", name="Show row short-004").click()
    expect(page.locator("#item .smile-card")).to_contain_text("the probability that a person calls this answer right")


def test_an_answer_is_text_and_never_markup(page: Page) -> None:
    page.get_by_label("Right answers").fill("<b>Paris</b>")
    page.get_by_label("Answers to score").fill("<img src=x onerror=\"document.title='broken'\"> in Paris")
    page.get_by_role("button", name="Score").click()
    expect(page.locator(".smile-answer")).to_contain_text("<img src=x", timeout=20_000)
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
    assert page.locator(".point").count() == 150
    page.get_by_role("button", name="Show row short-004").click()
    card = page.locator("#item .smile-card")
    expect(card.locator(".smile-answer mark")).to_have_text("van Gogh")
    for kind in ("CSV", "JSONL", "PARQUET"):
        downloaded = download(page.get_by_text(f"Download {kind}"))
        assert downloaded.suggested_filename == f"sample_qa_smile.{kind.lower()}"
        assert downloaded.path().stat().st_size > 5000
        if kind == "CSV":
            header = downloaded.path().read_text(encoding="utf-8").splitlines()[0].replace('"', "").split(",")
            own = list(json.loads(sample_file.read_text(encoding="utf-8").splitlines()[0]))
            assert header[: len(own) + 3] == [*own, "smile", "correct", "reason"]
    _check(page, "score_file")


def test_charts_table_and_item_belong_together(page: Page, sample_file: Path) -> None:
    score_file(page, sample_file)
    count = page.locator("[data-part=count]")
    expect(count).to_have_text("150 of 150 rows", timeout=60_000)
    # A bar lists its rows.
    bar = page.locator(".bar").last
    n = int(str(bar.get_attribute("aria-label")).split()[0])
    bar.click()
    expect(count).to_have_text(f"{n} of 150 rows")
    page.locator("[data-part=clear]").click()
    # So do words and verdicts.
    page.get_by_label("Find").fill("van gogh")
    expect(count).to_have_text("1 of 150 rows")
    page.get_by_label("Find").fill("")
    page.locator("[data-part=kind]").select_option("right answers")
    expect(count).to_have_text(re.compile(r"[78]\d of 150 rows"))
    page.locator("[data-part=kind]").select_option("all rows")
    # A column sorts, and again the other way.
    page.get_by_role("columnheader", name="SMILE").get_by_role("button").click()
    smile = [float(text) for text in page.locator(".smile-table td.number:nth-child(5)").all_inner_texts()]
    assert smile == sorted(smile)
    page.get_by_role("columnheader", name="SMILE").get_by_role("button").click()
    smile = [float(text) for text in page.locator(".smile-table td.number:nth-child(5)").all_inner_texts()]
    assert smile == sorted(smile, reverse=True)
    # A point shows its row, the keyboard the next one.
    point = page.locator(".point.wrong").nth(3)
    row = point.get_attribute("data-row")
    box = point.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    chosen = page.locator(".smile-table tr[aria-selected=true]")
    expect(chosen).to_have_attribute("data-row", str(row))
    expect(page.locator("#item .smile-card h2")).to_have_text("Not right")
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowRight")
    expect(chosen).not_to_have_attribute("data-row", str(row))


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
    expect(alert).to_contain_text("rows.csv is no text", timeout=20_000)
    page.get_by_label("Clear").first.click()
    # A file that comes before the page has cleared the first one is cleared with it.
    expect(alert).to_have_count(0, timeout=20_000)
    # What gradio itself refuses stands in the same place, and in no message that passes.
    field.set_input_files(large)
    expect(alert).to_contain_text("large.csv has 1.5 MB: at most 1 MB are allowed here", timeout=20_000)
    sheet = page.evaluate_handle(
        "() => { const data = new DataTransfer(); data.items.add(new File(['a'], 'a.xlsx')); return data; }"
    )
    page.locator("button:has(> input[type=file])").first.dispatch_event("drop", {"dataTransfer": sheet})
    expect(alert).to_contain_text("a.xlsx: unknown ending '.xlsx'", timeout=20_000)
    expect(page.get_by_test_id("toast-body")).to_have_count(0)


def _choose_to_label(page: Page, path: Path, n: int) -> None:
    panel = send(page, "Label a few", path, are_columns_known=True)
    page.get_by_role("spinbutton", name="Answers to judge").fill(str(n))
    panel.get_by_role("button", name="Columns and setting").click()
    panel.get_by_label("Human verdicts", exact=True).click()
    page.get_by_role("option", name="(none)").click()
    page.get_by_role("button", name="Choose answers").click()
    expect(page.locator("#labelling [data-part=count]")).to_have_text(f"Answer 1 of {n}", timeout=60_000)


def test_labels_outlive_the_page_and_the_file_taken_away_gives_the_interval_shown(page: Page, tmp_path: Path) -> None:
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
    page.get_by_role("tab", name="Label a few").click()
    expect(page.get_by_text("21 of 25 answers of answers.jsonl are judged.")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("[data-part=question]")).to_have_text(question)
    for key in "yny":
        page.keyboard.press(key)
    expect(count).to_have_text("Answer 25 of 25")
    page.keyboard.press("y")
    expect(count).to_have_text("All 25 judged: 14 right, 10 wrong, 1 unsure.")
    downloaded = download(page.get_by_role("button", name="Take the labels away"))
    taken = tmp_path / downloaded.suggested_filename
    downloaded.save_as(taken)
    found = json.loads(run_smile("estimate", taken, "--json").stdout)
    assert (found["n"], found["n_labelled"], found["warnings"]) == (40, 24, [])
    low, high = found["estimate_ci"]
    shown = f"all 40 answers is {found['estimate']:.3f} (95 % interval {low:.3f} to {high:.3f})."
    expect(page.locator("#labelling .smile-headline")).to_contain_text(shown)
    assert set(found["by_system"]) == {"A", "B"}
    # The labels are here until the visitor discards them.
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Discard them").click()
    expect(page.locator("#labelling .smile-headline")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('smile-labelling'))") == []


def test_back_and_reload_show_the_tab_and_keep_the_fields(page: Page) -> None:
    question, about = page.get_by_role("textbox", name="Question"), page.get_by_role("tab", name="About")
    question.fill("Where?")
    about.click()
    expect(page.locator("#running code")).to_contain_text("encoder:all-MiniLM-L6-v2@53aa5117")
    expect(page.get_by_role("cell", name="rows of a file")).to_be_visible()
    _check(page, "about")
    page.go_back()
    expect(page.get_by_role("tab", name="Try it")).to_have_attribute("aria-selected", "true")
    expect(question).to_have_value("Where?")
    page.go_forward()
    page.reload()
    expect(about).to_have_attribute("aria-selected", "true", timeout=30_000)


def test_systems_of_a_file_are_compared_and_their_names_are_text(page: Page, repository: Path, tmp_path: Path) -> None:
    evil = "<img src=x onerror=\"document.title='broken'\">"
    rows = [
        row | {"system": name}
        for name, file in (("small", "small"), (evil, "large"))
        for row in read_items(repository / "assets" / "compare" / f"{file}.jsonl")
    ]
    result = score_file(page, write_jsonl(tmp_path / "both.jsonl", rows))
    expect(result.get_by_role("region", name="Ranking").get_by_role("rowheader")).to_have_text(
        ["small", evil], timeout=60_000
    )
    assert result.locator(".smile-picture img").evaluate("image => image.naturalWidth") > 800
    expect(page.locator("[data-part=count]")).to_have_text("80 of 80 rows")
    page.get_by_label("Group by").select_option("system")
    groups = page.get_by_role("region", name="Right answers by group").locator("tbody tr")
    expect(groups).to_have_count(2)
    page.locator(".smile-rows td.prediction").last.click()
    expect(page.locator("#item .smile-summary")).to_contain_text("small: q", timeout=20_000)
    assert page.locator(".smile-comparison img[src=x], #explorer img[src=x]").count() == 0
    assert "SMILE" in page.title()
    _check(page, "compare")
