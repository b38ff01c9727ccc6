"""Texts and numbers in reports."""

import pytest

from smile.reporting.formatting import one_line


@pytest.mark.parametrize(
    ("text", "line"),
    [("  a\tb\r\nc ", "a b c"), ("\x1b[31mred\x00\x7f\u200b\ud800", "[31mred"), ("naïve 東京 🙂", "naïve 東京 🙂")],
)
def test_one_line(text: str, line: str) -> None:
    assert one_line(text) == line
