"""The look of all tabs, measured in the browser: one grid, borders that show, room for fingers, and the keyboard."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.conftest import SIZES, show

pytestmark = pytest.mark.real_encoder

TABS = ("Try it", "Score a file", "Label a few")

# In each column of the shown tab: the left edges of the labels, fields and buttons that begin it.
_LEFT_EDGES = """() => [...document.querySelectorAll(".tabitem > .column > .row > .column")]
    .filter((column) => column.offsetParent).map((column) => {
        const left = column.getBoundingClientRect().left;
        const kinds = '[data-testid="block-info"], .smile-label, .smile-empty, .smile-note, textarea, fieldset label, '
            + 'input[type="number"], input[type="password"], .wrap:has(> .wrap-inner), .upload-container, button';
        const edges = [...column.querySelectorAll(kinds)].filter((each) => each.offsetParent)
            .map((each) => each.getBoundingClientRect().left - left).filter((edge) => edge < 30);
        return [...new Set(edges.map(Math.round))];
    })"""

# The contrast of a field's border with the page (WCAG's relative luminance), and the width of the border.
_BORDER = """(field) => {
    const style = getComputedStyle(field);
    const light = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const pair = [light(style.borderTopColor), light(getComputedStyle(document.body).backgroundColor)];
    return {width: parseFloat(style.borderTopWidth), contrast: Math.max(...pair) / Math.min(...pair)};
}"""

# Buttons change their height over a fifth of a second when the page becomes narrow.
_AT_REST = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter((each) => each.effect.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
}"""

_SHOWN = "(nodes) => nodes.filter((node) => node.offsetParent)"


def _open_tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()
    expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")


def _phone(page: Page) -> None:
    show(page, ("phone", "light"))
    page.evaluate(_AT_REST)


def test_a_desk_has_one_grid_with_borders_that_show(page: Page) -> None:
    tabs = page.get_by_role("tablist").bounding_box()
    assert tabs is not None
    assert tabs["y"] + tabs["height"] <= 121  # half of the 243 pixels that it took
    for name in TABS:
        _open_tab(page, name)
        assert page.evaluate(_LEFT_EDGES) == [[0], [0]], name
        names = page.locator("[role=tabpanel] button").evaluate_all(
            f"(nodes) => ({_SHOWN})(nodes).map((node) => node.ariaLabel || node.innerText.trim())"
        )
        assert len(set(names)) == len(names), name
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of two
        border: dict[str, Any] = page.get_by_role("spinbutton", name="Answers to judge").evaluate(_BORDER)
        assert border["width"] >= 1
        assert border["contrast"] >= 3, scheme


def test_a_phone_has_one_row_of_tabs_and_room_for_fingers(page: Page) -> None:
    _phone(page)
    expect(page.locator("footer .divider").first).to_be_hidden()  # it parts nothing
    tabs = page.get_by_role("tab")
    tops = {round((tab.bounding_box() or {})["y"]) for tab in tabs.all()}
    assert len(tops) == 1
    assert max(tops) <= 160
    for name in TABS:
        _open_tab(page, name)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= SIZES["phone"][0]
        small = page.locator(
            "button[role=tab], [role=tabpanel] :is(button, textarea, fieldset label, .checkbox-container)"
        ).evaluate_all(
            f"""(nodes) => ({_SHOWN})(nodes).filter((node) => node.getBoundingClientRect().height < 43.9)
                .map((node) => node.outerHTML.slice(0, 90))"""
        )
        assert small == [], name


def test_the_keyboard_reaches_tabs_settings_and_the_score(page: Page) -> None:
    page.get_by_role("tab", name="Try it").focus()
    page.keyboard.press("ArrowRight")
    second = page.get_by_role("tab", name="Score a file")
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-selected", "true")
    ring = second.evaluate(
        "(tab) => [getComputedStyle(tab).outlineStyle, parseFloat(getComputedStyle(tab).outlineWidth)]"
    )
    assert ring == ["solid", 3]
    page.keyboard.press("End")
    expect(page.get_by_role("tab", name="About")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("spinbutton", name="Answers to judge").focus()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#choosing").get_by_role("alert")).to_contain_text("Choose a file first", timeout=20_000)
    page.get_by_role("tab", name="Label a few").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Try it")).to_have_attribute("aria-selected", "true")
    # Each setting says what it trades, chosen or not.
    panel = page.get_by_role("tabpanel")
    cards = panel.get_by_role("radio")
    expect(cards).to_have_count(3)
    for card in cards.all():
        expect(card.locator("..")).to_have_text(re.compile(r"^\s*\w+\n.{20,}"))
        expect(card.locator("..")).to_be_visible()
    panel.get_by_label("Right answers").fill("Paris")
    panel.get_by_label("Answers to score").fill("It is Paris")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".smile-card h2")).to_have_text("Right", timeout=20_000)
